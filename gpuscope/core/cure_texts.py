"""Advice for the bottlenecks of runs and captures: the single source of every sentence.

`analysis.bottleneck_cures` determines which changes gpuscope can apply itself, and for which workload; `profiles.rules` uses them as
advice on changing a program.
"""

from collections.abc import Mapping

MORE_WORKERS = "More loading processes prepare batches while steps run."
MORE_PREFETCH = "Prefetching more batches bridges slow ones."
NO_AUGMENTATION = "A run without augmentation shows its share of the wait."
LOADER_ADVICE = "Prepare batches in parallel and ahead of time (num_workers, prefetch_factor of a DataLoader), and do less per sample."
WHOLE_BATCHES = "Index whole batches instead of single samples; a loading process would take about as long to hand a batch over."
HANDOVER_S = 1e-3
"""Waits shorter than this per batch are no longer than a loading process takes to hand a batch over: threshold our own."""
PINNED = "Pinned memory lets the device fetch the data while it computes."
PIN_ADVICE = "Pin batches in memory (pin_memory=True of a DataLoader) and copy them without blocking (non_blocking=True)."
NO_OFFLOAD = "Do not offload if the model fits on the device."
COPY_ADVICE = "Keep reused data on the device, and copy fewer, larger blocks."
LARGER_BATCH = "A larger batch gives each call more to do."
CUDA_GRAPHS = "CUDA graphs launch all kernels of a step with one call."
COMPILE = "Compiling fuses operations into fewer, larger ones."
COMPILE_GRAPHS = "Compiling with CUDA graphs fuses operations and launches them with one call."
COMPILED_KERNEL = "The compiled implementation passes over memory once."
FUSED = "The fused optimizer updates all weights in one call."
ONNX = "Another engine runs the model with less overhead per operation."
SMALL_ADVICE = "Do more work in each call: larger batches, fused operations, a captured graph."
BF16 = "BF16 halves the bytes and lets the tensor cores work."
CHANNELS_LAST = "The channels_last memory format spares convolutions from reordering their input."
COMPUTE_ADVICE = "Only less arithmetic makes it faster: a smaller format, a smaller model, or a faster device."
MEMORY_ADVICE = "Only fewer bytes make it faster: a smaller format, fused operations, data that stays in the cache."
POWER_ADVICE = "Compare energy per sample as well as speed; only an administrator can change the limit (nvidia-smi -pl)."
COOL_ADVICE = "Check cooling, power supply and other load, let the device cool down, and repeat the run."
FP32 = "FP32 runs natively on the device."
NO_DOUBLE = "FP32 halves the bytes and at least halves the arithmetic: keep weights and inputs in FP32 unless the results need FP64."
FORMAT_ADVICE = "Use the format for its range or precision, not for speed, or use a device that computes it at full rate."
QUIET_ADVICE = "Repeat it while nothing else runs."
QUIET_OR_TIME_ADVICE = "Repeat it while nothing else runs, or compare processor time per sample, which other programs hardly affect."
PROFILE = "A profile of ten steps shows which operations take the time, and where the device waits."
PROFILE_ADVICE = "If it uses PyTorch, record it with --profile steps=10:20: a profile shows which operations take the time."
LESS_READING_BACK = "Keep values on the device, and read them back together every few steps."
LESS_WAITING = "Synchronize only where a result is needed, not inside the loop."
LESS_HOST_WORK = "Move this work out of the loop, or into another thread or process: the device waits for it."
LESS_PYTHON = "Vectorize this work, move it out of the loop, or into another process: a capture with stacks names its functions."
SLOWEST_RANK = (
    "Collectives include waiting for the slowest rank, which a profile of all ranks names; beyond that, overlap them with computation."
)
TENSOR_CORES = "TF32 or BF16 lets the tensor cores work."
FP16_CORES = "FP16 lets the tensor cores work."
ONE_SHAPE = "Compile once for all shapes: mark the sizes that change as dynamic, or pad to a few sizes."
KEPT_MEMORY = "Keep memory in the allocator: no empty_cache() in the loop, expandable segments, or a smaller batch."
ONE_FORMAT = "Keep weights and inputs in the format that they are computed in, so that they are converted once."
LATER_STEPS = "It happens once, when a program starts: capture later steps, after a warm-up."
RECORDED_HOST = "Record the calls of the host too, which tell what it did meanwhile."
HIDDEN_COLLECTIVES = "Overlap collectives with computation: larger buckets, fewer synchronizations of gradients, prefetched shards."
ALL_CURES = tuple(text for name, text in vars().items() if name.isupper() and isinstance(text, str))
"""All sentences of advice."""
TITLES: Mapping[str, str] = {
    MORE_WORKERS: "more loading processes",
    MORE_PREFETCH: "more batches ahead",
    NO_AUGMENTATION: "no augmentation",
    PINNED: "pinned memory",
    LARGER_BATCH: "larger batch",
    CUDA_GRAPHS: "CUDA graphs",
    COMPILE: "compiled",
    COMPILE_GRAPHS: "compiled, CUDA graphs",
    COMPILED_KERNEL: "compiled kernel",
    FUSED: "fused optimizer",
    ONNX: "ONNX Runtime",
    BF16: "BF16",
    CHANNELS_LAST: "channels last",
    FP32: "FP32",
    PROFILE: "profile of ten steps",
}
"""Button labels of the changes, by sentence."""
