"""Which points are not worse than another in everything: the Pareto front."""

from collections.abc import Sequence

from gpuscope.core.metric import Better


def pareto_front(points: Sequence[tuple[float, float]], better: tuple[Better, Better]) -> list[int]:
    """Return the places of the points that no other one beats in one value without losing in the other, by their first values.

    Args:
        points: Two finite values each.
        better: Which direction of each is an improvement; without one there is no front.
    """
    if Better.NEITHER in better:
        return []
    signs = [1.0 if one is Better.LOWER else -1.0 for one in better]
    costs = [(x * signs[0], y * signs[1]) for x, y in points]
    front = [place for place, one in enumerate(costs) if not any(_beats(other, one) for other in costs)]
    return sorted(front, key=lambda place: points[place])


def _beats(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one != other and one[0] <= other[0] and one[1] <= other[1]
