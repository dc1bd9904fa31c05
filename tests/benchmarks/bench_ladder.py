"""How long the quick ladder takes, with empty caches and again with what the first left, and whether the two agree.

The ladder is that of `cifar-cnn` inference on the CPU, by the command, from the start of its process to its end. "First time" is an empty
`GPUSCOPE_HOME` and empty caches of torch's compiler; the processor's knowledge of torch (`gpuscope doctor`) is part of it.

Two looks agree where a rung's factor differs by no more than the windows of its runs explain: the medians of a window's seconds scatter by
some standard error, and a factor has those of two windows in each of the looks. A machine that others use moves by more; the row says so.
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

import numpy as np

from gpuscope.analysis.processor_share import others_share
from gpuscope.storage.store import StoreReader
from gpuscope.system import device_use
from tests.benchmarks.row import Row
from tests.recording.recorders import command

WARM_S, FIRST_S = 90.0, 150.0
_BLOCKS = 6
"""Into which the steps of a window are cut, half a second each, to see how far its throughput scatters."""
_STANDARD_ERRORS = 4.0
"""By which seven factors may differ: with 2, one pair of ladders in three would have one that does by chance."""
_LEAST_SPREAD = 0.03
"""From run to run a window moves by 1 to 3 % beside its own scatter (reports.ladder_view, HELPED)."""


def rows() -> list[Row]:
    """Climb the ladder twice."""
    with tempfile.TemporaryDirectory() as folder:
        variables = {
            "GPUSCOPE_HOME": str(Path(folder, "home")),
            "TORCHINDUCTOR_CACHE_DIR": str(Path(folder, "inductor")),
            device_use.VARIABLE: str(Path(folder, "runtime")),
        }
        (first_s, first), (warm_s, warm) = climb(variables), climb(variables)
        spreads, others = spreads_of(folder, [first, warm])
    seconds = ", ".join(f"{rung['name']} {rung['state']}" for rung in warm["rungs"] if rung["state"] != "done") or "all rungs measured"
    busy = f"others took up to {others:.0%} of the processor" if others is not None else ""
    return [
        Row("quick ladder, cifar-cnn inference, caches filled", warm_s, "s", f"≤ {WARM_S:.0f} s", warm_s <= WARM_S, f"{seconds}; {busy}"),
        Row("the same, first time", first_s, "s", f"≤ {FIRST_S:.0f} s", first_s <= FIRST_S, busy),
        *agreements(first, warm, spreads),
    ]


def climb(variables: Mapping[str, str]) -> tuple[float, dict[str, Any]]:
    """Climb the ladder; return how long it took, and its document."""
    begin = time.monotonic()
    done = subprocess.run(
        command("ladder", "--json"), env={**os.environ, **variables}, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    document = json.loads(done.stdout)
    assert isinstance(document, dict)
    return time.monotonic() - begin, document


def spreads_of(folder: str, documents: list[dict[str, Any]]) -> tuple[dict[str, float], float | None]:
    """Return the relative standard error of each run's throughput, by the steps of its window, and the most that others took."""
    spreads, shares = dict[str, float](), list[float]()
    with StoreReader(f"sqlite:///{folder}/home/gpuscope.sqlite") as reader:
        for run_id in {run for document in documents for rung in document["rungs"] for run in (*rung["runs"], *rung["against"])}:
            record = reader.run(run_id)
            steps_ns = reader.steps(run_id)[record.warmup_steps or 0 :]
            edges = np.linspace(steps_ns[0], steps_ns[-1], _BLOCKS + 1)
            rates = np.histogram(steps_ns, edges)[0]
            spreads[run_id] = float(np.std(rates, ddof=1) / np.mean(rates) / math.sqrt(_BLOCKS))
            if (share := others_share(record)) is not None:
                shares.append(share)
    return spreads, max(shares, default=None)


def agreements(first: Mapping[str, Any], second: Mapping[str, Any], spreads: Mapping[str, float]) -> list[Row]:
    """Return a row a rung that both looks measured against the same rung: by how much its factor differs, and by how much it may."""
    found = []
    for one, other in zip(first["rungs"], second["rungs"], strict=True):
        if one["factor"] is None or other["factor"] is None or specs_differ(first, second, one, other):
            continue
        runs = [rung[key][-1] for rung in (one, other) for key in ("runs", "against")]
        spread = math.sqrt(sum(spreads[run] ** 2 + (_LEAST_SPREAD / 2) ** 2 for run in runs))
        differs, most = abs(math.log(other["factor"] / one["factor"])), _STANDARD_ERRORS * spread
        detail = f"{one['factor']:.3g} and {other['factor']:.3g}"
        found.append(
            Row(f"{one['name']}: two factors differ by", 100 * differs, "%", f"≤ {100 * most:.1f} %, their spread", differs <= most, detail)
        )
    return found


def specs_differ(first: Mapping[str, Any], second: Mapping[str, Any], one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two looks measured a rung on top of different ones."""
    return below(first, one) != below(second, other)


def below(document: Mapping[str, Any], rung: Mapping[str, Any]) -> list[str]:
    """Return the rungs that were kept below a rung."""
    names = [entry["name"] for entry in document["rungs"]]
    return [entry["name"] for entry in document["rungs"][: names.index(rung["name"])] if entry["kept"]]


if __name__ == "__main__":
    for row in rows():
        sys.stdout.write(f"{row}\n")
