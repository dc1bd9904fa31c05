"""A bundle is imported elsewhere unchanged, once, and records where it came from."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gpuscope.analysis.run_document import run_hash
from gpuscope.bundles import limits
from gpuscope.bundles.bundle_writer import bundle_pieces
from gpuscope.bundles.limits import RecordingFileError
from gpuscope.bundles.recording_import import import_recording
from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.event import Event, Hello, Log
from gpuscope.core.run import RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.storage import chunks, editing, repair
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths
from tests.bundles.members import members_of
from tests.bundles.recorded import OUTPUT, RUN_ID, everything, store_run, url, write_bundle
from tests.storage.known import START_NS


@pytest.fixture
def here(tmp_path: Path) -> str:
    return url(tmp_path / "here")


@pytest.fixture
def there(tmp_path: Path) -> str:
    return url(tmp_path / "there")


def test_a_run_comes_back_as_it_was(here: str, there: str, tmp_path: Path) -> None:
    store_run(here)
    shares: list[float] = []
    done = import_recording(there, write_bundle(here, tmp_path / "one.gpuscope", RUN_ID), shares.append)
    assert (done.new, done.present, done.notes) == ([RUN_ID], [], [])
    before, after = everything(here, RUN_ID), everything(there, RUN_ID)
    for part in before:
        assert after[part] == before[part], part
    assert after["output"] == OUTPUT
    with StoreReader(here) as one, StoreReader(there) as other:
        assert run_hash(one.run(RUN_ID)) == run_hash(other.run(RUN_ID))
    assert shares == sorted(shares)
    assert 0.5 < shares[-1] <= 1
    assert repair.check(there) == []


def test_a_long_run_comes_back_in_pieces(here: str, there: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "MAX_CHUNK", 50)
    monkeypatch.setattr("gpuscope.bundles.bundle_format.MAX_CHUNK", 50)
    monkeypatch.setattr("gpuscope.bundles.bundle_writer._PART_BYTES", 2000)
    store_run(here, batches=300)
    import_recording(there, write_bundle(here, tmp_path / "one.gpuscope", RUN_ID))
    assert everything(there, RUN_ID) == everything(here, RUN_ID)


def test_a_bundle_of_an_imported_run_is_the_same_run(here: str, there: str, tmp_path: Path) -> None:
    store_run(here)
    import_recording(there, write_bundle(here, tmp_path / "one.gpuscope", RUN_ID))
    third = url(tmp_path / "third")
    import_recording(third, write_bundle(there, tmp_path / "two.gpuscope", RUN_ID))
    assert everything(third, RUN_ID) == everything(here, RUN_ID)
    assert import_recording(here, tmp_path / "two.gpuscope").present == [RUN_ID]


def test_its_origin_is_told(here: str, there: str, tmp_path: Path) -> None:
    store_run(here)
    import_recording(there, write_bundle(here, tmp_path / "one.gpuscope", RUN_ID))
    with StoreReader(there) as reader:
        for record in (reader.run(RUN_ID), *reader.runs()):
            assert record.origin is not None
            assert record.origin.description == f"imported from here on {datetime.now(UTC).astimezone():%Y-%m-%d}"
            assert record.to_json()["origin"]["tool"] == "gpuscope"
    with StoreReader(here) as reader:
        assert reader.run(RUN_ID).origin is None


def test_a_run_that_comes_twice_is_one_run_and_keeps_what_was_changed_here(here: str, there: str, tmp_path: Path) -> None:
    store_run(here)
    bundle = write_bundle(here, tmp_path / "one.gpuscope", RUN_ID)
    import_recording(there, bundle)
    editing.edit_run(there, RUN_ID, name="mine")
    assert import_recording(there, bundle).present == [RUN_ID]
    with StoreReader(there) as reader:
        assert [record.name for record in reader.runs()] == ["mine"]
    editing.delete_runs(there, [RUN_ID])
    assert import_recording(there, bundle).restored == [RUN_ID]
    with StoreReader(there) as reader:
        assert [record.name for record in reader.runs()] == ["mine"]


def test_another_run_of_the_same_id_gets_one_of_its_own_always_the_same(here: str, there: str, tmp_path: Path) -> None:
    store_run(here)
    store_run(there, host="another")
    bundle = write_bundle(here, tmp_path / "one.gpuscope", RUN_ID)
    (run_id,) = import_recording(there, bundle).new
    assert run_id != RUN_ID
    assert import_recording(there, bundle).present == [run_id]
    with StoreReader(there) as reader:
        assert {record.run_id: record.host for record in reader.runs()} == {RUN_ID: "another", run_id: "here"}
    assert everything(there, run_id)["values"] == everything(here, RUN_ID)["values"]


def test_a_folder_that_is_there_is_left_alone(here: str, there: str, tmp_path: Path) -> None:
    store_run(here)
    bundle = write_bundle(here, tmp_path / "one.gpuscope", RUN_ID)
    folder = paths.private_folder(paths.runs_folder(there) / RUN_ID)
    (folder / "output.log").write_text("of a run of this machine")
    damaged = bytearray(bundle.read_bytes())
    damaged[damaged.index(b"events.jsonl") + 30] ^= 0xFF
    (tmp_path / "bad.gpuscope").write_bytes(damaged)
    with pytest.raises(RecordingFileError):
        import_recording(there, tmp_path / "bad.gpuscope")
    import_recording(there, bundle)
    assert (folder / "output.log").read_text() == "of a run of this machine"


def test_a_live_run_is_not_exported(here: str) -> None:
    record = store_run(here)
    with StoreReader(here) as reader, pytest.raises(UsageError, match="is live"):
        list(bundle_pieces(reader, [replace(record, state=RunState.RUNNING)]))


DEEP: list[Any] = []
for _ in range(30):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "reported",
    [
        Log(START_NS + 9, "info", "half a character \ud800"),
        Log(START_NS + 9, "values", "", {"\udfff": 1.0}),
        Log(START_NS + 9, "values", "", {"x": 2**70}),
        Log(START_NS + 9, "info", "名" * 349_000),
        Hello("workload", 7, START_NS + 9, {"steps": 5, "odd": [2**63, -(10**400), DEEP]}),
    ],
    ids=lambda event: str(event)[:40],
)
def test_whatever_a_program_reported_can_be_imported(here: str, there: str, tmp_path: Path, reported: Event) -> None:
    record = store_run(here, batches=3)
    with RunWriter(here, record) as writer:
        writer.append([(4, [reported])])
        writer.finish(record)
    import_recording(there, write_bundle(here, tmp_path / "one.gpuscope", RUN_ID))
    with StoreReader(here) as one, StoreReader(there) as other:
        before, after = one.events(RUN_ID), other.events(RUN_ID)
    assert [then for now, then in zip(after, before, strict=True) if now != then and then != reported] == []
    assert reported in before


@pytest.mark.parametrize(
    ("odd", "expected"),
    [
        ({"name": "n" * 70_000}, "n" * limits.TEXT),
        ({"reason": "cut\0off"}, "cutoff"),
        ({"note": "x\0" * 40_000}, "x" * 40_000),
    ],
)
def test_texts_that_no_import_takes_are_shortened(here: str, there: str, tmp_path: Path, odd: dict[str, str], expected: str) -> None:
    store_run(here, batches=3, **odd)
    import_recording(there, write_bundle(here, tmp_path / "one.gpuscope", RUN_ID))
    with StoreReader(there) as reader:
        assert getattr(reader.run(RUN_ID), next(iter(odd))) == expected


def test_a_run_that_no_import_would_take_is_not_exported(here: str, tmp_path: Path) -> None:
    store_run(here, batches=3, environment={"x": "y" * limits.DOCUMENT_BYTES})
    with pytest.raises(UsageError, match="does not fit into a bundle: its document is larger than it may be"):
        write_bundle(here, tmp_path / "one.gpuscope", RUN_ID)


def test_secrets_are_looked_for_once_more(here: str, tmp_path: Path) -> None:
    record = store_run(
        here, spec=RunSpec(COMMAND, command=("x", "--password", "hunter2")), note="token=hunter2", environment={"u": "http://a:hunter2@b"}
    )
    (Path(record.folder) / "output.log").write_text("password: hunter2\n")
    there = url(tmp_path / "there")
    import_recording(there, write_bundle(here, tmp_path / "one.gpuscope", RUN_ID))
    assert "hunter2" not in str(everything(there, RUN_ID))


def test_secrets_go_by_the_names_beside_them_too(here: str, tmp_path: Path) -> None:
    options = {"api_key": "hunter2", "optimizer": "adam", "nested": '{"token": "hunter2"}'}
    store_run(
        here,
        spec=RunSpec(COMMAND, command=("x",), options=options),
        environment={"DB_PASSWORD": "hunter2", "deep": {"secret": ["hunter2"]}},
    )
    there = url(tmp_path / "there")
    bundle = write_bundle(here, tmp_path / "one.gpuscope", RUN_ID)
    assert b"hunter2" not in b"".join(members_of(bundle).values())
    import_recording(there, bundle)
    with StoreReader(there) as reader:
        assert reader.run(RUN_ID).spec.options["optimizer"] == "adam"


def test_output_that_comes_in_acts_on_nothing(here: str, there: str, tmp_path: Path) -> None:
    record = store_run(here)
    acting = "a\x07\x1b[2J\x7f\x9b\x85\u2028\u2029\u202e\u2066\b\rb\n".encode()
    (Path(record.folder) / "output.log").write_bytes(acting + b"\x9b\xe2\x80\x7f\xae\tc \xe5\x90\x8d\n")
    import_recording(there, write_bundle(here, tmp_path / "one.gpuscope", RUN_ID))
    assert everything(there, RUN_ID)["output"] == b"a[2Jb\n\xe2\xae\tc \xe5\x90\x8d\n"


def test_all_runs_of_a_bundle_or_none(here: str, there: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"]
    for run_id in ids:
        store_run(here, run_id)
    bundle = write_bundle(here, tmp_path / "two.gpuscope", *ids)
    data = bundle.read_bytes()
    at = data.index(b"runs/0001/events.jsonl")
    bundle.write_bytes(data[: at + 60] + bytes([data[at + 60] ^ 0xFF]) + data[at + 61 :])
    with pytest.raises(RecordingFileError, match=r"two.gpuscope cannot be imported"):
        import_recording(there, bundle)
    with StoreReader(there) as reader:
        assert reader.runs() == []
    assert not any(paths.runs_folder(there).glob("*"))


@contextmanager
def small_disk(most: int) -> Iterator[None]:
    """Limit the size of files to the given number of bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_disk_that_is_full_is_told_and_leaves_nothing(here: str, there: str, tmp_path: Path) -> None:
    store_run(here, batches=600)
    bundle = write_bundle(here, tmp_path / "one.gpuscope", RUN_ID)
    store_run(there, "ffffffffffff", batches=2, host="other")
    with small_disk(20_000), pytest.raises(UnavailableError, match="cannot be written"):
        import_recording(there, bundle)
    with StoreReader(there) as reader:
        assert [record.run_id for record in reader.runs()] == ["ffffffffffff"]
    assert [folder.name for folder in paths.runs_folder(there).iterdir()] == ["ffffffffffff"]
    assert import_recording(there, bundle).new == [RUN_ID]
