"""The GPUs in Linux /sys/class/drm, and their files, each on a descriptor that stays open."""

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from gpuscope.sensors.card import HIGHEST_POWER_W, Gauge, GpuFacts
from gpuscope.sensors.cpu_energy import ROOT_VARIABLE
from gpuscope.sensors.energy_counter import EnergyCounter
from gpuscope.sensors.proc import ProcFile
from gpuscope.system.files import file_text

_CARD = re.compile(r"card(\d+)")
Library = TypeVar("Library")


@dataclass(frozen=True, slots=True)
class DrmCard:
    """A GPU of one vendor.

    Attributes:
        folder: Its folder in /sys/class/drm.
        index: Its index among the vendor's GPUs, in the kernel's order.
        pci_address: In the kernel's notation ("0000:03:00.0"); "" if not reported.
        pci_id: Vendor and device ("1002:74A1"); "" if not reported.
        driver: "amdgpu", "i915", "xe"; "" if not reported.
    """

    folder: Path
    index: int
    pci_address: str
    pci_id: str
    driver: str

    @property
    def hwmon(self) -> Path | None:
        """The folder of its hardware monitor; None if it has none."""
        return next(iter(sorted((self.folder / "device/hwmon").glob("hwmon*"))), None)


@dataclass(frozen=True, slots=True)
class LibraryCard:
    """A GPU as its vendor's library describes it."""

    name: str | None
    uuid: str | None
    gauges: Sequence[Gauge]
    counters: Sequence[tuple[str, EnergyCounter]]
    driver: str | None = None
    memory_total: int | None = None


def sysfs_root() -> tuple[Path, str | None]:
    """Return the folder that contains /sys, and a label for its devices if it is a stand-in, else None."""
    named = os.environ.get(ROOT_VARIABLE)
    return Path(named or "/"), f"stand-in sysfs {named}" if named else None


def drm_cards(root: Path, vendor: str) -> list[DrmCard]:
    """Return a vendor's GPUs; empty if /sys lists none.

    Args:
        root: The folder that contains /sys.
        vendor: PCI vendor id in the kernel's notation ("0x1002").
    """
    try:
        folders = [folder for folder in (root / "sys/class/drm").iterdir() if _CARD.fullmatch(folder.name)]
    except OSError:
        return []
    folders.sort(key=lambda folder: int(folder.name.removeprefix("card")))
    matches = [folder for folder in folders if file_text(folder / "device/vendor") == vendor]
    return [_card(folder, index) for index, folder in enumerate(matches)]


def _card(folder: Path, index: int) -> DrmCard:
    facts = dict(line.partition("=")[::2] for line in file_text(folder / "device/uevent").splitlines())
    return DrmCard(folder, index, facts.get("PCI_SLOT_NAME", ""), facts.get("PCI_ID", ""), facts.get("DRIVER", ""))


class SysFiles:
    """Files of one GPU that are read repeatedly."""

    def __init__(self) -> None:
        self._files: dict[Path, ProcFile] = {}

    def content(self, path: Path) -> bytes:
        """Return the whole content; raises OSError."""
        file = self._files.get(path)
        if file is None:
            file = self._files[path] = ProcFile(path, 64)
        return file.read()

    def number(self, path: Path, scale: float = 1.0) -> Callable[[], float]:
        """Return a function that reads a number and converts it to SI units; the function raises OSError."""

        def read() -> float:
            try:
                return int(self.content(path)) * scale
            except ValueError:
                raise OSError(f"{path.name} reports no number") from None

        return read

    def energy_counter(self, path: Path) -> EnergyCounter:
        """Return hwmon's counter of microjoules in a file."""
        read = self.number(path)
        return EnergyCounter(path.name.removesuffix("_input"), "energy", lambda: int(read()), 1e-6, None, HIGHEST_POWER_W)

    def is_asleep(self, card: DrmCard) -> bool:
        """Whether the kernel has suspended the GPU; reading a sensor would wake it."""
        try:
            return self.content(card.folder / "device/power/runtime_status").startswith(b"suspended")
        except OSError:
            return False

    def close(self) -> None:
        """Close all descriptors."""
        for file in self._files.values():
            file.close()
        self._files = {}


class DrmFinder(ABC, Generic[Library]):
    """Finds the GPUs of a vendor, and loads the vendor's library, which knows more than /sys.

    Args:
        root: The folder that contains /sys.
        module: The library's Python module; None to import it.
    """

    vendor: str
    """PCI vendor id in the kernel's notation ("0x1002")."""

    def __init__(self, root: Path, module: Any = None) -> None:
        self._root, self._module = root, module
        self._library: Library | str | None = None

    def find(self) -> Sequence[GpuFacts]:
        """Return the GPUs. The library is not loaded while all GPUs are asleep, because it would wake them."""
        cards = drm_cards(self._root, self.vendor)
        files = [SysFiles() for _ in cards]
        if self._library is None and not all(card_files.is_asleep(card) for card_files, card in zip(files, cards, strict=True)):
            self._library = self._load()
        return [self._facts_of(card, card_files) for card, card_files in zip(cards, files, strict=True)]

    @abstractmethod
    def _load(self) -> Library | str:
        """Load the library; return it, or why it is not available."""

    @abstractmethod
    def _facts_of(self, card: DrmCard, files: SysFiles) -> GpuFacts:
        """Return the facts about a GPU and the sources of its metrics."""

    def close(self) -> None:
        """Drop the library."""
        self._library = None
