"""Damages copies of a store at random and reads them: results are right or reported as damaged, never a traceback or a changed number.

``python -m tests.storage.flipped_bits --minutes 10 [--seed N]`` runs a long campaign; the gate includes a few rounds.
"""

import argparse
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DAMAGED_READINGS, DeviceResult, RunRecord, RunState
from gpuscope.storage import repair
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from tests.storage.known import CALLS, CPU, GPU, QUALITY, RUN_ID, a_record, bits, write

LIVE = "01JE0000000000000000000002"
RUNS = (RUN_ID, "01JE0000000000000000000001", LIVE)
_TABLES = ("runs", "environments", "devices", "calls", "series", "stamps", "chunks", "steps", "events", "tail")
_NAMES = (("cpu", "utilization"), ("cpu", "disk_read"), ("gpu:0", "power"))


def finished(run_id: str) -> RunRecord:
    """Return a finished run with numbers."""
    gpu = DeviceResult(GPU, {"energy": Quantity(12.5, "J", Quality.MEASURED, "NVML field 83", 0.5)})
    metrics = {"throughput": Quantity(100.0, "samples/s", Quality.DERIVED, "steps"), "loss": Quantity(0.25, "1", Quality.MEASURED, "told")}
    record = replace(a_record(run_id), state=RunState.FINISHED, exit_code=0, steps=600, samples=38_400, wall_s=30.5)
    return replace(record, duration_s=29.0, window_start_s=1.0, metrics=metrics, devices=(DeviceResult(CPU), gpu))


def fill(path: Path) -> None:
    """Make the store: two finished runs, and one whose readings are still in the tail."""
    for run_id in RUNS:
        with RunWriter(f"sqlite:///{path}", a_record(run_id)) as writer:
            writer.declare([CPU, GPU], CALLS, QUALITY)
            write(writer, 0, 149, 15)
            if run_id != LIVE:
                writer.finish(finished(run_id))


def flip(path: Path, chance: random.Random) -> str:
    """Flip one to fifty bits, after SQLite's header."""
    content = bytearray(path.read_bytes())
    count = chance.choice((1, 1, 2, 5, 50))
    places = [chance.randrange(100, len(content)) for _ in range(count)]
    for place in places:
        content[place] ^= 1 << chance.randrange(8)
    path.write_bytes(content)
    return f"{count} bits"


