"""A CSV file that somebody else wrote, row by row and under limits."""

import csv
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from gpuscope.bundles import limits
from gpuscope.bundles.errors import RecordingFileError

_TOLD_EVERY = 2000


def csv_rows(path: Path, progress: Callable[[float], None]) -> Iterator[tuple[int, list[str]]]:
    """Yields (line, cells without spaces around them) of each row that is not empty.

    Args:
        path: The file; UTF-8, what is none of it is replaced.
        progress: Told the share of the file that is read.

    Raises:
        RecordingFileError: It cannot be read, is no CSV, or is beyond the limits.
    """
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > limits.CSV_BYTES:
                raise RecordingFileError(f"it is larger than {limits.CSV_BYTES} bytes")
            for line, cells in enumerate(csv.reader(_lines(file.readline), skipinitialspace=True), 1):
                if line > limits.CSV_ROWS or len(cells) > limits.CSV_COLUMNS:
                    raise RecordingFileError(f"it has more than {limits.CSV_ROWS} rows or {limits.CSV_COLUMNS} columns")
                if line % _TOLD_EVERY == 0:
                    progress(min(1.0, file.tell() / max(1, size)))
                if cells:
                    yield line, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise RecordingFileError(f"it is no CSV: {error}") from None
    except OSError as error:
        raise RecordingFileError(f"it cannot be read: {error.strerror}") from None


def _lines(readline: Callable[[int], bytes]) -> Iterator[str]:
    encoding = "utf-8-sig"
    while data := readline(limits.CSV_LINE_BYTES + 1):
        if len(data) > limits.CSV_LINE_BYTES:
            raise RecordingFileError(f"a line is longer than {limits.CSV_LINE_BYTES} bytes")
        yield data.decode(encoding, "replace").replace("\0", "�")
        encoding = "utf-8"
