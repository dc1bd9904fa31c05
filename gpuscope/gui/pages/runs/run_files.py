"""Runs as bundles, CSV and JSON files, written on the history's thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpuscope.recording.run_history import RunHistory


def write_samples(run_id: str, path: Path, store: RunHistory) -> Path:
    """Write every reading of a run, a row an instant; into a .json file all that was recorded. Returns the file's path.

    Raises:
        GpuscopeError: It cannot be written, or the run is gone.
    """
    from gpuscope.recording.run_file import SAMPLES, csv_pieces, json_pieces
    from gpuscope.reports.output_file import refuse_bad_output, write_file

    refuse_bad_output(path)
    record = store.find(run_id)
    write_file(path, json_pieces(store, record) if path.suffix.lower() == ".json" else csv_pieces(store, record, SAMPLES))
    return path


def write_bundle(run_ids: Sequence[str], progress: Callable[[float], None], path: Path, store: RunHistory) -> Path:
    """Write runs as a bundle that can be imported on another machine; return the file's path.

    Raises:
        GpuscopeError: It cannot be written, or a run is gone.
    """
    from gpuscope.bundles.bundle_writer import bundle_pieces
    from gpuscope.reports.output_file import refuse_bad_output, write_file

    refuse_bad_output(path)
    write_file(path, bundle_pieces(store, store.find_all(run_ids), progress))
    return path


def write_numbers(run_ids: Sequence[str], path: Path, store: RunHistory) -> Path:
    """Write all numbers of runs, a row a run; return the file's path.

    Raises:
        GpuscopeError: It cannot be written, or a run is gone.
    """
    from gpuscope.reports.csv_report import table_pieces
    from gpuscope.reports.output_file import refuse_bad_output, write_file
    from gpuscope.reports.run_list import summary_table
    from gpuscope.system.settings import read_settings

    refuse_bad_output(path)
    write_file(path, table_pieces(summary_table(store.find_all(run_ids), read_settings().factors)))
    return path
