"""Default workload and task of a ladder, for the command, the page and the demonstration."""

from gpuscope.core.runspec import RunSpec

WORKLOAD = "cifar-cnn"
"""Default workload: every rung applies to it, and a run takes seconds on two cores."""


def default_task(workload: str, device: str) -> str:
    """Return the default task of a ladder: inference on the CPU if the workload supports it, else training."""
    from gpuscope.workloads.workload_table import workload as known

    return "inference" if device == "cpu" and "inference" in known(workload).tasks else "training"


def demo_request(steps: int | None = None) -> tuple[RunSpec, bool]:
    """Return the ladder for this machine, and whether it leads from the CPU to a GPU: training if there is a GPU, else inference.

    Args:
        steps: Measured steps of each run; None to measure for a few seconds.
    """
    from gpuscope.workloads import catalog
    from gpuscope.workloads.capabilities import Capabilities

    length = {} if steps is None else {"steps": steps}
    training = RunSpec(WORKLOAD, device="cuda:0").with_values(length)
    if catalog.refusal(catalog.resolve(training), Capabilities.load()) is None:
        return training, True
    return RunSpec(WORKLOAD, task="inference").with_values(length), False
