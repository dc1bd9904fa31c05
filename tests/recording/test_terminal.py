"""A command under the recorder on a terminal, a pipe or a file, against the same command alone."""

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.recording.output_tail import OutputTail
from gpuscope.recording.terminal import WorkloadOutput
from gpuscope.system import processes
from tests.recording.real_terminal import HERE, RealTerminal, recorded, state_of
from tests.recording.recorded_tree import events_of, eventually

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="tried on Linux")

PYTHON = [sys.executable, "-I", "-S", "-c"]
ABOUT = "import os; print([(os.isatty(n), os.get_terminal_size(n)) for n in (0, 1, 2, os.open('/dev/tty', os.O_RDWR))])"


def in_shell(argv: list[str]) -> list[str]:
    return ["sh", "-c", f'{shlex.join(argv)}; echo "code $?"']


@pytest.mark.parametrize(
    "argv",
    [
        [*PYTHON, ABOUT],
        ["stty", "size"],
        ["sh", "-c", "printf 'a\\tb\\r\\033[31mred\\033[0m\\n50%%\\r100%%\\n'; echo error >&2; exit 3"],
        ["sh", "-c", "kill -TERM $$"],
        ["sh", "-c", "ls --color=auto -d / && stty -a </dev/tty"],
        ["no-such-command-at-all"],
    ],
    ids=["about", "size", "escapes", "signal", "modes", "missing"],
)
def test_nothing_shows_whether_it_runs_bare(tmp_path: Path, argv: list[str]) -> None:
    def seen(command: list[str]) -> str:
        with RealTerminal(in_shell(command), size=(33, 101)) as terminal:
            return terminal.end().removeprefix("Terminated\r\n")  # sh prints this for a child ended by a signal

    if argv[0].startswith("no-such"):
        assert "code 2" in seen(recorded(tmp_path / "log", *argv))
    else:
        assert seen(recorded(tmp_path / "log", *argv)) == seen(argv)


def test_input_arrives(tmp_path: Path) -> None:
    with RealTerminal(recorded(tmp_path / "log", "sh", "-c", 'read line; echo "got $line"; cat; echo over')) as terminal:
        terminal.type("hello\n")
        terminal.see("got hello")
        terminal.type("more\n\x04")
        terminal.see("more\r\nmore\r\nover")
        terminal.end()
        assert terminal.process.returncode == 0


COUNT = """
import signal, time
heard = []
signal.signal(signal.SIGINT, lambda *_: heard.append(1))
print("ready", flush=True)
end = time.monotonic() + 30
while not heard and time.monotonic() < end: time.sleep(0.01)
time.sleep(0.5)
print("interrupts:", len(heard))
"""


def test_one_ctrl_c_is_one_interrupt(tmp_path: Path) -> None:
    with RealTerminal(recorded(tmp_path / "log", *PYTHON, COUNT)) as terminal:
        terminal.see("ready")
        terminal.type("\x03")
        terminal.see("interrupts: 1\r\n")
        terminal.end()
        assert terminal.process.returncode == 0


def test_what_dies_of_ctrl_c_lets_the_shells_loop_stop(tmp_path: Path) -> None:
    command = shlex.join(recorded(tmp_path / "log", "sh", "-c", "echo begun; exec sleep 100"))
    with RealTerminal(["bash", "--norc", "-i"]) as terminal:
        terminal.see("READY> ")
        terminal.type(f"for i in 1 2 3; do {command}; echo after; done\n")
        terminal.see("begun\r\n")
        terminal.type("\x03")
        seen = terminal.see("READY> ")
        assert "after" not in seen
        terminal.type("echo code $?\n")
        terminal.see("code 130")
        terminal.type("exit\n")
        terminal.end()


TICK = "import time\nfor n in range(1000): print('tick', n, flush=True); time.sleep(0.02)"


