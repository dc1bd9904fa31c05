"""Requests on a run's socket, other than attach: ping, stop, mark, profile the next steps, note sampled stacks, retry sensors."""

import os
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

from gpuscope.core.event import STACKS, Capture, Event, Log
from gpuscope.core.run import ON_REQUEST
from gpuscope.recording.baseline_stage import BaselineStage
from gpuscope.recording.journal import Journal
from gpuscope.recording.profile_requests import ProfileRequests
from gpuscope.recording.recorded_process import RecordedProcess
from gpuscope.recording.run_readings import RunReadings

_LONGEST_MARK = 4096
"""Maximum length of a mark, which labels a line in a chart; longer ones are truncated."""


class RunRequests:
    """Answers requests.

    Args:
        baseline: The run's idle time.
        profiles: Handles requests for profiles.
        handle: Adds an event to the run.
    """

    def __init__(
        self,
        run_id: str,
        process: RecordedProcess,
        readings: RunReadings,
        baseline: BaselineStage,
        journal: Journal,
        profiles: ProfileRequests,
        handle: Callable[[Event], None],
    ) -> None:
        self._run_id, self._process, self._readings = run_id, process, readings
        self._baseline, self._journal, self._profiles, self._handle = baseline, journal, profiles, handle
        self.has_exited = False
        """Whether the recorded process has ended."""
        self._is_stop_known = False
        """Whether a stop was requested after that."""

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Execute a request and return the answer."""
        match request.get("op"):
            case "ping":
                return {
                    "ok": True,
                    "run_id": self._run_id,
                    "pid": os.getpid(),
                    "program_pid": None if self.has_exited else self._process.pid,
                    "start_ns": self._readings.started_ns,
                }
            case "stop":
                return self._stop(again=bool(request.get("again")))
            case "mark":
                self._handle(Log(time.monotonic_ns(), "mark", str(request.get("text", ""))[:_LONGEST_MARK]))
                return {"ok": True}
            case "profile" if self.has_exited:
                return {"ok": False, "error": "the run's program has ended"}
            case "profile":
                return self._profiles.ask(request)
            case "sampled":
                return self._sampled(request)
            case "sensors":
                self._readings.try_again()
                return {"ok": True}
        return {"ok": False, "error": f"unknown request {str(request.get('op'))[:40]!r}"}

    def _sampled(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Note that the program's stacks were sampled, so that this time is excluded from its numbers."""
        numbers = [number for key in ("pid", "begin_ns", "end_ns", "size_bytes") if _is_count(number := request.get(key, 0))]
        if len(numbers) < 4 or numbers[1] >= numbers[2]:
            return {"ok": False, "error": "a process, a begin, an end and a size are needed"}
        pid, begin_ns, end_ns, size = numbers
        seconds, file = {STACKS: (end_ns - begin_ns) / 1e9}, str(request.get("file", ""))[:100]
        self._handle(Capture(pid, begin_ns, end_ns, "written", 0, 0, file=file, size_bytes=size, seconds=seconds))
        return {"ok": True}

    def _stop(self, *, again: bool) -> Mapping[str, Any]:
        if self.has_exited:
            self._baseline.cut()
        if self._process.stop_reason is None and not self.has_exited:
            self._process.request_stop(ON_REQUEST)
        elif again or self._is_stop_known:
            self._process.interrupt_again()
            self._journal.give_up()
        self._is_stop_known |= self.has_exited
        return {"ok": True, "countdown_s": self._process.countdown_s(time.monotonic_ns())}


def _is_count(value: object) -> TypeGuard[int]:
    """Return whether a value of a request is an integer that an event can carry (64 bits), from 0."""
    return type(value) is int and 0 <= value < 1 << 63
