"""Files of traces by their paths: whether a name is that of a trace or of a run, and the traces in a folder.

Apart from :mod:`gpuscope.recording.captures`, whose imports take longer than reading a small trace.
"""

import re
from pathlib import Path

from gpuscope.core.errors import UsageError
from gpuscope.system.paths import is_there

_TRACE_ENDINGS = (".json", ".json.gz", ".json.zip", ".pftrace", ".perfetto-trace")
"""File endings of traces in a folder; memory snapshots may have any name."""
_NUMBERED = re.compile(r"(\D*)(\d+)")


def is_trace_path(named: str) -> bool:
    """Return whether a user's argument is a file rather than a run: it exists or looks like a path."""
    return Path(named).name != named or "." in named or is_there(Path(named))


def trace_files(path: Path) -> list[Path]:
    """Return the trace files for a path: the path itself, or the traces in a folder, such as one per rank, sorted with 2 before 10.

    Raises:
        UsageError: The path is a folder without traces.
    """
    if not path.is_dir():
        return [path]
    files = [file for file in path.iterdir() if file.name.endswith(_TRACE_ENDINGS) and not file.name.startswith(".")]
    if not files:
        raise UsageError(f"{path} holds no traces", f"They end in {', '.join(_TRACE_ENDINGS)}; name a file that has another name.")
    return sorted(files, key=lambda file: [(text, int(digits)) for text, digits in _NUMBERED.findall(f"{file.name}0")])
