"""Foreign text made safe for a terminal, and its width there."""

_JOINERS = frozenset("\u200d\ufe0e\ufe0f")
"""Harmless format characters that join or style emoji."""


def printable(text: str, widest: int | None = None) -> str:
    r"""Return text on one line without control and format characters, lone surrogates, and direction overrides.

    Line ends and tabs become spaces, the others their escapes (``\x1b``).

    Args:
        text: Anything.
        widest: Columns after which it is elided with "…"; None for never.
    """
    safe = text if text.isascii() and text.isprintable() else "".join(map(_safe, text))
    return safe if widest is None else elided(safe, widest)


def elided(text: str, widest: int) -> str:
    """Return text of at most ``widest`` columns, with its end replaced by "…" if it is longer."""
    if len(text) <= widest // 2 or width(text) <= widest:
        return text
    kept, columns = [], 1
    for character in text:
        columns += _columns(character)
        if columns > widest:
            break
        kept.append(character)
    return "".join(kept) + "…"


def elided_at_word(text: str, widest: int) -> str:
    """Return text of at most ``widest`` columns, cut after a word if that keeps half the width, so that lists show whole entries."""
    if width(text) <= widest:
        return text
    kept = elided(text, widest - 1)[:-1]
    shortened = (kept if text[len(kept)] in " ,;" else kept.rpartition(" ")[0]).rstrip(" ,;·")
    return f"{shortened} …" if 2 * width(shortened) >= widest else elided(text, widest)


def elided_amid(text: str, widest: int) -> str:
    """Return text of at most ``widest`` columns, with its middle replaced by "…" if it is longer, since names differ at their ends."""
    if len(text) <= widest // 2 or width(text) <= widest:
        return text
    head = elided(text, widest // 2 + 1)[:-1]
    tail = elided(text[::-1], widest - widest // 2)[:-1]
    return f"{head}…{tail[::-1]}"


def width(text: str) -> int:
    """Return the width of a text in terminal columns."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    import unicodedata  # a library that a process without memory cannot load; ASCII needs none

    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _safe(character: str) -> str:
    if character in "\n\r\t\u2028\u2029":
        return " "
    if character in _JOINERS or character == "\u202f" or character == "\xa0":
        return character
    import unicodedata

    if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn"):
        return character.encode("unicode_escape").decode("ascii")
    return character
