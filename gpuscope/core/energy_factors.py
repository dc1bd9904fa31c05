"""What the user assumes of a joule: its price, the carbon of the grid, the overhead of the building. Never measured, never guessed."""

from dataclasses import dataclass

_J_PER_KWH = 3.6e6
"""1,000 W for 3,600 s."""


@dataclass(frozen=True, slots=True)
class EnergyFactors:
    """The user's own factors; one that was not given is None, and nothing follows from it.

    Attributes:
        price_per_kwh: Of electricity, in ``currency``.
        currency: As it is to be shown ("EUR").
        carbon_g_per_kwh: Of the grid, in grams of CO2 equivalent.
        pue: Power usage effectiveness of the building: its energy by that of the devices, 1 or more; None counts as 1.
    """

    price_per_kwh: float | None = None
    currency: str = ""
    carbon_g_per_kwh: float | None = None
    pue: float | None = None

    def price(self, energy_j: float) -> float | None:
        """Return what an energy costs, in ``currency``; None without a price."""
        return None if self.price_per_kwh is None else self._kwh(energy_j) * self.price_per_kwh

    def carbon_g(self, energy_j: float) -> float | None:
        """Return the grams of CO2 equivalent of an energy; None without a factor."""
        return None if self.carbon_g_per_kwh is None else self._kwh(energy_j) * self.carbon_g_per_kwh

    def _kwh(self, energy_j: float) -> float:
        return energy_j / _J_PER_KWH * (self.pue or 1.0)


NO_FACTORS = EnergyFactors()
"""Those of a user who has set none."""
