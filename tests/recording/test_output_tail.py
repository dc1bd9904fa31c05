"""Tests of the tail: the last text that a user would have read, for any output."""

import os
import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuscope.recording.output_tail import OutputTail

KEPT = 256 * 1024


KEY = b"-----BEGIN RSA PRIVATE KEY-----\nMIIEfirst\nMIIEsecond\n-----END RSA PRIVATE KEY-----\n"


def lines_of(*pieces: bytes, count: int = 100) -> list[str]:
    tail = OutputTail()
    for piece in pieces:
        tail.feed(piece)
        tail.lines(1)
    return tail.lines(count)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (b"one\ntwo\n", ["one", "two"]),
        (b"one\ntwo", ["one", "two"]),
        (b"dos\r\nline\r\n", ["dos", "line"]),
        (b"10%\r20%\r30%", ["30%"]),
        (b"10%\r20%\r30%\r", ["30%"]),
        (b"10%\r100%\nafter", ["100%", "after"]),
        (b"\x1b[31mred\x1b[0m \x1b[1;32;48mgreen\x1b[K\n", ["red green"]),
        (b"\x1b]0;title\x07text \x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\n", ["text link"]),
        (b"\x1bP1;2|secret\x1b\\a\x1b_more\x1b\\b\x1b^x\x1b\\c\x1b7\x1b(Bd\n", ["abcd"]),
        (b"\x1b]52;c;never closed\nnext\n", ["", "next"]),
        (b"a\x00b\x07c\x7fd\x0be\tf\n", ["abcde\tf"]),
        (b"spin |\x08/\x08-\x08done\n", ["spin done"]),
        ("naïve — 你好\n".encode(), ["naïve — 你好"]),
        (b"\xff\xfe bytes \xc3\n", ["\ufffd\ufffd bytes \ufffd"]),
        ("c1\x9b31m \u202egnp.exe\u2066\n".encode(), ["c131m gnp.exe"]),
        (b"\x1b", []),
        (b"", []),
    ],
)
def test_what_is_left_of_it(written: bytes, read: list[str]) -> None:
    assert lines_of(written) == read
    assert lines_of(*[written[i : i + 1] for i in range(len(written))]) == read


@given(
    st.lists(
        st.sampled_from(
            [b"\x1b[", b"\x1b]", b"\x1bP", b"\x1b\\", b"\x1b", b"\x07", b"31m", b"text", b"\n", b"\r", b"\x08", b"\xc3", b"\xa9"]
        ),
        max_size=40,
    )
)
@settings(max_examples=200, deadline=None)
def test_nothing_that_acts_on_a_terminal_is_left(pieces: list[bytes]) -> None:
    whole = lines_of(b"".join(pieces))
    for line in whole:
        assert not set(line) & {chr(code) for code in [*range(9), *range(10, 32), *range(127, 160)]}


def test_an_escape_sequence_of_gigabytes_swallows_one_line_at_most() -> None:
    tail = OutputTail()
    tail.feed(b"before\n\x1b]1337;File=:")
    for _ in range(100):
        tail.feed(b"QUJD" * 1000)
        tail.lines(1)
    tail.feed(b"\nafter\n")
    assert tail.lines(3) == ["before", "", "after"]


def test_a_line_without_an_end_stays_bounded() -> None:
    tail = OutputTail()
    for _ in range(300):
        tail.feed(b"x" * 10_000)
        tail.lines(1)
    (line,) = tail.lines(5)
    assert len(line) == 16 * 1024
    assert line.startswith("…x")
    assert tail.received_bytes == 3_000_000
    assert tail.skipped_bytes == pytest.approx(3_000_000, rel=0.01)


def test_a_flood_is_skipped_and_its_end_kept() -> None:
    tail = OutputTail()
    tail.feed(b"first\n")
    for number in range(100_000):
        tail.feed(b"line %d\n" % number * 10)
    assert tail.lines(2) == ["line 99999", "line 99999"]
    assert tail.received_bytes - KEPT <= tail.skipped_bytes < tail.received_bytes
    assert sum(len(line) + 1 for line in tail.lines(10**9)) <= KEPT


def test_a_hole_joins_nothing_that_was_apart() -> None:
    tail = OutputTail()
    tail.feed(b"before\x1b]0;open")
    tail.lines(1)
    tail.feed(b"x" * 600_000)
    tail.feed(b"after\n")
    assert tail.lines(10) == ["before", "after"]


