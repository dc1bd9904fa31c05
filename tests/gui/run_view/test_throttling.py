"""Periods in which GPUs ran below their clock, and the reasons."""

from collections.abc import Callable
from itertools import pairwise

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import Event, Hello, Sample
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view.annotations import MOST, Throttling, throttle_text
from gpuscope.sensors.declaration import Declaration
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import START_NS

IDLE, CLOCK_SET, POWER_CAP, THERMAL = 0x01, 0x02, 0x04, 0x20


def declared() -> Hello:
    device = Device("gpu:0", DeviceKind.GPU, "A card", None, {}, {"throttle": Capability(True, "a sensor")})
    told = Declaration({"gpu:0": device}, {"gpu:0.fields": (("gpu:0", "throttle"),)}, {"gpu:0.fields": 0.1})
    return Hello("helper", 2, START_NS, told.to_info())


def readings(bits_at: Callable[[float], float | None], begin: int, end: int) -> list[Event]:
    """Return readings every 0.1 s, from index ``begin`` up to ``end``."""
    return [
        Sample("gpu:0.fields", START_NS + index * 100_000_000, START_NS + index * 100_000_000, (bits_at(index / 10),))
        for index in range(begin, end)
    ]


def found(bits_at: Callable[[float], float | None], seconds: float = 10.0, pieces: int = 1) -> list[tuple[float, float, str]]:
    """Return the stretches found, with the readings added in this many pieces."""
    data, throttling = ShownRun(made_runs.record()), Throttling()
    data.apply([declared()], START_NS)
    edges = [round(part * seconds * 10 / pieces) for part in range(pieces + 1)]
    for begin, end in pairwise(edges):
        data.apply(readings(bits_at, begin, end), START_NS)
        throttling.update(data)
    return [(round(start, 3), round(end, 3), words) for start, end, words in throttling.stretches.get("gpu:0", [])]


def test_each_bit_that_slows_has_its_words() -> None:
    assert throttle_text(POWER_CAP) == "power cap"
    assert throttle_text(THERMAL | 0x40) == "thermal slowdown"
    assert throttle_text(POWER_CAP | THERMAL) == "power cap, thermal slowdown"
    assert throttle_text(0x80) == "power brake"


def test_idling_and_a_clock_that_the_user_set_are_no_throttling() -> None:
    assert found(lambda t: float(IDLE | CLOCK_SET)) == []


def test_a_stretch_lasts_from_the_first_to_behind_the_last_reading() -> None:
    assert found(lambda t: float(POWER_CAP if 2.0 <= t < 5.0 else IDLE)) == [(2.0, 5.0, "power cap")]


def test_it_is_the_same_in_however_many_pieces_the_readings_come() -> None:
    def bits(t: float) -> float:
        return float(POWER_CAP if 2.0 <= t < 5.0 else THERMAL if 6.5 <= t < 8 else 0)

    whole = found(bits)
    assert whole == [(2.0, 5.0, "power cap"), (6.5, 8.0, "thermal slowdown")]
    for pieces in (2, 7, 33, 100):
        assert found(bits, pieces=pieces) == whole


def test_a_cap_that_is_met_and_left_many_times_a_second_is_one_stretch() -> None:
    assert found(lambda t: float(POWER_CAP if round(t * 10) % 2 else 0)) == [(0.1, 9.9, "power cap")]


def test_missing_readings_are_no_throttling() -> None:
    assert found(lambda t: None) == []


def test_no_more_stretches_are_kept_than_can_be_drawn() -> None:
    stretches = found(lambda t: float(POWER_CAP if round(t) % 3 == 0 else 0), seconds=3.2 * MOST, pieces=50)
    assert len(stretches) == MOST
    assert stretches[-1][0] > 3 * MOST


def test_when_old_readings_go_it_begins_anew() -> None:
    data, throttling = ShownRun(most=40), Throttling()
    data.apply([declared()], START_NS)
    for piece in range(0, 200, 10):
        data.apply(readings(lambda t: float(POWER_CAP), piece, piece + 10), START_NS)
        throttling.update(data)
    ((_, end, words),) = throttling.stretches["gpu:0"]
    assert (round(end, 3), words) == (19.9, "power cap")


def test_a_stretch_whose_beginning_was_missed_gets_it_back_from_the_store() -> None:
    def bits(t: float) -> float:
        return float(POWER_CAP if 46.1 <= t < 51.0 else 0)

    data, throttling = ShownRun(made_runs.record()), Throttling()
    data.apply([declared(), *readings(bits, 0, 440), *readings(bits, 470, 520)], START_NS)
    throttling.update(data)
    assert [round(edge, 3) for edge in throttling.stretches["gpu:0"][0][:2]] == [47.0, 51.0]
    made_runs.heal(data, [declared(), *readings(bits, 0, 520)])
    throttling.update(data)
    ((start, end, words),) = throttling.stretches["gpu:0"]
    assert (round(start, 3), round(end, 3), words) == (46.1, 51.0, "power cap")


def test_a_stretch_that_the_store_does_not_have_goes() -> None:
    data, throttling = ShownRun(made_runs.record()), Throttling()
    data.apply([declared(), *readings(lambda t: float(POWER_CAP), 0, 50)], START_NS)
    throttling.update(data)
    made_runs.heal(data, [declared(), *readings(lambda t: 0.0, 0, 50)])
    assert throttling.update(data)
    assert throttling.stretches.get("gpu:0", []) == []
