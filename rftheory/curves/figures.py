"""Certified values along lines, for plots: errors against angle and norm, conformity gaps."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from rftheory.evaluation import evaluate, evaluate_one
from rftheory.moments import catalogue

Place = TypeVar("Place")

DIMENSION = 64
_DIGITS = 20
_MAPS = ("trigonometric", "positive", "hyperbolic")
_COUPLED = ("orthogonal", "simplex")


@dataclass(frozen=True)
class Curve:
    """One line of a figure: where it is taken, how high it is (doubles of certified values), and of which id."""

    label: str
    id: str
    at: tuple[float, ...]
    height: tuple[float, ...]


@dataclass(frozen=True)
class Figure:
    """Curves over one axis; `note` says at which parameters."""

    title: str
    across: str
    up: str
    note: str
    logarithmic: bool
    curves: tuple[Curve, ...]


def figures() -> tuple[Figure, ...]:
    """The figures of a report. The points are exact; a height is a certified value, rounded to a double last."""
    return against_angle(), against_norm(), conformity_gaps()


def against_angle(steps: int = 48) -> Figure:
    """sqrt(MSE) / SM of the softmax kernel at norms 1, over the angle of x and y."""
    cosines = [Fraction(round(math.cos(math.pi * k / steps) * 1000), 1000) for k in range(steps + 1)]
    places = [(math.acos(c), (Fraction(1), c)) for c in cosines]
    return Figure(
        "Relative error against the angle",
        "angle of x and y",
        "root of MSE / SM²",
        f"softmax kernel, norms 1, d = m = {DIMENSION} projections",
        True,
        _relative_errors(places),
    )


def against_norm(steps: int = 40) -> Figure:
    """sqrt(MSE) / SM of the softmax kernel at right angles, over the common norm of x and y."""
    norms = [Fraction(k, 20) for k in range(1, steps + 1)]
    return Figure(
        "Relative error against the norm",
        "norm of x and y",
        "root of MSE / SM²",
        f"softmax kernel, right angle, d = m = {DIMENSION} projections",
        True,
        _relative_errors([(float(r), (r * r, Fraction(0))) for r in norms]),
    )


def conformity_gaps(steps: int = 40) -> Figure:
    """1 - rho / rho_iid over v = |x + y|: what a coupling takes off the conformity of independent projections."""
    places = [Fraction(k, 10) for k in range(1, steps + 1)]
    ids = {name: catalogue.couplings()[name].conformity for name in ("iid", *_COUPLED)}

    def gap(identifier: str, v: Fraction) -> float:
        independent = evaluate(ids["iid"], digits=_DIGITS, v=v)
        if identifier == ids["iid"]:
            return 0.0
        own = evaluate(identifier, digits=_DIGITS, v=v, d=DIMENSION)
        return float(1 - own.upper / independent.upper)

    return Figure(
        "Conformity gap of couplings",
        "v = norm of x + y",
        "1 - ρ / ρ of independent projections",
        f"d = {DIMENSION}",
        False,
        _curves(ids, [(float(v), v) for v in places], gap),
    )


def _relative_errors(places: list[tuple[float, tuple[Fraction, Fraction]]]) -> tuple[Curve, ...]:
    """Curves over points (squared norm of x and of y, inner product), relative to the kernel that each id estimates."""

    def softmax(identifier: str, point: tuple[Fraction, Fraction]) -> float:
        return _root(_mse(identifier, point, {}), -point[1])

    def gaussian(identifier: str, point: tuple[Fraction, Fraction]) -> float:
        return _root(_mse(identifier, point, {"d": DIMENSION}), point[0] - point[1])

    single = {name: catalogue.maps()[name].variance for name in _MAPS}
    coupled = {f"{name} positive": catalogue.coupled_certificate(name, "positive") for name in _COUPLED}
    return _curves(single, places, softmax) + _curves(coupled, places, gaussian)


def _mse(identifier: str, point: tuple[Fraction, Fraction], more: dict[str, int]) -> float:
    size, product = point
    given = {"m": DIMENSION, "x2": size, "y2": size, "xy": product, **more}
    return float(evaluate_one(identifier, given, _DIGITS)[1])


def _root(mse: float, log_scale: Fraction) -> float:
    """sqrt(mse) * exp(log_scale)."""
    return math.sqrt(mse) * math.exp(log_scale)


def _curves(
    ids: dict[str, str], places: Iterable[tuple[float, Place]], height: Callable[[str, Place], float]
) -> tuple[Curve, ...]:
    found = list(places)
    at = tuple(place for place, _ in found)
    return tuple(
        Curve(label, identifier, at, tuple(height(identifier, point) for _, point in found))
        for label, identifier in ids.items()
    )
