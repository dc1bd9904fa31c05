"""Reads profiles for the window, on a thread: a trace of gigabytes shows its progress and can be given up."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.gui.services.history import History
from gpuscope.gui.services.worker import Errands, Mailbox

if TYPE_CHECKING:
    from gpuscope.profiles.profile import Profile
    from gpuscope.recording.run_history import RunHistory
    from gpuscope.reports.profile_view import ProfileView


@dataclass(frozen=True, slots=True)
class OpenedProfile:
    """A profile, read and worked out.

    Attributes:
        path: Its file.
        name: What it is called: the file's name, or that of the run that it is of.
        run_id: The run that it is of; "" for a file by itself.
        profile: What it says.
        view: The same, laid out.
    """

    path: Path
    name: str
    run_id: str
    profile: Profile
    view: ProfileView


@dataclass(frozen=True, slots=True)
class _Source:
    path: Path
    name: str
    run_id: str = ""


class _GivenUpError(GpuscopeError):
    """The user wants something else by now."""


class ProfileReading(QObject):
    """Reads the profiles that a page asks for, the last request alone.

    Args:
        history: Knows where the profiles of runs are.
        parent: Parent object.

    Attributes:
        progressed: Name of the file, and the share of all files that has been read, 0 to 1.
        opened: The profiles, in the order in which they were asked for.
        failed: A GpuscopeError: nothing was opened.
    """

    progressed = Signal(str, float)
    opened = Signal(list)
    failed = Signal(object)

    def __init__(self, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self._mailbox = Mailbox(self)
        self._errands = Errands("profile", self)
        self._stop = threading.Event()
        self.destroyed.connect(self._stop.set)

    def read(self, items: Sequence[str]) -> None:
        """Read profiles.

        Args:
            items: Paths of files, and ids of runs, each of which stands for all files of its last capture.
        """
        stop = self._begin()
        self._history.ask(partial(_sources, tuple(items)), partial(self._read_sources, stop), partial(self._fail, stop), self)

    def cancel(self) -> None:
        """Give up what is being read."""
        self._stop.set()

    def close(self) -> None:
        """Give up what is being read, and wait for the threads."""
        self._stop.set()
        self._mailbox.close()
        self._errands.close()

    def _begin(self) -> threading.Event:
        self._stop.set()
        self._stop = threading.Event()
        return self._stop

    def _read_sources(self, stop: threading.Event, sources: list[_Source]) -> None:
        if not stop.is_set():
            self._errands.submit(partial(self._work, stop, sources), partial(self._take, stop), partial(self._fail, stop), self)

    def _work(self, stop: threading.Event, sources: list[_Source]) -> list[OpenedProfile]:
        """Read files and work out all tables, on a thread."""
        from gpuscope.profiles.profile import open_profile
        from gpuscope.reports.profile_view import ProfileView

        def progress(number: int, name: str, share: float) -> None:
            if stop.is_set():
                raise _GivenUpError("given up")
            self._mailbox.post(lambda: None if stop.is_set() else self.progressed.emit(name, (number + share) / len(sources)))

        opened = []
        for number, source in enumerate(sources):
            profile = open_profile(source.path, partial(progress, number, source.path.name))
            view = ProfileView(profile)
            for table in view.tables:
                progress(number, source.path.name, 1.0)
                table.units()
            opened.append(OpenedProfile(source.path, source.name, source.run_id, profile, view))
        return opened

    def _take(self, stop: threading.Event, opened: list[OpenedProfile]) -> None:
        if not stop.is_set():
            self.opened.emit(opened)

    def _fail(self, stop: threading.Event, error: GpuscopeError) -> None:
        if not stop.is_set():
            self.failed.emit(error)


def _sources(items: tuple[str, ...], store: RunHistory) -> list[_Source]:
    """Return the files of these items, on the history's thread.

    Raises:
        UsageError: One is neither a file nor a run.
        UnavailableError: A run has no profile.
    """
    from gpuscope.recording.captures import is_trace_path

    sources: list[_Source] = []
    for item in items:
        path = Path(item).absolute()
        sources += [_Source(path, path.name)] if is_trace_path(item) else _of_run(item, store)
    return sources


def _of_run(item: str, store: RunHistory) -> list[_Source]:
    from gpuscope.recording.captures import newest_profiles

    record = store.find(item)
    files = newest_profiles(Path(record.folder)) if record.folder else []
    if not files:
        raise UnavailableError(
            QCoreApplication.translate("ProfileReading", "{0} has no profile").format(record.name),
            QCoreApplication.translate("ProfileReading", "Run it again with a profile: the field “Profile” of the form, or --profile."),
        )
    if len(files) == 1:
        return [_Source(files[0], record.name, record.run_id)]
    return [_Source(path, f"{record.name}: {path.name}", record.run_id) for path in files]


def items_of(item: object) -> tuple[str, ...]:
    """Return the items that another page, the command line or a drop asks for: one, or a list of them; () for anything else."""
    match item:
        case str() | Path():
            return (str(item),)
        case list() | tuple():
            return tuple(map(str, item))
        case _:
            return ()
