"""The alerts of a run or of a monitored machine: turns alerts into log lines, and runs the user's command for each.

The modules that evaluate rules are imported only if there are rules, so that other runs do not wait for the import.
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
"""Maximum number of alerts per run: a rule that fires every half minute for hours adds nothing after that."""


class Alerts:
    """Evaluates rules; logs each alert that fires and runs the command.

    Args:
        command: The words of the user's command; empty for none.
        warn: Called with an error message; on any thread.
        variables: Environment variables of the command that describe the run.
        is_command: Whether an arbitrary command is recorded, which may have no steps.
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
        """PIDs of the commands currently running."""
        return [] if self._command is None else self._command.pids

    def begin(self, t_ns: int) -> None:
        """Note that the workload has started."""
        if self._watch is not None:
            self._watch.begin(t_ns)

    def end(self) -> None:
        """Note that the workload has ended."""
        if self._watch is not None:
            self._watch.end()

    def report_unused(self) -> None:
        """Warn about the rules that had nothing to watch in a command: that they did not fire would look like safety."""
        for reason in () if self._watch is None else self._watch.unused():
            self._warn(reason)

    def close(self) -> None:
        """Wait for commands that are still running."""
        if self._command is not None:
            self._command.close()

    def of(self, events: Iterable[Event], now_ns: int) -> list[Log]:
        """Process events; return a log line for each alert that fires."""
        if self._watch is None:
            return []
        fired = self._watch.apply(events, now_ns)
        self._check(self._watch)
        return [self._log_of(alert) for alert in fired if self._may_report()]

    def _check(self, watch: "AlertWatch") -> None:
        """Warn once, when the devices are known, about rules that can never fire."""
        if not self._has_checked and watch.knows_devices:
            self._has_checked = True
            for rule, reason in watch.unmeasured():
                self._warn(f"the alert {rule.text} cannot fire here: {reason}")

    def _may_report(self) -> bool:
        self._count += 1
        if self._count == _MOST + 1:
            self._warn(f"more than {_MOST} alerts: further ones are not reported")
        return self._count <= _MOST

    def _log_of(self, alert: "Alert") -> Log:
        if self._command is not None:
            self._command.start({**self._variables, **alert_variables(alert)})
        return Log(alert.t_ns, ALERT, alert.text)


def run_variables(run_id: str, name: str) -> dict[str, str]:
    """Return the environment variables of an alert's command that describe the run."""
    return {"GPUSCOPE_RUN": run_id, "GPUSCOPE_RUN_NAME": name}


def alert_variables(alert: "Alert") -> dict[str, str]:
    """Return the environment variables of an alert's command that describe the alert; the value is in SI units, "" if there is none."""
    return {
        "GPUSCOPE_ALERT": alert.text,
        "GPUSCOPE_ALERT_RULE": alert.rule.text,
        "GPUSCOPE_ALERT_QUANTITY": alert.rule.quantity,
        "GPUSCOPE_ALERT_DEVICE": alert.device,
        "GPUSCOPE_ALERT_VALUE": "" if math.isnan(alert.value) else f"{alert.value:g}",
    }
