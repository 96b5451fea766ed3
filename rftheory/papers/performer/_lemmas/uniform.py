"""Uniform convergence of trigonometric features over balls: the proofs that Theorems 4 and 7 and their neighbours share."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Domain, Proof, real
from rftheory.papers._shared.invariants import DIMENSION, d

R, eps, sigma, delta, p = sp.symbols("R eps sigma delta p", positive=True)

RADIUS = real("R", above=0, meaning="bound on the norms of queries and keys")
BALL = Domain((DIMENSION, RADIUS, real("eps", above=0, meaning="precision of the attention matrix")))
KERNEL_BALL = Domain((DIMENSION, RADIUS, real("delta", above=0, meaning="precision of the kernel matrix")))
SPECTRAL = Domain(
    (*KERNEL_BALL.parameters[:2], real("sigma", above=0, meaning="E w.w"), KERNEL_BALL.parameters[2])
)

SPREAD = real("sigma", above=0, meaning="root of E w.w")

_z, _S, _m, _t, _s, _l = sp.symbols("z S m t s l", positive=True)


def sufficient(log_argument: sp.Expr) -> sp.Expr:
    """(d/delta^2) log(argument)."""
    return d / delta**2 * sp.log(log_argument)


LENGTH = R * d ** sp.Rational(-1, 4)
GENERAL = sufficient(4 * sigma * R / (delta * d ** sp.Rational(1, 4)))
GENERAL_CLOSED = d / delta**2 * sp.log((4 * sigma * R / delta) ** 4 / d) / 4
SOFTMAX = sufficient(4 * d ** sp.Rational(3, 4) * R / delta)
SOFTMAX_CLOSED = d / delta**2 * sp.log((4 * R / delta) ** 4 * d**3) / 4
THEOREM_4 = SOFTMAX.subs(delta, eps / sp.exp(LENGTH**2 / 2) ** 2)
THEOREM_4_CLOSED = (
    d * sp.exp(2 * LENGTH**2) / eps**2 * (sp.log((4 * R / eps) ** 4 * d**3) / 4 + LENGTH**2)
)  # exact 0 of the logarithm where its argument is exactly 1
BLOCKS = 8 * d / delta**2 * (d * sp.log(1 + 8 * sigma * LENGTH * (1 + 2 / p) / delta) + sp.log(4 / p))


def _rotations(proof: Proof) -> sp.Expr:
    """The exponent of concentration over the rotations, given the lengths of the rows."""
    proof.cite("x = q/d^(1/4), y = k/d^(1/4): both in the ball B(l), z = x - y in B(2 l), whatever L is")
    lipschitz = _z**2 * _S / _m
    proof.equal(
        _z**2 / _m**2 * (_m * _S),
        lipschitz,
        "|cos a - cos b| <= |a - b| and Cauchy-Schwarz: the mean of cos(r_i <o_i, z>) is Lipschitz in the rotations, "
        "squared constant |z|^2 S/m, S the mean of r_i^2",
    )
    proof.cite(
        "the logarithmic Sobolev inequality on SO(d), constant 4/(d-2), which tensorises over independent blocks, "
        "and Herbst's argument; a row's sign changes no cosine, so Haar on O(d) may be read as Haar on SO(d)"
    )
    rotations = (d - 2) * _m * _t**2 / (8 * _z**2 * _S)
    proof.equal(
        _t**2 / (2 * (4 / (d - 2)) * lipschitz), rotations, "exponent for rotations given the lengths r_i"
    )
    return rotations


def _lengths(proof: Proof) -> sp.Expr:
    """The exponent of concentration over the lengths, and that their mean square stays below 2d."""
    proof.cite(
        "Hoeffding: the mean over rotations is a mean of m independent numbers in [-1, 1], one of each r_i; "
        "its expectation is exp(-|z|^2/2), since a chi_d length times a uniform direction is N(0, I_d)"
    )
    radii = _t**2 * _m / 2
    chernoff = sp.exp(-2 * d * _m / 4) * (1 - 2 * sp.Rational(1, 4)) ** (-d * _m / 2)
    proof.equal(
        sp.expand_log(sp.log(chernoff), force=True),
        -d * _m / 2 * (1 - sp.log(2)),
        "P[S > 2d] <= exp(-2dm/4) E exp(sum r_i^2/4), E exp(s r^2) = (1-2s)^(-d/2)",
    )
    proof.below(sp.log(2), 1, "its exponent is negative")
    return radii


def _net(proof: Proof, rotations: sp.Expr, radii: sp.Expr) -> None:
    """The union over a net of the ball."""
    slope = _s * sp.exp(-(_s**2) / 2)
    proof.equal(
        sp.diff(slope, _s).subs(_s, 1), sp.S.Zero, "the kernel's slope |z| exp(-|z|^2/2) is largest at 1"
    )
    proof.below(
        slope.subs(_s, 1) + sp.sqrt(2), 3, "where S <= 2d, estimate less kernel is Lipschitz: 3 sqrt(d) does"
    )
    mesh = delta / (12 * sp.sqrt(d))
    proof.equal(3 * sp.sqrt(d) * mesh, delta / 4, "a net of that mesh leaves delta/4")
    proof.equal(
        1 + 2 * (2 * _l) / mesh, 1 + 48 * _l * sp.sqrt(d) / delta, "B(2 l) has a net of this size to the d"
    )
    part = sp.Rational(3, 8) * delta
    proof.equal(
        2 * part + delta / 4, delta, "3 delta/8 each for rotations and lengths at the points of the net"
    )
    worst = rotations.subs({_t: part, _z: 2 * _l, _S: 2 * d})
    least = sp.Rational(3, 4096) * _m * delta**2 / _l**2
    more = sp.Symbol("n", nonnegative=True, integer=True)  # d = 3 + n
    proof.nonnegative(
        sp.simplify((worst / least).subs(d, 3 + more) - 1),
        "exponent for rotations >= 3 m delta^2/(4096 l^2) for d >= 3",
    )
    proof.equal(
        radii.subs(_t, part),
        sp.Rational(9, 128) * _m * delta**2,
        "exponent for lengths, larger for l^2 >= 1/96",
    )
    proof.cite(
        "the union over the net: m >= C max(l^2, 1) (d log(1 + 48 l sqrt(d)/delta) + log(6/p))/delta^2 fails with "
        "probability at most p, for all tokens at once"
    )


def enough_projections(proof: Proof) -> None:
    """Blocks of orthogonal Gaussian rows, d >= 3: m = C (d/delta^2) log(1 + 48 R d^(1/4)/delta) suffices over a ball.

    C depends on the probability and on a bound of l = R d^(-1/4); m is then of order d log d at fixed R and eps.
    """
    rotations = _rotations(proof)
    radii = _lengths(proof)
    _net(proof, rotations, radii)
    logarithm = d * sp.log(1 + 48 * R * d ** sp.Rational(1, 4) / delta)
    big = sp.Symbol("D", positive=True)
    quotient = logarithm.subs(d, big) / (big * sp.log(big))
    proof.limit(
        quotient.subs({R: 1, delta: 1}),
        big,
        sp.oo,
        sp.Rational(1, 4),
        "d log(1 + 48 R d^(1/4)/delta) over d log d tends to 1/4 (at R = delta = 1, and so at all fixed values)",
    )
    proof.cite(
        "delta = eps exp(-l^2) >= eps exp(-R^2) and l <= R for every d: at fixed R and eps a constant times d log d "
        "does; for d = 1, 2 the law of large numbers, uniform on a compact ball"
    )


def theorem_4_logarithm(proof: Proof) -> None:
    """The logarithm found is at most a constant times that of Theorem 4, where its argument is at least 2."""
    enough_projections(proof)
    argument = sp.Symbol("a", positive=True)
    found = 48 * R * d ** sp.Rational(1, 4) / delta
    printed = 4 * d ** sp.Rational(3, 4) * R / delta
    proof.equal(found / printed, 12 / sp.sqrt(d), "48 R d^(1/4)/delta is at most 12 times 4 d^(3/4) R/delta")
    over = sp.Symbol("u", nonnegative=True)  # a = 2 + u
    proof.nonnegative(
        (13 * argument - (1 + 12 * argument)).subs(argument, 2 + over), "1 + 12 a <= 13 a for a >= 2"
    )
    proof.below(
        sp.log(13) + sp.log(2), 5 * sp.log(2), "log(13 a) <= 5 log a at a = 2, and log 13 <= 4 log a beyond"
    )


def linear_time(proof: Proof) -> None:
    """Time L m d with m = C d log d."""
    length, constant = sp.symbols("L C", positive=True)
    count = constant * d * sp.log(d)
    proof.equal(
        length * count * d,
        constant * length * d**2 * sp.log(d),
        "L m d operations of linear attention with this m",
    )


def whole_blocks(proof: Proof) -> None:
    """Independent blocks, any spectral law and d: an explicit number of projections for every precision.

    sigma^2 = E|w|^2, z in B(2 l), l = R d^(-1/4), failure probability p: m = d blocks with
    blocks = (8/delta^2) (d log(1 + 8 sigma l (1 + 2/p)/delta) + log(4/p)).
    """
    stretch = sigma * (1 + 2 / p)
    proof.cite(
        "Jensen and Markov: the mean of |w_i| is beyond 2 sigma/p with probability at most p/2; |grad K| <= sigma"
    )
    mesh = delta / (2 * stretch)
    proof.equal(
        stretch * mesh,
        delta / 2,
        "estimate less kernel is Lipschitz on the rest; a net of this mesh leaves delta/2",
    )
    size = 1 + 8 * sigma * _l * (1 + 2 / p) / delta
    proof.equal(1 + 2 * (2 * _l) / mesh, size, "B(2 l) has a net of this size to the d")
    blocks = BLOCKS.subs(R, _l * d ** sp.Rational(1, 4)) / d
    proof.cite(
        "Hoeffding: the estimate is a mean of m/d independent block means in [-1, 1], unbiased at every point"
    )
    exponent = blocks * (delta / 2) ** 2 / 2
    union = sp.log(2) + d * sp.log(size) - exponent
    proof.equal(sp.expand_log(union, force=True), sp.log(p) - sp.log(2), "the net fails with probability p/2")


def not_scale_free(proof: Proof) -> None:
    """E w.w in the logarithm is not enough: Omega = N(0, c^2) on the line, delta = 1/2, any number m of rows w_i = c r_i.

    k = -R and q = -R + 2 n/c for n = 1 .. 8^m, R = 8^m/c: z = 2 n/c, the kernel is exp(-2 n^2), the estimate the mean
    of cos(2 n r_i). With c = 8^-m/4 the logarithm is that of 2, for every m.
    """
    rows = sp.Symbol("m", positive=True, integer=True)
    tokens = sp.Integer(8) ** rows
    half = sp.Rational(1, 2)
    c, n, more = sp.symbols("c n e", positive=True)
    radius = tokens / c
    proof.equal(2 * tokens / c, 2 * radius, "q = -R + 2 n/c with n <= 8^m stays in [-R, R]")
    proof.equal(sp.exp(-((c * 2 * n / c) ** 2) / 2), sp.exp(-2 * n**2), "the kernel at z = 2 n/c")
    proof.nonnegative((2 * n**2 - 2).subs(n, 1 + more), "which is at most exp(-2) for n >= 1")
    proof.cite(
        "Dirichlet's simultaneous approximation: for every r_1 .. r_m some n = 1 .. 8^m brings all n r_i/pi within 1/8 "
        "of an integer, so that every cos(2 n r_i) is at least cos(pi/4)"
    )
    proof.below(
        half,
        sp.cos(sp.pi / 4) - sp.exp(-2),
        "estimate less kernel exceeds delta = 1/2 at one of these pairs, whatever the draw",
    )
    asked = GENERAL.subs({d: 1, delta: half, sigma: c**2, R: radius})
    proof.equal(
        asked.subs(c, 1 / (4 * tokens)),
        4 * sp.log(2),
        "while (d/delta^2) log(4 sigma R/(delta d^(1/4))) with sigma = E w.w = c^2 is 4 log 2 at c = 8^-m/4, for every m: "
        "any constant times it is exceeded by some m",
    )
