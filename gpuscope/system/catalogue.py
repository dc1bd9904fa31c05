"""The catalogues of translations: Qt Linguist files (``zh_CN.ts``), read without compilation, and the patterns of their templates."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path

from gpuscope.system import paths

ENGINE = "Engine"
"""Context of all texts from layers below the window."""
PARTS = "; "
"""Separator of the parts of a sentence."""
_WITHIN = rf"(?!{PARTS}|[.!?] [^\W_])"
"""Keeps a placeholder's match within one sentence and one part of it."""
PLACE = r"\{(\d)\}"
_WORD = r"\w+"
_FIXED_WORD = r"(?<![\w{}])\w+(?![\w{}])"
"""A word of a template that no placeholder touches: a text that matches the template has the same word."""


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return a compiled pattern; most processes speak English and need none, and compiling all of them takes 4 ms."""
    return re.compile(pattern)


class Catalogue:
    """Translations by context and English text.

    Args:
        code: Language code ("zh_CN").
        contexts: Translations by English text, by context; untranslated texts are absent.
    """

    def __init__(self, code: str, contexts: Mapping[str, Mapping[str, str]]) -> None:  # not a dataclass, whose import is slow
        self.code, self.contexts = code, contexts

    def text(self, context: str, english: str) -> str | None:
        """Return a translation; None if there is none."""
        return self.contexts.get(context, {}).get(english)

    @cached_property
    def templates(self) -> list[tuple[str, str]]:
        """The engine's templates as (longest fixed part, template), most letters first, as "same {0}" also matches longer ones."""
        texts = sorted((text for text in self.contexts.get(ENGINE, {}) if "{0}" in text), key=letters, reverse=True)
        return [(max(compiled(PLACE).split(text)[::2], key=len), text) for text in texts]

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """The places of the templates in :attr:`templates`, by the word that fewest others have; by "" those without a whole word."""
        words_by_template = [compiled(_FIXED_WORD).findall(template) for _, template in self.templates]
        counts = Counter(word for each in words_by_template for word in set(each))
        places: dict[str, list[int]] = {}
        for place, each in enumerate(words_by_template):
            places.setdefault(min(each, key=counts.__getitem__, default=""), []).append(place)
        return places

    def templates_for(self, text: str) -> Iterator[str]:
        """Yield the templates that may match a text, in the order of :attr:`templates`: those whose fixed word and longest part it has.

        Trying the patterns of all takes 1 ms per text, and compiling them 0.1 s.
        """
        words = {"", *compiled(_WORD).findall(text)}
        for place in sorted(place for word in words for place in self._places.get(word, ())):
            fixed, template = self.templates[place]
            if fixed in text:
                yield template


@cache
def pattern(template: str) -> re.Pattern[str]:
    """Return a pattern that matches a template with its placeholders filled in; a repeated placeholder must match the same text.

    A placeholder adjacent to a word is an optional clause with its own space: "ended without a word{0}".
    """
    seen: set[str] = set()

    def place(match: re.Match[str]) -> str:
        number = match[1]
        if number in seen:
            return f"(?P=p{number})"
        seen.add(number)
        text = match.string
        is_clause = text[match.start() - 1 : match.start()].isalpha() or text[match.end() : match.end() + 1].isalpha()
        return f"(?P<p{number}>(?:{_WITHIN}.){'*' if is_clause else '+'}?)"

    return re.compile(re.sub(r"\\{(\d)\\}", place, re.escape(template)), re.DOTALL)


def letters(template: str) -> int:
    """Return the number of letters outside a template's placeholders."""
    return sum(map(str.isalpha, template))


def catalogue_file(code: str) -> Path:
    """Return the catalogue file of a language."""
    return paths.resources_folder() / "languages" / f"{code}.ts"


def read_catalogue(path: Path) -> Catalogue:
    """Read a Qt Linguist file; a missing or damaged file gives an empty catalogue, so that the window opens in English."""
    from xml.etree import ElementTree  # lazy: not needed for English

    contexts: dict[str, dict[str, str]] = {}
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError):
        return Catalogue(path.stem, {})
    for context in root.iter("context"):
        texts = contexts.setdefault(context.findtext("name", ""), {})
        for message in context.iter("message"):
            if translation := message.findtext("translation"):
                texts[message.findtext("source", "")] = translation
    return Catalogue(path.stem, contexts)
