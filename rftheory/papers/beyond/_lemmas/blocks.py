"""Blocks of coupled rows for positive features: symbols, domains, quantities and steps that the block sections share."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.conformity import Conformity, ConformityBesideSquare
from rftheory.kit import Domain, Formula, Point, Proof, Rule, formula, integer, real
from rftheory.papers._shared.invariants import COUNT, V2, d, m

c = sp.Symbol("c", real=True)
v, z = sp.symbols("v z", nonnegative=True)
k, p = sp.symbols("k p", nonnegative=True, integer=True)
phi = sp.Symbol("phi", real=True)
T = v**2

DIMENSION = integer("d", 2, meaning="input dimension")
ANY_DIMENSION = integer("d", 1, meaning="input dimension")
LENGTH = real("v", 0, reach=("1e-6", 20), meaning="|x+y|")
MOVING = real("v", above=0, reach=("1e-6", 20), meaning="|x+y|, positive")
COSINE = real("c", -1, 1, meaning="cosine of a pair of rows")
POWER = integer("p", 0, reach=300, meaning="power of the cosine")

SCALE = sp.exp(-2 * sp.Symbol("x2", nonnegative=True) - 2 * sp.Symbol("y2", nonnegative=True))
SQUARED = sp.Symbol("t", real=True)  # v^2, negative for v = iz

# |each term of the single series| for every cosine: Gamma((d+p)/2)^2 <= Gamma(d/2) Gamma(d/2+p), see `bounded_terms`
MAJORANT = {p: sp.Abs(SQUARED) ** p / sp.factorial(p) * sp.gamma(d / 2) * sp.exp(sp.Abs(SQUARED) / 2)}


def rho(cosine: sp.Expr, squared: sp.Expr = T, dimension: sp.Expr = d) -> sp.Expr:
    """F(cosine) at v^2 = squared."""
    return Conformity(dimension, sp.sympify(cosine), squared)


def majorant(squared: sp.Expr = T, dimension: sp.Expr = d) -> dict[sp.Symbol, sp.Expr]:
    """The bound of the terms of `series` at v^2 = squared."""
    return {p: MAJORANT[p].subs({SQUARED: squared, d: dimension})}


def coefficient(squared: sp.Expr = T, power: sp.Expr = p) -> sp.Expr:
    """Taylor coefficient f_power of F as printed, without the factor e^{v^2/2}/Gamma(d/2)."""
    gammas = sp.gamma((d + power) / 2) ** 2 / sp.gamma(d / 2 + power)
    return squared**power / sp.factorial(power) * gammas * sp.hyper((-d / 2,), (d / 2 + power,), -squared / 2)


def series(cosine: sp.Expr, squared: sp.Expr = T) -> sp.Expr:
    """The single series of F(cosine), as printed."""
    return sp.exp(squared / 2) / sp.gamma(d / 2) * sp.Sum(cosine**p * coefficient(squared), (p, 0, sp.oo))


def kummer(power: sp.Expr = p, squared: sp.Expr = T) -> sp.Expr:
    """f_power after Kummer's transformation: positive factors only."""
    gammas = sp.gamma((d + power) / 2) ** 2 / (sp.gamma(d / 2) * sp.gamma(d / 2 + power))
    return (
        squared**power / sp.factorial(power) * gammas * sp.hyper((d + power,), (d / 2 + power,), squared / 2)
    )


def ratio(pairs: sp.Expr, rows: sp.Expr, squared: sp.Expr = T) -> sp.Expr:
    """Per-feature ratio of a block of `rows` rows, each with partners whose F sums to `pairs`."""
    pairs = pairs.replace(Conformity, ConformityBesideSquare)
    return 1 + (pairs - (rows - 1) * sp.exp(squared)) / (sp.exp(2 * squared) - sp.exp(squared))


def literally(pairs: sp.Expr, rows: sp.Expr, squared: sp.Expr = T) -> sp.Expr:
    """The same as variance of the mean of `rows` terms over the share of one of them, from the raw moments."""
    mean, square = sp.exp(squared / 2), sp.exp(2 * squared)
    return rows * ((square + pairs) / rows - mean**2) / (square - mean**2)


