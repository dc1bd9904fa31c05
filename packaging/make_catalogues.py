"""Updates the translators' files: `python packaging/make_catalogues.py` writes `resources/languages/*.ts`.

Each is a Qt Linguist file with every text that users can read: those of the window, found by lupdate, and those of the engine (everything
below the window and the command line), found here. Existing translations are kept, those of removed texts are dropped, and new texts are
added without a translation; a test lists these. Run this after changing a text.
"""

from __future__ import annotations

import ast
import itertools
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import PySide6

from gpuscope.analysis import next_steps
from gpuscope.analysis.bottleneck import REASONS, VERDICT_TEXTS
from gpuscope.analysis.bottleneck_signals import LABELS
from gpuscope.analysis.comparability import Level
from gpuscope.analysis.comparison_sentences import HEADLINES
from gpuscope.analysis.run_value import MEMORY_TEXT
from gpuscope.cli import doctor
from gpuscope.core.capture_request import PROFILED_MARK
from gpuscope.core.cure_texts import ALL_CURES, TITLES
from gpuscope.core.device_metrics import DEVICE_METRICS
from gpuscope.core.metric_registry import describe, reduced_metrics
from gpuscope.core.quantity import Quality
from gpuscope.core.run import OUTCOMES, RunState
from gpuscope.core.run_metrics import RUN_METRICS
from gpuscope.core.runspec import FIELDS
from gpuscope.core.slowdown import SLOWDOWN_METRICS
from gpuscope.profiles import advice
from gpuscope.profiles.memory import OUTSIDE
from gpuscope.profiles.memory_record import EARLIER
from gpuscope.profiles.operator_classes import LABELS as LABELS_OF_CLASSES
from gpuscope.profiles.reading.memory_timeline import CATEGORIES
from gpuscope.recording import ladder, machine_figures, unseen_steps
from gpuscope.recording.progress import PHASE_TEXTS, Progress
from gpuscope.reports import (
    comparison_report,
    comparison_settings,
    comparison_view,
    ladder_view,
    profile_difference_view,
    profile_view,
    sweep_view,
)
from gpuscope.reports.pdf_front import PAIR_SENTENCE
from gpuscope.reports.pdf_methods import METHOD_TEXTS
from gpuscope.reports.pictures.comparison_pictures import TEXTS
from gpuscope.reports.pictures.profile_pictures import ROOFLINE_TEXTS
from gpuscope.reports.pictures.step_pictures import STEP_TEXTS
from gpuscope.sensors import simulated
from gpuscope.system import language
from gpuscope.system.catalogue import ENGINE, Catalogue, catalogue_file, read_catalogue
from gpuscope.workloads import rungs
from gpuscope.workloads.engines.registry import ENGINES
from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS
from gpuscope.workloads.workload_table import WORKLOADS

PACKAGE = Path(__file__).resolve().parent.parent / "gpuscope"
GUI = PACKAGE / "gui"
LUPDATE = Path(PySide6.__file__).parent / "lupdate"
_ENGINE = ("analysis", "bundles", "cli", "core", "profiles", "recording", "reports", "sensors", "storage", "system", "workloads")
_FOR_PEOPLE = ("cli", "reports")
"""Packages in which a single capitalized word is a heading, not a key."""
_CODE = re.compile(
    r"[<>\\`_]\w|\n|;\S|=\{|==|\(\?|\[\^|\{\{|^\s*(SELECT|INSERT|DELETE|CREATE|UPDATE|PRAGMA)\b|^[-#.@&]|^/[^,;]*$|\w\(\w*\)|::|\)\s*:|#\w"
)
"""Patterns that occur in statements, markup, regular expressions and file names, but not in sentences."""
_SENTENCE = re.compile(r"(?<![\w.=-])[A-Za-z]+,? [a-z]+,? [a-z]+(?![\w=.(-])|^For example: ")
"""Three words in a row: a sentence, even if it names an option, a variable or a function ("… (num_workers) …")."""
_NO_SENTENCE = re.compile(r"</?\w|[\\|#\n]|\w;\S|\{\{|==|=\{|\(\?|\+=|^[@&]|^import |^with |^echo |^torch\.nn\.")
"""Patterns of markup, regular expressions and statements, which may contain three words in a row."""
_ASKED = ("translated", "filled", "composed")
ARGUMENT_ERRORS = (
    "the following arguments are required: {0}",
    "unrecognized arguments: {0}",
    "invalid choice: {0} (choose from {1})",
    "invalid int value: {0}",
    "invalid float value: {0}",
    "expected one argument",
    "expected at least one argument",
    "not allowed with argument {0}",
    "one of the arguments {0} is required",
    "ignored explicit argument {0}",
)
"""What argparse reports about wrong arguments."""
SYSTEM_ERRORS = (
    "No space left on device",
    "Permission denied",
    "Operation not permitted",
    "Read-only file system",
    "No such file or directory",
    "Is a directory",
    "Not a directory",
    "File exists",
    "File name too long",
    "Input/output error",
    "Disk quota exceeded",
    "Too many open files",
    "Cannot allocate memory",
    "Device or resource busy",
)
"""What Linux says about the usual failures of files and processes; ENOMEM, EACCES and the others of ``errno``."""
_OF_MACHINES = frozenset((
    "compile", "TypeVar", "get", "execute", "getattr", "startswith", "endswith", "split", "partition", "strftime",
))  # fmt: skip
"""Functions whose arguments are never shown to users."""


