"""The page with little room, hidden, and restored as it was left."""

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.pages.run.form_presets import FormPresets
from gpuscope.gui.stylesheet import Dress
from gpuscope.gui.widgets.spec_form import SpecForm
from gpuscope.system.redaction import REDACTED
from tests.gui.pages.run.made_up import MadeUpRun
from tests.gui.pages.run.stand import Stand, badge, press


def test_the_form_gives_way_where_there_is_little_room(stand: Stand) -> None:
    stand.page.resize(1000, 640)
    assert stand.page._form.isVisible()
    run = stand.begin()
    assert not stand.page._form.isVisible()
    press(stand.page, "Show the form")
    assert stand.page._form.isVisible()
    press(stand.page, "Hide the form")
    assert not stand.page._form.isVisible()
    stand.page.show_item(RunSpec("gemm"))
    assert stand.page._form.isVisible()
    stand.live_runs.end(run)
    stand.page.resize(1280, 800)
    assert stand.page._form.isVisible()


def test_a_hidden_page_does_nothing(stand: Stand) -> None:
    run = stand.begin()
    stage = stand.page._stage
    assert stage._timer.isActive()
    stand.page.hide()
    assert not stage._timer.isActive()
    assert not stage.view._timer.isActive()
    stand.live_runs.end(run)
    assert not stage._timer.isActive()
    stand.page.show()
    assert badge(stand.page) == "finished"


def test_the_page_is_found_again_as_it_was_left(stand: Stand, qtbot: QtBot) -> None:
    stand.page._form.editor("steps").set_text("77")
    kept = stand.page.memory()
    other = Stand(qtbot)
    other.page.recall(kept)
    assert other.page._form.spec() == RunSpec("mnist-mlp", steps=77)
    other.page.recall({"form": 3, "view": None})
    other.page.hide()


def test_a_word_of_five_kilobytes_pushes_nothing_over_the_edge(stand: Stand, qtbot: QtBot) -> None:
    room = 1024 - 64
    stand.page.resize(room, 576)
    form = stand.page.findChild(SpecForm)
    assert form is not None
    long = "x" * 5000
    form.editor("workload").set_text(COMMAND)
    inside = form._scroll.widget()
    usual = inside.minimumSizeHint().width()
    form.editor("command").set_text(f"python --{long} {REDACTED}{long} '|'")
    form.editor("name").set_text(long)
    assert inside.minimumSizeHint().width() <= usual
    stand.live_runs.begin(run := MadeUpRun("aaaaaaaaaaaa", name=long, spec=RunSpec(COMMAND, command=("python", long))))
    stand.page.notice.show_text(long)
    qtbot.waitUntil(lambda: stand.page.minimumSizeHint().width() <= room, timeout=5_000)
    stand.live_runs.end(run, RunState.FAILED, reason=f"no {long}")
    qtbot.waitUntil(lambda: stand.page.minimumSizeHint().width() <= room, timeout=5_000)


def test_what_the_form_says_begins_below_the_title_of_the_page(dress: Dress, stand: Stand, qtbot: QtBot) -> None:
    page = stand.page
    qtbot.waitUntil(page._form.is_ready)
    dress.put_on(page)
    page.resize(1280, 801)
    QApplication.processEvents()
    picture = page.grab().toImage()
    presets, workload = page.findChild(FormPresets), page._form.editor("workload")
    assert presets is not None
    places = [_leftmost(picture, part, page) for part in (page.header._title, presets.menu_button, workload._label, workload.control)]
    assert max(places) - min(places) <= 2, places  # letters have a pixel of blank beside them, and a button has its frame
    right = [_rightmost(picture, part, page) for part in (presets.last_button, workload.control, page._form._foot.button)]
    assert max(right) - min(right) <= 2, right


def _leftmost(picture: QImage, part: QWidget, page: QWidget) -> int:
    """Return the left edge of what is drawn of a part, in pixels of the page."""
    return min(_drawn(picture, part, page))


def _rightmost(picture: QImage, part: QWidget, page: QWidget) -> int:
    return max(_drawn(picture, part, page))


def _drawn(picture: QImage, part: QWidget, page: QWidget) -> list[int]:
    place = QRect(part.mapTo(page, QPoint(0, 0)), part.size())
    ground, rows = picture.pixel(place.topLeft()), range(place.top(), place.bottom())
    return [x for x in range(place.left(), place.right() + 1) if any(picture.pixel(x, y) != ground for y in rows)]
