"""Command lines of the processes that import torch, for modules that do not."""

import json
from pathlib import Path

from gpuscope.core.runspec import ResolvedSpec, RunSpec

_ROOT = str(Path(__file__).resolve().parent.parent.parent)
_LEAVE = "code = main(sys.argv); gc.freeze(); sys.exit(code)"
"""The exiting interpreter collects garbage once more, which takes most of a second with torch's compiler imported,
unless all objects are exempted."""
# -P keeps the working folder off the path, where a file named torch.py would be mistaken for torch; this package's folder
# is added, because gpuscope may run from a checkout that is not installed.
_START = "import gc, sys; r={root!r}; r in sys.path or sys.path.insert(0, r); from gpuscope.workloads.{module} import main; " + _LEAVE
# Another interpreter imports only gpuscope from our folder: other packages there may be built for our Python only.
_START_ELSEWHERE = (
    "import gc, os, sys;os.environ[{variable!r}] = {packages!r}; sys.path.insert(0, {root!r}); import gpuscope; sys.path.remove({root!r}); "
    "from gpuscope.workloads.{module} import main; " + _LEAVE
)
DATA_PARALLEL = frozenset({"ddp", "fsdp2"})
"""Optimizations with which each rank takes a part of each batch."""
PARALLEL = DATA_PARALLEL | {"pipeline-parallel", "tensor-parallel"}
"""Optimizations that spread a training over several processes."""


def is_parallel(spec: RunSpec) -> bool:
    """Return whether a spec's training is spread over several processes."""
    return not PARALLEL.isdisjoint(spec.changes)


def rank_batch_size(spec: ResolvedSpec) -> int:
    """Return the batch size of each rank."""
    parts = spec.ranks * spec.nodes if not DATA_PARALLEL.isdisjoint(spec.changes) else 1
    return max(1, spec.batch_size // parts)


def child_command(spec: RunSpec, idle_s: float = 0.0) -> list[str]:
    """Return the command line that runs a built-in workload; the spec is passed as JSON.

    The process reports through the folder named in ``GPUSCOPE_CHANNEL``.

    Args:
        spec: The spec to run; the process fills in the defaults.
        idle_s: Seconds to keep the GPU's context idle after the work.
    """
    document = json.dumps(spec.to_json(), ensure_ascii=False)
    if is_parallel(spec):
        return [*_python("parallel.launcher"), document]
    return [*_python("child"), document, *([str(idle_s)] if idle_s else [])]


def ready_command(descriptor: int, kind: str) -> list[str]:
    """Return the command line of a process that imports its modules and waits for its spec.

    Args:
        descriptor: Descriptor of an inherited socket, through which it receives the spec.
        kind: The kind of run (``workload_table.ready_kind``).
    """
    return [*_python("ready_child"), str(descriptor), kind]


def rank_command(document: str) -> list[str]:
    """Return the command line of one rank of a training that is spread over several processes, for a spec as JSON."""
    return [*_python("parallel.rank"), document]


def pretrain_command(spec: ResolvedSpec) -> list[str]:
    """Return the command line that trains and stores the model of a spec."""
    return [*_python("pretrain"), json.dumps(spec.to_json(), ensure_ascii=False)]


def capabilities_command() -> list[str]:
    """Return the command line that refreshes the cache of torch's capabilities; it takes seconds to run."""
    return _python("capabilities")


def _python(module: str) -> list[str]:
    from gpuscope.system.torch_place import PACKAGES_VARIABLE, own_packages, torch_place  # lazy: a command needs none of it

    place = torch_place()
    if place.is_other:
        start = _START_ELSEWHERE.format(variable=PACKAGES_VARIABLE, packages=own_packages(), root=_ROOT, module=module)
    else:
        behind = f"import sys;sys.path += {list(place.folders)!r}; " if place.folders else ""
        start = behind + _START.format(root=_ROOT, module=module)
    return [place.python, "-P", "-c", start]
