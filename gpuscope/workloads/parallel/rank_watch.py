"""Loss and throughput: of each rank as it sees them, and the loss of all ranks as the run's."""

import time
from collections.abc import Sequence

import torch
from torch.distributed import all_reduce

from gpuscope.workloads.loops.loss_watch import LossWatch
from gpuscope.workloads.loops.warm_up import WarmUp
from gpuscope.workloads.parallel.rank_channel import RankChannel

_INTERVAL_S = 0.1


class RankWatch:
    """Looks at what the steps of each block returned; called on every rank behind the same steps.

    Args:
        channel: This rank's.
        samples: That this rank takes in a step.
        warm_up: How far the run's warm-up has come.
        knows_loss: Whether this rank's losses are any.
    """

    def __init__(self, channel: RankChannel, samples: float, warm_up: WarmUp, *, knows_loss: bool) -> None:
        self._channel = channel
        self._samples = samples
        self._knows_loss = knows_loss
        self._whole = LossWatch(channel, warm_up)
        self._told_s = time.monotonic()
        self._steps = 0

    def __call__(self, losses: Sequence[torch.Tensor], first: int) -> None:
        """Tell the mean loss over those ranks that know one, and this rank's own loss and throughput, at most ten times a second.

        Args:
            losses: Tensors of one number each, of steps that have ended.
            first: Steps before the first of these, warm-up included.
        """
        one = torch.ones((), dtype=torch.float64, device=losses[0].device)
        own = torch.stack([*(loss.detach().double() for loss in losses), one])
        own *= float(self._knows_loss)
        last = own[-2].item()
        all_reduce(own)
        if self._channel.leads:
            self._whole((own[:-1] / own[-1]).unbind(), first)
        self._steps += len(losses)
        self._tell(last, first + len(losses))

    @property
    def first(self) -> Sequence[torch.Tensor]:
        """The mean losses of the first steps, a few at most; none but on the rank that leads."""
        return self._whole.first

    def _tell(self, loss: float, step: int) -> None:
        now = time.monotonic()
        if (seconds := now - self._told_s) < _INTERVAL_S:
            return
        throughput = {"throughput": self._steps * self._samples / seconds}
        self._channel.log_of_rank(values=throughput | ({"loss": loss} if self._knows_loss else {}), step=step)
        self._told_s, self._steps = now, 0
