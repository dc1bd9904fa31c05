"""Labels of recorded settings and facts, and their values as text; no surface shows a raw key."""

from gpuscope.core import figures
from gpuscope.core.device import device_of_fact
from gpuscope.core.runspec import COMMAND_OPTIONS, FIELDS

ENVIRONMENT = "environment."
"""Prefix of the keys of environment facts."""
LABELS = {
    "workload": "Workload",
    "command": "Command",
    "program": "Program",
    "environment.host": "Machine",
    "environment.steps_kind": "Steps are",
    "environment.shared_device": "Device shared with",
    "environment.cpu": "Processor",
    "environment.os": "Operating system",
    "environment.gpuscope": "gpuscope",
    "environment.torch": "torch",
    "environment.cuda": "CUDA",
    "environment.git_commit": "Commit",
    "environment.git_dirty": "Uncommitted changes",
    "environment.git_changes": "Uncommitted edits",
    "environment.script": "Script",
    "environment.memory_bytes": "Main memory",
    "environment.kernel": "OS kernel",
    "environment.cpu_cores": "Processor cores",
    "environment.cpu_threads": "Hardware threads",
    "environment.cpu_threads_allowed": "Hardware threads allowed",
    "environment.python": "Python",
    "environment.command": "Command line",
    "environment.working_folder": "Working folder",
    "environment.started": "Started",
    "environment.threads": "Compute threads",
    "environment.device_uuid": "Device UUID",
    "environment.worker": "Process at the start",
    "environment.operations_per_step": "FLOP per step",
    "environment.data_set": "Data set",
    "environment.training_samples": "Training samples",
    "environment.held_out_samples": "Held-out samples",
    "environment.parameters": "Parameters",
    "environment.arithmetic": "Arithmetic",
    "environment.arithmetic_reason": "Arithmetic, reason",
    "environment.steps_timed_every": "Interval of timed steps",
    "environment.recorder.output_bytes": "Recorded output",
    "environment.recorder.helper_cpu_time_s": "CPU time of the sensor helper, s",
    "environment.recorder.power_hz": "Power readings, Hz",
    "environment.recorder.profile": "Profile",
    "environment.recorder.long_steps": "Long steps",
    "environment.recorder.python_with_torch": "Python that has torch",
    "environment.git_reason": "Why no commit is known",
    "environment.packages_reason": "Why no packages are listed",
    "environment.plan": "Plan",
    "environment.plan.item": "Place in the plan",
    "environment.engine_conversion_s": "Conversion by the engine, s",
    "environment.engine_providers": "Engine providers",
    "environment.engine_version": "Engine version",
    "environment.calibration_samples": "Calibration samples",
    "environment.weight_bits": "Bits per weight",
    "environment.engine_conversion": "Conversion by the engine",
    "environment.power_source": "Power source",
    "environment.stepping": "Process whose steps count",
    "environment.steady": "Steady when measured",
    "environment.bytes_per_step": "Bytes per step",
    "environment.ceiling_flops": "Ceiling of FLOP/s",
    "environment.ceiling_bandwidth": "Ceiling of the bandwidth",
    "environment.device_uuids": "Device UUIDs",
    "environment.opencl_device": "OpenCL device",
    "environment.opencl_version": "OpenCL version",
    "environment.compute_capability": "Compute capability",
    "environment.computed_in": "Computed in",
    "environment.cudnn": "cuDNN",
    "environment.cudnn_deterministic": "cuDNN deterministic",
    "environment.device_name": "Device name",
    "environment.layers_by_rank": "Layers by rank",
    "environment.products_per_step": "Products per step",
    "environment.size": "Size",
    "environment.sparse_layers": "Sparse layers",
    "environment.sparse_layers_reason": "Sparse layers, reason",
    "environment.split_layers": "Split layers",
    "environment.torchao": "torchao",
    "environment.zero_weights": "Zero weights",
    "hidden": "Hidden units",
    "pretrain_steps": "Training before inference",
    "target_accuracy": "Accuracy to reach",
    "test_every": "Steps between tests",
    "workers": "Loading processes",
    "prefetch": "Batches ahead",
    "pinned": "Pinned memory",
    "filter": "Filter size",
    "memory": "Main memory",
    "overlap": "Compute during the copy",
}
"""Labels by key; those of a workload's options without prefix, as the catalogue has them, since importing it takes 60 ms."""

_OF_DEVICES = {
    "name": "name",
    "driver_version": "driver version",
    "cuda_driver_version": "CUDA version of the driver",
    "power_limit": "power limit",
    "idle_bare_w": "idle power (bare)",
    "idle_bare_uncertainty_w": "idle power (bare), uncertainty",
    "idle_context_w": "idle power (context)",
    "idle_context_uncertainty_w": "idle power (context), uncertainty",
}
"""Labels of the facts of one device, which follow its key."""
_UNITS = {"bytes_per_step": "B", "ceiling_flops": "FLOP/s", "ceiling_bandwidth": "B/s"}


def fact_label(key: str) -> str:
    """Return the label of an environment fact by its key without prefix: "Main memory" for ``memory_bytes``."""
    return setting_label(f"{ENVIRONMENT}{key}")


def setting_label(key: str) -> str:
    """Return the label of a recorded setting or fact: "Batch size" for ``batch_size``, "torch" for ``environment.torch``."""
    if key in LABELS:
        return LABELS[key]
    if key.startswith("-"):  # an option of a command
        return key
    name = key.removeprefix(ENVIRONMENT)
    if name in FIELDS:
        return FIELDS[name].label
    option = name.removeprefix("options.")
    if option in COMMAND_OPTIONS:
        return COMMAND_OPTIONS[option].label
    if option in LABELS:
        return LABELS[option]
    label = name.removeprefix("options.").removeprefix("packages.").removeprefix("variables.")
    if label.isupper() or "packages." in name or "variables." in name:
        return label
    if device := device_of_fact(label):  # keep a device's key unchanged: "gpu:0 power limit"
        rest = label.removeprefix(f"{device}.")
        return f"{device} {_OF_DEVICES.get(rest, rest.replace('_', ' '))}"
    spaced = label.replace("_", " ").replace(".", " ")
    return figures.capitalized(spaced)


def setting_value(key: str, value: object) -> str:
    """Return a recorded value as shown; durations, sizes, powers and ceilings have their unit, which a measured time has in its label."""
    if key in FIELDS and FIELDS[key].unit == "s":
        return f"{figures.setting(value)} s"
    if isinstance(value, list | tuple):
        return ", ".join(map(figures.setting, value))
    if key.endswith("_s") and isinstance(value, float):
        return figures.significant(value)
    unit = "B" if key.endswith("_bytes") else _UNITS.get(key.removeprefix(ENVIRONMENT), "")
    if device_of_fact(key.removeprefix(ENVIRONMENT)) and key.endswith((".power_limit", "_w")):
        unit = "W"
    return figures.figure(value, unit) if unit and isinstance(value, int | float) else figures.setting(value)
