"""Shiboken does not read the sources of imported modules."""

import subprocess
import sys

import pytest

SCRIPT = """
import linecache, sys
from PySide6.QtCore import QObject, Signal
{spare}
import colorsys
class Teller(QObject):
    told = Signal(int)
heard = []
teller = Teller()
teller.told.connect(heard.append)
teller.told.emit(3)
teller.setObjectName("still as ever")
assert (heard, teller.objectName()) == ([3], "still as ever")
print(any(one.endswith("colorsys.py") for one in linecache.cache))
"""
SPARE = "from gpuscope.gui.first_frame import spare_reading_sources; spare_reading_sources()"


@pytest.mark.parametrize(("spare", "is_read"), [("", "True"), (SPARE, "False")])
def test_a_module_behind_it_is_not_read(spare: str, is_read: str) -> None:
    told = subprocess.run([sys.executable, "-c", SCRIPT.format(spare=spare)], capture_output=True, text=True, check=True)
    assert (told.stdout.strip(), told.stderr) == (is_read, "")


def test_the_window_spares_it() -> None:
    script = "import gpuscope.gui.first_frame, shibokensupport.feature as it; print(it._mod_uses_pyside(__import__('PySide6.QtCore')))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == "False"