def test_skipping_costs_next_to_nothing() -> None:
    tail, chunk = OutputTail(), os.urandom(65536)
    begin = time.process_time()
    for _ in range(5000):
        tail.feed(chunk)
    tail.lines(1)
    taken_s = time.process_time() - begin
    assert 5000 * 65536 / taken_s > 100e6  # bytes per second; 100,000 MB/s without the cleaning at the end


def test_the_file_has_what_was_kept(tmp_path: Path) -> None:
    tail = OutputTail(tmp_path / "output.log")
    tail.flush()
    assert (tmp_path / "output.log").read_text() == ""
    tail.feed(b"\x1b[1mone\x1b[0m\ntw")
    tail.flush()
    assert (tmp_path / "output.log").read_text() == "one\n"
    tail.feed(b"o\n50%\r100%")
    tail.flush()
    assert (tmp_path / "output.log").read_text() == "one\ntwo\n"
    tail.close()
    assert (tmp_path / "output.log").read_text() == "one\ntwo\n100%\n"
    assert (tmp_path / "output.log").stat().st_mode & 0o777 == 0o600


def test_the_file_stays_below_a_mebibyte_and_says_what_it_skipped(tmp_path: Path) -> None:
    path = tmp_path / "output.log"
    tail = OutputTail(path)
    largest = 0
    for number in range(40):
        tail.feed(b"".join(b"%03d %05d of the output\n" % (number, line) for line in range(4000)))
        tail.flush()
        largest = max(largest, path.stat().st_size)
    assert 512 * 1024 < largest <= 1024 * 1024
    first, *rest = path.read_text().splitlines()
    assert first == "[1.9 MB of earlier output skipped]" or "MB of earlier output skipped" in first
    assert rest[-1] == "039 03999 of the output"
    numbers = [int(line[:3]) * 4000 + int(line[4:9]) for line in rest]
    assert numbers == list(range(numbers[0], 40 * 4000))


def test_a_file_that_cannot_be_written_costs_nothing_but_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    tail = OutputTail(folder / "output.log")
    tail.feed(b"one\n")
    tail.flush()
    assert tail.write_error == "No such file or directory"
    folder.mkdir()
    tail.feed(b"two\n")
    tail.flush()
    assert tail.write_error is None
    assert (folder / "output.log").read_text() == "one\ntwo\n"


def test_secrets_are_taken_out_before_anything_is_kept(tmp_path: Path) -> None:
    tail = OutputTail(tmp_path / "output.log")
    tail.feed(b"password=hun")
    tail.flush()
    tail.feed(b"ter2\nagain password=hunter2")
    assert tail.lines(5) == ["password=[redacted]", "again password=[redacted]"]
    tail.close()
    assert "hunter2" not in (tmp_path / "output.log").read_text()


def test_random_bytes_do_no_harm(tmp_path: Path) -> None:
    dice = random.Random(3)
    tail = OutputTail(tmp_path / "output.log")
    for _ in range(200):
        tail.feed(dice.randbytes(dice.randrange(5000)))
        tail.flush()
    tail.close()
    assert not set((tmp_path / "output.log").read_text()) & {"\x1b", "\x00", "\x9b"}


@pytest.mark.parametrize("piece", [1, 7, 40, 43, 55, 1000])
def test_a_private_key_is_hidden_wherever_it_is_cut(tmp_path: Path, piece: int) -> None:
    tail = OutputTail(tmp_path / "output.log")
    written = b"before\n" + KEY + b"between\n\n" + KEY + b"after\n"
    for begin in range(0, len(written), piece):
        tail.feed(written[begin : begin + piece])
        assert not any("MIIE" in line for line in tail.lines(100))
        tail.flush()
    tail.close()
    assert tail.lines(100) == ["before", "[redacted]", "between", "", "[redacted]", "after"]
    assert (tmp_path / "output.log").read_text().splitlines() == tail.lines(100)


def test_a_private_key_that_a_flood_cuts_in_two_is_hidden() -> None:
    tail = OutputTail()
    behind = b"after\n" * ((KEPT - len(KEY[38:])) // 6)
    tail.feed(b"before\n" * 1000 + KEY + behind)
    lines = tail.lines(10**6)
    assert tail.skipped_bytes > 7000 + 32
    assert lines == ["after"] * len(lines)
    assert len(lines) > 40_000


def test_a_private_key_that_never_ends_does_not_hide_everything() -> None:
    tail = OutputTail()
    for text in (KEY[:42], b"x" * 99 + b"\n", *[b"y" * 999 + b"\n"] * 20, b"seen\n"):
        tail.feed(text)
        tail.lines(1)
    assert tail.lines(1) == ["seen"]
    assert len(tail.lines(100)) < 10
