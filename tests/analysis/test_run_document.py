"""The hash that a run is known by in a report: it outlives the code that printed it."""

import shutil
from pathlib import Path

from gpuscope.analysis.run_document import run_hash
from gpuscope.recording.run_history import RunHistory
from tests.storage.make_golden import golden

PRINTED = {"01JD0000000000000000000000": "3c216e772195dfedd8f9e32d9cf5c7d8bcb1981c1bc7ddb306cdf14d2d405a2c"}
"""By run: what the first release printed of it (commit 9a50e5a)."""


def test_a_run_keeps_the_hash_that_an_earlier_release_printed(tmp_path: Path) -> None:
    copy = tmp_path / "gpuscope.sqlite"
    shutil.copy(golden(1), copy)
    with RunHistory(f"sqlite:///{copy}") as history:
        assert {run_id: run_hash(history.find(run_id)) for run_id in PRINTED} == PRINTED
