"""Every text of the window can be translated: lupdate finds it as a literal, in the context used at run time."""

import ast
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import PySide6
import pytest
from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

import gpuscope.gui
import make_catalogues
from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.run import RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.engine_texts import composed_text, engine_text
from gpuscope.gui.pages.compare.run_picker_model import spec_text
from gpuscope.gui.pages.compare.sentence_card import SentenceCard
from gpuscope.gui.run_view.annotations import throttle_text
from gpuscope.gui.run_view.reading_figures import reading
from gpuscope.gui.run_view.run_strips import logged_strips
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.translator import WindowLanguage, read_ahead
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.system import language
from gpuscope.system.catalogue import Catalogue, catalogue_file, pattern
from tests.gui.pages.compare.compared_runs import BF16, run
from tests.gui.run_view.made_runs import run_data, told_values

GUI = Path(gpuscope.gui.__file__).parent
LUPDATE = Path(PySide6.__file__).parent / "lupdate"
MARKERS = ("translate", "QT_TRANSLATE_NOOP")
SHOWN = {
    "setText", "setInformativeText", "setToolTip", "plain_tooltip", "setAccessibleName", "setAccessibleDescription", "setPlaceholderText",
    "setWindowTitle", "QAction", "addAction", "addMenu", "addTab", "addButton", "label", "ElidedLabel", "Button", "QPushButton", "QLabel",
    "show_text", "set_tooltip", "set_title", "set_heading", "show_texts", "EmptyState", "UsageError", "GpuscopeError", "UnavailableError",
}  # fmt: skip
"""Calls that take a text shown to the user as an argument."""
LOOKS = {"label": (1,), "ElidedLabel": (1,), "Button": (2, 3), "show_text": (1,)}
"""Positions of arguments that are a look, an icon or a tone."""
READ_BY_NAME = {"text", "name", "action", "hint", "detail", "sentence"}
SAME_EVERYWHERE = {"gpuscope", "gpuscope ", "python3 train.py --epochs 3"}
OF_THE_COMMAND_LINE = {"window_request.py", "page_picture.py"}
"""Their errors end the command and are printed on the terminal, where everything is in English."""
COLONS_OF_NAMES = {"faults.py", "services/profile_reading.py"}
"""Their colons follow names of exceptions and files, which are the same in all languages."""


@dataclass
class Looked:
    """What was found in all modules, by one look at each: their trees take seconds to make, and would burden every garbage collection."""

    untranslatable: list[str] = field(default_factory=list)
    untranslated: list[str] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)
    asked: set[tuple[str, str]] = field(default_factory=set)


@pytest.fixture(scope="module")
def looked() -> Looked:
    found = Looked()
    for path in sorted(GUI.rglob("*.py")):
        file, nodes = str(path.relative_to(GUI)), list(ast.walk(ast.parse(path.read_text("utf-8"))))
        found.untranslatable += [f"{file}: {words}" for words in untranslatable(nodes)]
        found.untranslated += [f"{file}: {words}" for words in untranslated(nodes) if file not in OF_THE_COMMAND_LINE]
        found.joined += [f"{file}: {words}" for words in joined(nodes) if file not in COLONS_OF_NAMES]
        found.asked.update(asked(nodes))
    return found


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id if isinstance(call.func, ast.Name) else ""


def calls(nodes: Iterable[ast.AST]) -> Iterator[ast.Call]:
    return (node for node in nodes if isinstance(node, ast.Call))


