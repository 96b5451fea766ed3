"""Optimal positive features beyond crt: expansions for long and short x + y, and the monotone gain.

v2 = |x+y|^2, r = log(E Z^2/K^2) at rho*, mu = log(Var OPRF/Var PosRF). Main results:
* v2 -> infinity: v2 + r = v2 + (d/2) log(e v2/(2d)) + d^2/(2 v2) - 3 d^3/(8 v2^2) + O(v2^-3).
* v2 -> 0: mu = -2 v2/d + O(v2^2) and A* = -v2/(2d) + O(v2^2).
* mu' = rho*/(1-e^-r) - 1/(1-e^-v2) < 0 in every dimension.

rho* is analytic in d/(2 v2) and in v2, r' = rho*; the least moment is also found by a certified minimisation.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    Expectation,
    Order,
    Proof,
    Statement,
    formula,
)
from rftheory.papers._shared import optimal_positive as best
from rftheory.papers._shared.generalised_exponential import N2
from rftheory.papers._shared.invariants import d
from rftheory.papers._shared.optimal_positive import CURVE, v2
from rftheory.papers.beyond._lemmas.long_inputs import LARGE, LOG_SECOND, large_steps
from rftheory.papers.beyond._lemmas.random_terms import estimate, variance

_LARGER = LARGE - 3 * d**3 / (8 * v2**2)
_LEAST = formula(best.least_log_gain(), CURVE, "d v2", closed=LOG_SECOND)

OPRF_LARGE_V = Statement(
    id="beyond/oprf/large-v",
    kind="asymptotic",
    where="optimal positive features, long x + y",
    title="Second moment of OPRF for long x + y",
    text="Relative to K^2 the second moment grows like (e v2/(2d))^(d/2), where that of PosRF grows like e^v2.",
    latex=r"\log(e^{2n_2}\mathbb EZ^2)=v^2+\tfrac d2\log\tfrac{ev^2}{2d}+\tfrac{d^2}{2v^2}-\tfrac{3d^3}{8v^4}+O(v^{-6})",
    domain_text="d fixed, v2 -> infinity",
    domain=CURVE,
    sides={"rhs": formula(LARGE, CURVE, "d v2")},
    companions={"beyond/oprf/log-second-moment": {"": _LEAST}},
    claim=All(
        (
            Equal(sp.log(sp.exp(2 * N2) * Expectation(estimate("iid", 1, "oprf") ** 2)), LOG_SECOND),
            Order(v2**3, "v2", _LEAST, _LARGER),
            Order(v2**2, "v2", _LEAST, "rhs"),
        )
    ),
    checks=(Derivation(large_steps, WHOLE),),
    uses=("crt/thm3.3/minimum",),
    mechanism=("iid", "oprf"),
)

_EXCESS = best.excess()
_MU = _EXCESS + sp.log(1 - sp.exp(-_EXCESS)) - v2 - sp.log(1 - sp.exp(-v2))
_A = (1 - 1 / best.best_rho()) / 8
_t = sp.Symbol("t", positive=True)


def _small(proof: Proof) -> None:
    best.envelope_steps(proof)
    rho = best.best_rho(_t)
    proof.equal(sp.diff(rho, _t).subs(_t, 0), -4 / d, "rho* = 1 - 4t/d + O(t^2), analytic at t = 0")
    r = _t - 2 * _t**2 / d
    proof.equal(
        sp.integrate(1 - 4 * _t / d, (_t, 0, _t)), r, "integrating r' = rho*: r = t - 2 t^2/d + O(t^3)"
    )
    ratio = sp.series((sp.exp(r) - 1) / (sp.exp(_t) - 1), _t, 0, 2).removeO()
    proof.equal(ratio, 1 - 2 * _t / d, "Var_OPRF/Var_PosRF = (e^r - 1)/(e^t - 1): mu = -2t/d + O(t^2)")
    value = sp.diff((1 - 1 / rho) / 8, _t).subs(_t, 0)
    proof.equal(value, -1 / (2 * d), "A* = (1 - 1/rho*)/8 = -t/(2d) + O(t^2)")


OPRF_SMALL_V = Statement(
    id="beyond/oprf/small-v",
    kind="asymptotic",
    where="optimal positive features, short x + y",
    title="Gain of OPRF for short x + y",
    text="The log quotient of the variances of OPRF and PosRF starts with -2 v2/d, the optimal A with -v2/(2d).",
    latex=r"\mu=-\tfrac{2v^2}d+O(v^4),\quad A^*=-\tfrac{v^2}{2d}+O(v^4)",
    domain_text="d fixed, v2 -> 0",
    domain=CURVE,
    sides={"lhs": formula(_MU, CURVE, "d v2"), "rhs": formula(-2 * v2 / d, CURVE, "d v2")},
    claim=All(
        (
            Equal(sp.log(variance("iid", 1, "oprf") / variance("iid", 1)), "lhs"),
            Order(v2**-2, "v2", toward=sp.S.Zero),
            Order(v2**-2, "v2", _A, -v2 / (2 * d), toward=sp.S.Zero),
        )
    ),
    checks=(Derivation(_small, WHOLE),),
    uses=("crt/fig1/mu",),
    mechanism=("oprf", "positive"),
)

_SLOPE = best.best_rho() / (1 - sp.exp(-_EXCESS)) - 1 / (1 - sp.exp(-v2))
_SLOPE_AS_DERIVATIVE = sp.diff(sp.log((sp.exp(_EXCESS) - 1) / (sp.exp(v2) - 1)), v2)

OPRF_GAIN = Statement(
    id="beyond/oprf/gain",
    kind="inequality",
    where="optimal positive features",
    title="The gain of OPRF grows with |x+y|",
    text="In every dimension mu falls strictly as v2 grows, with a slope in closed form.",
    latex=r"\mu'=\tfrac{\rho^*}{1-e^{-r}}-\tfrac1{1-e^{-v^2}}<0,\quad r=\log(e^{2n_2}\mathbb EZ^2)-v^2",
    domain_text="v2 > 0",
    domain=CURVE,
    sides={"": formula(_SLOPE, CURVE, "d v2")},
    claim=All((Equal(formula(_SLOPE_AS_DERIVATIVE, CURVE, "d v2"), ""), Below("", sp.S.Zero))),
    checks=(Derivation(best.gain_steps, WHOLE),),
    uses=("crt/sec3.1/note-gain",),
    mechanism=("oprf", "positive"),
)

STATEMENTS = (
    OPRF_LARGE_V,
    OPRF_SMALL_V,
    OPRF_GAIN,
)
