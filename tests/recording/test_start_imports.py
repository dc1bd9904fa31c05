"""What a recorder imports before its command starts: each module there delays the command's first step."""

import inspect
import subprocess
import sys
from pathlib import Path

from gpuscope.system.imports import _own_annotations
from tests.recording.recorders import of_home, until

AT_START = """
import sys
from gpuscope.recording import early_guard

def order(guard, *_):
    print(*sys.modules, file=sys.stdout)
    sys.stdout.flush()
    guard.end()
    raise SystemExit(0)

early_guard.EarlyGuard.order = order
from gpuscope.__main__ import main
sys.argv = ["gpuscope", "run", "--", "true"]
main()
"""
"""Prints the imported modules in place of starting the command."""
WITHOUT_LZMA = """
import sys
sys.modules["_lzma"] = None
from gpuscope.__main__ import main
sys.argv = ["gpuscope", "run", "--", "sh", "-c", "echo done"]
sys.exit(main())
"""
"""A Python that was built without liblzma, as pyenv's often is."""
LATER = {"ast", "dis", "tokenize", "weakref", "_bz2", "_lzma", "_posixsubprocess"}
"""Imported by inspect, copy, bz2, lzma and subprocess, whose own names stand for modules not yet imported."""
HEAVY = {"sqlalchemy", "numpy", "torch", "asyncio", "logging", "sqlite3", "multiprocessing", "tempfile", "random", "shutil"}
"""Needed by the loop, the store, argparse's help or nobody."""


def imported_at_start() -> set[str]:
    done = subprocess.run([sys.executable, "-c", AT_START], capture_output=True, text=True, check=True)
    until(lambda: not of_home())
    return set(done.stdout.split())


def test_only_what_the_start_of_a_command_needs_is_imported_before_it() -> None:
    modules = imported_at_start()
    assert "gpuscope.recording.guard_pair" in modules
    assert modules & (LATER | HEAVY) == set()


def test_a_command_is_recorded_by_a_python_without_lzma() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_LZMA], capture_output=True, text=True, check=False)
    until(lambda: not of_home())
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def test_what_was_postponed_is_the_real_module_once_it_is_used() -> None:
    code = (
        "import sys; from gpuscope.system.imports import POSTPONED, finish_imports, postpone_imports; postpone_imports();"
        "import dataclasses, inspect; assert 'ast' not in sys.modules; finish_imports(); assert 'ast' in sys.modules;"
        "print(inspect.signature(lambda x: 0), sorted({type(sys.modules[name]).__name__ for name in POSTPONED}))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("(x) ['module']\n", "")


def test_the_annotations_of_a_class_are_known_without_inspect() -> None:
    class Base:
        inherited: int

    class Own(Base):
        first: "str"
        second: int = 0

    assert _own_annotations(Own) == inspect.get_annotations(Own) == {"first": "str", "second": int}
    assert _own_annotations(type("Bare", (Base,), {})) == {}


ROOT = Path(__file__).parents[2]
