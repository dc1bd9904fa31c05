"""The Help page: the guide of ``resources/guide``, in the window's language where it has been translated."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QImage,
    QKeySequence,
    QPainter,
    QResizeEvent,
    QShortcut,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextTable,
)
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QTextBrowser, QWidget

from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.pages.page import Page
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import LIGHT, STRONG, Theme
from gpuscope.gui.turns import turns
from gpuscope.gui.widgets.layouts import STRETCH, fill, horizontal
from gpuscope.system import language, paths
from gpuscope.system.files import file_text

GUIDES = ("first-run", "comparison", "verdicts", "energy", "scripts", "servers", "measurement", "faults")
"""Pages of the guide, in reading order."""
_LIST_WIDTH = grown(250)
"""Pixels; fits the longest title on two lines."""
_MARGIN = 18
"""Pixels around the text, the same as around the fields of a card."""
_ABOVE_HEADING = 20
"""Pixels above a heading; Qt leaves fewer than between paragraphs."""
_LINE = grown(19)
"""Least pixels from line to line: those of Chinese, in which a line of Latin letters can be read as easily."""
_PADDING = 6
"""Pixels inside a table cell."""
_OWN_LINE = re.compile(r"#+ |\t|    (?=\S)|\s*(\d+\.|[-*]) ")
"""Start of a line of Markdown that does not continue the paragraph before it; a tab begins a row of a table."""
_LINK, _MARKS = re.compile(r"!?\[([^\]]*)\]\([^)]*\)"), str.maketrans({"|": "\t", "*": None, "`": None})
_NO_BREAK = "\u00a0"
"""No-break space between a number and its percent sign, to keep the sign off the start of a line."""
_WIDEST = grown(820)
"""Maximum text width in pixels: lines of about 110 characters."""


def guide_file(name: str) -> Path:
    """Return the file of a guide page in the current language, or in English if it is not translated."""
    folder = paths.resources_folder() / "guide"
    translated = folder / language.current() / f"{name}.md"
    return translated if translated.is_file() else folder / f"{name}.md"


def picture_file(name: str, *, is_light: bool = False) -> Path:
    """Return the file of a picture of the guide in the current language and theme, or in English or dark if it has not been drawn."""
    folder = paths.resources_folder() / "guide"
    pictures = (folder / language.current() / "pictures", folder / "pictures")
    files = [theme / name for one in pictures for theme in ((one / "light", one) if is_light else (one,))]
    return next((file for file in files if file.is_file()), files[-1])


def guide_title(name: str) -> str:
    """Return a page's heading, or its name if the file cannot be read."""
    try:
        with guide_file(name).open(encoding="utf-8", errors="replace") as file:
            return file.readline().lstrip("# ").strip() or name
    except OSError:
        return name


def guide_lines(name: str) -> Sequence[str]:
    """Return a page's text without its heading, by paragraphs, rows of tables, entries of lists and lines of code, for searching."""
    return _lines_of(guide_file(name))


@cache
def _lines_of(file: Path) -> Sequence[str]:
    lines: list[str] = []
    continues = False
    for line in _LINK.sub(r"\1", file_text(file).partition("\n")[2]).translate(_MARKS).splitlines():
        start = _OWN_LINE.match(line)
        words = line[start.end() if start else 0 :].split()
        if continues and words and not start:
            lines[-1] += f" {' '.join(words)}"
        elif words and words != ["---"] * len(words):
            lines.append(" ".join(words))
        continues = bool(words)
    return lines


