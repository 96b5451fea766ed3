"""Trigonometric features: domains, exact means and errors of orthogonal and independent rows, proof steps."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Agreement,
    Domain,
    Formula,
    Parameter,
    Proof,
    Representations,
    Search,
    Simulation,
    formula,
    real,
)
from rftheory.papers.simrf._lemmas.orf_conformity import hyper11, orf_series
from rftheory.papers.simrf._lemmas.positive_mse import sphere_average
from rftheory.papers.simrf._notation import (
    COUNT,
    DIMENSION,
    DISTANCE,
    EXPERIMENT,
    SUMMAND_TERM,
    WITHIN_BLOCK,
    chosen,
    d,
    fit,
    k,
    m,
    p,
    v,
    z,
)

U = z**2
SEPARATED = real("z", above=0, meaning="|x-y|, positive")
_SPOTS: tuple[dict[str, object], ...] = (
    {"d": 2, "m": 2, "z": 1}, {"d": 3, "m": 2, "z": 0}, {"d": 64, "m": 64, "z": 3}, {"d": 64, "m": 1, "z": 2},
    {"d": 10**6, "m": 10**6, "z": "1e-3"}, {"d": 3, "m": 2, "z": 100}, {"d": 64, "m": 64, "z": 10},
)  # fmt: skip
GENTLE: tuple[dict[str, object], ...] = (
    {"d": 2, "m": 2, "z": "1/2"}, {"d": 3, "m": 2, "z": 1}, {"d": 64, "m": 64, "z": 3}, {"d": 5, "m": 3, "z": 2},
    {"d": 1000, "m": 7, "z": 2}, {"d": 2, "m": 2, "z": 4}, {"d": 10**6, "m": 3, "z": "1/1000"},
)  # fmt: skip

# checks of an identity whose printed sides are series, where these are short
GENTLY = (
    Agreement(points=GENTLE),
    Search(),
    Representations("lhs", points=GENTLE),
    Representations("rhs", points=GENTLE),
)


def plane(distance: Parameter = DISTANCE, *more: Parameter) -> Domain:
    """(d, m, z) with m <= d, and any further parameters."""
    spots = tuple(spot for spot in _SPOTS if distance is DISTANCE or spot["z"] != 0)
    return Domain((DIMENSION, COUNT, distance, *more), (WITHIN_BLOCK,), fit, spots)


BLOCK = plane()
OPEN_BLOCK = plane(SEPARATED)

ORT = hyper11(-U / 2)  # E a_1 a_2 for orthogonal w_1, w_2
ORT_PRINTED = orf_series(-U / 2)
# The same by the coordinates (w_1.z, w_2.z): the Dirichlet moments of two coordinates of a direction, no w_12
ORT_COORDINATES = sp.Sum(
    (-U / 2) ** p / sp.factorial(p) * sp.hyper((d / 2,), (d / 2 + p,), -U / 2), (p, 0, sp.oo)
)
TAIL = {p: (U / 2) ** p / sp.factorial(p)}  # the inner 1F1 is a mean of exp(-z^2 B/2), B in [0, 1]

IID_MSE = (1 - sp.exp(-U)) ** 2 / (2 * m)


def mse(pair: sp.Expr) -> sp.Expr:
    """The MSE (74) for a mean pair product `pair`."""
    return ((1 - sp.exp(-U)) ** 2 / 2 + (m - 1) * (pair - sp.exp(-U))) / m


def literal_mse(pair: sp.Expr) -> sp.Expr:
    """The same as variance over m plus covariance."""
    variance = (1 + sp.exp(-2 * U)) / 2 - sp.exp(-U)
    return variance / m + (1 - 1 / m) * (pair - sp.exp(-U))


def gap(pair: sp.Expr) -> sp.Expr:
    """The orthogonality gap (26) for a mean pair product `pair`."""
    return (m - 1) / m * (sp.exp(-U) - pair)


SQUARE = (1 - sp.exp(-U)) ** 2


def ratio(pair: sp.Expr, denominator: sp.Expr = SQUARE) -> sp.Expr:
    """MSE_ORF/MSE_IIDRF for a mean pair product `pair`, as (77) writes it."""
    return 1 + 2 * (m - 1) / denominator * (pair - sp.exp(-U))


def exact(expression: sp.Expr, closed: sp.Expr, domain: Domain = BLOCK, names: str = "d m z") -> Formula:
    """A quantity by the coordinate series, with its closed form."""
    return formula(expression, domain, names, closed=closed, majorants=TAIL)


def second_moment(coupling: str, pair: sp.Expr, *points: tuple[int, int, object]) -> Simulation:
    """Squared errors drawn at points (d, m, z) and held against the MSE."""
    expected = ((1 + sp.exp(-2 * U)) / 2 + (m - 1) * pair) / m
    quantity = formula(expected.subs(z, chosen), EXPERIMENT, "d m length")
    drawn = tuple({"d": dd, "m": mm, "length": zz} for dd, mm, zz in points)
    mean = formula(sp.exp(-(chosen**2) / 2), EXPERIMENT, "length")
    return Simulation(coupling, "trigonometric", "square", quantity, drawn, mean=mean)


def gaussian_cosine(proof: Proof) -> None:
    """E cos(g z) = exp(-z^2/2) for a standard normal g, term by term."""
    proof.cite("E g^(2k) = (2k)!/(2^k k!); the series is absolutely convergent with mean exp(z^2/2)")
    moment = sp.factorial(2 * k) / (2**k * sp.factorial(k))
    term = (-1) ** k * z ** (2 * k) / sp.factorial(2 * k) * moment
    proof.equal(term, (-1) ** k * (U / 2) ** k / sp.factorial(k), "the terms of exp(-z^2/2)")


def mean_of_cosines(proof: Proof) -> None:
    """(74) for any coupling with Gaussian marginals, S the mean pair product."""
    gaussian_cosine(proof)
    a = sp.Symbol("a", real=True)
    proof.equal((1 + sp.cos(2 * a)) / 2, sp.cos(a) ** 2, "E a_i^2 is a mean at 0 and at 2z")
    square, single, pair = (1 + sp.exp(-2 * U)) / 2, sp.exp(-U / 2), sp.Symbol("S", real=True)
    total = (m * square + m * (m - 1) * pair) / m**2 - single**2
    proof.equal(total, mse(pair), "E Khat^2 has m squares and m(m-1) products; the mean is the kernel")


def pair_mean(proof: Proof) -> None:
    """E a_1 a_2 of an orthogonal pair is the printed series: law of w_12, then term by term."""
    a, b, r1, r2 = sp.symbols("a b r1 r2", real=True)
    product = (sp.cos(a - b) + sp.cos(a + b)) / 2
    proof.equal(product, sp.cos(a) * sp.cos(b), "cos a cos b by sum and difference")
    proof.equal(
        (r1**2 + r2**2 + 2 * r1 * r2 * 0),
        r1**2 + r2**2,
        "|w_1 +- w_2|^2 at cosine 0: chi-square with 2d degrees",
    )
    sphere_average(proof)
    moment = 2**k * sp.gamma(d + k) / sp.gamma(d)
    term = (-1) ** k * SUMMAND_TERM.subs(v, z) * moment
    printed = sp.gamma(d / 2) / sp.gamma(d) * (-1) ** k * (U / 2) ** k / sp.factorial(k)
    printed = printed * sp.gamma(k + d) / sp.gamma(k + d / 2)
    proof.cite(
        "E w^(2k) = 2^k Gamma(d+k)/Gamma(d) for chi_2d; v = iz in the sphere average; absolute convergence"
    )
    proof.equal(term.subs(k, 0), printed.subs(k, 0), "the first terms agree")
    quotient = sp.gammasimp((term / printed).subs(k, k + 1) / (term / printed))
    proof.equal(quotient, sp.S.One, "and so do the ratios of successive terms")


def coefficients(proof: Proof) -> None:
    """0 <= c_k - 1 + k(k-1)/(2d) <= B(k)/d^2, c_k = 2^-k (d)_k/(d/2)_k, B a polynomial in k."""
    c = sp.gamma(k + d) * sp.gamma(d / 2) / (2**k * sp.gamma(k + d / 2) * sp.gamma(d))
    a = k / (d + 2 * k)
    proof.equal(c.subs(k, 0), sp.S.One, "c_0 = 1")
    proof.equal(c.subs(k, k + 1) / c, 1 - a, "c_k is the product of 1 - j/(d+2j) over j < k")
    total, excess, slack, b = sp.symbols("A e f b", nonnegative=True)
    following = (1 - total + excess) * b - (1 - total - (1 - b))
    proof.equal(
        following, excess * b + total * (1 - b), "c_k = 1 - A + e: the next e, b = 1 - a_k in [0, 1], is >= 0"
    )
    upper = (total + 1 - b) ** 2 / 2 - following.subs(excess, total**2 / 2 - slack)
    proof.equal(
        upper, slack * b + total**2 * (1 - b) / 2 + (1 - b) ** 2 / 2, "and e <= A^2/2 passes on to the next k"
    )
    proof.equal(k / d - a, 2 * k**2 / (d * (d + 2 * k)), "A falls short of k(k-1)/(2d) by the sum of these")
    proof.nonnegative(2 * k**2 / d**2 - 2 * k**2 / (d * (d + 2 * k)), "each at most 2 j^2/d^2")
    j = sp.Symbol("j", integer=True)
    proof.equal(sp.summation(j, (j, 0, k - 1)), k * (k - 1) / 2, "sum of j below k")
    proof.equal(sp.summation(2 * j**2, (j, 0, k - 1)), k * (k - 1) * (2 * k - 1) / 3, "sum of 2 j^2 below k")


def second_order(proof: Proof) -> None:
    """E_ort - e^{-z^2} = -z^4 e^{-z^2}/(2d) + O(1/d^2) at fixed z, with an explicit bound."""
    coefficients(proof)
    term = (-1) ** k * U**k / sp.factorial(k) * k * (k - 1)
    proof.equal(term.subs(k, k + 2), U**2 * (-1) ** k * U**k / sp.factorial(k), "sum of k(k-1)(-z^2)^k/k!")
    bound = k * (k - 1) * (2 * k - 1) / 3 + (k * (k - 1) / 2) ** 2 / 2
    proof.equal(
        sp.Poly(bound, k).degree(), 4, "B(k) is a polynomial: sum z^(2k) B(k)/k! is finite for every z"
    )
