"""A simulated user's terminal: a pty that is a program's controlling terminal."""

import os
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
_TAKE = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execvp(sys.argv[1], sys.argv[1:])"


class RealTerminal:
    """Runs a program on a new terminal; a context manager."""

    def __init__(self, argv: Sequence[str], size: tuple[int, int] = (24, 80)) -> None:
        self.screen = b""
        self._ours, theirs = os.openpty()
        termios.tcsetwinsize(theirs, size)
        environment = {**os.environ, "PYTHONPATH": str(HERE.parent.parent), "PS1": "READY> ", "TERM": "xterm", "HISTFILE": ""}
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _TAKE, *argv],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            env=environment,
        )
        os.close(theirs)

    def __enter__(self) -> "RealTerminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def hang_up(self) -> None:
        if self._ours >= 0:
            os.close(self._ours)
            self._ours = -1

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def resize(self, rows: int, columns: int) -> None:
        termios.tcsetwinsize(self._ours, (rows, columns))

    def see(self, pattern: str, timeout_s: float = 10.0) -> str:
        """Wait for a pattern in the screen's unread output, and return all output up to its end."""
        deadline = time.monotonic() + timeout_s
        while (found := re.search(pattern.encode(), self.screen, re.DOTALL)) is None:
            left_s = deadline - time.monotonic()
            assert left_s > 0, (pattern, self.screen)
            if not self._look(left_s):
                found = re.search(pattern.encode(), self.screen, re.DOTALL)
                assert found, (pattern, self.screen)
                break
        seen, self.screen = self.screen[: found.end()], self.screen[found.end() :]
        return seen.decode()

    def _look(self, timeout_s: float) -> bool:
        if select.select([self._ours], [], [], timeout_s)[0]:
            try:
                self.screen += os.read(self._ours, 65536)
            except OSError:  # EIO: nobody has it open any more
                return False
        return True

    def end(self, timeout_s: float = 10.0) -> str:
        """Wait for the program's end and return the unread output."""
        deadline = time.monotonic() + timeout_s
        while self._look(0.1) and time.monotonic() < deadline:
            pass
        self.process.wait(max(0.1, deadline - time.monotonic()))
        seen, self.screen = self.screen, b""
        return seen.decode()


def recorded(log: Path, *argv: str) -> list[str]:
    """Return the command line that runs a command under the small recorder."""
    return [sys.executable, str(HERE / "small_recorder.py"), str(log), "terminal", *argv]


def state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
