"""The law of |w_i + w_j| for a pair of fixed angle: domains, densities and the steps of their proofs."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.pair_norm import PairDensity
from rftheory.kit import Domain, Point, Proof, Rule, integer, real
from rftheory.papers.simrf._lemmas.orf_conformity import hyper11
from rftheory.papers.simrf._notation import ANY_DIMENSION, COSINE, c, chi, d, f, k, w

_LONGEST = 2000  # of the powers whose binomial sums are added up
RESULTANT = real("w", 0, meaning="|w_i + w_j|")
REACHED = real("v", 0, reach=("1e-6", 20), meaning="|x+y|")
TERM = integer("k", 0, reach=1000, meaning="index of the series")

AWAY = Rule(sp.Or(c > -1, w > 0), "w > 0 at c = -1 (the density is a limit at 0 there)")


def keep_away(point: Point) -> Point:
    """Move w off 0 where the two vectors are opposite."""
    if point.get("c") == -1 and point.get("w") == 0:
        point["w"] = RESULTANT.parse("1/7")
    return point


_CORNERS = (
    (3, "-1/2", 2), (2, "1/3", 1), (4, "-1/3", "5/2"), (2, "-1", "3/2"), (64, "-1/63", 11), (3, 0, 0), (2, 1, 1),
    (1000000, "-1/999999", 1414),
)  # fmt: skip
PAIR = Domain(
    (ANY_DIMENSION, COSINE, RESULTANT),
    (AWAY,),
    keep_away,
    tuple({"d": dd, "c": cc, "w": ww} for dd, cc, ww in _CORNERS),
)

PAIR_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "c": "1/3", "w": 1},
    {"d": 3, "c": "-1/2", "w": 2},
    {"d": 5, "c": "9/10", "w": "1/4"},
    {"d": 20, "c": "-1/19", "w": 7},
)
PAIR_CONFORMITY = Domain(
    (ANY_DIMENSION, COSINE, REACHED),
    extra=tuple(
        {"d": dd, "c": cc, "v": vv}
        for dd, cc, vv in ((3, "-1/2", 1), (2, -1, 2), (64, "-1/63", 10), (2, "1/2", 0), (5, 1, 3))
    ),
)

ONE_LENGTH = Domain(
    (ANY_DIMENSION, RESULTANT),
    extra=(
        {"d": 2, "w": 1},
        {"d": 1, "w": "1/2"},
        {"d": 64, "w": 11},
        {"d": 3, "w": 0},
        {"d": 1000000, "w": 1414},
    ),
)

STRETCH = 1 + sp.sin(2 * f) * c  # |w_i+w_j|^2 / (w_i^2+w_j^2) at w_j/w_i = tan f
PRODUCT = sp.sin(f) * sp.cos(f)
DENSITY = PairDensity(d, c, w)


def chi_twice(r: sp.Expr) -> sp.Expr:
    """The chi density with 2d degrees of freedom, in the form of (58)."""
    return r ** (2 * d - 1) * sp.exp(-(r**2) / 2) / (2 ** (d - 1) * sp.gamma(d))


def printed_density(stretch: sp.Expr = STRETCH) -> sp.Expr:
    """The integral of (20), repeated in (56)."""
    body = PRODUCT ** (d - 1) * sp.exp(-(w**2) / (2 * stretch)) / stretch**d
    scale = w ** (2 * d - 1) / (2 ** (d - 2) * sp.gamma(d / 2) ** 2)
    return scale * sp.Integral(body, (f, 0, sp.pi / 2))


def by_split(cosine: sp.Expr, squared: sp.Expr) -> sp.Expr:
    """The conformity of a pair at v^2 = squared as an integral over the split f of its norms (Lemma 4.2)."""
    weight = sp.gamma((d + 1) / 2) / (sp.sqrt(sp.pi) * sp.gamma(d / 2))
    kernel = sp.sin(f) ** (d - 1) * hyper11(squared / 2 * (1 + cosine * sp.sin(f)))
    return weight * sp.Integral(kernel, (f, 0, sp.pi))


def wallis(index: sp.Expr) -> sp.Expr:
    """int_0^pi (sin f)^(index-1) df."""
    return sp.sqrt(sp.pi) * sp.gamma(index / 2) / sp.gamma((index + 1) / 2)


def angular(cosine: sp.Expr) -> sp.Expr:
    """int_0^pi (sin f)^(d-1) (1 + cosine sin f)^k df: the even and the odd part of the binomial sum, both finite.

    Where these are long, the integral itself, whose peak is narrow then.
    """
    half = sp.Rational(1, 2)
    even = sp.hyper((-k / 2, (1 - k) / 2, d / 2), (half, (d + 1) / 2), cosine**2)
    odd = sp.hyper(((1 - k) / 2, (2 - k) / 2, (d + 1) / 2), (3 * half, (d + 2) / 2), cosine**2)
    powers = wallis(d) * even + k * cosine * wallis(d + 1) * odd
    twice = sp.Integral(2 * sp.sin(f) ** (d - 1) * (1 + sp.sin(f) * cosine) ** k, (f, 0, sp.pi / 2))
    return sp.Piecewise((wallis(d), sp.Eq(k, 0)), (powers, k <= _LONGEST), (twice, True))


cosine_part, sine_part, stretch, radius = sp.symbols("p q A r", positive=True)
shape = sp.Symbol("s", positive=True)


def polar_steps(proof: Proof) -> None:
    """(55): the pair of norms in polar coordinates, where |w_i+w_j| = r sqrt(1 + c sin 2f)."""
    first, second = radius * cosine_part, radius * sine_part
    squared = first**2 + second**2 + 2 * c * first * second
    split = cosine_part**2 + sine_part**2 + 2 * c * cosine_part * sine_part
    proof.equal(squared, radius**2 * split, "|w_i+w_j|^2 at w_i = r p, w_j = r q")
    proof.equal(sp.cos(f) ** 2 + sp.sin(f) ** 2, 1, "p = cos f and q = sin f have p^2 + q^2 = 1")
    proof.equal(2 * PRODUCT, sp.sin(2 * f), "and 2pq = sin 2f: |w_i+w_j|^2 = r^2 (1 + c sin 2f)")
    turn = sp.Matrix([radius * sp.cos(f), radius * sp.sin(f)]).jacobian([radius, f])
    proof.equal(turn.det(), radius, "the Jacobian of polar coordinates")
    e = sp.Symbol("e", nonnegative=True)
    affine = 1 + (e - 1) * sp.Symbol("sine")
    proof.equal(
        affine, (1 - sp.Symbol("sine")) + e * sp.Symbol("sine"), "with e = 1+c >= 0 and sine = sin 2f"
    )
    proof.positive(
        shape + e * radius, "a positive plus a nonnegative number where sin 2f < 1: |w_i+w_j| grows with r"
    )
    proof.cite("independence of the norms and the change of variables to polar coordinates in the quadrant")


def density_steps(proof: Proof) -> None:
    """(56): the derivative of (55) in w, with the chi_d densities inserted."""
    polar_steps(proof)
    end = w / sp.sqrt(stretch)
    proof.cite("the Leibniz rule for the upper limit w/sqrt(1 + c sin 2f)")
    outer = end * sp.diff(end, w)
    proof.equal(outer, w / stretch, "r dr/dw at the upper limit")
    length = sp.Symbol("w", positive=True)
    found = (
        outer.subs(w, length)
        * chi(length * cosine_part / sp.sqrt(stretch))
        * chi(length * sine_part / sp.sqrt(stretch))
    )
    printed = (
        length ** (2 * d - 1) / (2 ** (d - 2) * sp.gamma(d / 2) ** 2) * (cosine_part * sine_part) ** (d - 1)
        * sp.exp(-(length**2) * (cosine_part**2 + sine_part**2) / (2 * stretch)) / stretch**d
    )  # fmt: skip
    proof.equal(sp.expand_log(sp.log(found / printed), force=True), 0, "the integrand with two chi_d densities is the printed one, as p = cos f, q = sin f")  # fmt: skip


def moment_steps(proof: Proof) -> None:
    """(62): int w^(2k+2d-1) exp(-w^2/(2A)) dw = 2^(k+d-1) Gamma(k+d) A^(k+d), the radial integral of every term."""
    length = sp.Symbol("w", positive=True)
    body = length ** (2 * k + 2 * d - 1) * sp.exp(-(length**2) / (2 * stretch))
    point = sp.sqrt(2 * stretch * shape)
    changed = body.subs(length, point) * sp.diff(point, shape)
    target = 2 ** (k + d - 1) * stretch ** (k + d) * shape ** (k + d - 1) * sp.exp(-shape)
    proof.equal(changed, target, "w = sqrt(2As) turns the radial integral into the Gamma integral of k + d")
    proof.cite("Euler's integral of Gamma(k+d)")


def angular_steps(proof: Proof) -> None:
    """int_0^pi (sin f)^(t-1) df = sqrt(pi) Gamma(t/2)/Gamma((t+1)/2) for t > 0, by the Beta integral."""
    t = sp.Symbol("t", positive=True)
    angle = sp.asin(sp.sqrt(shape))
    changed = sp.sin(angle) ** (t - 1) * sp.diff(angle, shape)
    target = shape ** (t / 2 - 1) * (1 - shape) ** sp.Rational(-1, 2) / 2
    proof.equal(changed, target, "s = sin^2 f on a quarter turn gives half a Beta(t/2, 1/2) integral")
    proof.cite("Beta(a, b) = Gamma(a) Gamma(b)/Gamma(a+b)")
    beta = sp.gamma(t / 2) * sp.gamma(sp.Rational(1, 2)) / sp.gamma(t / 2 + sp.Rational(1, 2))
    proof.equal(2 * beta / 2, sp.sqrt(sp.pi) * sp.gamma(t / 2) / sp.gamma((t + 1) / 2), "two quarter turns")
