"""Rows of events come back; damaged ones are found without first taking the memory that they claim."""

import pytest

from gpuscope.storage.errors import DamageError
from gpuscope.storage.tail import pack_json, unpack_json

DOCUMENTS = ([1, 2, 3], ["abc" * 100, {"x": list(range(200))}], [{"a": number, "t": f"x{number * 7919}"} for number in range(5000)])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(len(document)))
def test_no_flipped_bit_of_a_rows_header_gives_anything_else(document: object) -> None:
    blob = pack_json(document)
    for bit in range(8 * 18):
        flipped = bytearray(blob)
        flipped[bit // 8] ^= 1 << bit % 8
        try:
            assert unpack_json(bytes(flipped)) == document
        except DamageError:
            continue
