"""What a plot shows: certified curves along one parameter, and simulated points with intervals beside them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rftheory.curves.contestants import Candidate, KernelName, contestant
from rftheory.curves.places import NAMES, invariants
from rftheory.domain.grids import grid, is_grid
from rftheory.domain.values import parse_number
from rftheory.errors import InputError, shorten
from rftheory.recommendation.simulation import Simulated, simulate


@dataclass(frozen=True)
class Series:
    """One curve: doubles of certified values along `at`, and simulated points where there are any."""

    label: str
    id: str
    at: tuple[float, ...]
    height: tuple[float, ...]
    simulated: tuple[tuple[float, Simulated], ...] = ()


@dataclass(frozen=True)
class Plot:
    """Curves over one parameter, the others fixed."""

    across: str
    up: str
    fixed: Mapping[str, str]
    curves: tuple[Series, ...]


def series(
    names: Sequence[str],
    given: Mapping[str, object],
    *,
    draws: int = 0,
    points: int = 12,
    kernel: KernelName = "gaussian",
    seed: int = 0,
    confidence: float = 0.99,
) -> Plot:
    """The curves of several statements or mechanisms along the one parameter that is a grid.

    A parameter that only some of them take is left to those. With `draws`, mechanisms are simulated too, at `points`
    of the grid, evenly chosen.
    """
    if not names:
        raise InputError(
            "nothing to plot; allowed: ids of statements, or mechanisms such as orthogonal-positive"
        )
    contestants = [contestant(name, kernel) for name in names]
    axis, along = _axis(given)
    known = set().union(*(each.parameters for each in contestants))
    for name in given:
        if name not in known:
            raise InputError(f"unknown parameter {shorten(name)}; allowed: {', '.join(sorted(known))}")
    found = []
    for each in contestants:
        if axis not in each.parameters:
            raise InputError(
                f"{each.label} has no parameter {axis}; it takes {', '.join(sorted(each.parameters))}"
            )
        own = {name: value for name, value in given.items() if name in each.parameters}
        heights = tuple(each.nearest({**own, axis: value}) for value in along)
        drawn = _simulated(each, own, axis, _chosen(along, points), draws, kernel, seed, confidence)
        found.append(Series(each.label, each.id, tuple(map(float, along)), heights, drawn if draws else ()))
    every = all(each.mechanism for each in contestants)
    up = f"mean squared error ({kernel} kernel)" if every else "value"
    return Plot(axis, up, {name: str(v) for name, v in given.items() if name != axis}, tuple(found))


def _axis(given: Mapping[str, object]) -> tuple[str, tuple[Fraction, ...]]:
    """The parameter that is a grid, and its exact numbers."""
    grids = {
        name: numbers for name, value in given.items() if (numbers := numbers_of(name, value)) is not None
    }
    if len(grids) != 1:
        what = ", ".join(map(shorten, grids)) or "none"
        raise InputError(
            f"the parameters that are grids: {what}; allowed: exactly one, such as v=0:3:0.05 or an array"
        )
    name, numbers = next(iter(grids.items()))
    if len(numbers) < 2:
        raise InputError(f"{name} has {len(numbers)} points; allowed: a grid of at least 2")
    return name, numbers


def numbers_of(name: str, value: Any) -> tuple[Fraction, ...] | None:
    """The exact numbers of a grid in text, an array, list or range; None for one number."""
    if isinstance(value, str):
        return grid(value, name) if is_grid(value) else None
    if isinstance(value, (list, tuple, range)) or bool(getattr(value, "ndim", False)):
        return tuple(parse_number(entry, name) for entry in value)
    return None


def _chosen(along: tuple[Fraction, ...], points: int) -> list[Fraction]:
    """So many of them, evenly, both ends included."""
    if points < 1:
        raise InputError(f"points = {points}; allowed: at least 1")
    last, count = len(along) - 1, min(points, len(along))
    return [along[round(k * last / max(count - 1, 1))] for k in range(count)]


def _simulated(
    each: Candidate,
    own: Mapping[str, object],
    axis: str,
    along: Sequence[Fraction],
    draws: int,
    kernel: KernelName,
    seed: int,
    confidence: float,
) -> tuple[tuple[float, Simulated], ...]:
    if not (draws and each.mechanism):
        return ()
    found = []
    for index, value in enumerate(along):
        given = {**own, axis: value}
        place = invariants({name: number for name, number in given.items() if name in NAMES})
        d, m = (int(parse_number(given.get(name, 0), name)) for name in ("d", "m"))
        if d < 2 or m < 1:
            raise InputError("a simulation needs d >= 2 and m >= 1; allowed: give both")
        x, y = _vectors(place, d)
        drawn = simulate(
            each.label, x, y, m=m, draws=draws, kernel=kernel, confidence=confidence, seed=seed + index
        )
        found.append((float(value), drawn))
    return tuple(found)


def _vectors(place: Mapping[str, Fraction], d: int) -> tuple[list[float], list[float]]:
    """Points of R^d with these invariants, in its first two coordinates."""
    x2, y2, xy = (place[name] for name in ("x2", "y2", "xy"))
    length = math.sqrt(x2)
    along = float(xy) / length if x2 else 0.0
    across = math.sqrt(max(0.0, float(y2 - xy * xy / x2))) if x2 else math.sqrt(y2)
    rest = [0.0] * (d - 2)
    return [length, 0.0, *rest], [along, across, *rest]
