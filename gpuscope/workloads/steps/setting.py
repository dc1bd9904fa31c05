"""What every loop is given."""

from dataclasses import dataclass, field

import torch

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.probe.channel import Channel
from gpuscope.workloads.precision import Precision
from gpuscope.workloads.steps.stop_request import StopRequest
from gpuscope.workloads.steps.warm_up import WarmUp
from gpuscope.workloads.workload import Workload
from gpuscope.workloads.workload_table import workload


@dataclass(frozen=True, slots=True)
class Setting:
    """One run's spec and what it runs with.

    Attributes:
        spec: What to run.
        workload: The workload that it names.
        device: Where everything lies.
        precision: The number format on that device.
        channel: To the recorder.
        stop: Whether somebody wants it to end.
        warm_up: How far the warm-up has come.
    """

    spec: ResolvedSpec
    workload: Workload
    device: torch.device
    precision: Precision
    channel: Channel
    stop: StopRequest
    warm_up: WarmUp = field(default_factory=WarmUp)

    @property
    def batch_size(self) -> int:
        """Samples a step."""
        return self.spec.batch_size


def prepare(spec: ResolvedSpec, channel: Channel, stop: StopRequest) -> Setting:
    """Set torch up for a run: threads, device, rounding, and the seed that repeats loss and accuracy.

    Raises:
        RuntimeError: The device cannot be used.
    """
    device = torch.device(spec.device)
    precision = Precision(spec.precision, device.type)
    if spec.threads is not None:
        torch.set_num_threads(spec.threads)
    if device.type in ("cuda", "xpu"):
        torch.get_device_module(device).set_device(device)
    if device.type == "cuda":
        torch.backends.cudnn.deterministic = True
    elif device.type != "cpu":
        channel.log(f"workloads on {device.type} are not tried on hardware: figures may be wrong", level="warning")
    precision.set_backends()
    torch.manual_seed(spec.seed)
    return Setting(spec, workload(spec.workload), device, precision, channel, stop)
