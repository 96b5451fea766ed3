"""Appendix F of performer: claims are written with the brackets they need, and errata stand on points of the paper."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory import registry
from rftheory.claims import Equal, Quantity, TupleSum, latex, plain
from rftheory.papers.performer._lemmas.beautiful_terms import GAP, ORT, projection
from rftheory.verdict import Verdict
from rftheory.verification import verify


def test_a_power_of_an_inner_product_has_brackets() -> None:
    assert plain(Equal(projection(ORT) ** 2, sp.S.One), {}) == "(w[orthogonal, Omega, 1] . z)**2 = 1"
    assert "k[i]" in plain(Equal(GAP, sp.S.Zero), {})


def test_quantities_and_sums_over_tuples_are_opaque_and_readable() -> None:
    d = sp.Symbol("d")
    least = Quantity("least number of rows", d)
    inner = TupleSum(sp.factorial(d), "(j_1, .., j_m) with sum j")
    assert plain(Equal(least, 2 * inner), {}) == (
        "[least number of rows](d) = 2*(Sum(factorial(d), (j_1, .., j_m) with sum j))"
    )
    assert r"\text{least number of rows}" in latex(Equal(least, inner), {})
    assert least.free_symbols == {d}


@pytest.mark.parametrize(
    ("name", "point"),
    [
        ("thm5", {"a0": "1", "v": "20", "theta": "1"}),
        ("eq68", {"a0": "1", "a1": "1/10"}),
        ("eq35/w", {"x2": "4", "y2": "4", "K": "1"}),
        ("eq77", {"d": "16", "R": "2"}),
        ("eq43", {"m": "2", "v": "0"}),
    ],
)
def test_errata_show_the_point_chosen(name: str, point: dict[str, str]) -> None:
    (found,) = verify(f"performer/{name}")
    assert found.verdict is Verdict.REFUTED
    shown = next(e.counterexample for e in found.evidence if e.counterexample)
    assert point.items() <= shown.items()


def test_theta_as_printed_does_not_carry_the_verdict_of_o() -> None:
    (found,) = verify("performer/secF.5/mopt")
    assert found.verdict is Verdict.UNDECIDED
    assert found.correction is not None
    assert found.correction.verdict is Verdict.DERIVED
    assert registry.statement("performer/secF.5/mopt").undecided
