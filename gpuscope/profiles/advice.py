"""Advice on what to try for a capture: the findings of all rules, the most expensive first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gpuscope.core.quantity import Quantity
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.recording_cost import recording_cost
from gpuscope.profiles.roofline import Ceilings
from gpuscope.profiles.rules import arithmetic, host_work, launches, repeated_work, waits
from gpuscope.profiles.rules.evidence import Evidence
from gpuscope.profiles.rules.finding import Finding
from gpuscope.profiles.source_lines import SourceLines

RULES = (
    waits.loading_waits,
    waits.synchronizations,
    waits.values_read,
    waits.pageable_copies,
    waits.pauses,
    waits.unknown_gaps,
    waits.exposed_communication,
    launches.host_bound_launches,
    launches.small_kernels,
    launches.single_updates,
    arithmetic.single_precision,
    arithmetic.double_precision,
    arithmetic.layout_transforms,
    arithmetic.elementwise_chains,
    arithmetic.conversions,
    repeated_work.program_start,
    repeated_work.recompilations,
    repeated_work.allocator_calls,
    host_work.dominant_operator,
)
"""Each rule takes the evidence and yields findings."""
TITLES = {
    "loading": "waiting for data",
    "synchronization": "synchronization",
    "values_read": "values read one by one",
    "pageable_copies": "copies from pageable memory",
    "pauses": "pauses of the host",
    "unknown_gaps": "gaps of unknown cause",
    "exposed_communication": "exposed communication",
    "host_bound_launches": "host-bound launches",
    "small_kernels": "small kernels",
    "single_updates": "weights updated one by one",
    "single_precision": "FP32 despite matrix units",
    "double_precision": "FP64",
    "layout_transforms": "layout transforms",
    "elementwise_chains": "elementwise chains",
    "conversions": "conversions",
    "program_start": "start of the program",
    "recompilations": "recompilation",
    "allocator_calls": "allocator calls",
    "dominant_operator": "one operator dominates",
}
"""A short title for each finding, by rule."""
TEXTS = (*TITLES.values(), *waits.TEXTS, *launches.TEXTS, *arithmetic.TEXTS, *repeated_work.TEXTS, *host_work.TEXTS)
"""The sentences of all rules without their full stops, for translators."""


@dataclass(frozen=True, slots=True)
class Program:
    """Facts about the captured program that its trace does not contain.

    Attributes:
        folders: Folders that may contain its source, the most likely first.
        power_w: Mean power of the only device that the program ran on, in watts; None if it is not known.
        step_s: Mean duration of the run's steps that were not captured, in seconds; None if it is not known.
        ceilings: Ceilings of the machine's devices, as measured by runs on it.
        change: Returns the command-line arguments for the first of some cures that gpuscope itself can apply; "" for none.
    """

    folders: Sequence[Path] = ()
    power_w: float | None = None
    change: Callable[[Sequence[str]], str] = lambda _: ""
    ceilings: Sequence[Ceilings] = ()
    step_s: float | None = None

    def mean_power_w(self, profile: Profile, energy: Quantity | None) -> float | None:
        """Return the mean power of the run's devices during a capture in watts, or during the whole run if the capture is too short for it.

        Args:
            profile: The evaluated capture.
            energy: Energy of the devices during the profile's `work_ns` in joules; None if it is not known.

        Returns:
            None if neither is known.
        """
        measured = profile.mean_power_w(energy)
        return self.power_w if measured is None else measured


def advice(profile: Profile, program: Program | None = None) -> tuple[Finding, ...]:
    """Return the findings on what costs time in a capture, the most expensive first; () if nothing stands out.

    Args:
        profile: The evaluated capture.
        program: What else is known about the captured program.
    """
    program = program or Program()
    evidence = Evidence(profile, SourceLines(program.folders), recording_cost(profile, program.step_s))
    findings = [finding for rule in RULES for finding in rule(evidence) if finding.cost_s > 0]
    completed = [
        replace(
            finding,
            code=finding.code if evidence.is_pytorch else "",
            cost_j=None if program.power_w is None else finding.cost_s * program.power_w,
            change=program.change(finding.changes),
        )
        for finding in findings
    ]
    return tuple(sorted(completed, key=lambda finding: -finding.cost_s))
