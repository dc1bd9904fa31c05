"""Where an imported run came from, in the window's words."""

from PySide6.QtCore import QCoreApplication

from gpuscope.core.run_origin import RunOrigin


def origin_words(origin: RunOrigin) -> str:
    """Say where a run came from, and when: ``imported from atlas on 2026-11-21``."""
    day = f"{origin.imported_at.astimezone():%Y-%m-%d}"
    if origin.is_foreign:
        words = QCoreApplication.translate("OriginWords", "recorded by {0}, imported on {1}")
        return words.format(origin.tool, day)
    if not origin.host:
        return QCoreApplication.translate("OriginWords", "imported on {0}").format(day)
    return QCoreApplication.translate("OriginWords", "imported from {0} on {1}").format(origin.host, day)


def short_origin_words(origin: RunOrigin) -> str:
    """Say it in a word or two, for a cell."""
    if origin.is_foreign:
        return origin.tool
    return QCoreApplication.translate("OriginWords", "imported")
