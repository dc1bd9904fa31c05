"""Starts recorders, and checks what can be started here."""

import importlib
import subprocess
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import shiboken6
from PySide6.QtCore import QObject, Signal

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.ready_recorder import ReadyRecorder
from gpuscope.gui.services.worker import Errands, Failed, Worker
from gpuscope.recording.launch import launch_detached
from gpuscope.recording.run_folder import read_header
from gpuscope.recording.run_request import default_name
from gpuscope.recording.start_error import refuse_missing_command, refuse_missing_folder
from gpuscope.storage.sqlite_file import refuse_unwritable
from gpuscope.system.device_use import users_of
from gpuscope.system.paths import runs_folder
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities, free_memory_bytes
from gpuscope.workloads.launch import capabilities_command

Refusal = tuple[str, GpuscopeError]
"""The key of the offending field ("" for none), and the error."""

_PATIENCE_S = 120.0
"""Timeout of the process that imports torch and initializes CUDA, which is slow from a cold disk; after that it counts as hung."""


def start_refusal(spec: RunSpec, capabilities: Capabilities | None, store_url: str, folder: str = "") -> Refusal | None:
    """Return the error with which the command line would refuse a spec, by the same checks; None if it can start.

    Args:
        spec: From the form or the command line.
        capabilities: What can be run here; None while unknown, in which case nothing is refused. Free memory is read again,
            because it may have changed.
        store_url: The store that would hold the run.
        folder: Where a command would run; "" for the window's working folder.
    """
    try:
        refuse_unwritable(store_url)
    except GpuscopeError as error:
        return "", error
    try:
        refuse_missing_folder(folder)
    except GpuscopeError as error:
        return ("folder" if folder else "command" if spec.is_command else "", error)
    try:
        if spec.is_command:
            refuse_missing_command(spec.command[0], folder, spec.variables.get("PATH"))
            return None
        resolved = catalog.resolve(spec)
    except GpuscopeError as error:
        return ("command" if spec.is_command else "", error)
    return None if capabilities is None else catalog.refused_field(resolved, replace(capabilities, memory_bytes=free_memory_bytes()))


class _Begun(NamedTuple):
    """Result of a start: the run's id, and its record unless it has already ended and is in the store; or the id of the queued plan."""

    key: str
    record: RunRecord | None = None
    is_queued: bool = False


