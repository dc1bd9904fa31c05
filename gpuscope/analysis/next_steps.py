"""Next steps for an ended run (compare with the previous run, try a change, repeat), or the reason why one is not available."""

from collections.abc import Iterable

from gpuscope.analysis.bottleneck import bottleneck
from gpuscope.analysis.bottleneck_cures import Cure
from gpuscope.analysis.group import Group
from gpuscope.core.run import RunRecord, RunState
from gpuscope.system.redaction import REDACTED

MOST_TRIES = 3
"""Maximum number of cures offered at once, the most promising first; a longer list would not be actionable."""
LIVE = "The run has not ended."
FOREIGN = "Recorded by {0}: it cannot be run again."
ELSEWHERE = "Recorded on {0}: a run here would be on another machine."
OTHER_MACHINE = "another machine"
ATTACHED = "It was running already when it was recorded, so it cannot be started again."
SECRET = "Its command held a secret, which was not stored."
MIXED = "The runs of {0} have different settings, so it is unclear which to repeat."
NONE_BEFORE = "There is no earlier run of the same workload and task."
NO_COMMAND_BEFORE = "There is no earlier run of the same command."
TEXTS = (LIVE, FOREIGN, ELSEWHERE, OTHER_MACHINE, ATTACHED, SECRET, MIXED, NONE_BEFORE, NO_COMMAND_BEFORE)
"""All sentence templates of this module; the window translates them."""


def repeat_obstacle(record: RunRecord) -> str:
    """Return why a run cannot be repeated here for a comparison; "" if it can."""
    origin, spec = record.origin, record.spec
    if origin is not None:
        return FOREIGN.format(origin.tool) if origin.is_foreign else ELSEWHERE.format(origin.host or OTHER_MACHINE)
    if record.state is RunState.RUNNING:
        return LIVE
    if spec.is_attached:
        return ATTACHED
    return SECRET if any(REDACTED in argument for argument in spec.command) else ""


def group_obstacle(group: Group) -> str:
    """Return why a group of a comparison cannot be repeated here; "" if it can."""
    reasons = (repeat_obstacle(run) for run in group.runs)
    if reason := next((reason for reason in reasons if reason), ""):
        return reason
    return MIXED.format(group.name) if len({run.spec.identity() for run in group.runs}) > 1 else ""


def tries(record: RunRecord) -> tuple[Cure, ...]:
    """Return the changes worth trying for a run's bottleneck; at most :data:`MOST_TRIES`."""
    if repeat_obstacle(record) or record.spec.is_command:
        return ()
    return tuple(cure for cure in bottleneck(record).cures if cure.values)[:MOST_TRIES]


def run_before(record: RunRecord, runs: Iterable[RunRecord]) -> RunRecord | None:
    """Return the newest earlier finished run of the same workload and task, or of the same user command; None if there is none."""
    earlier = (run for run in runs if run.state is RunState.FINISHED and run.started_at < record.started_at and _is_alike(run, record))
    return max(earlier, key=lambda run: run.started_at, default=None)


def none_before(record: RunRecord) -> str:
    """Return the sentence that there is no such earlier run."""
    return NO_COMMAND_BEFORE if record.spec.is_command else NONE_BEFORE


def _is_alike(run: RunRecord, other: RunRecord) -> bool:
    ours, theirs = run.spec, other.spec
    return (ours.workload, ours.task, ours.command) == (theirs.workload, theirs.task, theirs.command)
