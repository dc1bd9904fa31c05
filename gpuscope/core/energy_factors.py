"""The user's assumptions about energy: price, carbon intensity of the grid, building overhead. Never measured, never guessed."""

from dataclasses import dataclass

_J_PER_KWH = 3.6e6
"""1,000 W for 3,600 s."""


@dataclass(frozen=True, slots=True)
class EnergyFactors:
    """The user's own factors; an unset factor is None, and figures that need it are omitted.

    Attributes:
        price_per_kwh: Price of electricity, in ``currency``.
        currency: Display name of the currency ("EUR").
        carbon_g_per_kwh: Carbon intensity of the grid, in grams of CO2 equivalent.
        pue: Power usage effectiveness of the building: its energy divided by that of the devices, 1 or more; None counts as 1.
    """

    price_per_kwh: float | None = None
    currency: str = ""
    carbon_g_per_kwh: float | None = None
    pue: float | None = None

    def price(self, energy_j: float) -> float | None:
        """Return the cost of an energy, in ``currency``; None without a price."""
        return None if self.price_per_kwh is None else self._kwh(energy_j) * self.price_per_kwh

    def carbon_g(self, energy_j: float) -> float | None:
        """Return the CO2 equivalent of an energy in grams; None without a factor."""
        return None if self.carbon_g_per_kwh is None else self._kwh(energy_j) * self.carbon_g_per_kwh

    def _kwh(self, energy_j: float) -> float:
        return energy_j / _J_PER_KWH * (self.pue or 1.0)


NO_FACTORS = EnergyFactors()
"""Factors of a user who has set none."""
