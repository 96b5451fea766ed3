"""Appendix F.4 of performer, Theorem 6 and (42), (43): smaller errors and smaller exponential moments.

Main results, m <= d
* (42): MSE(ort) <= MSE(iid) - (1 - 1/m) 2/(d+2) (F(z) - a_0)^2, with equality for g of degree 2 under N(0, I_d).
* With g = Lambda exp Theorems 6 and 5, as printed, become Theorems 2 and 3, as printed.

False as printed: (43), that the exponential moment is strictly smaller for orthogonal rows at every theta > 0. Equal
for m = 1 or z = 0, both infinite for g = exp under N(0, I_d). True for m >= 2, z nonzero, g not constant and finite
moments.

Proofs. Lemma 6 in every term; the series of (50), term by term.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Estimate,
    Given,
    Inner,
    Length,
    On,
    Proof,
    Row,
    Statement,
    formally,
    formula,
    part,
)
from rftheory.papers._shared.beautiful_functions import (
    COEFFICIENTS,
    IID_EXPONENTIAL,
    KAPPA,
    LENGTH,
    LINEAR,
    LINEAR_NAMES,
    ORTHOGONAL_EXPONENTIAL,
    SMALL_DIMENSION,
    THETA,
    a0,
    a1,
    a2,
    square_steps,
    theta,
    v,
)
from rftheory.papers._shared.exponential_moments import difference_steps
from rftheory.papers._shared.invariants import COUNT, V2, WITHIN_BLOCK, d, fit, m, pairs
from rftheory.papers.performer._lemmas.beautiful_terms import (
    IID,
    MGF,
    ORT,
    F,
    error,
    exponential,
    i,
    z,
)
from rftheory.papers.performer._lemmas.linear_tails import LINEAR_GAUSSIAN, STRICTLY
from rftheory.papers.performer._notation import LAMBDA, SM

_QUADRATIC_NAMES = "d m a0 a1 a2 v"

_QUADRATIC = Domain(
    (SMALL_DIMENSION, COUNT, *COEFFICIENTS, LENGTH),
    (WITHIN_BLOCK,),
    fit,
    tuple(
        dict(zip(_QUADRATIC_NAMES.split(), corner, strict=True))
        for corner in (
            (2, 2, 1, 1, 1, 1), (3, 2, 0, 1, 2, "1/2"), (1, 1, 1, 1, 1, 2), (64, 64, 1, 0, 3, 2), (5, 3, 0, 0, 1, 1),
            (4, 4, 1, 2, 0, 3), (8, 2, 1, 1, 1, 0), (1000, 1000, "1/3", "1/7", 5, 1000),
        )
    ),
)  # fmt: skip

_QUADRATIC_IID = (a1**2 * v**2 + 2 * a2**2 * v**4) / m
_QUADRATIC_PAIR = a0**2 + 2 * a0 * a2 * v**2 + a2**2 * v**4 * d / (d + 2)  # E X_1 X_2 of orthogonal rows
_QUADRATIC_MEAN = a0 + a2 * v**2
_QUADRATIC_ORT = _QUADRATIC_IID + (1 - 1 / m) * (_QUADRATIC_PAIR - _QUADRATIC_MEAN**2)


def _theorem6(proof: Proof) -> None:
    square_steps(proof)
    proof.equal(
        _QUADRATIC_ORT,
        _QUADRATIC_IID - (1 - 1 / m) * 2 / (d + 2) * (_QUADRATIC_MEAN - a0) ** 2,
        "for g of degree 2 under N(0, I_d) both sides are equal",
    )


THM6 = Statement(
    id="performer/thm6",
    kind="inequality",
    where="Theorem 6, eq. (42)",
    title="Smaller errors of orthogonal rows",
    text="Orthogonal rows lower the MSE of every beautiful function by (1-1/m) 2/(d+2) (F(z) - a_0)^2 at least.",
    latex=(
        r"\mathrm{MSE}(\hat F^{\rm ort}_m(z))\le\mathrm{MSE}(\hat F^{\rm iid}_m(z))"
        r"-\Big(1-\frac1m\Big)\frac2{d+2}\left(F_{\Omega,g}(z)-a_0\right)^2"
    ),
    domain_text="m <= d, any d > 0",
    domain=_QUADRATIC,
    sides={
        "lhs": formula(_QUADRATIC_ORT, _QUADRATIC, _QUADRATIC_NAMES),
        "rhs": formula(
            _QUADRATIC_IID - (1 - 1 / m) * 2 / (d + 2) * (_QUADRATIC_MEAN - a0) ** 2,
            _QUADRATIC,
            _QUADRATIC_NAMES,
        ),
    },
    claim=All(
        (
            Below(error(ORT), error(IID) - (1 - 1 / m) * 2 / (d + 2) * (F - a0) ** 2, strict=False),
            On(_QUADRATIC, Below(strict=False), "g = a0 + a1 x + a2 x^2, Omega = N(0, I_d), v = |z|"),
        )
    ),
    checks=(Derivation(_theorem6, WHOLE),),
    uses=("performer/eq75",),
    mechanism=("orthogonal",),
    note="Where E g(omega.z)^2 is infinite both errors are, and the inequality says nothing.",
)


def _implication(proof: Proof) -> None:
    level, length, kernel = sp.symbols("L z F", positive=True)
    weights = [level / sp.factorial(s) for s in range(3)]
    printed = theta**4 * m * (m - 1) / (4 * d**2 * (d + 2)) * weights[0] ** (m - 2) * weights[1] ** 2
    proof.equal(
        printed * length**4 * d**2,
        level**m * theta**4 * m * (m - 1) / (4 * (d + 2)) * length**4,
        "Theorem 5 with g = Lambda exp and E|omega|^2 = d becomes Theorem 3, as printed",
    )
    proof.equal(
        LAMBDA**m,
        sp.exp(-m * (sp.Symbol("x2", nonnegative=True) + sp.Symbol("y2", nonnegative=True)) / 2),
        "Lambda^m",
    )
    proof.equal(
        (1 - 1 / m) * 2 / (d + 2) * (level * kernel - level) ** 2,
        2 * (m - 1) / (m * (d + 2)) * (level * kernel - level) ** 2,
        "Theorem 6 with g = Lambda exp becomes Theorem 2 and its sphere form",
    )
    proof.cite(
        "Remark 1: SM = Lambda F under N(0, I_d), SMREG = Lambda F on the sphere; |omega|^2 has mean d in both"
    )


_SOFTMAX = pairs(
    SMALL_DIMENSION, COUNT, THETA, rules=(WITHIN_BLOCK,), d=(1, 3, 64), m=(1, 2, 64), theta=(1, "1/2", 2)
)

SECF_4_IMPLICATION = Statement(
    id="performer/secF.4/implication",
    kind="identity",
    where="F.4.1, end",
    title="Theorems 2 and 3 are cases of Theorems 6 and 5",
    text="With g = Lambda exp and the Gaussian or sphere law the general theorems become those of Section 3.",
    latex=r"a_0=a_1=\Lambda,\ \mathbb E\|\omega\|^2=d",
    domain_text="-",
    domain=_SOFTMAX,
    claim=All(
        (
            Equal(
                (1 - 1 / m) * 2 / (d + 2) * (LAMBDA * sp.exp(V2 / 2) - LAMBDA) ** 2,
                2 * (m - 1) / (m * (d + 2)) * (SM - LAMBDA) ** 2,
            ),
            Equal(
                Estimate("orthogonal", "positive", m),
                LAMBDA * sp.Sum(sp.exp(Inner(Row("orthogonal", i), z)), (i, 1, m)) / m,
            ),
            Equal(
                theta**4 * m * (m - 1) / (4 * d**2 * (d + 2)) * LAMBDA ** (m - 2) * LAMBDA**2 * V2**2 * d**2,
                LAMBDA**m * theta**4 * m * (m - 1) / (4 * (d + 2)) * V2**2,
            ),
        )
    ),
    checks=(Derivation(_implication, WHOLE),),
    uses=("performer/remark1",),
    note="An implication between the printed theorems; Theorems 5 and 3 share one wrong weight.",
)

_k = sp.Symbol("k", nonnegative=True, integer=True)


def _equal_with_one_row(proof: Proof) -> None:
    one = sp.hyper((d / 2,), (d / 2,), KAPPA)
    proof.equal(
        ORTHOGONAL_EXPONENTIAL.subs(m, 1), sp.exp(theta * a0) * one, "one orthogonal row, g = a_0 + a_1 x"
    )
    proof.equal(one, sp.exp(KAPPA), "1F1(d/2; d/2; .) has the terms of exp")
    proof.equal(IID_EXPONENTIAL.subs(m, 1), sp.exp(theta * a0 + KAPPA), "so both sides are equal and < fails")


def _strictly_smaller(proof: Proof) -> None:
    difference_steps(proof)
    j, e = sp.symbols("j e", nonnegative=True, integer=True)
    n, degree = sp.symbols("n s", positive=True, integer=True)
    top, q = sp.symbols("a_s q", positive=True)
    lowest = sp.Poly(sp.expand(1 + theta * top * q + (theta * top * q) ** 2 / 2), q).coeff_monomial(q**2)
    proof.positive(lowest, "a_s > 0 for some s >= 1 gives exp(theta g) a positive coefficient of x^(2s)")
    proof.positive(lowest**2 * 2 / (d + 2) * degree, "so the term of (2s, 2s, 0, ..) in Delta is positive")
    factor = m - (m * d / 2 + j) / (d / 2 + j)
    proof.equal(sp.rf(m * d / 2, 1) / sp.rf(d / 2, 1), m, "first coefficients agree: (md/2)_1/(d/2)_1 = m")
    proof.nonnegative(sp.factor(factor.subs(m, n + 1)), "(md/2)_k/(d/2)_k gains at most m from k to k + 1")
    proof.positive(
        sp.factor(factor.subs(m, n + 1).subs(j, e + 1)),
        "less than m from k = 1 on, so the term k = 2 is smaller",
    )


EQ43 = Statement(
    id="performer/eq43",
    kind="inequality",
    where="F.4.2, (43)",
    title="Smaller exponential moments of orthogonal rows",
    text="The exponential moment of the sum is strictly smaller for orthogonal rows, at every theta > 0.",
    latex=(
        r"\mathbb E\big[e^{\theta(X_1^{\rm ort}+\dots+X_m^{\rm ort})}\big]"
        r"<\mathbb E\big[e^{\theta(X_1^{\rm iid}+\dots+X_m^{\rm iid})}\big]"
    ),
    domain_text="any theta > 0",
    domain=LINEAR,
    sides={
        "lhs": formally(formula(ORTHOGONAL_EXPONENTIAL, LINEAR, LINEAR_NAMES), without=("m",)),
        "rhs": formally(formula(IID_EXPONENTIAL, LINEAR, LINEAR_NAMES), without=("m",)),
    },
    claim=All(
        (Below(exponential(ORT), exponential(IID)), On(LINEAR, Below(), LINEAR_GAUSSIAN)),
    ),
    checks=(Derivation(_equal_with_one_row, part("one row and linear g, under N(0, I_d)"), refutes=True),),
    mechanism=("orthogonal", "iid"),
    erratum=Erratum(
        kind="edge case",
        at="F.4.2, (43)",
        formula=r"\mathbb E[e^{\theta(X_1^{\rm ort}+\dots+X_m^{\rm ort})}]<\mathbb E[e^{\theta(X_1^{\rm iid}+\dots+X_m^{\rm iid})}]",
        false="Both sides are equal for m = 1 or z = 0, and infinite for g = exp under N(0, I_d).",
        weight=1,
        follows_from="performer/thm5/strict",
        points=({"d": "2", "m": "2", "a0": "0", "a1": "1", "v": "0", "theta": "1"},),
        objection=(
            "Not at z = 0 alone: with one row, the only choice for d = 1, both sides are equal for all g and z, and for "
            "g = exp under N(0, I_d), the case of Theorem 3, both are infinite for all m and z != 0."
        ),
    ),
    note="Equal for m = 1 or z = 0, and both infinite for g = exp under N(0, I_d).",
).corrected(
    text=(
        "For m >= 2, z != 0, g not constant and finite moments the exponential moment of orthogonal rows is "
        "strictly smaller; the sides are those of a linear g with a_1 > 0."
    ),
    latex=(
        r"\mathbb E\big[e^{\theta\sum_iX_i^{\rm ort}}\big]<\mathbb E\big[e^{\theta\sum_iX_i^{\rm iid}}\big]"
        r"\quad(m\ge2,\ z\ne0,\ M_X(\theta)<\infty)"
    ),
    domain_text="2 <= m <= d, z != 0, g not constant, Omega not concentrated at 0, M_X(theta) finite",
    domain=STRICTLY,
    sides={
        "lhs": formula(ORTHOGONAL_EXPONENTIAL, STRICTLY, LINEAR_NAMES),
        "rhs": formula(IID_EXPONENTIAL, STRICTLY, LINEAR_NAMES),
    },
    claim=All(
        (
            Given(
                sp.And(m >= 2, Length(z) > 0, sp.oo > MGF),
                Below(exponential(ORT), exponential(IID)),
            ),
            On(STRICTLY, Below(), LINEAR_GAUSSIAN),
        )
    ),
    checks=(Derivation(_strictly_smaller, WHOLE),),
)


STATEMENTS = (
    THM6,
    SECF_4_IMPLICATION,
    EQ43,
)
