"""The error for files that are not traces."""

from gpuscope.core.errors import UsageError


class TraceFileError(UsageError):
    """Raised for a file that cannot be read as a trace; the message is a clause to which the reader prepends the file's name."""
