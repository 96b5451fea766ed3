"""One and two projections of generalised exponential features (crt): second moments and pair moments.

For s = 1 and real A, e^{2(|x|^2+|y|^2)} E Z^2 = ((1-4A)/sqrt(1-8A))^d exp(2 (1-4A)/(1-8A) |x+y|^2), and the
pair moment of a weight-independent coupling does not depend on A: 1F1(d; d/2; |x+y|^2/2) for orthogonal rows.
The second part has both signs s and complex A.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.conformity import Conformity
from rftheory.kit import Proof, Rule, complex_number, integer, real
from rftheory.papers._shared.invariants import DELTA2, V2, d, m, x2, xy, y2

A = sp.Symbol("A", real=True)
N2 = x2 + y2
WIDTH = 1 - 4 * A
REAL_A = real("A", below="1/8", reach=("1e-3", 1000), meaning="real A of the map")
NEGATIVE_A = real("A", below=0, reach=("1e-2", 1000), meaning="real A < 0 of the map")
OPTIMAL: dict[str, object] = {
    "d": 2, "A": "-9/4", "x2": "4.275", "y2": "4.275", "xy": "4.275"
}  # a pair with x = y whose own optimal A is rational  # fmt: skip
j, k = sp.symbols("j k", nonnegative=True, integer=True)


def second_gain(squared: sp.Expr = V2) -> sp.Expr:
    """e^(2 n2) E Z^2 for s = 1 and real A: ((1-4A)/sqrt(1-8A))^d exp(2 (1-4A)/(1-8A) t), t = |x+y|^2."""
    return (1 + 16 * A**2 / (1 - 8 * A)) ** (d / 2) * sp.exp(2 * WIDTH / (1 - 8 * A) * squared)


def orthogonal_pair(squared: sp.Expr = V2) -> sp.Expr:
    """e^(2 n2) E Z_1 Z_2 of two orthogonal projections, s = 1, every A: 1F1(d; d/2; t/2)."""
    return sp.hyper((d,), (d / 2,), squared / 2)


def iid_variance() -> sp.Expr:
    """Var of m independent projections, Gaussian kernel, s = 1, real A."""
    return sp.exp(-2 * N2) / m * (second_gain() - sp.exp(V2))


def gap() -> sp.Expr:
    """Var of m independent less Var of m <= d orthogonal projections, s = 1: free of A."""
    return sp.exp(-2 * N2) * (m - 1) / m * (sp.exp(V2) - orthogonal_pair())


def orthogonal_variance() -> sp.Expr:
    """Var of m <= d orthogonal projections."""
    return sp.exp(-2 * N2) / m * (second_gain() - sp.exp(V2) - (m - 1) * (sp.exp(V2) - orthogonal_pair()))


# complex A and both signs s
_A, s = sp.Symbol("A"), sp.Symbol("s", integer=True)
COMPLEX_A = complex_number("A", reach=("1e-3", 1000), meaning="A of the map")
SIGN = integer("s", -1, 1, meaning="sign s of the map")
BOTH_SIGNS = Rule(sp.Ne(sp.Symbol("s"), 0), "s is -1 or 1")
SECOND_MOMENTS = Rule(8 * sp.re(sp.Symbol("A")) < 1, "Re(1-8A) > 0")
_U = x2 + y2 + 2 * s * xy


def projection_variance() -> sp.Expr:
    """Var Re Z of one projection, any complex A and s: (E|Z|^2 + Re E Z^2)/2 - K^2, K^2 taken out: a constant Z has exactly 0."""
    width, spread = 1 - 4 * _A, 1 - 8 * _A
    size = sp.Abs(width)
    square = sp.re(width**d * spread ** (-d / 2) * sp.exp(2 * s * width * _U / spread))
    modulus = size**d * sp.re(spread) ** (-d / 2) * sp.exp((size + s * sp.re(width)) * _U / sp.re(spread))
    return sp.exp(-DELTA2) * (sp.exp(-s * _U) * (square + modulus) / 2 - 1)


def pair_moment(cosine: sp.Expr) -> sp.Expr:
    """E Re Z_i Re Z_j for a pair of that cosine with weight-independent directions, any complex A and s."""
    turned = (Conformity(d, cosine, -DELTA2) + Conformity(d, -cosine, -DELTA2)) / 2
    return sp.Piecewise((sp.exp(-2 * N2) * Conformity(d, cosine, V2), sp.Eq(s, 1)), (turned, True))


def coupled_variance(cosine: sp.Expr, share: sp.Expr = (m - 1) / m) -> sp.Expr:
    """Var of m projections: Var_1/m + share (pair moment - K^2)."""
    return projection_variance() / m + share * (pair_moment(cosine) - sp.exp(-DELTA2))


def _second_series() -> sp.Expr:
    total = sp.Sum((2 * WIDTH * V2 / (1 - 8 * A)) ** k / sp.factorial(k), (k, 0, sp.oo))
    return (WIDTH**2 / (1 - 8 * A)) ** (d / 2) * total


def iid_by_series() -> sp.Expr:
    """The variance of independent projections, its second moment by the series in |x+y|^2."""
    return sp.exp(-2 * N2) * (_second_series() - sp.exp(V2)) / m


def orthogonal_by_series() -> sp.Expr:
    """The variance of orthogonal projections, square and pair moments by series."""
    term = (V2 / 2) ** k / sp.factorial(k) * sp.gamma(k + d) / sp.gamma(k + d / 2)
    pairs = sp.gamma(d / 2) / sp.gamma(d) * sp.Sum(term, (k, 0, sp.oo))
    return sp.exp(-2 * N2) * ((_second_series() + (m - 1) * pairs) / m - sp.exp(V2))


def mean_steps(proof: Proof) -> None:
    """E Z = K and E Z^2 for s = 1 and real A, by the Gaussian integral of each coordinate."""
    w, u = sp.symbols("w u", real=True)
    q, p = sp.symbols("q p", positive=True)  # 1-4A, 1-8A
    for width, slope, value in ((q, sp.sqrt(q), u**2 / 2), (p, 2 * sp.sqrt(q), 2 * q * u**2 / p)):
        proof.equal(
            -width * w**2 / 2 + slope * w * u,
            -width / 2 * (w - slope * u / width) ** 2 + value,
            "completing the square in one coordinate",
        )
        proof.equal(
            sp.integrate(sp.exp(-width * w**2 / 2) / sp.sqrt(2 * sp.pi), (w, -sp.oo, sp.oo)),
            1 / sp.sqrt(width),
            "its Gaussian integral",
        )
    proof.equal(q ** (d / 2) * q ** (-d / 2), 1, "D^2 cancels the d roots: E Z = exp(|x+y|^2/2 - n2) = K")
    proof.equal(
        (q**d * p ** (-d / 2)) ** 2,
        ((q**2 / p) ** (d / 2)) ** 2,
        "D^4 and the roots of 1-8A: e^(2 n2) E Z^2 has the factor (q^2/p)^(d/2)",
    )
    proof.equal(
        WIDTH**2 / (1 - 8 * A), 1 + 16 * A**2 / (1 - 8 * A), "q^2/p, which is 1 at A = 0, the positive map"
    )


def weight_steps(proof: Proof) -> None:
    """The weight exp(2A|w|^2) cancels in the mean of a product of two projections, for every weight-independent coupling."""
    r, q = sp.symbols("r q", positive=True)  # q = 1-4A
    first, second = sp.symbols("a b", nonnegative=True, integer=True)
    body = r ** (d - 1 + first) * sp.exp(-q * r**2 / 2)
    changed = body.subs(r, r / sp.sqrt(q)) / sp.sqrt(q)
    plain = r ** (d - 1 + first) * sp.exp(-(r**2) / 2)
    proof.equal(
        changed / plain,
        q ** (-(d + first) / 2),
        "r -> r/sqrt q: E exp(2A r^2) r^a = q^(-(d+a)/2) E r^a for r of the chi law",
    )
    weight = q ** (d / 2) * q ** (d / 2) * sp.sqrt(q) ** (first + second)
    proof.equal(
        sp.powsimp(weight * q ** (-(d + first) / 2) * q ** (-(d + second) / 2), force=True),
        1,
        "D^4 B^(a+b) against both: the term r_1^a r_2^b of exp(B (w_1+w_2).v) keeps its mean at A = 0",
    )
    proof.cite(
        "Fubini: lengths and directions are independent, all series converge absolutely: "
        "e^(2 n2) E Z_1 Z_2 = E exp((w_1+w_2).(x+y)), whatever A is"
    )


def pair_steps(proof: Proof) -> None:
    """Two orthogonal rows: 1F1(d; d/2; v2/2); two independent ones: e^(v2); the coefficients of the gap."""
    weight_steps(proof)
    t = sp.Symbol("t", positive=True)
    proof.cite(
        "w_1 + w_2 of orthogonal rows has a uniform direction and a squared length of the chi-square law, 2d"
    )
    chi = 2**k * sp.gamma(d + k) / sp.gamma(d)
    term = (t / 4) ** k / sp.factorial(k) * sp.gamma(d / 2) / sp.gamma(d / 2 + k) * chi
    share = term / (t**k / sp.factorial(k))
    proof.equal(
        share.subs(k, k + 1) / share,
        (d + k) / (d + 2 * k),
        "the coefficient of t^k/k! of E 0F1(; d/2; t R^2/4), t = |x+y|^2, gains the factor (d+k)/(d+2k)",
    )
    proof.equal(share.subs(k, 0), 1, "and starts at 1; e^t, for independent rows, has all these equal to 1")


def gap_steps(proof: Proof) -> None:
    """Var_iid - Var_ort = (1 - 1/m) e^(-2 n2) (e^t - 1F1(d; d/2; t/2)) >= 0, m <= d."""
    pair_steps(proof)
    square, pair_i, pair_o = sp.symbols("q p_i p_o", real=True)
    proof.equal(
        (m * square + m * (m - 1) * pair_i) / m**2 - (m * square + m * (m - 1) * pair_o) / m**2,
        (1 - 1 / m) * (pair_i - pair_o),
        "m squares and m(m-1) pairs: the squares cancel, and so do the squared means, both K",
    )
    proof.nonnegative(
        sp.factor(1 - (d + j) / (d + 2 * j)),
        "no factor exceeds 1, so no coefficient of the gap is negative",
    )
    n = sp.Symbol("n", positive=True, integer=True)
    proof.positive(sp.factor(1 - (n + 1) / (n + 2)), "and that of t^2 is positive")


PAIR_NAMES = "d m A x2 y2 xy"
