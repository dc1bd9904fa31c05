"""The networks. May import: torch.

- ``mlp``: the perceptron 784-hidden-10.
- ``cnn``: the convolutional network for 32×32×3.
- ``lstm``: the text classifier.
- ``gpt``: a small decoder-only transformer, and its cache of keys and values.
"""
