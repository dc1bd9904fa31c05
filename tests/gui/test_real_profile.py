"""The Profile page of the real program on a real X server, driven by a real mouse and keyboard."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gui.real_window import MISSING, RealWindow, display
from tests.profiles import made

pytestmark = [pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}"), pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.fixture
def window(tmp_path: Path) -> Iterator[RealWindow]:
    """The page with a step of 100 µs: a GEMM, a collective and a copy."""
    home = tmp_path / "home"
    trace = made.written(tmp_path, made.small_step())
    with display() as screen, RealWindow(screen, home, "--page", "profile", "--items", str(trace), folder=tmp_path) as opened:
        opened.find("Save as CSV", "Button")
        opened.focus()
        yield opened
        assert opened.output == ""


def said(window: RealWindow, kind: str) -> str:
    return str(window.find("", kind)["said"])


def test_a_kernel_leads_to_its_row_and_its_row_back_to_the_timeline(window: RealWindow) -> None:
    window.click("Timeline", "Tab", whole=True)
    left, top, width, _ = window.find("Timeline", "TraceTimeline")["rect"]
    lanes = left + width // 2, top + 150
    window.turn_at(*lanes, 8)  # zooms around the pointer
    window.turn_at(*lanes, -8)
    window.drag(lanes, (lanes[0] - 200, lanes[1]))
    window.key("w", "s", "a", "d", "Home")
    window.key("ctrl+f")
    window.type("sgemm")
    window.find("1 found", "Label")
    window.key("Return")
    window.wait(lambda: said(window, "TraceTimeline").startswith("sgemm_128"), "the kernel to be selected")
    assert "Operator: aten::addmm" in said(window, "TraceTimeline")
    window.click("Show in Kernels", "Button", whole=True)
    window.click("Show in the timeline", "Button", whole=True)
    window.wait(lambda: said(window, "TraceTimeline").startswith("sgemm_128"), "the kernel to be selected again")
    window.key("Escape", "Escape")
    window.wait(lambda: said(window, "TraceTimeline").startswith("W and S zoom"), "the kernel to be let go")


def test_the_flame_graph_is_zoomed_by_a_click_and_left_by_escape(window: RealWindow) -> None:
    window.click("Flame graph", "Tab", whole=True)
    left, top, _, _ = window.find("Flame graph", "FlameGraphView")["rect"]
    window.click_at(left + 20, top + 26 + 2 * 19 + 9)  # the third row
    window.wait(lambda: said(window, "FlameGraphView").startswith("aten::linear"), "the call to be selected")
    window.key("Escape", "Home")
    window.key("Down")
    window.wait(lambda: said(window, "FlameGraphView").startswith("aten::addmm"), "the call below it to be selected")


def test_a_table_is_filtered_sorted_and_saved_by_hand(window: RealWindow, tmp_path: Path) -> None:
    window.key("ctrl+f")
    window.type("aten")
    window.find("of 4", "Label")
    window.key("ctrl+e")
    window.find("Save", "Button", whole=True)
    window.key("ctrl+a")
    window.type(str(tmp_path / "saved.csv"))
    window.key("Return")
    window.wait((tmp_path / "saved.csv").exists, "the file")
    window.wait(lambda: (tmp_path / "saved.csv").stat().st_size, "its rows")
    rows = list(csv.DictReader((tmp_path / "saved.csv").read_text().splitlines()))
    assert [row["Operator"] for row in rows] == ["aten::addmm", "aten::copy_", "aten::linear"]
    window.click("Columns", "Button", whole=True)
    window.find("", "QMenu")
    window.key("Escape")
