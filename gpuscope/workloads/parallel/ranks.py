"""The ranks' channel, their agreed stop request, and the loss and throughput of each rank and of all together."""

import signal
import time
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import Any

import torch
from torch.distributed import ReduceOp, all_reduce

from gpuscope.core.workload_keys import of_rank
from gpuscope.probe.channel import Channel
from gpuscope.workloads.loops.optimizer_step import LossWatch
from gpuscope.workloads.steps.stop_request import StopRequest
from gpuscope.workloads.steps.warm_up import WarmUp


class RankChannel(Channel):
    """The channel of one rank.

    Args:
        folder: The run's folder; None for a channel that does nothing.
        info: Contents of the Hello event.
        rank: Its number across all machines.
        leads: Whether it reports for the run on this machine.
    """

    def __init__(self, folder: str | None, info: Mapping[str, Any], rank: int, *, leads: bool) -> None:
        super().__init__(folder, {**info, "rank": rank, "leads": leads})
        self.rank = rank
        self.leads = leads

    def log(self, text: str = "", *, level: str = "info", step: int | None = None, values: Mapping[str, Any] | None = None) -> None:
        """Log text, or values by metric key: for the run if this rank leads, otherwise for the rank."""
        if self.leads:
            super().log(text, level=level, step=step, values=values)
        else:
            self.log_of_rank(text, level=level, step=step, values=values)

    def log_of_rank(self, text: str = "", *, level: str = "info", step: int | None = None, values: Mapping[str, Any] | None = None) -> None:
        """Log text, or values by metric key, for this rank."""
        numbered = {of_rank(str(key), self.rank): value for key, value in (values or {}).items()}
        super().log(f"rank {self.rank}: {text}" if text else "", level=level, step=step, values=numbered)

    def phase(self, name: str, t_ns: int | None = None, step: int | None = None) -> None:
        """Report that the run enters a phase, if this rank leads."""
        if self.leads:
            super().phase(name, t_ns, step)


class RankStop(StopRequest):
    """Turns SIGINT into an orderly stop of all ranks; SIGTERM, which torchrun sends to the ranks after a failure, ends the rank at once.

    Attributes:
        requested: Whether all ranks have agreed to stop.
    """

    def __init__(self) -> None:
        super().__init__()
        self._is_wanted = False
        self.device = torch.device("cpu")
        """Device of the tensors that ranks exchange: NCCL does not accept tensors in main memory."""

    def install(self) -> None:
        """Install the signal handler; call from the main thread."""
        signal.signal(signal.SIGINT, self._receive)

    def agree(self, step_s: float) -> float:
        """Exchange stop requests and the seconds per step of the last block; collective.

        Returns:
            The maximum of the seconds over all ranks.
        """
        votes = torch.tensor([float(self._is_wanted), step_s], dtype=torch.float64, device=self.device)
        all_reduce(votes, ReduceOp.MAX)
        wanted, longest = votes.tolist()
        self.requested = self.requested or wanted > 0
        return float(longest)

    def _receive(self, _number: int, _frame: FrameType | None) -> None:
        waits = self._is_deferred and not self._is_wanted
        self._is_wanted = True
        if not waits:
            self.requested = True
            raise KeyboardInterrupt


_INTERVAL_S = 0.1
"""Minimum interval between two reports of the loss."""


class RankWatch:
    """Reports loss and throughput after each block; collective, called after the same steps on every rank.

    Args:
        samples: Samples per step of this rank.
        warm_up: State of the run's warm-up.
        knows_loss: Whether this rank computes a loss.
    """

    def __init__(self, channel: RankChannel, samples: float, warm_up: WarmUp, *, knows_loss: bool) -> None:
        self._channel = channel
        self._samples = samples
        self._knows_loss = knows_loss
        self._mean_loss = LossWatch(channel, warm_up)
        self._reported_s = time.monotonic()
        self._steps = 0

    def __call__(self, losses: Sequence[torch.Tensor], first: int) -> None:
        """Report the mean loss over the ranks that have one, and this rank's own loss and throughput, at most ten times a second.

        Args:
            losses: Scalar tensors of completed steps.
            first: Number of steps before them, including warm-up.
        """
        unit = torch.ones((), dtype=torch.float64, device=losses[0].device)
        own = torch.stack([*(loss.detach().double() for loss in losses), unit])
        own *= float(self._knows_loss)
        last = own[-2].item()
        all_reduce(own)
        if self._channel.leads:
            self._mean_loss((own[:-1] / own[-1]).unbind(), first)
        self._steps += len(losses)
        self._report_own(last, first + len(losses))

    @property
    def first(self) -> Sequence[torch.Tensor]:
        """Mean losses of the first steps, at most ten; empty except on the leading rank."""
        return self._mean_loss.first

    def _report_own(self, loss: float, step: int) -> None:
        now = time.monotonic()
        if (seconds := now - self._reported_s) < _INTERVAL_S:
            return
        throughput = {"throughput": self._steps * self._samples / seconds}
        self._channel.log_of_rank(values=throughput | ({"loss": loss} if self._knows_loss else {}), step=step)
        self._reported_s, self._steps = now, 0
