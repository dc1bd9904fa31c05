"""Programs unaware of gpuscope: the values that they give to their loggers become the run's, and they run as they do alone."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gpuscope.core.event import Log
from gpuscope.probe.hooks import log_hooks
from gpuscope.probe.hooks.entry import sitecustomize
from gpuscope.probe.report_ring import LINE_BYTES
from gpuscope.recording.report_rings import ReportRing
from tests.probe.hooks.test_corpus import ENTRY
from tests.probe.listener import Listener
from tests.recording.recorders import ROOT, gpuscope

WRITER = """
class SummaryWriter:
    def __init__(self, folder="runs"):
        self.{folder} = folder
    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None):
        return float(scalar_value)
    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None):
        pass
"""
CONNECTOR = """
class _LoggerConnector:
    def __init__(self, trainer):
        self.trainer = trainer
    def log_metrics(self, metrics, step=None):
        for logger in self.trainer.loggers:
            for name, value in metrics.items():
                logger.add_scalar(name, value, step)
"""
LIBRARIES = {
    "torch.utils.tensorboard.writer": WRITER.format(folder="log_dir"),
    "tensorboardX.writer": WRITER.format(folder="logdir"),
    "lightning.pytorch.trainer.connectors.logger_connector.logger_connector": CONNECTOR,
    "pytorch_lightning.trainer.connectors.logger_connector.logger_connector": CONNECTOR,
    "transformers.trainer": """
class Trainer:
    def __init__(self, writer=None):
        self.writer = writer
        self.state = type("State", (), {"global_step": 7})
    def log(self, logs, start_time=None):
        logs["epoch"] = 0.5
        if self.writer is not None:
            for name, value in logs.items():
                self.writer.add_scalar("train/" + name, value, self.state.global_step)
""",
    "wandb.sdk.wandb_run": "class Run:\n    def log(self, data, step=None, commit=None):\n        return 'logged'\n",
    "mlflow.tracking.fluent": (
        "def log_metric(key, value, step=None, **others):\n    return key\ndef log_metrics(metrics, step=None, **others):\n    return 2\n"
    ),
}
"""The modules in which loggers are, with what is called of them."""


@pytest.fixture
def libraries(tmp_path: Path) -> Path:
    """Return a folder with modules named as the loggers' own."""
    folder = tmp_path / "libraries"
    for name, text in LIBRARIES.items():
        path = folder.joinpath(*name.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True)
        path.write_text(text)
        for parent in path.relative_to(folder).parents[:-1]:
            (folder / parent / "__init__.py").touch()
    return folder


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    (folder := tmp_path / "run").mkdir()
    with Listener(folder) as one:
        yield one


