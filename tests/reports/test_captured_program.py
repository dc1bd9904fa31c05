"""What a stored run reveals about the program captured in it, and the wording of advice about it."""

from dataclasses import replace
from pathlib import Path

from gpuscope.core.cure_texts import BF16, COMPILE, FUSED, LESS_READING_BACK
from gpuscope.core.device import NO_GPU, NO_GPU_FOUND, Capability, Device, DeviceKind
from gpuscope.core.run import DeviceResult
from gpuscope.core.runspec import RunSpec
from gpuscope.reports.captured_program import captured_program
from gpuscope.reports.profile_text import profile_report
from gpuscope.reports.profile_view import ProfileView
from gpuscope.reports.text import render
from gpuscope.workloads.catalog import resolve
from tests.analysis.records import CPU, GPU, measured, run_record
from tests.profiles.made import kernel, launch, made_profile


def test_a_workloads_cure_is_the_flag_that_tries_it() -> None:
    program = captured_program(run_record("a", resolve(RunSpec("mnist-mlp", device="cuda:0"))))
    assert program.change((FUSED,)) == "mnist-mlp --optimize fused-optimizer"
    assert program.change((LESS_READING_BACK, BF16)) == "mnist-mlp --precision bf16"
    assert program.change((LESS_READING_BACK,)) == ""


def test_a_command_is_changed_by_its_author_alone(tmp_path: Path) -> None:
    program = captured_program(run_record("a", RunSpec("command", command=("python", str(tmp_path / "train.py")))))
    assert program.change((BF16, COMPILE, FUSED)) == ""
    assert program.folders[0] == tmp_path


def test_power_is_that_of_the_one_gpu_of_a_run() -> None:
    card, spec = DeviceResult(GPU, {"power_mean": measured(312.0, "W")}), RunSpec("mnist-mlp", device="cuda:0")
    assert captured_program(run_record("a", spec, devices=(DeviceResult(CPU), card))).power_w == 312.0
    assert captured_program(run_record("a", spec, devices=(card, card))).power_w is None
    assert captured_program(run_record("a", spec)).power_w is None


def test_power_of_a_run_on_the_processor_is_that_of_the_processor() -> None:
    idle, processor = DeviceResult(GPU, {"power_mean": measured(70.0, "W")}), DeviceResult(CPU, {"power_mean": measured(45.0, "W")})
    spec = RunSpec("mnist-mlp", device="cpu")
    assert captured_program(run_record("a", spec, devices=(processor, idle))).power_w == 45.0
    assert captured_program(run_record("a", spec, devices=(DeviceResult(CPU), idle))).power_w is None
    no_gpu = DeviceResult(
        Device(NO_GPU, DeviceKind.GPU, "NVIDIA GPU", capabilities={"power": Capability(False, "NVML", None, NO_GPU_FOUND)})
    )
    command = RunSpec("command", command=("python", "train.py"))
    assert captured_program(run_record("a", command, devices=(processor, no_gpu))).power_w == 45.0


def test_power_is_that_of_the_gpu_of_the_run_beside_others_and_the_placeholder_of_a_maker() -> None:
    placeholder = DeviceResult(Device(NO_GPU, DeviceKind.GPU, "NVIDIA GPU"))
    card = DeviceResult(Device("amd:0", DeviceKind.GPU, "A card"), {"power_mean": measured(200.0, "W")})
    spec = RunSpec("gemm", device="cuda:0")
    assert captured_program(run_record("a", spec, devices=(card, placeholder))).power_w == 200.0
    cards = [DeviceResult(replace(GPU, key=f"gpu:{n}", uuid=f"GPU-{n}"), {"power_mean": measured(100.0 * n, "W")}) for n in (1, 2)]
    assert captured_program(run_record("a", spec, devices=tuple(cards), environment={"device_uuid": "GPU-2"})).power_w == 200.0
    assert captured_program(run_record("a", spec, devices=tuple(cards))).power_w is None


def test_a_finding_is_told_with_its_joules_and_its_flag(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, [event for n in range(1, 12) for event in (launch(n, 50 * n, 6), kernel("gemm", n, 50 * n + 6, 4))])
    card = DeviceResult(GPU, {"power_mean": measured(100.0, "W")})
    view = ProfileView(profile, captured_program(run_record("a", resolve(RunSpec("mnist-mlp", device="cuda:0")), devices=(card,))))
    text = " ".join(render(profile_report(view, everything=False), 100).split())
    assert "460 µs The device was idle for 460 µs in 10 gaps" in text
    assert "That is 46.0 mJ at the run's mean power." in text
    assert "(gpuscope run mnist-mlp --optimize compile-reduce-overhead)" in text
    row = view.advice.rows[0]
    assert row[0] == "host-bound launches"
    assert {table.key for table in view.tables} >= {"advice", "kernels"}


def test_nothing_that_stands_out_is_said_too(tmp_path: Path) -> None:
    view = ProfileView(made_profile(tmp_path, [launch(1, 0), kernel("gemm", 1, 10, 100)]))
    assert "Nothing stands out" in render(profile_report(view, everything=False), 100)