def literal(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def is_painting(call: ast.Call) -> bool:
    """Return whether the call moves a painter or a rectangle."""
    return name_of(call) == "translate" and ast.unparse(call.func) != "QCoreApplication.translate"


def untranslatable(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield calls whose text lupdate cannot read, aliases of the translating functions, and calls that lupdate overlooks."""
    for call in calls(nodes):
        name = name_of(call)
        if name in MARKERS and not is_painting(call) and (len(call.args) < 2 or None in map(literal, call.args[:2])):
            yield ast.unparse(call)
        if name == "tr" and (ast.unparse(call.func) != "self.tr" or not call.args or literal(call.args[0]) is None):
            yield ast.unparse(call)
    called = {id(call.func) for call in calls(nodes)}
    for node in nodes:
        if isinstance(node, ast.Attribute) and id(node) not in called and ast.unparse(node) in ("QCoreApplication.translate", "self.tr"):
            yield f"{ast.unparse(node)} under another name"
        if isinstance(node, ast.JoinedStr) and any(name_of(call) in ("tr", "translate") for call in calls(ast.walk(node))):
            yield f"within an f-string: {ast.unparse(node)}"


def raw(node: ast.expr) -> Iterator[str]:
    """Yield the untranslated texts that an argument shows."""
    match node:
        case ast.Constant(value=str(text)) if re.search("[^\\W\\d_]", text) and text not in SAME_EVERYWHERE:
            yield text
        case ast.JoinedStr():
            yield from (text for part in node.values for text in raw(part))
        case ast.IfExp():
            yield from (*raw(node.body), *raw(node.orelse))
        case ast.BinOp():
            yield from (*raw(node.left), *raw(node.right))
        case ast.BoolOp():
            yield from (text for part in node.values for text in raw(part))
        case ast.Call(func=ast.Attribute(value=text, attr="format")):
            yield from raw(text)


def untranslated(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for call in calls(nodes):
        name = name_of(call)
        if name in SHOWN:
            shown = [one for place, one in enumerate(call.args) if place not in LOOKS.get(name, ())]
            shown += [keyword.value for keyword in call.keywords if keyword.arg in READ_BY_NAME]
            yield from (f"{name}: {text}" for argument in shown for text in raw(argument))


def joined(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield f-strings with ": " between two values."""
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            for before, colon, after in zip(node.values, node.values[1:], node.values[2:], strict=False):
                if isinstance(colon, ast.Constant) and colon.value == ": " and not {type(before), type(after)} & {ast.Constant}:
                    yield ast.unparse(node)


def asked(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield (context, text) for each text a module translates."""
    for call in calls(nodes):
        if name_of(call) in MARKERS and not is_painting(call):
            context, text = map(literal, call.args[:2])
            if context is not None and text is not None:
                yield context, text
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            yield from ((node.name, text) for call in calls(ast.walk(node)) if name_of(call) == "tr" and (text := literal(call.args[0])))


def found_by_lupdate(folder: Path) -> set[tuple[str, str]]:
    file = folder / "gpuscope.ts"
    command: list[str | Path] = [LUPDATE, *sorted(GUI.rglob("*.py")), "-ts", file]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    contexts = ElementTree.parse(file).getroot().iter("context")
    return {(one.findtext("name", ""), message.findtext("source", "")) for one in contexts for message in one.iter("message")}


def test_what_is_translated_is_a_literal(looked: Looked) -> None:
    """The engine's texts are translated by the language module instead of Qt."""
    assert looked.untranslatable == []


def test_what_is_shown_is_translated(looked: Looked) -> None:
    assert looked.untranslated == []


@pytest.mark.parametrize(
    "source",
    [
        "self.tr(text)",
        "self.tr(f'{count} runs')",
        "tr('Open')",
        "_translate = QCoreApplication.translate",
        "QCoreApplication.translate('Page', text)",
        "f'{self.tr(\"any\")} ▾'",
    ],
)
def test_the_look_finds_what_lupdate_would_not(source: str) -> None:
    assert list(untranslatable(list(ast.walk(ast.parse(source)))))


@pytest.mark.parametrize(
    "source",
    [
        "box.setText('Open')",
        "label(f'{count} runs', 'muted')",
        "Button(theme, 'Open', 'flat')",
        "Button(theme, '', 'flat', name='Open')",
        "notice.show_text('Saved' if well else '', 'info')",
        "notice.show_text(words, 'bad', 'Try again', act)",
        "box.setToolTip('{0} runs'.format(count))",
    ],
)
def test_the_look_finds_what_is_shown_as_it_stands(source: str) -> None:
    assert list(untranslated(ast.walk(ast.parse(source))))


def test_a_label_is_joined_to_its_text_with_the_colon_of_the_language(looked: Looked) -> None:
    """An f-string's ": " would stay halfwidth in Chinese."""
    assert list(joined(ast.walk(ast.parse('f"{name}: {value}"')))) == ["f'{name}: {value}'"]
    assert looked.joined == []


@pytest.mark.skipif(not LUPDATE.exists(), reason="this build of PySide6 is without lupdate")
def test_lupdate_finds_every_text_in_its_context(tmp_path: Path, looked: Looked) -> None:
    found = found_by_lupdate(tmp_path)
    assert len(found) > 500
    assert all(re.fullmatch("[A-Z][A-Za-z]+", context) for context, _ in found)
    assert len(looked.asked) > 500
    assert looked.asked - found == set()


def test_the_catalogues_have_every_text_and_no_other() -> None:
    """If this fails, run packaging/make_catalogues.py."""
    for code in language.LANGUAGES:
        if code != language.ENGLISH:
            assert make_catalogues.document(code) == catalogue_file(code).read_text("utf-8")


def test_every_text_has_a_translation_that_keeps_its_places() -> None:
    for code in set(language.LANGUAGES) - {language.ENGLISH}:
        root = ElementTree.parse(catalogue_file(code)).getroot()
        pairs = [(message.findtext("source", ""), message.findtext("translation", "")) for message in root.iter("message")]
        assert [source for source, translation in pairs if not translation] == []
        assert [source for source, translation in pairs if places(source) != places(translation)] == []


def places(text: str) -> set[str]:
    return set(re.findall(r"\{\d*\}", text))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("raise UsageError(f'{name!r} is not there', 'Name another.')", "{0} is not there"),
        ("raise UsageError(f'{name!r} is not there', 'Name another.')", "Name another."),
        ("hint = 'of ' + name if name else 'of no name'", "of no name"),
    ],
)
def test_sentences_of_the_engine_are_found_in_its_code(code: str, text: str) -> None:
    assert text in set(make_catalogues.sentences(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    ["f'SELECT {name} FROM runs'", "{'a key': 1}", "def f():\n    'A docstring.'", "'<p class=note>'", "x.get('the key')"],
)
def test_code_in_strings_is_no_text(code: str) -> None:
    assert list(make_catalogues.sentences(ast.parse(code))) == []


def test_the_list_has_what_an_entry_says() -> None:
    said = {"Images", "Channels last", "Matrix size", "torch, eager", "warming up", "Seed", "Power, mean"}
    assert said <= set(make_catalogues.texts())


@pytest.fixture
def other_language(qapp: QCoreApplication) -> Iterator[None]:
    """A made-up language: the same texts in capitals."""
    window = WindowLanguage(language.ENGLISH)
    contexts = {context: {text: text.upper() for text in texts} for context, texts in all_texts().items()}
    language.use_catalogue(Catalogue("loud", contexts))
    yield
    window.close()


@cache
def all_texts() -> dict[str, list[str]]:
    root = ElementTree.parse(catalogue_file("zh_CN")).getroot()
    return {
        context.findtext("name", ""): [message.findtext("source", "") for message in context.iter("message")]
        for context in root.iter("context")
    }


@pytest.mark.usefixtures("qapp")
def test_a_key_of_a_menu_is_called_as_in_the_texts() -> None:
    window = WindowLanguage("zh_CN")
    try:
        shown = [QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) for keys in ("Return", "Ctrl+Return", "Space")]
    finally:
        window.close()
    assert shown == ["Enter", "Ctrl+Enter", "空格"]


@pytest.mark.usefixtures("other_language")
def test_words_of_the_engine_come_in_the_other_language() -> None:
    assert engine_text("warming up") == "WARMING UP"
    assert engine_text("my own phase") == "my own phase"
    data = run_data([])
    told_values(data, {"accuracy": 0.5, "mine": 1.0}, 1.0, 10)
    assert [strip.title for strip in logged_strips(data)][1:] == ["ACCURACY", "mine"]
    assert reading(data, "cpu", "swap_used").label == "SWAP"
    assert throttle_text(0x04) == "POWER CAP"
    assert spec_text(RunSpec("gemm", task="inference", seed=3)).endswith("STEPS")


def test_sentences_that_the_engine_composes_are_translated_around_their_names_and_figures(other_language: None) -> None:
    assert composed_text("bf16: other programs used 84.6 % of the processor meanwhile.") == (
        "bf16: OTHER PROGRAMS USED 84.6 % OF THE PROCESSOR MEANWHILE."
    )
    assert composed_text("--paper: expected one argument") == "--paper: EXPECTED ONE ARGUMENT"
    assert composed_text("The mean clock of gpu:0 is 7.0 % lower.") == "THE MEAN clock OF gpu:0 IS 7.0 % LOWER."
    assert composed_text("A run of fp32 is still running: its figures appear when it ends.").startswith("A RUN OF fp32 IS STILL")
    assert composed_text("differs only in precision") == "DIFFERS ONLY IN PRECISION"
    assert composed_text("a name of the user") == "a name of the user"


@pytest.mark.usefixtures("other_language")
@pytest.mark.parametrize(
    "note",
    [
        "The optimizer takes 3.00 % of a step, so there is little to save.",
        "Waiting for data and copying it takes 1.00 % of a step, so there is little to save.",
        "Unreliable: other programs used up to 66 % of the processor.",
        "Unreliable: other programs used up to 66 % of the processor; convolutions of a few channels gain little.",
        "Most of a step is spent on waiting for its data, which this does not shorten.",
        "Most of a step is spent on arithmetic; models of few, large operations have little to fuse.",
        "Models of few, large operations have little to fuse.",
        "its batches are in memory already: there is no loader",
        "Base of the ladder: FP32, batch of 64, in plain torch.",
        "One thread",
    ],
)
def test_why_a_rung_brought_nothing_is_translated(note: str) -> None:
    assert composed_text(note) == note.upper()


def test_what_a_comparison_says_of_its_groups_is_translated(other_language: None, qtbot: QtBot) -> None:
    """Every sentence that limits a comparison goes through the engine's vocabulary; only names and figures stay in lower case."""
    on_battery = replace(run("aa"), environment={"power_source": "battery"})
    groups = [Group("fp32", (on_battery, run("ab"))), Group("bf16", (replace(run("ba", BF16), state=RunState.RUNNING),))]
    card = SentenceCard(Theme(Choice.DARK))
    qtbot.addWidget(card)
    card.show_comparison(ComparisonView(compare(groups)))
    assert "fp32 RAN ON BATTERY." in card._reasons.text()
    assert card._pill.text == "! COMPARABLE WITH CAUTION"
    assert "STILL RUNNING" in card._caution.text()
    assert card._shared.text().startswith("DIFFERS IN PRECISION, AND IN THE ENVIRONMENT; SAME MACHINE")


def test_the_other_languages_are_prepared_in_steps_that_end(qtbot: QtBot) -> None:
    pattern.cache_clear()
    steps = len(list(language.read_ahead()))
    prepared = pattern.cache_info().currsize
    assert prepared > 1000
    assert steps > prepared / 50  # about 0.1 ms per pattern, so no step blocks the window
    owner = QObject()
    pattern.cache_clear()
    read_ahead(owner)
    timer = owner.findChild(QTimer)
    assert timer is not None
    with qtbot.waitSignal(timer.destroyed):
        pass
    assert pattern.cache_info().currsize == prepared
