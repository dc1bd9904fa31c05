"""The HTML report in a browser: charts are drawn, zoomable and readable, with no network requests and no script errors."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QColor, QImage

from gpuscope.reports.pictures.colours import LIGHT_GROUPS as GROUPS
from tests.reports.browser import MISSING, Browser
from tests.reports.recorded_runs import variants
from tests.reports.test_html_report import page
from tests.reports.test_pdf_report import Groups

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
WIDTH = 1000
_FRAME = "[...document.querySelectorAll('h2, h3')].find((one) => one.textContent === {title!r}).nextElementSibling"
_STATE = """(() => {
  const frame = FRAME, all = (within, what) => [...within.querySelectorAll(what)], box = frame.querySelector("svg").getBoundingClientRect();
  const plot = frame.querySelector("[data-part=plot]"), card = frame.querySelector(".card");
  return {
    box: [box.left, box.top, box.width, box.height],
    paths: all(plot, "path").filter((one) => !one.closest("[data-at]")).map((one) => one.getAttribute("d")),
    ticks: all(frame, "[data-part=ticks] text").map((one) => one.textContent),
    card: card.hidden ? null : all(card, "*").map((one) => one.textContent),
    zoomed: !frame.querySelector("button").hidden,
  };
})()"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("browser")) as started:
        yield started


def opened(browser: Browser, folder: Path, groups: Groups) -> Path:
    path = folder / "report.html"
    path.write_text(page(groups), "utf-8")
    browser.open(path, WIDTH)
    return path


class Chart:
    """The chart with a title, scrolled into view; positions are in the drawing's coordinates."""

    def __init__(self, browser: Browser, title: str) -> None:
        self.browser = browser
        self.frame = _FRAME.format(title=title)
        browser.value(f"{self.frame}.scrollIntoView({{block: 'center'}})")

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.browser.value(_STATE.replace("FRAME", self.frame))
        return found

    def mouse(self, kind: str, x: float, y: float = 40.0, **more: object) -> None:
        left, top, width, _ = self.state()["box"]
        scale = width / self.browser.value(f"{self.frame}.querySelector('svg').viewBox.baseVal.width")
        self.browser.mouse(kind, left + x * scale, top + y * scale, **more)

    def click(self, x: float) -> None:
        self.mouse("Pressed", x, button="left", clickCount=1)
        self.mouse("Released", x, button="left", clickCount=1)

    def drag(self, begin: float, end: float) -> None:
        self.mouse("Pressed", begin, button="left", clickCount=1)
        self.mouse("Moved", (begin + end) / 2, button="left", buttons=1)
        self.mouse("Released", end, button="left", clickCount=1)

    def reset(self) -> None:
        self.browser.value(f"{self.frame}.querySelector('button').click()")

    def coloured(self) -> dict[str, int]:
        """Return the number of pixels in each group's colour within the plot."""
        left, top, width, height = self.state()["box"]
        image = QImage.fromData(self.browser.picture())
        scale = width / 481
        plot = image.copy(round(left + 40 * scale), round(top), round(329 * scale), round(height))
        pixels = [plot.pixel(x, y) & 0xFFFFFF for x in range(plot.width()) for y in range(plot.height())]
        return {colour: pixels.count(QColor(colour).rgb() & 0xFFFFFF) for colour in GROUPS}


@pytest.mark.parametrize("count", [2, 20])
def test_every_chart_is_drawn_and_the_network_is_not_asked(browser: Browser, tmp_path: Path, count: int) -> None:
    path = opened(browser, tmp_path, variants(count))
    heights = browser.value(
        "[...document.querySelectorAll('figure svg')].filter((one) => !one.closest('details')).map((one) =>"
        " Math.min(one.getBoundingClientRect().height,"
        " one.querySelector('[data-part=plot]')?.getBBox().height ?? one.getBBox().height))"
    )
    assert len(heights) >= 8
    assert min(heights) > 3  # a flat curve with a marker is higher
    assert browser.value("document.documentElement.scrollWidth") == WIDTH
    assert browser.value("document.querySelectorAll('.zoomable > button').length === document.querySelectorAll('.zoomable').length")
    assert browser.requested == [path.as_uri()]
    assert browser.errors == []


def test_a_run_is_unfolded_by_a_key_and_all_of_them_for_paper(browser: Browser, tmp_path: Path) -> None:
    opened(browser, tmp_path, variants(3))
    chart = "document.querySelectorAll('details figure svg')[{}].querySelector('[data-part=plot]').getBoundingClientRect().width"
    assert browser.value("document.querySelectorAll('details').length") == 3
    browser.value("document.querySelectorAll('summary')[1].focus()")
    browser.press(" ")
    assert browser.value("[...document.querySelectorAll('details')].map((one) => one.open)") == [False, True, False]
    assert browser.value(chart.format(1)) > 250
    assert browser.value("document.documentElement.scrollWidth") == WIDTH
    browser.printed()
    assert browser.value("[...document.querySelectorAll('details')].every((one) => one.open)")
    assert browser.errors == []


