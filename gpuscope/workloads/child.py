"""The process of a workload: runs it, and turns every outcome into a message and an exit code."""

import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from gpuscope.core.errors import GpuscopeError, UnavailableError, first_line
from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.probe.channel import VARIABLE, Channel
from gpuscope.system.imports import without_collections
from gpuscope.workloads.catalog import refusal, resolve
from gpuscope.workloads.steps.stop_request import StopRequest
from gpuscope.workloads.workload_table import workload

if TYPE_CHECKING:
    from gpuscope.workloads.capabilities import Capabilities
    from gpuscope.workloads.outcome import Outcome
    from gpuscope.workloads.steps.setting import Setting


STOPPED = 130
"""Exit code of a stopped run: 128 + SIGINT, as shells report it."""


@dataclass(frozen=True, slots=True)
class End:
    """How a run ended: the state ("finished", "failed" or "stopped"), the exit code, and the reason."""

    state: str
    exit_code: int
    reason: str | None = None


_CUT_SHORT = End("stopped", STOPPED, "stopped before the measured part was over")


def ended(run: Callable[[], End], stop: StopRequest) -> End:
    """Run a workload's function and return how it ended."""
    try:
        return run()
    except GpuscopeError as error:
        return End("failed", error.exit_code, str(error))
    except KeyboardInterrupt:
        return _CUT_SHORT
    except Exception as error:  # noqa: BLE001 - every end is reported to the recorder
        if stop.requested:  # an interrupted import may raise an exception of its own
            return _CUT_SHORT
        traceback.print_exc()
        return End("failed", 1, cause(error))


def cause(error: Exception) -> str:
    """Return a message for an exception, with a remedy if one is known."""
    text = first_line(error)
    if type(error).__name__ == "OutOfMemoryError":
        return f"the GPU's memory ran out: {text}\nMake --batch-size smaller."
    if isinstance(error, MemoryError) or "can't allocate memory" in text:
        return f"main memory ran out: {text}\nMake --batch-size smaller."
    return f"{type(error).__name__}: {text}"


def report_end(end: End, channel: Channel) -> int:
    """Report the end to the recorder, or on standard error if there is none, and return the exit code."""
    channel.end(end.state, end.exit_code, end.reason)
    if end.reason and not channel.is_connected:
        sys.stderr.write(f"{end.reason}\n")
    channel.close()
    return end.exit_code


def leave(exit_code: int) -> NoReturn:
    """Exit immediately: an orderly teardown of torch takes half a second of CPU time, and there is nothing left to do."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(exit_code)


def main(arguments: list[str]) -> int:
    """Run a workload. Returns the exit code."""
    stop = StopRequest()
    stop.install()
    return run_document(arguments[1], float(arguments[2]) if len(arguments) > 2 else 0.0, stop)


def run_document(document: str | Mapping[str, Any], idle_s: float, stop: StopRequest) -> int:
    """Run a workload and report its end; return the exit code.

    Args:
        document: Its spec as JSON, as text or parsed.
        idle_s: Seconds to keep the GPU's context idle after the work.
        stop: Stop request, already installed.
    """
    channel = Channel(os.environ.get(VARIABLE) or None)

    def whole() -> End:
        nonlocal channel
        spec = resolve(RunSpec.from_json(json.loads(document) if isinstance(document, str) else document))
        channel = Channel(os.environ.get(VARIABLE) or None, info(spec))
        channel.say_hello()
        channel.phase("load")
        return _run(spec, channel, stop, idle_s)

    end = ended(whole, stop)
    return report_end(end, channel)


def info(spec: ResolvedSpec) -> dict[str, object]:
    """Return the part of the Hello event that describes a spec."""
    return {
        "steps": spec.steps,
        "duration_s": spec.duration_s,
        "warmup_steps": spec.warmup_steps,
        "warmup_limit_s": spec.warmup_limit_s,
        "batch_size": spec.batch_size,
        "samples_per_step": workload(spec.workload).samples_per_step(spec),
        "steps_kind": workload(spec.workload).steps_kind(spec.task),
    }


def _run(spec: ResolvedSpec, channel: Channel, stop: StopRequest, idle_s: float) -> End:
    with without_collections():
        if spec.device != "cpu":
            refuse(spec)
            # cuBLAS is deterministic only with a fixed workspace (its manual, 2.1.4); it reads this variable when it starts.
            os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        from gpuscope.workloads import outcome
        from gpuscope.workloads.steps.setting import prepare

        setting = prepare(spec, channel, stop)
    result = _loop(spec)(setting)
    channel.result(outcome.values(result, setting), outcome.facts(result, setting))
    if stop.requested:
        return End("stopped", STOPPED, "stopped by request")
    if idle_s and spec.device != "cpu":
        channel.phase("baseline")
        time.sleep(idle_s)
    channel.phase("done")
    return End("finished", 0)


def refuse(spec: ResolvedSpec) -> None:
    """Repeat the recorder's checks with torch's own answers, because the recorder cannot know everything on a machine's first run.

    Raises:
        GpuscopeError: The spec cannot run here.
    """
    error = refusal(spec, _asked_of_torch())
    if error is not None:
        raise error


def _asked_of_torch() -> "Capabilities":
    """Return torch's capabilities here, and cache them, so that the next start can be refused before a process is launched."""
    from gpuscope.workloads import capabilities

    try:
        return capabilities.refresh()
    except (UnavailableError, OSError):  # an unwritable cache only makes the next start slower
        return capabilities.Capabilities.from_torch()


def _loop(spec: ResolvedSpec) -> "Callable[[Setting], Outcome]":
    from gpuscope.workloads.workload import resolve_reference

    definition = workload(spec.workload)
    loop: Callable[[Setting], Outcome] = resolve_reference(definition.loops[spec.task if definition.tasks else ""])
    return loop


if __name__ == "__main__":
    sys.exit(main(sys.argv))
