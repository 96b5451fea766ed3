"""Appendix F of hrf, (67), (68): the normalised bipolar Gaussian hybrid and its error at both ends.

Main results, for |x| = |y| = r and q = e^{-2 sigma^2 r^2}
* lambda = (1 - e^{-sigma^2 |x-y|^2/2})/rho, rho = 1-q, is 0 at theta = 0 and 1 at theta = pi.
* The hybrid is exact at theta = 0 with trigonometric lambda features, at theta = pi with positive ones, never at
  both: the other error is (1+q)^2 e^{-2r^2} sinh^2(2r^2)/(mn), and (1+1/q)^2 e^{2r^2} sinh^2(2r^2)/(mn).
* Where the angular hybrid estimates the exponential of lambda, it is exact at both.

Proofs. The moments (72), (73), and their analogues for cosh, at both ends; second forms by the series of the cosine.
The angular hybrid at (sigma x, sigma y) has no error there.
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
    MeanSquareError,
    Proof,
    Representations,
    Statement,
    formula,
)
from rftheory.papers._shared.angular_hybrid import RADIUS, n, r, second_moment
from rftheory.papers._shared.base_estimators import positive_mean, trigonometric_mean
from rftheory.papers._shared.gaussian_hybrid import (
    COMPLEMENT,
    ERROR,
    ERROR_BY_MOMENTS,
    LAMBDA,
    LAMBDA_BY_MOMENTS,
    NORMALISER,
    POSITIVE_ERROR,
    POSITIVE_ERROR_BY_MOMENTS,
    SECOND,
    gaussian_pairs,
    lambda_steps,
    nested_error,
    on,
    on_spheres,
    rho,
    sigma,
)
from rftheory.papers._shared.hybrid_errors import (
    AT_PI,
    AT_ZERO,
    BOTH_ENDS,
    NONZERO,
    positive_error,
    trigonometric_error,
)
from rftheory.papers._shared.invariants import DELTA2, m, x2, xy, y2

_PAIRS = gaussian_pairs(RADIUS)
_SPHERES = on_spheres(RADIUS)

_SOME: tuple[dict[str, object], ...] = (
    {"sigma": 1, "rho": "1/2", "x2": 1, "y2": 1, "xy": "1/3"},
    {"sigma": 2, "rho": "9/10", "x2": "1/4", "y2": 3, "xy": "-1/2"},
)

EQ67 = Statement(
    id="hrf/eq67",
    kind="definition",
    where="eqs. (67), (68)",
    title="Lambda of the normalised bipolar Gaussian hybrid",
    text="lambda is 1 less a Gaussian kernel, normalised by rho so that it reaches 1 for opposite inputs.",
    latex=r"\lambda(x,y)=\tfrac{1-e^{-\frac{\sigma^2}2\|x-y\|^2}}\rho,\quad \rho=1-e^{-2\sigma^2r^2}",
    domain_text="|x| = |y| = r, sigma > 0",
    domain=_PAIRS,
    sides={
        "rho": formula(NORMALISER, _SPHERES, "sigma r"),
        "lambda": formula(LAMBDA, _PAIRS, "sigma rho x2 y2 xy"),
    },
    checks=(
        Representations(
            "rho", formula(2 * sp.exp(-(sigma**2) * r**2) * sp.sinh(sigma**2 * r**2), _SPHERES, "sigma r")
        ),
        Representations("lambda", formula(LAMBDA_BY_MOMENTS, _PAIRS, "sigma rho x2 y2 xy"), _SOME),
    ),
    uses=("hrf/eq12",),
    mechanism=("gaussian-hybrid",),
    note="Evaluated at any rho and any pair, of equal norms or not.",
)


def _lambda_ends(proof: Proof) -> None:
    proof.equal(on(AT_ZERO, LAMBDA), sp.S.Zero, "theta = 0: |x-y| = 0")
    far = (2 * r**2 - 2 * xy).subs(xy, -(r**2))
    proof.equal(far, 4 * r**2, "theta = pi: |x-y|^2 = 4 r^2")
    proof.equal(LAMBDA.subs(AT_PI) * rho, NORMALISER, "so the numerator of lambda is rho")
    proof.positive(
        2 * sp.exp(-2 * sigma**2),
        "rho is not 0: exp(-2 sigma^2 r^2) falls in r^2 from 1, with this slope in size",
    )


def _lambda_at(angle: sp.Expr) -> sp.Expr:
    """lambda for equal norms at an angle, its cosine written out and not evaluated."""
    cosine = sp.Symbol("c")
    return on({x2: r**2, y2: r**2, xy: r**2 * cosine}, LAMBDA).subs(cosine, sp.cos(angle, evaluate=False))


APPF_LAMBDA_ENDS = Statement(
    id="hrf/appF/lambda-ends",
    kind="identity",
    where="Appendix F",
    title="Lambda at the ends",
    text="For equal norms lambda is 0 at the angle 0 and 1 at the angle pi.",
    latex=r"\lambda(0)=0,\ \lambda(\pi)=1",
    domain_text="|x| = |y| = r",
    domain=_SPHERES,
    claim=All((Equal(_lambda_at(sp.S.Zero), sp.S.Zero), Equal(_lambda_at(sp.pi), sp.S.One))),
    checks=(Derivation(_lambda_ends, WHOLE),),
    uses=("hrf/eq67",),
    mechanism=("gaussian-hybrid",),
)

_FEW: tuple[dict[str, object], ...] = (
    {"m": 1, "n": 1, "sigma": 1, "r": 1},
    {"m": 3, "n": 4, "sigma": 2, "r": "1/3"},
    {"m": 2, "n": 8, "sigma": "1/2", "r": 2},
)


def _ends(proof: Proof) -> None:
    lambda_steps(proof)
    radius, s = sp.symbols("r s", positive=True)
    proof.equal(SECOND.subs(AT_ZERO), sp.S.Zero, "trigonometric lambda, theta = 0: lam = 0 almost surely")
    proof.equal(trigonometric_error().subs(AT_ZERO), sp.S.Zero, "and trig is exact: no variance")
    proof.equal(positive_error().subs(AT_PI), sp.S.Zero, "theta = pi: ++ is exact")
    near = sp.exp(-2 * s)
    spread = (1 - near**2) ** 2 / (2 * (1 - near) ** 2 * n)
    proof.equal(
        COMPLEMENT.subs({rho: NORMALISER, **AT_PI}).subs(r, sp.sqrt(s) / sigma),
        spread,
        "but E(1-lam)^2 = Var lam, s = sigma^2 r^2,",
    )
    proof.equal(spread, (1 + near) ** 2 / (2 * n), "which is (1 + e^-2s)^2/(2n)")
    proof.positive((1 + near) ** 2 / (2 * n), "positive,")
    worst = 2 * sp.exp(-2 * radius**2) * sp.sinh(2 * radius**2) ** 2 / m
    proof.equal(
        trigonometric_error().subs(AT_PI).subs(r, radius), worst.rewrite(sp.exp), "times the error of trig,"
    )
    proof.positive(worst, "which is positive")
    weight, grown = sp.exp(-2 * s), sp.exp(4 * s)
    positive = sp.exp(-(sigma**2) * (x2 + y2))
    proof.equal(
        positive.subs(AT_PI),
        1 - NORMALISER,
        "positive lambda estimates the exponential by this weight times a mean of cosh;",
    )
    proof.equal(
        1 - positive.subs(AT_PI) * sp.cosh(0),
        NORMALISER,
        "theta = pi: cosh(0), so lam = 1 for every tau, and ++ is exact",
    )
    other = weight**2 * (grown - 1) ** 2 / (2 * n * (1 - weight) ** 2)
    proof.equal(
        other, grown * (1 + weight) ** 2 / (2 * n), "theta = 0: E lam^2 = Var lam = e^4s (1 + e^-2s)^2/(2n)"
    )
    proof.positive(grown * (1 + weight) ** 2 / (2 * n), "positive,")
    best = 2 * sp.exp(2 * radius**2) * sp.sinh(2 * radius**2) ** 2 / m
    proof.equal(
        positive_error().subs(AT_ZERO).subs(r, radius), best.rewrite(sp.exp), "times the error of ++,"
    )
    proof.positive(best, "which is positive")


def _hybrid(name: str, at: str) -> Estimate:
    return Estimate("iid", name, sp.Tuple(m, n), at=at)


APPF_ENDS = Statement(
    id="hrf/appF/ends",
    kind="identity",
    where="Appendix F",
    title="One end without variance, never both",
    text=(
        "At fixed norms the hybrid is exact at theta = 0 if trigonometric features estimate the exponential of "
        "lambda, at theta = pi if positive ones do; neither choice is exact at both ends."
    ),
    latex=r"\mathrm{MSE}^{trig}(0)=0<\mathrm{MSE}^{trig}(\pi),\quad \mathrm{MSE}^{++}(\pi)=0<\mathrm{MSE}^{++}(0)",
    domain_text="|x| = |y| = r, finite n",
    domain=_SPHERES,
    sides={
        "trig0": formula(on(AT_ZERO, ERROR), _SPHERES, "m n sigma r"),
        "trigpi": formula(
            on(AT_PI, ERROR),
            _SPHERES,
            "m n sigma r",
            closed=(1 + sp.exp(-2 * sigma**2 * r**2)) ** 2
            * sp.exp(-2 * r**2)
            * sp.sinh(2 * r**2) ** 2
            / (m * n),
        ),
        "pos0": formula(
            on(AT_ZERO, POSITIVE_ERROR),
            _SPHERES,
            "m n sigma r",
            closed=(1 + sp.exp(2 * sigma**2 * r**2)) ** 2
            * sp.exp(2 * r**2)
            * sp.sinh(2 * r**2) ** 2
            / (m * n),
        ),
        "pospi": formula(on(AT_PI, POSITIVE_ERROR), _SPHERES, "m n sigma r"),
    },
    claim=All(
        (
            Equal(MeanSquareError(_hybrid("gaussian-hybrid", "theta = 0")), "trig0"),
            Equal(MeanSquareError(_hybrid("gaussian-hybrid", "theta = pi")), "trigpi"),
            Equal(MeanSquareError(_hybrid("gaussian-hybrid-positive", "theta = 0")), "pos0"),
            Equal(MeanSquareError(_hybrid("gaussian-hybrid-positive", "theta = pi")), "pospi"),
            Below(sp.S.Zero, "trigpi"),
            Below(sp.S.Zero, "pos0"),
            Equal("trigpi", formula(on(AT_PI, ERROR_BY_MOMENTS), _SPHERES, "m n sigma r")),
            Equal("pos0", formula(on(AT_ZERO, POSITIVE_ERROR_BY_MOMENTS), _SPHERES, "m n sigma r")),
        )
    ),
    checks=(
        Representations("trig0", formula(on(AT_ZERO, ERROR_BY_MOMENTS), _SPHERES, "m n sigma r")),
        Representations("trigpi"),
        Representations("trigpi", formula(on(AT_PI, ERROR_BY_MOMENTS), _SPHERES, "m n sigma r"), _FEW),
        Representations("pos0"),
        Representations(
            "pos0", formula(on(AT_ZERO, POSITIVE_ERROR_BY_MOMENTS), _SPHERES, "m n sigma r"), _FEW
        ),
        Representations("pospi", formula(on(AT_PI, POSITIVE_ERROR_BY_MOMENTS), _SPHERES, "m n sigma r")),
        Derivation(_ends, WHOLE),
    ),
    uses=("hrf/thmF.2/mse",),
    mechanism=("gaussian-hybrid",),
    setting="Gaussian hybrid, two feature maps for lambda",
)

_ENDS = Domain(
    tuple(axis for axis in _PAIRS.parameters if axis.name not in ("rho", "r")),
    (
        *_PAIRS.rules,
        NONZERO,
        BOTH_ENDS,
    ),
    extra=tuple(
        {"m": 2, "n": nn, "sigma": width, "x2": a, "y2": a, "xy": s}
        for nn, width in ((1, "1/3"), (6, 2))
        for a, s in ((1, 1), (1, -1), ("1/7", "1/7"), ("1/7", "-1/7"), (400, 400), (400, -400))
    ),
)


_REST = sp.exp(-2 * sigma**2 * x2) * (sp.exp(sigma**2 * (2 * x2 - DELTA2 / 2)) - 1) / rho  # 1 - lambda
_SHARE = (1 - xy / x2) / 2  # theta/pi at both ends
_NESTED_ERROR = formula(
    nested_error(_SHARE).xreplace({1 - LAMBDA: _REST}).subs(rho, 1 - sp.exp(-2 * sigma**2 * x2)),
    _ENDS,
    "m n sigma x2 y2 xy",
)


def _nested(proof: Proof) -> None:
    trigonometric_mean(proof)
    positive_mean(proof)
    proof.cite(
        "the angular hybrid at (sigma x, sigma y), whose lambda is 0 almost surely at theta = 0 and 1 at theta = pi"
    )
    proof.equal(
        second_moment(sp.S.Zero),
        sp.S.Zero,
        "theta = 0: its lam is 0, and trig of (sigma x, sigma x) is exact",
    )
    proof.equal(
        second_moment(sp.S.One), sp.S.One, "theta = pi: its lam is 1, and ++ of (sigma x, -sigma x) is exact"
    )
    for place, share, value in ((AT_ZERO, sp.S.Zero, sp.S.Zero), (AT_PI, sp.S.One, sp.S.One)):
        proof.equal(on(place, LAMBDA), value, "so the outer lam is its mean, exactly,")
        proof.equal(
            on(place, nested_error(share)), sp.S.Zero, "and the base estimator that it chooses is exact"
        )


APPF_NESTED = Statement(
    id="hrf/appF/nested",
    kind="identity",
    where="Appendix F",
    title="A nested hybrid without variance at both ends",
    text="Where the angular hybrid estimates the exponential of lambda, the Gaussian hybrid is exact at both ends.",
    latex=r"\mathrm{Var}|_{\theta=0}=\mathrm{Var}|_{\theta=\pi}=0",
    domain_text="|x| = |y| = r",
    domain=_ENDS,
    claim=All(
        (
            Equal(MeanSquareError(_hybrid("gaussian-hybrid-angular", "theta = 0 or pi")), sp.S.Zero),
            Equal(_NESTED_ERROR, sp.S.Zero),
        )
    ),
    checks=(Derivation(_nested, WHOLE),),
    uses=("hrf/sec3/zero-ends",),
    setting="nested hybrid",
    note="The exponential of lambda is a weight times SM(sigma x, sigma y), which the inner hybrid estimates.",
)


STATEMENTS = (
    EQ67,
    APPF_LAMBDA_ENDS,
    APPF_ENDS,
    APPF_NESTED,
)
