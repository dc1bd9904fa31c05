"""RunSpec: validated, frozen, and unchanged by every conversion."""

import dataclasses
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import COMMAND, FIELDS, ResolvedSpec, RunSpec

specs = st.builds(
    RunSpec,
    workload=st.sampled_from(["mnist-mlp", "cifar-cnn", "gemm"]),
    task=st.sampled_from(["training", "inference"]),
    device=st.sampled_from(["cpu", "cuda:0", "cuda:7"]),
    precision=st.sampled_from(["fp64", "fp32", "tf32", "bf16", "fp16"]),
    batch_size=st.none() | st.integers(1, 10**6),
    steps=st.integers(1, 10**6),
    warmup_steps=st.integers(0, 50),
    threads=st.none() | st.integers(1, 64),
    seed=st.integers(0, 2**63 - 1),
    data=st.none() | st.text(st.characters(blacklist_characters="\0", blacklist_categories=["Cs"]), min_size=1, max_size=20),
    options=st.dictionaries(st.sampled_from(["size", "hidden", "dtype"]), st.integers(1, 99) | st.booleans()),
)


@given(specs)
def test_json_and_back_is_the_same_spec(spec: RunSpec) -> None:
    again = RunSpec.from_json(spec.to_json())
    assert again == spec
    assert again.identity() == spec.identity()


def test_specs_of_one_identity_differ_at_most_in_their_seed() -> None:
    spec = RunSpec("mnist-mlp", seed=1)
    assert spec.identity() == spec.with_values({"seed": 2}).identity()
    assert spec.identity() != spec.with_values({"batch_size": 2}).identity()
    assert RunSpec("command", command=("a",)).identity() != RunSpec("command", command=("b",)).identity()


@given(specs)
def test_the_command_line_names_every_value_that_is_not_the_default(spec: RunSpec) -> None:
    arguments = spec.command_line()
    told = {arguments[index - 1] for index in range(3, len(arguments), 2)}
    for field in FIELDS.values():
        value = getattr(spec, field.key)
        assert (field.flag in told) == (value is not None and value != field.default)


