"""The recorder's end of the channel: what no workload reports is counted, and does not reach the store."""

import json
import selectors
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gpuscope.core.event import Event, Gap, Hello, Result, Sample, Steps, Table
from gpuscope.core.event_json import encode
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.recording.child_channel import ChildChannel

NUMBER = Quantity(1.0, "s", Quality.MEASURED, "a clock").to_json()


class Told:
    """A channel, and what it delivered."""

    def __init__(self, path: Path) -> None:
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(str(path))
        self.server.listen()
        self.server.setblocking(False)
        self.events: list[Event] = []
        self.selector = selectors.DefaultSelector()
        self.channel = ChildChannel(self.server, self.selector, self.events.append)

    def say(self, event: Event) -> None:
        with socket.socket(socket.AF_UNIX) as program:
            program.connect(self.server.getsockname())
            program.sendall(json.dumps(encode(event)).encode() + b"\n")
            self.channel.drain()


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Told]:
    told = Told(tmp_path / "channel.sock")
    yield told
    told.channel.close()
    told.selector.close()
    told.server.close()


@pytest.mark.parametrize(
    "info",
    [
        {"rank": "0"},
        {"rank": [1]},
        {"seen": "7"},
        {"threads": "x"},
        {"samples_per_step": True},
        {"steps": {}},
        {"ring": 7},
        {"steps_kind": []},
    ],
    ids=str,
)
def test_a_hello_that_no_workload_sends_is_counted(told: Told, info: dict[str, Any]) -> None:
    """The end of a run is derived from it: with a rank that is text, neither that run nor its recovery was ever stored."""
    told.say(Hello("workload", 1, 2, info))
    assert (told.channel.garbage, told.events) == (1, [])


@pytest.mark.parametrize(
    "event",
    [
        Hello("helper", 1, 2, {"calls": 5}),
        Sample("cpu", 1, 2, (1.0,)),
        Gap("cpu", ("energy",), 1, None, "dropped"),
        Table("cpu", "cores", 1, ()),
        Steps(1, 0, (5,)),
    ],
    ids=lambda event: event.KIND,
)
def test_what_a_helper_reports_is_not_taken_from_a_workload(told: Told, event: Event) -> None:
    """A declaration of devices without any ended the recorder."""
    told.say(event)
    assert (told.channel.garbage, told.events) == (1, [])


def test_a_hello_of_a_workload_is_delivered(told: Told) -> None:
    info = {"rank": 0, "world_size": 2, "leads": True, "samples_per_step": 32.5, "steps": None, "ring": "steps-1.ring", "more": [1]}
    hello = Hello("workload", 1, 2, info)
    told.say(hello)
    assert (told.channel.garbage, told.events) == (0, [hello])


@pytest.mark.parametrize("value", ["x", None, {}, {**NUMBER, "quality": "guessed"}], ids=str)
def test_a_result_that_is_no_number_with_its_unit_is_counted(told: Told, value: object) -> None:
    told.say(Result(2, {"throughput": NUMBER, "loss": value}))
    told.say(good := Result(3, {"throughput": NUMBER}, {"training_samples": 5}))
    assert (told.channel.garbage, told.events) == (1, [good])
