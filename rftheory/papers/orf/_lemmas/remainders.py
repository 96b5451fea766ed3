"""Means of cosines of orthogonal rows: laws, series, and explicit remainders of their expansions in 1/d."""

from __future__ import annotations

from itertools import pairwise

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers.orf._notation import PAIR_MAIN, U, d, j, k, sphere, z

t = sp.Symbol("t", nonnegative=True)


def chi_law(proof: Proof) -> None:
    """E r^(2k) = 2^k Gamma(k+d/2)/Gamma(d/2) for r chi with d degrees of freedom."""
    proof.cite("the Gamma integral: int_0^oo r^(a-1) exp(-r^2/2) dr = 2^(a/2-1) Gamma(a/2)")
    weight = 2 ** (1 - d / 2) / sp.gamma(d / 2)
    integral = weight * 2 ** ((2 * k + d) / 2 - 1) * sp.gamma((2 * k + d) / 2)
    moment = 2**k * sp.gamma(k + d / 2) / sp.gamma(d / 2)
    proof.equal(integral, moment, "moments of the chi density 2^(1-d/2)/Gamma(d/2) r^(d-1) exp(-r^2/2)")


def sphere_series(proof: Proof) -> None:
    """E cos<q, v> = 0F1(; d/2; -|v|^2/4) for a uniform direction q, term by term."""
    proof.cite("E q_1^(2k) = (1/2)_k/(d/2)_k, the Beta(1/2, (d-1)/2) moments of a squared coordinate")
    term = (-1) ** k * z ** (2 * k) / sp.factorial(2 * k) * sp.rf(sp.S.Half, k) / sp.rf(d / 2, k)
    series = (-U / 4) ** k / sp.factorial(k) / sp.rf(d / 2, k)
    following = sp.gammasimp((term / series).subs(k, k + 1) / (term / series))
    proof.equal(following, sp.S.One, "the cosine series has the coefficients of 0F1: equal ratios")
    proof.equal((term / series).subs(k, 0), sp.S.One, "and equal first terms")


def gaussian_row(proof: Proof) -> None:
    """s q with s chi_d and q uniform has the characteristic function exp(-z^2/2)."""
    sphere_series(proof)
    chi_law(proof)
    moment = 2**k * sp.gamma(k + d / 2) / sp.gamma(d / 2)
    term = (-U / 4) ** k / sp.factorial(k) * sp.gamma(d / 2) / sp.gamma(k + d / 2) * moment
    proof.equal(
        term, (-U / 2) ** k / sp.factorial(k), "averaging 0F1(; d/2; -r^2 z^2/4) over r gives exp(-z^2/2)"
    )
    proof.cite("absolute convergence: the series with |.| sums to a finite 1F1, so mean and sum exchange")


def pair_law(proof: Proof) -> None:
    """E cos(w_1.z) cos(w_2.z) = 1F1(d; d/2; -z^2/2) for orthogonal w_1, w_2 with independent chi_d norms."""
    a, b = sp.symbols("a b", real=True)
    product = (sp.cos(a - b) + sp.cos(a + b)) / 2
    proof.equal(product, sp.cos(a) * sp.cos(b), "cos a cos b as sum and difference of angles")
    proof.cite(
        "w_1 +- w_2 has squared length s_1^2 + s_2^2, chi-square with 2d degrees, and a uniform direction"
    )
    sphere_series(proof)
    moment = 2**k * sp.gamma(k + d) / sp.gamma(d)
    term = (-U / 4) ** k / sp.factorial(k) * sp.gamma(d / 2) / sp.gamma(k + d / 2) * moment
    ratio = sp.gammasimp(term.subs(k, k + 1) / term)
    proof.equal(
        ratio, (d + k) / (d / 2 + k) * (-U / 2) / (k + 1), "the average has the term ratio of 1F1(d; d/2)"
    )


def bonferroni(proof: Proof) -> None:
    """1 - A <= prod(1 - a_j) <= 1 - A + A^2/2 for 0 <= a_j <= 1, A = sum a_j, by induction."""
    total, a, product = sp.symbols("A a P", nonnegative=True)
    rest = sp.Symbol("q", nonnegative=True)  # 1 - P
    lower = (product * (1 - a) - (1 - total - a)).subs(product, 1 - rest)
    proof.equal(lower, (total - rest) + a * rest, "lower step: nonnegative as 1 - P lies in [0, A]")
    upper = (1 - total - a + (total + a) ** 2 / 2) - (1 - total + total**2 / 2) * (1 - a)
    proof.nonnegative(sp.expand(upper), "upper step")


