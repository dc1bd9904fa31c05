"""How a sensor helper is started: isolated, with a clean environment, nothing of the working folder on its path."""

import contextlib
import os
import sys
from collections.abc import Sequence

from gpuscope.core.errors import UnavailableError
from gpuscope.system.paths import home, package_root

HOST = "host"
_KEPT = ("PATH", "SYSTEMROOT", "WINDIR", "PROGRAMFILES", "TEMP", "TMP")
_KEPT_PREFIXES = ("GPUSCOPE_NVML_", "GPUSCOPE_SYSFS_ROOT")
"""Name another NVML and another /sys, for tests. What is read there is labelled wherever it is shown."""


def helper_command(
    only: str | None = None,
    hz: float | None = None,
    deadline_s: float | None = None,
    extra: Sequence[str] = (),
    *,
    in_detail: bool = False,
    power_hz: float | None = None,
) -> list[str]:
    """Return the arguments that start a helper.

    Args:
        only: Name of a back end ("host", "nvml" …); None for every one that this machine may have.
        hz: Rate of the fast calls; None for the default.
        deadline_s: How long a vendor's call may take; None for the default.
        extra: Sensors beside those of the hardware, as ``--sensor`` takes them: "simulated", "replay:FILE".
        in_detail: Whether somebody looks, so that what is dear to read, or shared with other tools, may be read.
        power_hz: Rate of an NVIDIA GPU's power, energy and throttling; None for that of the fast calls.
    """
    start = f"import sys; sys.path.insert(0, {str(package_root())!r}); from gpuscope.sensors.helper import main; main()"
    command = [sys.executable, "-I", "-c", start]
    command += ["--only", only] if only else []
    command += ["--hz", repr(hz)] if hz else []
    command += ["--detail"] if in_detail else []
    command += ["--power-hz", repr(power_hz)] if power_hz else []
    for name in extra:
        command += ["--sensor", name]
    return command + (["--deadline", repr(deadline_s)] if deadline_s else [])


def helper_environment() -> dict[str, str]:
    """Return the variables that a helper gets: no library paths, no preloads, only what names another NVML or /sys, and our home."""
    kept = {key: value for key, value in os.environ.items() if key.upper() in _KEPT or key.startswith(_KEPT_PREFIXES)}
    with contextlib.suppress(UnavailableError):
        kept["GPUSCOPE_HOME"] = str(home())
    return {**kept, "LC_ALL": "C.UTF-8"}
