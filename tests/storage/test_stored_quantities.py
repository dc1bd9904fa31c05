import math

import pytest

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.storage.records import compact_json
from gpuscope.storage.stored_quantities import StoredQuantities


def stored(**values: Quantity) -> StoredQuantities:
    return StoredQuantities(compact_json({key: value.to_json() for key, value in values.items()}))


def a_quantity(value: float) -> Quantity:
    return Quantity(value, "1", Quality.MEASURED, "a clock")


def test_values_come_alone_in_the_order_asked_for() -> None:
    quantities = stored(loss=a_quantity(math.inf), accuracy=a_quantity(0.5), energy=Quantity.missing("J", "no counter"))
    assert quantities.numbers(("accuracy", "energy", "loss", "power")) == (0.5, None, math.inf, None)


def test_what_is_stored_equals_itself_with_a_nan_in_it() -> None:
    assert stored(loss=a_quantity(math.nan)) == stored(loss=a_quantity(math.nan))
    assert stored(loss=a_quantity(1.0)) != stored(loss=a_quantity(2.0))


def test_equals_a_mapping_of_the_same_quantities() -> None:
    assert stored(loss=a_quantity(1.0)) == {"loss": a_quantity(1.0)}


def test_is_no_document() -> None:
    with pytest.raises(ValueError, match="Expecting value"):
        StoredQuantities("nothing").numbers(("loss",))


def test_a_share_of_a_ceiling_that_the_run_exceeded_is_missing_whoever_stored_it() -> None:
    share = {"value": 2.56, "unit": "1", "quality": "derived", "source": "a product", "uncertainty": None, "reason": None}
    found = StoredQuantities(compact_json({"mfu": share, "throughput": {**share, "unit": "samples/s"}}))
    assert found["mfu"].is_missing
    assert found["mfu"].reason == "2.56 times the ceiling was reached, so it is no ceiling"
    assert found["throughput"].value == 2.56
