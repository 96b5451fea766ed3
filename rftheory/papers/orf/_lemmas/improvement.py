"""Where ORF beats RFF, the corrected form of `always`: z <= 2 in every dimension, z^2 <= d/3 in large ones.

With s = z^2/2 and n = d/2 the ratio is below 1 where 1F1(2n; n; -s) < e^{-2s}.

* Up to z = 2: the series of e^{-s} - 1F1(-n; n; s) = T_2 - T_3 + .., whose first terms have a positive sum
  (Sturm) and whose later ones alternate and do not grow.
* Up to s = n/3: y = e^{2s} 1F1(2n; n; -s) solves s y'' = (3s-n) y' - 2s y, and V = y^2 + y'^2/2 falls from
  V(0) = 1.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers.orf._notation import PAIR, D, U, d, j, orf_variance, rff_variance

n, nu = sp.Symbol("n", positive=True), sp.Symbol("nu", nonnegative=True)
s = sp.Symbol("s", nonnegative=True)


def _sign_of_gap(proof: Proof) -> None:
    """The ratio is below 1 exactly when E a_1 a_2 < exp(-z^2)."""
    pair = sp.Symbol("E", real=True)
    ratio = orf_variance(pair) / rff_variance()
    slope = 2 * (D - 1) / (1 - sp.exp(-U)) ** 2
    proof.equal(
        ratio, 1 + slope * (pair - sp.exp(-U)), "ratio - 1 has the sign of E a_1 a_2 - exp(-z^2) for D >= 2"
    )
    proof.equal(sp.hyper((d,), (d / 2,), -U / 2), PAIR, "E a_1 a_2 = 1F1(d; d/2; -s), s = z^2/2, n = d/2")


def far_dimensions(proof: Proof) -> None:
    """0 < z^2 <= d/3: an energy V = y^2 + y'^2/2 that falls up to s = n/3, for y = exp(2s) 1F1(2n; n; -s)."""
    _sign_of_gap(proof)
    y = sp.Function("y")(s)
    kummer = sp.exp(-2 * s) * y  # w = 1F1(2n; n; -s) solves s w'' + (n + s) w' + 2 n w = 0
    equation = s * sp.diff(kummer, s, 2) + (n + s) * sp.diff(kummer, s) + 2 * n * kummer
    second = ((3 * s - n) * sp.diff(y, s) - 2 * s * y) / s
    proof.cite("Kummer's equation x w'' + (b - x) w' - a w = 0 at x = -s, a = 2n, b = n")
    proof.equal(
        equation.subs(sp.diff(y, s, 2), second) * sp.exp(2 * s), sp.S.Zero, "s y'' = (3s-n) y' - 2s y"
    )
    slope = sp.diff(y, s)
    fall = 2 * y * slope + slope * second
    proof.equal(fall, (3 - n / s) * slope**2, "V' = (3 - n/s) y'^2 <= 0 up to s = n/3")
    first = 2 + sp.diff(sp.hyper((2 * n,), (n,), -s), s).subs(s, 0)
    proof.equal(first, sp.S.Zero, "y(0) = 1 and y'(0) = 0, so V(0) = 1")
    proof.cite("y is analytic and not constant, so V < 1 and with it y < 1 on (0, n/3]")


def near_pairs(proof: Proof) -> None:
    """0 < z <= 2: the series of exp(-s) - 1F1(-n; n; s), grouped, for every n >= 1."""
    _sign_of_gap(proof)
    proof.cite("Kummer's transformation 1F1(2n; n; -s) = exp(-s) 1F1(-n; n; s)")
    ratio = (-n + j) / (n + j) / (j + 1)
    proof.equal(
        ratio, -1 / (j + 1) * (n - j) / (n + j), "coefficients (-1)^k p_k/k!, p_k = prod_{0<j<k} (n-j)/(n+j)"
    )
    _decreasing(proof)
    _head(proof)


def _decreasing(proof: Proof) -> None:
    """T_k = s^k q_k/k! with q_k = 1 - p_k does not rise from k = 3 on for s <= 2, n >= 1."""
    k = sp.Symbol("k", integer=True, positive=True)
    p, gap, rest = sp.Symbol("p", real=True), sp.Symbol("e", positive=True), sp.Symbol("r", nonnegative=True)
    surplus = (1 - p) * (k + 1) / (k - 1) - (1 - p * (n - k) / (n + k))
    bound = 1 + k * (k - 1) / (n + k)
    proof.equal(
        surplus,
        2 / (k - 1) * (1 - p * bound),
        "q_(k+1) <= q_k (k+1)/(k-1) follows from p_k (1 + k(k-1)/(n+k)) <= 1",
    )
    proof.positive(((n + 1) / (n - 1) - bound.subs(k, 2)).subs(n, 1 + gap), "which holds at k = 2")
    step = bound * (n + k) / (n - k) - bound.subs(k, k + 1)
    proof.positive(
        sp.factor(step.subs(n, k + gap)),
        "and passes from k to k + 1 while k < n: then T_(k+1)/T_k <= s/(k-1)",
    )
    least = sp.Rational(1, 3) - (gap / (2 * n + gap)).subs(gap, 1 / (1 + rest)).subs(n, 1 + nu)
    proof.nonnegative(sp.factor(least), "past n one factor is (j-n)/(j+n) with 0 < j-n <= 1, so |p_k| <= 1/3")
    shrunk = (2 * (1 - p) - (1 + p)).subs(p, sp.Rational(1, 3) - rest)
    proof.nonnegative(
        sp.expand(shrunk),
        "there q_(k+1) <= 1 + |p_k| <= 2 q_k for p_k in [0, 1/3], and q_(k+1) <= q_k for p_k < 0",
    )
    proof.cite(
        "Leibniz: the terms from k = 8 on alternate, begin with + and do not grow, so their sum is >= 0"
    )


def _head(proof: Proof) -> None:
    """T_2 - T_3 + .. - T_7 > 0 for 0 < s <= 2 and n >= 1."""
    common = sp.prod([n + i for i in range(1, 7)])
    total = sp.S.Zero
    for k in range(2, 8):
        p = sp.prod([(n - i) / (n + i) for i in range(1, k)])
        total += (-s) ** k / sp.factorial(k) * (1 - p)
    head = sp.cancel(sp.together(total * common / s**2))
    for power, coefficient in enumerate(reversed(sp.Poly(sp.expand(head.subs(n, 1 + nu)), nu).all_coeffs())):
        polynomial = sp.Poly(coefficient, s)
        proof.equal(polynomial.count_roots(0, 2), 0, f"(n-1)^{power}: no root in [0, 2] (Sturm)")
        proof.positive(polynomial.eval(1), f"(n-1)^{power}: and positive at 1")
