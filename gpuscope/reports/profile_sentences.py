"""The sentences about a profile, in SI units: what its time was spent on, its steps, what filled the memory, and its title."""

from collections.abc import Sequence
from functools import cached_property

from gpuscope.core import figures
from gpuscope.core.quantity import Quantity
from gpuscope.profiles.advice import Program
from gpuscope.profiles.memory import MemoryCurve
from gpuscope.profiles.memory_record import Blocks
from gpuscope.profiles.operator_classes import LABELS, OperatorClass
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.recording_cost import RecordingCost, recording_cost
from gpuscope.profiles.steps import StepRow, median_step_s
from gpuscope.profiles.timeline import DeviceTimeline
from gpuscope.profiles.trace import S_PER_NS, UNKNOWN
from gpuscope.reports.memory_record_view import peak_sentence

_MOST_CLASSES = 5
"""Most classes named in the sentence; the rest amounts to a few per cent."""
_NOTHING_LASTS = "The trace has no events with a duration"
_RECORD_AGAIN = "Record it again: the profiler must be running while the program works."
_MOST_FUNCTIONS = 3
"""Most functions named in the sentence; with their shares they fill a line."""
_BUSY = "The device was busy for {0} of the {1} between its first and its last work ({2}) and idle for {3}"
_BUSY_EACH = "The devices were busy, {0} of the {1} between their first and their last work; on average {2}"
_BUSY_RANGE = "The {0} devices were busy for {1} ({2}) to {3} ({4}) of the {5} between their first and their last work; on average {6}"
_LEAST_OUTSIDE = 0.1
"""Least share of the marked steps before the first and after the last device work that is mentioned."""
_MOST_DEVICES = 4
"""Most devices whose shares are named in the sentence, which then fills two lines of a terminal."""
_UNKNOWN_DEVICE = "unknown GPU"
_BY_HOST = "No device work was recorded in these {0}: times are the host's"
_UNKNOWN = "This trace has neither operators nor device work: what it holds ({0} in {1}) is shown in the timeline only"
_STACKS = "Python stacks of {0}, by the time in each function itself: {1}"
_CLASSES = {False: "Device time by class: {0}", True: "Host time by class: {0}"}
_REST = "the rest {0}"
_OUT_OF_MEMORY = "The run ran out of memory: {0}"
_NO_MEMORY = "What filled the memory was not recorded: run it again with --profile …,memory"
_RECORDED = (
    "Recording made the median of these steps {0} as long as the run's others; the advice leaves that out, estimated by the number of calls"
)
_RECORDED_ONLY = "Recording made the median of these steps {0} as long as the run's others"
_UNEXPLAINED = (
    "The median of these steps took {0} as long as the run's others, more than recording explains; "
    "the advice scales its costs to the others"
)
_UNEXPLAINED_ONLY = "The median of these steps took {0} as long as the run's others, more than recording explains"
SENTENCES = (
    _OUT_OF_MEMORY, _NO_MEMORY, _RECORDED, _RECORDED_ONLY, _UNEXPLAINED, _UNEXPLAINED_ONLY,
    _BUSY, _BUSY_EACH, _BUSY_RANGE, _UNKNOWN_DEVICE, _BY_HOST, _UNKNOWN, _STACKS,
    _NOTHING_LASTS, *_CLASSES.values(), _REST,
)  # fmt: skip
"""Sentences without their full stops, and words, for translators."""


