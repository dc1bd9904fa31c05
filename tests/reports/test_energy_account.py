"""A run's energy, and how it is reported."""

import json
import re
from datetime import UTC, datetime

import pytest

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.energy_factors import EnergyFactors
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.reports import csv_report
from gpuscope.reports.comparison_report import comparison_report, comparison_table
from gpuscope.reports.energy_account import assumption_document, energy_account, energy_text, factors_text, quality_word, spread_text
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.pdf_context import ReportContext
from gpuscope.reports.pdf_report import document
from gpuscope.reports.run_list import summary_table
from gpuscope.reports.run_report import energy_sentence, run_report
from gpuscope.reports.text import render, render_table
from gpuscope.system import language, paths
from gpuscope.system.settings import Settings
from tests.analysis.records import CPU, GPU, measured, run_record

FACTORS = EnergyFactors(0.3, "EUR", 400.0, 1.5)
APART = "sources disagree: counter 187 J, integral 327 J"


def disagreeing() -> RunRecord:
    """Return a run on a GPU whose counter and power disagree on the energy, with its processor's energy as well."""
    energy = measured(187.0, "J", "gpu:0: NVML counter", uncertainty=140.0, reason=APART)
    of_gpu = {
        "energy": measured(187.0, "J", "NVML counter", uncertainty=140.0, reason=APART),
        "energy_counter": measured(187.0, "J", "NVML counter", uncertainty=13.0),
        "energy_instant": measured(327.0, "J", "integral of NVML, sampled 25% of the time", uncertainty=23.0),
    }
    of_cpu = {"energy": measured(900.0, "J", "powercap")}
    more = {
        "energy_net": Quantity(90.0, "J", Quality.DERIVED, "less 72.0 W idle (bare)", 20.0),
        "energy_per_step": measured(0.374, "J"),
        "phase_energy_forward": Quantity(0.1, "J", Quality.DERIVED, "a statistical estimate", 0.02),
        "energy_waiting": Quantity(12.0, "J", Quality.DERIVED, "a statistical estimate", 3.0),
    }
    devices = (DeviceResult(GPU, of_gpu), DeviceResult(CPU, of_cpu))
    return run_record("aa", metrics={"throughput": measured(5.0, "samples/s"), "energy": energy, **more}, devices=devices)


def told(record: RunRecord, settings: Settings = Settings()) -> list[str]:  # noqa: B008 - never changed
    table = next(one for one in run_report(record, settings=settings).tables if one.title == "Energy")
    return [" ".join(line.split()) for line in render_table(table).splitlines()]


def test_sources_that_disagree_stand_side_by_side_with_both_numbers() -> None:
    account = energy_account(disagreeing())
    assert account.disagrees
    assert [(part.key, part.quantity.value) for part in account.sources] == [("energy_counter", 187.0), ("energy_instant", 327.0)]
    lines = told(disagreeing())
    assert any(line.startswith("Energy 187 J ± 140 J measured") and APART in line for line in lines)
    assert any(line.startswith("gpu:0: energy by the counter 187 J ± 13 J") for line in lines)
    assert any(line.startswith("gpu:0: energy by instantaneous power 327 J ± 23 J") for line in lines)


def test_the_energy_of_devices_beside_the_run_is_told_apart_and_not_added() -> None:
    account = energy_account(disagreeing())
    assert [(part.device, part.quantity.value) for part in account.others] == [("cpu", 900.0)]
    assert any(line.startswith("cpu: energy 900 J") for line in told(disagreeing()))


def test_an_estimate_is_a_range_of_at_least_half_to_either_side() -> None:
    guess = Quantity(100.0, "J", Quality.ESTIMATED, "a guess", 10.0)
    assert (energy_text(guess, "J"), spread_text(guess, "J")) == ("~50.0 J to 150 J", "")
    assert energy_text(Quantity(100.0, "J", Quality.ESTIMATED, "a guess", 80.0), "J") == "~20.0 J to 180 J"


def test_watt_hours_at_choice() -> None:
    energy = measured(7.2e6, "J", uncertainty=7.2e5)
    assert (energy_text(energy, "Wh"), spread_text(energy, "Wh")) == ("2.00 kWh", "± 200 Wh")
    assert (energy_text(energy, "J"), spread_text(energy, "J")) == ("7.20 MJ", "± 720 kJ")
    assert any(line.startswith("Energy 51.9 mWh ± 39 mWh") for line in told(disagreeing(), Settings(energy_unit="Wh")))


