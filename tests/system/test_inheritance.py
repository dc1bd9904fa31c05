"""Tests of what a child process would inherit from this process."""

import os
import resource
from pathlib import Path

import pytest

from gpuscope.system.inheritance import inherited


def test_it_stays_the_same_while_nothing_is_changed() -> None:
    assert inherited() == inherited()


def test_a_variable_and_a_folder_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = inherited()
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    assert inherited() != before
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert inherited() != before


def test_a_mask_a_limit_and_processors_are_noticed() -> None:
    before, processors = inherited(), os.sched_getaffinity(0)
    mask, limits = os.umask(0o12), resource.getrlimit(resource.RLIMIT_CORE)
    try:
        assert inherited()["kernel"] != before["kernel"]
        os.umask(mask)
        resource.setrlimit(resource.RLIMIT_CORE, (0, limits[1]))
        assert (inherited() == before) == (limits[0] == 0)
        os.sched_setaffinity(0, {min(processors)})
        assert (inherited()["processors"] == before["processors"]) == (len(processors) == 1)
    finally:
        os.umask(mask)
        resource.setrlimit(resource.RLIMIT_CORE, limits)
        os.sched_setaffinity(0, processors)
    assert inherited() == before