@cache
def texts() -> Sequence[str]:
    """Return every text of the engine, each once: those of the registries, those in the code, then helps of arguments."""
    return list(dict.fromkeys(text for text in (*_texts(), *_in_code(), *_helps()) if text))


def _in_code() -> Iterator[str]:
    for package in _ENGINE:
        for file in sorted((PACKAGE / package).rglob("*.py")):
            yield from sentences(ast.parse(file.read_text("utf-8")), has_headings=package in _FOR_PEOPLE)


def _helps() -> Iterator[str]:
    """Yield the helps of the command line's arguments, whose examples may look like code."""
    for file in sorted((PACKAGE / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="add_argument"), keywords=keywords):
                    yield from filter(None, (_template(keyword.value) for keyword in keywords if keyword.arg == "help"))


def sentences(tree: ast.Module, *, has_headings: bool = False) -> Iterator[str]:
    """Yield the texts that a module may show, with the values of f-strings as placeholders: "{0} of {1} runs".

    Args:
        tree: The module.
        has_headings: Whether single capitalized words are shown too.
    """
    nodes = list(ast.walk(tree))
    unread = set(_unread(nodes))
    for node in nodes:
        if isinstance(node, ast.Call):
            yield from _asked(node, has_headings=has_headings)
        text = _template(node) if id(node) not in unread else None
        if text is not None and _is_read(text) and (" " in text.strip() or (has_headings and re.fullmatch("[A-Z][a-z]+", text))):
            yield text


def _asked(call: ast.Call, *, has_headings: bool) -> Iterator[str]:
    """Yield texts passed to translating functions, column headings, and "{0} run" and "{0} runs" for ``figures.counted(count, "run")``."""
    match call:
        case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text)), *_]) if name in _ASKED or (
            has_headings and name == "Column"
        ):
            yield text
        case ast.Call(func=ast.Attribute(value=ast.Name(id="blocks"), attr="column"), args=[ast.Constant(value=str(text)), *_]):
            yield text
        case ast.Call(func=ast.Name(id="counted") | ast.Attribute(attr="counted"), args=[_, ast.Constant(value=str(singular)), *several]):
            plural = next((item.value for item in several if isinstance(item, ast.Constant)), f"{singular}s")
            yield from (f"{{0}} {singular}", f"{{0}} {plural!s}")


def _unread(nodes: Iterable[ast.AST]) -> Iterator[int]:
    """Yield the ids of nodes that are never shown: docstrings, parts of f-strings, keys, and arguments of :data:`_OF_MACHINES`."""
    for node in nodes:
        match node:
            case ast.Expr(value=ast.Constant() as docstring):
                yield id(docstring)
            case ast.JoinedStr(values=parts):
                yield from map(id, parts)
            case ast.Dict(keys=keys):
                yield from map(id, keys)
            case ast.Subscript(slice=key):
                yield id(key)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=arguments) if name in _OF_MACHINES:
                yield from map(id, arguments)


