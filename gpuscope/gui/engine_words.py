"""Words that the engine says in English, such as a field's label or a run's phase, in the window's language."""

from PySide6.QtCore import QCoreApplication

from gpuscope.gui.engine_vocabulary import WORDS
from gpuscope.recording.machine_figures import Words


def engine_words(text: str) -> str:
    """Return a text of the engine, translated; one that is not among its own (a user's phase) as it is."""
    return QCoreApplication.translate("Engine", text) if text in WORDS else text


def engine_sentence(words: Words) -> str:
    """Return a text of the engine with its places filled in, translated."""
    return engine_words(words.text).format(*words.values)
