"""Keys of what one rank of a run tells, of the processes that a training is spread over: "loss rank 1"."""

import re

_OF_RANK = re.compile(r"(.+) rank (\d+)")


def of_rank(key: str, rank: int) -> str:
    """Return the key of a rank's own values of a metric."""
    return f"{key} rank {rank}"


def split_rank(key: str) -> tuple[str, int | None]:
    """Return the metric's key, and the rank whose own values it is of; None when it is no rank's."""
    found = _OF_RANK.fullmatch(key)
    return (found[1], int(found[2])) if found else (key, None)
