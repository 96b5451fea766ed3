"""Theorem F.1 of hrf: the error of the Gaussian hybrid with trigonometric lambda features, for any two inputs.

Main results, E = e^{-sigma^2 |x-y|^2/2}, v = (1 - E^2)^2/(2 rho^2 n), any rho > 0
* (71): E[lam^2] MSE(SM++) + E[(1-lam)^2] MSE(SMtrig) on independent projections.
* (72), (75): E lam^2 = (1-E)^2/rho^2 + v; (73), (74): E(1-lam)^2 = (1-rho-E)^2/rho^2 + v.

Sharing the projections changes nothing for |x| = |y|, for which the appendix proposes the normalised estimator:
1 - cos(|x|^2 - |y|^2) is 0 there. For other lengths, which the theorem does not exclude in words, it changes the error.

Proofs. Theorem 3.1 and the variance of a mean of n cosines; second forms by the series of the cosine. Drawn: the
hybrid, and the squared mean of the cosines.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Derivation,
    Domain,
    Equal,
    Expectation,
    MeanSquareError,
    Proof,
    Representations,
    Simulation,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared.angular_hybrid import n
from rftheory.papers._shared.bipolar_hybrids import PHASE
from rftheory.papers._shared.gaussian_hybrid import (
    COMPLEMENT,
    COMPLEMENT_BY_MOMENTS,
    ERROR,
    ERROR_BY_MOMENTS,
    NAMES,
    SECOND,
    SECOND_BY_MOMENTS,
    SHARED,
    SHARED_BY_SQUARES,
    complement,
    equal_norms,
    error_of_moments,
    gaussian_pairs,
    lambda_steps,
    rho,
    second,
    sigma,
)
from rftheory.papers._shared.invariants import COUNT, DIMENSION, m, x2, xy, y2
from rftheory.papers.hrf._lemmas import drawn
from rftheory.papers.hrf._lemmas.base_terms import POSITIVE, TRIGONOMETRIC
from rftheory.papers.hrf._lemmas.gaussian_terms import GAUSSIAN, GAUSSIAN_LAMBDA, GAUSSIAN_SHARED

_PAIRS = gaussian_pairs()
_LEVEL = gaussian_pairs(level=True)
_FEW: tuple[dict[str, object], ...] = tuple(
    {"m": 2, "n": count, "sigma": width, "rho": "2/3", "x2": a, "y2": b, "xy": s}
    for count, width, a, b, s in ((1, 1, 1, 1, "1/3"), (4, "1/2", 2, "1/4", "-1/2"), (9, 2, "1/4", "1/9", 0))
)

_MSE, _LEVEL_MSE = (formula(ERROR, domain, NAMES) for domain in (_PAIRS, _LEVEL))

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
    claim=All(
        (
            Equal(MeanSquareError(GAUSSIAN), ""),
            Equal(
                "",
                Expectation(GAUSSIAN_LAMBDA**2) * MeanSquareError(POSITIVE)
                + Expectation((1 - GAUSSIAN_LAMBDA) ** 2) * MeanSquareError(TRIGONOMETRIC),
            ),
            Equal("", formula(ERROR_BY_MOMENTS, _PAIRS, NAMES)),
        )
    ),
    checks=(
        Representations("", formula(ERROR_BY_MOMENTS, _PAIRS, NAMES), _FEW),
        Derivation(error_of_moments, WHOLE),
        drawn.error("Gaussian hybrid", drawn.gaussian, _MSE, drawn.GAUSSIAN),
    ),
    uses=("hrf/thm3.1/independent", "hrf/eq72", "hrf/eq73"),
    mechanism=("gaussian-hybrid",),
)

_MOMENT_NAMES = "n sigma rho x2 y2 xy"

# E lam^2 at sigma = rho = 1 from the square of a mean of m cosines at a vector of that length
_length = sp.Symbol("length", nonnegative=True)
_LENGTHS = Domain((DIMENSION, COUNT, real("length", 0)))


def _drawn_square(moment: sp.Expr, sign: int) -> Simulation:
    """E c^2 from (72), lam = 1 - c, or from (73), 1 - lam = c, at sigma = rho = 1; c the mean of the cosines."""
    place = {n: m, sigma: 1, rho: 1, x2: _length**2, y2: 0, xy: 0}
    mean = sp.exp(-(_length**2) / 2)
    square = moment.subs(place) - (1 - 2 * mean if sign < 0 else 0)
    return Simulation(
        "iid",
        "trigonometric",
        "square",
        formula(square, _LENGTHS, "m length"),
        ({"d": 3, "m": 4, "length": 1},),
        mean=formula(mean, _LENGTHS, "length"),
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
    claim=All(
        (
            Equal(Expectation(GAUSSIAN_LAMBDA**2), ""),
            Equal("", formula(SECOND_BY_MOMENTS, _PAIRS, _MOMENT_NAMES)),
        )
    ),
    checks=(
        Representations("", formula(SECOND_BY_MOMENTS, _PAIRS, _MOMENT_NAMES), _FEW),
        Derivation(_by_complement, WHOLE),
        _drawn_square(SECOND, -1),
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
    claim=All(
        (
            Equal(Expectation((1 - GAUSSIAN_LAMBDA) ** 2), ""),
            Equal("", formula(COMPLEMENT_BY_MOMENTS, _PAIRS, _MOMENT_NAMES)),
        )
    ),
    checks=(
        Representations("", formula(COMPLEMENT_BY_MOMENTS, _PAIRS, _MOMENT_NAMES), _FEW),
        Derivation(lambda_steps, WHOLE),
        _drawn_square(COMPLEMENT, 1),
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
    domain_text="|x| = |y| = r, for which the normalised estimator is proposed, with r in (68)",
    domain=_LEVEL,
    sides={
        "lhs": formula(SHARED_BY_SQUARES, _PAIRS, NAMES, closed=SHARED),
        "rhs": formula(ERROR, _PAIRS, NAMES),
    },
    claim=All(
        (
            Equal(),
            Equal(MeanSquareError(GAUSSIAN_SHARED), "lhs"),
            Equal(MeanSquareError(GAUSSIAN), "rhs"),
        )
    ),
    checks=(
        Agreement(points=_EVEN),
        Representations("lhs", points=_EVEN),
        Derivation(equal_norms, WHOLE),
        drawn.error("shared projections", drawn.gaussian_shared, _LEVEL_MSE, drawn.GAUSSIAN[1:]),
    ),
    uses=("hrf/thmF.1/mse", "hrf/thm3.1/shared"),
    mechanism=("gaussian-hybrid-shared",),
    note=(
        "The theorem names x and y and no length; it is read of |x| = |y|, for which the appendix proposes the "
        "normalised estimator. For other lengths the error changes by -(2/m) SM^2 (1 - cos(|x|^2 - |y|^2)) "
        "E[lam(1-lam)], by (23); both sides evaluate there too."
    ),
)


def _phase(proof: Proof) -> None:
    u = sp.Symbol("u", real=True)
    proof.equal(
        1 - sp.cos(2 * u), 2 * sp.sin(u) ** 2, "1 - cos(2u) = 2 sin^2 u: 0 exactly at multiples of pi"
    )
    proof.equal((1 - PHASE).subs(y2, x2), sp.S.Zero, "in particular for |x| = |y|")
    proof.below(0, sp.sin(sp.Rational(1, 2)), "but not at |x|^2 - |y|^2 = 1")


APPF_COS_TERM = Statement(
    id="hrf/appF/cos-term",
    kind="identity",
    where="Appendix F, end of the proof of Theorem F.1",
    title="The term of shared projections vanishes",
    text="On shared projections the factor 1 - cos(|x|^2 - |y|^2) is 0 in Theorem F.1.",
    latex=r"1-\cos(\|x\|_2^2-\|y\|_2^2)=0",
    domain_text="|x| = |y| = r, as in the sentence's base estimators at (theta, r)",
    domain=_LEVEL,
    sides={
        "lhs": formula(2 * sp.sin((x2 - y2) / 2) ** 2, _LEVEL, "x2 y2"),
        "rhs": formula(sp.S.Zero, _LEVEL, ""),
    },
    claim=Equal(),
    checks=(Derivation(_phase, WHOLE),),
    uses=("hrf/thm3.1/shared",),
    mechanism=("gaussian-hybrid",),
    note="For other lengths the factor is 0 only where |x|^2 - |y|^2 is a multiple of 2 pi.",
)


STATEMENTS = (
    THMF_1_MSE,
    EQ72,
    EQ73,
    THMF_1_SHARED,
    APPF_COS_TERM,
)
