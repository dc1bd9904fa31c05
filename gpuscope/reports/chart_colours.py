"""The colours of paper: those of the light theme, each at least 4.5 : 1 on white."""

TEXT = "#16202b"
MUTED = "#55616e"
FAINT = "#64707d"
GRID = "#e3e8ed"
PAPER = "#ffffff"
GROUPS = ("#52657a", "#985d00", "#1668c7", "#2f7d1e", "#7a48cf", "#c93a32")
"""Of compared groups: slate, amber, blue, green, violet, red."""
