"""On a machine without a GPU, with a real mouse: choosing a simulated GPU and back, and recording a running program."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.system.settings import read_settings
from tests.gui.real_window import MISSING, RealWindow, display

pytestmark = [pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}"), pytest.mark.slow, pytest.mark.timeout(240)]
NVML = Path("/proc/driver/nvidia/version")
PATIENT = "import time\nwhile True:\n    time.sleep(0.2)"


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RealWindow]:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("GPUSCOPE_HOME", str(home))
    with display() as screen, RealWindow(screen, home, "--page", "machine") as opened:
        opened.find("Processes", "Button", whole=True)
        opened.focus()
        yield opened
        assert opened.output == ""


@pytest.mark.skipif(NVML.exists(), reason="there is a GPU: nothing is offered")
def test_a_simulated_gpu_comes_with_one_click_is_named_on_every_page_and_goes_with_two(window: RealWindow) -> None:
    window.click("Try with a simulated GPU", "Button", whole=True)
    window.find("SIMULATED", "ElidedLabel")
    assert read_settings().sensors == ("simulated",)
    for key in ("ctrl+1", "ctrl+4", "ctrl+5"):
        window.key(key)
        assert window.find("Simulated GPU. Not this machine", "SensorCard")["words"] == ""
    window.key("ctrl+7")
    window.click("Simulated GPU. Not this machine", "SensorCard")
    window.wait(lambda: any(one["class"] == "QMenu" for one in window.widgets()), "the menu")
    window.key("Down", "Return")
    window.find("No GPU", "QLabel", whole=True)
    assert read_settings().sensors == ()
    assert not any(one["class"] == "SensorCard" or "SIMULATED" in one["words"] for one in window.widgets())


def test_a_program_that_runs_is_found_by_its_words_and_recorded_and_goes_on(window: RealWindow) -> None:
    command = [sys.executable, "-S", "-c", PATIENT, "patient-program"]
    with subprocess.Popen(command, env={**os.environ}) as program:
        try:
            window.click("Processes", "Button", whole=True)
            window.wait(lambda: any(one["class"] == "SearchField" and one["focus"] for one in window.widgets()), "the filter")
            window.type("patient-program")
            window.find("1 of ", "QLabel")
            x, y, width, _ = window.find("Processes of this machine", "RowTable")["rect"]
            window.click_at(x + width - 100, y + 32 + 15)  # "Record this" of the first row
            window.click("End recording", "Button", whole=True)
            window.find("finished", "StateBadge")
            assert program.poll() is None, "it is only observed"
        finally:
            program.kill()
