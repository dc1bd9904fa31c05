"""Quantities: a missing quantity has a reason, and is never zero by accident."""

import json
import math

import pytest

from gpuscope.core.quantity import Quality, Quantity


def test_json_and_back() -> None:
    one = Quantity(3.5, "W", Quality.MEASURED, "NVML", 0.2, None)
    assert Quantity.from_json(json.loads(json.dumps(one.to_json()))) == one


def test_a_missing_one_has_a_reason_and_no_value() -> None:
    missing = Quantity.missing("J", "no counter")
    assert missing.is_missing
    assert missing.to_json()["value"] is None
    with pytest.raises(ValueError, match="says why"):
        Quantity(None, "J", Quality.MISSING, "")
    with pytest.raises(ValueError, match="no value"):
        Quantity(0.0, "J", Quality.MISSING, "", reason="x")
    with pytest.raises(ValueError, match="no value"):
        Quantity(None, "J", Quality.MEASURED, "")


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_is_null_with_a_tag(value: float) -> None:
    document = Quantity(value, "1", Quality.MEASURED, "loss").to_json()
    assert document["value"] is None
    text = json.dumps(document, allow_nan=False)
    again = Quantity.from_json(json.loads(text)).value
    assert again is not None
    assert repr(again) == repr(value)


def test_what_is_no_quantity_is_refused() -> None:
    with pytest.raises(ValueError, match="not a quantity"):
        Quantity.from_json({"value": 1})
