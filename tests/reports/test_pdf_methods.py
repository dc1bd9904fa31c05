"""Settings, software and machine in the methods of a report."""

from typing import Any

from gpuscope.core.runspec import RunSpec
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.pdf_methods import software
from tests.analysis.records import run_record


def told(environment: dict[str, Any], **more: Any) -> dict[str, str]:
    """Return the values in the table by their labels."""
    table = software([run_record("aa", RunSpec("gemm", device="cuda:0"), environment=environment, **more)], GlyphCoverage.of_all())[1]
    cells = [row["cells"] for row in table["rows"]]
    return {row[place]: row[place + 1] for row in cells for place in (0, 2)}


def test_the_facts_of_a_gpu_of_any_maker_are_told() -> None:
    found = told({"amd:0.name": "A card", "intel:1.driver_version": "i915", "sim:0.power_limit": 350.0})
    assert (found["amd:0 name"], found["intel:1 driver version"], found["sim:0 power limit"]) == ("A card", "i915", "350 W")


def test_what_a_step_is_is_told() -> None:
    assert told({}, steps_kind="optimizer")["Steps are"] == "optimizer"


def test_the_idle_power_of_a_device_has_words_and_its_unit() -> None:
    found = told({"gpu:0.idle_bare_w": 71.234, "gpu:0.idle_bare_uncertainty_w": 0.5, "gpu:0.idle_context_w": 90.0})
    assert found["gpu:0 idle power (bare)"] == "71.2 W"
    assert found["gpu:0 idle power (bare), uncertainty"] == "500 mW"
    assert found["gpu:0 idle power (context)"] == "90.0 W"
