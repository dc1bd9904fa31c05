"""The parts of a profile, each a tab: its table, or why a profile has none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.gui.charts.time_bar import TimePart
from gpuscope.gui.engine_texts import engine_text
from gpuscope.reports.profile_view import ProfileTable, ProfileView

_COLOURS = {"computation": "compute", "exposed communication": "clock", "exposed copies": "memory", "idle": "line"}
"""Of the parts of the device's time."""


@dataclass(frozen=True, slots=True)
class ProfilePart:
    """A tab.

    Attributes:
        key: Its name in the program and in the window's saved state.
        title: In words, translated.
        table: Returns what it shows.
        lack: Why there is none, translated.
    """

    key: str
    title: str
    table: Callable[[ProfileView], ProfileTable]
    lack: str


def profile_parts() -> tuple[ProfilePart, ...]:
    """Return the tabs, from the left."""
    return (
        ProfilePart(
            "operators",
            QCoreApplication.translate("ProfileParts", "Operators"),
            lambda view: view.operators,
            QCoreApplication.translate("ProfileParts", "The trace holds no operators: it was recorded on the device alone."),
        ),
        ProfilePart(
            "shapes",
            QCoreApplication.translate("ProfileParts", "Shapes"),
            lambda view: view.shapes,
            QCoreApplication.translate("ProfileParts", "The trace holds no shapes: record it with record_shapes=True."),
        ),
        ProfilePart(
            "kernels",
            QCoreApplication.translate("ProfileParts", "Kernels"),
            lambda view: view.kernels,
            QCoreApplication.translate("ProfileParts", "No device did anything in this capture."),
        ),
        ProfilePart(
            "classes",
            QCoreApplication.translate("ProfileParts", "Classes"),
            lambda view: view.classes,
            QCoreApplication.translate("ProfileParts", "The trace holds neither operators nor kernels."),
        ),
        ProfilePart(
            "roofline",
            QCoreApplication.translate("ProfileParts", "Roofline"),
            lambda view: view.roofline,
            QCoreApplication.translate(
                "ProfileParts", "The operations of no operator are known: they follow from shapes, with record_shapes=True."
            ),
        ),
        ProfilePart(
            "steps",
            QCoreApplication.translate("ProfileParts", "Steps"),
            lambda view: view.steps,
            QCoreApplication.translate("ProfileParts", "The trace marks no steps: call profiler.step() at the end of each."),
        ),
        ProfilePart(
            "memory",
            QCoreApplication.translate("ProfileParts", "Memory"),
            lambda view: view.memory,
            QCoreApplication.translate("ProfileParts", "The trace was recorded without memory: profile_memory=True records it."),
        ),
    )


def time_bars(view: ProfileView) -> list[tuple[str, list[TimePart]]]:
    """Return what the devices' time was spent on, by device ("" for the only one)."""
    table = view.timeline
    bars: dict[str, list[TimePart]] = {}
    for row in table.rows:
        values = {column.key: value for column, value in zip(table.columns, row, strict=True)}
        part, time_s, share = str(values["part"]), values["time"], values["share"]
        if part in _COLOURS and isinstance(time_s, float) and isinstance(share, float):
            shown = TimePart(engine_text(part), figures.duration(time_s), share, figures.percent(share), _COLOURS[part])
            bars.setdefault(str(values.get("device", "")), []).append(shown)
    return list(bars.items())
