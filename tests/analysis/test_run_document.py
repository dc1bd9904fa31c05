"""The hash that identifies a run in a report: it is stable across versions of the code."""

import shutil
from pathlib import Path

import pytest

from gpuscope.analysis.run_document import command_settings, run_hash
from gpuscope.recording.run_history import RunHistory
from tests.storage.make_golden import golden

PRINTED = {"01JD0000000000000000000000": "3c216e772195dfedd8f9e32d9cf5c7d8bcb1981c1bc7ddb306cdf14d2d405a2c"}
"""By run: the hash that the first release printed (commit 9a50e5a)."""


def test_a_run_keeps_the_hash_that_an_earlier_release_printed(tmp_path: Path) -> None:
    copy = tmp_path / "gpuscope.sqlite"
    shutil.copy(golden(1), copy)
    with RunHistory(f"sqlite:///{copy}") as history:
        assert {run_id: run_hash(history.find(run_id)) for run_id in PRINTED} == PRINTED


@pytest.mark.parametrize(
    ("line", "settings"),
    [
        ("python train.py --batch 12 --lr=0.1 -v", {"program": "python train.py", "--batch": "12", "--lr": "0.1", "-v": "yes"}),
        ("/bin/python3.11 -u -m a.b x.csv y.csv", {"program": "/bin/python3.11 -u -m a.b", "argument 1": "x.csv", "argument 2": "y.csv"}),
        ("torchrun --nproc 2 t.py --shift -0.5", {"program": "torchrun", "--nproc": "2", "argument 1": "t.py", "--shift": "-0.5"}),
        ("./a.out --x 1 --x 2 --dry --name b", {"program": "./a.out", "--x": "1 2", "--dry": "yes", "--name": "b"}),
        ("python", {"program": "python"}),
    ],
)  # fmt: skip
def test_a_command_line_is_settings(line: str, settings: dict[str, str]) -> None:
    assert command_settings(line.split()) == settings
