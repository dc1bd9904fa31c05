"""The keys under which a workload reports values while it runs: times of the phases of a step, values of single ranks ("loss rank 1").

And those of what a user's program told by itself, as numbers of its run: its phases, and the last value under each name.
"""

import re

STEP_PHASES = {
    "data": "getting its batch, the wait for it included",
    "copy": "copies between main memory and the device",
    "forward": "the forward pass, the loss included",
    "prefill": "reading the prompts, up to the first new token",
    "decode": "the new tokens behind the first, one after another",
    "backward": "the backward pass, the clearing of the gradients included",
    "optimizer": "the update of the weights",
    "other": "what is none of these: tests, logging, checkpoints",
}
"""The phases of a step in their order, and what each is in words. A step has those that its workload reports."""


def phase_time_key(phase: str) -> str:
    """Return the key under which a workload reports the duration of a phase of one step, in seconds."""
    return f"time_{phase}"


_OF_RANK = re.compile(r"(.+) (?:rank|process) (\d+)")
PHASE_WITHIN = " / "
"""Between a phase and one within it."""
PHASE_TIMES = " (times)"
"""Behind a phase, where it stands for how often the program went into it."""
IN_PHASE, TOLD = "in_phase ", "told "
"""Prefixes of the keys of a run's numbers that its program told: time in a phase of its own, and the last value of a name."""


def of_rank(key: str, rank: int) -> str:
    """Return the key of a rank's own values of a metric."""
    return f"{key} rank {rank}"


def of_process(key: str, number: int) -> str:
    """Return the key of what a further process of a command told, counted from 2 in the order in which they came."""
    return f"{key} process {number}"


def split_rank(key: str) -> tuple[str, int | None]:
    """Return the metric's key, and the rank, or the number of the process, whose own values it is of; None when it is neither."""
    match = _OF_RANK.fullmatch(key)
    return (match[1], int(match[2])) if match else (key, None)
