"""Kinds of work by the names of operators and kernels."""

import pytest

from gpuscope.profiles.kernel_names import short_kernel_name
from gpuscope.profiles.operator_classes import OperatorClass, kernel_class, operator_class

ELEMENTWISE_KERNEL = (
    "void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<float, float, float, "
    "at::native::binary_internal::MulFunctor<float> > >(at::TensorIteratorBase&)::{lambda(int)#1}>(int, at::native::gpu_kernel_impl_nocast)"
)


@pytest.mark.parametrize(
    ("operator", "kernel", "expected"),
    [
        ("aten::addmm", "", OperatorClass.GEMM),
        ("aten::_scaled_mm", "", OperatorClass.GEMM),
        ("aten::mul", "", OperatorClass.ELEMENTWISE),
        ("aten::where", "", OperatorClass.ELEMENTWISE),
        ("aten::cudnn_convolution", "", OperatorClass.CONVOLUTION),
        ("aten::native_layer_norm_backward", "", OperatorClass.NORMALIZATION),
        ("aten::linalg_vector_norm", "", OperatorClass.REDUCTION),
        ("aten::_flash_attention_forward", "", OperatorClass.ATTENTION),
        ("aten::copy_", "", OperatorClass.COPY),
        ("AddmmBackward0", "", OperatorClass.GEMM),
        ("autograd::engine::evaluate_function: NativeLayerNormBackward0", "", OperatorClass.NORMALIZATION),
        ("Optimizer.step#AdamW.step", "", OperatorClass.OPTIMIZER),
        ("nccl:all_reduce", "", OperatorClass.COLLECTIVE),
        ("MyFunction", "ampere_sgemm_128x64_tn", OperatorClass.GEMM),
        ("Torch-Compiled Region: 0/0", "triton_poi_fused_add_0", OperatorClass.COMPILED),
        ("MyFunction", "", OperatorClass.OTHER),
    ],
)
def test_an_operator_is_of_a_kind(operator: str, kernel: str, expected: OperatorClass) -> None:
    assert operator_class(operator, kernel) is expected


@pytest.mark.parametrize(
    ("kernel", "expected"),
    [
        ("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevComm*, unsigned long, ncclWork*)", OperatorClass.COLLECTIVE),
        ("void rcclGenericKernel<1, false>(ncclDevKernelArgsStorage<4096ul>)", OperatorClass.COLLECTIVE),
        ("triton_poi_fused_all_reduce_wait_tensor_3", OperatorClass.COMPILED),
        ("Cijk_Alik_Bljk_BBS_BH_MT128x128x64", OperatorClass.GEMM),
        ("__amd_rocclr_copyBuffer", OperatorClass.COPY_ENGINE),
        ("__amd_rocclr_fillBufferAligned.kd", OperatorClass.FILL),
        (ELEMENTWISE_KERNEL, OperatorClass.ELEMENTWISE),
    ],
)
def test_a_kernel_is_of_a_kind(kernel: str, expected: OperatorClass) -> None:
    assert kernel_class(kernel) is expected


@pytest.mark.parametrize(
    ("kernel", "short"),
    [
        (ELEMENTWISE_KERNEL, "elementwise_kernel MulFunctor<float>"),
        ("void at::native::(anonymous namespace)::CatArrayBatchedCopy<int, 4>(int*, int)", "CatArrayBatchedCopy<int, 4>"),
        ("Cijk_Alik_Bljk_BBS", "Cijk_Alik_Bljk_BBS"),
        ("attn_fwd.kd", "attn_fwd.kd"),
        ("Memcpy HtoD (Pageable -> Device)", "Memcpy HtoD (Pageable -> Device)"),
        ("", ""),
    ],
)
def test_a_kernels_name_in_short(kernel: str, short: str) -> None:
    assert short_kernel_name(kernel) == short
