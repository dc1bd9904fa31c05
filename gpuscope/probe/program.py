"""``step``, ``log`` and ``phase`` for users' programs. None of them raises; without a recorder they do nothing.

Step ends go through the channel's ring, everything else into a file that the recorder maps too; neither takes a system call.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable

from gpuscope.probe.channel import PATIENCE_S, VARIABLE, Channel, json_number, plain_text
from gpuscope.probe.hooks.mapped_file import ranks
from gpuscope.probe.report_ring import INSIDE, PHASES, SINCE, ReportRing
from gpuscope.probe.ring import FIRST_SAMPLES, HEAD, SAMPLED, SAMPLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any  # not at run time, as in the channel

_STEP_PHASES = frozenset(("data", "copy", "forward", "prefill", "decode", "backward", "optimizer"))
"""Phases of a step whose times are reported per step, named as in ``core.workload_keys``, which the probe does not import."""
_STEP_INTERVAL_NS = 100_000_000
"""Minimum interval between two steps whose phases are reported: ten a second, as for the workloads."""
_LONG_NS, _TRIED = 50_000_000, 20
"""A phase that averages less than 50 ms after at least twenty occurrences is still counted, but no longer reported each time."""
_KEYS_KEPT = 1000
"""Number of keys whose JSON is cached: a program that makes up a key for each value must not fill the memory."""
_MOST_SAMPLES = 1 << 40
"""Upper limit of samples per step; the sum over millions of such steps still fits the ring's number."""
_STEPS_WITHOUT_TORCH = 100
"""From this step on, a program without torch answers a request for a profile too: that none can be recorded."""
_INT64 = 1 << 63
"""The recorder reads no integer from this size on; Python does not even write one of more than 4300 digits."""
_MORE = "further phases"
_clock = time.perf_counter_ns


class _Unmapped:
    """Stands in for the file if it cannot be created: lines are sent over the socket, phase times are discarded."""

    name = None

    def __init__(self, send: Callable[[bytes], None]) -> None:
        self.header, self.phases = [0] * (HEAD + PHASES), [0] * (2 * PHASES)
        self._send = send

    def write(self, line: bytes) -> bool:
        self._send(line)
        return True

    def name_phase(self, *_: object) -> None:
        pass


