"""Options that several workloads have."""

from gpuscope.core.runspec import Field


def pretrain(default: int) -> Field:
    """Returns the option of how long a model is trained before its inference is measured."""
    return Field(
        "pretrain_steps",
        "Training before inference",
        "Training steps in FP32, batch 64, before the inference begins and outside everything measured; 0 leaves the model untrained.",
        int,
        default,
        unit="steps",
        minimum=0,
        maximum=10**6,
    )
