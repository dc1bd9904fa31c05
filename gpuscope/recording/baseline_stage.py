"""Records idle power of a run's devices: bare after the workload's end, and before it while a built-in workload keeps its context idle."""

import os
from collections.abc import Mapping, Sequence

from gpuscope.analysis.idle_baseline import BARE, CONTEXT
from gpuscope.analysis.placement import place, reported_uuids, visible_devices
from gpuscope.core import figures
from gpuscope.core.device import WORKLOAD, Device, DeviceKind
from gpuscope.core.event import Event, Phase, Result, Sample
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.idle_power import IdleSpan, note_baseline, values_by_device
from gpuscope.recording.run_request import SETTLING_S
from gpuscope.system.device_notes import DeviceNotes

PHASE = "baseline"
_COMPLETE = 0.8
"""Minimum share of the requested time that must be covered by readings."""


class BaselineStage:
    """The idle time requested for a run: with context while the workload is in its phase "baseline", bare after its end.

    Args:
        seconds: How long to record each kind; 0 records none.
    """

    def __init__(self, spec: RunSpec, seconds: float) -> None:
        self._spec = spec
        self._seconds = seconds
        self._uuids: tuple[str, ...] = ()
        self._spans: dict[str, dict[str, IdleSpan]] = {BARE: {}, CONTEXT: {}}
        self._kind: str | None = None
        self._from_ns = 0
        self._ends_ns: int | None = None

    def handle(self, event: Event) -> None:
        """Process an event of the workload: the GPUs that it used, and the start of its idle phase."""
        if isinstance(event, Result):
            self._uuids = reported_uuids(event.facts)
        elif isinstance(event, Phase) and event.name == PHASE and self._ends_ns is None:
            self._kind, self._from_ns = CONTEXT, event.t_ns + round(SETTLING_S * 1e9)

    def workload_ended(self) -> None:
        """Note that the workload has ended, and with it its context on the device."""
        self._kind = None

    def begin(self, now_ns: int) -> bool:
        """Begin the bare idle time after the workload's end; return False if none was requested or it has already begun."""
        if not self._seconds or self._ends_ns is not None:
            return False
        self._kind, self._from_ns = BARE, now_ns + round(SETTLING_S * 1e9)
        self._ends_ns = self._from_ns + round(self._seconds * 1e9)
        return True

    @property
    def is_reading(self) -> bool:
        """Whether current readings are of an idle device."""
        return self._kind is not None

    def is_over(self, now_ns: int) -> bool:
        """Return whether the bare idle time has ended or was never begun."""
        return self._ends_ns is None or now_ns >= self._ends_ns

    def cut(self) -> None:
        """End the bare idle time now, or have it not begin, if one was requested; :meth:`keep` then reports that it was too short."""
        if self._seconds:
            self._ends_ns = 0

    def observe(self, sample: Sample, calls: Mapping[str, Sequence[tuple[str, str]]], devices: Sequence[Device]) -> None:
        """Process one reading."""
        if self._kind is None or sample.before_ns < self._from_ns:
            return
        spans = self._spans[self._kind]
        for key, values in values_by_device(sample, calls).items():
            if key not in spans and (device := next((candidate for candidate in devices if candidate.key == key), None)) is not None:
                spans[key] = IdleSpan(device)
            if key in spans:
                spans[key].add((sample.before_ns + sample.after_ns) // 2, values)

    def keep(self, notes: DeviceNotes) -> tuple[dict[str, float], list[str]]:
        """Save the baselines in ``notes``; return them as facts of the run, and as sentences, which also explain missing baselines."""
        facts: dict[str, float] = {}
        sentences: list[str] = []
        if self._ends_ns is None:
            return facts, sentences
        for kind in (CONTEXT, BARE):
            for span in self._placed(kind):
                refusal = _of_others(kind, span) or span.refusal(_COMPLETE * self._seconds)
                if refusal is not None:
                    sentences.append(f"no {kind} idle baseline of {span.device.key}: {refusal}")
                    continue
                baseline = span.baseline()
                note_baseline(notes, span.device, kind, baseline)
                power, spread = figures.figure(baseline.power_w, "W"), figures.figure(baseline.uncertainty_w, "W")
                sentences.append(f"{kind} idle baseline of {span.device.key}: {power} ± {spread} over {baseline.seconds:.0f} s")
                facts[f"{span.device.key}.idle_{kind}_w"] = round(baseline.power_w, 3)
                facts[f"{span.device.key}.idle_{kind}_uncertainty_w"] = round(baseline.uncertainty_w, 3)
        if not sentences:
            why = "none of the run's devices gave readings" if self._ends_ns else "it was cut short"
            sentences.append(f"no idle baseline: {why}")
        return facts, sentences

    def _placed(self, kind: str) -> list[IdleSpan]:
        """Return the spans of the devices that the run was placed on; only GPUs have a context."""
        spans = [span for key, span in self._spans[kind].items() if key != WORKLOAD]
        placed = place(self._spec, [span.device for span in spans], self._uuids, visible_devices(os.environ.get)).devices
        return [span for span in spans if span.device.key in placed and (kind == BARE or span.device.kind is DeviceKind.GPU)]


def _of_others(kind: str, span: IdleSpan) -> str | None:
    """Return a reason if other processes hold the device, else None. The run's own process may be invisible from within a container."""
    ours = 1 if kind == CONTEXT else 0
    others = (span.processes or 0) - ours
    return None if others <= 0 else f"{figures.counted(others, 'other process', 'other processes')} had it open"
