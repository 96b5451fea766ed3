"""Appendix F.4 of performer, (67) and (68): the improvement of the exponential moment.

False as printed
* After (67), that the terms kept have the weight a_1^2 a_0^{m-2}. X_k^0 is 1, not a_0, and s^2 in X^2 has the
  coefficient a_1^2 + 2 a_0 a_2: the weight is its square, of which s = 1 alone contributes a_1^4.
* (68): the bound with that weight. True with (a_1^2 + 2 a_0 a_2)^2, where M_X(theta) is finite.

Proofs. Coefficients of squares of power series; the terms of (66) with two exponents 2. The sides of (68) are those
of linear g under N(0, I_d), in closed form.
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
    Length,
    On,
    Proof,
    Statement,
    formally,
    formula,
    integer,
)
from rftheory.papers._shared.beautiful_functions import (
    COEFFICIENTS,
    CORRECTED_IMPROVEMENT,
    IMPROVEMENT,
    LINEAR,
    LINEAR_NAMES,
    PRINTED_IMPROVEMENT,
    a0,
    a1,
    a2,
    theta,
    v,
)
from rftheory.papers._shared.exponential_moments import pair_weight, weight_steps
from rftheory.papers._shared.invariants import d, m
from rftheory.papers.performer._lemmas.beautiful_terms import IID, ORT, SECOND, exponential, z
from rftheory.papers.performer._lemmas.linear_tails import LINEAR_GAUSSIAN

_WEIGHTS = Domain(
    (integer("m", 2, reach=100), *COEFFICIENTS),
    extra=tuple(
        {"m": count, "a0": zero, "a1": one, "a2": two}
        for count, zero, one, two in (
            (2, 1, 1, 0),
            (2, 1, 2, 0),
            (3, 2, 1, 1),
            (4, 0, 1, 1),
            (5, "1/2", 3, 2),
            (2, 0, 0, 1),
        )
    ),
)

_s = sp.symbols("s1 s2", real=True)

# s = 1 in (49) twice for each of the two rows, s = 0 never, as X_k^0 = 1 for the others
_LINEAR_WEIGHT = sp.Poly(
    sp.expand((a0 + a1 * _s[0]) ** 2 * (a0 + a1 * _s[1]) ** 2), *_s
).coeff_monomial(_s[0] ** 2 * _s[1] ** 2)  # fmt: skip


def _weight(proof: Proof) -> None:
    proof.equal(
        pair_weight(),
        (a1**2 + 2 * a0 * a2) ** 2,
        "coefficient of s_1^2 s_2^2 in X_1^2 X_2^2, g up to degree 4",
    )
    proof.equal(pair_weight().subs(a2, 0), _LINEAR_WEIGHT, "of which s = 1 in every factor contributes a_1^4")
    proof.cite(
        "s^2 in a square of power series comes from s^0 s^2, s s and s^2 s^0 only; rows with j_k = 0 give X_k^0 = 1"
    )


EQ67_WEIGHT = Statement(
    id="performer/eq67/weight",
    kind="identity",
    where="after (67)",
    title="Weight of the terms kept",
    text="The terms kept, quadratic in two projections, are said to have the weight a_1^2 a_0^(m-2).",
    latex=r"\hat c_{j_1,\dots,j_m}(2,2,0,\dots,0)=a_1^2a_0^{m-2}",
    domain_text="as stated",
    domain=_WEIGHTS,
    claim=Equal(_LINEAR_WEIGHT, a1**2 * a0 ** (m - 2)),
    uses=("performer/eq47",),
    erratum=Erratum(
        kind="error",
        at="F.4.2, after (67)",
        formula=r"a_1^2a_0^{m-2}",
        false="The rows with j_k = 0 contribute X_k^0 = 1, not a_0, and the two others X_k^2: a_1^4 in all.",
        weight=5,
        points=({"m": "2", "a0": "1", "a1": "2", "a2": "0"}, {"m": "3", "a0": "2", "a1": "1", "a2": "0"}),
        objection="Theorem 5 inherits this weight and, with g = Lambda exp, Theorem 3.",
    ),
    note="With a_2 included the coefficient is (a_1^2 + 2 a_0 a_2)^2; under neither reading is it the printed one.",
).corrected(
    text="The weight is (a_1^2 + 2 a_0 a_2)^2, of which s = 1 alone contributes a_1^4.",
    latex=r"\hat c_{2,2,0,\dots,0}(2,2,0,\dots,0)=(a_1^2+2a_0a_2)^2",
    domain_text="j_k1 = j_k2 = 2, all other j_k = 0",
    sides={
        "lhs": formula(pair_weight(), _WEIGHTS, "a0 a1 a2"),
        "rhs": formula((a1**2 + 2 * a0 * a2) ** 2, _WEIGHTS, "a0 a1 a2"),
    },
    claim=Equal(),
    checks=(Derivation(_weight, WHOLE),),
    uses=(),
)


def _improves(proof: Proof) -> None:
    weight_steps(proof)
    proof.equal(
        CORRECTED_IMPROVEMENT,
        sp.Symbol("theta", positive=True) ** 4
        * m
        * (m - 1)
        / (4 * d**2 * (d + 2))
        * (a1**2) ** 2
        * v**4
        * d**2,
        "for the linear instance a_2 = 0, and E|omega|^2 = d",
    )


def _improved(weight: sp.Expr) -> All:
    """(68) with a weight, and its linear instance."""
    least = theta**4 * m * (m - 1) / (4 * d**2 * (d + 2)) * weight * Length(z) ** 4 * SECOND**2
    return All(
        (
            Below(least, exponential(IID) - exponential(ORT), strict=False),
            On(LINEAR, Below("rhs", "lhs", strict=False), LINEAR_GAUSSIAN),
        )
    )


EQ68 = Statement(
    id="performer/eq68",
    kind="inequality",
    where="eq. (68) and the displays before",
    title="Improvement of the exponential moment",
    text="The exponential moment falls by a term of order theta^4 with the weight a_1^2 a_0^(m-2) at least.",
    latex=r"\Delta\ge\frac{\theta^4m(m-1)}{4d^2(d+2)}a_1^2a_0^{m-2}\|z\|^4(\mathbb E\|\omega\|^2)^2",
    domain_text="any theta > 0, m <= d",
    domain=LINEAR,
    sides={
        "lhs": formally(formula(IMPROVEMENT, LINEAR, LINEAR_NAMES), without=("m",)),
        "rhs": formally(formula(PRINTED_IMPROVEMENT, LINEAR, LINEAR_NAMES), without=("m",)),
    },
    claim=_improved(a1**2 * a0 ** (m - 2)),
    uses=("performer/eq66",),
    mechanism=("iid", "orthogonal"),
    erratum=Erratum(
        kind="error",
        at="(68)",
        formula=r"a_1^2a_0^{m-2}",
        false="With this weight the improvement can exceed the difference of both exponential moments.",
        weight=4,
        follows_from="performer/eq67/weight",
        points=(
            {"d": "2", "m": "2", "a0": "1", "a1": "1/10", "v": "1", "theta": "1"},
            {"d": "3", "m": "3", "a0": "1", "a1": "1/10", "v": "2", "theta": "1"},
        ),
    ),
    note="At m = 1 both sides are 0, whatever the power of a_0.",
).corrected(
    text="The bound with the weight (a_1^2 + 2 a_0 a_2)^2; the sides are those of a linear g, a_2 = 0.",
    latex=r"\Delta\ge\frac{\theta^4m(m-1)}{4d^2(d+2)}(a_1^2+2a_0a_2)^2\|z\|^4(\mathbb E\|\omega\|^2)^2",
    domain_text="any theta > 0 with M_X(theta) finite, m <= d",
    sides={
        "lhs": formula(IMPROVEMENT, LINEAR, LINEAR_NAMES),
        "rhs": formula(CORRECTED_IMPROVEMENT, LINEAR, LINEAR_NAMES),
    },
    claim=_improved((a1**2 + 2 * a0 * a2) ** 2),
    checks=(Derivation(_improves, WHOLE),),
    uses=("performer/eq66", "performer/eq67/weight/corrected"),
)


STATEMENTS = (
    EQ67_WEIGHT,
    EQ68,
)
