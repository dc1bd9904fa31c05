"""The order of names in lists."""

import re

_NUMBER = re.compile(r"(\d+)")


def natural_key(text: str) -> tuple[list[str | tuple[int, str]], str]:
    """Return a sort key for names: letters compare regardless of case, and digits by their value (``lr2`` before ``LR10``)."""
    parts = _NUMBER.split(text.casefold())  # text and digits in turn, so that like is compared with like
    keys: list[str | tuple[int, str]] = list(parts)
    keys[1::2] = [(len(digits), digits) for digits in (part.lstrip("0") for part in parts[1::2])]  # int() refuses thousands of digits
    return keys, text
