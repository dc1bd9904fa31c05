"""Tools that observe a running training, gpuscope among them, and how each is wrapped around the same loop.

The tools are taken from the environment that GPUSCOPE_PEERS names (see `peers`), which must also contain torch (a ``.pth`` file with the
path of another environment's packages suffices)::

    PEERS/bin/pip install traceml-ai scalene py-spy wandb codecarbon
"""

import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.bench_recording import START
from tests.benchmarks.peers import VARIABLE, interpreter

LOOP = str(Path(__file__).with_name("stepped_training.py"))


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool.

    Attributes:
        name: Its name.
        reports: What it reports about the training, in words.
        reports_steps: Whether that includes steps.
        command: Returns the command that trains under the tool, given Python and the file of timestamps.
        package: Its distribution; "" for tools that are always there.
    """

    name: str
    reports: str
    reports_steps: bool
    command: Callable[[str, str], list[str]]
    package: str = ""


def _inside(tool: str) -> Callable[[str, str], list[str]]:
    """Return the command of a loop that contains the tool's lines."""
    return lambda python, stamps: [python, LOOP, tool, stamps]


def _gpuscope(*options: str) -> Callable[[str, str], list[str]]:
    return lambda python, stamps: [sys.executable, "-c", START, "run", *options, "--", python, LOOP, "bare", stamps]


def _script(python: str, name: str) -> str:
    """Return the command of a script in the tools' environment."""
    return str(Path(python).with_name(name))


def _traceml(python: str, stamps: str) -> list[str]:
    ports = ["--aggregator-port", _free_port(), "--master-port", _free_port()]  # two simultaneous runs need different ports
    return [_script(python, "traceml"), "run", *ports, LOOP, "--args", "traceml", stamps]


def _free_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


def _scalene(python: str, stamps: str) -> list[str]:
    return [_script(python, "scalene"), "run", "--cpu-only", "-o", f"{stamps}.scalene.json", LOOP, "---", "bare", stamps]


def _py_spy(python: str, stamps: str) -> list[str]:
    return [_script(python, "py-spy"), "record", "-o", f"{stamps}.svg", "--", python, LOOP, "bare", stamps]


BARE = Tool("bare", "nothing", False, _inside("bare"))
GPUSCOPE = Tool("gpuscope", "steps, phases, loss, power, memory, without a line in the program", True, _gpuscope())
PROFILING = Tool("gpuscope, profiling all the time", "the same, and each operator", True, _gpuscope("--profile", "steps=20:1000000"))
TOOLS = (
    BARE,
    GPUSCOPE,
    PROFILING,
    Tool("TraceML", "steps and phases, with its lines in the loop", True, _traceml, "traceml-ai"),
    Tool("wandb", "what the loop logs at each step, offline", True, _inside("wandb"), "wandb"),
    Tool("torch.profiler", "each operator of each step, all the time", True, _inside("torch_profiler")),
    Tool("Scalene", "lines, by processor time alone (--cpu-only)", False, _scalene, "scalene"),
    Tool("py-spy", "stacks, 100 times a second", False, _py_spy, "py-spy"),
    Tool("codecarbon", "energy, every 15 s", False, _inside("codecarbon"), "codecarbon"),
)


def missing(tool: Tool) -> str | None:
    """Return why a tool cannot be used with the loop; None if it can."""
    if not tool.package:
        return None
    python = interpreter()
    if python is None:
        return f"not installed: {VARIABLE} names no virtual environment"
    return None if version(tool) else f"{tool.package} is not installed"


def version(tool: Tool) -> str:
    """Return the version of a tool's package; "" if it is not installed or has none."""
    python = interpreter()
    if python is None or not tool.package:
        return ""
    code = f"from importlib.metadata import version; print(version({tool.package!r}))"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=False).stdout.strip()


def python_of_the_loop() -> str:
    """Return the Python for training: that of the tools' environment if there is one, so that all tools train with the same."""
    return str(interpreter() or sys.executable)
