"""The colours of paper: those of the light theme, each at least 4.5 : 1 on white."""

TEXT = "#16202b"
MUTED = "#55616e"
FAINT = "#64707d"
GRID = "#e3e8ed"
PAPER = "#ffffff"
GROUPS = ("#52657a", "#985d00", "#1668c7", "#2f7d1e", "#7a48cf", "#c93a32")
"""Of compared groups: slate, amber, blue, green, violet, red."""
DARK = {
    TEXT: "#e7ecf2", MUTED: "#94a0ae", FAINT: "#7d8896", GRID: "#1f2630", PAPER: "#0e1116",
    **dict(zip(GROUPS, ("#9fb0c3", "#f5b047", "#5aa9ff", "#86cf6a", "#b794f6", "#ff8078"), strict=True)),
}  # fmt: skip
"""What stands for each of them on a dark page: the dark theme's, each at least 4.5 : 1 on its ground, the grid apart."""
