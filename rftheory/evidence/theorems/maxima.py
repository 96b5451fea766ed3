"""Largest errors over the angle as terms: suprema of their definitions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from rftheory.exact.functions.hybrids.angular_maximum import LargestError
from rftheory.exact.functions.hybrids.linear_maximum import LargestLinear
from rftheory.proof.terms import Term
from rftheory.proof.wording import Words

_TURN = sp.Symbol("turn", real=True)
_SHARE = sp.Symbol("share", real=True)


def _angular(words: Words, node: Any) -> Term:
    """4 e^(-4r^2) (g(p) sinh^2(r^2 (1 + cos pi p)) + g(1 - p) sinh^2(r^2 (1 - cos pi p))), g(p) = p (p + (1 - p)/n)."""
    n, r = node.args

    def part(p: sp.Expr, height: sp.Expr) -> sp.Expr:
        return p * (p + (1 - p) / n) * sp.sinh(r**2 * height) ** 2

    turn = sp.cos(sp.pi * _TURN)
    return _supremum(words, r, _TURN, part(_TURN, 1 + turn) + part(1 - _TURN, 1 - turn))


def _linear(words: Words, node: Any) -> Term:
    """4 e^(-4r^2) (s^2 sinh^2(2r^2 (1 - s)) + (1 - s)^2 sinh^2(2r^2 s)), s = sin^2(theta/2)."""
    (r,) = node.args
    parts = ((_SHARE, 1 - _SHARE), (1 - _SHARE, _SHARE))
    body = sp.Add(*(weight**2 * sp.sinh(2 * r**2 * other) ** 2 for weight, other in parts))
    return _supremum(words, r, _SHARE, body)


def _supremum(words: Words, r: sp.Expr, variable: sp.Symbol, body: sp.Expr) -> Term:
    return ("sup", str(variable), 0, 1, words.term(4 * sp.exp(-4 * r**2) * body))


MAXIMA: Mapping[type, Callable[[Words, Any], Term]] = {LargestError: _angular, LargestLinear: _linear}