class GuideText(QTextBrowser):
    """Text of the guide, with pictures scaled down to the available width, and enlarged only by the screen's density.

    Args:
        theme: The pictures are those of the same theme.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._pictures: dict[str, QImage] = {}

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return a picture scaled to the current width."""
        url = QUrl(name)
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, url)
        if url.toString() not in self._pictures:
            self._pictures[url.toString()] = QImage(str(picture_file(url.fileName(), is_light=self._theme.palette is LIGHT)))
        return self._fitted(self._pictures[url.toString()])

    def forget_pictures(self) -> None:
        """Drop the loaded pictures: in another language or theme they have the same names."""
        self._pictures.clear()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pictures into the new width."""
        super().resizeEvent(event)
        for name, picture in self._pictures.items():
            self.document().addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), self._fitted(picture))
        if self._pictures:
            self.document().markContentsDirty(0, self.document().characterCount())

    def _fitted(self, picture: QImage) -> QImage:
        ratio = self.devicePixelRatioF()
        room = max(1, self.viewport().width() - 2 * _MARGIN)  # a picture is as wide on a dense screen, else its words are too small
        fitted = picture.scaledToWidth(round(min(room, picture.width()) * ratio), Qt.TransformationMode.SmoothTransformation)
        painter = QPainter(fitted)  # without an edge, a picture of the window runs into the page
        painter.setPen(QColor(self._theme.palette.line))
        painter.drawRect(fitted.rect().adjusted(0, 0, -1, -1))
        painter.end()
        fitted.setDevicePixelRatio(ratio)
        return fitted


class HelpPage(Page):
    """The guide: list of pages on the left, the selected page on the right."""

    name = "help"

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.header.set_title(self.tr("Help"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Pages of the guide"))
        self.list.setFixedWidth(_LIST_WIDTH)
        self.list.setProperty("look", "card")
        self.list.setWordWrap(True)
        self.list.setSpacing(3)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for name in GUIDES:
            item = QListWidgetItem(guide_title(name))
            item.setData(Qt.ItemDataRole.UserRole, name)
            self.list.addItem(item)
        self.text = GuideText(theme)
        self.text.setAccessibleName(self.tr("Guide"))
        self.text.setProperty("look", "card")
        self.text.setOpenLinks(False)
        self.text.setMaximumWidth(_WIDEST)
        self.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # one that comes has all pictures scaled again
        self.text.anchorClicked.connect(self._follow)
        self._is_stale = False
        self.list.currentRowChanged.connect(lambda row: self._show(GUIDES[row]))
        theme.changed.connect(self._show_again)
        inside = QWidget()
        fill(horizontal(inside, (20, 17, 20, 20), spacing=18), self.list, (self.text, 1000), STRETCH)
        self.set_body(inside)
        self.list.setCurrentRow(0)
        QShortcut(QKeySequence("Escape"), self, self.left.emit)  # wherever F1 was pressed

    @property
    def shown(self) -> str:
        """Name of the shown page."""
        return GUIDES[self.list.currentRow()]

    def show_item(self, item: object) -> None:
        """Show a page of the guide by its name, or the first place of a word on it by both."""
        match item:
            case (str() as name, str() as word) if name in GUIDES:
                self.list.setCurrentRow(GUIDES.index(name))
                self.text.moveCursor(QTextCursor.MoveOperation.Start)
                self.text.moveCursor(QTextCursor.MoveOperation.EndOfBlock)  # the heading was searched as the page's name
                self.text.find(word)
            case str() as name if name in GUIDES:
                self.list.setCurrentRow(GUIDES.index(name))

    def memory(self) -> dict[str, object]:
        """Return the shown page."""
        return {"shown": self.shown}

    def recall(self, memory: dict[str, object]) -> None:
        """Show the page saved last time."""
        self.show_item(memory.get("shown"))

    def _show(self, name: str) -> None:
        self._is_stale = False
        try:
            text = guide_file(name).read_text("utf-8")
            reason = "" if text.strip() else self.tr("it is empty")
        except OSError as error:
            reason = engine_text(error.strerror or str(error))
        except UnicodeDecodeError:
            reason = self.tr("it is damaged")
        if reason:
            text = self.tr("This page of the guide cannot be read: {0}. Reinstall gpuscope.").format(reason)
        self.text.forget_pictures()
        self.text.document().setDefaultStyleSheet(f"a {{ color: {self.theme.palette.accent} }}")
        self.text.setMarkdown(re.sub(r"(?<=\d) (?=%)", _NO_BREAK, text))
        self.text.document().setDocumentMargin(_MARGIN)
        self._dress()

    def _dress(self) -> None:
        """Set bold text to the shipped weight, since Qt smears others, and give lines and headings room and tables the theme's lines."""
        document = self.text.document()
        lines, whole = QTextBlockFormat(), QTextCursor(document)
        lines.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        whole.select(QTextCursor.SelectionType.Document)
        whole.mergeBlockFormat(lines)
        block = document.begin()
        while block.isValid():
            for selected in block.textFormats():
                if selected.format.fontWeight() > STRONG:
                    cursor = QTextCursor(block)
                    cursor.setPosition(block.position() + selected.start)
                    cursor.setPosition(cursor.position() + selected.length, QTextCursor.MoveMode.KeepAnchor)
                    weight = QTextCharFormat()
                    weight.setFontWeight(STRONG)
                    cursor.mergeCharFormat(weight)
            if block.blockFormat().headingLevel() > 1:
                room = QTextBlockFormat()
                room.setTopMargin(_ABOVE_HEADING)
                QTextCursor(block).mergeBlockFormat(room)
            block = block.next()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                look = frame.format().toTableFormat()
                look.setBorderCollapse(True)
                look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                look.setBorderBrush(QColor(self.theme.palette.line))
                look.setCellPadding(_PADDING)
                look.setTopMargin(_PADDING)
                frame.setFormat(look)

    def activated(self) -> None:
        """Show the guide in the theme's colours if the theme has changed meanwhile, and no other page of it is shown in this turn."""
        if self._is_stale:
            turns().later(self, self._show_stale)

    def is_ready(self) -> bool:
        """Whether the guide has the theme's colours."""
        return not self._is_stale

    def _show_stale(self) -> None:
        if self._is_stale:
            self._show_again()

    def _show_again(self) -> None:
        self._is_stale = not self.isVisible()
        if self._is_stale:
            return
        place = self.text.verticalScrollBar().value()
        self._show(self.shown)
        self.text.verticalScrollBar().setValue(place)

    def _follow(self, link: QUrl) -> None:
        name = link.path().removesuffix(".md")
        if link.scheme() or name not in GUIDES:
            QDesktopServices.openUrl(link)
        else:
            self.show_item(name)
