"""Section 3 and Appendix C of hrf, (22), (23), (31)-(33): the error of the bipolar hybrid for any lambda-estimator."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Below, Derivation, Equal, Proof, Representations, Rule, Statement, formula
from rftheory.papers._shared.invariants import m
from rftheory.papers.hrf._lemmas import drawn
from rftheory.papers.hrf._lemmas.bipolar import (
    COVARIANCE,
    CROSS,
    INDEPENDENT,
    MEAN_NAMES,
    MEANS,
    MIX,
    PHASE,
    REGROUPED,
    SCALARS,
    SHARED,
    UNEQUAL,
    VARIANCE,
    cross_steps,
    el1l,
    elam,
    independent_steps,
    moment_domain,
    product_of_means,
    shared_covariance,
    shared_steps,
    two_points,
)
from rftheory.papers.hrf._notation import SM

_FREE = moment_domain(lawful=False)
_LAWFUL = moment_domain(lawful=True)
_NAMES = "m x2 y2 xy el2 el1l"
_MODEST: tuple[dict[str, object], ...] = tuple(
    {"m": mm, "x2": a, "y2": b, "xy": s, "el2": second, "el1l": mixed}
    for mm, a, b, s in ((1, 1, "1/4", "1/3"), (5, 2, "1/9", "-1/4"), (3, 1, 1, "1/2"))
    for second, mixed in (("1/2", "0"), ("1/3", "1/6"), ("5/2", "-1"))
)
_ERROR, _ERROR_SHARED = (formula(printed, _FREE, _NAMES) for printed in (INDEPENDENT, SHARED))
_BY_TWO_POINTS = formula(two_points(sp.S.Zero), _LAWFUL, _NAMES)
_BY_TWO_POINTS_SHARED = formula(two_points(CROSS - SM**2), _LAWFUL, _NAMES)

THM3_1_INDEPENDENT = Statement(
    id="hrf/thm3.1/independent",
    kind="identity",
    where="Theorem 3.1, eq. (22)",
    title="Error of the bipolar hybrid, independent projections",
    text="With independent base projections the error is E[lam^2] MSE(SM++) + E[(1-lam)^2] MSE(SMtrig).",
    latex=(
        r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm hyb}_{m,n})=\mathbb E[\hat\lambda_n^2]\mathrm{MSE}(\widehat{\mathrm{SM}}^{++}_m)"
        r"+\mathbb E[(1-\hat\lambda_n)^2]\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm trig}_m)"
    ),
    domain_text="x, y in R^d; any lam_n independent of the base estimators",
    domain=_FREE,
    sides={"": _ERROR},
    checks=(
        Representations("", _BY_TWO_POINTS, _MODEST),
        Derivation(independent_steps),
        drawn.error("angular hybrid", drawn.angular, _ERROR, drawn.MIXED),
        drawn.error("fixed lambda", drawn.linear, _ERROR, drawn.FIXED),
    ),
    uses=("hrf/lemma2.2/trig", "hrf/lemma2.2/positive", "hrf/eq12"),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid, independent base projections",
)

THM3_1_SHARED = Statement(
    id="hrf/thm3.1/shared",
    kind="identity",
    where="Theorem 3.1, eq. (23)",
    title="Error of the bipolar hybrid, shared projections",
    text="On shared projections the error changes by -(2/m) SM^2 (1 - cos(|x|^2-|y|^2)) E[lam(1-lam)].",
    latex=(
        r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm hyb}_{m,n})=(22)-\frac2m\mathrm{SM}^2(x,y)"
        r"\left(1-\cos(\|x\|^2-\|y\|^2)\right)\mathbb E[\hat\lambda_n(1-\hat\lambda_n)]"
    ),
    domain_text="x, y in R^d; any lam_n independent of the base estimators",
    domain=_FREE,
    sides={"": _ERROR_SHARED},
    checks=(
        Representations("", _BY_TWO_POINTS_SHARED, _MODEST),
        Derivation(shared_steps),
        drawn.error("angular hybrid", drawn.angular_shared, _ERROR_SHARED, drawn.MIXED),
        drawn.error("fixed lambda", drawn.linear_shared, _ERROR_SHARED, drawn.FIXED),
    ),
    uses=("hrf/thm3.1/independent", "hrf/eq38"),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid, shared base projections",
)

_LAWFULLY_MIXED = tuple(point for point in _MODEST if point["el1l"] != "-1")


def _decreases(proof: Proof) -> None:
    shared_steps(proof)
    u = sp.Symbol("u", real=True)
    nonneg = sp.Symbol("E", nonnegative=True)
    count = sp.Symbol("m", positive=True, integer=True)
    proof.equal(
        INDEPENDENT - SHARED, 2 / m * SM**2 * (1 - PHASE) * el1l, "what sharing the projections takes away"
    )
    proof.equal(1 - sp.cos(u), 2 * sp.sin(u / 2) ** 2, "1 - cos u = 2 sin^2(u/2)")
    proof.nonnegative(sp.sin(u / 2) ** 2, "is at least 0")
    proof.nonnegative(
        2 / count * sp.exp(2 * u) * nonneg, "times a nonnegative number where E[lam(1-lam)] >= 0"
    )


_MIXED_SIGN = Rule(("el1l",), "E[lam(1-lam)] >= 0", lambda mixed: mixed >= 0)

_REDUCED = moment_domain(lawful=True, extra_rules=(_MIXED_SIGN,))

THM3_1_REDUCED = Statement(
    id="hrf/thm3.1/reduced",
    kind="inequality",
    where="Theorem 3.1, sentence before eq. (23)",
    title="Sharing the projections reduces the error",
    text="On shared projections the error of the hybrid is smaller than on independent ones.",
    latex=r"(23)<(22)",
    domain_text="all lam_n independent of the base estimators",
    domain=_LAWFUL,
    sides={"lhs": formula(SHARED, _LAWFUL, _NAMES), "rhs": formula(INDEPENDENT, _LAWFUL, _NAMES)},
    claim=Below(),
    uses=("hrf/thm3.1/independent", "hrf/thm3.1/shared"),
    setting="shared against independent projections",
    note=(
        "Nothing changes for |x| = |y| or lam in {0, 1}; the error grows where E[lam(1-lam)] < 0, which "
        "estimates of lam outside [0, 1] reach."
    ),
).corrected(
    title="Sharing the projections does not raise the error where E[lam(1-lam)] >= 0",
    text="For E[lam(1-lam)] >= 0, as for every lam with values in [0,1], (23) is at most (22).",
    latex=r"\mathbb E[\hat\lambda(1-\hat\lambda)]\ge0\Rightarrow(23)\le(22)",
    domain_text="E[lam(1-lam)] >= 0",
    domain=_REDUCED,
    sides={"lhs": formula(SHARED, _REDUCED, _NAMES), "rhs": formula(INDEPENDENT, _REDUCED, _NAMES)},
    claim=Below(strict=False),
    checks=(
        Representations("lhs", _BY_TWO_POINTS_SHARED, _LAWFULLY_MIXED),
        Representations("rhs", _BY_TWO_POINTS, _LAWFULLY_MIXED),
        Derivation(_decreases),
    ),
    uses=("hrf/thm3.1/shared",),
)


def _variance_of_sum(proof: Proof) -> None:
    a, b, c, d, e = sp.symbols("aa bb ab a b", real=True)
    total = (a + 2 * c + b) - (d + e) ** 2
    proof.equal(total, (a - d**2) + (b - e**2) + 2 * (c - d * e), "Var(U+V) = Var U + Var V + 2 Cov(U, V)")


EQ31 = Statement(
    id="hrf/eq31",
    kind="identity",
    where="eq. (31), Appendix C",
    title="Variance of the hybrid as a sum",
    text="The variance of the hybrid is that of its two parts plus twice their covariance.",
    latex=(
        r"\mathrm{Var}(\widehat{\mathrm{SM}}^{\rm hyb})=\mathrm{Var}(\hat\lambda\widehat{\mathrm{SM}}^{++})"
        r"+\mathrm{Var}((1-\hat\lambda)\widehat{\mathrm{SM}}^{\rm trig})"
        r"+2\mathrm{Cov}(\hat\lambda\widehat{\mathrm{SM}}^{++},(1-\hat\lambda)\widehat{\mathrm{SM}}^{\rm trig})"
    ),
    domain_text="all",
    checks=(Derivation(_variance_of_sum),),
    uses=("hrf/eq12",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
)

EQ32 = Statement(
    id="hrf/eq32",
    kind="identity",
    where="eq. (32)",
    title="Covariance of the parts, independent projections",
    text="Independent projections give the covariance -SM^2 Var(lam).",
    latex=(
        r"(\mathbb E[\hat\lambda(1-\hat\lambda)]-\mathbb E[\hat\lambda]\mathbb E[1-\hat\lambda])"
        r"\mathbb E[\widehat{\mathrm{SM}}^{++}]\mathbb E[\widehat{\mathrm{SM}}^{\rm trig}]=-\mathrm{SM}^2\mathrm{Var}(\hat\lambda)"
    ),
    domain_text="independent projections",
    domain=SCALARS,
    sides={
        "lhs": formula((MIX - elam * (1 - elam)) * SM * SM, SCALARS, "xy elam el2"),
        "rhs": formula(-(SM**2) * VARIANCE, SCALARS, "xy elam el2"),
    },
    claim=Equal(),
    checks=(Derivation(product_of_means),),
    uses=("hrf/eq31",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
)

EQ33 = Statement(
    id="hrf/eq33",
    kind="identity",
    where="eq. (33)",
    title="Covariance of the parts, shared projections",
    text="On shared projections only the mean of the product of the base estimates changes.",
    latex=(
        r"\mathbb E[\widehat{\mathrm{SM}}^{++}\widehat{\mathrm{SM}}^{\rm trig}]\mathbb E[\hat\lambda(1-\hat\lambda)]"
        r"-\mathrm{SM}^2\mathbb E[\hat\lambda]\mathbb E[1-\hat\lambda]"
    ),
    domain_text="shared projections",
    domain=MEANS,
    sides={"": formula(CROSS * MIX - SM**2 * elam * (1 - elam), MEANS, MEAN_NAMES, closed=REGROUPED)},
    checks=(
        Representations("", formula(COVARIANCE * MIX - SM**2 * VARIANCE, MEANS, MEAN_NAMES), UNEQUAL),
        Derivation(shared_covariance),
    ),
    uses=("hrf/eq31", "hrf/eq38"),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
)


def _never_equal(proof: Proof) -> None:
    cross_steps(proof)
    u, cosine = sp.symbols("u c", real=True)
    count = sp.Symbol("n", positive=True, integer=True)
    proof.equal(
        sp.Rational(1, 4) - u * (1 - u),
        (u - sp.Rational(1, 2)) ** 2,
        "for lam = u in [0,1], 0 <= u(1-u) <= 1/4",
    )
    proof.nonnegative((u - sp.Rational(1, 2)) ** 2, "so E[lam(1-lam)] <= 1/4")
    ratio = (1 - 1 / count) + cosine / count
    proof.equal(1 - ratio, (1 - cosine) / count, "E[SM++ SMtrig]/SM^2 = 1 - (1 - cos)/m")
    half_angle = sp.sin(u / 2) ** 2
    proof.equal(1 - sp.cos(u), 2 * half_angle, "1 - cos u = 2 sin^2(u/2)")
    proof.nonnegative(half_angle, "is at least 0")
    proof.nonnegative(sp.cos(u / 2) ** 2, "and at most 2, so the quotient lies in [-1, 1] for every m")
    proof.true(sp.Rational(1, 4) < 1, "so the product stays below SM^2/4 in size, never SM^2")


APPC_NOT_EQUAL = Statement(
    id="hrf/appC/not-equal",
    kind="identity",
    where="Appendix C, before eq. (34)",
    title="The mean of the product is not SM^2",
    text=(
        "On shared projections E[SM++ SMtrig] E[lam(1-lam)] is not E[SM++] E[SMtrig] = SM^2: the product of the "
        "base estimates has to be averaged."
    ),
    latex=(
        r"\mathbb E[\widehat{\mathrm{SM}}^{++}\widehat{\mathrm{SM}}^{\rm trig}]\mathbb E[\hat\lambda(1-\hat\lambda)]"
        r"\ne\mathrm{SM}^2"
    ),
    domain_text="shared projections",
    checks=(Derivation(_never_equal, "lam with values in [0,1]"),),
    uses=("hrf/eq38",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid",
    note=(
        "The factor E[lam(1-lam)] makes the two sides differ for independent projections too; without it they "
        "are equal exactly where cos(|x|^2 - |y|^2) = 1."
    ),
)

STATEMENTS = (
    THM3_1_INDEPENDENT,
    THM3_1_SHARED,
    THM3_1_REDUCED,
    EQ31,
    EQ32,
    EQ33,
    APPC_NOT_EQUAL,
)