def test_price_and_carbon_are_told_with_the_factors_that_they_follow_from() -> None:
    record = run_record("aa", metrics={"energy": measured(3.6e6, "J", "gpu:0: NVML")})
    words = "your assumption: 0.3 EUR per kWh, 400 g CO₂ per kWh, PUE 1.5"
    price, carbon = energy_account(record).assumed(FACTORS)
    assert ((price.key, price.basis), (carbon.key, carbon.basis)) == (("price", words), ("carbon", words))
    assert [price.value, carbon.value] == pytest.approx([0.45, 600.0])
    lines = told(record, Settings(factors=FACTORS))
    assert f"Price 0.450 EUR assumption {words}" in lines
    assert f"CO₂ equivalent 600 g assumption {words}" in lines
    text = "".join(csv_report.table_pieces(summary_table([record], FACTORS)))
    assert "Price [EUR] (assumption),CO2 equivalent [g] (assumption),assumptions" in text
    assert assumption_document(energy_account(record), FACTORS)["assumptions"]["carbon"] == {"value": pytest.approx(600.0), "unit": "g"}


def test_what_follows_from_a_simulated_energy_is_simulated() -> None:
    record = run_record("aa", metrics={"energy": measured(3.6e6, "J", "sim:0: simulation [SIMULATED]")})
    assert all(one.basis.endswith("PUE 1.5 [SIMULATED]") for one in energy_account(record).assumed(FACTORS))


def test_an_energy_that_is_not_from_real_hardware_is_never_called_measured() -> None:
    words = [quality_word(measured(9.0, "J", f"gpu:0: counter{label}")) for label in ("", " [SIMULATED]", " [recorded 2026-11-21]")]
    assert words == ["measured", "simulated", "recorded"]
    run = run_record("aa", metrics={"energy": measured(9.0, "J", "gpu:0: counter [SIMULATED]")})
    assert "simulated, gpu:0: counter" in energy_sentence(run, "J")
    assert "measured" not in energy_sentence(run, "J")


def test_nothing_follows_from_factors_without_a_measured_energy_nor_without_factors() -> None:
    missing = run_record("aa", metrics={"energy": Quantity.missing("J", "no sensor")})
    guess = run_record("aa", metrics={"energy": Quantity(5.0, "J", Quality.ESTIMATED, "a guess")})
    assert energy_account(missing).assumed(FACTORS) == energy_account(guess).assumed(FACTORS) == ()
    assert energy_account(disagreeing()).assumed(EnergyFactors()) == ()
    assert assumption_document(energy_account(disagreeing()), EnergyFactors()) == {}
    assert "assumption" not in "".join(csv_report.table_pieces(summary_table([missing], FACTORS)))


def test_a_file_has_uncertainty_and_source_of_each_energy_and_says_what_is_simulated() -> None:
    energy = measured(5.0, "J", "sim:0: simulation [SIMULATED]", uncertainty=0.5)
    text = "".join(csv_report.table_pieces(summary_table([run_record("aa", metrics={"energy": energy})])))
    header, row = text.splitlines()
    assert header.endswith("energy [J],energy quality,energy ± [J],energy source")
    assert row.endswith("5.0,measured [SIMULATED],0.5,sim:0: simulation [SIMULATED]")


def test_too_short_is_told_apart_from_other_lacks() -> None:
    short = Quantity.missing("J", "gpu:0: too short to measure: the window of 0.5 s holds 5.0 updates of the sensor")
    assert energy_account(run_record("aa", metrics={"energy": short})).is_too_short
    assert not energy_account(run_record("aa", metrics={"energy": Quantity.missing("J", "no sensor")})).is_too_short


def without_sensor(run_id: str, precision: str = "fp32") -> RunRecord:
    """Return a run on a machine without a power or energy sensor."""
    lacking = {key: Quantity.missing("J", "no power or energy sensor") for key in ("energy", "energy_per_step", "energy_per_sample")}
    devices = (DeviceResult(CPU, {"energy": lacking["energy"], "utilization_mean": measured(0.4, "1")}),)
    spec = RunSpec("mnist-mlp", precision=precision)
    return run_record(run_id, spec, metrics={"throughput": measured(5.0, "samples/s"), **lacking}, devices=devices)


