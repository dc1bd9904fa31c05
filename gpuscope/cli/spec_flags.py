"""The flags for a workload and its knobs, and the run specification that they define."""

import argparse
import shlex
from collections.abc import Sequence
from typing import Any

from gpuscope.core.errors import UsageError
from gpuscope.core.field import Field, Scalar
from gpuscope.core.runspec import COMMAND, COMMAND_OPTIONS, FIELDS, SAMPLES_PER_STEP, VARIABLES, RunSpec, variables_of, variables_text
from gpuscope.system.language import filled, translated

_PROFILE = "profile"


def add_spec_flags(parser: argparse.ArgumentParser, *, takes_commands: bool = True) -> None:
    """Add the flags for a workload and its knobs, generated from RunSpec's fields.

    Args:
        parser: The verb's parser.
        takes_commands: Whether the verb runs commands too; if not, flags for commands are parsed, to be refused, and not listed.
    """
    parser.add_argument("workload", nargs="?", metavar="WORKLOAD", help="what to run; 'gpuscope workloads' lists them")
    for field in FIELDS.values():
        if field.flag:
            parser.add_argument(
                field.flag,
                dest=f"field_{field.key}",
                metavar=field.metavar or _choices(field),
                help=_help(field),
                action="append" if field.key == _PROFILE else "store",  # to notice a second one
            )
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="an option of the workload, or any of the above")
    parser.add_argument(
        "--yes",
        action="store_true",
        help="agree beforehand to a download with --data download, a large profile with --profile, a sweep of more than half an hour",
    )
    of_commands = (
        parser.add_argument("--samples-per-step", type=int, metavar="N", help="for a command: samples per step, for the throughput"),
        parser.add_argument(
            "--env", action="append", default=[], metavar="NAME=VALUE", help="for a command: an environment variable; may be repeated"
        ),
    )
    for action in of_commands if not takes_commands else ():
        action.help = argparse.SUPPRESS
    parser.set_defaults(command=[])


def _flag(key: str) -> str:
    """Return the flag of a key: ``--duration``, or ``--set key`` if it has no flag of its own."""
    return (FIELDS[key].flag if key in FIELDS else None) or f"--set {key}"


def _choices(field: Field) -> str:
    return "{" + ",".join(field.choices) + "}"


def _help(field: Field) -> str:
    is_told = field.default is None or "Default: " in field.help  # the field's own text says more
    default = "" if is_told else filled(" (default {0})", str(field.default))
    return f"{translated(field.help)}{default}".replace("%", "%%")


def spec_from(arguments: argparse.Namespace) -> RunSpec:
    """Return the run specification of the command line.

    Raises:
        UsageError: A flag is not valid.
    """
    command = arguments.command[1:] if arguments.command[:1] == ["--"] else arguments.command
    values: dict[str, Any] = {
        field.key: value for field in FIELDS.values() if (value := getattr(arguments, f"field_{field.key}", None)) is not None
    }
    if profiles := values.pop(_PROFILE, None):
        values[_PROFILE] = _only(profiles)
    values |= dict(_setting(text) for text in arguments.set)
    if command:
        if arguments.workload is not None:
            raise UsageError("a workload and a command cannot be combined", "Give a built-in workload, or a command after --, not both.")
        profile = values.pop(_PROFILE, None)
        if values:
            raise UsageError(
                f"{', '.join(_flag(key) for key in sorted(values))}: not for a command", "Put the command's own options after it."
            )
        return RunSpec(
            COMMAND, command=tuple(command), options=_command_options(arguments), profile=None if profile is None else str(profile)
        )
    if getattr(arguments, SAMPLES_PER_STEP, None) is not None:
        raise UsageError("--samples-per-step is for a command", "A built-in workload knows its samples: --batch-size N sets them.")
    if arguments.env:
        raise UsageError("--env is for a command", "Set the variable before gpuscope, or use the workload's own option.")
    if arguments.workload is None:
        raise UsageError("nothing to run", "Give a workload ('gpuscope workloads' lists them), or a command after --.")
    return RunSpec(arguments.workload).with_values(values)


def _command_options(arguments: argparse.Namespace) -> dict[str, Scalar]:
    samples = getattr(arguments, SAMPLES_PER_STEP, None)
    if samples is not None:
        samples = COMMAND_OPTIONS[SAMPLES_PER_STEP].parse(samples)
    variables = variables_text(variables_of(shlex.join(arguments.env)))
    return ({} if samples is None else {SAMPLES_PER_STEP: samples}) | ({VARIABLES: variables} if variables else {})


def _only(profiles: Sequence[str]) -> str:
    if len(profiles) > 1:
        raise UsageError(
            f"a run has one --profile, not {len(profiles)}", "Ask for further steps while it runs: gpuscope capture RUN --steps 10"
        )
    return profiles[0]


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise UsageError(f"--set {text!r} is not KEY=VALUE", "For example: --set task=inference")
    return key.strip().replace("-", "_"), value