def _template(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            places = iter(range(len(parts)))
            return "".join(str(part.value) if isinstance(part, ast.Constant) else f"{{{next(places)}}}" for part in parts)
    return None


def _is_read(text: str) -> bool:
    return bool(re.search("[a-z]{3}", re.sub(r"\{\d\}", " ", text))) and (not _CODE.search(text) or _names_code(text))


def _names_code(text: str) -> bool:
    return bool(_SENTENCE.search(text)) and not _NO_SENTENCE.search(text)


def _texts() -> Iterator[str]:
    yield from (Progress().phase, *PHASE_TEXTS.values(), *FIELDS["task"].choices)
    for field in FIELDS.values():
        yield from (field.label, field.label.lower(), field.help)  # the second in "more than one setting differs: batch size and engine"
    for known in WORKLOADS.values():
        yield from (
            known.family_title,
            known.title,
            known.help,
            *(text for option in known.options for text in (option.label, option.help)),
        )
    for optimization in OPTIMIZATIONS.values():
        yield from (optimization().title, optimization().help)
    yield from rungs.texts()
    for engine in ENGINES.values():
        yield from (engine().title, engine().help)
    yield from (metric.label for metric in (*RUN_METRICS, *DEVICE_METRICS))
    yield from (metric.help for metric in SLOWDOWN_METRICS)
    yield from (describe(f"device/{key}")[0] for key, _, _ in reduced_metrics())
    yield from machine_figures.texts()
    yield from (*comparison_view.translated_texts(), *comparison_settings.translated_texts())
    yield from (*sweep_view.texts(), *ladder_view.TEXTS, ladder.BASE_SENTENCE.removesuffix("."))
    yield from (*LABELS_OF_CLASSES.values(), *EARLIER, OUTSIDE, *CATEGORIES, *profile_view.TEXTS, *map(str, profile_difference_view.TEXTS))
    yield from (simulated.SOURCE, *advice.TEXTS, MEMORY_TEXT)
    yield from (*RunState, *Quality, *(f"It {verb}{asked}" for verb in OUTCOMES.values() for asked in ("", " on request")))
    yield from OUTCOMES.values()
    yield unseen_steps.HINT
    yield from ("recorder", PROFILED_MARK)
    yield from ("simulated", "all", *(PAIR_SENTENCE.format(level=level) for level in Level))
    yield from ("{0} step", "{0} steps", "{0} measured step", "{0} measured steps", "{0} d {1} h")
    yield from ("run {0} ({1})", "plan {0} ({1})", "{0} is emulated on this processor ({1}): {2}")
    yield from (f"{{0}} {task}{device}" for task in FIELDS["task"].choices for device in ("", " on {1}"))  # ladders and sweeps
    yield from ("bare", "context", "processors", "SIMULATED", "gpuscope.phase(), entered {0}", "idle power ({0}): {1}, recorded at {2}")
    yield from ("cpu", "cuda", "mps", "xpu", "NVIDIA GPU", "command", "program", "attached")  # too short to be found in the code
    yield from ("no AVX512-FP16, no AMX-FP16", "no AVX512-BF16, no AMX")  # short of a word that shows that they are read
    yield from ("--limit {0} is less than 0", "--filter: the key {0} is not known", "--filter: the state {0} is not known")
    yield from ("{0}\u00a0× faster", "samples/s", "steps/s", "tokens/s", "{0}/sample", "{0} steps/s", "{0} tokens/s")
    for metrics, remarks in itertools.product(("", "{0} more metric", "{0} more metrics"), ("", "{1} more remark", "{1} more remarks")):
        if metrics or remarks:
            yield f"{' and '.join(filter(None, (metrics, remarks if metrics else remarks.replace('1', '0'))))}: --all"
    for metrics, remarks in itertools.product(("{0} more metric", "{0} more metrics"), ("", ", {1} more remark", ", {1} more remarks")):
        yield f"{metrics}{remarks}, {comparison_report.ALSO_HIDDEN}"
    yield from ("not recorded in this run", "no NVIDIA GPU was found in this machine, and no driver")  # without the remark in brackets
    yield from (": ", ".", ", ", "; exit code {0}", "; signal {0}")
    yield from (
        *HEADLINES.values(),
        *METHOD_TEXTS,
        *filter(str.isalpha, doctor.SIGNS.values()),
        *("settings", "store", "profiles", "repair"),  # names of the doctor's checks
        "points",
        "incomplete",
        "Throttling",
        "options",
        "positional arguments",
        "show this help message and exit",
        *ARGUMENT_ERRORS,
        *SYSTEM_ERRORS,
        "--help lists the verbs.",
        "recorded",
        "stand-in",
        *VERDICT_TEXTS.values(),
        *REASONS,
        *LABELS.values(),
        *ALL_CURES,
        *TITLES.values(),
        *next_steps.TEXTS,
        *TEXTS,
        *STEP_TEXTS,
        *ROOFLINE_TEXTS,
    )


def found_by_lupdate() -> ElementTree.Element:
    """Return the file that lupdate generates from the window's texts."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "gpuscope.ts"
        command: list[str | Path] = [LUPDATE, "-locations", "none", *sorted(GUI.rglob("*.py")), "-ts", file]
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        return ElementTree.parse(file).getroot()


def document(code: str) -> str:
    """Return the content of a language's file, with its existing translations."""
    ElementTree.parse(catalogue_file(code))  # fails on a damaged file (merge markers), which would lose its translations
    known = read_catalogue(catalogue_file(code))
    root = ElementTree.Element("TS", version="2.1", language=code, sourcelanguage="en")
    for context in found_by_lupdate().iter("context"):
        name = context.findtext("name", "")
        _add(root, name, (message.findtext("source", "") for message in context.iter("message")), known)
    _add(root, ENGINE, texts(), known)
    ElementTree.indent(root, "")
    return f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{ElementTree.tostring(root, "unicode")}\n'


def _add(root: ElementTree.Element, name: str, sources: Iterable[str], known: Catalogue) -> None:
    context = ElementTree.SubElement(root, "context")
    ElementTree.SubElement(context, "name").text = name
    for source in sorted(sources):  # a text that moves to another module changes nothing here
        message = ElementTree.SubElement(context, "message")
        ElementTree.SubElement(message, "source").text = source
        translation = ElementTree.SubElement(message, "translation")
        translation.text = known.text(name, source)
        if not translation.text:
            translation.set("type", "unfinished")


if __name__ == "__main__":
    if catalogue_file(language.ENGLISH).parents[2] != PACKAGE.parent:
        raise SystemExit(f"The gpuscope that is imported lies in another folder, whose files would change: PYTHONPATH={PACKAGE.parent}")
    for language_code in language.LANGUAGES:
        if language_code != language.ENGLISH:
            text = document(language_code)
            catalogue_file(language_code).write_text(text, "utf-8")
            print(f"{language_code}: {text.count('<message>')} texts, {text.count('unfinished')} of them without a translation")
