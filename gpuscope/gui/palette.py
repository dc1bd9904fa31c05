"""The colours of both themes, as plain values: the first frame is painted with them before anything else is loaded."""

from dataclasses import dataclass


@dataclass(frozen=True, eq=False, repr=False)  # each further method of a dataclass would delay the first paint
class Palette:
    """The colours of one theme, as ``#rrggbb``; each pair of text and ground has a contrast of at least 4.5 : 1.

    A metric has the colour that is named like its ``core.metric.Family``.
    """

    is_dark: bool
    bg: str
    panel: str
    raised: str
    line: str
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
        """Return the colour of the compared group of that place; the seventh begins anew, told apart by its dash."""
        return self.groups[index % len(self.groups)]


DARK = Palette(
    is_dark=True,
    bg="#0e1116",
    panel="#151a21",
    raised="#1c232c",
    line="#28303a",
    grid="#1f2630",
    text="#e7ecf2",
    muted="#94a0ae",
    faint="#7d8896",
    accent="#5aa9ff",
    accent_ground="#17283d",
    on_accent="#0b1726",
    good="#6fcf7c",
    good_ground="#16281a",
    bad="#ff8078",
    bad_ground="#331c1c",
    warn="#f5b047",
    warn_ground="#30260f",
    compute="#5aa9ff",
    power="#f5b047",
    memory="#b794f6",
    clock="#3fc8b4",
    temperature="#ff8078",
    throughput="#86cf6a",
    loss="#f08cc0",
    host="#9fb0c3",
    groups=("#9fb0c3", "#f5b047", "#5aa9ff", "#86cf6a", "#b794f6", "#ff8078"),
)
LIGHT = Palette(
    is_dark=False,
    bg="#f4f6f8",
    panel="#ffffff",
    raised="#eef1f4",
    line="#d7dde4",
    grid="#e8ecf0",
    text="#16202b",
    muted="#55616e",
    faint="#64707d",
    accent="#1668c7",
    accent_ground="#e3effc",
    on_accent="#ffffff",
    good="#1f7a33",
    good_ground="#e2f3e5",
    bad="#c2322b",
    bad_ground="#fbe6e5",
    warn="#985d00",
    warn_ground="#faefdc",
    compute="#1668c7",
    power="#985d00",
    memory="#7a48cf",
    clock="#0a7d6c",
    temperature="#c93a32",
    throughput="#2f7d1e",
    loss="#b3327d",
    host="#52657a",
    groups=("#52657a", "#985d00", "#1668c7", "#2f7d1e", "#7a48cf", "#c93a32"),
)
