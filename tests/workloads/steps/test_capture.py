"""Steps under the profiler: the file contains exactly the chosen steps, and the window is reported without them."""

import json
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from gpuscope.core.event import Capture
from gpuscope.probe import torch_profile
from gpuscope.probe.channel import Channel
from gpuscope.probe.live_request import FILE_NAME
from gpuscope.workloads.steps.measured import MeasuredLoop, Window
from gpuscope.workloads.steps.setting import Setting
from tests.probe.listener import Listener
from tests.workloads.steps.test_measured import stamps

Prepare = Callable[..., Setting]


def step() -> torch.Tensor:
    return torch.ones(8, 8) @ torch.ones(8, 8)


def profiled_steps(path: Path) -> list[str]:
    events = json.loads(path.read_text())["traceEvents"]
    return [event["name"] for event in events if event.get("cat") == "user_annotation" and event["name"].startswith("ProfilerStep")]


def captures(listener: Listener) -> list[Capture]:
    return [event for event in listener.events() if isinstance(event, Capture)]


def measured(setting: Setting, channel: Channel) -> Window:
    window = MeasuredLoop(setting, step).run()
    channel.close()
    assert window is not None
    return window


@pytest.mark.parametrize(("begin", "end"), [(0, 1), (7, 17), (290, 300), (0, 300)])
def test_the_file_holds_exactly_the_chosen_steps(setting: Prepare, listener: Listener, channel: Channel, begin: int, end: int) -> None:
    window = measured(setting("gemm", steps=300, warmup_steps=5, profile=f"steps={begin}:{end}"), channel)
    assert (window.steps, window.profiled_steps) == (300 - (end - begin), end - begin)
    ends = stamps(listener.folder)
    assert len(ends) == 305
    begun, written = captures(listener)
    assert (begun.state, begun.end_ns, begun.steps) == ("capturing", None, end - begin)
    assert (written.state, written.first, written.steps, written.taken) == ("written", begin, end - begin, end - begin)
    assert profiled_steps(listener.folder / written.file) == [f"ProfilerStep#{number}" for number in range(begin, end)]
    assert written.size_bytes == (listener.folder / written.file).stat().st_size
    assert not list(listener.folder.glob("*.tmp"))
    assert written.end_ns is not None
    inside = [stamp for stamp in ends if written.begin_ns < stamp <= written.end_ns]
    assert inside == ends[5 + begin : 5 + end]


def test_the_profiled_time_is_not_in_the_window_s_seconds(setting: Prepare, listener: Listener, channel: Channel) -> None:
    window = measured(setting("gemm", steps=50, warmup_steps=5, profile="steps=10:20"), channel)
    (_, written) = captures(listener)
    assert written.end_ns is not None
    assert window.profiled_ns >= written.end_ns - written.begin_ns > 0
    assert window.seconds == pytest.approx((window.close_ns - window.open_ns - window.profiled_ns) / 1e9)


def test_a_time_is_profiled_as_a_number_of_steps_is(setting: Prepare, listener: Listener, channel: Channel) -> None:
    setting_ = setting("gemm", duration_s=1.2, warmup_steps=5, profile="time=0.3s:0.6s")
    window = MeasuredLoop(setting_, lambda: torch.ones(64, 64) @ torch.ones(64, 64)).run()
    channel.close()
    assert window is not None
    (_, written) = captures(listener)
    assert written.state == "written"
    assert window.profiled_steps == written.steps > 0
    assert written.begin_ns - window.open_ns >= 0.3e9
    assert 0.0 < written.seconds["steps"] < 1.2


def test_as_many_steps_are_profiled_as_the_disk_has_room_for(
    setting: Prepare, listener: Listener, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch_profile, "_free_memory", lambda: None)
    monkeypatch.setattr(torch_profile, "_free_disk", lambda _folder: torch_profile._KEPT_FREE_BYTES + 200_000)
    window = measured(setting("gemm", steps=300, warmup_steps=5, profile="steps=100:200"), channel)
    assert window.steps + window.profiled_steps == 300
    (_, written) = captures(listener)
    assert (written.state, written.text) == ("written", "it was ended early: more steps could fill the disk or the memory")
    assert 1 < written.steps < 100
    assert written.size_bytes < 300_000


def test_steps_without_room_for_one_are_not_profiled(
    setting: Prepare, listener: Listener, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch_profile, "_free_disk", lambda _folder: torch_profile._KEPT_FREE_BYTES + 100)
    window = measured(setting("gemm", steps=300, warmup_steps=5, profile="steps=100:200"), channel)
    assert window.steps + window.profiled_steps == 300
    (_, failed) = captures(listener)
    assert failed.state == "failed"
    assert failed.text.startswith("a step would take about 0.0 GB of the disk, and 0.0 GB can be spared")
    assert not list(listener.folder.glob("profile-*"))


