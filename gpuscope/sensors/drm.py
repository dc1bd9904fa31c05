"""The GPUs in Linux /sys/class/drm, and their files, each on a descriptor that stays open."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gpuscope.sensors.cpu_energy import ROOT_VARIABLE
from gpuscope.sensors.proc import ProcFile

_CARD = re.compile(r"card(\d+)")


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
    matches = [folder for folder in folders if text(folder / "device/vendor") == vendor]
    return [_card(folder, index) for index, folder in enumerate(matches)]


def _card(folder: Path, index: int) -> DrmCard:
    facts = dict(line.partition("=")[::2] for line in text(folder / "device/uevent").splitlines())
    return DrmCard(folder, index, facts.get("PCI_SLOT_NAME", ""), facts.get("PCI_ID", ""), facts.get("DRIVER", ""))


def text(path: Path) -> str:
    """Return a file's stripped content; "" if it cannot be read."""
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""


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
