"""Appendix F.4 of performer, (44) to (50): exponential moments as series of mixed moments of the projections.

Main results
* (44)-(46): E e^{theta sum X_i} as a multinomial series of mixed moments.
* (47)-(50): the difference of both couplings as a series of gaps with coefficients >= 0.

Proofs. Values in [0, oo], moments taken over the signs first; series with coefficients >= 0.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Expectation,
    Given,
    Proof,
    Quantity,
    Statement,
    TupleSum,
    whole,
)
from rftheory.papers._shared.beautiful_functions import SMALL_DIMENSION, THETA, theta
from rftheory.papers._shared.exponential_moments import difference_steps, expansion_steps, multinomial_steps
from rftheory.papers._shared.invariants import COUNT, WITHIN_BLOCK, fit
from rftheory.papers.performer._lemmas.beautiful_terms import GAP, IID, ORT, exponential, i, product, term

_j = sp.Symbol("j", nonnegative=True, integer=True)
_J = sp.IndexedBase("j")
_MULTINOMIAL = sp.factorial(_j) / product(sp.factorial(_J[i]))
_S = "(j_1, .., j_m) with sum j"
_EXPONENTS = Domain((SMALL_DIMENSION, COUNT, THETA), (WITHIN_BLOCK,), fit)


def _mixed(coupling: str) -> sp.Expr:
    """E X_1^(j_1) .. X_m^(j_m)."""
    return Expectation(product(term(coupling, i) ** _J[i]))


def _over_powers(summand: sp.Expr) -> sp.Expr:
    """sum_j theta^j/j! times the sum over S_j of the multinomial coefficient times the summand."""
    inner = TupleSum(_MULTINOMIAL * summand, _S)
    return sp.Sum(theta**_j / sp.factorial(_j) * inner, (_j, 0, sp.oo))


def _series(proof: Proof) -> None:
    multinomial_steps(proof)
    expansion_steps(proof)


EQ44 = Statement(
    id="performer/eq44",
    kind="identity",
    where="eqs (44)-(46)",
    title="Exponential moments as multinomial series",
    text="The exponential moment of the sum is a series of mixed moments of X_1, .., X_m for either coupling.",
    latex=(
        r"\mathbb E[e^{\theta\sum X_i}]=\sum_{j\ge0}\frac{\theta^j}{j!}\sum_{(j_1,\dots,j_m)\in S_j}"
        r"\binom j{j_1,\dots,j_m}\mathbb E[X_1^{j_1}\cdots X_m^{j_m}]"
    ),
    domain_text="any theta > 0, any beautiful function; values in [0, oo], moments taken over the signs first",
    domain=_EXPONENTS,
    claim=All(tuple(Equal(exponential(rows), _over_powers(_mixed(rows))) for rows in (ORT, IID))),
    checks=(Derivation(_series, whole("every theta > 0, values in [0, oo]")),),
)


def _delta(proof: Proof) -> None:
    multinomial_steps(proof)
    difference_steps(proof)
    proof.cite("both expectations being finite, two absolutely convergent series are subtracted term by term")


# the coefficient of x_1^(k_1) .. x_m^(k_m) in g(x_1)^(j_1) .. g(x_m)^(j_m)
_COEFFICIENT = Quantity("coefficient of x_1^(k_1) .. x_m^(k_m) in g(x_1)^(j_1) .. g(x_m)^(j_m)")

EQ47 = Statement(
    id="performer/eq47",
    kind="identity",
    where="eqs (47)-(50)",
    title="The difference of exponential moments as a series of moment gaps",
    text="Delta is a series with coefficients >= 0 in the gaps of mixed moments of the projections.",
    latex=(
        r"\Delta=\sum_j\frac{\theta^j}{j!}\sum_{S_j}\binom j{j_1,\dots,j_m}\sum_{D(j_1,\dots,j_m)}"
        r"\hat c_{j_1,\dots,j_m}(d_1,\dots,d_m)\hat\Delta(d_1,\dots,d_m)"
    ),
    domain_text="any theta > 0 (Delta is defined where both expectations are finite)",
    domain=_EXPONENTS,
    claim=Given(
        sp.And(exponential(IID) < sp.oo, exponential(ORT) < sp.oo),
        All(
            (
                Equal(exponential(IID) - exponential(ORT), _over_powers(_mixed(IID) - _mixed(ORT))),
                Equal(
                    exponential(IID) - exponential(ORT),
                    _over_powers(TupleSum(_COEFFICIENT * GAP, "(k_1, .., k_m)")),
                ),
                Below(sp.S.Zero, _COEFFICIENT, strict=False),
            )
        ),
    ),
    checks=(Derivation(_delta, whole("every theta > 0 at which Delta is defined")),),
    uses=("performer/eq44",),
    note=(
        "For g = exp under N(0, I_d) both expectations are infinite for every theta > 0 and Delta is not defined; "
        "on the sphere it is."
    ),
)


STATEMENTS = (
    EQ44,
    EQ47,
)
