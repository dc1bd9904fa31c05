"""Locates the files of a workload's data set. Reads names, sizes and headers only: it runs before every start."""

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.runspec import RunSpec
from gpuscope.system.paths import is_there
from gpuscope.system.torch_place import PACKAGES_VARIABLE
from gpuscope.workloads.data import cifar, idx

DIGITS = "digits"
MNIST = "MNIST"
CIFAR_10 = "CIFAR-10"
SYNTHETIC = "synthetic data"
_SYNTHETIC_COUNT = 6000
"""A tenth of MNIST's training part: generated quickly, and large enough for a meaningful epoch."""
WORDS = ("synthetic", "download")
"""Keywords accepted instead of a folder."""
_DIGITS_FILE = Path("datasets", "data", "digits.csv.gz")
_DIGITS_COUNT = 1797
"""As in ``dataset``, which imports torch and so cannot be imported here."""


@dataclass(frozen=True, slots=True)
class DataSource:
    """Files of a data set.

    Attributes:
        name: "digits", "MNIST", "CIFAR-10" or "synthetic data".
        files: Files by part: "digits"; "train-images", "train-labels", "test-images", "test-labels"; "archive", or "data_batch_1" …
            "test_batch". Empty for synthetic data.
        samples: Number of samples including the held-out ones, from sizes and headers.
    """

    name: str
    files: Mapping[str, Path]
    samples: int


def data_bytes(shape: tuple[int, ...], data_sets: tuple[str, ...], spec: RunSpec) -> int:
    """Return roughly how many bytes the data set takes on its device; 0 if its files cannot be used.

    Args:
        shape: Shape of one sample.
        data_sets: Data sets that the workload accepts, the default first.
        spec: Provides the data folder and the precision.
    """
    try:
        samples = find_source(data_sets, spec.data).samples
    except (UsageError, UnavailableError):
        return 0
    # Twice: the copy as read, and the normalized one.
    return 2 * samples * math.prod(shape) * (8 if spec.precision == "fp64" else 4)


def find_source(data_sets: tuple[str, ...], folder: str | None) -> DataSource:
    """Find the files of a workload's data set.

    Args:
        data_sets: Data sets that it accepts, the default first.
        folder: Folder of a data set other than the default, or one of :data:`WORDS`; None for the default.

    Raises:
        UsageError: The folder or a file is missing, or a file is malformed.
        UnavailableError: Something cannot be read or was not downloaded, or scikit-learn is not installed.
    """
    if folder is None:
        return DataSource(DIGITS, {DIGITS: digits_file()}, _DIGITS_COUNT)
    if folder == "synthetic":
        return DataSource(SYNTHETIC, {}, _SYNTHETIC_COUNT)
    name = next(data_set for data_set in data_sets if data_set != DIGITS)
    place = _downloaded(name) if folder == "download" else _existing(Path(folder))
    return (_mnist if name == MNIST else _cifar)(place)


def _downloaded(name: str) -> Path:
    from gpuscope.workloads.data.download import downloaded  # urllib takes 50 ms to import

    return downloaded(name)


def digits_file() -> Path:
    """Return the file of scikit-learn's digits, found without importing scikit-learn (which takes 0.9 s).

    Raises:
        UnavailableError: scikit-learn is not installed, or has no such file.
    """
    spec = find_spec("sklearn")
    places = [Path(place) for place in (spec.submodule_search_locations if spec else None) or ()]
    if named := os.environ.get(PACKAGES_VARIABLE):  # run by another interpreter; the file is among gpuscope's own packages
        places.append(Path(named, "sklearn"))
    for place in places:
        if (path := place / _DIGITS_FILE).is_file():
            return path
    raise UnavailableError(
        "scikit-learn's handwritten digits are not installed here", "Install scikit-learn, or name a folder of data with --data."
    )


def _existing(folder: Path) -> Path:
    if not is_there(folder):
        raise UsageError(f"data folder {folder} is not there", "Name a folder with --data, or leave it out for scikit-learn's digits.")
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder", "Give the folder of the files with --data.")
    if not os.access(folder, os.R_OK | os.X_OK):
        raise UnavailableError(f"data folder {folder} cannot be read", "Check its permissions.")
    return folder


def _mnist(folder: Path) -> DataSource:
    places = (folder, folder / "MNIST" / "raw")
    files = {part: _first(places, names) for part, names in idx.FILES.items()}
    missing = [idx.FILES[part][0] for part, path in files.items() if path is None]
    if missing:
        raise UsageError(
            f"{folder} has no {missing[0]} (or .gz)", f"MNIST's four IDX files are needed: {', '.join(n[0] for n in idx.FILES.values())}."
        )
    present = {part: path for part, path in files.items() if path is not None}
    counts = {part: idx.count(path, images=part.endswith("images")) for part, path in present.items()}
    for half in ("train", "test"):
        if counts[f"{half}-images"] != counts[f"{half}-labels"]:
            raise UsageError(
                f"{present[f'{half}-images'].name} holds {counts[f'{half}-images']} images, and its labels are {counts[f'{half}-labels']}",
                "Get both files from the same place.",
            )
    return DataSource(MNIST, present, counts["train-images"] + counts["test-images"])


def _cifar(folder: Path) -> DataSource:
    places = (folder, folder / cifar.FOLDER)
    parts = {part: _first(places, (f"{part}.bin",)) for part in cifar.PARTS}
    present = {part: path for part, path in parts.items() if path is not None}
    if len(present) == len(parts):
        return DataSource(CIFAR_10, present, sum(cifar.count(path) for path in present.values()))
    archive = _first((folder,), (cifar.ARCHIVE,))
    if archive is not None:
        cifar.check_archive(archive)
        return DataSource(CIFAR_10, {"archive": archive}, cifar.WHOLE_COUNT)
    missing = next(part for part in parts if part not in present)
    lacking = f"{missing}.bin" if present else cifar.ARCHIVE
    pickled = (
        " The folder has the archive for Python, which is pickled and cannot be used." if (folder / "cifar-10-batches-py").exists() else ""
    )
    raise UsageError(f"{folder} has no {lacking}", f"CIFAR-10's binary version is needed: {cifar.ARCHIVE}, or its .bin files.{pickled}")


def _first(folders: tuple[Path, ...], names: tuple[str, ...]) -> Path | None:
    return next((folder / name for folder in folders for name in names if (folder / name).is_file()), None)