def test_a_capture_of_a_time_ends_before_it_fills_the_disk(
    setting: Prepare, listener: Listener, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin(self: Any, *_: object, **__: object) -> None:
        original(self, 0)
        self._most = 20

    original = torch_profile.TorchProfile.begin
    monkeypatch.setattr(torch_profile.TorchProfile, "begin", begin)
    measured(setting("gemm", duration_s=1.0, warmup_steps=5, profile="time=0.1s:100s"), channel)
    (_, written) = captures(listener)
    assert (written.state, written.text) == ("written", "it was ended early: more steps could fill the disk or the memory")


def test_the_profilers_warning_about_cycles_is_not_the_programs(
    setting: Prepare, listener: Listener, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Warning211(torch.profiler.profile):  # type: ignore[misc]
        def start(self) -> None:
            warnings.warn("Warning: Profiler clears events at the end of each cycle.Only events from the …", UserWarning, stacklevel=2)
            super().start()

    monkeypatch.setattr(torch.profiler, "profile", Warning211)
    measured(setting("gemm", steps=30, warmup_steps=5, profile="steps=10:20"), channel)
    assert [capture.state for capture in captures(listener)] == ["capturing", "written"]  # in tests, a warning would be an error


def test_a_profiler_that_fails_costs_the_profile_and_not_the_run(
    setting: Prepare, listener: Listener, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("CUPTI is in use\nby another tool")

    monkeypatch.setattr(torch.profiler, "profile", broken)
    window = measured(setting("gemm", steps=300, warmup_steps=5, profile="steps=100:200"), channel)
    assert window.steps + window.profiled_steps == 300
    (_, failed) = captures(listener)
    assert (failed.state, failed.text) == ("failed", "the profiler cannot be started: RuntimeError: CUPTI is in use")


def test_a_run_that_is_stopped_while_it_is_profiled_keeps_the_steps_that_it_took(
    setting: Prepare, listener: Listener, channel: Channel
) -> None:
    one = setting("gemm", steps=5000, warmup_steps=5, profile="steps=100:4000")

    def stopping(_values: Sequence[Any], first: int) -> None:
        one.stop.requested |= first > 200

    window = MeasuredLoop(one, slow_step, stopping).run()
    channel.close()
    assert window is not None
    (_, written) = captures(listener)
    assert (written.state, written.text) == ("written", "the run ended before the last of its steps")
    assert 0 < written.steps == window.profiled_steps < 3900


def test_ranks_begin_and_end_at_the_same_steps_though_one_is_ahead(setting: Prepare, listener: Listener, channel: Channel) -> None:
    told: list[float] = []

    def agree(own: float) -> float:
        told.append(own)
        return own + 1.0 if len(told) > 1 else own  # another rank's clock is a second ahead

    window = MeasuredLoop(setting("gemm", duration_s=1.5, warmup_steps=5, profile="time=0.9s:2.9s"), step, agree=agree).run()
    channel.close()
    assert window is not None
    (_, written) = captures(listener)
    assert written.begin_ns - window.open_ns < 0.5e9


def test_without_a_recorder_nothing_is_profiled(setting: Prepare, listener: Listener, channel: Channel) -> None:
    alone = setting("gemm", steps=30, warmup_steps=5, profile="steps=1:2")
    object.__setattr__(alone, "channel", Channel(None))
    window = MeasuredLoop(alone, step).run()
    assert window is not None
    assert (window.steps, window.profiled_steps) == (30, 0)


def test_a_live_run_is_asked_for_its_next_steps_and_takes_one_for_a_trial(setting: Prepare, listener: Listener, channel: Channel) -> None:
    def ask(serial: int, steps: int) -> None:
        (listener.folder / "asked").write_text(json.dumps({"serial": serial, "steps": steps, "extras": ["memory"]}))
        (listener.folder / "asked").rename(listener.folder / FILE_NAME)

    asked = 0

    def asking(_values: Sequence[Any], first: int) -> None:
        nonlocal asked
        if asked < 2 and first + len(_values) >= (100, 250)[asked]:  # one at a time: a busy machine reports hundreds of steps at once
            asked += 1
            ask(asked, 10 * asked)

    window = MeasuredLoop(setting("gemm", steps=2000, warmup_steps=5), slow_step, asking).run()
    channel.close()
    assert window is not None
    told = [one for one in captures(listener) if one.state != "capturing"]
    assert [(one.state, one.steps, one.taken) for one in told] == [("written", 10, 11), ("written", 20, 21)]
    assert (window.steps, window.profiled_steps) == (2000 - 32, 32)
    for one in told:
        assert profiled_steps(listener.folder / one.file) == [f"ProfilerStep#{one.first + number}" for number in range(one.steps)]
    assert len({one.file for one in told}) == 2


def slow_step() -> torch.Tensor:
    time.sleep(0.0005)
    return step()


def test_the_losses_of_profiled_steps_are_told_too(setting: Prepare, listener: Listener, channel: Channel) -> None:
    seen: list[int] = []

    def watch(values: Sequence[Any], first: int) -> None:
        seen.extend(range(first, first + len(values)))

    MeasuredLoop(setting("gemm", steps=40, warmup_steps=5, profile="steps=10:20"), step, watch).run()
    channel.close()
    assert seen == list(range(45))
    listener.events()
