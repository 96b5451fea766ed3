"""Special cases of the generalised exponential feature (crt, 3.1): claims that it is a given feature at given parameters."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Claim, Domain, Equal, On, formula, real

W_X, _size = sp.symbols("p u", real=True)  # w.x or w.y, and |w|^2
NORM = sp.Symbol("n", nonnegative=True)  # |x|^2 or |y|^2
_letters = sp.symbols("A C D", real=True)


def becomes(values: tuple[int, int, int], slope: sp.Expr, expected: sp.Expr, words: str) -> Claim:
    """D exp(A|w|^2 + slope w.x + C|x|^2) at these A, C, D is the expected feature."""
    fixed = tuple(real(str(symbol), value, value) for symbol, value in zip(_letters, values, strict=True))
    over = Domain((*fixed, real("p"), real("u", 0), real("n", 0)))
    free, constant, scale = _letters
    general_form = scale * sp.exp(free * _size + slope * W_X + constant * NORM)
    sides = (
        formula(form, over, " ".join(sorted(map(str, form.free_symbols))), complex_valued=True)
        for form in (general_form, sp.sympify(expected))
    )
    return On(over, Equal(*sides), words)
