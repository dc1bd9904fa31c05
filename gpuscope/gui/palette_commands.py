"""The commands that Ctrl+K finds: pages, pages of the guide, workloads, actions, settings, and the newest runs of the store."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.engine_texts import engine_text, record_name
from gpuscope.gui.main_window import MainWindow
from gpuscope.gui.pages.help_page import GUIDES, guide_lines, guide_title
from gpuscope.gui.services.history import History
from gpuscope.gui.widgets.command_palette import Command, CommandPalette
from gpuscope.gui.widgets.first_choices import PROCESSES
from gpuscope.gui.widgets.sensor_choice import SensorChoice, own_text, replay_text, simulate_text
from gpuscope.workloads.workload_table import WORKLOADS

_RUNS = 500
"""Number of newest runs that can be found; older ones can be found in the list of runs."""
_TOP = 90
"""Distance from the window's upper edge in pixels."""


Act = tuple[str, Callable[[], object], str]
"""An action of the window: its name in the current language, what carries it out, further search words."""


def open_palette(
    window: MainWindow, pages: Sequence[tuple[str, str]], history: History, sensors: SensorChoice, acts: Sequence[Act]
) -> None:
    """Open the palette over a window; runs are added once they have been read."""
    palette = CommandPalette(
        [*_pages(window, pages), *_actions(window, sensors, acts), *_guides(window), *_workloads(window), *settings_commands(window)],
        window,
    )
    palette.move(
        window.mapToGlobal(window.rect().topLeft()).x() + (window.width() - palette.width()) // 2,
        window.mapToGlobal(window.rect().topLeft()).y() + _TOP,
    )
    palette.show()
    palette.field.setFocus()
    history.ask(lambda store: store.runs(limit=_RUNS), lambda runs: palette.add(_runs(window, runs)), owner=palette)


def _pages(window: MainWindow, pages: Sequence[tuple[str, str]]) -> list[Command]:
    kind = QCoreApplication.translate("Palette", "page")
    return [Command(title, kind, partial(window.show_page, name), name) for name, title in pages]


def _guides(window: MainWindow) -> list[Command]:
    kind = QCoreApplication.translate("Palette", "guide")
    return [
        Command(
            guide_title(name),
            kind,
            partial(window.show_page, "help", name),
            name,
            partial(guide_lines, name),
            partial(_show_line, window, name),
        )
        for name in GUIDES
    ]


def _show_line(window: MainWindow, name: str, word: str) -> None:
    window.show_page("help", (name, word))


def _workloads(window: MainWindow) -> list[Command]:
    kind = QCoreApplication.translate("Palette", "workload")
    return [
        Command(engine_text(known.title), kind, partial(window.show_page, "run", RunSpec(key)), key) for key, known in WORKLOADS.items()
    ]


def _actions(window: MainWindow, sensors: SensorChoice, acts: Sequence[Act]) -> list[Command]:
    kind = QCoreApplication.translate("Palette", "action")
    attach = QCoreApplication.translate("StartOffers", "Record a program that is running…")
    attaching = QCoreApplication.translate("Palette", "attach process PID")
    own: tuple[Act, ...] = (
        (attach, partial(window.show_page, "machine", PROCESSES), attaching),
        (simulate_text(), sensors.simulate, QCoreApplication.translate("Palette", "sensor device")),
        (replay_text(), sensors.ask_recording, QCoreApplication.translate("Palette", "sensor device gpurec")),
        (own_text(), sensors.use_own, QCoreApplication.translate("Palette", "sensor simulated replay")),
    )
    return [Command(text, kind, act, words) for text, act, words in (*acts, *own)]


def settings_commands(window: MainWindow) -> list[Command]:
    """Return the commands for the cards of the Settings page, which are also found by the settings on them."""
    kind = QCoreApplication.translate("Palette", "setting")
    cards = (
        (
            "appearance",
            QCoreApplication.translate("SettingsPage", "Appearance"),
            QCoreApplication.translate("Palette", "theme dark light language size of text reduce motion animations"),
        ),
        (
            "energy",
            QCoreApplication.translate("EnergySettings", "Energy"),
            QCoreApplication.translate("Palette", "joules watt hours unit price kWh currency carbon CO2 PUE"),
        ),
        (
            "start",
            QCoreApplication.translate("StartSettings", "Start and end of a run"),
            QCoreApplication.translate("Palette", "keep a process ready notification desktop"),
        ),
        (
            "alerts",
            QCoreApplication.translate("AlertSettings", "Alerts"),
            QCoreApplication.translate("Palette", "notification temperature power throttling loss silence command"),
        ),
        (
            "sensors",
            QCoreApplication.translate("SettingsPage", "Additional sensors"),
            QCoreApplication.translate("Palette", "simulated replay recorded device"),
        ),
        (
            "places",
            QCoreApplication.translate("SettingsPage", "Where things are kept"),
            QCoreApplication.translate("Palette", "folder store log GPUSCOPE_HOME"),
        ),
    )
    return [Command(title, kind, partial(window.show_page, "settings", name), keywords) for name, title, keywords in cards]


def _runs(window: MainWindow, runs: Sequence[RunRecord]) -> list[Command]:
    kind = QCoreApplication.translate("Palette", "run")
    return [
        Command(
            f"{record_name(record)}, {record.started_at.astimezone():%Y-%m-%d %H:%M}",
            kind,
            partial(window.show_page, "runs", record.run_id),
            " ".join((record.name, record.run_id, *record.tags)),
        )
        for record in runs
    ]
