"""What can be done next with a run that has ended: a comparison with the one before, a change to try, a repeat; and what prevents it."""

from collections.abc import Iterable

from gpuscope.analysis.bottleneck import bottleneck
from gpuscope.analysis.bottleneck_cures import Cure
from gpuscope.analysis.group import Group
from gpuscope.core.run import RunRecord, RunState
from gpuscope.system.redaction import REDACTED

MOST_TRIES = 3
"""Cures that are offered at once, the most promising first: more of them would be a list to read, not a step to take."""
LIVE = "The run has not ended."
FOREIGN = "Recorded by {0}: it cannot be run again."
ELSEWHERE = "Recorded on {0}: a run here would be one of another machine."
OTHER_MACHINE = "another machine"
ATTACHED = "It was running already when it was recorded, so it cannot be started again."
SECRET = "Its command held a secret, which was not stored."
MIXED = "The runs of {0} have several settings, so it is not known which of them to repeat."
NONE_BEFORE = "There is no earlier run of the same workload and task."
NO_COMMAND_BEFORE = "There is no earlier run of the same command."
TEXTS = (LIVE, FOREIGN, ELSEWHERE, OTHER_MACHINE, ATTACHED, SECRET, MIXED, NONE_BEFORE, NO_COMMAND_BEFORE)
"""All sentences of this module, with places for what differs; the window translates it."""


def repeat_obstacle(record: RunRecord) -> str:
    """Return why a run cannot be run again here so that both can be compared; "" where it can."""
    origin, spec = record.origin, record.spec
    if origin is not None:
        return FOREIGN.format(origin.tool) if origin.is_foreign else ELSEWHERE.format(origin.host or OTHER_MACHINE)
    if record.state is RunState.RUNNING:
        return LIVE
    if spec.is_attached:
        return ATTACHED
    return SECRET if any(REDACTED in argument for argument in spec.command) else ""


def group_obstacle(group: Group) -> str:
    """Return why a group of a comparison cannot be repeated here; "" where it can."""
    reasons = (repeat_obstacle(run) for run in group.runs)
    if reason := next((reason for reason in reasons if reason), ""):
        return reason
    return MIXED.format(group.name) if len({run.spec.identity() for run in group.runs}) > 1 else ""


def tries(record: RunRecord) -> tuple[Cure, ...]:
    """Return the changes that are worth a run of their own, by what held the run back; at most :data:`MOST_TRIES`."""
    if repeat_obstacle(record) or record.spec.is_command:
        return ()
    return tuple(cure for cure in bottleneck(record).cures if cure.values)[:MOST_TRIES]


def run_before(record: RunRecord, runs: Iterable[RunRecord]) -> RunRecord | None:
    """Return the newest finished run from before another one that ran the same: workload and task, or the user's command."""
    earlier = (run for run in runs if run.state is RunState.FINISHED and run.started_at < record.started_at and _is_alike(run, record))
    return max(earlier, key=lambda run: run.started_at, default=None)


def none_before(record: RunRecord) -> str:
    """Return that there is no such run."""
    return NO_COMMAND_BEFORE if record.spec.is_command else NONE_BEFORE


def _is_alike(run: RunRecord, other: RunRecord) -> bool:
    ours, theirs = run.spec, other.spec
    return (ours.workload, ours.task, ours.command) == (theirs.workload, theirs.task, theirs.command)
