"""A file that cannot be taken in."""

from gpuscope.core.errors import UsageError


class RecordingFileError(UsageError):
    """A file that is damaged, beyond the limits, or no recording of a known kind; nothing of it was imported."""

    def __init__(self, message: str, hint: str = "Nothing of it was imported.") -> None:
        super().__init__(message, hint)
