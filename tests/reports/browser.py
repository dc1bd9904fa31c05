"""Debian's headless Chromium, driven by its DevTools protocol over a pair of pipes: JSON messages, each terminated by NUL."""

import base64
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

COMMAND = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
MISSING = "" if COMMAND and sys.platform == "linux" else "no headless browser is installed: apt-get install chromium-headless-shell"
_OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"),
    *("--no-first-run", "--hide-scrollbars", "--remote-debugging-pipe"),
)
_ERRORS = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")


class Browser:
    """One page of a browser.

    Attributes:
        requested: URLs requested since the page was opened, its own first.
        errors: Exceptions from its script, and messages that the browser logged.
    """

    def __init__(self, folder: Path) -> None:
        self.requested: list[str] = []
        self.errors: list[str] = []
        self._folder = folder
        self._told: list[dict[str, Any]] = []
        self._rest, self._number, self._session = b"", 0, ""

    def __enter__(self) -> Self:
        theirs_in, self._ours_out = os.pipe()
        self._ours_in, theirs_out = os.pipe()
        line = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}'  # through bash, which supports file descriptors above 9
        command = ["bash", "-c", line, "browser", str(COMMAND), *_OPTIONS, f"--user-data-dir={self._folder}", "about:blank"]
        with (self._folder / "stderr").open("wb") as stderr:
            self._process = subprocess.Popen(command, pass_fds=(theirs_in, theirs_out), stdout=stderr, stderr=stderr)
        os.close(theirs_in)
        os.close(theirs_out)
        (page,) = [one for one in self.ask("Target.getTargets")["targetInfos"] if one["type"] == "page"]
        self._session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._ours_out)  # the browser exits when its pipe is closed
        os.close(self._ours_in)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def open(self, path: Path, width: int = 1000, height: int = 700) -> None:
        """Open a file, and wait until it is loaded, its script has run and everything is painted."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.requested, self.errors, self._told = [], [], []
        self.ask("Page.navigate", url=path.as_uri())
        while not any(one["method"] == "Page.loadEventFired" for one in self._told):
            self._take()
        self.ask(
            "Runtime.evaluate",
            expression="new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
            awaitPromise=True,
        )

    def value(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, decoded from JSON."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def mouse(self, kind: str, x: float, y: float, **more: object) -> None:
        """Send a mouse event at a position in the viewport, in pixels; ``kind`` is Moved, Pressed, Released or Wheel."""
        self.ask("Input.dispatchMouseEvent", type=f"mouse{kind}", x=x, y=y, **more)

    def press(self, key: str) -> None:
        """Press and release a key that writes a character."""
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, **more: object) -> bytes:
        """Return a screenshot as PNG."""
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png", **more)["data"])

    def printed(self) -> bytes:
        """Return the page printed on A4, as PDF."""
        return base64.b64decode(self.ask("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, preferCSSPageSize=False)["data"])

    def ask(self, method: str, **parameters: object) -> Any:
        """Send a command and return its result."""
        self._number += 1
        session = {"sessionId": self._session} if self._session else {}
        message = {"id": self._number, "method": method, "params": parameters, **session}
        os.write(self._ours_out, json.dumps(message).encode() + b"\0")
        while (answer := self._take()).get("id") != self._number:
            pass
        assert "error" not in answer, (method, answer["error"])
        return answer["result"]

    def _take(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            data = os.read(self._ours_in, 1 << 20)
            assert data, (self._folder / "stderr").read_text(errors="replace")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        if "method" in message:
            self._told.append(message)
        if message.get("method") == "Network.requestWillBeSent":
            self.requested.append(message["params"]["request"]["url"])
        elif message.get("method") in _ERRORS:
            self.errors.append(json.dumps(message["params"]))
        return message
