"""The texts of a form, checked: the same spec as from the command line, or errors by field; and the options that the form offers."""

import contextlib
import os
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.field import MAX_TEXT, Field, Scalar
from gpuscope.core.runspec import (
    COMMAND,
    COMMAND_OPTIONS,
    FIELDS,
    SAMPLES_PER_STEP,
    VARIABLES,
    ResolvedSpec,
    RunSpec,
    variables_of,
    variables_text,
)
from gpuscope.gui.engine_texts import composed_text, engine_text, error_text
from gpuscope.gui.widgets.field_editor import Option
from gpuscope.workloads import catalog, workload_table
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.engines.engine import Engine
from gpuscope.workloads.engines.registry import ENGINES
from gpuscope.workloads.listing import Fit, fitting_engines, fitting_optimizations
from gpuscope.workloads.optimizations.optimization import Optimization
from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS
from gpuscope.workloads.workload import Workload

FORM = ""
"""Key of an error that belongs to no particular field."""
_LONGEST_ARGUMENT = 128 * 1024 - 1
"""Longest argument in bytes: MAX_ARG_STRLEN of Linux."""
_DECIDING = ("task", "steps", "duration_s")
"""Fields that determine others: which options there are, and how long the warm-up can be."""
_SPREAD = ("ranks", "nodes", "rendezvous")
"""Fields that only training has: it can be distributed over several processes."""
_PYTHON = re.compile(r"python(\d(\.\d+)?)?")
_SHELL_WORDS = frozenset({"|", "||", "&", "&&", ";", ">", ">>", "<", "2>", "2>&1", "&>"})


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """Result of checking a draft.

    Attributes:
        spec: The spec, as the command line would create it; None if there are errors.
        errors: Errors by the key of the field; :data:`FORM` for one that belongs to no field.
        fitting: The spec without the invalid values, so that the rest can be checked further; None if there is none.
    """

    spec: RunSpec | None
    errors: Mapping[str, GpuscopeError] = field(default_factory=dict)
    fitting: RunSpec | None = None


