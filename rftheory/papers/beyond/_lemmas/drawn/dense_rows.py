"""Draws of dense features with coupled, turned or wrongly weighted rows, of their tails, and of clipped products."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import sympy as sp

from rftheory.evidence.statistical.dense_drawing import DenseDrawing, Weighted, dense
from rftheory.evidence.statistical.points import integer, real, reals
from rftheory.kit import Domain, Formula, Sampled, SampledBelow, formula
from rftheory.kit import real as parameter
from rftheory.measured.rowmaps.dense import DenseExponential
from rftheory.measured.rowmaps.mapped_rows import MappedLaw, Turned
from rftheory.measured.rowmaps.row_directions import SquaredCosine
from rftheory.papers.beyond._lemmas.dense.lists import FAMILY, chi
from rftheory.papers.beyond._lemmas.drawn.dense import KERNEL, LOW, ONE, PAIR, error, mean, squares

Point = Mapping[str, object]
NOWHERE: Point = {"x": (0, 0), "y": (0, 0)}
FAMILY_CHI = formula(chi(), FAMILY, "a x y")
_EPS, _TAU = (
    formula(sp.Symbol(name, positive=True), Domain((parameter(name, above=0),)), name)
    for name in ("eps", "tau")
)


def orthogonal_mean() -> Sampled:
    """The mean of a full orthogonal block before the map, from the coupling's own code."""
    drawing = DenseDrawing(dense, coupling="orthogonal", relative=False, tilted=False)
    return Sampled("mean, an orthogonal block", drawing, KERNEL, ({**LOW, "m": 2},), second=squares(KERNEL))


def pair_moment(name: str, expected: Formula, point: Point) -> Sampled:
    """The mean product of two orthogonal rows."""
    drawing = DenseDrawing(dense, "pair", "orthogonal")
    return Sampled(f"two rows, {name}", drawing, expected, ({**point, "m": 2},), second=squares(expected, 4))


def orthogonal_rows(pair: Formula) -> tuple[Sampled, Sampled]:
    """The pair moment of two orthogonal rows in the plane, and the error of the block."""
    block = replace(FAMILY_CHI, expression=(FAMILY_CHI.expression + pair.expression - 2) / 2)
    drawing = DenseDrawing(dense, "error", "orthogonal", level=ONE)
    return pair_moment("of a pair", pair, PAIR), error(
        "an orthogonal block", drawing, block, {**PAIR, "m": 2}
    )


def along(point: Point) -> DenseExponential:
    """Sigma with the eigenvalue s along v and 1 across, in R^d."""
    return DenseExponential(((1.0 - real(point["s"])) / 4.0, *(0.0,) * (integer(point["d"]) - 1)))


def pair_of_one_eigenvalue(expected: Formula) -> Sampled:
    """Its pair moment, v = (2, 0)."""
    drawing = DenseDrawing(along, "pair", "orthogonal")
    point = {"d": 2, "s": 2, "v2": 4, "x": (1, 0), "y": (1, 0), "m": 2}
    return Sampled("two rows, one eigenvalue", drawing, expected, (point,), second=squares(expected, 4))


def opposite_pair(expected: Formula) -> Sampled:
    """The pair moment at x = -y."""
    return pair_moment("opposite points", expected, {"a": ("-2", "1/10"), "x": (1, "1/2"), "y": (-1, "-1/2")})


def rotated_mean(expected: Formula) -> Sampled:
    """The mean of rows turned after the map, at v = 0; a negative definite A bounds the product."""
    drawing = DenseDrawing(Weighted(turned="after"), tilted=False)
    point = {**NOWHERE, "a": ("-1/8", -2)}
    return Sampled("mean, rows turned after the map", drawing, expected, (point,), second=squares(expected))


@dataclass(frozen=True)
class _Direction:
    """The squared cosine of the first row with the first axis."""

    turned: Turned

    def __call__(self, point: Point) -> SquaredCosine:
        return SquaredCosine(
            MappedLaw(tuple(1.0 - 4.0 * entry for entry in reals(point["a"])), (), self.turned)
        )


def orthogonalised_direction(expected: Formula) -> Sampled:
    """The direction of the first row that Gram-Schmidt leaves."""
    drawing, point = _Direction("orthogonalised"), {"a": ("1/10", -1)}
    return Sampled("direction after Gram-Schmidt", drawing, expected, (point,), second=squares(expected))


def wrong_weights(none: Formula, double: Formula) -> tuple[Sampled, Sampled]:
    """The mean where weights are forgotten, and where they stand in full on both sides."""
    return mean("no weight", Weighted(0.0), none, PAIR), mean("double weight", Weighted(1.0), double, PAIR)


def tails(both: Formula, lower: Formula) -> tuple[SampledBelow, SampledBelow]:
    """The probabilities of large relative errors, both ways for a bounded product, and of underestimates."""
    wide, low = {**LOW, "m": 20, "eps": "1/2"}, {**PAIR, "m": 20, "eps": "1/2"}
    return (
        SampledBelow("off by eps", DenseDrawing(dense, "off", level=_EPS, tilted=False), both, (wide,)),
        SampledBelow("short by eps", DenseDrawing(dense, "short", level=_EPS, tilted=False), lower, (low,)),
    )


def plain(point: Point) -> DenseExponential:
    """Plain positive features, A = 0."""
    return DenseExponential((0.0,) * len(reals(point["x"])))


def clipped(expected: Formula) -> Sampled:
    """The mean of plain products clipped at tau."""
    drawing = DenseDrawing(plain, "clipped", level=_TAU, tilted=False)
    point = {"v2": 4, "tau": 3, "x": (1, 0), "y": (1, 0)}
    return Sampled("clipped products", drawing, expected, (point,), second=squares(expected, 4))
