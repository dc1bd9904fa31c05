"""A wish to stop that reaches some ranks, and of which all must know before any of them stops: the others would wait for it for ever."""

import signal
from types import FrameType

import torch
from torch.distributed import ReduceOp, all_reduce

from gpuscope.workloads.loops.stop_request import StopRequest


class RankStop(StopRequest):
    """Turns INT into an end in good order of all ranks; TERM, by which torchrun ends the ranks that one of them left, ends this at once.

    Attributes:
        requested: Whether all ranks have agreed to end.
    """

    def __init__(self) -> None:
        super().__init__()
        self._is_wanted = False
        self.device = torch.device("cpu")
        """Where what the ranks say to each other lies: NCCL takes nothing from main memory."""

    def install(self) -> None:
        """Take over the signal; to be called from the main thread."""
        signal.signal(signal.SIGINT, self._receive)

    def agree(self, step_s: float) -> float:
        """Tell the others whether this rank wants to stop, and how many seconds a step of its last block took; each rank calls it.

        Returns:
            The longest of all.
        """
        said = torch.tensor([float(self._is_wanted), step_s], dtype=torch.float64, device=self.device)
        all_reduce(said, ReduceOp.MAX)
        wanted, longest = said.tolist()
        self.requested = self.requested or wanted > 0
        return float(longest)

    def _receive(self, _number: int, _frame: FrameType | None) -> None:
        waits = self._is_deferred and not self._is_wanted
        self._is_wanted = True
        if not waits:
            self.requested = True
            raise KeyboardInterrupt
