"""Tests of the names that users import from the package's root."""

import subprocess
import sys


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
