"""Networks that classify images: a perceptron, a small CNN, and AlexNet, VGG-16 and ResNet-50 for 32×32 and 224×224 pixels."""

from collections.abc import Callable, Mapping
from typing import Any

from gpuscope.core.field import Field
from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads import costs
from gpuscope.workloads.families.fields import EARLY_STOPPING, loading_options, pretrain, training_options
from gpuscope.workloads.workload import CLASSIFIER, TRAINING, Workload

_HIDDEN = Field("hidden", "Hidden units", "Width of the layer between input and output.", int, 128, "units", minimum=1, maximum=65536)
_SMALL = (3, 32, 32)
"""CIFAR-10's shape; the small networks are built for it."""
_LARGE = (3, 224, 224)
"""The usual crop of ImageNet, to which the same images are scaled up for networks that were designed for it."""
_TASKS = ("training", "inference")
_PRETRAIN = frozenset({"pretrain_steps"})
_CNN: Mapping[str, Any] = {
    "default_batch_size": 64,
    "data_sets": ("digits", "CIFAR-10"),
    "samples_unit": "images",
    "step_memory": costs.cnn_memory,
    "operations": costs.cnn_operations,
    "model": "models.images:cnn_of",
    "sample_shape": _SMALL,
    "optimizer": ("adam", 0.001),
    "family": "images",
}
"""Arguments that the workloads with the small CNN share."""


def _network(
    key: str,
    title: str,
    help: str,
    batch_size: int,
    memory: Callable[[ResolvedSpec], int],
    pretrain_steps: int = 0,
    cpu_test_samples: int = 0,
    optimizer: tuple[str, float] = ("momentum", 0.01),
    parallel: tuple[str, ...] = ("ddp", "fsdp2", "pipeline-parallel", "tensor-parallel"),
) -> Workload:
    return Workload(
        key=key,
        title=title,
        help=help,
        tasks=_TASKS,
        default_batch_size=batch_size,
        options=(*training_options(optimizer[0]), pretrain(pretrain_steps)),
        inference_options=_PRETRAIN,
        data_sets=("digits", "CIFAR-10"),
        samples_unit="images",
        step_memory=memory,
        loops=CLASSIFIER,
        model=f"models.images:{key.replace('-', '_')}",
        sample_shape=_LARGE if key.endswith("-224") else _SMALL,
        kept_shape=_SMALL,
        cpu_test_samples=cpu_test_samples,
        optimizer=optimizer,
        family="images",
        parallel=parallel,
    )


WORKLOADS = (
    Workload(
        key="mnist-mlp",
        title="MLP on handwritten digits",
        help="Perceptron 784-128-10 with ReLU, cross entropy, by default SGD at 0.01; on scikit-learn's digits scaled up to 28×28, or on"
        " MNIST's IDX files.",
        tasks=_TASKS,
        default_batch_size=64,
        options=(_HIDDEN, *training_options("sgd"), pretrain(500)),
        inference_options=_PRETRAIN,
        data_sets=("digits", "MNIST"),
        samples_unit="images",
        step_memory=costs.mlp_memory,
        loops=CLASSIFIER,
        operations=costs.mlp_operations,
        model="models.images:mlp_of",
        sample_shape=(28 * 28,),
        family="images",
    ),
    Workload(
        key="cifar-cnn",
        title="CNN on small colour images",
        help="Two convolutions (32 and 64 channels) with max pooling and two linear layers, by default Adam at 0.001; on scikit-learn's"
        " digits scaled up to 32×32×3, or on CIFAR-10's binary archive.",
        tasks=_TASKS,
        options=(*training_options("adam"), pretrain(50)),
        inference_options=_PRETRAIN,
        loops=CLASSIFIER,
        **_CNN,
    ),
    Workload(
        key="early-stopping",
        title="Early stopping: time and energy to an accuracy",
        help="Trains the CNN on small colour images from random weights until it reaches an accuracy on held-out data. The measured part"
        " ends there, so that its energy is the cost of that accuracy.",
        tasks=("training",),
        options=(*training_options("adam"), *EARLY_STOPPING),
        loops={"training": TRAINING},
        **_CNN,
    ),
    Workload(
        key="cifar-cnn-loader",
        title="Data loading: CNN fed sample by sample",
        help="The CNN on small colour images, each batch built sample by sample in main memory and copied to the device. With no loading"
        " process every step waits for its data; the phase data says how long. cifar-cnn is the same with all data on the device.",
        tasks=("training",),
        options=(*training_options("adam"), *loading_options()),
        loops={"training": TRAINING},
        **_CNN,
    ),
    _network(
        "alexnet-32",
        "AlexNet with batch norm, 32 px",
        "AlexNet for images of 32×32: five convolutions, the first 5×5 with stride 2, batch normalization after the first two, three"
        " linear layers with dropout; on scikit-learn's digits scaled up, or on CIFAR-10's binary archive.",
        64,
        costs.network_memory(21_595_210, 161_898, 49_152),
        pretrain_steps=60,
        optimizer=("adam", 0.0003),
    ),
    _network(
        "alexnet-224",
        "AlexNet with batch norm, 224 px",
        "AlexNet as published in 2012: convolutions of 11×11, 5×5 and three of 3×3 with pooling, batch normalization after the first two,"
        " linear layers of 4096 with dropout. Images of 32×32 are scaled up batch by batch.",
        16,
        costs.network_memory(58_323_018, 1_933_450, 580_800),
        optimizer=("adam", 0.0003),
        cpu_test_samples=100,
    ),
    _network(
        "vgg16-32",
        "VGG-16, 32 px",
        "VGG-16 for images of 32×32: thirteen convolutions of 3×3 and three linear layers of 512; on scikit-learn's digits scaled up, or"
        " on CIFAR-10's binary archive.",
        32,
        costs.network_memory(15_245_130, 587_786, 131_072),
    ),
    _network(
        "vgg16-224",
        "VGG-16, 224 px",
        "VGG-16 as published, with ten classes: 134 million weights, 31 GFLOP per image. Images of 32×32 are scaled up batch by batch.",
        2,
        costs.network_memory(134_301_514, 28_675_082, 6_422_528),
        cpu_test_samples=16,
    ),
    _network(
        "resnet50-32",
        "ResNet-50, 32 px",
        "ResNet-50 for images of 32×32: its first convolution is 3×3 with stride 1, without pooling before the first stage; on"
        " scikit-learn's digits scaled up, or on CIFAR-10's binary archive.",
        16,
        costs.network_memory(23_520_842, 11_120_650, 524_288),
        parallel=("ddp", "fsdp2", "pipeline-parallel"),
        cpu_test_samples=100,
    ),
    _network(
        "resnet50-224",
        "ResNet-50, 224 px",
        "ResNet-50 with ten classes and its stride in the 3×3 convolutions: 8.2 GFLOP per image. Images of 32×32 are scaled up batch by"
        " batch.",
        8,
        costs.network_memory(23_528_522, 36_055_562, 1_605_632),
        parallel=("ddp", "fsdp2", "pipeline-parallel"),
        cpu_test_samples=32,
    ),
)
