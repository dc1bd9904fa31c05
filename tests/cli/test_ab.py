"""What ``gpuscope ab`` says, for real."""

import json
from pathlib import Path

import pytest

from gpuscope.cli import parser
from tests.cli.stored_runs import url

TINY = ["gemm", "--set", "size=8", "--steps", "2", "--warmup-steps", "0"]


def ab(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = parser.main(["ab", *arguments, "--store", url()])
    return code, *capfd.readouterr()


def test_variants_run_in_turns_and_are_compared(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    csv = tmp_path / "ab.csv"
    code, out, err = ab(capfd, *TINY, "--vary", "batch-size=1,2", "--repeats", "2", "--json", "-o", str(csv))
    assert code == 0, err
    document = json.loads(out)
    assert [(group["name"], group["n"]) for group in document["groups"]] == [("batch size 1", 2), ("batch size 2", 2)]
    assert [line.rpartition(": ")[2] for line in err.splitlines() if ": repeat " in line] == [
        "batch size 1", "batch size 2", "batch size 2", "batch size 1",
    ]  # fmt: skip
    assert "throughput" in csv.read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "nothing varies"),
        (("--vary", "precision=fp32,fp8"), "'fp8' is not known"),
        (("--vary", "device=cpu,cuda:0"), "cuda:0"),
        (("--vary", "batch-size=1,2", "--repeats", "0"), "--repeats 0"),
        (("--vary", "batch-size=1,2", "--until", "much"), "no share"),
        (("--vary", "batch-size=1,2", "-o", "a.txt"), "a.txt"),
    ],
)
def test_what_cannot_be_is_refused_before_any_run(
    arguments: tuple[str, ...], words: str, gpuscope_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code, out, err = ab(capfd, *TINY, *arguments)
    assert code in (2, 3)
    assert out == ""
    assert words in err
    assert "repeat 1" not in err
