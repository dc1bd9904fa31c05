"""The form: its fields, their explanations, and its tab order."""

from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.field import Field
from gpuscope.core.runspec import COMMAND, FIELDS, RunSpec
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.spec_editors import editor_of
from gpuscope.gui.widgets.spec_form import SpecForm
from gpuscope.workloads import workload_table
from tests.gui.widgets.shown_form import ready, start_button


def test_each_workload_has_its_own_fields_and_defaults(qtbot: QtBot, form: SpecForm) -> None:
    assert _placeholders(form) == {"batch_size": "64", "steps": "500"}
    form._more.setChecked(True)
    expected = {"batch_size": "64", "steps": "500", "duration_s": "", "hidden": "128", "data": "scikit-learn's digits"}
    assert {key: text for key, text in _placeholders(form).items() if key in expected} == expected
    form.editor("task").set_text("inference")
    assert _placeholders(form)["pretrain_steps"] == "500"
    form.editor("workload").set_text("cifar-cnn")
    assert _placeholders(form)["pretrain_steps"] == "50"
    form.editor("workload").set_text("gemm")
    assert {key: _placeholders(form)[key] for key in ("batch_size", "steps", "duration_s", "size")} == {
        "batch_size": "1",
        "steps": "500",
        "duration_s": "",
        "size": "1024",
    }
    assert not form.editor("task").isVisible()
    form.editor("workload").set_text(COMMAND)
    assert _placeholders(form) == {}
    assert form.editor("command").isVisible()


def test_a_task_that_the_next_workload_lacks_is_refused_in_words(form: SpecForm) -> None:
    form.editor("task").set_text("inference")
    form.editor("workload").set_text("cifar-cnn-loader")
    assert form.reason == "cifar-cnn-loader has no inference. Use --task training."
    assert _placeholders(form)["batch_size"] == "64"
    form.editor("task").set_text("training")
    assert form.reason == ""


def _placeholders(form: SpecForm) -> dict[str, str]:
    lines = [(key, form.editor(key)) for key in (*FIELDS, "hidden", "pretrain_steps", "size") if _has(form, key)]
    found = {key: editor.findChild(QLineEdit) for key, editor in lines if editor.isVisible()}
    return {key: line.placeholderText() for key, line in found.items() if line is not None}


def _has(form: SpecForm, key: str) -> bool:
    return key in form._editors.draft().fields()


def test_the_warm_up_is_told_as_long_as_it_will_be(form: SpecForm) -> None:
    form.editor("steps").set_text("5")
    line = form.editor("warmup_steps").findChild(QLineEdit)
    assert line is not None
    assert line.placeholderText() == "5"
    form.editor("steps").set_text("many")
    assert line.placeholderText() == "20"


def test_words_of_one_workload_wait_while_another_is_chosen(form: SpecForm) -> None:
    form.editor("task").set_text("inference")
    form.editor("hidden").set_text("32")
    form.editor("workload").set_text("gemm")
    assert form.spec() == RunSpec("gemm")
    form.editor("workload").set_text("mnist-mlp")
    assert form.spec() == RunSpec("mnist-mlp", task="inference", options={"hidden": 32})


def test_every_field_is_explained(form: SpecForm) -> None:
    for key in ("workload", *FIELDS, "hidden", "name"):
        editor = form.editor(key)
        assert editor.help
        assert editor.help in editor.control.accessibleDescription()
        assert editor.control.accessibleName() == editor.title
        assert editor.control.toolTip()


def test_why_there_can_be_no_start_is_told_as_it_is(form: SpecForm) -> None:
    form._foot.show_state("<img src=x> & <b>bold</b>", "", is_mistake=True, is_busy=False)
    assert "<b>" not in form._foot.button.toolTip()
    assert "&lt;b&gt;bold&lt;/b&gt;" in form._foot.button.toolTip()


def test_the_present_field_is_explained_at_the_foot(qtbot: QtBot, form: SpecForm) -> None:
    form.activateWindow()
    form.editor("seed").control.setFocus()
    qtbot.waitUntil(lambda: form._foot._text.text() == FIELDS["seed"].help)
    form._foot.button.setFocus()
    qtbot.waitUntil(lambda: form._foot._text.text() == "")
    form.set_live([RunSpec("gemm")])
    assert form._foot._text.text().startswith("The next run starts after the live one")


