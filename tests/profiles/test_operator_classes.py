"""Work classes from the names of operators and kernels."""

from pathlib import Path

import pytest

from gpuscope.profiles.flame_rows import FlameRows
from gpuscope.profiles.kernel_names import short_kernel_name
from gpuscope.profiles.lanes import trace_lanes
from gpuscope.profiles.operator_classes import OperatorClass, kernel_class, operator_class
from tests.profiles.made import annotation, kernel, launch, made_profile, operator

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
        ("_C::rotary_embedding", "", OperatorClass.ELEMENTWISE),
        ("_C::silu_and_mul", "", OperatorClass.ELEMENTWISE),
        ("aten::embedding", "", OperatorClass.INDEXING),
        ("record_param_comms", "", OperatorClass.COLLECTIVE),
        ("fsdp::all_gather_copy_in", "", OperatorClass.COPY),
        ("fsdp::split_with_sizes_copy", "", OperatorClass.COPY),
        ("fsdp::chunk_cat", "", OperatorClass.COPY),
        ("_LayerNormLinear", "nvjet_tst_192x192_64x4_2x1_v_bz_coopB_TNT", OperatorClass.GEMM),
        ("_LayerNormLinear", "void transformer_engine::normalization::rmsnorm_fwd_tuned_kernel<T>", OperatorClass.NORMALIZATION),
        ("autograd::engine::evaluate_function: _LayerNormMLPBackward", "nvjet_tst_192x192_64x4_NNT", OperatorClass.GEMM),
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
        ("__amd_rocclr_copyBuffer.kd", OperatorClass.COPY_ENGINE),
        ("__amd_rocclr_fillBufferAligned.kd", OperatorClass.FILL),
        (ELEMENTWISE_KERNEL, OperatorClass.ELEMENTWISE),
        ("nvjet_tst_192x192_64x4_2x1_v_bz_coopB_TNT", OperatorClass.GEMM),
        ("void cublasLt::splitKreduce_kernel<32, 16, int, float, __nv_bfloat16>", OperatorClass.GEMM),
        ("void gemv2T_kernel_val<int, int, float, float, float, float, 128, 16, 4, 4, false>", OperatorClass.GEMM),
        ("void ck::kernel_gemm_xdl_cshuffle_v3<ck::GridwiseGemm_xdl_cshuffle_v3>", OperatorClass.GEMM),
        ("void wvSplitK_hf_sml_<__hip_bfloat16, 64, 4, 16, 8, 4, 1>", OperatorClass.GEMM),
        ("triton_tem_fused_addmm_3", OperatorClass.GEMM),
        ("fused_moe_kernel", OperatorClass.GEMM),
        ("cudnn_ampere_scudnn_128x64_relu_xregs_large_nn_v1", OperatorClass.CONVOLUTION),
        ("sm80_xmma_fprop_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nchw_tilesize128x128x16_kernel_cudnn", OperatorClass.CONVOLUTION),
        ("void implicit_convolve_sgemm<float, float, 128, 5, 5, 3, 3, 3, 1, false, true, true>", OperatorClass.CONVOLUTION),
        ("miopenSp3AsmConv_v30_3_1_gfx9_fp32_f2x3_stride1", OperatorClass.CONVOLUTION),
        ("igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt256x128x32", OperatorClass.CONVOLUTION),
        ("Im2d2Col", OperatorClass.CONVOLUTION),
        ("MIOpenBatchNormFwdTrainSpatialNorm", OperatorClass.NORMALIZATION),
        ("void at::native::(anonymous namespace)::cuComputeGradInput<float>", OperatorClass.NORMALIZATION),
        ("void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 128, 4, false>>", OperatorClass.ATTENTION),
        ("fmha_cutlassF_bf16_aligned_64x64_rf_sm80(PyTorchMemEffAttention::AttentionKernel)", OperatorClass.ATTENTION),
        ("cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_6_128x128x64", OperatorClass.ATTENTION),
        ("attn_fwd.kd", OperatorClass.ATTENTION),
        ("triton_tem_fused_flex_attention_0", OperatorClass.ATTENTION),
        ("triton_per_fused_native_layer_norm_2", OperatorClass.COMPILED),
        ("void at::native::sbtopk::gatherTopK<float>", OperatorClass.SORT),
        ("nvshmemi_transfer_kernel", OperatorClass.COLLECTIVE),
        ("void vllm::cross_device_reduce_1stage<__hip_bfloat16, 8>", OperatorClass.COLLECTIVE),
        ("reshape_and_cache_flash_kernel", OperatorClass.COPY),
        ("void vllm::rotary_embedding_kernel<c10::BFloat16, true>", OperatorClass.ELEMENTWISE),
        ("_fwd_grouped_kernel_stage1", OperatorClass.ATTENTION),
        ("void flashinfer::BatchPrefillWithRaggedKVCacheKernel<T>", OperatorClass.ATTENTION),
        ("void flashinfer::BatchDecodeWithPagedKVCacheKernel<T>", OperatorClass.ATTENTION),
        ("void flashinfer::PersistentVariableLengthMergeStatesKernel<8u, 16u>", OperatorClass.ATTENTION),
        ("void flashinfer::BatchPrefillWithPagedKVCacheKernel<cutlass::flashinfer_attention>", OperatorClass.ATTENTION),
        ("void flashinfer::norm::FusedAddRMSNormKernel<8u, __nv_bfloat16>", OperatorClass.NORMALIZATION),
        ("_ZN10flashinfer4norm21FusedAddRMSNormKernelILj8E13__nv_bfloat16EEvPT0_", OperatorClass.NORMALIZATION),
        ("void flashinfer::BatchQKApplyRotaryPosIdsCosSinCacheKernel<true, 128u>", OperatorClass.ELEMENTWISE),
        ("void flashinfer::activation::act_and_mul_kernel<__nv_bfloat16>", OperatorClass.ELEMENTWISE),
        ("void flashinfer::AppendPagedKVCacheKernel<128u, 8u>", OperatorClass.COPY),
        ("void flashinfer::sampling::TopKTopPSamplingFromProbKernel<1024u>", OperatorClass.RANDOM),
        ("_ZN10flashinfer8sampling30TopKTopPSamplingFromProbKernelILj1024EEEvPT_", OperatorClass.RANDOM),
        ("void flashinfer::gemm::SegmentGEMMKernel<T>", OperatorClass.GEMM),
        ("void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<T>", OperatorClass.COLLECTIVE),
        ("_ZN5aiter37pa_bf16_pertokenFp8_gqa8_2tg_4w_uhipE", OperatorClass.ATTENTION),
        ("_bwd_preprocess_do_o_dot", OperatorClass.ATTENTION),
        ("void sgl_kernel::fp8_blockwise_scaled_mm", OperatorClass.GEMM),
        ("void machete::prepacked_layout_kernel<T>", OperatorClass.GEMM),
        ("_ZN7ck_tile6kentryILi1ENS_12FlatmmKernelE", OperatorClass.GEMM),
        ("void at::native::(anonymous namespace)::chunk_cat_cuda_kernel<float, c10::BFloat16>", OperatorClass.COPY),
        ("void at::native::split_with_sizes_copy_out_contiguous_no_cast_kernel<T>", OperatorClass.COPY),
        ("aiter::pa_bf16_noquant_gqa", OperatorClass.ATTENTION),
        ("micro_sdpa", OperatorClass.ATTENTION),
        ("void wvSpltK_hf_sml_<__hip_bfloat16>", OperatorClass.GEMM),
        ("void LLMM1_kernel<c10::Half, 4>", OperatorClass.GEMM),
        ("triton_bmm_3", OperatorClass.GEMM),
        ("bmm_E4m3_E4m3E4m3_Fp32_t128x16x128", OperatorClass.GEMM),
        ("void vllm::dynamic_per_token_scaled_fp8_quant_kernel", OperatorClass.COPY),
        ("MEMORY_COPY_HOST_TO_DEVICE", OperatorClass.COPY_ENGINE),
        ("loop_add_fusion_3", OperatorClass.COMPILED),
        ("gemm_fusion_dot_3", OperatorClass.GEMM),
        ("triton_softmax_2", OperatorClass.SOFTMAX),
        ("void at::native::elementwise_kernel_with_index<int, at::native::arange_cuda_out>", OperatorClass.ELEMENTWISE),
        ("void vllm::moe::moe_align_block_size_kernel", OperatorClass.SORT),
        ("void at_cuda_detail::cub::DeviceScanKernel<T>", OperatorClass.REDUCTION),
        ("liger_cross_entropy_kernel", OperatorClass.LOSS),
        ("mori::EpDispatchIntraNodeKernel<bf16>", OperatorClass.COLLECTIVE),
        ("void aiter::add_rmsnorm_quant_kernel", OperatorClass.NORMALIZATION),
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


