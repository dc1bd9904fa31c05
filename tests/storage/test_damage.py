"""A damaged value affects only its own run, and a number changed by the disk is never shown as measured."""

import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from gpuscope.core.errors import UsageError
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DAMAGED_READINGS, DeviceResult, RunGap, RunRecord, RunState
from gpuscope.storage import repair
from gpuscope.storage.editing import delete_runs, edit_run, restore_runs
from gpuscope.storage.errors import CorruptStoreError
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from tests.storage.known import CALLS, CPU, GPU, QUALITY, RUN_ID, a_record, assert_whole, write

OTHERS = ["01JE0000000000000000000001", "01JE0000000000000000000002"]
ALL = (RUN_ID, *OTHERS)


def finished(run_id: str) -> RunRecord:
    """Return a finished run with numbers."""
    gpu = DeviceResult(GPU, {"energy": Quantity(12.5, "J", Quality.MEASURED, "NVML field 83", 0.5)})
    metrics = {"throughput": Quantity(100.0, "samples/s", Quality.DERIVED, "steps")}
    changes = {"exit_code": 0, "steps": 600, "samples": 38400, "wall_s": 30.5, "duration_s": 29.0, "window_start_s": 1.0}
    return replace(a_record(run_id), state=RunState.FINISHED, metrics=metrics, devices=(DeviceResult(CPU), gpu), **changes)  # type: ignore[arg-type]


def fill(url: str, count: int = 300) -> None:
    """Store three finished runs."""
    for run_id in ALL:
        with RunWriter(url, a_record(run_id)) as writer:
            writer.declare([CPU, GPU], CALLS, QUALITY)
            write(writer, 0, count - 1, 100)
            writer.finish(finished(run_id))


def assert_run_untouched(reader: StoreReader, run_id: str) -> None:
    """Assert that every way of reading a run returns what was written."""
    assert replace(reader.checked(reader.run(run_id)), heartbeat_at=None) == finished(run_id)
    assert_whole(reader, 300, run_id)
    infos = reader.series_list(run_id)
    assert [info.damage for info in infos] == ["", "", ""]
    assert [reader.series(run_id, info.device, info.metric).info.damage for info in infos] == ["", "", ""]
    assert [info.last for info in infos if info.metric == "power"] == [70.297]
    with reader.snapshot(run_id) as run:
        assert sum(readings.before_ns.size for readings in run.readings()) == 400
        assert sum(ends.size for _, _, ends in run.steps()) == 600
        assert len(run.events()) == 12


@pytest.fixture(scope="module")
def whole_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the store once; each test damages its own copy."""
    folder = tmp_path_factory.mktemp("whole") / "store"
    fill(f"sqlite:///{folder / 'gpuscope.sqlite'}")
    return folder


@pytest.fixture
def filled(whole_store: Path, path: Path, url: str) -> str:
    shutil.copytree(whole_store, path.parent)
    return url


def damage(path: Path, statement: str, *, sealed: bool = True) -> None:
    """Change the store behind its back; ``sealed`` False first makes it a store from before revision 2, without checksums."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%checksum%'")]
        for table in tables if not sealed else ():
            connection.execute(f"UPDATE {table} SET checksum = NULL")
        connection.execute(statement)


