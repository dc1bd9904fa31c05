"""Memory snapshots of ``torch.cuda.memory._dump_snapshot``: a pickle of lists, dictionaries, numbers and strings.

A pickle can call arbitrary code, so it is read by :mod:`plain_pickle`, which supports no opcode that does.
"""

from collections.abc import Iterator
from typing import Any

from gpuscope.profiles.memory_record import BEFORE_RECORD, DeviceMemory, MemoryRecord, blocks
from gpuscope.profiles.reading.plain_pickle import plain_values
from gpuscope.profiles.reading.trace_file_error import TraceFileError

_MOST_BYTES = 512 << 20
"""Maximum size of the file; once read it takes five times as much memory."""
_NUMBER_LIMIT = 2**56
"""Numbers from here on, which no address, size or time in microseconds reaches, count as 0: sums of the others fit in 64 bits."""
_OWN = ("torch/", "torch\\", "/torch/", "<frozen", "??")
"""Prefixes of the files of frames that are not the user's own."""
_ALLOCATES, _FREES, _FAILS = "alloc", "free_completed", "oom"


def memory_snapshot(source: str, pieces: Iterator[bytes]) -> MemoryRecord:
    """Read a memory snapshot.

    Raises:
        TraceFileError: It is not a memory snapshot, or contains more than plain values.
    """
    data = bytearray()
    for piece in pieces:
        data += piece
        if len(data) > _MOST_BYTES:
            raise TraceFileError(
                f"a memory snapshot of more than {_MOST_BYTES >> 20} MiB is not read", "Record fewer events: max_entries=…"
            )
    snapshot = plain_values(bytes(data))
    if isinstance(snapshot, list) and any("total_size" in part for part in _dicts(snapshot)):  # PyTorch 1.13: the segments alone
        snapshot = {"device_traces": [], "segments": snapshot}
    traces, segments = (snapshot.get(key) if isinstance(snapshot, dict) else None for key in ("device_traces", "segments"))
    if not isinstance(traces, list) or not isinstance(segments, list):
        raise TraceFileError("it is a pickle, but no memory snapshot", "torch.cuda.memory._dump_snapshot writes one.")
    numbers = sorted(
        {number for number, trace in enumerate(traces) if trace} | {_number(segment, "device") for segment in _dicts(segments)}
    )
    devices = tuple(_device(number, traces[number] if number < len(traces) else [], segments) for number in numbers)
    if not devices:
        raise TraceFileError("it holds no memory", "Call torch.cuda.memory._record_memory_history() before the program allocates.")
    return MemoryRecord(source, False, devices, _notes(traces))


def _device(number: int, trace: Any, segments: list[Any]) -> DeviceMemory:
    own = [segment for segment in _dicts(segments) if _number(segment, "device") == number]
    held: dict[str, int] = {}
    for segment in own:
        for block in _dicts(segment.get("blocks")):
            if _text(block, "state").startswith("active"):
                owner = _owner(block)
                held[owner] = held.get(owner, 0) + _number(block, "size")
    entries = _dicts(trace)
    return DeviceMemory(
        number,
        blocks(_events(entries, held)),
        sum(_number(segment, "total_size") for segment in own),
        dict(sorted(held.items(), key=lambda item: -item[1])),
        tuple((_number(entry, "size"), _owner(entry)) for entry in entries if entry.get("action") == _FAILS),
    )


def _events(entries: list[dict[str, Any]], held: dict[str, int]) -> list[tuple[int, int, str]]:
    """Return (time, bytes, owner) of allocations and frees.

    Memory that is freed without having been allocated was in use before the record, and so was memory in use at the end that the events
    do not account for.
    """
    owners: dict[int, tuple[int, str]] = {}
    events: list[tuple[int, int, str]] = []
    before: list[tuple[int, str]] = []
    for place, entry in enumerate(entries):
        time_us = _number(entry, "time_us") if "time_us" in entry else place  # before PyTorch 2.2 there is only the order
        time_ns, size, address = time_us * 1000, _number(entry, "size"), _number(entry, "addr")
        if entry.get("action") == _ALLOCATES:
            owner = _owner(entry)
            owners[address] = (size, owner)
            events.append((time_ns, size, owner))
        elif entry.get("action") == _FREES:
            known = owners.pop(address, None)
            if known is None:
                before.append((size, BEFORE_RECORD))
            events.append((time_ns, -size, known[1] if known else BEFORE_RECORD))
    left = sum(size for _, size, _ in events) + sum(size for size, _ in before)
    if (rest := sum(held.values()) - left) > 0:
        before.append((rest, BEFORE_RECORD))
    first = min((time for time, _, _ in events), default=0)
    return [*((first, size, owner) for size, owner in before), *events]


def _owner(entry: dict[str, Any]) -> str:
    """Return the line of the user's program that allocated memory: the first frame outside PyTorch, or else the innermost frame."""
    frames = [frame for frame in _dicts(entry.get("frames") or _first_history(entry)) if _text(frame, "filename")]
    own = next((frame for frame in frames if not _is_torch(_text(frame, "filename"))), frames[0] if frames else None)
    if own is None:
        return "unknown (recorded without stacks)"
    return f"{_text(own, 'filename')[-120:]}:{_number(own, 'line')} {_text(own, 'name')[:80]}".rstrip()


def _first_history(entry: dict[str, Any]) -> Any:
    """Return the frames of a block in the format of older versions."""
    history = _dicts(entry.get("history"))
    return history[0].get("frames") if history else None


def _is_torch(filename: str) -> bool:
    return (
        filename.startswith(_OWN)
        or "/torch/" in filename
        or "site-packages/torch" in filename
        or filename.endswith((".c", ".cpp", ".h", ".cu"))
    )


def _dicts(values: Any) -> list[dict[str, Any]]:
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


def _number(entry: dict[str, Any], key: str) -> int:
    value = entry.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _NUMBER_LIMIT else 0


def _text(entry: dict[str, Any], key: str) -> str:
    value = entry.get(key)
    return value if isinstance(value, str) else ""


def _notes(traces: list[Any]) -> tuple[str, ...]:
    return () if any(traces) else ("The snapshot holds no history, so only what was in use at its end is known.",)
