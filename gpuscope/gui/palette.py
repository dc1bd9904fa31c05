"""The colours of both themes, as plain values: the first frame is painted with them before anything else is loaded.

Chart colours come from ``reports/pictures/colours.py``, as in reports.
"""

from gpuscope.reports.pictures import colours


class Palette:
    """The colours of one theme, as ``#rrggbb``; each pair of text and background has a contrast of at least 4.5 : 1 (WCAG 2.2, 1.4.3).

    A metric has the colour named like its ``core.metric.Family``. ``edge`` is for outlines that must be visible to use a control, such as
    the border of a field: at least 3 : 1 (1.4.11); ``line`` and ``grid`` only separate. Disabled controls may be weaker, as WCAG allows.

    Attributes:
        groups: Colours of compared runs: slate, amber, blue, green, violet, red.
    """

    def __init__(self, *, is_dark: bool) -> None:
        def tint(dark: str, light: str) -> str:
            return dark if is_dark else light

        charts = colours.DARK if is_dark else colours.LIGHT
        self.is_dark = is_dark
        self.bg = tint("#0e1116", "#f4f6f8")
        self.panel = charts["ground"]
        self.raised = tint("#1c232c", "#eef1f4")
        self.line = tint("#28303a", "#d7dde4")
        self.edge = tint("#68727f", "#838c96")
        self.grid = charts["grid"]
        self.text, self.muted, self.faint = charts["text"], charts["muted"], charts["faint"]
        self.accent, self.accent_ground = tint("#5aa9ff", "#1668c7"), tint("#17283d", "#e3effc")
        self.on_accent = tint("#0b1726", "#ffffff")
        self.good, self.good_ground = tint("#6fcf7c", "#1f7a33"), tint("#16281a", "#e2f3e5")
        self.bad, self.bad_ground = tint("#ff8078", "#c2322b"), tint("#331c1c", "#fbe6e5")
        self.warn, self.warn_ground = tint("#f5b047", "#985d00"), tint("#30260f", "#faefdc")
        self.compute, self.power, self.memory, self.clock = charts["compute"], charts["power"], charts["memory"], charts["clock"]
        self.temperature, self.throughput = charts["temperature"], charts["throughput"]
        self.loss, self.host = charts["loss"], charts["host"]
        self.groups = colours.DARK_GROUPS if is_dark else colours.LIGHT_GROUPS

    def of_group(self, index: int) -> str:
        """Return the colour of a compared group by its index; from the seventh group on, colours repeat with another dash."""
        return self.groups[index % len(self.groups)]


DARK, LIGHT = Palette(is_dark=True), Palette(is_dark=False)