def block_mse(pairs: sp.Expr, rows: sp.Expr) -> sp.Expr:
    """MSE of one block of `rows` rows, each with partners whose F (at v^2 = |x+y|^2) sums to `pairs`."""
    return SCALE / rows * (sp.exp(2 * V2) - sp.exp(V2) + pairs - (rows - 1) * sp.exp(V2))


def raw_mse(pairs: sp.Expr, rows: sp.Expr) -> sp.Expr:
    """The same from the raw moments of the terms."""
    return SCALE * ((sp.exp(2 * V2) + pairs) / rows - sp.exp(V2 / 2) ** 2)


def sided(
    expression: sp.Expr, domain: Domain, names: str, squared: sp.Expr = T, dimension: sp.Expr = d
) -> Formula:
    """A formula made of single series at v^2 = squared."""
    return formula(expression, domain, names, majorants=majorant(squared, dimension))


def within_simplex(point: Point) -> Point:
    """Move m to at most d + 1."""
    return {**point, "m": min(point["m"], point["d"] + 1)}  # type: ignore[operator, type-var, dict-item]


PLANE = Domain(
    (DIMENSION, MOVING),
    extra=tuple(
        {"d": dd, "v": vv}
        for dd, vv in ((2, 1), (3, 2), (2, "1e-3"), (64, 1), (64, 10), (5, 20), (3, "1e-6"), (10**6, 3))
    ),
)
PLANE_POINTS: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "v": vv} for dd, vv in ((2, 1), (3, 2), (2, "1/100"), (7, "3/2"), (64, 3), (10**5, 2))
)
SIMPLEX_ROOM = Rule(m <= d + 1, "m <= d + 1 (a simplex in R^d)")
SIMPLEX = Domain(
    (ANY_DIMENSION, integer("m", 2, reach=10**6, meaning="rows of a block"), MOVING),
    (SIMPLEX_ROOM,),
    within_simplex,
    tuple(
        {"d": dd, "m": mm, "v": vv}
        for dd, mm, vv in (
            (1, 2, 1), (2, 3, 1), (2, 2, 2), (3, 4, "1e-3"), (64, 65, 1), (64, 2, 10), (5, 6, 20), (10**6, 10**6 + 1, 2),
        )
    ),
)  # fmt: skip

row, other = sp.symbols("r1 r2", positive=True)
share = sp.Symbol("b", positive=True)
radius = sp.Symbol("R", positive=True)
cosine_plus = sp.Symbol("e", nonnegative=True)  # 1 + c
length = sp.Symbol("v", positive=True)


def polar(proof: Proof) -> None:
    """r1^2 + r2^2 = R^2 and b = r1^2/R^2: chi^2_{2d} and Beta(d/2, d/2), independent."""
    squared = row**2 + other**2 + 2 * c * row * other
    split = {row: radius * sp.sqrt(share), other: radius * sp.sqrt(1 - share)}
    root = sp.sqrt(share) * sp.sqrt(1 - share)
    proof.cite(
        "r1^2/2 and r2^2/2 are independent Gamma(d/2): their sum is Gamma(d), independent of the share Beta(d/2, d/2)"
    )
    proof.equal(
        squared.subs(split), radius**2 * (1 + 2 * c * root), "|w_1+w_2|^2 = R^2 (1 + 2 c sqrt(b(1-b)))"
    )
    proof.cite("a uniform direction u has E exp(s u.x) = 0F1(; d/2; s^2 |x|^2/4)")


def radial(proof: Proof) -> None:
    """E_R 0F1(; d/2; R^2 x/2) = 1F1(d; d/2; x), term by term."""
    x = sp.Symbol("x", nonnegative=True)
    moment = 2**k * sp.gamma(d + k) / sp.gamma(d)
    term = (x / 2) ** k * sp.gamma(d / 2) / (sp.factorial(k) * sp.gamma(d / 2 + k)) * moment
    target = sp.gamma(d + k) / sp.gamma(d) * sp.gamma(d / 2) / sp.gamma(d / 2 + k) * x**k / sp.factorial(k)
    proof.equal(
        term,
        target,
        "E R^(2k) = 2^k (d)_k turns the terms of 0F1(; d/2; R^2 x/2) into those of 1F1(d; d/2; x)",
    )