def overwrite(path: Path, chance: random.Random) -> str:
    """Give one column of one row another value, of the same type or of another."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.text_factory = bytes
        while True:
            table = chance.choice(_TABLES)
            columns = [row[1].decode() for row in connection.execute(f"PRAGMA table_info({table})")]
            column = chance.choice([name for name in columns if name not in ("id", "checksum", "progress_checksum")])
            row = connection.execute(f"SELECT rowid, {column} FROM {table} ORDER BY random() LIMIT 1").fetchone()
            value = _other(row[1], chance)
            written = "CAST(? AS TEXT)" if isinstance(row[1], bytes) and chance.random() < 0.7 else "?"
            try:
                connection.execute(f"UPDATE {table} SET {column} = {written} WHERE rowid = ?", [value, row[0]])
            except sqlite3.Error:  # a constraint prevents it
                continue
            return f"{table}.{column} = {value!r:.60}"


def _other(value: Any, chance: random.Random) -> Any:
    choices: list[Any] = [None, 0, -1, 2**40, 1.5, b"", b"\xff\xfe", "text", "[]", "{}", "null", "[[1]]", '{"a": [1]}', "\0"]
    if isinstance(value, int):
        choices += [value + 1, value ^ (1 << chance.randrange(40)), -value] * 4
    if isinstance(value, float):
        choices += [value * 2, -value, value + 0.5] * 4
    if isinstance(value, bytes) and value:
        place = chance.randrange(len(value))
        flipped = value[:place] + bytes([value[place] ^ (1 << chance.randrange(8))]) + value[place + 1 :]
        digits = [at for at, byte in enumerate(value) if 0x30 <= byte <= 0x39]
        if digits:
            at = chance.choice(digits)
            choices += [value[:at] + bytes([0x30 + (value[at] - 0x2F) % 10]) + value[at + 1 :]] * 4
        choices += [flipped, value[:place], value[:5] + b"\x01"] * 3
    return chance.choice(choices)


class Answers:
    """The answers of each function of a reader, in a form that can be compared; functions that report damage have no answer."""

    def __init__(self, url: str) -> None:
        self.told: Counter[str] = Counter()
        self.values: dict[str, Any] = {}
        self._url = url
        try:
            with StoreReader(url) as self._reader:
                self._ask_all()
        except GpuscopeError:
            self.told["refused"] += 1
        self.problems = self._problems()

    def _ask_all(self) -> None:
        self._ask("runs", lambda reader: {record.run_id: _record(record) for record in reader.runs() if self._is_whole(record)})
        for run_id in RUNS:
            self._ask(f"run {run_id}", partial(self._run, run_id))
            self._ask(f"items {run_id} of steps", lambda reader, run_id=run_id: reader.steps(run_id).tolist())  # type: ignore[misc]
            self._ask(f"items {run_id} of events", lambda reader, run_id=run_id: _texts(reader.events(run_id)))  # type: ignore[misc]
            self._ask(f"items {run_id} of batches", lambda reader, run_id=run_id: _texts(reader.batches(run_id, 0, 200)))  # type: ignore[misc]
            self._ask(f"committed {run_id}", lambda reader, run_id=run_id: reader.committed(run_id))  # type: ignore[misc]
            self._ask(f"list {run_id}", partial(self._list, run_id))
            self._ask(f"items {run_id} of a whole run", partial(_whole, run_id))
            for name in _NAMES:
                self._ask(f"series {run_id} {name}", partial(self._series, run_id, name))
        self._ask("last", lambda reader: reader.run("last").run_id)
        self._ask("size", lambda reader: (reader.total(), reader.deleted_count(), reader.size(), sorted(reader.run_bytes())))

    def _ask(self, question: str, answer: Callable[[StoreReader], Any]) -> None:
        try:
            self.values[question] = answer(self._reader)
        except UsageError:  # there is no such run or series: it was lost, which doctor reports
            self.told["not there"] += 1
        except GpuscopeError:
            self.told["refused"] += 1

    def _is_whole(self, record: RunRecord) -> bool:
        self.told["damaged run"] += record.state is RunState.DAMAGED
        return record.state is not RunState.DAMAGED

    def _run(self, run_id: str, reader: StoreReader) -> Any:
        record = reader.checked(reader.run(run_id))
        if self._is_whole(record):
            return _record(record)
        numbers = [record.steps, record.samples, record.duration_s, record.wall_s]
        return None if numbers == [None] * 4 else {"numbers": numbers, "metrics": dict(record.metrics)}

    def _list(self, run_id: str, reader: StoreReader) -> Any:
        infos = reader.series_list(run_id)
        self.told["damaged series"] += sum(bool(info.damage) for info in infos)
        assert all(info.last is None for info in infos if info.damage)
        return [info for info in infos if not info.damage]

    def _series(self, run_id: str, name: tuple[str, str], reader: StoreReader) -> Any:
        series = reader.series(run_id, *name)
        self.told["damaged series"] += bool(series.info.damage)
        there = ~series.missing
        stamps = zip(series.before_ns[there].tolist(), series.after_ns[there].tolist(), strict=True)
        found = dict(zip(stamps, bits(series.values[there]), strict=True))
        return found, None if series.info.damage else (series.values.size, series.info)

    def _problems(self) -> list[str]:
        try:
            return repair.check(self._url)
        except GpuscopeError as error:
            return [error.message]


def _record(record: RunRecord) -> Any:
    """Return a record without the gaps for damaged readings: they report a change and are not one themselves."""
    devices = tuple(replace(result, gaps=tuple(gap for gap in result.gaps if gap.reason != DAMAGED_READINGS)) for result in record.devices)
    return replace(record, heartbeat_at=None, metrics=dict(record.metrics), devices=devices)


def _texts(values: Iterable[Any]) -> list[str]:
    return [repr(value) for value in values]


def _whole(run_id: str, reader: StoreReader) -> Any:
    with reader.snapshot(run_id) as whole:
        items: list[Any] = []
        for part in whole.readings():
            for name, values in part.values.items():
                items += zip(part.before_ns.tolist(), part.after_ns.tolist(), [(part.call, name)] * values.size, bits(values), strict=True)
        for pid, first, ends in whole.steps():
            items += [(pid, first + at, end) for at, end in enumerate(ends.tolist())]
        return items + _texts(whole.events()) + whole.series() + _texts(whole.documents()) + [entry.series for entry in whole.layouts()]


def differences(truth: Answers, found: Answers) -> list[str]:
    """Return the answers that differ from what was written.

    Rows may be lost if damage separated them from their run; it suffices that doctor reports it and the other rows are right.
    """
    wrong = []
    is_told = bool(found.problems)
    for question, value in found.values.items():
        right = truth.values[question]
        match question.split()[0]:
            case "runs":
                wrong += [f"{question}: {run_id}" for run_id, record in value.items() if record != right.get(run_id)]
            case "list":
                for info in value:
                    written, _ = truth.values.get(f"series {question.split()[1]} {(info.device, info.metric)}", ({}, None))
                    is_earlier = info.last is None or bits(np.array([info.last]))[0] in written.values()
                    lost = is_told and is_earlier and replace(info, last=None) in [replace(each, last=None) for each in right]
                    wrong += [] if info in right or lost else [f"{question}: {info}"]
            case "series":
                readings, whole = value
                wrong += [f"{question}: {key} {number}" for key, number in readings.items() if right[0].get(key) != number][:1]
                lost = is_told and whole is not None and whole[0] < right[1][0]
                wrong += [f"{question}: {whole}"] if whole not in (None, right[1]) and not lost else []
            case "run":
                partly = isinstance(value, dict) and set(value) == {"numbers", "metrics"}
                if isinstance(value, RunRecord) and is_told and all(result in right.devices for result in value.devices):
                    value = replace(value, devices=right.devices)
                if value is not None and value != right and not (partly and _shows_only_right(value, right)):
                    wrong.append(f"{question}: {value}")
            case "items":
                others = [item for item in value if item not in right] if value != right else []
                if others or (len(value) != len(right) and not is_told):
                    wrong.append(f"{question}: {len(value)} of {len(right)}, others {others[:2]!r:.400}")
            case "committed":
                wrong += [f"{question}: {value}"] if value != right and not (is_told and value < right) else []
    return wrong


def _shows_only_right(value: dict[str, Any], right: RunRecord) -> bool:
    """Return whether the record of a run with damaged environment or devices shows only the numbers that were written."""
    return value["numbers"] == [right.steps, right.samples, right.duration_s, right.wall_s] and value["metrics"] == dict(right.metrics)


def campaign(folder: Path, seed: int, rounds: int | None = None, until_s: float = float("inf")) -> Counter[str]:
    """Damage and read; return how often each kind of damage was reported.

    Raises:
        AssertionError: A reader returned a changed value, or damage that doctor does not report; the message names the round.
    """
    pristine, path = folder / "pristine.sqlite", folder / "store.sqlite"
    fill(pristine)
    truth = Answers(f"sqlite:///{pristine}")
    assert not sum(truth.told.values())
    assert not truth.problems
    told: Counter[str] = Counter()
    count = 0
    while (rounds is None or count < rounds) and time.monotonic() < until_s:
        chance = random.Random(f"{seed} {count}")
        shutil.copy(pristine, path)
        act = chance.choice((flip, overwrite))
        what = act(path, chance)
        try:
            found = Answers(f"sqlite:///{path}")
        except Exception as error:
            error.add_note(f"seed {seed}, round {count}: {what}")
            raise
        if wrong := differences(truth, found):
            raise AssertionError(f"seed {seed}, round {count}, {what}: {'; '.join(wrong)[:2000]}; doctor: {found.problems[:3]}")
        if sum(found.told.values()) and not found.problems:
            raise AssertionError(f"seed {seed}, round {count}, {what}: told in {dict(found.told)} and not by doctor")
        told += found.told
        told["rounds"] += 1
        told["rounds of which doctor tells"] += bool(found.problems)
        count += 1
    return told


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        sys.stdout.write(f"seed {arguments.seed}\n")
        sys.stdout.write(f"{dict(campaign(Path(name), arguments.seed, until_s=time.monotonic() + 60 * arguments.minutes))}\n")
