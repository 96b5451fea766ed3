"""Theorem 3.1 of hrf: the error of the bipolar hybrid for any lambda-estimator drawn apart from the base estimators.

Main results
* (22), independent projections: MSE = E[lam^2] MSE(SM++) + E[(1-lam)^2] MSE(SMtrig).
* (23), shared projections: (22) - (2/m) SM^2 (1 - cos(|x|^2 - |y|^2)) E[lam(1-lam)].

False without a hypothesis: that (23) is at most (22). It is larger where E[lam(1-lam)] < 0, as estimates of a
lambda in [0, 1] can have it, and equal for |x| = |y| or lam in {0, 1}. True: (23) <= (22) where E[lam(1-lam)] >= 0, as
for every lam in [0, 1].

Proofs. The error is lam e_1 + (1-lam) e_2, e_1 and e_2 centred and independent of lam, and E e_1 e_2 is 0 or the
covariance of (38). The moments el2 = E[lam^2], el1l = E[lam(1-lam)] are parameters; second forms take a law of two
points with these moments. Drawn: the angular and a fixed lambda.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    Erratum,
    Given,
    MeanSquareError,
    Proof,
    Representations,
    Rule,
    Statement,
    formula,
)
from rftheory.papers._shared.bipolar_hybrids import (
    CROSS,
    INDEPENDENT,
    PHASE,
    SHARED,
    el1l,
    el2,
    independent_steps,
    moment_domain,
    shared_steps,
    two_points,
)
from rftheory.papers._shared.hybrid_errors import SM
from rftheory.papers._shared.invariants import m, x2, y2
from rftheory.papers.hrf._lemmas import drawn
from rftheory.papers.hrf._lemmas.base_terms import (
    MIXED_LAM,
    POSITIVE,
    POSITIVE_ROWS,
    SQUARE_LAM,
    TRIGONOMETRIC,
    TRIGONOMETRIC_ROWS,
    apart,
    bipolar,
    together,
)

_LAWFUL = moment_domain()
_NAMES = "m x2 y2 xy el2 el1l"
_MODEST: tuple[dict[str, object], ...] = tuple(
    {"m": mm, "x2": a, "y2": b, "xy": s, "el2": second, "el1l": mixed}
    for mm, a, b, s in ((1, 1, "1/4", "1/3"), (5, 2, "1/9", "-1/4"), (3, 1, 1, "1/2"))
    for second, mixed in (("1/2", "0"), ("1/3", "1/6"), ("5/2", "-1"))
)

_ERROR, _ERROR_SHARED = (formula(printed, _LAWFUL, _NAMES) for printed in (INDEPENDENT, SHARED))
_BY_TWO_POINTS = formula(two_points(sp.S.Zero), _LAWFUL, _NAMES)

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
    domain=_LAWFUL,
    sides={"": _ERROR},
    claim=All(
        (
            apart(Equal(MeanSquareError(bipolar(POSITIVE, TRIGONOMETRIC), SM), ""), SQUARE_LAM, MIXED_LAM),
            Equal("", _BY_TWO_POINTS),
        )
    ),
    checks=(
        Representations("", _BY_TWO_POINTS, _MODEST),
        Derivation(independent_steps, WHOLE),
        drawn.error("angular hybrid", drawn.angular, _ERROR, drawn.MIXED),
        drawn.error("fixed lambda", drawn.linear, _ERROR, drawn.FIXED),
    ),
    uses=("hrf/lemma2.2/trig", "hrf/lemma2.2/positive", "hrf/eq12"),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid, independent base projections",
)

_BY_TWO_POINTS_SHARED = formula(two_points(CROSS - SM**2), _LAWFUL, _NAMES)

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
    domain=_LAWFUL,
    sides={"": _ERROR_SHARED},
    claim=All(
        (
            together(
                Equal(MeanSquareError(bipolar(POSITIVE_ROWS, TRIGONOMETRIC_ROWS), SM), ""),
                SQUARE_LAM,
                MIXED_LAM,
            ),
            Equal("", _BY_TWO_POINTS_SHARED),
        )
    ),
    checks=(
        Representations("", _BY_TWO_POINTS_SHARED, _MODEST),
        Derivation(shared_steps, WHOLE),
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


_MIXED_SIGN = Rule(el1l >= 0, "E[lam(1-lam)] >= 0")
_REDUCED = moment_domain(_MIXED_SIGN)

# Theorem 3.1 is about unbiased estimates of a lambda with values in [0, 1]
_OF_SHARES = moment_domain(Rule(sp.And(el2 + el1l >= 0, el2 + el1l <= 1), "0 <= E lam <= 1"))
_BEYOND_ONE = {"m": "1", "x2": "1", "y2": "1/4", "xy": "0", "el2": "5/4", "el1l": "-3/4"}  # lam = -1/2 or 3/2
_TURNED = sp.And(sp.Ne(x2, y2), x2 - y2 < 6, y2 - x2 < 6)  # cos(|x|^2 - |y|^2) is not 1

THM3_1_REDUCED = Statement(
    id="hrf/thm3.1/reduced",
    kind="inequality",
    where="Theorem 3.1, sentence before eq. (23)",
    title="Sharing the projections reduces the error",
    text="Sharing the projections is said to reduce the error of the hybrid further, below that on independent ones.",
    latex=r"(23)\le(22)",
    domain_text="all lam_n independent of the base estimators, of a lambda with values in [0,1]",
    domain=replace(_OF_SHARES, extra=(_BEYOND_ONE,), repair=None),
    sides={"lhs": formula(SHARED, _LAWFUL, _NAMES), "rhs": formula(INDEPENDENT, _LAWFUL, _NAMES)},
    claim=Below(strict=False),
    uses=("hrf/thm3.1/independent", "hrf/thm3.1/shared"),
    setting="shared against independent projections",
    note=(
        "Read as: never larger. The error grows where E[lam(1-lam)] < 0, which only estimates of lam that leave [0, 1] "
        "reach; nothing changes for |x| = |y| or lam in {0, 1}."
    ),
    erratum=Erratum(
        kind="missing hypothesis",
        at="Theorem 3.1, page 7, the sentence before eq. (23)",
        quote="mean squared error of the hybrid estimator is further reduced",
        false=(
            "Sharing the projections raises the error where E[lam(1-lam)] < 0 and |x|^2 - |y|^2 is no multiple of 2 pi: for "
            "an unbiased estimate of lambda, where its variance exceeds lambda(1-lambda)."
        ),
        weight=3,
        points=(
            _BEYOND_ONE,
            {"m": "1", "x2": "4", "y2": "1", "xy": "0", "el2": "1/2", "el1l": "-1/4"},
        ),
        objection=(
            "The first point is lam = -1/2 or 3/2, each with probability 1/2, of mean 1/2. The paper's own Gaussian "
            "coefficients do the same: one cosine has E[lam(1-lam)] near -1/2 far from its centre."
        ),
    ),
).corrected(
    title="Sharing the projections does not raise the error where E[lam(1-lam)] >= 0",
    text=(
        "For E[lam(1-lam)] >= 0, as for every lam with values in [0,1], (23) is at most (22), and less where that is "
        "positive and |x|^2 - |y|^2 is no multiple of 2 pi."
    ),
    latex=r"\mathbb E[\hat\lambda(1-\hat\lambda)]\ge0\Rightarrow(23)\le(22)",
    domain_text="E[lam(1-lam)] >= 0",
    domain=_REDUCED,
    sides={"lhs": formula(SHARED, _REDUCED, _NAMES), "rhs": formula(INDEPENDENT, _REDUCED, _NAMES)},
    claim=All((Below(strict=False), Given(sp.And(el1l > 0, _TURNED), Below()))),
    checks=(
        Representations("lhs", _BY_TWO_POINTS_SHARED, _LAWFULLY_MIXED),
        Representations("rhs", _BY_TWO_POINTS, _LAWFULLY_MIXED),
        Derivation(_decreases, WHOLE),
    ),
    uses=("hrf/thm3.1/shared",),
)


STATEMENTS = (
    THM3_1_INDEPENDENT,
    THM3_1_SHARED,
    THM3_1_REDUCED,
)