class Program(Channel):
    """The connection of a user's program to the recorder: a channel, and the file for its log lines and phases.

    Attributes:
        steps_itself: Whether it has called ``step``; only these calls count as its steps then.
        own_names: The first names of values that it has logged itself, each with its JSON.
        seen: The last value by name that a logger of the program was given.
    """

    def __init__(self, folder: str | None) -> None:
        self.steps_itself = False
        self.own_names: dict[str, str] = {}
        self.seen: dict[str, float] = {}
        self._nodes: dict[tuple[int, str], int] = {}
        self._named: list[tuple[int, str]] = [(0, "")]
        self._brief: set[str] = set()
        self._as_block: set[str] = set()
        self._in_blocks = False
        super().__init__(folder)

    def _reset(self) -> None:
        super()._reset()
        self._reports: Any = None
        self._samples: int | None = None
        self._report_lock = threading.Lock()
        self._announced = {0}
        self._unsent = 0
        self._inside = self._base = self._shown = 0
        self._since = _clock()
        self._sampled: dict[str, int] | None = None
        self._sample_ns = 0
        self._phased = False
        self._capture: Any = None
        self._ranges: Any = None

    def _drop_ring(self) -> None:
        super()._drop_ring()
        reports, self._reports = getattr(self, "_reports", None), None
        if reports is not None:
            with contextlib.suppress(BufferError, AttributeError):
                reports.close()

    def _hello_info(self) -> dict[str, Any]:
        reports = {"reports": self._reports.name} if self._reports is not None and self._reports.name else {}
        samples = {} if self._samples is None else {"samples_per_step": self._samples}
        return {**super()._hello_info(), **_rank(), **samples, **reports}

    def _file(self) -> Any:
        """Return the file for log lines and phases, creating it if needed."""
        if self._reports is None:
            try:
                self._reports = ReportRing(self._folder or "", PATIENCE_S)
                self._go_on()
            except Exception:  # noqa: BLE001 - no error may reach the program
                self._reports = _Unmapped(lambda line: self._locked(lambda: self._send(line)))
            self._since = _clock()
            self._locked(self._greet)
        return self._reports

    def _go_on(self) -> None:
        """Go on with the phases of the program that this one has replaced (exec), if any, which has left the one that it was in."""
        self._reports.leave_phase(self._since)
        for node, (parent, name) in enumerate(self._reports.named_phases() if not self._nodes else (), 1):
            self._named.append((parent, name))
            self._announced.add(node)
            if name:
                self._nodes[parent, name] = node

    def _write(self, line: str) -> None:
        if not (self._reports or self._file()).write(line.encode("ascii", "replace")):
            self._unsent += 1
        elif self._unsent:
            count, self._unsent = self._unsent, 0
            self._write(_log_line(_clock(), "warning", json.dumps(f"events of the program that could not be sent: {count}"), "", "null"))

    def _report_safely(self, action: Callable[..., object], *arguments: Any) -> None:
        # With a timeout: a signal handler may report something in the middle of a report that it interrupted.
        if not (self._report_lock.acquire(False) or self._report_lock.acquire(timeout=PATIENCE_S)):
            return
        try:
            action(*arguments)
        except Exception:  # noqa: BLE001 - no error may reach the program
            self._unsent += 1
        finally:
            self._report_lock.release()

    # Messages and values

    @property
    def has_room(self) -> bool:
        """Whether a line can be written without waiting for the recorder."""
        reports = self._reports
        return reports is None or reports.name is None or reports.has_room()

    def tell(self, text: Any, step: Any, values: dict[str, Any], names: dict[str, str] | None = None) -> None:
        """Log a message, values, or both.

        Args:
            text: The message.
            step: The step.
            values: Values by name.
            names: Names with their JSON, to which the new ones are added; by default :attr:`own_names`.
        """
        stamp, quoted, parts = _clock(), self.own_names if names is None else names, []
        is_known = False
        for key, value in values.items():
            if type(value) is float and value - value == 0.0:  # finite
                number = repr(value)
            else:
                finite = json_number(value)
                if finite is None:
                    continue
                number = json.dumps(finite)
            name = quoted.get(key) or self._quote(key, number, quoted)
            if name:
                parts.append(f"{name}:{number}")
            else:
                is_known = True
        message = text if type(text) is str else plain_text(text)
        if is_known and not parts and not message:
            return
        level = "values" if parts and not message else "info"
        text_json = json.dumps(message) if message else '""'
        step_json = str(step) if type(step) is int and abs(step) < _INT64 else "null"
        line = _log_line(stamp, level, text_json, ",".join(parts), step_json)
        self._report_safely(self._write, line)

    def _quote(self, key: str, number: str, quoted: dict[str, str]) -> str:
        """Return the JSON of a new name; "" if the program logs the number itself that one of its loggers was given just before."""
        text = json.dumps(key)
        if len(quoted) < _KEYS_KEPT:
            quoted[key] = text
        is_known = quoted is self.own_names and key in self.seen and repr(float(self.seen[key])) == number
        return "" if is_known else text

    # Steps

    def end_step(self, samples: Any) -> contextlib.AbstractContextManager[None]:
        """Count a step that ends now; as a context manager, the returned object counts it at the end of its block instead."""
        if self._folder is None:
            return _NOTHING
        self.steps_itself = True
        self._step()
        if samples is not None:
            self._add_samples(samples, 1)
        if self._phased and not self._in_blocks:
            self.sample_phases()
        if not self._in_blocks:
            self._after_step()
        return _StepBlock(samples)

    def _after_step(self) -> None:
        """Start or stop the profiler, if one is requested."""
        try:
            if self._capture is None and not self._can_capture():
                return
            self._capture.after_step(self._ring.header[HEAD] if self._ring is not None else 0)
            self._follow_capture()
        except Exception:  # noqa: BLE001 - no error may reach the program
            self._capture = None

    def after_seen_step(self, steps: int) -> bool:
        """Do the same after a detected step, if the program does not report steps itself; return whether a profiler is running.

        Args:
            steps: Number of steps detected so far.
        """
        if self._folder is None or self.steps_itself:
            return False
        if self._capture is None:
            self._make_capture()
        if self._capture.is_on and self._capture.optimizers.when_closed(lambda: self._between_seen_steps(steps)):
            return not self._capture.ends_with_this_step()
        return self._between_seen_steps(steps)

    def _between_seen_steps(self, steps: int) -> bool:
        self._capture.after_step(steps)
        self._follow_capture()
        return bool(self._capture.is_on)

    def _can_capture(self) -> bool:
        """Create the capture, at once if the program has imported torch, otherwise after 100 steps; return whether it exists."""
        if self._ring is None or ("torch" not in sys.modules and self._ring.header[HEAD] < _STEPS_WITHOUT_TORCH):
            return False
        self._make_capture()
        return True

    def _make_capture(self) -> None:
        from gpuscope.probe.program_capture import ProgramCapture  # imported here because few programs need it

        steps_before = self._ring.steps_before if self._ring is not None else 0
        self._capture = ProgramCapture(self, os.environ.get("GPUSCOPE_PROFILE", ""), steps_before)

    def take_back_step(self, samples: Any) -> None:
        """Undo the count of the last step, which has only begun."""
        self._unstep()
        if samples is not None:
            self._add_samples(samples, -1)
        if not self._in_blocks:
            self._in_blocks, self._sampled = True, None

    def end_block(self, samples: Any) -> None:
        """Count a step whose block ends now."""
        self._step()
        if samples is not None:
            self._add_samples(samples, 1)
        if self._phased:
            self.sample_phases()
        self._after_step()

    def _add_samples(self, samples: Any, sign: int) -> None:
        """Add the samples of the last step (``sign`` 1), or subtract them again (-1)."""
        ring = self._ring
        try:
            count = samples if type(samples) is int else int(samples)
        except Exception:  # noqa: BLE001 - int() of a foreign object may raise anything
            return
        if ring is not None and 0 <= count < _MOST_SAMPLES:
            header = ring.header
            if header[HEAD] == 1:
                header[FIRST_SAMPLES] = count
            if self._samples is None:  # for the live view; the sum over all steps is counted here
                self._samples = count
                self._locked(self._greet)
            header[SAMPLES] += sign * count
            header[SAMPLED] += sign

    # Phases

    def begin_phase(self, name: str) -> _PhaseBlock:
        """Enter a phase, and return the block whose end leaves it."""
        block = _PhaseBlock(self, name, self._inside, self._base)
        # While a phase without a block is open, a phase known to be used as a block nests in it; any other phase replaces it.
        self._report_safely(self._enter, name, self._inside if name in self._as_block else self._base)
        return block

    def _enter(self, name: str, parent: int) -> None:
        if self._reports is None:
            self._file()  # before the phase gets a number: the file may name some
        node = self._node(parent, name)
        if node not in self._announced:
            self._announce(node)
        stamp = self._go(node)
        self._reports.phases[2 * node + 1] += 1
        if name not in self._brief:
            self._show(node, stamp)
            if name in _STEP_PHASES:
                self._phased = True

    def nest(self, name: str, around: int) -> None:
        """Nest a phase that has just begun in the phase that was open before it, instead of replacing that phase."""
        self._as_block.add(name)
        node, before = self._node(around, name), self._inside
        if node != before:
            phases = self._reports.phases
            phases[2 * before + 1] -= 1
            self._announce(node)
            self._go(node)
            phases[2 * node + 1] += 1
            self._shown = node if self._shown == before else self._shown
        self._base = node

    def back_to(self, inside: int, base: int) -> None:
        """Leave a phase for the enclosing one."""
        node = self._inside
        stamp = self._go(inside)
        self._base = base
        if inside != self._shown:
            self._show(inside, stamp)
        name = self._named[node][1]
        if name not in self._brief:
            times = self._reports.phases[2 * node + 1]
            if times >= _TRIED and self._reports.phases[2 * node] < times * _LONG_NS:
                self._brief.add(name)

    def _go(self, node: int) -> int:
        """Switch to another phase now; return the timestamp."""
        reports, stamp = self._reports or self._file(), _clock()
        reports.phases[2 * self._inside] += stamp - self._since
        self._inside, self._since = node, stamp
        reports.header[INSIDE], reports.header[SINCE] = node, stamp
        if self._ranges is not None:
            self._ranges.follow(self._path(node))
        return stamp

    def _path(self, node: int) -> list[str]:
        """Return the names of a phase and its enclosing phases, the outermost first."""
        names: list[str] = []
        while node:
            node, name = self._named[node]
            names.append(name)
        return names[::-1]

    def _follow_capture(self) -> None:
        """Record phases as profiler ranges while a profiler is running, starting with the current ones."""
        ranges = self._capture.ranges
        if ranges is not self._ranges:
            self._ranges = ranges
            if ranges is not None:
                ranges.follow(self._path(self._inside))

    def _show(self, node: int, stamp: int) -> None:
        name = self._named[node][1]
        if node != self._shown and name not in self._brief:
            self._shown = node
            self._write(f'{{"e":"phase","name":{json.dumps(name)},"t":{stamp},"step":null}}\n')

    def _node(self, parent: int, name: str) -> int:
        node = self._nodes.get((parent, name))
        if node is None:
            if len(self._named) >= PHASES - 1:
                parent, name = 0, _MORE
            node = self._nodes.get((parent, name), len(self._named))
            if node == len(self._named):
                self._nodes[parent, name] = node
                self._named.append((parent, name))
        return node

    def _announce(self, node: int) -> None:
        """Write a phase's name and its enclosing phase to the file."""
        if node in self._announced:
            return
        parent, name = self._named[node]
        self._announce(parent)
        self._announced.add(node)
        self._file().name_phase(node, parent, name)

    def sample_phases(self) -> None:
        """Called at the end of each step: log how long the step's phases took, for at most ten steps a second."""
        if self._sampled is None:
            if self._since - self._sample_ns >= _STEP_INTERVAL_NS:
                self._sampled = self._step_phases()
            return
        before, self._sampled, self._sample_ns = self._sampled, None, _clock()
        after = self._step_phases()
        times = {f"time_{name}": (after[name] - before.get(name, 0)) / 1e9 for name in after}
        number = self._ring.header[HEAD] if self._ring is not None else None
        self.tell("", number, {key: time_s for key, time_s in times.items() if time_s > 0})

    def _step_phases(self) -> dict[str, int]:
        """Return the total nanoseconds so far in each phase of a step."""
        self._report_safely(self._go, self._inside)
        times: dict[str, int] = {}
        for node, (_, name) in enumerate(self._named):
            if name in _STEP_PHASES:
                times[name] = times.get(name, 0) + self._reports.phases[2 * node]
        return times


