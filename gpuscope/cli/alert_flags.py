"""The flags ``--alert`` and ``--alert-command`` of the verbs that read sensors."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.system.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gpuscope.core.alert_rule import AlertRule

OFF = "off"
"""Given instead of a rule: disables the rules of the settings."""


def add_flags(parser: argparse.ArgumentParser, *, is_run: bool = True) -> None:
    """Add ``--alert`` and ``--alert-command``; the help names examples that the verb accepts (see :func:`chosen`)."""
    of_runs = (
        "alert when this happens: 'temperature>85', 'gpu:0/power>300W for 30s', 'throttling for 10s', 'loss nan', 'silence>10min';"
        " may be repeated; replaces the rules in the settings; 'off' disables them"
    )
    of_the_machine = (
        "alert when this happens: 'temperature>85', 'gpu:0/power>300W for 30s', 'throttling for 10s';"
        " may be repeated; replaces the rules in the settings; 'off' disables them"
    )
    parser.add_argument("--alert", action="append", metavar="RULE", help=of_runs if is_run else of_the_machine)
    parser.add_argument(
        "--alert-command",
        metavar="COMMAND",
        help="run this when an alert fires, without a shell, for 30 s at most; GPUSCOPE_ALERT, GPUSCOPE_RUN and others say what happened",
    )


def chosen(arguments: argparse.Namespace, sensors: Sequence[str], *, is_run: bool = True) -> tuple[AlertRule, ...]:
    """Return the rules given on the command line, or else those of the settings.

    Args:
        arguments: The verb's arguments.
        sensors: Sensors in addition to those of the hardware.
        is_run: Whether a run is started, which has steps and a loss.

    Raises:
        UsageError: A rule cannot be parsed, or applies only to runs and none is started.
        UnavailableError: A rule on the command line concerns a metric that this machine does not measure.
    """
    named = arguments.alert
    texts = read_settings().alerts if named is None else [text for text in named if text != OFF]
    if not texts:
        return ()
    from gpuscope.core.alert_rule import OF_RUNS, AlertRule

    rules = tuple(AlertRule.parse(text) for text in texts)
    of_runs = [rule for rule in rules if rule.quantity in OF_RUNS and not is_run]
    if of_runs and named is not None:
        raise UsageError(f"{of_runs[0].text!r} is for runs that gpuscope starts, which report steps and loss", "Give it to 'gpuscope run'.")
    if named is not None:
        _refuse_unmeasured(rules, sensors)
    return tuple(rule for rule in rules if rule not in of_runs)


def command(arguments: argparse.Namespace, rules: Sequence[AlertRule]) -> tuple[str, ...]:
    """Return the arguments of the alert command on the command line, or else of that in the settings; empty for none.

    Raises:
        UsageError: It cannot be parsed, there is no such program, or there is no rule.
    """
    text = arguments.alert_command
    if text is not None and not rules:
        raise UsageError("--alert-command without a rule", "Say when: --alert 'temperature>85'.")
    if text is None:
        return _of_settings() if rules else ()
    from gpuscope.recording.alert_command import split_command

    return split_command(text)


def _of_settings() -> tuple[str, ...]:
    """Return the arguments of the command in the settings; if the program is missing, that is reported only when an alert fires."""
    import shlex

    text = read_settings().alert_command
    try:
        return tuple(shlex.split(text))
    except ValueError:
        return (text,)


def run_arguments(arguments: argparse.Namespace) -> list[str]:
    """Return the arguments of ``gpuscope run`` that set the same alerts."""
    rules = [part for rule in getattr(arguments, "alert", None) or () for part in ("--alert", rule)]
    named = getattr(arguments, "alert_command", None)
    return rules if named is None else [*rules, "--alert-command", named]


def _refuse_unmeasured(rules: Sequence[AlertRule], sensors: Sequence[str]) -> None:
    """Refuse a rule that could never fire, since silence would look like safety. Asks a sensor helper, which takes a third of a second."""
    if not any(rule.metric for rule in rules):
        return
    from gpuscope.sensors.inventory import declared_devices

    devices = declared_devices(extra=sensors)
    for rule in rules:
        if (unmeasured := rule.unmeasured(devices)) is not None:
            reason, cure = unmeasured
            raise UnavailableError(f"the alert {rule.text!r} could never fire here: {reason}", cure or "Leave it out.")
