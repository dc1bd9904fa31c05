"""The display language: English as written in the code, or a catalogue from ``resources/languages``.

Window, reports and command line share it. Templates ("{0} of {1} runs") are also recognized in sentences with the placeholders filled in,
so that the code that composes a sentence need not know about languages (:func:`composed`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from gpuscope.system.catalogue import ENGINE, PARTS, PLACE, Catalogue, catalogue_file, compiled, letters, pattern, read_catalogue

if TYPE_CHECKING:
    import re
    from datetime import datetime

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "zh_CN": "简体中文"}
"""Native names of the languages, by code."""
_FULL_STOPS = {"zh_CN": "。"}
_SECONDS = {"zh_CN": "秒"}
"""The unit of a duration of less than a minute, beside durations of minutes in words (1 分 00 秒)."""
_IN_SECONDS = r"[\d.]+ s"
_SENTENCES = r"(?<=[.!?]) (?='?(?:[^\W_]|[\U000f0000-\U000ffffd]))"
"""The space between two sentences; the next begins with a letter or digit, with a name's stand-in, or with a quoted command."""
_TOGETHER = 5
"""The most sentences in one text of the catalogue."""
_IDEOGRAPH = "[\u4e00-\u9fff]"
_WIDE = "[\u4e00-\u9fff\u3000-\u303f\uff00-\uffef]"
"""Ideographs and their punctuation, which are written without spaces."""
_TELLING = 10
"""Letters of a template ("{0} of {1}" has two) below which it matches too much: its placeholders then match only a name or figure."""
_NAMING = 8
"""Letters of a template ("{0} training") from which a leading name that matches it is translated."""
_SHORT_VALUE = r"[\S\u202f]*[^\s,;:]|[~±−-]?\d[\S\u202f]* \S+|\d+ \S+ \d\d \S+"
"""A name, a figure with its unit, or a duration; thin spaces separate thousands."""
_MEASURED = r"(\D+) ([~±−-]?\d[\S\u202f]*(?: \S+)?)"
"""A quantity and its figure."""
_NAME = ": "
"""Separator after a leading name."""
_DEVICE = r"[a-z]+:\d+"
"""Device key in front of a fact about the device: "gpu:0 power limit"."""
_LIST = ", "
_LISTS = {"zh_CN": "、"}
_CLAUSES = {"zh_CN": "，"}
"""What joins clauses that could be sentences of their own: languages that are absent here join them like other items."""
_POSSESSIVE = {"zh_CN": "{0} 的{1}"}
"""How a subject is put before a clause about one of its quantities."""
_BETWEEN_ITEMS = r", (?![^(]*\))(?![^“]*”)"
"""Separator of list items, except within parentheses and quotes, which contain names."""
_AND = " and "
"""Separator before the last item of a list."""
_REMARKED = r"(?s)(.+) \((.+)\)"
_BRACKETS = {"zh_CN": "（{}）"}
_BETWEEN_PARTS = {"zh_CN": "；"}
_CROSSED = " × "
"""Separator of the axes of a sweep in its name."""
_COMPILED_AT_ONCE = 32
"""Patterns, at 0.1 ms each, in a step of :func:`read_ahead`."""
_SHOWN_AT_ONCE = 4096
"""Number of cached translations: more sentences than a window with its reports shows."""


_NONE = Catalogue(ENGLISH, {})


class _Current:
    """The process's language, and the user-given names that occur in its sentences."""

    catalogue = _NONE
    names: frozenset[str] = frozenset()
    parted: tuple[str, ...] = ()


_STAND_INS = range(0xF0000, 0xFFFFE)
"""Code points that stand for names while their sentence is translated: private use, in no text and no font."""
_MESSAGE = "\U0010fffd"
"""Code point that stands for a program's message while its sentence is translated: private use, too."""


def use(code: str) -> None:
    """Set the display language, a code of :data:`LANGUAGES`."""
    use_catalogue(_catalogue(code))


