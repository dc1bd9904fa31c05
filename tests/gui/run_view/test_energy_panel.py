"""The energy of a run, in one line and in full."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.energy_factors import EnergyFactors
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult
from gpuscope.gui.pages.run.run_words import longer
from gpuscope.gui.run_view.energy_panel import EnergyPanel
from gpuscope.gui.run_view.run_figures import live_account
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.translator import WindowLanguage
from gpuscope.reports.energy_account import EnergyAccount, energy_account
from gpuscope.system.settings import DEFAULTS, Settings
from tests.analysis.records import measured, run_record
from tests.gui.run_view import made_runs
from tests.reports.test_energy_account import disagreeing

STATISTICAL = "a statistical estimate"


@pytest.fixture
def panel(qtbot: QtBot) -> EnergyPanel:
    made = EnergyPanel(Theme(Choice.DARK), offers_longer=True)
    qtbot.addWidget(made)
    return made


def account(**more: object) -> EnergyAccount:
    """Return the energy account of a run whose device has a sensor."""
    return replace(EnergyAccount(measured(200.0, "J", "gpu:0: NVML", uncertainty=14.0), is_measurable=True), **more)  # type: ignore[arg-type]


def test_the_line_tells_the_energy_its_worth_and_the_notes(panel: EnergyPanel) -> None:
    lock = "step time locks to the power sensor"
    panel.show_account(account(total=measured(200.0, "J", "gpu:0: NVML", uncertainty=14.0, reason=lock)), DEFAULTS)
    assert panel.text == f"200 J ± 14 J  measured · gpu:0: NVML  {lock}"
    assert panel._note.property("look") == "warn"
    panel.show_account(account(total=measured(200.0, "J", "x", reason="without the first 0.2 s")), DEFAULTS)
    assert panel._note.property("look") == "small"
    panel.show_account(account(), Settings(energy_unit="Wh"))
    assert panel.text.startswith("55.6 mWh ± 3.9 mWh")


def test_the_source_is_in_the_language_of_the_window(panel: EnergyPanel) -> None:
    language = WindowLanguage("zh_CN")
    try:
        counter = measured(200.0, "J", "gpu:0: NVML field 83, cumulative counter [invented]")
        panel.show_account(account(total=replace(counter, uncertainty=14.0)), DEFAULTS)
        assert panel._worth.whole_text == "模拟 · gpu:0：NVML 字段 83，累计计数器"
    finally:
        language.close()


def test_sources_that_disagree_stand_side_by_side(panel: EnergyPanel) -> None:
    panel.show_account(replace(energy_account(disagreeing()), is_measurable=True), DEFAULTS)
    assert "sources disagree: counter 187 J, integral 327 J" in panel.text
    told = [row[:2] for row in panel.details]
    assert told[:2] == [("gpu:0: energy by the counter", "187 J ± 13 J"), ("gpu:0: energy by instantaneous power", "327 J ± 23 J")]


def test_net_names_its_baseline_and_waiting_its_share(panel: EnergyPanel) -> None:
    net = Quantity(150.0, "J", Quality.DERIVED, "NVML, less 122 W idle (context)", 20.0)
    waiting = Quantity(20.0, "J", Quality.DERIVED, STATISTICAL, 5.0)
    panel.show_account(account(net=net, waiting=waiting), DEFAULTS)
    assert panel.details == [
        ("Above idle", "150 J ± 20 J", "less 122 W idle (context)"),
        ("Waiting for data", "20.0 J ± 5.0 J", "10.0 % of the energy, a statistical estimate"),
    ]


def test_phases_have_bars_with_intervals_in_one_unit(panel: EnergyPanel) -> None:
    found = {"data": (0.4, 0.5), "forward": (9.1, 0.8)}
    phases = tuple((phase, Quantity(joules, "J", Quality.DERIVED, STATISTICAL, off)) for phase, (joules, off) in found.items())
    panel.show_account(account(phases=phases), DEFAULTS)
    assert panel.bars.rows == [("data", "0.400 ± 0.50 J"), ("forward", "9.10 ± 0.80 J")]
    panel.open(True)
    panel.resize(900, 300)
    assert not panel.grab().isNull()


def test_price_stands_with_its_assumption(panel: EnergyPanel) -> None:
    panel.show_account(account(total=measured(3.6e6, "J", "gpu:0: NVML")), Settings(factors=EnergyFactors(0.25, "EUR")))
    assert ("Price", "0.250 EUR", "your assumption: 0.25 EUR per kWh") in panel.details


def test_too_short_a_run_is_offered_to_be_repeated(panel: EnergyPanel, qtbot: QtBot) -> None:
    short = Quantity.missing("J", "gpu:0: too short to measure: the window of 0.5 s holds 5.0 updates of the sensor")
    panel.show_account(account(total=short), Settings(factors=EnergyFactors(0.25, "EUR")))
    assert panel.text == f"–  {short.reason}"
    assert panel.details == []
    with qtbot.waitSignal(panel.longer_wanted):
        panel._longer.click()
    record = longer(run_record("aa", duration_s=0.5, steps=100))
    assert record.spec.steps == 7200


def test_a_machine_without_a_sensor_has_no_such_line(panel: EnergyPanel) -> None:
    missing = Quantity.missing("J", "no power or energy sensor")
    cpu = Device("cpu", DeviceKind.CPU, "A processor", None, {}, {"energy": Capability(False, "", None, "none")})
    record = run_record("aa", metrics={"energy": missing}, devices=(DeviceResult(cpu, {"energy": missing}),))
    panel.show_account(energy_account(record), Settings(energy_unit="Wh"))
    assert panel.isHidden()
    assert panel.text == ""
    assert panel.details == []


def test_while_a_run_is_live_its_counter_is_told(panel: EnergyPanel) -> None:
    panel.show_account(live_account(made_runs.gpu_run(20.0)), DEFAULTS)
    assert "counter of gpu:0, so far" in panel.text
    assert [row[0] for row in panel.details] == ["gpuscope itself"]
    panel.show_account(live_account(made_runs.cpu_run(5.0)), DEFAULTS)
    assert panel.isHidden()


def test_without_phases_the_rows_have_all_the_room(panel: EnergyPanel, qtbot: QtBot) -> None:
    panel.resize(900, 300)
    panel.open(True)
    panel.show_account(
        account(net=measured(150.0, "J", "NVML, less 122 W idle by a baseline of its own, measured after the run")), DEFAULTS
    )
    with qtbot.waitExposed(panel):
        panel.show()
    row = panel._labels[0]
    assert row[2].geometry().right() > 820
