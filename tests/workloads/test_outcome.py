"""What a workload tells of itself at its end."""

import subprocess
import sys

_CHILD = "from gpuscope.workloads import outcome; print(outcome._resident_memory().value)"
_PARENT = "import subprocess, sys; held = b'1' * 1_500_000_000; subprocess.run([sys.executable, '-c', sys.argv[1]], check=True)"


def test_the_memory_of_the_process_that_started_it_is_not_its_own() -> None:
    shown = subprocess.run([sys.executable, "-c", _PARENT, _CHILD], check=True, capture_output=True, text=True, timeout=60)
    assert 100e6 < float(shown.stdout) < 1e9
