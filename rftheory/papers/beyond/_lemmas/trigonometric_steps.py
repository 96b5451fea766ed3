"""Steps of proof for coupled rows with trigonometric features."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers._shared.invariants import d
from rftheory.papers.beyond._lemmas.blocks import k, p, polar, radial, taylor, z

U = z**2
SIMPLEX_COSINE = -1 / (d - 1)
TWO_TERMS = -(z**4) * sp.exp(-U) / (2 * d) + sp.exp(-U) * (z**8 - 8 * z**6 + 8 * z**4) / (8 * d**2)


def pair_steps(proof: Proof) -> None:
    a, b = sp.symbols("a b", real=True)
    proof.equal(
        (sp.cos(a - b) + sp.cos(a + b)) / 2,
        sp.cos(a) * sp.cos(b),
        "product to sum; -w_2 makes w_1 - w_2 a pair of cosine -c",
    )
    proof.cite(
        "a uniform direction u has E cos(s u.x) = 0F1(; d/2; -s^2 |x|^2/4), the conformity's summand at v = iz"
    )
    polar(proof)
    radial(proof)
    taylor(proof)
    sign = sp.Symbol("s", real=True)
    proof.equal(
        ((-sign) ** (2 * p) + sign ** (2 * p)) / 2,
        sign ** (2 * p),
        "even powers of c survive the mean of c and -c",
    )
    proof.equal((-sign) ** (2 * p + 1) + sign ** (2 * p + 1), 0, "odd ones cancel")


def block_steps(proof: Proof) -> None:
    pair_steps(proof)
    n = sp.Symbol("n", positive=True)
    e, mean = sp.symbols("q T", positive=True)
    proof.cite("E a_i = exp(-z^2/2), E a_i^2 = (1 + exp(-2 z^2))/2 for rows N(0, I_d); below q = exp(-z^2)")
    variance = (n * (1 + e**2) / 2 + n * (n - 1) * mean) / n**2 - e
    printed = ((1 - e) ** 2 / 2 + (n - 1) * (mean - e)) / n
    proof.equal(variance, printed, "n squares and n(n-1) products, less the squared kernel")
    independent = printed.subs(mean, e)
    proof.equal(independent, (1 - e) ** 2 / (2 * n), "independent rows have T = q")
    proof.equal(
        printed / independent, 1 + 2 * (n - 1) * (mean - e) / (1 - e) ** 2, "and the quotient is the ratio"
    )
    proof.equal((d - 1) * SIMPLEX_COSINE, -1, "d rows of cosine -1/(d-1) sum to 0: the printed simplex")


def second_steps(proof: Proof) -> None:
    pair_steps(proof)
    gammas = sp.gamma(d / 2 + 1) ** 2 / (sp.gamma(d / 2) * sp.gamma(d / 2 + 2))
    proof.equal(sp.gammasimp(gammas) / 2, d / (2 * (d + 2)), "the factor of z^4 in the term p = 2")
    proof.cite("Kummer's transformation 1F1(a; b; x) = e^x 1F1(b-a; b; -x)")
    proof.equal((d / 2 + 2) + d / 2, d + 2, "turns 1F1(-d/2; d/2+2; x) into e^x 1F1(d+2; d/2+2; -x)")
    y = sp.Symbol("y", positive=True)
    proof.positive(
        d / (2 * (d + 2)), "at z -> 0 the coefficient is z^4 times this number: positive for small z > 0"
    )
    proof.cite(
        "the next even coefficient is O(z^8): at small z the pair mean is least at c = 0, orthogonal rows"
    )
    power = d / 2 + 2
    proof.cite(
        "Mellin: int_0^oo y^(s-1) 1F1(a; b; -y) dy = Gamma(s) Gamma(a-s) Gamma(b)/(Gamma(a) Gamma(b-s)), 0 < s < a"
    )
    proof.positive((d + 2) - power, "at s = b = d/2+2 this is within 0 < s < a = d+2")
    proof.equal(
        1 / sp.gamma(power - power), 0, "and 1/Gamma(b-s) = 0: the continuous y^(s-1) 1F1 integrates to 0"
    )
    proof.equal(sp.hyper((d + 2,), (power,), sp.S.Zero), 1, "1F1 is 1 at y = 0, so it is positive near it")
    proof.positive(y ** (power - 1), "and its weight y^(s-1) is positive")
    proof.cite(
        "a continuous function that is positive somewhere and integrates to 0 against a positive weight is negative somewhere"
    )


def opposite_steps(proof: Proof) -> None:
    r, s, u = sp.symbols("r s u", positive=True)
    proof.equal(sp.cos(-s * z * u), sp.cos(s * z * u), "the opposite row has the same cosine up to its norm")
    proof.cite("norms are independent given the direction: E a_1 a_2 = E_u[C(z u_1)^2], C(t) = E cos(r t)")
    moment = 2**k * sp.gamma(d / 2 + k) / sp.gamma(d / 2)
    term = (-1) ** k * r ** (2 * k) / sp.factorial(2 * k) * moment
    target = (
        sp.gamma(d / 2 + k) / sp.gamma(d / 2) * sp.gamma(sp.Rational(1, 2)) / sp.gamma(k + sp.Rational(1, 2))
    )
    target = target * (-(r**2) / 2) ** k / sp.factorial(k)
    proof.equal(term, target, "C(t) = 1F1(d/2; 1/2; -t^2/2), term by term")
    proof.equal(sp.exp(-U / 2) ** 2, sp.exp(-U), "E_u C(z u_1) = E cos(w.z) = exp(-z^2/2)")
    proof.cite(
        "Jensen for the square, strict: C is analytic with C(0) = 1, not constant, and u_1 takes every value in [-1, 1] for d >= 2"
    )
    proof.distinct(sp.diff(1 - d * r**2 / 2, r, 2), 0, "C''(0) = -d is not 0")


def _coefficient_bounds(proof: Proof, j: sp.Symbol) -> None:
    """g_k = prod_(j<k) (1 - a_j) within elementary symmetric sums of a_j = j/(d+2j), and a_j by j/d."""
    b, e1, e2, low = sp.symbols("a e1 e2 P", nonnegative=True)
    bracket = sp.gamma(d + k) * sp.gamma(d / 2) / (2**k * sp.gamma(d) * sp.gamma(d / 2 + k))
    a = j / (d + 2 * j)
    proof.equal(
        bracket.subs(k, 0), 1, "the coefficient g_k of (-z^2)^k/k! in 1F1(d; d/2; -z^2/2) is 1 at k = 0"
    )
    proof.equal(
        bracket.subs(k, k + 1) / bracket,
        1 - a.subs(j, k),
        "g_k is the product of 1 - a_j, a_j = j/(d+2j), over j < k",
    )
    first = low - 1 + e1
    proof.equal(
        low * (1 - b) - 1 + e1 + b,
        first + b * (1 - low),
        "P - 1 + e1 grows by a(1-P) >= 0: it is never negative",
    )
    second = low - 1 + e1 - e2
    following = low * (1 - b) - 1 + e1 + b - (e2 + b * e1)
    proof.equal(
        following,
        second - b * first,
        "P - (1 - e1 + e2) falls by a (P - 1 + e1), at most by a e2, which is what e3 gains",
    )
    proof.cite(
        "so -e3 <= g_k - (1 - e1 + e2) <= 0, e_i the elementary symmetric sums of a_0..a_(k-1), and e3 <= e1^3/6"
    )
    proof.equal(
        a - (j / d - 2 * j**2 / d**2), 4 * j**3 / (d**2 * (d + 2 * j)), "a_j = j/d - 2j^2/d^2 + [0, 4j^3/d^3]"
    )
    proof.nonnegative(4 * j**3 / d**3 - 4 * j**3 / (d**2 * (d + 2 * j)), "the upper end of that range")
    gap = sp.factor(j**2 / d**2 - a**2)
    proof.nonnegative(gap, "a_j^2 is at most j^2/d^2")
    proof.nonnegative(sp.factor(4 * j**3 / d**3 - gap), "and less by 4j^3/d^3 at most")


def second_order_steps(proof: Proof) -> None:
    """1F1(d; d/2; -z^2/2) to second order in 1/d, with a remainder of order d^-3."""
    j = sp.Symbol("j", nonnegative=True, integer=True)
    _coefficient_bounds(proof, j)
    sums = [sp.summation(j**i, (j, 0, k - 1)) for i in (1, 2, 3)]
    big, low_sum = sp.symbols("A S", nonnegative=True)
    proof.equal(
        (big / d) ** 2 - (big / d - 2 * low_sum / d**2) ** 2,
        4 * big * low_sum / d**3 - 4 * low_sum**2 / d**4,
        "e1 in [A/d - 2 S/d^2, A/d] puts e1^2 within 4 A S/d^3 of A^2/d^2 (A = sum j, S = sum j^2)",
    )
    approximate = -sums[0] / d + 2 * sums[1] / d**2 + (sums[0] ** 2 - sums[1]) / (2 * d**2)
    falling = [sp.prod(k - i for i in range(n)) for n in (2, 3, 4)]
    claimed = -falling[0] / (2 * d) + (falling[2] + 8 * falling[1] + 8 * falling[0]) / (8 * d**2)
    proof.equal(approximate, claimed, "1 - e1 + (e1^2 - sum a^2)/2 to second order, in falling factorials")
    proof.equal(
        claimed * 8 * d**2,
        -4 * d * k * (k - 1) + k * (k - 1) * (k**2 + 3 * k - 2),
        "which is the polynomial of the sketch",
    )
    for n, factor in zip((2, 3, 4), falling, strict=True):
        term = (-1) ** k * U**k / sp.factorial(k) * factor
        proof.equal(term.subs(k, k + n), (-U) ** n * (-1) ** k * U**k / sp.factorial(k), f"sum of k..(k-{n - 1}) (-z^2)^k/k! is (-z^2)^{n} e^(-z^2)")  # fmt: skip
    total = -(U**2) / (2 * d) + (U**4 - 8 * U**3 + 8 * U**2) / (8 * d**2)
    proof.equal(total * sp.exp(-U), TWO_TERMS, "summed: the two printed terms")
    remainder = sums[0] ** 3 / 6 + 4 * sums[2] + 2 * sums[0] * sums[1] + 2 * sums[2]
    proof.equal(
        sp.Poly(sp.expand(remainder), k).degree(),
        6,
        "what is left is at most B(k)/d^3, B a polynomial: sum z^(2k) B(k)/k! is finite",
    )
