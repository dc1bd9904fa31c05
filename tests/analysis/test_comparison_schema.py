"""The JSON of a comparison conforms to the shipped schema, and the schema is not trivial."""

import json
import math
from dataclasses import replace
from typing import Any

import pytest

from gpuscope.analysis.comparison import SCHEMA, compare
from gpuscope.analysis.group import Group
from gpuscope.analysis.run_document import run_hash
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.reports.json_text import json_text
from gpuscope.system import paths
from tests.analysis.records import CPU, measured, run_record
from tests.json_schema import faults


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((paths.resources_folder() / "comparison.schema.json").read_text("utf-8"))
    return found


def run(number: int, spec: RunSpec, throughput: Quantity) -> RunRecord:
    metrics = {"throughput": throughput, "energy": Quantity.missing("J", "no sensor"), "loss": measured(0.0, "1")}
    devices = (DeviceResult(CPU, {"power_mean": measured(50.0 + number, "W", uncertainty=2.0)}),)
    return run_record(f"{number:012x}", spec, metrics, devices)


def document(*values: list[float]) -> dict[str, Any]:
    groups = []
    for place, side in enumerate(values):
        spec = RunSpec("mnist-mlp", batch_size=32 * (place + 1))
        runs = tuple(run(place * 16 + at, replace(spec, seed=at), measured(value, "samples/s")) for at, value in enumerate(side))
        groups.append(Group(f"group {place}", runs))
    found: dict[str, Any] = json.loads(json_text(compare(groups).to_json()))
    return found


@pytest.mark.parametrize(
    "values",
    [
        ([100.0], [150.0]),
        ([100.0, 101.0, 99.0], [150.0, 151.0, 149.5]),
        ([100.0, 101.0], [math.nan, 3.0], [math.inf], [0.0, 0.0]),
        ([5.0, 5.0], [6.0, 6.0]),
        ([1.0, 1.0], [1.0, 1e45]),
    ],
    ids=["single", "repeats", "not-finite", "no-scatter", "endless"],
)
def test_what_is_written_is_as_the_schema_says(schema: dict[str, Any], values: tuple[list[float], ...]) -> None:
    assert faults(document(*values), schema) == []


def test_name_version_and_hashes_are_in_it() -> None:
    found = document([100.0], [150.0])
    assert (next(iter(found)), found["schema"]) == ("schema", SCHEMA)
    record = run(0, RunSpec("mnist-mlp", batch_size=32), measured(100.0, "samples/s"))
    assert found["groups"][0]["sha256"] == {record.run_id: run_hash(replace(record, spec=replace(record.spec, seed=0)))}


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("schema",), "gpuscope.comparison/2", "$.schema"),
        (("groups", 0, "runs"), [], "$.groups[0].runs"),
        (("groups", 0, "sha256", "0" * 12), "abc", "$.groups[0].sha256"),
        (("metrics", "throughput", 0, "verdict"), "faster", "$.metrics.throughput[0].verdict"),
        (("metrics", "throughput", 1, "interval"), [1.0], "$.metrics.throughput[1].interval"),
        (("metrics", "throughput", 1, "ratio"), "1.5", "$.metrics.throughput[1].ratio"),
        (("metrics", "throughput", 1), {}, "$.metrics.throughput[1]"),
    ],
)
def test_what_is_not_so_is_found(schema: dict[str, Any], path: tuple[Any, ...], value: object, where: str) -> None:
    broken = document([100.0, 101.0], [150.0, 152.0])
    place = broken
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    assert any(fault.startswith(where) for fault in faults(broken, schema))


def test_every_key_of_an_entry_is_described(schema: dict[str, Any]) -> None:
    found = document([100.0, 101.0], [150.0, 152.0])
    assert found["metrics"]["throughput"][0].keys() <= schema["$defs"]["entry"]["properties"].keys()
    assert found.keys() <= schema["properties"].keys()
