"""Status texts of a ladder and its rungs, in the window's language."""

from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.device import MACHINE
from gpuscope.gui.engine_texts import composed_text, engine_text, with_capital
from gpuscope.gui.pages.plan.plan_board import lack_text, sentence_text
from gpuscope.gui.services.ladders import LadderState
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.reports.ladder_view import RungCard


def sentence(state: LadderState) -> str:
    """Return the text in large type at the top: the finding, or the question until there is one."""
    if state.view.sentence:
        return sentence_text(state.view.sentence, is_done=state.view.is_done)
    if state.is_live:
        return QCoreApplication.translate("LadderPage", "What makes {0} faster?").format(composed_text(state.view.subject))
    return lack_text(state.view.subject, is_measured=bool(state.groups()))


BETWEEN = "    "
"""Between the figures of a rung: spaces, since a dot would be left at the end of a line that wraps."""


def rung_figures(card: RungCard) -> str:
    """Return a measured rung's speed, and its costs or savings; a narrow card wraps between figures, never within one."""
    texts = (card.speed_text, *(f"{engine_text(label)} {figure}" for label, figure in card.costs))
    return BETWEEN.join(text.replace(" ", figures.NO_BREAK_SPACE) for text in texts if text)


def live_figures(live: LiveRun) -> str:
    """Return the state of a rung's run in one line."""
    progress = live.data.progress
    parts = [with_capital(engine_text(progress.phase))]
    if (rate := progress.step_rate) is not None and progress.samples_per_step:
        parts.append(f"{figures.significant(rate * progress.samples_per_step)}\u00a0{engine_text('samples/s')}")
    device = progress.placed_on or MACHINE
    if (power := progress.latest.get((device, "power"))) is not None:
        parts.append(figures.figure(power, "W"))
    if (share := progress.latest.get((device, "utilization"))) is not None:
        parts.append(f"{'CPU' if device == MACHINE else 'GPU'} {figures.percent(share)}")
    return BETWEEN.join(part.replace(" ", figures.NO_BREAK_SPACE) for part in parts)


def standing(card: RungCard) -> str:
    """Return a rung's factor, or its state until the factor is known."""
    if card.factor_text:
        return composed_text(card.factor_text)
    return {
        "running": QCoreApplication.translate("LadderPage", "now"),
        "failed": QCoreApplication.translate("LadderPage", "failed"),
        "skipped": QCoreApplication.translate("LadderPage", "not here"),
        "stopped": QCoreApplication.translate("LadderPage", "stopped"),
    }.get(card.step.state, "")


def note(card: RungCard, last_lines: tuple[str, ...] = ()) -> str:
    """Return why a rung brought nothing, was left out or failed, with the last lines of its output."""
    stop = "." if card.note and card.note[-1] not in ".!?" else ""  # added before translation: each language has its own
    first = with_capital(composed_text(f"{card.note}{stop}"))
    return "\n".join([text for text in (first, *last_lines) if text])
