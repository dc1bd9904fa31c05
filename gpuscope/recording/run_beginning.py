"""How a run begins on the disk: its folder, and the header that it would be known by if the store never opened."""

import platform
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
    """Make the run's folder; a user's command runs also where there can be none beside the store.

    Raises:
        UnavailableError: There can be none, and what is run is a workload of ours.
    """
    try:
        return RunFolder.beside(request.store_url, request.run_id)
    except GpuscopeError as error:
        if not request.spec.is_command:
            raise
        warn(f"{error.message}; the command runs all the same")
        return RunFolder.temporary()


def write_header(folder: RunFolder, record: RunRecord, request: RunRequest, warn: Warn) -> None:
    """Write the run's header; a user's command runs also without one.

    Raises:
        UnavailableError: It cannot be written, and what is run is a workload of ours.
    """
    try:
        folder.write_header(record, request.store_url)
    except GpuscopeError as error:
        if not request.spec.is_command:
            raise
        warn(f"{error.message}; the command runs all the same")


def new_record(request: RunRequest, folder: RunFolder) -> RunRecord:
    """Return the record of a run that begins now."""
    return RunRecord(
        run_id=request.run_id,
        name=request.name,
        state=RunState.RUNNING,
        reason=None,
        spec=request.spec,
        environment=request.attached.facts if request.attached is not None else {},
        started_at=datetime.now(UTC),
        start_ns=time.monotonic_ns(),
        host=platform.node(),
        boot_id=processes.boot_id(),
        folder=str(folder.path),
    )
