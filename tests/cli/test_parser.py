"""Arguments, errors and exit codes: one or two lines each, never a traceback."""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from gpuscope import __version__
from gpuscope.cli import parser
from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.recording.ab_variants import WARMUP_LIMIT_S
from gpuscope.system import language

ROOT = Path(__file__).parents[2]


class Verb(ModuleType):
    """A verb made for the test; it keeps its arguments and raises the given error."""

    HELP = "a verb of the test"

    def __init__(self, error: BaseException | None = None) -> None:
        super().__init__("verb")
        self.seen: dict[str, object] = {}
        self.error = error

    def add_arguments(self, adder: object) -> None:
        adder.add_argument("--count", type=int, choices=(1, 2))  # type: ignore[attr-defined]
        adder.set_defaults(command=[])  # type: ignore[attr-defined]

    def run(self, arguments: object) -> int:
        self.seen = vars(arguments)
        if self.error is not None:
            raise self.error
        return 7


@pytest.fixture
def verb(monkeypatch: pytest.MonkeyPatch) -> Verb:
    made = Verb()
    for name in ("run", "runs"):
        monkeypatch.setitem(sys.modules, f"gpuscope.cli.{name}", made)
    return made


def told(capsys: pytest.CaptureFixture[str], argv: Sequence[str]) -> tuple[int, str, list[str]]:
    code = parser.main(argv)
    out, err = capsys.readouterr()
    return code, out, err.splitlines()


@pytest.mark.parametrize(
    "argv",
    [
        ["--store", "sqlite:///x", "--json", "runs"],
        ["runs", "--json", "--store", "sqlite:///x"],
        ["--json", "runs", "--store=sqlite:///x"],
        ["--store=sqlite:///x", "runs", "--json"],
        ["--store", "sqlite:///x", "runs", "--json"],
    ],
)
def test_store_and_json_stand_before_or_behind_the_verb(verb: Verb, argv: list[str]) -> None:
    assert parser.main(argv) == 7
    assert (verb.seen["json"], verb.seen["store"]) == (True, "sqlite:///x")


def test_a_store_named_like_a_verb_is_no_verb(verb: Verb) -> None:
    assert parser.main(["--store", "run", "runs"]) == 7
    assert verb.seen["store"] == "run"


def test_a_command_behind_two_dashes_is_not_looked_into(verb: Verb) -> None:
    assert parser.main(["run", "--count", "1", "--", "train", "--json", "--", "-x", "--count", "9"]) == 7
    assert verb.seen["command"] == ["--", "train", "--json", "--", "-x", "--count", "9"]
    assert (verb.seen["json"], verb.seen["count"]) == (False, 1)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["runz"], "no verb 'runz'"),
        (["--jsno"], "'--jsno' is not known"),
        (["--jsno", "runs"], "'--jsno' is not known"),
        (["runs", "--cuont", "1"], "unrecognized arguments: --cuont 1"),
        (["runs", "--cou", "1"], "unrecognized"),
        (["runs", "--count", "x"], "invalid int value: 'x'"),
        (["runs", "--count", "3"], "invalid choice: 3"),
        (["runs", "--count"], "expected one argument"),
        (["runs", "extra"], "unrecognized"),
        (["--store"], "expected one argument"),
        ([""], "no verb ''"),
    ],
)
def test_wrong_arguments_are_told_in_two_lines_and_end_with_2(
    verb: Verb, capsys: pytest.CaptureFixture[str], argv: list[str], words: str
) -> None:
    code, out, err = told(capsys, argv)
    assert (code, out) == (2, "")
    assert len(err) == 2
    assert err[0].startswith("gpuscope: ")
    assert words in err[0]
    assert "--help" in err[1]


