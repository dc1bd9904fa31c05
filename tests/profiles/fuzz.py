"""Mutated traces: ``python -m tests.profiles.fuzz --count 2000``.

Each input is a small trace (or a recorded one, if available) with bytes changed, deleted, duplicated or replaced by hostile values; some
are compressed. The only valid outcomes are a profile whose tables can all be laid out, and TraceFileError, within seconds and within a
memory limit. Anything else is printed with the seed that reproduces it.
"""

import argparse
import gzip
import json
import pickle
import random
import resource
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

from gpuscope.profiles.difference import ProfileDifference
from gpuscope.profiles.document import profile_document
from gpuscope.profiles.memory_record import MemoryRecord
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.ranks import rank_table
from gpuscope.profiles.reading.trace_file_error import TraceFileError
from gpuscope.profiles.reading.trace_reader import read_recording
from gpuscope.reports.json_text import json_text
from gpuscope.reports.memory_record_view import MemoryRecordView
from gpuscope.reports.profile_difference_view import ProfileDifferenceView
from gpuscope.reports.profile_text import profile_csv, profile_report
from gpuscope.reports.profile_view import ProfileView
from gpuscope.reports.text import render
from tests.profiles.made import annotation, kernel, launch, operator, small_step
from tests.profiles.reading.test_memory_records import snapshot
from tests.profiles.reading.test_perfetto import OFFICIAL, event, field, names

LONGEST_S = 20.0
"""Maximum seconds per input, on a shared machine."""
MOST_BYTES = 1 << 30
"""Maximum growth of peak resident memory since the start."""
_TOKENS = (
    b"0", b"-1", b"1e999", b"-1e308", b"9223372036854775807", b"9223372036854775808", b"1" * 400, b"null", b"NaN", b"-Infinity", b"true",
    b'"', b"\\", b"[", b"]", b"{", b"}", b",", b":", b"\n", b'"\\ud800"', b"\xff", b"\0", b"[[]]", b'"ts"', b'"dur"', b'"ph": "E"',
    b'"traceEvents": [', b"1e15", b"-5", b'{"ph":"B","ts":1}', b"[" * 3000, b'"stream": {}', b'"grid": []', b'"correlation": "x"',
)  # fmt: skip


def seeds() -> list[bytes]:
    """Return the traces to mutate."""
    pairs = [
        {"ph": phase, "name": "p", "pid": 1, "tid": 1, "ts": ts, "id": 5}
        for phase, ts in (("B", 1), ("E", 4), ("s", 2), ("f", 9), ("b", 3))
    ]
    memory = [
        {"ph": "i", "name": "[memory]", "ts": 3, "args": {"Bytes": 5, "Addr": 1, "Total Allocated": 9, "Device Type": 1, "Device Id": 0}}
    ]
    counters = [{"ph": "C", "name": "c", "pid": 1, "ts": 3, "args": {"v": 1}}]
    deep = [operator("aten::a", 0, 50), operator("aten::a", 1, 40), launch(7, 2), kernel("k<int>(float)", 7, 9, 4, {"grid": [1, 2, 3]})]
    group = {"Collective name": "allreduce", "Process Group Name": "3", "Process Group Ranks": "[0, 2]"}
    told = [operator("record_param_comms", 9, 9, group), launch(8, 10), kernel("ncclDevKernel_SendRecv", 8, 15, 4, group)]
    clipped = [operator("aten::_foreach_norm", 20, 2), annotation("Optimizer.step#SGD.step", 25, 5), operator("aten::_foreach_add_", 26, 2)]
    head = {"distributedInfo": {"rank": 1, "world_size": 2}, "deviceProperties": [{"id": 0, "name": "X"}], "baseTimeNanoseconds": 5}
    return [
        json.dumps({**head, "traceEvents": [*small_step(), *pairs, *memory, *counters], "end": {"a": [1]}}, indent=1).encode(),
        json.dumps([*deep, *small_step(), *told, *clipped]).encode(),
        pickle.dumps(snapshot()),
        json.dumps([[-1, 1, 100, 0], [5000, 2, 40, 4], [6000, 3, -100, 0], [9000, 4, -40, 4]]).encode(),
        names(1, "a") + event(1, 5, 7, field(10, 1)) + event(2, 9, 7) + event(4, 9, 3, field(30, 4)) + event(3, 4, 7, field(47, 1)),
        OFFICIAL,
        json.dumps({"traceEvents": deep}, separators=(",", ":")).replace('"ts":', '"ts":169583554251530').encode(),
    ]


