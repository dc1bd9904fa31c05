"""How a process of a workload ends: whatever happens in it, in words and with an exit code."""

import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from gpuscope.core.errors import GpuscopeError
from gpuscope.probe.channel import Channel
from gpuscope.workloads.loops.stop_request import StopRequest

STOPPED = 130


@dataclass(frozen=True, slots=True)
class End:
    """An end: "finished", "failed" or "stopped", the exit code, and why."""

    state: str
    exit_code: int
    reason: str | None = None


_CUT_SHORT = End("stopped", STOPPED, "stopped before the measured part was over")


def ended(run: Callable[[], End], stop: StopRequest) -> End:
    """Return how a function ended that runs a workload."""
    try:
        return run()
    except GpuscopeError as error:
        return End("failed", error.exit_code, str(error))
    except KeyboardInterrupt:
        return _CUT_SHORT
    except Exception as error:  # noqa: BLE001 - the recorder is told of every end
        if stop.requested:  # an import that was interrupted may say so in an exception of its own
            return _CUT_SHORT
        traceback.print_exc()
        return End("failed", 1, cause(error))


def cause(error: Exception) -> str:
    """Return what happened in words, with what to do when it is known."""
    text = str(error).partition("\n")[0]
    if type(error).__name__ == "OutOfMemoryError":
        return f"the GPU's memory ran out: {text}\nMake --batch-size smaller."
    if isinstance(error, MemoryError) or "can't allocate memory" in text:
        return f"main memory ran out: {text}\nMake --batch-size smaller."
    return f"{type(error).__name__}: {text}"


def tell_end(end: End, channel: Channel) -> int:
    """Tell the recorder, or whoever reads standard error where there is none, and return the exit code."""
    channel.end(end.state, end.exit_code, end.reason)
    if end.reason and not channel.is_connected:
        sys.stderr.write(f"{end.reason}\n")
    channel.close()
    return end.exit_code


def leave(exit_code: int) -> NoReturn:
    """End this process at once: to take torch apart in good order costs half a second of a core, and nothing is left to be done."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(exit_code)
