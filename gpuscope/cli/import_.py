"""``gpuscope import``: imports runs recorded on another machine or by another program into the history."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.cli import console, selection
from gpuscope.core import figures
from gpuscope.system.language import composed, joined_items, labelled, remarked

if TYPE_CHECKING:
    from gpuscope.bundles.recording_import import Imported

HELP = "import run bundles (.gpuscope) and logs of nvidia-smi, CodeCarbon and MLflow"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope import``."""
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a run bundle (.gpuscope) as 'gpuscope export' writes it; the CSV of nvidia-smi --query-gpu=timestamp,… --format=csv -l 1; "
        "CodeCarbon's emissions.csv; a folder of MLflow's file store (mlruns). Each is imported completely or not at all; a run that is "
        "already there stays as it is",
    )


def run(arguments: argparse.Namespace) -> int:
    """Import one file after another; stop at the first that cannot be imported."""
    from gpuscope.bundles.recording_import import import_recording
    from gpuscope.recording.unstored import is_unstored_run

    url = selection.url_of(arguments)
    results = []
    try:
        for path in arguments.files:
            line = console.LiveLine()
            try:
                imported = _unstored(url, path) if is_unstored_run(path) else import_recording(url, path, partial(_show, line, path.name))
            finally:
                line.clear()
            results.append((path, imported))
            for note in imported.notes:
                console.print_to_stderr(note)
            if not arguments.json:
                _print_imported(path, imported)
    finally:
        if arguments.json and results:  # those before one that was refused are imported
            console.print_document({"files": [_document(path, imported) for path, imported in results]})
    return 0


def _unstored(url: str, folder: Path) -> "Imported":
    """Import a run that a recorder kept elsewhere because its store was not writable."""
    from gpuscope.bundles.recording_import import Imported
    from gpuscope.recording.left_runs import restore_unstored

    return Imported(new=[restore_unstored(url, folder).run_id])


def _show(line: console.LiveLine, name: str, share: float) -> None:
    line.show(f"{name}  {figures.percent(share)}")


def _document(path: Path, imported: "Imported") -> dict[str, object]:
    return {"file": str(path), "new": imported.new, "restored": imported.restored, "present": imported.present, "notes": imported.notes}


def _print_imported(path: Path, imported: "Imported") -> None:
    from gpuscope.reports.printable import printable

    new, restored, present = (figures.counted(len(ids), "run") for ids in (imported.new, imported.restored, imported.present))
    told = (
        (imported.new, f"{new} imported"),
        (imported.restored, f"{restored} brought back"),
        (imported.present, f"{present} there already"),
    )
    parts = joined_items([composed(text) for run_ids, text in told if run_ids])
    ids = f"{', '.join(imported.run_ids[:5])}{' …' if len(imported.run_ids) > 5 else ''}"
    console.print_rendered(labelled(printable(path.name), remarked(parts, ids)))
