"""Words that the engine says in English, such as a field's label or a run's phase, in the window's language."""

from PySide6.QtCore import QCoreApplication

from gpuscope.gui.engine_vocabulary import WORDS


def engine_words(text: str) -> str:
    """Return a text of the engine, translated; one that is not among its own (a user's phase) as it is."""
    return QCoreApplication.translate("Engine", text) if text in WORDS else text
