"""The commands that Ctrl+K finds: pages, what the buttons of live runs do, the guide, workloads, actions, settings, the newest runs."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.engine_texts import engine_text, record_name
from gpuscope.gui.main_window import MainWindow
from gpuscope.gui.pages.help_page import GUIDES, guide_lines, guide_title
from gpuscope.gui.pages.run.profile_request import STEPS
from gpuscope.gui.pages.run.run_stage import MARK, PROFILE, STOP, WantedAction, ending_plan, stop_text
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.services import Services
from gpuscope.gui.widgets.command_palette import Command, CommandPalette
from gpuscope.gui.widgets.first_choices import PROCESSES
from gpuscope.gui.widgets.sensor_choice import SensorChoice, own_text, replay_text, simulate_text
from gpuscope.system.language import labelled
from gpuscope.workloads.workload_table import WORKLOADS

_RUNS = 500
"""Number of newest runs that can be found; older ones can be found in the list of runs."""
_TOP = 90
"""Distance from the window's upper edge in pixels."""

Act = tuple[str, Callable[[], object], str]
"""An action of the window: its name in the current language, what carries it out, further search words."""


def open_palette(
    window: MainWindow, pages: Sequence[tuple[str, str]], services: Services, sensors: SensorChoice, acts: Sequence[Act]
) -> None:
    """Open the palette over a window; runs are added once they have been read."""
    live = live_commands(window, services.live_runs.runs, services.plans)
    others = (*_guides(window), *_workloads(window), *_actions(window, sensors, acts), *settings_commands(window))
    palette = CommandPalette([*_pages(window, pages), *live, *others], window)  # a page first: Return at once must not stop a run
    palette.move(
        window.mapToGlobal(window.rect().topLeft()).x() + (window.width() - palette.width()) // 2,
        window.mapToGlobal(window.rect().topLeft()).y() + _TOP,
    )
    palette.show()
    palette.field.setFocus()
    services.history.ask(lambda store: store.runs(limit=_RUNS), lambda runs: palette.add(_runs(window, runs)), owner=palette)


def live_commands(window: MainWindow, runs: Sequence[LiveRun], plans: Plans) -> list[Command]:
    """Return what can be done with the live runs, as the buttons of the Run page call it."""
    kind = QCoreApplication.translate("Palette", "action")
    commands = []
    for run in runs:
        spec = run.record.spec
        stop = stop_text(spec, ending_plan(plans, run.run_id))
        actions = [(stop, STOP, "stop end"), (QCoreApplication.translate("RunStage", "Mark"), MARK, "mark note")]
        if not spec.is_attached:
            profile = QCoreApplication.translate("ProfileRequest", "Profile {0} steps").format(STEPS)
            actions.insert(1, (profile, PROFILE, "profile capture steps operators kernels"))
        for text, action, keywords in actions:
            act = partial(window.go_to, "run", WantedAction(run.run_id, action))
            commands.append(Command(labelled(text, record_name(run.record)), kind, act, keywords))
    return commands


def _pages(window: MainWindow, pages: Sequence[tuple[str, str]]) -> list[Command]:
    kind = QCoreApplication.translate("Palette", "page")
    return [Command(title, kind, partial(window.go_to, name), name) for name, title in pages]


def _guides(window: MainWindow) -> list[Command]:
    kind = QCoreApplication.translate("Palette", "guide")
    return [
        Command(
            guide_title(name),
            kind,
            partial(window.go_to, "help", name),
            name,
            partial(guide_lines, name),
            partial(_show_line, window, name),
        )
        for name in GUIDES
    ]


def _show_line(window: MainWindow, name: str, word: str) -> None:
    window.go_to("help", (name, word))


def _workloads(window: MainWindow) -> list[Command]:
    kind = QCoreApplication.translate("Palette", "workload")
    return [Command(engine_text(known.title), kind, partial(window.go_to, "run", RunSpec(key)), key) for key, known in WORKLOADS.items()]


def _actions(window: MainWindow, sensors: SensorChoice, acts: Sequence[Act]) -> list[Command]:
    kind = QCoreApplication.translate("Palette", "action")
    attach = QCoreApplication.translate("StartOffers", "Record a program that is running…")
    attaching = QCoreApplication.translate("Palette", "attach process PID")
    own: tuple[Act, ...] = (
        (attach, partial(window.go_to, "machine", PROCESSES), attaching),
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
    return [Command(title, kind, partial(window.go_to, "settings", name), keywords) for name, title, keywords in cards]


def _runs(window: MainWindow, runs: Sequence[RunRecord]) -> list[Command]:
    kind = QCoreApplication.translate("Palette", "run")
    return [
        Command(
            f"{record_name(record)}, {record.started_at.astimezone():%Y-%m-%d %H:%M}",
            kind,
            partial(window.go_to, "runs", record.run_id),
            " ".join((record.name, record.run_id, *record.tags)),
        )
        for record in runs
    ]
