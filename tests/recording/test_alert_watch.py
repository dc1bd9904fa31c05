"""Tests of alerts, evaluated on events: once per crossing, after their duration, on measured values."""

import math

import pytest

from gpuscope.core.alert_rule import AlertRule
from gpuscope.core.device import WORKLOAD, Capability, Device, DeviceKind
from gpuscope.core.event import ALERT, Capture, Event, Gap, Hello, Log, Phase, Sample, Samples, Steps
from gpuscope.recording.alert_watch import BACK_NS, AlertWatch
from gpuscope.recording.alerts import Alerts
from gpuscope.sensors.declaration import Declaration

SECOND = 1_000_000_000
GPU = Device(
    "gpu:0",
    DeviceKind.GPU,
    "GPU",
    capabilities={key: Capability(True, "NVML") for key in ("temperature", "throttle")},
    simulated="SIMULATED",
)
DECLARATION = Declaration({"gpu:0": GPU}, {"nvml.fast:gpu:0": (("gpu:0", "temperature"), ("gpu:0", "throttle"))})
HELLO = Hello("helper", 1, 0, DECLARATION.to_info())


def watch(*rules: str, is_command: bool = False) -> AlertWatch:
    watching = AlertWatch(tuple(map(AlertRule.parse, rules)), is_command)
    assert not watching.apply([HELLO], 0)
    return watching


def fired(watching: AlertWatch, *events: Event, now_ns: int = 0) -> list[str]:
    return [alert.text for alert in watching.apply(events, now_ns)]


def reading(seconds: float, temperature: float | None, throttle: int | None = 0) -> Sample:
    stamp = int(seconds * SECOND)
    return Sample("nvml.fast:gpu:0", stamp, stamp, (temperature, throttle))


def test_an_alert_fires_once_a_crossing_and_names_the_simulated_device() -> None:
    watching = watch("temperature>85")
    assert fired(watching, reading(0, 84), reading(1, 86)) == [
        "Alert: Temperature rises above 85 °C; gpu:0 (SIMULATED) has reached 86.0 °C",
    ]
    assert not fired(watching, *(reading(2 + second, 84 if second % 2 else 90) for second in range(200)))


def test_it_fires_anew_when_the_value_was_back_by_a_margin_for_half_a_minute() -> None:
    watching = watch("temperature>85")
    assert len(fired(watching, reading(0, 90))) == 1
    back_s = BACK_NS // SECOND
    assert not fired(watching, *(reading(1 + second, 83) for second in range(100)), reading(101, 90))  # within the margin of 3 °C
    assert not fired(watching, *(reading(200 + second, 80) for second in range(back_s)), reading(200 + back_s, 90))  # not long enough
    assert not fired(watching, *(reading(300 + second, 80) for second in range(back_s + 1)))
    assert len(fired(watching, reading(340, 90))) == 1


def test_a_rule_with_a_time_wants_the_value_beyond_the_limit_all_the_while() -> None:
    watching = watch("temperature>85 for 10s")
    assert not fired(watching, *(reading(second, 90) for second in range(10)))
    assert not fired(watching, reading(9.5, None), reading(10, 90), reading(19, 90))  # values within a gap are unknown
    assert len(fired(watching, reading(20, 90))) == 1


def test_readings_held_back_count_one_by_one() -> None:
    stamps = tuple(second * SECOND for second in range(8))
    together = Samples("nvml.fast:gpu:0", stamps, stamps, tuple((80.0 + second, 0) for second in range(8)))
    alerts = watch("temperature>85").apply([together], 0)
    assert [(alert.t_ns, alert.value) for alert in alerts] == [(6 * SECOND, 86.0)]


def test_throttling_is_against_the_users_will_and_idling_is_none() -> None:
    watching = watch("throttling")
    assert not fired(watching, reading(0, 50, 1))  # GPU_IDLE
    assert fired(watching, reading(1, 50, 4)) == ["Alert: The clock is throttled; gpu:0 (SIMULATED)"]


def test_a_loss_that_is_not_a_number_fires_for_each_rank_that_tells_it() -> None:
    watching = watch("loss nan")
    assert not fired(watching, Log(0, "values", values={"loss": 2.0}), Log(0, "warning", values={"loss": math.nan}))
    assert fired(watching, Log(1, "values", values={"loss": math.nan}), Log(2, "values", values={"loss": math.nan})) == [
        "Alert: The loss is not a finite number",
    ]
    assert fired(watching, Log(3, "values", values={"loss rank 1": math.inf})) == [
        "Alert: The loss is not a finite number; loss rank 1 has reached ∞",
    ]


