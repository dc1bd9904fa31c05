"""Coverage-guided fuzzing of all readers of foreign files.

``python -m tests.bundles.fuzz --minutes 5`` mutates seeds (a bundle's members, logs of other programs), traces the sequence of the
importer's lines, and continues from inputs that reached something new. The only valid outcomes are a run that can be stored, read back and
checked, or RecordingFileError, both within seconds. Any other outcome is printed with the seed that reproduces it, and the input is kept in
``--keep``.
"""

import argparse
import faulthandler
import random
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import gpuscope.bundles
from gpuscope.bundles.limits import RecordingFileError
from gpuscope.bundles.recording_import import import_recording
from gpuscope.storage import repair
from gpuscope.storage.run_intake import run_intake
from gpuscope.storage.store import StoreReader
from tests.bundles.members import packed, small_bundle
from tests.bundles.recorded import everything, url
from tests.bundles.test_foreign_files import carbon_csv, mlflow_store, smi_log

Input = dict[str, bytes]
"""Members or files by name; a single entry named ``*.csv`` or ``*.gpuscope`` is a file of its own."""
_LONGEST_S = 60.0
"""Time limit for an input, many times what any takes; beyond it the process ends with a traceback."""
_PACKAGE = str(Path(gpuscope.bundles.__file__).parent)
_WORDS = (
    "0",
    "-1",
    "1e999",
    "9223372036854775808",
    "null",
    "NaN",
    '"',
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\n",
    "\\ud800",
    "running",
    "[N/A]",
    " W",
)
_TOKENS = (*(word.encode() for word in _WORDS), b"\0", b"\xff" * 8, b"\xff\xff\xff\x7f", b"\0\0\0\0\0\0\0\x80", b"../", b"PK")


@dataclass(slots=True)
class Findings:
    """The results of a campaign.

    Attributes:
        tried: Number of inputs.
        taken: Number of inputs that were stored.
        edges: Number of different transitions between lines of the importer.
        corpus: Number of inputs that reached something new.
        failures: Tracebacks of the inputs that ended badly.
    """

    tried: int = 0
    taken: int = 0
    edges: int = 0
    corpus: int = 0
    failures: list[str] = field(default_factory=list)