UNREADABLE = [
    "UPDATE runs SET spec = substr(spec, 1, 5) || char(1) WHERE id = 1",
    "UPDATE runs SET spec = CAST(x'ff7b22fe' AS TEXT) WHERE id = 1",
    "UPDATE runs SET spec = '[1]' WHERE id = 1",
    """UPDATE runs SET spec = '{"workload": 7}' WHERE id = 1""",
    "UPDATE runs SET metrics = substr(metrics, 1, 5) || char(1) WHERE id = 1",
    "UPDATE runs SET metrics = CAST(x'ffff' AS TEXT) WHERE id = 1",
    "UPDATE runs SET metrics = '[]' WHERE id = 1",
    """UPDATE runs SET metrics = '{"throughput": 3}' WHERE id = 1""",
    """UPDATE runs SET metrics = '{"throughput": {"value": "many"}}' WHERE id = 1""",
    "UPDATE runs SET tags = substr(tags, 1, 5) || char(1) WHERE id = 1",
    "UPDATE runs SET tags = CAST(x'fe' AS TEXT) WHERE id = 1",
    "UPDATE runs SET tags = '7' WHERE id = 1",
    "UPDATE runs SET steps = 'many' WHERE id = 1",
    "UPDATE runs SET duration_s = x'00' WHERE id = 1",
    "UPDATE runs SET start_ns = 'early' WHERE id = 1",
    "UPDATE runs SET state = 'fnished' WHERE id = 1",
    "UPDATE runs SET state = 5 WHERE id = 1",
    "UPDATE runs SET started_at = 'yesterday' WHERE id = 1",
    "UPDATE runs SET started_at = substr(started_at, 1, 19) WHERE id = 1",
    "UPDATE runs SET heartbeat_at = 'now' WHERE id = 1",
    "UPDATE runs SET name = x'00ff' WHERE id = 1",
]
"""Values that cannot be read, whether or not the row has a checksum."""


@pytest.mark.parametrize("sealed", [True, False], ids=["with a checksum", "without"])
@pytest.mark.parametrize("statement", UNREADABLE)
def test_a_value_that_cannot_be_read_costs_only_its_run(filled: str, path: Path, statement: str, sealed: bool) -> None:
    damage(path, statement, sealed=sealed)
    with StoreReader(filled) as reader:
        by_id = {record.run_id: record for record in reader.runs()}
        assert by_id.keys() == set(ALL)
        for run_id in OTHERS:
            assert replace(by_id[run_id], heartbeat_at=None) == replace(finished(run_id), environment={}, devices=())
            assert replace(reader.run(run_id), heartbeat_at=None) == finished(run_id)
            assert_whole(reader, 300, run_id)
        for record in (by_id[RUN_ID], reader.run(RUN_ID)):
            if "heartbeat_at" in statement:
                assert record.heartbeat_at is None  # nothing was derived from it
                continue
            assert record.state is RunState.DAMAGED
            assert "damaged" in (record.reason or "")
            assert (record.steps, record.duration_s, record.samples, record.exit_code) == (None, None, None, None)
            assert all(quantity.is_missing for quantity in record.metrics.values())
        assert reader.run("last").run_id in ALL
    problems = repair.check(filled)
    assert problems
    assert RUN_ID in problems[0]
    new = "01JF0000000000000000000009"
    with RunWriter(filled, a_record(new)) as writer, StoreReader(filled) as reader:
        writer.finish(finished(new))
        assert replace(reader.run(new), heartbeat_at=None) == finished(new)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE environments SET document = substr(document, 1, 5) || char(1) WHERE run = 1",
        "UPDATE environments SET document = CAST(x'ff' AS TEXT) WHERE run = 1",
        "UPDATE devices SET document = '{' WHERE run = 1",
        "UPDATE devices SET results = CAST(x'ff' AS TEXT) WHERE run = 1",
        "UPDATE devices SET results = '{\"metrics\": 3}' WHERE run = 1",
    ],
)
@pytest.mark.parametrize("sealed", [True, False], ids=["with a checksum", "without"])
def test_a_damaged_environment_or_device_costs_only_its_run(filled: str, path: Path, statement: str, sealed: bool) -> None:
    damage(path, statement, sealed=sealed)
    with StoreReader(filled) as reader:
        assert {record.run_id for record in reader.runs()} == set(ALL)
        record = reader.run(RUN_ID)
        assert record.state is RunState.DAMAGED
        assert record.metrics == finished(RUN_ID).metrics, "what is whole is shown"
        if "UPDATE devices" in statement:
            assert not any(number for result in record.devices for number in result.metrics.values() if not number.is_missing)
        assert replace(reader.run(OTHERS[0]), heartbeat_at=None) == finished(OTHERS[0])
    assert RUN_ID in repair.check(filled)[0]


