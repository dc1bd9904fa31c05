"""Data sets, and batches of them.

May import: ``core``, ``system`` and the standard library; torch in the modules named last only.

Without torch:

- ``source``: which files a workload is fed from; finds what is wrong with them before anything starts.
- ``idx``: MNIST's IDX files.
- ``cifar``: CIFAR-10's binary archive.
- ``download``: fetches a data set, on an explicit yes.

With torch:

- ``topics``: text that ships with Python, as words and as bytes.
- ``dataset``: a data set on its device, split into a part for training and one held apart; scikit-learn's digits, and random images.
- ``batches``: full batches in shuffled order, taken on the device, or made sample by sample by worker processes and copied.
"""
