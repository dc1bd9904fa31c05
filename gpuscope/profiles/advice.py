"""What to try, by what a capture shows: the findings of all rules, the dearest first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gpuscope.profiles.ceilings import Ceilings
from gpuscope.profiles.profile import Profile
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
    waits.exposed_communication,
    launches.host_bound_launches,
    launches.small_kernels,
    launches.single_updates,
    arithmetic.single_precision,
    arithmetic.layout_transforms,
    arithmetic.elementwise_chains,
    arithmetic.conversions,
    repeated_work.program_start,
    repeated_work.recompilations,
    repeated_work.allocator_calls,
    host_work.dominant_operator,
)
"""Each takes the evidence and yields what it has to say."""
TITLES = {
    "loading": "waiting for data",
    "synchronization": "synchronization",
    "values_read": "values read one by one",
    "pageable_copies": "copies from pageable memory",
    "pauses": "pauses of the host",
    "exposed_communication": "exposed communication",
    "host_bound_launches": "host-bound launches",
    "small_kernels": "small kernels",
    "single_updates": "weights updated one by one",
    "single_precision": "FP32 beside matrix units",
    "layout_transforms": "layout transforms",
    "elementwise_chains": "elementwise chains",
    "conversions": "conversions",
    "program_start": "start of the program",
    "recompilations": "recompilation",
    "allocator_calls": "allocator calls",
    "dominant_operator": "one operator dominates",
}
"""What each finding is called in a word or two, by its rule."""
TEXTS = (*TITLES.values(), *waits.TEXTS, *launches.TEXTS, *arithmetic.TEXTS, *repeated_work.TEXTS, *host_work.TEXTS)
"""The sentences of all rules without their full stops, for translators."""


@dataclass(frozen=True, slots=True)
class Program:
    """What is known of the program that was captured, beside its trace.

    Attributes:
        folders: Where its source may lie, the likeliest first.
        power_w: Of the device while the program ran, on average; None where it is not known.
        ceilings: Of the machine's devices, as runs on it have measured them.
        change: Returns the command line's words for the first of some cures that gpuscope can make to the program itself; "" for none.
    """

    folders: Sequence[Path] = ()
    power_w: float | None = None
    change: Callable[[Sequence[str]], str] = lambda _: ""
    ceilings: Sequence[Ceilings] = ()


def advice(profile: Profile, program: Program | None = None) -> tuple[Finding, ...]:
    """Return what a capture shows that costs time, the dearest first; () where nothing stands out.

    Args:
        profile: What the capture says.
        program: What else is known of it.
    """
    program = program or Program()
    evidence = Evidence(profile, SourceLines(program.folders))
    findings = [finding for rule in RULES for finding in rule(evidence) if finding.cost_s > 0]
    completed = [
        replace(
            finding,
            cost_j=finding.cost_s * program.power_w if finding.is_device and program.power_w is not None else None,
            change=program.change(finding.changes),
        )
        for finding in findings
    ]
    return tuple(sorted(completed, key=lambda finding: -finding.cost_s))
