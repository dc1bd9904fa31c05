"""Finds torch, selects the Python that has it, or installs it, off the event loop."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from gpuscope.core.errors import UsageError
from gpuscope.gui.services.worker import Errands, Failed
from gpuscope.system import torch_install, torch_place
from gpuscope.system.settings import write_settings


class TorchState(NamedTuple):
    """Result of a search for torch.

    Attributes:
        place: The place that runs workloads.
        version: Version of its torch; None if it has none.
        looked_at: All places searched.
        plan: What an installation would install.
    """

    place: torch_place.TorchPlace
    version: str | None
    looked_at: tuple[torch_place.Candidate, ...]
    plan: torch_install.TorchPlan


class TorchSetup(QObject):
    """The torch installation that runs gpuscope's workloads.

    Signals:
        changed: Another torch runs workloads from now on.
        progressed: Status of the installation; emitted on its thread.
    """

    changed = Signal()
    progressed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._errands = Errands("torch", self)
        self._installation: torch_install.TorchInstallation | None = None

    def find(self, then: Callable[[TorchState], None], owner: QObject | None = None) -> None:
        """Search for torch."""
        self._errands.submit(_state, then, None, owner)

    def name(self, python: Path, then: Callable[[], None], failed: Failed, owner: QObject | None = None) -> None:
        """Select the Python that runs workloads; ``failed`` gets the reason if it cannot."""
        self._errands.submit(lambda: _named(str(python)), lambda _: self._done(then), failed, owner)

    def install(self, plan: torch_install.TorchPlan, then: Callable[[], None], failed: Failed, owner: QObject | None = None) -> None:
        """Install torch; :meth:`cancel` aborts the installation."""
        installation = self._installation = torch_install.TorchInstallation(plan, self.progressed.emit)
        self._errands.submit(installation.run, lambda _: self._done(then), failed, owner)

    def cancel(self) -> None:
        """Abort the installation."""
        if self._installation is not None:
            self._installation.cancel()

    def close(self) -> None:
        """Abort the installation and wait for the threads."""
        self.cancel()
        self._errands.close()

    def _done(self, then: Callable[[], None]) -> None:
        self._installation = None
        self.changed.emit()
        then()


def _state() -> TorchState:
    place = torch_place.torch_place()
    version = None if place.problem else place.package_version("torch")
    return TorchState(place, version, tuple(torch_place.candidates()), torch_install.torch_plan())


def _named(python: str) -> None:
    candidate = torch_place.other("named", python)
    if candidate.place is None:
        raise UsageError(f"{python} {candidate.reason}", torch_place.NAMING_HINT)
    write_settings({"torch_python": python})
