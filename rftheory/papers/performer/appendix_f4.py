"""Appendix F.4 of performer, first part: beautiful functions, their estimators, and tails (Definition 1 to Theorem 5)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.domain import Domain, Rule
from rftheory.evidence.deterministic.agreement import Representations
from rftheory.evidence.deterministic.derivation import Derivation, Proof
from rftheory.evidence.deterministic.restated import Restated
from rftheory.exact.functions.orthogonal_sum_tail import OrthogonalSumTail
from rftheory.papers._shared.beautiful_functions import (
    CORRECTED_IMPROVEMENT,
    IID_EXPONENTIAL,
    LINEAR,
    PRINTED_IMPROVEMENT,
    SMALL_DIMENSION,
    TAIL,
    a,
    a0,
    a1,
    above_mean,
    theta,
    v,
)  # fmt: skip
from rftheory.papers._shared.exponential_moments import markov, weight_steps
from rftheory.papers._shared.invariants import COUNT, V2, WITHIN_BLOCK, d, fit, m, pairs
from rftheory.papers.performer._notation import LAMBDA, SM
from rftheory.statements import Below, Statement, formally, formula

_INVARIANTS = pairs()
_k = sp.Symbol("k", nonnegative=True, integer=True)
_TAIL_NAMES = "d m a0 a1 v a theta"
_MARKOV = sp.exp(-theta * m * a)
_DISTANCE = (a - a0) / (a1 * v)

_LEMMA4 = Domain(
    TAIL.parameters[1:],
    TAIL.rules[1:],
    above_mean,
    tuple({n: x for n, x in point.items() if n != "d"} for point in TAIL.extra),
)
_EXACT_TAIL = sp.Piecewise((0, sp.Eq(a1 * v, 0)), (sp.erfc(sp.sqrt(m / sp.Integer(2)) * _DISTANCE) / 2, True))
_EVEN = Domain(
    TAIL.parameters,
    (
        *TAIL.rules,
        Rule(
            ("d", "m"),
            "m d even, at most 1000 (a finite sum)",
            lambda dd, mm: mm * dd % 2 == 0 and mm * dd <= 1000,
        ),
        Rule(("a1", "v"), "a1 v > 0", lambda slope, length: slope * length > 0),
    ),
    above_mean,
    tuple(point for point in TAIL.extra if point["d"] != 1 and point["a1"] != 0 and point["v"] != 0),
)


def _against_exact_tail(gain: sp.Expr) -> Restated:
    return Restated(
        "the exact tail of the linear instance (m d even) is at most the bound",
        {
            "tail": formula(OrthogonalSumTail(d, m, m**2 * _DISTANCE**2 / 2), _EVEN, "d m a0 a1 v a"),
            "bound": formula(_MARKOV * (IID_EXPONENTIAL - gain), _EVEN, _TAIL_NAMES),
        },
        _EVEN,
        Below("tail", "bound", strict=False),
    )


_STRICTLY = Domain(
    (SMALL_DIMENSION, replace(COUNT, lower=Fraction(2)), *LINEAR.parameters[2:]),
    (
        WITHIN_BLOCK,
        Rule(("a1", "v"), "a1 > 0 and z != 0", lambda slope, length: slope * length > 0),
    ),
    fit,
    tuple(p for p in LINEAR.extra if p["m"] != 1 and p["a1"] != 0 and p["v"] != 0),
)
_STRICT_TAIL = Domain(
    (*_STRICTLY.parameters[:5], *TAIL.parameters[5:]), (*_STRICTLY.rules, TAIL.rules[1]), above_mean,
    tuple({**p, "a": 3} for p in _STRICTLY.extra),
)  # fmt: skip


def _remark(proof: Proof) -> None:
    w = sp.Symbol("w", nonnegative=True)
    moment = sp.factorial(2 * _k) / (2**_k * sp.factorial(_k))
    proof.cite("omega.z is N(0, |z|^2) for omega ~ N(0, I_d): E exp(omega.z) = sum_k |z|^(2k) E s^(2k)/(2k)!")
    proof.equal(
        (2 * w) ** _k / sp.factorial(2 * _k) * moment, w**_k / sp.factorial(_k), "terms of exp(|z|^2/2)"
    )
    proof.equal(LAMBDA * sp.exp(V2 / 2), SM, "Lambda exp(|x+y|^2/2) = exp(x.y)")
    proof.true(all(sp.exp(a).diff(a, i).subs(a, 0) >= 0 for i in range(6)), "exp has coefficients 1/k! >= 0")
    proof.cite(
        "for the sphere of radius sqrt d the right side is Lambda E exp(omega.z), the definition of SMREG"
    )


def _lemma4(proof: Proof) -> None:
    markov(proof)
    proof.cite("independence: E exp(theta sum X_i) = M_X(theta)^m, so P <= exp(-theta m a) M_X(theta)^m")
    level, spare = sp.symbols("F e", nonnegative=True)
    proof.cite("a > F(z) = sum a_(2t) |z|^(2t) E(omega.e)^(2t) >= a_0 >= 0")
    proof.nonnegative(theta * m * (level + spare) * 2, "exp(theta m a) >= exp(-theta m a) for a = F + e >= 0")


def _theorem5(proof: Proof) -> None:
    markov(proof)
    weight_steps(proof)
    proof.equal(
        CORRECTED_IMPROVEMENT,
        theta**4 * m * (m - 1) / (4 * d**2 * (d + 2)) * (a1**2 + 2 * a0 * 0) ** 2 * v**4 * d**2,
        "the linear Gaussian instance: a_2 = 0 and E|omega|^2 = d",
    )


def _improvement_positive(proof: Proof) -> None:
    n, e = sp.symbols("n e", nonnegative=True, integer=True)
    slope, length, x = sp.symbols("a1 v x", positive=True)
    gain = theta**4 * m * (m - 1) / (4 * (d + 2)) * slope**4 * length**4
    proof.equal(gain.subs({slope: a1, length: v}), CORRECTED_IMPROVEMENT, "the corrected term of Theorem 5")
    proof.positive(gain.subs({m: n + 2, d: n + 2 + e}), "it is positive for m >= 2, a_1 > 0, z != 0")
    proof.positive(sp.exp(-theta * x), "and so is exp(-theta m a)")


_PRINTED_LATEX = (
    r"\Pr[\hat F^{\rm ort}_m(z)>a]\le e^{-\theta ma}\left(M_X(\theta)^m-\frac{\theta^4m(m-1)}{4d^2(d+2)}"
    r"a_0^{M-2}a_1^2\|z\|^4(\mathbb E\|\omega\|^2)^2\right)"
)

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="performer/def1",
        kind="definition",
        where="Definition 1, eq. (36)",
        title="Beautiful functions",
        text="Means of g(omega.z) over an isotropic law, g entire with power-series coefficients that are not negative.",
        latex=r"F_{\Omega,g}(z)=\mathbb E_{\omega\sim\Omega}[g(\omega^\top z)],\quad g(x)=\sum_{i\ge0}a_ix^i,\ a_i\ge0",
        domain_text="the expectation exists",
    ),
    Statement(
        id="performer/remark1",
        kind="identity",
        where="Remark 1, eq. (37)",
        title="Softmax kernels are beautiful functions up to Lambda",
        text="SM and SMREG are Lambda times the beautiful function of exp under the Gaussian and the sphere law.",
        latex=r"\mathrm{SM}(x,y)=e^{-\frac{\|x\|^2+\|y\|^2}2}F_{\Omega,\exp}(z)",
        domain_text="all x, y",
        domain=_INVARIANTS,
        sides={
            "": formula(
                LAMBDA * sp.Sum((V2 / 2) ** _k / sp.factorial(_k), (_k, 0, sp.oo)),
                _INVARIANTS,
                "x2 y2 xy",
                closed=SM,
            )
        },
        checks=(
            Representations("", points=tuple(dict(p) for p in _INVARIANTS.extra if p["x2"] != 10**6)),
            Derivation(_remark),
        ),
        uses=("performer/lemma1/exp",),
    ),
    Statement(
        id="performer/eq38",
        kind="definition",
        where="eq. (38)",
        title="Estimator with independent rows",
        text="The mean of g(omega_i.z) over m independent draws.",
        latex=r"\hat F^{\rm iid}_m(z)=\tfrac1m\sum_ig((\omega_i^{\rm iid})^\top z)",
        domain_text="m >= 1",
        uses=("performer/def1",),
        mechanism="iid",
    ),
    Statement(
        id="performer/eq39",
        kind="definition",
        where="eq. (39)",
        title="Estimator with orthogonal rows",
        text="The mean of g(omega_i.z) over m <= d orthogonal rows, each of the law Omega.",
        latex=r"\hat F^{\rm ort}_m(z)=\tfrac1m\sum_ig((\omega_i^{\rm ort})^\top z)",
        domain_text="m <= d",
        uses=("performer/def1",),
        mechanism="orthogonal",
    ),
    Statement(
        id="performer/lemma4",
        kind="tail bound",
        where="Lemma 4, eq. (40)",
        title="Markov's bound for independent rows",
        text="The upper tail of the independent estimator is at most exp(theta m a) M_X(theta)^m.",
        latex=r"\Pr[\hat F^{\rm iid}_m(z)>a]\le e^{\theta ma}M_X(\theta)^m,\quad X=g(w^\top z)",
        domain_text="a > F(z), theta > 0",
        domain=_LEMMA4,
        sides={
            "lhs": formula(_EXACT_TAIL, _LEMMA4, "m a0 a1 v a theta"),
            "rhs": formula(sp.exp(theta * m * a) * IID_EXPONENTIAL, _LEMMA4, "m a0 a1 v a theta"),
        },
        claim=Below(),
        checks=(
            Derivation(_lemma4),
            Restated(
                "the bound with exp(-theta m a), which the argument gives",
                {
                    "tail": formula(_EXACT_TAIL, _LEMMA4, "m a0 a1 v a"),
                    "bound": formula(_MARKOV * IID_EXPONENTIAL, _LEMMA4, "m a0 a1 v a theta"),
                },
                _LEMMA4,
                Below("tail", "bound"),
            ),
        ),
        mechanism="iid",
        note="Markov gives exp(-theta m a). With the printed sign the bound holds as well, but it is never below 1.",
    ),
    Statement(
        id="performer/thm5",
        kind="tail bound",
        where="Theorem 5, eq. (41)",
        title="Smaller tails of orthogonal rows",
        text="For orthogonal rows M_X^m may be lowered by a term of order theta^4 with the weight a_0^(m-2) a_1^2.",
        latex=_PRINTED_LATEX,
        domain_text="m <= d, a > F(z), theta > 0; M is read as m",
        domain=TAIL,
        sides={
            "rhs": formally(
                formula(_MARKOV * (IID_EXPONENTIAL - PRINTED_IMPROVEMENT), TAIL, _TAIL_NAMES),
                without=("m", "a"),
            )
        },
        claim=Below(sp.S.Zero, "rhs", strict=False),
        checks=(_against_exact_tail(PRINTED_IMPROVEMENT),),
        uses=("performer/eq68",),
        mechanism="orthogonal",
        note=(
            "In the expansion X_k^0 is 1 and not a_0, and t^2 in X^2 has the coefficient a_1^2 + 2 a_0 a_2; with the "
            "printed weight the bracket can be negative, for instance at m = 2, a_0 = 0, a_1 small and theta large."
        ),
        correction=Statement(
            id="performer/thm5/corrected",
            kind="tail bound",
            where="Theorem 5, eq. (41)",
            title="Smaller tails of orthogonal rows",
            text="The same bound with the weight (a_1^2 + 2 a_0 a_2)^2 in place of a_0^(m-2) a_1^2.",
            latex=(
                r"\Pr[\hat F^{\rm ort}_m(z)>a]\le e^{-\theta ma}\left(M_X(\theta)^m-\frac{\theta^4m(m-1)}{4d^2(d+2)}"
                r"(a_1^2+2a_0a_2)^2\|z\|^4(\mathbb E\|\omega\|^2)^2\right)"
            ),
            domain_text="m <= d, a > F(z), theta > 0 (trivial where M_X(theta) is infinite)",
            domain=TAIL,
            sides={
                "rhs": formula(_MARKOV * (IID_EXPONENTIAL - CORRECTED_IMPROVEMENT), TAIL, _TAIL_NAMES),
            },
            claim=Below(sp.S.Zero, "rhs", strict=False),
            checks=(Derivation(_theorem5), _against_exact_tail(CORRECTED_IMPROVEMENT)),
            uses=("performer/eq68",),
            mechanism="orthogonal",
        ),
    ),
    Statement(
        id="performer/thm5/strict",
        kind="inequality",
        where="after Theorem 5, and (43)",
        title="The orthogonal bound is strictly better",
        text="The tail bound of orthogonal rows is strictly below that of independent ones in every dimension.",
        latex="-",
        domain_text="any d",
        domain=TAIL,
        checks=(
            Restated(
                "the bound for independent rows less the bound for orthogonal rows, both as printed, is positive",
                {"difference": formula(_MARKOV * PRINTED_IMPROVEMENT, TAIL, _TAIL_NAMES)},
                TAIL,
                Below(sp.S.Zero, "difference"),
            ),
        ),
        uses=("performer/thm5",),
        mechanism="orthogonal",
        note="With one row, the only choice for d = 1, at z = 0, or for a_1 = 0 (an even g), the two bounds coincide.",
        correction=Statement(
            id="performer/thm5/strict/corrected",
            kind="inequality",
            where="after Theorem 5, and (43)",
            title="Where the orthogonal bound is strictly better",
            text="For m >= 2, z != 0 and a_1 > 0 the corrected bound of Theorem 5 is strictly below Markov's.",
            latex=r"e^{-\theta ma}\frac{\theta^4m(m-1)}{4d^2(d+2)}(a_1^2+2a_0a_2)^2\|z\|^4(\mathbb E\|\omega\|^2)^2>0",
            domain_text="2 <= m <= d, z != 0, a_1 > 0, Omega not concentrated at 0, M_X(theta) finite",
            domain=_STRICT_TAIL,
            sides={"difference": formula(_MARKOV * CORRECTED_IMPROVEMENT, _STRICT_TAIL, _TAIL_NAMES)},
            claim=Below(sp.S.Zero, "difference"),
            checks=(Derivation(_improvement_positive),),
            uses=("performer/thm5",),
        ),
    ),
)
