"""Classes of operators and kernels: the kind of work that a name implies.

The operator's name decides if it is known, since it states the intent; the kernel's name decides if no operator is known or the
operator could be anything (a compiled graph, a custom function).
"""

import re
from enum import IntEnum

import numpy as np

from gpuscope.profiles.trace import Category, Codes, Integers, Trace


class OperatorClass(IntEnum):
    """A kind of work."""

    OTHER = 0
    GEMM = 1
    CONVOLUTION = 2
    ATTENTION = 3
    NORMALIZATION = 4
    ELEMENTWISE = 5
    REDUCTION = 6
    SOFTMAX = 7
    INDEXING = 8
    POOLING = 9
    OPTIMIZER = 10
    COMPILED = 11
    COPY = 12
    """Copies by kernels: casts, layouts, concatenations."""
    COPY_ENGINE = 13
    """Copies by the copy engine, or by a runtime's kernel in its place."""
    FILL = 14
    COLLECTIVE = 15
    SORT = 16
    RANDOM = 17
    LOSS = 18


LABELS = {
    OperatorClass.OTHER: "other work",
    OperatorClass.GEMM: "matrix multiplication",
    OperatorClass.CONVOLUTION: "convolution",
    OperatorClass.ATTENTION: "attention",
    OperatorClass.NORMALIZATION: "normalization",
    OperatorClass.ELEMENTWISE: "elementwise",
    OperatorClass.REDUCTION: "reduction",
    OperatorClass.SOFTMAX: "softmax",
    OperatorClass.INDEXING: "indexing and embedding",
    OperatorClass.POOLING: "pooling and resizing",
    OperatorClass.OPTIMIZER: "optimizer",
    OperatorClass.COMPILED: "compiled elementwise",
    OperatorClass.COPY: "casts and layout",
    OperatorClass.COPY_ENGINE: "copies",
    OperatorClass.FILL: "fills",
    OperatorClass.COLLECTIVE: "collectives",
    OperatorClass.SORT: "sorting",
    OperatorClass.RANDOM: "random numbers",
    OperatorClass.LOSS: "loss",
}
"""The label of each class."""

KEYS = {member: member.name.lower() for member in OperatorClass}
"""The name of each class in documents."""

COLLECTIVE_NAME = re.compile(
    r"nccl|rccl|oneccl|ccl_allreduce|cross_device_reduce|all_?reduce|all_?gather|reduce_?scatter|all_?to_?all|quickreduce|two_shot|one_shot"
    r"|nvshmem|deep_ep|msccl|userbuffers|\bEp(Dispatch|Combine)",
    re.IGNORECASE,
)
"""Names of collective kernels: those of NCCL, RCCL and oneCCL, and custom ones of inference and training engines."""
_COPY_KERNEL = re.compile(r"^(MEMORY_COPY_|__amd_rocclr_copyBuffer)")
"""Copies of the runtime that ROCm before 7.2 records as kernels (TraceLens, ``util.py``)."""
_FILL_KERNEL = re.compile(r"^__amd_rocclr_fillBuffer")