def taylor(proof: Proof) -> None:
    """The coefficient of c^p: the binomial share of every power, its radial and its Beta moment."""
    q = sp.Symbol("q", nonnegative=True, integer=True)
    n = p + q
    series_part = (SQUARED / 4) ** n * sp.gamma(d / 2) / (sp.factorial(n) * sp.gamma(d / 2 + n))
    picked = sp.factorial(n) / (sp.factorial(p) * sp.factorial(q)) * 2**p
    rising = 2**n * sp.gamma(d + n) / sp.gamma(d)
    beta = sp.gamma((d + p) / 2) ** 2 / sp.gamma(d + p) * sp.gamma(d) / sp.gamma(d / 2) ** 2
    inner = sp.gamma(d + p + q) / sp.gamma(d + p) * sp.gamma(d / 2 + p) / sp.gamma(d / 2 + p + q)
    inner = inner * (SQUARED / 2) ** q / sp.factorial(q)
    outer = (
        SQUARED**p / sp.factorial(p) * sp.gamma((d + p) / 2) ** 2 / (sp.gamma(d / 2) * sp.gamma(d / 2 + p))
    )
    found = series_part * picked * rising * beta / (outer * inner)
    proof.cite("E (b(1-b))^(p/2) = B((d+p)/2, (d+p)/2)/B(d/2, d/2), absolute convergence (|c| <= 1)")
    proof.equal(sp.powsimp(sp.expand(found), force=True), 1, "the c^p part of the power p + q of |w_1+w_2|^2 is term q of t^p/p! Gamma((d+p)/2)^2/(Gamma(d/2) Gamma(d/2+p)) 1F1(d+p; d/2+p; t/2)")  # fmt: skip
    proof.cite("Kummer's transformation 1F1(a; b; x) = e^x 1F1(b-a; b; -x)")
    proof.equal((d / 2 + p) - (d + p), -d / 2, "with a = d+p, b = d/2+p")


CONSTANT_AT_ZERO = "at v = 0 the function is the constant 1, and strictness is claimed for v > 0 alone"


def absolutely_monotone(proof: Proof) -> None:
    """F = sum_j a_j (1+c)^j with a_j >= 0, so that every derivative is >= 0 on [-1, 1]; a_j > 0 for v > 0."""
    squared = row**2 + other**2 + 2 * row * other * (cosine_plus - 1)
    proof.equal(
        squared, (row - other) ** 2 + 2 * row * other * cosine_plus, "|w_1+w_2|^2 = (r1-r2)^2 + 2 r1 r2 (1+c)"
    )
    proof.positive(
        sp.gamma(d / 2) * (length**2 / 4) ** k / (sp.factorial(k) * sp.gamma(d / 2 + k)),
        "0F1(; d/2; v^2 s/4) has positive coefficients in s for v > 0",
    )
    gap = sp.Symbol("g", nonnegative=True)
    proof.nonnegative(
        gap**k, "and (g + 2 r1 r2 e)^k expands in powers of e = 1+c with coefficients >= 0, g = (r1-r2)^2"
    )
    proof.positive((2 * row * other) ** k, "the top one positive")
    proof.nonnegative(
        sp.diff(cosine_plus ** (k + 1), cosine_plus), "derivatives of powers of e are >= 0 on e >= 0"
    )
    proof.cite(
        "Tonelli: the mean over the norms keeps the signs, and power series are differentiated term by term"
    )


