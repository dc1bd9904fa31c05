"""Create and repair `.venv` beside main.py.

Standard library only. A folder that gpuscope did not create is never removed: an empty stamp is written when the creation of `.venv`
starts, and filled in when it is complete.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setup_progress import run_shown, say

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "gpuscope-setup.json"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
OLDEST = (3, 11)
JUST_SET_UP = "GPUSCOPE_JUST_SET_UP"
"""Environment variable set for a restart after an installation: anything still missing would not be fixed by installing again."""
SET_UP = "GPUSCOPE_SET_UP_NS"
"""Environment variable with the monotonic time at which an installation ended, in ns: a run's time to its first step begins then
(`gpuscope.cli.recorded_run` reads it; nothing of gpuscope can be imported here)."""
ENGINES = "onnx,openvino"
"""Extras that a clone gets by default: the engines of the ladder on a CPU, which bring most of its gains; 80 MB to download."""
DEBIAN_VENV = "On Debian and Ubuntu: sudo apt-get install python3-venv"
CPU_INDEX = "https://download.pytorch.org/whl/cpu"


class SetupError(Exception):
    """The reason why gpuscope cannot be set up here, with a hint."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def ready_interpreter(dev: bool) -> str:
    """Return the Python to use: this one if it has everything, else that of `.venv`, which is created or repaired first.

    Args:
        dev: Whether the tools of the gates are needed too.

    Raises:
        SetupError: It cannot be created here.
    """
    just_set_up = os.environ.pop(JUST_SET_UP, None)
    missing = unmet_requirements(dev)
    if not missing:
        return sys.executable
    if just_set_up:
        raise SetupError(
            f"{VENV} was set up and still lacks {', '.join(missing)}.", f"Remove it and run the same command again: rm -r {VENV}"
        )
    try:
        with alone():
            prepare_environment(dev)
    except OSError as error:
        raise SetupError(
            f"{error.filename or VENV} cannot be written: {error.strerror}.",
            "Put gpuscope into a folder that you may write to, on a disk with 3 GB free, and run the same command again.",
        ) from error
    return str(venv_python())


def unmet_requirements(dev: bool) -> list[str]:
    """Return the requirements in pyproject.toml that this interpreter does not meet, without importing any of them."""
    return [requirement for requirement in requirements(dev) if not is_met(requirement)]


