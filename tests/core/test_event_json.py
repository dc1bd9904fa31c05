"""Events: they are received as they were sent, and garbage is rejected."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuscope.core.errors import EventError
from gpuscope.core.event import End, Event, Gap, Hello, Log, Phase, Result, Sample, Samples, Steps, Table
from gpuscope.core.event_json import decode, decode_each, encode

stamps = st.integers(0, 2**63 - 1)
numbers = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False)
texts = st.text(max_size=20)
cells = st.none() | numbers.filter(math.isfinite) | texts
readings = st.lists(
    st.tuples(st.integers(0, 2**62), st.integers(0, 2**40), st.lists(st.none() | numbers, min_size=2, max_size=2)), min_size=1, max_size=4
)


def successive(call: str, told: list[tuple[int, int, list[float | int | None]]]) -> Samples:
    before = tuple(one[0] for one in told)
    return Samples(call, before, tuple(one[0] + one[1] for one in told), tuple(tuple(one[2]) for one in told))


events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Hello, role=texts, pid=stamps, t_ns=stamps, info=st.dictionaries(texts, st.integers() | texts, max_size=3)),
    st.builds(Sample, call=texts, before_ns=stamps, after_ns=stamps, values=st.lists(st.none() | numbers, max_size=5).map(tuple)),
    st.builds(successive, texts, readings),
    st.builds(Steps, pid=stamps, first=stamps, stamps_ns=st.lists(stamps, max_size=5).map(tuple)),
    st.builds(Phase, name=texts, t_ns=stamps, step=st.none() | stamps),
    st.builds(Log, t_ns=stamps, level=texts, text=texts, values=st.dictionaries(texts, st.floats(allow_nan=False), max_size=3)),
    st.builds(Result, t_ns=stamps, values=st.dictionaries(texts, texts, max_size=2)),
    st.builds(Gap, device=texts, metrics=st.lists(texts, max_size=2).map(tuple), start_ns=stamps, end_ns=st.none() | stamps, reason=texts),
    st.builds(
        Table, device=texts, name=texts, t_ns=stamps, rows=st.lists(st.dictionaries(texts, cells, max_size=3), max_size=3).map(tuple)
    ),
    st.builds(End, t_ns=stamps, state=texts, exit_code=st.none() | stamps, reason=st.none() | texts),
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*"etbavcd", "call", "text", "role"]), inner, max_size=5),
    max_leaves=12,
)


@given(events)
def test_what_is_sent_is_what_arrives(event: Event) -> None:
    assert decode(json.loads(json.dumps(encode(event), allow_nan=False))) == event


def test_nan_and_infinities_travel_in_valid_json() -> None:
    sent = Sample("c", 1, 2, (math.nan, math.inf, -math.inf, None, 1.5))
    got = decode(json.loads(json.dumps(encode(sent), allow_nan=False)))
    assert isinstance(got, Sample)
    assert math.isnan(got.values[0])  # type: ignore[arg-type]
    assert got.values[1:] == (math.inf, -math.inf, None, 1.5)


@given(anything, st.sampled_from(["hello", "sample", "samples", "steps", "phase", "log", "result", "gap", "table", "end", "x", 7, None]))
def test_garbage_is_an_event_error_and_nothing_else(document: object, kind: object) -> None:
    if isinstance(document, dict):
        document = {**document, "e": kind}
    try:
        decode(document)
    except EventError:
        pass


@pytest.mark.parametrize(
    "spoilt",
    [
        {"b": []},
        {"b": [1], "d": [1]},
        {"d": [1, 2, 3]},
        {"b": [1, "2"]},
        {"b": [1, True]},
        {"b": [1, 2**63]},
        {"b": [1, 2**63 - 1]},
        {"v": [[1], [1, 2]]},
        {"v": []},
        {"d": [0.5, 1]},
        {"v": [[1], "x"]},
        {"v": 1},
    ],
    ids=str,
)
def test_successive_samples_need_two_stamps_each(spoilt: dict[str, object]) -> None:
    document = encode(Samples("c", (1, 3), (2, 4), ((1.0,), (2.0,))))
    assert decode(document) == Samples("c", (1, 3), (2, 4), ((1.0,), (2.0,)))
    with pytest.raises(EventError):
        decode({**document, **spoilt})


def test_successive_samples_come_apart_into_single_ones() -> None:
    document = encode(Samples("c", (1, 3), (2, 4), ((1.0, None), (math.inf, 7))))
    assert list(decode_each(document)) == [Sample("c", 1, 2, (1.0, None)), Sample("c", 3, 4, (math.inf, 7))]
    assert list(decode_each(encode(Phase("load", 1)))) == [Phase("load", 1)]


def test_samples_keep_the_text_that_they_came_as_and_are_the_same_without_it() -> None:
    for sent in (Sample("c", 1, 2, (1.5,)), Samples("c", (1, 3), (2, 4), ((1.0,), (2.0,)))):
        text = json.dumps(encode(sent))
        got = decode(json.loads(text), text)
        assert isinstance(got, Sample | Samples)
        assert (got, got.text) == (sent, text)


def test_unknown_fields_are_ignored() -> None:
    assert decode({**encode(Phase("measured", 5, 1)), "colour": "red"}) == Phase("measured", 5, 1)


def test_a_newer_protocol_is_refused() -> None:
    with pytest.raises(EventError, match="newer"):
        decode(encode(Hello("workload", 1, 2, {}, version=99)))
