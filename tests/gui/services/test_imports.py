"""The imports before the first paint stay light."""

import subprocess
import sys

import pytest

LIGHT = ("worker", "history", "live_runs", "live_run", "run_starter", "monitor_feed")
SCRIPT = """
import sys
import gpuscope.gui.services.{module}
heavy = {{"numpy", "sqlalchemy", "pyqtgraph", "torch", "gpuscope.storage.store"}} & set(sys.modules)
sys.exit(f"imports {{heavy}}" if heavy else 0)
"""


@pytest.mark.parametrize("module", LIGHT)
def test_a_service_imports_neither_numpy_nor_the_store(module: str) -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT.format(module=module)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


PAGE = """
import sys
import gpuscope.gui.pages.run_page
heavy = {"sqlalchemy", "scipy", "torch", "gpuscope.storage.store", "gpuscope.analysis.entry"} & set(sys.modules)
sys.exit(f"imports {heavy}" if heavy else 0)
"""


def test_the_run_page_waits_neither_for_the_store_nor_for_comparisons() -> None:
    done = subprocess.run([sys.executable, "-c", PAGE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
