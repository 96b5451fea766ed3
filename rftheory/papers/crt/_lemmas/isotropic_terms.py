"""Theorem 9.1 of crt as terms: averages of g(w.z, |w|) for any g of the theorem, F as printed and with the length."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    ConditionalVariance,
    Distribution,
    Draw,
    Estimate,
    Expectation,
    Inner,
    Length,
    Row,
    Variance,
)
from rftheory.papers._shared.invariants import d, m

LENGTHS = "the lengths"
INDEPENDENT, ORTHOGONAL = (Estimate(rows, "g(w.z, |w|)", m, at="z") for rows in ("iid", "orthogonal"))
LOSS = Variance(INDEPENDENT) - Variance(ORTHOGONAL)
CONDITIONAL_LOSS = ConditionalVariance(INDEPENDENT, LENGTHS) - ConditionalVariance(ORTHOGONAL, LENGTHS)  # T

_g, _z, _w = sp.Function("g"), sp.Symbol("z"), Row("iid", 1)
_u = Draw("u", Distribution("sphere", d))
_x = sp.Symbol("r", nonnegative=True)
_i, _j = sp.symbols("i j", positive=True, integer=True)
_LENGTH_OF = sp.IndexedBase("x", nonnegative=True)
_LENGTH = Draw("x", Distribution("length of w"))

GIVEN_LENGTH = ConditionalVariance(_g(Inner(_w, _z), Length(_w)), sp.Eq(Length(_w), _x, evaluate=False))
"""The variance of one term given that its row has the length x."""


def term_variance(factor: sp.Expr) -> sp.Expr:
    """Var g(factor u.z, x) over a uniform direction u."""
    return Variance(_g(factor * Inner(_u, _z), _x))


LENGTH_GIVEN = _x


def _mean(x: sp.Expr, factor: sp.Expr) -> sp.Expr:
    """The mean of the even part of g(factor u.z, x) less g(0, x)."""
    argument = factor * Inner(_u, _z)
    return Expectation((_g(argument, x) + _g(-argument, x)) / 2 - _g(sp.S.Zero, x))


PRINTED_MEAN, TRUE_MEAN = _mean(_LENGTH, sp.S.One), _mean(_LENGTH, _LENGTH)  # F


def promised(*, with_length: bool) -> sp.Expr:
    """2/(d+2) 2/M^2 sum_(i<j) F_(x_i) F_(x_j) at the lengths x_1, .., x_M."""
    first, second = (_mean(x, x if with_length else sp.S.One) for x in (_LENGTH_OF[_i], _LENGTH_OF[_j]))
    return 2 / (d + 2) * 2 / m**2 * sp.Sum(first * second, (_i, 1, _j - 1), (_j, 2, m))
