"""Loads NVML, or a stand-in if one is named, and describes its return codes.

NVML is the C library of NVIDIA's driver; ``pynvml`` (nvidia-ml-py) is NVIDIA's own binding for it. Both are loaded only here, and only
when the helper needs them.
"""

import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from gpuscope.core.device import NO_GPU_FOUND
from gpuscope.core.errors import pip_install
from gpuscope.system.files import file_text

LIBRARY_VARIABLE = "GPUSCOPE_NVML_LIBRARY"
"""Environment variable with the absolute path of another NVML; every device that it reports is labelled."""
MILLI = 1e-3
"""NVML uses milliwatts and millijoules; the modules that read it return watts and joules."""
INVALID_ARGUMENT, NOT_SUPPORTED, NO_PERMISSION, INSUFFICIENT_SIZE = 2, 3, 4, 7
DRIVER_NOT_LOADED, TIMEOUT, LIBRARY_NOT_FOUND, FUNCTION_NOT_FOUND = 9, 10, 12, 13
GPU_IS_LOST, RESET_REQUIRED, OPERATING_SYSTEM, LIB_RM_VERSION_MISMATCH = 15, 16, 17, 18
VGPU_ECC_NOT_SUPPORTED, FREQ_NOT_SUPPORTED, ARGUMENT_VERSION_MISMATCH, DEPRECATED, UNKNOWN = 22, 24, 25, 26, 999
"""Return codes from nvml.h (``nvmlReturn_t``, each with the prefix NVML_ERROR_)."""
PERMANENT = frozenset((
    *(NOT_SUPPORTED, NO_PERMISSION, INSUFFICIENT_SIZE, FUNCTION_NOT_FOUND),
    *(VGPU_ECC_NOT_SUPPORTED, FREQ_NOT_SUPPORTED, ARGUMENT_VERSION_MISMATCH, DEPRECATED),
))  # fmt: skip
"""Codes after which a metric is switched off, because it will never be available. After all other codes it is tried again."""
UNSUITED = PERMANENT | {INVALID_ARGUMENT}
"""Codes that rule out a way when it is first tried: older drivers report an unknown field as an invalid argument.
Later, that code means that the handle is no longer valid."""
# Where drivers and container runtimes put the library if it is not on the loader's search path.
_PLACES = (
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib64",
    "/usr/local/nvidia/lib64",
    "/usr/lib/wsl/lib",
    "/run/opengl-driver/lib",
)
_STEM = "libnvidia-ml.so."
_NAME = f"{_STEM}1"
_NEITHER = "no NVIDIA GPU was found in this machine, and no driver (libnvidia-ml.so.1)"
"""Contains ``NO_GPU_FOUND``, but written out: machines without a GPU show this sentence, and it is translated."""
_CODE_TEXTS = {
    INVALID_ARGUMENT: "NVML refuses the argument",
    NOT_SUPPORTED: "this GPU or driver does not offer it",
    NO_PERMISSION: "the driver restricts it to administrators",
    DRIVER_NOT_LOADED: "the NVIDIA driver is not loaded",
    TIMEOUT: "the GPU did not answer in time",
    LIBRARY_NOT_FOUND: f"{_NAME} was not found",
    FUNCTION_NOT_FOUND: "this driver is too old for it",
    GPU_IS_LOST: "the GPU is lost: it no longer answers on the bus",
    RESET_REQUIRED: "the GPU needs a reset",
    OPERATING_SYSTEM: "the operating system blocks access to the GPU",
    LIB_RM_VERSION_MISMATCH: "the NVIDIA driver was updated while the old one is still loaded",
    UNKNOWN: "NVML says unknown error; in a container: device access revoked by the host",
}
_CURES = {
    NO_PERMISSION: "Ask an administrator to allow it, or run gpuscope as one.",
    DRIVER_NOT_LOADED: "Load the driver (modprobe nvidia), or restart the machine.",
    LIBRARY_NOT_FOUND: "Install NVIDIA's driver; in a container, start it with the NVIDIA runtime and the utility capability.",
    GPU_IS_LOST: "Check the kernel log for Xid messages; usually only a restart of the machine helps.",
    RESET_REQUIRED: "Restart the machine, or reset the GPU.",
    OPERATING_SYSTEM: "Check the permissions of /dev/nvidia*, or the container's device list.",
    LIB_RM_VERSION_MISMATCH: "Restart the machine, so that both parts of the driver have the same version.",
    UNKNOWN: "Restart the container; on the host, check the kernel log for Xid messages.",
}


class Trouble(NamedTuple):
    """Why there are no readings.

    Attributes:
        code: NVML's return code.
        reason: Explanation for the user.
        cure: What would fix it; None if unknown.
    """

    code: int
    reason: str
    cure: str | None


def trouble(code: int, doing: str = "") -> Trouble:
    """Return the meaning of a return code; ``doing`` names the call that returned it."""
    meaning = _CODE_TEXTS.get(code) or f"NVML returned code {code}"
    return Trouble(code, f"{meaning} ({doing} returned {code})" if doing else meaning, _CURES.get(code))