_OPERATOR_RULES: tuple[tuple[str, OperatorClass], ...] = (
    (r"(split_with_sizes|all_gather)_copy|chunk_cat", OperatorClass.COPY),  # before and after FSDP's collectives
    (r"nccl|c10d|all_?reduce|allgather|all_gather|reduce_scatter|alltoall|all_to_all|broadcast_oop|gloo:|mpi:|^record_param_comms$",
     OperatorClass.COLLECTIVE),
    (r"::(norm|linalg_norm|linalg_vector_norm)$", OperatorClass.REDUCTION),
    (r"optimizer|_foreach|_fused_(adam|sgd|adagrad)|_amp_", OperatorClass.OPTIMIZER),
    (r"attention|attn|fmha|sdpa|FlashAttn", OperatorClass.ATTENTION),
    (r"conv(?!ert)|miopen_convolution|mkldnn_convolution|slow_conv", OperatorClass.CONVOLUTION),
    (r"norm(?!al)|NormBackward", OperatorClass.NORMALIZATION),
    (r"::(\w*_)?(addmm|mm|bmm|baddbmm|addbmm|matmul|linear|dot|mv|addmv|addr|einsum|_scaled_mm|mkldnn_linear)\w*|gemm|lstm|_cudnn_rnn|gru",
     OperatorClass.GEMM),
    (r"softmax|logsumexp", OperatorClass.SOFTMAX),
    (r"nll_loss|cross_entropy|mse_loss|_loss", OperatorClass.LOSS),
    (r"pool|upsample|interpolate|grid_sampl", OperatorClass.POOLING),
    (r"rotary|::rope|(silu|gelu\w*)_and_mul", OperatorClass.ELEMENTWISE),  # "rotary_embedding" looks nothing up
    (r"embedding|index|gather|scatter|take|nonzero|masked_select|_unique", OperatorClass.INDEXING),
    (r"dropout|bernoulli|uniform|normal_|rand|multinomial|exponential_", OperatorClass.RANDOM),
    (r"sort|topk|argsort|kthvalue", OperatorClass.SORT),
    (r"::(copy_|_to_copy|to|clone|contiguous|cat|stack|_reshape_alias|repeat|constant_pad|roll|flip|transpose_copy|cudnn_to|pad)$",
     OperatorClass.COPY),
    (r"::(_local_scalar_dense|item|_?pin_memory)$|CatBackward|ToCopy", OperatorClass.COPY),
    (r"::(sum|mean|amax|amin|max|min|any|all|argmax|argmin|prod|cumsum|cumprod|var|std|var_mean|std_mean|norm|count_nonzero|aminmax)$",
     OperatorClass.REDUCTION),
    (r"::(add|sub|rsub|mul|div|pow|neg|abs|sign|exp|log|sqrt|rsqrt|square|reciprocal|sin|cos|erf|floor|ceil|round|remainder|lerp)_?$",
     OperatorClass.ELEMENTWISE),
    (r"::(tanh|sigmoid|silu|gelu|relu|elu|leaky_relu|hardtanh|hardswish|softplus|mish|threshold|clamp|clamp_min|clamp_max|\w+_backward)_?$",
     OperatorClass.ELEMENTWISE),
    (r"::(eq|ne|lt|le|gt|ge|bitwise_\w+|logical_\w+|isnan|isinf|isfinite|maximum|minimum|masked_fill|where|tril|triu)_?$",
     OperatorClass.ELEMENTWISE),
    (r"::(fill|zero|zeros|ones|arange|addcmul|addcdiv)_?$", OperatorClass.ELEMENTWISE),
    (r"^dot(\.\d+)?$", OperatorClass.GEMM),  # here and below: XLA's own on a CPU
    (r"^(?!ynn_|xnn_)\w*fusion(\.\d+)?$", OperatorClass.COMPILED),  # those two may hold products of matrices as well
)  # fmt: skip
_KERNEL_RULES: tuple[tuple[str, OperatorClass], ...] = (
    (r"^triton_(poi|red|per|for|unk)_", OperatorClass.COMPILED),  # their names list all fused operations
    (r"(reshape|concat)_and_cache|Append\w*KVCache|split_with_sizes_copy|chunk_cat", OperatorClass.COPY),
    (r"flash(?!infer(::|\d))|fmha|attn|attention|sdpa|mha_|mla_|With\w*KVCache|MergeState|^_?bwd_kernel_d[kqv]|dot_do_o|do_o_dot",
     OperatorClass.ATTENTION),
    (r"(?<![a-z])pa_(fwd|bf16|fp16|a8w8|decode|ragged)|^_fwd_(grouped_)?kernel", OperatorClass.ATTENTION),
    (r"multi_tensor_apply|adam|sgd_", OperatorClass.OPTIMIZER),
    (r"norm(?!al)|bn_fwd?|bn_bwd?|welford|RowwiseMoments|GammaBeta|cuComputeGradInput", OperatorClass.NORMALIZATION),
    (r"conv(?!ert)|implicit_gemm|igemm_|[wd]grad|fprop|winograd|miopen|Im2d?2?Col|Col2Im|SubTensorOp|batched_transpose|scudnn|cask_cudnn",
     OperatorClass.CONVOLUTION),
    (r"gemm|cublas|cutlass|Cijk_|wmma|gemv|splitKreduce|wvSpli?tK|matmul|nvjet|xmma|dot_kernel|_b?mm_|\bbmm_|scaled_mm|LLMM|flatmm|^triton_tem_\w*mm",
     OperatorClass.GEMM),
    (r"fused_moe|fmoe|marlin|machete", OperatorClass.GEMM),
    (r"softmax", OperatorClass.SOFTMAX),
    (r"nll_loss|cross_entropy|ctc_loss", OperatorClass.LOSS),
    (r"pool|upsample", OperatorClass.POOLING),
    (r"(::|\d)sampling(::|\d)", OperatorClass.RANDOM),  # FlashInfer's
    (r"sort|topk|moe_align", OperatorClass.SORT),
    (r"rotary|rope\b|rope_|elementwise_kernel_with_index", OperatorClass.ELEMENTWISE),  # not embeddings, nor indexing
    (r"index|embedding|gather|scatter|DeviceSelect|DeviceCompact|compute_grad_weight|segment_offset", OperatorClass.INDEXING),
    (r"distribution_|philox|dropout|random", OperatorClass.RANDOM),
    (r"direct_copy|CatArray|copy_kernel|transpose|nchwToNhwc|nhwcToNchw|float16_copy|Memcpy|reorder|quant(?!ile)", OperatorClass.COPY),
    (r"^triton|fusion|^wrapped_", OperatorClass.COMPILED),  # the latter two are XLA's
    (r"reduce|scan_innermost|scan_outer|DeviceScan|moe_sum", OperatorClass.REDUCTION),
    (r"elementwise|Functor|fill|act_and_mul|silu|gelu|swiglu|geglu|masked_scale|triu_tril|lstm_cell|gru_cell", OperatorClass.ELEMENTWISE),
)  # fmt: skip
_OF_SEVERAL_KINDS = re.compile(r"triton|torch-compiled|CompiledFxGraph|CompiledFunction|inductor|LayerNorm(Linear|MLP)", re.IGNORECASE)
"""Operators that launch work of several kinds themselves: compiled graphs, and the fused layers of Transformer Engine."""
_BACKWARD = re.compile(r"(?:autograd::engine::evaluate_function: )?\b(\w+?)Backward\d+$")
"""Autograd nodes: "AddmmBackward0" is classified like addmm."""
_FOR_OPERATORS = tuple((re.compile(pattern, re.IGNORECASE), member) for pattern, member in _OPERATOR_RULES)
_FOR_KERNELS = tuple((re.compile(pattern, re.IGNORECASE), member) for pattern, member in _KERNEL_RULES)
_MOST_CHARACTERS = 400
"""Characters of a name to examine: its start states what a kernel does, and template parameters may continue for thousands."""


