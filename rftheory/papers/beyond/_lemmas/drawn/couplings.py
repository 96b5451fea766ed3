"""Draws of coupled pairs and blocks of random frequencies, a function for every statement of them."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.evidence.statistical.kernel_drawing import Coupled, KernelDrawing
from rftheory.evidence.statistical.points import real
from rftheory.kit import Formula, InPart, Sampled, SampledBelow
from rftheory.measured.couplings.pairs import PairOfCosine
from rftheory.measured.radial.laws import TwoRadii
from rftheory.papers.beyond._lemmas.drawn.frequencies import (
    EXPOWER_ROWS,
    MATERN_ROWS,
    RQ_ROWS,
    Point,
    block_error,
    block_gains,
    covariance,
    one_error,
    product,
    several,
    threshold,
)


def one_pair(matern: Formula, rq: Formula, expower: Formula) -> tuple[Sampled, Sampled, Sampled]:
    """The variance of a sine/cosine pair, of three families."""
    return (
        one_error("a pair, matern", MATERN_ROWS, matern),
        one_error("a pair, rq", RQ_ROWS, rq),
        one_error("a pair, expower", EXPOWER_ROWS, expower),
    )


def one_offset(expected: Formula) -> Sampled:
    """The variance of a cosine with an offset."""
    return one_error("an offset", MATERN_ROWS, expected, offset=True)


def thresholds(rq: Formula, expower: Formula) -> tuple[Sampled, Sampled]:
    """Where pairs and offsets have one error."""
    return (
        threshold("rational quadratic", RQ_ROWS, rq, {"alpha": "1/2", "l": 1}),
        threshold("exponential power", EXPOWER_ROWS, expower, {"a": "1/2", "l": 2}),
    )


def variogram(expected: Formula, gap: sp.Expr) -> Sampled:
    """The relative error of 1 - Khat; `gap` is 1 - k."""
    over = replace(expected, expression=gap**2, closed=None)
    return one_error("1 - Khat, relative", MATERN_ROWS, expected, over=over)


def given_radii(expected: Formula) -> Sampled:
    """An orthogonal pair of the radii 1 and 2."""
    return product("given radii", expected, {"d": 3, "r1": 1, "r2": 2, "z": "1/2"})


def of_any_angle(expected: Formula) -> Sampled:
    """A pair of the cosine -1/2 and given radii."""
    return product("of any angle", expected, {"d": 3, "c": "-1/2", "r1": 2, "r2": 1, "z": 1})


def given_scales(covariance_of_both: Formula, independent: sp.Expr) -> Sampled:
    """An orthogonal pair of given mixing variables, to a margin relative to the covariance."""
    expression = covariance_of_both.expression + independent
    expected = replace(covariance_of_both, expression=expression, closed=None)
    return product("given mixing variables", expected, {"d": 3, "a": 1, "b": 2, "z": 1}, covariance_of_both)


def given_scales_in_the_plane(expected: Formula) -> Sampled:
    """Such a pair in the plane."""
    return product("given mixing variables", expected, {"d": 2, "a": 1, "b": 2, "z": 1})


def rq_in_the_plane(expected: Formula) -> Sampled:
    """The covariance of two rational quadratic rows in the plane."""
    return covariance("orthogonal rows", RQ_ROWS, expected, {"d": 2, "alpha": 2, "l": 1, "z": 1, "m": 2})


def plane_gains() -> tuple[SampledBelow, SampledBelow]:
    """Two rows of the plane beat independent ones."""
    return (
        block_gains("Matern", MATERN_ROWS, {"d": 2, "nu": "1/2", "l": 1, "z": 1, "m": 2}),
        block_gains("rational quadratic", RQ_ROWS, {"d": 2, "alpha": 3, "l": 1, "z": 2, "m": 2}),
    )


def shared_pairs(rq: Formula, matern: Formula) -> tuple[Sampled, Sampled]:
    """Covariances of orthogonal rows of one mixing variable, from their mean products."""
    wide, near = (
        {"d": 3, "alpha": "1/2", "l": 1, "z": 2, "m": 3},
        {"d": 4, "nu": "1/2", "l": 1, "z": 1, "m": 4},
    )

    def less(mean: Formula, level: Formula) -> Formula:
        return replace(mean, expression=mean.expression - level.expression**2, closed=None)

    one, two = RQ_ROWS.coupled(sharing="block"), MATERN_ROWS.coupled(sharing="block")
    return (
        covariance("rows of one tau", RQ_ROWS, less(rq, RQ_ROWS.level), wide, one),
        covariance("Matern rows of one tau", MATERN_ROWS, less(matern, MATERN_ROWS.level), near, two),
    )


def shared_block(expected: Formula) -> Sampled:
    """The error of two blocks, each of one mixing variable."""
    point = {"d": 4, "B": 2, "nu": "1/2", "l": 1, "z": 1, "m": 8}
    return block_error("blocks of one tau", MATERN_ROWS, expected, point, "block")


def parts_of_one_scale(mixing: Formula, conditional: Formula) -> tuple[Sampled, Sampled]:
    """Rows of independent directions and one tau: their covariance and the variance within them are the parts of V."""
    point, rows = {"nu": "1/2", "l": 1, "z": 1, "d": 4, "m": 4}, MATERN_ROWS.coupled("iid", "block")
    within = KernelDrawing(rows, "within")
    return (
        covariance("rows of one tau", MATERN_ROWS, mixing, point, rows),
        Sampled("variance given tau", within, conditional, (point,), second=several(conditional)),
    )


def pair_below_offsets(limit: Formula) -> InPart:
    """The mean square error of a pair is at most that of two offsets, which is its limit."""
    drawing = KernelDrawing(MATERN_ROWS.radial, "error", MATERN_ROWS.level)
    below = SampledBelow("error of a pair, beside two offsets", drawing, limit, MATERN_ROWS.points)
    return InPart("the smaller variance of a pair, at nu = 1/2 and 3/2", below)


def opposite(expected: Formula) -> Sampled:
    """The mean product of the cosines of an antithetic pair whose radii are drawn from two."""
    drawing = KernelDrawing(Coupled(two_radii, PairOfCosine(-1.0)), "pair")
    point = {"d": 3, "q": "1/3", "r1": 3, "r2": 1, "z": 1, "m": 2}
    return Sampled("product of opposite cosines", drawing, expected, (point,))


def two_radii(point: Point) -> TwoRadii:
    """Length r1 with probability q, else r2."""
    return TwoRadii(real(point["q"]), real(point["r1"]), real(point["r2"]))