def read_ahead() -> Iterator[None]:
    """Prepare every catalogue that :func:`use` may need, in steps of a few milliseconds: read it, and compile its patterns."""
    for code in LANGUAGES:
        catalogue = _catalogue(code)
        yield
        next(catalogue.templates_for(""), None)  # sorts the templates
        for expression in (_SENTENCES, _WIDE, _IDEOGRAPH, _SHORT_VALUE, _MEASURED, _IN_SECONDS, _DEVICE, _BETWEEN_ITEMS, _REMARKED):
            compiled(expression)
        yield
        for number, (_, template) in enumerate(catalogue.templates, 1):
            pattern(template)
            if number % _COMPILED_AT_ONCE == 0:
                yield


@cache
def _catalogue(code: str) -> Catalogue:
    return _NONE if code == ENGLISH else read_catalogue(catalogue_file(code))


def use_catalogue(catalogue: Catalogue) -> None:
    """Set the catalogue for all texts; user-given names are cleared and must be passed to :func:`keep_names` again."""
    _Current.catalogue = catalogue
    _set_names(frozenset())


def keep_names(names: Iterable[str]) -> None:
    """Exclude user-given names, such as those of groups, from translation within sentences: a name may equal a text of the engine."""
    if new := frozenset(names) - _Current.names:
        _set_names(_Current.names | new)


def _set_names(names: frozenset[str]) -> None:
    _Current.names = names
    parted = sorted((name for name in names if " " in name), key=len, reverse=True)  # those that could be translated in part
    _Current.parted = tuple(parted[: len(_STAND_INS)])
    _stood_in.cache_clear()
    composed.cache_clear()
    _filled.cache_clear()