def test_fields_of_any_type_have_an_editor(qtbot: QtBot, theme: Theme) -> None:
    fields = [
        Field("fast", "Fast", "Whether.", bool, False),
        Field("mode", "Mode", "Which.", str, "a", choices=("a", "b")),
        Field("rate", "Rate", "How much.", float, 0.5),
    ]
    for field, text in zip(fields, ("true", "b", "0.25"), strict=True):
        editor = editor_of(theme, field)
        qtbot.addWidget(editor)
        with qtbot.waitSignal(editor.changed):
            editor.set_text(text)
        assert field.parse(editor.text()) != field.default
        editor.set_text("")
        assert editor.text() in ("", field.default)


def test_a_folder_can_be_chosen(known_file_types: None, qtbot: QtBot, form: SpecForm, tmp_path: Path) -> None:
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    button = form.editor("data").findChild(QPushButton)
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = form.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(tmp_path))
    dialog.close()
    assert form.editor("data").text() == str(tmp_path)


def test_the_wheel_scrolls_the_form_and_changes_nothing(form: SpecForm) -> None:
    box = form.editor("precision").findChild(QComboBox)
    assert box is not None
    box.clearFocus()
    wheel = QWheelEvent(
        QPointF(5, 5),
        QPointF(box.mapToGlobal(QPoint(5, 5))),
        QPoint(0, -120),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, wheel)
    assert box.currentText() == "fp32"


def test_enter_starts(qtbot: QtBot, form: SpecForm) -> None:
    line = form.editor("steps").control
    with qtbot.waitSignal(form.start_wanted):
        QTest.keyClick(line, Qt.Key.Key_Return)
    form.editor("workload").set_text(COMMAND)
    form.editor("command").set_text("true")
    with qtbot.waitSignal(form.start_wanted):
        QTest.keyClick(form.editor("command").control, Qt.Key.Key_Return)
    assert form.editor("command").text() == "true"


def test_a_start_asked_for_before_the_forms_first_check_finds_the_spec(qtbot: QtBot, theme: Theme, starter: RunStarter) -> None:
    """The first check waits for a turn of its own, which on a busy machine comes after a user's press; that press did nothing."""
    form = SpecForm(theme, starter)
    qtbot.addWidget(form)
    specs: list[RunSpec | None] = []
    form.start_wanted.connect(lambda: specs.append(form.spec()))
    form.want_start()
    assert [spec and spec.workload for spec in specs] == [form.workload]


def test_enter_starts_nothing_that_cannot_be(qtbot: QtBot, form: SpecForm) -> None:
    form.editor("steps").set_text("0")
    with qtbot.assertNotEmitted(form.start_wanted):
        QTest.keyClick(form.editor("steps").control, Qt.Key.Key_Return)
        form.want_start()
    form.editor("steps").set_text("1")
    ready(qtbot, form)
    form.set_busy(True)
    with qtbot.assertNotEmitted(form.start_wanted):
        form.want_start()
    assert start_button(form).text() == "Starting …"


def test_tab_goes_through_all_fields_in_their_order(form: SpecForm) -> None:
    form._more.setChecked(True)
    reached = _tab_chain(form)
    own = workload_table.workload("mnist-mlp").options_of("training")
    first = [form.editor(key).title for key in ("workload", "device", "precision", "batch_size", "steps")]
    folded = [form.editor(key).title for key in ("task", "duration_s", *own, "optimize", "engine", "data", "name")]
    folded.insert(-1, "Choose a folder")
    assert reached == [
        *first,
        "More",
        *folded,
        "Seed",
        "Warm-up steps",
        "Warm-up limit",
        "Threads",
        "Ranks",
        "Nodes",
        "Rendezvous",
        "Profile",
        "Idle baseline, s",
        "Chain to deployment",
        "Copy the command line",
        "The same from a terminal",
        "Vary…",
        "Start",
    ]


def test_a_chain_is_offered_for_models_that_can_be_trained_and_deployed(form: SpecForm) -> None:
    form._more.setChecked(True)
    form.editor("chain").set_text("true")
    assert form.is_chain()
    form.editor("workload").set_text("gemm")
    assert not form.is_chain()
    assert form.editor("chain") not in form._editors.shown()
    form.editor("workload").set_text("cifar-cnn")
    assert form.editor("chain") in form._editors.shown()


def _tab_chain(form: SpecForm) -> list[str]:
    found: list[str] = []
    first = form.editor("workload").control
    at: QWidget | None = first
    while at is not None:
        if at.isVisible() and at.focusPolicy() & Qt.FocusPolicy.TabFocus and at.focusProxy() is None:
            found.append(at.accessibleName() or ("More" if at is form._more else "Start" if at is form._foot.button else ""))
        at = at.nextInFocusChain()
        if at is first:
            break
    return found
