"""Makes steps and their phases out of what a training loop calls: batches drawn, backward passes, ends of optimizers' steps.

A step is an optimizer's step behind a backward pass: of optimizers that wrap each other, and of many that step at once, the first one's
end counts. Which optimizer's steps are those of the program is the reader's to say, so each record carries its own. A program
without an optimizer takes a step with each backward pass, and one without those with each batch that it draws.

The phases, by the host's clock:

- data: inside the loader's ``next``, for batches that a backward pass follows;
- forward: from the batch, the backward pass or the step before it to the begin of the backward pass;
- backward: inside it;
- optimizer: from the end of the last backward pass to the end of the step.

What is none of these (tests, logging, checkpoints) is in no phase. A batch that the same loader follows with the next one, no
backward pass between them, was drawn for a test and counts for nothing.
"""

from __future__ import annotations

import os
from threading import get_ident
from typing import TYPE_CHECKING, Any

from .seen_ring import BACKWARD, BATCH, OPTIMIZER, SeenRing
from .step_capture import StepCapture

if TYPE_CHECKING:
    from collections.abc import Callable

_KIND = 1 << 32


class StepWatch:
    """The steps of one process.

    All stamps are nanoseconds of one clock. The thread that runs the first backward pass, or draws the first batch, has the phases;
    steps of others are counted alone.

    Args:
        open_ring: Makes the ring when there is something to write.
        new_capture: Makes what has steps profiled; None for nothing.
    """

    def __init__(self, open_ring: Callable[[], SeenRing], new_capture: Callable[[], StepCapture] | None = None) -> None:
        self._open_ring, self._new_capture = open_ring, new_capture
        self._ring: SeenRing | None = None
        self._is_off = False
        self.forget()

    def forget(self) -> None:
        """Begin anew: in a forked child neither ring nor steps are this process's."""
        self._ring, self._is_off = None, False
        self._capture = None if self._new_capture is None else self._new_capture()
        self._owner: int | None = None
        self._other_threads: dict[int, bool] = {}
        self._mark = self._begin = 0
        self._loader: object = None
        self._is_drawn = False  # a batch is there that no backward pass has followed yet
        self._depth = 0
        self._is_due = False  # a backward pass ran since the last step
        self._has_trained = self._has_optimizer = False
        self._drawn_data = self._drawn_samples = 0
        self._data = self._forward = self._backward = self._optimizer = self._samples = 0

    def draws(self, loader: int, t_ns: int) -> None:
        """A batch is being drawn; ``loader`` tells iterators apart."""
        if get_ident() != self._owner and not self._takes_over():
            return
        if self._is_drawn and loader == self._loader:
            if not self._has_trained:
                self._data, self._samples, self._forward = self._drawn_data, self._drawn_samples, t_ns - self._mark
                self._put(t_ns, BATCH * _KIND)
            self._drawn_data = self._drawn_samples = 0
            self._is_drawn = False
        self._loader, self._begin = loader, t_ns

    def drew(self, samples: int, t_ns: int) -> None:
        """It is there, with so many samples; -1 where the loader has no more."""
        if get_ident() != self._owner:
            return
        if samples >= 0:
            self._drawn_data += t_ns - self._begin
            self._drawn_samples += samples
            self._is_drawn = True
        self._mark = t_ns

    def goes_back(self, t_ns: int) -> None:
        """A backward pass begins."""
        if get_ident() != self._owner and not self._takes_over():
            self._other_threads[get_ident()] = True
            return
        self._depth += 1
        if self._depth > 1:
            return
        self._has_trained = self._is_due = True
        if self._mark:
            self._forward += t_ns - self._mark
        self._data += self._drawn_data
        self._samples += self._drawn_samples
        self._drawn_data = self._drawn_samples = 0
        self._is_drawn = False
        self._begin = t_ns

    def went_back(self, t_ns: int) -> None:
        """It has ended, or failed."""
        if get_ident() != self._owner or self._depth == 0:
            return
        self._depth -= 1
        if self._depth:
            return
        self._backward += t_ns - self._begin
        self._mark = t_ns
        if not self._has_optimizer:
            self._put(t_ns, BACKWARD * _KIND)

    def stepped(self, serial: int, t_ns: int, skipped: int = 0) -> None:
        """An optimizer has ended its step; ``skipped`` is 1 where it left its update out."""
        if get_ident() != self._owner:
            if self._other_threads.pop(get_ident(), False):
                self._write((t_ns, OPTIMIZER * _KIND + serial, 0, 0, 0, 0, 0, skipped))
            return
        if self._depth:  # in the middle of a backward pass
            self._backward += t_ns - self._begin
            self._begin = t_ns
        else:
            self._optimizer += t_ns - self._mark
        self._mark = t_ns
        if self._is_due:
            self._is_due, self._has_optimizer = False, True
            self._put(t_ns, OPTIMIZER * _KIND + serial, skipped)

    def _takes_over(self) -> bool:
        if self._owner is None:
            self._owner = get_ident()
        return self._owner == get_ident()

    def _put(self, t_ns: int, which: int, skipped: int = 0) -> None:
        self._write((t_ns, which, self._data, self._forward, self._backward, self._optimizer, self._samples, skipped))
        self._data = self._forward = self._backward = self._optimizer = self._samples = 0
        if self._capture is not None:
            self._profile(self._capture, which, t_ns)

    def _profile(self, capture: StepCapture, which: int, t_ns: int) -> None:
        try:
            capture.after(which, t_ns)
        except Exception:  # noqa: BLE001 - the program must not feel it
            self._capture = None

    def _write(self, record: tuple[int, int, int, int, int, int, int, int]) -> None:
        if self._is_off:
            return
        try:
            if self._ring is None:
                self._ring = self._open_ring()
            self._ring.put(record)
        except Exception:  # noqa: BLE001 - no space, or no folder any more: the program must not feel it
            self._is_off = True


def watch(folder: str, never_compile: Callable[[Any], None]) -> StepWatch:
    """Return the watch of this process, which forgets everything in a forked child.

    Args:
        folder: The run's.
        never_compile: Called with each function that torch.compile is to run as it is.
    """
    steps = StepWatch(lambda: SeenRing(folder), lambda: StepCapture(folder, never_compile))
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=steps.forget)
    return steps
