"""Power series: Taylor coefficients of FLINT's functions over a ball, and Bernoulli numbers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import flint

from rftheory.exact.balls.numbers import ball, fmpq
from rftheory.exact.balls.precision import precision, working_precision
from rftheory.exact.scalars import Ball, Rational, Real


def taylor(name: str, centre: Ball, order: int) -> list[Ball]:
    """Enclosures of the Taylor coefficients 0 .. order of that function at every point of the ball."""
    with working_precision(precision()):
        before = flint.ctx.cap
        flint.ctx.cap = order + 1
        try:
            found = getattr(flint.arb_series([centre, 1]), name)()
            return [found[k] for k in range(order + 1)]
        finally:
            flint.ctx.cap = before


def bernoulli(n: int) -> Rational:
    """The Bernoulli number B_n."""
    return fmpq(flint.fmpq.bernoulli(n))


def multiplied(one: Sequence[Ball], two: Sequence[Ball], count: int) -> list[Ball]:
    """The first `count` coefficients of the product of two power series."""
    with working_precision(precision()):
        found = flint.arb_poly(list(one[:count])) * flint.arb_poly(list(two[:count]))
        return [found[k] for k in range(count)]


def moments(weights: Sequence[Sequence[Ball]], order: int) -> list[list[Ball]]:
    """For each family of weights (all of one length) sum_n weights[n] n^k/k!, 0 <= k < order: the series of sum_n weights[n] e^(nx)."""
    count, width = len(weights[0]), 32
    blocks = -(-order // width)
    with working_precision(precision()):
        columns: list[list[Ball]] = []
        for family in weights:
            for block in range(blocks):
                columns.append(
                    list(family) if block == 0 else [v * n**width for n, v in enumerate(columns[-1])]
                )
        found = flint.arb_mat(_powers(width, count)) * flint.arb_mat(columns).transpose()
        inverse = [ball(1)]
        for k in range(1, order):
            inverse.append(inverse[-1] / k)
        return [
            [found[k % width, j * blocks + k // width] * inverse[k] for k in range(order)]
            for j in range(len(weights))
        ]


@functools.lru_cache(maxsize=16)
def _powers(rows: int, columns: int) -> Any:
    """The integers n^k, 0 <= k < rows, 0 <= n < columns."""
    return flint.fmpz_mat([[n**k for n in range(columns)] for k in range(rows)])


def exponential(coefficients: Sequence[Ball], count: int) -> list[Ball]:
    """The first `count` coefficients of exp of a power series."""
    with working_precision(precision()):
        before = flint.ctx.cap
        flint.ctx.cap = count
        try:
            found = flint.arb_series(list(coefficients), prec=count).exp()
            return [found[k] for k in range(count)]
        finally:
            flint.ctx.cap = before


def polynomial(coefficients: Sequence[Ball]) -> Callable[[Ball], Ball]:
    """x to sum_k coefficients[k] x^k."""
    found: Callable[[Ball], Ball] = flint.arb_poly(list(coefficients))
    return found


def shifted(coefficients: Sequence[Ball], place: Real) -> list[Ball]:
    """The coefficients of a polynomial p, in those of p(place + x)."""
    with working_precision(precision()):
        found = flint.arb_poly(list(coefficients))(flint.arb_poly([ball(place), 1]))
        return [found[k] for k in range(len(coefficients))]


def taylor_of_digamma(x: Rational) -> tuple[Ball, Ball]:
    """psi(x) and psi'(x), x > 0."""
    found = taylor("lgamma", ball(x), 2)
    return found[1], 2 * found[2]
