"""The networks: how they are built, tested on data held apart, and kept when trained. May import: torch.

- ``small``: the perceptron 784-hidden-10, and the convolutional network for 32×32×3.
- ``alexnet``: AlexNet with batch normalization.
- ``deep``: VGG-16 and ResNet-50.
- ``language``: the text classifier, and a small decoder-only transformer with its cache of keys and values.
- ``build``: the network of a spec.
- ``classifier``: model, data and the test on held-out data, which training and inference share.
- ``trained``: trained models, kept, so that the same training is made once; accuracy and size before a compression.
"""
