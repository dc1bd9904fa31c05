"""The strips of logged values."""

import math

from gpuscope.core.runspec import RunSpec
from gpuscope.gui.run_view.run_strips import MOST, logged_strips, value_keys
from tests.gui.run_view import made_runs


def test_loss_and_accuracy_come_first_and_the_others_as_they_came() -> None:
    data = made_runs.run_data([])
    made_runs.told_values(data, {"grad_norm": 1.0, "accuracy": 0.5, "loss": 2.0}, 1.0, 10)
    assert [strip.key for strip in logged_strips(data)][1:] == ["logged/loss", "logged/accuracy", "logged/grad_norm"]


def test_an_accuracy_is_told_in_per_cent() -> None:
    data = made_runs.run_data([])
    made_runs.told_values(data, {"accuracy": 0.5}, 1.0, 10)
    strip = logged_strips(data)[1].strip({"accuracy": 0.5}, {})
    assert strip.unit == "%"


def test_of_a_thousand_values_the_first_are_drawn() -> None:
    data = made_runs.run_data([])
    made_runs.told_values(data, {f"value_{index}": 1.0 for index in range(1000)}, 1.0, 10)
    assert len(logged_strips(data)) == 1 + MOST


def test_a_name_of_five_kilobytes_is_cut() -> None:
    data = made_runs.run_data([])
    made_runs.told_values(data, {"n" * 5000: 1.0}, 1.0, None)
    assert len(logged_strips(data)[1].title) <= 60


def test_values_that_are_no_numbers_are_values_all_the_same() -> None:
    data = made_runs.run_data([])
    made_runs.told_values(data, {"loss": math.nan}, 1.0, 10)
    (source,) = logged_strips(data)[1].sources
    assert source.curve.is_logged
    assert math.isnan(source.read(data)[1][0])


def test_throughput_is_in_samples_where_their_number_is_known_and_in_steps_else() -> None:
    data = made_runs.run_data(made_runs.training(6.0, 0.05, 64))
    assert logged_strips(data)[0].unit == "samples/s"
    assert logged_strips(made_runs.run_data([], RunSpec("mnist-mlp")))[0].unit == "steps/s"


def test_the_times_of_a_steps_phases_share_a_strip_and_are_no_values_to_choose_from() -> None:
    data = made_runs.run_data([])
    made_runs.told_values(data, {"time_forward": 0.002, "time_data": 0.001, "loss": 2.0}, 1.0, 10)
    templates = logged_strips(data)
    assert [strip.key for strip in templates] == ["throughput", "phases", "logged/loss"]
    strip = templates[1].strip({"time_forward": 0.002, "time_data": 0.001}, {})
    assert strip is not None
    assert [line.partition(": Time that")[0] for line in strip.help.splitlines()] == [curve.label for curve in strip.curves]
    assert [(curve.label, strip.unit) for curve in strip.curves] == [("data", "ms"), ("forward", "ms")]
    assert value_keys(data.logged_keys()) == ("loss",)


def test_what_ranks_tell_shares_a_strip_a_metric_with_a_curve_each() -> None:
    data = made_runs.run_data([])
    told = {"loss": 2.0, "loss rank 10": 2.5, "loss rank 1": 2.2, "throughput rank 1": 5.0, "loss rank 0": 1.8, "throughput rank 0": 6.0}
    made_runs.told_values(data, told | {"time_forward rank 1": 0.1, "grad_norm rank 1": 3.0}, 1.0, 10)
    templates = logged_strips(data)
    assert [strip.key for strip in templates] == ["throughput", "logged/loss", "ranks/throughput", "ranks/loss"]
    assert templates[2].unit == "samples/s"
    assert templates[3].title == "Loss by rank"
    assert [source.curve.label for source in templates[3].sources] == ["rank 0", "rank 1", "rank 10"]
    assert [source.read(data)[1].tolist() for source in templates[3].sources] == [[1.8], [2.2], [2.5]]
    assert value_keys(data.logged_keys()) == ("loss",)
