"""Networks that classify images."""

from gpuscope.core.runspec import Field
from gpuscope.workloads import costs
from gpuscope.workloads.families.fields import early_stopping_options, loading_options, pretrain, training_options
from gpuscope.workloads.workload import CLASSIFIER, PRECISIONS, TRAINING, Workload

_HIDDEN = Field("hidden", "Hidden units", "Width of the layer between input and output.", int, 128, "units", minimum=1, maximum=65536)

WORKLOADS = (
    Workload(
        key="mnist-mlp",
        title="MLP on handwritten digits",
        help="Perceptron 784-128-10 with ReLU between the layers, cross entropy, SGD at 0.01 unless said otherwise; on scikit-learn's "
        "digits scaled up to 28×28, or on MNIST's IDX files.",
        tasks=("training", "inference"),
        precisions=PRECISIONS,
        default_batch_size=64,
        options=(_HIDDEN, *training_options("sgd"), pretrain(500)),
        inference_options=frozenset({"pretrain_steps"}),
        data_sets=("digits", "MNIST"),
        samples_unit="images",
        step_memory=costs.mlp_memory,
        loops=CLASSIFIER,
        operations=costs.mlp_operations,
        model="models.small:mlp_of",
        sample_shape=(28 * 28,),
        family="images",
    ),
    Workload(
        key="cifar-cnn",
        title="CNN on small colour images",
        help="Two convolutions (32 and 64 channels) with max-pooling, two fully connected layers, Adam at 0.001 unless said otherwise; on "
        "scikit-learn's digits scaled up to 32×32×3, or on CIFAR-10's binary archive.",
        tasks=("training", "inference"),
        precisions=PRECISIONS,
        default_batch_size=64,
        options=(*training_options("adam"), pretrain(50)),
        inference_options=frozenset({"pretrain_steps"}),
        data_sets=("digits", "CIFAR-10"),
        samples_unit="images",
        step_memory=costs.cnn_memory,
        loops=CLASSIFIER,
        operations=costs.cnn_operations,
        model="models.small:cnn_of",
        sample_shape=(3, 32, 32),
        optimizer=("adam", 0.001),
        family="images",
    ),
    Workload(
        key="early-stopping",
        title="Early stopping: time and energy to an accuracy",
        help="Trains the CNN on small colour images from fresh weights until it is right often enough on data"
        " held apart. The measured part ends"
        " there, so that its energy is what the accuracy cost.",
        tasks=("training",),
        precisions=PRECISIONS,
        default_batch_size=64,
        options=(*training_options("adam"), *early_stopping_options(0.95, 20)),
        inference_options=frozenset(),
        data_sets=("digits", "CIFAR-10"),
        samples_unit="images",
        step_memory=costs.cnn_memory,
        loops={"training": TRAINING},
        operations=costs.cnn_operations,
        model="models.small:cnn_of",
        sample_shape=(3, 32, 32),
        optimizer=("adam", 0.001),
        family="images",
    ),
    Workload(
        key="cifar-cnn-loader",
        title="Data loading: CNN fed sample by sample",
        help="The CNN on small colour images, its batches made one sample at a time in main memory and copied to"
        " the device. With no loading"
        " process the steps wait for their data; how long, the phase says. cifar-cnn is the same with all data on the device.",
        tasks=("training",),
        precisions=PRECISIONS,
        default_batch_size=64,
        options=(*training_options("adam"), *loading_options()),
        inference_options=frozenset(),
        data_sets=("digits", "CIFAR-10"),
        samples_unit="images",
        step_memory=costs.cnn_memory,
        loops={"training": TRAINING},
        operations=costs.cnn_operations,
        model="models.small:cnn_of",
        sample_shape=(3, 32, 32),
        optimizer=("adam", 0.001),
        family="images",
    ),
)
"""The entries."""
