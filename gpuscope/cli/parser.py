"""Arguments, errors and exit codes of ``gpuscope``.

Only the module of the requested verb is imported, so ``gpuscope --help`` costs little more than Python itself.
"""

import argparse
import contextlib
import errno
import importlib
import keyword
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from gpuscope.cli import console
from gpuscope.core.errors import GpuscopeError, UsageError, did_you_mean, refusal_by_system
from gpuscope.system import language
from gpuscope.system.imports import without_collections
from gpuscope.system.language import composed, translated

VERBS: tuple[tuple[str, str], ...] = (
    ("run", "run a workload, or any command after --, and record it"),
    ("attach", "record a running process and its children, or the machine"),
    ("ab", "run variants of a workload interleaved, and report measurable differences"),
    ("ladder", "add optimizations one after another, and show what each gains here"),
    ("sweep", "run a workload over ranges of one or two settings: knee, Pareto front, limit of memory"),
    ("demo", "measure what optimizations gain on this machine in two minutes; write a CSV and a PDF"),
    ("runs", "list the stored runs"),
    ("show", "show a run: result, figures, gaps"),
    ("compare", "set runs side by side"),
    ("race", "replay runs side by side on one clock; as a GIF, or as a video if ffmpeg is installed"),
    ("profile", "show what a profiler's trace holds: where the device's time went, operators, kernels"),
    ("export", "write runs as a bundle, one run's recording as CSV or JSON, or results of runs as CSV"),
    ("import", "import run bundles, and recordings of nvidia-smi, CodeCarbon and MLflow"),
    ("edit", "name, tag or annotate a run"),
    ("delete", "delete runs or plans"),
    ("plans", "list plans (ladders, sweeps, A/Bs, chains, queues), or the runs of one"),
    ("resume", "continue a plan that was stopped or interrupted"),
    ("stop", "stop a live run or a plan cleanly"),
    ("mark", "add a mark to a live run"),
    ("capture", "profile the next steps of a live run"),
    ("monitor", "watch the machine without recording a run"),
    ("devices", "list what can be measured here, from which source, and how to fix the rest"),
    ("workloads", "list what can be run here, and why the rest cannot"),
    ("pretrain", "train the models that compressions and engines use, once"),
    ("open", "open the window, or use the one that is open; given a bundle, show its runs"),
    ("setup", "show the PyTorch that workloads use; choose another Python's, or install it"),
    ("doctor", "check store, folders, sensors and gpuscope's own cost"),
)
"""Verbs and their purposes, as listed by ``--help``."""

OTHER_NAMES = {
    **dict.fromkeys(("health", "check", "diagnose"), "doctor"),
    **dict.fromkeys(("record", "start", "train", "exec", "benchmark", "bench"), "run"),
    **dict.fromkeys(("list", "ls", "history"), "runs"),
    **dict.fromkeys(("result", "results", "log", "logs", "view", "info"), "show"),
    **dict.fromkeys(("diff", "versus", "vs", "pdf", "report"), "compare"),
    **dict.fromkeys(("rm", "remove", "del"), "delete"),
    **dict.fromkeys(("rename", "name", "tag", "note", "annotate"), "edit"),
    **dict.fromkeys(("watch", "top", "live", "machine"), "monitor"),
    **dict.fromkeys(("gpu", "gpus", "sensors"), "devices"),
    **dict.fromkeys(("models", "optimizations"), "workloads"),
    **dict.fromkeys(("vary", "ab-test", "variants", "repeat"), "ab"),
    **dict.fromkeys(("status", "queue", "jobs"), "plans"),
    **dict.fromkeys(("continue", "restart"), "resume"),
    **dict.fromkeys(("kill", "cancel", "abort"), "stop"),
    **dict.fromkeys(("gui", "window", "ui"), "open"),
    **dict.fromkeys(("install", "torch", "pytorch"), "setup"),
    **dict.fromkeys(("csv", "save"), "export"),
    **dict.fromkeys(("trace", "profiler"), "profile"),
}
"""Verbs to suggest for words that users are likely to try: the window's titles, and the verbs of similar tools."""

