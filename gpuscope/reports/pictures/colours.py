"""The colours of charts in both themes, by role: the single source for window, paper and HTML page.

A role is a name that does not depend on the theme: "text", "grid", a family of metrics such as "power", or "group:2" for the third
compared group. Canvases look up the colour of a role in their theme; paper uses the light theme on white.
"""

from gpuscope.core.workload_keys import STEP_PHASES

GROUP_ROLE = "group:"
LIGHT_GROUPS = ("#52657a", "#985d00", "#1668c7", "#2e7b1e", "#7a48cf", "#c43931")
DARK_GROUPS = ("#9fb0c3", "#f5b047", "#5aa9ff", "#86cf6a", "#b794f6", "#ff8078")
"""Colours of compared groups: slate, amber, blue, green, violet, red; each with a contrast of at least 4.5 : 1 on its background."""
LIGHT_HEAT = ("#e6f0fc", "#c9dbf1", "#acc6e5", "#91b1da", "#759dce", "#5988c2", "#3d74b5", "#1d60a8", "#014c93")
DARK_HEAT = ("#1d2a3a", "#2b3c51", "#394f69", "#496282", "#59779c", "#698cb6", "#7aa1d2", "#8bb8ee", "#a7cefe")
"""Colours of a heat map, the worst first: one hue (254° in OKLCH), in even steps of OKLCH lightness away from the theme's background."""
HEAT_ROLE, HEAT_INK_ROLE = "heat:", "heat-ink:"
HEAT_STEPS = len(LIGHT_HEAT)
_INKS = ("#000000", "#ffffff")
"""Text colours on a heat map: black or white has a contrast of at least 4.58 : 1 on any colour."""
LIGHT = {
    "ground": "#ffffff", "grid": "#e8ecf0", "text": "#16202b", "muted": "#55616e", "faint": "#606b78",
    "compute": "#1668c7", "power": "#985d00", "memory": "#7a48cf", "clock": "#0a7969",
    "temperature": "#c43931", "throughput": "#2e7b1e", "loss": "#b3327d", "host": "#52657a",
}  # fmt: skip
DARK = {
    "ground": "#151a21", "grid": "#1f2630", "text": "#e7ecf2", "muted": "#94a0ae", "faint": "#848f9c",
    "compute": "#5aa9ff", "power": "#f5b047", "memory": "#b794f6", "clock": "#3fc8b4",
    "temperature": "#ff8078", "throughput": "#86cf6a", "loss": "#f08cc0", "host": "#9fb0c3",
}  # fmt: skip
PAGE = {**DARK, "ground": "#0e1116"}
"""The dark theme of an HTML report, whose charts are drawn directly on the page instead of on a panel."""
PHASE_ROLES = dict(zip(STEP_PHASES, ("host", "memory", "compute", "power", "throughput", "clock", "loss", "muted"), strict=True))
"""Roles of the phases of a step, the same in a run's strips and in a comparison."""


def group_role(index: int) -> str:
    """Return the role of the compared group with an index."""
    return f"{GROUP_ROLE}{index}"


def group_index(role: str) -> int | None:
    """Return the index of the compared group of a role; None for any other role."""
    place = role.removeprefix(GROUP_ROLE)
    return int(place) if place != role and place.isdecimal() else None


def heat_step(share: float) -> int:
    """Return the step of a heat map's colours for a share, 0 to 1; 1 is the best."""
    return min(HEAT_STEPS - 1, max(0, round(share * (HEAT_STEPS - 1))))


def heat_colour(role: str, *, dark: bool) -> str | None:
    """Return the colour of a heat map's step ("heat:N"), or of the text on it ("heat-ink:N"); None for any other role."""
    name, _, step = role.partition(":")
    if name not in (HEAT_ROLE[:-1], HEAT_INK_ROLE[:-1]) or not step.isdecimal():
        return None
    ground = (DARK_HEAT if dark else LIGHT_HEAT)[int(step) % HEAT_STEPS]
    return ground if name == HEAT_ROLE[:-1] else max(_INKS, key=lambda ink: contrast(ink, ground))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, contrast ratio)."""
    brighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def _luminance(hexadecimal: str) -> float:
    """Return the relative luminance of an sRGB colour, 0 to 1 (WCAG 2.2)."""
    shares = [int(hexadecimal[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def colour(role: str, *, dark: bool = False) -> str:
    """Return the colour of a role as ``#rrggbb``; that of text for an unknown role.

    Args:
        role: A key of :data:`LIGHT`, "group:N" (from the seventh group on, colours repeat with another dash), "heat:N" or "heat-ink:N".
        dark: Whether to use the dark theme.
    """
    if (heat := heat_colour(role, dark=dark)) is not None:
        return heat
    table, groups = (DARK, DARK_GROUPS) if dark else (LIGHT, LIGHT_GROUPS)
    index = group_index(role)
    return groups[index % len(groups)] if index is not None else table.get(role, table["text"])


def dark_page() -> dict[str, str]:
    """Return the colours of a dark HTML page by the corresponding colours on paper."""
    return {LIGHT[role]: PAGE[role] for role in LIGHT} | dict(zip(LIGHT_GROUPS, DARK_GROUPS, strict=True))
