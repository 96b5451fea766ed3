"""Mean products of two cosines by the even series in the cosine of their rows: domains and quantities."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, real
from rftheory.papers._shared.invariants import d
from rftheory.papers.beyond._lemmas.blocks import DIMENSION, coefficient, p, rho
from rftheory.papers.beyond._lemmas.trigonometric_steps import SIMPLEX_COSINE, U

DISTANCE = real("z", 0, reach=("1e-6", 20), meaning="|x-y|")
APART = real("z", above=0, reach=("1e-4", 12), meaning="|x-y|, positive")


def even_series(cosine: sp.Expr) -> sp.Expr:
    """The printed series, over p = 2q."""
    term = cosine ** (2 * p) * coefficient(-U, 2 * p)
    return sp.exp(-U / 2) / sp.gamma(d / 2) * sp.Sum(term, (p, 0, sp.oo))


EVEN_BOUND = {p: U ** (2 * p) / sp.factorial(2 * p) * sp.gamma(d / 2) * sp.exp(U / 2)}
SIMPLEX_PAIR = (rho(SIMPLEX_COSINE, -U) + rho(-SIMPLEX_COSINE, -U)) / 2

OPEN = Domain(
    (DIMENSION, APART),
    extra=tuple(
        {"d": dd, "z": zz} for dd, zz in ((2, 1), (3, 2), (2, "1e-3"), (64, 3), (5, 8), (10**6, 1), (2, 12))
    ),
)

OPEN_POINTS: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "z": zz} for dd, zz in ((2, 1), (3, 2), (64, 3), (5, "1/10"), (2, 4), (1000, 1))
)

ORTHOGONAL_PAIR = sp.hyper((d,), (d / 2,), -U / 2)
