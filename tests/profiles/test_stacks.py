"""The flame graph merges equal paths, and gives each its host time and the device time that it launched."""

from pathlib import Path

import pytest

from gpuscope.profiles.stacks import FlameGraph
from tests.profiles.made import Event, kernel, launch, made_profile, operator
from tests.profiles.recorded import WITH_OPERATORS, recorded_profile


def call(name: str, ts: float, dur: float) -> Event:
    """Return a Python function call."""
    return operator(name, ts, dur, {"Python id": 1, "Python parent id": None}) | {"cat": "python_function"}


def nodes(graph: FlameGraph) -> dict[str, int]:
    return {" / ".join(graph.path(node)[1:]): node for node in range(len(graph))}


def test_equal_paths_are_one_node(tmp_path: Path) -> None:
    events = [call("main", 0, 100)]
    for number in range(2):
        begin = 10 + 40 * number
        events += [call("forward", begin, 30), operator("aten::mm", begin + 5, 20), launch(number + 1, begin + 6)]
        events += [kernel("gemm", number + 1, begin + 50, 7)]
    graph = made_profile(tmp_path, events).flame_graph
    node = nodes(graph)["main / forward / aten::mm"]
    assert (graph.calls[node], graph.host_ns[node], graph.self_host_ns[node], graph.device_ns[node]) == (2, 40_000, 38_000, 14_000)
    forward = nodes(graph)["main / forward"]
    assert (graph.host_ns[forward], graph.self_host_ns[forward], graph.device_ns[forward]) == (60_000, 20_000, 14_000)


def test_children_stand_side_by_side_inside_their_parent(tmp_path: Path) -> None:
    events = [call("main", 0, 100), call("a", 0, 20), call("b", 30, 50), call("c", 40, 10)]
    graph = made_profile(tmp_path, events).flame_graph
    starts, _ = graph.layout_ns(graph.host_ns)
    place = {label: int(starts[node]) for label, node in nodes(graph).items()}
    assert place == {"": 0, "main": 0, "main / b": 0, "main / a": 50_000, "main / b / c": 0}


@pytest.mark.parametrize("name", WITH_OPERATORS)
def test_all_device_time_of_the_capture_is_in_the_graph(name: str) -> None:
    profile = recorded_profile(name)
    graph = profile.flame_graph
    launched = profile.trace.device_work.slice[~profile.tree.is_foreign]
    assert graph.device_ns[graph.depth == 0].sum() == profile.trace.slices.duration_ns[launched].sum()
    assert (graph.self_host_ns <= graph.host_ns).all()
    inner = graph.parent >= 0
    starts, widths = graph.layout_ns(graph.host_ns)
    assert (starts[inner] >= starts[graph.parent[inner]]).all()
    assert ((starts + widths)[inner] <= (starts + widths)[graph.parent[inner]]).all()
    assert widths.sum() > 0.98 * graph.host_ns.sum()
