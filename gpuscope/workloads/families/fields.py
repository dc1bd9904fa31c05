"""Options that several workloads have."""

from gpuscope.core.runspec import Field
from gpuscope.workloads.workload import OPTIMIZERS

LEARNING_RATE = Field(
    "learning_rate",
    "Learning rate",
    "Size of the optimizer's steps; when not given, the workload's own for its own optimizer, else 0.01 for SGD and momentum and 0.001 for"
    " the others.",
    float,
    None,
    minimum=1e-9,
    maximum=100.0,
)


def training_options(optimizer: str) -> tuple[Field, Field]:
    """Return the options of how a model is trained.

    Args:
        optimizer: When nothing is said.
    """
    return (
        Field(
            "optimizer",
            "Optimizer",
            "What turns gradients into new weights: SGD, with momentum 0.9, Adam, AdamW (weight decay 0.01) or RMSprop.",
            str,
            optimizer,
            choices=tuple(OPTIMIZERS),
        ),
        LEARNING_RATE,
    )


def early_stopping_options(accuracy: float, every: int) -> tuple[Field, Field]:
    """Return the options of a training that ends when its model is good enough."""
    return (
        Field(
            "target_accuracy",
            "Accuracy to reach",
            "The training ends when a test on the data held apart tells this share of right answers; the steps are the most that it takes.",
            float,
            accuracy,
            minimum=0.0,
            maximum=1.0,
        ),
        Field(
            "test_every",
            "Steps between tests",
            "After so many steps the model is tested; the time of the tests counts.",
            int,
            every,
            "steps",
            minimum=1,
            maximum=10**9,
        ),
    )


def loading_options() -> tuple[Field, ...]:
    """Return the options of how batches are made."""
    return (
        Field(
            "workers",
            "Loading processes",
            "That make batches beside the training; 0 makes them in its own process, between two steps.",
            int,
            1,
            "processes",
            minimum=0,
            maximum=256,
        ),
        Field(
            "prefetch",
            "Batches ahead",
            "That each loading process makes before they are asked for.",
            int,
            2,
            "batches",
            minimum=1,
            maximum=64,
        ),
        Field(
            "augmentation",
            "Augmentation",
            "flip-crop moves each image by up to four pixels and mirrors half of them, on the CPU.",
            str,
            "flip-crop",
            choices=("none", "flip-crop"),
        ),
        Field(
            "mixup",
            "Mixup",
            "Parameter of the Beta distribution by which samples are mixed in pairs, with their labels; 0 mixes none.",
            float,
            0.0,
            minimum=0.0,
            maximum=10.0,
        ),
        Field(
            "pinned",
            "Pinned memory",
            "Batches for a GPU lie in memory that it can read by itself, so that their copies overlap with its work.",
            bool,
            True,
        ),
    )


def pretrain(default: int) -> Field:
    """Return the option of how long a model is trained before its inference is measured."""
    return Field(
        "pretrain_steps",
        "Training before inference",
        "Training steps in FP32, batch 64 or the workload's own where that is smaller, before the inference begins and outside"
        " everything measured; 0 leaves the model untrained.",
        int,
        default,
        unit="steps",
        minimum=0,
        maximum=10**6,
    )
