"""What ``gpuscope ab`` says, for real."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from gpuscope.cli import ab as verb
from gpuscope.cli import parser
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.variants import Variant
from gpuscope.workloads.capabilities import Capabilities
from tests.cli.stored_runs import url

TINY = ["gemm", "--set", "size=8", "--steps", "2", "--warmup-steps", "0", "--warmup-limit", "0"]


def run_ab(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = parser.main(["ab", *arguments, "--store", url()])
    return code, *capfd.readouterr()


def test_variants_run_in_turns_and_are_compared(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    csv = tmp_path / "ab.csv"
    code, out, err = run_ab(capfd, *TINY, "--vary", "batch-size=1,2", "--repeats", "2", "--json", "-o", str(csv))
    assert code == 0, err
    document = json.loads(out)
    assert [(group["name"], group["n"]) for group in document["groups"]] == [("batch size 1", 2), ("batch size 2", 2)]
    assert [line.rpartition(": ")[2] for line in err.splitlines() if ": repeat " in line] == [
        "batch size 1", "batch size 2", "batch size 2", "batch size 1",
    ]  # fmt: skip
    assert "throughput" in csv.read_text()
    assert "each warms up for its warm-up steps alone" in err
    assert err.index("2 repeats will show differences above") < err.index("repeat 1 of 2")


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
    code, out, err = run_ab(capfd, *TINY, *arguments)
    assert code in (2, 3)
    assert out == ""
    assert words in err
    assert "repeat 1" not in err


@pytest.mark.parametrize(
    ("specs", "limits_s"),
    [
        ((RunSpec("gemm"), RunSpec("gemm", precision="bf16")), (60, 60)),
        ((RunSpec("gemm", warmup_limit_s=5), RunSpec("gemm", warmup_limit_s=9)), (5, 9)),
        ((RunSpec("mnist-mlp"), RunSpec("mnist-mlp", optimize="ddp", ranks=2)), (0, 0)),
    ],
)
def test_variants_warm_up_until_they_are_steady_unless_one_says_how_long_or_cannot(
    specs: tuple[RunSpec, ...], limits_s: tuple[float, ...]
) -> None:
    assert tuple(one.spec.warmup_limit_s for one in verb._steady([Variant(str(spec), spec) for spec in specs])) == limits_s


def test_a_variant_whose_number_format_is_emulated_is_warned_of_before_any_run(
    gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    known = replace(Capabilities.load(), cpu_flags=("sse2", "avx512f"))
    monkeypatch.setattr(Capabilities, "load", classmethod(lambda _: known))
    code, _, err = run_ab(capfd, *TINY, "--vary", "precision=fp32,bf16", "--repeats", "1")
    assert code == 0, err
    assert err.count("BF16 is emulated on this processor") == 1
    assert err.index("BF16 is emulated on this processor") < err.index("repeat 1 of 1")
