import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from gpuscope.reports.printable import elided, printable, width


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
