"""One bounded positive projection of crt, real A < 0: its range, its tail and rate, Hoeffding's and Chernoff's bounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy as sp

from rftheory.exact import balls
from rftheory.exact.functions.noncentral.projection import largest
from rftheory.exact.functions.noncentral.rate import ProjectionRate
from rftheory.exact.functions.noncentral.tails import ProjectionTail
from rftheory.kit import Domain, Point, Proof, Rule, integer, real
from rftheory.papers._shared.generalised_exponential import N2, NEGATIVE_A, OPTIMAL, WIDTH, A
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    COUNT,
    DELTA2,
    ON_A_LINE,
    SQUARES,
    V2,
    d,
    fit,
    m,
)

eps = sp.Symbol("eps", positive=True)
TOP = WIDTH ** (d / 2) * sp.exp(-WIDTH * V2 / (8 * A) - N2)  # sup Z
PRINTED_TOP = sp.exp(-N2 / (4 * A))  # what (35) says
REPAIRED_TOP = WIDTH ** (d / 2) * PRINTED_TOP
TAIL = ProjectionTail(d, A, V2, N2, eps)
RATE = ProjectionRate(d, A, V2, N2, eps)
PRINTED_BOUND = 2 * sp.exp(-m * eps**2 / 2 * sp.exp(N2 / (2 * A)))
REPAIRED_BOUND = 2 * sp.exp(-2 * m * eps**2 * WIDTH ** (-d) * sp.exp(N2 / (2 * A)))

_SMALL = integer("d", 1, reach=1000, meaning="input dimension")
_NEAR = tuple(replace(square, reach=(Fraction(1, 100), Fraction(3))) for square in SQUARES)
_ACCURACY = real("eps", above=0, reach=("1e-3", 100), meaning="deviation")
_ONE = integer("m", 1, 1, meaning="number of projections")
PAIR = Domain(
    (_SMALL, NEGATIVE_A, *_NEAR),
    (CAUCHY_SCHWARZ, ON_A_LINE),
    fit,
    (
        OPTIMAL,
        {"d": 1, "A": -1000, "x2": 0, "y2": 0, "xy": 0},
        {"d": 3, "A": "-1/10", "x2": 1, "y2": 1, "xy": "1/2"},
        {"d": 64, "A": "-1/8", "x2": 4, "y2": 1, "xy": -1},
        {"d": 2, "A": -1, "x2": 1, "y2": 1, "xy": -1},
    ),
)
DEVIATION = Domain(
    (*PAIR.parameters, _ACCURACY, _ONE),
    PAIR.rules,
    fit,
    tuple(
        {**pair, "eps": size, "m": 1}
        for pair, size in zip(PAIR.extra, (12, 20, "1/4", 1, "1/2"), strict=True)
    ),
)


def _room(
    dd: Fraction, spread: Fraction, first: Fraction, second: Fraction, product: Fraction
) -> tuple[Fraction, Fraction]:
    """Enclosing fractions of Z_max - K."""
    with balls.working_precision(200):
        squared, norms = (balls.exact(v) for v in (first + second + 2 * product, first + second))
        top = largest(balls.exact(dd), balls.exact(spread), squared, norms)
        return balls.endpoints(balls.ball(top) - balls.ball(squared / 2 - norms).exp())


def _lower(point: Point) -> Point:
    """A legal pair, and eps brought below Z_max - K."""
    point = fit(point)
    if "eps" in point:
        pair = [point[name] for name in ("d", "A", "x2", "y2", "xy")]
        room = _room(*pair)[0] if point["A"] < 0 else Fraction(1)  # type: ignore[arg-type, operator]
        if point["eps"] >= room:  # type: ignore[operator]
            point["eps"] = room * Fraction(1, 3)
    return point


REACHED = Domain(
    (*PAIR.parameters, _ACCURACY, COUNT),
    (
        *PAIR.rules,
        Rule(sp.exp(V2 / 2 - N2) + eps < TOP, "K + eps < Z_max, the largest value of Z at A"),
    ),
    _lower,
    tuple(
        {**pair, "eps": size, "m": count}
        for pair, size, count in zip(PAIR.extra, (12, 20, "1/4", 1, "1/2"), (2, 1, 3, 64, 1), strict=True)
    ),
)


def range_steps(proof: Proof) -> None:
    """0 < Z <= sup Z = (1-4A)^(d/2) exp(-(1-4A)|x+y|^2/(8A) - n2) <= (1-4A)^(d/2) exp(-n2/(4A)) for A = -alpha < 0."""
    w, u = sp.symbols("w u", real=True)
    alpha = sp.Symbol("alpha", positive=True)
    width = 1 + 4 * alpha
    proof.equal(
        -2 * alpha * w**2 + sp.sqrt(width) * w * u,
        -2 * alpha * (w - sp.sqrt(width) * u / (4 * alpha)) ** 2 + width * u**2 / (8 * alpha),
        "completing the square in each coordinate of the product, u = x + y",
    )
    proof.positive(alpha, "the square has the factor -2 alpha: the top is reached where it vanishes")
    proof.equal(
        -N2 / (4 * A) - (-WIDTH * V2 / (8 * A) - N2),
        -WIDTH / (8 * A) * DELTA2,
        "the exponents differ by (1-4A)|x-y|^2/(8 alpha)",
    )
    proof.nonnegative(
        width / (8 * alpha) * sp.Symbol("z2", nonnegative=True),
        "which is not negative: exp(-n2/(4A)) is as large",
    )
    proof.positive(width - 1, "and the factor D^2 = (1-4A)^(d/2) is above 1, a power of 1 + 4 alpha > 1")


def hoeffding_steps(proof: Proof) -> None:
    """P[|sum X_i| >= a] <= 2 exp(-2 a^2/S), S the sum of the squared ranges of independent centred X_i."""
    p, h = sp.symbols("p h", positive=True)
    a, total, theta = sp.symbols("a S theta", positive=True)
    log_chord = -p * h + sp.log(1 - p + p * sp.exp(h))
    share = p * sp.exp(h) / (1 - p + p * sp.exp(h))
    proof.cite(
        "convexity of exp: with p = a_i/(a_i+b_i) and h = theta (a_i+b_i), E exp(theta X_i) <= exp(phi(h)), "
        "phi(h) = -p h + log(1 - p + p e^h); X_i is 0 where the range is a point"
    )
    proof.equal(log_chord.subs(h, 0), 0, "phi(0) = 0")
    proof.equal(sp.diff(log_chord, h).subs(h, 0), 0, "phi'(0) = 0")
    proof.equal(sp.diff(log_chord, h, 2), share * (1 - share), "phi'' = q(1-q)")
    q = sp.Symbol("q", real=True)
    proof.equal(
        sp.Rational(1, 4) - q * (1 - q), (q - sp.S.Half) ** 2, "which is at most 1/4: phi(h) <= h^2/8"
    )
    proof.cite("Markov's inequality for exp(theta sum X_i), and independence")
    exponent = -theta * a + theta**2 * total / 8
    best = 4 * a / total
    proof.equal(sp.diff(exponent, theta).subs(theta, best), 0, "the best theta is 4a/S")
    proof.equal(
        exponent.subs(theta, best), -2 * a**2 / total, "which gives exp(-2 a^2/S); both signs double it"
    )


def _chi(power: sp.Expr) -> sp.Expr:
    """E |g|^power, g normal in R^d."""
    return 2 ** (power / 2) * sp.gamma((d + power) / 2) / sp.gamma(d / 2)


def chernoff_steps(proof: Proof) -> None:
    """E exp(theta sum Z_i) of orthogonal rows is at most (E exp(theta Z))^M for theta >= 0."""
    power, theta, base = sp.symbols("s theta g0", nonnegative=True)
    first, second = sp.symbols("a1 a2", nonnegative=True)
    series = sp.series(sp.exp(theta * (base + first * power + second * power**2)), power, 0, 4).removeO()
    for order in range(4):
        proof.nonnegative(
            sp.simplify(sp.expand(series).coeff(power, order) / sp.exp(theta * base)),
            f"given the length, exp(theta Z) has a nonnegative coefficient of (u.z)^{order}, as Z has",
        )
    proof.cite("products and sums of series with nonnegative coefficients have nonnegative coefficients")
    n, others = sp.symbols("n N", nonnegative=True, integer=True)
    growth = _chi(2 * n + 2) / _chi(2 * n) / (_chi(2 * (n + others) + 2) / _chi(2 * (n + others)))
    step = (d + 2 * n) / (d + 2 * n + 2 * others)
    proof.cite(
        "orthonormal directions are a Haar frame: their projections on z are those of g/|g|, so a moment of even orders "
        "2k_i is tau times that of independent directions, tau = prod E|g|^(2k_i)/E|g|^(2 sum k_i); odd ones vanish"
    )
    proof.equal(growth, step, "raising one order 2n by 2 beside others of sum 2N multiplies tau by this")
    proof.nonnegative(
        sp.factor(1 - step), "which is at most 1, and tau = 1 at the start: no moment is larger"
    )
    proof.cite("so it holds given the lengths, which are iid, hence after averaging; blocks are independent")