class ProfileSentences:
    """What is said about a profile.

    Args:
        profile: The evaluated capture.
        program: What else is known about the captured program.
        energy: Energy of the run's devices during the profile's ``work_ns``, in joules; None if the capture belongs to no run.
        out_of_memory: The error that ended the run if it ran out of memory; "" otherwise.
    """

    def __init__(self, profile: Profile, program: Program | None = None, energy: Quantity | None = None, out_of_memory: str = "") -> None:
        self._profile, self._program, self._energy, self._out_of_memory = profile, program, energy, out_of_memory

    @property
    def title(self) -> str:
        """The title, with the file's name."""
        return self.title_of(self._profile.trace.source)

    def title_of(self, name: str) -> str:
        """Return the title: a name, the rank, the devices."""
        trace = self._profile.trace
        devices = {facts.name for number, facts in trace.devices.items() if number in trace.working_devices and facts.name}
        rank = f", rank {trace.rank}" if trace.rank is not None and (trace.world_size or 0) > 1 else ""
        return f"{name}{rank}" + (f": {figures.listed(sorted(devices))}" if devices else "")

    @property
    def sentences(self) -> tuple[str, ...]:
        """Its findings as sentences, the most important first; the first entry also describes the steps."""
        steps, *others = self.details
        return (f"{self.headline} {steps}".rstrip(), *filter(None, others))

    @cached_property
    def headline(self) -> str:
        """What the time was spent on, in one sentence; or what filled the memory, if the run ran out of it."""
        return " ".join(self._memory_sentences) or self._time_sentence

    @property
    def _time_sentence(self) -> str:
        devices = self._profile.device_time.devices
        return _busy_sentence(devices) if devices else self._host_sentence

    @cached_property
    def details(self) -> tuple[str, ...]:
        """Further sentences: on steps and omitted device work ("" for none), on classes of work, and on problems with the file."""
        classes = [self._class_sentence] if self._profile.classes else []
        before = f"{self._time_sentence} " if self._out_of_memory else ""
        cure = () if len(self._profile.trace.slices) else (_RECORD_AGAIN,)
        return (f"{before}{self._step_sentence}".rstrip(), *self._recording_sentences, *classes, *self._profile.trace.notes, *cure)

    @property
    def ran_out_of_memory(self) -> bool:
        """Whether the run ended because it ran out of memory."""
        return bool(self._out_of_memory)

    @property
    def _memory_sentences(self) -> tuple[str, ...]:
        """Return what filled the memory if the run ran out of it; () otherwise."""
        if not self._out_of_memory:
            return ()
        ended = f"{_OUT_OF_MEMORY.format(self._out_of_memory.rstrip('.'))}."
        devices = [(curve.title, blocks) for curve, blocks in self._memory if not curve.is_host] or [
            (curve.title, blocks) for curve, blocks in self._memory
        ]
        if not devices:
            return (ended, f"{_NO_MEMORY}.")
        return (ended, *(peak_sentence(figures.capitalized(name), blocks) for name, blocks in devices))

    @property
    def _memory(self) -> tuple[tuple[MemoryCurve, Blocks], ...]:
        """The memory curve of each device that has one, with the blocks allocated on it."""
        return tuple(zip(self._profile.memory, self._profile.memory_blocks, strict=True))

    @property
    def _step_sentence(self) -> str:
        parts = [*_length_sentences(self._profile.steps), *self._outside_sentences]
        if left := self._profile.device_time.left_out:
            parts.append(f"The timeline leaves out {figures.counted(left, 'piece')} of device work launched before the capture began.")
        if unknown := self._profile.device_time.without_launch:
            parts.append(f"{figures.counted(unknown, 'piece')} of device work without a recorded launch: the operator is unknown.")
        return " ".join(parts)

    @property
    def _outside_sentences(self) -> tuple[str, ...]:
        """Return how much of the steps is before the first device work or after the last; () if that is little or there is no work."""
        steps = self._profile.steps
        if not steps or self._profile.by_host:
            return ()
        begin_s, end_s = steps[0].start_s, max(step.start_s + step.duration_s for step in steps)
        first_s, last_s = (time_ns * S_PER_NS for time_ns in self._profile.work_ns)
        outside_s = end_s - begin_s - max(0.0, min(end_s, last_s) - max(begin_s, first_s))
        if outside_s <= _LEAST_OUTSIDE * (end_s - begin_s):
            return ()
        marked, outside = figures.duration(end_s - begin_s), figures.duration(outside_s)
        if len(steps) == 1:  # whose length the sentence before says
            return (f"{outside} of it are before the first device work or after the last.",)
        return (f"Of the {marked} of marked steps, {outside} are before the first device work or after the last.",)

    @cached_property
    def _recording(self) -> RecordingCost | None:
        return recording_cost(self._profile, None if self._program is None else self._program.step_s)

    @property
    def _has_advice(self) -> bool:
        """Whether anything is advised, so that the sentences may refer to it."""
        return False

    @property
    def _recording_sentences(self) -> tuple[str, ...]:
        """Return how much longer recording made the steps; () if that is not known or within their scatter."""
        if self._recording is None:
            return ()
        with_advice, alone = (_UNEXPLAINED, _UNEXPLAINED_ONLY) if self._recording.per_call_s is None else (_RECORDED, _RECORDED_ONLY)
        words = with_advice if self._has_advice else alone
        return (f"{words.format(figures.times(figures.significant(self._recording.factor, 2)))}.",)

    @property
    def _class_sentence(self) -> str:
        classes = self._profile.classes
        named = [row for row in classes if row.work_class != OperatorClass.OTHER]
        shares = [f"{LABELS[row.work_class]} {figures.percent(row.share)}" for row in named[:_MOST_CLASSES]]
        if len(shares) < len(classes):
            left = figures.percent(1 - sum(row.share for row in named[:_MOST_CLASSES]))
            is_all_other = len(shares) == len(named)  # as in the table of the classes, which lists the others that are not named here
            shares.append(f"{LABELS[OperatorClass.OTHER]} {left}" if is_all_other else _REST.format(left))
        return f"{_CLASSES[self._profile.by_host].format(figures.listed(shares))}."

    @property
    def _host_sentence(self) -> str:
        trace = self._profile.trace
        span = figures.duration(trace.span_ns * S_PER_NS)
        if self._profile.operators:
            return f"{_BY_HOST.format(span)}."
        if self._profile.functions:
            shares = [f"{row.name} {figures.percent(row.share)}" for row in self._profile.functions[:_MOST_FUNCTIONS]]
            return f"{_STACKS.format(span, figures.listed(shares))}."
        if not len(trace.slices):
            return f"{_NOTHING_LASTS}."
        return f"{_UNKNOWN.format(figures.counted(len(trace.slices), 'slice'), span)}."