def mutated(data: bytes, dice: random.Random) -> bytes:
    """Return a trace with a few random changes."""
    changed = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 4, 12))):
        at = dice.randrange(len(changed) + 1)
        match dice.randrange(6):
            case 0:
                changed[at : at + dice.randrange(1, 40)] = b""
            case 1:
                changed[at:at] = dice.choice(_TOKENS)
            case 2:
                changed[at : at + 1] = bytes([dice.randrange(256)])
            case 3:
                length = dice.randrange(1, 200)
                changed[at:at] = changed[at : at + length] * dice.choice((1, 2, 50))
            case 4:
                _swap_number(changed, at, dice)
            case _:
                del changed[dice.choice((at, len(changed) - dice.randrange(1, 50))) :]
        if not changed:
            break
    packed = bytes(changed)
    if dice.random() < 0.2:
        packed = gzip.compress(packed)
        packed = packed[: dice.randrange(len(packed))] if dice.random() < 0.3 else packed
    return packed


def _swap_number(changed: bytearray, at: int, dice: random.Random) -> None:
    """Replace the first number at or after an offset with a hostile value."""
    start = next((place for place in range(at, len(changed)) if chr(changed[place]).isdigit()), None)
    if start is not None:
        end = next((place for place in range(start, len(changed)) if not chr(changed[place]).isdigit()), len(changed))
        changed[start:end] = dice.choice(_TOKENS)


def check(path: Path) -> None:
    """Read a file and lay all of it out, or check that the error has a message and a hint."""
    try:
        recording = read_recording(path)
    except TraceFileError as error:
        if not (error.message and error.hint):
            raise AssertionError(f"refused without words: {error!r}") from error
        return
    if isinstance(recording, MemoryRecord):
        json_text(MemoryRecordView(recording).document())
        render(MemoryRecordView(recording).report(everything=True), 120)
    else:
        _check_profile(Profile(recording))


def _check_profile(profile: Profile) -> None:
    json_text(profile_document(profile))
    view = ProfileView(profile)
    render(profile_report(view, everything=True), 120)
    for _ in profile_csv(view.tables):
        pass
    timeline = profile.timeline
    if timeline is not None and not -1e-9 <= timeline.idle_s <= timeline.total_s + 1e-9:
        raise AssertionError(f"a timeline that cannot be: {timeline}")
    rank_table([profile, profile])
    ProfileDifferenceView(ProfileDifference(profile, profile), "before", "after").document()
    profile.flame_graph.layout_ns(profile.flame_graph.host_ns)


def failures(count: int, seed: int, folder: Path) -> Iterator[str]:
    """Yield a description of each failure in a number of inputs."""
    path = folder / "trace.json"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(seed, seed + count):
        dice = random.Random(number)
        path.write_bytes(mutated(dice.choice(seeds()), dice))
        start = time.monotonic()
        try:
            check(path)
        except Exception:  # noqa: BLE001 - whatever it is, is what is looked for
            yield f"seed {number}\n{traceback.format_exc()}"
        if time.monotonic() - start > LONGEST_S:
            yield f"seed {number} took {time.monotonic() - start:.0f} s"
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    if grown > MOST_BYTES:
        yield f"memory grew by {grown >> 20} MiB"


def main() -> int:
    """Fuzz, print the failures, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.profiles.fuzz")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = list(failures(arguments.count, arguments.seed, Path(folder)))
    print("\n".join(found) or f"{arguments.count} inputs: each a profile or an error in words")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
