"""Appendix 9.7 of crt, eqs. (25) to (33): the proof of Theorem 9.1 by conditioning on the lengths.

Main results:
* (25), (26): the variance as the mean of conditional variances: false, the variance of the conditional mean is missing.
  It is the same for both ensembles, so that (27), (28), the gap as the mean of conditional gaps T, are right.
* (29) to (31): given the lengths the terms are g_x(u.z): a slip, w.z is x u.z.
* (32): T >= 2/(d+2) 2/M^2 sum_(i<j) F_(x_i) F_(x_j) with F_x = E g~(u.z, x): false, it inherits the lost length; true
  with F_x = E g~(x u.z, x).
* (33): the gap equals (1-1/M) 2/(d+2) F^2: false; with the length it is at least that, as (32) is an inequality.

One mistake, the lost length, is that of Theorem 9.1 (24), (29), (32) and (33). Refuted at the positive map (A = 0) of
fixed length or in the plane, whose conditional moments are 0F1 and I_0. Derived by the law of total variance and by
tau <= d/(d+2) for the moments of orthogonal directions.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Claim,
    ConditionalExpectation,
    ConditionalVariance,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Expectation,
    On,
    Proof,
    Statement,
    Variance,
    formula,
)
from rftheory.papers._shared.beautiful_functions import ratio_steps
from rftheory.papers._shared.generalised_exponential import PAIR_NAMES, gap
from rftheory.papers._shared.invariants import (
    COUNT,
    DIMENSION,
    WITHIN_BLOCK,
    d,
)
from rftheory.papers.crt._lemmas.fixed_length import (
    GIVEN,
    GIVEN_NAMES,
    SEVERAL,
    conditional_variance,
    pair_loss,
    promised_loss,
    r,
)
from rftheory.papers.crt._lemmas.in_the_plane import BETWEEN, WITHIN, in_the_plane
from rftheory.papers.crt._lemmas.isotropic import BLOCK, PRINTED_F, SHARE, TRUE_F, loss_steps
from rftheory.papers.crt._lemmas.isotropic_terms import (
    CONDITIONAL_LOSS,
    GIVEN_LENGTH,
    INDEPENDENT,
    LENGTH_GIVEN,
    LENGTHS,
    LOSS,
    ORTHOGONAL,
    PRINTED_MEAN,
    TRUE_MEAN,
    promised,
    term_variance,
)

_ROWS = Domain((DIMENSION, COUNT), (WITHIN_BLOCK,))


def _total_variance(proof: Proof) -> None:
    square, mean, whole = sp.symbols("q c k", real=True)
    proof.cite("the tower property: E X^2 = E E[X^2 | lengths], E X = E E[X | lengths]")
    first, second = (square - mean**2), (mean**2 - whole**2)
    proof.equal(
        first + second,
        square - whole**2,
        "conditional variance plus variance of the conditional mean, averaged",
    )


EQ25 = Statement(
    id="crt/eq25",
    kind="identity",
    where="eqs. (25), (26)",
    title="The variance as a mean of conditional variances",
    text="Either variance is said to be the integral of the conditional variances given the lengths.",
    latex=r"\mathrm{Var}(K_M)=\int\mathrm{Var}(K_M\mid\|\omega_1\|=x_1,\dots)\prod_{m=1}^M\mathcal P(x_m)\,dx_1\cdots dx_M",
    domain_text="lengths independent of directions and of each other",
    domain=_ROWS,
    claim=All(
        (
            *(
                Equal(Variance(k), Expectation(ConditionalVariance(k, LENGTHS)))
                for k in (INDEPENDENT, ORTHOGONAL)
            ),
            in_the_plane(WITHIN),
        )
    ),
    uses=("crt/eq23",),
    setting="as eq. (23)",
    note="The variance of the conditional mean is missing; it is the same for both ensembles, so (27) is not affected.",
    erratum=Erratum(
        kind="error",
        at="eqs. (25), (26)",
        quote="factorizing the variance",
        formula=r"\mathrm{Var}(K_M^{\rm iid})=\int\mathrm{Var}(K_M^{\rm iid}\mid\text{lengths})\prod_m\mathcal P(x_m)\,dx",
        false=(
            "The mean of the conditional variances is less than the variance by the variance of the conditional mean, "
            "which is not 0: K_M given the lengths has a mean that depends on them."
        ),
        weight=2,
        points=({"m": "1", "x2": "1", "y2": "1", "xy": "0"}, {"m": "2", "x2": "1", "y2": "4", "xy": "1"}),
        objection=(
            "The difference (27) is right all the same: the missing term is equal for both ensembles, since it sees "
            "only the law of single directions."
        ),
    ),
).corrected(
    title="The variance by conditioning on the lengths",
    text="The integral of the conditional variances plus the variance of the conditional mean is the variance.",
    latex=(
        r"\mathrm{Var}(K_M)=\int\mathrm{Var}(K_M\mid\text{lengths})\prod_m\mathcal P(x_m)\,dx"
        r"+\mathrm{Var}(\mathbb E[K_M\mid\text{lengths}])"
    ),
    domain_text="any lengths",
    claim=All(
        (
            *(
                Equal(
                    Variance(k),
                    Expectation(ConditionalVariance(k, LENGTHS))
                    + Variance(ConditionalExpectation(k, LENGTHS)),
                )
                for k in (INDEPENDENT, ORTHOGONAL)
            ),
            in_the_plane(WITHIN + BETWEEN),
        )
    ),
    checks=(Derivation(_total_variance, WHOLE),),
    uses=("crt/eq23",),
)


def _difference(proof: Proof) -> None:
    _total_variance(proof)
    inside_i, inside_o, between = sp.symbols("V_i V_o B", nonnegative=True)
    proof.cite(
        "given the lengths each direction is uniform for either ensemble, so E[K_iid | lengths] = E[K_ort | lengths]"
    )
    proof.equal(
        (inside_i + between) - (inside_o + between),
        inside_i - inside_o,
        "the variances of the conditional means are equal and cancel: what remains is the mean of T",
    )


EQ27 = Statement(
    id="crt/eq27",
    kind="identity",
    where="eqs. (27), (28)",
    title="The gap as a mean of conditional gaps",
    text="The difference of the two variances is the mean over the lengths of the difference of conditional variances.",
    latex=(
        r"\mathrm{Var}(K^{\rm iid}_M)-\mathrm{Var}(K^{\rm ort}_M)="
        r"\int T(x_1,\dots,x_M)\prod_{m=1}^M\mathcal P(x_m)\,dx_1\cdots dx_M"
    ),
    domain_text="as eq. (25)",
    domain=_ROWS,
    claim=Equal(LOSS, Expectation(CONDITIONAL_LOSS)),
    checks=(Derivation(_difference, WHOLE),),
    uses=("crt/eq23", "crt/eq25/corrected"),
    setting="as eq. (23)",
)


def _scaled(proof: Proof) -> None:
    length, cosine, norm = sp.symbols("x c z", real=True)
    proof.equal(
        (length * cosine) * norm,
        length * (cosine * norm),
        "w = |w| u: w.z = |w| u.z, the first argument of g",
    )
    proof.cite("lengths are independent of directions, so conditioning on them leaves u as it was")


def _one_row(factor: sp.Expr, radius: sp.Expr) -> Claim:
    """The conditional variance of one term by g(factor u.z, x): for any g, and for the positive map."""
    return All(
        (
            Equal(GIVEN_LENGTH, term_variance(factor)),
            On(
                GIVEN,
                Equal(
                    formula(conditional_variance(r), GIVEN, GIVEN_NAMES),
                    formula(conditional_variance(radius), GIVEN, GIVEN_NAMES),
                ),
                "one projection of the positive map (A = 0) of length r",
            ),
        )
    )


EQ29 = Statement(
    id="crt/eq29",
    kind="identity",
    where="eqs. (29), (30), (31)",
    title="Conditional variances by unit vectors",
    text="Given the lengths the terms are said to be g_x(u.z) with u uniform on the unit sphere.",
    latex=(
        r"X^{\rm iid}_m=g_{x_m}((\mathbf u^{\rm iid}_m)^\top\mathbf z),\quad "
        r"X^{\rm ort}_m=g_{x_m}((\mathbf u^{\rm ort}_m)^\top\mathbf z)"
    ),
    domain_text="u on the unit sphere",
    domain=GIVEN,
    claim=_one_row(sp.S.One, sp.S.One),
    uses=("crt/eq23",),
    setting="as eq. (23)",
    note="w.z is |w| u.z: the length is missing from the argument.",
    erratum=Erratum(
        kind="error",
        at="eqs. (29), (30), the terms X_m below them",
        formula=r"X_m^{\rm iid}=g_{x_m}((\mathbf u_m^{\rm iid})^\top\mathbf z)",
        false="Given |w_m| = x_m the first argument of g is w_m.z = x_m u_m.z; the length x_m is lost.",
        weight=3,
        follows_from="crt/eq24",
        points=(
            {"d": "2", "x2": "1", "y2": "1", "xy": "0", "r": "2"},
            {"d": "3", "x2": "1", "y2": "1", "xy": "1/2", "r": "1/2"},
        ),
    ),
).corrected(
    text="Given the lengths the terms are g_x(x u.z).",
    latex=r"X_m=g_{x_m}(x_m\,\mathbf u_m^\top\mathbf z)",
    claim=Equal(GIVEN_LENGTH, term_variance(LENGTH_GIVEN)),
    checks=(Derivation(_scaled, WHOLE),),
    uses=("crt/eq23",),
)


def _given_lengths(proof: Proof) -> None:
    ratio_steps(proof)
    n = sp.Symbol("n", positive=True, integer=True)
    one, two = sp.symbols("A_t A_u", nonnegative=True)
    loss = sp.Symbol("tau", nonnegative=True)
    proof.cite(
        "given the lengths the mean of u_1^(2t) u_2^(2u) for orthogonal u is tau times that for independent u"
    )
    proof.equal(
        2 / n**2 * one * two * (1 - loss),
        2 / n**2 * (one * two - loss * one * two),
        "T is 2/M^2 times the sum over pairs and t, u >= 1 of A_t A_u (1 - tau), A_t = a_2t(x) x^(2t) |z|^(2t) E u_1^(2t)",
    )
    proof.equal(1 - d / (d + 2), 2 / (d + 2), "1 - tau is at least this, and sum A_t = F_x(z)")


def _two_rows(*, with_length: bool) -> Claim:
    """The bound of T: for any g, and for two projections of the positive map."""
    radius = r if with_length else sp.S.One
    return All(
        (
            Below(promised(with_length=with_length), CONDITIONAL_LOSS, strict=False),
            On(
                SEVERAL,
                Below(
                    formula(promised_loss(radius), SEVERAL, GIVEN_NAMES),
                    formula(pair_loss(r), SEVERAL, GIVEN_NAMES),
                    strict=False,
                ),
                "two projections of the positive map (A = 0) of length r",
            ),
        )
    )


EQ32 = Statement(
    id="crt/eq32",
    kind="inequality",
    where="eq. (32)",
    title="Conditional gap by products of F",
    text="T is at least 2/(d+2) times 2/M^2 times the sum over pairs of F_x(z), F_x the mean of the even part of g(u.z, x).",
    latex=r"T(x_1,\dots,x_M)\ge\tfrac2{d+2}\cdot\tfrac2{M^2}\sum_{1\le i<j\le M}F_{x_i}(\mathbf z)F_{x_j}(\mathbf z)",
    domain_text="M <= d",
    domain=_ROWS,
    claim=_two_rows(with_length=False),
    uses=("crt/eq29/corrected",),
    setting="as eq. (23)",
    note=(
        "T is the difference of the conditional variances (28). F_x inherits the lost length of (29); the middle "
        "expression is right when E|w|^(2t) stands for x^(2t) at the length given."
    ),
    erratum=Erratum(
        kind="error",
        at="eq. (32) and the definition of F_x below it",
        formula=r"F_x(\mathbf z)=\mathbb E[\tilde g(\mathbf u^\top\mathbf z,x)]",
        false=(
            "Without the length in the argument F_x(z) is not small for short w, where the gap T is, so that the bound "
            "fails; with x u.z in place of u.z it holds."
        ),
        weight=3,
        follows_from="crt/eq24",
        points=(
            {"d": "2", "x2": "1", "y2": "1", "xy": "0", "r": "1/2"},
            {"d": "3", "x2": "1", "y2": "1", "xy": "1/2", "r": "1/2"},
        ),
    ),
).corrected(
    text="With F_x the mean of the even part of g(x u.z, x) less g(0, x) the bound holds.",
    latex=r"F_x(\mathbf z)=\mathbb E[\tilde g(x\,\mathbf u^\top\mathbf z,x)]",
    claim=_two_rows(with_length=True),
    checks=(Derivation(_given_lengths, WHOLE),),
    uses=("crt/eq29/corrected",),
)

_GAP = formula(gap(), BLOCK, PAIR_NAMES)

EQ33 = Statement(
    id="crt/eq33",
    kind="identity",
    where="eq. (33)",
    title="The gap as a multiple of F^2",
    text="The difference of the variances is said to equal (1-1/M) 2/(d+2) F^2.",
    latex=(
        r"\mathrm{Var}(K^{\rm iid}_M)-\mathrm{Var}(K^{\rm ort}_M)="
        r"\left(1-\tfrac1M\right)\tfrac2{d+2}F^2(\mathbf z)"
    ),
    domain_text="M <= d",
    domain=BLOCK,
    sides={
        "lhs": _GAP,
        "rhs": formula(SHARE * PRINTED_F**2, BLOCK, PAIR_NAMES),
    },
    claim=All((Equal(LOSS, SHARE * PRINTED_MEAN**2), Equal())),
    uses=("crt/eq27", "crt/eq32/corrected"),
    setting="as eq. (23)",
    note=(
        "(32) is an inequality, so the first equality should be one too; F is that of Theorem 9.1. The sides are those "
        "of the g of generalised exponential features."
    ),
    erratum=Erratum(
        kind="misprint",
        at="eq. (33), the first equality sign",
        formula=(
            r"\mathrm{Var}(K_M^{\rm iid})-\mathrm{Var}(K_M^{\rm ort})=\cdots="
            r"\left(1-\tfrac1M\right)\tfrac2{d+2}F^2(\mathbf z)"
        ),
        false="(32) bounds T from below, so the first sign is >=; equality does not hold, whichever F is meant.",
        weight=1,
        points=(
            {"d": "2", "m": "2", "A": "-1", "x2": "1", "y2": "1", "xy": "1"},
            {"d": "3", "m": "2", "A": "0", "x2": "1", "y2": "1", "xy": "0"},
        ),
        objection="(24), which (33) is to prove, has the inequality.",
    ),
).corrected(
    kind="inequality",
    title="The gap is at least a multiple of F^2",
    text="The difference is at least (1-1/M) 2/(d+2) F^2 with the length in F.",
    latex=(
        r"\mathrm{Var}(K^{\rm iid}_M)-\mathrm{Var}(K^{\rm ort}_M)\ge"
        r"\left(1-\tfrac1M\right)\tfrac2{d+2}F^2(\mathbf z),\ F=\mathbb E[\tilde g(x\,\mathbf u^\top\mathbf z,x)]"
    ),
    sides={
        "lhs": _GAP,
        "rhs": formula(SHARE * TRUE_F**2, BLOCK, PAIR_NAMES),
    },
    claim=All((Below(SHARE * TRUE_MEAN**2, LOSS, strict=False), Below("rhs", "lhs", strict=False))),
    checks=(Derivation(loss_steps, WHOLE),),
    uses=("crt/eq27", "crt/eq32/corrected"),
)

STATEMENTS = (
    EQ25,
    EQ27,
    EQ29,
    EQ32,
    EQ33,
)