@pytest.mark.parametrize(
    "change",
    [
        "duration_s = duration_s + 1",
        "steps = steps + 1",
        "wall_s = NULL",
        "metrics = replace(metrics, '100.0', '900.0')",
        "metrics = replace(metrics, 'derived', 'measured')",
        "spec = replace(spec, 'fp32', 'bf16')",
        "start_ns = start_ns + 1",
        "state = 'failed'",
        "run_id = '01JD0000000000000000000009'",
    ],
)
def test_a_changed_value_that_still_parses_is_found(filled: str, path: Path, change: str) -> None:
    damage(path, f"UPDATE runs SET {change} WHERE id = 1")
    with StoreReader(filled) as reader:
        (record,) = (record for record in reader.runs() if record.state is not RunState.FINISHED)
        assert record.state is RunState.DAMAGED
        assert (record.steps, record.duration_s, record.wall_s) == (None, None, None)
        assert [(key, number.is_missing) for key, number in record.metrics.items()] == [("throughput", True)]
    assert repair.check(filled)


def test_a_changed_number_of_a_device_is_missing(filled: str, path: Path) -> None:
    damage(path, "UPDATE devices SET results = replace(results, '12.5', '92.5') WHERE run = 1")
    with StoreReader(filled) as reader:
        record = reader.run(RUN_ID)
    energy = record.devices[1].metrics["energy"]
    assert energy.is_missing
    assert "damaged" in (energy.reason or "")
    assert record.state is RunState.DAMAGED


@pytest.mark.parametrize(
    "change",
    [
        "chunks SET maximum = maximum + 1",
        "chunks SET first = -first",
        "chunks SET present = 'x'",
        "chunks SET readings = substr(readings, 1, 9) || x'00' || substr(readings, 11)",
        "chunks SET readings = 'text'",
        "chunks SET readings = 7000000000",
    ],
)
def test_a_changed_chunk_of_readings_is_missing_and_says_so(filled: str, path: Path, change: str) -> None:
    where = "series = (SELECT id FROM series WHERE run = 1 AND metric = 'power')"
    damage(path, f"UPDATE {change} WHERE {where}")
    with StoreReader(filled) as reader:
        series = reader.series(RUN_ID, "gpu:0", "power")
        assert series.before_ns.size == 100
        assert series.missing.all()
        assert "damaged" in series.info.damage
        by_name = {(info.device, info.metric): info for info in reader.series_list(RUN_ID)}
        power = by_name["gpu:0", "power"]
        if "readings" not in change:  # a list of series does not read them
            assert power.last is None
            assert "damaged" in power.damage
        assert by_name["cpu", "utilization"].damage == ""
        assert not reader.series(RUN_ID, "cpu", "utilization").missing.all()
        assert_whole(reader, 300, OTHERS[0])
    assert any(RUN_ID in problem for problem in repair.check(filled))


@pytest.mark.parametrize("change", ["first_ns = first_ns + 1", "length = length - 1", "before = substr(before, 1, 9)", "run = 2"])
def test_readings_whose_stamps_were_changed_are_not_shown(filled: str, path: Path, change: str) -> None:
    damage(path, f"UPDATE stamps SET {change} WHERE run = 1 AND call = (SELECT id FROM calls WHERE run = 1 AND name = 'nvml')")
    with StoreReader(filled) as reader:
        series = reader.series(RUN_ID, "gpu:0", "power")
        assert series.values.size == 0
        assert "damaged" in series.info.damage
        assert_whole(reader, 300, OTHERS[1])
    assert repair.check(filled)