@cache
def _stood_in() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return a pattern of the names of several parts, the longest first and none within a word, and the character for each."""
    import re  # lazy: not needed for English

    # No sentence has a name's genitive, but "this machine", the default name of its recordings, has one in several.
    pattern = re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, _Current.parted))})(?![^\W_]|'s )")
    return pattern, {name: chr(point) for name, point in zip(_Current.parted, _STAND_INS, strict=False)}


def _with_stand_ins(text: str) -> str:
    if not _Current.parted:
        return text
    pattern, stand_ins = _stood_in()
    return pattern.sub(lambda name: stand_ins[name[0]], text)


def _with_names(text: str) -> str:
    return "".join(map(_name_of, text)) if _Current.parted else text


def _name_of(character: str) -> str:
    """Return the name that a character stands for; any other character is returned unchanged."""
    number = ord(character) - _STAND_INS.start
    return _Current.parted[number] if 0 <= number < len(_Current.parted) else character


def current() -> str:
    """Return the code of the language in use."""
    return _Current.catalogue.code


def wanted(environment: Mapping[str, str]) -> str:
    """Return the code of the language requested by LANGUAGE, LC_ALL, LC_MESSAGES or LANG; English if none is supported.

    The precedence is that of GNU gettext: LANGUAGE is a list of preferences and is ignored if the locale is "C".
    """
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH
    for name in (*environment.get("LANGUAGE", "").split(":"), locale):
        if (code := _known(name)) is not None:
            return code
    return ENGLISH


def _known(locale: str) -> str | None:
    """Return the language code for a locale: zh, zh_CN.UTF-8 and zh_SG are simplified Chinese; zh_TW and zh_HK are not."""
    name = locale.partition(".")[0].partition("@")[0]
    if name in LANGUAGES:
        return name
    if name in ("zh", "zh_SG", "zh_Hans") or name.startswith("zh_Hans_"):
        return "zh_CN"
    return ENGLISH if name.partition("_")[0] == ENGLISH else None


def in_context(context: str, english: str) -> str | None:
    """Return the translation of a text of the window; None if there is none."""
    return _Current.catalogue.text(context, english)


def listed(items: Sequence[str]) -> str:
    """Join list items in a sentence: ``a, b and c``, ``a、b、c``."""
    if current() in _LISTS:
        return _LISTS[current()].join(items)
    from gpuscope.core import figures  # lazy: takes 20 ms

    return figures.listed(items)


def listed_names(names: Sequence[str]) -> str:
    """Join names that may contain commas: ``CPU, FP32; CPU, BF16 and GPU``, ``a、b、c``."""
    if current() in _LISTS:
        return _LISTS[current()].join(names)
    from gpuscope.core import figures

    return figures.listed_names(names)


def joined_names(names: Sequence[str]) -> str:
    """Join names that may contain commas, outside of a sentence: ``Power; Power, 1 s average``, ``a、b``."""
    if current() in _LISTS:
        return _LISTS[current()].join(names)
    from gpuscope.core import figures

    return figures.joined_names(names)


def joined_clauses(clauses: Sequence[str]) -> str:
    """Join clauses of a sentence: ``is 3 % faster and uses 2 % less energy``, ``快 3 %，能耗少 2 %``."""
    return _CLAUSES[current()].join(clauses) if current() in _CLAUSES else listed(clauses)


def about_subject(subject: str, clause: str) -> str:
    """Put a subject before a clause about one of its quantities: ``bf16 uses 2 % less energy``, ``bf16 的能耗少 2 %``."""
    return _with_values(_POSSESSIVE.get(current(), "{0} {1}"), (subject, clause))


def joined_items(items: Sequence[str]) -> str:
    """Join items outside of a sentence: ``a, b``, ``a、b``."""
    return _LISTS.get(current(), _LIST).join(items)


def joined_parts(parts: Sequence[str]) -> str:
    """Join clauses into a sentence: ``a; b``."""
    return _BETWEEN_PARTS.get(current(), PARTS).join(parts)


def parts_of(text: str) -> list[str]:
    """Split a sentence of the engine into its parts, ``a; b``; a user-given name of several parts is not split."""
    return [_with_names(part) for part in _with_stand_ins(text).split(PARTS)]


def date_text(moment: datetime) -> str:
    """Format a date: 23 November 2026, 2026年11月23日."""
    return f"{moment.year}年{moment.month}月{moment.day}日" if current() == "zh_CN" else f"{moment.day} {moment:%B %Y}"


def short_date(moment: datetime, *, has_year: bool = False) -> str:
    """Format a date for a narrow column: 23 Nov, 11月23日; with year 23 Nov 2026, 2026年11月23日."""
    if current() == "zh_CN":
        return date_text(moment) if has_year else f"{moment.month}月{moment.day}日"
    return f"{moment.day} {moment:%b %Y}" if has_year else f"{moment.day} {moment:%b}"


def duration_text(duration: str) -> str:
    """Return a duration in the current language: ``12.3 s``, ``12.3 秒``; ``1 min 00 s``, ``1 分 00 秒``.

    Args:
        duration: The duration in English, as :func:`gpuscope.core.figures.duration` formats it.
    """
    return _seconds(duration) or composed(duration)


def _seconds(text: str) -> str:
    """Return a figure in seconds with the language's word for them; "" for any other text and language."""
    return f"{text[:-1]}{_SECONDS[current()]}" if current() in _SECONDS and compiled(_IN_SECONDS).fullmatch(text) else ""


def translated(english: str) -> str:
    """Translate a text of the engine; any other text (a user's phase) is returned unchanged."""
    return _Current.catalogue.text(ENGINE, english) or english


def unit_name(unit: str) -> str:
    """Return a unit as shown: words are translated (``samples/s``), symbols (``ms``) are not."""
    prefix, space, base = unit.rpartition(" ")
    return f"{prefix}{space}{translated(base)}"


def labelled(label: str, text: str) -> str:
    """Return a text after its translated label: ``Power: 3 W``, ``功率：3 W``."""
    return f"{label}{translated(_NAME)}{text}"


