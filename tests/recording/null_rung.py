"""Thorough ladders with a single rung that does nothing: an optimization with only the base class's hooks, so the model runs unchanged.

`python -m tests.recording.null_rung [20]`, with the number of ladders. Each has 5 repeats of either side, in turns, of `mnist-mlp` on one
thread, with windows of 2 s after a warm-up of at most 3 s; about a minute and a half per ladder on two free cores. Claims have 95 %
intervals, so at least 19 of 20 ladders must report "no measurable difference"; the exit code is 1 if fewer do.

The optimization is not part of the product: a `sitecustomize` on the PYTHONPATH adds it to the registry in every process of the campaign.
"""

import contextlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import MappingProxyType, ModuleType

_ROOT = Path(__file__).resolve().parent.parent.parent
_REGISTRY = "gpuscope.workloads.optimizations.registry"
_SITE = "import sys; sys.path.append({root!r})\nfrom tests.recording.null_rung import InRegistry\nsys.meta_path.insert(0, InRegistry())\n"
KEY = "null"
SILENT = "no measurable difference"
WINDOW_S, WARMUP_LIMIT_S, REPEATS = 2.0, 3.0, 5
_MOST_WRONG = 1 / 20


class InRegistry:
    """Adds the optimization to the registry when the registry is imported."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the registry's own spec, with a loader that adds the optimization."""
        if name != _REGISTRY:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            spec.loader = _Added(spec.loader)
        return spec


class _Added(Loader):
    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        from gpuscope.workloads.optimizations.optimization import Optimization

        class Null(Optimization):
            key, title, help = KEY, "Nothing", "Changes nothing."

        module.OPTIMIZATIONS = MappingProxyType({**module.OPTIMIZATIONS, KEY: Null})  # type: ignore[attr-defined]


def campaign(count: int, tell: Callable[[str], None], *, repeats: int = REPEATS, window_s: float = WINDOW_S) -> list[str]:
    """Run the given number of ladders, and return the verdicts on the rung that does nothing."""
    verdicts = []
    for number in range(count):
        verdict, detail = _ladder(repeats, window_s)
        verdicts.append(verdict)
        tell(f"{number + 1}/{count} {verdict}: {detail}")
    return verdicts


def _ladder(repeats: int, window_s: float) -> tuple[str, str]:
    from gpuscope.analysis.comparison import compare
    from gpuscope.analysis.group import Group
    from gpuscope.core.plan import PlanKind
    from gpuscope.core.runspec import RunSpec
    from gpuscope.recording.conductor import conduct
    from gpuscope.recording.ladder import ladder_options, ladder_view
    from gpuscope.recording.plan_records import PlanRecords
    from gpuscope.recording.plan_start import create_plan
    from gpuscope.reports.comparison_rows import MARKS
    from gpuscope.workloads.capabilities import Capabilities
    from tests.recording.recorders import store_url

    asked = RunSpec("mnist-mlp", threads=1, duration_s=window_s, warmup_limit_s=WARMUP_LIMIT_S)
    options = replace(ladder_options(asked, Capabilities.load(), thorough=True, repeats=repeats), rungs=(KEY,))
    plan = conduct(store_url(), create_plan(store_url(), PlanKind.LADDER, options.plan_name, options=options.to_json()))
    with contextlib.closing(PlanRecords(store_url())) as records:
        records.plan = plan
        card = ladder_view(plan, records).cards[-1]
    below, runs = card.step.below, card.step.runs
    changes = [[run.spec.changes for run in below], [run.spec.changes for run in runs]]
    assert changes == [[()] * repeats, [(KEY,)] * repeats], [changes, [item.reason for item in plan.items if item.reason]]
    word = compare([Group("below", below), Group("this", runs)]).metrics["throughput"][1].verdict
    return MARKS[word].description, f"factor {card.factor_text}, 95 % interval {card.interval_text}"


def add_rung() -> None:
    """Register the rung for ladders of this process."""
    from gpuscope.workloads.rungs import RUNGS, Change, Relief, Rung

    RUNGS[KEY] = Rung(KEY, "Nothing", "Runs the model unchanged.", "", (Relief.ARITHMETIC,), (Change(add=KEY),))


def main(arguments: Sequence[str]) -> int:
    """Run a campaign in a folder of its own and print the outcome."""
    count = int(arguments[0]) if arguments else 20
    with tempfile.TemporaryDirectory() as folder:
        from gpuscope.system import device_use

        (site := Path(folder, "site")).mkdir()
        (site / "sitecustomize.py").write_text(_SITE.format(root=str(_ROOT)), encoding="utf-8")
        os.environ["PYTHONPATH"] = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
        os.environ["GPUSCOPE_HOME"] = str(Path(folder, "home"))
        os.environ[device_use.VARIABLE] = str(Path(folder, "runtime"))
        sys.meta_path.insert(0, InRegistry())
        add_rung()
        verdicts = campaign(count, lambda text: print(text, flush=True))
    silent = verdicts.count(SILENT)
    print(f"{silent} of {count} say {SILENT!r}; windows of {WINDOW_S:g} s, {REPEATS} repeats of either side")
    return 1 if count - silent > count * _MOST_WRONG else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
