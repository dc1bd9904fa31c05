"""Words that the engine says in English, such as a field's label or a run's phase, in the window's language."""

from PySide6.QtCore import QCoreApplication

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.engine_vocabulary import WORDS
from gpuscope.recording.machine_figures import Words
from gpuscope.workloads import workload_table


def trouble_words(error: GpuscopeError) -> str:
    """Return message and cure of an error as sentences; a name at the beginning ("gemm", "cuda:0") stays as it is."""
    return f"{with_capital(error.message)}. {error.hint}".strip()


def with_capital(words: str) -> str:
    """Return words as the beginning of a sentence; a name at the beginning ("gemm", "cuda:0") stays as it is."""
    first = words.partition(" ")[0]
    return f"{words[:1].upper()}{words[1:]}" if first.isalpha() and first not in workload_table.WORKLOADS else words


def engine_words(text: str) -> str:
    """Return a text of the engine, translated; one that is not among its own (a user's phase) as it is."""
    return QCoreApplication.translate("Engine", text) if text in WORDS else text


def engine_sentence(words: Words) -> str:
    """Return a text of the engine with its places filled in, translated."""
    return engine_words(words.text).format(*words.values)
