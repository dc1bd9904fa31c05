"""The requests of `gpuscope run` to the recorder."""

import argparse
from dataclasses import replace
from pathlib import Path

import pytest

from gpuscope.cli import parser, run
from gpuscope.cli.spec_flags import spec_from
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.recording.run_request import default_name
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.data import download
from gpuscope.workloads.steps.measured import BLOCK_S
from tests.recording.recorders import gpuscope


@pytest.mark.parametrize(("given", "name"), [("  ", "true --yes"), ("", "true --yes"), (" big batch ", "big batch")])
def test_a_name_without_letters_is_none(gpuscope_home: object, given: str, name: str) -> None:
    flags = argparse.ArgumentParser()
    flags.set_defaults(store=None, json=True)
    run.add_arguments(flags)
    arguments = flags.parse_args(["--name", given])
    arguments.command = ["true", "--yes"]
    assert run._request(arguments, 0).name == name


@pytest.mark.parametrize(
    ("words", "fetched"), [(["cifar-cnn", "--data", "download"], ["CIFAR-10"]), (["mnist-mlp", "--data", "synthetic"], [])]
)
def test_a_yes_fetches_what_the_workload_takes(monkeypatch: pytest.MonkeyPatch, words: list[str], fetched: list[str]) -> None:
    flags = argparse.ArgumentParser()
    run.add_arguments(flags)
    asked: list[str] = []
    monkeypatch.setattr(download, "download", lambda name, say: asked.append(name))
    run._download(spec_from(flags.parse_args([*words, "--yes"])))
    assert asked == fetched


def test_synthetic_data_are_told_in_the_name() -> None:
    assert default_name(RunSpec(COMMAND, command=("/bin/sh", "-c", "exit 7"))) == "sh -c 'exit 7'"
    assert default_name(RunSpec("cifar-cnn", data="synthetic")) == "cifar-cnn cpu fp32 synthetic data"


def test_a_long_command_is_cut_off_visibly_in_the_name() -> None:
    assert default_name(RunSpec(COMMAND, command=("echo", "x" * 115))) == f"echo {'x' * 115}"
    assert default_name(RunSpec(COMMAND, command=("echo", "x" * 116))) == f"echo {'x' * 114}…"


def test_a_number_format_that_is_emulated_is_warned_of_and_not_refused(
    gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    known = replace(Capabilities.load(), cpu_flags=("sse2", "avx512f"))
    monkeypatch.setattr(Capabilities, "load", classmethod(lambda _: known))
    run._workload(RunSpec("mnist-mlp", precision="bf16"), 0.0, f"sqlite:///{gpuscope_home / 'gpuscope.sqlite'}", warns=True)
    assert "BF16 is emulated on this processor (no AVX512-BF16, no AMX): expect it" in capfd.readouterr().err
    run._workload(RunSpec("mnist-mlp"), 0.0, f"sqlite:///{gpuscope_home / 'gpuscope.sqlite'}", warns=True)
    assert capfd.readouterr().err == ""


@pytest.mark.serial
def test_a_run_of_a_duration_measures_for_so_long() -> None:
    done = gpuscope("run", "mnist-mlp", "--duration", "2s", "--warmup-steps", "5", "--threads", "1", "--json")
    assert done.code == 0, done.err
    document = done.document
    assert document["duration_s"] == pytest.approx(2.0, abs=BLOCK_S)
    assert document["spec"]["duration_s"] == 2.0
    assert document["spec"]["steps"] is None
    assert document["samples"] == document["steps"] * 64 > 0


@pytest.mark.parametrize("words", [("--duration=0",), ("--duration=-1",), ("--duration=soon",), ("--duration=2s", "--steps=5")])
def test_a_duration_that_cannot_be_ends_with_2(gpuscope_home: Path, words: tuple[str, ...], capfd: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["run", "mnist-mlp", *words]) == 2
    assert "uration" in capfd.readouterr().err


def test_a_command_runs_where_and_as_it_is_told_and_no_secret_is_kept(gpuscope_home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "there"
    folder.mkdir()
    script = 'pwd; echo "$A $HF_TOKEN"'
    done = gpuscope("run", "--json", "--folder", str(folder), "--env", "A=two words", "--env", "HF_TOKEN=hunter2", "--", "sh", "-c", script)
    assert done.code == 0, done.err
    assert str(folder) in done.err
    assert "two words hunter2" in done.err
    kept = gpuscope("show", done.document["run_id"], "--json").document
    assert kept["spec"]["options"]["variables"] == "'A=two words' 'HF_TOKEN=[redacted]'"
    assert kept["environment"]["working_folder"] == str(folder)
    assert "hunter2" not in str(kept["spec"]) + str(kept["environment"])


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--folder", "/no/such/folder", "--", "true"], "there is no folder /no/such/folder"),
        (["--env", "A", "--", "true"], "is not NAME=VALUE"),
        (["--env", "A=1", "mnist-mlp"], "--env is for a command"),
        (["--folder", "/", "mnist-mlp"], "--folder is for a command"),
    ],
)
def test_a_folder_or_a_variable_that_cannot_be_is_refused(gpuscope_home: Path, flags: list[str], words: str) -> None:
    done = gpuscope("run", *flags)
    assert done.code == 2
    assert words in done.err
