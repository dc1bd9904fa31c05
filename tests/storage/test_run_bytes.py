from pathlib import Path

import pytest

from gpuscope.core.run import RunState
from gpuscope.storage import editing
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from tests.storage.known import CALLS, CPU, GPU, QUALITY, a_record, write

SHORT, LONG = "01JD0000000000000000000001", "01JD0000000000000000000002"


@pytest.fixture
def url(tmp_path: Path) -> str:
    made = f"sqlite:///{tmp_path / 'store.sqlite'}"
    for run_id, batches in ((SHORT, 20), (LONG, 2000)):
        record = a_record(run_id)
        with RunWriter(made, record) as writer:
            writer.declare([CPU, GPU], CALLS, QUALITY)
            write(writer, 0, batches)
            writer.finish(a_record(run_id, state=RunState.FINISHED))
    return made


def test_the_runs_take_what_the_store_takes(url: str) -> None:
    with StoreReader(url) as reader:
        found, size = reader.run_bytes(), reader.size()
    assert found.keys() == {SHORT, LONG}
    assert found[LONG] > 1.5 * found[SHORT]
    assert sum(found.values()) == pytest.approx(size.file_bytes - size.reusable_bytes, rel=0.01)


def test_deleted_runs_are_told_apart(url: str) -> None:
    with StoreReader(url) as reader:
        before = reader.run_bytes()
        editing.delete_runs(url, [LONG])
        assert reader.run_bytes().keys() == {SHORT}
        assert reader.run_bytes(deleted=True) == {LONG: pytest.approx(before[LONG], rel=0.1)}


def test_a_store_that_is_not_there_takes_nothing(tmp_path: Path) -> None:
    with StoreReader(f"sqlite:///{tmp_path / 'none.sqlite'}") as reader:
        assert reader.run_bytes() == {}
