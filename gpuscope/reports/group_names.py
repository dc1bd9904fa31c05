"""Names of groups without the words they all share: "mlp cpu fp32" and "mlp cpu bf16" become "fp32" and "bf16"."""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from gpuscope.analysis.group import Group
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.pictures.picture import Style, group_style
from gpuscope.reports.printable import elided_amid, width
from gpuscope.system.language import keep_names

_PARTING = ",:;·"
_LONGEST_PHRASE = 24
"""Characters of a phrase at the start of all names that is not cut: beyond, the names would be too long for their chips."""
_LOOSE = f"{_PARTING}-– "
"""Characters to strip from the end of a name after a word has been removed."""


def short_names(names: Sequence[str], *, with_letter: bool = True, at_end: bool = True) -> tuple[str, list[str]]:
    """Return (the words that all names share at the start and end, the names without them).

    Args:
        names: The full names.
        with_letter: Whether each keeps a word with a letter in it, so that "batch 64" is not cut down to "64".
        at_end: Whether words at the end are removed too: beside "cpu 8 threads fp32", "cpu 1 thread fp32" becomes "1 thread".
    """
    split_names = [name.split() for name in names]

    def is_enough(begin: int, end: int) -> bool:
        kept = [part[begin : len(part) - end] for part in split_names]
        return all(part and (not with_letter or _has_letter(part)) for part in kept) and len(set(map(tuple, kept))) == len(set(names))

    shared = begin = _shared_count(split_names)
    while begin and not is_enough(begin, 0):
        begin -= 1
    if begin < shared:  # do not cut a phrase: keep "hidden units 64" after a comma, not "units 64"
        phrase = " ".join(split_names[0][:shared])
        is_whole = phrase[-1] in _PARTING and len(phrase) <= _LONGEST_PHRASE  # "this machine, 22:10", not "machine, 22:10"
        begin = next((place for place in range(begin, 0, -1) if split_names[0][place - 1][-1] in _PARTING), 0 if is_whole else begin)
    end = _shared_count([part[begin:][::-1] for part in split_names]) if at_end else 0
    while end and not is_enough(begin, end):
        end -= 1
    short = [" ".join(part[begin : len(part) - end]).rstrip(_LOOSE if end else None) for part in split_names]
    if all(part.startswith("(") and part.endswith(")") for part in short):
        short = [part[1:-1] for part in short]
    if not begin + end or len(set(short)) < len(short):
        return "", list(names)
    taken = [" ".join(split_names[0][:begin]).rstrip(_LOOSE), " ".join(split_names[0][len(split_names[0]) - end :])]
    return ", ".join(part for part in taken if part), short


def elided_names(names: Sequence[str], widest: int) -> list[str]:
    """Return names of at most ``widest`` columns, omitting words that many of them share first; different names remain different.

    A word is cut only if the name has none that fits; a name that would equal another one then ends with its number.
    """
    counts = Counter(word for name in set(names) for word in set(name.split()))
    shown = [name if width(name) <= widest else _without_words(name.split(), counts, widest) for name in names]
    same = {text for text in shown if len({name for name, other in zip(names, shown, strict=True) if other == text}) > 1}
    return [
        f"{elided_amid(text, widest - len(number))}{number}" if text in same and (number := f" ({place})") else text
        for place, text in enumerate(shown, 1)
    ]


def _without_words(words: Sequence[str], counts: Mapping[str, int], widest: int) -> str:
    """Return a name with "…" for the words that do not fit: those of the fewest names are kept first, of these the outer ones."""
    kept: set[int] = set()
    for place in sorted(range(len(words)), key=lambda place: (counts[words[place]], min(place, len(words) - 1 - place), place)):
        if width(_with_gaps(words, kept | {place})) <= widest:
            kept.add(place)
    return _with_gaps(words, kept) if kept else elided_amid(" ".join(words), widest)


def _with_gaps(words: Sequence[str], kept: Set[int]) -> str:
    parts: list[str] = []
    for place, word in enumerate(words):
        if place in kept:
            parts.append(word if place + 1 in kept or place + 1 == len(words) or word.endswith(":") else word.rstrip(_LOOSE) or word)
        elif not parts or parts[-1] != "…":
            parts.append("…")
    return " ".join(parts)


def _has_letter(parts: Sequence[str]) -> bool:
    return any(character.isalpha() for word in parts for character in word)


def _shared_count(split_names: Sequence[Sequence[str]]) -> int:
    if len(split_names) < 2:
        return 0
    shared = 0
    for column in zip(*split_names, strict=False):
        if len(set(column)) > 1:
            break
        shared += 1
    return shared


_NAME, _SHORT, _LABEL = 60, 30, 17
"""Maximum columns of a name in a sentence or a list, in a table's header, and beside a curve."""


@dataclass(frozen=True, slots=True)
class GroupLook:
    """How one group appears on paper.

    Attributes:
        number: From 1, in the comparison's order.
        name: Its name in characters that can be shown, with the middle omitted if it is long.
        short: The name for a column header, without the words that all groups share.
        label: The name for a label beside a curve.
        style: Colour, dash and marker, the same as in the window.
    """

    number: int
    name: str
    short: str
    label: str
    style: Style


def group_looks(groups: Sequence[Group], coverage: GlyphCoverage) -> tuple[GroupLook, ...]:
    """Return the looks of the groups, in their order."""
    whole = [coverage.showable(group.name) for group in groups]
    short = short_names(whole)[1]
    columns = (elided_names(whole, _NAME), elided_names(short, _SHORT), elided_names(short, _LABEL))
    keep_names(name for column in columns for name in column)
    return tuple(GroupLook(place + 1, *names, group_style(place)) for place, names in enumerate(zip(*columns, strict=True)))
