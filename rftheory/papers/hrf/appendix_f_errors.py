"""Appendix F of hrf from Theorem F.1 on: errors of the normalised bipolar Gaussian hybrid."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.kit import (
    Agreement,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Restated,
    Simulation,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared.angular_hybrid import CLOSE, FAR, RADIUS, TURN, UP_TO_PI, n, r, theta
from rftheory.papers._shared.invariants import COUNT, DELTA2, DIMENSION, m, pairs, x2, xy, y2
from rftheory.papers.hrf._lemmas import drawn
from rftheory.papers.hrf._lemmas.bipolar import PHASE, el1l, error_steps, shared_steps
from rftheory.papers.hrf._lemmas.gaussian_hybrid import (
    COMPLEMENT,
    COMPLEMENT_BY_MOMENTS,
    ERROR,
    ERROR_BY_MOMENTS,
    LAMBDA,
    NAMES,
    NORMALISER,
    ON_SPHERE,
    SECOND,
    SECOND_BY_MOMENTS,
    SHARED,
    SHARED_BY_SQUARES,
    complement,
    gaussian_pairs,
    lambda_steps,
    on,
    on_spheres,
    rho,
    second,
    sigma,
)
from rftheory.papers.hrf._notation import positive_error, trigonometric_error

_PAIRS = gaussian_pairs()
_LEVEL = gaussian_pairs(level=True)
_SPHERES = on_spheres(RADIUS, TURN, rules=(UP_TO_PI,), angles=True)
_MOMENT_NAMES = "n sigma rho x2 y2 xy"
_SPHERE_NAMES = "m n sigma r theta"
_FEW: tuple[dict[str, object], ...] = tuple(
    {"m": 2, "n": count, "sigma": width, "rho": "2/3", "x2": a, "y2": b, "xy": s}
    for count, width, a, b, s in ((1, 1, 1, 1, "1/3"), (4, "1/2", 2, "1/4", "-1/2"), (9, 2, "1/4", "1/9", 0))
)
_ROUND: tuple[dict[str, object], ...] = tuple(
    {"m": 2, "n": count, "sigma": width, "r": size, "theta": turn}
    for count, width, size, turn in ((1, 1, 1, 1), (4, "1/2", 2, "1/2"), (9, 2, "1/3", 3))
)
# Theorem F.2 as printed: the exponents by half angles
_SINE2 = sp.sin(theta / 2) ** 2
_CLOSER, _FARTHER = sp.exp(-2 * sigma**2 * r**2 * _SINE2), sp.exp(-4 * sigma**2 * r**2 * _SINE2)
_SECOND = second(_CLOSER, _FARTHER).subs(rho, NORMALISER)
_COMPLEMENT = complement(_CLOSER, _FARTHER).subs(rho, NORMALISER)
_ERROR = _SECOND * on(ON_SPHERE, positive_error()) + _COMPLEMENT * on(ON_SPHERE, trigonometric_error())
_CLOSED = (
    2 * sp.exp(2 * r**2 * sp.cos(theta)) / m
    * (_SECOND * sp.sinh(CLOSE / 2) ** 2 + _COMPLEMENT * sp.sinh(FAR / 2) ** 2)
)  # fmt: skip
_MSE, _LEVEL_MSE = (formula(ERROR, domain, NAMES) for domain in (_PAIRS, _LEVEL))
_ON_SPHERE_MSE = formula(_ERROR, _SPHERES, _SPHERE_NAMES, closed=_CLOSED)
# E lam^2 at sigma = rho = 1 from the square of a mean of m cosines at a vector of that length
_length = sp.Symbol("length", nonnegative=True)
_DRAWN = Domain((DIMENSION, COUNT, real("length", 0)))


def _drawn(moment: sp.Expr, sign: int) -> Simulation:
    """E c^2 from (72), lam = 1 - c, or from (73), 1 - lam = c, at sigma = rho = 1; c the mean of the cosines."""
    place = {n: m, sigma: 1, rho: 1, x2: _length**2, y2: 0, xy: 0}
    mean = sp.exp(-(_length**2) / 2)
    square = moment.subs(place) - (1 - 2 * mean if sign < 0 else 0)
    return Simulation(
        "iid",
        "trigonometric",
        "square",
        formula(square, _DRAWN, "m length"),
        ({"d": 3, "m": 4, "length": 1},),
        mean=formula(mean, _DRAWN, "length"),
    )


def _mse(proof: Proof) -> None:
    error_steps(proof)
    lambda_steps(proof)
    first, other, low, high = sp.symbols("E_1 E_2 P T", real=True)
    proof.equal(
        (first * low + other * high).subs(
            {first: SECOND, other: COMPLEMENT, low: positive_error(), high: trigonometric_error()}
        ),
        ERROR,
        "with C = 0 the error is E lam^2 P + E(1-lam)^2 T, and the moments are (72), (73)",
    )


def _equal_norms(proof: Proof) -> None:
    shared_steps(proof)
    proof.equal(PHASE.subs(y2, x2), sp.S.One, "|x| = |y|: cos(|x|^2 - |y|^2) = 1")
    proof.equal(
        ((1 - PHASE) * el1l).subs(y2, x2),
        sp.S.Zero,
        "so sharing the projections changes nothing, for every lam",
    )


def _half_angle(proof: Proof) -> None:
    turn, size = sp.symbols("theta r", real=True)
    proof.cite("the law of cosines: x.y = r^2 cos theta")
    proof.equal(
        DELTA2.subs({x2: size**2, y2: size**2, xy: size**2 * sp.cos(turn)}),
        4 * size**2 * sp.sin(turn / 2) ** 2,
        "|x-y|^2 = 2 r^2 - 2 r^2 cos theta",
    )


def _lambda_by_angle(proof: Proof) -> None:
    _half_angle(proof)
    gap = sp.Symbol("D2", nonnegative=True)
    proof.equal(
        (1 - sp.exp(-(sigma**2) * gap / 2)).subs(gap, 4 * r**2 * _SINE2), 1 - _CLOSER, "so (67) is (76)"
    )


THMF_1_MSE = Statement(
    id="hrf/thmF.1/mse",
    kind="identity",
    where="Theorem F.1, eq. (71)",
    title="Error of the Gaussian hybrid, independent projections",
    text="On independent projections the error is (22) with the second moments (72) and (73) of lambda.",
    latex=(
        r"\mathbb E[\hat\lambda^2]\mathrm{MSE}(\widehat{SM}^{++}_m)"
        r"+\mathbb E[(1-\hat\lambda)^2]\mathrm{MSE}(\widehat{SM}^{trig}_m)"
    ),
    domain_text="x, y in R^d; any normaliser rho > 0",
    domain=_PAIRS,
    sides={"": _MSE},
    checks=(
        Representations("", formula(ERROR_BY_MOMENTS, _PAIRS, NAMES), _FEW),
        Derivation(_mse),
        drawn.error("Gaussian hybrid", drawn.gaussian, _MSE, drawn.GAUSSIAN),
    ),
    uses=("hrf/thm3.1/independent", "hrf/eq72", "hrf/eq73"),
    mechanism=("gaussian-hybrid",),
)


def _by_complement(proof: Proof) -> None:
    lambda_steps(proof)
    lam, near = sp.symbols("lam E", real=True)
    proof.equal(1 - 2 * (1 - lam) + (1 - lam) ** 2, lam**2, "(75): 1 - 2 E(1-lam) + E(1-lam)^2")
    mean = (1 - near) / rho
    proof.equal(
        1 - 2 * (1 - mean) + complement(near, near**2),
        second(near, near**2),
        "with E lam = (1-E)/rho it turns (73) into (72)",
    )


EQ72 = Statement(
    id="hrf/eq72",
    kind="identity",
    where="eqs. (72), (75)",
    title="Second moment of the Gaussian lambda-estimator",
    text="The squared mean of lambda plus the variance of a mean of n cosines over rho.",
    latex=(
        r"\mathbb E[\hat\lambda^2]=\tfrac1{\rho^2}\left(1-e^{-\frac{\sigma^2}2\|\Delta\|^2}\right)^2"
        r"+\tfrac1{2\rho^2n}\left(1-e^{-\sigma^2\|\Delta\|^2}\right)^2"
    ),
    domain_text="Delta = x - y",
    domain=_PAIRS,
    sides={"": formula(SECOND, _PAIRS, _MOMENT_NAMES)},
    checks=(
        Representations("", formula(SECOND_BY_MOMENTS, _PAIRS, _MOMENT_NAMES), _FEW),
        Derivation(_by_complement),
        _drawn(SECOND, -1),
    ),
    uses=("hrf/eq69",),
    mechanism=("trigonometric",),
    setting="trigonometric features for lambda",
)

EQ73 = Statement(
    id="hrf/eq73",
    kind="identity",
    where="eqs. (73), (74)",
    title="Second moment of 1 - lambda",
    text="The squared mean of 1 - lambda plus the same variance.",
    latex=(
        r"\mathbb E[(1-\hat\lambda)^2]=\tfrac1{\rho^2}\left((1-\rho)-e^{-\frac{\sigma^2}2\|\Delta\|^2}\right)^2"
        r"+\tfrac1{2\rho^2n}\left(1-e^{-\sigma^2\|\Delta\|^2}\right)^2"
    ),
    domain_text="Delta = x - y",
    domain=_PAIRS,
    sides={"": formula(COMPLEMENT, _PAIRS, _MOMENT_NAMES)},
    checks=(
        Representations("", formula(COMPLEMENT_BY_MOMENTS, _PAIRS, _MOMENT_NAMES), _FEW),
        Derivation(lambda_steps),
        _drawn(COMPLEMENT, 1),
    ),
    uses=("hrf/eq69",),
    mechanism=("trigonometric",),
    setting="trigonometric features for lambda",
)

_EVEN: tuple[dict[str, object], ...] = tuple({**point, "x2": 1, "y2": 1} for point in _FEW)

THMF_1_SHARED = Statement(
    id="hrf/thmF.1/shared",
    kind="identity",
    where="Theorem F.1, last sentence",
    title="Shared projections change nothing",
    text="On the exact same projections for both base estimators the error of the hybrid stays the same.",
    latex=r"\mathrm{MSE}_{shared}=\mathrm{MSE}_{indep}",
    domain_text="x, y in R^d",
    domain=_PAIRS,
    sides={
        "lhs": formula(SHARED_BY_SQUARES, _PAIRS, NAMES, closed=SHARED),
        "rhs": formula(ERROR, _PAIRS, NAMES),
    },
    claim=Equal(),
    checks=(Agreement(points=_FEW), Representations("lhs", points=_FEW)),
    uses=("hrf/thmF.1/mse", "hrf/thm3.1/shared"),
    mechanism=("gaussian-hybrid-shared",),
    slip=True,
    note=(
        "By (23) the error changes by -(2/m) SM^2 (1 - cos(|x|^2 - |y|^2)) E[lam(1-lam)]. Appendix F introduces its "
        "lambda for |x| = |y| = r, where the sentence is true; the theorem and the text after it are about all x, y."
    ),
).corrected(
    title="Shared projections change nothing for equal norms",
    text="For inputs of one norm the error is the same on shared and on independent projections.",
    latex=r"\|x\|=\|y\|\ \Rightarrow\ \mathrm{MSE}_{shared}=\mathrm{MSE}_{indep}",
    domain_text="|x| = |y|",
    domain=_LEVEL,
    sides={
        "lhs": formula(SHARED_BY_SQUARES, _LEVEL, NAMES, closed=SHARED),
        "rhs": formula(ERROR, _LEVEL, NAMES),
    },
    checks=(
        Agreement(points=_EVEN),
        Representations("lhs", points=_EVEN),
        Derivation(_equal_norms),
        drawn.error("shared projections", drawn.gaussian_shared, _LEVEL_MSE, drawn.GAUSSIAN[1:]),
    ),
)

_NORMS = pairs()


def _phase(proof: Proof) -> None:
    u = sp.Symbol("u", real=True)
    proof.equal(
        1 - sp.cos(2 * u), 2 * sp.sin(u) ** 2, "1 - cos(2u) = 2 sin^2 u: 0 exactly at multiples of pi"
    )
    proof.equal((1 - PHASE).subs(y2, x2), sp.S.Zero, "in particular for |x| = |y|")
    proof.true(sp.sin(sp.Rational(1, 2)) > 0, "but not at |x|^2 - |y|^2 = 1")


APPF_COS_TERM = Statement(
    id="hrf/appF/cos-term",
    kind="identity",
    where="Appendix F, end of the proof of Theorem F.1",
    title="The term of shared projections vanishes",
    text="On shared projections the factor 1 - cos(|x|^2 - |y|^2) is 0 in Theorem F.1.",
    latex=r"1-\cos(\|x\|_2^2-\|y\|_2^2)=0",
    domain_text="as in Theorem F.1",
    domain=_NORMS,
    checks=(
        Restated(
            "the factor against 0",
            {"factor": formula(1 - PHASE, _NORMS, "x2 y2"), "zero": formula(sp.S.Zero, _NORMS, "x2 y2")},
            _NORMS,
            Equal("factor", "zero"),
        ),
    ),
    uses=("hrf/thm3.1/shared",),
    mechanism=("gaussian-hybrid",),
    slip=True,
    note="True for |x| = |y|, which the appendix assumes where it introduces lambda, not in Theorem F.1.",
).corrected(
    title="The term of shared projections vanishes for equal norms",
    text="1 - cos(|x|^2 - |y|^2) is 0 if |x| = |y|, and otherwise only at differences that are multiples of 2 pi.",
    latex=r"\|x\|=\|y\|\ \Rightarrow\ 1-\cos(\|x\|_2^2-\|y\|_2^2)=0",
    domain_text="|x| = |y|",
    domain=_LEVEL,
    sides={
        "lhs": formula(2 * sp.sin((x2 - y2) / 2) ** 2, _LEVEL, "x2 y2"),
        "rhs": formula(sp.S.Zero, _LEVEL, ""),
    },
    claim=Equal(),
    checks=(Derivation(_phase),),
)

EQ76 = Statement(
    id="hrf/eq76",
    kind="identity",
    where="eq. (76)",
    title="Lambda by the angle",
    text="For equal norms lambda is a function of r and sin^2(theta/2).",
    latex=r"\lambda(\theta,r)=\tfrac{1-e^{-2\sigma^2r^2\sin(\theta/2)^2}}\rho",
    domain_text="|x| = |y| = r",
    domain=_SPHERES,
    sides={"": formula((1 - _CLOSER) / NORMALISER, _SPHERES, "sigma r theta")},
    checks=(
        Representations("", formula(on(ON_SPHERE, LAMBDA), _SPHERES, "sigma r theta"), _ROUND),
        Derivation(_lambda_by_angle),
    ),
    uses=("hrf/eq67", "hrf/eq80"),
    mechanism=("gaussian-hybrid",),
)


def _by_angle(proof: Proof) -> None:
    _mse(proof)
    _lambda_by_angle(proof)
    gap = sp.Symbol("D2", nonnegative=True)
    proof.equal(sp.exp(-(sigma**2) * gap).subs(gap, 4 * r**2 * _SINE2), _FARTHER, "and the other exponential")
    for form, printed in ((second, _SECOND), (complement, _COMPLEMENT)):
        proof.equal(
            form(_CLOSER, _FARTHER).subs(rho, NORMALISER) / printed, sp.S.One, "(72), (73) become (78), (79)"
        )


THMF_2_MSE = Statement(
    id="hrf/thmF.2/mse",
    kind="identity",
    where="Theorem F.2, eqs. (77)-(79)",
    title="Error of the Gaussian hybrid on a sphere",
    text="For equal norms the error and both second moments of lambda are functions of the angle.",
    latex=(
        r"\mathbb E[\hat\lambda^2]=\tfrac1{\rho^2}(1-e^{-2\sigma^2r^2\sin^2\frac\theta2})^2"
        r"+\tfrac1{2\rho^2n}(1-e^{-4\sigma^2r^2\sin^2\frac\theta2})^2"
    ),
    domain_text="|x| = |y| = r; rho = 1 - exp(-2 sigma^2 r^2)",
    domain=_SPHERES,
    sides={
        "": _ON_SPHERE_MSE,
        "second": formula(_SECOND, _SPHERES, "n sigma r theta"),
        "complement": formula(_COMPLEMENT, _SPHERES, "n sigma r theta"),
    },
    checks=(
        Representations("", points=_ROUND),
        Representations("", formula(on(ON_SPHERE, ERROR_BY_MOMENTS), _SPHERES, _SPHERE_NAMES), _ROUND),
        Representations("second", formula(on(ON_SPHERE, SECOND), _SPHERES, "n sigma r theta"), _ROUND),
        Representations(
            "complement", formula(on(ON_SPHERE, COMPLEMENT), _SPHERES, "n sigma r theta"), _ROUND
        ),
        Derivation(_by_angle),
        drawn.error("Gaussian hybrid", drawn.gaussian, _ON_SPHERE_MSE, drawn.GAUSSIAN_ON_SPHERE),
    ),
    uses=("hrf/thmF.1/mse", "hrf/eq80"),
    mechanism=("gaussian-hybrid",),
)

_SHARED_ON_SPHERE = formula(on(ON_SPHERE, SHARED_BY_SQUARES), _SPHERES, _SPHERE_NAMES, closed=_CLOSED)


def _by_angle_shared(proof: Proof) -> None:
    _equal_norms(proof)
    _half_angle(proof)


THMF_2_SHARED = Statement(
    id="hrf/thmF.2/shared",
    kind="identity",
    where="Theorem F.2, last sentence",
    title="Shared projections change nothing on a sphere",
    text="For equal norms the error is the same on shared projections.",
    latex=r"\mathrm{MSE}_{shared}=\mathrm{MSE}_{indep}",
    domain_text="|x| = |y| = r",
    domain=_SPHERES,
    sides={"": _SHARED_ON_SPHERE},
    checks=(
        Representations("", points=_ROUND),
        Restated(
            "E(lam S + (1-lam) T)^2 - SM^2 on shared projections against Theorem F.2",
            {"shared": replace(_SHARED_ON_SPHERE, closed=None), "independent": _ON_SPHERE_MSE},
            _SPHERES,
            Equal("shared", "independent"),
        ),
        Derivation(_by_angle_shared),
        drawn.error("shared projections", drawn.gaussian_shared, _SHARED_ON_SPHERE, drawn.GAUSSIAN_ON_SPHERE),
    ),
    uses=("hrf/thmF.2/mse",),
    mechanism=("gaussian-hybrid-shared",),
)

EQ80 = Statement(
    id="hrf/eq80",
    kind="identity",
    where="eq. (80)",
    title="Distance by the half angle",
    text="Two inputs of norm r at the angle theta are 2 r sin(theta/2) apart.",
    latex=r"\|\Delta\|_2^2=4r^2\sin^2(\theta/2)",
    domain_text="|x| = |y| = r",
    domain=_SPHERES,
    sides={"": formula(4 * r**2 * _SINE2, _SPHERES, "r theta")},
    checks=(
        Representations("", formula(2 * r**2 - 2 * r**2 * sp.cos(theta), _SPHERES, "r theta"), _ROUND),
        Derivation(_half_angle),
    ),
    note="The source shows the common norm as r2; read as r.",
)

STATEMENTS = (
    THMF_1_MSE,
    EQ72,
    EQ73,
    THMF_1_SHARED,
    APPF_COS_TERM,
    EQ76,
    THMF_2_MSE,
    THMF_2_SHARED,
    EQ80,
)
