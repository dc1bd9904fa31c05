"""The JSON document of a run: the same keys from every verb and in every state, as the shipped schema describes them."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gpuscope.cli import parser
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.storage.run_writer import RunWriter
from gpuscope.system import paths
from tests.cli.stored_runs import FP32, live_recorder, record, store_run, url
from tests.json_schema import faults

A, B = "aaaa11112222", "bbbb11112222"
NOT_HASHED = ("origin", "marks", "bottleneck", "notes", "assumptions")
"""What the schema of a comparison and the PDF report leave out of the hash of a run."""
RECORDED = {"series", "step_ends_s", "values"}


def document(capsys: pytest.CaptureFixture[str], *argv: str) -> Any:
    assert parser.main((*argv, "--json")) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((paths.resources_folder() / "run.schema.json").read_text("utf-8"))
    return found


def killed(run_id: str) -> RunRecord:
    one = record(run_id, RunSpec(COMMAND, command=("sleep", "60")))
    with RunWriter(url(), one):
        pass
    return one


def failed(run_id: str) -> RunRecord:
    return store_run(
        run_id, RunSpec(COMMAND, command=("false",)), state=RunState.FAILED, reason="it ended with code 3", exit_code=3, steps=None,
        warmup_steps=None, steps_kind=None, samples=None, duration_s=None, window_start_s=None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("make", "state"),
    [(lambda: store_run(A, FP32), "finished"), (lambda: failed(A), "failed"), (lambda: killed(A), "interrupted")],
    ids=["finished", "failed", "killed"],
)
def test_a_run_has_all_keys_in_every_state(
    capsys: pytest.CaptureFixture[str], gpuscope_home: Path, schema: dict[str, Any], make: Any, state: str
) -> None:
    make()
    shown = document(capsys, "show", A)
    assert shown["state"] == state
    assert faults(shown, schema) == []
    assert set(schema["required"]) == set(shown)


def test_a_live_run_has_them_too(capsys: pytest.CaptureFixture[str], gpuscope_home: Path, schema: dict[str, Any]) -> None:
    with live_recorder(record(A)):
        shown = document(capsys, "show", A)
    assert (shown["state"], shown["metrics"], shown["devices"]) == ("running", {}, [])
    assert faults(shown, schema) == []
    assert set(schema["required"]) == set(shown)


def test_a_file_has_what_is_shown_and_all_that_was_recorded(
    capsys: pytest.CaptureFixture[str], gpuscope_home: Path, schema: dict[str, Any], tmp_path: Path
) -> None:
    store_run(A, FP32)
    shown = document(capsys, "show", A)
    path = tmp_path / "run.json"
    document(capsys, "export", A, "-o", str(path))
    written = json.loads(path.read_text("utf-8"))
    assert faults(written, schema) == []
    assert written.keys() - shown.keys() == RECORDED
    assert {key: value for key, value in written.items() if key not in RECORDED} == shown
    assert set(schema["properties"]) == written.keys() | {"assumptions"}, "the schema describes every key"


@pytest.mark.parametrize(("key", "value"), [("state", "done"), ("steps", -1), ("started_at", "2026-05-01T12:00:00"), ("wall_s", "2 s")])
def test_what_is_not_so_is_found(
    capsys: pytest.CaptureFixture[str], gpuscope_home: Path, schema: dict[str, Any], key: str, value: object
) -> None:
    store_run(A, FP32)
    shown = document(capsys, "show", A)
    assert [fault.partition(":")[0] for fault in faults({**shown, key: value}, schema)] == [f"$.{key}"]


def test_the_hash_of_a_run_is_that_of_what_is_shown_without_what_the_schema_names(
    capsys: pytest.CaptureFixture[str], gpuscope_home: Path
) -> None:
    one = store_run(A, FP32)
    store_run(B, replace(FP32, batch_size=128))
    [group, _] = document(capsys, "compare", A, B)["groups"]
    text = json.dumps(
        {key: value for key, value in document(capsys, "show", A).items() if key not in NOT_HASHED}, sort_keys=True, separators=(",", ":")
    )
    assert group["sha256"] == {one.run_id: hashlib.sha256(text.encode("ascii")).hexdigest()}
    comparison = json.loads((paths.resources_folder() / "comparison.schema.json").read_text("utf-8"))
    told = comparison["$defs"]["group"]["properties"]["sha256"]["description"]
    assert f"less {', '.join(NOT_HASHED)} and gaps of damaged readings" in told
