"""Pairs of inputs of discretely-induced features: domains, and the sizes t_l = |x_l y_l| of which optimal laws are made."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import PLACE, Domain, Rule, Some, entries, real, vector
from rftheory.papers._shared.discrete_features import SAME_LENGTH, j, x, y

X = vector("x", "first input", reach=("1e-3", 30))
Y = vector("y", "second input", reach=("1e-3", 30))

OVERLAP = Rule(Some(sp.Ne(x[PLACE] * y[PLACE], 0), entries(x)), "x_l y_l != 0 for some l")

EXAMPLES: tuple[dict[str, object], ...] = (
    {"x": ("3/10", "11/10", 2, "7/10"), "y": (1, 1, 1, 1)},
    {"x": (1,), "y": (-1,)},
    {"x": ("1/2", "-1/3"), "y": ("1/4", "2/3")},
    {"x": (1, 0), "y": (0, 2)},
    {"x": (0, 0), "y": (0, 1)},
    {"x": (10, "1/1000", 3), "y": (9, 1, -2)},
    {"x": (100,), "y": (-100,)},
)

OVERLAPPING = Domain((X, Y), (SAME_LENGTH, OVERLAP), None, EXAMPLES)

SHARES = Domain(
    (real("p", above=0, below=1), X, Y),
    (SAME_LENGTH,),
    None,
    tuple({"p": share, **pair} for share in ("1/2", "1/10", "9/10") for pair in EXAMPLES),
)

SIZES = sp.Abs(x[j] * y[j])  # t_l
