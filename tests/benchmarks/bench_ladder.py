"""Duration of the quick ladder with empty caches and with caches from the first run, and whether the two agree.

The ladder is that of `cifar-cnn` inference on the CPU, timed from the start of the command's process to its end. "First time" means an
empty `GPUSCOPE_HOME` and empty caches of torch's compiler, and includes `gpuscope doctor`'s detection of torch features.

Two runs agree if a rung's factors differ by no more than their stated uncertainties together.

The processes of the ladder's runs are also prepared without it: together, and one after another, as each run would by itself.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest import mock

from gpuscope.analysis.processor_share import others_share
from gpuscope.recording.standby_pool import StandbyPool
from gpuscope.storage.store import StoreReader
from gpuscope.system import device_use
from tests.benchmarks.row import Row
from tests.recording.recorders import command

WARM_S, FIRST_S = 90.0, 150.0
RUNS = 10
"""Runs of the ladder of `cifar-cnn` inference on two cores."""


def rows() -> list[Row]:
    """Run the ladder twice."""
    with tempfile.TemporaryDirectory() as folder:
        variables = {
            "GPUSCOPE_HOME": str(Path(folder, "home")),
            "TORCHINDUCTOR_CACHE_DIR": str(Path(folder, "inductor")),
            device_use.VARIABLE: str(Path(folder, "runtime")),
        }
        (first_s, first), (warm_s, warm) = climb(variables), climb(variables)
        others = most_taken(folder, [first, warm])
    seconds = ", ".join(f"{rung['name']} {rung['state']}" for rung in warm["rungs"] if rung["state"] != "done") or "all rungs measured"
    busy = f"others took up to {others:.0%} of the processor" if others is not None else ""
    return [
        Row("quick ladder, cifar-cnn inference, caches filled", warm_s, "s", f"≤ {WARM_S:.0f} s", warm_s <= WARM_S, f"{seconds}; {busy}"),
        Row("the same, first time", first_s, "s", f"≤ {FIRST_S:.0f} s", first_s <= FIRST_S, busy),
        *agreements(first, warm),
        preparation(),
    ]


def climb(variables: Mapping[str, str]) -> tuple[float, dict[str, Any]]:
    """Run the ladder; return its duration and its document."""
    begin = time.monotonic()
    done = subprocess.run(
        command("ladder", "--json"), env={**os.environ, **variables}, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    document = json.loads(done.stdout)
    assert isinstance(document, dict)
    return time.monotonic() - begin, document


def preparation() -> Row:
    """Return the time to prepare the processes of all runs together, compared with one after another."""
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"GPUSCOPE_HOME": folder}):
        together_s = prepared_s(folder, RUNS)
        singly_s = sum(prepared_s(folder, 1) for _ in range(RUNS))
    detail = f"one after another {singly_s:.3g} s"
    return Row(f"processes of {RUNS} runs, prepared together", together_s, "s", "less than singly", together_s < singly_s, detail)


def prepared_s(folder: str, count: int) -> float:
    """Return the seconds until a batch of processes is ready."""
    begin = time.monotonic()
    pool = StandbyPool(f"sqlite:///{folder}/gpuscope.sqlite", shows_progress=False)
    try:
        pool.prepare(count, "inference", folder, lambda: False)
        return time.monotonic() - begin
    finally:
        pool.close()
        pool.end_template()


def most_taken(folder: str, documents: list[dict[str, Any]]) -> float | None:
    """Return the largest share of the processor that other programs used during a run."""
    with StoreReader(f"sqlite:///{folder}/home/gpuscope.sqlite") as reader:
        runs = {run for document in documents for rung in document["rungs"] for run in rung["runs"]}
        shares = [share for run in runs if (share := others_share(reader.run(run))) is not None]
    return max(shares, default=None)


def agreements(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[Row]:
    """Return a row per rung that both runs measured against the same rung: the difference of its factors, and the difference allowed."""
    most = sum(math.log1p(document["spread"]) for document in (first, second))
    said = f"≤ {100 * most:.1f} %, the possible error that both state"
    found = []
    for one, other in zip(first["rungs"], second["rungs"], strict=True):
        if one["factor"] is None or other["factor"] is None or specs_differ(first, second, one, other):
            continue
        differs = abs(math.log(other["factor"] / one["factor"]))
        detail = f"{one['factor']:.3g} and {other['factor']:.3g}"
        found.append(Row(f"{one['name']}: two factors differ by", 100 * differs, "%", said, differs <= most, detail))
    return found


def specs_differ(first: Mapping[str, Any], second: Mapping[str, Any], one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether the two runs measured a rung on top of different ones."""
    return below(first, one) != below(second, other)


def below(document: Mapping[str, Any], rung: Mapping[str, Any]) -> list[str]:
    """Return the rungs kept below a rung."""
    names = [entry["name"] for entry in document["rungs"]]
    return [entry["name"] for entry in document["rungs"][: names.index(rung["name"])] if entry["kept"]]


if __name__ == "__main__":
    for row in rows():
        sys.stdout.write(f"{row}\n")
