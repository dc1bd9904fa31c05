"""``step``, ``log`` and ``phase`` for users' programs. None of them raises; without a recorder they do nothing.

Ends of steps go through the ring of the channel, everything else into a file that the recorder maps too: neither is a call of the system.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from gpuscope.probe.channel import PATIENCE_S, VARIABLE, Channel, json_number, plain_text
from gpuscope.probe.ring import FIRST_SAMPLES, HEAD, SAMPLED, SAMPLES
from gpuscope.probe.told_ring import INSIDE, PHASES, SINCE, ToldRing

_STEP_PHASES = frozenset(("data", "copy", "forward", "prefill", "decode", "backward", "optimizer"))
"""Phases of a step whose times are told step by step, as ``core.workload_keys`` names them; the probe does not import it."""
_STEP_INTERVAL_NS = 100_000_000
"""Shortest interval between two steps whose phases are told: ten a second, as of the workloads."""
_LONG_NS, _TRIED = 50_000_000, 20
"""A phase that took less than 50 ms on average of its first twenty times is counted, but no longer told each time."""
_KEYS_KEPT = 1000
"""Keys whose JSON is kept: a program that makes up a key for each value must not fill the memory."""
_MOST_SAMPLES = 1 << 40
"""Of a step: so many million of them still fit the ring's number."""
_STEPS_WITHOUT_TORCH = 100
"""From this step on a program without torch too answers a request for a profile: that there can be none."""
_MORE = "further phases"
_clock = time.perf_counter_ns


