"""A real window on a real X server (Xvfb), driven by a real mouse and keyboard (XTEST events through xdotool)."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.recording import untrained

ROOT = Path(__file__).resolve().parents[2]
MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
PATIENCE_S = 60.0

Widget = dict[str, Any]


@contextmanager
def display(size: str = "1280x800") -> Iterator[str]:
    """Start an X server; yield its name (":17")."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait(10)


class RealWindow:
    """The program as a user has it on a screen.

    Args:
        screen: Name of the X server.
        home: GPUSCOPE_HOME.
        arguments: Arguments of ``gpuscope``.
        folder: Working folder; by default this project's.
        trains: Whether workloads compute; otherwise they sleep and leave the processor to the window.
    """

    def __init__(self, screen: str, home: Path, *arguments: str, folder: Path | None = None, trains: bool = False) -> None:
        self._place = tempfile.TemporaryDirectory(prefix="gpuscope-window-")
        self._socket = f"{self._place.name}/teller"
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("QT_", "WAYLAND"))}
        paths = [str(ROOT)] if trains else [untrained.search_path(Path(self._place.name, "naps")), str(ROOT)]
        self._environment = environment | {"DISPLAY": screen, "GPUSCOPE_HOME": str(home), "QT_QPA_PLATFORM": "xcb"}
        self._environment["PYTHONPATH"] = os.pathsep.join(paths)
        self._output = open(f"{self._place.name}/output", "wb+")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.gui.served_window", self._socket, *arguments],
            cwd=folder or ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
        )

    @property
    def output(self) -> str:
        """Everything it has printed; a healthy session prints nothing."""
        self._output.seek(0)
        return self._output.read().decode()

    def widgets(self) -> list[Widget]:
        """The widgets visible now; empty while the window is not up."""
        try:
            found: list[Widget] = self.ask("widgets")
        except (OSError, ValueError):
            return []
        return found

    def ask(self, *request: object) -> Any:
        """Send the window's process a request that `served_window` answers.

        Raises:
            OSError, ValueError: The window is not up, or has gone.
        """
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(15)
            connection.connect(self._socket)
            with connection.makefile("rwb") as stream:
                stream.write(json.dumps(request).encode() + b"\n")
                stream.flush()
                return json.loads(stream.readline())

    def find(self, words: str, kind: str = "", *, whole: bool = False) -> Widget:
        """Wait for a visible widget with this text or accessible name; if there are several, the most recent."""

        def fits(one: Widget) -> bool:
            texts = (one["words"], one["name"])
            return kind in one["class"] and (words in texts if whole else any(words in text for text in texts))

        return self.wait(lambda: next((one for one in reversed(self.widgets()) if fits(one)), None), f"{kind} {words!r}")

    def wait(self, condition: Callable[[], Any], what: str, patience_s: float = PATIENCE_S) -> Any:
        """Wait until a condition returns something true, and return that."""
        begin = time.monotonic()
        while (waited := time.monotonic() - begin) < patience_s:
            if found := condition():
                return found
            if self.process.poll() is not None:
                raise AssertionError(f"the window ended with {self.process.returncode} before {what} was there:\n{self.output}")
            time.sleep(min(0.05 + waited / 20, 0.25))  # answering costs the window time
        seen = sorted({one["words"] or one["name"] for one in self.widgets()} - {""})
        raise AssertionError(f"{what} did not come within {patience_s} s; seen: {seen}; printed: {self.output}")

    def click(self, words: str, kind: str = "", *, whole: bool = False) -> None:
        """Click the middle of a widget, once it is enabled."""
        self.find(words, kind, whole=whole)
        widget = self.wait(lambda: found if (found := self.find(words, kind, whole=whole))["enabled"] else None, f"{words!r} to be enabled")
        x, y, width, height = widget["rect"]
        self.click_at(x + width // 2, y + height // 2)

    def click_until(self, words: str, kind: str, condition: Callable[[], Any], what: str) -> None:
        """Click, and click again if nothing happens, as a user would: the button may have been about to be enabled."""
        self._again_until(lambda: self.click(words, kind, whole=True), condition, what)

    def key_until(self, key: str, condition: Callable[[], Any], what: str) -> None:
        """Press a key, and press it again if nothing happens, as a user would: a dialog may have been about to open."""
        self._again_until(lambda: self.key(key), condition, what)

    def _again_until(self, do: Callable[[], None], condition: Callable[[], Any], what: str) -> None:
        for patience_s in (15.0, 15.0, PATIENCE_S):
            do()
            try:
                self.wait(condition, what, patience_s)
            except AssertionError:
                if patience_s == PATIENCE_S:
                    raise
            else:
                return

    def tap_at(self, x: int, y: int, held_ms: int = 5) -> None:
        """Click as briefly as a touchpad tap."""
        self._xdotool("mousemove", str(x), str(y), "mousedown", "1", "sleep", str(held_ms / 1000), "mouseup", "1")

    def click_at(self, x: int, y: int, *, times: int = 1) -> None:
        """Click at a screen position."""
        self._xdotool("mousemove", str(x), str(y), "click", "--repeat", str(times), "--delay", "60", "1")

    def point_at(self, x: int, y: int) -> None:
        """Move the mouse to a screen position."""
        self._xdotool("mousemove", "--sync", str(x), str(y))

    def turn_at(self, x: int, y: int, notches: int) -> None:
        """Turn the wheel at a screen position; positive is away from the user."""
        self._xdotool("mousemove", str(x), str(y), "click", "--repeat", str(abs(notches)), "--delay", "30", "4" if notches > 0 else "5")

    def drag(self, begin: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the mouse at one position, move it to another in steps, and release it."""
        steps = [(begin[0] + (end[0] - begin[0]) * part // 8, begin[1] + (end[1] - begin[1]) * part // 8) for part in range(1, 9)]
        moves = [word for x, y in steps for word in ("mousemove", str(x), str(y), "sleep", "0.02")]
        self._xdotool("mousemove", str(begin[0]), str(begin[1]), "mousedown", "1", *moves, "mouseup", "1")

    def focus(self) -> None:
        """Give the window keyboard focus, as a window manager would."""
        ids = self._xdotool("search", "--onlyvisible", "--pid", str(self.process.pid)).split()
        self._xdotool("windowfocus", "--sync", ids[-1])

    def focus_main(self) -> None:
        """Give the main window keyboard focus while others are open."""
        ids = self._xdotool("search", "--all", "--onlyvisible", "--pid", str(self.process.pid), "--name", "^gpuscope$").split()
        self._xdotool("windowfocus", "--sync", ids[-1])

    def key(self, *keys: str) -> None:
        """Press keys ("ctrl+2", "Return")."""
        self._xdotool("key", "--delay", "30", *keys)

    def type(self, text: str) -> None:
        """Type text."""
        self._xdotool("type", "--delay", "15", text)

    def send(self, number: int) -> None:
        """Send a signal to the window's process."""
        self.process.send_signal(number)

    def ended(self, patience_s: float = 10.0) -> int:
        """Wait for the process to end, and return its exit code."""
        return self.process.wait(patience_s)

    def _xdotool(self, *arguments: str) -> str:
        done = subprocess.run(["xdotool", *arguments], env=self._environment, capture_output=True, text=True, check=True, timeout=20)
        return done.stdout

    def close(self) -> None:
        """Stop the process if it is still running."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self._output.close()
        self._place.cleanup()

    def __enter__(self) -> "RealWindow":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
