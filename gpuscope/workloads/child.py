"""The process of a workload: gets the spec as JSON in ``argv[1]``, tells the recorder what happens, ends with the exit code.

``argv[2]``, when it is there, is how long in seconds it keeps a GPU's context idle when its work is done.

Codes: 0, 130 when it was stopped by a signal, 2 and 3 when it refuses the spec, 1 for everything else.
"""

import json
import os
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.runspec import RunSpec
from gpuscope.probe.channel import VARIABLE, Channel
from gpuscope.workloads.catalog import refusal, resolve, workload
from gpuscope.workloads.loops.stop_request import StopRequest

if TYPE_CHECKING:
    from gpuscope.workloads.capabilities import Capabilities
    from gpuscope.workloads.loops.setting import Setting
    from gpuscope.workloads.outcome import Outcome

STOPPED = 130


@dataclass(frozen=True, slots=True)
class _End:
    state: str
    exit_code: int
    reason: str | None = None


_CUT_SHORT = _End("stopped", STOPPED, "stopped before the measured part was over")


def main(arguments: list[str]) -> int:
    """Runs a workload. Returns the exit code."""
    stop = StopRequest()
    stop.install()
    channel = Channel(os.environ.get(VARIABLE) or None)
    try:
        spec = resolve(RunSpec.from_json(json.loads(arguments[1])))
        channel = Channel(os.environ.get(VARIABLE) or None, _info(spec))
        channel.say_hello()
        channel.phase("load")
        end = _run(spec, channel, stop, float(arguments[2]) if len(arguments) > 2 else 0.0)
    except GpuscopeError as error:
        end = _End("failed", error.exit_code, str(error))
    except KeyboardInterrupt:
        end = _CUT_SHORT
    except Exception as error:  # noqa: BLE001 - the recorder is told of every end
        if stop.requested:  # an import that was interrupted may say so in an exception of its own
            end = _CUT_SHORT
        else:
            traceback.print_exc()
            end = _End("failed", 1, _cause(error))
    channel.end(end.state, end.exit_code, end.reason)
    if end.reason and not channel.is_connected:
        sys.stderr.write(f"{end.reason}\n")
    channel.close()
    return end.exit_code


def _info(spec: RunSpec) -> dict[str, object]:
    return {
        "steps": spec.steps,
        "warmup_steps": spec.warmup_steps,
        "batch_size": spec.batch_size,
        "samples_per_step": workload(spec.workload).samples_per_step(spec),
        "steps_kind": workload(spec.workload).steps_kind(spec.task),
    }


def _run(spec: RunSpec, channel: Channel, stop: StopRequest, idle_s: float) -> _End:
    if spec.device != "cpu":
        _refuse(spec)
        # cuBLAS gives the same sums only with a workspace of its own (its manual, 2.1.4); it reads this when it starts.
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
    from gpuscope.workloads import outcome
    from gpuscope.workloads.loops.setting import prepare

    setting = prepare(spec, channel, stop)
    found = _loop(spec)(setting)
    channel.result(outcome.values(found, setting), outcome.facts(found, setting))
    if stop.requested:
        return _End("stopped", STOPPED, "stopped by request")
    if idle_s and spec.device != "cpu":
        channel.phase("baseline")
        time.sleep(idle_s)
    channel.phase("done")
    return _End("finished", 0)


def _refuse(spec: RunSpec) -> None:
    """Asks again what the recorder asked without torch: on the first run of a machine it could not know everything."""
    error = refusal(spec, _asked_of_torch())
    if error is not None:
        raise error


def _asked_of_torch() -> "Capabilities":
    """Returns what torch can do here, and keeps it for the next start, which then refuses before it starts anything."""
    from gpuscope.workloads import capabilities

    try:
        return capabilities.refresh()
    except (UnavailableError, OSError):  # the cache cannot be written, which costs only the next start's speed
        return capabilities.Capabilities.from_torch()


def _loop(spec: RunSpec) -> "Callable[[Setting], Outcome]":
    from gpuscope.workloads.reference import resolve_reference

    known = workload(spec.workload)
    loop: Callable[[Setting], Outcome] = resolve_reference(known.loops[spec.task if known.tasks else ""])
    return loop


def _cause(error: Exception) -> str:
    """Returns what happened in words, with what to do when it is known."""
    text = str(error).partition("\n")[0]
    if type(error).__name__ == "OutOfMemoryError":
        return f"the GPU's memory ran out: {text}\nMake --batch-size smaller."
    if isinstance(error, MemoryError) or "can't allocate memory" in text:
        return f"main memory ran out: {text}\nMake --batch-size smaller."
    return f"{type(error).__name__}: {text}"


if __name__ == "__main__":
    sys.exit(main(sys.argv))
