"""No page, PDF, HTML or terminal output shows an internal key such as cpu_threads_allowed; each has a label."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QLineEdit, QWidget

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.first_frame import show_first_frame
from gpuscope.gui.pages.page import Page
from gpuscope.gui.pages.runs_page import RunsPage
from gpuscope.gui.session import Session
from gpuscope.gui.widgets.figure_tile import FigureTile
from gpuscope.gui.widgets.labels import ElidedLabel
from gpuscope.gui.window_request import WindowRequest
from gpuscope.reports.comparison_report import comparison_report
from gpuscope.reports.html_report import html_report
from gpuscope.reports.run_report import run_report
from gpuscope.reports.text import render
from gpuscope.system import paths
from gpuscope.system.environment import capture
from tests.gui import shown_runs
from tests.gui.sessions import as_soon_as, ended, looks_as_before  # noqa: F401 - a fixture
from tests.reports.recorded_runs import variants
from tests.reports.test_pdf_report import NOW, Groups, document

_KEY = re.compile(r"(?<![\w./$-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w/]|\.py)")
"""A snake-case identifier that is not part of a path."""
_TYPED = re.compile(r"--set \S+=\S+")
"""Part of a command line, where the user types keys."""
FACTS = {
    **capture(Path.cwd(), RunSpec("mnist-mlp")),
    "data_set": "digits", "training_samples": 1442, "held_out_samples": 355, "operations_per_step": 26_181_632, "worker": "fresh",
    "steps_timed_every": 1, "arithmetic": "native", "parameters": 101_770, "threads": 2, "gpu:0.power_limit_w": 700.0,
    "recorder.output_bytes": 12, "recorder.python_with_torch": "/env/bin/python", "shared_device": "run abc", "steps_kind": "optimizer",
}  # fmt: skip
OPTIONS = {"learning_rate": 0.01, "hidden": 128}


def keys_in(text: str) -> list[str]:
    return _KEY.findall(_TYPED.sub("", text.replace("\xa0", " ")))


@pytest.fixture
def groups() -> Groups:
    """Return two groups that differ in a fact and an option."""
    made = variants(2, 2)
    return [
        [
            replace(
                run,
                record=replace(
                    run.record,
                    spec=replace(run.record.spec, options={**OPTIONS, "hidden": 64 + place}),
                    environment={**FACTS, "cpu_threads_allowed": 2 + place},
                ),
            )
            for run in runs
        ]
        for place, runs in enumerate(made)
    ]


def compared(groups: Groups) -> Any:
    return compare([Group(runs[0].record.name, tuple(run.record for run in runs)) for runs in groups])


def strings(value: object) -> Iterator[str]:
    """Yield the texts of a document, without its keys and pictures, which belong to the template."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inside in value.items():
            if key not in ("svg", "kind", "type", "look", "tone", "width", "id", "anchor"):
                yield from strings(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from strings(inside)


def test_no_key_is_in_the_pdf(groups: Groups) -> None:
    texts = list(strings(document(groups)))
    assert any("Hardware threads allowed" in text for text in texts), "the facts are in it"
    assert [found for text in texts if (found := keys_in(text))] == []


def test_no_key_is_in_the_html(groups: Groups) -> None:
    page = html_report(compared(groups), [run for runs in groups for run in runs], NOW)
    page = re.sub(r"<(script|style)[^>]*>.*?</\1>", "", page, flags=re.DOTALL)
    text = unescape(re.sub(r"<[^>]+>", "\n", page))
    assert "Hardware threads allowed" in text
    assert keys_in(text) == []


def test_no_key_is_in_the_terminal(groups: Groups) -> None:
    text = render(comparison_report(compared(groups)), 160)
    text += render(run_report(groups[0][0].record), 160)
    assert "Hardware threads allowed" in text
    assert keys_in(text) == []


def shown_texts(page: QWidget) -> Iterator[str]:
    """Yield every text that a user can read on a page, including tooltips."""
    for widget in (page, *page.findChildren(QWidget)):
        yield widget.toolTip()
        if isinstance(widget, ElidedLabel):
            yield widget.whole_text
        elif isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        elif isinstance(widget, QLineEdit):
            yield widget.placeholderText()
        elif isinstance(widget, FigureTile) and widget.figure is not None:
            yield f"{widget.figure.label} {widget.figure.unit} {widget.figure.trust} {widget.figure.more}"
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from _cells(widget.model(), QModelIndex())


def _cells(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
    for column in range(model.columnCount(parent)):
        yield from (str(model.headerData(column, Qt.Orientation.Horizontal, role) or "") for role in roles)
        for row in range(model.rowCount(parent)):
            index = model.index(row, column, parent)
            yield from (str(index.data(role) or "") for role in roles)
            if column == 0:
                yield from _cells(model, index)


def test_no_key_is_on_any_page(gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown_runs, "ENVIRONMENT", {**shown_runs.ENVIRONMENT, **FACTS})
    ids = [run_id for one in shown_runs.fill().values() for run_id in one]
    made = Session(WindowRequest(paths.default_store_url(), page="runs"), show_first_frame(None))
    items: dict[str, object] = {"compare": ids, "race": ids[:2], "runs": ids[-1]}
    waiting, found = ["run", "ladder", "sweep", "runs", "compare", "race", "machine", "health", "settings"], dict[str, list[str]]()

    def page() -> Page:
        return made._window.page(waiting[0])

    def look() -> None:
        shown = page()
        if isinstance(shown, RunsPage):
            for tab in range(5):
                shown.details.choose_tab(tab)
        found[waiting.pop(0)] = [text for text in shown_texts(shown) if keys_in(unescape(re.sub("<[^>]+>", " ", text)))]
        go_on()

    def go_on() -> None:
        if not waiting:
            made.close_unasked()
            return
        made._window.show_page(waiting[0], items.get(waiting[0]))
        as_soon_as(made, lambda: page().is_ready(), look)

    as_soon_as(made, lambda: made._window.pages, go_on)
    assert ended(made) == (0, None)
    assert [f"{name}: {text}" for name, texts in found.items() for text in dict.fromkeys(texts)] == []
    assert len(found) == 9
