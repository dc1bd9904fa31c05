"""The guard that starts beside the recorder's imports: what it is given arrives, and nothing stays if it is given nothing."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.recording.recorders import command, gpuscope, of_home, until, with_words


@pytest.mark.parametrize("arguments", [("run", "--", "no-such-program"), ("run", "--no-such-flag", "--", "true")])
def test_a_command_that_is_refused_leaves_no_guard(arguments: tuple[str, ...]) -> None:
    assert gpuscope(*arguments).code == 2
    assert not with_words(of_home(), "guard")


def test_a_recorder_that_is_killed_before_it_gives_its_order_takes_the_guard_with_it() -> None:
    code = "import os, sys; from gpuscope.recording import early_guard; early_guard.start(['--', 'true']); os.kill(os.getpid(), 9)"
    subprocess.run([sys.executable, "-c", code], check=False)
    until(lambda: not with_words(of_home(), "guard"))


def test_the_command_has_the_streams_descriptors_environment_and_folder_of_its_shell(tmp_path: Path) -> None:
    third = tmp_path / "third"
    shown = "cat; pwd; echo to-error >&2; echo to-three >&3; tr '\\0' '\\n' < /proc/self/environ | grep ODD; ls /proc/self/fd | wc -l"
    script = f"exec 3>{third}; {shown}"
    run = shlex.join(command("run", "--", "sh", "-c", shown))
    environment = {**os.environ, "ODD": "a=b \udcff", "ODD_EMPTY": ""}
    bare = subprocess.run(["sh", "-c", script], input=b"in\n", capture_output=True, env=environment, cwd=tmp_path, check=True)
    assert third.read_bytes() == b"to-three\n"
    third.unlink()
    recorded = f"exec 3>{third}; {run}"
    ours = subprocess.run(["sh", "-c", recorded], input=b"in\n", capture_output=True, env=environment, cwd=tmp_path, check=True)
    assert (ours.stdout, third.read_bytes()) == (bare.stdout, b"to-three\n")
    assert ours.stderr.startswith(bare.stderr)


def test_a_variable_without_a_name_in_the_environment_is_no_obstacle() -> None:
    run = subprocess.run(["env", "=nameless", *command("run", "--", "true")], capture_output=True, text=True, check=False)
    assert (run.returncode, "Traceback" in run.stderr) == (0, False)


def test_the_command_is_started_by_the_early_guard() -> None:
    done = gpuscope("run", "--", "sh", "-c", "tr '\\0' '\\n' < /proc/$PPID/cmdline")
    *_, flag, program, socket = done.out.splitlines()
    assert (flag, Path(program).name.partition(".")[0], socket.isdigit()) == ("-S", "guard", True)  # its order is not on its command line
