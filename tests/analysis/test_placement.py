from dataclasses import replace

import pytest

from gpuscope.analysis.placement import Placement, place, recorded_placement, reported_uuids
from gpuscope.core.device import NO_GPU_FOUND, Capability, Device, DeviceKind
from gpuscope.core.run import DeviceResult
from gpuscope.core.runspec import COMMAND, RunSpec
from tests.analysis.records import CPU, GPU, run_record

OTHER = Device("gpu:1", DeviceKind.GPU, "A card", "GPU-99999999-2222-3333-4444-555555555555")
SLOW = Device("gpu:1", DeviceKind.GPU, "Another card", "GPU-99999999-2222-3333-4444-555555555555")
ANY = RunSpec(COMMAND, command=("train",))


def test_a_run_on_the_cpu_is_placed_there() -> None:
    assert place(RunSpec("gemm"), [CPU, GPU]).devices == ("cpu",)


def test_a_gpu_is_found_by_its_uuid_whatever_its_number() -> None:
    spec = RunSpec("gemm", device="cuda:0")
    assert place(spec, [CPU, GPU, OTHER], uuids=["99999999-2222-3333-4444-555555555555"]).devices == ("gpu:1",)
    assert place(spec, [CPU, GPU], uuids=["GPU-0000"]).devices == ()


def test_a_partition_is_on_the_only_gpu_that_is_partitioned() -> None:
    """CUDA names a MIG partition by a UUID of its own."""
    spec, partition = RunSpec("gemm", device="cuda:0"), ["GPU-0000"]
    parted, other = (replace(gpu, properties={"mig": True}) for gpu in (OTHER, GPU))
    assert place(spec, [CPU, GPU, parted], uuids=partition).devices == ("gpu:1",)
    assert place(spec, [CPU, other, parted], uuids=partition).devices == ()


def test_without_a_uuid_only_a_single_gpu_is_certain() -> None:
    spec = RunSpec("gemm", device="cuda:0")
    assert place(spec, [CPU, GPU]).devices == ("gpu:0",)
    assert place(spec, [CPU, GPU, OTHER]).reason is not None


AMD = [Device(f"amd:{number}", DeviceKind.GPU, "A Radeon", f"0x{number}") for number in range(2)]
NO_NVIDIA = Device("gpu", DeviceKind.GPU, "NVIDIA GPU")
INTEL = Device("intel:0", DeviceKind.GPU, "Built in")
ROCM_UUID = "GPU-33383633-3135-3436-3138-663833393233"


@pytest.mark.parametrize(
    ("device", "cards", "visible", "key"),
    [
        ("cuda:0", AMD, None, "amd:0"),
        ("cuda:1", AMD, None, "amd:1"),
        ("cuda:2", AMD, None, None),
        ("cuda:0", AMD, "1", None),
        ("cuda:0", AMD[:1], "1", "amd:0"),
        ("cuda:0", [GPU, *AMD], None, None),
    ],
)
@pytest.mark.parametrize("uuid", [None, ROCM_UUID])
def test_a_run_on_rocm_is_placed_on_the_amd_gpu_of_its_number(
    uuid: str | None, device: str, cards: list[Device], visible: str | None, key: str | None
) -> None:
    found = place(RunSpec("gemm", device=device), [CPU, NO_NVIDIA, INTEL, *cards], uuids=[uuid] if uuid else (), visible=visible)
    assert found.devices == (() if key is None else (key,))
    assert (found.reason is None) == (key is not None)


def test_ranks_are_placed_on_all_their_gpus_or_on_none() -> None:
    spec = RunSpec("gemm", device="cuda:0", ranks=2)
    assert GPU.uuid is not None
    assert OTHER.uuid is not None
    assert place(spec, [CPU, GPU, OTHER], uuids=[OTHER.uuid, GPU.uuid]).devices == ("gpu:1", "gpu:0")
    assert place(spec, [CPU, GPU], uuids=[OTHER.uuid, GPU.uuid]) == Placement((), f"the GPU with the UUID {OTHER.uuid} was not recorded")
    assert place(spec, [CPU, GPU]).devices == ()
    amd = [NO_NVIDIA, *AMD]
    assert place(spec, [CPU, *amd]).devices == tuple(one.key for one in AMD[:2])
    assert reported_uuids({"device_uuids": ["GPU-1", "GPU-2"]}) == ("GPU-1", "GPU-2")
    assert reported_uuids({"device_uuid": "GPU-1"}) == ("GPU-1",)
    assert reported_uuids({}) == reported_uuids({"device_uuids": 3}) == ()


@pytest.mark.parametrize(
    ("visible", "devices"),
    [
        (None, ("gpu:0", "gpu:1")),
        ("1", ("gpu:1",)),
        ("1,0", ("gpu:1", "gpu:0")),
        ("1,1", ("gpu:1",)),
        ("0,GPU-1111", ("gpu:0",)),
        ("1,-1,0", ("gpu:1",)),
        ("GPU-9999", ("gpu:1",)),
        ("", ()),
        ("7", ()),
        ("GPU-", ()),
        ("MIG-1234", ()),
        ("²", ()),
    ],
)
def test_a_command_may_see_the_gpus_that_its_environment_names(visible: str | None, devices: tuple[str, ...]) -> None:
    found = place(ANY, [CPU, GPU, OTHER], visible=visible)
    assert found.devices == devices
    assert devices or found.reason


def test_minus_one_hides_every_gpu() -> None:
    for gpus in ([GPU, OTHER], [GPU, SLOW]):
        assert place(ANY, [CPU, *gpus], visible="-1") == Placement((), "CUDA_VISIBLE_DEVICES hides every GPU")


def test_a_variable_of_an_imported_run_that_is_no_text_says_nothing() -> None:
    devices = (DeviceResult(CPU), DeviceResult(GPU))
    assert recorded_placement(run_record("a", ANY, {}, devices, environment={"variables.CUDA_VISIBLE_DEVICES": 5})).devices == ("gpu:0",)


def test_numbers_say_nothing_among_unequal_cards_since_cuda_orders_them_by_speed() -> None:
    assert place(ANY, [CPU, GPU, SLOW], visible="0").devices == ()


def test_without_a_gpu_a_command_has_no_energy_and_says_why() -> None:
    found = place(ANY, [CPU])
    assert found.devices == ()
    assert "no GPU was recorded" in str(found.reason)


def test_a_command_runs_on_the_processor_of_a_machine_without_a_gpu() -> None:
    none = Device(
        "gpu", DeviceKind.GPU, "NVIDIA GPU", capabilities={"power": Capability(False, "NVML", None, f"{NO_GPU_FOUND} in this machine")}
    )
    for visible in (None, "", "0"):
        assert place(ANY, [CPU, none], visible=visible).devices == place(RunSpec("gemm"), [CPU, none]).devices == ("cpu",)
    unread = Device("gpu", DeviceKind.GPU, "NVIDIA GPU", capabilities={"power": Capability(False, "NVML", None, "the driver is too old")})
    assert place(ANY, [CPU, unread]).devices == ("gpu",)


def test_a_simulated_gpu_beside_a_real_one_is_not_what_a_command_ran_on() -> None:
    real = Device("gpu:0", DeviceKind.GPU, "A card")
    simulated = Device("sim:0", DeviceKind.GPU, "Simulated GPU", simulated="SIMULATED")
    command = RunSpec(COMMAND, command=("true",))
    assert place(command, [real, simulated]).devices == ("gpu:0",)
    assert place(command, [Device("gpu", DeviceKind.GPU, "No GPU"), simulated]).devices == ("sim:0",)
