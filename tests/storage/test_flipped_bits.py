"""A few rounds of ``tests.storage.flipped_bits``, and the command line on a damaged store."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.storage.flipped_bits import campaign, fill, flip, overwrite


def test_what_a_damaged_store_shows_is_right_or_said_to_be_damaged(tmp_path: Path) -> None:
    told = campaign(tmp_path, seed=20261122, rounds=25)
    assert told["rounds"] == 25
    assert told["rounds of which doctor tells"] >= 12
    assert told["damaged run"] > 0
    assert told["damaged series"] > 0


@pytest.mark.parametrize("seed", range(2))
def test_the_verbs_say_damage_in_words(tmp_path: Path, seed: int) -> None:
    import random

    chance = random.Random(seed)
    pristine, home = tmp_path / "pristine.sqlite", tmp_path / "home"
    fill(pristine)
    home.mkdir()
    shutil.copy(pristine, home / "gpuscope.sqlite")
    for act in (overwrite, overwrite, flip):
        act(home / "gpuscope.sqlite", chance)
    for verb in (["runs", "--json"], ["show", "last"]):
        done = subprocess.run(
            [sys.executable, "-m", "gpuscope", *verb],
            env={**os.environ, "GPUSCOPE_HOME": str(home)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr
        assert "bug of gpuscope" not in done.stderr