def remarked(text: str, remark: str, gap: str = " ") -> str:
    """Return a translated text with a remark in brackets: ``Delete (Del)``, ``删除（Del）``.

    Args:
        text: The text.
        remark: The remark, without brackets.
        gap: What stands before the bracket; nothing in languages whose brackets bring their own room.
    """
    brackets = _BRACKETS.get(current())
    return f"{text}{gap}({remark})" if brackets is None else f"{text}{brackets.format(remark)}"


def noted(text: str, note: str) -> str:
    """Return a translated text before its translated note: ``% of 4 cores``, ``%（共 4 个核心）``; a wide bracket brings its own room."""
    return f"{text}{note}" if compiled(_WIDE).match(note) and not compiled(_IDEOGRAPH).match(note) else f"{text} {note}"


def with_unit(label: str, unit: str) -> str:
    """Return a translated label followed by its unit: ``Throughput, samples/s``, ``吞吐量，样本/秒``."""
    return f"{label}{translated(_LIST)}{unit_name(unit)}" if unit else label


def filled(english: str, *values: str) -> str:
    """Translate a template of the engine and fill in its placeholders; the values are not translated."""
    return _with_values(translated(english), values)


def _with_values(text: str, values: Sequence[str]) -> str:
    """Fill in a template's placeholders.

    In Chinese, an ideograph and a Latin letter or digit are separated by a space, two ideographs are not.
    """
    if current() not in _LISTS:
        return text.format(*values)
    filled_in = ""
    for place, part in enumerate(compiled(PLACE).split(text)):
        piece = values[int(part)] if place % 2 else part
        if not piece or not filled_in:
            filled_in += piece
        elif compiled(_WIDE).match(piece) and filled_in.endswith(" ") and compiled(_WIDE).match(filled_in[-2:]):
            filled_in = filled_in[:-1] + piece
        elif piece[0] == " " and compiled(_WIDE).match(filled_in[-1]) and compiled(_WIDE).match(piece[1:]):
            filled_in += piece[1:]
        else:
            between = " " if _touch(filled_in[-1], piece[0]) else ""
            filled_in += between + piece
    return filled_in


def _touch(left: str, right: str) -> bool:
    """Return whether one character is an ideograph and the other a Latin letter or digit; a name's stand-in counts as the name."""
    left, right = _name_of(left)[-1], _name_of(right)[0]
    return any(
        compiled(_IDEOGRAPH).match(ideograph) and other.isascii() and other.isalnum() for ideograph, other in ((left, right), (right, left))
    )


@lru_cache(maxsize=_SHOWN_AT_ONCE)
def composed(text: str) -> str:
    """Translate sentences of the engine with names and figures filled in; unknown sentences are returned unchanged.

    A leading name ("bf16: …") and the values of placeholders are kept, unless they are themselves texts of the engine.
    """
    return text if _Current.catalogue is _NONE or not text else _with_names(_translation(_with_stand_ins(text)))


def composed_around(text: str, message: str) -> str:
    """Translate a sentence of the engine except for a message in it."""
    return composed(text.replace(message, _MESSAGE)).replace(_MESSAGE, message) if message else composed(text)


def message_of(text: str) -> str:
    """Return a program's own message at the end of a sentence: after "exit code 1: " all that is no text of the engine; "" in English."""
    if _Current.catalogue is _NONE:
        return ""
    name, separator, rest = text.partition(_NAME)
    while separator and (_sentence(name)[1] or _heads(name)):
        text = rest
        name, separator, rest = text.partition(_NAME)
    return "" if _sentence(text)[1] >= _TELLING else text


