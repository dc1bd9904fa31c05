"""GPU work in Perfetto's native traces: `GpuRenderStageEvent`, whose names are interned per sequence.

Field numbers are those of ``protos/perfetto/trace/gpu`` in google/perfetto. Drivers of mobile GPUs write their render stages this way, and
producers for CUDA and HIP their kernels, with launch dimensions.
"""

from dataclasses import dataclass, field

from gpuscope.profiles.reading.protobuf import Fields, messages, number, text

SUBMISSION = 1
"""Added to the number of a stage, which may be 0, to form the id that links it to its submission."""
_CORRELATION = 3000
"""Extension field of a track event: the stages that it submitted."""
_SPECIFICATION, _KERNEL = 24, 1000
"""Fields of a sequence's interned data: the names of stages, and of kernels."""
_UNKNOWN_SIZE = (-1, -1, -1)
_PREFIXES = {"Memcpy": "gpu_memcpy", "Memset": "gpu_memset"}
"""Kineto's categories of stages that are not kernels, by the prefix of their names."""


@dataclass(slots=True)
class GpuNames:
    """The interned names of a sequence: of queues and stages, and of kernels."""

    specifications: dict[int, str] = field(default_factory=dict)
    kernels: dict[int, str] = field(default_factory=dict)

    def add(self, interned: Fields) -> None:
        """Add the interned names of a packet."""
        self.specifications.update((number(entry, 1), text(entry, 2)) for entry in messages(interned, _SPECIFICATION))
        self.kernels.update((number(entry, 1), text(entry, 3) or text(entry, 2)) for entry in messages(interned, _KERNEL))


def stage_name(stage: Fields, names: GpuNames, events: dict[int, str]) -> str:
    """Return the name of a stage: that of its kernel, else its own, else that of its kind."""
    if kernel := names.kernels.get(number(stage, 19)):
        return kernel
    return text(stage, 17) or events.get(number(stage, 20), "") or names.specifications.get(number(stage, 14), "") or "render stage"


def gpu_category(name: str) -> str:
    """Return Kineto's category for a stage of that name: copy or fill by its prefix, else kernel."""
    return next((category for prefix, category in _PREFIXES.items() if name.startswith(prefix)), "kernel")


def launch_sizes(stage: Fields) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return blocks, and threads per block, in x, y and z; -1 if they are not recorded."""
    for launch in messages(stage, 21):
        return _size(launch, 1), _size(launch, 2)
    return _UNKNOWN_SIZE, _UNKNOWN_SIZE


def _size(launch: Fields, key: int) -> tuple[int, int, int]:
    return next(((number(size, 1, 1), number(size, 2, 1), number(size, 3, 1)) for size in messages(launch, key)), _UNKNOWN_SIZE)


def submitted(event: Fields) -> int | None:
    """Return the id of the first stage that a track event submitted; None if it submitted none."""
    for correlation in messages(event, _CORRELATION):
        if correlation.get(1):
            return number({1: correlation[1][:1]}, 1) + SUBMISSION
    return None
