"""The starter: what it refuses, what it passes on, and its messages about the system's libraries."""

import ast
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

import main
import venv_setup

SOURCE = Path(main.__file__).read_text(encoding="utf-8")


def test_an_old_python_is_told_in_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(main, "OLDEST", (99, 0))
    assert main.main(["demo"]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("gpuscope: Python 99.0 or newer is needed, and this is Python 3.")
    assert len(said.err.splitlines()) == 2


def test_a_newer_python_on_the_path_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    newer = tmp_path / "python3.11"
    newer.symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "start gpuscope with that: python3.11" in main.old_python()[1]
    newer.unlink()
    assert main.old_python()[1].startswith("Install Python 3.11 or newer")


def test_an_old_python_can_read_the_starter() -> None:
    tree = ast.parse(SOURCE, feature_version=(3, 7))
    first = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
    assert first == {"os", "shutil", "subprocess", "sys"}


def test_an_interpreter_that_has_everything_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Mock(return_value=7)
    monkeypatch.setattr(venv_setup, "ready_interpreter", lambda dev: sys.executable)
    monkeypatch.setattr(main, "start", start)
    assert main.main(["run", "mnist-mlp"]) == 7
    start.assert_called_once_with()


@pytest.mark.parametrize(
    ("arguments", "python", "command"),
    [
        (["runs", "--json"], "/other/python", ["/other/python", str(main.ROOT / "main.py"), "runs", "--json"]),
        (["check", "--fast"], "/other/python", ["/other/python", str(main.ROOT / "packaging" / "check.py"), "--fast"]),
        (["check"], sys.executable, [sys.executable, str(main.ROOT / "packaging" / "check.py")]),
    ],
)
def test_another_program_takes_over(arguments: list[str], python: str, command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ready, replace = Mock(return_value=python), Mock(return_value=5)
    monkeypatch.setattr(venv_setup, "ready_interpreter", ready)
    monkeypatch.setattr(main, "replace_process", replace)
    assert main.main(arguments) == 5
    ready.assert_called_once_with(dev=arguments[0] == "check")
    replace.assert_called_once_with(command)


def test_what_keeps_it_from_being_set_up_is_said_in_two_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(dev: bool) -> str:
        raise venv_setup.SetupError("No network.", "Connect.")

    monkeypatch.setattr(venv_setup, "ready_interpreter", refuse)
    assert main.main(["demo"]) == 3
    assert capsys.readouterr().err == "gpuscope: No network.\nConnect.\n"


def test_ctrl_c_during_the_setup_ends_it_in_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(dev: bool) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(venv_setup, "ready_interpreter", interrupt)
    assert main.main([]) == 130
    assert "Stopped." in capsys.readouterr().err


@pytest.mark.parametrize("module", ["venv_setup", "tomllib", "gpuscope.__main__", "gpuscope.cli.parser", "gpuscope.cli.runs"])
def test_ctrl_c_while_modules_are_imported_ends_it_without_a_word(module: str) -> None:
    """The first quarter of a second is spent on imports only."""
    code = f"""
import runpy, sys
class Interrupted:
    def find_spec(self, name, *_):
        if name == {module!r}:
            raise KeyboardInterrupt
sys.modules.pop({module!r}, None)
sys.meta_path.insert(0, Interrupted())
sys.argv = ["main.py", "runs"]
runpy.run_path({main.__file__!r}, run_name="__main__")
"""
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
