"""The networks: construction, test on held-out data, and storage of trained weights. May import: torch.

- ``images``: MLP, small CNN, AlexNet, VGG-16 and ResNet-50.
- ``language``: the LSTM text classifier, and a small decoder-only transformer with its key-value cache.
- ``classifier``: a run's model, data, optimizer and test.
- ``eager_optimizers``: torch's optimizers without their import of torch's compiler.
- ``eager_ddp``: the same for its DistributedDataParallel.
- ``trained``: the cache of trained weights; accuracy and size before a compression.
"""
