"""The owner's side of the sensor helper: starts it, gives it deadlines, restarts it, tells its gaps."""

from collections.abc import Mapping, Sequence

from gpuscope.core.device import Device
from gpuscope.core.event import Event


class SensorSupervisor:
    """Owns one sensor helper. Single-threaded, never blocks (but ``stop``, for a bounded time); made for a selectors loop.

    Register :meth:`fileno` for reading; after each call of :meth:`on_readable` and :meth:`tick` look whether it changed
    (it is None for at least one turn of the loop between two helpers). Every ``Hello`` that comes out declares the devices, calls
    and qualities anew, those of earlier helpers included. A gap is told when it opens (``end_ns`` None) and again, with the same
    device, metrics and start, when it ends.

    Args:
        only: "host" leaves the GPUs out; None takes every back end.
        hz: Rate of the fast calls.
        stderr: Descriptor that takes the helper's standard error; None drops it.
    """

    def __init__(self, *, only: str | None = None, hz: float = 10.0, stderr: int | None = None) -> None:
        raise NotImplementedError

    def start(self, watch_pid: int | None = None, own_pids: Sequence[int] = ()) -> None:
        """Starts the helper; ``own_pids`` are those of the recorder, the helper adds its own."""
        raise NotImplementedError

    def fileno(self) -> int | None:
        """Returns the descriptor to wait on for reading; None while no helper runs."""
        raise NotImplementedError

    def on_readable(self) -> list[Event]:
        """Reads what is there: Hello, Sample, Gap, Log (info, warning; never "alive")."""
        raise NotImplementedError

    def tick(self, now_ns: int) -> list[Event]:
        """Looks at the deadlines: call it at least every second, and when :meth:`next_deadline_ns` has come."""
        raise NotImplementedError

    def next_deadline_ns(self) -> int:
        """Returns the monotonic stamp by which :meth:`tick` wants to be called."""
        raise NotImplementedError

    def watch(self, pid: int | None, apart: Sequence[int] = ()) -> None:
        """Follows the process tree under a pid; None stops. ``apart``: processes of the tree (the guards) not counted themselves."""
        raise NotImplementedError

    def stop(self, timeout_s: float = 1.5) -> list[Event]:
        """Lets the helper read on until one counter update after now, ends and reaps it; blocks for at most about ``timeout_s``."""
        raise NotImplementedError

    @property
    def ready(self) -> bool:
        """Whether every back end has told its devices, or is known to be missing."""
        raise NotImplementedError

    @property
    def pid(self) -> int | None:
        """The helper's process; None while none runs."""
        raise NotImplementedError

    @property
    def cpu_time_s(self) -> float:
        """Processor seconds of all helpers so far."""
        raise NotImplementedError

    @property
    def devices(self) -> tuple[Device, ...]:
        """The devices told so far, with what can be measured on them now."""
        raise NotImplementedError

    @property
    def calls(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """The (device, metric) of each value, by call, as ``RunWriter.declare`` takes them."""
        raise NotImplementedError

    @property
    def quality(self) -> Mapping[str, tuple[str, str]]:
        """The (quality, source) of each "device/metric", as ``RunWriter.declare`` takes them."""
        raise NotImplementedError
