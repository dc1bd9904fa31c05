"""Whether a run ended for lack of memory, according to the reason in its record."""

import re

_PHRASES = ("out of GPU memory", "out of main memory", "memory ran out", "for lack of memory")
"""Phrases in causes of deaths (``recording.cause_of_death``), and in those of built-in workloads (``workloads.child``,
``workloads.parallel``)."""
_REFUSED = re.compile(r" with a batch of \d+ needs about .*, and .* (?:are free|has)")
"""The catalogue's message when it rejects a workload that needs more memory than available (``workloads.catalog``)."""


def is_out_of_memory(reason: str) -> bool:
    """Return whether a run failed or was rejected for lack of memory."""
    return any(phrase in reason for phrase in _PHRASES) or _REFUSED.search(reason) is not None
