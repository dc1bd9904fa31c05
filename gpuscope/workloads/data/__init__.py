"""Data sets and batches.

May import: ``core``, ``system`` and the standard library; torch only where noted.

Without torch:

- ``source``: locates a workload's files, and reports problems with them before a run starts.
- ``idx``: MNIST's IDX files.
- ``cifar``: CIFAR-10's binary archive.
- ``download``: downloads a data set, with the user's consent.

With torch:

- ``topics``: text that comes with Python, as words and as bytes.
- ``dataset``: a data set on its device, split into training and held-out samples; digits, MNIST, CIFAR-10, synthetic images.
- ``batches``: shuffled batches, indexed on the device or built by worker processes.
"""
