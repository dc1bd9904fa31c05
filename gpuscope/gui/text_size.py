"""How large text is: as the desktop's, or as the user chose. It is fixed before anything is imported that measures text."""

USUAL_PT = 10.0
"""Points of a desktop's text at 100 %: KDE and Xfce have 10, GNOME 11, Windows 9."""
_USUAL_UP_TO_PT = 11.0
"""Up to GNOME's text is drawn at 100 %."""
LARGEST = 2.0
"""WCAG 2.2, 1.4.4 asks for text of twice the size without loss; larger text would leave no room for charts in a window of 1280 pixels."""
CHOICES = (100, 125, 150, 200)
"""Per cent that can be chosen on the Settings page."""
_scale = 1.0


def text_scale() -> float:
    """Return the size of text as a factor of its usual one, from 1 to 2."""
    return _scale


def grown(pixels: float) -> int:
    """Return a length that text has to fit into, in logical pixels: so many at 100 %."""
    return round(pixels * _scale)


def use_text_scale(scale: float) -> None:
    """Set the size of text, once, when the process begins to show windows."""
    global _scale
    _scale = min(LARGEST, max(1.0, scale))


def scale_of(chosen: object, desktop_pt: float) -> float:
    """Return the scale that follows from the user's choice in per cent, or without one from the size of the desktop's text in points."""
    if isinstance(chosen, int) and chosen in CHOICES:
        return chosen / 100
    return desktop_pt / USUAL_PT if desktop_pt > _USUAL_UP_TO_PT else 1.0