class _Unmapped:
    """Stands for the file where it cannot be made: lines go over the socket, times of phases nowhere."""

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
    """A user's program as the recorder hears of it: a channel, and the file for what it tells.

    Attributes:
        steps_itself: Whether it has called ``step``, which then is what counts its steps.
    """

    def __init__(self, folder: str | None) -> None:
        self.steps_itself = False
        self._quoted: dict[str, str] = {}
        self._nodes: dict[tuple[int, str], int] = {}
        self._named: list[tuple[int, str]] = [(0, "")]
        self._brief: set[str] = set()
        self._as_block: set[str] = set()
        self._in_blocks = False
        super().__init__(folder)

    def _reset(self) -> None:
        super()._reset()
        self._told: Any = None
        self._samples: int | None = None
        self._sum = self._steps_sampled = 0
        self._telling = threading.Lock()
        self._announced = {0}
        self._untold = 0
        self._inside = self._base = self._shown = 0
        self._since = _clock()
        self._sampled: dict[str, int] | None = None
        self._sample_ns = 0
        self._phased = False
        self._capture: Any = None
        self._ranges: Any = None

    def _drop_ring(self) -> None:
        super()._drop_ring()
        told, self._told = getattr(self, "_told", None), None
        if told is not None:
            with contextlib.suppress(BufferError, AttributeError):
                told.close()

    def _hello_info(self) -> dict[str, Any]:
        told = {"told": self._told.name} if self._told is not None and self._told.name else {}
        samples = {} if self._samples is None else {"samples_per_step": self._samples}
        return {**super()._hello_info(), **_rank(), **samples, **told}

    def _file(self) -> Any:
        """Return the file for what the program tells, made now where it is not yet."""
        if self._told is None:
            try:
                self._told = ToldRing(self._folder or "", PATIENCE_S)
            except Exception:  # noqa: BLE001 - whatever it is, the program must not feel it
                self._told = _Unmapped(lambda line: self._locked(lambda: self._send(line)))
            self._since = _clock()
            self._locked(self._greet)
        return self._told

    def _write(self, line: str) -> None:
        if not (self._told or self._file()).write(line.encode("ascii", "replace")):
            self._untold += 1
        elif self._untold:
            count, self._untold = self._untold, 0
            self._write(_log_line(_clock(), "warning", json.dumps(f"events of the program that could not be sent: {count}"), "", "null"))

    def _told_safely(self, action: Callable[..., object], *arguments: Any) -> None:
        # Not for ever: a signal's handler may tell something in the middle of what it interrupted.
        if not (self._telling.acquire(False) or self._telling.acquire(timeout=PATIENCE_S)):
            return
        try:
            action(*arguments)
        except Exception:  # noqa: BLE001 - whatever it is, the program must not feel it
            self._untold += 1
        finally:
            self._telling.release()

    # Words and values

    def tell(self, text: Any, step: Any, values: dict[str, Any]) -> None:
        """Tell words, values, or both."""
        stamp, quoted, parts = _clock(), self._quoted, []
        for key, value in values.items():
            if type(value) is float and value - value == 0.0:  # finite
                number = repr(value)
            else:
                known = json_number(value)
                if known is None:
                    continue
                number = json.dumps(known)
            parts.append(f"{quoted.get(key) or self._quote(key)}:{number}")
        level = "values" if parts and not text else "info"
        words = json.dumps(plain_text(text)) if text != "" else '""'
        line = _log_line(stamp, level, words, ",".join(parts), str(step) if type(step) is int else "null")
        self._told_safely(self._write, line)

    def _quote(self, key: str) -> str:
        text = json.dumps(key)
        if len(self._quoted) < _KEYS_KEPT:
            self._quoted[key] = text
        return text

    # Steps

    def end_step(self, samples: Any) -> contextlib.AbstractContextManager[None]:
        """Count a step that ends now."""
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
        """Let a profiler begin or end, where one is asked for."""
        if self._capture is None and not self._can_capture():
            return
        try:
            self._capture.after_step(self._ring.header[HEAD] if self._ring is not None else 0)
            self._follow_capture()
        except Exception:  # noqa: BLE001 - whatever it is, the program must not feel it
            self._capture = None

    def after_seen_step(self, steps: int) -> bool:
        """Do the same behind a step that was seen, in a program that tells none itself; return whether a profiler runs.

        Args:
            steps: How many were seen so far.
        """
        if self._folder is None or self.steps_itself:
            return False
        if self._capture is None:
            from gpuscope.probe.program_capture import ProgramCapture

            self._capture = ProgramCapture(self, os.environ.get("GPUSCOPE_PROFILE", ""))
        self._capture.after_step(steps)
        self._follow_capture()
        return bool(self._capture.is_on)

    def _can_capture(self) -> bool:
        """Get ready for a profiler, at once where the program has torch; return whether that is done."""
        if self._ring is None or ("torch" not in sys.modules and self._ring.header[HEAD] < _STEPS_WITHOUT_TORCH):
            return False
        from gpuscope.probe.program_capture import ProgramCapture  # which few programs need

        self._capture = ProgramCapture(self, os.environ.get("GPUSCOPE_PROFILE", ""))
        return True

    def take_back_step(self, samples: Any) -> None:
        """Count a step no longer that was counted just now: it begins only."""
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
        """Count the samples of the step that was told last, or count them no longer."""
        ring = self._ring
        try:
            count = samples if type(samples) is int else int(samples)
        except Exception:  # noqa: BLE001 - int() of a foreign object may raise anything
            return
        if ring is not None and 0 <= count < _MOST_SAMPLES:
            header = ring.header
            if header[HEAD] == 1:
                header[FIRST_SAMPLES] = count
            if self._samples is None:  # for who watches; the sum of all is counted here
                self._samples = count
                self._locked(self._greet)
            self._sum += sign * count
            self._steps_sampled += sign
            header[SAMPLES], header[SAMPLED] = self._sum, self._steps_sampled

    # Phases

    def begin_phase(self, name: str) -> _PhaseBlock:
        """Go into a phase, and return the block that leads out of it."""
        block = _PhaseBlock(self, name, self._inside, self._base)
        # Where a phase without a block is open, one that is known to have a block lies within it, and any other takes its place.
        self._told_safely(self._enter, name, self._inside if name in self._as_block else self._base)
        return block

    def _enter(self, name: str, parent: int) -> None:
        node = self._node(parent, name)
        if node not in self._announced:
            self._announce(node)
        stamp = self._go(node)
        self._told.phases[2 * node + 1] += 1
        if name not in self._brief:
            self._show(node, stamp)
            if name in _STEP_PHASES:
                self._phased = True

    def nest(self, name: str, around: int) -> None:
        """Make a phase that has just begun one within another, which was not left when it began."""
        self._as_block.add(name)
        node, before = self._node(around, name), self._inside
        if node != before:
            phases = self._told.phases
            phases[2 * before + 1] -= 1
            self._announce(node)
            self._go(node)
            phases[2 * node + 1] += 1
            self._shown = node if self._shown == before else self._shown
        self._base = node

    def back_to(self, inside: int, base: int) -> None:
        """Leave a phase for the one around it."""
        node = self._inside
        stamp = self._go(inside)
        self._base = base
        if inside != self._shown:
            self._show(inside, stamp)
        name = self._named[node][1]
        if name not in self._brief:
            times = self._told.phases[2 * node + 1]
            if times >= _TRIED and self._told.phases[2 * node] < times * _LONG_NS:
                self._brief.add(name)

    def _go(self, node: int) -> int:
        """Be in another phase from now on."""
        told, stamp = self._told or self._file(), _clock()
        told.phases[2 * self._inside] += stamp - self._since
        self._inside, self._since = node, stamp
        told.header[INSIDE], told.header[SINCE] = node, stamp
        if self._ranges is not None:
            self._ranges.follow(self._path(node))
        return stamp

    def _path(self, node: int) -> list[str]:
        """Return the names of a phase and of those around it, the outermost first."""
        names: list[str] = []
        while node:
            node, name = self._named[node]
            names.append(name)
        return names[::-1]

    def _follow_capture(self) -> None:
        """Have the phases recorded while a profiler runs, from the one that the program is in."""
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
        """Say what a phase is called, and which one it lies in."""
        if node in self._announced:
            return
        parent, name = self._named[node]
        self._announce(parent)
        self._announced.add(node)
        self._file().name_phase(node, parent, name)

    def sample_phases(self) -> None:
        """At the end of a step: tell how long its phases took, of ten steps a second."""
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
        """Return the nanoseconds in each phase of a step until now."""
        self._told_safely(self._go, self._inside)
        times: dict[str, int] = {}
        for node, (_, name) in enumerate(self._named):
            if name in _STEP_PHASES:
                times[name] = times.get(name, 0) + self._told.phases[2 * node]
        return times