OpenWindow = Callable[[argparse.Namespace], int]
_WITH_COMMAND = ("run", "ab", "ladder", "sweep")
"""Verbs that accept a command after ``--``, or parse it to refuse it with a clear message."""
_WINDOW_OPTIONS = ("--page", "--items", "--picture", "--size", "--theme", "--lang")
_LISTED = "'gpuscope --help' lists the verbs."
_UNRECOGNIZED = "unrecognized arguments: "
"""Beginning of argparse's message about arguments that a verb does not have."""
_OUTPUT_TROUBLE = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EDQUOT, errno.EFBIG)
_OPTIONS: tuple[tuple[str, str], ...] = (
    ("--json", "print one JSON document on standard output and nothing else"),
    ("--store URL", "the store, as an SQLAlchemy URL (sqlite:////folder/gpuscope.sqlite)"),
    ("--version", "the version"),
    ("--help", "this text; after a verb, its options"),
)
_OF_WINDOW: tuple[tuple[str, str], ...] = (
    ("--page NAME", "run, ladder, sweep, runs, compare, race, profile, machine, help, health or settings"),
    ("--items RUN,…", "runs, the plan of a ladder, or trace files to show on the page"),
    ("--lang en|zh_CN", "the language of the window; without it the last choice, or that of LANG"),
    ("--picture FILE.png --size 1280x800 --theme dark|light", "draw that page into a file, without a screen"),
)
_CODES: tuple[tuple[str, str], ...] = (
    ("0", "no error"),
    ("1", "a workload or a comparison (--fail-if) failed"),
    ("2", "wrong arguments"),
    ("3", "not usable here"),
    ("130", "stopped by request"),
)
_OWN_CODE = "'run -- COMMAND' ends with the command's own code"


def main(argv: Sequence[str], open_window: OpenWindow | None = None, imported: Callable[[], None] = lambda: None) -> int:
    """Run one command line and return its exit code; expected errors are reported in one or two lines on standard error.

    Args:
        argv: The arguments after ``gpuscope``.
        open_window: Opens the window, for a command line without a verb and for verbs that need it; returns the exit code.
        imported: Called when the verb has been imported, before it runs.
    """
    console.make_robust()
    language.use(language.wanted(os.environ))
    try:
        code = _run(argv, open_window, imported)
        sys.stdout.flush()
    except GpuscopeError as error:
        return _print_error(error)
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        return _reader_gone()
    except OSError as error:
        if error.filename is not None or error.errno not in _OUTPUT_TROUBLE:
            return _bug(error)
        return _output_refused(error)
    except SystemExit as leave:  # argparse after --help
        return _flushed(leave.code if isinstance(leave.code, int) else 0)
    except Exception as error:  # noqa: BLE001 - the last line of defence: everything unknown is a bug, reported as one
        return _bug(error)
    return code


def _run(argv: Sequence[str], open_window: OpenWindow | None, imported: Callable[[], None]) -> int:
    arguments, verb, rest = _before_verb(argv)
    if verb is None:
        if arguments.help:
            print(_help_text())
            return 0
        if arguments.version:
            from gpuscope import __version__

            print(f"gpuscope {__version__}")
            return 0
        if open_window is None:
            raise UsageError("a verb is needed", "--help lists the verbs.")
        return open_window(arguments)
    _refuse_window_options(arguments, verb)
    module = _module(verb)
    imported()
    if arguments.help:
        rest = ["--help"]
    behind = _behind_verb(module, verb, rest, arguments)
    behind.open_window = open_window
    return int(module.run(behind))


