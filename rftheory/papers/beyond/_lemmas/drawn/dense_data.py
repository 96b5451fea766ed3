"""Draws of what dense features and rival mechanisms cost over random points: objectives, optima, floors of proposals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import sympy as sp

from rftheory.evidence.statistical.dense_drawing import OverData, best_gaussian_mixture, best_mixture
from rftheory.evidence.statistical.points import real, reals
from rftheory.kit import Formula, Sampled
from rftheory.papers.beyond._lemmas.drawn.dense import best_eigenvalue, squares

Point = Mapping[str, object]
Eigenvalues = tuple[float, ...]


def of_sigma(sigma: Callable[[float], float], point: Point, name: str) -> Eigenvalues:
    """a = (1 - s)/4 with s a function of every entry of a list."""
    return tuple((1.0 - sigma(entry)) / 4.0 for entry in reals(point[name]))


def given(point: Point) -> Eigenvalues:
    """The point's own."""
    return reals(point["a"])


def plain(point: Point) -> Eigenvalues:
    """Zeros."""
    return (0.0,) * len(reals(point["lam"]))


def relative_optimum(point: Point) -> Eigenvalues:
    """Sigma = I + 2T."""
    return of_sigma(lambda t: 1.0 + 2.0 * t, point, "t")


def square_optimum(point: Point) -> Eigenvalues:
    """Sigma = (I + 2L)(I - 2L)^(-1)."""
    return of_sigma(lambda lam: (1.0 + 2.0 * lam) / (1.0 - 2.0 * lam), point, "lam")


def floor_optimum(point: Point) -> Eigenvalues:
    """Sigma = I + 4L."""
    return of_sigma(lambda lam: 1.0 + 4.0 * lam, point, "lam")


def log_optimum(point: Point) -> Eigenvalues:
    """A(2 lam), one dimension."""
    return (best_eigenvalue(2.0 * real(point["lam"])),)


def _two(point: Point, widths: Callable[[float, float], float]) -> Eigenvalues:
    pairs = zip(reals(point["lam"]), reals(point["eta"]), strict=True)
    return tuple((1.0 - widths(lam, eta)) / 4.0 for lam, eta in pairs)


def gaussian_for_two(point: Point) -> Eigenvalues:
    """The harmonic mean of I + 4L and I + 4H."""
    return _two(point, lambda lam, eta: 2.0 / (1.0 / (1.0 + 4.0 * lam) + 1.0 / (1.0 + 4.0 * eta)))


def softmax_for_two(point: Point) -> Eigenvalues:
    """((I+2L)^(-1) + (I+2H)^(-1) - I)^(-1)."""
    return _two(point, lambda lam, eta: 1.0 / (1.0 / (1.0 + 2.0 * lam) + 1.0 / (1.0 + 2.0 * eta) - 1.0))


def _drawn(name: str, drawing: OverData, expected: Formula, point: Point) -> Sampled:
    return Sampled(f"mean square over data, {name}", drawing, expected, (point,), second=squares(expected, 4))


def relative_errors(objective: Formula, optimum: Formula) -> tuple[Sampled, Sampled]:
    """The mean relative second moment over Gaussian v, at any A and at the best one."""
    return (
        _drawn("any A", OverData(given, relative=True), objective, {"a": ("-1/4", "1/20"), "t": (1, "1/10")}),
        _drawn("the best A", OverData(relative_optimum, relative=True), optimum, {"t": (2, "1/3")}),
    )


def mean_squares(objective: Formula, optimum: Formula, without: Formula) -> tuple[Sampled, Sampled, Sampled]:
    """The mean second moment over Gaussian points of one law, at any A, at the best one and at A = 0."""
    return (
        _drawn("any A", OverData(given), objective, {"a": ("-1/4", "1/20"), "lam": ("1/5", "1/20")}),
        _drawn("the best A", OverData(square_optimum), optimum, {"lam": ("1/4", "1/10")}),
        _drawn("A = 0", OverData(plain), without, {"lam": ("1/10", "1/20")}),
    )


def log_optimum_square(ratio: Formula) -> Sampled:
    """The mean second moment of the log optimum, the ratio times the least one, 1/(1 - 2 lam)."""
    lam = sp.Symbol("lam", positive=True)
    expected = replace(ratio, expression=ratio.expression / (1 - 2 * lam), closed=None)
    return _drawn("the log optimum", OverData(log_optimum), expected, {"lam": "1/5"})


def tuned_to_the_law(expected: Formula) -> Sampled:
    """Sigma = I + 4L reaches the floor 1 of the Gaussian kernel over Gaussian points."""
    drawing = OverData(floor_optimum, "gaussian")
    return _drawn("Sigma = I + 4L", drawing, expected, {"lam": ("1/2", "1/5")})


def two_laws(gaussian: Formula, softmax: Formula) -> tuple[Sampled, Sampled]:
    """The best proposals for queries and keys of two laws reach the floors."""
    wide, narrow = (
        {"lam": ("1/2", "1/5"), "eta": ("1/10", 1)},
        {"lam": ("1/5", "1/10"), "eta": ("1/10", "1/4")},
    )
    return (
        _drawn("two laws, Gaussian", OverData(gaussian_for_two, "gaussian"), gaussian, wide),
        _drawn("two laws, softmax", OverData(softmax_for_two), softmax, narrow),
    )


def trigonometric(gaussian: Formula, softmax: Formula) -> tuple[Sampled, Sampled]:
    """The mean square of one trigonometric row over Gaussian points."""
    return (
        _drawn(
            "a trigonometric row, Gaussian", OverData(None, "gaussian"), gaussian, {"lam": ("1/2", "1/5")}
        ),
        _drawn("a trigonometric row, softmax", OverData(None), softmax, {"lam": ("1/5", "1/10")}),
    )


_DATA = [["1/2", "1/10"], ["-1/3", "4/5"], ["1", "0"]]


def softmax_floor(expected: Formula) -> Sampled:
    """The best mixture of a data set reaches the floor of the softmax kernel."""
    return Sampled("best mixture", best_mixture, expected, ({"X": _DATA},), second=squares(expected, 4))


def gaussian_floor(expected: Formula) -> Sampled:
    """The best mixture of a data set reaches the least mean variance of the Gaussian kernel."""
    drawing = best_gaussian_mixture
    return Sampled("best mixture", drawing, expected, ({"X": _DATA},), second=squares(expected, 8))
