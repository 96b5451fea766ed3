"""The Gaussian hybrid with positive features for lambda, and its error at opposite inputs, beyond Appendix F of hrf.

g = e^(-sigma^2|x-y|^2/2), lam = (1-g)/rho, q = e^(-2 sigma^2 r^2). Main results:
* n pairs +-tau of positive features: E lam^2 = (1-g)^2/rho^2 + g^2 (cosh(sigma^2|x+y|^2) - 1)/(rho^2 n).
* Trigonometric features, |x| = |y| = r: at theta = pi, Var lam = (1+q)^2/(2n) and MSE/SM^2 = W^2/(2m) (1+q)^2/(2n).

Proved from means of hyperbolic cosines, which are also given by series of moments.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Expectation,
    MeanSquareError,
    On,
    Proof,
    Representations,
    Statement,
    Variance,
    formula,
    real,
)
from rftheory.papers._shared.angular_hybrid import RADIUS, SIGNS, n, r, theta
from rftheory.papers._shared.base_estimators import mean_of_rows, mean_steps, wave_mean
from rftheory.papers._shared.bipolar_hybrids import independent_steps
from rftheory.papers._shared.gaussian_hybrid import (
    ERROR,
    LAMBDA,
    NORMALISER,
    SECOND,
    gaussian_pairs,
    lambda_steps,
    on,
    on_spheres,
    rho,
    sigma,
)
from rftheory.papers._shared.hybrid_errors import AT_PI, SM
from rftheory.papers._shared.hybrids import P, Q, W, squares_on_sphere
from rftheory.papers._shared.invariants import DELTA2, V2, m, x2, y2
from rftheory.papers.beyond._lemmas.hybrid_terms import GAUSSIAN_AT_PI, LAMBDA_AT_PI, POSITIVE_LAMBDA

_PAIRS = gaussian_pairs()
_NAMES = "n sigma rho x2 y2 xy"
_KERNEL = sp.exp(-(sigma**2) * DELTA2 / 2)
_POSITIVE = (1 - _KERNEL) ** 2 / rho**2 + _KERNEL**2 * (sp.cosh(sigma**2 * V2) - 1) / (rho**2 * n)
_MEAN = wave_mean(sigma**2 * V2)  # E cosh(sigma tau.(x+y))
_SQUARE = (1 + wave_mean(4 * sigma**2 * V2)) / 2 / n + (1 - 1 / n) * _MEAN**2
_FACTOR = sp.exp(-(sigma**2) * (x2 + y2))
_BY_MOMENTS = (1 - 2 * _FACTOR * _MEAN + _FACTOR**2 * _SQUARE) / rho**2

_MODEST: tuple[dict[str, object], ...] = tuple(
    {"n": count, "sigma": smooth, "rho": scale, "x2": a, "y2": b, "xy": s}
    for count, smooth, scale, a, b, s in (
        (1, 1, "1/2", 1, "1/4", "1/3"), (3, "1/2", "9/10", 2, "1/9", "-1/4"), (10**6, 2, 1, 3, 3, 1), (5, "1/3", 2, 1, 1, -1),
        (2, 1, "1/2", 1, 1, 1),
    )
)  # fmt: skip


def _positive_second(proof: Proof) -> None:
    mean_steps(proof)
    mean_of_rows(proof)
    t, mean, square = sp.symbols("t c q", real=True)
    wave = sp.cosh(t)
    proof.equal(wave**2, (1 + sp.cosh(2 * t)) / 2, "E cosh^2 is a mean at 0 and at 2z")
    spread = (1 + sp.exp(4 * t / 2)) / 2 - sp.exp(t / 2) ** 2
    proof.equal(
        spread,
        (sp.exp(t) * (sp.cosh(t) - 1)).rewrite(sp.exp),
        "Var cosh(sigma tau.(x+y)) = e^t (cosh t - 1), t = sigma^2 |x+y|^2",
    )
    proof.equal(
        _FACTOR * sp.exp(sigma**2 * V2 / 2),
        _KERNEL,
        "the estimate e^(-sigma^2(|x|^2+|y|^2)) cosh has the mean g",
    )
    proof.equal(_FACTOR**2 * sp.exp(sigma**2 * V2), _KERNEL**2, "and its variance is g^2 (cosh t - 1)")
    lam = (1 - mean) / rho
    proof.equal(
        sp.expand(lam**2).subs(mean**2, square),
        (1 - 2 * mean + square) / rho**2,
        "E lam^2 from E c = g and E c^2 = g^2 + Var/n",
    )
    proof.equal(
        ((1 - 2 * mean + square) / rho**2).subs(square, mean**2 + mean**2 * (sp.cosh(t) - 1) / n),
        (1 - mean) ** 2 / rho**2 + mean**2 * (sp.cosh(t) - 1) / (rho**2 * n),
        "which is the second moment, c = g",
    )


_SHORT = Domain(
    (
        SIGNS,
        real("sigma", above=0, reach=("1e-2", 2)),
        real("rho", above=0, reach=("1e-2", 2)),
        real("x2", 0, reach=("1e-6", 9)),
        real("y2", 0, reach=("1e-6", 9)),
        _PAIRS["xy"],
    ),
    _PAIRS.rules,
    _PAIRS.repair,
    _MODEST,
)

GAUSSIAN_POSITIVE_SECOND = Statement(
    id="beyond/gaussian/positive-second",
    kind="identity",
    where="completes hrf, Appendix F",
    title="Second moment of lambda from positive features",
    text=(
        "Where n pairs +-tau of positive features estimate the exponential g of lam, the variance g^2 "
        "(cosh(sigma^2 |x+y|^2) - 1)/(rho^2 n) joins the squared mean (1-g)^2/rho^2."
    ),
    latex=(
        r"\mathbb E[\hat\lambda^2]=\tfrac{(1-g)^2}{\rho^2}+\tfrac{g^2(\cosh(\sigma^2\|x+y\|^2)-1)}{\rho^2n},\quad "
        r"g=e^{-\frac{\sigma^2}2\|x-y\|^2}"
    ),
    domain_text="x, y in R^d",
    domain=_PAIRS,
    sides={"": formula(_POSITIVE, _PAIRS, _NAMES)},
    claim=All(
        (
            Equal(Expectation(POSITIVE_LAMBDA**2), ""),
            On(
                _SHORT,
                Equal("", formula(_BY_MOMENTS, _SHORT, _NAMES)),
                "by the moments, searched at sigma <= 2, |x|, |y| <= 3",
            ),
        )
    ),
    checks=(
        Representations("", formula(_BY_MOMENTS, _PAIRS, _NAMES), _MODEST),
        Derivation(_positive_second, WHOLE),
    ),
    uses=("hrf/eq67", "hrf/lemma2.2/positive"),
    mechanism=("gaussian-hybrid-positive",),
)

_SPHERES = on_spheres(RADIUS)
_q = sp.exp(-2 * sigma**2 * r**2)
_END_VARIANCE = (1 + _q) ** 2 / (2 * n)


def _end_variance(proof: Proof) -> None:
    lambda_steps(proof)
    near = sp.Symbol("q", positive=True)
    place = on(AT_PI, DELTA2)
    proof.equal(place, 4 * r**2, "|x-y|^2 = 4 r^2 at theta = pi")
    proof.equal(sp.exp(-(sigma**2) * place / 2), _q, "e^(-sigma^2 |x-y|^2/2) = q")
    proof.equal(NORMALISER, 1 - _q, "rho = 1 - q")
    proof.equal(
        (1 - near**2) ** 2 / (2 * n) / (1 - near) ** 2,
        (1 + near) ** 2 / (2 * n),
        "Var lam = (1-q^2)^2/(2n)/(1-q)^2",
    )


GAUSSIAN_END_VARIANCE = Statement(
    id="beyond/gaussian/end-variance",
    kind="identity",
    where="completes hrf, Appendix F",
    title="Variance of lambda at opposite inputs",
    text="With trigonometric features and equal norms the variance of lam at theta = pi is (1+q)^2/(2n).",
    latex=r"\mathrm{Var}(\hat\lambda)|_{\theta=\pi}=\tfrac{(1+q)^2}{2n},\quad q=e^{-2\sigma^2r^2}",
    domain_text="|x| = |y| = r",
    domain=_SPHERES,
    sides={"": formula(_END_VARIANCE, _SPHERES, "n sigma r")},
    claim=All(
        (
            Equal(Variance(LAMBDA_AT_PI), ""),
            Equal("", formula(on(AT_PI, SECOND - LAMBDA**2), _SPHERES, "n sigma r")),
        )
    ),
    checks=(
        Representations("", formula(on(AT_PI, SECOND - LAMBDA**2), _SPHERES, "n sigma r")),
        Derivation(_end_variance, WHOLE),
    ),
    uses=("hrf/thmF.2/mse",),
    mechanism=("gaussian-hybrid",),
)

_END_ERROR = W**2 / (2 * m) * (1 + _q) ** 2 / (2 * n)


def _end_error(proof: Proof) -> None:
    _end_variance(proof)
    independent_steps(proof)
    squares_on_sphere(proof)
    proof.equal(P.subs(theta, sp.pi), sp.S.Zero, "P = 0 at theta = pi")
    proof.equal(Q.subs(theta, sp.pi), W**2 / 2, "Q = 2 sinh^2(2r^2) = W^2/2")
    proof.equal(on(AT_PI, LAMBDA), sp.S.One, "E lam = 1, so E(1-lam)^2 = Var lam")
    proof.equal(_END_VARIANCE * W**2 / 2 / m, _END_ERROR, "E(1-lam)^2 Q/m")


GAUSSIAN_END_RELMSE = Statement(
    id="beyond/gaussian/end-relmse",
    kind="identity",
    where="completes hrf, Appendix F",
    title="Relative error at opposite inputs",
    text="The squared relative error at theta = pi is then W^2/(2m) times that variance.",
    latex=r"\tfrac{\mathrm{MSE}}{\mathrm{SM}^2}\Big|_{\theta=\pi}=\tfrac{W^2}{2m}\cdot\tfrac{(1+q)^2}{2n}",
    domain_text="|x| = |y| = r",
    domain=_SPHERES,
    sides={"": formula(_END_ERROR, _SPHERES, "m n sigma r")},
    claim=All(
        (
            Equal(MeanSquareError(GAUSSIAN_AT_PI) / sp.exp(-2 * r**2), ""),
            Equal("", formula(on(AT_PI, ERROR / SM**2), _SPHERES, "m n sigma r")),
        )
    ),
    checks=(
        Representations("", formula(on(AT_PI, ERROR / SM**2), _SPHERES, "m n sigma r")),
        Derivation(_end_error, WHOLE),
    ),
    uses=("beyond/gaussian/end-variance", "beyond/sphere/relmse"),
    mechanism=("gaussian-hybrid", "trigonometric"),
)

STATEMENTS = (
    GAUSSIAN_POSITIVE_SECOND,
    GAUSSIAN_END_VARIANCE,
    GAUSSIAN_END_RELMSE,
)
