"""A live run: follows its recorder from the run's start to its end, and asks it to stop or mark."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuscope.core.errors import UnavailableError
from gpuscope.core.run import RunRecord
from gpuscope.gui.services.mailbox import Mailbox
from gpuscope.gui.services.worker import Failed, Worker
from gpuscope.system.locks import is_locked

if TYPE_CHECKING:
    from gpuscope.gui.data.run_data import RunData
    from gpuscope.gui.services.run_follower import RunFollower


class LiveRun(QObject):
    """A run that somebody records on this machine.

    Signals:
        notice: Something that the user should know now, in words.
        ended: The run has ended, or its recorder; ``data.record`` then tells how.

    Args:
        record: The run, as its folder or the store tell it.
        store_url: Where it is kept.
        worker: Does what is asked of the recorder; not this object's to close.
        parent: Qt's.

    Attributes:
        run_id: Of the run.
        folder: Where its recorder listens.
        data: What it has told, from its start on; written by a thread of this object.
    """

    notice = Signal(str)
    ended = Signal()

    def __init__(self, record: RunRecord, store_url: str, worker: Worker, parent: QObject | None = None) -> None:
        from gpuscope.gui.data.run_data import RunData  # numpy: who makes a LiveRun has imported it off the loop
        from gpuscope.gui.services.run_follower import RunFollower

        super().__init__(parent)
        self.run_id = record.run_id
        self.folder = Path(record.folder)
        self.data: RunData = RunData(record)
        self._worker = worker
        self._mailbox = Mailbox(self)
        follower = RunFollower(self.data, record, store_url, self._notify, self._tell_end)
        self._follower: RunFollower | None = follower
        self._thread = threading.Thread(target=follower.run, name=f"run {record.run_id}", daemon=True)
        self._thread.start()

    @property
    def record(self) -> RunRecord:
        """The run, as it was last read."""
        assert self.data.record is not None
        return self.data.record

    def stop(self, then: Callable[[None], None] | None = None, failed: Failed | None = None, owner: QObject | None = None) -> None:
        """Asks the recorder to end the run in good order; ``then`` is called when it has been asked, ``ended`` tells the end."""
        self._worker.submit(lambda: self._ask("stop"), then, failed, owner, lasting=True)

    def mark(
        self, text: str, then: Callable[[None], None] | None = None, failed: Failed | None = None, owner: QObject | None = None
    ) -> None:
        """Puts a mark with these words at this moment."""
        self._worker.submit(lambda: self._ask("mark", text=text), then, failed, owner, lasting=True)

    def output(self, then: Callable[[list[str]], None], count: int = 200, owner: QObject | None = None) -> None:
        """Reads the last lines of the workload's output, at most ``count``."""
        self._worker.submit(lambda: self._last_lines(count), then, None, owner)

    def close(self) -> None:
        """Lets go of the run, which goes on; waits for the thread, which ends by itself when the run does."""
        self._mailbox.close()
        if self._follower is not None:
            self._follower.stop()
            self._finish_thread()

    def _finish_thread(self) -> None:
        """Waits for the thread; what holds this object, and its data, lets go of it."""
        self._thread.join()
        self._follower = None

    def _ask(self, what: str, **fields: str) -> None:
        from gpuscope.recording.attach import RunConnection

        try:
            with RunConnection.open(self.folder) as connection:
                connection.request(what, **fields)
        except UnavailableError:
            if what != "stop" or is_locked(self.folder):  # it has ended by itself meanwhile: nothing is left to stop
                raise

    def _last_lines(self, count: int) -> list[str]:
        from gpuscope.recording.run_history import last_lines

        return last_lines(self.record, count)

    def _notify(self, text: str) -> None:
        self._mailbox.post(lambda: self.notice.emit(text))

    def _tell_end(self) -> None:
        self._mailbox.post(self._finish)

    def _finish(self) -> None:
        self._finish_thread()
        self.ended.emit()
