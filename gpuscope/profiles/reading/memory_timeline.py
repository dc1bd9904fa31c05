"""``torch.profiler``'s memory timeline in its raw form: a list of [time, action, bytes, category]."""

from collections.abc import Iterator

import msgspec

from gpuscope.profiles.memory_record import DeviceMemory, MemoryRecord, blocks
from gpuscope.profiles.reading.json_document import MOST_VALUE_BYTES
from gpuscope.profiles.reading.trace_file_error import TraceFileError

CATEGORIES = (
    "parameters",
    "optimizer state",
    "inputs",
    "temporary",
    "activations",
    "gradients",
    "autograd detail",
    "other",
)
"""In the order of ``_CATEGORY_TO_COLORS`` in ``torch/profiler/_memory_profiler.py``."""
_MOST_BYTES = 8 * MOST_VALUE_BYTES
"""Maximum decompressed size: ten million events."""
_BEFORE = -1
"""The time given to memory allocated before the profiler started."""
_MOST_NS, _MOST_SIZE = 2**62, 2**50
"""Plausible maxima, 146 years and 1 PiB: sums of what a damaged file claims must fit into 64 bits."""


def memory_timeline(source: str, pieces: Iterator[bytes]) -> MemoryRecord:
    """Read a raw memory timeline.

    Raises:
        TraceFileError: It is not a memory timeline.
    """
    data = bytearray()
    for piece in pieces:
        data += piece
        if len(data) > _MOST_BYTES:
            raise TraceFileError(f"a memory timeline of more than {_MOST_BYTES >> 20} MiB is not read", "Profile fewer steps.")
    try:
        rows = msgspec.json.decode(bytes(data), type=list[tuple[int, int, int, int]])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise TraceFileError("it is neither a trace nor a memory timeline", "Record it again, or copy it once more.") from None
    if not rows:
        raise TraceFileError("it holds no events", "Record it again: the profiler must be running while the program works.")
    good = [row for row in rows if _BEFORE <= row[0] < _MOST_NS and abs(row[2]) < _MOST_SIZE]
    first = min((time for time, *_ in good if time != _BEFORE), default=0)
    events = [(first if time == _BEFORE else time, size, _category(number)) for time, _, size, number in good]
    notes = (f"{len(rows) - len(good)} events out of any range left out.",) if len(good) < len(rows) else ()
    return MemoryRecord(source, True, (DeviceMemory(0, blocks(events), None, {}),), notes)


def _category(number: int) -> str:
    return CATEGORIES[number] if 0 <= number < len(CATEGORIES) else CATEGORIES[-1]
