import pytest

from gpuscope.core.capture_request import CaptureRequest
from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import COMMAND, RunSpec


@pytest.mark.parametrize(
    ("text", "canonical", "words"),
    [
        ("steps=100:110", "steps=100:110", "steps 100 to 110"),
        (" Steps=0:1 , STACKS , memory ", "steps=0:1,memory,stacks", "steps 0 to 1"),
        ("steps=20000:30000,shapes,flops", "steps=20000:30000", "steps 20000 to 30000"),
        ("time=30s:35s", "time=30s:35s", "30 s to 35 s"),
        ("time=0.5:2min", "time=0.5s:120s", "0.5 s to 120 s"),
        ("time=500ms:1h", "time=0.5s:3600s", "0.5 s to 3600 s"),
        ("time=1.00049:2.0006", "time=1s:2.001s", "1 s to 2.001 s"),
    ],
)
def test_a_request_has_one_spelling(text: str, canonical: str, words: str) -> None:
    request = CaptureRequest.parse(text)
    assert (request.text, request.description) == (canonical, words)
    assert CaptureRequest.parse(request.text) == request


@pytest.mark.parametrize(
    "text",
    [
        "",
        "100:110",
        "steps=100",
        "steps=110:100",
        "steps=5:5",
        "steps=-1:5",
        "steps=1.5:5",
        "steps=1:99999999999999",
        "time=5m:6m",
        "time=:5s",
        "steps=1:2,colour",
        "steps=٣:٤",
        "steps=1:2,",
        "time=0.1ms:0.2ms",
        f"time=0s:{'9' * 400}s",
        f"steps=0:{'0' * 20}{'9' * 20}",
        f"steps=0:{'0' * 5000}1",
    ],
)
def test_what_is_no_request_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        CaptureRequest.parse(text)
    assert "profile" in str(refused.value)


def test_a_spec_without_a_profile_is_stored_as_before() -> None:
    plain = RunSpec("mnist-mlp")
    assert "profile" not in plain.to_json()
    assert "profile" not in RunSpec(COMMAND, command=("true",)).to_json()
    profiled = plain.with_values({"profile": "steps=1:2, shapes"})
    assert profiled.to_json()["profile"] == "steps=1:2"
    assert profiled.identity() != plain.identity()


def test_a_spec_with_a_profile_goes_through_json_and_the_command_line() -> None:
    for spec in (
        RunSpec("mnist-mlp", profile="steps=1:2,stacks"),
        RunSpec(COMMAND, command=("python", "train.py"), profile="time=1s:2s"),
    ):
        assert RunSpec.from_json(spec.to_json()) == spec
        assert ["--profile", spec.profile] == spec.command_line()[-2:] or spec.command_line()[1:4] == ["--profile", spec.profile, "--"]


def test_steps_beyond_the_end_of_a_workload_are_refused_and_those_of_a_command_are_not() -> None:
    RunSpec("mnist-mlp", steps=110, profile="steps=100:110")
    with pytest.raises(UsageError, match="steps 100 to 110 are beyond the run's 109 steps"):
        RunSpec("mnist-mlp", steps=109, profile="steps=100:110")
    RunSpec("mnist-mlp", duration_s=5.0, profile="steps=100000:100001")
    RunSpec(COMMAND, command=("true",), profile="steps=100000:100001")
