import json
import re
from dataclasses import replace

import pytest

from gpuscope.cli import parser, workload_tables
from gpuscope.reports.text import render
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.catalog import TORCH_CURE
from gpuscope.workloads.engines.registry import ENGINES
from gpuscope.workloads.listing import listing
from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS
from gpuscope.workloads.workload_table import WORKLOADS
from tests.workloads.test_catalog import TWO_GPUS

CPU_ONLY = Capabilities("2.13.0", (), "no NVIDIA driver is loaded on this machine", 2**62, complete=True)


def test_what_can_be_run_is_listed_and_what_not_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["workloads", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {kind: [one["key"] for one in entries] for kind, entries in document.items()} == {
        "workloads": list(WORKLOADS),
        "optimizations": list(OPTIMIZATIONS),
        "engines": list(ENGINES),
    }
    for one in (one for entries in document.values() for one in entries):
        assert one["title"]
        assert one["help"]
        assert one["available"] or (one["reason"] and one["cure"])
    for arguments in (["workloads"], ["workloads", "--all"]):
        assert parser.main(arguments) == 0
        out = capsys.readouterr().out
        assert "tf32 on cpu: only NVIDIA GPUs" in out
        assert "gpuscope run -- COMMAND" in out
    assert all(one["title"] in out for one in document["workloads"] if one["available"])  # the full list describes each of them


@pytest.mark.parametrize("columns", [100, 120])
@pytest.mark.parametrize("here", [CPU_ONLY, replace(CPU_ONLY, cpu_flags=("sse2",)), replace(TWO_GPUS, memory_bytes=2**62)])
def test_the_first_screen_names_everything_in_thirty_lines(here: Capabilities, columns: int) -> None:
    found = listing(here)
    shown = render(workload_tables.summary(found), columns)
    assert len(shown.splitlines()) <= 30
    assert max(map(len, shown.splitlines())) <= columns
    names = set(re.findall(r"[a-z0-9][a-z0-9-]*", shown))
    assert {one["key"] for entries in found.values() for one in entries} <= names
    whole = " ".join(shown.split())
    for one in (one for entries in found.values() for one in entries if not one["available"]):
        assert one["reason"].removeprefix(f"{one['key']} ") in whole
    assert ("BF16 is emulated on this processor" in whole) is (here.cpu_flags == ("sse2",))


def test_without_torch_the_first_screen_tells_how_to_get_it() -> None:
    shown = render(workload_tables.summary(listing(replace(CPU_ONLY, torch_version=None))), 120)
    assert "torch is not installed" in shown
    assert f"{TORCH_CURE}\n" in shown
    assert "gpuscope run WORKLOAD" not in shown
    assert "gpuscope setup" not in render(workload_tables.summary(listing(CPU_ONLY)), 120)


def test_what_fits_a_workload_is_told_and_why_the_rest_does_not() -> None:
    by_key = {one["key"]: one for one in listing(CPU_ONLY)["workloads"]}
    training = next(place for place in by_key["mnist-mlp"]["fits"] if place["task"] == "training")
    assert "eager" in training["engines"]
    assert training["why_not"]["channels-last"] == "channels-last does not fit mnist-mlp: its samples have no channels"
    assert "channels-last" in by_key["cifar-cnn"]["fits"][0]["optimizations"]
    (kernel,) = by_key["gemm"]["fits"]
    assert (kernel["device"], kernel["task"]) == ("cpu", "")
    assert kernel["why_not"]["compile"] == "compile has no meaning for gemm: it is for training and inference"


@pytest.mark.parametrize("key", ["cifar-cnn", "channels-last", "eager"])
def test_one_entry_is_told_whole(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["workloads", key]) == 0
    out = capsys.readouterr().out
    entry = next(one for entries in listing(CPU_ONLY).values() for one in entries if one["key"] == key)
    assert out.startswith(f"{key}: {entry['title']}")
    assert entry["help"] in out
    assert parser.main(["workloads", key, "--json"]) == 0
    assert [one["key"] for entries in json.loads(capsys.readouterr().out).values() for one in entries] == [key]


def test_an_entry_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["workloads", "llm-1t"]) == 2
    assert "lists them all" in capsys.readouterr().err


@pytest.mark.parametrize("columns", [80, 120])
def test_the_list_fits_a_terminal(columns: int) -> None:
    found = listing(CPU_ONLY)
    reports = [workload_tables.overview(found), *workload_tables.details(found)]
    lines = [line for report in reports for line in render(report, columns).splitlines()]
    assert max(map(len, lines)) <= columns
    assert not [line for line in lines if line.endswith("…") and not line.endswith("=…")]


def test_a_number_format_that_is_emulated_is_told() -> None:
    found = listing(replace(CPU_ONLY, cpu_flags=("sse2", "avx512f")))
    one = {kind: [one for one in entries if one["key"] == "mnist-mlp"] for kind, entries in found.items()}
    for reports in ([workload_tables.overview(found)], workload_tables.details(one)):
        shown = " ".join("\n".join(render(report, 200) for report in reports).split())
        assert "BF16 is emulated on this processor (no AVX512-BF16, no AMX)" in shown
