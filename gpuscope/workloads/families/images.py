"""Networks that classify images."""

from gpuscope.core.runspec import Field
from gpuscope.workloads import costs
from gpuscope.workloads.families.fields import early_stopping_options, loading_options, pretrain, training_options
from gpuscope.workloads.workload import CLASSIFIER, PRECISIONS, TRAINING, Workload

_HIDDEN = Field("hidden", "Hidden units", "Width of the layer between input and output.", int, 128, "units", minimum=1, maximum=65536)

WORKLOADS = (
    Workload(
        "mnist-mlp",
        "MLP on handwritten digits",
        "Perceptron 784-128-10 with ReLU between the layers, cross entropy, SGD at 0.01 unless said otherwise; on scikit-learn's "
        "digits scaled up to 28×28, or on MNIST's IDX files.",
        ("training", "inference"),
        PRECISIONS,
        64,
        (_HIDDEN, *training_options("sgd"), pretrain(500)),
        frozenset({"pretrain_steps"}),
        ("digits", "MNIST"),
        "images",
        costs.mlp_memory,
        CLASSIFIER,
        costs.mlp_operations,
        model="models.mlp:of_spec",
        sample_shape=(28 * 28,),
        family="images",
    ),
    Workload(
        "cifar-cnn",
        "CNN on small colour images",
        "Two convolutions (32 and 64 channels) with max-pooling, two fully connected layers, Adam at 0.001 unless said otherwise; on "
        "scikit-learn's digits scaled up to 32×32×3, or on CIFAR-10's binary archive.",
        ("training", "inference"),
        PRECISIONS,
        64,
        (*training_options("adam"), pretrain(50)),
        frozenset({"pretrain_steps"}),
        ("digits", "CIFAR-10"),
        "images",
        costs.cnn_memory,
        CLASSIFIER,
        costs.cnn_operations,
        model="models.cnn:of_spec",
        sample_shape=(3, 32, 32),
        optimizer=("adam", 0.001),
        family="images",
    ),
    Workload(
        "early-stopping",
        "Early stopping: time and energy to an accuracy",
        "Trains the CNN on small colour images from fresh weights until it is right often enough on data held apart. The measured part ends"
        " there, so that its energy is what the accuracy cost.",
        ("training",),
        PRECISIONS,
        64,
        (*training_options("adam"), *early_stopping_options(0.95, 20)),
        frozenset(),
        ("digits", "CIFAR-10"),
        "images",
        costs.cnn_memory,
        {"training": TRAINING},
        costs.cnn_operations,
        model="models.cnn:of_spec",
        sample_shape=(3, 32, 32),
        optimizer=("adam", 0.001),
        family="images",
    ),
    Workload(
        "cifar-cnn-loader",
        "Data loading: CNN fed sample by sample",
        "The CNN on small colour images, its batches made one sample at a time in main memory and copied to the device. With no loading"
        " process the steps wait for their data; how long, the phase says. cifar-cnn is the same with all data on the device.",
        ("training",),
        PRECISIONS,
        64,
        (*training_options("adam"), *loading_options()),
        frozenset(),
        ("digits", "CIFAR-10"),
        "images",
        costs.cnn_memory,
        {"training": TRAINING},
        costs.cnn_operations,
        model="models.cnn:of_spec",
        sample_shape=(3, 32, 32),
        optimizer=("adam", 0.001),
        family="images",
    ),
)
"""The entries."""
