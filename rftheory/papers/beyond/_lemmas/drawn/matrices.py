"""Draws of Gram matrices of Matern kernels from random frequencies, at points z, 2z, .. of a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil

import sympy as sp

from rftheory.evidence.statistical.kernel_drawing import matern
from rftheory.evidence.statistical.points import integer, level_at, real
from rftheory.kit import Domain, Formula, Sampled, SampledBelow, formula
from rftheory.kit import integer as integer_parameter
from rftheory.measured.radial.gram_errors import GramError, What
from rftheory.papers.beyond._lemmas.drawn.frequencies import MATERN_ROWS, one_error, several
from rftheory.papers.beyond._lemmas.radial_kernels import z

Point = Mapping[str, object]


@dataclass(frozen=True)
class GramDrawing:
    """A statistic of the Gram matrix of n points (2 where missing) at the distance z, from m Matern frequencies.

    m is 1 where the point has none, or given by `count`, rounded up.
    """

    what: What = "frobenius"
    offset: bool = False
    count: Formula | None = None

    def __call__(self, point: Point) -> GramError:
        """The experiment at a point."""
        n = integer(point.get("n", 2))
        gap = real(point["z"])
        values = [1.0, *(level_at(MATERN_ROWS.level, {**point, "z": repr(k * gap)}) for k in range(1, n))]
        exact = tuple(tuple(values[abs(i - j)] for j in range(n)) for i in range(n))
        m = integer(point.get("m", 1)) if self.count is None else ceil(level_at(self.count, point))
        eps, lam = (real(point.get(name, 0)) for name in ("eps", "lam"))
        places = tuple((k * gap, 0.0) for k in range(n))
        return GramError(matern(point), places, exact, m, self.what, eps, lam, self.offset)


_m = sp.Symbol("m", positive=True, integer=True)
_LINE = Domain((*MATERN_ROWS.domain.parameters, integer_parameter("m", 1)))
_V = MATERN_ROWS.variance
_SQUARES = (4 * _V + 2 * _V.subs(z, 2 * z)) / _m
"""m times E |Khat - K|_F^2 at three points of a line: two distances z, one 2z, the diagonal exact."""


def matrix_errors() -> tuple[Sampled, Sampled]:
    """The mean of |Khat - K|_F^2 of pairs, and of cosines with an offset: n^2/(2m) more."""
    return _matrix("pairs", _SQUARES, False), _matrix("offsets", _SQUARES + sp.Rational(9, 2) / _m, True)


def _matrix(name: str, expected: sp.Expr, offset: bool) -> Sampled:
    drawing, mean = GramDrawing(offset=offset), formula(expected, _LINE, "nu l z m")
    point = {"n": 3, "nu": "3/2", "l": 1, "z": 1, "m": 4}
    return Sampled(f"matrix error, {name}", drawing, mean, (point,), second=several(mean))


def relative_error(expected: Formula, over: Formula) -> Sampled:
    """The number of frequencies that an entry needs, as the relative error of one."""
    rows = replace(MATERN_ROWS, points=({"nu": "3/2", "l": 1, "z": 1, "eps": "1/2"},))
    return one_error("an entry, relative", rows, expected, over=over)


def ridge_error(expected: Formula) -> Sampled:
    """The mean square operator norm of the error of a ridge system of two points, m = 1."""
    first, second = {"nu": "3/2", "l": 1, "z": 1, "lam": "1/10"}, {"nu": "1/2", "l": 1, "z": 1, "lam": 0}
    drawing = GramDrawing("ridge")
    return Sampled("ridge system of two points", drawing, expected, (first, second), second=several(expected))


def entries_beyond(count: Formula, limit: Formula) -> SampledBelow:
    """The probability that an entry is off by more than eps, at the number of frequencies that should keep it small."""
    point = {"n": 3, "eps": "1/2", "delta": "1/2", "nu": "1/2", "l": 1, "z": 1}
    return SampledBelow("an entry beyond eps", GramDrawing("beyond", count=count), limit, (point,))
