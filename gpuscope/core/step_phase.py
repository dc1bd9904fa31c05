"""The phases of a step, and the keys under which a workload tells their times."""

STEP_PHASES = {
    "data": "getting its batch, the wait for it included",
    "copy": "copies between main memory and the device",
    "forward": "the forward pass, the loss included",
    "prefill": "reading the prompts, up to the first new token",
    "decode": "the new tokens behind the first, one after another",
    "backward": "the backward pass, the clearing of the gradients included",
    "optimizer": "the update of the weights",
}
"""The phases of a step in their order, and what each is in words. A step has those that its workload tells of."""


def told_time_key(phase: str) -> str:
    """Return the key under which a workload tells how long a phase of one step took, in seconds."""
    return f"time_{phase}"
