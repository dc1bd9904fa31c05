"""Options that several workloads share."""

from gpuscope.core.field import Field
from gpuscope.workloads.workload import OPTIMIZERS

LEARNING_RATE = Field(
    "learning_rate",
    "Learning rate",
    "Step size of the optimizer. Default: the workload's own for its default optimizer, else 0.01 for SGD and momentum and 0.001 for the"
    " others.",
    float,
    None,
    minimum=1e-9,
    maximum=100.0,
)


def training_options(optimizer: str) -> tuple[Field, Field]:
    """Return the options for training a model, with its default optimizer."""
    return (
        Field(
            "optimizer",
            "Optimizer",
            "SGD, SGD with momentum 0.9, Adam, AdamW (weight decay 0.01) or RMSprop.",
            str,
            optimizer,
            choices=tuple(OPTIMIZERS),
        ),
        LEARNING_RATE,
    )


EARLY_STOPPING = (
    Field(
        "target_accuracy",
        "Accuracy to reach",
        "Training ends when a test on held-out data reaches this accuracy; --steps is the maximum.",
        float,
        0.95,
        minimum=0.0,
        maximum=1.0,
    ),
    Field(
        "test_every",
        "Steps between tests",
        "Number of training steps between tests; the time of the tests counts.",
        int,
        20,
        "steps",
        minimum=1,
        maximum=10**9,
    ),
)
"""Options of a training that ends at a target accuracy."""


def loading_options() -> tuple[Field, ...]:
    """Return the options for loading and augmenting batches."""
    return (
        Field(
            "workers",
            "Loading processes",
            "Worker processes that build batches while the model trains; 0 builds them in the training process, between steps.",
            int,
            1,
            "processes",
            minimum=0,
            maximum=256,
        ),
        Field("prefetch", "Batches ahead", "Batches that each loading process prefetches.", int, 2, "batches", minimum=1, maximum=64),
        Field(
            "augmentation",
            "Augmentation",
            "flip-crop shifts each image by up to four pixels and mirrors half of them, on the CPU.",
            str,
            "flip-crop",
            choices=("none", "flip-crop"),
        ),
        Field(
            "mixup",
            "Mixup",
            "Parameter of the Beta distribution from which mixup draws the ratio of two samples and their labels; 0 turns mixup off.",
            float,
            0.0,
            minimum=0.0,
            maximum=10.0,
        ),
        Field(
            "pinned",
            "Pinned memory",
            "Batches for a GPU are built in page-locked memory, so that copying them overlaps with computation.",
            bool,
            True,
        ),
    )


def pretrain(default: int) -> Field:
    """Return the option for training a model before its inference is measured."""
    return Field(
        "pretrain_steps",
        "Training before inference",
        "Training steps in FP32 before inference, outside the measured window; batch 64, or the workload's default if smaller. 0 leaves the"
        " model untrained.",
        int,
        default,
        unit="steps",
        minimum=0,
        maximum=10**6,
    )
