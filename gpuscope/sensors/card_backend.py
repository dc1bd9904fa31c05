"""The back end over all GPUs of one vendor."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from gpuscope.core.device import Device
from gpuscope.core.event import Gap, Log, Table
from gpuscope.sensors.backend import Call, Reading, call_device, period_ns
from gpuscope.sensors.card import LOST, SHARE_OF_RATE, Card, GpuFacts

RETRY_NS = 10_000_000_000
"""A lost GPU comes back after a reset, which takes seconds; each look at it may hang in its driver, so it is not looked for more often."""


class Finder(Protocol):
    """Finds the GPUs of one vendor."""

    def find(self) -> Sequence[GpuFacts]:
        """Return them; never raises for what is missing."""

    def close(self) -> None:
        """Give the vendor's library back; may be called twice."""


class CardBackend:
    """GPUs of AMD's or Intel's.

    Args:
        name: "amd" or "intel".
        finder: Finds them.
        hz: Rate of power and energy; the other groups take a share of it.
        simulated: The label of all devices, when /sys is a stand-in.
        clock: Monotonic nanoseconds.
    """

    def __init__(
        self, name: str, finder: Finder, hz: float, simulated: str | None = None, clock: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self.name = name
        self._finder, self._simulated, self._clock = finder, simulated, clock
        self._periods = {group: period_ns(hz * share) for group, share in SHARE_OF_RATE.items()}
        self._cards: dict[str, Card] = {}
        self._opened = 0

    @property
    def revision(self) -> int:
        """Grow whenever devices, calls or qualities change."""
        return self._opened + sum(card.revision for card in self._cards.values())

    def open(self) -> None:
        """Find the GPUs, and what can be read of each."""
        self._opened += 1
        for facts in self._finder.find():
            self._cards[facts.key] = card = Card(facts, self._simulated)
            card.open()

    def devices(self) -> Sequence[Device]:
        """Return the GPUs."""
        return [card.device() for card in self._cards.values()]

    def calls(self) -> Sequence[Call]:
        """Return a call a group and GPU, and one that looks for what is lost or asleep."""
        grouped = [(card, group, period) for group, period in self._periods.items() for card in self._cards.values()]
        taken = [Call(f"{self.name}.{group}:{card.facts.key}", period, card.series(group)) for card, group, period in grouped]
        return [*(call for call in taken if call.series), Call(f"{self.name}.retry", RETRY_NS, ())]

    def quality(self) -> Mapping[str, tuple[str, str]]:
        """Return the quality of each series."""
        return {key: value for card in self._cards.values() for key, value in card.quality().items()}

    def read(self, call: str) -> Reading | None:
        """Take a call; None for a GPU that is lost or asleep."""
        key = call_device(call)
        if key is None:
            self._retry()
            return None
        group = call[len(self.name) + 1 : -len(key) - 1]
        taken = self._cards[key].read(group, self._clock)
        return None if taken is None else Reading(*taken)

    def _retry(self) -> None:
        """Look for lost devices, and try those that were asleep."""
        lost = {card.facts.properties["pci_address"]: card for card in self._cards.values() if card.silent == LOST}
        for facts in self._finder.find() if lost else ():
            card = lost.get(facts.properties["pci_address"])
            if card is None:
                facts.close()
            elif (fresh := card.recovered(facts)) is not None:
                self._cards[card.facts.key] = fresh
        for card in self._cards.values():
            card.wake()

    def events(self) -> Sequence[Gap | Log | Table]:
        """Return, once, what has broken off."""
        gaps = [gap for card in self._cards.values() for gap in card.gaps]
        for card in self._cards.values():
            card.gaps = []
        return gaps

    def close(self) -> None:
        """Give everything back."""
        for card in self._cards.values():
            card.facts.close()
        self._opened, self._cards = self.revision, {}
        self._finder.close()