def _translation(text: str) -> str:
    head, bracket, label = text.rpartition(" [")
    if head and len(label) > 1 and label.endswith("]") and not _text(text):  # what marks a source that is not of real hardware
        return f"{_translation(head)}{bracket}{_translation(label[:-1])}]"
    whole, weight = _sentence(text)
    is_mark = not text[0].isalnum() and _name_of(text[0]) == text[0]
    if not weight and text[1:2] == " " and is_mark:  # in front of a sentence: "✓ comparable"
        return f"{text[:2]}{_translation(text[2:])}"
    name, separator, rest = text.partition(_NAME)
    separator = "" if PARTS in name else separator
    if separator and weight <= letters(name) and _text(name):
        return _named(name, _translation(rest))
    if separator and not (weight and _heads(name)) and 0 < _sentence(rest)[1] >= weight:
        return _named(name, _translation(rest))
    if weight:
        return whole
    sentences = _known_sentences(text)
    if len(sentences) > 1:
        return joined_sentences([_translation(sentence) for sentence in sentences])
    if PARTS in text:
        return joined_parts([_translation(part) for part in text.split(PARTS)])
    if separator:
        return _named(name, _translation(rest))
    if _CROSSED in text:
        return _crossed(text)
    label, separator, unit = text.rpartition(_LIST)
    device, gap, fact = text.partition(" ")
    if compiled(_DEVICE).fullmatch(device):
        return f"{device}{gap}{translated(fact)}"
    shown = _text(label) or _text(f"{label[:1].lower()}{label[1:]}")
    return with_unit(shown, unit) if shown else f"{label}{separator}{translated(unit)}"


def _known_sentences(text: str) -> list[str]:
    """Split a text into its sentences, except those that follow each other in one text of the catalogue, which stay together."""
    sentences = compiled(_SENTENCES).split(text)
    parts = []
    while sentences:
        runs = range(min(len(sentences), _TOGETHER), 1, -1)
        count = next((count for count in runs if _sentence(" ".join(sentences[:count]))[1]), 1)
        parts.append(" ".join(sentences[:count]))
        del sentences[:count]
    return parts


def _heads(name: str) -> bool:
    """Return whether a text starts a template that ends with a placeholder: "its recorder was ended {0}: {1}", "Waiting …: {0}."."""
    return any(_sentence(f"{name}{_NAME}–{end}")[1] > 0 for end in ("", "."))


def _named(name: str, text: str) -> str:
    """Prepend a name or clause to a translated text; a translated one, and one before ideographs, gets the colon of the language."""
    shown = _text(name)
    if shown is None and (clause := _sentence(name))[1] >= _NAMING:
        shown = clause[0]
    if shown is None and _CROSSED in name:
        shown = _crossed(name)
    if shown is None and not compiled(_IDEOGRAPH).search(text):
        return f"{name}{_NAME}{text}"
    return labelled(shown or name, text)


def _crossed(text: str) -> str:
    """Translate the axes of a sweep: "batch size × precision"."""
    return _CROSSED.join(map(translated, text.split(_CROSSED)))


def _text(english: str) -> str | None:
    """Return the translation of a text of the engine; None for any other text and for user-given names."""
    return None if english in _Current.names else _Current.catalogue.text(ENGINE, english)


def joined_sentences(sentences: Sequence[str]) -> str:
    """Join sentences, with a space between them if the language uses one."""
    stop = _FULL_STOPS.get(current(), "")
    spaced = [sentence if stop and sentence.endswith((stop, "？", "！")) else f"{sentence} " for sentence in sentences[:-1]]
    return "".join([*spaced, *sentences[-1:]])


def _sentence(text: str) -> tuple[str, int]:
    """Translate one sentence, regardless of its full stop and initial capital; return it with its weight.

    The weight is the number of letters of the catalogue's text; 0 for an unknown sentence.
    """
    if exact := _text(text):
        return exact, max(1, letters(text))
    body = text.removesuffix(".")
    stop = _FULL_STOPS.get(current(), ".") if body != text else ""
    translation, weight = _filled(body)
    small = f"{body[:1].lower()}{body[1:]}"
    if small != body and (uncapitalized := _filled(small))[1] > weight:  # "Stopped on request" is also a "Stopped on {0}"
        translation, weight = uncapitalized
        translation = f"{translation[:1].upper()}{translation[1:]}"
    if stop:  # the catalogue may have it with its full stop
        whole, own = _filled(text)
        if own > weight:
            return whole, own
    return f"{translation}{stop}", weight


