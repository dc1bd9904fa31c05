"""What a recorder tells of a store that cannot be written: since when, that it can again, and what was lost."""

import shlex
import time
from datetime import datetime
from pathlib import Path

from gpuscope.core import figures
from gpuscope.core.event import Log

UNWRITTEN = "unwritten"
"""Key among the values of these events: 1 while what is recorded is held in memory, 0 when that is over."""


class StoreTrouble:
    """Follows a journal's trouble.

    Attributes:
        words: What it is at present; None when there is none.
    """

    def __init__(self) -> None:
        self.words: str | None = None
        self._since = ""

    def change(self, trouble: str | None, patience_s: float | None) -> Log | None:
        """Take the trouble as it is now, and return what is to be told; None when nothing has changed.

        Args:
            trouble: The trouble; None when there is none.
            patience_s: How long it is tried in all, once the run has ended; None before.
        """
        if trouble == self.words:
            return None
        if self.words is None:
            self._since = datetime.now().astimezone().strftime("%H:%M:%S")
        self.words = trouble
        if trouble is None:
            return _log("over", "the store can be written again", 0.0)
        if patience_s is not None:
            return self.at_the_end(patience_s)
        return _log("warning", f"not stored yet: {trouble}; recording goes on in memory", 1.0)

    def at_the_end(self, patience_s: float) -> Log:
        """Return what is to be told of a run that has ended while there is trouble."""
        span = figures.duration(patience_s)
        return _log("warning", f"the run has ended, and not all of it is stored yet: {self.words}; it is tried for {span}", 1.0)

    def given_up(self, reason: str, *, has_lost: bool, elsewhere: Path | None) -> Log:
        """Return what is to be told when it is tried no more.

        Args:
            reason: Why the store could not be written.
            has_lost: Whether something of the run is nowhere.
            elsewhere: The folder in which the rest of the run lies.
        """
        if elsewhere is not None:
            takes_in = f"the next run that is started takes it in, or: gpuscope import {shlex.quote(str(elsewhere))}"
            return _log("warning", f"the end of the run is not stored: {reason}; it is kept in {elsewhere}; {takes_in}", 0.0)
        if has_lost:
            return _log("warning", f"what was recorded since {self._since} is lost: {reason}", 0.0)
        return _log("warning", f"the end of the run is not stored: {reason}; the next run that is started takes it in", 0.0)


def _log(level: str, text: str, unwritten: float) -> Log:
    return Log(time.monotonic_ns(), level, text, {UNWRITTEN: unwritten})
