"""``gpuscope race``: the result in words and as a document, the film, and errors reported before any work."""

import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.cli import parser
from tests.gui import shown_runs

THREE = ("10abab", "20abab", "30abab")


@pytest.fixture(autouse=True)
def runs(gpuscope_home: Path) -> None:
    shown_runs.fill(platform.node())


def test_the_race_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["race", *THREE[:2], f"half={THREE[2]}"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[0] == "First to 250\u202f880 samples:"
    assert [line.split(":")[0].strip() for line in lines[1:4]] == ["half", "CNN, TF32", "CNN, FP32"]
    whole, to_the_line = "1.81\u00a0×", "1.78\u00a0×"  # 7460 samples/s beside 4192 would not be 1.81
    faster = f"half is {whole} faster than CNN, FP32 over the whole run (up to the line: {to_the_line})"
    assert f"{faster} and used {whole} less energy per sample." in lines


def test_the_document_has_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["race", *THREE, "--json", "--same-time"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["goal"], [lane["place"] for lane in document["lanes"]]) == ("time", [3, 2, 1])
    assert [lane["energy_j"] for lane in document["lanes"]] == pytest.approx([513 * document["line"]] * 3, rel=1e-3)
    assert document["lanes"][0]["simulated"] == shown_runs.DRAWN
    assert document["output"] is None


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["10abab"], 2, "a race needs two runs"),
        (["10abab", "10abab"], 2, "is named twice"),
        (["10abab", "nonsense"], 2, "nonsense"),
        (["a=10abab", "a=20abab"], 2, "two lanes share a name"),
        ([*THREE, "--speed", "0"], 2, "--speed must be a number above 0"),
        ([*THREE, "--speed", "nan"], 2, "--speed must be a number above 0"),
        ([*THREE, "--samples", "0"], 2, "--samples must be at least 1"),
        ([*THREE, "--samples", "9" * 400], 2, "--samples is larger than the number that any run has"),
        ([*THREE, "--samples", "9", "--same-time"], 2, "not allowed with"),
        ([*THREE, "-o", "race.avi"], 2, "has no known file ending"),
        ([*THREE, "-o", "no/such/race.gif"], 2, "there is no folder"),
        ([*THREE, "-o", "race.gif"], 3, "nothing can be drawn here"),
    ],
)
def test_trouble_is_told(arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["race", *arguments]) == code
    assert words in capsys.readouterr().err


def test_no_ffmpeg_no_video(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert parser.main(["race", *THREE, "-o", str(tmp_path / "race.webm")]) == 3
    assert "apt-get install ffmpeg" in capsys.readouterr().err


def gpuscope(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "gpuscope", *arguments], capture_output=True, text=True, check=False, timeout=100)


def test_a_film_is_drawn_without_a_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    target = tmp_path / "race.gif"
    done = gpuscope("race", *THREE, "-o", str(target), "--speed", "50", "--size", "640x360", "--theme", "light", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert (document["output"], document["bytes"], document["speed"]) == (str(target), target.stat().st_size, 50)
    assert target.read_bytes()[:10] == b"GIF89a\x80\x02\x68\x01"
    done = gpuscope("race", *THREE, "-o", str(target), "--speed", "0.001")
    assert (done.returncode, "would last" in done.stderr) == (2, True)
    done = gpuscope("race", *THREE, "-o", str(target), "--size", "10x10")
    assert (done.returncode, "out of range" in done.stderr) == (2, True)
    assert target.stat().st_size == document["bytes"]


def test_where_qt_cannot_start_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import sys; from gpuscope.system import screen; screen.missing_libraries = lambda _: {'libEGL.so.1': 'libegl1'};"
        " sys.argv = ['gpuscope', *sys.argv[1:]]; from gpuscope.__main__ import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "race", *THREE, "-o", str(tmp_path / "race.gif")],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert (done.returncode, "libegl1" in done.stderr) == (3, True)
    assert not (tmp_path / "race.gif").exists()
