"""The parts of a profile, each a tab: its table, or why a profile has none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

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
    translate = QCoreApplication.translate
    return (
        ProfilePart(
            "operators",
            translate("ProfileParts", "Operators"),
            lambda view: view.operators,
            translate("ProfileParts", "The trace holds no operators: it was recorded on the device alone."),
        ),
        ProfilePart(
            "shapes",
            translate("ProfileParts", "Shapes"),
            lambda view: view.shapes,
            translate("ProfileParts", "The trace holds no shapes: record it with record_shapes=True."),
        ),
        ProfilePart(
            "kernels",
            translate("ProfileParts", "Kernels"),
            lambda view: view.kernels,
            translate("ProfileParts", "No device did anything in this capture."),
        ),
        ProfilePart(
            "classes",
            translate("ProfileParts", "Classes"),
            lambda view: view.classes,
            translate("ProfileParts", "The trace holds neither operators nor kernels."),
        ),
        ProfilePart(
            "steps",
            translate("ProfileParts", "Steps"),
            lambda view: view.steps,
            translate("ProfileParts", "The trace marks no steps: call profiler.step() at the end of each."),
        ),
        ProfilePart(
            "memory",
            translate("ProfileParts", "Memory"),
            lambda view: view.memory,
            translate("ProfileParts", "The trace was recorded without memory: profile_memory=True records it."),
        ),
    )


def time_bars(view: ProfileView) -> list[tuple[str, list[TimePart]]]:
    """Return what the devices' time was spent on, by device ("" for the only one)."""
    table = view.timeline
    columns = zip(table.columns, table.units(), strict=True)
    units = {column.key: unit for column, unit in columns if unit is not None}
    bars: dict[str, list[TimePart]] = {}
    for row in table.rows:
        values = {column.key: value for column, value in zip(table.columns, row, strict=True)}
        part, time_s, share = str(values["part"]), values["time"], values["share"]
        if part in _COLOURS and isinstance(time_s, float) and isinstance(share, float):
            time_part = TimePart(
                engine_text(part), units["time"].with_name(time_s), share, units["share"].with_name(share), _COLOURS[part]
            )
            bars.setdefault(str(values.get("device", "")), []).append(time_part)
    return list(bars.items())
