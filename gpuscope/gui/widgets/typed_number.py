"""Numbers as people type them: with a decimal point or comma, and with thousands separated."""

import re

from PySide6.QtCore import QCoreApplication

from gpuscope.core.errors import UsageError

_AMBIGUOUS = re.compile(r"-?[1-9]\d{0,2},\d{3}")
"""Thousands in English, thousandths in most of Europe; a leading zero ("0,310") begins no thousands."""
_THOUSANDS = re.compile(r"-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?")
_THOUSANDS_BY_POINTS = re.compile(r"-?[1-9]\d{0,2}(?:\.\d{3})+,\d*")


def with_decimal_point(text: str) -> str:
    """Return a typed number as Python reads it: with a decimal point, without separators of thousands, a hyphen for the minus of texts.

    Any other text is returned trimmed.

    Raises:
        UsageError: The comma may separate thousands or decimals ("1,234").
    """
    text = text.strip().replace("−", "-")
    if _AMBIGUOUS.fullmatch(text):
        message = QCoreApplication.translate("TypedNumber", "{0} may be {1} or {2}").format(
            text, text.replace(",", ""), text.replace(",", ".")
        )
        raise UsageError(message, QCoreApplication.translate("TypedNumber", "Type it without the comma, or with a decimal point."))
    if _THOUSANDS.fullmatch(text):
        return text.replace(",", "")
    if _THOUSANDS_BY_POINTS.fullmatch(text):
        text = text.replace(".", "")
    return text.replace(",", ".")
