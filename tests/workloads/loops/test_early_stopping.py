"""A training that ends at an accuracy: when it is reached, whatever the warm-up did, and what is told when it is not."""

from gpuscope.core.event import Log
from gpuscope.probe.channel import Channel
from gpuscope.workloads.loops.training import run_training
from tests.probe.listener import Listener
from tests.workloads.loops.test_loops import Prepare, value


def test_it_ends_at_the_first_test_that_is_good_enough(setting: Prepare, listener: Listener, channel: Channel) -> None:
    found = run_training(
        setting("early-stopping", steps=200, warmup_steps=2, batch_size=32, options={"target_accuracy": 0.4, "test_every": 10})
    )
    channel.close()
    told = [(event.step, event.values["accuracy"]) for event in listener.events() if isinstance(event, Log) and "accuracy" in event.values]
    assert found.window is not None
    assert found.window.steps == 10 * len(told) < 200
    assert [step for step, _ in told] == [2 + 10 * number for number in range(1, len(told) + 1)]
    assert all(accuracy < 0.4 for _, accuracy in told[:-1])
    assert told[-1][1] == value(found, "accuracy") >= 0.4
    assert value(found, "time_to_accuracy") == found.window.seconds


def test_what_was_not_reached_has_no_time(setting: Prepare) -> None:
    found = run_training(setting("early-stopping", steps=5, warmup_steps=0, batch_size=4, options={"target_accuracy": 1, "test_every": 2}))
    assert found.window is not None
    assert found.window.steps == 5
    reason = found.values["time_to_accuracy"].reason
    assert reason is not None
    assert reason.endswith("after 5 steps, and 100.0% was asked for: give it more --steps")
    assert found.values["accuracy"].value is not None


def test_the_warm_up_teaches_nothing(setting: Prepare) -> None:
    def loss(steps: int, warmup_steps: int) -> float:
        options = {"target_accuracy": 1, "test_every": steps}
        one = setting("early-stopping", threads=1, steps=steps, warmup_steps=warmup_steps, batch_size=64, options=options)
        return value(run_training(one), "loss")

    cold, longer = loss(8, 0), loss(16, 0)
    assert abs(loss(8, 8) - cold) < 0.3 * (cold - longer)  # other batches, no other lessons
