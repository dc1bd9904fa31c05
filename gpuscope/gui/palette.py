"""The colours of both themes, as plain values: the first frame is painted with them before anything else is loaded.

Chart colours come from ``reports/pictures/colours.py``, as in reports.
"""

from dataclasses import dataclass

from gpuscope.reports.pictures import colours


@dataclass(frozen=True, eq=False, repr=False)  # each generated method of a dataclass would delay the first paint
class Palette:
    """The colours of one theme, as ``#rrggbb``; each pair of text and background has a contrast of at least 4.5 : 1 (WCAG 2.2, 1.4.3).

    A metric has the colour named like its ``core.metric.Family``. ``edge`` is for outlines that must be visible to use a control, such as
    the border of a field: at least 3 : 1 (1.4.11); ``line`` and ``grid`` only separate. Disabled controls may be weaker, as WCAG allows.
    """

    is_dark: bool
    bg: str
    panel: str
    raised: str
    line: str
    edge: str
    grid: str
    text: str
    muted: str
    faint: str
    accent: str
    accent_ground: str
    on_accent: str
    good: str
    good_ground: str
    bad: str
    bad_ground: str
    warn: str
    warn_ground: str
    compute: str
    power: str
    memory: str
    clock: str
    temperature: str
    throughput: str
    loss: str
    host: str
    groups: tuple[str, ...]
    """Colours of compared runs: slate, amber, blue, green, violet, red."""

    def of_group(self, index: int) -> str:
        """Return the colour of a compared group by its index; from the seventh group on, colours repeat with another dash."""
        return self.groups[index % len(self.groups)]


DARK = Palette(
    is_dark=True,
    bg="#0e1116",
    panel=colours.DARK["ground"],
    raised="#1c232c",
    line="#28303a",
    edge="#68727f",
    grid=colours.DARK["grid"],
    text=colours.DARK["text"],
    muted=colours.DARK["muted"],
    faint=colours.DARK["faint"],
    accent="#5aa9ff",
    accent_ground="#17283d",
    on_accent="#0b1726",
    good="#6fcf7c",
    good_ground="#16281a",
    bad="#ff8078",
    bad_ground="#331c1c",
    warn="#f5b047",
    warn_ground="#30260f",
    compute=colours.DARK["compute"],
    power=colours.DARK["power"],
    memory=colours.DARK["memory"],
    clock=colours.DARK["clock"],
    temperature=colours.DARK["temperature"],
    throughput=colours.DARK["throughput"],
    loss=colours.DARK["loss"],
    host=colours.DARK["host"],
    groups=colours.DARK_GROUPS,
)
LIGHT = Palette(
    is_dark=False,
    bg="#f4f6f8",
    panel=colours.LIGHT["ground"],
    raised="#eef1f4",
    line="#d7dde4",
    edge="#838c96",
    grid=colours.LIGHT["grid"],
    text=colours.LIGHT["text"],
    muted=colours.LIGHT["muted"],
    faint=colours.LIGHT["faint"],
    accent="#1668c7",
    accent_ground="#e3effc",
    on_accent="#ffffff",
    good="#1f7a33",
    good_ground="#e2f3e5",
    bad="#c2322b",
    bad_ground="#fbe6e5",
    warn="#985d00",
    warn_ground="#faefdc",
    compute=colours.LIGHT["compute"],
    power=colours.LIGHT["power"],
    memory=colours.LIGHT["memory"],
    clock=colours.LIGHT["clock"],
    temperature=colours.LIGHT["temperature"],
    throughput=colours.LIGHT["throughput"],
    loss=colours.LIGHT["loss"],
    host=colours.LIGHT["host"],
    groups=colours.LIGHT_GROUPS,
)