@pytest.mark.parametrize("change", ["unit = 'mW'", "quality = 'estimated'", "metric = 'energy'", "device = 'cpu'"])
def test_readings_of_a_series_whose_description_was_changed_are_not_shown(filled: str, path: Path, change: str) -> None:
    damage(path, f"UPDATE series SET {change} WHERE run = 1 AND metric = 'power'")
    with StoreReader(filled) as reader:
        infos = [info for info in reader.series_list(RUN_ID) if info.damage]
        assert [info.last for info in infos] == [None]
        assert reader.series(RUN_ID, infos[0].device, infos[0].metric).missing.all()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE steps SET first_step = first_step + 1 WHERE run = 1",
        "UPDATE steps SET ends = substr(ends, 1, 9) WHERE run = 1",
        "UPDATE events SET documents = x'00' WHERE run = 1",
        "UPDATE events SET kind = 'log' WHERE run = 1 AND kind = 'phase'",
    ],
)
def test_damaged_steps_and_events_are_refused_with_the_run_named(filled: str, path: Path, statement: str) -> None:
    damage(path, statement)
    with StoreReader(filled) as reader:
        with pytest.raises(CorruptStoreError, match=f"run {RUN_ID} is damaged"):
            _ = reader.steps(RUN_ID), reader.events(RUN_ID)
        assert_whole(reader, 300, OTHERS[0])


@pytest.mark.parametrize("sealed", [True, False], ids=["with a checksum", "without"])
@pytest.mark.parametrize(
    "change",
    [
        "steps SET pid = 'x'", "steps SET first_seq = x'00'", "steps SET length = NULL", "steps SET first_step = 'many'",
        "steps SET ends = 'text'", "steps SET ends = x''",
        "events SET kind = x'ff'", "events SET first_seq = 'x'", "events SET documents = 'text'", "events SET documents = x''",
        "stamps SET first_seq = 'x'", "stamps SET length = 'x'", "chunks SET present = 'x'", "series SET device = x'ff'",
    ],
)  # fmt: skip
def test_a_damaged_row_of_one_run_costs_it_alone(filled: str, path: Path, change: str, sealed: bool) -> None:
    table = change.split()[0]
    mine = "stamps IN (SELECT id FROM stamps WHERE run = 1)" if table == "chunks" else "run = 1"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")  # a disk does not respect NOT NULL either
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table' AND name = ?", (table,))
        connection.commit()
    damage(path, f"UPDATE {change} WHERE {mine}", sealed=sealed)
    with StoreReader(filled) as reader:
        assert {record.run_id for record in reader.runs()} == set(ALL)
        for run_id in OTHERS:
            assert_run_untouched(reader, run_id)
        for read in (
            lambda: reader.run(RUN_ID), lambda: reader.steps(RUN_ID), lambda: reader.events(RUN_ID), lambda: reader.series_list(RUN_ID),
            lambda: reader.series(RUN_ID, "gpu:0", "power"),
        ):  # fmt: skip
            with suppress(CorruptStoreError, UsageError):
                read()
    assert any(RUN_ID in problem for problem in repair.check(filled))
    assert not any(run_id in problem for problem in repair.check(filled) for run_id in OTHERS)


KEYS = [
    *(f"{table} SET run = {{}}" for table in ("environments", "devices", "calls", "series", "stamps", "steps", "events")),
    "stamps SET call = {}", "chunks SET series = {}", "chunks SET stamps = {}",
]  # fmt: skip