def _before_verb(argv: Sequence[str]) -> tuple[argparse.Namespace, str | None, list[str]]:
    """Return the options before the verb, the verb, and everything after it."""
    parser = _Parser("gpuscope", add_help=False, allow_abbrev=False)
    _add_common(parser)
    for option in _WINDOW_OPTIONS:
        parser.add_argument(option)
    parser.add_argument("--version", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    at = verb_index(argv)
    arguments, unknown = parser.parse_known_args(list(argv[:at]))
    if unknown:
        raise UsageError(f"{unknown[0]!r} is not known", "--help lists verbs and options.")
    return arguments, argv[at] if at < len(argv) else None, list(argv[at + 1 :])


def _refuse_window_options(arguments: argparse.Namespace, verb: str) -> None:
    option_given = next((option for option in _WINDOW_OPTIONS if getattr(arguments, option[2:]) is not None), None)
    if option_given is not None:
        raise UsageError(f"{option_given} is for the window, which {verb!r} does not open", "Leave out the verb: gpuscope --page runs")


def verb_index(argv: Sequence[str]) -> int:
    """Return the index of the verb; the number of arguments if there is none."""
    takes_value = False
    for index, argument in enumerate(argv):
        if not takes_value and not argument.startswith("-"):
            return index
        takes_value = argument in ("--store", *_WINDOW_OPTIONS) and not takes_value
    return len(argv)


def _module(verb: str) -> ModuleType:
    verbs = [name for name, _ in VERBS]
    if verb not in verbs:
        meant = OTHER_NAMES.get(verb.casefold())
        language.keep_names(verbs)  # some are ordinary words
        if verb == "settings":
            hint = " ".join(("'gpuscope --page settings' opens the window there.", _LISTED))
        else:
            hint = did_you_mean(meant or verb, [meant] if meant else verbs, _LISTED)
        raise UsageError(f"there is no verb {verb[:60]!r}", hint)
    with without_collections():
        return importlib.import_module(f"gpuscope.cli.{verb}_" if keyword.iskeyword(verb) else f"gpuscope.cli.{verb}")


def _behind_verb(module: ModuleType, verb: str, rest: list[str], before: argparse.Namespace) -> argparse.Namespace:
    """Parse the arguments of the verb. A command after ``--`` bypasses argparse, which would lose its ``--``."""
    parser = _Parser(
        f"gpuscope {verb}", description=module.HELP[:1].upper() + module.HELP[1:] + ".", allow_abbrev=False, formatter_class=_Formatter
    )
    _add_common(parser)
    module.add_arguments(parser)
    parser.hint_for = getattr(module, "hint_for", None)
    if language.current() != language.ENGLISH:
        _in_language(parser)
    own, command = rest, None
    parser.given = rest
    if verb in _WITH_COMMAND and "--" in rest:
        at = rest.index("--")
        own, command = rest[:at], rest[at:]
    arguments = parser.parse_args(own)
    if command is not None:
        arguments.command = command
    arguments.json = arguments.json or before.json
    if arguments.json:
        language.use(language.ENGLISH)  # documents are for programs
    arguments.store = arguments.store or before.store
    return arguments


def arguments_of(verb: str, rest: list[str]) -> argparse.Namespace:
    """Parse the arguments of a verb like a separate command line.

    Raises:
        UsageError: The arguments are not valid.
    """
    return _behind_verb(_module(verb), verb, rest, argparse.Namespace(json=False, store=None))


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output and nothing else")
    parser.add_argument("--store", metavar="URL", help="the store, as an SQLAlchemy URL")


class _Parser(argparse.ArgumentParser):
    """Parser that reports its errors like all others: the problem, the hint, exit code 2."""

    _is_adding = False
    hint_for: Callable[[str, Sequence[str]], str] | None = None
    """Returns a verb's own hint for an argument that it does not have, "" for none, from its first word and all arguments given."""
    given: Sequence[str] = ()

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        if "--output" in names:
            options["action"] = _OneFile
        self._is_adding = True
        try:
            return super().add_argument(*names, **options)
        finally:
            self._is_adding = False

    def _get_formatter(self) -> argparse.HelpFormatter:
        """Return a formatter; one that only checks an argument need not know the terminal's width, for which argparse imports shutil."""
        return argparse.HelpFormatter(self.prog, width=80) if self._is_adding else super()._get_formatter()

    def error(self, message: str) -> NoReturn:
        problem = message.removeprefix("argument ")
        word = problem.removeprefix(_UNRECOGNIZED).partition(" ")[0].partition("=")[0] if problem.startswith(_UNRECOGNIZED) else ""
        flags = [flag for action in self._actions if action.help is not argparse.SUPPRESS for flag in action.option_strings]
        if word and self.hint_for and (own := self.hint_for(word, self.given)):
            raise UsageError(problem, own)
        language.keep_names([self.prog])
        listed = f"'{self.prog} --help' lists its arguments."
        raise UsageError(problem, did_you_mean(word, flags, listed) if word.startswith("--") else listed)


class _OneFile(argparse.Action):
    """Stores a file to write, and refuses a second one, which would silently take the place of the first."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002 - argparse's signature
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        before = getattr(namespace, self.dest)
        if before is not self.default:
            raise UsageError(f"{option_string} is given twice: {before} and {values}", "Each call writes one file: call it once for each.")
        setattr(namespace, self.dest, values)


class _Formatter(argparse.HelpFormatter):
    """Writes "usage:" in the current language."""

    def add_usage(self, usage: str | None, actions: Iterable[argparse.Action], groups: Iterable[Any], prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, f"{translated('usage')}{translated(': ')}" if prefix is None else prefix)


def _in_language(parser: argparse.ArgumentParser) -> None:
    """Translate the help texts of a parser."""
    parser.description, parser.epilog = composed(parser.description or ""), composed(parser.epilog or "")
    for group in parser._action_groups:
        group.title, group.description = composed(group.title or ""), composed(group.description or "") or None
    for action in parser._actions:
        if action.help and action.help is not argparse.SUPPRESS:
            action.help = composed(action.help)


def _help_text() -> str:
    usage, colon = translated("usage"), translated(": ").rstrip()
    opens, lists = composed("opens the window"), composed("('gpuscope VERB --help' lists a verb's arguments)")
    parts = [
        f"{usage}{translated(': ')}gpuscope            {opens}\n       gpuscope VERB …     {lists}",
        f"{translated('verbs')}{colon}\n{_listed(VERBS)}",
        f"{composed('options, before or after the verb')}{colon}\n{_listed(_OPTIONS, 13)}",
        f"{composed('the window, without a verb')}{colon}\n{_listed(_OF_WINDOW, 13)}",
        f"{composed('exit codes')}{colon}\n{_listed(_CODES, 13)}\n{composed(_OWN_CODE)}{translated('.')}",
    ]
    return "\n\n".join(parts)


def _listed(rows: Sequence[tuple[str, str]], least: int = 0) -> str:
    """Return one line per row; the text of a long name goes below it."""
    names = [name for name, _ in rows]
    widest = least or max(map(len, names))
    lines = [f"  {name:<{widest}}  " if len(name) <= widest else f"  {name}\n{' ' * (widest + 4)}" for name in names]
    return "\n".join(f"{line}{composed(text)}" for line, (_, text) in zip(lines, rows, strict=True))


def _print_error(error: GpuscopeError) -> int:
    console.print_error(error.message, error.hint)
    return _flushed(error.exit_code)


def _bug(error: Exception) -> int:
    log = logged(error)
    if refusal := refusal_by_system(error):
        console.print_error(refusal.message, " ".join((refusal.hint, f"The traceback is in {log}." if log else "")).rstrip())
        return _flushed(refusal.exit_code)
    where = f"the traceback is in {log}" if log else "the log cannot be written"
    console.print_error(f"this is a bug of gpuscope: {type(error).__name__}: {str(error)[:200]}", f"Please report it; {where}.")
    return _flushed(1)


def logged(error: Exception) -> Path | None:
    """Log the traceback of an error; return the log's path, or None if there is no memory, or no place, for that either."""
    with contextlib.suppress(ImportError, MemoryError):
        from gpuscope.system.bug_log import log_bug

        return log_bug(error)
    return None


def _flushed(code: int) -> int:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        return _reader_gone()
    except OSError as error:
        return _output_refused(error)
    return code


def _output_refused(error: OSError) -> int:
    console.print_error(f"standard output cannot be written: {error.strerror}", "Redirect it elsewhere.")
    _swallow_output()
    return 1


def _reader_gone() -> int:
    """Return the exit code for a closed pipe (128 + SIGPIPE)."""
    _swallow_output()
    return 141


def _swallow_output() -> None:
    """Keep the interpreter from flushing again what cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
