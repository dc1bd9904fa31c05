"""Values of the Run page's form saved under a name, in a file beside the settings."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject

from gpuscope.gui.services.worker import Failed, Worker
from gpuscope.system import paths
from gpuscope.system.named_documents import NamedDocuments, plain_name

_FILE = "presets.json"


class Presets(QObject):
    """The presets as last read or written.

    Attributes:
        kept: Values of the form by the preset's name, in the order in which the presets were first saved.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents = NamedDocuments(paths.home() / _FILE, "the presets")
        self._worker = Worker("presets", self)
        self.kept: dict[str, dict[str, Any]] = {}

    def refresh(self, then: Callable[[], None], owner: QObject | None = None) -> None:
        """Read the file, which another window may have changed.

        Args:
            then: Called once the file has been read.
            owner: ``then`` is not called once this object has been deleted.
        """

        def read(kept: dict[str, dict[str, Any]]) -> None:
            self.kept = kept
            then()

        self._worker.submit(self._documents.read, read, None, owner)

    def change(self, name: str, values: Mapping[str, Any] | None, failed: Failed, owner: QObject | None = None) -> None:
        """Save values under a name, replacing earlier ones; None removes them. Written even if the window closes at once.

        Args:
            name: Name of the preset, a single line; see ``plain_name``.
            values: JSON values, without secrets.
            failed: Called with the error if the file cannot be written.
            owner: ``failed`` is not called once this object has been deleted.
        """

        def write() -> dict[str, dict[str, Any]]:
            self._documents.change({plain_name(name): values})
            return self._documents.read()

        self._worker.submit(write, self._apply, failed, owner, lasting=True)

    def close(self) -> None:
        """Stop the thread after pending writes."""
        self._worker.close()

    def _apply(self, kept: dict[str, dict[str, Any]]) -> None:
        self.kept = kept