@lru_cache(maxsize=_SHOWN_AT_ONCE)
def _filled(text: str) -> tuple[str, int]:
    """Translate a template of the engine with its placeholders filled in; the weight is 0 for any other text."""
    if exact := _text(text):
        return exact, max(1, letters(text))
    for template in () if text in _Current.names else _Current.catalogue.templates_for(text):
        if (match := pattern(template).fullmatch(text)) is None:
            continue
        places, weight = match.groupdict(), letters(template)
        # what fills parentheses, such as the name of a run after its id, may have any length
        free = (value for place, value in places.items() if f"({{{place[1:]}}})" not in template or ") " in value or ")," in value)
        if weight >= _TELLING or all(map(_is_short, free)):
            last = max(int(place[1:]) for place in places)  # a template may lack some of the numbers below
            return _with_values(translated(template), [_value(places.get(f"p{number}", "")) for number in range(last + 1)]), weight
    return text, 0


def _is_short(value: str) -> bool:
    """Return whether a value is a name, a figure with its unit, a (remarked) text of the engine, or a list of such texts and figures."""
    items = value.split(_LIST)
    if len(items) == 1 and compiled(_SHORT_VALUE).fullmatch(value):
        return True
    if (match := compiled(_REMARKED).fullmatch(value)) and _Current.catalogue.text(ENGINE, match[1]) is not None:
        return True
    return all(
        _Current.catalogue.text(ENGINE, item) is not None or (compiled(_SHORT_VALUE).fullmatch(item) and any(map(str.isdigit, item)))
        for item in items
    )


def _remarked_text(value: str) -> str | None:
    """Translate a text of the engine and its remark: "waiting for data (2.69 %)"; None if the value is something else."""
    match = compiled(_REMARKED).fullmatch(value)
    return None if match is None or (known := _text(match[1])) is None else remarked(known, _value(match[2]))


def _item(item: str) -> str:
    """Translate an item of a list, also if a figure follows: "attention 8.53 %", "forward (30 %)"."""
    if (remarked_text := _remarked_text(item)) is not None:
        return remarked_text
    text, weight = _filled(item)
    if not weight and (measured := compiled(_MEASURED).fullmatch(item)):
        return f"{_filled(measured[1])[0]} {measured[2]}"
    return text


def _value(value: str) -> str:
    """Translate a placeholder's value: a text, a text after a name or before a parenthesized remark, or each item of a list."""
    if (whole := _seconds(value) or _remarked_text(value) or _filled(value)[0]) != value:
        return whole
    small, weight = ("", 0) if value in _Current.names else _filled(f"{value[:1].lower()}{value[1:]}")
    if weight:
        return small
    name, colon, rest = value.partition(_NAME)
    if colon and (text := _value(rest)) != rest:
        return _named(name, text)
    if (match := compiled(_REMARKED).fullmatch(value)) and (
        (known := _filled(match[1]))[1] or _text(match[2])
    ):  # a name may have any remark; a remark in the catalogue shows that it is one
        return remarked(known[0], _value(match[2]))
    *items, last = compiled(_BETWEEN_ITEMS).split(value)
    items += last.rsplit(_AND, 1)
    shown = [_item(item) for item in items]
    is_quoted = len(items) > 1 and all(item.startswith("“") and item.endswith("”") for item in items)
    are_ours = len(items) > 1 and all(_text(item) is not None for item in items)  # "cuda and mps" are the same in every language
    return joined_items(shown) if is_quoted or are_ours or shown != items else value