def operator_class(operator: str, kernel: str = "") -> OperatorClass:
    """Return the class of an operator.

    Args:
        operator: Its name.
        kernel: The name of a kernel that it launches, for operators whose own name is inconclusive.
    """
    if not _OF_SEVERAL_KINDS.search(operator):
        name = _BACKWARD.sub(r"aten::\1", operator[:_MOST_CHARACTERS])
        for pattern, member in _FOR_OPERATORS:
            if pattern.search(name):
                return member
    return kernel_class(kernel) if kernel else OperatorClass.OTHER


def class_outside_optimizers(operator: str) -> OperatorClass:
    """Return the class of a multi-tensor operator that no optimizer calls: the class of its single-tensor form."""
    one = operator_class(operator.replace("_foreach_", "", 1))
    return OperatorClass.ELEMENTWISE if one == OperatorClass.OTHER else one


def kernel_class(kernel: str) -> OperatorClass:
    """Return the class of a kernel by its name."""
    name = kernel[:_MOST_CHARACTERS]
    if _COPY_KERNEL.match(name):
        return OperatorClass.COPY_ENGINE
    if _FILL_KERNEL.match(name):
        return OperatorClass.FILL
    if COLLECTIVE_NAME.search(name) and not name.startswith("triton_"):  # Triton kernels are named after all fused operations
        return OperatorClass.COLLECTIVE
    return next((member for pattern, member in _FOR_KERNELS if pattern.search(name)), OperatorClass.OTHER)


def kernel_classes(trace: Trace) -> Integers:
    """Return the class of each piece of device work by its own name and category, regardless of operators."""
    slices, work = trace.slices, trace.device_work.slice
    names, inverse = np.unique(slices.name[work], return_inverse=True)
    by_name = np.array([kernel_class(trace.names[name]) for name in names.tolist()], np.int64)
    classes = by_name[inverse] if names.size else np.empty(0, np.int64)
    known = by_category(slices.category[work])
    return np.where(known == OperatorClass.OTHER, classes, known)


def by_category(categories: Codes) -> Integers:
    """Return the class of each piece of device work by its category alone: copies and fills; OTHER for kernels."""
    return np.where(
        categories == Category.COPY,
        np.int64(OperatorClass.COPY_ENGINE),
        np.where(categories == Category.FILL, np.int64(OperatorClass.FILL), np.int64(OperatorClass.OTHER)),
    )
