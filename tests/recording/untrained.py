"""Workloads whose steps are naps: conductor, recorder and store see an ordinary run, and no process imports torch.

For tests of the code around a run. Importing torch takes two and a half seconds of a core, the rest of a run one second.
Only the training loop is replaced; the rest of the workload's process is real: the spec, the channel and its ring, the phases, stopping by
signal, the end.
"""

import sys
import time
from pathlib import Path

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.runspec import ResolvedSpec
from gpuscope.probe.channel import Channel
from gpuscope.workloads import child, ready_child
from gpuscope.workloads.steps.stop_request import StopRequest

_ROOT = Path(__file__).resolve().parent.parent.parent
_SITE = f"""import sys
if any(f"gpuscope.workloads.{{name}}" in part for part in sys.orig_argv for name in ("child", "ready_child", "parallel.launcher")):
    sys.path.append({str(_ROOT)!r})
    from tests.recording.untrained import install
    install()
"""
_STEP_S = 0.002
_BLOCK = 10
"""Steps between two checks of the clock and of the request to stop."""
compute = child._run
"""What the naps replace, for a test of which only some runs nap."""


def search_path(folder: Path) -> str:
    """Write the module that makes workloads nap to a new folder, and return the PYTHONPATH for it."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(_SITE, encoding="utf-8")
    return str(folder)


def install() -> None:
    """Make the workload of this process nap, or end at once in place of ranks.

    A worker kept ready imports nothing before it learns what to run.
    """
    child._run = _nap
    ready_child.IMPORTED = dict.fromkeys(ready_child.IMPORTED, ())
    if any("parallel.launcher" in part for part in sys.orig_argv):
        from gpuscope.workloads.parallel import launcher

        launcher._run = lambda *_: child.End("finished", 0)


def _nap(spec: ResolvedSpec, channel: Channel, stop: StopRequest, idle_s: float) -> child.End:
    with stop.deferred():
        channel.phase("warmup", step=0)
        channel.phase("measured", step=0)
        taken, begin = 0, time.monotonic()
        while not (stop.requested or _is_over(spec, taken, time.monotonic() - begin)):
            for _ in range(_BLOCK):
                time.sleep(_STEP_S)
                channel.stepper()()
            taken += _BLOCK
        channel.phase("evaluate", step=taken)
    loss = Quantity(1.0, "1", Quality.MEASURED, "of no model: the steps were naps")
    channel.result({"loss": loss.to_json()}, {"threads": spec.threads})
    if stop.requested:
        return child.End("stopped", child.STOPPED, "stopped by request")
    channel.phase("done")
    return child.End("finished", 0)


def _is_over(spec: ResolvedSpec, taken: int, seconds: float) -> bool:
    return taken >= spec.steps if spec.steps is not None else seconds >= (spec.duration_s or 0.0)
