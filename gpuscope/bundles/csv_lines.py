"""A CSV file that somebody else wrote, row by row and under limits."""

import csv
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

from gpuscope.bundles import limits
from gpuscope.bundles.limits import RecordingFileError

_TOLD_EVERY = 2000


def csv_rows(path: Path, progress: Callable[[float], None]) -> Iterator[tuple[int, list[str]]]:
    """Yield (line that it ends on, cells without spaces around them) of each row that is not empty.

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
            lines = _Lines(file.readline)
            reader = csv.reader(lines, skipinitialspace=True)
            for row, cells in enumerate(reader, 1):
                lines.in_row = 0
                if row > limits.CSV_ROWS or len(cells) > limits.CSV_COLUMNS:
                    raise RecordingFileError(f"it has more than {limits.CSV_ROWS} rows or {limits.CSV_COLUMNS} columns")
                if row % _TOLD_EVERY == 0:
                    progress(min(1.0, file.tell() / max(1, size)))
                if cells:
                    yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise RecordingFileError(f"it is no CSV: {error}") from None
    except OSError as error:
        raise RecordingFileError(f"it cannot be read: {error.strerror}") from None


class _Lines:
    """The lines of a file as text.

    Attributes:
        in_row: How many were read since this was 0.
    """

    def __init__(self, readline: Callable[[int], bytes]) -> None:
        self._readline = readline
        self._encoding = "utf-8-sig"
        self.in_row = 0

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> str:
        data = self._readline(limits.CSV_LINE_BYTES + 1)
        if not data:
            raise StopIteration
        self.in_row += 1
        if len(data) > limits.CSV_LINE_BYTES:
            raise RecordingFileError(f"a line is longer than {limits.CSV_LINE_BYTES} bytes")
        if self.in_row > limits.CSV_ROW_LINES:
            raise RecordingFileError(f"a row spans more than {limits.CSV_ROW_LINES} lines: a quotation mark is not closed")
        text = data.decode(self._encoding, "replace").replace("\0", "�")
        self._encoding = "utf-8"
        return text