def test_ctrl_z_stops_the_job_and_fg_continues_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with RealTerminal(["bash", "--norc", "-i"]) as terminal:
        terminal.see("READY> ")
        terminal.type(shlex.join(recorded(log, *PYTHON, TICK)) + "\n")
        terminal.see("tick 3\r\n")
        terminal.type("\x1a")
        terminal.see("Stopped.*READY> ")
        workload = events_of(log, "Started")[0]["pid"]
        recorder = int(Path(f"/proc/{events_of(log, 'guard')[0]['pid']}/stat").read_text().rpartition(")")[2].split()[1])
        assert eventually(lambda: state_of(workload) == "T")
        assert state_of(recorder) == "T"
        time.sleep(0.2)  # the length of the gap
        terminal.type("fg\n")
        terminal.see(r"tick 1\d\r\n")
        terminal.type("\x03")
        terminal.see("READY> ")
        terminal.type("exit\n")
        terminal.end()
    (stop,) = events_of(log, "stopped")
    assert 0.2 <= stop["seconds"] < 5


SIZES = r"""
import os, signal, time
signal.signal(signal.SIGWINCH, lambda *_: os.write(1, "size {0.columns} {0.lines}\n".format(os.get_terminal_size(1)).encode()))
print("ready", flush=True)
time.sleep(30)
"""


def test_a_resize_reaches_the_workload(tmp_path: Path) -> None:
    with RealTerminal(recorded(tmp_path / "log", *PYTHON, SIZES)) as terminal:
        terminal.see("ready")
        terminal.resize(50, 132)
        terminal.see("size 132 50")
        terminal.type("\x03")
        terminal.end()


def test_a_closed_terminal_ends_a_command_as_it_would_bare(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with RealTerminal(recorded(log, "sleep", "300")) as terminal:
        assert eventually(lambda: events_of(log, "Started"))
        workload = events_of(log, "Started")[0]["pid"]
        terminal.hang_up()
        assert eventually(lambda: not processes.is_running(workload))


def test_a_second_ctrl_c_begins_the_ladder(tmp_path: Path) -> None:
    deaf = "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('ready', flush=True)\ntime.sleep(300)"
    with RealTerminal(in_shell(recorded(tmp_path / "log", *PYTHON, deaf))) as terminal:
        terminal.see("ready")
        for _ in range(3):  # nothing of ours; INT; TERM
            terminal.type("\x03")
            time.sleep(0.1)  # otherwise the kernel merges the two
        terminal.process.wait(5)


def small(log: Path, *argv: str) -> list[str]:
    return [sys.executable, str(HERE / "small_recorder.py"), str(log), "detached", *argv]


@pytest.fixture
def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(HERE.parent.parent)}


def test_a_reader_that_goes_away_is_gone_for_the_workload_too(tmp_path: Path, environment: dict[str, str]) -> None:
    script = f'{shlex.join(small(tmp_path / "log", "yes"))} | head -1; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, timeout=20)
    assert done.stdout.decode().split() == ["y", str(128 + signal.SIGPIPE)]


def test_one_file_for_both_keeps_their_order(tmp_path: Path, environment: dict[str, str]) -> None:
    mixed = "for i in 1 2 3 4 5 6 7 8 9; do echo out $i; echo err $i >&2; done"
    out = tmp_path / "out"
    with out.open("wb") as file:
        subprocess.run(small(tmp_path / "log", "sh", "-c", mixed), stdout=file, stderr=file, env=environment, check=True, timeout=20)
    assert out.read_text().splitlines() == [f"{word} {n}" for n in range(1, 10) for word in ("out", "err")]


def test_descriptors_that_a_shell_passes_arrive(tmp_path: Path, environment: dict[str, str]) -> None:
    command = ["sh", "-c", "cat /dev/fd/5; ls /proc/self/fd"]

    def seen(argv: list[str]) -> list[str]:
        script = f"{shlex.join(argv)} 5< <(echo passed)"
        return subprocess.run(["bash", "-c", script], env=environment, stdout=subprocess.PIPE, timeout=20).stdout.decode().split()

    assert seen(small(tmp_path / "log", *command)) == seen(command)
    assert seen(command)[0] == "passed"


