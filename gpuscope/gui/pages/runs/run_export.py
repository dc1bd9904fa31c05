"""Runs as CSV files; done on the history's thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.core.errors import GpuscopeError

if TYPE_CHECKING:
    from gpuscope.recording.run_history import RunHistory

Export = Callable[["RunHistory"], Path]


def export_of_samples(run_id: str, path: Path) -> Export:
    """Returns the work that writes every reading of a run, a row an instant."""
    return partial(_write_samples, run_id, _with_ending(path))


def export_of_numbers(run_ids: Sequence[str], path: Path) -> Export:
    """Returns the work that writes all numbers of runs, a row a run."""
    return partial(_write_numbers, list(run_ids), _with_ending(path))


def _with_ending(path: Path) -> Path:
    return path if path.suffix else path.with_name(f"{path.name}.csv")


def _write_samples(run_id: str, path: Path, store: RunHistory) -> Path:
    from gpuscope.reports.csv_report import samples_pieces

    return _written(path, lambda: samples_pieces(store.device_series(run_id)))


def _write_numbers(run_ids: Sequence[str], path: Path, store: RunHistory) -> Path:
    from gpuscope.reports.csv_report import table_pieces
    from gpuscope.reports.run_list import summary_table

    return _written(path, lambda: table_pieces(summary_table(store.find_all(run_ids))))


def _written(path: Path, pieces: Callable[[], Iterable[str]]) -> Path:
    """Writes a file.

    Raises:
        GpuscopeError: It cannot be written, or a run is gone; the words fit a window.
    """
    from gpuscope.reports.output_file import refuse_bad_output, write_file

    try:
        refuse_bad_output(path)
        write_file(path, pieces())
    except GpuscopeError as error:
        hint = error.hint.replace(" with -o", "")
        raise type(error)(error.message, hint) from None
    return path
