"""The current state of a run, from its events: for the live line, ``show --follow`` and the window."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from gpuscope.core import figures
from gpuscope.core.device import MACHINE, WORKLOAD
from gpuscope.core.event import REPORT, SILENT_LEVELS, Capture, End, Event, Gap, Hello, Log, Phase, Sample, Samples, SamplesTally, Steps
from gpuscope.core.run import RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.core.steppers import leads
from gpuscope.core.workload_keys import OF_ALL_RANKS
from gpuscope.system.language import filled, translated

_RATE_WINDOW_NS = 2_000_000_000
"""Long enough to average over uneven steps, short enough that a slowdown shows at once."""
_PACE_WINDOW_NS = 30_000_000_000
"""Window of the pace from which the time left is computed: over two seconds it would fluctuate by minutes."""
_ALIKE = 0.2
"""Largest relative difference of two successive rates that agree: the time left then has the right order of magnitude."""
_PACE_EVERY_NS = 250_000_000
"""Limits the memory for the pace to 120 entries, however short the steps are."""
_SECOND_NS = 1_000_000_000
_NOTICES_KEPT = 100
"""Far more than a view can show; a workload that warns at every step must not fill the memory."""
_Reading = tuple[int, Sequence[float | int | None]]
"""Stamp of a reading, and its values."""
PHASE_TEXTS = {
    "load": "loading",
    "warmup": "warming up",
    "measured": "measuring",
    "evaluate": "evaluating",
    "baseline": "recording idle power",
    "done": "finishing",
}
"""Description of what a run is doing, by the name of its phase."""
_STEPS_OVER = frozenset(PHASE_TEXTS[name] for name in ("evaluate", "baseline", "done"))
"""Phases after the last step: those that a stopped run has not made are not made any more."""


@dataclass
class Progress:
    """Current state of a run.

    Attributes:
        placed_on: Key of the device that the run computes on, "cpu", "gpu:N", "amd:N" or "intel:N"; "" for any command.
        phase: What the workload is doing; "starting" until it reports a phase.
        steps: Steps finished, including warm-up.
        planned: Steps planned, including warm-up; None if unknown.
        duration_s: Planned duration of the measured steps; None if their number is planned instead, or neither.
        warmup_steps: Number of planned steps that are warm-up.
        samples_per_step: Samples per step, a mean if they differ; None if the workload does not report it.
        latest: Latest values by (device, metric), in SI units.
        values: Latest values reported by the workload (loss …).
        end: How the run ended; None while it is running.
        capture: The latest capture event; None before the first.
        notices: Messages for the user, newest last; the last hundred.
        notice_count: Total number of messages.
        is_stopping: Whether a reader has asked the run to stop; set by that reader.
    """

    placed_on: str = ""
    phase: str = "starting"
    steps: int = 0
    planned: int | None = None
    duration_s: float | None = None
    warmup_steps: int = 0
    samples_per_step: float | None = None
    latest: dict[tuple[str, str], float] = field(default_factory=dict)
    values: dict[str, float] = field(default_factory=dict)
    end: End | None = None
    capture: Capture | None = None
    notices: deque[str] = field(default_factory=lambda: deque(maxlen=_NOTICES_KEPT))
    notice_count: int = 0
    is_stopping: bool = False
    _calls: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    _recent: deque[tuple[int, int]] = field(default_factory=deque)
    _paced: deque[tuple[int, int]] = field(default_factory=deque)
    _left_s: float | None = None
    _left_at: int = -1
    _rate: float | None = None
    _is_steady: bool = False
    _stepping: int | None = None
    _batches: dict[int, float] = field(default_factory=dict)
    _ranks: set[int] = field(default_factory=set)
    _tallies: dict[int, SamplesTally] = field(default_factory=dict)
    _may_warm_up_longer: bool = False
    _measured_ns: int | None = None
    _cpu: deque[tuple[int, float]] = field(default_factory=lambda: deque(maxlen=2))

    def apply(self, events: Iterable[Event]) -> None:
        """Process events in order of arrival."""
        newest: dict[str, deque[_Reading]] = {}
        for event in events:
            match event:
                case Sample():
                    newest.setdefault(event.call, deque(maxlen=2)).append((event.after_ns, event.values))
                case Samples():
                    last = zip(event.after_ns[-2:], event.values[-2:], strict=True)
                    newest.setdefault(event.call, deque(maxlen=2)).extend(last)
                case Steps():
                    self._steps(event)
                case Hello():
                    self._samples(newest)  # these still belong to the old calls
                    self._hello(event)
                case Phase():
                    self._phase(event)
                case Log() if (tally := SamplesTally.of(event)) is not None:
                    self._tallies[tally.pid] = tally
                    self._count_samples()
                case Log() if event.level not in SILENT_LEVELS:
                    self.values.update(event.values)
                    if event.text and event.level != REPORT:
                        self._notice(event.text)
                case Gap() if event.end_ns is None:
                    self._notice(event.reason)
                case Capture():
                    self.capture = event
                case End():
                    self.end = event
                case _:
                    pass
        self._samples(newest)

    def _samples(self, newest: dict[str, deque[_Reading]]) -> None:
        """Process the last two readings of each call: they give the current value and its rate of change."""
        for call, readings in newest.items():
            for after_ns, values in readings:
                self._sample(call, after_ns, values)
        newest.clear()

    def notices_since(self, count: int) -> list[str]:
        """Return the notices after the first ``count``, as far as they are still kept."""
        return list(islice(self.notices, max(0, len(self.notices) - self.notice_count + count), None))

    def _notice(self, text: str) -> None:
        self.notices.append(text)
        self.notice_count += 1

    def _phase(self, event: Phase) -> None:
        self.phase = PHASE_TEXTS.get(event.name, event.name) or Progress.phase  # the name is empty after a "with" block of the program
        if event.name == "measured":
            self._measured_ns = event.t_ns
            self._forget_pace()  # the steps of the warm-up are slower
            if event.step is not None and (self.planned is not None or self.duration_s is not None):
                if self.planned is not None:
                    self.planned += event.step - self.warmup_steps  # the warm-up lasted until the run was steady
                self.warmup_steps = event.step

    def _hello(self, hello: Hello) -> None:
        role, info = hello.role, hello.info
        if role == "workload":
            steps, warmup = info.get("steps"), info.get("warmup_steps")
            duration_s = info.get("duration_s")
            if isinstance(duration_s, (int, float)):
                self.duration_s = float(duration_s)
            if isinstance(steps, int) or self.duration_s is not None:
                self.warmup_steps = warmup if isinstance(warmup, int) else 0
                self.planned = steps + self.warmup_steps if isinstance(steps, int) else None
                self._may_warm_up_longer = bool(info.get("warmup_limit_s"))
            self._batch(hello.pid, info)
        elif role == "helper" and isinstance(calls := info.get("calls"), Mapping):
            self._calls = {str(name): [(str(device), str(key)) for device, key in series] for name, series in calls.items()}
            self._find_amd({device for series in self._calls.values() for device, _ in series})

    def _batch(self, pid: int, info: Mapping[str, object]) -> None:
        """Note the samples per step that a process reports, or that were detected in it, which is a stepper of its own.

        A rank of a user's own training (with a world size) reports only its part.
        """
        batch, seen = info.get("samples_per_step"), info.get("seen")
        stepper = seen if isinstance(seen, int) else pid
        if isinstance(batch, (int, float)):
            self._batches[stepper] = float(batch)
            if "world_size" in info and not info.get(OF_ALL_RANKS):
                self._ranks.add(stepper)
        elif stepper == seen:  # detected batches turned out to differ
            self._batches.pop(stepper, None)
        self._count_samples()

    def _count_samples(self) -> None:
        """Recompute the samples per step: of all ranks that step together, by their sum over all steps once that is known."""
        leader = next(iter(self._batches), None) if self._stepping is None else self._stepping
        together = self._ranks if leader in self._ranks else {leader}
        tallies = [self._tallies[pid] for pid in together if pid in self._tallies]
        if len(tallies) == len(together) and self.steps and all(tally.steps == self.steps for tally in tallies):
            self.samples_per_step = sum(tally.samples for tally in tallies) / self.steps
        else:
            known = [self._batches[pid] for pid in together if pid in self._batches]
            self.samples_per_step = sum(known) if known else None

    def take_steps(self, steps: int, stepper: int | None) -> None:
        """Note how many steps a stored run took and whose they are, since it is read without its Steps events."""
        self.steps, self._stepping = steps, stepper
        self._count_samples()

    def _find_amd(self, devices: Collection[str]) -> None:
        """Map the device to an AMD GPU if there are no NVIDIA ones: ROCm's torch calls its GPUs "cuda:N" too."""
        amd = self.placed_on.replace("gpu:", "amd:")
        if amd in devices and not any(device.startswith("gpu:") for device in devices):
            self.placed_on = amd

    def _sample(self, call: str, after_ns: int, values: Sequence[float | int | None]) -> None:
        for series, value in zip(self._calls.get(call, ()), values, strict=False):
            if value is None:
                self.latest.pop(series, None)
                continue
            self.latest[series] = float(value)
            if series == (WORKLOAD, "cpu_time"):
                self._cpu.append((after_ns, float(value)))

    def _steps(self, event: Steps) -> None:
        if leads(event.pid, self._stepping):
            self._stepping = event.pid
            self._count_samples()
            self._recent.clear()
            self._forget_pace()
        if not event.stamps_ns or event.pid != self._stepping:  # the ranks of a training run step in parallel
            return
        self.steps = event.first + len(event.stamps_ns)
        if self._tallies:
            self._count_samples()
        self._recent.append((event.stamps_ns[-1], self.steps))
        while len(self._recent) > 2 and self._recent[-1][0] - self._recent[1][0] > _RATE_WINDOW_NS:
            self._recent.popleft()
        self._pace(event.stamps_ns[-1])

    def _forget_pace(self) -> None:
        self._paced.clear()
        self._left_s, self._rate, self._is_steady = None, None, False

    def _pace(self, now_ns: int) -> None:
        """Recompute the time left once a second, so that all views show the same; there is none until two successive rates agree."""
        if not self._paced or now_ns - self._paced[-1][0] >= _PACE_EVERY_NS:
            self._paced.append((now_ns, self.steps))
        while len(self._paced) > 2 and now_ns - self._paced[1][0] > _PACE_WINDOW_NS:
            self._paced.popleft()
        begin_ns, begin = self._paced[0]
        if self.planned is None or now_ns == begin_ns or (self._rate is not None and now_ns // _SECOND_NS == self._left_at):
            return
        self._left_at = now_ns // _SECOND_NS
        rate = (self.steps - begin) / (now_ns - begin_ns) * 1e9
        self._is_steady |= self._rate is not None and abs(rate - self._rate) <= _ALIKE * self._rate
        self._rate = rate
        self._left_s = max(0.0, (self.planned - self.steps) / rate) if self._is_steady and rate > 0 else None

    @property
    def step_rate(self) -> float | None:
        """Steps per second over the last two seconds; None before there are enough."""
        if len(self._recent) < 2 or self._recent[-1][0] == self._recent[0][0]:
            return None
        (begin_ns, begin), (end_ns, end) = self._recent[0], self._recent[-1]
        return (end - begin) / (end_ns - begin_ns) * 1e9

    @property
    def cpu_share(self) -> float | None:
        """Number of cores that the workload's processes keep busy; None before two readings."""
        readings = tuple(self._cpu)  # a snapshot: another thread may add the next reading
        if len(readings) < 2 or readings[1][0] == readings[0][0]:
            return None
        (begin_ns, begin_s), (end_ns, end_s) = readings
        return (end_s - begin_s) / (end_ns - begin_ns) * 1e9

    @property
    def measured_s(self) -> float:
        """Duration of the measured steps so far, up to the last one reported, in seconds."""
        if self._measured_ns is None or not self._recent:
            return 0.0
        return max(0.0, (self._recent[-1][0] - self._measured_ns) / 1e9)

    @property
    def share(self) -> float | None:
        """Progress of the run, from 0 to 1: by its measured steps or its measured time, 0 during warm-up; None if unknown."""
        if self.duration_s is not None:
            return min(1.0, self.measured_s / self.duration_s)
        if self.planned is None:
            return None
        return min(1.0, max(0, self.steps - self.warmup_steps) / max(1, self.planned - self.warmup_steps))

    @property
    def left_s(self) -> float | None:
        """Seconds left at the pace of the last half minute, updated every second.

        None during warm-up, until the pace is known, after the last step, and once the run was asked to stop.
        """
        if self.is_stopping or self.phase in _STEPS_OVER:
            return None
        if self.duration_s is not None:
            return None if self._measured_ns is None else max(0.0, self.duration_s - self.measured_s)
        return None if self.phase == PHASE_TEXTS["warmup"] else self._left_s

    def line(self) -> str:
        """Return the live line, in the display language: step, throughput, loss, utilization, memory, power, time left."""
        is_running = self.phase == Progress.phase and not self.placed_on and bool(self.latest)  # a command need not report a phase
        parts = [f"{translated(RunState.RUNNING if is_running else self.phase)} {self._count()}".strip()]
        if (rate := self.step_rate) is not None and self.samples_per_step:
            parts.append(filled("{0} samples/s", figures.significant(rate * self.samples_per_step)))
        if "loss" in self.values:
            parts.append(filled("loss {0}", figures.significant(self.values["loss"])))
        if not self.placed_on and self.cpu_share is not None:
            parts.append(filled("{0} cores used", figures.significant(self.cpu_share)))
        parts += self._device_parts(self.placed_on or MACHINE)
        if (left := self.left_s) is not None and (share := self.share) is not None and share < 1.0:
            parts.append(filled("{0} left", figures.duration(left)))
        return " · ".join(parts)

    def _count(self) -> str:
        """Return the steps of the warm-up during warm-up, else the progress towards ``--steps`` or ``--duration``; "" for a command."""
        if self.planned is None and self.duration_s is None:
            return ""
        if self.phase == PHASE_TEXTS["warmup"]:
            return str(self.steps) if self._may_warm_up_longer else f"{min(self.steps, self.warmup_steps)}/{self.warmup_steps}"
        if self.duration_s is not None:
            return f"{min(self.measured_s, self.duration_s):.0f}/{self.duration_s:g} s"
        return f"{max(0, self.steps - self.warmup_steps)}/{(self.planned or 0) - self.warmup_steps}"

    def _device_parts(self, device: str) -> list[str]:
        parts = []
        if (share := self.latest.get((device, "utilization"))) is not None:
            parts.append(f"{'CPU' if device == MACHINE else 'GPU'} {figures.percent(share)}")
        memory = self.latest.get((device, "memory_used") if device != MACHINE else (WORKLOAD, "resident_memory"))
        if memory is not None:
            parts.append(figures.figure(memory, "B"))
        if (power := self.latest.get((device, "power"))) is not None:
            parts.append(figures.figure(power, "W"))
        return parts


def placed_on(spec: RunSpec) -> str:
    """Return the key of the device whose readings are shown for a run, "" for any command.

    For a GPU it is the one with the same number. NVML's order may differ from torch's, so this is only for the live line: results use the
    identity that the workload reports.
    """
    if spec.is_command:
        return ""
    kind, _, number = spec.device.partition(":")
    return MACHINE if kind == "cpu" else f"{'intel' if kind == 'xpu' else 'gpu'}:{number}"
