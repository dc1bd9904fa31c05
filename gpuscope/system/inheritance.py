"""The state that a child process inherits: two children started at different times are equivalent only if this state is equal."""

import os
import sys
from pathlib import Path
from typing import Any

from gpuscope.system.files import file_text

_OWN = Path("/proc/self")


def inherited() -> dict[str, Any]:
    """Return the environment, working folder, CPU affinity, niceness, limits and umask that a child would get; compare with ``==``."""
    facts: dict[str, Any] = {"environment": dict(os.environ), "folder": _folder()}
    if sys.platform == "linux":
        import resource

        names = [name for name in dir(resource) if name.startswith("RLIMIT_")]
        facts["limits"] = {name: resource.getrlimit(getattr(resource, name)) for name in names}
        facts["processors"] = sorted(os.sched_getaffinity(0))
        facts["niceness"] = os.getpriority(os.PRIO_PROCESS, 0)
        facts["kernel"] = {name: _line(name) for name in ("Umask", "Mems_allowed_list", "NoNewPrivs")}
        facts["groups"] = file_text(_OWN / "cgroup")
        facts["autogroup"] = file_text(_OWN / "autogroup")
    return facts


def _folder() -> str | None:
    try:
        return str(Path.cwd())
    except OSError:
        return None


def _line(name: str) -> str:
    return next((line for line in file_text(_OWN / "status").splitlines() if line.startswith(f"{name}:")), "")