class NvmlLibrary:
    """NVML, loaded and initialised once.

    Args:
        driver_root: The folder that contains /proc and /sys; "/" except in tests.
    """

    def __init__(self, driver_root: Path = Path("/")) -> None:
        self._root = driver_root
        self._named = os.environ.get(LIBRARY_VARIABLE) or None
        self._initialized = False
        self.api: Any = None

    @property
    def simulated(self) -> str | None:
        """The label of all devices if an NVML other than the driver's is loaded."""
        return f"stand-in NVML {Path(self._named).name}" if self._named else None

    def open(self) -> Trouble | None:
        """Load and initialise NVML; return why that failed, else None."""
        if self._named and not Path(self._named).is_absolute():
            return Trouble(
                LIBRARY_NOT_FOUND, f"{LIBRARY_VARIABLE} is not an absolute path: {self._named}", "Name the file with its absolute path."
            )
        try:
            library = self._load()  # first, because importing pynvml takes 14 ms, which machines without a driver need not spend
        except OSError as error:
            return self._not_loaded(error)
        try:
            import pynvml
        except ImportError as error:
            return Trouble(
                LIBRARY_NOT_FOUND,
                f"the Python package nvidia-ml-py cannot be imported: {error}",
                f"Install it: {pip_install('nvidia-ml-py')}",
            )
        try:
            if getattr(pynvml, "nvmlLib", None) is None:
                pynvml.nvmlLib = library
            pynvml.nvmlInit()
        except OSError as error:
            return self._not_loaded(error)
        except pynvml.NVMLError as error:
            return self._not_initialized(error.value)
        self._initialized = True
        self.api = pynvml
        return None

    def _load(self) -> ctypes.CDLL | None:
        if self._named:
            return ctypes.CDLL(self._named)
        if sys.platform == "win32":
            return None  # pynvml knows the two locations on Windows.
        try:
            return ctypes.CDLL(_NAME)
        except OSError:
            path = next((path for place in _PLACES if (path := Path(place, _NAME)).exists()), None)
            if path is None:
                raise
            return ctypes.CDLL(str(path))

    def _not_loaded(self, error: OSError) -> Trouble:
        if self._named:
            return Trouble(
                LIBRARY_NOT_FOUND, f"{self._named} cannot be loaded: {error}", f"Unset {LIBRARY_VARIABLE}, or name a file that is NVML."
            )
        if not has_nvidia_gpu(self._root):
            return Trouble(LIBRARY_NOT_FOUND, _NEITHER, None)
        problem = trouble(LIBRARY_NOT_FOUND)
        return Trouble(LIBRARY_NOT_FOUND, f"there is an NVIDIA GPU, but {problem.reason}", problem.cure)

    def _not_initialized(self, code: int) -> Trouble:
        problem = trouble(code, "nvmlInit")
        if code == LIB_RM_VERSION_MISMATCH:
            loaded = _kernel_driver(self._root)
            return Trouble(code, f"{problem.reason}: the kernel has {loaded}, the library is {self._library_version()}", problem.cure)
        if code in (DRIVER_NOT_LOADED, UNKNOWN) and not has_nvidia_gpu(self._root):
            return Trouble(code, f"NVIDIA's library is here, but {NO_GPU_FOUND} ({code})", None)
        return problem

    def _library_version(self) -> str:
        """Return the version at the end of the library's file name; NVML itself reports none before it is initialised."""
        places = [Path(self._named)] if self._named else [Path(place, _NAME) for place in _PLACES]
        name = next((place.resolve().name for place in places if place.exists()), "")
        return name.removeprefix(_STEM) if name.startswith(_STEM) else "another version"

    def reopen(self) -> Trouble | None:
        """Shut NVML down and initialise it again, as needed after the driver was reloaded; return why that failed, else None."""
        self.close()
        return self.open()

    def close(self) -> None:
        """Shut NVML down; it stays loaded."""
        if not self._initialized:
            return
        self._initialized = False
        try:
            self.api.nvmlShutdown()
        except self.api.NVMLError:
            return  # There is nothing left to release: the driver was unloaded first.


def ask(function: Callable[..., Any], *arguments: Any) -> tuple[Any, int | None]:
    """Call a function of pynvml; return its result and None, or None and the return code.

    Text that is not UTF-8 is returned with replacement characters (pynvml decodes strictly).
    """
    try:
        return function(*arguments), None
    except UnicodeDecodeError as error:
        return bytes(error.object).decode("utf-8", "replace"), None
    except Exception as error:
        code = getattr(error, "value", None)
        if not isinstance(code, int):
            raise
        return None, code


def _kernel_driver(root: Path) -> str:
    parts = file_text(root / "proc/driver/nvidia/version").split()
    return next((part for part in parts if part[:1].isdigit() and "." in part), "another version")


def nvidia_functions(root: Path) -> list[Path]:
    """Return the sysfs folders of NVIDIA GPUs on the PCI bus (display and 3D controllers)."""
    functions = []
    for function in sorted((root / "sys/bus/pci/devices").glob("*")):
        if file_text(function / "vendor") == "0x10de" and file_text(function / "class").startswith("0x03"):
            functions.append(function)
    return functions


def has_nvidia_gpu(root: Path) -> bool:
    """Whether the machine has an NVIDIA GPU according to the PCI bus, the driver's folder in /proc, or WSL's device."""
    return bool(nvidia_functions(root)) or (root / "proc/driver/nvidia/gpus").is_dir() or (root / "dev/dxg").exists()


def all_asleep(root: Path) -> bool:
    """Whether there are NVIDIA GPUs and all are suspended; opening NVML would wake a laptop's GPU and keep it awake."""
    functions = nvidia_functions(root)
    return bool(functions) and all(file_text(function / "power/runtime_status") == "suspended" for function in functions)
