"""Supplies Qt with the window's texts in the current language."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QObject, QTimer, QTranslator

from gpuscope.system import language

_KEYS = {"Return": "Enter", "Enter": "Enter"}
"""Names of keys as on keyboards, in the guide and in the window's texts; Qt's Chinese catalogue calls them 回车."""


class CatalogueTranslator(QTranslator):
    """Looks texts up in the catalogue that reports and command line use, too (:mod:`gpuscope.system.language`)."""

    def translate(self, context: str, text: str, *_: object) -> str | None:  # type: ignore[override]
        """Return a text's translation; None if there is none."""
        if context == "QShortcut" and language.current() != language.ENGLISH:
            return _KEYS.get(text)
        return language.in_context(context, text)

    def isEmpty(self) -> bool:
        """Return False: Qt would skip an empty translator."""
        return False


class WindowLanguage:
    """The language of the window.

    Args:
        code: One of ``language.LANGUAGES``.
    """

    def __init__(self, code: str) -> None:
        self._texts = CatalogueTranslator()
        self._stock: QTranslator | None = None
        QCoreApplication.installTranslator(self._texts)
        self.use(code)

    def use(self, code: str) -> None:
        """Show every text that is asked for from now on in another language, those of Qt's own dialogs, too."""
        language.use(code)
        self._remove_stock()
        stock = QTranslator()
        if stock.load(f"qtbase_{code}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            QCoreApplication.removeTranslator(self._texts)
            QCoreApplication.installTranslator(stock)
            QCoreApplication.installTranslator(self._texts)  # the last one is asked first
            self._stock = stock

    def close(self) -> None:
        """Remove the translators and return to English, as before the window."""
        self._remove_stock()
        QCoreApplication.removeTranslator(self._texts)
        language.use(language.ENGLISH)

    def _remove_stock(self) -> None:
        if self._stock is not None:
            QCoreApplication.removeTranslator(self._stock)
            self._stock = None


def read_ahead(owner: QObject) -> None:
    """Prepare the other languages between the window's events, while the owner exists, so that switching the language is fast."""
    steps = language.read_ahead()
    timer = QTimer(owner)

    def step() -> None:
        try:
            next(steps)
        except StopIteration:
            timer.deleteLater()

    timer.timeout.connect(step)
    timer.start(0)
