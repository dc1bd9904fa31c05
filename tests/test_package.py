"""Tests of the names that users import from the package's root."""

import subprocess
import sys
from pathlib import Path


def test_a_name_is_looked_up_lazily_once_and_costs_nothing_more_after_that() -> None:
    script = (
        "import sys, gpuscope\n"
        "assert 'gpuscope.probe.program' not in sys.modules\n"
        "assert 'step' not in vars(gpuscope)\n"
        "gpuscope.step()\n"
        "assert vars(gpuscope)['step'] is sys.modules['gpuscope.probe.program'].step\n"
        "try: gpuscope.nothing\n"
        "except AttributeError: print('refused')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout) == (0, "refused\n"), done.stderr


def test_a_program_does_not_wait_for_modules_that_are_slow_to_import() -> None:
    """Typing and pathlib take a third of the time that the import takes with them."""
    root = Path(__file__).parents[1]
    script = (
        f"import sys; sys.path.insert(0, {str(root)!r})\n"
        "import gpuscope; gpuscope.step()\n"
        "print({'typing', 'pathlib'} & {*sys.modules})\n"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout) == (0, "set()\n"), done.stderr
