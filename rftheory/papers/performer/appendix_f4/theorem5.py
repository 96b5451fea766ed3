"""Theorem 5 of performer: smaller tail bounds of orthogonal rows.

False as printed
* (41), that M_X^m may be lowered by theta^4 m(m-1)/(4d^2(d+2)) a_0^{m-2} a_1^2 |z|^4 (E|omega|^2)^2: the bracket can be
  negative (g(x) = 1 + x/20, m = d = 2, |z| = 20, theta = 1). True with the weight (a_1^2 + 2 a_0 a_2)^2.
* That this bound is strictly smaller in every dimension: not for m = 1, z = 0 or a_1 = 0. True for m >= 2, z nonzero,
  a_1 > 0.

Proofs. Markov's inequality and the corrected (68). The sides are those of linear g under N(0, I_d), whose exact tail
for m d even is a finite sum and lies below the corrected bound.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.orthogonal_sum_tail import OrthogonalSumTail
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Erratum,
    Given,
    Length,
    On,
    Probability,
    Proof,
    Restated,
    Rule,
    Statement,
    formally,
    formula,
)
from rftheory.papers._shared.beautiful_functions import (
    CORRECTED_IMPROVEMENT,
    IID_EXPONENTIAL,
    PRINTED_IMPROVEMENT,
    TAIL,
    a,
    a0,
    a1,
    a2,
    above_mean,
    theta,
    v,
)
from rftheory.papers._shared.exponential_moments import markov, weight_steps
from rftheory.papers._shared.invariants import d, m
from rftheory.papers.performer._lemmas.beautiful_terms import MGF, ORT, SECOND, estimator, z
from rftheory.papers.performer._lemmas.linear_tails import (
    DISTANCE,
    LINEAR_GAUSSIAN,
    MARKOV,
    STRICTLY,
    TAIL_NAMES,
)

_EVEN = Domain(
    TAIL.parameters,
    (
        *TAIL.rules,
        Rule(sp.And(sp.Eq(sp.Mod(m * d, 2), 0), m * d <= 1000), "m d even, at most 1000 (a finite sum)"),
        Rule(a1 * v > 0, "a1 v > 0"),
    ),
    above_mean,
    tuple(point for point in TAIL.extra if point["d"] != 1 and point["a1"] != 0 and point["v"] != 0),
)


def _against_exact_tail(gain: sp.Expr) -> Restated:
    return Restated(
        "the exact tail of the linear instance (m d even) is at most the bound",
        {
            "tail": formula(OrthogonalSumTail(d, m, m**2 * DISTANCE**2 / 2), _EVEN, "d m a0 a1 v a"),
            "bound": formula(MARKOV * (IID_EXPONENTIAL - gain), _EVEN, TAIL_NAMES),
        },
        _EVEN,
        Below("tail", "bound", strict=False),
    )


def _theorem5(proof: Proof) -> None:
    markov(proof)
    weight_steps(proof)
    proof.equal(
        CORRECTED_IMPROVEMENT,
        theta**4 * m * (m - 1) / (4 * d**2 * (d + 2)) * (a1**2 + 2 * a0 * 0) ** 2 * v**4 * d**2,
        "the linear Gaussian instance: a_2 = 0 and E|omega|^2 = d",
    )


def _improvement(weight: sp.Expr) -> sp.Expr:
    """The term by which (41) lowers M_X^m, with a weight."""
    return theta**4 * m * (m - 1) / (4 * d**2 * (d + 2)) * weight * Length(z) ** 4 * SECOND**2


def _bounded(weight: sp.Expr) -> All:
    """(41) with a weight; of its linear instance, that a bound of a probability is not negative."""
    bound = MARKOV * (MGF**m - _improvement(weight))
    return All(
        (
            Below(Probability(sp.Gt(estimator(ORT), a)), bound, strict=False),
            On(TAIL, Below(sp.S.Zero, "rhs", strict=False), LINEAR_GAUSSIAN),
        )
    )


_PRINTED_LATEX = (
    r"\Pr[\hat F^{\rm ort}_m(z)>a]\le e^{-\theta ma}\left(M_X(\theta)^m-\frac{\theta^4m(m-1)}{4d^2(d+2)}"
    r"a_0^{M-2}a_1^2\|z\|^4(\mathbb E\|\omega\|^2)^2\right)"
)

THM5 = Statement(
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
            formula(MARKOV * (IID_EXPONENTIAL - PRINTED_IMPROVEMENT), TAIL, TAIL_NAMES),
            without=("m", "a"),
        )
    },
    claim=_bounded(a0 ** (m - 2) * a1**2),
    checks=(_against_exact_tail(PRINTED_IMPROVEMENT),),
    mechanism=("orthogonal",),
    erratum=Erratum(
        kind="error",
        at="Theorem 5, (41)",
        formula=r"a_0^{M-2}a_1^2",
        false="With this weight the bound of a probability can be negative.",
        weight=5,
        follows_from="performer/eq67/weight",
        points=(
            {"d": "2", "m": "2", "a0": "1", "a1": "1/20", "v": "20", "a": "2", "theta": "1"},
            {"d": "3", "m": "3", "a0": "1", "a1": "1/50", "v": "50", "a": "2", "theta": "1"},
        ),
        objection="M is read as m; at a_0 = 1 its power is 1, whatever M is.",
    ),
    note=(
        "In the expansion X_k^0 is 1 and not a_0, and t^2 in X^2 has the coefficient a_1^2 + 2 a_0 a_2; with the "
        "printed weight the bracket can be negative, for instance for g(x) = 1 + x/20 at m = d = 2 and |z| = 20."
    ),
).corrected(
    text="The same bound with the weight (a_1^2 + 2 a_0 a_2)^2 in place of a_0^(m-2) a_1^2.",
    latex=(
        r"\Pr[\hat F^{\rm ort}_m(z)>a]\le e^{-\theta ma}\left(M_X(\theta)^m-\frac{\theta^4m(m-1)}{4d^2(d+2)}"
        r"(a_1^2+2a_0a_2)^2\|z\|^4(\mathbb E\|\omega\|^2)^2\right)"
    ),
    domain_text="m <= d, a > F(z), theta > 0 (trivial where M_X(theta) is infinite)",
    sides={
        "rhs": formula(MARKOV * (IID_EXPONENTIAL - CORRECTED_IMPROVEMENT), TAIL, TAIL_NAMES),
    },
    claim=_bounded((a1**2 + 2 * a0 * a2) ** 2),
    checks=(Derivation(_theorem5, WHOLE), _against_exact_tail(CORRECTED_IMPROVEMENT)),
    uses=("performer/eq68/corrected",),
)

_STRICT_TAIL = Domain(
    (*STRICTLY.parameters[:5], *TAIL.parameters[5:]), (*STRICTLY.rules, TAIL.rules[1]), above_mean,
    tuple({**p, "a": 3} for p in STRICTLY.extra),
)  # fmt: skip


def _improvement_positive(proof: Proof) -> None:
    n, more = sp.symbols("n e", nonnegative=True, integer=True)
    slope, length, spread, level = sp.symbols("a1 v S x", positive=True)
    gain = (
        theta**4 * m * (m - 1) / (4 * d**2 * (d + 2)) * (slope**2 + 2 * a0 * a2) ** 2 * length**4 * spread**2
    )
    proof.equal(
        gain.subs({slope: a1, length: v, spread: d, a2: 0}),
        CORRECTED_IMPROVEMENT,
        "the corrected term of Theorem 5, here for linear g under N(0, I_d): S = E|omega|^2 = d",
    )
    proof.positive(
        gain.subs({m: n + 2, d: n + 2 + more}),
        "it is positive for m >= 2, a_1 > 0, z != 0 and S > 0, for every g",
    )
    proof.positive(sp.exp(-theta * level), "and so is exp(-theta m a)")


THM5_STRICT = Statement(
    id="performer/thm5/strict",
    kind="inequality",
    where="after Theorem 5, and (43)",
    title="The orthogonal bound is strictly better",
    text="The tail bound of orthogonal rows is strictly below that of independent ones in every dimension.",
    latex="-",
    domain_text="any d",
    domain=TAIL,
    claim=All(
        (
            Below(MARKOV * (MGF**m - _improvement(a0 ** (m - 2) * a1**2)), MARKOV * MGF**m),
            On(
                TAIL,
                Below(sp.S.Zero, formula(MARKOV * PRINTED_IMPROVEMENT, TAIL, TAIL_NAMES)),
                LINEAR_GAUSSIAN,
            ),
        )
    ),
    mechanism=("orthogonal",),
    erratum=Erratum(
        kind="edge case",
        at="F.4.1, after Theorem 5",
        quote="these bounds are strictly better than for estimators",
        false="Where m = 1, the only choice for d = 1, or z = 0, the bounds for both kinds of rows coincide.",
        weight=2,
        follows_from="performer/thm3/sharper",
        points=(
            {"d": "1", "m": "1", "a0": "1", "a1": "1", "v": "1", "a": "2", "theta": "1"},
            {"d": "3", "m": "3", "a0": "0", "a1": "1", "v": "1", "a": "1", "theta": "1"},
        ),
        objection=(
            "As printed they coincide for other g and z too: for even g (a_1 = 0), from m = 3 on for odd g (a_0 = 0), "
            "and for g = exp under N(0, I_d), where both are infinite."
        ),
    ),
    note=(
        "The bound for independent rows is Markov's, with exp(-theta m a). With one row, the only choice for d = 1, "
        "at z = 0, or for a_1 = 0 (an even g), the two bounds coincide; for g = exp under N(0, I_d) both are infinite."
    ),
).corrected(
    title="Where the orthogonal bound is strictly better",
    text="For m >= 2, z != 0 and a_1 > 0 the corrected bound of Theorem 5 is strictly below Markov's.",
    latex=r"e^{-\theta ma}\frac{\theta^4m(m-1)}{4d^2(d+2)}(a_1^2+2a_0a_2)^2\|z\|^4(\mathbb E\|\omega\|^2)^2>0",
    domain_text="2 <= m <= d, z != 0, a_1 > 0, Omega not concentrated at 0, M_X(theta) finite",
    domain=_STRICT_TAIL,
    sides={"difference": formula(MARKOV * CORRECTED_IMPROVEMENT, _STRICT_TAIL, TAIL_NAMES)},
    claim=All(
        (
            Given(
                sp.And(m >= 2, Length(z) > 0, a1 > 0, SECOND > 0, sp.oo > MGF),
                Below(MARKOV * (MGF**m - _improvement((a1**2 + 2 * a0 * a2) ** 2)), MARKOV * MGF**m),
            ),
            On(_STRICT_TAIL, Below(sp.S.Zero, "difference"), LINEAR_GAUSSIAN),
        )
    ),
    checks=(Derivation(_improvement_positive, WHOLE),),
    uses=("performer/thm5/corrected",),
)


STATEMENTS = (
    THM5,
    THM5_STRICT,
)
