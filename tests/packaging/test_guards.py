"""Each guard fails a test that leaks, and lets a clean one pass."""

from pathlib import Path

import pytest

from gpuscope.system import sockets

LEAKING = """
import logging, os, socket, subprocess, sys, threading, time, warnings
from pathlib import Path
import pytest

kept = []

def test_clean(tmp_path):
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    subprocess.run([sys.executable, "-S", "-c", "pass"], check=True)
    (tmp_path / "file").write_text("x")
    logging.getLogger("test").info("fine")
    assert Path(os.environ["GPUSCOPE_HOME"]).parent == tmp_path
    assert "GPUSCOPE_STRAY" not in os.environ

def test_thread():
    threading.Thread(target=time.sleep, args=(30,), daemon=True).start()

def test_process():
    kept.append(subprocess.Popen(["sleep", "3"]))

def test_zombie():
    kept.append(subprocess.Popen(["true"]))

def test_detached_process():
    subprocess.run(["sh", "-c", "setsid sleep 3 >/dev/null 2>&1 & sleep 0.1"], check=True)

def test_descriptor():
    kept.append(os.open(__file__, os.O_RDONLY))

def test_socket():
    kept.append(socket.socketpair())

def test_bus_of_desktop():
    kept.append(socket.socket(socket.AF_UNIX))
    kept[-1].connect(os.environ["DBUS_SESSION_BUS_ADDRESS"].partition("=")[2])

def test_environment():
    os.environ["LEFT"] = "1"

def test_folder(tmp_path):
    os.chdir(tmp_path)

def test_warning():
    warnings.warn("careless")

def test_log():
    logging.getLogger("test").warning("unexpected")

@pytest.mark.expected_log
def test_expected_log():
    logging.getLogger("test").warning("expected")

def test_clean_after_all():
    pass
"""


WORDS = (
    "thread Thread-",
    "process",
    "AF_UNIX SOCK_STREAM '' '' beside the threads MainThread",
    "descriptor",
    "environment variable LEFT",
    "working folder",
    "UserWarning: careless",
    "unexpected log records",
)


@pytest.fixture
def outcomes(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Run the leaking tests under the guards, in a process of their own; return test name → message ("" if it passed)."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    monkeypatch.setenv("GPUSCOPE_STRAY", "1")
    monkeypatch.setenv("COLUMNS", "500")
    pytester.makeconftest("import tests.guards\nfrom tests.guards import *\ntests.guards.PATIENCE_S = 0.1")
    pytester.makepyfile(test_leaks=LEAKING)
    pytester.makeini("[pytest]\nfilterwarnings = error\nmarkers = expected_log")
    plain = ["no:pytest-qt", "no:xdist", "no:cacheprovider", "no:timeout", "no:hypothesispytest"]
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={pytester.path}/bus")
    with sockets.listen(pytester.path / "bus"):
        result = pytester.runpytest_subprocess("-v", "-rEf", *[word for plugin in plain for word in ("-p", plugin)])
    said = {line.split("::")[1].split()[0]: "" for line in result.outlines if "::test_" in line}
    for line in result.outlines:
        if line.startswith(("ERROR test_leaks", "FAILED test_leaks")):
            name, _, reason = line.split("::")[1].partition(" - ")
            said[name] += reason
    return said


def test_guards_fail_what_leaks(outcomes: dict[str, str]) -> None:
    said = {name: next((word for word in WORDS if word in reason), reason) for name, reason in outcomes.items()}
    assert said == {
        "test_clean": "",
        "test_thread": "thread Thread-",
        "test_process": "process",
        "test_zombie": "process",
        "test_detached_process": "process",
        "test_descriptor": "descriptor",
        "test_socket": "AF_UNIX SOCK_STREAM '' '' beside the threads MainThread",
        "test_bus_of_desktop": "",
        "test_environment": "environment variable LEFT",
        "test_folder": "working folder",
        "test_warning": "UserWarning: careless",
        "test_log": "unexpected log records",
        "test_expected_log": "",
        "test_clean_after_all": "",
    }
