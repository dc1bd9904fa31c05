"""Documents conform to their schemas, for synthetic traces and every recorded trace."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.profiles.difference import ProfileDifference
from gpuscope.profiles.document import _reasons, profile_document
from gpuscope.profiles.memory_record import MemoryRecord
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.reading.trace_reader import read_recording
from gpuscope.reports.json_text import json_text
from gpuscope.reports.memory_record_view import MemoryRecordView
from gpuscope.reports.profile_difference_view import ProfileDifferenceView
from gpuscope.system import paths
from tests.json_schema import faults
from tests.profiles.made import annotation, kernel, launch, made_profile, operator, small_step
from tests.profiles.reading.test_memory_records import snapshot
from tests.profiles.recorded import WITH_OPERATORS, recorded_file, recorded_profile
from tests.profiles.test_memory_stack import MIB
from tests.profiles.test_memory_stack import events as allocations

OTHERS = ("mi210-gpu-only", "torch-compile-triton", "hta/alexnet.json.gz", "hta/cupti.json.gz", "hta/nccl.json.gz")


def schema(name: str = "profile") -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((paths.resources_folder() / f"{name}.schema.json").read_text("utf-8"))
    return loaded


def as_written(document: dict[str, Any]) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(json_text(document))
    return written


def document_of(profile: Profile) -> dict[str, Any]:
    return as_written(profile_document(profile))


@pytest.mark.parametrize(
    "events",
    [small_step(), [kernel("a", 1, 20, 10)], [operator("aten::add", 0, 5)]],
    ids=["a step", "the device alone", "the host alone"],
)
def test_a_document_is_as_the_schema_has_it(events: list[dict[str, Any]], tmp_path: Path) -> None:
    assert faults(document_of(made_profile(tmp_path, events)), schema()) == []


@pytest.mark.parametrize("name", [*WITH_OPERATORS, *OTHERS])
def test_documents_of_recorded_traces_are_as_the_schema_has_it(name: str) -> None:
    assert faults(document_of(recorded_profile(name)), schema()) == []


def test_memory_has_the_owners_of_its_peak(tmp_path: Path) -> None:
    memory, _ = document_of(made_profile(tmp_path, allocations()))["memory"]
    assert memory["owners"][0] == {"name": "Linear, aten::linear", "bytes": 20 * MIB}
    assert sum(owner["bytes"] for owner in memory["owners"]) == memory["peak_bytes"]


def nulls(value: Any, path: str = "") -> set[str]:
    """Return the paths of all nulls, without positions in lists."""
    if isinstance(value, dict):
        return {found for key, member in value.items() for found in nulls(member, f"{path}.{key}".lstrip("."))}
    if isinstance(value, list):
        return {found for element in value for found in nulls(element, path)}
    return {path} if value is None else set()


def nullable(part: dict[str, Any], path: str = "") -> set[str]:
    """Return the paths that a part of the schema lets be null."""
    paths = {path} if "null" in part.get("type", ()) else set()
    if "$ref" in part:
        paths |= nullable(schema()["$defs"][part["$ref"].removeprefix("#/$defs/")], path)
    paths |= {found for key, member in part.get("properties", {}).items() for found in nullable(member, f"{path}.{key}".lstrip("."))}
    return paths.union(*(nullable(inner, path) for inner in [*part.get("anyOf", ()), *([part["items"]] if "items" in part else ())]))


BARE_KERNEL = [kernel("a", 1, 20, 10, {"device": -1, "stream": -1})]
ON_THE_HOST = [annotation("ProfilerStep#1", 0, 9), operator("aten::add", 0, 5, {"Input Dims": [[4]]})]
BEFORE_THE_CAPTURE = [operator("aten::add", 0, 5), launch(2, 1), kernel("early", 1, 2, 3), kernel("own", 2, 6, 3)]
CAPTURES = {"with CUDA": small_step(), "the device alone": BARE_KERNEL, "the host alone": ON_THE_HOST, "begun late": BEFORE_THE_CAPTURE}


@pytest.mark.parametrize("events", CAPTURES.values(), ids=CAPTURES)
def test_each_null_has_its_reason_by_its_path(events: list[dict[str, Any]], tmp_path: Path) -> None:
    document = document_of(made_profile(tmp_path, events, deviceProperties=[{"id": 0, "name": "GPU"}]))
    assert document["missing"].keys() == nulls(document)
    assert all(document["missing"].values())
    assert faults(document, schema()) == []


def test_what_a_capture_of_the_host_lacks_is_named(tmp_path: Path) -> None:
    document = document_of(made_profile(tmp_path, ON_THE_HOST))
    assert document["timeline"] is None
    lacks = {"timeline", "memory", "rank", "recording", "steps.device_busy_s", "operators.self_device_s", "operators.flops"}
    assert lacks <= document["missing"].keys()


def test_operations_that_are_not_known_are_not_blamed_on_a_flag_that_no_trace_shows(tmp_path: Path) -> None:
    reason = document_of(made_profile(tmp_path, ON_THE_HOST))["missing"]["operators.flops"]
    assert "record_shapes=True" in reason
    assert "with_flops" not in reason  # PyTorch writes what it counts into no trace: no flag makes it known
    assert "no formula" in reason


@pytest.mark.parametrize("name", [*WITH_OPERATORS, *OTHERS])
def test_each_null_of_recorded_traces_has_its_reason(name: str) -> None:
    document = document_of(recorded_profile(name))
    assert document["missing"].keys() == nulls(document)


def test_the_schema_and_the_reasons_have_the_same_nulls(tmp_path: Path) -> None:
    assert _reasons(made_profile(tmp_path, small_step()), None, None).keys() == nullable(schema())


def test_joules_of_operators_are_their_time_at_the_captures_mean_power(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, small_step())  # the device works for 24 µs from first to last
    energy = Quantity(0.0048, "J", Quality.MEASURED, "NVML")
    document = as_written(profile_document(profile, energy=energy))
    assert {row["name"]: row["energy_j"] for row in document["operators"]}["aten::addmm"] == pytest.approx(200 * 10e-6)
    assert "operators.energy_j" not in document["missing"]
    missing = as_written(profile_document(profile, energy=Quantity.missing("J", "no power sensor")))
    assert missing["missing"]["operators.energy_j"] == "no power sensor"


@pytest.mark.parametrize("pair", [(small_step, small_step), (small_step, list), (list, small_step)], ids=["both", "gone", "new"])
def test_a_difference_is_as_its_schema_has_it(pair: tuple[Any, Any], tmp_path: Path) -> None:
    sides = []
    for number, events in enumerate(pair):
        (tmp_path / str(number)).mkdir()
        sides.append(made_profile(tmp_path / str(number), [*events(), operator("aten::add", 90, 5)]))
    for powers in ((None, None), (100.0, 50.0)):
        view = ProfileDifferenceView(ProfileDifference(sides[0], sides[1]), "before", "after", powers)
        document = as_written(view.document())
        assert faults(document, schema("profile-difference")) == []
        assert nulls({**document, "missing": {}}) == {*document["missing"]}


@pytest.mark.parametrize("after", ["mi300-qwen1.5-0.5b", "h100-bert-small", "mi210-gpu-only", "hta/cupti.json.gz"])
def test_differences_of_recorded_traces_are_as_the_schema_has_it(after: str) -> None:
    difference = ProfileDifference(recorded_profile("h100-qwen1.5-0.5b"), recorded_profile(after))
    document = as_written(ProfileDifferenceView(difference, "before", "after").document())
    assert faults(document, schema("profile-difference")) == []
    assert nulls({**document, "missing": {}}) == {*document["missing"]}
    assert bool(document["operators"]) is (after != "mi210-gpu-only")


def test_a_memory_snapshot_is_as_its_schema_has_it(tmp_path: Path) -> None:
    path = tmp_path / "snapshot.pickle"
    path.write_bytes(pickle.dumps(snapshot()))
    assert faults(_memory_document(path), schema("memory")) == []


def test_a_recorded_memory_timeline_is_as_its_schema_has_it() -> None:
    assert faults(_memory_document(recorded_file("hta/memory_timeline.raw.gz")), schema("memory")) == []


def _memory_document(path: Path) -> dict[str, Any]:
    record = read_recording(path)
    assert isinstance(record, MemoryRecord)
    return as_written(MemoryRecordView(record).document())


@pytest.mark.parametrize("name", ["profile", "profiles", "profile-difference", "memory"])
def test_each_schema_asks_for_something(name: str) -> None:
    assert faults({}, schema(name))
