import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuscope.reports.printable import elided, elided_amid, elided_at_word, printable, width


@given(st.text())
def test_nothing_that_acts_is_left(text: str) -> None:
    safe = printable(text)
    safe.encode("utf-8")
    acting = {"Cc", "Cs", "Cn", "Co", "Zl", "Zp"}
    assert not [one for one in safe if unicodedata.category(one) in acting]
    assert not [one for one in safe if unicodedata.category(one) == "Cf" and one != "\u200d"]


@given(st.text(), st.integers(1, 80))
def test_an_elided_text_fits(text: str, widest: int) -> None:
    assert width(printable(text, widest)) <= widest


@given(st.text(), st.integers(1, 80))
def test_a_text_that_is_elided_amid_fits_and_keeps_both_ends(text: str, widest: int) -> None:
    safe = printable(text)
    shown = elided_amid(safe, widest)
    assert width(shown) <= widest
    if shown != safe:
        head, _, tail = shown.partition("…")
        assert safe.startswith(head) or "…" in safe
        assert safe.endswith(tail) or "…" in safe


def test_names_are_elided_in_the_middle() -> None:
    assert elided_amid("python3 train.py --epochs 3 --lr 0.1", 16) == "python3 …-lr 0.1"
    assert elided_amid("漢字" * 40, 8) == "漢字…字"
    assert elided_amid("as it is", 8) == "as it is"


def test_escapes_are_shown_and_line_ends_become_spaces() -> None:
    assert printable("\x1b[2Ja\nb\tc\x00\x9b") == r"\x1b[2Ja b c\x00\x9b"
    assert printable("a\u202eb\udcff") == r"a\u202eb\udcff"


def test_people_s_names_stay_as_they_are() -> None:
    for name in ("Größe", "模型", "👩\u200d🔬 run", "שלום", "a\u202fb"):
        assert printable(name) == name


def test_wide_characters_take_two_columns() -> None:
    assert width("模型") == 4
    assert elided("模型模型", 5) == "模型…"
    assert elided("short", 5) == "short"


@pytest.mark.parametrize(
    ("text", "widest", "cut"),
    [
        ("power, clock, utilization", 40, "power, clock, utilization"),
        ("power, clock, utilization", 20, "power, clock …"),
        ("power, clock, utilization", 14, "power, clock …"),
        ("nightly fp16 baseline", 14, "nightly fp16 …"),
        ("a" * 30, 10, "a" * 9 + "…"),
        ("id " + "a" * 30, 12, "id " + "a" * 8 + "…"),
    ],
)
def test_a_list_is_cut_after_a_word(text: str, widest: int, cut: str) -> None:
    assert elided_at_word(text, widest) == cut
    assert width(cut) <= widest
