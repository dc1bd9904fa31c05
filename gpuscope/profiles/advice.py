"""What to try, by what a capture shows: the findings of all rules, the dearest first."""

from collections.abc import Sequence
from pathlib import Path

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
    repeated_work.recompilations,
    repeated_work.allocator_calls,
    host_work.dominant_operator,
)
"""Each takes the evidence and yields what it has to say."""
TEXTS = (*waits.TEXTS, *launches.TEXTS, *arithmetic.TEXTS, *repeated_work.TEXTS, *host_work.TEXTS)
"""The sentences of all rules without their full stops, for translators."""


def advice(profile: Profile, folders: Sequence[Path] = ()) -> tuple[Finding, ...]:
    """Return what a capture shows that costs time, the dearest first.

    Args:
        profile: What the capture says.
        folders: Where the source of its program may lie, the likeliest first.
    """
    evidence = Evidence(profile, SourceLines(folders))
    findings = [finding for rule in RULES for finding in rule(evidence)]
    return tuple(sorted(findings, key=lambda finding: -finding.cost_s))