JOULES = re.compile(r"\d\s?[kmµM]?(J|Wh)\b")


def test_without_any_source_there_is_no_joule_in_any_report() -> None:
    everything = Settings(energy_unit="Wh", factors=FACTORS)
    one, other = without_sensor("aa"), without_sensor("bb", "bf16")
    comparison = compare([Group("a", (one,)), Group("b", (other,))])
    coverage = GlyphCoverage.of_folder(paths.resources_folder() / "fonts")
    pdf = document(ReportContext(comparison, {}, coverage), datetime(2026, 11, 21, tzinfo=UTC), FACTORS)
    rendered = {
        "text": render(run_report(one, settings=everything)),
        "comparison": render(comparison_report(comparison)),
        "pdf": json.dumps(pdf, ensure_ascii=False).replace("kWh", "").replace("windows", ""),
    }
    for name, text in rendered.items():
        assert not JOULES.search(text), name
        assert "assum" not in text, name
    for table in (summary_table([one], FACTORS), comparison_table(comparison, FACTORS)):
        names = [column.header for column in table.columns]
        rows = [dict(zip(names, row, strict=True)) for row in table.rows]
        joules = [row["value"] for row in rows if row.get("unit") == "J"] + [
            value for row in rows for key, value in row.items() if key.endswith("[J]")
        ]
        assert joules
        assert set(joules) == {None}
        assert not any("assumption" in name for name in names)
    assert not energy_account(one).is_known


def test_the_pdf_tells_source_uncertainty_both_sources_and_the_assumptions() -> None:
    comparison = compare([Group("a", (disagreeing(),)), Group("b", (without_sensor("bb", "bf16"),))])
    coverage = GlyphCoverage.of_folder(paths.resources_folder() / "fonts")
    pdf = document(ReportContext(comparison, {}, coverage), datetime(2026, 11, 21, tzinfo=UTC), FACTORS)
    text = json.dumps(pdf, ensure_ascii=False)
    for words in ("Energy, run by run", "± 140 J", APART, "327 J", "gpu:0: NVML counter", "0.3 EUR per kWh, 400 g CO₂ per kWh, PUE 1.5"):
        assert words in text


def test_the_tables_of_the_pdf_tell_how_far_an_energy_may_be_off_in_the_unit_that_is_wanted() -> None:
    runs = [run_record(name, metrics={"energy": measured(7200.0, "J", uncertainty=504.0)}) for name in ("aa", "bb")]
    comparison = compare([Group(run.run_id, (run,)) for run in runs])
    coverage = GlyphCoverage.of_folder(paths.resources_folder() / "fonts")
    for unit, name, figure, spread in (("J", "kJ", "7.20", "± 7 %"), ("Wh", "Wh", "2.00", "± 7 %")):
        pdf = document(ReportContext(comparison, {}, coverage, unit), datetime(2026, 11, 21, tzinfo=UTC))
        rows = [row["cells"] for block in pdf["blocks"] for row in block.get("rows", ()) if f"Energy, {name}" in row.get("cells", ())]
        assert rows, unit
        assert all({"text": figure, "sub": spread} in row for row in rows), unit


@pytest.mark.parametrize(
    ("joules", "spread", "words"),
    [(0.0, None, "~0 J"), (0.0, 500.0, "up to 500 J"), (585.0, 585.0, "up to 1.17 kJ"), (6000.0, 3000.0, "~3.00 kJ to 9.00 kJ")],
)
def test_an_estimate_that_may_be_nothing_is_shown_by_its_upper_end(joules: float, spread: float | None, words: str) -> None:
    assert energy_text(Quantity(joules, "J", Quality.ESTIMATED, "a model", spread), "J") == words


def test_the_factors_are_in_the_language_of_the_screen_and_in_english_in_files() -> None:
    factors = EnergyFactors(0.3, "EUR", 400.0, 1.5)
    language.use("zh_CN")
    try:
        shown, written = factors_text(factors, language.filled), factors_text(factors)
    finally:
        language.use(language.ENGLISH)
    assert "assumption" not in shown
    assert "per kWh" not in shown
    assert written == "your assumption: 0.3 EUR per kWh, 400 g CO₂ per kWh, PUE 1.5"
