"""Two real ranks on the CPU: they train the same model as a single process."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.core.tolerance import TOLERANCES
from gpuscope.workloads.launch import PARALLEL


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_models_trained_by_ranks_agree_with_eager_and_see_each_sample_once(tmp_path: Path) -> None:
    answer = tmp_path / "apart.json"
    variables = {**os.environ, "OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": "lo"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.workloads.parallel.ranks_beside_eager", str(answer)],  # importing it here would take seconds
        env=variables, capture_output=True, text=True, timeout=500, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(answer.read_text())
    assert {key.split()[1] for key in found if " " in key} >= PARALLEL
    for key, apart in found.items():
        if " " in key:
            tolerance = TOLERANCES[key.split()[2]]
            assert apart["weights"] <= tolerance, (key, apart)
            assert apart["loss"] <= tolerance, (key, apart)
            assert 0 < apart["drift"] <= tolerance, (key, apart)
    for form in ("ddp", "fsdp2"):
        assert found[form] == {"seen": 1440, "once": True}
