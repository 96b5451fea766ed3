"""One Gaussian projection in crt: second moments of trigonometric, positive and optimal positive features, with proofs. States nothing."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers._shared.invariants import DELTA2, V2, d, xy
from rftheory.papers.crt._notation import KERNEL, N2, optimal_rho

k = sp.Symbol("k", nonnegative=True, integer=True)
MOMENT = 2**k * sp.gamma(k + sp.S.Half) / sp.sqrt(sp.pi)  # E g^(2k), g ~ N(0, 1)
t = sp.Symbol("t", positive=True)


def moment_series(squared: sp.Expr) -> sp.Expr:
    """E exp(w.z) for |z|^2 = squared (negative: of the cosine), by the series and the Gaussian moments."""
    return sp.Sum(squared**k / sp.factorial(2 * k) * MOMENT, (k, 0, sp.oo))


def gain(rho: sp.Expr, squared: sp.Expr) -> sp.Expr:
    """e^(2 n2) E Z^2 of a GERF with s = 1 and real A, rho = 1/(1-8A): ((1+rho)/(2 sqrt rho))^d e^((1+rho) t)."""
    return ((1 + rho) / (2 * sp.sqrt(rho))) ** d * sp.exp((1 + rho) * squared)


def optimal_variance() -> sp.Expr:
    """Var of one OPRF projection at the minimiser, Gaussian kernel."""
    return sp.exp(-2 * N2) * (gain(optimal_rho(V2), V2) - sp.exp(V2))


def positive_second() -> sp.Expr:
    """E Z^2 of one positive projection by moments: e^(-2 n2) E exp(2 w.(x+y))."""
    return sp.exp(-2 * N2) * moment_series(4 * V2)


def cosine_variance() -> sp.Expr:
    """Var cos(w.(x-y)) by moments."""
    return (1 + moment_series(-4 * DELTA2)) / 2 - moment_series(-DELTA2) ** 2


def moment_steps(proof: Proof) -> None:
    """E exp(a g) = e^(a^2/2) and E cos(a g) = e^(-a^2/2), term by term."""
    g = sp.Symbol("g", real=True)
    n = sp.Symbol("n", positive=True, integer=True)
    density = sp.exp(-(g**2) / 2)
    slope = sp.diff(-(g ** (n + 1)) * density, g)
    proof.equal(
        sp.expand(slope / density / g**n),
        sp.expand(g**2 - (n + 1)),
        "integration by parts, vanishing at both ends: E g^(n+2) = (n+1) E g^n",
    )
    proof.equal(MOMENT.subs(k, k + 1) / MOMENT, 2 * k + 1, "the moments 2^k Gamma(k+1/2)/sqrt(pi) obey it")
    proof.equal(MOMENT.subs(k, 0), sp.S.One, "and start at 1; odd moments vanish")
    for sign in (1, -1):
        term = (sign * t) ** k / sp.factorial(2 * k) * MOMENT / ((sign * t / 2) ** k / sp.factorial(k))
        proof.equal(sp.gammasimp(term.subs(k, k + 1) / term), 1, "the ratios of the series of exp(+-t/2)")
        proof.equal(term.subs(k, 0), 1, "and its first term")
    proof.cite("w.z is N(0, |z|^2); Tonelli, or dominated convergence for the cosine")


def trigonometric_steps(proof: Proof) -> None:
    """Var cos(w.(x-y)) = (1-K^2)^2/2."""
    moment_steps(proof)
    angle = sp.Symbol("a", real=True)
    proof.equal(sp.cos(angle) ** 2, (1 + sp.cos(2 * angle)) / 2, "squared cosine by the double angle")
    proof.equal(
        sp.re(sp.exp(sp.I * angle)), sp.cos(angle), "the real part of f1 f2 = exp(i w.(x-y)) is the cosine"
    )
    single = (1 + sp.exp(-2 * DELTA2)) / 2 - sp.exp(-DELTA2)
    proof.equal(single, (1 - KERNEL**2) ** 2 / 2, "E cos^2 - (E cos)^2")


def positive_steps(proof: Proof) -> None:
    """Var exp(w.(x+y) - n2) = e^(4 xy) - K^2."""
    moment_steps(proof)
    proof.equal(sp.exp(-N2) * sp.exp(V2 / 2), KERNEL, "the mean e^(-n2) e^(|x+y|^2/2) is K")
    proof.equal(sp.exp(-2 * N2) * sp.exp(2 * V2), sp.exp(4 * xy), "the second moment e^(-2 n2) e^(2|x+y|^2)")
    proof.equal(
        sp.exp(4 * xy) - KERNEL**2,
        sp.exp(-2 * N2) * (sp.exp(2 * V2) - sp.exp(V2)),
        "so the variance, in |x+y|^2",
    )


def optimal_below_positive(proof: Proof) -> None:
    """log gain at rho* is below log gain at rho = 1 for t > 0: g is strictly convex in log rho, stationary at rho*."""
    rho, size, dd = sp.symbols("rho t d", positive=True)
    log_gain = dd * sp.log((1 + rho) / (2 * sp.sqrt(rho))) + (1 + rho) * size
    slope = sp.factor(sp.diff(log_gain, rho))
    quadratic = 2 * size * rho**2 + (2 * size + dd) * rho - dd
    proof.equal(slope, quadratic / (2 * rho * (rho + 1)), "the derivative in rho, up to a positive factor")
    best = optimal_rho(size).subs(d, dd)
    proof.equal(quadratic.subs(rho, best), 0, "rho* is its root")
    proof.positive(best, "rho* > 0")
    proof.positive(sp.diff(quadratic, rho), "the quadratic rises: negative before rho*, positive after")
    proof.positive(
        quadratic.subs(rho, 1), "at rho = 1 it is 4 t > 0, so rho* < 1 and the gain at 1 is larger"
    )
    proof.equal(gain(sp.S.One, size), sp.exp(2 * size), "rho = 1 is the positive map: e^(2n2) E Z^2 = e^(2t)")
