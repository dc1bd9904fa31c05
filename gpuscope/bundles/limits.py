"""How large what is read from foreign files may be; far above what is recorded, far below what would harm."""

from gpuscope.core.errors import UsageError


class RecordingFileError(UsageError):
    """A file that is damaged, beyond the limits, or no recording of a known kind; nothing of it was imported."""

    def __init__(self, message: str, hint: str = "Nothing of it was imported.") -> None:
        super().__init__(message, hint)


MIB = 1 << 20

BUNDLE_BYTES = 4095 * MIB
"""Of the file; a zip without its 64-bit extension cannot be larger."""
UNPACKED_BYTES = 16 * 1024 * MIB
"""Of all members together."""
UNPACKED_RATIO = 250
"""Unpacked by packed bytes of a bundle; readings reach 20."""
BLOCKS = 1_000_000
"""Of readings and of steps in all of a bundle; each becomes rows of the store."""
FREE_BYTES = 64 * MIB
"""So much may be unpacked at whatever ratio."""
MEMBERS = 20_000
"""A thousand runs of twenty members; the index of all is held in memory."""
DIRECTORY_BYTES = 2 * MIB
"""A hundred bytes for each of the members."""
RUNS = 1_000
"""Also what an export refuses, so that each bundle written can be read."""
DOCUMENT_BYTES = 4 * MIB
"""Of one JSON document, and of a line of one."""
EVENT_LINE_BYTES = 1 * MIB
"""As long as a line from a workload may be (``recording.child_channel``), so that what was recorded can be imported."""
EVENTS_BYTES = 512 * MIB
"""Of the events of one run."""
OUTPUT_BYTES = 1 * MIB
"""As large as the recorder lets an output grow (``recording.output_tail``)."""
DEPTH = 24
"""Of a JSON document."""
TEXT = 64 * 1024
"""Characters of a name, a reason, a note."""
SERIES = 10_000
"""Some twenty metrics of each of 512 devices."""
LAYOUTS = 2_000
"""Each start of a sensor helper may declare one for each call."""
DEVICES = 512
"""Of one machine, or of one job that logs into one file."""

CSV_BYTES = 2048 * MIB
"""Read as a stream, so it bounds time and rows, not memory."""
CSV_LINE_BYTES = 64 * 1024
"""A line is held in memory before it is split."""
CSV_ROW_LINES = 64
"""Of a row with line ends within quotation marks."""
CSV_ROWS = 20_000_000
"""Eight GPUs once a second for a month."""
CSV_COLUMNS = 256
"""More than nvidia-smi has fields to log."""
CODECARBON_RUNS = 10_000
"""Lines of one emissions.csv, which CodeCarbon appends to for years."""

MLFLOW_RUNS = 10_000
"""Folders of one experiment; all are listed before the first is read."""
MLFLOW_FILES = 2_000
"""Metrics, and parameters, of one run."""
MLFLOW_FILE_BYTES = 64 * MIB
"""Of one metric: a million values of some sixty bytes (stamp, value, step)."""
MLFLOW_VALUES = 1_000_000
"""Values of one run."""
MLFLOW_TEXT_BYTES = 64 * 1024
"""Of the file of a parameter, a tag, or what a run is."""
MLFLOW_CHARACTERS = 1024 * 1024
"""Of all parameters, and of all tags, of one run."""

FOREIGN_GAPS = 2_000
"""Pauses of a run that another program recorded: the longest are kept."""
