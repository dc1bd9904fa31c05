"""What went wrong and what to do, in sentences."""

from gpuscope.core.errors import GpuscopeError
from gpuscope.workloads import catalog


def trouble_words(error: GpuscopeError) -> str:
    """Returns message and cure of an error as sentences; a name at the beginning ("gemm", "cuda:0") stays as it is."""
    first, message = error.message.partition(" ")[0], error.message
    if first.isalpha() and first not in catalog.WORKLOADS:
        message = f"{message[:1].upper()}{message[1:]}"
    return f"{message}. {error.hint}".strip()
