"""Theorem F.2 of hrf: the error of the Gaussian hybrid on a sphere, as a function of the angle.

Main results, for |x| = |y| = r
* (80): |x-y|^2 = 4r^2 sin^2(theta/2), so (76): lambda = (1 - e^{-2 sigma^2 r^2 sin^2(theta/2)})/rho.
* (77)-(79): Theorem F.1 in these terms, on independent and on shared projections alike.

Proofs. The law of cosines in (71)-(73); second forms by hyperbolic sines, by the series of the cosine and, shared,
from E(lam S + (1-lam) T)^2. Drawn: both couplings.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Equal,
    Expectation,
    MeanSquareError,
    Proof,
    Representations,
    Statement,
    formula,
)
from rftheory.papers._shared.angular_hybrid import CLOSE, FAR, RADIUS, TURN, UP_TO_PI, r, theta
from rftheory.papers._shared.gaussian_hybrid import (
    COMPLEMENT,
    COMPLEMENT_BY_MOMENTS,
    ERROR_BY_MOMENTS,
    LAMBDA,
    NORMALISER,
    SECOND,
    SECOND_BY_MOMENTS,
    SHARED_BY_SQUARES,
    complement,
    equal_norms,
    error_of_moments,
    on,
    on_spheres,
    rho,
    second,
    sigma,
)
from rftheory.papers._shared.hybrid_errors import ON_SPHERE, positive_error, trigonometric_error
from rftheory.papers._shared.invariants import DELTA2, m, x2, xy, y2
from rftheory.papers.hrf._lemmas import drawn
from rftheory.papers.hrf._lemmas.gaussian_terms import GAUSSIAN, GAUSSIAN_LAMBDA, GAUSSIAN_SHARED

_SPHERES = on_spheres(RADIUS, TURN, rules=(UP_TO_PI,), angles=True)
_ROUND: tuple[dict[str, object], ...] = tuple(
    {"m": 2, "n": count, "sigma": width, "r": size, "theta": turn}
    for count, width, size, turn in ((1, 1, 1, 1), (4, "1/2", 2, "1/2"), (9, 2, "1/3", 3))
)

# Theorem F.2 as printed: the exponents by half angles
_SINE2 = sp.sin(theta / 2) ** 2
_CLOSER, _FARTHER = sp.exp(-2 * sigma**2 * r**2 * _SINE2), sp.exp(-4 * sigma**2 * r**2 * _SINE2)


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
    claim=Equal(formula(on(ON_SPHERE, LAMBDA), _SPHERES, "sigma r theta"), ""),
    checks=(Derivation(_lambda_by_angle, WHOLE),),
    uses=("hrf/eq67", "hrf/eq80"),
    mechanism=("gaussian-hybrid",),
)

_LAMBDA = GAUSSIAN_LAMBDA.subs(rho, NORMALISER)
_SPHERE_NAMES = "m n sigma r theta"
_SECOND = second(_CLOSER, _FARTHER).subs(rho, NORMALISER)
_COMPLEMENT = complement(_CLOSER, _FARTHER).subs(rho, NORMALISER)
_ERROR = _SECOND * on(ON_SPHERE, positive_error()) + _COMPLEMENT * on(ON_SPHERE, trigonometric_error())
_CLOSED = (
    2 * sp.exp(2 * r**2 * sp.cos(theta)) / m
    * (_SECOND * sp.sinh(CLOSE / 2) ** 2 + _COMPLEMENT * sp.sinh(FAR / 2) ** 2)
)  # fmt: skip
_ON_SPHERE_MSE = formula(_ERROR, _SPHERES, _SPHERE_NAMES, closed=_CLOSED)


def _by_angle(proof: Proof) -> None:
    error_of_moments(proof)
    _lambda_by_angle(proof)
    gap = sp.Symbol("D2", nonnegative=True)
    proof.equal(sp.exp(-(sigma**2) * gap).subs(gap, 4 * r**2 * _SINE2), _FARTHER, "and the other exponential")
    for form, printed in ((second, _SECOND), (complement, _COMPLEMENT)):
        proof.equal(form(_CLOSER, _FARTHER).subs(rho, NORMALISER), printed, "(72), (73) become (78), (79)")


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
    claim=All(
        (
            Equal(MeanSquareError(GAUSSIAN), ""),
            Equal("", formula(on(ON_SPHERE, ERROR_BY_MOMENTS), _SPHERES, _SPHERE_NAMES)),
            Equal(Expectation(_LAMBDA**2), "second"),
            Equal("second", formula(on(ON_SPHERE, SECOND_BY_MOMENTS), _SPHERES, "n sigma r theta")),
            Equal(Expectation((1 - _LAMBDA) ** 2), "complement"),
            Equal("complement", formula(on(ON_SPHERE, COMPLEMENT_BY_MOMENTS), _SPHERES, "n sigma r theta")),
        )
    ),
    checks=(
        Representations("", points=_ROUND),
        Representations("", formula(on(ON_SPHERE, ERROR_BY_MOMENTS), _SPHERES, _SPHERE_NAMES), _ROUND),
        Representations("second", formula(on(ON_SPHERE, SECOND), _SPHERES, "n sigma r theta"), _ROUND),
        Representations(
            "complement", formula(on(ON_SPHERE, COMPLEMENT), _SPHERES, "n sigma r theta"), _ROUND
        ),
        Derivation(_by_angle, WHOLE),
        drawn.error("Gaussian hybrid", drawn.gaussian, _ON_SPHERE_MSE, drawn.GAUSSIAN_ON_SPHERE),
    ),
    uses=("hrf/thmF.1/mse", "hrf/eq80"),
    mechanism=("gaussian-hybrid",),
)

_SHARED_ON_SPHERE = formula(on(ON_SPHERE, SHARED_BY_SQUARES), _SPHERES, _SPHERE_NAMES, closed=_CLOSED)


def _by_angle_shared(proof: Proof) -> None:
    equal_norms(proof)
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
    claim=All(
        (
            Equal(MeanSquareError(GAUSSIAN_SHARED), MeanSquareError(GAUSSIAN)),
            Equal(MeanSquareError(GAUSSIAN_SHARED), ""),
            Equal(replace(_SHARED_ON_SPHERE, closed=None), _ON_SPHERE_MSE),
        )
    ),
    checks=(
        Representations("", points=_ROUND),
        Derivation(_by_angle_shared, WHOLE),
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
    claim=Equal(formula(DELTA2.subs(ON_SPHERE), _SPHERES, "r theta"), ""),
    checks=(Derivation(_half_angle, WHOLE),),
    note="The source shows the common norm as r2; read as r.",
)


STATEMENTS = (
    EQ76,
    THMF_2_MSE,
    THMF_2_SHARED,
    EQ80,
)