@pytest.mark.parametrize("marked", [True, False])
def test_operators_on_many_tensors_are_an_optimizer_s_only_where_it_calls_them(marked: bool, tmp_path: Path) -> None:
    """Gradients are clipped by a norm and a product; the optimizer calls the sum twice of three times. Without a mark nobody can tell."""
    calls = (("norm", 0), ("mul_", 20), ("add_", 40), ("add_", 110), ("add_", 130), ("lerp_", 150))
    events = [annotation("Optimizer.step#AdamW.step", 100, 100)] if marked else []
    for number, (name, ts) in enumerate(calls, 1):
        events += [operator(f"aten::_foreach_{name}", ts, 10), launch(number, ts + 1)]
        events.append(kernel("multi_tensor_apply_kernel<X>", number, 300 + 10 * number, 5))
    profile = made_profile(tmp_path, events)
    outside = (OperatorClass.REDUCTION, OperatorClass.ELEMENTWISE) if marked else (OperatorClass.OPTIMIZER,) * 2
    expected = dict(zip(("norm", "mul_", "add_", "lerp_"), (*outside, OperatorClass.OPTIMIZER, OperatorClass.OPTIMIZER), strict=True))
    expected = {f"aten::_foreach_{name}": own for name, own in expected.items()}
    assert {row.name: row.work_class for row in profile.operators} == expected
    assert {row.operator: row.work_class for row in profile.kernels} == expected
    assert {*expected.values()} <= set(FlameRows(profile.flame_graph).tones)
    for lane in trace_lanes(profile.tree).lanes:
        tones = {profile.trace.name_of(index): int(lane.tone[index]) for index in lane.slices}
        assert tones.items() & expected.items() == {(name, tone) for name, tone in expected.items() if name in tones}
    work = profile.trace.device_work.slice
    in_lanes = [int(next(lane.tone[index] for lane in trace_lanes(profile.tree).lanes if index in lane.slices)) for index in work]
    assert in_lanes == [expected[f"aten::_foreach_{name}"] for name, _ in calls]