def python(script: Path, *arguments: str, path: tuple[Path, ...] = (), run: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """Run a program: as a recorder does if there is the folder of a run, otherwise as it runs alone."""
    variables = {name: value for name, value in os.environ.items() if name != "GPUSCOPE_CHANNEL"}
    variables |= {} if run is None else {"GPUSCOPE_CHANNEL": str(run)}
    variables["PYTHONPATH"] = os.pathsep.join(map(str, [*([] if run is None else [ENTRY]), *path, ROOT]))
    return subprocess.run(
        [sys.executable, str(script), *arguments], env=variables, capture_output=True, text=True, timeout=120, check=False
    )


def logs(folder: Path) -> Iterator[list[Log]]:
    """Yield what each process of a folder logged."""
    for path in folder.glob("reports-*.ring"):
        ring = ReportRing(path, is_left=True)
        yield [event for event in ring.read(LINE_BYTES) if isinstance(event, Log)]
        assert not ring.garbage
        ring.close()


def values(folder: Path) -> list[tuple[dict[str, float], int | None]]:
    return [(dict(log.values), log.step) for each in logs(folder) for log in each if log.level == "values"]


def both(code: str, libraries: Path, run: Path) -> list[tuple[dict[str, float], int | None]]:
    """Run a program alone and with the hooks, in which it must do the same, and return the values that it logged."""
    script = libraries / "program.py"
    script.write_text(code)
    alone, hooked = (python(script, path=(libraries,), run=folder) for folder in (None, run))
    assert (hooked.returncode, hooked.stdout, hooked.stderr) == (0, alone.stdout, alone.stderr)
    return values(run)


def test_the_code_that_runs_first_waits_for_the_modules_that_are_wrapped() -> None:
    assert set(log_hooks.LOGGERS) == set(LIBRARIES) == {name for name, hooks in sitecustomize.WRAPPED.items() if hooks == "log_hooks"}


@pytest.mark.parametrize("library", ["torch.utils.tensorboard", "tensorboardX"])
def test_scalars_given_to_a_tensorboard_writer_are_the_runs(library: str, libraries: Path, listener: Listener) -> None:
    code = f"""
from {library}.writer import SummaryWriter
writer = SummaryWriter()
for step in range(3):
    assert writer.add_scalar("Loss/train", 1 / (step + 3), step) == 1 / (step + 3)
writer.add_scalar(tag="lr", scalar_value=3)
writer.add_scalars("both", {{"a": 1.5, "b": 2.5}}, global_step=4)
"""
    expected = [({"Loss/train": 1 / 3}, 0), ({"Loss/train": 1 / 4}, 1), ({"Loss/train": 1 / 5}, 2), ({"lr": 3.0}, None)]
    assert both(code, libraries, listener.folder) == [*expected, ({"both/a": 1.5, "both/b": 2.5}, 4)]


def test_writers_of_several_folders_are_told_apart(libraries: Path, listener: Listener) -> None:
    code = """
from torch.utils.tensorboard.writer import SummaryWriter
training, testing = SummaryWriter("logs/train"), SummaryWriter("logs/test")
training.add_scalar("loss", 1.0)
testing.add_scalar("loss", 2.0)
SummaryWriter("logs/train").add_scalar("loss", 3.0)
"""
    assert [given for given, _ in both(code, libraries, listener.folder)] == [{"loss": 1.0}, {"test/loss": 2.0}, {"loss": 3.0}]


@pytest.mark.parametrize("library", ["lightning.pytorch", "pytorch_lightning"])
def test_what_a_trainer_passes_on_to_a_writer_is_recorded_once(library: str, libraries: Path, listener: Listener) -> None:
    code = f"""
from types import SimpleNamespace
from {library}.trainer.connectors.logger_connector.logger_connector import _LoggerConnector
from torch.utils.tensorboard.writer import SummaryWriter
from transformers.trainer import Trainer
loop = SimpleNamespace(_batches_that_stepped=12)
connector = _LoggerConnector(SimpleNamespace(loggers=[SummaryWriter()], fit_loop=SimpleNamespace(epoch_loop=loop)))
connector.log_metrics({{"train_loss": 0.25}}, 3)
connector.log_metrics({{"val_loss": 0.5, "step": 9.0}})
connector.log_metrics({{"val_loss": 0.75}})
Trainer(SummaryWriter()).log({{"loss": 0.125}})
SummaryWriter().add_scalar("after", 1.0)
"""
    trained = [({"train_loss": 0.25}, 3), ({"val_loss": 0.5}, 9), ({"val_loss": 0.75}, 12)]
    assert both(code, libraries, listener.folder) == [*trained, ({"loss": 0.125, "epoch": 0.5}, 7), ({"after": 1.0}, None)]


def test_values_given_to_wandb_and_mlflow_are_the_runs_and_those_of_one_name_only_from_one_of_them(
    libraries: Path, listener: Listener
) -> None:
    code = """
from wandb.sdk.wandb_run import Run
from mlflow.tracking.fluent import log_metric, log_metrics
print(Run().log({"loss": 0.5, "table": object(), "train": {"accuracy": 0.75}}, step=2), Run().log({"text": "0.5"}))
print(log_metric("loss", 0.25, step=1), log_metric("lr", 0.125), log_metrics({"a": 1, "b": 2}, step=3))
"""
    expected = [({"loss": 0.5, "train/accuracy": 0.75}, 2), ({"lr": 0.125}, None), ({"a": 1.0, "b": 2.0}, 3)]
    assert both(code, libraries, listener.folder) == expected


def test_a_name_that_the_program_logs_itself_is_not_taken_from_a_logger(libraries: Path, listener: Listener) -> None:
    code = """
import gpuscope
from tensorboardX.writer import SummaryWriter
for step in range(3):
    gpuscope.log(loss=step)
    SummaryWriter().add_scalar("loss", step + 0.5, step)
    SummaryWriter().add_scalar("lr", 1.0, step)
"""
    given = [given for given, _ in both(code, libraries, listener.folder)]
    assert given == [each for step in range(3) for each in ({"loss": float(step)}, {"lr": 1.0})]


def test_a_value_that_a_logger_is_given_and_the_program_then_logs_itself_is_recorded_once(libraries: Path, listener: Listener) -> None:
    code = """
import gpuscope
from tensorboardX.writer import SummaryWriter
for step in range(3):
    SummaryWriter().add_scalar("loss", step + 1, step)
    gpuscope.log(loss=step + 1)
"""
    assert [given["loss"] for given, _ in both(code, libraries, listener.folder)] == [1.0, 2.0, 3.0]


def test_only_numbers_are_recorded_and_under_names_that_can_be_shown(libraries: Path, listener: Listener) -> None:
    code = """
from tensorboardX.writer import SummaryWriter
from wandb.sdk.wandb_run import Run
class Number:
    def __init__(self, value): self.value = value
    def item(self):
        if self.value is None: raise ValueError("several")
        return self.value
    __float__ = item
writer = SummaryWriter()
run = Run()
run.log({"a": True, "b": "1", "c": None, "d": [1.0], "e": Number(None), "f": Number(1j), "g": 1 << 2000, 5: 1.0, "": 1.0})
run.log({"nan": float("nan"), "item": Number(0.5)}, step=Number(3))
writer.add_scalar("time_data", 40.0)
writer.add_scalar("line\\nbreak \\ud800\\x1b[1m", 1.0)
writer.add_scalar("x" * 1000, 1.0)
endless = {}
endless["again"] = endless
run.log(endless)
"""
    found = both(code, libraries, listener.folder)
    assert [step for _, step in found] == [3, None, None, None]
    (numbers, name, odd, long) = (given for given, _ in found)
    assert list(numbers) == ["nan", "item"]
    assert (str(numbers["nan"]), numbers["item"]) == ("nan", 0.5)
    assert name == {"logged time_data": 40.0}, "it is no phase's time in seconds"
    assert odd == {"line?break ??[1m": 1.0}
    assert [len(key) for key in long] == [200]


def test_a_loggers_error_is_the_programs_and_its_values_are_not_recorded(libraries: Path, listener: Listener) -> None:
    code = """
from tensorboardX.writer import SummaryWriter
try:
    SummaryWriter().add_scalar("loss", "no number")
except ValueError as error:
    print(error)
SummaryWriter().add_scalar("loss", 1.0)
try:
    SummaryWriter().add_scalar("loss")
except TypeError as error:
    print(error)
"""
    assert both(code, libraries, listener.folder) == [({"loss": 1.0}, None)]


def test_a_tensor_on_a_device_is_read_only_after_a_logger_that_has_read_it(libraries: Path, listener: Listener) -> None:
    code = """
from types import SimpleNamespace
from lightning.pytorch.trainer.connectors.logger_connector.logger_connector import _LoggerConnector
from tensorboardX.writer import SummaryWriter
from transformers.trainer import Trainer
class Tensor:
    def __init__(self, is_cpu): self.is_cpu, self.reads = is_cpu, 0
    def item(self):
        self.reads += 1
        return 0.5
    def __float__(self): return 0.25
first, second, third, fourth = map(Tensor, (False, False, False, True))
Trainer().log({"first": first})
_LoggerConnector(SimpleNamespace(loggers=[])).log_metrics({"second": second, "fourth": fourth}, 1)
SummaryWriter().add_scalar("third", third)
assert first.reads == second.reads == 0
"""
    given = [given for given, _ in both(code, libraries, listener.folder)]
    assert given == [{"epoch": 0.5}, {"fourth": 0.5}, {"third": 0.5}]


def test_of_a_flood_of_values_the_latest_of_each_name_are_recorded_and_the_run_is_told(libraries: Path, listener: Listener) -> None:
    code = """
from tensorboardX.writer import SummaryWriter
writer = SummaryWriter()
for step in range(400):
    for number in range(300):
        writer.add_scalar(f"weight {number}", step + number / 1000, step)
"""
    given = both(code, libraries, listener.folder)
    assert 4000 < sum(len(each) for each, _ in given) < 20_000
    last = {name: (value, step) for each, step in given for name, value in each.items()}
    assert last == {f"weight {number}": (399 + number / 1000, 399) for number in range(300)}
    (told,) = (log.text for log in next(logs(listener.folder)) if log.level != "values")
    assert "1000 values a second" in told


def test_a_program_that_makes_up_names_does_not_fill_the_run(libraries: Path, listener: Listener) -> None:
    code = """
from tensorboardX.writer import SummaryWriter
for number in range(3000):
    SummaryWriter().add_scalar(f"{number}", 1.0)
"""
    assert len(both(code, libraries, listener.folder)) == 1000


def test_a_gpuscope_of_the_programs_own_is_not_touched(libraries: Path, listener: Listener) -> None:
    (libraries / "gpuscope.py").write_text("print('own')\n")
    code = "from tensorboardX.writer import SummaryWriter\nprint(SummaryWriter().add_scalar('loss', 1.0))\nimport gpuscope\n"
    assert both(code, libraries, listener.folder) == []


def test_forked_processes_record_their_own(libraries: Path, listener: Listener) -> None:
    code = """
import os
from tensorboardX.writer import SummaryWriter
SummaryWriter().add_scalar("loss", 1.0)
if os.fork():
    os.wait()
    SummaryWriter().add_scalar("loss", 3.0)
else:
    SummaryWriter().add_scalar("loss", 2.0)
"""
    both(code, libraries, listener.folder)
    found = sorted([value for log in each for value in log.values.values()] for each in logs(listener.folder))
    assert found == [[1.0, 3.0], [2.0]]


def test_a_compiled_function_may_log(libraries: Path, listener: Listener) -> None:
    """Nothing of what records its values is compiled: torch would warn of it on standard error."""
    pytest.importorskip("torch")
    shutil.rmtree(libraries / "torch")
    (libraries / "tensorboardX" / "writer.py").write_text("class SummaryWriter:\n    def add_scalar(self, *which):\n        pass\n")
    code = """
import torch
from tensorboardX.writer import SummaryWriter
writer, layer = SummaryWriter(), torch.nn.Linear(4, 1)
@torch.compile(backend="eager")
def loss(values, step):
    mean = layer(values).square().mean()
    torch._dynamo.graph_break()
    writer.add_scalar("loss", mean.detach(), step)
    return mean * 2
for step in range(4):
    loss(torch.ones(2, 4), step)
print(torch._dynamo.utils.counters["frames"]["total"] < 20)
"""
    assert [step for _, step in both(code, libraries, listener.folder)] == [0, 1, 2, 3]


def test_values_of_other_ranks_carry_their_number(libraries: Path) -> None:
    rank = libraries / "rank.py"
    rank.write_text(
        "import os\nfrom tensorboardX.writer import SummaryWriter\nSummaryWriter().add_scalar('loss', int(os.environ['RANK']) + 0.5)\n"
    )
    script = libraries / "program.py"
    script.write_text(
        "import os, subprocess, sys\nfor rank in '10':\n    variables = os.environ | dict(RANK=rank, LOCAL_RANK=rank, WORLD_SIZE='2')\n"
        f"    subprocess.run([sys.executable, {str(rank)!r}], check=True, env=variables)\n"
    )
    metrics = gpuscope("run", "--json", "--", sys.executable, str(script)).document["metrics"]
    assert {key: known["value"] for key, known in metrics.items() if key.startswith("told ")} == {"told loss": 0.5, "told loss rank 1": 1.5}


def test_they_are_values_of_the_recorded_run(libraries: Path) -> None:
    script = libraries / "program.py"
    script.write_text(
        "from tensorboardX.writer import SummaryWriter\nwriter = SummaryWriter()\n"
        "for step in range(40):\n    writer.add_scalar('Loss/train', 1 / (step + 3), step)\n"
    )
    done = gpuscope("run", "--json", "--", sys.executable, str(script))
    known: dict[str, Any] = done.document["metrics"]["told Loss/train"]
    assert (done.code, known["value"]) == (0, 1 / 42)
    assert "the last of 40 values, at step 39" in known["source"]