@dataclass(frozen=True, slots=True)
class SpecDraft:
    """The texts typed into a form.

    Attributes:
        workload: Key of one of gpuscope's workloads, or :data:`COMMAND`.
        texts: Texts by the field's key; "" for the workload's default.
        command: The user's own command, in shell syntax.
        folder: Folder in which the command runs; "" for the window's working folder.
        interpreter: Interpreter that replaces the command's leading python, or is put in front of it; "" to run it as typed.
        variables: Environment variables of the command: ``NAME=VALUE …``.
        samples: Samples per step of the command; "" if unknown.
    """

    workload: str
    texts: Mapping[str, str] = field(default_factory=dict)
    command: str = ""
    folder: str = ""
    interpreter: str = ""
    variables: str = ""
    samples: str = ""

    @property
    def task(self) -> str:
        """The selected task."""
        return self.texts.get("task") or str(FIELDS["task"].default)

    def fields(self) -> Mapping[str, Field]:
        """Return the fields of this workload, by key; none for a command."""
        if self.workload == COMMAND:
            return {}
        known = workload_table.workload(self.workload)
        trains = self.task == "training" and "training" in known.tasks
        absent = {
            key for key, there in (("task", known.tasks), ("data", known.data_sets), *((key, trains) for key in _SPREAD)) if not there
        }
        general = {key: entry for key, entry in FIELDS.items() if key not in absent}
        return MappingProxyType(general | known.options_of(self.task))

    def given(self) -> dict[str, str]:
        """Return the non-empty texts of this workload's fields, by key."""
        return {key: self.texts[key] for key in self.fields() if self.texts.get(key)}

    def check(self) -> CheckedDraft:
        """Create the spec, field by field, with the functions that the command line uses. Accesses no files."""
        if self.workload == COMMAND:
            return self._check_command()
        values: dict[str, Scalar] = {}
        errors: dict[str, GpuscopeError] = {}
        for key, text in self.given().items():
            try:
                values[key] = self.fields()[key].parse(text)
            except UsageError as error:
                errors[key] = error
        checked = _spec_of(self.workload, values)
        return CheckedDraft(None, errors, checked.spec) if errors else checked

    def _check_command(self) -> CheckedDraft:
        errors: dict[str, GpuscopeError] = {}
        options: dict[str, Scalar] = {}
        for key, text in ((SAMPLES_PER_STEP, self.samples), (VARIABLES, self.variables)):
            try:
                options |= {key: _command_option(key, text)} if text.strip() else {}
            except UsageError as error:
                errors[key] = error
        try:
            spec = RunSpec(COMMAND, command=interpreted(split_command(self.command), self.interpreter.strip()), options=options)
        except UsageError as error:
            return CheckedDraft(None, {"command": error, **errors})
        return CheckedDraft(None if errors else spec, errors, spec)

    def defaults(self) -> Mapping[str, Scalar | None]:
        """Return the workload's defaults for empty fields, by the field's key."""
        if self.workload == COMMAND:
            return {}
        values: dict[str, Scalar] = {}
        for key in _DECIDING:
            with contextlib.suppress(UsageError):
                values |= {key: FIELDS[key].parse(self.texts[key])} if self.texts.get(key) and key in self.fields() else {}
        if "duration_s" in values:
            values.pop("steps", None)  # both at once are refused elsewhere
        if self.task not in workload_table.workload(self.workload).tasks:
            values.pop("task", None)  # it was chosen for another workload; :meth:`check` refuses it
        decided = catalog.resolve(RunSpec(self.workload).with_values(values))
        own = {key: default.default for key, default in FIELDS.items()} | {"warmup_steps": decided.warmup_steps}
        own |= {"steps": None} if decided.steps is None else {}
        return own | {"batch_size": decided.batch_size} | dict(decided.options)

    @classmethod
    def of_spec(cls, spec: RunSpec) -> "SpecDraft":
        """Return the draft that yields a spec; fields whose value equals the workload's default stay empty.

        Raises:
            UsageError: This version does not know the workload, or one of its options.
        """
        if spec.is_command:
            return cls(
                COMMAND,
                command=shlex.join(spec.command),
                variables=variables_text(spec.variables),
                samples=str(spec.options.get(SAMPLES_PER_STEP, "")),
            )
        resolved = catalog.resolve(spec)
        values = {key: getattr(spec, key) for key in FIELDS} | dict(resolved.options)
        has_task = bool(workload_table.workload(spec.workload).tasks)
        deciding = {key: str(values[key]) for key in _DECIDING if values[key] is not None and (key != "task" or has_task)}
        decided = cls(spec.workload, deciding).defaults()
        texts = {key: str(value) for key, value in values.items() if value is not None and value != decided.get(key)}
        return cls(spec.workload, texts)


def _command_option(key: str, text: str) -> Scalar:
    return variables_text(variables_of(text)) if key == VARIABLES else COMMAND_OPTIONS[key].parse(text)


def _spec_of(workload: str, values: Mapping[str, object]) -> CheckedDraft:
    try:
        spec = RunSpec(workload).with_values(values)
        catalog.resolve(spec)
    except GpuscopeError as error:
        return CheckedDraft(None, {FORM: error})
    return CheckedDraft(spec, {}, spec)


def split_command(text: str) -> tuple[str, ...]:
    """Return the arguments of a command in shell syntax; a backslash at the end of a line joins lines.

    Raises:
        UsageError: A quotation is not closed, or the command is too long or cannot be passed to a program.
    """
    if len(text) > MAX_TEXT or "\0" in text:
        raise UsageError(
            QCoreApplication.translate("SpecDraft", "the command is too long or holds a NUL character"),
            QCoreApplication.translate("SpecDraft", "Pass long lists in a file."),
        )
    try:
        arguments = tuple(shlex.split(text.replace("\\\n", " ")))
    except ValueError:
        raise UsageError(
            QCoreApplication.translate("SpecDraft", "a quotation mark is not closed, or nothing follows a backslash"),
            QCoreApplication.translate("SpecDraft", "Close it, or put a backslash before it."),
        ) from None
    if any(len(os.fsencode(argument)) >= _LONGEST_ARGUMENT for argument in arguments):
        raise UsageError(
            QCoreApplication.translate("SpecDraft", "an argument is longer than the system allows"),
            QCoreApplication.translate("SpecDraft", "Pass long texts in a file."),
        )
    return arguments


