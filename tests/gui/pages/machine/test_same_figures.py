"""One recording of the sensors on the window's Machine page and in the monitor: the same figures, units and texts."""

from collections.abc import Sequence

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.cli.monitor_view import MonitorView
from gpuscope.cli.styled_line import BLOCKS
from gpuscope.core.device import Device
from gpuscope.core.event import Event, Gap, Sample
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.machine.device_card import DeviceCard
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.figure_tile import Figure
from gpuscope.recording import machine_figures
from gpuscope.recording.machine_state import MachineState
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import GPU_STATE, SECOND, START_NS

DEVICES = [made_runs.cpu_device(), made_runs.gpu_device()]


def recording(*more: Event) -> list[Event]:
    """Return ten seconds of a processor and a GPU whose energy counter drops at 6 s, though not below its first value."""
    events = [made_runs.hello(DEVICES), *made_runs.host_events(10, 0.4, with_run=False), *made_runs.gpu_events("gpu:0", 10)]
    return [_fallen(event) for event in sorted(events, key=made_runs.stamp_of)] + list(more)


def _fallen(event: Event) -> Event:
    if not (isinstance(event, Sample) and event.call == "gpu:0.fields" and event.before_ns > START_NS + 6 * SECOND):
        return event
    *before, joules, throttle = event.values
    return Sample(event.call, event.before_ns, event.after_ns, (*before, (joules or 0) - 500, throttle))


def of_window(events: Sequence[Event], device: Device, unit: str) -> list[Figure]:
    data = ShownRun()
    data.apply(events, START_NS)
    card = DeviceCard(Theme(Choice.DARK), device, None)
    card.resize(2000, 200)
    card.show_now(data, unit)
    shown = card.figures.figures
    card.deleteLater()
    return shown


def of_monitor(events: Sequence[Event], device: Device, unit: str) -> str:
    state = MachineState()
    state.apply(events)
    lines = [line.text(400, colour=False).rstrip() for line in MonitorView(state, BLOCKS, unit).lines(400, 60)]
    begin = next(place for place, line in enumerate(lines) if line.split("  ")[0] == device.key)
    return "\n".join(lines[begin : lines.index("", begin) if "" in lines[begin:] else None])


@pytest.mark.parametrize("device", DEVICES, ids=lambda device: device.key)
@pytest.mark.parametrize("unit", ["J", "Wh"])
@pytest.mark.parametrize("is_hot", [True, False])
def test_the_window_and_the_monitor_tell_the_same(qtbot: QtBot, device: Device, unit: str, is_hot: bool) -> None:
    silent = Gap("gpu:0", GPU_STATE, START_NS + 9 * SECOND, None, "the sensor does not answer")
    events = recording() if is_hot else recording(silent)
    text, tiles = of_monitor(events, device, unit), of_window(events, device, unit)
    assert len(tiles) >= 6
    for tile in tiles:
        _, _, after = text.partition(tile.label)
        assert after, tile.label
        said = after.lstrip(" " + "".join((*BLOCKS.parts, BLOCKS.track)))
        assert said.startswith(tile.value), (tile, said[:40])
        if tile.unit:
            assert tile.unit in said[: len(tile.value) + 20], (tile, said[:40])
        if tile.value != "–" and tile.label not in ("Utilization", "Clock"):  # the device's header shows the cores and throttling
            assert all(note in said.partition("   ")[0] for note in tile.trust.split(" · ")), (tile, said[:40])
    told = {tile.label: tile.value for tile in tiles}
    if device.key == "gpu:0":
        assert told["Energy"] == ("1.95" if unit == "J" else "541")  # since the counter dropped: 3.8 s at 513 W
        assert told["Temperature"] == ("46" if is_hot else "–")


def test_a_device_that_is_silent_gives_both_the_same_reason(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_figures, "_time_of_day", lambda age_s: f"{age_s:.0f} s ago")  # both are drawn within a second, or not
    lost = [Gap("gpu:0", (), START_NS + 9 * SECOND, None, "the GPU is lost")]
    data, gpu = ShownRun(), DEVICES[1]
    data.apply(recording(*lost), START_NS)
    card = DeviceCard(Theme(Choice.DARK), gpu, None)
    card.show_now(data, "J")
    assert card.trouble.startswith("the GPU is lost · since ")
    assert card.trouble in of_monitor(recording(*lost), gpu, "J")
    card.deleteLater()
