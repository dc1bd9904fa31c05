"""A run's initial state on disk: its folder, its header."""

import socket
import time
from collections.abc import Callable
from datetime import UTC, datetime

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.run_folder import RunFolder
from gpuscope.recording.run_request import RunRequest
from gpuscope.system import processes

Warn = Callable[[str], None]


def make_folder(request: RunRequest, warn: Warn) -> RunFolder:
    """Create the run's folder; for a user's command, a temporary one if it cannot be created beside the store.

    Raises:
        UnavailableError: The folder cannot be created, and the run is of a built-in workload.
    """
    try:
        return RunFolder.beside(request.store_url, request.run_id)
    except GpuscopeError as error:
        if not request.spec.is_command:
            raise
        warn(f"{error.message}; the command runs anyway")
        return RunFolder.temporary()


def write_header(folder: RunFolder, record: RunRecord, request: RunRequest, warn: Warn) -> None:
    """Write the run's header; a user's command runs even if that fails.

    Raises:
        UnavailableError: The header cannot be written, and the run is of a built-in workload.
    """
    try:
        # after a power cut, an item of a plan is rerun regardless of what was written, so its start need not wait for the disk
        folder.write_header(record, request.store_url, synced=not request.membership)
    except GpuscopeError as error:
        if not request.spec.is_command:
            raise
        warn(f"{error.message}; the command runs anyway")


def new_record(request: RunRequest, folder: RunFolder) -> RunRecord:
    """Return the record of a run that begins now."""
    return RunRecord(
        run_id=request.run_id,
        name=request.name,
        state=RunState.RUNNING,
        reason=None,
        spec=request.spec,
        environment={**(request.attached.facts if request.attached is not None else {}), **request.facts},
        tags=request.tags,
        started_at=datetime.now(UTC),
        start_ns=time.monotonic_ns(),
        host=socket.gethostname(),
        boot_id=processes.boot_id(),
        folder=str(folder.path),
    )
