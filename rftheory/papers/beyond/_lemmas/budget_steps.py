"""Steps of proof for the best split of a budget between both kinds of projections."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.budget_choice import FeatureChoice
from rftheory.kit import Domain, Proof, formula
from rftheory.papers._shared.angular_hybrid import RADIUS, n, r, second_moment, theta
from rftheory.papers._shared.hybrids import W, share_steps
from rftheory.papers._shared.invariants import m

RADII = Domain((RADIUS,), extra=tuple({"r": radius} for radius in ("1/2", 1, 5, "1/1000", 100, 2)))
BEST_COUNTS = (("1/2", 1), ("1", 2), ("3/2", 2), ("2", 3), ("3", 3), ("5", 4), ("10", 6))


POINT = sp.sqrt((1 - theta / sp.pi) / (theta / sp.pi))
POINT_CLOSED = sp.sqrt((sp.pi - theta) / theta)


def _affine(proof: Proof) -> tuple[sp.Symbol, sp.Symbol, sp.Symbol]:
    """G is the largest of a + b/n over the angle: a, b >= 0, b > 0 wherever the maximum can be."""
    share_steps(proof)
    a = sp.Symbol("a", nonnegative=True)
    b, real_n = sp.symbols("b n", positive=True)
    p, rest = sp.symbols("p q", positive=True)
    proof.positive(
        p * rest, "inside, b carries p(1-p) > 0; at both ends the error is 0: b > 0 at the worst angle"
    )
    return a, b, real_n


def features(proof: Proof) -> None:
    a, b, real_n = _affine(proof)
    entries = 2 * m + 2 * m + n * 2 * m + n * 2 * m
    proof.equal(
        entries,
        4 * m * (n + 1),
        "entries of (11): 2m of each base map, and n times 2m of each for its products",
    )
    share = sp.Symbol("G", positive=True)
    hybrid, base = W * sp.sqrt(share / (2 * m)), W / sp.sqrt(2 * (entries / 2))
    proof.equal(
        (hybrid / base) ** 2,
        2 * (n + 1) * share,
        "against W/sqrt(2m') of a base estimator with m' = D/2 projections",
    )
    proof.equal(
        (hybrid**2).subs(m, sp.Symbol("D", positive=True) / (4 * (n + 1))) / ((n + 1) * share),
        2 * W**2 / sp.Symbol("D", positive=True),
        "at a fixed D = 4m(n+1) the largest error is proportional to sqrt((n+1) G)",
    )
    proof.equal(
        sp.diff((real_n + 1) * (a + b / real_n), real_n, 2),
        2 * b / real_n**3,
        "(n+1)(a + b/n) bends by 2b/n^3",
    )
    proof.positive(
        2 * b / real_n**3, "so (n+1) G, the largest of them, is convex in n: one descent, then one ascent"
    )
    _one_sign(proof)
    for radius, count in (*BEST_COUNTS, ("1000", 66)):
        found = formula(FeatureChoice(0, r), RADII, "r").evaluate(digits=3, r=radius)
        proof.equal(
            sp.Rational(found.value), count, f"r = {radius}: n = {count} of all n, by certified comparison"
        )


def _one_sign(proof: Proof) -> None:
    """4 G(1, r) < 1."""
    t, u = sp.symbols("t u", positive=True)
    proof.positive(
        sp.diff(sp.sinh(t * u), t, 2),
        "sinh is strictly convex on (0, oo) and 0 at 0: sinh(tu) < t sinh(u), 0 < t < 1",
    )
    phi = sp.Symbol("phi", positive=True)
    p = sp.Rational(1, 2) - phi / sp.pi
    cosine = sp.sin(phi)
    total = p * ((1 + cosine) / 2) ** 2 + (1 - p) * ((1 - cosine) / 2) ** 2
    proof.equal(
        sp.Rational(1, 4) - total,
        cosine * (4 * phi / sp.pi - cosine) / 4,
        "p c^2 + (1-p) s^2, the bound of G(1, r) by t = c = cos^2(theta/2) and t = s, at theta = pi/2 - phi",
    )
    proof.cite("sin(phi) <= phi for phi >= 0")
    proof.positive(4 * phi / sp.pi - phi, "so the difference is at least 0: G(1, r) < 1/4")


def threshold(proof: Proof) -> None:
    share_steps(proof)
    t, u = sp.symbols("t u", positive=True)
    slope = sp.diff(sp.log(sp.sinh(t * u) / sp.sinh(u)), u)
    proof.equal(slope, (t * u * sp.coth(t * u) - u * sp.coth(u)) / u, "(log sinh(tu)/sinh(u))' in u = 2r^2")
    rise = sp.diff(u * sp.coth(u), u)
    proof.equal(
        (rise * sp.sinh(u) ** 2 - (sp.sinh(2 * u) - 2 * u) / 2).rewrite(sp.exp),
        sp.S.Zero,
        "(u coth u)' sinh^2(u) = (sinh(2u) - 2u)/2",
    )
    gap = sp.sinh(2 * u) - 2 * u
    proof.equal(gap.subs(u, 0), sp.S.Zero, "which starts at 0")
    proof.equal(
        sp.diff(gap, u),
        4 * sp.sinh(u) ** 2,
        "and rises: so for 0 < t < 1 every angle's share, hence G, falls in r",
    )
    proof.limit(sp.sinh(t * u) / sp.sinh(u), u, 0, t, "as r -> 0 the share at cos^2(theta/2) = t tends to t")
    half = sp.Rational(1, 2)
    start = 2 * (n + 1) * 2 * second_moment(half) * half**2
    proof.equal(
        start, (n + 1) ** 2 / (4 * n), "at theta = pi/2 it gives 2(n+1)G >= (n+1)^2/(4n) in the limit"
    )
    j = sp.Symbol("j", nonnegative=True, integer=True)
    proof.equal((start - 1).subs(n, 2 + j), (1 + j) ** 2 / (4 * (2 + j)), "minus 1 it is (n-1)^2/(4n)")
    proof.positive((1 + j) ** 2 / (4 * (2 + j)), "more than 1 for n >= 2")
    proof.cite("Theorem 3.5 corrected: (W(r)^2 G/(2m) <= (W^2/2m)((1/pi - 1/(n pi))/r^2 + 1/(n sqrt(pi) r)))")
    radius = sp.Symbol("r", positive=True)
    bound = (1 / sp.pi - 1 / (n * sp.pi)) / radius**2 + 1 / (n * sp.sqrt(sp.pi) * radius)
    proof.limit(bound, radius, sp.oo, sp.S.Zero, "so G -> 0: 2(n+1)G = 1 has exactly one root")


def pointwise(proof: Proof) -> None:
    p, real_n = sp.symbols("p n", positive=True)
    value = (real_n + 1) * second_moment(p).subs(n, real_n)
    proof.equal(value, p**2 * real_n + p * (1 - p) / real_n + p, "(n+1) E[lam^2]")
    odds = sp.Symbol("o", positive=True)  # (1-p)/p
    share = 1 / (1 + odds)
    proof.equal((1 - share) / share, odds, "o = (1-p)/p runs over (0, oo)")
    spread = (value - value.subs(real_n, sp.sqrt(odds))).subs(p, share)
    proof.equal(
        spread,
        share**2 * (real_n - sp.sqrt(odds)) ** 2 / real_n,
        "it exceeds its value at sqrt(o) by this square",
    )
    proof.nonnegative(
        share**2 * (real_n - sp.sqrt(odds)) ** 2 / real_n, "at least 0, and 0 only at n = sqrt((1-p)/p)"
    )
    proof.equal(POINT, POINT_CLOSED, "with p = theta/pi")


def products(proof: Proof) -> None:
    _affine(proof)
    p = sp.Symbol("p", positive=True)
    proof.equal(n * second_moment(p), (n - 1) * p**2 + p, "n E[lam^2] = (n-1)p^2 + p, and so for 1 - lam")
    proof.positive(
        sp.diff((n - 1) * p**2 + p, n), "rises in n at every angle inside, hence so does n G: least at n = 1"
    )
    share, product = sp.symbols("G N", positive=True)
    proof.equal(
        (W**2 * share / (2 * product / n)) / (W**2 / (2 * product)),
        n * share,
        "squared ratio at m = N/n, to W/sqrt(2N)",
    )


def projections(proof: Proof) -> None:
    a, b, real_n = _affine(proof)
    proof.equal(
        sp.diff(sp.log(a + b / real_n), real_n, 2),
        (2 * a * b * real_n + b**2) / (real_n**2 * (a * real_n + b) ** 2),
        "(log(a + b/n))''",
    )
    proof.positive((2 * a * b * real_n + b**2) / (real_n**2 * (a * real_n + b) ** 2), "is positive")
    total, left = sp.symbols("K l", positive=True)
    proof.equal(
        sp.diff(-sp.log(total - real_n), real_n, 2).subs(real_n, total - left),
        1 / left**2,
        "(-log(K-n))'' > 0, l = K - n",
    )
    proof.positive(
        1 / left**2, "so G/(K-n), the largest of log-convex functions, is log-convex: one descent, one ascent"
    )
    share = sp.Symbol("G", positive=True)
    proof.equal(
        (W**2 * share / (2 * left)) / (W**2 / (2 * total)),
        total * share / left,
        "squared ratio at m = K - n, to m = K",
    )


def operations(proof: Proof) -> None:
    a, b, real_n = _affine(proof)
    total, dimension, rows = sp.symbols("K d m", positive=True)
    cost = (rows + real_n) * dimension + rows * real_n
    proof.equal(
        total * dimension - cost,
        (dimension + real_n) * ((total - real_n) * dimension / (dimension + real_n) - rows),
        "the cost stays within K d exactly for m <= (K-n) d/(d+n): the floor is the largest m",
    )
    proof.equal(
        (total - real_n) * dimension - (dimension + real_n),
        (total - 1) * dimension - real_n * (dimension + 1),
        "m >= 1 exactly for n <= (K-1) d/(d+1) < K: the range up to 4K-1 leaves nobody out",
    )
    y = sp.Symbol("y", positive=True)  # 1/(K-n)
    c = a * dimension + b
    e = b * dimension
    relaxed = (a + b / real_n) * (dimension + real_n) / (total - real_n)
    proof.equal((a + b / real_n) * (dimension + real_n), a * real_n + c + e / real_n, "G (d+n), term by term")
    bend = 2 * y * (e / real_n * (1 / real_n**2 - y / real_n + y**2) + a * y + (a * real_n + c) * y**2)
    proof.equal(
        sp.diff(relaxed, real_n, 2).subs(total, real_n + 1 / y),
        bend,
        "its second derivative over K - n = 1/y",
    )
    x = sp.Symbol("x", positive=True)
    proof.equal(
        x**2 - x * y + y**2, (x - y / 2) ** 2 + 3 * y**2 / 4, "x^2 - xy + y^2 > 0, x = 1/n: convex in n"
    )
    proof.positive(3 * y**2 / 4 + a * y, "with the other terms >= 0 too")
    proof.cite(
        "G/m >= G (d+n)/((K-n) d), convex: once it exceeds a value that is taken, so it does for every n further out"
    )
    share = sp.Symbol("G", positive=True)
    proof.equal(
        (W**2 * share / (2 * rows)) / (W**2 / (2 * total)),
        total * share / rows,
        "squared ratio to a base estimator with m = K",
    )
