"""Every bit that is encoded is decoded again; damage is detected."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from gpuscope.storage import codec
from gpuscope.storage.codec import Column
from gpuscope.storage.errors import DamageError
from gpuscope.storage.values import MISSING_BITS

INTEGERS = hnp.arrays(np.int64, st.integers(0, 200), elements=st.integers(-(2**63), 2**63 - 1))
BITS = hnp.arrays(np.uint64, st.integers(0, 200), elements=st.integers(0, 2**64 - 1))
DECIMALS = st.builds(
    lambda whole, decimals: np.array(whole) / 10.0**decimals,
    st.lists(st.integers(-(10**9), 10**9), max_size=200),
    st.integers(0, 9),
)
FEW = st.lists(st.sampled_from([0.0, -0.0, 1 / 3, np.nan, np.inf, -np.inf, 1e308, 5e-324]), max_size=200).map(np.array)
FLOATS = st.one_of(BITS.map(lambda bits: bits.view(np.float64)), DECIMALS, FEW).map(lambda one: one.astype(np.float64))


def none_missing(numbers: NDArray[np.int64] | NDArray[np.float64]) -> Column:
    return Column(numbers, np.zeros(numbers.size, np.bool_))


@settings(deadline=None, max_examples=60)
@given(INTEGERS)
def test_integers_come_back_over_the_whole_range(numbers: NDArray[np.int64]) -> None:
    assert codec.decode_integers(codec.encode_integers(numbers)).tolist() == numbers.tolist()
    found = codec.decode_column(codec.encode_column(none_missing(numbers)))
    assert found.numbers.dtype == np.int64
    assert found.numbers.tolist() == numbers.tolist()


@settings(deadline=None, max_examples=100)
@given(FLOATS, st.randoms(use_true_random=False), st.sampled_from([0.0, 0.1, 0.9, 1.0]))
def test_floats_come_back_bit_by_bit(numbers: NDArray[np.float64], random: "np.random.Generator", share: float) -> None:
    missing = np.array([random.random() < share for _ in numbers], np.bool_)
    blob = codec.encode_column(Column(numbers, missing))
    found = codec.decode_column(blob)
    assert found.missing.tolist() == missing.tolist()
    assert found.numbers.view(np.uint64)[~missing].tolist() == numbers.view(np.uint64)[~missing].tolist()
    out = np.empty(numbers.size)
    codec.decode_floats(blob, out)
    wanted = np.where(missing, np.uint64(MISSING_BITS), numbers.view(np.uint64))
    assert out.view(np.uint64).tolist() == wanted.tolist()


@pytest.mark.parametrize("count", [0, 1, 2, 3, 255, 256, 4097])
def test_stamps_of_every_length_come_back(count: int) -> None:
    rng = np.random.default_rng(count)
    stamps = np.arange(count) * 100_000_000 + rng.integers(0, 50_000, count)
    assert codec.decode_integers(codec.encode_integers(stamps)).tolist() == stamps.tolist()


@pytest.mark.parametrize(
    ("what", "numbers", "bytes_each"),
    [
        ("a constant", np.full(4096, 0.7), 0.03),
        ("a rising counter", np.arange(4096) * 4096, 0.03),
        ("decimals by division", np.round(np.random.default_rng(1).random(4096), 3), 1.5),
        ("decimals by multiplication", np.random.default_rng(1).integers(0, 1000, 4096) * 1e-3, 1.5),
        ("few distinct fractions", np.random.default_rng(1).integers(0, 16, 4096) / 17, 0.7),
        ("stamps at 10 Hz with 30 µs of jitter", np.arange(4096) * 10**8 + np.random.default_rng(1).integers(0, 30_000, 4096), 2.1),
    ],
)
def test_numbers_as_sensors_give_them_become_small(what: str, numbers: NDArray[np.float64], bytes_each: float) -> None:
    assert len(codec.encode_column(none_missing(numbers))) / numbers.size <= bytes_each


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_changed_byte_is_found(place: int, change: int) -> None:
    blob = bytearray(codec.encode_column(none_missing(np.random.default_rng(1).random(64))))
    blob[place % len(blob)] ^= change
    with pytest.raises(DamageError):
        codec.decode_column(bytes(blob))


@pytest.mark.parametrize("cut", [0, 1, 5, 9, 40])
def test_a_cut_blob_is_found(cut: int) -> None:
    blob = codec.encode_integers(np.arange(100) ** 3)
    with pytest.raises(DamageError):
        codec.decode_integers(blob[:cut])


def test_a_later_version_is_named() -> None:
    blob = bytes([9]) + codec.encode_integers(np.arange(4))[1:]
    with pytest.raises(DamageError, match="version 9"):
        codec.decode_integers(blob)


def test_a_blob_of_another_length_than_asked_is_found() -> None:
    blob = codec.encode_column(none_missing(np.arange(4.0)))
    with pytest.raises(DamageError, match="4 numbers where 5 belong"):
        codec.decode_floats(blob, np.empty(5))
    with pytest.raises(DamageError, match="where 3 belong"):
        codec.decode_integers(codec.encode_integers(np.arange(4)), np.empty(3, np.int64))
