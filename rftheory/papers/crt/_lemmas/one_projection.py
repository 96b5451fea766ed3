"""Z = f1(w, x) f2(w, y) at given vectors for s = 1 and real A < 0, and what (35) makes of it."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Rule, same_length, vector
from rftheory.papers._shared.generalised_exponential import NEGATIVE_A, WIDTH, A
from rftheory.papers._shared.invariants import d

_X, _Y, _W = (sp.IndexedBase(name) for name in ("x", "y", "w"))
_i = sp.Symbol("i", integer=True)
_SAME = Rule(same_length(_X, _Y, _W), "x, y and w of one length")

VECTORS = Domain(
    (NEGATIVE_A, vector("x"), vector("y"), vector("w", "the projection")),
    (_SAME,),
    extra=(
        {"A": -1, "x": "1/2,1/3", "y": "1/2,0", "w": "1/4,1/8"},
        {"A": "-9/4", "x": "3/2,1", "y": "3/2,1", "w": "1,2/3"},
        {"A": -1000, "x": "0", "y": "0", "w": "0"},
        {"A": "-1/10", "x": "1,1,-1", "y": "-1,0,2", "w": "3,-1,1/2"},
        {"A": "-1/100", "x": "1/10,0,0,0", "y": "0,1/5,0,0", "w": "1,1,1,1"},
    ),
)

VECTOR_NAMES = "A x y w"


def _squared(vec: sp.IndexedBase) -> sp.Expr:
    """|v|^2."""
    return sp.Sum(vec[_i] ** 2, (_i, 0, d - 1))


def _product(one: sp.IndexedBase, two: sp.IndexedBase) -> sp.Expr:
    """The inner product of two vectors."""
    return sp.Sum(one[_i] * two[_i], (_i, 0, d - 1))


_FEATURES = (WIDTH ** sp.Rational(1, 4)) ** d

Z = (
    _FEATURES
    * sp.exp(A * _squared(_W) + sp.sqrt(WIDTH) * _product(_W, _X) - _squared(_X))
    * _FEATURES
    * sp.exp(A * _squared(_W) + sp.sqrt(WIDTH) * _product(_W, _Y) - _squared(_Y))
)


def _shifted(vec: sp.IndexedBase) -> sp.Expr:
    """One exponential of the middle of (35)."""
    step = sp.sqrt(-A) * _W[_i] - sp.sqrt(WIDTH) / (2 * sp.sqrt(-A)) * vec[_i]
    return sp.exp(-sp.Sum(step**2, (_i, 0, d - 1)) - WIDTH / (4 * A) * _squared(vec) - _squared(vec))


MIDDLE = _shifted(_X) * _shifted(_Y)
CAP = sp.exp(-(_squared(_X) + _squared(_Y)) / (4 * A))
