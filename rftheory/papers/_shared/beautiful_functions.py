"""Beautiful functions (performer, F.4): g with coefficients >= 0, exponents of its terms, moments of rows.

For exponents k_1, .., k_m with sum K the mean of prod (omega_i.z)^{k_i} under orthogonal rows is that under
independent rows times tau = prod mu_d(k_i)/mu_d(K) with the chi moments mu_d, d/(d+2) at (2, 2) and falling
in every even exponent. Here are the domains of exponents and coefficients, the exact instances g = a_0 + a_1
x, and the steps of Lemmas 5 and 6.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.exact.functions.chi_moments import ChiMoments, ChiRatio, Degree, NormalMoments, SphereMoment
from rftheory.kit import Domain, Height, Point, Proof, Rule, count_positive, every, integer, real, vector
from rftheory.papers._shared.invariants import COUNT, DIMENSION, WITHIN_BLOCK, d, fit, m

K = sp.IndexedBase("k")
v, a0, a1, a2 = sp.symbols("v a0 a1 a2", nonnegative=True)
theta, a = sp.symbols("theta a", positive=True)
t, u, r = sp.symbols("t u r", nonnegative=True, integer=True)

LENGTH = real("v", 0, reach=("1e-3", 5), meaning="|z|")
COEFFICIENTS = tuple(
    real(f"a{i}", 0, reach=("1e-3", 5), meaning=f"coefficient of x^{i} in g") for i in range(3)
)
THETA = real("theta", above=0, reach=("1e-3", 5), meaning="argument of the moment generating function")
LEVEL = real("a", above=0, reach=("1e-3", 5), meaning="level of the tail")
SMALL_DIMENSION = integer("d", 1, reach=1000, meaning="input dimension")

_NATURAL = Rule(every(K, lambda entry: sp.Contains(entry, sp.S.Naturals0)), "whole numbers >= 0")
_ENOUGH = Rule(Height(K) <= d, "at most d exponents in k (m <= d)")
_TWO_EVEN = Rule(
    sp.And(every(K, lambda entry: sp.Eq(sp.Mod(entry, 2), 0)), count_positive(K) >= 2),
    "even exponents, at least two of them positive",
)
_LISTS = (
    (2, "2,2"), (3, "2,2"), (3, "1,1"), (4, "2,4,0,2"), (5, "3,2"), (5, "4,4"), (64, "2,2,2,2"), (1, "4"),
    (10**6, "2,2"), (3, "0,6,0"), (10, "1,3,5"), (2, "0,0"), (50, "20,30,2"), (7, "6,6,6"), (2, "40,60"), (9, "1,2"),
)  # fmt: skip
_EVEN_LISTS = tuple(
    pair for pair in _LISTS if pair not in ((3, "1,1"), (5, "3,2"), (1, "4"), (3, "0,6,0"), (10, "1,3,5"))
    and pair not in ((2, "0,0"), (9, "1,2"))
)  # fmt: skip
_LENGTHS = ("1", "1/2", "3", "1000", "0", "1e-6")
EXPONENTS = vector("k", "exponents d_1, .., d_m")
RATIO_DOMAIN = Domain(
    (DIMENSION, EXPONENTS), (_NATURAL, _ENOUGH), extra=tuple({"d": dd, "k": kk} for dd, kk in _LISTS)
)
EVEN_DOMAIN = Domain(
    (DIMENSION, EXPONENTS), (_NATURAL, _TWO_EVEN), extra=tuple({"d": dd, "k": kk} for dd, kk in _EVEN_LISTS)
)
MOMENT_DOMAIN = Domain(
    (DIMENSION, LENGTH, EXPONENTS),
    (_NATURAL, _ENOUGH),
    extra=tuple(
        {"d": dd, "k": kk, "v": _LENGTHS[i % len(_LENGTHS)]}
        for i, (dd, kk) in enumerate((*_LISTS, (3, "2,2")))
    ),
)
# quantities of independent rows are defined for any number of exponents
ANY_RATIO, ANY_MOMENTS = (replace(domain, rules=(_NATURAL,)) for domain in (RATIO_DOMAIN, MOMENT_DOMAIN))
EVEN_MOMENTS = Domain(
    MOMENT_DOMAIN.parameters,
    (_NATURAL, _ENOUGH, _TWO_EVEN),
    extra=tuple(p for p in MOMENT_DOMAIN.extra if p["k"] in {k for _, k in _EVEN_LISTS}),
)


def above_mean(point: Point) -> Point:
    """m into the block, and the level a above the mean a0."""
    point = fit(point)
    if {"a", "a0"} <= set(point) and point["a"] <= point["a0"]:  # type: ignore[operator]
        point["a"] = point["a"] + point["a0"]  # type: ignore[operator]
    return point


ABOVE_MEAN = Rule(a > a0, "a > F(z) = a0")
_CORNERS = (
    (2, 2, 0, 1, 1, 1), (3, 2, 1, "1/10", 1, 1), (3, 3, 1, "1/1000", 2, "1/2"), (4, 3, "1/2", 1, 0, 1),
    (1, 1, 1, 1, 1, 1), (5, 1, 0, 1, 1, 2), (64, 8, "1/10", "1/4", 2, "1/2"), (2, 2, 0, 0, 1, 1), (2, 2, 0, "1/40", 1, 40),
    (16, 16, 0, 2, "1/2", 1),
)  # fmt: skip
LINEAR_NAMES = "d m a0 a1 v theta"
LINEAR = Domain(
    (SMALL_DIMENSION, COUNT, *COEFFICIENTS[:2], LENGTH, THETA),
    (WITHIN_BLOCK,),
    fit,
    tuple(dict(zip(LINEAR_NAMES.split(), corner, strict=True)) for corner in _CORNERS),
)
TAIL = Domain(
    (*LINEAR.parameters[:5], LEVEL, THETA),
    (WITHIN_BLOCK, ABOVE_MEAN),
    above_mean,
    tuple({**corner, "a": level} for corner in LINEAR.extra for level in ("11/10", 3)),
)

KAPPA = theta**2 * a1**2 * v**2 / 2
IID_EXPONENTIAL = sp.exp(m * theta * a0 + m * KAPPA)
ORTHOGONAL_EXPONENTIAL = sp.exp(theta * a0 * m) * sp.hyper((m * d / 2,), (d / 2,), KAPPA)
IMPROVEMENT = sp.Piecewise(
    (0, sp.Eq(m, 1)),
    (sp.exp(theta * a0 * m) * (sp.exp(m * KAPPA) - sp.hyper((m * d / 2,), (d / 2,), KAPPA)), True),
)
PRINTED_IMPROVEMENT = sp.Piecewise(
    (0, sp.Eq(m, 1)),
    (theta**4 * m * (m - 1) / (4 * d**2 * (d + 2)) * a1**2 * a0 ** (m - 2) * v**4 * d**2, True),
)  # E|omega|^2 = d; binom(1, 2) = 0 whatever the power of a0
CORRECTED_IMPROVEMENT = theta**4 * m * (m - 1) / (4 * (d + 2)) * a1**4 * v**4

TOTAL = Degree(K)
TOTAL_CHI = 2 ** (TOTAL / 2) * sp.gamma((d + TOTAL) / 2) / sp.gamma(d / 2)
TAU = ChiMoments(d, K) / TOTAL_CHI
TAU_EXACT = ChiRatio(d, K)
ORTHOGONAL_MOMENT = ChiMoments(d, K) * v**TOTAL * NormalMoments(K) / TOTAL_CHI
ORTHOGONAL_EXACT = ChiMoments(d, K) * v**TOTAL * SphereMoment(d, K)
IID_EXACT = v**TOTAL * NormalMoments(K)


def mu(power: sp.Expr) -> sp.Expr:
    """The moment of that order of the chi law with d degrees of freedom."""
    return 2 ** (power / 2) * sp.gamma((d + power) / 2) / sp.gamma(d / 2)


def chi_steps(proof: Proof) -> None:
    """mu_d(j) = 2^(j/2) Gamma((d+j)/2)/Gamma(d/2) by the Gamma integral."""
    s, j = sp.symbols("s j", positive=True)
    point = sp.sqrt(2 * s)
    density = 2 ** (1 - d / 2) * point ** (d - 1) * sp.exp(-(point**2) / 2) / sp.gamma(d / 2)
    changed = point**j * density * sp.diff(point, s)
    target = 2 ** (j / 2) * s ** ((d + j) / 2 - 1) * sp.exp(-s) / sp.gamma(d / 2)
    proof.equal(changed, target, "r = sqrt(2 s) turns the chi moment of order j into a Gamma integral")
    proof.cite("Euler's integral of Gamma((d+j)/2)")


def length_and_direction(proof: Proof) -> None:
    """Lemma 5: g = |g| u with |g| and u independent, so E prod g_i^(k_i) = E |g|^K E prod u_i^(k_i)."""
    rho, k1, k2 = sp.symbols("rho k1 k2", positive=True)
    g1, g2 = sp.symbols("g1 g2", real=True)
    proof.cite("the normal density depends on |g| only: |g| and u = g/|g| are independent, u is uniform")
    density = sp.exp(-(g1**2 + g2**2) / 2)
    angle = sp.Symbol("f", real=True)
    polar = density.subs({g1: rho * sp.cos(angle), g2: rho * sp.sin(angle)})
    proof.equal(sp.diff(polar, angle), 0, "the density is constant on spheres (in a coordinate plane)")
    proof.equal(
        (rho * sp.cos(angle)) ** k1 * (rho * sp.sin(angle)) ** k2 / rho ** (k1 + k2),
        sp.cos(angle) ** k1 * sp.sin(angle) ** k2,
        "the quotient is free of the length, so its mean times E |g|^K is the mean of the product",
    )
    proof.cite("Fubini: E prod g_i^(k_i) = prod E g_i^(k_i) for independent entries, E |g|^K > 0")


def sphere_steps(proof: Proof) -> None:
    """The moments of two orthogonal rows are those of independent ones times tau."""
    length_and_direction(proof)
    proof.cite(
        "the directions of orthogonal rows are a Haar rotation of e_1, .., e_m, their lengths are independent of it: "
        "E prod (omega_i.z)^(k_i) = |z|^K prod E|omega_i|^(k_i) E prod u_i^(k_i)"
    )
    one, two, whole, size, lengths = sp.symbols("g1 g2 gK z_K L", positive=True)
    chi_one, chi_two = sp.symbols("c1 c2", positive=True)
    orthogonal = lengths * size * one * two / whole
    independent = lengths * size * (one / chi_one) * (two / chi_two)
    proof.equal(
        orthogonal / independent, chi_one * chi_two / whole, "orthogonal over independent moment is tau"
    )


def ratio_steps(proof: Proof) -> None:
    """Lemma 6: tau falls with every even exponent once another one is positive; at (2, 2) it is d/(d+2)."""
    chi_steps(proof)
    n, others = sp.symbols("n N", nonnegative=True, integer=True)
    growth = sp.gammasimp(mu(2 * n + 2) / mu(2 * n) / (mu(2 * (n + others) + 2) / mu(2 * (n + others))))
    step = (d + 2 * n) / (d + 2 * n + 2 * others)
    proof.equal(growth, step, "raising d_i = 2n by 2 beside others of sum 2N multiplies tau by this")
    proof.nonnegative(sp.factor(1 - step), "which never exceeds 1")
    proof.positive(sp.factor(1 - step.subs(others, others + 1)), "and is below 1 when N > 0")
    proof.equal(mu(sp.Integer(2)) ** 2 / mu(sp.Integer(4)), d / (d + 2), "tau(2, 2, 0, .., 0)")
    proof.equal(mu(sp.Integer(0)), 1, "zeros contribute the factor 1, and tau(K, 0, .., 0) = 1")
    proof.equal(
        1 - d / (d + 2), 2 / (d + 2), "every even tuple with two positive entries is reached from (2, 2)"
    )


def odd_steps(proof: Proof) -> None:
    """Odd exponents have mean 0 under both couplings."""
    odd = 2 * t + 1
    g = sp.Symbol("g", real=True)
    density = g**odd * sp.exp(-(g**2) / 2)
    proof.equal(density.subs(g, -g), -density, "an odd power times the normal density is an odd function")
    proof.cite("so E g_i^(k_i) = 0 for odd k_i, a factor of the moments of both couplings")


def unbiased_steps(proof: Proof) -> None:
    """(69)-(73): two unbiased estimators with one law per term differ by their pair products."""
    square, pair_i, pair_o, mean = sp.symbols("q p_i p_o F", real=True)
    crossed_i, crossed_o = (m * (m - 1) * pair / m**2 for pair in (pair_i, pair_o))
    shared = m * square / m**2 - mean**2
    proof.cite("E X_i = F(z) for every row of either coupling: MSE = variance = E (mean of X_i)^2 - F(z)^2")
    count = sp.Symbol("n", positive=True, integer=True)
    for rows in range(1, 5):
        xs = sp.symbols(f"X1:{rows + 1}")
        crossed = sum(p * q for i, p in enumerate(xs) for j, q in enumerate(xs) if i != j)
        proof.equal(sum(xs) ** 2, sum(x**2 for x in xs) + crossed, f"the square of {rows} terms")
    proof.equal(
        2 * sp.expand_func(sp.binomial(count + 1, 2)), count * (count + 1), "ordered pairs, 2 binom(m, 2)"
    )
    proof.equal(
        (shared + crossed_i) - (shared + crossed_o),
        (1 - 1 / m) * (pair_i - pair_o),
        "squares and means cancel",
    )


def square_steps(proof: Proof) -> None:
    """(74), (75): the double series of the pair products, of which sum A_t A_u (t, u >= 1) is (F - a_0)^2."""
    unbiased_steps(proof)
    odd_steps(proof)
    sphere_steps(proof)
    ratio_steps(proof)
    proof.cite(
        "Tonelli: E g(|omega.z|) <= 2 E |g(omega.z)| is finite, and absolute moments of orthogonal rows are at most "
        "those of independent ones (log-convexity of mu_d), so the double series converges absolutely"
    )
    terms = sp.symbols("A0:4", nonnegative=True)
    series = sum(terms)
    crossed = sum(p * q for p in terms[1:] for q in terms[1:])
    proof.equal(crossed, (series - terms[0]) ** 2, "sum over t, u >= 1 is (F - a_0)^2, F = sum A_t")
    proof.nonnegative(crossed, "with A_t >= 0; terms with t = 0 or u = 0 have tau = 1 and cancel")


def gaussian_series(proof: Proof) -> None:
    """g = exp under N(0, I_d): A_t = w^t/t!, F = e^w, and the orthogonal pair product is 1F1(d; d/2; w)."""
    w = sp.Symbol("w", nonnegative=True)
    n = sp.Symbol("n", nonnegative=True, integer=True)
    moment = sp.factorial(2 * n) / (2**n * sp.factorial(n))
    proof.equal(
        (2 * w) ** n / sp.factorial(2 * n) * moment,
        w**n / sp.factorial(n),
        "E s^(2n)/(2n)! at |z|^2 = 2w is the term w^n/n! of e^w",
    )
    for total in range(6):
        convolved = sum(
            sp.binomial(total, i) * sp.rf(d / 2, i) * sp.rf(d / 2, total - i) for i in range(total + 1)
        )
        proof.equal(convolved, sp.rf(d, total), f"Chu-Vandermonde at n = {total}")
    proof.cite(
        "Chu-Vandermonde for every n: sum_j binom(n,j) (d/2)_j (d/2)_(n-j) = (d)_n, so sum tau is 1F1(d; d/2; w)"
    )


def sphere_coefficient(index: sp.Expr) -> sp.Expr:
    """The coefficient of |z|^(2 index) in 0F1(; d/2; d |z|^2/4), the mean of exp(omega.z) on the sphere."""
    return d**index / (4**index * sp.factorial(index) * sp.rf(d / 2, index))


def sphere_series(proof: Proof) -> None:
    """The sphere law: c_n = d^n/(4^n n! (d/2)_n), and 2^n c_n = sum_j c_j c_(n-j) tau(2j, 2(n-j))."""
    n, j = sp.symbols("n j", nonnegative=True, integer=True)
    raised = sp.rf(sp.Rational(1, 2), n) / sp.rf(d / 2, n)
    proof.equal(
        (d**n / sp.gamma(2 * n + 1) * raised / sphere_coefficient(n)).rewrite(sp.gamma),
        1,
        "d^n E u_1^(2n)/(2n)! is the coefficient of |z|^(2n) in 0F1(; d/2; d |z|^2/4)",
    )
    tau = sp.rf(d / 2, j) * sp.rf(d / 2, n) / sp.rf(d / 2, j + n)
    shared = sp.binomial(j + n, j) * sphere_coefficient(j + n)
    proof.equal(
        (shared / (sphere_coefficient(j) * sphere_coefficient(n) * tau)).rewrite(sp.gamma),
        1,
        "the coefficient of |z|^(2(j+n)) at the resultant of length sqrt(2 d), split by j: c_j c_n tau(2j, 2n)",
    )
