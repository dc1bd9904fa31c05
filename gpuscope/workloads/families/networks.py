"""Deep convolutional networks that are compared everywhere: AlexNet, VGG-16, ResNet-50, for small images and for 224×224 pixels."""

from collections.abc import Callable

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads import costs
from gpuscope.workloads.families.fields import pretrain, training_options
from gpuscope.workloads.workload import CLASSIFIER, PRECISIONS, Workload

_SMALL = (3, 32, 32)
_LARGE = (3, 224, 224)


def _network(
    key: str,
    title: str,
    help: str,
    batch_size: int,
    memory: Callable[[ResolvedSpec], int],
    model: str,
    pretrain_steps: int = 0,
    cpu_test_samples: int = 0,
    optimizer: tuple[str, float] = ("momentum", 0.01),
    parallel: tuple[str, ...] = ("ddp", "fsdp2", "pipeline-parallel", "tensor-parallel"),
) -> Workload:
    return Workload(
        key=key,
        title=title,
        help=help,
        tasks=("training", "inference"),
        precisions=PRECISIONS,
        default_batch_size=batch_size,
        options=(*training_options(optimizer[0]), pretrain(pretrain_steps)),
        inference_options=frozenset({"pretrain_steps"}),
        data_sets=("digits", "CIFAR-10"),
        samples_unit="images",
        step_memory=memory,
        loops=CLASSIFIER,
        model=model,
        sample_shape=_LARGE if key.endswith("-224") else _SMALL,
        kept_shape=_SMALL,
        cpu_test_samples=cpu_test_samples,
        optimizer=optimizer,
        family="images",
        parallel=parallel,
    )


WORKLOADS = (
    _network(
        "alexnet-32",
        "AlexNet with batch norm, 32 px",
        "AlexNet for images of 32×32: five convolutions, the first of 5×5 with stride 2, batch normalization behind the first two, three"
        " linear layers with dropout; on scikit-learn's digits scaled up, or on CIFAR-10's binary archive.",
        64,
        costs.network_memory(21_595_210, 161_898, 49_152),
        "models.alexnet:alexnet_32",
        pretrain_steps=60,
        optimizer=("adam", 0.0003),
    ),
    _network(
        "alexnet-224",
        "AlexNet with batch norm, 224 px",
        "AlexNet as drawn in 2012: convolutions of 11×11, 5×5 and three of 3×3 with pooling, batch normalization behind the first two,"
        " linear layers of 4096 with dropout. Images of 32×32 are scaled up as they are taken.",
        16,
        costs.network_memory(58_323_018, 1_933_450, 580_800),
        "models.alexnet:alexnet_224",
        optimizer=("adam", 0.0003),
        cpu_test_samples=100,
    ),
    _network(
        "vgg16-32",
        "VGG-16, 32 px",
        "VGG-16 for images of 32×32: thirteen convolutions of 3×3 and three linear layers, those 512 wide; on scikit-learn's digits scaled"
        " up, or on CIFAR-10's binary archive.",
        32,
        costs.network_memory(15_245_130, 587_786, 131_072),
        "models.deep:vgg16_32",
    ),
    _network(
        "vgg16-224",
        "VGG-16, 224 px",
        "VGG-16 as it was published, with ten classes: 134 million weights, 31 GFLOP an image. Images of 32×32 are"
        " scaled up as they are taken.",
        2,
        costs.network_memory(134_301_514, 28_675_082, 6_422_528),
        "models.deep:vgg16_224",
        cpu_test_samples=16,
    ),
    _network(
        "resnet50-32",
        "ResNet-50, 32 px",
        "ResNet-50 for images of 32×32: its first convolution is 3×3 with stride 1 and nothing is pooled before the first stage; on"
        " scikit-learn's digits scaled up, or on CIFAR-10's binary archive.",
        16,
        costs.network_memory(23_520_842, 11_120_650, 524_288),
        "models.deep:resnet50_32",
        parallel=("ddp", "fsdp2", "pipeline-parallel"),
        cpu_test_samples=100,
    ),
    _network(
        "resnet50-224",
        "ResNet-50, 224 px",
        "ResNet-50 with ten classes, its stride in the 3×3 convolutions: 8.2 GFLOP an image. Images of 32×32 are scaled up"
        " as they are taken.",
        8,
        costs.network_memory(23_528_522, 36_055_562, 1_605_632),
        "models.deep:resnet50_224",
        parallel=("ddp", "fsdp2", "pipeline-parallel"),
        cpu_test_samples=32,
    ),
)
"""The entries."""
