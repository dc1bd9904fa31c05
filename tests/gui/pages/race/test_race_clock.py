"""The clock of a race, which depends on the machine's clock alone."""

import pytest

from gpuscope.gui.pages.race.race_clock import RaceClock


class Machine:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def clock(machine: Machine) -> RaceClock:
    made = RaceClock(machine)
    made.length_s = 60.0
    return made


def test_it_runs_at_its_speed_however_late_it_is_asked(clock: RaceClock, machine: Machine) -> None:
    clock.start()
    machine.now += 2.0
    assert clock.time_s == 2.0
    clock.set_speed(10.0)
    machine.now += 1.7
    assert clock.time_s == pytest.approx(19.0)
    assert clock.is_running


def test_it_stands_and_goes_on_from_there(clock: RaceClock, machine: Machine) -> None:
    clock.start()
    machine.now += 3.0
    clock.pause()
    machine.now += 99.0
    assert (clock.time_s, clock.is_running) == (3.0, False)
    clock.start()
    machine.now += 1.0
    assert clock.time_s == 4.0


def test_it_ends_and_begins_anew(clock: RaceClock, machine: Machine) -> None:
    clock.set_speed(50.0)
    clock.start()
    machine.now += 5.0
    assert (clock.time_s, clock.is_running) == (60.0, False)
    clock.start()
    assert (clock.time_s, clock.is_running) == (0.0, True)


def test_it_is_moved_within_the_race(clock: RaceClock, machine: Machine) -> None:
    clock.seek(-5.0)
    assert clock.time_s == 0.0
    clock.seek(99.0)
    assert clock.time_s == 60.0
    clock.start()
    clock.seek(30.0)
    machine.now += 1.0
    assert clock.time_s == 31.0
