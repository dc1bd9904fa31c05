"""Command lines of the processes that import torch, for modules that do not."""

import json
from pathlib import Path

from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.system.torch_place import PACKAGES_VARIABLE, own_packages, torch_place

_ROOT = str(Path(__file__).resolve().parent.parent.parent)
# -P keeps the working folder off the path, where a file named torch.py would be taken for torch; the folder of this
# package comes onto it, since gpuscope may run from a checkout that is not installed.
_START = (
    "import sys; r={root!r}; r in sys.path or sys.path.insert(0, r); from gpuscope.workloads.{module} import main; sys.exit(main(sys.argv))"
)
# Another interpreter imports gpuscope from our folder, and nothing else from there: what lies beside it may be built for our Python alone.
_START_ELSEWHERE = (
    "import os, sys;os.environ[{variable!r}] = {packages!r}; sys.path.insert(0, {root!r}); import gpuscope; sys.path.remove({root!r}); "
    "from gpuscope.workloads.{module} import main; sys.exit(main(sys.argv))"
)
PARALLEL = frozenset({"ddp", "fsdp2", "pipeline-parallel", "tensor-parallel"})
"""Optimizations that spread a training over several processes."""


def is_parallel(spec: RunSpec) -> bool:
    """Return whether a spec's training is spread over several processes."""
    return not PARALLEL.isdisjoint(spec.changes)


def child_command(spec: RunSpec, idle_s: float = 0.0) -> list[str]:
    """Return the argument vector that runs a built-in workload; the spec is passed as JSON.

    Args:
        spec: What to run; the process fills in the defaults.
        idle_s: Seconds to keep the GPU's context idle after the work.

    The process reports through the folder that ``GPUSCOPE_CHANNEL`` names.
    """
    document = json.dumps(spec.to_json(), ensure_ascii=False)
    if is_parallel(spec):
        return [*_python("parallel.launcher"), document]
    return [*_python("child"), document, *([str(idle_s)] if idle_s else [])]


def ready_command(descriptor: int, kind: str) -> list[str]:
    """Return the argument vector of a process that makes its imports and waits for its spec.

    Args:
        descriptor: Of an inherited socket, where it is told.
        kind: What kind of run it will be (``workload_table.ready_kind``).
    """
    return [*_python("ready_child"), str(descriptor), kind]


def rank_command(document: str) -> list[str]:
    """Return the argument vector of one rank of a training that is spread over several processes.

    Args:
        document: The spec as JSON.
    """
    return [*_python("parallel.rank"), document]


def pretrain_command(spec: ResolvedSpec) -> list[str]:
    """Return the argument vector that trains and stores the model of a spec."""
    return [*_python("pretrain"), json.dumps(spec.to_json(), ensure_ascii=False)]


def capabilities_command() -> list[str]:
    """Return the argument vector that refreshes the cache of what torch can do here; it takes seconds."""
    return _python("capabilities")


def _python(module: str) -> list[str]:
    place = torch_place()
    if place.is_other:
        start = _START_ELSEWHERE.format(variable=PACKAGES_VARIABLE, packages=own_packages(), root=_ROOT, module=module)
    else:
        behind = f"import sys;sys.path += {list(place.folders)!r}; " if place.folders else ""
        start = behind + _START.format(root=_ROOT, module=module)
    return [place.python, "-P", "-c", start]
