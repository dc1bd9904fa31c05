"""The size of text: the desktop's, or the user's choice. It is fixed before any module that measures text is imported."""

USUAL_PT = 10.0
"""Points of a desktop's text at 100 %: KDE and Xfce use 10, GNOME 11, Windows 9."""
_USUAL_UP_TO_PT = 11.0
"""Desktop text sizes up to GNOME's are drawn at 100 %."""
LARGEST = 2.0
"""Greatest scale: WCAG 2.2, 1.4.4 requires twice the size without loss; larger text would leave no room for charts at 1280 pixels."""
CHOICES = (100, 125, 150, 200)
"""Choices on the Settings page, in per cent."""
_LARGE = 1.5
"""Scale from which controls that usually share a line take several, in a window of 1280 pixels."""
_scale = 1.0


def text_scale() -> float:
    """Return the size of text relative to the usual size, from 1 to 2."""
    return _scale


def grown(pixels: float) -> int:
    """Scale a length that text has to fit into, given in logical pixels at 100 %, to the current text size."""
    return round(pixels * _scale)


def is_large() -> bool:
    """Return whether controls that usually share a line need several at this text size."""
    return _scale >= _LARGE


def use_text_scale(scale: float) -> None:
    """Set the size of text; to be called once, before the process shows windows."""
    global _scale
    _scale = min(LARGEST, max(1.0, scale))


def scale_of(chosen: object, desktop_pt: float) -> float:
    """Return the scale for the user's choice in per cent, or without a choice for the desktop's text size in points."""
    if isinstance(chosen, int) and chosen in CHOICES:
        return chosen / 100
    return desktop_pt / USUAL_PT if desktop_pt > _USUAL_UP_TO_PT else 1.0
