"""A memory record as every surface shows it: the memory in use at the peak, by owner."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from gpuscope.core import figures
from gpuscope.profiles.kernel_names import short_owner_name
from gpuscope.profiles.memory_record import Blocks, DeviceMemory, MemoryRecord
from gpuscope.reports.model import Report
from gpuscope.reports.profile_table import ProfileColumn, ProfileTable

SCHEMA = "gpuscope.memory/1"
_FIRST_ROWS = 15
_MOST_OWNERS = 3
"""Most owners named in the sentence."""


def peak_sentence(name: str, blocks: Blocks) -> str:
    """Return a sentence on a device's peak memory: how much, when, and by which owners."""
    at = figures.duration(blocks.peak_ns * 1e-9)
    owners = [f"{figures.figure(size, 'B')} {owner}" for owner, size in list(blocks.at_peak().items())[:_MOST_OWNERS]]
    return f"{name} had {figures.figure(blocks.peak_bytes, 'B')} in use at most, {at} after the first event: {figures.listed(owners)}."


def owner_table(devices: Sequence[tuple[str, Blocks]], owners: str) -> ProfileTable:
    """Return the owners of each device's memory blocks at its peak; ``owners`` is the header of their column."""
    columns = (
        ProfileColumn("owner", owners, widest=90, short=short_owner_name),
        ProfileColumn("device", "Memory of"),
        ProfileColumn("bytes", "At the peak", "B", each_own=True),
        ProfileColumn("share", "Share", "1", share=True),
    )
    rows = tuple(
        (owner, name, size, size / max(1, blocks.peak_bytes)) for name, blocks in devices for owner, size in blocks.at_peak().items()
    )
    table = ProfileTable("owners", "Memory at the peak", columns, rows)
    return table if len(devices) > 1 else table.without("device")


class MemoryRecordView:
    """A memory record as it is shown."""

    def __init__(self, record: MemoryRecord) -> None:
        self._record = record

    @property
    def title(self) -> str:
        """The record's source and kind: a timeline or a snapshot."""
        return f"{self._record.source}: {'memory timeline' if self._record.by_category else 'memory snapshot'}"

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The findings on each device, then the record's notes."""
        return (*(sentence for device in self._record.devices for sentence in self._of_device(device)), *self._record.notes)

    def _of_device(self, device: DeviceMemory) -> list[str]:
        name = "The device" if len(self._record.devices) == 1 else f"GPU {device.device}"
        held = sum(device.held_bytes.values())
        sentences = [peak_sentence(name, device.blocks)] if device.blocks.peak_bytes else []
        if device.reserved_bytes:
            sentences.append(f"At the end {figures.figure(held, 'B')} were in use of {figures.figure(device.reserved_bytes, 'B')} held.")
        for size, owner in device.out_of_memory[:3]:
            sentences.append(f"An allocation of {figures.figure(size, 'B')} failed: {owner}.")
        return sentences

    @cached_property
    def owners(self) -> ProfileTable:
        """The owners of memory at the peak."""
        named = [(f"GPU {device.device}", device.blocks) for device in self._record.devices]
        return owner_table(named, "In use for" if self._record.by_category else "Allocated at")

    @property
    def tables(self) -> Sequence[ProfileTable]:
        """All tables that have rows."""
        return [self.owners] if self.owners.rows else []

    def report(self, *, everything: bool) -> Report:
        """Return the record for a terminal: either all rows or those that fit one screen."""
        return Report(self.title, self.sentences, tuple(table.shown(None if everything else _FIRST_ROWS) for table in self.tables))

    def document(self) -> dict[str, Any]:
        """Return the record as JSON values, in bytes and seconds."""
        return {
            "schema": SCHEMA,
            "source": self._record.source,
            "owners_are": "categories" if self._record.by_category else "lines",
            "notes": list(self._record.notes),
            "devices": [
                {
                    "device": device.device,
                    "peak_bytes": device.blocks.peak_bytes,
                    "peak_at_s": device.blocks.peak_ns * 1e-9,
                    "at_peak": [{"owner": owner, "bytes": size} for owner, size in device.blocks.at_peak().items()],
                    "reserved_bytes": device.reserved_bytes,
                    "at_end": [{"owner": owner, "bytes": size} for owner, size in device.held_bytes.items()],
                    "out_of_memory": [{"bytes": size, "owner": owner} for size, owner in device.out_of_memory],
                }
                for device in self._record.devices
            ],
        }
