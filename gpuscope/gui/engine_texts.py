"""Texts of the engine (a field's label, a run's phase, an error), and the status of live runs, in the window's language."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.plan import ItemState, Plan, PlanKind, PlanState
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.recording.machine_figures import TranslatableText
from gpuscope.recording.progress import Progress
from gpuscope.recording.run_request import ATTACHED_NAME, default_name
from gpuscope.reports.pictures.scale import clock, time_left
from gpuscope.system import language
from gpuscope.system.language import composed as composed_text
from gpuscope.system.language import duration_text, filled, translated
from gpuscope.system.language import translated as engine_text
from gpuscope.workloads import workload_table

__all__ = ["composed_text", "engine_text"]

_LISTED = 8
"""Most runs of a queue that its menu lists: as many lines as a menu shows at a glance."""


def error_text(error: GpuscopeError) -> str:
    """Return message and hint of an error as sentences; a leading name ("gemm", "cuda:0") is not capitalized."""
    if _was_translated(error.message):
        return f"{error.message}{translated('.')}{composed_text(error.hint)}"
    return composed_text(f"{with_capital(error.message)}. {error.hint}".strip())


def _was_translated(message: str) -> bool:
    """Return whether an error was translated where it was raised: it ends with an ideograph, and not because of a name in it."""
    is_chinese = language.current() != language.ENGLISH and "\u4e00" <= message[-1:] <= "\u9fff"
    return is_chinese and composed_text(message) == message


def with_capital(text: str) -> str:
    """Capitalize a text; a leading name ("gemm", "cuda:0") is left as it is."""
    first = text.partition(" ")[0]
    return figures.capitalized(text) if first.rstrip(",").isalpha() and first not in workload_table.WORKLOADS else text


def run_name(name: str, spec: RunSpec) -> str:
    """Return a run's name as shown; the default names of recordings of the machine or of a process are translated."""
    if not spec.is_attached or name != default_name(spec):
        return name
    return filled(ATTACHED_NAME, name.removeprefix(ATTACHED_NAME.format(""))) if spec.command else translated(name)


def record_name(record: RunRecord) -> str:
    """Return a recorded run's name as shown."""
    return run_name(record.name, record.spec)


def engine_sentence(text: TranslatableText) -> str:
    """Return a translated text of the engine with its placeholders filled in."""
    return engine_text(text.text).format(*map(duration_text, text.values))


def percent_done(share: float) -> str:
    """Return a progress from 0 to 1 in whole per cent: 100 % only at the end."""
    return f"{math.floor(100 * min(1.0, share))} %"


def live_card_texts(run: LiveRun, count: int, plans: Sequence[Plan] = ()) -> tuple[str, str, float | None]:
    """Return (title, detail, share done or None) of the newest of ``count`` live runs; a plan's run has the title of its item, if any."""
    progress = run.data.progress
    share = progress.share
    parts = _doing(run) if share is None else [percent_done(share)]
    if share is not None and (left := progress.left_s) is not None:
        parts.append(QCoreApplication.translate("LiveCard", "{0} left").format(duration_text(time_left(left))))
    if count > 1:
        parts.append(QCoreApplication.translate("LiveCard", "and {0} more").format(count - 1))
    titles = (item.title for plan in plans for item in plan.items if item.run_id == run.record.run_id)
    title = next((composed_text(title) for title in titles if title), record_name(run.record))
    return title, " · ".join(parts), share


def plans_sentence(plans: Sequence[Plan], beside: str = "") -> str:
    """Return the status of the active plans: "Queue: 1 of 3 done" for the newest running one, and the number of others.

    The kind is left out if it is the title ``beside`` the sentence: "1 of 3 done".
    """
    if not plans:
        return ""
    plan = next((plan for plan in plans if plan.state is not PlanState.WAITING), plans[0])
    others = len(plans) - 1
    if plan.state is PlanState.WAITING:
        sentence = QCoreApplication.translate("LiveCard", "{0} waits: {1} of {2}")
    elif plan.state.can_resume:
        sentence = QCoreApplication.translate("LiveCard", "{0} interrupted: {1} of {2}")
    elif others:
        sentence = QCoreApplication.translate("LiveCard", "{0}: {1} of {2}")  # the card is narrow
    else:
        sentence = QCoreApplication.translate("LiveCard", "{0}: {1} of {2} done")
    kind, made, total = _kind_title(plan.kind), *_made_of(plan)
    parts = [_beside_kind(plan.state).format(made, total) if kind == beside else sentence.format(kind, made, total)]
    if others:
        parts.append(QCoreApplication.translate("LiveCard", "{0} more").format(others))
    return " · ".join(parts)