@pytest.mark.parametrize("target", ["of another run", "of none", "text"])
@pytest.mark.parametrize("change", KEYS)
def test_a_row_whose_key_was_changed_costs_its_own_run_alone(filled: str, path: Path, change: str, target: str) -> None:
    table, column = change.split()[0], change.split()[2]
    column_of = {"run": "2", "call": "(SELECT max(id) FROM calls WHERE run = 2)", "series": "(SELECT max(id) FROM series WHERE run = 2)"}
    column_of["stamps"] = "(SELECT max(id) FROM stamps WHERE run = 2)"
    value = {"of another run": column_of[column], "of none": "4711", "text": "'x'"}[target]
    first = f"(SELECT min(id) FROM {table} WHERE "
    first += "stamps IN (SELECT id FROM stamps WHERE run = 1))" if table == "chunks" else "run = 1)"
    where = "run = 1" if table == "environments" else f"id = {first}"
    with closing(sqlite3.connect(path)) as connection:  # a flipped bit does not respect an index either
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").fetchall():
            connection.execute(f"DROP INDEX {name}")
        connection.commit()
    if (table, target) in (
        ("environments", "text"),
        ("environments", "of another run"),
        *((name, "of another run") for name in ("devices", "calls", "series")),
    ):
        pytest.skip("SQLite itself holds these apart")
    damage(path, f"UPDATE OR IGNORE {change.format(value)} WHERE {where}")
    with StoreReader(filled) as reader:
        assert {record.run_id for record in reader.runs()} == set(ALL)
        for run_id in OTHERS:
            assert_run_untouched(reader, run_id)
        with suppress(CorruptStoreError), reader.snapshot(OTHERS[0], skips_damage=True) as run:
            assert sum(readings.before_ns.size for readings in run.readings()) == 400
        if table in ("stamps", "chunks"):
            assert DAMAGED_READINGS in [gap.reason for result in reader.checked(reader.run(RUN_ID)).devices for gap in result.gaps]
    problems = repair.check(filled)
    assert problems
    assert not any(run_id in problem for problem in problems for run_id in OTHERS if "points at no row" not in problem)
    salvaged = repair.salvage(filled, repair.set_aside(filled))
    assert (set(OTHERS), salvaged.damaged) == (set(salvaged.whole), (RUN_ID,))


def test_a_damaged_layout_loses_what_came_under_it_and_no_series_gets_the_readings_of_another(url: str, path: Path) -> None:
    with RunWriter(url, a_record()) as writer:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        write(writer, 0, 99)
        swapped = '[["cpu","disk_read"],["cpu","utilization"]]'
        damage(path, f"UPDATE calls SET layout = '{swapped}' WHERE name = 'host'")
        with StoreReader(url) as reader:
            series = reader.series(RUN_ID, "cpu", "disk_read")
            assert series.values.size == 0
            assert "damaged" in series.info.damage


def test_edits_keep_a_row_sound(filled: str) -> None:
    edit_run(filled, RUN_ID, name="new", add_tags=["second"], note="other")
    delete_runs(filled, [RUN_ID])
    restore_runs(filled, [RUN_ID])
    assert repair.check(filled) == []
    with StoreReader(filled) as reader:
        record = reader.run(RUN_ID)
        assert (record.state, record.name, record.tags) == (RunState.FINISHED, "new", ("first", "second"))


def test_an_edit_does_not_pass_damage_off_as_sound(filled: str, path: Path) -> None:
    damage(path, "UPDATE runs SET duration_s = 1, tags = '[' WHERE id = 1")
    edit_run(filled, RUN_ID, name="new", add_tags=["second"])
    with StoreReader(filled) as reader:
        assert reader.run(RUN_ID).state is RunState.DAMAGED


@pytest.mark.parametrize("sealed", [True, False], ids=["with a checksum", "without"])
@pytest.mark.parametrize("change", ["spec = '{'", "metrics = CAST(x'ff' AS TEXT)", "steps = 'x'", "run_id = x'00'", "started_at = 7"])
def test_a_damaged_run_is_salvaged_in_part(filled: str, path: Path, change: str, sealed: bool) -> None:
    damage(path, f"UPDATE runs SET {change} WHERE id = 1", sealed=sealed)
    aside = repair.set_aside(filled)
    found = repair.salvage(filled, aside)
    assert set(found.whole) == set(OTHERS)
    assert len(found.damaged) == 1
    assert aside.exists()
    assert repair.check(filled) == []
    with StoreReader(filled) as reader:
        record = reader.run(found.damaged[0])
        assert record.state is RunState.SALVAGED
        assert (record.reason or "").startswith("salvaged from a damaged store: its row was damaged")
        assert "is damaged" not in (record.reason or "")
        assert not any("is damaged" in (number.reason or "") for number in record.metrics.values())
        assert record.duration_s is None
        assert reader.series(record.run_id, "gpu:0", "power").values.size == 100
        for run_id in OTHERS:
            assert replace(reader.run(run_id), heartbeat_at=None) == finished(run_id)


