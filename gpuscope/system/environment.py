"""The environment of a run: machine, versions, commit of the working folder. Plain strings and numbers, no secrets.

Nothing here imports torch or numpy: versions come from the metadata of the installed packages. A value that cannot be
determined is None, with a ``…_reason`` key if the reason is useful.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from gpuscope.core.runspec import RunSpec
from gpuscope.system.files import file_text, listing
from gpuscope.system.redaction import redact_arguments, redact_text, redact_variable
from gpuscope.system.torch_place import torch_place

_SUPPLIES = Path("/sys/class/power_supply")


def power_source(supplies: Path = _SUPPLIES) -> str | None:
    """Return "battery" or "mains" for a machine with a battery; None if it has no battery, or if unknown.

    Args:
        supplies: The kernel's folder of power supplies (Documentation/ABI/testing/sysfs-class-power).
    """
    if not sys.platform.startswith("linux"):
        return None
    batteries = (supply for supply in listing(supplies) if file_text(supply / "type") == "Battery")
    # A battery of a peripheral such as a mouse has the scope "Device".
    states = [file_text(battery / "status") for battery in batteries if file_text(battery / "scope") != "Device"]
    return None if not states else "battery" if "Discharging" in states else "mains"


Environment = dict[str, str | int | float | None]

GIT_DEADLINE_S = 2.0
"""Time limit of two git calls, half for each: a repository on a slow network must not delay a run's start. Uncommitted changes need a
third."""
_DIGITS = 12
"""Hexadecimal digits of a digest of code: enough to tell versions of a script apart, and short in a table."""
_SCRIPT_SUFFIXES = frozenset((".py", ".sh", ".bash", ".R", ".jl", ".js", ".lua", ".pl", ".rb"))
"""Suffixes of the scripts that a command names; files with others may be its data or even its output."""
_LARGEST_SCRIPT = 4 << 20
"""Bytes up to which a script is read."""
_MAX_VALUE = 500
"""Maximum characters of a variable or line: values such as LD_LIBRARY_PATH can be very long."""
_PACKAGES = (
    "torch", "torchvision", "torchaudio", "triton", "numpy", "scikit-learn", "nvidia-ml-py", "psutil", "transformers", "accelerate",
    "deepspeed", "lightning", "pytorch-lightning", "jax", "jaxlib", "tensorflow", "onnxruntime", "onnxruntime-gpu", "tensorrt", "vllm",
    "flash-attn", "xformers", "bitsandbytes", "torchao", "intel-extension-for-pytorch", "apex",
)  # fmt: skip
_VARIABLES = frozenset({
    "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "CUDA_LAUNCH_BLOCKING", "CUDA_MODULE_LOADING", "CUDA_CACHE_DISABLE",
    "NVIDIA_VISIBLE_DEVICES", "NVIDIA_TF32_OVERRIDE", "CUBLAS_WORKSPACE_CONFIG", "CUDNN_LOGERR_DBG", "ROCR_VISIBLE_DEVICES",
    "HIP_VISIBLE_DEVICES", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "PYTHONHASHSEED",
    "PYTHONUNBUFFERED", "LD_PRELOAD", "MALLOC_ARENA_MAX", "OMPI_COMM_WORLD_SIZE", "WORLD_SIZE", "GPUSCOPE_NVML_LIBRARY",
    "GPUSCOPE_SYSFS_ROOT",
})  # fmt: skip
_VARIABLE_PREFIXES = ("OMP_", "MKL_", "KMP_", "GOMP_", "PYTORCH_", "TORCH_", "TORCHINDUCTOR_", "NCCL_", "XLA_", "DNNL_", "ONEDNN_")


def capture(folder: Path, spec: RunSpec, environ: Mapping[str, str] | None = None) -> Environment:
    """Return the facts about this machine, this installation and the working folder.

    Driver, GPU names, clocks and power limits come from the sensor helper; the recorder adds them.

    Args:
        folder: The working folder of the run, whose commit is recorded.
        spec: What is run; packages of a command are listed only if it runs in gpuscope's own environment.
        environ: Environment variables of the run; None for this process's own.
    """
    return {
        **machine(),
        **software(spec),
        **commit(folder),
        **script(folder, spec.command),
        **variables(os.environ if environ is None else environ),
        "command": shlex.join(redact_arguments(spec.command if spec.is_command else ["gpuscope", *spec.command_line()])),
        "working_folder": redact_text(str(folder)),
    }


def machine() -> Environment:
    """Return operating system, kernel, CPU, main memory in bytes and, for a machine with a battery, the power source."""
    model, cores = _processor()
    return {
        "os": _operating_system(),
        "kernel": f"{os.uname().sysname} {os.uname().release}" if hasattr(os, "uname") else sys.platform,
        "cpu": model,
        "cpu_cores": cores,
        "cpu_threads": os.cpu_count(),
        "cpu_threads_allowed": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None,
        "memory_bytes": _main_memory(),
        **({} if (source := power_source()) is None else {"power_source": source}),
    }


def software(spec: RunSpec) -> Environment:
    """Return the versions of Python, torch, torch's CUDA, and other relevant packages."""
    from gpuscope import __version__

    versions: Environment = {"gpuscope": __version__}
    if spec.is_command and not _is_of_our_environment(spec.command[0]):
        versions["packages_reason"] = "it runs from an environment of its own, which is not looked into"
        return versions
    versions["python"] = sys.version.split()[0] if spec.is_command else torch_place().python_version
    versions["torch"] = package_version("torch")
    versions["cuda"] = torch_cuda_version()
    versions.update({f"packages.{name}": version for name in _PACKAGES[1:] if (version := package_version(name)) is not None})
    return versions


