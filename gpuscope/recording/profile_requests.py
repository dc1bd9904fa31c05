"""Requests to profile the next steps of a live run: written to a file that its processes poll."""

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gpuscope.core.capture_request import EXTRAS, PROFILED_MARK
from gpuscope.core.event import Capture, Event, Hello, Log
from gpuscope.core.runspec import RunSpec
from gpuscope.system.files import replace_text
from gpuscope.system.processes import create_time, is_running

FILE_NAME, ANSWERS_NAME = "profile.request", "profile.answers"
"""The file polled by ``probe.live_request``, and the file in which that notes which requests are answered."""
MOST_STEPS = 100_000
"""Maximum number of steps per request; the process itself checks for disk and memory, once it knows the size of a step."""


@dataclass(slots=True)
class _Open:
    """A capture that has begun.

    Attributes:
        begun: Its event.
        created: Create time of its process; None if that cannot be seen from here, as in a container.
        is_replaced: Whether another program has reported from the same process since.
        is_lost: Whether it was found lost before: its last report may still have been under way then.
    """

    begun: Capture
    created: int | None
    is_replaced: bool = False
    is_lost: bool = False

    def trouble(self) -> str:
        """Return why it will never be written; "" if nothing is known to have."""
        if self.is_replaced:
            return "its process executed another program before the profile was written"
        pid = self.begun.pid
        has_ended = self.created is not None and not (create_time(pid) == self.created and is_running(pid))
        return "its process ended before the profile was written" if has_ended else ""


class ProfileRequests:
    """Handles profile requests, one at a time.

    Args:
        folder: The run's folder.
    """

    def __init__(self, spec: RunSpec, folder: Path) -> None:
        self._spec, self._path = spec, folder / FILE_NAME
        self._serial = 0
        self._is_waiting = self._has_steps = False
        self._capturing: dict[int, _Open] = {}
        self._marked: set[int] = set()

    def handle(self, event: Event) -> Log | None:
        """Process an event of the workload; return a mark when a capture has begun, one for all ranks."""
        if isinstance(event, Hello) and event.role == "workload":
            self._has_steps |= bool(event.info.get("ring")) or "seen" in event.info
            if event.pid in self._capturing:
                self._capturing[event.pid].is_replaced = True
        elif isinstance(event, Capture):
            self._is_waiting = False
            if event.state != "capturing":
                self._capturing.pop(event.pid, None)
                return None
            self._capturing[event.pid] = _Open(event, create_time(event.pid))
            if event.first not in self._marked:
                self._marked.add(event.first)
                return Log(event.begin_ns, "mark", PROFILED_MARK)
        return None

    def given_up(self, now_ns: int) -> list[Capture]:
        """Return, as failed, the captures that will never be written: their process ended, or executed another program.

        Call it about once a second: a capture is given up the second time that it is found lost.
        """
        failed = []
        for pid, capture in [*self._capturing.items()]:
            trouble = capture.trouble()
            if trouble and capture.is_lost:
                failed.append(replace(self._capturing.pop(pid).begun, end_ns=now_ns, state="failed", text=trouble))
            capture.is_lost = bool(trouble)
        return failed

    def ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Request that the next steps are profiled, and return the answer."""
        steps, extras = request.get("steps"), request.get("extras", [])
        if not isinstance(steps, int) or isinstance(steps, bool) or not 1 <= steps <= MOST_STEPS:
            return {"ok": False, "error": f"1 to {MOST_STEPS} steps can be profiled", "hint": "For example: --steps 10"}
        if not isinstance(extras, list) or not set(EXTRAS).issuperset(map(str, extras)):
            return {"ok": False, "error": f"what can be profiled too is {', '.join(EXTRAS)}", "hint": "For example: --with stacks"}
        if refusal := self._refusal():
            return {"ok": False, "error": refusal[0], "hint": refusal[1]}
        self._serial += 1
        try:
            replace_text(self._path, json.dumps({"serial": self._serial, "steps": steps, "extras": [str(name) for name in extras]}))
        except OSError as error:
            return {"ok": False, "error": f"the run's folder cannot be written: {error.strerror}"}
        self._is_waiting = True
        return {"ok": True, "steps": steps}

    def _refusal(self) -> tuple[str, str] | None:
        """Return why profiling is currently impossible, and what to do; None if it is possible."""
        if self._spec.is_attached:
            return "gpuscope did not start this process, so it cannot profile it", "Its Python stacks can be sampled instead: --stacks 10s"
        if not self._has_steps:
            hint = "Try again after its first step, or sample its Python stacks: --stacks 10s"
            return "the run has taken no step yet, so there is nothing to count", hint
        if self._is_waiting or self._capturing:
            return "a profile is already being recorded", "Try again when it is written."
        return None

    def close(self) -> None:
        """Remove the last request and the answers at the end of the run."""
        with contextlib.suppress(OSError):  # the file system may have become read-only
            self._path.unlink(missing_ok=True)
            self._path.with_name(ANSWERS_NAME).unlink(missing_ok=True)
