"""The code that Python runs before a recorded program: the program's own sitecustomize still runs, and the program notices nothing."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.probe.hooks.entry import sitecustomize

ENTRY = Path(__file__).parents[3] / "gpuscope" / "probe" / "hooks" / "entry"
TORCH = {
    "__init__.py": "from torch import autograd, optim, amp, utils\n",
    "autograd.py": "def backward(*tensors):\n    return len(tensors)\n",
    "optim/__init__.py": "from torch.optim import lbfgs, optimizer\n",
    "optim/lbfgs.py": "",
    "optim/optimizer.py": "words = 'a torch without hooks'\n",
    "amp/__init__.py": "from torch.amp import grad_scaler\n",
    "amp/grad_scaler.py": "",
    "utils/__init__.py": "import torch.utils.data.dataloader\n",
    "utils/data/__init__.py": "",
    "utils/data/dataloader.py": "",
}
"""A package of that name without any of the wrapped functions."""


def python(
    *arguments: str, path: list[Path] | None = None, run: Path | None, interpreter: str = sys.executable
) -> subprocess.CompletedProcess[str]:
    """Run Python as in a recorded command; without a run's folder as it runs alone."""
    variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "GPUSCOPE_CHANNEL")}
    folders = [*([] if run is None else [ENTRY]), *(path or [])]
    variables |= {"PYTHONPATH": os.pathsep.join(map(str, folders))} if folders else {}
    variables |= {} if run is None else {"GPUSCOPE_CHANNEL": str(run)}
    return subprocess.run([interpreter, *arguments], env=variables, capture_output=True, text=True, timeout=60, check=False)


def both(*arguments: str, path: list[Path] | None = None, run: Path, interpreter: str = sys.executable) -> subprocess.CompletedProcess[str]:
    """Run a program alone and recorded, and return both outcomes."""
    alone, recorded = (python(*arguments, path=path, run=folder, interpreter=interpreter) for folder in (None, run))
    assert (recorded.returncode, recorded.stdout, recorded.stderr) == (alone.returncode, alone.stdout, alone.stderr)
    return recorded


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Return the folder of a run."""
    folder = tmp_path / "run"
    folder.mkdir()
    return folder


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return a folder of the program's own."""
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


def test_a_program_without_a_sitecustomize_has_none(run: Path) -> None:
    done = both("-c", "import sys; print(sys.path, sorted(sys.modules)); import sitecustomize", run=run)
    assert "No module named 'sitecustomize'" in done.stderr
    assert [path.name for path in run.iterdir()] == ["saw.hooks"]


def test_the_programs_own_sitecustomize_runs_and_is_the_one_that_is_imported(run: Path, own: Path) -> None:
    (own / "sitecustomize.py").write_text("print('own', __name__, __file__)\nword = 'its'\n")
    done = both("-c", "import sitecustomize; print(sitecustomize.word)", path=[own], run=run)
    assert done.stdout.splitlines()[1] == "its"
    assert (run / "saw.hooks").exists()


def test_an_error_of_the_programs_own_sitecustomize_is_told_as_ever(run: Path, own: Path) -> None:
    (own / "sitecustomize.py").write_text("raise ValueError('of its own')\n")
    assert "ValueError: of its own" in both("-c", "print(1)", path=[own], run=run).stderr


def test_where_the_programs_own_stands_first_only_that_runs(run: Path, own: Path) -> None:
    (own / "sitecustomize.py").write_text("print('own')\n")
    done = python("-c", "pass", path=[own, ENTRY], run=run)
    assert done.stdout == "own\n"


@pytest.mark.parametrize("flag", ["-I", "-E", "-S"])
def test_some_options_keep_it_out(run: Path, flag: str) -> None:
    both(flag, "-c", "print('runs')", run=run)
    assert not list(run.iterdir())


def test_a_folder_that_cannot_be_written_is_not_felt(tmp_path: Path) -> None:
    both("-c", "print('runs')", run=tmp_path / "not there")


def test_spawned_processes_are_seen_too(run: Path, own: Path) -> None:
    script = own / "main.py"
    script.write_text(
        "import multiprocessing, sys\ndef work(): print(any(type(each).__name__ == 'TorchFinder' for each in sys.meta_path))\n"
        "if __name__ == '__main__':\n    process = multiprocessing.get_context('spawn').Process(target=work)\n"
        "    process.start()\n    process.join()\n"
    )
    assert python(str(script), run=run).stdout == "True\n"


def test_a_torch_that_has_nothing_of_what_is_wrapped_is_left_as_it_is(run: Path, own: Path) -> None:
    for name, text in TORCH.items():
        path = own / "torch" / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)
    script = "import torch, sys; print(torch.optim.optimizer.words, torch.autograd.backward(1, 2))"
    assert both("-c", script, path=[own], run=run).stdout == "a torch without hooks 2\n"
    assert (run / "saw.torch").exists()


