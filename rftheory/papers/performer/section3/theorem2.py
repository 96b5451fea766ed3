"""Theorem 2 of performer: orthogonal positive features beat independent ones in every dimension.

Main results, m <= d
* (10): MSE(ort+) <= MSE(+) - 2(m-1)/(m(d+2)) (SM - Lambda)^2.
* The same for SMREG with rows of length sqrt d.

Proofs. Theorem 6 with g = exp and a_0 = 1: the errors differ by (1 - 1/m) Lambda^2 times e^{v^2} - 1F1(d; d/2; v^2/2)
and, on the sphere, times 0F1(v^2)^2 - 0F1(2v^2), v = |x+y|. Second forms: the series of the pair product. Drawn:
orthogonal rows up to |x+y| = 10.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    Estimate,
    MeanSquareError,
    Proof,
    Representations,
    Simulation,
    Statement,
    formula,
)
from rftheory.papers._shared.beautiful_functions import gaussian_series, sphere_series, square_steps
from rftheory.papers._shared.invariants import COUNT, DIMENSION, V2, WITHIN_BLOCK, d, m, pairs
from rftheory.papers.performer._notation import (
    DRAWN,
    LAMBDA,
    SM,
    iid_error,
    length,
    orthogonal_pair,
    sphere_kernel,
)

_BLOCK = pairs(DIMENSION, COUNT, rules=(WITHIN_BLOCK,), d=(2, 3, 64, 3, 10**6), m=(2, 2, 64, 1, 1000))
_NAMES = "d m x2 y2 xy"
_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "m": 2, "x2": 1, "y2": 1, "xy": 0},
    {"d": 5, "m": 3, "x2": "1/4", "y2": 1, "xy": "-1/3"},
    {"d": 64, "m": 64, "x2": 1, "y2": 4, "xy": 1},
)
_PROMISED = 2 * (m - 1) / (m * (d + 2))


def _claim(orthogonal: str, independent: str, kernel: str, value: sp.Expr) -> All:
    """(10): what both sides are, and their order."""
    error, free = (
        MeanSquareError(Estimate(coupling, "positive", m, kernel=kernel))
        for coupling in (orthogonal, independent)
    )
    printed = free - _PROMISED * (value - LAMBDA) ** 2
    return All((Equal(error, "lhs"), Equal(printed, "rhs"), Below(strict=False)))


_PAIR_GAP = LAMBDA**2 * (sp.exp(V2) - orthogonal_pair(V2))
_n = sp.Symbol("n", nonnegative=True, integer=True)

_PAIR_SERIES = sp.Sum(
    (V2 / 2) ** _n
    / sp.factorial(_n)
    * sp.gamma(d + _n)
    / sp.gamma(d / 2 + _n)
    * sp.gamma(d / 2)
    / sp.gamma(d),
    (_n, 0, sp.oo),
)


def _theorem(proof: Proof) -> None:
    square_steps(proof)
    gaussian_series(proof)
    proof.equal(LAMBDA * sp.exp(V2 / 2), SM, "Lambda F = SM")
    proof.equal(
        (1 - 1 / m) * 2 / (d + 2) * LAMBDA**2 * (sp.exp(V2 / 2) - 1) ** 2,
        _PROMISED * (SM - LAMBDA) ** 2,
        "Lambda^2 times the bound of Theorem 6 with a_0 = 1 is the printed one",
    )


_SECOND = sp.exp(2 * length**2) / m + (1 - 1 / m) * orthogonal_pair(length**2)

_DRAWN = Simulation(
    "orthogonal",
    "positive",
    "square",
    formula(_SECOND, DRAWN, "d m length"),
    ({"d": 4, "m": 4, "length": 1}, {"d": 16, "m": 16, "length": 3}, {"d": 64, "m": 64, "length": 10}),
    mean=formula(sp.exp(length**2 / 2), DRAWN, "length"),
)

THM2 = Statement(
    id="performer/thm2",
    kind="inequality",
    where="Theorem 2, eq. (10)",
    title="Orthogonal positive features have a smaller error",
    text=(
        "m <= d orthogonal Gaussian rows lower the MSE of positive features by at least 2(m-1)/(m(d+2)) times the "
        "squared distance of SM from Lambda."
    ),
    latex=(
        r"\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm ort+}_m)\le\mathrm{MSE}(\widehat{\mathrm{SM}}^{+}_m)"
        r"-\frac{2(m-1)}{m(d+2)}\left(\mathrm{SM}(x,y)-e^{-\frac{\|x\|^2+\|y\|^2}2}\right)^2"
    ),
    domain_text="m <= d, any d > 0, all x, y",
    domain=_BLOCK,
    sides={
        "lhs": formula(
            iid_error() - (m - 1) / m * LAMBDA**2 * (sp.exp(V2) - _PAIR_SERIES),
            _BLOCK,
            _NAMES,
            closed=iid_error() - (m - 1) / m * _PAIR_GAP,
        ),
        "rhs": formula(
            iid_error() - _PROMISED * (SM - LAMBDA) ** 2,
            _BLOCK,
            _NAMES,
            closed=iid_error() - _PROMISED * LAMBDA**2 * (sp.exp(V2 / 2) - 1) ** 2,
        ),
    },
    claim=_claim("orthogonal", "iid", "", SM),
    checks=(
        Derivation(_theorem, WHOLE),
        Representations("lhs", points=_POINTS),
        Representations("rhs", points=_POINTS),
        _DRAWN,
    ),
    uses=("performer/thm6", "performer/remark1"),
    mechanism=("orthogonal", "positive"),
)

_SPHERE_PAIR_GAP = LAMBDA**2 * (sphere_kernel(V2) ** 2 - sphere_kernel(2 * V2))
_SPHERE_IID_ERROR = LAMBDA**2 * (sphere_kernel(4 * V2) - sphere_kernel(V2) ** 2) / m


def _regularised(proof: Proof) -> None:
    square_steps(proof)
    sphere_series(proof)
    value = sp.Symbol("g", positive=True)
    proof.equal(
        (1 - 1 / m) * 2 / (d + 2) * LAMBDA**2 * (value - 1) ** 2,
        _PROMISED * (LAMBDA * value - LAMBDA) ** 2,
        "Lambda^2 times the bound of Theorem 6 with F = g(|z|^2), a_0 = 1, is the printed one",
    )


THM2_SMREG = Statement(
    id="performer/thm2/smreg",
    kind="inequality",
    where="Theorem 2, last sentence",
    title="The same for the regularised kernel",
    text="Orthogonal rows of length sqrt d lower the MSE for SMREG by the same share of (SMREG - Lambda)^2.",
    latex=(
        r"\mathrm{MSE}(\widehat{\mathrm{SMREG}}^{\rm ort+}_m)\le\mathrm{MSE}(\widehat{\mathrm{SMREG}}^{+}_m)"
        r"-\frac{2(m-1)}{m(d+2)}\left(\mathrm{SMREG}(x,y)-e^{-\frac{\|x\|^2+\|y\|^2}2}\right)^2"
    ),
    domain_text="m <= d, any d > 0",
    domain=_BLOCK,
    sides={
        "lhs": formula(_SPHERE_IID_ERROR - (m - 1) / m * _SPHERE_PAIR_GAP, _BLOCK, _NAMES),
        "rhs": formula(
            _SPHERE_IID_ERROR - _PROMISED * (LAMBDA * sphere_kernel(V2) - LAMBDA) ** 2,
            _BLOCK,
            _NAMES,
            closed=_SPHERE_IID_ERROR - _PROMISED * LAMBDA**2 * (sphere_kernel(V2) - 1) ** 2,
        ),
    },
    claim=_claim("orthogonal-fixed-norm", "sphere", "SMREG", LAMBDA * sphere_kernel(V2)),
    checks=(Derivation(_regularised, WHOLE), Representations("rhs", points=_POINTS)),
    uses=("performer/thm6", "performer/remark1"),
    mechanism=("orthogonal-fixed-norm", "positive"),
)


STATEMENTS = (
    THM2,
    THM2_SMREG,
)
