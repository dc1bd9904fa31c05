"""Claims on devices: plans wait, runs do not, and the kernel frees the claims of dead processes."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuscope.core.runspec import RunSpec
from gpuscope.system.device_use import DevicePresence, DeviceUse, Holder, beside, disturb, listed_holders, uses_of

CPU = (DeviceUse("cpu"),)
GPU = (DeviceUse("cpu", exclusive=False), DeviceUse("GPU-1"))


class Parties:
    """Creates holders of claims on devices, in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.made = folder, list[DevicePresence]()

    def __call__(self, kind: str, key: str, plan_id: str = "", runs_folder: str = "") -> DevicePresence:
        self.made.append(DevicePresence(Holder(kind, key, f"name of {key}", plan_id, runs_folder), self.folder))
        return self.made[-1]


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Parties]:
    parties = Parties(tmp_path)
    yield parties
    for presence in parties.made:
        presence.leave()


def test_a_plan_waits_for_a_plan_and_begins_when_it_left(party: Parties) -> None:
    first, second = party("plan", "p1", "p1"), party("plan", "p2", "p2")
    assert first.try_join(CPU) == ()
    assert [holder.description("") for holder in second.try_join(CPU)] == ["plan p1 (name of p1)"]
    first.leave()
    assert second.try_join(CPU) == ()


def test_a_plan_takes_all_of_its_devices_or_none(party: Parties) -> None:
    first, second, third = party("plan", "p1", "p1"), party("plan", "p2", "p2"), party("plan", "p3", "p3")
    first.try_join([DeviceUse("GPU-2")])
    assert second.try_join([DeviceUse("GPU-1"), DeviceUse("GPU-2")])
    assert third.try_join([DeviceUse("GPU-1")]) == (), "the one that waits holds none"


def test_runs_on_two_gpus_share_the_processor_and_one_on_it_shares_it_with_nobody(party: Parties) -> None:
    first, second, third = party("plan", "p1", "p1"), party("plan", "p2", "p2"), party("plan", "p3", "p3")
    assert first.try_join(GPU) == ()
    assert second.try_join((DeviceUse("cpu", exclusive=False), DeviceUse("GPU-2"))) == ()
    assert len(third.try_join(CPU)) == 2


def test_plain_runs_begin_and_learn_of_each_other(party: Parties) -> None:
    first, second, third = party("run", "r1"), party("run", "r2"), party("run", "r3")
    first.join(CPU)
    assert first.met() == ()
    second.join(CPU)
    third.join((DeviceUse("GPU-1"),))
    assert second.met() == ("run r1 (name of r1)",)
    second.leave()
    assert first.met() == ("run r2 (name of r2)",), "also of one that has left"
    assert third.met() == ()


def test_a_run_of_another_store_is_called_so(party: Parties) -> None:
    first, second, third = party("run", "r1", runs_folder="/a/runs"), party("run", "r2", runs_folder="/b/runs"), party("run", "r3")
    first.join(CPU)
    others = second.join(CPU)
    assert "run r1 (name of r1, another store);" in beside(others, Path("/b/runs"))
    assert "run r1 (name of r1);" in beside(others, Path("/a/runs"))
    assert second.met() == ("run r1 (name of r1, another store)",)
    assert first.met() == ("run r2 (name of r2, another store)",)
    third.join(CPU)
    assert "run r3 (name of r3)" in first.met(), "of which nothing is known"


def test_a_plan_and_its_own_runs_are_one_party(party: Parties) -> None:
    plan, own, other = party("plan", "p1", "p1"), party("run", "r1", "p1"), party("run", "r2")
    plan.try_join(CPU)
    own.join(CPU)
    assert (plan.met(), own.met()) == ((), ())
    other.join(CPU)
    assert own.met() == ("run r2 (name of r2)",)
    assert other.met() == ("plan p1 (name of p1)", "run r1 (name of r1)")


def test_what_a_killed_process_held_is_free(tmp_path: Path, party: Parties) -> None:
    code = (
        "import sys, time; from pathlib import Path; from gpuscope.system.device_use import *\n"
        "presence = DevicePresence(Holder('plan', 'p1', 'killed', 'p1'), Path(sys.argv[1]))\n"
        "presence.try_join([DeviceUse('cpu')]); print(flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        waiting = party("plan", "p2", "p2")
        assert [holder.key for holder in waiting.try_join(CPU)] == ["p1"]
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert waiting.try_join(CPU) == ()
    assert len(list((tmp_path / "devices" / "cpu").iterdir())) == 1


def test_where_nothing_can_be_written_nobody_waits(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    presence = DevicePresence(Holder("plan", "p1"), tmp_path / "file")
    assert presence.try_join(CPU) == ()
    presence.join(CPU)
    assert presence.met() == ()
    presence.leave()


def test_a_use_that_cannot_be_written_down_is_given_back(party: Parties, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a full disk, nothing may stay locked until the process ends."""

    def refuse(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    first = party("plan", "p1", "p1")
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", refuse)
        assert first.try_join(CPU) == ()
    first.leave()
    assert party("plan", "p2", "p2").try_join(CPU) == ()


def test_a_gpu_is_known_by_its_uuid_whatever_its_number_is_here(tmp_path: Path) -> None:
    for bus, uuid in (("0000:01:00.0", "GPU-a"), ("0000:02:00.0", "GPU-b")):
        (tmp_path / bus).mkdir()
        (tmp_path / bus / "information").write_text(f"Model: \t\t A card\nGPU UUID: \t {uuid}\n")

    def of(device: str, **environ: str) -> list[str]:
        return [use.device for use in uses_of(RunSpec("gemm", device=device), environ, tmp_path)]

    assert of("cpu") == ["cpu"]
    assert of("cuda:1") == ["cpu", "GPU-b"]
    assert of("cuda:0", CUDA_VISIBLE_DEVICES="1") == ["cpu", "GPU-b"]
    assert of("cuda:0", CUDA_VISIBLE_DEVICES="GPU-b,GPU-a") == ["cpu", "GPU-b"]
    assert of("cuda:7") == ["cpu", "cuda-7"]
    command = RunSpec("command", command=("python3", "train.py"))
    assert [use.device for use in uses_of(command, {}, tmp_path)] == ["cpu", "GPU-a", "GPU-b"]
    assert [use.device for use in uses_of(command, {"CUDA_VISIBLE_DEVICES": ""}, tmp_path)] == ["cpu"]
    assert uses_of(RunSpec("attached"), {}, tmp_path) == ()


def test_who_uses_a_device_is_known_without_using_it(party: Parties) -> None:
    asking = party("", "")
    assert asking.others(CPU) == ()
    party("run", "r1").join(CPU)
    assert [holder.description("") for holder in asking.others(CPU)] == ["run r1 (name of r1)"]
    assert party("run", "r2").met() == (), "asking is no use"


def test_a_plan_is_named_and_not_the_run_that_it_makes() -> None:
    holders = (Holder("run", "r1", plan_id="p1"), Holder("plan", "p1", "mine", "p1"), Holder("run", "r2"))
    assert [holder.wait_reason for holder in listed_holders(holders)] == ["waits for plan mine", "waits for run r2"]
    assert [holder.description("") for holder in listed_holders(holders)] == ["plan p1 (mine)", "run r2"]


def test_two_runs_disturb_each_other_on_one_device_and_on_two_gpus_do_not() -> None:
    assert disturb(CPU, CPU)
    assert disturb(CPU, GPU)
    assert disturb(GPU, GPU)
    assert not disturb(GPU, (DeviceUse("cpu", exclusive=False), DeviceUse("GPU-2")))
    assert not disturb((), CPU)
