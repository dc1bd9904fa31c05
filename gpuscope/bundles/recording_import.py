"""Imports a file or folder of any known kind into the store: either all of its runs or none."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path

from gpuscope.bundles import bundle_format, limits
from gpuscope.bundles.bundle_reader import bundle_runs
from gpuscope.bundles.limits import RecordingFileError
from gpuscope.bundles.zip_archive import ZipArchive
from gpuscope.core.errors import UnavailableError
from gpuscope.storage.run_intake import IncomingRun, Presence, RunIntake, run_intake
from gpuscope.system import paths
from gpuscope.system.paths import is_folder
from gpuscope.system.redaction import CONTROL_CHARACTERS

Share = Callable[[float], None]
_ZIP = b"PK"
_ACTING_BYTES = re.compile("[\b\r\udc80-\udc9f]")
"""Further bytes that a recorder removes, and invalid UTF-8, which may act on a terminal alone or combined with adjacent bytes."""


@dataclass(slots=True)
class Imported:
    """Result of an import.

    Attributes:
        new: Ids of runs that were not in the store.
        present: Ids of runs that were already there.
        restored: Ids of deleted runs that were restored.
        notes: Notes for the user.
    """

    new: list[str] = field(default_factory=list)
    present: list[str] = field(default_factory=list)
    restored: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def run_ids(self) -> list[str]:
        """Ids of all runs."""
        return [*self.new, *self.restored, *self.present]


def import_recording(store_url: str, path: Path, progress: Share = lambda _: None) -> Imported:
    """Import a bundle, another program's log, or an MLflow folder into the store.

    Args:
        store_url: The store; created if it does not exist.
        path: The file or folder.
        progress: Called with the share done, 0 to 1, after each piece.

    Raises:
        RecordingFileError: The file is missing, damaged, beyond the limits, or of unknown kind; nothing was imported.
        UnavailableError: The store or the runs' folder cannot be written; nothing was imported.
    """
    imported = Imported()
    try:
        with _incoming(path, datetime.now(UTC), imported.notes, progress) as runs:
            _import_runs(store_url, runs, imported)
    except RecordingFileError as error:
        raise RecordingFileError(f"{path} cannot be imported: {error.message}", error.hint) from None
    if not imported.run_ids:
        raise RecordingFileError(f"{path} holds no run")
    return imported


@contextmanager
def _incoming(path: Path, imported_at: datetime, notes: list[str], progress: Share) -> Iterator[Iterator[IncomingRun]]:
    """Open a file or folder of any known kind."""
    if is_folder(path):
        from gpuscope.bundles.mlflow_folder import mlflow_runs

        yield mlflow_runs(path, imported_at, notes, progress)
        return
    begin = _beginning(path)
    if begin.startswith(_ZIP) or path.suffix.lower() == bundle_format.ENDING:
        with ZipArchive(path, bundle_format.is_member, progress) as archive:
            yield bundle_runs(archive, imported_at)
        return
    yield _csv_runs(path, begin, imported_at, notes, progress)


def _csv_runs(path: Path, begin: bytes, imported_at: datetime, notes: list[str], progress: Share) -> Iterator[IncomingRun]:
    from gpuscope.bundles import codecarbon_csv, nvidia_smi_csv

    header = begin.split(b"\n", 1)[0].decode("utf-8-sig", "replace")
    if nvidia_smi_csv.is_header(header):
        return nvidia_smi_csv.runs(path, imported_at, notes, progress)
    if codecarbon_csv.is_header(header):
        return codecarbon_csv.runs(path, imported_at, notes, progress)
    hint = "Supported: run bundles (.gpuscope), CSV of nvidia-smi (--query-gpu) and CodeCarbon, and MLflow's mlruns folder."
    raise RecordingFileError("its format is not known", hint)


def _beginning(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise RecordingFileError("there is no such file")
        with path.open("rb") as file:
            return file.read(limits.CSV_LINE_BYTES)
    except OSError as error:
        raise RecordingFileError(f"it cannot be read: {error.strerror}") from None


def _import_runs(store_url: str, runs: Iterator[IncomingRun], imported: Imported) -> None:
    folders: list[Path] = []
    first = list(islice(runs, 1))  # reads a single-run log here, before the store is locked for other writers
    try:
        with run_intake(store_url) as intake:
            for run in chain(first, runs):
                _import_run(store_url, intake, run, imported, folders)
    except BaseException:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _import_run(store_url: str, intake: RunIntake, run: IncomingRun, imported: Imported, folders: list[Path]) -> None:
    run_id, presence = intake.admit(run.record)
    if presence is not Presence.NEW:
        (imported.present if presence is Presence.PRESENT else imported.restored).append(run_id)
        return
    folder = paths.runs_folder(store_url) / run_id
    if run.output and not folder.exists():  # an existing folder belongs to a local run and is left unchanged
        folders.append(folder)
        _write_output(folder, run.output)
    intake.write(run, run_id, str(folder) if run.output else "")
    imported.new.append(run_id)


def _write_output(folder: Path, output: bytes) -> None:
    """Write the end of a run's output to the same place as for a local run; the folder is named after the run id."""
    paths.private_folder(folder)
    path = folder / bundle_format.OUTPUT
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600), "wb") as file:
            file.write(_printable(output))
    except OSError as error:
        raise UnavailableError(f"{path} cannot be written: {error.strerror}", "Free some disk space; nothing was imported.") from None


def _printable(output: bytes) -> bytes:
    """Remove bytes that would act on a terminal, as a recorder does."""
    text = CONTROL_CHARACTERS.sub("", output.decode("utf-8", "surrogateescape"))
    return _ACTING_BYTES.sub("", text).encode("utf-8", "surrogateescape")
