"""The ceilings of a profile's device: measured here, from its data sheet, or unknown."""

from pathlib import Path

import pytest

from gpuscope.profiles.advice import Program
from gpuscope.profiles.roofline import Ceilings, ceilings_of
from gpuscope.reports.profile_view import ProfileView
from tests.profiles import made

HOST = Ceilings("", "fp32", 2e10, 1e10, "aaaaaaaaaaaa")
H100 = "NVIDIA H100 80GB HBM3"


def of_device(*names: str) -> dict[str, object]:
    return {"deviceProperties": [{"id": number, "name": name} for number, name in enumerate(names)]}


def test_a_known_device_has_those_of_its_data_sheet(tmp_path: Path) -> None:
    ceilings = ceilings_of(made.made_profile(tmp_path, made.small_step(), **of_device(H100)), [HOST])
    assert ceilings == Ceilings(H100, "BF16", 989e12, 3.35e12)
    assert ceilings.ridge == pytest.approx(295.2, abs=0.1)
    assert ceilings.reachable(1.0) == 3.35e12
    assert ceilings.reachable(1e4) == 989e12


@pytest.mark.parametrize(
    ("name", "flops", "bandwidth"),
    [
        ("AMD Instinct MI300X VF", 1307e12, 5.3e12),
        ("AMD Instinct MI325X", 1307e12, 6.0e12),
        ("NVIDIA H100 NVL", 835e12, 3.9e12),
        ("NVIDIA L40S", 362e12, 0.864e12),
    ],
)
def test_a_device_has_the_ceilings_of_its_model(name: str, flops: float, bandwidth: float, tmp_path: Path) -> None:
    ceilings = ceilings_of(made.made_profile(tmp_path, made.small_step(), **of_device(name)))
    assert ceilings == Ceilings(name, "BF16", flops, bandwidth)


def test_what_was_measured_on_the_device_goes_before_its_data_sheet_and_the_highest_counts(tmp_path: Path) -> None:
    slow, fast = Ceilings(H100, "fp32", 4e13, 2.9e12, "bbbbbbbbbbbb"), Ceilings(H100, "bf16", 7e14, 3e12, "cccccccccccc")
    profile = made.made_profile(tmp_path, made.small_step(), **of_device(H100))
    assert ceilings_of(profile, [slow, fast, HOST]) is fast
    assert ceilings_of(made.made_profile(tmp_path, [made.operator("aten::mm", 0, 5)]), [slow, HOST]) is HOST


@pytest.mark.parametrize("names", [(), ("A card of tomorrow",)])
def test_an_unknown_device_has_none_and_the_table_says_what_measures_them(tmp_path: Path, names: tuple[str, ...]) -> None:
    view = ProfileView(made.made_profile(tmp_path, made.small_step(), **of_device(*names)), Program(ceilings=[HOST]))
    assert [column.key for column in view.roofline.columns][-1] == "rate"
    assert view.roofline.notes == (
        "The ceilings of this device are not known: a run of the workload scaled-sum on its machine measures them.",
    )
    chart = view.roofline_chart
    assert chart is not None
    assert [mark.__class__.__name__ for mark in chart.marks] == ["Point", "Label"]


def test_points_stand_below_the_ceilings_in_the_order_of_the_table(tmp_path: Path) -> None:
    """4×16 by 16×8 in FP32: 2·4·16·8 = 1,024 FLOP, plus the bias, in 10 µs."""
    view = ProfileView(made.made_profile(tmp_path, made.small_step(), **of_device(H100)))
    chart, table = view.roofline_chart, view.roofline
    assert chart is not None
    (row,), (point,) = table.rows, chart.points()
    values = dict(zip((column.key for column in table.columns), row, strict=True))
    assert (point.name, point.title) == ("matrix multiplication", f"aten::addmm {values['shapes']}")
    assert point.x == values["intensity"]
    assert values["rate"] == pytest.approx(1.024e8, rel=0.05)
    assert values["of_ceiling"] == pytest.approx(float(str(values["rate"])) / (float(str(values["intensity"])) * 3.35e12))
    (roof,) = [mark for mark in chart.marks if mark.__class__.__name__ == "Polyline"]
    assert roof.name == "ceiling"
    assert table.notes == (f"Ceilings of {H100} from its data sheet: 989 TFLOP/s (BF16) and 3.35 TB/s.",)