def _log_line(stamp: int, level: str, text: str, values: str, step: str) -> str:
    """Return a log event on the wire; text, values and step are JSON already."""
    return f'{{"e":"log","t":{stamp},"level":"{level}","text":{text},"values":{{{values}}},"step":{step}}}\n'


def _rank() -> dict[str, Any]:
    """Return which of several processes this one is, as launchers tell it in the environment; nothing where it is the only one."""
    rank, size = os.environ.get("RANK", ""), os.environ.get("WORLD_SIZE", "")
    if not (rank.isdigit() and size.isdigit() and int(size) > 1):
        return {}
    return {"rank": int(rank), "world_size": int(size), "leads": os.environ.get("LOCAL_RANK", rank) == "0"}


class _PhaseBlock:
    """A phase that has begun; leaving its ``with`` resumes the enclosing phase."""

    __slots__ = ("_base", "_inside", "_name", "_program")

    def __init__(self, program: Program, name: str, inside: int, base: int) -> None:
        self._program, self._name, self._inside, self._base = program, name, inside, base

    def __enter__(self) -> None:
        program = self._program
        if program._named[program._inside][0] == self._inside:  # it lies where it was put when it began
            program._base = program._inside
        else:
            program._told_safely(program.nest, self._name, self._inside)

    def __exit__(self, *_: object) -> None:
        self._program._told_safely(self._program.back_to, self._inside, self._base)


class _NoBlock:
    """A ``with`` that does nothing."""

    __slots__ = ()

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


class _StepBlock:
    """A step that was told; as a ``with`` it is told at the end of its block instead, and not where that ends by an error."""

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


def step(samples: int | None = None) -> contextlib.AbstractContextManager[None]:
    """Say that a step of this program ended now, or with ``with gpuscope.step():`` that it ends with the block; from one thread.

    A block that an error leaves is no step. What is counted here takes the place of what gpuscope would count by itself.

    Args:
        samples: How many samples it took, for the throughput.
    """
    return _program.end_step(samples)


def after_seen_step(steps: int) -> bool:
    """Let a profiler begin or end behind a step that was seen, and return whether one runs; of no use to a program."""
    return _program.after_seen_step(steps)


def log(text: str = "", /, step: int | None = None, **values: float) -> None:
    """Tell the run's recorder words, or values by name: ``log("epoch 2")``, ``log(loss=0.3, step=120)``.

    Some two microseconds, and more where a value has to come from a GPU. Without a recorder it does nothing.
    """
    if _program.is_open:
        _program.tell(text, step, values)


def phase(name: str) -> contextlib.AbstractContextManager[None]:
    """Say that this program goes into a phase: until the end of the ``with`` that it stands in, else until the next phase.

    At the end of a ``with``, also by an exception, the program is in the phase around it again, or in none. Phases are of the
    program as a whole, whichever thread reports them. Phases that are over in less than 50 ms are added up; the others are also
    shown one by one.
    """
    return _program.begin_phase(name if type(name) is str else plain_text(name)) if _program.is_open else _NOTHING