def requirements(dev: bool) -> list[str]:
    """Return the runtime requirements in pyproject.toml, and with `dev` those of the gates too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extra = project["optional-dependencies"]["dev"] if dev else []
    return [*project["dependencies"], *extra]


def is_met(requirement: str) -> bool:
    """Return whether this interpreter meets a requirement such as "numpy>=1.26,<3"."""
    name, *bounds = re.split(r"[\s,]+|(?=[<>])", re.sub(r"\[\w+\]", "", requirement))
    try:
        installed = release(metadata.version(name))
    except metadata.PackageNotFoundError:
        return False
    lowest = [release(bound[2:]) for bound in bounds if bound.startswith(">=")]
    beyond = [release(bound[1:]) for bound in bounds if bound.startswith("<")]
    return all(installed >= version for version in lowest) and all(installed < version for version in beyond)


def release(version: str) -> tuple[int, ...]:
    """Return the numbers of a version: "2.13.0+cpu" → (2, 13, 0)."""
    return tuple(int(part) for part in re.findall(r"\d+", re.split(r"[^\d.]", version)[0]))


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Hold the lock on this folder; wait while another start sets up `.venv`. The folder itself is locked, so no lock file remains."""
    if sys.platform == "win32":
        yield
        return
    descriptor = os.open(ROOT, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another start of gpuscope is setting up .venv; waiting for it.")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def prepare_environment(dev: bool) -> None:
    """Create, repair or update `.venv` unless it is complete. A folder that gpuscope did not create is never removed.

    Raises:
        SetupError: It cannot be set up here.
        OSError: The folder cannot be written.
    """
    stamp = read_stamp()
    if stamp is None and os.path.lexists(VENV):
        if not works():
            raise SetupError(
                f"{VENV} is there, does not work, and was not made by gpuscope.",
                f"Move it away and run the same command again: mv {VENV} {VENV}-old",
            )
    elif not stamp or not works():
        if stamp is not None:
            say("The environment in .venv is not complete; making it anew.")
            shutil.rmtree(VENV)
        make_environment()
    elif is_current(stamp, dev):
        return
    STAMP.write_text("{}", encoding="utf-8")
    dev = dev or bool(stamp and stamp["dev"])
    install(dev)
    STAMP.write_text(json.dumps({"digest": digest(), "dev": dev}), encoding="utf-8")
    os.environ[JUST_SET_UP] = "1"
    os.environ[SET_UP] = str(time.monotonic_ns())
    command = venv_python().with_name("gpuscope")  # not on the PATH, and what gpuscope prints names it without its folder
    say(f"The environment is ready. Where 'gpuscope VERB …' is written, type python3 main.py VERB …, or {command} VERB …")


def read_stamp() -> dict[str, Any] | None:
    """Return the stamp of `.venv`: {} if its creation was started but not completed, None if there is none."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ValueError:
        return {}
    return stamp if isinstance(stamp, dict) and {"digest", "dev"} <= stamp.keys() else {}


def is_current(stamp: dict[str, Any], dev: bool) -> bool:
    """Return whether a complete `.venv` is up to date; False if this process runs in it, because it then lacks something."""
    return stamp["digest"] == digest() and bool(stamp["dev"] or not dev) and Path(sys.prefix).resolve() != VENV


def digest() -> str:
    """Return the SHA-256 of everything that determines what is installed."""
    return hashlib.sha256(json.dumps([requirements(dev=True), CONSTRAINTS.read_text(encoding="utf-8")]).encode()).hexdigest()


def venv_python() -> Path:
    """Return the path of `.venv`'s interpreter."""
    return VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def works() -> bool:
    """Return whether `.venv` has an interpreter that runs, is recent enough and has pip."""
    code = f"""if True:
        import sys
        from importlib.util import find_spec
        sys.exit(sys.version_info < {OLDEST} or sys.prefix == sys.base_prefix or find_spec("pip") is None)
    """
    try:
        return subprocess.run([str(venv_python()), "-I", "-c", code], check=False, capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def make_environment() -> None:
    """Create an empty `.venv` with this interpreter, or with its base interpreter if it is in a virtual environment."""
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            raise SetupError(f"This Python has no module {module}, which makes environments.", DEBIAN_VENV)
    VENV.mkdir()
    say(f"Setting up gpuscope in {VENV}; this happens once and takes some minutes.")
    STAMP.write_text("{}", encoding="utf-8")
    base = getattr(sys, "_base_executable", None) or sys.executable
    output = run_shown("Making the environment", [base, "-I", "-m", "venv", "--prompt", "gpuscope", str(VENV)])
    if output is not None:
        raise SetupError(f"The environment cannot be made: {last_line(output)}", DEBIAN_VENV)


def install(dev: bool) -> None:
    """Install torch, then gpuscope and its other dependencies, in the pinned versions.

    Raises:
        SetupError: pip failed; only its downloads are kept.
    """
    pip = [str(venv_python()), "-I", "-m", "pip", "install", "--no-input", "--progress-bar=off", "--retries=2", "-c", str(CONSTRAINTS)]
    install_torch(pip)
    output = run_shown("Installing the build tools", [*pip, "hatchling", "editables"])
    if output is None:
        project = f"{ROOT}[{'dev' if dev else ENGINES}]"
        output = run_shown("Installing gpuscope and what it needs", [*pip, "--no-build-isolation", "-e", project])
    if output is not None:
        raise install_error(output)
    # As pip does with what it installs. If Python cannot write bytecode itself, each start would compile 120 modules, which takes 0.1 s.
    compiler = [str(venv_python()), "-I", "-m", "compileall", "-q", "-j", "0"]
    run_shown("Compiling gpuscope", [*compiler, str(ROOT / "gpuscope")])  # optional: fails in a read-only folder


def install_torch(pip: Sequence[str]) -> None:
    """Install the pinned torch: the CPU build on Linux without an NVIDIA GPU, because the other one pulls in gigabytes of CUDA."""
    pinned = re.search(r"^torch==(\S+)$", CONSTRAINTS.read_text(encoding="utf-8"), re.MULTILINE)
    torch = pinned[0] if pinned else "torch"
    sources = {"Installing torch": [torch]}
    if sys.platform == "linux" and not has_nvidia_gpu():
        sources = {
            "Installing torch without CUDA": [f"{torch}+cpu"],
            "Installing torch without CUDA, from its makers' index": ["--extra-index-url", CPU_INDEX, f"{torch}+cpu"],
            "Installing torch with CUDA (several GB)": [torch],
        }
    output: str | None = None
    for number, (words, source) in enumerate(sources.items()):
        output = run_shown(words, [*pip, *source])
        if output is None or (number == 0 and is_offline(output)):
            break
    if output is not None:
        raise install_error(output)


def has_nvidia_gpu() -> bool:
    """Return whether an NVIDIA driver is installed, including under WSL."""
    return any(Path(path).exists() for path in ("/proc/driver/nvidia/version", "/dev/nvidiactl", "/usr/lib/wsl/lib/libcuda.so.1"))


def is_offline(output: str) -> bool:
    """Return whether pip's output reports that a package index could not be reached."""
    return "connection broken by" in output


def install_error(output: str) -> SetupError:
    """Return an error that explains pip's output in plain words."""
    again = "Then run the same command again; what was downloaded is kept."
    if "No space left on device" in output:
        return SetupError("The disk is full.", f"Free about 3 GB. {again}")
    if is_offline(output):
        return SetupError(
            "What gpuscope needs cannot be downloaded: the package index does not answer.",
            f"Connect to the network, or name a mirror in PIP_INDEX_URL. {again}",
        )
    # With constraints, pip reports a version that no index has as a conflict with the constraint.
    lacking = re.search(r"No matching distribution found for (\S+)|The user requested \(constraint\) (\S+)", output)
    if lacking:
        return SetupError(
            f"What gpuscope needs cannot be downloaded: the package index has no {lacking[1] or lacking[2]} for this machine.",
            f"See that pip's settings (pip config list) name a full package index. {again}",
        )
    return SetupError(f"pip could not install what gpuscope needs: {last_line(output)}", f"Fix that. {again}")


def last_line(output: str) -> str:
    """Return the last error line of an output, else its last line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("ERROR:", "Error:", "error:"))]
    return (errors or lines or ["nothing was said"])[-1]
