"""How a live run stands, in the few words of its card."""

import math

from PySide6.QtCore import QCoreApplication

from gpuscope.gui.charts.ticks import clock
from gpuscope.gui.engine_words import engine_words
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.recording.progress import Progress


def card_words(run: LiveRun, count: int) -> tuple[str, str, float | None]:
    """Return (title, detail, share done or None) of the newest of ``count`` live runs."""
    progress = run.data.progress
    share = progress.share
    parts = _doing(run) if share is None else [f"{math.floor(100 * share)} %"]
    if share is not None and (left := progress.left_s) is not None:
        parts.append(QCoreApplication.translate("LiveCard", "{0} left").format(clock(left)))
    if count > 1:
        parts.append(QCoreApplication.translate("LiveCard", "and {0} more").format(count - 1))
    return run.record.name, " · ".join(parts), share


def _doing(run: LiveRun) -> list[str]:
    """Return what a run without a known number of steps does; a command need never say so."""
    phase = run.data.progress.phase
    if not run.record.spec.is_command:
        return [engine_words(phase)]
    return [QCoreApplication.translate("LiveCard", "running") if phase == Progress.phase else engine_words(phase), clock(run.data.end_s)]
