"""Appendix F.4 of performer, Definition 1 to Lemma 4: beautiful functions, their estimators, Markov's bound.

Main results, F(z) = E g(omega.z), omega isotropic, g entire with coefficients a_i >= 0
* (37): SM and SMREG are Lambda F with g = exp, under the Gaussian and the sphere law.
* (38), (39): means over m independent rows, and over m <= d orthogonal ones.
* (40): P(F^iid > a) <= e^{theta m a} M_X(theta)^m. The argument gives e^{-theta m a}; with the printed sign the bound
  holds too, but is never below 1.

Proofs. The Gaussian moments; Markov's inequality and independence. For linear g = a_0 + a_1 x under N(0, I_d) the
exact tail is a complementary error function.
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
    Estimate,
    Expectation,
    Inner,
    On,
    Probability,
    Proof,
    Representations,
    Restated,
    Row,
    Statement,
    formula,
)
from rftheory.papers._shared.beautiful_functions import IID_EXPONENTIAL, TAIL, a, a1, above_mean, theta, v
from rftheory.papers._shared.exponential_moments import markov
from rftheory.papers._shared.invariants import V2, m, pairs
from rftheory.papers.performer._lemmas.beautiful_terms import IID, MGF, estimator
from rftheory.papers.performer._lemmas.linear_tails import DISTANCE, LINEAR_GAUSSIAN, MARKOV
from rftheory.papers.performer._notation import LAMBDA, SM

DEF1 = Statement(
    id="performer/def1",
    kind="definition",
    where="Definition 1, eq. (36)",
    title="Beautiful functions",
    text="Means of g(omega.z) over an isotropic law, g entire with power-series coefficients that are not negative.",
    latex=r"F_{\Omega,g}(z)=\mathbb E_{\omega\sim\Omega}[g(\omega^\top z)],\quad g(x)=\sum_{i\ge0}a_ix^i,\ a_i\ge0",
    domain_text="the expectation exists",
)

_INVARIANTS = pairs()
_SUM = sp.Symbol("z")  # x + y
_k = sp.Symbol("k", nonnegative=True, integer=True)


def _remark(proof: Proof) -> None:
    w = sp.Symbol("w", nonnegative=True)
    moment = sp.factorial(2 * _k) / (2**_k * sp.factorial(_k))
    proof.cite("omega.z is N(0, |z|^2) for omega ~ N(0, I_d): E exp(omega.z) = sum_k |z|^(2k) E s^(2k)/(2k)!")
    proof.equal(
        (2 * w) ** _k / sp.factorial(2 * _k) * moment, w**_k / sp.factorial(_k), "terms of exp(|z|^2/2)"
    )
    proof.equal(LAMBDA * sp.exp(V2 / 2), SM, "Lambda exp(|x+y|^2/2) = exp(x.y)")
    proof.positive(1 / sp.factorial(_k), "exp has coefficients 1/k! >= 0")
    proof.cite(
        "for the sphere of radius sqrt d the right side is Lambda E exp(omega.z), the definition of SMREG"
    )


REMARK1 = Statement(
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
    claim=All(
        (
            Equal(SM, LAMBDA * Expectation(sp.exp(Inner(Row("iid", 1), _SUM)))),
            Equal(
                Expectation(Estimate("sphere", "positive", 1)),
                LAMBDA * Expectation(sp.exp(Inner(Row("sphere", 1), _SUM))),
            ),
            Equal(SM, ""),
        )
    ),
    checks=(
        Representations("", points=tuple(dict(p) for p in _INVARIANTS.extra if p["x2"] != 10**6)),
        Derivation(_remark, WHOLE),
    ),
    uses=("performer/lemma1/exp",),
)

EQ38 = Statement(
    id="performer/eq38",
    kind="definition",
    where="eq. (38)",
    title="Estimator with independent rows",
    text="The mean of g(omega_i.z) over m independent draws.",
    latex=r"\hat F^{\rm iid}_m(z)=\tfrac1m\sum_ig((\omega_i^{\rm iid})^\top z)",
    domain_text="m >= 1",
    uses=("performer/def1",),
    mechanism=("iid",),
)

EQ39 = Statement(
    id="performer/eq39",
    kind="definition",
    where="eq. (39)",
    title="Estimator with orthogonal rows",
    text="The mean of g(omega_i.z) over m <= d orthogonal rows, each of the law Omega.",
    latex=r"\hat F^{\rm ort}_m(z)=\tfrac1m\sum_ig((\omega_i^{\rm ort})^\top z)",
    domain_text="m <= d",
    uses=("performer/def1",),
    mechanism=("orthogonal",),
)

_LEMMA4 = Domain(
    TAIL.parameters[1:],
    TAIL.rules[1:],
    above_mean,
    tuple({n: x for n, x in point.items() if n != "d"} for point in TAIL.extra),
)

_EXACT_TAIL = sp.Piecewise((0, sp.Eq(a1 * v, 0)), (sp.erfc(sp.sqrt(m / sp.Integer(2)) * DISTANCE) / 2, True))


def _lemma4(proof: Proof) -> None:
    markov(proof)
    proof.cite("independence: E exp(theta sum X_i) = M_X(theta)^m, so P <= exp(-theta m a) M_X(theta)^m")
    level, spare = sp.symbols("F e", nonnegative=True)
    proof.cite("a > F(z) = sum a_(2t) |z|^(2t) E(omega.e)^(2t) >= a_0 >= 0")
    proof.nonnegative(theta * m * (level + spare) * 2, "exp(theta m a) >= exp(-theta m a) for a = F + e >= 0")


LEMMA4 = Statement(
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
    claim=All(
        (
            Below(Probability(sp.Gt(estimator(IID), a)), sp.exp(theta * m * a) * MGF**m, strict=False),
            On(_LEMMA4, Below(strict=False), LINEAR_GAUSSIAN),
        )
    ),
    checks=(
        Derivation(_lemma4, WHOLE),
        Restated(
            "the bound with exp(-theta m a), which the argument gives",
            {
                "tail": formula(_EXACT_TAIL, _LEMMA4, "m a0 a1 v a"),
                "bound": formula(MARKOV * IID_EXPONENTIAL, _LEMMA4, "m a0 a1 v a theta"),
            },
            _LEMMA4,
            Below("tail", "bound"),
        ),
    ),
    mechanism=("iid",),
    note="Markov gives exp(-theta m a). With the printed sign the bound holds as well, but it is never below 1.",
)


STATEMENTS = (
    DEF1,
    REMARK1,
    EQ38,
    EQ39,
    LEMMA4,
)
