"""The guide in the window."""

import re
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextDocument
from pytestqt.qtbot import QtBot

from gpuscope.analysis import bottleneck
from gpuscope.gui.pages.help_page import GUIDES, HelpPage, guide_file, guide_lines, guide_title, picture_file
from gpuscope.gui.theme import Choice, Theme
from gpuscope.profiles import advice
from gpuscope.system import language, paths


@pytest.fixture
def page(qtbot: QtBot) -> HelpPage:
    page = HelpPage(Theme(Choice.DARK))
    qtbot.addWidget(page)
    return page


@pytest.fixture
def chinese() -> Iterator[None]:
    language.use("zh_CN")
    yield
    language.use(language.ENGLISH)


def test_every_file_of_the_guide_stands_in_it() -> None:
    assert {file.stem for file in (paths.resources_folder() / "guide").glob("*.md")} == set(GUIDES)


@pytest.mark.parametrize("name", GUIDES)
def test_each_page_has_its_title_and_its_text(page: HelpPage, name: str) -> None:
    page.show_item(name)
    assert page.shown == name
    assert page.text.toPlainText().startswith(guide_title(name))
    assert page.list.currentItem().text() == guide_title(name) != name


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe\x00# \xe4", b"# Half a page \xe4\xb8", "a folder"])
def test_a_broken_page_leaves_the_others(
    content: bytes | str | None, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other in paths.resources_folder().iterdir():
        (tmp_path / other.name).symlink_to(other) if other.name != "guide" else shutil.copytree(other, tmp_path / "guide")
    broken = tmp_path / "guide" / f"{GUIDES[0]}.md"
    broken.unlink()
    if isinstance(content, bytes):
        broken.write_bytes(content)
    elif content:
        broken.mkdir()
    monkeypatch.setattr("gpuscope.gui.pages.help_page.paths.resources_folder", lambda: tmp_path)
    page = HelpPage(Theme(Choice.DARK))
    qtbot.addWidget(page)
    assert page.list.count() == len(GUIDES)
    assert page.text.toPlainText()
    assert [len(guide_lines(name)) > 10 for name in GUIDES] == [False, *[True] * (len(GUIDES) - 1)]
    page.show_item(GUIDES[1])
    assert page.text.toPlainText().startswith(guide_title(GUIDES[1]))


@pytest.mark.parametrize("name", GUIDES)
@pytest.mark.parametrize("code", language.LANGUAGES)
def test_no_link_leads_nowhere(name: str, code: str) -> None:
    file = paths.resources_folder() / "guide" / ("" if code == language.ENGLISH else code) / f"{name}.md"
    links = re.findall(r"\]\(([^)#]+)", file.read_text("utf-8"))
    assert [link for link in links if "://" not in link and not (file.parent / link).is_file()] == []


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_pictures_are_as_wide_as_there_is_room(page: HelpPage, code: str) -> None:
    language.use(code)
    try:
        page.show_item("energy")
        page.resize(1600, 700)
        page.show()
        page.show_item("comparison")
        image = QTextDocument.ResourceType.ImageResource.value
        url = QUrl("pictures/compare.png")
        widths = []
        for wide in (1600, 800, 1600):
            page.resize(wide, 700)
            document = page.text.document()
            widths.append(document.resource(image, url).width())
            assert page.text.horizontalScrollBar().maximum() == 0
        assert widths[0] == widths[2] > widths[1] > 300
        assert widths[0] <= 1024
    finally:
        language.use(language.ENGLISH)


def test_a_picture_is_as_large_on_a_dense_screen(page: HelpPage, monkeypatch: pytest.MonkeyPatch) -> None:
    image = QTextDocument.ResourceType.ImageResource.value
    sizes = []
    for ratio in (1.0, 2.0):
        monkeypatch.setattr(type(page.text), "devicePixelRatioF", lambda _, ratio=ratio: ratio)
        picture = page.text.loadResource(image, "pictures/run-empty.png")
        assert isinstance(picture, QImage)
        sizes.append(picture.deviceIndependentSize().width())
    assert sizes[0] == sizes[1]


def test_a_picture_has_an_edge_against_the_page(page: HelpPage) -> None:
    picture = page.text.loadResource(QTextDocument.ResourceType.ImageResource.value, "pictures/run-empty.png")
    assert isinstance(picture, QImage)
    corners = [(0, 0), (picture.width() - 1, 0), (0, picture.height() - 1), (picture.width() - 1, picture.height() - 1)]
    assert {picture.pixelColor(*corner).name() for corner in corners} == {page.theme.palette.line}


def test_lines_have_the_distance_of_chinese_ones_in_both_languages(page: HelpPage) -> None:
    page.resize(1104, 744)
    page.show()
    block = page.text.document().findBlock(page.text.toPlainText().index("\n") + 1)
    page.text.document().documentLayout().documentSize()  # lays it out
    lines = [block.layout().lineAt(number) for number in range(block.layout().lineCount())]
    assert {round(after.y() - before.y()) for before, after in pairwise(lines)} == {19}


def test_the_pictures_of_the_guide_are_all_shown_and_small() -> None:
    folder = paths.resources_folder() / "guide"
    for pages in (folder, folder / "zh_CN"):
        shown = {name for file in pages.glob("*.md") for name in re.findall(r"\]\(pictures/([^)]+)", file.read_text("utf-8"))}
        kept = [list(one.glob("*.png")) for one in (pages / "pictures", pages / "pictures" / "light")]
        assert [{file.name for file in theme} for theme in kept] == [shown, shown]
        assert sum(file.stat().st_size for theme in kept for file in theme) < 400_000, "every clone and package has them"


def test_a_picture_is_in_the_language_of_its_page() -> None:
    assert picture_file("health.png").parent == paths.resources_folder() / "guide" / "pictures"
    language.use("zh_CN")
    try:
        assert picture_file("health.png").parent == paths.resources_folder() / "guide" / "zh_CN" / "pictures"
    finally:
        language.use(language.ENGLISH)


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_a_picture_is_in_the_theme_of_the_window(page: HelpPage, code: str) -> None:
    language.use(code)
    page.show()
    try:
        for choice, is_light in ((Choice.LIGHT, True), (Choice.DARK, False)):
            page.theme.choose(choice)
            picture = page.text.loadResource(QTextDocument.ResourceType.ImageResource.value, "pictures/run-empty.png")
            assert isinstance(picture, QImage)
            assert (picture.pixelColor(picture.width() - 5, picture.height() - 5).lightness() > 128) is is_light
    finally:
        language.use(language.ENGLISH)


@pytest.mark.parametrize("name", GUIDES)
def test_a_heading_is_nearer_to_what_it_heads(page: HelpPage, name: str) -> None:
    page.resize(1100, 700)
    page.show_item(name)
    layout, block = page.text.document().documentLayout(), page.text.document().begin().next()
    while block.isValid():
        before, after = block.previous(), block.next()
        if block.blockFormat().headingLevel() and before.isValid() and after.isValid() and not after.blockFormat().headingLevel():
            here = layout.blockBoundingRect(block)
            above = here.top() + block.blockFormat().topMargin() - layout.blockBoundingRect(before).bottom()
            assert above > layout.blockBoundingRect(after).top() - here.bottom(), block.text()
        block = block.next()


def test_no_line_begins_with_a_percent_sign(page: HelpPage) -> None:
    page.show_item("verdicts")
    assert "5\u00a0% of the time" in page.text.document().toRawText()


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_each_verdict_and_each_finding_has_its_rule_in_the_guide(code: str) -> None:
    language.use(code)
    try:
        text = guide_file("verdicts").read_text("utf-8")
        titles = [language.translated(title) for title in advice.TITLES.values()]
    finally:
        language.use(language.ENGLISH)
    verdicts, findings = re.findall(r"^\|---.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert [title for title in titles if f"\n| {title} |" not in "\n" + findings] == []
    rows = [row.split("|")[1] for row in verdicts.splitlines()]
    kinds = set(bottleneck.VERDICT_TEXTS) - {bottleneck.NOT_KNOWN}
    assert [kind for kind in kinds if sum(kind in row for row in rows) != 1] == []
    assert (len(rows), len(findings.splitlines())) == (len(kinds), len(titles))


def test_a_link_between_pages_is_followed_within_the_window(page: HelpPage) -> None:
    page.text.anchorClicked.emit(QUrl("energy.md"))
    assert page.shown == "energy"


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize("name", GUIDES)
def test_each_page_is_there_in_chinese_and_as_long(name: str) -> None:
    file = guide_file(name)
    assert file.parent.name == "zh_CN"
    english = (paths.resources_folder() / "guide" / f"{name}.md").read_text("utf-8")
    headings = [text.count("\n## ") for text in (english, file.read_text("utf-8"))]
    assert headings[0] == headings[1]


def test_the_page_of_last_time_is_shown_again(page: HelpPage) -> None:
    page.show_item("servers")
    page.show_item("no such page")
    page.recall(page.memory())
    assert page.shown == "servers"
    page.recall({"shown": 7})
    assert page.shown == "servers"


def test_a_change_of_theme_reaches_the_hidden_guide_when_it_is_shown(page: HelpPage, qtbot: QtBot) -> None:
    page.show()
    page.hide()
    page.theme.choose(Choice.LIGHT)
    assert page.theme.palette.accent not in page.text.document().defaultStyleSheet()
    page.show()
    assert not page.is_ready()
    qtbot.waitUntil(page.is_ready)
    assert page.theme.palette.accent in page.text.document().defaultStyleSheet()


def test_a_page_shown_with_a_change_of_theme_is_set_once(page: HelpPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Setting a page with pictures takes long, and it was done twice in one turn of the event loop."""
    page.theme.choose(Choice.LIGHT)  # the page is hidden
    page.show()
    set_texts: list[str] = []
    monkeypatch.setattr(page.text, "setMarkdown", set_texts.append)
    page.show_item("energy")
    qtbot.wait(50)
    assert len(set_texts) == 1


def test_its_texts_can_be_searched_by_paragraphs_without_marks() -> None:
    lines = guide_lines("scripts")
    assert "A backward pass" not in lines
    assert "a backward pass;" in lines
    assert "How steps are detected" in lines
    assert "gpuscope run --samples-per-step 64 -- python3 train.py" in lines
    assert any(
        line.endswith(
            "choose My own command, or drop a .py or .sh file on it; it finds a virtual environment beside the script or above it."
        )
        for line in lines
    )
    assert not any(mark in line for name in GUIDES for line in guide_lines(name) for mark in ("**", "](", "|", "---"))
    assert guide_title("scripts") not in lines


@pytest.mark.parametrize("word", ["virtual", "samples-per-step"])
def test_the_place_of_a_word_is_shown(page: HelpPage, word: str) -> None:
    page.resize(900, 300)
    page.show()
    page.show_item(("scripts", word))
    assert page.shown == "scripts"
    assert page.text.textCursor().selectedText() == word
    assert page.text.viewport().rect().contains(page.text.cursorRect().center())


def test_each_page_is_found_by_the_words_of_its_text(page: HelpPage) -> None:
    for name in GUIDES:
        page.show_item(name)
        plain = " ".join(page.text.toPlainText().split())
        assert sum(line in plain.replace("\u00a0", " ") for line in guide_lines(name)) > 0.6 * len(guide_lines(name)), name
