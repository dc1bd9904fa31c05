"""Starts recorders, and knows what can be started here."""

from __future__ import annotations

import importlib
import subprocess
import threading
from collections.abc import Callable

import shiboken6
from PySide6.QtCore import QObject, Signal

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.mailbox import Mailbox
from gpuscope.gui.services.worker import Failed, known_error
from gpuscope.recording.launch import launch_detached
from gpuscope.recording.run_folder import read_header
from gpuscope.system import paths
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.launch import capabilities_command

_PATIENCE_S = 120.0
_CLOSE_S = 2.0


class RunStarter(QObject):
    """Starts runs detached from the window.

    Signals:
        capabilities_changed: More is known of what can be run here.

    Args:
        store_url: Where runs are kept.
        live_runs: Follows what is started.
        parent: Qt's.

    Attributes:
        capabilities: What can be run here; None until it is known.
    """

    capabilities_changed = Signal()

    def __init__(self, store_url: str, live_runs: LiveRuns, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.capabilities: Capabilities | None = None
        self._store_url = store_url
        self._live_runs = live_runs
        self._mailbox = Mailbox(self)
        self._threads: list[threading.Thread] = []
        self._asking: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._is_closed = False

    def start(
        self,
        spec: RunSpec,
        name: str,
        then: Callable[[str], None] | None = None,
        failed: Failed | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Starts a run; returns at once.

        Args:
            spec: What to run.
            name: Of the run; "" makes one from what is run.
            then: Called with the run's id when its workload runs; :class:`LiveRuns` follows it by then, if it has not ended already.
            failed: Called with the recorder's own words when it refuses.
            owner: Neither is called any more when this object is gone.
        """

        def is_wanted() -> bool:
            return owner is None or shiboken6.isValid(owner)

        def started(run_id: str, record: RunRecord | None) -> None:
            if record is not None:
                self._live_runs.adopt(record)
            if then is not None and is_wanted():
                then(run_id)

        def refused(error: GpuscopeError) -> None:
            if failed is not None and is_wanted():
                failed(error)

        def work() -> None:
            try:
                run_id = launch_detached(self.arguments(spec, name))
                record = self._record(run_id)
                self._mailbox.post(lambda: started(run_id, record))
            except Exception as error:  # noqa: BLE001 - told in words, and a bug goes to the log
                told = known_error(error)
                self._mailbox.post(lambda: refused(told))

        self._spawn(work, "start of a run")

    def arguments(self, spec: RunSpec, name: str) -> list[str]:
        """Returns the arguments behind ``gpuscope`` with which a run is started."""
        verb, *rest = spec.command_line()
        return [verb, *([f"--name={name}"] if name else []), "--store", self._store_url, *rest]

    def refusal(self, spec: RunSpec) -> GpuscopeError | None:
        """Returns why a spec cannot run here, as far as that is known without trying; None when nothing speaks against it."""
        try:
            resolved = catalog.resolve(spec)
            return None if self.capabilities is None else catalog.refusal(resolved, self.capabilities)
        except GpuscopeError as error:
            return error

    def load_capabilities(self) -> None:
        """Finds out what can be run here, off the loop; where a GPU may be and nothing is known of it yet, torch is asked."""
        self._spawn(self._load_capabilities, "capabilities")

    def close(self) -> None:
        """Waits for what is under way, for a short while; runs that were started go on."""
        self._mailbox.close()
        with self._lock:
            self._is_closed = True
            if self._asking is not None:
                self._asking.kill()
        for thread in self._threads:
            thread.join(_CLOSE_S)

    def _spawn(self, work: Callable[[], None], name: str) -> None:
        thread = threading.Thread(target=work, name=name, daemon=True)
        self._threads = [*(one for one in self._threads if one.is_alive()), thread]
        thread.start()

    def _record(self, run_id: str) -> RunRecord | None:
        """Returns the run that was started; None when it has ended and is in the store already."""
        found = read_header(paths.runs_folder(self._store_url) / run_id)
        if found is not None:
            importlib.import_module("gpuscope.gui.services.run_follower")  # numpy and the store, here and not on the event loop
        return None if found is None else found[0]

    def _load_capabilities(self) -> None:
        try:
            found = Capabilities.load()
            self._mailbox.post(lambda: self._take_capabilities(found))
            if not found.complete and self._ask_torch():
                complete = Capabilities.load()
                self._mailbox.post(lambda: self._take_capabilities(complete))
        except Exception as error:  # noqa: BLE001 - without it the recorder refuses what cannot be
            known_error(error)

    def _ask_torch(self) -> bool:
        """Lets a process of its own ask torch what it can do; returns whether it has answered."""
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

    def _take_capabilities(self, found: Capabilities) -> None:
        self.capabilities = found
        self.capabilities_changed.emit()