def test_a_verb_that_was_nearly_right_is_offered(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Did you mean 'compare' or 'capture'?" in told(capsys, ["comapre"])[2][1]


@pytest.mark.parametrize(("error", "code"), [(GpuscopeError, 1), (UsageError, 2), (UnavailableError, 3)])
def test_known_trouble_is_told_with_its_cure_and_its_code(
    verb: Verb, capsys: pytest.CaptureFixture[str], error: type[GpuscopeError], code: int
) -> None:
    verb.error = error("it broke", "mend it")
    assert told(capsys, ["runs"]) == (code, "", ["gpuscope: it broke", "mend it"])
    verb.error = error("it broke")
    assert told(capsys, ["runs"]) == (code, "", ["gpuscope: it broke"])


def test_a_bug_is_told_as_one_and_its_traceback_is_in_the_log_without_secrets(
    verb: Verb, capsys: pytest.CaptureFixture[str], gpuscope_home: Path
) -> None:
    verb.error = ZeroDivisionError("of https://me:letmein@host/db")
    code, out, err = told(capsys, ["runs"])
    assert (code, out) == (1, "")
    assert "this is a bug of gpuscope: ZeroDivisionError" in err[0]
    assert err[1] == f"Please report it; the traceback is in {gpuscope_home / 'gpuscope.log'}."
    log = (gpuscope_home / "gpuscope.log").read_text()
    assert "Traceback" in log
    assert "letmein" not in log
    assert (gpuscope_home / "gpuscope.log").stat().st_mode & 0o077 == 0


def test_a_log_that_cannot_be_written_hides_no_bug(verb: Verb, capsys: pytest.CaptureFixture[str], gpuscope_home: Path) -> None:
    gpuscope_home.write_text("a file where the folder should be")
    verb.error = ZeroDivisionError("oh")
    assert "the log cannot be written" in told(capsys, ["runs"])[2][1]


def test_a_lack_of_memory_is_told_plainly_and_its_traceback_is_in_the_log(
    verb: Verb, capsys: pytest.CaptureFixture[str], gpuscope_home: Path
) -> None:
    verb.error = MemoryError("Unable to allocate 8.00 EiB for an array")  # may be a bug, or a damaged file
    code, out, err = told(capsys, ["runs"])
    assert (code, out, err[0]) == (3, "", "gpuscope: there is not enough memory for gpuscope itself")
    log = gpuscope_home / "gpuscope.log"
    assert err[1:] == [f"Close other programs, or raise the limit on memory. The traceback is in {log}."]
    assert "8.00 EiB" in log.read_text()


@pytest.mark.parametrize("argv", [["compare", "a", "b"], ["export", "a"], ["profile", "a"], ["demo"]])
def test_a_second_file_to_write_does_not_silently_replace_the_first(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, (problem, hint) = told(capsys, [*argv, "-o", "a.pdf", "--output=b.html"])
    assert (code, out) == (2, "")
    assert "--output is given twice: a.pdf and b.html" in problem
    assert "call it once for each" in hint


def test_ctrl_c_ends_with_130(verb: Verb, capsys: pytest.CaptureFixture[str]) -> None:
    verb.error = KeyboardInterrupt()
    assert told(capsys, ["runs"]) == (130, "", [])


@pytest.mark.parametrize("name", ["\x1b[2Jx", "a\udcffb", "a\nb\rc", "\u202etxt", "x" * 100_000])
def test_no_name_reaches_the_terminal_raw(verb: Verb, capsys: pytest.CaptureFixture[str], name: str) -> None:
    for argv in (["runs", f"--{name}"], [name], ["--store"]):
        verb.error = UsageError(f"{name} is wrong", name)
        _, _, err = told(capsys, argv)
        assert len(err) <= 2
        assert all(line.isprintable() and len(line) < 2100 for line in err)
    assert told(capsys, ["runs"])[2][0].isprintable()


def test_help_names_every_verb_and_version_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, ["--help"])
    assert code == 0
    assert all(f"  {name} " in out for name, _ in parser.VERBS)
    assert told(capsys, ["--version"]) == (0, f"gpuscope {__version__}\n", [])


@pytest.mark.parametrize("name", [name for name, _ in parser.VERBS])
def test_every_verb_has_a_module_that_tells_what_it_takes(capsys: pytest.CaptureFixture[str], name: str) -> None:
    for argv in ([name, "--help"], ["--help", name]):
        code, out, err = told(capsys, argv)
        assert (code, err) == (0, [])
        assert "--json" in out
        assert "--store" in out


@pytest.mark.parametrize("name", [name for name, _ in parser.VERBS])
def test_the_help_of_every_argument_is_in_chinese(name: str) -> None:
    adder = argparse.ArgumentParser()
    language.use("zh_CN")
    try:
        parser._module(name).add_arguments(adder)
        helps = [action.help for action in adder._actions[1:] if action.help and action.help is not argparse.SUPPRESS]
        assert [text for text in helps if not re.search("[\u4e00-\u9fff]", language.composed(text))] == []
    finally:
        language.use(language.ENGLISH)


def test_the_default_of_the_warm_up_limit_is_told_for_each_verb_and_not_contradicted(capsys: pytest.CaptureFixture[str]) -> None:
    assert parser.main(["ab", "--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"Default: 0 s; for 'gpuscope ab' {WARMUP_LIMIT_S:g} s, for a thorough ladder 20 s." in told
    assert "(default 0.0)" not in told
    assert "(default 500)" in told  # --steps, whose text names no default


def test_without_a_verb_the_window_is_opened_with_its_options() -> None:
    opened: list[argparse.Namespace] = []

    def open_window(arguments: argparse.Namespace) -> int:
        opened.append(arguments)
        return 7

    assert parser.main(["--page", "runs", "--store", "sqlite:////x.sqlite", "--theme", "dark"], open_window) == 7
    assert (opened[0].page, opened[0].store, opened[0].theme, opened[0].picture) == ("runs", "sqlite:////x.sqlite", "dark", None)


def test_an_option_of_the_window_does_not_go_with_a_verb(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = told(capsys, ["--page", "runs", "show", "last"])
    assert code == 2
    assert "--page" in err[0]


def gpuscope(*argv: str, **more: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "gpuscope", *argv]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60, **more)  # type: ignore[call-overload]


def test_help_imports_next_to_nothing() -> None:
    code = "import sys; from gpuscope.cli.parser import main; main(['--help']); print(chr(10).join(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "sqlalchemy", "torch", "psutil", "dataclasses", "inspect"} & set(found)


def test_a_reader_that_leaves_causes_no_noise() -> None:
    read, write = os.pipe()
    os.close(read)
    found = subprocess.run([sys.executable, "-m", "gpuscope", "--help"], cwd=ROOT, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (found.returncode, found.stderr) == (141, b"")


def test_closed_streams_and_a_poor_terminal_are_survived() -> None:
    shell = 'exec "$0" -m gpuscope workloads'
    closed = subprocess.run(["sh", "-c", f"{shell} >&- 2>&-", sys.executable], cwd=ROOT, check=False)
    assert closed.returncode == 0
    poor = gpuscope("workloads", env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert (poor.returncode, poor.stderr) == (0, "")


def test_json_is_one_document_of_ascii() -> None:
    found = gpuscope("workloads", "--json")
    document = json.loads(found.stdout)
    assert set(document) == {"workloads", "optimizations", "engines"}
    assert {"key", "title", "tasks", "available", "reason"} <= set(document["workloads"][0])
    assert found.stdout.isascii()
    assert found.stderr == ""


def test_help_in_chinese_leaves_no_english_and_no_latin_punctuation() -> None:
    language.use("zh_CN")
    try:
        lines = parser._help_text().splitlines()
    finally:
        language.use(language.ENGLISH)
    assert "，或 LANG" in lines[next(at for at, line in enumerate(lines) if "--lang" in line) + 1]
    assert not [line for line in lines if line.endswith((":", ";", "."))]


@pytest.mark.parametrize(
    ("word", "verb"),
    [("health", "doctor"), ("list", "runs"), ("ls", "runs"), ("diff", "compare"), ("rm", "delete"), ("train", "run"), ("watch", "monitor"),
     ("continue", "resume"), ("gui", "open"), ("tag", "edit"), ("status", "plans"), ("Health", "doctor")],
)  # fmt: skip
def test_a_word_of_the_window_or_of_other_tools_leads_to_the_verb(word: str, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, lines = told(capsys, [word])
    assert code == 2
    assert lines[1].strip().startswith(f"Did you mean '{verb}'")


@pytest.mark.parametrize(
    ("argv", "hint"),
    [
        (["rum"], "你是指“run”还是“resume”？“gpuscope --help”列出所有子命令。"),
        (["runs", "--limt"], "你是指“--limit”吗？“gpuscope runs --help”列出其参数。"),
        (["workloads", "mnist-mpl"], "你是指“mnist-mlp”吗？“gpuscope workloads”列出全部。"),
    ],
)
def test_a_mistyped_word_gets_its_hint_in_chinese(
    argv: list[str], hint: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    try:
        assert told(capsys, argv)[2][1] == hint
    finally:
        language.use(language.ENGLISH)


def test_other_names_are_no_verbs_and_lead_to_some() -> None:
    verbs = {name for name, _ in parser.VERBS}
    assert not verbs & set(parser.OTHER_NAMES)
    assert set(parser.OTHER_NAMES.values()) <= verbs


def test_settings_are_in_the_window(capsys: pytest.CaptureFixture[str]) -> None:
    assert "'gpuscope --page settings'" in told(capsys, ["settings"])[2][1]


@pytest.mark.parametrize("name", ["ladder", "sweep"])
def test_a_verb_that_takes_no_command_lists_no_flag_for_one(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert "for a command" in told(capsys, ["run", "--help"])[1]
    assert "for a command" not in told(capsys, [name, "--help"])[1]


def test_the_list_of_verbs_fits_100_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert [line for line in told(capsys, ["--help"])[1].splitlines() if len(line) > 100] == []


@pytest.mark.parametrize("program", ["train.py", "./job.sh", "/usr/bin/true", "scripts/train.py"])
def test_a_program_in_place_of_a_workload_gets_the_line_that_records_it(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, lines = told(capsys, ["run", program])
    interpreter = "python3 " if program.endswith(".py") else ""
    assert code == 2
    assert lines == [f"gpuscope: workload {program!r} is not known", f"A program comes after --: gpuscope run -- {interpreter}{program}"]


def test_usage_says_what_is_required_and_defaults_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "gpuscope mark RUN TEXT [options]\n" in told(capsys, ["mark", "--help"])[1]
    assert "runs per rung (default 1)" in told(capsys, ["demo", "--help"])[1]
