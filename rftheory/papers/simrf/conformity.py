"""Section 4 of simrf: the conformities of the couplings in closed form."""

from __future__ import annotations

import sympy as sp

from rftheory.domain import Domain
from rftheory.evidence.derivation import Derivation, Proof
from rftheory.papers.simrf.common import (
    DIMENSION, LENGTH, ANY_DIMENSION, MSE_DOMAIN, SCALE, SIMPLEX, V2, conformity, d, hyper11, k, m, orf_series, p, v,
)  # fmt: skip
from rftheory.statement import Equal, Statement, formula

_ORF = Domain((ANY_DIMENSION, LENGTH), extra=({"d": 64, "v": 10}, {"d": 2, "v": 1}, {"d": 1, "v": 2}))
_SIMPLEX = Domain((DIMENSION, LENGTH), extra=({"d": 64, "v": 10}, {"d": 2, "v": 1}, {"d": 3, "v": "1/3"}))


def _orf_series(proof: Proof) -> None:
    ratio = (d + k) / (d / 2 + k) / (k + 1) * v**2 / 2
    moment = 2**k * sp.gamma(d + k) / sp.gamma(d)
    term = sp.gamma(d / 2) * v ** (2 * k) / (2 ** (2 * k) * sp.factorial(k) * sp.gamma(k + d / 2)) * moment
    printed = sp.gamma(d / 2) / sp.gamma(d) * v ** (2 * k) / (2**k * sp.factorial(k)) * sp.gamma(k + d) / sp.gamma(k + d / 2)
    proof.cite("Tonelli: all terms are nonnegative, so expectation and sum exchange")
    proof.equal(term, printed, "inserting E w^(2k) = 2^k Gamma(d+k)/Gamma(d) of the chi law with 2d degrees")
    proof.equal(printed.subs(k, k + 1) / printed, ratio, "ratio of successive terms")


STATEMENTS = (
    Statement(
        id="simrf/thm4.3/orf",
        kind="identity",
        where="Theorem 4.3, eq. (23), repeated as (65)",
        title="RF-conformity of orthogonal features",
        text="The conformity of ORFs is a power series in v^2 with Gamma-function coefficients.",
        latex=r"\rho_{\rm ORF}=\frac{\Gamma(\frac d2)}{\Gamma(d)}\sum_{k=0}^\infty\frac{v^{2k}}{2^kk!}\frac{\Gamma(k+d)}{\Gamma(k+\frac d2)}",
        domain_text="x, y in R^d, PRFs",
        domain=_ORF,
        sides={
            "lhs": formula(conformity(sp.Integer(0)), _ORF, "d v"),
            "rhs": formula(orf_series(), _ORF, "d v", closed=hyper11(v**2 / 2)),
        },
        claim=Equal(),
        checks=(Derivation(_orf_series),),
        uses=("simrf/lemma4.2/conformity",),
        mechanism="orthogonal x positive",
    ),
)