def mixture(proof: Proof) -> None:
    """E = int F dmu_d = sum over even p of f_p E c^p: averaging the cosine makes the rows independent."""
    proof.cite(
        "for independent uniform directions the cosine has the law mu_d, independent of the norms; w_1 and w_2 are then independent N(0, I_d)"
    )
    proof.equal(sp.exp(v**2 / 2) ** 2, sp.exp(v**2), "E exp((w_1+w_2).s) = (e^(v^2/2))^2 for |s| = v")
    cosine_moments(proof)
    proof.equal(sp.gamma(sp.Rational(3, 2)) / sp.gamma(sp.Rational(1, 2)) / (d / 2), 1 / d, "E c^2 = 1/d")


def cosine_moments(proof: Proof) -> None:
    """E c^(2q) = (1/2)_q/(d/2)_q under mu_d, from the Beta integral; odd moments vanish."""
    q, s = sp.Symbol("q", nonnegative=True, integer=True), sp.Symbol("s", positive=True)
    root = sp.sqrt(s)
    density = root ** (2 * q) * (1 - root**2) ** ((d - 3) / 2) * sp.diff(root, s)
    proof.equal(
        density,
        s ** (q - sp.Rational(1, 2)) * (1 - s) ** ((d - 3) / 2) / 2,
        "c = sqrt(s) gives a Beta(q + 1/2, (d-1)/2) integral",
    )
    half = sp.Rational(1, 2)
    proof.cite(
        "Beta(a, b) = Gamma(a) Gamma(b)/Gamma(a+b) for b = (d-1)/2 > 0; mu_d is symmetric, so odd moments vanish"
    )
    beta = sp.gamma(q + half) / sp.gamma(q + d / 2)
    rising = sp.gamma(half + q) / sp.gamma(half) * sp.gamma(d / 2) / sp.gamma(d / 2 + q)
    proof.equal(
        beta / beta.subs(q, 0), rising, "the quotient of the integrals for q and for 0 is (1/2)_q/(d/2)_q"
    )


def block_formula(proof: Proof) -> None:
    """MSE and per-feature ratio of n rows whose pairs have the mean product total P over i != j."""
    n, total = sp.symbols("n P", positive=True)
    proof.cite(
        "rows are N(0, I_d): E exp(w.s) = e^(v^2/2) and E exp(2 w.s) = e^(2 v^2), |s| = v; the estimator is unbiased"
    )
    t = sp.Symbol("t", positive=True)
    mse = (n * sp.exp(2 * t) + total) / n**2 - sp.exp(t / 2) ** 2
    printed = (sp.exp(2 * t) - sp.exp(t) + (total - n * (n - 1) * sp.exp(t)) / n) / n
    proof.equal(mse, printed, "n squares and the pairs, less the squared mean, is the block formula")
    single = sp.exp(2 * t) - sp.exp(t)
    proof.equal(
        n * printed / single,
        1 + (total - n * (n - 1) * sp.exp(t)) / (n * single),
        "times n over the MSE of one independent row: the per-feature ratio",
    )


def simplex_ratio(count: sp.Expr) -> sp.Expr:
    return ratio((count - 1) * rho(-1 / (count - 1)), count)


def cross_partners(at: sp.Expr = T) -> sp.Expr:
    """F summed over the partners of a row of the cross-polytope."""
    return rho(sp.S.NegativeOne, at) + (2 * d - 2) * rho(sp.S.Zero, at)


def full_partners(at: sp.Expr = T) -> sp.Expr:
    return d * rho(-1 / d, at)


PAIR_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "x2": 1, "y2": 1, "xy": 1}, {"d": 3, "x2": "1/4", "y2": 1, "xy": "1/2"}, {"d": 64, "x2": 1, "y2": 1, "xy": 0},
    {"d": 5, "x2": 4, "y2": 0, "xy": 0},
)  # fmt: skip


CHOSEN = sp.Symbol("length", nonnegative=True)


DRAWN = Domain((ANY_DIMENSION, COUNT, real("length", 0)))


def whole_block_square(pairs_: sp.Expr) -> Formula:
    """E Khat^2 of one whole block of m rows."""
    return formula(((sp.exp(2 * T) + pairs_) / m).subs(v, CHOSEN), DRAWN, "d m length")


KERNEL_MEAN = formula(sp.exp(CHOSEN**2 / 2), DRAWN, "length")