class RunStarter(QObject):
    """Starts runs detached from the window.

    Signals:
        capabilities_changed: :attr:`capabilities` was updated.

    Args:
        live_runs: Follows the started runs.
        ready: Holds a standby recorder; None for none.

    Attributes:
        capabilities: What can be run here; None until known.
    """

    capabilities_changed = Signal()

    def __init__(self, store_url: str, live_runs: LiveRuns, parent: QObject | None = None, ready: ReadyRecorder | None = None) -> None:
        super().__init__(parent)
        self.capabilities: Capabilities | None = None
        self._ready = ready
        self.store_url = store_url
        self._live_runs = live_runs
        self._errands = Errands("start of a run", self)  # each start waits for its workload without delaying the next one
        self._asking: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._is_closed = False
        self._checks = Worker("checks of starts", self)

    def start(
        self,
        spec: RunSpec,
        name: str,
        then: Callable[[str], None] | None = None,
        failed: Failed | None = None,
        owner: QObject | None = None,
        *,
        queued: Callable[[str], None] | None = None,
        baseline_s: int = 0,
        chain: bool = False,
        folder: str = "",
    ) -> None:
        """Start a run, or queue it if its device is in use; return at once.

        Args:
            spec: What to run.
            name: Name of the run; "" derives one from the spec.
            then: Called with the run's id once its workload runs; :class:`LiveRuns` follows it by then, unless it has already ended.
            failed: Called with the recorder's error if it refuses.
            owner: None of them is called once this object has been deleted.
            queued: Called instead with the id of the plan that starts the run once its device is free; None to start it regardless.
            baseline_s: Seconds of idle power to record after the run.
            chain: Whether it is the first stage of a chain, whose other stages follow automatically.
            folder: Where a command runs; "" for the window's working folder.
        """
        arguments = self.arguments(spec, name, baseline_s, chain=chain, folder=folder)

        def job() -> _Begun:
            if queued is None or not users_of(spec):
                return self._launched(arguments, None if chain else spec)
            if chain:  # a plan already, whose conductor waits
                return _Begun(launch_detached(arguments).run_id, is_queued=True)
            from gpuscope.recording import plan_start  # imports the store here, not on the event loop

            plan_id, _ = plan_start.enqueue(self.store_url, spec, name or default_name(spec), _own_flags(baseline_s, folder))
            return _Begun(plan_id, is_queued=True)

        self._begin(job, then, failed, owner, queued)

    def attach(
        self, pid: int, then: Callable[[str], None] | None = None, failed: Failed | None = None, owner: QObject | None = None
    ) -> None:
        """Record a process that is already running and that outlives the recording; see :meth:`start`."""
        arguments = ["attach", "--store", self.store_url, str(pid)]
        self._begin(lambda: self._launched(arguments, None), then, failed, owner)

    def _begin(
        self,
        job: Callable[[], _Begun],
        then: Callable[[str], None] | None,
        failed: Failed | None,
        owner: QObject | None,
        queued: Callable[[str], None] | None = None,
    ) -> None:
        def started(begun: _Begun) -> None:
            if begun.record is not None:
                self._live_runs.adopt(begun.record)
            callback = queued if begun.is_queued else then
            if callback is not None and (owner is None or shiboken6.isValid(owner)):
                callback(begun.key)

        def refused(error: GpuscopeError) -> None:
            if failed is not None and (owner is None or shiboken6.isValid(owner)):
                failed(error)

        self._errands.submit(job, started, refused)

    def arguments(self, spec: RunSpec, name: str, baseline_s: int = 0, *, chain: bool = False, folder: str = "") -> list[str]:
        """Return the ``gpuscope`` arguments that start a run."""
        verb, *rest = spec.command_line()
        flags = [
            *([f"--name={name}"] if name else []),
            *(["--chain"] if chain else []),
            *_own_flags(baseline_s, folder),
        ]
        return [verb, *flags, "--store", self.store_url, *rest]

    def check(self, spec: RunSpec, then: Callable[[Refusal | None], None], owner: QObject | None = None, *, folder: str = "") -> None:
        """Call :func:`start_refusal` off the event loop: it checks files, commands and memory."""
        if self._ready is not None:
            self._ready.expect(spec)
        self._checks.submit(partial(start_refusal, spec, self.capabilities, self.store_url, folder), then, lambda _: then(None), owner)

    def ask_foreign_use(self, spec: RunSpec, then: Callable[[bool], None], owner: QObject | None = None) -> None:
        """Call ``then`` with whether a run or plan of another store uses the devices of the spec; those of this store are known."""
        own = str(runs_folder(self.store_url))

        def job() -> bool:
            return any(holder.runs_folder != own for holder in users_of(spec))

        self._checks.submit(job, then, lambda _: then(False), owner)

    def ask_capture(self, spec: RunSpec, then: Callable[[str], None], owner: QObject | None = None) -> None:
        """Call ``then`` with the question to ask before a run with the spec's profiling starts, "" for none; may read the store."""

        def job() -> str:
            from gpuscope.recording.capture_size import large_capture

            return large_capture(spec, self.store_url, runs_folder(self.store_url))

        self._errands.submit(job, then, lambda _: then(""), owner)

    def load_capabilities(self) -> None:
        """Load the capabilities off the event loop; query torch if a GPU may be missing from the cache."""

        def asked(_: bool) -> None:
            self._errands.submit(Capabilities.load, self._set_capabilities)

        def loaded(capabilities: Capabilities) -> None:
            self._set_capabilities(capabilities)
            if not capabilities.complete:
                self._errands.submit(self._ask_torch, asked)

        self._errands.submit(Capabilities.load, loaded)

    def close(self) -> None:
        """Wait for pending starts, with one deadline for all; started runs continue."""
        with self._lock:
            self._is_closed = True
            if self._asking is not None:
                self._asking.kill()
        self._errands.close()
        self._checks.close()

    def _launched(self, arguments: list[str], spec: RunSpec | None) -> _Begun:
        """Start a run, with the standby recorder if possible."""
        standby = None if self._ready is None or spec is None else self._ready.claim(spec)
        launched = None if standby is None else standby.launch(arguments[1:], self.store_url)
        run_id, folder = launched or launch_detached(arguments)
        header = read_header(folder)
        if header is not None:
            importlib.import_module("gpuscope.gui.services.run_follower")  # imports numpy and the store here, not on the event loop
        return _Begun(run_id, None if header is None else header[0])

    def _ask_torch(self) -> bool:
        """Refresh the capability cache in a separate process, which imports torch; return whether that succeeded."""
        nothing = subprocess.DEVNULL
        with self._lock:
            if self._is_closed:
                return False
            self._asking = subprocess.Popen(capabilities_command(), stdin=nothing, stdout=nothing, stderr=nothing)
        try:
            return self._asking.wait(_PATIENCE_S) == 0
        except subprocess.TimeoutExpired:
            self._asking.kill()
            self._asking.wait()
            return False

    def _set_capabilities(self, capabilities: Capabilities) -> None:
        self.capabilities = capabilities
        self.capabilities_changed.emit()


def _own_flags(baseline_s: int, folder: str) -> list[str]:
    """Return the flags of a start that are no part of its spec."""
    return [*([f"--baseline={baseline_s}s"] if baseline_s else []), *([f"--folder={folder}"] if folder else [])]
