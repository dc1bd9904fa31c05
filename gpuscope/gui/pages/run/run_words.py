"""Texts of a run's header: its description, progress and outcome."""

import math
import shlex
import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.reduction import ENERGY_WINDOW_S
from gpuscope.core import figures
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import engine_text, run_name
from gpuscope.recording.run_request import default_name
from gpuscope.recording.stop_ladder import PATIENCE_S
from gpuscope.reports.pictures.scale import clock, time_left
from gpuscope.system.language import duration_text
from gpuscope.workloads import workload_table

_LONGEST_COMMAND = 500
"""Maximum length of a command in the header, in characters; the header elides it, and laying out more takes time."""
_LONGER_S = 1.2 * ENERGY_WINDOW_S
"""Seconds measured when repeating a run that was too short to measure its energy, with a margin for faster steps."""


class StopCountdown:
    """Counts down the time until runs that were asked to stop are killed."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._due: dict[str, float] = {}

    def begin(self, run_id: str) -> None:
        """Start the countdown of a run that was just asked to stop."""
        self._due.setdefault(run_id, self._now() + sum(PATIENCE_S))

    def forget(self, run_id: str) -> None:
        """Drop a run that has ended or could not be asked to stop."""
        self._due.pop(run_id, None)

    def is_stopping(self, run_id: str) -> bool:
        """Return whether a run was asked to stop."""
        return run_id in self._due

    def left_s(self, run_id: str) -> int:
        """Return the whole seconds until a run is killed, at least 0."""
        return max(0, math.ceil(self._due.get(run_id, 0.0) - self._now()))


def longer(record: RunRecord) -> RunRecord:
    """Return the record with a spec long enough to measure and compare its energy; the record of a command is unchanged."""
    if not record.steps or not record.duration_s or record.spec.is_command:
        return record
    if record.spec.duration_s is not None:
        return replace(record, spec=replace(record.spec, duration_s=max(record.spec.duration_s, _LONGER_S)))
    steps = math.ceil(record.steps * max(1.0, _LONGER_S / record.duration_s))
    return replace(record, spec=replace(record.spec, steps=steps))


def title_and_detail(name: str, spec: RunSpec) -> tuple[str, str]:
    """Return a run's name and a one-line description that does not repeat the name."""
    is_named = name != default_name(spec)
    if spec.is_command:
        return run_name(name, spec), shlex.join(spec.command)[:_LONGEST_COMMAND] if is_named else ""
    known = workload_table.WORKLOADS.get(spec.workload)
    parts = (
        [spec.device, spec.precision] if known is not None and not known.tasks else [engine_text(spec.task), spec.device, spec.precision]
    )
    parts += [QCoreApplication.translate("RunWords", "batch {0}").format(_count(spec.batch_size))] if spec.batch_size is not None else []
    parts += spec.changes
    title = name if is_named else spec.workload
    return title, " · ".join(parts if title == spec.workload else [spec.workload, *parts])


def steps_done(data: ShownRun) -> tuple[int, int] | None:
    """Return the number of finished and of planned measured steps; None if unknown."""
    progress = data.progress
    if progress.planned is None:
        return None
    planned = progress.planned - progress.warmup_steps
    return min(planned, max(0, progress.steps - progress.warmup_steps)), planned


def standing(data: ShownRun) -> str:
    """Return the progress of a live run: ``step 3 104 of 5 000 · 1:07 · 0:41 left``."""
    done, progress = steps_done(data), data.progress
    parts = []
    if done is not None and progress.phase == "measuring":
        parts.append(QCoreApplication.translate("RunWords", "step {0} of {1}").format(_count(done[0]), _count(done[1])))
    elif progress.duration_s is not None and progress.phase == "measuring":
        text = QCoreApplication.translate("RunWords", "measured {0} of {1}")
        parts.append(text.format(clock(min(progress.measured_s, progress.duration_s)), clock(progress.duration_s)))
    elif done is not None or progress.phase != "starting":
        parts.append(engine_text(progress.phase))
    parts.append(clock(data.end_s))
    left = progress.left_s
    if left and (done is None or done[0] < done[1]):
        parts.append(QCoreApplication.translate("RunWords", "{0} left").format(duration_text(time_left(left))))
    return " · ".join(parts)


def outcome(data: ShownRun, record: RunRecord) -> str:
    """Return the outcome of an ended run: ``5000 steps · 1:48``."""
    steps = record.steps if record.steps is not None else (steps_done(data) or (None,))[0]
    several = QCoreApplication.translate("RunWords", "{0} steps")
    single = QCoreApplication.translate("RunWords", "1 step")
    parts = [single if steps == 1 else several.format(_count(steps))] if steps is not None else []
    return " · ".join([*parts, clock(data.end_s if record.took_s is None else record.took_s)])


def _count(number: int) -> str:
    return figures.figure(number, "1")
