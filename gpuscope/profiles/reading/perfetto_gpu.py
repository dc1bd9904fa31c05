"""What GPUs did, in Perfetto's own traces: `GpuRenderStageEvent`, whose names are interned by sequence.

Numbers of fields are those of ``protos/perfetto/trace/gpu`` in google/perfetto. Drivers of mobile GPUs write their render stages so, and
producers for CUDA and HIP their kernels, with the sizes of the launch.
"""

from dataclasses import dataclass, field

from gpuscope.profiles.reading.protobuf import Fields, messages, number, text

SUBMISSION = 1
"""Added to the number of a stage, which may be 0, to make the id by which it and its submission name each other."""
_CORRELATION = 3000
"""Extension of a track event: the stages that it submitted."""
_SPECIFICATION, _KERNEL = 24, 1000
_UNKNOWN_SIZE = (-1, -1, -1)
_PREFIXES = {"Memcpy": "gpu_memcpy", "Memset": "gpu_memset"}
"""Of stages that are no kernels, by the names that Kineto gives them."""


@dataclass(slots=True)
class GpuNames:
    """Names that a sequence has told: of queues and stages, and of kernels."""

    specifications: dict[int, str] = field(default_factory=dict)
    kernels: dict[int, str] = field(default_factory=dict)

    def add(self, interned: Fields) -> None:
        """Take over what a packet tells."""
        self.specifications.update((number(entry, 1), text(entry, 2)) for entry in messages(interned, _SPECIFICATION))
        self.kernels.update((number(entry, 1), text(entry, 3) or text(entry, 2)) for entry in messages(interned, _KERNEL))


def stage_name(stage: Fields, names: GpuNames, events: dict[int, str]) -> str:
    """Return what a stage is called: the kernel's name before its own, and that before its kind's."""
    if kernel := names.kernels.get(number(stage, 19)):
        return kernel
    return text(stage, 17) or events.get(number(stage, 20), "") or names.specifications.get(number(stage, 14), "") or "render stage"


def gpu_category(name: str) -> str:
    """Return what Kineto calls a stage of that name: a kernel, or a copy or fill by their names."""
    return next((category for prefix, category in _PREFIXES.items() if name.startswith(prefix)), "kernel")


def launch_sizes(stage: Fields) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return blocks and threads of a block in x, y and z; -1 where they are not told."""
    for launch in messages(stage, 21):
        return _size(launch, 1), _size(launch, 2)
    return _UNKNOWN_SIZE, _UNKNOWN_SIZE


def _size(launch: Fields, key: int) -> tuple[int, int, int]:
    return next(((number(size, 1, 1), number(size, 2, 1), number(size, 3, 1)) for size in messages(launch, key)), _UNKNOWN_SIZE)


def submitted(event: Fields) -> int | None:
    """Return the id of the first stage that a track event submitted; None where it submitted none."""
    for correlation in messages(event, _CORRELATION):
        if correlation.get(1):
            return number({1: correlation[1][:1]}, 1) + SUBMISSION
    return None