def test_the_end_of_the_workload_and_not_of_its_output_ends_the_run(tmp_path: Path, environment: dict[str, str]) -> None:
    begin = time.monotonic()
    done = subprocess.run(small(tmp_path / "log", "sh", "-c", "sleep 300 & echo over"), stdout=subprocess.PIPE, env=environment, timeout=20)
    assert done.stdout == b"over\n"
    assert time.monotonic() - begin < 5


class Pipes:
    """A WorkloadOutput between two ends that the test owns."""

    def __init__(self) -> None:
        self.tail = OutputTail()
        self.reader, self.real = os.pipe()
        self.output = WorkloadOutput(self.tail, forward_to=(self.real, self.real))
        self.writer = os.dup(self.output.stdout_fd)
        os.set_blocking(self.writer, False)
        self.output.started()

    def write(self) -> int:
        """Write until the pipes are full, while the recorder's loop runs; return the number of bytes written."""
        written = 0
        for _ in range(100):
            try:
                written += os.write(self.writer, b"x" * 65536)
            except BlockingIOError:
                pass
            for fd in self.output.readable_fds():
                self.output.on_readable(fd)
        return written

    def read(self) -> int:
        os.set_blocking(self.reader, False)
        amount = 0
        while True:
            for fd in self.output.writable_fds():
                self.output.on_writable(fd)
            try:
                data = os.read(self.reader, 65536)
            except BlockingIOError:
                return amount
            if not data:
                return amount
            amount += len(data)

    def close(self) -> None:
        self.output.close()
        for fd in (self.reader, self.real, self.writer):
            if fd >= 0:
                os.close(fd)


@pytest.fixture
def pipes() -> Iterator[Pipes]:
    pipes = Pipes()
    yield pipes
    pipes.close()


def test_a_slow_reader_holds_the_workload_up_and_nobody_else(pipes: Pipes) -> None:
    written = pipes.write()
    assert 2 * 65536 <= written <= 4 * 65536  # the capacity of two pipes and the recorder
    assert pipes.output.readable_fds() == []
    assert len(pipes.output.writable_fds()) == 1
    assert pipes.read() >= 2 * 65536
    assert pipes.write() > 0


def test_the_real_output_stays_blocking_for_those_who_share_it(pipes: Pipes) -> None:
    pipes.write()
    assert os.get_blocking(pipes.real)


def test_after_the_end_what_waited_is_still_forwarded(pipes: Pipes) -> None:
    written = pipes.write()
    pipes.output.finish()
    assert not pipes.output.finished
    assert pipes.read() == written
    assert pipes.output.finished
    assert pipes.output.readable_fds() == pipes.output.writable_fds() == []


def test_a_reader_that_went_away_closes_the_workloads_pipe(pipes: Pipes) -> None:
    os.close(pipes.reader)
    pipes.reader = -1
    os.write(pipes.writer, b"lost")
    for fd in pipes.output.readable_fds():
        pipes.output.on_readable(fd)
    with pytest.raises(BrokenPipeError):
        os.write(pipes.writer, b"x")
    assert pipes.tail.lines(1) == ["lost"]


def test_without_a_terminal_of_its_own_the_output_is_for_the_tail_alone() -> None:
    tail = OutputTail()
    output = WorkloadOutput(tail, forward_to=None)
    assert output.stdout_fd == output.stderr_fd
    os.write(output.stdout_fd, b"one\ntwo")
    output.started()
    (fd,) = output.readable_fds()
    output.on_readable(fd)
    output.finish()
    assert output.finished
    assert tail.lines(5) == ["one", "two"]
    output.close()


def test_inherited_output_passes_by(tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb") as file:
        output = WorkloadOutput(OutputTail(), forward_to=(file.fileno(), 2), inherit=True)
        assert os.path.sameopenfile(output.stdout_fd, file.fileno())
        assert output.readable_fds() == []
        output.finish()
        assert output.finished
        output.close()


def test_a_process_in_a_session_of_its_own_has_no_terminal() -> None:
    code = "from gpuscope.recording.terminal import has_controlling_terminal as has; print(has())"
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=HERE.parent.parent, start_new_session=True, timeout=20)
    assert done.stdout == b"False\n"
