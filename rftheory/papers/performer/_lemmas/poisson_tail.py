"""The Poisson tail of Theorem 1 of performer: its symbols and shared steps of proof."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Proof
from rftheory.papers._shared import regularised_softmax as reg
from rftheory.papers._shared.invariants import d
from rftheory.papers._shared.regularised_softmax import FACTOR_GAMMA, POISSON, k, w

CUT = sp.Symbol("l", positive=True, integer=True)
t = sp.Symbol("t", real=True)
ROOT = sp.cbrt(d)

# 1 - P[Po(w) > l]
KEPT = 1 - sp.exp(-w) * sp.Sum(w ** (CUT + 1 + k) / sp.gamma(CUT + k + 2), (k, 0, sp.oo))
KEPT_CLOSED = sp.uppergamma(CUT + 1, w) / sp.factorial(CUT)
SHARE = (2 * CUT - 2) / d


def cut_steps(proof: Proof) -> None:
    """SMREG/SM >= f(l, d) (1 - P[Po(w) > l]) for every integer l."""
    reg.mean_over_poisson(proof)
    proof.cite(
        "f decreases in k: f(k,d) >= f(l,d) for k <= l; what is left out, the terms k > l, is positive"
    )
    proof.positive(FACTOR_GAMMA, "f > 0")
    cut = sp.exp(-w) * sp.Sum(POISSON, (k, 0, CUT))
    for level in (1, 2, 3):
        kept = (KEPT_CLOSED.subs(CUT, level)).rewrite(sp.exp)
        proof.equal(kept, cut.subs(CUT, level).doit(), f"1 - P[Po(w) > l] as a finite sum, here l = {level}")
    n = sp.Symbol("n", positive=True, integer=True)
    slope = sp.diff(-(w**n) * sp.exp(-w) / sp.gamma(n + 1), w)
    proof.equal(
        slope + w ** (n - 1) * sp.exp(-w) / sp.gamma(n),
        w**n * sp.exp(-w) / sp.gamma(n + 1),
        "both sides gain the term w^l e^-w/l! from l-1 to l (integration by parts): induction for every l",
    )


def first_steps(proof: Proof) -> None:
    """f(l, d) >= (1 - (2l-2)/d)^l for d = l^3."""
    cut_steps(proof)
    j, more = sp.symbols("j r", nonnegative=True, integer=True)
    proof.nonnegative(
        sp.factor(d / (d + 2 * j) - (1 - 2 * j / d)), "each factor d/(d+2j) is at least 1 - 2j/d"
    )
    proof.equal(
        (1 - 2 * j / d) - (1 - SHARE).subs(CUT, j + 1 + more),
        2 * more / d,
        "that is at least 1 - (2l-2)/d for j <= l-1",
    )
    proof.positive(
        sp.expand((CUT**3 - (2 * CUT - 2)).subs(CUT, more + 1)),
        "which is positive, as d = l^3 > 2l - 2: multiply l factors",
    )


def poisson_steps(proof: Proof) -> None:
    """E exp(t Po(w)) = exp(w (e^t - 1))."""
    term = POISSON * sp.exp(t * k)
    proof.equal(term, (w * sp.exp(t)) ** k / sp.factorial(k), "e^(tk) w^k/k! are the terms of exp(w e^t)")
    proof.equal(sp.exp(-w) * sp.exp(w * sp.exp(t)), sp.exp(w * (sp.exp(t) - 1)), "times e^-w")


def markov_steps(proof: Proof) -> None:
    """The Chernoff bound of the Poisson tail at t = ln(l/w)."""
    poisson_steps(proof)
    proof.cite("Markov's inequality for exp(t N - t l), N ~ Po(w), at every real t")
    best = sp.log(CUT / w)
    positive = sp.Symbol("w", positive=True)
    proof.equal(
        (-best * CUT + w * (sp.exp(best) - 1)).subs(w, positive),
        (-w - CUT * (best - 1)).subs(w, positive),
        "the exponent at t = ln(l/w)",
    )
    proof.cite("for w < l, t > 0, the event exp(t N - t l) >= 1 is N >= l; for w = l the bound is 1")


def chain_steps(proof: Proof) -> None:
    """The chain (32), (33) up to the factor exp(-2/d^(1/3) + o(d^(-1/3)))."""
    first_steps(proof)
    markov_steps(proof)
    small = sp.Symbol("e", positive=True)
    exponent = sp.series(sp.log(1 - 2 * small**2 + 2 * small**3) / small, small, 0, 2).removeO()
    proof.equal(
        (SHARE).subs(d, CUT**3).subs(CUT, 1 / small), 2 * small**2 - 2 * small**3, "the share at l = 1/e"
    )
    proof.equal(
        exponent, -2 * small, "l ln(1 - (2l-2)/d) = -2/l + O(1/l^2): the factor exp(-2/d^(1/3) + o(d^(-1/3)))"
    )
