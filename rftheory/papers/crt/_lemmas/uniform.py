"""Uniform convergence of OPRF over a ball (crt, Theorem 4.3 and 9.9): quantities as printed and repaired, the gradient, the net."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Distribution, Domain, Draw, Proof, Rule, real
from rftheory.papers._shared.generalised_exponential import NEGATIVE_A, WIDTH, A
from rftheory.papers._shared.invariants import DIMENSION, d, m
from rftheory.papers.crt._lemmas.bounded import range_steps

R, eps, p, r = sp.symbols("R eps p r", positive=True)
NAMES = "d R A eps"
NORM_BOUND = real("R", above=0, reach=("1e-3", 1000), meaning="bound on the norms of queries and keys")
_EPS = real("eps", above=0, reach=("1e-3", 100), meaning="accuracy")
_EXTRA: tuple[dict[str, object], ...] = (
    {"d": 8, "R": 100, "A": -442, "eps": 1},
    {"d": 2, "R": 20, "A": "-36", "eps": 1},
    {"d": 1, "R": "1/10", "A": -100, "eps": "1/2"},
    {"d": 64, "R": 1, "A": "-1/8", "eps": 1},
    {"d": 10**6, "R": 1000, "A": "-1e-2", "eps": "1/100"},
)
BALL = Domain((DIMENSION, NORM_BOUND, NEGATIVE_A, _EPS), extra=_EXTRA)
SUFFICIENT = Domain(
    (*BALL.parameters, real("p", above=0, below=1, meaning="probability of failure")),
    extra=tuple({**extra, "p": "1/10"} for extra in _EXTRA),
)

_SQUARE = R**2 / sp.sqrt(d)  # the largest |x|^2
GAMMA_FACTOR = sp.exp(-3 * _SQUARE / A)
RADIUS = sp.sqrt(2) * R * d ** sp.Rational(-1, 4)
LIPSCHITZ = sp.sqrt(4 * GAMMA_FACTOR * (_SQUARE + d**2))
SCALE = GAMMA_FACTOR * d / eps**2 * sp.log(LIPSCHITZ * RADIUS / eps)

OPTIMAL_FOR_A_PAIR = Rule(
    (A * d * (1 - 8 * A)) ** 2 * d <= (2 * WIDTH * R**2) ** 2,  # both sides squared: A < 0
    "A is the optimal one of some pair of the ball: |x+y|^2 <= 4 R^2/sqrt(d)",
)
LIPSCHITZ_CONSTANT = Draw("L_f", Distribution("Lipschitz constant of the error of m projections", m, d, R, A))
_PULL = WIDTH / (1 - 8 * A)  # B^2/(1-8A), between 1/2 and 1
BOUNDARY = (
    (WIDTH / sp.sqrt(1 - 8 * A)) ** d
    * sp.exp((8 * _PULL - 2) * _SQUARE)
    * (2 * (4 * _PULL - 1) ** 2 * _SQUARE + 2 * d * _PULL)
    - 2 * _SQUARE * sp.exp(2 * _SQUARE)
)  # E |grad f|^2 at x = y on the boundary, M = 1: E Z'^2 (|B w - x|^2 + |B w - y|^2) - |grad K'|^2 under the tilted law
PRINTED_GRADIENT = sp.exp(sp.Max(0, -2 * _SQUARE * (1 + 1 / (2 * A)))) * (4 * _SQUARE + 4 * d)
ORIGIN = 2 * d * WIDTH ** (d + 1) * (1 - 8 * A) ** (-d / 2 - 1)  # E |grad f|^2 at x = y = 0, M = 1
REPAIRED_FACTOR = WIDTH**d * sp.exp(_SQUARE * (2 - 1 / A))
REPAIRED_GRADIENT = 4 * REPAIRED_FACTOR * (4 * _SQUARE + 4 * WIDTH * d)
REPAIRED_COUNT = (
    2
    * REPAIRED_FACTOR
    / eps**2
    * (
        2 * d * sp.log(1 + 4 * sp.sqrt(2) * sp.sqrt(REPAIRED_GRADIENT) * RADIUS / (eps * sp.sqrt(p)))
        + sp.log(4 / p)
    )
)

_k = sp.Symbol("k", nonnegative=True, integer=True)


def _power_series(exponent: sp.Expr) -> sp.Expr:
    return sp.Sum(exponent**_k / sp.factorial(_k), (_k, 0, sp.oo))


GAMMA_BY_SERIES = _power_series(-3 * _SQUARE / A)
LIPSCHITZ_BY_SERIES = 2 * _power_series(-3 * _SQUARE / (2 * A)) * sp.sqrt(_SQUARE + d**2)
RADIUS_BY_SUM = sp.sqrt(sp.Sum(_SQUARE, (_k, 1, 2)))
SCALE_BY_SERIES = GAMMA_BY_SERIES * d / eps**2 * sp.log(LIPSCHITZ_BY_SERIES * RADIUS_BY_SUM / eps)
_NET = eps * sp.sqrt(p / 2) / (2 * sp.sqrt(REPAIRED_GRADIENT))
COUNT_BY_NET = (
    2
    * WIDTH**d
    * _power_series(_SQUARE * (2 - 1 / A))
    / eps**2
    * (2 * d * sp.log(1 + 2 * RADIUS / _NET) + sp.log(4 / p))
)
ORIGIN_BY_GAMMA = (
    4 * WIDTH ** (d + 1) * sp.gamma(d / 2 + 1) / sp.gamma(d / 2) / (1 - 8 * A) ** (d / 2 + 1)
)  # E r^2 e^(4A r^2) by the Gamma integral of the chi law
GRADIENT_BY_SERIES = 16 * WIDTH**d * _power_series(_SQUARE * (2 - 1 / A)) * (_SQUARE + WIDTH * d)
EXPONENT_BY_SERIES = 1 / _power_series(-3 * _SQUARE / A)
MODEST: tuple[dict[str, object], ...] = (
    {"d": 2, "R": 1, "A": -1, "eps": "1/2"},
    {"d": 5, "R": "1/2", "A": "-1/3", "eps": 1},
    {"d": 64, "R": 2, "A": "-1/8", "eps": "1/10"},
)


def gradient_steps(proof: Proof) -> None:
    """E L_f^2 <= 4 (1-4A)^d exp((R^2/sqrt d)(2 - 1/A)) (4 R^2/sqrt d + 4(1-4A) d) for the error f of M projections."""
    range_steps(proof)
    w, x, b = sp.symbols("w x b", real=True)
    norms = sp.Symbol("n2", nonnegative=True)
    log_z = b * w * x - x**2 / 2
    proof.equal(
        sp.diff(sp.exp(log_z), x),
        sp.exp(log_z) * (b * w - x),
        "the gradient in x of the softmax product Z' is Z'(B w - x)",
    )
    proof.equal(
        2 * (b * w) ** 2 + 2 * x**2 - (b * w - x) ** 2,
        (b * w + x) ** 2,
        "|B w - x|^2 <= 2 B^2 |w|^2 + 2|x|^2, and the same in y",
    )
    top = sp.exp(norms / 2) * WIDTH ** (d / 2) * sp.exp(-norms / (4 * A))
    proof.equal(
        sp.powsimp(top.subs(norms, 2 * _SQUARE) ** 2 / REPAIRED_FACTOR, force=True),
        1,
        "Z' = exp(n2/2) Z <= exp(n2/2) D^2 exp(-n2/(4A)), largest on the boundary, n2 = 2 R^2/sqrt d",
    )
    alpha = sp.Symbol("alpha", positive=True)
    proof.positive(sp.S.Half + 1 / (4 * alpha), "for it rises with n2 when A = -alpha < 0")
    proof.equal(
        (REPAIRED_FACTOR * (2 * _SQUARE + 2 * _SQUARE + 4 * WIDTH * d)) * 4,
        REPAIRED_GRADIENT,
        "B^2 = 1-4A, E|w|^2 = d: the supremum of |grad Z'|^2 has at most a quarter of the mean claimed",
    )
    g, k = sp.symbols("g k", nonnegative=True)
    proof.equal(
        2 * g**2 + 2 * k**2 - (g + k) ** 2, (g - k) ** 2, "|grad f|^2 <= 2|grad Khat|^2 + 2|grad K|^2"
    )
    proof.cite(
        "Jensen: |grad K|^2 = |E grad Z'|^2 <= E sup |grad Z'|^2, and |grad Khat|^2 <= the mean of |grad Z'_i|^2, for every M"
    )


def covering_steps(proof: Proof) -> None:
    """A set within B(0, rho) of R^(2d) has an r-net of at most (1 + 2 rho/r)^(2d) of its points."""
    rho = sp.Symbol("rho", positive=True)
    proof.cite(
        "a maximal subset of points at least r apart is an r-net; the balls of radius r/2 around them are disjoint"
    )
    proof.equal(
        (rho + r / 2) ** (2 * d) / (r / 2) ** (2 * d),
        ((rho + r / 2) / (r / 2)) ** (2 * d),
        "and lie in B(0, rho + r/2): by volumes there are at most ((rho + r/2)/(r/2))^(2d)",
    )
    proof.equal((rho + r / 2) / (r / 2), 1 + 2 * rho / r, "which is (1 + 2 rho/r)^(2d)")
