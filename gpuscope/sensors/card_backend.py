"""The back end for all GPUs of one vendor."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from gpuscope.core.device import Device
from gpuscope.core.event import Gap, Log, Table
from gpuscope.sensors.backend import Call, Reading, call_device, period_ns
from gpuscope.sensors.card import LOST, SHARE_OF_RATE, Card, GpuFacts

RETRY_NS = 10_000_000_000
"""A lost GPU comes back after a reset, which takes seconds, and each attempt may hang in its driver; so it is not retried more often."""


class Finder(Protocol):
    """Finds the GPUs of one vendor."""

    def find(self) -> Sequence[GpuFacts]:
        """Return the GPUs; missing hardware or software does not raise."""

    def close(self) -> None:
        """Release the vendor's library; may be called twice."""


class CardBackend:
    """All AMD or all Intel GPUs.

    Args:
        name: "amd" or "intel".
        finder: Finds the GPUs.
        hz: Rate of power and energy; the other groups run at a fraction of it.
        simulated: The label of all devices if /sys is a stand-in.
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
        """A number that grows whenever devices, calls or qualities change."""
        return self._opened + sum(card.revision for card in self._cards.values())

    def open(self) -> None:
        """Find the GPUs and what can be read from each."""
        self._opened += 1
        for facts in self._finder.find():
            self._cards[facts.key] = card = Card(facts, self._simulated)
            card.open()

    def devices(self) -> Sequence[Device]:
        """Return the GPUs."""
        return [card.device() for card in self._cards.values()]

    def calls(self) -> Sequence[Call]:
        """Return one call per group and GPU, and one that retries GPUs that are lost or asleep."""
        grouped = [(card, group, period) for group, period in self._periods.items() for card in self._cards.values()]
        taken = [Call(f"{self.name}.{group}:{card.facts.key}", period, card.series(group)) for card, group, period in grouped]
        return [*(call for call in taken if call.series), Call(f"{self.name}.retry", RETRY_NS, ())]

    def quality(self) -> Mapping[str, tuple[str, str]]:
        """Return the quality of each series."""
        return {key: value for card in self._cards.values() for key, value in card.quality().items()}

    def read(self, call: str) -> Reading | None:
        """Perform a call; return None for a GPU that is lost or asleep."""
        key = call_device(call)
        if key is None:
            self._retry()
            return None
        group = call[len(self.name) + 1 : -len(key) - 1]
        taken = self._cards[key].read(group, self._clock)
        return None if taken is None else Reading(*taken)

    def _retry(self) -> None:
        """Look for lost GPUs, and try those that were asleep."""
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
        """Return the new gaps, each once."""
        gaps = [gap for card in self._cards.values() for gap in card.gaps]
        for card in self._cards.values():
            card.gaps = []
        return gaps

    def close(self) -> None:
        """Release all resources."""
        for card in self._cards.values():
            card.facts.close()
        self._opened, self._cards = self.revision, {}
        self._finder.close()
