"""The best entry of a diagonal matrix for a pair of spread clusters, beyond Appendix H of hrf.

Main result: in one coordinate, 0 < s2 < 1/6, the averaged error has one positive minimiser a, the only zero of
d log J(M(a))/da; in general it is not the a of the centres, and it is finite for mu = 0 too.

The slope is 2 H(q)/(q det K)^2 with a polynomial H in q = a^2; log J is strictly convex in log a by Hoelder's
inequality and tends to infinity at both ends. The value is enclosed by a certified change of sign.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.cluster_entry import BestEntry
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Formula,
    On,
    Optimal,
    Parameter,
    Proof,
    Rule,
    SignChange,
    Statement,
    formula,
    real,
)
from rftheory.papers.beyond._lemmas.gaussian_cells import MU, NU, S2, A, PlaneMean, finite_mean

_SCALARS: tuple[Parameter, ...] = (
    real("mu", reach=("1/100", 5), meaning="centre of the x cluster"),
    real("nu", reach=("1/100", 5), meaning="centre of the y cluster"),
    real("s2", above=0, below="1/6", reach=("1/1000", "1/7"), meaning="variance of both clusters"),
)

_STARTS: tuple[dict[str, object], ...] = (
    {"mu": 1, "nu": 2, "s2": "1/20"},
    {"mu": 0, "nu": 1, "s2": "1/10"},
    {"mu": 2, "nu": -2, "s2": "1/8"},
    {"mu": -3, "nu": "1/2", "s2": "1/100"},
    {"mu": 0, "nu": 0, "s2": "1/7"},
    {"mu": 10, "nu": "1/10", "s2": "1e-4"},
)

_BEST = Domain(_SCALARS, extra=_STARTS)

_RIVAL = Domain(
    (*_SCALARS, real("a", above=0, reach=("1/10", 10), meaning="another entry")),
    (Rule(finite_mean(S2, A**2, 1), "2 s2 lambda_max(M) < 1"),),
    extra=tuple(
        {**point, "a": a}
        for point, a in zip(_STARTS, ("1", "2", "9/10", "1/3", "11/10", "1/10"), strict=True)
    ),
)

_SLOPE_DOMAIN = Domain((*_SCALARS, real("a", meaning="entry of A")))


def _scalar(entry: sp.Expr) -> PlaneMean:
    """J at a real entry, one coordinate."""
    return PlaneMean(entry**2, sp.Integer(2), 1 / entry**2, (MU, NU))


_SCALAR_PLAIN = PlaneMean(sp.S.Zero, sp.S.One, sp.S.Zero, (MU, NU))
_OPTIMUM = BestEntry(MU, NU, S2)


def _second(entry: sp.Expr, domain: Domain, names: str) -> Formula:
    """Its closed form on a domain."""
    block = _scalar(entry)
    return formula(sp.exp(block.exponent) / sp.sqrt(block.square), domain, names)


_q = A**2
_p, _r = (_q - 2 * S2) * MU + 4 * S2 * _q * NU, 4 * S2 * MU + (1 - 2 * S2 * _q) * NU
_INSIDE = _q * (1 - 12 * S2**2) - 2 * S2 * (_q**2 + 1)
_H = S2 * (_q**2 - 1) * _INSIDE + _q * (_p**2 - _r**2)
_FALLING = formula(sp.Piecewise((1, _INSIDE <= 0), (-_H, True)), _SLOPE_DOMAIN, "mu nu s2 a")


def _best(proof: Proof) -> None:
    t, s = sp.symbols("t s2", positive=True)
    mu, nu = sp.symbols("mu nu", real=True)
    q = sp.Symbol("q", positive=True)
    block = _scalar(sp.sqrt(q))
    log_mean = (block.exponent - sp.log(block.square) / 2).subs({MU: mu, NU: nu, S2: s})
    kernel = block.rest.subs(S2, s)
    turned = sp.diag(2 * q, -2 / q)
    inverse = kernel.adjugate() / kernel.det()
    centre = sp.Matrix([mu, nu])
    slope = s * (inverse * turned).trace() + (centre.T * inverse * turned * inverse * centre)[0]
    proof.equal(
        2 * q * sp.diff(log_mean, q),
        slope,
        "d log J/dt = s2 tr(K^(-1) M') + v.K^(-1) M' K^(-1) v with a = e^t, M' = diag(2a^2, -2a^-2)",
    )
    determinant = 1 - 2 * s * (q + 1 / q) - 12 * s**2
    target = 2 * _H.subs({MU: mu, NU: nu, S2: s, A: sp.sqrt(q)}) / (determinant**2 * q**2)
    proof.equal(slope, target, "it is 2 H(q)/(q det K)^2, H the quartic that is solved")
    u, w = sp.symbols("u w", real=True)
    exponent = sp.exp(2 * t) * u**2 + 4 * u * w + sp.exp(-2 * t) * w**2
    proof.nonnegative(sp.diff(exponent, t, 2), "log(SM^2 e^L) is convex in t = log a at every pair")
    proof.cite("Hoelder's inequality: log E exp(f_t) is convex in t when f_t is, strictly as f_t varies")
    proof.cite(
        "v.M K^(-1) v = (v.K^(-1) v - |v|^2)/(2 s2) is bounded below, so J tends to infinity as det K tends to 0"
    )
    proof.below(
        determinant.subs({s: sp.Rational(1, 20), q: 10}),
        0,
        "at q = 1/(2 s2) the average is infinite: a minimiser lies below, finite for mu = 0 too",
    )
    at_centres = _H.subs({MU: 1, NU: 2, S2: sp.Rational(1, 20), A: sp.sqrt(2)})
    proof.distinct(at_centres, 0, "mu = 1, nu = 2, s2 = 1/20: the slope at the a of the centres is not 0")


_CENTRES = Domain((real("mu", 1, 1), real("nu", 2, 2), real("s2", "1/20", "1/20")))

CLUSTER_BEST_A = Statement(
    id="beyond/cluster/best-a",
    kind="optimality",
    where="completes hrf, eq. (88)",
    title="Best entry for a spread cell",
    text=(
        "In one coordinate the averaged MSE has one positive minimiser a, where d log J/da = 0; in general it is "
        "not the a of the centres, and it is finite for mu = 0 too."
    ),
    latex=r"\arg\min_aJ(M(a))",
    domain_text="mu, nu scalars, 0 < s2 < 1/6",
    domain=_BEST,
    sides={
        "a": formula(_OPTIMUM, _BEST, "mu nu s2"),
        "value": formula(
            _scalar(_OPTIMUM).literal - _SCALAR_PLAIN.literal,
            _BEST,
            "mu nu s2",
            closed=sp.exp(_scalar(_OPTIMUM).exponent) / sp.sqrt(_scalar(_OPTIMUM).square)
            - sp.exp(_SCALAR_PLAIN.exponent) / sp.sqrt(_SCALAR_PLAIN.square),
        ),
    },
    claim=All(
        (
            Below(sp.S.Zero, "a"),
            Optimal(_second(A, _RIVAL, "mu nu s2 a"), {"a": "a"}, unique=True, among=_RIVAL),
            Equal(
                "value",
                _second(_OPTIMUM, _BEST, "mu nu s2").expression
                - sp.exp(_SCALAR_PLAIN.exponent) / sp.sqrt(_SCALAR_PLAIN.square),
            ),
            On(_CENTRES, Below("a", sp.sqrt(2)), "mu = 1, nu = 2, s2 = 1/20: not the a of the centres"),
        )
    ),
    checks=(
        Derivation(_best, WHOLE),
        SignChange("a", _FALLING, "a", _STARTS),
    ),
    uses=("beyond/cluster/average-real",),
    mechanism=("clustered-hybrid",),
    setting="zero-one hybrid, d = 1, m = 1",
)

STATEMENTS = (CLUSTER_BEST_A,)