def _beside_kind(state: PlanState) -> str:
    if state is PlanState.WAITING:
        return QCoreApplication.translate("LiveCard", "Waits: {0} of {1}")
    if state.can_resume:
        return QCoreApplication.translate("LiveCard", "Interrupted: {0} of {1}")
    return QCoreApplication.translate("LiveCard", "{0} of {1} done")


def _made_of(plan: Plan) -> tuple[str, str]:
    """Return how many of a plan's runs were made, and their total, both without those that the user removed from a queue."""
    removed = plan.counts.get(ItemState.SKIPPED, 0) if plan.kind is PlanKind.QUEUE else 0
    return figures.grouped(plan.made), figures.grouped(plan.total - removed)


def queue_sentence(queue: Plan) -> str:
    """Return why a queue waits or ended, else how far it is."""
    why = queue.reason if queue.state is not PlanState.RUNNING else None
    cause = why.partition("; ")[0] if why and queue.state.can_resume else why  # without the command that goes on with it
    return with_capital(composed_text(cause)) if cause else plans_sentence([queue])


def queue_entries(queue: Plan) -> tuple[list[tuple[int, str]], str]:
    """Return number and text of each waiting run of a queue, at most :data:`_LISTED`, and how many more there are ("" for none).

    A text is the run's name, and if several have it, the settings in which those differ.
    """
    from gpuscope.analysis.group import settings_apart

    waiting = [item for item in queue.items if item.state is ItemState.WAITING]
    names = [item.name or item.spec.workload for item in waiting]
    texts = []
    for place, (name, item) in enumerate(zip(names, waiting, strict=True)):
        alike = [other for other, its_name in zip(waiting, names, strict=True) if its_name == name]
        apart = settings_apart([other.spec for other in alike])[alike.index(item)] if len(alike) > 1 else ""
        texts.append((item.number, " · ".join(filter(None, (f"{place + 1}.  {name}", composed_text(apart))))))
    rest = len(texts) - _LISTED
    return texts[:_LISTED], QCoreApplication.translate("LiveCard", "{0} more").format(rest) if rest > 0 else ""


def plan_name(plan: Plan) -> str:
    """Return the name of a plan where its kind is named beside it; its kind if it has no name of its own."""
    kind = _kind_title(plan.kind)
    return kind if plan.name in (plan.kind.value, kind) else composed_text(plan.name)


def plan_title(plan: Plan) -> str:
    """Return the title of a plan within a sentence: its kind, and its name if that adds information."""
    kind, name = _kind_title(plan.kind), plan_name(plan)
    return kind if name == kind else f"{kind} “{name}”"


def _kind_title(kind: PlanKind) -> str:
    match kind:
        case PlanKind.LADDER:
            return QCoreApplication.translate("LiveCard", "Ladder")
        case PlanKind.SWEEP:
            return QCoreApplication.translate("LiveCard", "Sweep")
        case PlanKind.AB:
            return QCoreApplication.translate("LiveCard", "A/B")
        case PlanKind.CHAIN:
            return QCoreApplication.translate("LiveCard", "Chain")
        case PlanKind.QUEUE:
            return QCoreApplication.translate("LiveCard", "Queue")


def _doing(run: LiveRun) -> list[str]:
    """Return the status of a run with an unknown number of steps; a command need not report any."""
    phase = run.data.progress.phase
    if not run.record.spec.is_command:
        return [engine_text(phase)]
    return [QCoreApplication.translate("LiveCard", "running") if phase == Progress.phase else engine_text(phase), clock(run.data.end_s)]