def package_version(name: str) -> str | None:
    """Return the version of a package as seen by workloads, from its metadata, without importing it; None if not installed."""
    return torch_place().package_version(name)


def torch_cuda_version() -> str | None:
    """Return the CUDA version that torch was built for, read from its version file; None for a CPU build or without torch."""
    try:
        spec = torch_place().find_module("torch")
        if spec is None or spec.origin is None:
            return None
        lines = (Path(spec.origin).parent / "version.py").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError, ImportError):
        return None
    for line in lines:
        name, _, value = line.partition("=")
        if name.split(":")[0].strip() == "cuda":
            return value.strip().strip("'\"") if value.strip() != "None" else None
    return None


def commit(folder: Path) -> Environment:
    """Return commit and dirty state of the folder's git repository, or why they are missing; takes at most about 3 s."""
    none: Environment = {"git_commit": None, "git_dirty": None}
    git = shutil.which("git")
    if git is None:
        return {**none, "git_reason": "git is not installed"}
    try:
        head = _git(git, folder, "rev-parse", "--verify", "HEAD")
        changed = _git(git, folder, "status", "--porcelain", "--untracked-files=no")
    except subprocess.TimeoutExpired:
        return {**none, "git_reason": f"git did not answer within {GIT_DEADLINE_S / 2:g} s"}
    except OSError as error:
        return {**none, "git_reason": f"git cannot be started: {error.strerror}"}
    if head.returncode != 0:
        return {**none, "git_reason": _git_refusal(head.stderr)}
    dirty = "yes" if changed.stdout.strip() else "no"
    known: Environment = {"git_commit": head.stdout.strip(), "git_dirty": dirty if changed.returncode == 0 else None}
    return known | (_uncommitted(git, folder) if known["git_dirty"] == "yes" else {})


def _uncommitted(git: str, folder: Path) -> Environment:
    """Return a digest of the uncommitted changes to the repository's files, as ``git_changes``; {} if they cannot be read in time."""
    try:
        changes = _git(git, folder, "diff", "HEAD", "--no-ext-diff", "--no-textconv", "--no-color")
    except (subprocess.TimeoutExpired, OSError):
        return {}
    digest = hashlib.sha256(changes.stdout.encode(errors="replace")).hexdigest()[:_DIGITS]
    return {"git_changes": digest} if changes.returncode == 0 else {}


def script(folder: Path, command: Sequence[str]) -> Environment:
    """Return a digest of the scripts that a command names, as ``script``; {} if it names none, as a workload's does.

    Args:
        folder: The working folder, to which relative names refer.
        command: The command line of a run.
    """
    contents = [code for code in (_code(folder, word) for word in [*command, *_modules(command)]) if code is not None]
    return {"script": hashlib.sha256(b"\0".join(contents)).hexdigest()[:_DIGITS]} if contents else {}


def _modules(command: Sequence[str]) -> list[str]:
    """Return the files in which Python would find the modules that a command names after ``-m`` in its working folder."""
    names = [name.replace(".", "/") for flag, name in pairwise(command) if flag == "-m"]
    return [file for name in names for file in (f"{name}.py", f"{name}/__main__.py")]


def _code(folder: Path, word: str) -> bytes | None:
    """Return the content of a script named by a word of a command; None if it names none."""
    path = folder / word
    try:
        is_script = path.suffix in _SCRIPT_SUFFIXES and path.is_file() and path.stat().st_size <= _LARGEST_SCRIPT
        return path.read_bytes() if is_script else None
    except (OSError, ValueError):  # ValueError: a null character
        return None


def variables(environ: Mapping[str, str]) -> Environment:
    """Return the allow-listed variables that affect how a workload runs, redacted, as ``variables.NAME``."""
    return {
        f"variables.{name}": redact_variable(name, environ[name])[:_MAX_VALUE]
        for name in sorted(environ)
        if name in _VARIABLES or name.startswith(_VARIABLE_PREFIXES)
    }


def _git(git: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # No optional locks and no file system monitor: reading a repository must neither write to it nor start a process from it.
    return subprocess.run(
        [git, "-c", "core.fsmonitor=false", "-C", str(folder), *arguments],
        env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=GIT_DEADLINE_S / 2,
        check=False,
    )


def _git_refusal(output: str) -> str:
    if "not a git repository" in output:
        return "the working folder is not a git repository"
    if "Needed a single revision" in output:
        return "the git repository has no commit"
    line = output.strip().splitlines()[0] if output.strip() else "git gave no reason"
    return redact_text(line)[:_MAX_VALUE]


def _is_of_our_environment(program: str) -> bool:
    executable = shutil.which(program)
    return executable is not None and Path(executable).parent.resolve() == Path(sys.executable).parent.resolve()


def _operating_system() -> str:
    import platform

    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", sys.platform)
    except (OSError, AttributeError):
        return f"{platform.system()} {platform.version()}".strip() or sys.platform


def _processor() -> tuple[str | None, int | None]:
    """Return (model, physical cores) as the kernel reports them."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        import platform

        return platform.processor() or None, None
    model: str | None = None
    cores: set[tuple[str, str]] = set()
    package = ""
    for line in text.splitlines():
        name, _, value = line.partition(":")
        match name.strip():
            case "model name" | "Model":
                model = model or value.strip()
            case "physical id":
                package = value.strip()
            case "core id":
                cores.add((package, value.strip()))
    return model, len(cores) or None


def _main_memory() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return None
