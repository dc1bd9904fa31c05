"""The document is as its schema has it: of made traces, and of every recorded one."""

import json
from pathlib import Path
from typing import Any

import pytest

from gpuscope.profiles.document import profile_document
from gpuscope.profiles.profile import Profile
from gpuscope.reports.json_text import json_text
from gpuscope.system import paths
from tests.json_schema import faults
from tests.profiles.made import kernel, made_profile, operator, small_step
from tests.profiles.recorded import WITH_OPERATORS, recorded_profile

OTHERS = ("mi210-gpu-only", "torch-compile-triton", "hta/alexnet.json.gz", "hta/cupti.json.gz", "hta/nccl.json.gz")


def schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((paths.resources_folder() / "profile.schema.json").read_text("utf-8"))
    return loaded


def document_of(profile: Profile) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json_text(profile_document(profile)))
    return document


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


def test_what_is_null_says_why(tmp_path: Path) -> None:
    document = document_of(made_profile(tmp_path, [operator("aten::add", 0, 5)]))
    assert document["timeline"] is None
    assert document["operators"][0]["self_device_s"] is None
    assert {"timeline", "memory", "operators.self_device_s"} <= document["missing"].keys()
