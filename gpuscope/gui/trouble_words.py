"""What went wrong and what to do, in sentences."""

from gpuscope.core.errors import GpuscopeError
from gpuscope.workloads import workload_table


def trouble_words(error: GpuscopeError) -> str:
    """Return message and cure of an error as sentences; a name at the beginning ("gemm", "cuda:0") stays as it is."""
    return f"{with_capital(error.message)}. {error.hint}".strip()


def with_capital(words: str) -> str:
    """Return words as the beginning of a sentence; a name at the beginning ("gemm", "cuda:0") stays as it is."""
    first = words.partition(" ")[0]
    return f"{words[:1].upper()}{words[1:]}" if first.isalpha() and first not in workload_table.WORKLOADS else words