def _log_line(stamp: int, level: str, text: str, values: str, step: str) -> str:
    """Return the JSON line of a log event; text, values and step are already JSON."""
    return f'{{"e":"log","t":{stamp},"level":"{level}","text":{text},"values":{{{values}}},"step":{step}}}\n'


def _rank() -> dict[str, Any]:
    """Return this process's rank among several; empty if it is the only process."""
    rank, size = ranks()
    return {} if size == 1 else {"rank": rank, "world_size": size, "leads": os.environ.get("LOCAL_RANK", str(rank)) == "0"}


class _PhaseBlock:
    """A phase that has begun; leaving its ``with`` block resumes the enclosing phase."""

    __slots__ = ("_base", "_inside", "_name", "_program")

    def __init__(self, program: Program, name: str, inside: int, base: int) -> None:
        self._program, self._name, self._inside, self._base = program, name, inside, base

    def __enter__(self) -> None:
        program = self._program
        if program._named[program._inside][0] == self._inside:  # it is already nested in the enclosing phase
            program._base = program._inside
        else:
            program._report_safely(program.nest, self._name, self._inside)

    def __exit__(self, *_: object) -> None:
        self._program._report_safely(self._program.back_to, self._inside, self._base)


class _NoBlock:
    """A context manager that does nothing."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


class _StepBlock:
    """A step that was counted. As a context manager it is counted at the end of its block instead, unless the block raises."""

    __slots__ = ("_samples",)

    def __init__(self, samples: Any) -> None:
        self._samples = samples

    def __enter__(self) -> None:
        _program.take_back_step(self._samples)

    def __exit__(self, error: object, *_: object) -> None:
        if error is None:
            _program.end_block(self._samples)


_program = Program(os.environ.get(VARIABLE) or None)
_NOTHING = _NoBlock()


def the_program() -> Program:
    """Return the connection of this process, for the hooks."""
    return _program


def step(samples: int | None = None) -> contextlib.AbstractContextManager[None]:
    """Count a step that ends now, or, as ``with gpuscope.step():``, one that ends with the block. Call it from one thread.

    A block that raises does not count. Steps counted here replace those that gpuscope would detect by itself.

    Args:
        samples: Number of samples in the step, for the throughput.
    """
    return _program.end_step(samples)


def after_seen_step(steps: int) -> bool:
    """Start or stop the profiler after a detected step, and return whether it is running. For the hooks, not for programs."""
    return _program.after_seen_step(steps)


def log(text: str = "", /, step: int | None = None, **values: float) -> None:
    """Log a message, or values by name, to the run: ``log("epoch 2")``, ``log(loss=0.3, step=120)``.

    Takes about two microseconds, longer if a value must be copied from a GPU. Does nothing without a recorder.
    """
    if _program.is_open:
        _program.tell(text, step, values)


def phase(name: str) -> contextlib.AbstractContextManager[None]:
    """Enter a phase of this program: until the end of the block if used in a ``with`` statement, otherwise until the next phase.

    When a ``with`` block ends, even by an exception, the program returns to the enclosing phase, or to none. Phases apply to the whole
    program, whichever thread reports them. Phases that take less than 50 ms on average are only summed; longer ones are also shown
    individually.
    """
    return _program.begin_phase(name if type(name) is str else plain_text(name)) if _program.is_open else _NOTHING
