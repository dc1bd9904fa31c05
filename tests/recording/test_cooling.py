"""Runs wait for the GPU to be as cool as before the first."""

from gpuscope.recording.cooling import MOST_S, Cooling


class Card:
    """Cools by a degree a second; as warm as told."""

    def __init__(self, temperature: float, cools: float = 1.0, takes_s: float = 0.0) -> None:
        self.temperature, self.cools, self.takes_s = temperature, cools, takes_s
        self.waited = self.now = 0.0

    def clock(self) -> float:
        return self.now

    def read(self) -> dict[str, float]:
        self.now += self.takes_s
        return {"gpu:0": self.temperature}

    def sleep(self, seconds: float) -> None:
        self.waited += seconds
        self.now += seconds
        self.temperature -= self.cools * seconds


def test_the_first_run_waits_for_nothing_and_the_next_until_it_is_as_cool() -> None:
    card = Card(40.0)
    cooling = Cooling(card.read, card.sleep, card.clock)
    assert cooling.wait() == {}
    assert card.waited == 0
    card.temperature = 55.0
    assert cooling.wait() == {}
    assert card.temperature <= 42.0


def test_a_card_that_stays_warm_is_told_after_a_minute() -> None:
    card = Card(40.0, cools=0.0)
    cooling = Cooling(card.read, card.sleep, card.clock)
    cooling.wait()
    card.temperature = 80.0
    assert cooling.wait() == {"gpu:0": 80.0}
    assert card.waited == MOST_S


def test_readings_that_take_their_time_are_part_of_the_minute() -> None:
    card = Card(40.0, cools=0.0, takes_s=27.0)
    cooling = Cooling(card.read, card.sleep, card.clock)
    cooling.wait()
    card.temperature, begin = 80.0, card.now
    assert cooling.wait() == {"gpu:0": 80.0}
    assert card.now - begin == 27.0 + MOST_S  # a look that began before the deadline ends behind it


def test_no_temperature_is_no_wait() -> None:
    asked: list[int] = []

    def nothing() -> dict[str, float]:
        asked.append(1)
        return {}

    cooling = Cooling(nothing, lambda _seconds: None)
    assert [cooling.wait() for _ in range(3)] == [{}, {}, {}]
    assert len(asked) == 1
