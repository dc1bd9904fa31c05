"""The parts of a profile, each a tab: its tables, and the reason if a profile lacks it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.gui.charts.time_bar import TimePart
from gpuscope.gui.charts.tone_colours import tone_role
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.services.opened_profiles import OpenedProfile, OpenedProfiles
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.reports.profile_table import ProfileTable
from gpuscope.reports.profile_view import ProfileView

DIFFERENCE, TIMELINE, FLAME, ROOFLINE, MEMORY, ADVICE = "difference", "timeline", "flame", "roofline", "memory", "advice"
_COLOURS = {
    "computation": tone_role(OperatorClass.GEMM),  # the hue that most of it has in the timeline
    "exposed communication": tone_role(OperatorClass.COLLECTIVE),
    "exposed copies": tone_role(OperatorClass.COPY_ENGINE),
    "idle": "line",
}
"""Colours of the parts of device time: those of the same work in the timeline and in the flame graph."""


@dataclass(frozen=True, slots=True)
class ShownProfile:
    """A displayed profile, together with all opened ones."""

    profile: OpenedProfile
    opened: OpenedProfiles

    @property
    def view(self) -> ProfileView:
        """The profile's tables and texts."""
        return self.profile.view


@dataclass(frozen=True, slots=True)
class ProfilePart:
    """A tab.

    Attributes:
        key: Name in the program and in the window's saved state.
        title: Displayed title, translated.
        tables: Returns the tables of a profile; those without rows are left out.
        lack: Reason shown if a profile lacks this part, translated.
        choices: Returns the translated title of a table among several, by its key.
    """

    key: str
    title: str
    tables: Callable[[ShownProfile], Sequence[ProfileTable]]
    lack: str
    choices: Callable[[str], str] = str

    def is_there(self, shown: ShownProfile) -> bool:
        """Return whether a profile has this part."""
        trace = shown.profile.profile.trace
        if self.key == FLAME:
            return trace.has_host_calls
        if self.key == DIFFERENCE:
            return shown.opened.difference is not None
        return len(trace.slices) > 0 if self.key == TIMELINE else bool(self.shown_tables(shown))

    def shown_tables(self, shown: ShownProfile) -> list[ProfileTable]:
        """Return the tables that have rows."""
        return [table for table in self.tables(shown) if table.rows]


def profile_parts() -> tuple[ProfilePart, ...]:
    """Return the tabs, from the left."""
    return (
        ProfilePart(
            "operators",
            QCoreApplication.translate("ProfileParts", "Operators"),
            lambda shown: (shown.view.operators, shown.view.shapes),
            QCoreApplication.translate("ProfileParts", "The trace holds no operators: it was recorded on the device only."),
            _kinds_of_operators,
        ),
        ProfilePart(
            "kernels",
            QCoreApplication.translate("ProfileParts", "Kernels"),
            lambda shown: (shown.view.kernels,),
            QCoreApplication.translate("ProfileParts", "This capture has no device work."),
        ),
        ProfilePart(
            "classes",
            QCoreApplication.translate("ProfileParts", "Classes"),
            lambda shown: (shown.view.classes,),
            QCoreApplication.translate("ProfileParts", "The trace holds neither operators nor kernels."),
        ),
        ProfilePart(
            TIMELINE,
            QCoreApplication.translate("ProfileParts", "Timeline"),
            lambda _: (),
            QCoreApplication.translate("ProfileParts", "The trace has no events with a duration."),
        ),
        ProfilePart(
            FLAME,
            QCoreApplication.translate("ProfileParts", "Flame graph"),
            lambda _: (),
            QCoreApplication.translate("ProfileParts", "The trace holds no calls of the host."),
        ),
        ProfilePart(
            ROOFLINE,
            QCoreApplication.translate("ProfileParts", "Roofline"),
            lambda shown: (shown.view.roofline,),
            QCoreApplication.translate(
                "ProfileParts", "No operator's operations are known: they follow from shapes, with record_shapes=True."
            ),
        ),
        ProfilePart(
            "steps",
            QCoreApplication.translate("ProfileParts", "Steps"),
            lambda shown: (shown.view.steps,),
            QCoreApplication.translate("ProfileParts", "The trace marks no steps: call profiler.step() at the end of each."),
        ),
        ProfilePart(
            MEMORY,
            QCoreApplication.translate("ProfileParts", "Memory"),
            lambda shown: (shown.view.owners, shown.view.purposes, shown.view.memory),
            QCoreApplication.translate("ProfileParts", "The trace was recorded without memory: profile_memory=True records it."),
            _kinds_of_memory,
        ),
        ProfilePart(
            ADVICE,
            QCoreApplication.translate("ProfileParts", "What to try"),
            lambda shown: (shown.view.advice,),
            QCoreApplication.translate("ProfileParts", "Nothing stands out: no rule of the guide found a large cost."),
        ),
        ProfilePart(
            "ranks",
            QCoreApplication.translate("ProfileParts", "Ranks"),
            lambda shown: () if shown.opened.ranks is None else (shown.opened.ranks,),
            QCoreApplication.translate("ProfileParts", "Open the traces of several ranks of one job together to see them side by side."),
        ),
        ProfilePart(
            DIFFERENCE,
            QCoreApplication.translate("ProfileParts", "Difference"),
            _difference_tables,
            QCoreApplication.translate("ProfileParts", "Compare this profile with another: the button “Compare with…”."),
            _kinds_of_differences,
        ),
    )


def _kinds_of_operators(key: str) -> str:
    is_by_shapes = key == "shapes"
    return (
        QCoreApplication.translate("ProfileParts", "By shapes") if is_by_shapes else QCoreApplication.translate("ProfileParts", "By name")
    )


def _kinds_of_memory(key: str) -> str:
    match key:
        case "owners":
            return QCoreApplication.translate("ProfileParts", "By owner")
        case "purposes":
            return QCoreApplication.translate("ProfileParts", "By category")
        case _:
            return QCoreApplication.translate("ProfileParts", "Devices")


def _kinds_of_differences(key: str) -> str:
    match key:
        case "operators":
            return QCoreApplication.translate("ProfileParts", "Operators")
        case "kernels":
            return QCoreApplication.translate("ProfileParts", "Kernels")
        case "classes":
            return QCoreApplication.translate("ProfileParts", "Classes")
        case _:
            return QCoreApplication.translate("ProfileParts", "Device time")


def _difference_tables(shown: ShownProfile) -> Sequence[ProfileTable]:
    difference = shown.opened.difference
    return () if difference is None else (difference.operators, difference.kernels, difference.classes, difference.timeline)


def time_bars(view: ProfileView, name: str = "") -> list[tuple[str, list[TimePart]]]:
    """Return the breakdown of device time by device; labels start with a name, which may be "" for none."""
    table = view.timeline
    bars: dict[str, list[TimePart]] = {}
    for row in table.rows:
        values = {column.key: value for column, value in zip(table.columns, row, strict=True)}
        part, time_s, share = str(values["part"]), values["time"], values["share"]
        if part in _COLOURS and isinstance(time_s, float) and isinstance(share, float):
            shown = TimePart(engine_text(part), time_s, figures.duration(time_s), share, figures.percent(share), _COLOURS[part])
            label = " ".join(filter(None, (name, engine_text(str(values.get("device", ""))))))
            bars.setdefault(label, []).append(shown)
    return list(bars.items())
