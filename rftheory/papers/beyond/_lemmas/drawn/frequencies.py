"""Draws of the errors of random frequencies: one frequency, coupled pairs and blocks, shared and stratified scales.

Cosines are bounded, so that neither error rate needs a moment of a frequency, however heavy its tail. The second moments
that are given here only size the draws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import sympy as sp

from rftheory.evidence.statistical.kernel_drawing import (
    Coupled,
    KernelDrawing,
    PairOf,
    cauchy,
    exponential_power,
    generalised_cauchy,
    matern,
    rational_quadratic,
)
from rftheory.evidence.statistical.points import integer, level_at, real
from rftheory.evidence.statistical.row_map_drawing import ContrastDrawing
from rftheory.kit import Domain, Formula, Sampled, SampledBelow, formula
from rftheory.measured.couplings.pairs import PairOfCosine
from rftheory.measured.protocol import AbstractCoupling
from rftheory.measured.radial.estimates import KernelEstimate, MixingError
from rftheory.measured.radial.law import AbstractRadialLaw
from rftheory.measured.radial.laws import TwoRadii
from rftheory.measured.radial.norms import Sharing
from rftheory.papers.beyond._lemmas.radial_kernels import (
    DISTANCE,
    EXPONENT,
    EXPOWER,
    MATERN,
    RQ,
    SCALE,
    RadialKernel,
    a,
    beta,
    l,
    z,
)

Point = Mapping[str, object]
Points = tuple[Point, ...]
MATERN_POINTS: Points = ({"nu": "1/2", "l": 1, "z": "1/2"}, {"nu": "3/2", "l": 2, "z": 3, "d": 5})
RQ_POINTS: Points = ({"alpha": "1/2", "l": 1, "z": 1},)
POWER_POINTS: Points = ({"a": "7/10", "l": 1, "z": 1}, {"a": "3/2", "l": 2, "z": 1, "d": 8})
_SPREAD = sp.Rational(2, 5)
"""Plans the draws of products of cosines: their variance."""
KURTOSIS = 4
"""Plans the draws of squared errors: E X^2 over (E X)^2."""


@dataclass(frozen=True)
class Rows:
    """Frequencies of a family of kernels, and the kernel that they should have."""

    radial: Callable[[Point], AbstractRadialLaw]
    kernel: Callable[[sp.Expr], sp.Expr]
    domain: Domain
    names: str
    points: Points = ()

    @property
    def level(self) -> Formula:
        """k(z)."""
        return formula(self.kernel(z), self.domain, self.names)

    @property
    def variance(self) -> sp.Expr:
        """That of one cosine."""
        return (1 + self.kernel(2 * z)) / 2 - self.kernel(z) ** 2

    def coupled(self, coupling: str | AbstractCoupling = "orthogonal", sharing: Sharing = "row") -> Coupled:
        """Under a coupling."""
        return Coupled(self.radial, coupling, sharing)


def _family(radial: Callable[[Point], AbstractRadialLaw], kernel: RadialKernel, points: Points) -> Rows:
    return Rows(radial, kernel.at, kernel.domain(), kernel.names, points)


MATERN_ROWS = _family(matern, MATERN, MATERN_POINTS)
RQ_ROWS = _family(rational_quadratic, RQ, RQ_POINTS)
EXPOWER_ROWS = _family(exponential_power, EXPOWER, POWER_POINTS)
CAUCHY_ROWS = Rows(cauchy, lambda t: 1 / (1 + t**2 / (2 * l**2)), Domain((SCALE, DISTANCE)), "l z")
HEAVY_ROWS = Rows(
    generalised_cauchy,
    lambda t: (1 + (t / l) ** a) ** (-beta),
    Domain((EXPOWER.parameter, EXPONENT, SCALE, DISTANCE)),
    "a beta l z",
)


def several(expected: Formula) -> Formula:
    """A second moment that sizes a draw of squared errors."""
    return replace(expected, expression=KURTOSIS * expected.expression**2, closed=None)


def one_error(
    name: str, rows: Rows, expected: Formula, *, offset: bool = False, over: Formula | None = None
) -> Sampled:
    """The mean square error of one frequency, divided by `over`."""
    drawing = KernelDrawing(rows.radial, "error", rows.level, offset, over)
    return Sampled(f"error of {name}", drawing, expected, rows.points, second=several(expected))


def one_error_below(rows: Rows, limit: Formula) -> SampledBelow:
    """The mean square error of one pair is at most a limit."""
    drawing = KernelDrawing(rows.radial, "error", rows.level)
    return SampledBelow("error of a pair, beside two offsets", drawing, limit, rows.points)


def block_error(name: str, rows: Rows, expected: Formula, point: Point, sharing: Sharing = "row") -> Sampled:
    """The mean square error of m rows in orthogonal blocks."""
    drawing = KernelDrawing(rows.coupled(sharing=sharing), "error", rows.level)
    return Sampled(f"error of {name}", drawing, expected, (point,), second=several(expected))


def block_gains(name: str, rows: Rows, point: Point) -> SampledBelow:
    """The mean square error of an orthogonal block is below that of as many independent rows."""
    limit = formula(rows.variance / integer(point["m"]), rows.domain, rows.names)
    drawing = KernelDrawing(rows.coupled(), "error", rows.level)
    return SampledBelow(f"error of a block, {name}", drawing, limit, (point,))


def covariance(
    name: str, rows: Rows, expected: Formula, point: Point, frequencies: Coupled | None = None
) -> Sampled:
    """The covariance of two cosines, of orthogonal rows unless others are given; V sizes the draw."""
    m, mean = integer(point["m"]), expected.expression
    spread = 3 * rows.variance**2 / (m * (m - 1)) + 4 * rows.variance * sp.Abs(mean) / m
    planned = replace(expected, expression=spread + 2 * mean**2, closed=None)
    drawing = KernelDrawing(frequencies or rows.coupled(), "pair", rows.level)
    return Sampled(f"covariance of {name}", drawing, expected, (point,), second=planned)


_ONE_TAU: Point = {"nu": "1/2", "l": 1, "z": 1, "d": 4, "m": 4}


def covariance_of_one_scale(expected: Formula) -> Sampled:
    """The covariance of Matern rows of independent directions and one tau: the variance of the mean given it."""
    return covariance("rows of one tau", MATERN_ROWS, expected, _ONE_TAU, MATERN_ROWS.coupled("iid", "block"))


def variance_within_one_scale(expected: Formula) -> Sampled:
    """The sample variance of such rows: the mean of the variance given tau."""
    drawing = KernelDrawing(MATERN_ROWS.coupled("iid", "block"), "within")
    return Sampled("variance given tau", drawing, expected, (_ONE_TAU,), second=several(expected))


def product(name: str, expected: Formula, point: Point, scale: Formula | None = None) -> Sampled:
    """The mean product of the cosines of a pair at given radii or mixing variables."""
    drawing, points = KernelDrawing(PairOf(), "pair"), ({**point, "m": 2},)
    planned = replace(expected, expression=_SPREAD + expected.expression**2, closed=None)
    return Sampled(f"product of cosines, {name}", drawing, expected, points, second=planned, scale=scale)


def opposite(expected: Formula) -> Sampled:
    """The mean product of the cosines of an antithetic pair whose radii are drawn from two."""
    drawing = KernelDrawing(Coupled(two_radii, PairOfCosine(-1.0)), "pair")
    point = {"d": 3, "q": "1/3", "r1": 3, "r2": 1, "z": 1, "m": 2}
    return Sampled("product of opposite cosines", drawing, expected, (point,))


def two_radii(point: Point) -> TwoRadii:
    """Length r1 with probability q, else r2."""
    return TwoRadii(real(point["q"]), real(point["r1"]), real(point["r2"]))


def threshold(name: str, rows: Rows, distance: Formula, point: Point) -> Sampled:
    """At this distance a pair and two offsets have one error: 2 real features either way.

    The margin is relative to a quarter, half of the errors themselves.
    """
    pair, offset = (
        KernelDrawing(rows.radial, "error", rows.level, offset, distance=distance) for offset in (False, True)
    )
    zero = replace(distance, expression=sp.S.Zero, closed=None)
    half, quarter = (replace(distance, expression=sp.Rational(1, n), closed=None) for n in (2, 4))
    contrast = ContrastDrawing(pair, _Twice(offset), zero)
    return Sampled(f"pair less two offsets, {name}", contrast, zero, (point,), second=half, scale=quarter)


@dataclass(frozen=True)
class _Twice:
    """A drawing with two frequencies in the place of one."""

    drawing: KernelDrawing

    def __call__(self, point: Point) -> KernelEstimate:
        return self.drawing({**point, "m": 2})


@dataclass(frozen=True)
class _MeansGivenScale:
    """The error of the means given B stratified Matern mixing variables."""

    level: Formula

    def __call__(self, point: Point) -> MixingError:
        return MixingError(matern(point), real(point["z"]), integer(point["B"]), level_at(self.level, point))


def stratified_mixing(expected: Formula) -> Sampled:
    """The error of the mean of e^(-a), tau drawn once in each stratum."""
    points: Points = ({"B": 2, "nu": "1/2", "l": 1, "z": 1}, {"B": 3, "nu": "3/2", "l": 1, "z": 1})
    drawing = _MeansGivenScale(MATERN_ROWS.level)
    return Sampled("stratified mixing", drawing, expected, points, second=several(expected))