def test_the_finder_goes_once_everything_that_it_waits_for_is_loaded(run: Path, own: Path) -> None:
    for name in sitecustomize.WRAPPED:
        *packages, module = name.split(".")
        folder = own.joinpath(*packages)
        folder.mkdir(parents=True, exist_ok=True)
        for package in range(len(packages)):
            own.joinpath(*packages[: package + 1], "__init__.py").touch()
        (folder / f"{module}.py").touch()
    script = f"import sys, {', '.join(sitecustomize.WRAPPED)}; print([type(each).__name__ for each in sys.meta_path])"
    assert "TorchFinder" not in both("-c", script, path=[own], run=run).stdout


@pytest.mark.parametrize(
    "finders",
    [
        (
            "class Chain:\n  def find_spec(self, *which): return next(filter(None, (each.find_spec(*which) for each in those)), None)\n"
            "those, sys.meta_path = sys.meta_path, [Chain()]"
        ),
        "class Old:\n  def find_module(self, name, path=None): return None\nsys.meta_path.insert(0, Old())",
        "sys.meta_path = sys.meta_path[1:] + sys.meta_path[:1]",
    ],
)
def test_finders_of_the_programs_own_are_no_hindrance(run: Path, own: Path, finders: str) -> None:
    for name, text in TORCH.items():
        path = own / "torch" / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)
    script = f"import sys, warnings\nwarnings.simplefilter('ignore')\n{finders}\nimport torch\nprint(torch.optim.optimizer.words)"
    assert both("-c", script, path=[own], run=run).returncode == 0


def test_its_grammar_is_python_2s_too() -> None:
    """Python 2 would tell of a failed import in each of its processes."""
    source = (ENTRY / "sitecustomize.py").read_text(encoding="utf-8")
    assert source.isascii(), "other characters need a declaration there"
    for node in ast.walk(ast.parse(source)):
        assert not isinstance(node, (ast.AnnAssign, ast.JoinedStr, ast.Nonlocal, ast.AsyncFunctionDef, ast.NamedExpr)), ast.unparse(node)
        if isinstance(node, ast.FunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            annotations = [node.returns, *(argument.annotation for argument in arguments)]
            assert (annotations.count(None), node.args.kwonlyargs, node.args.posonlyargs) == (len(annotations), [], []), node.name


@pytest.mark.parametrize("version", ["2.7", "3.6", "3.7", "3.8", "3.9", "3.10", "3.12", "3.13", "3.14"])
def test_other_pythons_run_as_ever(version: str, run: Path, own: Path) -> None:
    interpreter = other_python(version)
    if interpreter is None:
        pytest.skip(f"there is no Python {version}")
    (own / "sitecustomize.py").write_text("import sys; sys.own = True\n")
    script = "import sys; print(getattr(sys, 'own', False)); sys.exit(3)"
    for path in ([], [own]):
        done = both("-B", "-c", script, path=path, run=run, interpreter=interpreter)
        assert (done.returncode, done.stdout.strip(), done.stderr) == (3, str(bool(path)), "")
    is_old = version in ("2.7", "3.6", "3.7")
    assert [(run / f"saw.{name}").exists() for name in ("hooks", "old")] == [not is_old, is_old]


def other_python(version: str) -> str | None:
    """Return another interpreter that starts: on the PATH, or one of pyenv's."""
    pyenv = [
        str(path) for path in Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(f"versions/{version}.*/bin/python{version}")
    ]
    for found in (*pyenv, shutil.which(f"python{version}")):
        if found is not None and subprocess.run([found, "-c", ""], capture_output=True, timeout=60, check=False).returncode == 0:
            return found
    return None


def test_libraries_whose_steps_are_not_seen_are_noted(run: Path, own: Path) -> None:
    (own / "jax.py").write_text("")
    both("-c", "import jax", path=[own], run=run)
    assert (run / "saw.jax").exists()


def test_torch_keeps_loaders_and_sources(run: Path) -> None:
    pytest.importorskip("torch")
    script = (
        "import inspect, sys, torch; from torch.optim import optimizer; from torch.utils.data import dataloader\n"
        "print(type(optimizer.__loader__).__name__, vars(optimizer.__loader__).keys(), len(inspect.getsource(dataloader)))\n"
        "others = [name for each in sys.meta_path if (name := type(each).__name__) != 'TorchFinder']  # which waits for loggers\n"
        "print(others, inspect.signature(torch.autograd.backward))"
    )
    both("-c", script, run=run)
