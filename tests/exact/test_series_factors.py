"""Factors of a series' ratio that are one are found to be one, and without a search where expanding tells."""

import pytest
import sympy as sp

from rftheory.exact.series import decompose, ratio_of

k = sp.Symbol("k", integer=True, nonnegative=True)
d = sp.Symbol("d", positive=True)


@pytest.mark.parametrize(
    ("above", "below", "left"),
    [
        ((d + 1) / 2, d / 2 + sp.Rational(1, 2), 0),
        (d * (d + 1), d**2 + d, 0),
        (sp.sqrt(2) * sp.sqrt(d), sp.sqrt(2 * d), 0),
        (sp.sin(d) ** 2 + sp.cos(d) ** 2, sp.Integer(1), 0),
        (d / 2, d / 2 + 1, 1),
        (sp.Integer(2), sp.Integer(3), 1),
        (sp.sqrt(d), sp.sqrt(d + 1), 1),
    ],
)
def test_equal_factors_cancel_and_others_stay(above: sp.Expr, below: sp.Expr, left: int) -> None:
    term = sp.gamma(above + k, evaluate=False) / sp.gamma(below + k, evaluate=False)
    ratio = ratio_of(term, k)
    assert len(ratio.above) == len(ratio.below) == left


def test_no_simplification_is_searched_for_a_plain_series(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sp, "simplify", None)
    term = sp.gamma(d + k) * d**k / (sp.gamma(d / 2 + k) * sp.factorial(k))
    (found,) = decompose(term, k, sp.Integer(0))
    assert (found.above, found.below) == ((d,), (d / 2,))