def test_a_damaged_progress_is_told_from_the_rows(filled: str, path: Path) -> None:
    damage(path, "UPDATE runs SET committed = 7 WHERE id = 1")
    with StoreReader(filled) as reader:
        assert reader.committed(RUN_ID) == 299
    assert RUN_ID in repair.check(filled)[0]


def test_a_listed_damaged_run_is_at_the_place_of_its_start(filled: str, path: Path) -> None:
    damage(path, "UPDATE runs SET started_at = 'z' WHERE id = 1")
    with StoreReader(filled) as reader:
        assert [record.run_id for record in reader.runs()][-1] == RUN_ID
        assert reader.run("last").run_id == OTHERS[1]
        assert reader.runs()[-1].started_at == datetime.fromtimestamp(0, UTC)


@pytest.mark.parametrize(
    ("change", "start_s", "end_s"),
    [
        ("chunks SET maximum = maximum + 1", 0.0001, 29.7001),
        ("chunks SET readings = substr(readings, 1, 9) || x'00' || substr(readings, 11)", 0.0001, 29.7001),
        ("chunks SET readings = CAST(readings AS BLOB) || x'00'", 0.0001, 29.7001),
        ("chunks SET readings = 'text'", 0.0001, 29.7001),
        ("stamps SET before = substr(before, 1, 9)", 0.0, None),
        ("stamps SET first_ns = first_ns + 1", 0.0, None),
    ],
)
def test_damaged_readings_are_a_gap_of_the_run_and_the_others_can_be_read_whole(
    filled: str, path: Path, change: str, start_s: float, end_s: float | None
) -> None:
    mine = "SELECT c.{} FROM chunks c JOIN series s ON s.id = c.series WHERE s.run = 1 AND s.metric = 'power'"
    damage(path, f"UPDATE {change} WHERE id IN ({mine.format('stamps' if change.startswith('stamps') else 'id')})")
    with StoreReader(filled) as reader:
        record = reader.checked(reader.run(RUN_ID))
        assert record.state is RunState.FINISHED
        assert record.metrics == finished(RUN_ID).metrics, "what was computed when the run ended is whole"
        gap = RunGap(start_s, end_s, "gpu:0", ("power",), DAMAGED_READINGS)
        assert [result.gaps for result in record.devices] == [(), (gap,)]
        assert reader.checked(reader.run(OTHERS[0])).devices[1].gaps == ()
        with pytest.raises(CorruptStoreError), reader.snapshot(RUN_ID) as whole:
            list(whole.readings())
        with reader.snapshot(RUN_ID, skips_damage=True) as whole:
            values = {name: values for part in whole.readings() for name, values in part.values.items()}
            assert whole.damage is not None
            assert whole.damage.gaps == (gap,)
        assert np.isnan(values.get(("gpu:0", "power"), np.array([np.nan]))).all()
        series = reader.series(RUN_ID, "cpu", "utilization")
        np.testing.assert_array_equal(values["cpu", "utilization"].view(np.uint64), series.values.view(np.uint64))


def test_readings_of_which_nobody_knows_what_they_are_are_a_gap_and_not_shown(filled: str, path: Path) -> None:
    damage(path, "UPDATE series SET metric = 'energy' WHERE run = 1 AND metric = 'power'")
    with StoreReader(filled) as reader:
        (gap,) = reader.checked(reader.run(RUN_ID)).devices[1].gaps
        assert (gap.metrics, gap.reason) == (("energy",), DAMAGED_READINGS)
        with reader.snapshot(RUN_ID, skips_damage=True) as whole:
            assert {name for part in whole.readings() for name in part.values} == {("cpu", "utilization"), ("cpu", "disk_read")}