def exponential_sum(proof: Proof, polynomial: sp.Expr, argument: sp.Expr) -> sp.Expr:
    """sum_k p(k) argument^k/k! = exp(argument) sum_i a_i argument^i where p = sum_i a_i k(k-1)..(k-i+1)."""
    degree = sp.Poly(polynomial, k).degree()
    values = [polynomial.subs(k, i) for i in range(degree + 1)]
    weights: list[sp.Expr] = []
    while values:
        weights.append(values[0] / sp.factorial(len(weights)))
        values = [b - a for a, b in pairwise(values)]
    falling = sum(w * sp.prod([k - e for e in range(i)]) for i, w in enumerate(weights))
    proof.equal(falling, polynomial, "the polynomial in falling factorials")
    return sp.exp(argument) * sum(w * argument**i for i, w in enumerate(weights))


def _sums(proof: Proof) -> tuple[sp.Expr, sp.Expr]:
    first, second = k * (k - 1) / 2, k * (k - 1) * (2 * k - 1) / 6
    for power, total in ((1, first), (2, second)):
        proof.equal(total.subs(k, k + 1) - total, k**power, f"sum of j^{power} below k, by induction")
    return first, second


def pair_remainder(proof: Proof) -> sp.Expr:
    """f(z) with |E a_1 a_2 - (exp(-z^2) - exp(-z^2) z^4/(2d))| <= f(z)/d^2 for every d >= 2 and z."""
    share = j / (d + 2 * j)
    ratio = (d + j) / (d / 2 + j) * (-U / 2) / (j + 1)
    proof.equal(
        ratio, -U / (j + 1) * (1 - share), "1F1(d; d/2; -z^2/2) = sum (-z^2)^k/k! prod_{j<k}(1 - j/(d+2j))"
    )
    proof.nonnegative(1 - share, "each factor lies in [0, 1]")
    proof.nonnegative(j / d - share, "j/(d+2j) <= j/d")
    proof.nonnegative(2 * j**2 / d**2 - (j / d - share), "and misses it by at most 2 j^2/d^2")
    bonferroni(proof)
    first, second = _sums(proof)
    main = exponential_sum(proof, 1 - first / d, -U)
    proof.equal(main, PAIR_MAIN, "the terms of order 1 and 1/d sum to the main term of Lemma 2")
    f = exponential_sum(proof, sp.expand(2 * second + first**2 / 2), U)
    proof.nonnegative(sp.expand(f * sp.exp(-U)), "f(z), the sum of (2 sum j^2 + (sum j)^2/2) z^(2k)/k!")
    return f


def sphere_main(squared: sp.Expr) -> sp.Expr:
    """E cos(sqrt(d) <q, v>) up to 1/d, |v|^2 = squared."""
    return sp.exp(-squared / 2) * (1 - squared**2 / (4 * d))


def sphere_remainder(proof: Proof) -> sp.Expr:
    """F(t) with |E cos(sqrt(d) <q, v>) - exp(-t/2)(1 - t^2/(4d))| <= F(t)/d^2 for t = |v|^2, every d."""
    share = 2 * j / (d + 2 * j)
    ratio = (-d * t / 4) / ((d / 2 + j) * (j + 1))
    proof.equal(
        ratio,
        -t / 2 / (j + 1) * (1 - share),
        "0F1(; d/2; -d t/4) = sum (-t/2)^k/k! prod_{j<k}(1 - 2j/(d+2j))",
    )
    proof.equal(sphere(t), sp.hyper((), (d / 2,), -d * t / 4), "which is the mean of the cosine")
    proof.nonnegative(1 - share, "each factor lies in [0, 1]")
    proof.nonnegative(2 * j / d - share, "2j/(d+2j) <= 2j/d")
    proof.nonnegative(4 * j**2 / d**2 - (2 * j / d - share), "and misses it by at most 4 j^2/d^2")
    bonferroni(proof)
    first, second = _sums(proof)
    main = exponential_sum(proof, 1 - 2 * first / d, -t / 2)
    proof.equal(main, sphere_main(t), "the terms of order 1 and 1/d")
    bound = exponential_sum(proof, sp.expand(4 * second + 2 * first**2), t / 2)
    proof.nonnegative(sp.expand(bound * sp.exp(-t / 2)), "F(t)")
    return bound
