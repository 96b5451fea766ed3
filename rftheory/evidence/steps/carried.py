"""What SymPy carries: identities by simplification, signs by the assumptions of symbols; every answer is kept."""

from __future__ import annotations

import functools
from collections.abc import Callable

import sympy as sp

_SIMPLIFIERS: tuple[Callable[[sp.Expr], sp.Expr], ...] = (
    sp.gammasimp,
    lambda e: sp.expand(sp.expand_trig(e)),
    sp.simplify,
    lambda e: sp.simplify(sp.expand_func(e)),
    sp.expand,
    sp.combsimp,
    lambda e: sp.expand(sp.expand_log(e)),
    lambda e: sp.powsimp(sp.expand(e)),
    lambda e: sp.cancel(sp.together(e.doit())),
    lambda e: sp.simplify(e.rewrite(sp.exp)),
)
"""The first two settle half of what is no rational identity, in a twentieth of the time of the third."""


@functools.lru_cache(maxsize=1 << 14)
def identical(left: sp.Expr, right: sp.Expr) -> bool:
    """left = right, by simplification of the difference to 0 or of the quotient, which matrices have none of, to 1."""
    if left == right:
        return True
    if isinstance(left, sp.MatrixExpr) or isinstance(right, sp.MatrixExpr):
        return left.shape == right.shape and bool(sp.simplify(left - right).is_ZeroMatrix)
    if _vanishes(left - right):
        return True
    forms = [left - right] if right == 0 else [left - right, left / right - 1]
    forms.append(sp.expand(left) - sp.expand(right))
    return any(simplify(form) == 0 for form in forms for simplify in _SIMPLIFIERS)


def _vanishes(difference: sp.Expr) -> bool:
    """Whether it is 0 as a rational function of what stands in it: no search, and all that most steps need."""
    expanded = sp.expand(difference)
    try:
        return bool(expanded == 0 or sp.cancel(sp.together(expanded)) == 0)
    except sp.PolynomialError:  # of what has no rational form, such as cases
        return False


@functools.lru_cache(maxsize=1 << 14)
def left_over(left: sp.Expr, right: sp.Expr) -> sp.Expr:
    """What SymPy leaves of a difference."""
    return sp.simplify(left - right)


@functools.lru_cache(maxsize=1 << 14)
def has_sign(expression: sp.Expr, *, strict: bool) -> bool:
    """expression > 0 (>= 0 unless strict) by the assumptions of its symbols."""
    test = "is_positive" if strict else "is_nonnegative"
    forms: tuple[Callable[[sp.Expr], sp.Expr], ...] = (lambda e: e, sp.simplify, sp.factor, sp.expand)
    return any(getattr(form(expression), test) is True for form in forms)


@functools.lru_cache(maxsize=1 << 12)
def limit_of(expression: sp.Expr, variable: sp.Symbol, toward: sp.Expr, side: str) -> sp.Expr:
    """The limit as SymPy finds it."""
    return sp.limit(expression, variable, toward, side)
