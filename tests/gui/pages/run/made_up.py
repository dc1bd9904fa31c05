"""Made-up live runs, starters and histories that a test controls."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from PySide6.QtCore import QObject, Signal

from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.sensors.declaration import no_gpu
from gpuscope.system.settings import store_url
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities
from tests.analysis.records import run_record
from tests.gui.run_view.made_runs import NO_DRIVER, cpu_device, hello, host_events, run_data, training

CPU_ONLY = Capabilities("2.13.0", (), "no NVIDIA driver is loaded on this machine", 2**62, complete=True)


class MadeUpRun(QObject):
    """A live run that a test controls."""

    notice = Signal(str)
    ended = Signal()

    def __init__(self, run_id: str, name: str = "mnist-mlp cpu fp32", spec: RunSpec | None = None) -> None:
        super().__init__()
        devices = [cpu_device(), no_gpu(NO_DRIVER, "")]
        events = [hello(devices), *host_events(8.0, 0.6), *training(8.0, 0.0123, 64)]
        wanted = spec or RunSpec("mnist-mlp", steps=20_000)
        resolved = wanted if wanted.is_command else catalog.resolve(wanted)
        self.data = run_data(events, resolved, run_id=run_id, name=name, folder="/nowhere/x")
        self.run_id = run_id
        self.asked: list[str] = []
        self.refuses: GpuscopeError | None = None
        self.question = ""

    @property
    def record(self) -> RunRecord:
        assert self.data.record is not None
        return self.data.record

    def _answer(self, what: str, failed: Callable[[GpuscopeError], None] | None) -> None:
        self.asked.append(what)
        if self.refuses is not None and failed is not None:
            failed(self.refuses)

    def stop(self, then: object, failed: Callable[[GpuscopeError], None], owner: QObject, *, again: bool = False) -> None:
        self._answer("stop again" if again else "stop", failed)

    def mark(self, text: str, then: object, failed: Callable[[GpuscopeError], None], owner: QObject) -> None:
        self._answer(f"mark {text}", failed)

    def profile(
        self, steps: int, asked: Callable[[str], None], failed: Callable[[GpuscopeError], None], owner: QObject, *, agreed: bool = False
    ) -> None:
        self._answer(f"profile {steps}{' agreed' if agreed else ''}", failed)
        if self.refuses is None:
            asked("" if agreed else self.question)

    def output(self, then: Callable[[list[str]], None], count: int, owner: QObject) -> None:
        then(["what it wrote"])


class MadeUpRuns(QObject):
    """Live runs that start and end at once."""

    started = Signal(object)
    ended = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[MadeUpRun] = []

    def find(self, run_id: str) -> MadeUpRun | None:
        return next((run for run in self.runs if run.run_id == run_id), None)

    def begin(self, run: MadeUpRun) -> MadeUpRun:
        self.runs = [run, *self.runs]
        self.started.emit(run)
        return run

    def end(self, run: MadeUpRun, state: RunState = RunState.FINISHED, **more: Any) -> None:
        run.data.settle(replace(run.record, state=state, steps=400, wall_s=8.0, **more))
        self.runs = [one for one in self.runs if one is not run]
        self.ended.emit(run)


class MadeUpStarter(QObject):
    """Keeps what it is asked to start; the test calls its callbacks."""

    capabilities_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.capabilities = CPU_ONLY
        self.store_url = store_url()
        self.asked: list[tuple[RunSpec, str]] = []
        self.question = ""
        self.is_used_elsewhere = False
        self.then: Callable[[str], None] = lambda _: None
        self.queued: Callable[[str], None] = lambda _: None
        self.failed: Callable[[GpuscopeError], None] = lambda _: None

    def check(self, spec: RunSpec, then: Callable[[None], None], owner: QObject, *, folder: str = "") -> None:
        then(None)

    def ask_foreign_use(self, spec: RunSpec, then: Callable[[bool], None], owner: QObject) -> None:
        then(self.is_used_elsewhere)

    def ask_capture(self, spec: RunSpec, then: Callable[[str], None], owner: QObject) -> None:
        then(self.question)

    def start(
        self,
        spec: RunSpec,
        name: str,
        then: Callable[[str], None],
        failed: Callable[[GpuscopeError], None],
        owner: QObject,
        *,
        queued: Callable[[str], None],
        baseline_s: int = 0,
        chain: bool = False,
        folder: str = "",
    ) -> None:
        self.asked.append((spec, name))
        self.folder = folder
        self.baseline_s, self.chain = baseline_s, chain
        self.then, self.failed, self.queued = then, failed, queued


class MadeUpHistory(QObject):
    """Stored runs, in memory."""

    is_new = False

    runs_changed = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, ShownRun] = {}
        self.gone: set[str] = set()
        self.is_busy = False
        self.left: list[Callable[[], None]] = []
        self.lines: list[str] = ["first line", "last line"]
        self.earlier: list[RunRecord] = []
        self.runs: list[RunRecord] = []
        self.records: dict[str, RunRecord] = {}

    def open_run(self, run_id: str, then: Callable[[ShownRun], None], failed: Callable[[GpuscopeError], None], owner: QObject) -> None:
        def answer() -> None:
            if run_id in self.kept:
                then(self.kept[run_id])
            else:
                failed(UsageError(f"run {run_id!r} is not in the store", "'gpuscope runs' lists them."))

        if self.is_busy:
            self.left.append(answer)
        else:
            answer()

    def answer(self) -> None:
        """Answer the requests made while the history was busy."""
        self.is_busy = False
        for answer in self.left:
            answer()

    def output_lines(self, record: RunRecord, count: int, then: Callable[[list[str]], None], owner: QObject) -> None:
        then(self.lines)

    def ask(self, work: Callable[[Any], Any], then: Callable[[Any], None], failed: Callable[[GpuscopeError], None], owner: QObject) -> None:
        try:
            found = work(SimpleNamespace(find=self.find, runs=lambda *, limit: self.earlier[:limit]))
        except UsageError as error:
            failed(error)
        else:
            then(found)

    def find(self, run_id: str) -> RunRecord:
        if run_id in self.gone:
            raise UsageError(f"run {run_id!r} is not in the store", "")
        return self.records.get(run_id, run_record(run_id))