def test_silence_is_counted_from_the_last_step_and_only_where_steps_are_due() -> None:
    watching = watch("silence>10s")
    watching.begin(0)
    assert not fired(watching, Steps(1, 0, (5 * SECOND,)), now_ns=15 * SECOND)
    assert fired(watching, now_ns=16 * SECOND) == ["Alert: No step has ended for 10 s"]
    assert not fired(watching, now_ns=60 * SECOND)
    assert not fired(watching, Steps(1, 1, (61 * SECOND,)), now_ns=62 * SECOND)
    assert fired(watching, now_ns=72 * SECOND)  # a step has rearmed the alert
    assert not fired(watching, Phase("evaluate", 73 * SECOND), now_ns=200 * SECOND)
    assert not fired(watching, Phase("measured", 200 * SECOND), now_ns=205 * SECOND)
    watching.end()
    assert not fired(watching, now_ns=900 * SECOND)


def test_a_stopped_job_and_a_capture_are_not_silence() -> None:
    watching = watch("silence>10s")
    watching.begin(0)
    assert not fired(watching, Gap(WORKLOAD, (), 0, 50 * SECOND, "stopped"), now_ns=55 * SECOND)
    assert not fired(watching, Capture(1, 55 * SECOND, None, "capturing", 0, 3), now_ns=90 * SECOND)
    assert not fired(watching, Capture(1, 55 * SECOND, 95 * SECOND, "written", 0, 3), now_ns=100 * SECOND)
    assert fired(watching, now_ns=106 * SECOND)


def test_a_command_is_silent_only_behind_its_first_step() -> None:
    watching = watch("silence>10s", is_command=True)
    watching.begin(0)
    assert not fired(watching, Phase("evaluate", SECOND), now_ns=100 * SECOND)
    assert not fired(watching, Steps(1, 0, (101 * SECOND,)), now_ns=102 * SECOND)
    assert fired(watching, now_ns=112 * SECOND)


def test_what_fires_is_a_log_line_and_what_cannot_is_said_once() -> None:
    warnings: list[str] = []
    alerts = Alerts([AlertRule.parse("temperature>85"), AlertRule.parse("power>3")], (), warnings.append)
    assert alerts.of([HELLO], 0) == []
    (log,) = alerts.of([reading(1, 90)], SECOND)
    assert (log.level, log.t_ns, log.text) == (ALERT, SECOND, "Alert: Temperature rises above 85 °C; gpu:0 (SIMULATED) has reached 90.0 °C")
    assert warnings == ["the alert power>3W cannot fire here: no sensor of this machine measures it"]


def test_a_rule_that_fires_without_end_is_told_a_bounded_number_of_times() -> None:
    warnings: list[str] = []
    alerts = Alerts([AlertRule.parse("silence>1s")], (), warnings.append)
    told = 0
    for second in range(0, 2000, 4):
        told += len(alerts.of([Steps(1, second, (second * SECOND,))], second * SECOND))
        told += len(alerts.of([], (second + 3) * SECOND))
    assert told == 200
    assert warnings == ["more than 200 alerts: further ones are not reported"]


@pytest.mark.parametrize(
    ("is_command", "events", "warned"),
    [
        (True, [], ["loss nan", "silence>2s"]),
        (True, [Log(1, "report", "", {"loss": 2.0}), Steps(1, 0, (5, 9))], []),
        (True, [Log(1, "report", "", {"loss rank 1": 2.0})], ["silence>2s"]),
        (False, [], []),
    ],
)
def test_a_rule_that_had_nothing_to_watch_is_told_at_the_end(is_command: bool, events: list[Event], warned: list[str]) -> None:
    """Else that no alert fired would look as if all had been well."""
    warnings: list[str] = []
    alerts = Alerts(tuple(map(AlertRule.parse, ("loss nan", "silence>2s"))), (), warnings.append, is_command=is_command)
    alerts.begin(0)
    alerts.of(events, 10)
    alerts.report_unused()
    assert [text for rule in warned for text in warnings if rule in text] == warnings
    assert len(warnings) == len(warned)
    assert all("gpuscope." in text for text in warnings)