class Coverage:
    """The transitions between lines inside the importer."""

    def __init__(self) -> None:
        self.edges: set[tuple[str, int, int]] = set()

    def run(self, work: Callable[[], object]) -> set[tuple[str, int, int]]:
        """Call a function and return the transitions that it made."""
        self.edges = set()
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            work()
        finally:
            sys.settrace(before)
        return self.edges

    def _call(self, frame: FrameType, event: str, argument: object) -> Any:
        name = frame.f_code.co_filename
        if not name.startswith(_PACKAGE):
            return None
        last = 0

        def line(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal last
            self.edges.add((name, last, frame.f_lineno))
            last = frame.f_lineno
            return line

        return line


class Fuzzer:
    """Tries inputs in a folder of its own.

    Args:
        folder: Folder for seeds, inputs and stores.
        seed: Seed of the random number generator.

    Attributes:
        seeds: Initial inputs that have not been tried yet.
        corpus: Inputs that reached something new.
        findings: The results so far.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.coverage = Coverage()
        self.known: set[tuple[str, int, int]] = set()
        self.seeds = seeds(folder)
        self.corpus: list[Input] = []
        self.findings = Findings()
        with run_intake(url(folder / "empty")):
            pass
        self._empty_store()

    def run(self, is_over: Callable[[], bool], keep: Path | None = None) -> Findings:
        """Try every seed once, then try mutations until ``is_over``."""
        while self.seeds:
            self._try(self.seeds.pop(0), keep)
        while not is_over():
            self._try(self._changed(self.chance.choice(self.corpus)), keep)
        self.findings.edges, self.findings.corpus = len(self.known), len(self.corpus)
        return self.findings

    def _try(self, tried: Input, keep: Path | None) -> None:
        self.findings.tried += 1
        path = written(self.folder / "in", tried)
        faulthandler.dump_traceback_later(_LONGEST_S, exit=True)
        try:
            reached = self.coverage.run(lambda: self._take(self.folder / "store", path))
        except Exception:  # noqa: BLE001 - what is looked for
            reached = self.coverage.edges
            self.findings.failures.append(traceback.format_exc())
            self._empty_store()
            if keep is not None:
                written(keep / f"failure-{len(self.findings.failures)}", tried)
        finally:
            faulthandler.cancel_dump_traceback_later()
            shutil.rmtree(self.folder / "in")
        if not reached <= self.known:
            self.known |= reached
            self.corpus.append(tried)

    def _empty_store(self) -> None:
        shutil.rmtree(self.folder / "store", ignore_errors=True)
        shutil.copytree(self.folder / "empty", self.folder / "store")

    def _take(self, folder: Path, path: Path) -> None:
        store = url(folder)
        try:
            run_ids = import_recording(store, path).run_ids
        except RecordingFileError:
            with closing(sqlite3.connect(store.removeprefix("sqlite:///"))) as left:  # many times as fast as a reader
                assert left.execute("SELECT count(*) FROM runs").fetchone() == (0,)
            return
        self.findings.taken += 1
        with StoreReader(store) as reader:
            reader.runs()
        for run_id in run_ids[:3]:
            everything(store, run_id)
        assert repair.check(store) == []
        self._empty_store()

    def _changed(self, one: Input) -> Input:
        name = self.chance.choice(list(one))
        data = one[name]
        for _ in range(self.chance.choice((1, 1, 1, 2, 4))):
            data = self._mutated(data)
        if self.chance.random() < 0.02:
            return {key: value for key, value in one.items() if key != name} or one
        return one | {name: data}

    def _mutated(self, data: bytes) -> bytes:
        at, to = sorted((self.chance.randrange(len(data) + 1), self.chance.randrange(len(data) + 1)))
        to = min(to, at + 40)
        token = self.chance.choice(_TOKENS)
        match self.chance.randrange(6):
            case 0:
                return data[:at] + bytes([self.chance.randrange(256)]) + data[at + 1 :]
            case 1:
                return data[:at] + token + data[at:]
            case 2:
                return data[:at] + token + data[at + len(token) :]
            case 3:
                return data[:at] + data[to:]
            case 4:
                return data[:to] + data[at:to] + data[to:]
        return data[:at]


def seeds(folder: Path) -> list[Input]:
    """Return the initial inputs: a valid one of each kind."""
    members = small_bundle(url(folder / "seed"), folder)
    run = mlflow_store(folder / "seed") / "7" / "abc"
    files = {str(one.relative_to(run)): one.read_bytes() for one in run.rglob("*") if one.is_file()}
    csvs = [{"log.csv": smi_log(8).encode()}, {"emissions.csv": carbon_csv({}, {"run_id": "u-2"}).encode()}]
    return [members, {"whole.gpuscope": packed(members)}, *csvs, files]


def written(folder: Path, one: Input) -> Path:
    """Write an input as a file or folder, and return its path."""
    folder.mkdir(parents=True)
    names = set(one)
    if len(names) == 1 and next(iter(names)).endswith((".csv", ".gpuscope")):
        path = folder / next(iter(names))
        path.write_bytes(next(iter(one.values())))
        return path
    if "meta.yaml" in names or any(name.startswith(("metrics/", "params/", "tags/")) for name in names):
        for name, data in one.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        return folder
    path = folder / "packed.gpuscope"
    path.write_bytes(packed(one))
    return path


def main() -> int:
    """Run for some minutes; the exit code is 1 if any input ended badly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=0, help="start of the chance; 0 takes another every time")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "gpuscope-fuzz", help="folder for what ended badly")
    arguments = parser.parse_args()
    seed, end = arguments.seed or time.time_ns() % 2**32, time.monotonic() + 60 * arguments.minutes
    with tempfile.TemporaryDirectory(prefix="gpuscope-fuzz-") as folder:
        found = Fuzzer(Path(folder), seed).run(lambda: time.monotonic() > end, arguments.keep / str(seed))
    print(f"seed {seed}: {found.tried} inputs, {found.taken} taken, {found.edges} edges, {found.corpus} in the corpus")
    for words in found.failures[:5]:
        print(words)
    print(f"{len(found.failures)} ended badly" + (f"; they are in {arguments.keep / str(seed)}" if found.failures else ""))
    return 1 if found.failures else 0


if __name__ == "__main__":
    sys.exit(main())
