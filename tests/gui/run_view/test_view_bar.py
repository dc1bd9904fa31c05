"""One line about what this machine lacks."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.core.device import Capability
from gpuscope.gui.run_view.strip_template import RunAxis
from gpuscope.gui.run_view.view_bar import MissingNote, NoteLabel, ViewBar, missing_note
from gpuscope.gui.theme import Theme
from gpuscope.gui.translator import WindowLanguage
from gpuscope.gui.widgets.buttons import Button
from gpuscope.sensors.declaration import no_gpu
from tests.gui.run_view import made_runs

NOTE = "gpu:0: invented for this picture, no real hardware"


def test_the_note_has_the_room_of_hidden_axes_and_nothing_that_can_be_pressed_moves_when_they_appear(qtbot: QtBot, theme: Theme) -> None:
    bar = ViewBar(theme, "Whole run")
    qtbot.addWidget(bar)
    bar.add_actions(Button(theme, "More"))
    bar.resize(960, bar.height())
    bar.show_live(True)
    bar.show_missing(MissingNote(NOTE, "Install the driver."))
    bar.show()
    [note] = bar.findChildren(NoteLabel)
    before = {button: button.geometry() for button in bar.findChildren(Button) if button.isVisible()}
    assert note.width() >= note.fontMetrics().horizontalAdvance(NOTE)
    bar.show_axis(RunAxis.TIME, offered=True)
    QApplication.processEvents()
    assert {button: button.geometry() for button in before} == before
    assert len([button for button in bar.findChildren(Button) if button.isVisible()]) == len(before) + 2
    bar.show_axis(RunAxis.TIME, offered=False)
    bar.show_missing(MissingNote())
    QApplication.processEvents()
    assert {button: button.geometry() for button in before} == before


def test_without_a_gpu_the_reason_is_told_once_with_its_cure() -> None:
    note = missing_note([made_runs.cpu_device(), no_gpu(made_runs.NO_DRIVER, "Install the driver.")])
    assert note.text == "No NVIDIA GPU was found in this machine, and no driver (libnvidia-ml.so.1)"
    assert (note.short, note.cure) == ("No GPU", "Install the driver.")
    assert note.details.count("NVIDIA GPU was found") == 1


def test_a_reason_that_does_not_name_the_gpu_does_so_here() -> None:
    note = missing_note([no_gpu("the driver was updated, a restart is needed", None)])
    assert note.text == "No GPU: the driver was updated, a restart is needed"


def test_what_the_processor_lacks_is_in_the_details_alone() -> None:
    note = missing_note([made_runs.cpu_device(), made_runs.gpu_device()])
    assert note.text == ""
    assert note.details == "CPU: no power, energy (CPU package energy is not read by this version)."


def test_a_part_that_many_gpus_do_not_have_is_in_the_details_alone() -> None:
    gpu = made_runs.gpu_device()
    fanless = replace(gpu, capabilities={**gpu.capabilities, "fan": Capability(False, "NVML", None, "this GPU does not offer it")})
    note = missing_note([fanless])
    assert note.text == ""
    assert note.details == "gpu:0: no fan (this GPU does not offer it)."


def test_what_several_gpus_lack_is_said_once_with_all_of_them() -> None:
    lacking = Capability(False, "NVML", None, "this GPU does not offer it")
    gpus = [made_runs.gpu_device(index, "stand-in NVML /x/lib.so") for index in range(3)]
    gpus[:2] = [replace(gpu, capabilities={**gpu.capabilities, "fan": lacking}) for gpu in gpus[:2]]
    note = missing_note(gpus)
    assert note.text == "gpu:0, gpu:1, gpu:2: stand-in NVML /x/lib.so, no real hardware"
    assert note.details.splitlines()[1:] == ["gpu:0, gpu:1: no fan (this GPU does not offer it)."]


def test_a_stand_in_is_named() -> None:
    note = missing_note([made_runs.gpu_device(simulated="stand-in NVML /x/lib.so")])
    assert note.text == "gpu:0: stand-in NVML /x/lib.so, no real hardware"


def test_nothing_is_said_when_nothing_is_missing() -> None:
    assert missing_note([made_runs.gpu_device()]).details == ""


@pytest.mark.usefixtures("qapp")
def test_the_note_has_chinese_punctuation() -> None:
    window = WindowLanguage("zh_CN")
    try:
        gpus = [made_runs.gpu_device(index, "stand-in NVML /x/lib.so") for index in range(2)]
        note, lacks = missing_note(gpus), missing_note([made_runs.cpu_device()])
    finally:
        window.close()
    assert note.text == "gpu:0、gpu:1：替身 NVML /x/lib.so，非真实硬件"
    assert lacks.details.startswith("CPU：没有功率、能耗（")
    assert lacks.details.endswith("）。")


@pytest.mark.parametrize("width", [680, 700, 740])
def test_a_note_without_room_for_its_reason_is_told_whole_without_it(qtbot: QtBot, theme: Theme, width: int) -> None:
    bar = ViewBar(theme, "Whole run")
    qtbot.addWidget(bar)
    bar.resize(width, bar.height())
    bar.show_live(True)
    bar.show_missing(missing_note([made_runs.gpu_device(simulated="stand-in NVML /opt/a/folder/with/a/long/path/of/a/library.so")]))
    bar.show()
    [note] = bar.findChildren(NoteLabel)
    assert note.text() == "gpu:0: no real hardware"
    bar.resize(1400, bar.height())
    assert note.text().startswith("gpu:0: stand-in NVML")
