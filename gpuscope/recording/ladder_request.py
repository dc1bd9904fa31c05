"""What a ladder climbs where nobody says it: the defaults of the verb, the page and the demonstration."""

from gpuscope.core.runspec import RunSpec

WORKLOAD = "cifar-cnn"
"""When none is named: each rung has a meaning for it, and a run of it takes seconds on two cores."""


def default_task(workload: str, device: str) -> str:
    """Return the task of a ladder that names none: on the CPU inference where the workload has it, else training."""
    from gpuscope.workloads.workload_table import workload as known

    return "inference" if device == "cpu" and "inference" in known(workload).tasks else "training"


def demo_request(steps: int | None = None) -> tuple[RunSpec, bool]:
    """Return the ladder of this machine, and whether it leads from the CPU to a GPU: training where there is one, else inference.

    Args:
        steps: Measured steps of each run; None for a few seconds of them.
    """
    from gpuscope.workloads import catalog
    from gpuscope.workloads.capabilities import Capabilities

    length = {} if steps is None else {"steps": steps}
    training = RunSpec(WORKLOAD, device="cuda:0").with_values(length)
    if catalog.refusal(catalog.resolve(training), Capabilities.load()) is None:
        return training, True
    return RunSpec(WORKLOAD, task="inference").with_values(length), False
