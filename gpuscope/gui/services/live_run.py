"""A live run: follows its recorder from start to end, and sends it requests (stop, mark, profile, retry sensors)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuscope.core.capture_request import CaptureRequest
from gpuscope.core.errors import UnavailableError
from gpuscope.core.event import Capture
from gpuscope.core.run import RunRecord
from gpuscope.gui.services.worker import PATIENCE_S, Errands, Failed, Mailbox
from gpuscope.system.locks import is_locked

if TYPE_CHECKING:
    from gpuscope.gui.data.shown_run import ShownRun
    from gpuscope.gui.services.run_follower import RunFollower

_ANSWER_S = 3.0
"""Time limit for a recorder to accept the connection and answer; the answer gets at least :data:`_LEAST_S`."""
_LEAST_S = 0.1
"""Least time for the answer if connecting has used up the time: enough for a recorder that is alive."""


class LiveRun(QObject):
    """A run that is being recorded on this machine.

    Signals:
        notice: A message for the user.
        alerted: An alert has fired: its text.
        ended: The run or its recorder has ended; ``data.record`` then has the outcome.

    Args:
        record: The run, from its folder or the store.
        store_url: URL of the run's store.
        errands: Threads for requests to the recorder; not owned.

    Attributes:
        folder: Run folder, in which its recorder listens.
        data: Everything recorded since its start; written by this object's thread.
    """

    notice = Signal(str)
    alerted = Signal(str)
    ended = Signal()

    def __init__(self, record: RunRecord, store_url: str, errands: Errands) -> None:
        from gpuscope.gui.data.shown_run import ShownRun  # imports numpy, which the creator of a LiveRun has imported off the event loop
        from gpuscope.gui.services.run_follower import RunFollower

        super().__init__()
        self.run_id = record.run_id
        self.folder = Path(record.folder)
        self.data: ShownRun = ShownRun(record)
        self._errands = errands
        self._mailbox = Mailbox(self)
        follower = RunFollower(
            self.data, record, store_url, self._posted(self.notice.emit), self._posted(self._finish), self._posted(self.alerted.emit)
        )
        self._follower: RunFollower | None = follower
        self._thread = threading.Thread(target=follower.run, name=f"run {record.run_id}", daemon=True)
        self._thread.start()

    @property
    def record(self) -> RunRecord:
        """The run as last read."""
        assert self.data.record is not None
        return self.data.record

    def stop(
        self, then: Callable[[None], None] | None = None, failed: Failed | None = None, owner: QObject | None = None, *, again: bool = False
    ) -> None:
        """Ask the recorder to end the run gracefully; ``then`` is called when the request is accepted, ``ended`` is emitted at the end.

        With ``again`` it waits no longer, neither for the workload nor, after its end, for a store that cannot be written.
        """
        self._errands.submit(lambda: self._ask("stop", **({"again": True} if again else {})), then, failed, owner)

    def mark(
        self, text: str, then: Callable[[None], None] | None = None, failed: Failed | None = None, owner: QObject | None = None
    ) -> None:
        """Add a mark with this text at the current time."""
        self._errands.submit(lambda: self._ask("mark", text=text), then, failed, owner)

    def profile(
        self,
        steps: int,
        asked: Callable[[str], None] | None = None,
        failed: Failed | None = None,
        owner: QObject | None = None,
        *,
        agreed: bool = False,
    ) -> None:
        """Have the next steps profiled; ``data.progress.capture`` shows the progress.

        ``asked`` gets a question if the profile would be large, and nothing is started until the user has ``agreed``; else "".
        """
        capture = self.data.progress.capture
        self._errands.submit(lambda: self._ask_for_profile(steps, capture, agreed=agreed), asked, failed, owner)

    def try_sensors(self, failed: Failed | None = None, owner: QObject | None = None) -> None:
        """Ask the recorder to retry the sensors that it has switched off."""
        self._errands.submit(lambda: self._ask("sensors"), None, failed, owner)

    def output(self, then: Callable[[list[str]], None], count: int = 200, owner: QObject | None = None) -> None:
        """Read the last lines of the workload's output, at most ``count``."""

        def work() -> list[str]:
            from gpuscope.recording.run_history import last_lines  # imports the store here, not on the event loop

            return last_lines(self.record, count)

        self._errands.submit(work, then, None, owner)

    def close(self) -> None:
        """Stop following the run, which continues; wait up to :data:`PATIENCE_S` for the thread, which may be reading the store."""
        self.let_go()
        self.join(PATIENCE_S)

    def let_go(self) -> None:
        """Ask the thread to end and drop pending callbacks; return at once."""
        self._mailbox.close()
        if self._follower is not None:
            self._follower.stop()

    def join(self, patience_s: float) -> None:
        """Wait up to ``patience_s`` seconds for the thread, then release the follower and its reference to the data."""
        self._thread.join(patience_s)
        self._follower = None

    def _ask(self, request: str, **fields: str | bool) -> None:
        from gpuscope.recording.run_connection import RunConnection

        deadline = time.monotonic() + _ANSWER_S
        try:
            with RunConnection.open(self.folder) as connection:
                connection.request(request, patience_s=max(_LEAST_S, deadline - time.monotonic()), **fields)
        except UnavailableError:
            follower = self._follower
            if not self.folder.exists() and follower is not None and follower.ask(request, **fields):
                return  # over its open connection, since the folder was deleted
            if request != "stop" or is_locked(self.folder):  # an unlocked folder means that the run has ended: nothing left to stop
                raise

    def _ask_for_profile(self, steps: int, capture: Capture | None, *, agreed: bool) -> str:
        """Send the request and return "", or return the question to ask first."""
        from gpuscope.recording.capture_size import CaptureWeight, large_request
        from gpuscope.recording.run_connection import RunConnection

        weight = CaptureWeight.of([] if capture is None else [capture])
        if not agreed and (question := large_request(CaptureRequest("steps", 0, steps), weight, self.folder)):
            return question
        with RunConnection.open(self.folder) as connection:
            answer = connection.request("profile", patience_s=_ANSWER_S, steps=steps)
        if not answer.get("ok"):
            raise UnavailableError(str(answer.get("error", "")))
        return ""

    def _posted(self, call: Callable[..., object]) -> Callable[..., None]:
        """Return a function that has the window's thread make a call, for the follower's thread."""
        return lambda *arguments: self._mailbox.post(lambda: call(*arguments))

    def _finish(self) -> None:
        self.join(PATIENCE_S)
        self.ended.emit()
