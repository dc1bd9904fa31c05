"""Runs wait for the GPU to be as cool as before the first."""

from gpuscope.recording.cooling import MOST_S, Cooling


class Card:
    """Cools by a degree a second; as warm as told."""

    def __init__(self, temperature: float, cools: float = 1.0) -> None:
        self.temperature, self.cools, self.waited = temperature, cools, 0.0

    def read(self) -> dict[str, float]:
        return {"gpu:0": self.temperature}

    def sleep(self, seconds: float) -> None:
        self.waited += seconds
        self.temperature -= self.cools * seconds


def test_the_first_run_waits_for_nothing_and_the_next_until_it_is_as_cool() -> None:
    card = Card(40.0)
    cooling = Cooling(card.read, card.sleep)
    assert cooling.wait() == {}
    assert card.waited == 0
    card.temperature = 55.0
    assert cooling.wait() == {}
    assert card.temperature <= 42.0


def test_a_card_that_stays_warm_is_told_after_a_minute() -> None:
    card = Card(40.0, cools=0.0)
    cooling = Cooling(card.read, card.sleep)
    cooling.wait()
    card.temperature = 80.0
    assert cooling.wait() == {"gpu:0": 80.0}
    assert card.waited == MOST_S


def test_no_temperature_is_no_wait() -> None:
    asked: list[int] = []

    def nothing() -> dict[str, float]:
        asked.append(1)
        return {}

    cooling = Cooling(nothing, lambda _seconds: None)
    assert [cooling.wait() for _ in range(3)] == [{}, {}, {}]
    assert len(asked) == 1