@pytest.mark.parametrize(
    "hostile",
    ["<img src='http://127.0.0.1:9/x.png'/>", "<script>fetch('http://127.0.0.1:9/')</script>", "<script>nothing.here()</script>"],
)
def test_what_the_page_must_not_do_would_be_seen(browser: Browser, tmp_path: Path, hostile: str) -> None:
    path = tmp_path / "page.html"
    path.write_text(page(variants(2)).replace("</body>", f"{hostile}</body>"), "utf-8")
    browser.open(path)
    assert browser.errors
    path.write_text(hostile, "utf-8")
    browser.open(path)
    assert browser.requested[1:] == ["http://127.0.0.1:9/" + "x.png" * ("img" in hostile)] * ("http" in hostile)


def test_a_drag_zooms_into_a_part_and_reset_shows_all_again(browser: Browser, tmp_path: Path) -> None:
    opened(browser, tmp_path, variants(2))
    chart = Chart(browser, "gpu:0 power, W")
    before, drawn = chart.state(), chart.coloured()
    assert all(drawn[colour] > 50 for colour in GROUPS[:2])
    chart.drag(100, 182)
    zoomed = chart.state()
    assert (before["zoomed"], zoomed["zoomed"]) == (False, True)
    seconds = [float(one) for one in zoomed["ticks"][-4:]]
    assert 7 < seconds[0] < seconds[-1] < 18.5  # 100 to 182 of the axis from 40 to 369, which spans 40 s
    assert zoomed["paths"] != before["paths"]
    assert chart.coloured() != drawn
    chart.reset()
    whole = chart.state()
    assert (whole["zoomed"], whole["ticks"]) == (False, before["ticks"])
    assert chart.coloured() == pytest.approx(drawn, rel=0.1)
    assert browser.errors == []


def test_a_path_that_was_drawn_anew_is_the_path_that_was_written(browser: Browser, tmp_path: Path) -> None:
    opened(browser, tmp_path, variants(2))
    chart = Chart(browser, "gpu:0 power, W")
    measured = f"[...{chart.frame}.querySelectorAll('[data-part=plot] path')].map((one) => [one.getTotalLength(), one.getBBox().height])"
    written = browser.value(measured)
    chart.drag(100, 182)
    assert browser.value(measured) != written
    chart.reset()
    for found, wanted in zip(browser.value(measured), written, strict=True):
        assert found == pytest.approx(wanted, rel=1e-3, abs=0.05)


def test_the_pointer_reads_every_curve(browser: Browser, tmp_path: Path) -> None:
    opened(browser, tmp_path, variants(2))
    chart = Chart(browser, "gpu:0 memory used, GiB")
    chart.mouse("Moved", 204.5)
    head, *rows = chart.state()["card"]
    assert head.startswith("Time in the measured window, s: 19.9") or head.startswith("Time in the measured window, s: 20.0")
    assert rows == ["variant 1  37.27", "variant 2  37.27"], "37.25, by a path in tenths of a point"


def test_the_wheel_zooms_only_what_was_clicked_on_and_keys_do_too(browser: Browser, tmp_path: Path) -> None:
    opened(browser, tmp_path, variants(2))
    chart = Chart(browser, "gpu:0 power, W")
    states = [chart.state()]
    chart.click(204.5)
    chart.mouse("Wheel", 204.5, deltaX=0, deltaY=-400)
    states.append(chart.state())
    browser.press("+")
    states.append(chart.state())
    steps = [float(state["ticks"][-1]) - float(state["ticks"][-2]) for state in states]
    assert steps[0] > steps[1] >= steps[2]
    browser.press("0")
    assert (states[-1]["zoomed"], chart.state()["zoomed"]) == (True, False)
    browser.value("document.activeElement.blur()")
    chart.mouse("Wheel", 204.5, deltaX=0, deltaY=-400)
    assert not chart.state()["zoomed"]


def test_a_point_of_the_plane_tells_its_group_and_both_figures(browser: Browser, tmp_path: Path) -> None:
    opened(browser, tmp_path, variants(2, 2))
    chart = Chart(browser, "Time and energy")
    place = browser.value(f"{chart.frame}.querySelector('[data-name=\"variant 2\"]').dataset.at").split()
    chart.mouse("Moved", float(place[0]) + 2, float(place[1]))
    head, first, *_ = chart.state()["card"]
    assert head == "variant 2"
    assert first.startswith("Throughput, samples/s: 15")


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs pdftotext: apt-get install poppler-utils")
def test_on_paper_no_heading_stands_alone_and_no_word_is_broken(browser: Browser, tmp_path: Path) -> None:
    opened(browser, tmp_path, variants(8))
    titles = set(browser.value("[...document.querySelectorAll('h2, h3, h4')].map((one) => one.textContent)"))
    (tmp_path / "printed.pdf").write_bytes(browser.printed())
    done = subprocess.run(["pdftotext", "-layout", tmp_path / "printed.pdf", "-"], capture_output=True, text=True, check=True)
    pages = [[line.strip() for line in page.splitlines() if line.strip()] for page in done.stdout.split("\f") if page.strip()]
    assert len(pages) > 5
    assert not titles & {page[-1] for page in pages}
    assert {"measured", "0700aaaa1111", "/proc/meminfo"} <= set(done.stdout.split())
