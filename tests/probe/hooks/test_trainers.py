"""Lightning, Hugging Face's Trainer, Accelerate, DeepSpeed and TensorBoard's writers, where they are installed: pip install .[trainers]"""

import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.probe.hooks.test_corpus import SCRIPTS, recorded, run_fresh, without_gpuscope
from tests.probe.hooks.test_log_hooks import python, values
from tests.probe.listener import Listener
from tests.recording.recorders import gpuscope

pytest.importorskip("torch")
STEPS = {
    "lightning_fit": ("lightning", 24, 8),
    "hugging_face": ("transformers", 18, 8),
    "accelerated": ("accelerate", 15, 8),
    "deepspeed_zero": ("deepspeed", 12, 8),
}
"""By program: its requirement, number of steps, and samples per step."""


def need(library: str) -> None:
    """Skip the test where a library is not installed."""
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed: pip install .[trainers]")


@pytest.mark.parametrize("script", STEPS)
def test_every_step_of_a_trainer_is_seen_and_nothing_else_is_changed(script: str, tmp_path: Path) -> None:
    library, steps, samples = STEPS[script]
    need(library)
    code, run, output = recorded(script, tmp_path)
    assert (code, run["steps"], run["steps_kind"], run["samples"]) == (0, steps, "optimizer", steps * samples)
    alone = run_fresh(script, folder=tmp_path, variables=without_gpuscope())
    assert output.splitlines()[-1] == alone.stdout.splitlines()[-1]
    assert "phase_time_data" in run["metrics"]


TORCHRUN = ["torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
ACCELERATE = [
    *("accelerate.commands.launch", "--multi_gpu", "--num_processes", "2", "--num_machines", "1", "--main_process_port", "0"),
    *("--mixed_precision", "no", "--dynamo_backend", "no"),
]


@pytest.mark.parametrize(("launcher", "script"), [(ACCELERATE, "accelerated"), (TORCHRUN, "deepspeed_zero"), (TORCHRUN, "fully_sharded")])
def test_two_ranks_that_are_launched_take_one_step_together(launcher: list[str], script: str) -> None:
    library, steps, samples = STEPS.get(script, ("torch", 15, 8))
    need(library)
    arguments = ["-m", *launcher, str(SCRIPTS / f"{script}.py")]
    done = gpuscope("run", "--json", "--", sys.executable, *arguments, OMP_NUM_THREADS="1")
    run = done.document
    assert (done.code, run["steps"], run["samples"]) == (0, steps, steps * 2 * samples), done.err
    assert run["environment"]["stepping"] == "rank 0 of 2 processes that took steps"


@pytest.mark.parametrize(
    ("library", "script", "count"),
    [
        ("tensorboard", ["summary_writer", "torch.utils.tensorboard"], 12),
        ("tensorboardX", ["summary_writer", "tensorboardX"], 12),
        ("transformers", ["hugging_face"], 6),
        ("lightning", ["lightning_fit"], 8),
    ],
)
def test_losses_that_are_logged_are_recorded_to_the_bit(library: str, script: list[str], count: int, tmp_path: Path) -> None:
    need(library)
    path = SCRIPTS / f"{script[0]}.py"
    with Listener(tmp_path):
        alone, hooked = (python(path, *script[1:], run=run) for run in (None, tmp_path))
    assert (hooked.returncode, hooked.stdout) == (0, alone.stdout)
    own = re.findall(r"^loss (\S+)$", hooked.stdout, re.MULTILINE)
    found = [given["loss"].hex() for given, _ in values(tmp_path) if "loss" in given]
    assert (found, len(found)) == (own, count)
