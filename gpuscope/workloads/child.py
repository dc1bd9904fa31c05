"""The process of a workload: gets the spec as JSON in ``argv[1]``, tells the recorder what happens, ends with the exit code.

``argv[2]``, when it is there, is how long in seconds it keeps a GPU's context idle when its work is done.

Codes: 0, 130 when it was stopped by a signal, 2 and 3 when it refuses the spec, 1 for everything else.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from gpuscope.core.errors import UnavailableError
from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.probe.channel import VARIABLE, Channel
from gpuscope.workloads.catalog import refusal, resolve
from gpuscope.workloads.child_end import STOPPED, End, ended, tell_end
from gpuscope.workloads.loops.stop_request import StopRequest
from gpuscope.workloads.workload_table import workload

if TYPE_CHECKING:
    from gpuscope.workloads.capabilities import Capabilities
    from gpuscope.workloads.loops.setting import Setting
    from gpuscope.workloads.outcome import Outcome


def main(arguments: list[str]) -> int:
    """Run a workload. Returns the exit code."""
    stop = StopRequest()
    stop.install()
    channel = Channel(os.environ.get(VARIABLE) or None)

    def whole() -> End:
        nonlocal channel
        spec = resolve(RunSpec.from_json(json.loads(arguments[1])))
        channel = Channel(os.environ.get(VARIABLE) or None, info(spec))
        channel.say_hello()
        channel.phase("load")
        return _run(spec, channel, stop, float(arguments[2]) if len(arguments) > 2 else 0.0)

    end = ended(whole, stop)
    return tell_end(end, channel)


def info(spec: ResolvedSpec) -> dict[str, object]:
    """Return what a hello says of a resolved spec."""
    return {
        "steps": spec.steps,
        "warmup_steps": spec.warmup_steps,
        "warmup_limit_s": spec.warmup_limit_s,
        "batch_size": spec.batch_size,
        "samples_per_step": workload(spec.workload).samples_per_step(spec),
        "steps_kind": workload(spec.workload).steps_kind(spec.task),
    }


def _run(spec: ResolvedSpec, channel: Channel, stop: StopRequest, idle_s: float) -> End:
    if spec.device != "cpu":
        refuse(spec)
        # cuBLAS gives the same sums only with a workspace of its own (its manual, 2.1.4); it reads this when it starts.
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    from gpuscope.workloads import outcome
    from gpuscope.workloads.loops.setting import prepare

    setting = prepare(spec, channel, stop)
    found = _loop(spec)(setting)
    channel.result(outcome.values(found, setting), outcome.facts(found, setting))
    if stop.requested:
        return End("stopped", STOPPED, "stopped by request")
    if idle_s and spec.device != "cpu":
        channel.phase("baseline")
        time.sleep(idle_s)
    channel.phase("done")
    return End("finished", 0)


def refuse(spec: ResolvedSpec) -> None:
    """Ask again what the recorder asked without torch: on the first run of a machine it could not know everything."""
    error = refusal(spec, _asked_of_torch())
    if error is not None:
        raise error


def _asked_of_torch() -> "Capabilities":
    """Return what torch can do here, and keep it for the next start, which then refuse before it starts anything."""
    from gpuscope.workloads import capabilities

    try:
        return capabilities.refresh()
    except (UnavailableError, OSError):  # the cache cannot be written, which costs only the next start's speed
        return capabilities.Capabilities.from_torch()


def _loop(spec: ResolvedSpec) -> "Callable[[Setting], Outcome]":
    from gpuscope.workloads.reference import resolve_reference

    known = workload(spec.workload)
    loop: Callable[[Setting], Outcome] = resolve_reference(known.loops[spec.task if known.tasks else ""])
    return loop


if __name__ == "__main__":
    sys.exit(main(sys.argv))