def test_a_later_versions_fields_are_ignored() -> None:
    assert RunSpec.from_json({"workload": "gemm", "steps": 7, "tensor_parallel": 8}).steps == 7


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"batch_size": 0}, "Batch size: '0' is too small"),
        ({"batch_size": "many"}, "is not a whole number"),
        ({"batch_size": 1.5}, "is not a whole number"),
        ({"steps": 0}, "Steps: '0' is too small"),
        ({"precision": "fp8"}, "'fp8' is not known"),
        ({"device": "cuda:0,cuda:0"}, "cuda:0 is named twice"),
        ({"device": "cuda:0,cuda:1"}, "runs on one device"),
        ({"device": "tpu"}, "'tpu' is not known"),
        ({"data": "a\0b"}, "NUL"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_words(values: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError) as caught:
        RunSpec("gemm", **values)  # type: ignore[arg-type]
    assert words in caught.value.message
    assert caught.value.hint
    assert caught.value.exit_code == 2


def test_the_warm_up_is_never_longer_than_the_measured_steps() -> None:
    assert RunSpec("gemm", steps=5).warmup_steps == 5
    assert RunSpec("gemm", steps=100, warmup_steps=0).warmup_steps == 0


def test_a_command_needs_words_and_tells_only_them() -> None:
    with pytest.raises(UsageError):
        RunSpec(COMMAND)
    spec = RunSpec(COMMAND, command=("python", "train.py"))
    assert spec.to_json() == {"workload": "command", "command": ["python", "train.py"]}
    assert RunSpec.from_json(spec.to_json()) == spec


def test_unknown_keys_go_to_the_workload_and_known_ones_to_the_field() -> None:
    spec = RunSpec("gemm").with_values({"task": "inference", "size": "512"})
    assert spec.task == "inference"
    assert spec.options == {"size": "512"}


def test_it_cannot_be_changed() -> None:
    spec = RunSpec("gemm", options={"size": 1})
    with pytest.raises(dataclasses.FrozenInstanceError):
        spec.steps = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        spec.options["size"] = 2  # type: ignore[index]


@pytest.mark.parametrize(
    ("key", "most"),
    [("batch_size", "2 147 483 647"), ("steps", "1 000 000 000"), ("threads", "4096"), ("seed", "9 223 372 036 854 775 807")],
)
def test_a_limit_is_told_in_all_its_digits(key: str, most: str) -> None:
    with pytest.raises(UsageError) as refusal:
        FIELDS[key].parse(10**30)
    assert refusal.value.hint == f"The maximum is {most.replace(' ', chr(0x202F))}."


@pytest.mark.parametrize(
    ("spec", "changes"),
    [
        (RunSpec("gemm"), ()),
        (RunSpec("gemm", optimize="channels-last, compile"), ("channels-last", "compile")),
        (RunSpec("gemm", optimize="compile", engine="onnx"), ("compile", "onnx")),
        (RunSpec(COMMAND, command=("true",)), ()),
    ],
)
def test_changes_are_what_torch_does_not_do_of_itself(spec: RunSpec, changes: tuple[str, ...]) -> None:
    assert spec.changes == changes


def test_a_resolved_spec_equals_the_same_values_and_has_a_batch_size() -> None:
    asked = RunSpec("mnist-mlp", batch_size=8, options={"hidden": 4})
    resolved = ResolvedSpec.of(asked)
    assert resolved == asked == RunSpec.from_json(resolved.to_json())
    assert asked == resolved
    assert (resolved.identity(), resolved.command_line()) == (asked.identity(), asked.command_line())
    assert resolved != replace(asked, batch_size=9)
    assert isinstance(replace(resolved, seed=1), ResolvedSpec)
    assert ResolvedSpec.of(asked, batch_size=9).batch_size == 9
    with pytest.raises(UsageError, match="Batch size"):
        ResolvedSpec.of(RunSpec("mnist-mlp"))


@pytest.mark.parametrize(
    ("text", "seconds"), [("10s", 10.0), ("10", 10.0), (" 2 min", 120.0), ("500ms", 0.5), ("1.5s", 1.5), ("1h", 3600.0), (3, 3.0)]
)
def test_a_duration_stands_in_the_place_of_steps(text: object, seconds: float) -> None:
    spec = RunSpec("gemm").with_values({"duration_s": text})
    assert (spec.duration_s, spec.steps, spec.warmup_steps) == (seconds, None, 20)
    assert RunSpec.from_json(spec.to_json()) == spec
    assert spec.command_line() == ["run", "gemm", "--duration", str(seconds)]
    assert RunSpec("gemm", steps=7).with_values({"duration_s": text}).steps is None
    back = spec.with_values({"steps": 7})
    assert (back.duration_s, back.steps) == (None, 7)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"duration_s": "0"}, "Duration: '0' is too small"),
        ({"duration_s": "-1s"}, "Duration: '-1s' is not a time"),
        ({"duration_s": -1}, "Duration: '-1' is too small"),
        ({"duration_s": "soon"}, "Duration: 'soon' is not a time"),
        ({"duration_s": "9999h"}, "Duration: '9999h' is too large"),
        ({"duration_s": "nan"}, "Duration: 'nan' is not a time"),
        ({"duration_s": "2s", "steps": 5}, "both steps and a duration are given"),
    ],
)
def test_a_duration_that_cannot_be_is_refused_in_words(values: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError) as caught:
        RunSpec("gemm").with_values(values)
    assert caught.value.message == words


def test_a_spec_of_an_earlier_version_has_its_steps_and_no_duration() -> None:
    document = {key: value for key, value in RunSpec("gemm", steps=3).to_json().items() if key != "duration_s"}
    assert (RunSpec.from_json(document).steps, RunSpec.from_json(document).duration_s) == (3, None)


def test_the_least_time_is_told_with_its_unit() -> None:
    with pytest.raises(UsageError) as refusal:
        FIELDS["duration_s"].parse(0)
    assert refusal.value.hint == "The minimum is 0.1 s."
