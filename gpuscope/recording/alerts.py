"""The alerts of a run, or of a machine that is watched: rules in, log lines out, and the user's command for each that fires.

What evaluates them is imported only where there are rules: no run without them waits for it.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from gpuscope.core.event import ALERT, Event, Log

if TYPE_CHECKING:
    from gpuscope.core.alert_rule import AlertRule
    from gpuscope.recording.alert_command import AlertCommand
    from gpuscope.recording.alert_watch import Alert, AlertWatch

_MOST = 200
"""Alerts that a run keeps: a rule that fires every half minute for hours says no more after that."""


class Alerts:
    """Evaluates rules; what fires becomes a log line, and a run of the command.

    Args:
        rules: The rules.
        command: The words of the user's command; empty for none.
        warn: Called with what went wrong; on any thread.
        variables: What the command's environment says of the run.
        is_command: Whether any command is recorded, which may have no steps.
    """

    def __init__(
        self,
        rules: "Sequence[AlertRule]",
        command: Sequence[str],
        warn: Callable[[str], None],
        variables: Mapping[str, str] | None = None,
        *,
        is_command: bool = False,
    ) -> None:
        self._watch: AlertWatch | None = None
        self._command: AlertCommand | None = None
        self._warn, self._variables = warn, dict(variables or {})
        self._count = 0
        self._has_checked = False
        if rules:
            from gpuscope.recording import alert_watch

            self._watch = alert_watch.AlertWatch(tuple(rules), is_command)
        if rules and command:
            from gpuscope.recording import alert_command

            self._command = alert_command.AlertCommand(command, warn)

    @property
    def pids(self) -> list[int]:
        """Of the commands that run now."""
        return [] if self._command is None else self._command.pids

    def begin(self, t_ns: int) -> None:
        """The workload was started."""
        if self._watch is not None:
            self._watch.begin(t_ns)

    def end(self) -> None:
        """The workload is gone."""
        if self._watch is not None:
            self._watch.end()

    def close(self) -> None:
        """Wait for the commands that still run."""
        if self._command is not None:
            self._command.close()

    def of(self, events: Iterable[Event], now_ns: int) -> list[Log]:
        """Take events in; return a log line for each alert that fires."""
        if self._watch is None:
            return []
        fired = self._watch.apply(events, now_ns)
        self._check(self._watch)
        return [self._told(alert) for alert in fired if self._may_tell()]

    def _check(self, watch: "AlertWatch") -> None:
        """Say once, when the devices are known, which rules can never fire."""
        if not self._has_checked and watch.knows_devices:
            self._has_checked = True
            for rule, reason in watch.lacks():
                self._warn(f"the alert {rule.text} cannot fire here: {reason}")

    def _may_tell(self) -> bool:
        self._count += 1
        if self._count == _MOST + 1:
            self._warn(f"more than {_MOST} alerts: further ones are not told")
        return self._count <= _MOST

    def _told(self, alert: "Alert") -> Log:
        if self._command is not None:
            self._command.start({**self._variables, **alert_variables(alert)})
        return Log(alert.t_ns, ALERT, alert.text)


def run_variables(run_id: str, name: str) -> dict[str, str]:
    """Return what the environment of an alert's command says of a run."""
    return {"GPUSCOPE_RUN": run_id, "GPUSCOPE_RUN_NAME": name}


def alert_variables(alert: "Alert") -> dict[str, str]:
    """Return what the environment of an alert's command says of the alert; the value in SI units, "" where there is none."""
    return {
        "GPUSCOPE_ALERT": alert.text,
        "GPUSCOPE_ALERT_RULE": alert.rule.text,
        "GPUSCOPE_ALERT_QUANTITY": alert.rule.quantity,
        "GPUSCOPE_ALERT_DEVICE": alert.device,
        "GPUSCOPE_ALERT_VALUE": "" if math.isnan(alert.value) else f"{alert.value:g}",
    }
