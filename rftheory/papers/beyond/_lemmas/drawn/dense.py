"""Draws of dense features at a pair: means, errors, moments of every order, coupled rows, wrong rows.

Where a moment of the product is infinite or heavy the rows are drawn from a Gaussian that is proportional to what is
averaged, with a share of their own law: values are then bounded, and neither error rate needs a moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import cos, sin, sqrt

import sympy as sp

from rftheory.evidence.statistical.dense_drawing import (
    DenseDrawing,
    Features,
    Weighted,
    dense,
    quadratic,
    scalar,
)
from rftheory.evidence.statistical.points import real, reals
from rftheory.kit import Formula, Sampled, SampledBelow, formula
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.dense import AlignedRows, DenseExponential
from rftheory.measured.rowmaps.mapped_rows import MappedLaw
from rftheory.papers.beyond._lemmas.dense.lists import MOMENTS, S, V, a, chi, i, lists, total, x, y

Point = Mapping[str, object]
PAIR: Point = {"a": ("-1/4", "1/20"), "x": ("1/2", "-1/3"), "y": ("1/4", "1/2")}
LOW: Point = {**PAIR, "a": ("-1/2", "-1/8")}
"""A negative definite A, whose products are bounded."""
HEAVY: Point = {**PAIR, "a": ("1/9", "-1/4")}
"""No fourth moment: the error of an error is infinite."""
HEAVIER: Point = {**PAIR, "a": ("1/5", "-1/4")}
"""No second moment: the error itself is infinite, and only the mean is claimed."""
ONE = formula(sp.S.One, MOMENTS, "")
KERNEL = formula(sp.exp(total(x[i] * y[i])), lists("x y"), "x y")
EXCESS = formula(chi() - 1, MOMENTS, "a x y")


def mean(
    name: str,
    features: Features,
    expected: Formula,
    point: Point,
    *,
    relative: bool = True,
    kernel: Kernel = "softmax",
) -> Sampled:
    """The mean of the product."""
    drawing = DenseDrawing(features, kernel=kernel, relative=relative)
    return Sampled(f"mean, {name}", drawing, expected, (point,), second=squares(expected))


def squares(expected: Formula, factor: int = 2) -> Formula:
    """A second moment that sizes a draw."""
    return replace(expected, expression=factor * expected.expression**2, closed=None)


def error(name: str, drawing: DenseDrawing, expected: Formula, point: Point) -> Sampled:
    """The mean square error."""
    return Sampled(f"error, {name}", drawing, expected, (point,), second=squares(expected, 8))


def relative_error(name: str, features: Features, expected: Formula = EXCESS, point: Point = PAIR) -> Sampled:
    """The mean square error relative to the kernel, one row."""
    return error(name, DenseDrawing(features, "error", level=ONE), expected, point)


def mean_of_forms(expected: Formula) -> Sampled:
    """The mean of a product of exponentials of quadratic forms, equal on both sides."""
    point = {**PAIR, "b": ("1/2", -1), "c": ("-1/3", "1/5")}
    return mean("quadratic forms", quadratic, expected, point, relative=False, kernel="own")


def mean_of_any_forms(expected: Formula) -> Sampled:
    """The mean over the kernel with constants of any size on both sides."""
    slopes = {"b1": (1, "1/2"), "b2": ("1/2", -1)}
    weights = {"c1": (-1, 0), "c2": ("-1/4", "1/3"), "D": "1/2"}
    return mean("forms of any constants", quadratic, expected, {**PAIR, **slopes, **weights}, kernel="own")


def unbiased(expected: Formula) -> Sampled:
    """The mean of features whose points are mapped by M and M^(-T), of infinite variance."""
    return mean("mapped points", dense, expected, {**HEAVIER, "M": (2, "-1/2")}, relative=False)


def turned(point: Point) -> DenseExponential:
    """Dense features of Q A Q^T with the map Q: those of A at a turned row."""
    angle, (one, two) = real(point["theta"]), reals(point["a"])
    c, s = cos(angle), sin(angle)
    across = c * s * (one - two)
    matrix = ((c * c * one + s * s * two, across), (across, s * s * one + c * c * two))
    return DenseExponential(matrix, ((c, -s), (s, c)))


def turned_error() -> Sampled:
    """The error of turned features is that of the diagonal ones."""
    return relative_error("turned matrix and points", turned, point={**PAIR, "theta": 1})


def shifted_error() -> Sampled:
    """Rows N(mu, Sigma) with their weight: the error at v - mu."""
    mu = sp.IndexedBase("mu")
    expected = formula(chi(V - mu[i]) - 1, lists("a x y mu"), "a x y mu")
    return relative_error("shifted rows", Weighted(), expected, {**PAIR, "mu": ("1/5", "-1/2")})


def weighted_error() -> Sampled:
    """Rows N(0, Sigma) with the root of their weight: the error of dense features."""
    return relative_error("importance-sampled rows", Weighted())


def feature_mean(expected: Formula) -> Sampled:
    """The mean of one feature."""
    drawing = DenseDrawing(dense, alone=True)
    return Sampled("mean of one feature", drawing, expected, (PAIR,), second=squares(expected))


def aligned(point: Point) -> AlignedRows:
    """Rows N(0, Sigma) of the eigenvalues s, without a weight."""
    return AlignedRows(MappedLaw(reals(point["s"])))


def aligned_mean(expected: Formula) -> Sampled:
    """Their mean."""
    drawing = DenseDrawing(aligned, kernel="own", relative=False)
    point = {"s": (2, "1/2"), "x": PAIR["x"], "y": PAIR["y"]}
    return Sampled("mean, aligned rows", drawing, expected, (point,), second=squares(expected))


def moments(expected: Formula) -> Sampled:
    """Moments of orders 1/2, 3 and -1/2 of the relative product, and of one just below the index of a heavy tail."""
    points = (*({**PAIR, "k": k} for k in ("1/2", 3, "-1/2")), {**HEAVIER, "k": "6/5"})
    return Sampled("moments", DenseDrawing(dense), expected, points, second=squares(expected, 3))


def second_moments(softmax: Formula, gaussian: Formula) -> tuple[Sampled, Sampled]:
    """E Z^2 for both kernels."""
    point = {**PAIR, "k": 2}

    def of(kernel: str, expected: Formula) -> Sampled:
        drawing = DenseDrawing(dense, kernel="softmax" if kernel == "softmax" else "gaussian", relative=False)
        return Sampled(f"mean square, {kernel}", drawing, expected, (point,), second=squares(expected, 3))

    return of("softmax", softmax), of("gaussian", gaussian)


def errors(variance: Formula) -> tuple[Sampled, Sampled, Sampled]:
    """The variance of one row, and the relative errors of three and of one with a heavy tail."""
    third = replace(EXCESS, expression=EXCESS.expression / 3, closed=None)
    return (
        error("one row", DenseDrawing(dense, "error", level=KERNEL, relative=False), variance, PAIR),
        error("three rows", DenseDrawing(dense, "error", level=ONE), third, {**PAIR, "m": 3}),
        relative_error("a heavy tail", dense, point=HEAVY),
    )


def scalar_error(expected: Formula, level: Formula) -> Sampled:
    """The variance for a multiple of the identity, Gaussian kernel."""
    drawing = DenseDrawing(scalar, "error", kernel="gaussian", level=level, relative=False)
    return error("scalar A", drawing, expected, {"d": 3, "A": "-1/10", "x2": 1, "y2": "1/2", "xy": "-1/3"})


def two_keys(expected: Formula) -> Sampled:
    """The mean of the relative products of two keys on one row."""
    drawing = DenseDrawing(dense, both=True)
    point = {**PAIR, "z": ("-1/2", "1/3")}
    return Sampled("two keys on one row", drawing, expected, (point,), second=squares(expected, 3))


def logarithms(expected: Formula, variance: Formula) -> tuple[Sampled, Sampled]:
    """Mean and variance of log Z/K, a quadratic form of the row: its fourth cumulant gives the second moments."""
    second = replace(expected, expression=variance.expression + expected.expression**2, closed=None)
    forms = 2 * a[i]
    fourth = 48 * total(forms**4 + forms**2 * S * V**2)
    square = replace(variance, expression=3 * variance.expression**2 + fourth, closed=None)
    return (
        Sampled(
            "mean of log Z/K", DenseDrawing(dense, "log", tilted=False), expected, (PAIR,), second=second
        ),
        Sampled(
            "variance of log Z/K",
            DenseDrawing(dense, "log-error", level=expected, tilted=False),
            variance,
            (PAIR,),
            second=square,
        ),
    )


def best_eigenvalue(t: float) -> float:
    """A(t), the log optimum at a second moment t."""
    return (1.0 - 2.0 * t - sqrt((1.0 + 2.0 * t) ** 2 + 8.0 * t)) / 16.0


def best(point: Point) -> DenseExponential:
    """The best matrix at x = y = (sqrt(v2)/2, 0): A(v2) along v, 0 across."""
    return DenseExponential((best_eigenvalue(real(point["v2"])), 0.0))


_BEST: Point = {"v2": 4, "x": (1, 0), "y": (1, 0)}


def best_error(expected: Formula) -> Sampled:
    """The least relative second moment, as the error."""
    excess = replace(expected, expression=expected.expression - 1, closed=None)
    return relative_error("the best matrix", best, excess, _BEST)


_NEAR: Point = {"v2": "1/4", "x": ("1/4", 0), "y": ("1/4", 0), "k": 2}


def best_below(log_limit: Formula) -> SampledBelow:
    """It is at most the bound."""
    limit = replace(log_limit, expression=sp.exp(log_limit.expression), closed=None)
    return SampledBelow("mean square, the best matrix", DenseDrawing(best), limit, (_NEAR,))
