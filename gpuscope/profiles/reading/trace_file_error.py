"""The error of a file that is no trace."""

from gpuscope.core.errors import UsageError


class TraceFileError(UsageError):
    """A file that cannot be read as a trace; the message is a clause about it, which the reader puts the file's name before."""
