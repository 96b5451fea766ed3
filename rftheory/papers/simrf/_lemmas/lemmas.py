"""Steps of proof that several entries of simrf share, each named once. States nothing."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers.simrf._notation import SCALE, d, k, m, v, x2, xy, y2

a, b, e, s, q = sp.symbols("a b e s q", nonnegative=True)
many = sp.Symbol("n", positive=True, integer=True) + 1  # a number of projections that is at least 2
length = sp.Symbol("v", positive=True)

TERM = sp.gamma(d / 2) * v ** (2 * k) / (4**k * sp.factorial(k) * sp.gamma(k + d / 2))


def summand_is_convex(proof: Proof) -> None:
    """t -> sum_k TERM t^k has positive coefficients: increasing and convex for t >= 0."""
    proof.positive(TERM.subs(v, length), "the coefficients of the summand are positive for v > 0")
    proof.nonnegative(sp.diff(s ** (k + 1), s), "every power increases in t >= 0")
    proof.nonnegative(sp.diff(s ** (k + 2), s, 2), "every power is convex in t >= 0")


def convex_in_cosine(proof: Proof) -> None:
    """F(c), the mean of the summand at |w_1+w_2|^2 over norms independent of the cosine, increases and is convex."""
    summand_is_convex(proof)
    squared = a**2 + b**2 + 2 * a * b * (e - 1)
    proof.equal(
        squared, (a - b) ** 2 + 2 * a * b * e, "|w_1+w_2|^2 is affine in e = 1 + c with slope 2 w_1 w_2 >= 0"
    )
    power = (s + q * e) ** (k + 2)
    proof.nonnegative(sp.diff(power, e), "hence every power of it increases in c")
    proof.nonnegative(sp.diff(power, e, 2), "and is convex in c")
    proof.positive(
        sp.diff(TERM.subs({k: 1, v: length}) * sp.Symbol("r", positive=True) * e, e),
        "strictly, by its first power, for v > 0 and positive norms",
    )
    proof.cite("Tonelli: a mean over the norms of such functions is again increasing and convex")


def sum_of_cosines(proof: Proof) -> None:
    """sum_{i != j} c_ij = |sum_i what_i|^2 - m >= -m, so the mean cosine is at least -1/(m-1)."""
    x, y, angle = sp.symbols("x y angle", real=True)
    longer = (x + sp.cos(angle)) ** 2 + (y + sp.sin(angle)) ** 2 - (m + 1)
    step = x**2 + y**2 - m + 2 * (x * sp.cos(angle) + y * sp.sin(angle))
    proof.equal(longer, step, "induction on m: one more unit vector adds 2 what.S to the sum of the cosines")
    proof.nonnegative(x**2 + y**2, "|sum_i what_i|^2 is not negative")
    proof.equal(-many / (many * (many - 1)), -1 / (many - 1), "mean over the m(m-1) ordered pairs")


def simplex_bound(proof: Proof) -> None:
    """sum_{i != j} F(c_ij) >= m(m-1) F(-1/(m-1)), with equality at equal cosines and vanishing sum."""
    convex_in_cosine(proof)
    sum_of_cosines(proof)
    proof.cite("Jensen's inequality for the convex F, then monotonicity of F")
    proof.equal(
        many + many * (many - 1) * (-1 / (many - 1)),
        0,
        "equal cosines -1/(m-1) have |sum_i what_i|^2 = 0: the bound is reached",
    )
    proof.equal(
        1 + 1 / (many - 1),
        many / (many - 1),
        "their Gram matrix has the eigenvalues 0 and m/(m-1), rank m-1 <= d",
    )


def mean_of_terms(proof: Proof) -> None:
    """The MSE of a mean of m terms with E b = e^{v^2/2}, E b^2 = e^{2v^2} and mean pair product P."""
    t = sp.Symbol("t", real=True)
    normal = sp.exp(-(t**2) / 2) / sp.sqrt(2 * sp.pi)
    proof.equal(
        sp.integrate(sp.exp(length * t) * normal, (t, -sp.oo, sp.oo)),
        sp.exp(length**2 / 2),
        "E b_i: w_i.(x+y) is normal with variance v^2",
    )
    proof.equal(
        sp.exp(length**2 / 2).subs(length, 2 * length), sp.exp(2 * length**2), "E b_i^2 is the same at 2v"
    )
    pair, single, square = sp.symbols("P mu sigma", positive=True)
    total = many * square + many * (many - 1) * pair - many**2 * single**2
    printed = many * ((square - single**2) + (many - 1) * (pair - single**2))
    proof.equal(total, printed, "variance of the sum of the b_i: m squares and m(m-1) products")
    proof.equal(sp.exp(-x2 - y2) ** 2 / m**2 * m, SCALE / m, "the squared prefactor over m^2, times m")
    proof.equal(
        sp.exp(-x2 - y2) * sp.exp((x2 + y2 + 2 * xy) / 2),
        sp.exp(-(x2 + y2 - 2 * xy) / 2),
        "the mean is the Gaussian kernel: the MSE is a variance",
    )


def sphere_average(proof: Proof) -> None:
    """E e^{w u.v} over uniform directions u is sum_k TERM w^{2k}: term by term in moments of u_1."""
    u = sp.Symbol("u", positive=True)
    proof.cite(
        "u_1 has the density proportional to (1-u^2)^((d-3)/2) on [-1, 1] (d >= 2); odd moments vanish"
    )
    weight = (1 - u**2) ** ((d - 3) / 2)
    primitive = u ** (2 * k + 1) * weight * (1 - u**2)
    proof.equal(
        sp.expand(sp.powsimp(sp.expand(sp.diff(primitive, u) / weight / u ** (2 * k)), force=True)),
        (2 * k + 1) - (2 * k + d) * u**2,
        "integration by parts: E u_1^(2k+2) = (2k+1)/(2k+d) E u_1^(2k)",
    )
    following = v**2 / ((2 * k + 1) * (2 * k + 2)) * (2 * k + 1) / (2 * k + d)
    proof.equal(
        sp.gammasimp(sp.combsimp(TERM.subs(k, k + 1) / TERM)),
        following,
        "the terms E (v u_1)^(2k)/(2k)! obey the recurrence of the coefficients",
    )
    proof.equal(TERM.subs(k, 0), sp.Integer(1), "and both start at 1")


def closing_total(proof: Proof) -> None:
    """sum_{i != j} |w_i+w_j|^2 = 2(m-2) sum |w_i|^2 + 2 |sum w_i|^2, and how small the total can be."""
    for rows in (2, 3, 4):
        x, y = sp.symbols(f"x1:{rows + 1}", real=True), sp.symbols(f"y1:{rows + 1}", real=True)
        pairs = [(i, j) for i in range(rows) for j in range(rows) if i != j]
        double = sum((x[i] + x[j]) ** 2 + (y[i] + y[j]) ** 2 for i, j in pairs)
        squares = sum(t**2 for t in (*x, *y))
        proof.equal(
            double,
            2 * (rows - 2) * squares + 2 * (sum(x) ** 2 + sum(y) ** 2),
            f"expanding the double sum, m = {rows}",
        )
    squares, total, dot, one = sp.symbols("Q S2 S.w w2", real=True)
    added = 2 * squares + 2 * m * one + 4 * dot
    longer = 2 * (m - 1) * (squares + one) + 2 * (total + 2 * dot + one)
    proof.equal(
        longer - (2 * (m - 2) * squares + 2 * total),
        added,
        "induction on m: a further vector w adds twice the sum of |w_i + w|^2 on both sides",
    )


def leading_order(proof: Proof) -> None:
    """rho = 1 + truncated objective + R with 0 <= R = O(v^4): a minimiser of (15) is optimal to that order."""
    w2 = sp.Symbol("w2", nonnegative=True)
    term = TERM * w2**k
    proof.equal(term.subs(k, 0), sp.S.One, "the term k = 0 of (12) is 1")
    proof.equal(
        sp.gammasimp(term.subs(k, 1)),
        sp.gammasimp(sp.gamma(d / 2) * v**2 * w2 / (4 * sp.gamma(1 + d / 2))),
        "the term k = 1 is that of (15)",
    )
    summand_is_convex(proof)
    rest = sp.simplify(term.subs(k, k + 2) / v**4)
    proof.nonnegative(
        rest.subs(v, length),
        "the terms from k = 2 on are nonnegative multiples of v^4, so rho >= 1 + min (15)",
    )
    proof.cite("the series converges for all v: R <= v^4 R(1) for v <= 1, bounded for given norms")


def minimisers(proof: Proof) -> None:
    """The truncated objective is least where |sum w| is; what that is, and that a minimiser solves the equations."""
    closing_total(proof)
    r, x, angle = sp.symbols("R w theta", positive=True)
    turned = r**2 + x**2 + 2 * r * x * sp.cos(angle)
    proof.equal(
        turned - (r - x) ** 2,
        2 * r * x * (1 + sp.cos(angle)),
        "turning one vector of norm w against the resultant R of the others: |sum|^2 - (R-w)^2",
    )
    proof.equal(
        1 + sp.cos(angle), 2 * sp.cos(angle / 2) ** 2, "1 + cos theta is a square, zero at theta = pi only"
    )
    proof.positive(
        2 * r * x, "so the opposite direction alone is best, and a minimiser with R > 0 solves (16)"
    )
    proof.cite(
        "the triangle inequality: |sum w| >= w_max - (sum of the other norms), reached by antialigning"
    )
    polygon(proof)


def polygon(proof: Proof) -> None:
    """Norms none of which exceeds the sum of the others close up in the plane."""
    x, y, z = sp.symbols("a b c", positive=True)
    proof.equal(
        4 * y**2 * z**2 - (x**2 - y**2 - z**2) ** 2,
        (x + y + z) * (y + z - x) * (x + z - y) * (x + y - z),
        "a triangle with sides a, b, c exists when |a^2-b^2-c^2| <= 2bc: Heron's product is not negative",
    )
    gap, more = sp.symbols("g t", nonnegative=True)
    proof.equal(
        sp.Abs(gap + more - gap),
        more,
        "put the norms below the largest, one by one, on the shorter of two groups: a difference g becomes |w - g|",
    )
    proof.nonnegative(
        (gap + more) - more,
        "|w - g| <= max(w, g): the groups b, c differ by at most the largest norm a, and a <= b + c",
    )


def orthogonal_below_iid(proof: Proof) -> None:
    """rho_ORF < rho_IIDRF for v > 0: positive features."""
    mean_of_terms(proof)
    quotient = sp.gamma(k + d) * sp.gamma(d / 2) / (2**k * sp.gamma(k + d / 2) * sp.gamma(d))
    proof.equal(
        quotient.subs(k, 0), sp.S.One, "quotient of the k-th terms of rho_ORF and rho_IIDRF = e^{v^2}, k = 0"
    )
    step = sp.gammasimp(quotient.subs(k, k + 1) / quotient)
    proof.equal(step, (d + k) / (d + 2 * k), "each step multiplies it by (d+k)/(d+2k), which is 1 at k = 0")
    following = (k + 1) / (d + 2 * (k + 1))
    proof.equal(
        1 - ((d + k) / (d + 2 * k)).subs(k, k + 1), following, "what it falls short of 1 by from k = 1 on"
    )
    proof.positive(following, "so rho_ORF < rho_IIDRF once v > 0, and the MSE increases with rho")


def orthogonal_below_iid_everywhere(proof: Proof) -> None:
    """The same, and trigonometric features at fixed z > 0 as d grows."""
    orthogonal_below_iid(proof)
    t, j = sp.Symbol("t", positive=True), sp.Symbol("j", nonnegative=True)
    proof.equal(1 - (d + j) / (d + 2 * j), j / (d + 2 * j), "1 - (d+j)/(d+2j)")
    proof.nonnegative(2 * j**2 / (d * (d + 2 * j)), "j/d - j/(d+2j)")
    proof.equal(
        j / d - j / (d + 2 * j),
        2 * j**2 / (d * (d + 2 * j)),
        "so d (1 - prod_(j<k) (d+j)/(d+2j)) is in [0, k(k-1)/2]",
    )
    proof.equal(sp.limit(d * j / (d + 2 * j), d, sp.oo), j, "and tends to the sum of the j < k, k(k-1)/2")
    proof.cite("dominated convergence, with the convergent majorant of terms z^(2k)/k! k(k-1)/2")
    shifted = (-t) ** (k + 2) / sp.gamma(k + 3) * (k + 2) * (k + 1) / 2
    proof.equal(
        sp.gammasimp(shifted / ((-t) ** k / sp.gamma(k + 1))),
        t**2 / 2,
        "t = z^2: the limit of d (E_ort a_1 a_2 - e^{-z^2}) is -(t^2/2) e^{-t}, by the exponential series",
    )
    proof.positive(t**2 * sp.exp(-t) / 2, "so for RFFs ORFs win at every z > 0 once d is large")
