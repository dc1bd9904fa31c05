"""The entries of the catalogue, a module a family. None of them imports torch.

- ``images``: networks that classify images.
- ``networks``: AlexNet, VGG and ResNet.
- ``text``: networks that read and write text.
- ``kernels``: single operations.
- ``fields``: options that several of them have.
"""