def interpreted(arguments: tuple[str, ...], interpreter: str) -> tuple[str, ...]:
    """Return a command with another interpreter: in place of the python that it starts with, else in front of it."""
    if not interpreter or not arguments:
        return arguments
    rest = arguments[1:] if _PYTHON.fullmatch(arguments[0].rpartition("/")[2]) else arguments
    return (os.path.expanduser(interpreter), *rest)  # noqa: PTH111 - a bare name, such as python3.12, stays one


def shell_operators(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Return the arguments that a shell would interpret; no shell runs here, so the program gets them as text."""
    return tuple(dict.fromkeys(argument for argument in arguments if argument in _SHELL_WORDS))


Options = Sequence[Option]


def workload_options(capabilities: Capabilities | None) -> Options:
    """Return the workloads by family, and the user's own command."""
    families = list(dict.fromkeys(known.family for known in workload_table.WORKLOADS.values()))
    options = [
        Option(key, engine_text(known.title), _refusal_text(known, capabilities), engine_text(known.help), engine_text(known.family_title))
        for key, known in sorted(workload_table.WORKLOADS.items(), key=lambda entry: families.index(entry[1].family))
    ]
    own = QCoreApplication.translate("SpecEditors", "My own command")
    help = QCoreApplication.translate("SpecEditors", "A program of your own; it is recorded from its start to its end.")
    return [Option(COMMAND, own, "", help, QCoreApplication.translate("SpecEditors", "Yours")), *options]


def _refusal_text(known: Workload, capabilities: Capabilities | None) -> str:
    error = None if capabilities is None else catalog.here_refusal(known, capabilities)
    return "" if error is None else error_text(error)


def place_options(draft: SpecDraft, capabilities: Capabilities) -> dict[str, Options]:
    """Return the options for device and number format of a draft's workload, by the field's key."""
    known, spec = workload_table.workload(draft.workload), _spec(draft)
    listed = catalog.available(known, capabilities)
    refused = {key: catalog.precision_refusal(replace(spec, precision=key), capabilities) for key in known.precisions}
    return {
        "device": [Option(device["device"], device["device"], composed_text(device["reason"] or "")) for device in listed["devices"]],
        "precision": [Option(key, key, "" if error is None else composed_text(error.message)) for key, error in refused.items()],
    }


def _spec(draft: SpecDraft) -> ResolvedSpec:
    """Return a draft's resolved spec without its invalid values."""
    return catalog.resolve(draft.check().fitting or RunSpec(draft.workload))


def tool_options(draft: SpecDraft) -> dict[str, Options]:
    """Return the options for optimizations and engine of a draft, by the field's key, fitting ones first."""
    spec = _spec(draft)
    alone = replace(spec, optimize=None, engine=str(FIELDS["engine"].default))
    optimizations = {key: kind() for key, kind in OPTIMIZATIONS.items()}
    engines = {key: kind() for key, kind in ENGINES.items()}
    return {
        "optimize": _tools(optimizations, fitting_optimizations(alone), fitting_optimizations(spec)),
        "engine": _tools(engines, fitting_engines(alone), fitting_engines(spec)),
    }


def _tools(tools: Mapping[str, Optimization] | Mapping[str, Engine], alone: Fit, beside: Fit) -> Options:
    """Return options; those that never fit this run, whatever else is chosen, come last."""
    rest = QCoreApplication.translate("SpecEditors", "Not for this run")
    options = []
    for key, tool in tools.items():
        error = alone[key] or beside[key]
        reason = "" if error is None else error_text(error)
        options.append(Option(key, engine_text(tool.title), reason, engine_text(tool.help), rest if alone[key] else ""))
    return sorted(options, key=lambda option: bool(option.group))
