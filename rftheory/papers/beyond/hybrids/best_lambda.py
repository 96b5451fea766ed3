"""The best deterministic lambda of a bipolar hybrid at one pair and on a sphere, beyond Section 2.2 of hrf.

P and T are the errors of SM++ and SMtrig, C <= 0 their covariance at shared projections. Main results:
* Independent projections: lam* = T/(P+T) leaves PT/(P+T); shared ones: (T-C)/(P+T-2C) leaves (PT-C^2)/(P+T-2C).
* On a sphere, C = 0, lam* = sinh^2(2r^2 sin^2(theta/2)) over the sum of that and sinh^2(2r^2 cos^2(theta/2)), within
  2 e^(-2r^2) of 1/(1+exp(4 x.y)).

Proved by the square (P+T-2C)(lam - lam*)^2 that the error exceeds its least value by.
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
    Optimal,
    Proof,
    Representations,
    Rule,
    Statement,
    formula,
)
from rftheory.papers._shared.angular_hybrid import r, theta
from rftheory.papers._shared.base_estimators import MODEST
from rftheory.papers._shared.bipolar_hybrids import COVARIANCE, cross_steps
from rftheory.papers._shared.hybrid_errors import SM
from rftheory.papers._shared.hybrids import P, Q
from rftheory.papers._shared.invariants import COUNT, m, pairs, x2, xy, y2
from rftheory.papers.beyond._lemmas.deterministic_lambda import (
    BEST_LAMBDA,
    LEAST_ERROR,
    ON_SPHERE,
    POSITIVE,
    RIVAL,
    SPHERE,
    SPHERE_LAMBDA,
    TRIGONOMETRIC,
    hybrid_error,
    lam,
    on_sphere_steps,
    optimal_steps,
    quadratic_steps,
)

_NOT_ORIGIN = Rule(x2 + y2 > 0, "x and y not both 0")
_PAIRS = pairs(COUNT, rules=(_NOT_ORIGIN,), m=(1, 8))
_RIVALS = pairs(COUNT, RIVAL, rules=(_NOT_ORIGIN,), m=(1, 8), lam=("1/3", "-2"))
_near_pair, _far_pair = sp.sinh((x2 + y2) / 2 + xy) ** 2, sp.sinh((x2 + y2) / 2 - xy) ** 2


LAMBDA_OPTIMAL = Statement(
    id="beyond/lambda/optimal",
    kind="optimality",
    where="completes hrf, Section 2.2",
    title="Best deterministic lambda, independent projections",
    text="At each pair the deterministic lam of least error is T/(P+T), where P and T are the errors of SM++ and SMtrig; it leaves PT/(P+T).",
    latex=r"\lambda^*=\tfrac{T}{P+T},\quad\min_\lambda\mathrm{MSE}=\tfrac{PT}{P+T}",
    domain_text="x, y with P + T > 0, that is not both 0",
    domain=_PAIRS,
    sides={
        "lambda": formula(BEST_LAMBDA.subs(m, 1), _PAIRS, "x2 y2 xy"),
        "value": formula(LEAST_ERROR, _PAIRS, "m x2 y2 xy"),
    },
    claim=All(
        (
            Optimal(
                formula(hybrid_error(lam), _RIVALS, "m x2 y2 xy lam"),
                {"lam": "lambda"},
                unique=True,
                among=_RIVALS,
            ),
            Equal("value", formula(hybrid_error(BEST_LAMBDA), _PAIRS, "m x2 y2 xy")),
        )
    ),
    checks=(
        Representations("value", formula(hybrid_error(BEST_LAMBDA), _PAIRS, "m x2 y2 xy"), MODEST),
        Representations("lambda", formula(_far_pair / (_near_pair + _far_pair), _PAIRS, "x2 y2 xy")),
        Derivation(optimal_steps, WHOLE),
    ),
    uses=("hrf/thm3.1/independent",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid, deterministic lambda",
)

_BEST_SHARED = (TRIGONOMETRIC - COVARIANCE) / (POSITIVE + TRIGONOMETRIC - 2 * COVARIANCE)
_VALUE_SHARED = (POSITIVE * TRIGONOMETRIC - COVARIANCE**2) / (POSITIVE + TRIGONOMETRIC - 2 * COVARIANCE)
_lost = sp.sin((x2 - y2) / 2) ** 2  # P : T : -C as these three


def _shared(proof: Proof) -> None:
    quadratic_steps(proof, covariance=True)
    cross_steps(proof)
    u = sp.Symbol("u", real=True)
    proof.equal(
        1 - sp.cos(u), 2 * sp.sin(u / 2) ** 2, "1 - cos u = 2 sin^2(u/2), so C <= 0 < P+T unless x = y = 0"
    )
    proof.nonnegative(sp.sin(u / 2) ** 2, "with this factor >= 0")
    for scaled in (BEST_LAMBDA, _BEST_SHARED):
        proof.equal(scaled.subs(m, 1), scaled, "P, T and C all carry 1/m: lam* does not depend on m")


LAMBDA_SHARED = Statement(
    id="beyond/lambda/shared",
    kind="optimality",
    where="completes hrf, Section 2.2",
    title="Best deterministic lambda, shared projections",
    text=(
        "With the covariance C = -(SM^2/m)(1 - cos(|x|^2-|y|^2)) of the base estimators the best lam is "
        "(T-C)/(P+T-2C), which leaves (PT-C^2)/(P+T-2C)."
    ),
    latex=r"\lambda^*=\tfrac{T-C}{P+T-2C},\quad\min_\lambda\mathrm{MSE}=\tfrac{PT-C^2}{P+T-2C}",
    domain_text="P + T > 2C, that is x, y not both 0",
    domain=_PAIRS,
    sides={
        "lambda": formula(_BEST_SHARED.subs(m, 1), _PAIRS, "x2 y2 xy"),
        "value": formula(_VALUE_SHARED, _PAIRS, "m x2 y2 xy"),
    },
    claim=All(
        (
            Optimal(
                formula(hybrid_error(lam, COVARIANCE), _RIVALS, "m x2 y2 xy lam"),
                {"lam": "lambda"},
                unique=True,
                among=_RIVALS,
            ),
            Equal("value", formula(hybrid_error(_BEST_SHARED, COVARIANCE), _PAIRS, "m x2 y2 xy")),
        )
    ),
    checks=(
        Representations(
            "value", formula(hybrid_error(_BEST_SHARED, COVARIANCE), _PAIRS, "m x2 y2 xy"), MODEST
        ),
        Representations(
            "lambda",
            formula((_far_pair + _lost) / (_near_pair + _far_pair + 2 * _lost), _PAIRS, "x2 y2 xy"),
        ),
        Derivation(_shared, WHOLE),
    ),
    uses=("hrf/eq38",),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid, shared projections, deterministic lambda",
)

_LIMIT = 1 / (1 + sp.exp(4 * r**2 * sp.cos(theta)))

_SPHERE_RIVALS = Domain(
    (*SPHERE.parameters[1:], RIVAL),
    SPHERE.rules,
    extra=tuple({**point, "lam": value} for point in SPHERE.extra for value in ("1/3", "-2")),
)

LAMBDA_SPHERE = Statement(
    id="beyond/lambda/sphere",
    kind="optimality",
    where="completes hrf, Section 2.2",
    title="Best lambda on a sphere",
    text=(
        "For equal norms the best lam is a quotient of squared hyperbolic sines, within 2 e^(-2r^2) of "
        "1/(1+exp(4 x.y)); it leaves the squared relative error PQ/(m(P+Q))."
    ),
    latex=r"\lambda^*=\tfrac{\sinh^2(2r^2\sin^2\frac\theta2)}{\sinh^2(2r^2\sin^2\frac\theta2)+\sinh^2(2r^2\cos^2\frac\theta2)}",
    domain_text="|x| = |y| = r > 0",
    domain=SPHERE,
    sides={
        "lambda": formula(SPHERE_LAMBDA, SPHERE, "r theta"),
        "relmse": formula(P * Q / (m * (P + Q)), SPHERE, "m r theta"),
    },
    claim=All(
        (
            Optimal(
                formula(lam**2 * P + (1 - lam) ** 2 * Q, _SPHERE_RIVALS, "r theta lam"),
                {"lam": "lambda"},
                unique=True,
                among=_SPHERE_RIVALS,
            ),
            Equal(
                "relmse",
                formula((LEAST_ERROR / SM**2).subs(ON_SPHERE, simultaneous=True), SPHERE, "m r theta"),
            ),
            Below(SPHERE_LAMBDA - _LIMIT, 2 * sp.exp(-2 * r**2), absolute=True),
        )
    ),
    checks=(
        Representations(
            "lambda", formula(BEST_LAMBDA.subs(m, 1).subs(ON_SPHERE, simultaneous=True), SPHERE, "r theta")
        ),
        Representations(
            "relmse", formula((LEAST_ERROR / SM**2).subs(ON_SPHERE, simultaneous=True), SPHERE, "m r theta")
        ),
        Derivation(on_sphere_steps, WHOLE),
    ),
    uses=("beyond/lambda/optimal", "beyond/sphere/relmse"),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid, deterministic lambda",
)

STATEMENTS = (
    LAMBDA_OPTIMAL,
    LAMBDA_SHARED,
    LAMBDA_SPHERE,
)
