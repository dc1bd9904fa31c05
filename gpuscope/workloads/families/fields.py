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
    """Returns the options of how a model is trained.

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
    """Returns the options of a training that ends when its model is good enough."""
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


def pretrain(default: int) -> Field:
    """Returns the option of how long a model is trained before its inference is measured."""
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
