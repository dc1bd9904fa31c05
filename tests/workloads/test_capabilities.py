import json
import subprocess
from dataclasses import asdict
from pathlib import Path

import pytest

from gpuscope.workloads import capabilities, launch
from gpuscope.workloads.capabilities import Capabilities, CudaDevice

H100 = CudaDevice(0, "NVIDIA H100", 80 * 2**30, (9, 0), True)


NEITHER: dict[str, object] = {"others": {"mps": {"names": [], "reason": None}, "xpu": {"names": [], "reason": None}}}


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make this machine look as if it had an NVIDIA driver and a torch built with CUDA."""
    version = tmp_path / "version"
    version.write_text("NVRM version: 570.1\nGCC version\n")
    monkeypatch.setattr(capabilities, "_DRIVER_VERSION", version)
    monkeypatch.setattr(capabilities, "_DRIVER_NODES", (version,))
    monkeypatch.setattr(capabilities, "_library_is_there", lambda: True)
    monkeypatch.setattr(capabilities, "built_with", lambda name: True)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    return version


def cache_file(home: Path) -> Path:
    return home / "cache" / "capabilities.json"


@pytest.fixture
def cached(driver: Path, gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a cache with the answers that torch would give."""
    monkeypatch.setattr(capabilities, "_ask_torch", lambda: ((H100,), None))
    capabilities.refresh()
    return cache_file(gpuscope_home)


def test_without_a_driver_everything_is_known_without_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capabilities, "_DRIVER_NODES", ())
    found = Capabilities.load()
    assert (found.cuda, found.cuda_reason, found.complete) == ((), "no NVIDIA driver is loaded on this machine", True)
    assert found.memory_bytes is not None
    assert found.memory_bytes > 2**20


def test_with_a_driver_and_no_cache_devices_are_unknown(driver: Path) -> None:
    found = Capabilities.load()
    assert (found.cuda, found.cuda_reason, found.complete) == (None, None, False)


def test_cache_is_read_back(cached: Path) -> None:
    found = Capabilities.load()
    assert (found.cuda, found.cuda_reason, found.complete) == ((H100,), None, True)
    assert found.cuda_device(0) == H100
    assert found.cuda_device(1) is None
    assert [path.name for path in cached.parent.iterdir()] == ["capabilities.json"]


def test_cache_of_another_driver_is_not_believed(cached: Path, driver: Path) -> None:
    driver.write_text("NVRM version: 580.2\n")
    assert Capabilities.load().cuda is None


def test_cache_of_another_torch_is_not_believed(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capabilities, "torch_version", lambda: "3.0.0")
    assert Capabilities.load().cuda is None


def test_cache_of_other_visible_devices_is_not_believed(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1")
    assert Capabilities.load().cuda is None


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", '{"key": 1}', "\udcff"])
def test_damaged_cache_is_not_believed(cached: Path, damage: str) -> None:
    cached.write_bytes(damage.encode("utf-8", "surrogateescape"))
    assert Capabilities.load().complete is False


@pytest.mark.parametrize(
    "change", [{"cuda": [{}]}, {"cuda": 3}, {"cuda_reason": 4}, {"cuda": [], "cuda_reason": None}, {"others": {}}, NEITHER]
)
def test_cache_of_the_wrong_shape_is_not_believed(cached: Path, change: dict[str, object]) -> None:
    cached.write_text(json.dumps(json.loads(cached.read_text()) | change))
    assert Capabilities.load().complete is False


def test_reason_of_torch_is_kept(driver: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capabilities, "_ask_torch", lambda: ((), "torch finds no CUDA device: too old a driver"))
    capabilities.refresh()
    found = Capabilities.load()
    assert (found.cuda, found.cuda_reason, found.complete) == ((), "torch finds no CUDA device: too old a driver", True)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("_library_is_there", lambda: False, "the driver's library libcuda.so.1 is not there"),
        ("built_with", lambda name: False, "is built without CUDA"),
    ],
)
def test_cheap_reasons(driver: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: object, reason: str) -> None:
    monkeypatch.setattr(capabilities, name, value)
    assert reason in (Capabilities.load().cuda_reason or "")


def test_hidden_devices(driver: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert Capabilities.load().cuda_reason == "CUDA_VISIBLE_DEVICES hides every GPU"


def test_library_is_looked_for_where_the_loader_looks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(capabilities, "_LIBRARY_FOLDERS", ())
    monkeypatch.setattr(capabilities, "_LOADER_CACHE", tmp_path / "ld.so.cache")
    monkeypatch.setenv("LD_LIBRARY_PATH", f":{tmp_path}")
    assert not capabilities._library_is_there()
    (tmp_path / "libcuda.so.1").touch()
    assert capabilities._library_is_there()
    (tmp_path / "libcuda.so.1").unlink()
    (tmp_path / "ld.so.cache").write_bytes(b"\0libcuda.so.1\0/usr/lib/libcuda.so.1\0")
    assert capabilities._library_is_there()


def test_control_group_bounds_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capabilities, "_group_limits", lambda: [5 * 2**20, 7 * 2**20])
    assert capabilities.free_memory_bytes() == 5 * 2**20


def test_refresh_as_a_program(gpuscope_home: Path) -> None:
    done = subprocess.run(launch.capabilities_command(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    document = json.loads(cache_file(gpuscope_home).read_text())
    found = Capabilities.load()
    assert found.complete
    assert [asdict(one) for one in found.cuda or ()] == [
        {**one, "compute_capability": tuple(one["compute_capability"])} for one in document["cuda"]
    ]
    assert found.torch_version == document["key"]["torch"]


def test_refresh_into_a_folder_that_cannot_be_made_says_so(gpuscope_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gpuscope_home.write_text("in the way")
    assert capabilities.main([]) == 3
    assert "cannot be made" in capsys.readouterr().err
