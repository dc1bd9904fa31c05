"""The colours of charts in both themes, by their role: the one source of window, paper and page.

A role is a name that survives a change of theme: "text", "grid", a family of metrics such as "power", or "group:2" for the third
compared group. Who draws asks for the colour of a role in its theme; paper is the light theme on white.
"""

GROUP_ROLE = "group:"
LIGHT_GROUPS = ("#52657a", "#985d00", "#1668c7", "#2f7d1e", "#7a48cf", "#c93a32")
DARK_GROUPS = ("#9fb0c3", "#f5b047", "#5aa9ff", "#86cf6a", "#b794f6", "#ff8078")
"""Of compared groups: slate, amber, blue, green, violet, red; each at least 4.5 : 1 on its ground."""
LIGHT = {
    "ground": "#ffffff", "grid": "#e8ecf0", "text": "#16202b", "muted": "#55616e", "faint": "#64707d",
    "compute": "#1668c7", "power": "#985d00", "memory": "#7a48cf", "clock": "#0a7d6c",
    "temperature": "#c93a32", "throughput": "#2f7d1e", "loss": "#b3327d", "host": "#52657a",
}  # fmt: skip
DARK = {
    "ground": "#151a21", "grid": "#1f2630", "text": "#e7ecf2", "muted": "#94a0ae", "faint": "#7d8896",
    "compute": "#5aa9ff", "power": "#f5b047", "memory": "#b794f6", "clock": "#3fc8b4",
    "temperature": "#ff8078", "throughput": "#86cf6a", "loss": "#f08cc0", "host": "#9fb0c3",
}  # fmt: skip
PAGE = {**DARK, "ground": "#0e1116"}
"""The dark theme on a report's page, whose charts lie on the page itself and not on a panel."""


def group_role(index: int) -> str:
    """Return the role of the compared group at a place."""
    return f"{GROUP_ROLE}{index}"


def group_index(role: str) -> int | None:
    """Return the place of the compared group that a role stands for; None for any other role."""
    place = role.removeprefix(GROUP_ROLE)
    return int(place) if place != role and place.isdecimal() else None


def colour(role: str, *, dark: bool = False) -> str:
    """Return the colour of a role as ``#rrggbb``; the text's for an unknown role.

    Args:
        role: A key of :data:`LIGHT`, or "group:N"; the seventh group begins anew, told apart by its dash.
        dark: Whether the dark theme is drawn in.
    """
    table, groups = (DARK, DARK_GROUPS) if dark else (LIGHT, LIGHT_GROUPS)
    index = group_index(role)
    return groups[index % len(groups)] if index is not None else table.get(role, table["text"])


def dark_page() -> dict[str, str]:
    """Return the colour on a dark page for each colour that paper has."""
    return {LIGHT[role]: PAGE[role] for role in LIGHT} | dict(zip(LIGHT_GROUPS, DARK_GROUPS, strict=True))
