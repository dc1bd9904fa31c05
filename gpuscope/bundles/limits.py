"""Limits for untrusted files: far above the size of real recordings, far below what would do harm."""

from gpuscope.core.errors import UsageError


class RecordingFileError(UsageError):
    """A file is damaged, exceeds the limits, or is not a recording of a known kind; nothing of it was imported."""

    def __init__(self, message: str, hint: str = "Nothing of it was imported.") -> None:
        super().__init__(message, hint)


MIB = 1 << 20

BUNDLE_BYTES = 4095 * MIB
"""Size of the file; a zip without its 64-bit extension cannot be larger."""
UNPACKED_BYTES = 16 * 1024 * MIB
"""Total unpacked size of all members."""
UNPACKED_RATIO = 250
"""Compression ratio of a bundle; readings reach 20."""
BLOCKS = 1_000_000
"""Blocks of readings and steps in a bundle; each becomes rows of the store."""
FREE_BYTES = 64 * MIB
"""Unpacked size up to which any compression ratio is accepted."""
MEMBERS = 20_000
"""A thousand runs with twenty members each; the directory is held in memory."""
DIRECTORY_BYTES = 2 * MIB
"""About a hundred bytes per member."""
RUNS = 1_000
"""Also enforced by the export, so that every written bundle can be read."""
DOCUMENT_BYTES = 4 * MIB
"""Size of one JSON document, and of a line of it."""
EVENT_LINE_BYTES = 4 * MIB
"""Above the limit of 1 MiB for a line from a workload (``recording.child_channel``): a character takes up to three times its bytes in the
ASCII of a bundle."""
EVENTS_BYTES = 512 * MIB
"""Size of the events of one run."""
OUTPUT_BYTES = 1 * MIB
"""Same as the recorder's limit for output (``recording.output_tail``)."""
DEPTH = 24
"""Nesting depth of a JSON document."""
TEXT = 64 * 1024
"""Characters in a name, a reason or a note."""
SERIES = 10_000
"""About twenty metrics for each of 512 devices."""
LAYOUTS = 2_000
"""Each start of a sensor helper may declare one layout per call."""
DEVICES = 512
"""Devices of one machine, or of one job that logs to one file."""

CSV_BYTES = 2048 * MIB
"""Size of a CSV file; it is streamed, so this limits time and rows, not memory."""
CSV_LINE_BYTES = 64 * 1024
"""Length of a line, which is held in memory."""
CSV_ROW_LINES = 64
"""Lines in a row with quoted line breaks."""
CSV_ROWS = 20_000_000
"""About eight GPUs, read once per second for a month."""
CSV_COLUMNS = 256
"""More columns than nvidia-smi has fields."""
CODECARBON_RUNS = 10_000
"""Rows of one emissions.csv, to which CodeCarbon may append for years."""

MLFLOW_RUNS = 10_000
"""Run folders of one experiment, which are all listed before the first is read."""
MLFLOW_FILES = 2_000
"""Number of metrics, and of parameters, of one run."""
MLFLOW_FILE_BYTES = 64 * MIB
"""Size of one metric's file: a million values of about sixty bytes (stamp, value, step)."""
MLFLOW_VALUES = 1_000_000
"""Metric values of one run."""
MLFLOW_TEXT_BYTES = 64 * 1024
"""Size of the file of a parameter, a tag, or a run's metadata."""
MLFLOW_CHARACTERS = 1024 * 1024
"""Total characters of all parameters, and of all tags, of one run."""

FOREIGN_GAPS = 2_000
"""Gaps kept of another program's run; above that only the longest are kept."""