def device_title(number: int | None) -> str:
    """Return the title of a device: its number, or that it is unknown."""
    return _UNKNOWN_DEVICE if number is None or number == UNKNOWN else f"GPU {number}"


def _busy_sentence(devices: Sequence[DeviceTimeline]) -> str:
    """Return how long the devices were busy, each by itself, and with what."""
    count = len(devices)
    parts = [f"{figures.duration(sum(device.computation_s for device in devices) / count)} of computation"]
    if exposed_s := sum(device.communication_exposed_s for device in devices):
        parts.append(f"{figures.duration(exposed_s / count)} of exposed communication")
    if exposed_s := sum(device.copy_exposed_s for device in devices):
        parts.append(f"{figures.duration(exposed_s / count)} of exposed copies")
    total, idle = figures.duration(devices[0].common_s), figures.duration(sum(device.common_idle_s for device in devices) / count)
    if count == 1:
        return f"{_BUSY.format(figures.percent(devices[0].busy_share), total, figures.listed(parts), idle)}."
    means = figures.listed([*parts, f"{idle} idle"])
    if count <= _MOST_DEVICES:
        return f"{_BUSY_EACH.format(figures.listed([_busy_text(device) for device in devices]), total, means)}."
    ordered = sorted(devices, key=lambda device: device.busy_share)
    ends = [text for end in (ordered[0], ordered[-1]) for text in (figures.percent(end.busy_share), device_title(end.device))]
    return f"{_BUSY_RANGE.format(count, *ends, total, means)}."


def _busy_text(device: DeviceTimeline) -> str:
    share = figures.percent(device.busy_share)
    return f"an unknown GPU for {share}" if device.device == UNKNOWN else f"GPU {device.device} for {share}"


def _length_sentences(steps: Sequence[StepRow]) -> list[str]:
    """Return a sentence on how many steps there are and how long they took; none without a length."""
    if not (median := median_step_s(steps)):
        return []
    if len(steps) == 1:
        return [f"One step of {figures.duration(median)}."]
    lengths = [step.duration_s for step in steps]
    shortest, middle, longest = map(figures.duration, (min(lengths), median, max(lengths)))
    count = figures.counted(len(steps), "step")
    return [f"{count}, {middle} each." if shortest == longest else f"{count}, median {middle}, longest {longest}."]
