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
        """Read the file, which another window may have changed."""

        def read(kept: dict[str, dict[str, Any]]) -> None:
            self.kept = kept
            then()

        self._worker.submit(self._documents.read, read, None, owner)

    def change(self, name: str, values: Mapping[str, Any] | None, failed: Failed, owner: QObject | None = None) -> None:
        """Save JSON values without secrets under a name (see ``plain_name``), replacing earlier ones; None removes them.

        They are written even if the window closes at once.
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
