"""The keys under which a workload reports values while it runs: phase times of a step, values of single ranks ("loss rank 1").

Also the keys of the metrics that a user's program reports: its own phases, and the last value under each name.
"""

import re

OTHER = "other"
"""The phase of what hooks see in no phase of a step."""
STEP_PHASES = {
    "data": "getting its batch, the wait for it included",
    "copy": "copies between main memory and the device",
    "forward": "the forward pass, the loss included",
    "prefill": "reading the prompts, up to the first new token",
    "decode": "the new tokens after the first, one after another",
    "backward": "the backward pass, the clearing of the gradients included",
    "optimizer": "the update of the weights",
    OTHER: "everything else: tests, logging, checkpoints",
}
"""The phases of a step in order, with descriptions. A step has the phases that its workload reports."""


def phase_time_key(phase: str) -> str:
    """Return the key under which a workload reports the duration of a phase of one step, in seconds."""
    return f"time_{phase}"


OF_ALL_RANKS = "of_all_ranks"
"""Key in a hello whose samples per step the user declared: they are those of all ranks together, while a rank reports its own."""
_OF_RANK = re.compile(r"(.+) (?:rank|process) (\d+)")
PHASE_WITHIN = " / "
"""Separator between a phase and a phase nested in it."""
PHASE_TIMES = " (times)"
"""Suffix of a phase's key for the number of times the program entered it."""
IN_PHASE, REPORTED = "in_phase ", "told "
"""Key prefixes of metrics that a program reported: time in one of its own phases, and the last value under a name."""


def of_rank(key: str, rank: int) -> str:
    """Return the key of a single rank's values of a metric."""
    return f"{key} rank {rank}"


def of_process(key: str, number: int) -> str:
    """Return the key of the values of a further process of a command, numbered from 2 in order of arrival."""
    return f"{key} process {number}"


def split_rank(key: str) -> tuple[str, int | None]:
    """Split a key into the metric's key and the rank or process number, which is None if there is none."""
    match = _OF_RANK.fullmatch(key)
    return (match[1], int(match[2])) if match else (key, None)
