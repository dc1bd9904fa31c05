"""Names of kernels that differ only in their middle, or in what a short name leaves out, stay apart in a table."""

import pytest

from gpuscope.profiles.kernel_names import short_kernel_name, short_kernel_names, without_shared_ends

_TAIL = "_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas"


def test_an_end_that_names_of_one_beginning_share_is_left_out_from_a_whole_word() -> None:
    names = [f"sm90_xmma_gemm_bf16bf16_tn_n_tilesize{tile}{_TAIL}" for tile in ("128x128x64", "64x64x64")]
    assert [without_shared_ends(names)[name] for name in names] == [
        "sm90_xmma_gemm_bf16bf16_tn_n_tilesize128x128x64…",
        "sm90_xmma_gemm_bf16bf16_tn_n_tilesize64x64x64…",
    ]


def test_names_stay_whole_if_they_differ_at_their_ends_or_have_none_of_their_beginning() -> None:
    names = [
        "cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_64x3_tn_align2>",
        "cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_bf16_64x64_64x6_tn_align8>",
        "reduce_kernel ReduceOp",
    ]
    assert without_shared_ends([*names, names[2]]) == {name: name for name in names}


def test_a_single_kernel_of_cublas_ends_with_its_tile_sizes_and_two_that_are_launched_otherwise_stay_apart() -> None:
    one, other = (f"sm90_xmma_gemm_tn_n_tilesize128x128x64{tail}" for tail in (_TAIL, _TAIL.replace("_off", "_on")))
    assert without_shared_ends([one, one]) == {one: "sm90_xmma_gemm_tn_n_tilesize128x128x64…"}
    assert len(set(without_shared_ends([one, other]).values())) == 2


def test_a_name_that_is_the_beginning_and_the_end_of_another_keeps_its_beginning() -> None:
    names = ["wide_gemm_kernel_wide_gemm_kernel", "wide_gemm_kernel"]
    shown = without_shared_ends(names)
    assert len(set(shown.values())) == 2
    assert all(one.startswith("wide_gemm_ke") for one in shown.values())


ADD = "void at::native::vectorized_elementwise_kernel<{0}, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> >(int, {1})"
LAMBDA = (
    "void at::native::vectorized_elementwise_kernel<4, at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{{lambda()#3}}"
    "::operator()() const::{{lambda()#{0}}}::operator()() const::{{lambda({1})#1}}, std::array<char*, 2ul> >(int, std::array<char*, 2ul>)"
)
ADDS = "vectorized_elementwise_kernel CUDAFunctor_add<float>"


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ([ADD.format(4, "a"), ADD.format(2, "a")], [f"{ADDS} [4]", f"{ADDS} [2]"]),
        ([ADD.format(4, "a"), ADD.format(4, "b"), ADD.format(2, "b")], [f"{ADDS} [4, a]", f"{ADDS} [4, b]", f"{ADDS} [2, b]"]),
        (
            [LAMBDA.format(7, "float"), LAMBDA.format(9, "c10::BFloat16")],
            [f"vectorized_elementwise_kernel direct_copy_kernel_cuda [{kind}]" for kind in ("float", "BFloat16")],
        ),
        (["void work(int)", "work(float)", "work()"], ["work [int]", "work [float]", "work"]),
        (["work(int)", "void work(int)"], ["work(int)", "void work(int)"]),
        ([ADD.format(4, "a"), "Memset (Device)", ADD.format(4, "a")], [ADDS, "Memset (Device)", ADDS]),
    ],
    ids=["one argument", "several", "types rather than numbers of lambdas", "overloads", "no words", "one kernel twice"],
)
def test_different_kernels_of_one_short_name_show_what_distinguishes_them(names: list[str], shown: list[str]) -> None:
    assert [short_kernel_names(names)[name] for name in names] == shown
    assert len({short_kernel_name(name) for name in names}) < len(set(names)) or len(set(names)) < len(names)
