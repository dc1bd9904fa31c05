"""Runs are dragged with a real mouse: to Compare in the rail, to its page, and to where nothing accepts them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gui import shown_runs
from tests.gui.real_window import MISSING, RealWindow, display

pytestmark = [pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}"), pytest.mark.slow, pytest.mark.timeout(240)]
HEADER, ROW = 32, 30


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealWindow]:
    folder: Path = tmp_path_factory.mktemp("drag")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GPUSCOPE_HOME", str(folder))
        shown_runs.fill()
    with display() as screen, RealWindow(screen, folder, "--page", "runs") as opened:
        opened.find("Import", "Button")
        opened.focus()
        yield opened
        assert opened.output == ""


def row(window: RealWindow, number: int) -> tuple[int, int]:
    """Return the centre of a row of the list."""
    x, y, width, _ = window.find("Runs", "RunTable")["rect"]
    return x + width // 2, y + HEADER + ROW * number + ROW // 2


def middle(window: RealWindow, words: str, kind: str) -> tuple[int, int]:
    x, y, width, height = window.find(words, kind)["rect"]
    return x + width // 2, y + height // 2


def steps(begin: tuple[int, int], end: tuple[int, int]) -> list[str]:
    found = [(begin[0] + (end[0] - begin[0]) * part // 8, begin[1] + (end[1] - begin[1]) * part // 8) for part in range(1, 9)]
    return [word for x, y in found for word in ("mousemove", str(x), str(y), "sleep", "0.03")]


def test_a_row_goes_to_the_rail_two_to_the_page_and_escape_leaves_all_as_it_was(window: RealWindow) -> None:
    entry = middle(window, "Compare", "RunDropButton")
    window.drag(row(window, 0), entry)
    window.find("One run is chosen. A comparison needs at least two.")
    window.key("ctrl+4")
    window.click_at(*row(window, 1))
    window._xdotool("keydown", "shift")
    window.click_at(*row(window, 2))
    window._xdotool("keyup", "shift")
    begin = row(window, 1)
    window._xdotool("mousemove", str(begin[0]), str(begin[1]), "mousedown", "1", *steps(begin, entry))
    window.find("Choose runs", "Button")  # the page has opened under the stationary pointer
    window._xdotool(*steps(entry, (begin[0], begin[1] + 100)))
    window.find("Drop to add to the comparison", "RunDropZone")
    window._xdotool("mouseup", "1")
    window.wait(lambda: not any(one["class"] == "RunDropZone" for one in window.widgets()), "the zone to go")
    for group in ("FP32", "BF16", "TF32"):
        window.find(f"{group} · 1 run")

    window.key("ctrl+4")
    begin = row(window, 0)
    before = window.find("Runs", "RunTable")["rect"]
    window._xdotool("mousemove", str(begin[0]), str(begin[1]), "mousedown", "1", *steps(begin, (entry[0] + 300, entry[1] + 200)))
    window.key("Escape")
    window._xdotool("mouseup", "1")
    assert window.find("Runs", "RunTable")["rect"] == before
