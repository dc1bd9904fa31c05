"""The entries of the catalogue, by what they are about. None of them imports torch.

- ``images``: networks that classify images.
- ``networks``: AlexNet, VGG and ResNet.
- ``text``: networks that read and write text.
- ``kernels``: single operations: matrix products and copies, and those of the modules that follow.
- ``correlations``: correlations and convolutions by several methods.
- ``vectors``: operations whose work is moving numbers, in several languages.
- ``opencl``: operations in OpenCL C.
- ``fields``: options that several of them have.
"""
