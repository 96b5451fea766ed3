"""Couplings of generalised exponential features: the pair moment is free of the weight, and what follows for variances."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.domain import Domain, Rule, integer, real
from rftheory.evidence.agreement import Agreement, Representations
from rftheory.evidence.derivation import Derivation, Proof
from rftheory.evidence.restated import Restated
from rftheory.evidence.simulation import Simulation
from rftheory.exact.special import Conformity
from rftheory.papers._generalised import (
    BOTH_SIGNS,
    COMPLEX_A,
    N2,
    SECOND_MOMENTS,
    SIGN,
    coupled_variance,
    gap_steps,
    pair_moment,
    pair_steps,
    projection_variance,
    s,
    second_gain,
    weight_steps,
)
from rftheory.papers._invariants import (
    CAUCHY_SCHWARZ,
    COUNT,
    DELTA2,
    DIMENSION,
    ON_A_LINE,
    SQUARES,
    V2,
    WITHIN_BLOCK,
    d,
    fit,
    m,
)
from rftheory.statements import Below, Equal, Statement, formula

_c = sp.Symbol("c", real=True)
_v2 = sp.Symbol("v2", real=True)
_A = sp.Symbol("A")
_p = sp.Symbol("p", nonnegative=True, integer=True)
_f = sp.Symbol("f", real=True)
_COSINE = real("c", -1, 1, meaning="cosine of the angle between the two projections")
_SIGNED = real("v2", reach=("1e-4", 100), meaning="|x+y|^2, or -|x-y|^2")
_RHO_DOMAIN = Domain(
    (DIMENSION, _COSINE, _SIGNED),
    extra=tuple(
        dict(zip(("d", "c", "v2"), corner, strict=True))
        for corner in ((2, "1/2", 1), (3, "-1/2", 4), (1, 1, 1), (64, "-1/63", -2), (5, -1, 10), (4, 0, 3), (7, "1/3", 0))
    ),
)
_RHO_POINTS: tuple[dict[str, object], ...] = (*_RHO_DOMAIN.extra[:6], {"d": 2, "c": 1, "v2": 30}, {"d": 9, "c": "-1/8", "v2": -9})
_SERIES = (
    sp.exp(_v2 / 2)
    / sp.gamma(d / 2)
    * sp.Sum(
        (_c * _v2) ** _p
        / sp.factorial(_p)
        * sp.gamma((d + _p) / 2) ** 2
        / sp.gamma(d / 2 + _p)
        * sp.hyper((-d / 2,), (d / 2 + _p,), -_v2 / 2),
        (_p, 0, sp.oo),
    )
)
_MAJORANT = {_p: sp.Abs(_c * _v2) ** _p / sp.factorial(_p) * sp.gamma(d / 2) * sp.exp(sp.Abs(_v2) / 2)}
_WEIGHT = sp.gamma((d + 1) / 2) / (sp.sqrt(sp.pi) * sp.gamma(d / 2)) * sp.sin(_f) ** (d - 1)


def _split(squared: sp.Expr, cosine: sp.Expr = _c) -> sp.Expr:
    """The mean over b = sin^2(f/2) of the Beta law: E_b 1F1(d; d/2; (t/2)(1 + 2c sqrt(b(1-b))))."""
    inner = sp.hyper((d,), (d / 2,), squared / 2 * (1 + cosine * sp.sin(_f)))
    return sp.Integral(_WEIGHT * inner, (_f, 0, sp.pi))


_RHO = Conformity(d, _c, _v2)
_PAIRS = Domain(
    (DIMENSION, _COSINE, *SQUARES),
    (CAUCHY_SCHWARZ, ON_A_LINE),
    fit,
    (
        {"d": 2, "c": "1/2", "x2": 1, "y2": 1, "xy": 0},
        {"d": 3, "c": "-1/2", "x2": 1, "y2": 1, "xy": "1/2"},
        {"d": 64, "c": 0, "x2": 4, "y2": 1, "xy": -1},
        {"d": 5, "c": -1, "x2": 1, "y2": 1, "xy": -1},
        {"d": 1, "c": 1, "x2": 1, "y2": 4, "xy": 2},
    ),
)
_A_VALUES = ("-0.3+0.4j", "-1", "0.1+0.2j", "-0.05-3j", "0", "0.12")
_MAPS = Domain(
    (DIMENSION, _COSINE, COMPLEX_A, SIGN, *SQUARES),
    (*_PAIRS.rules, SECOND_MOMENTS, BOTH_SIGNS),
    fit,
    tuple(
        {**pair, "A": value, "s": sign} for sign in (1, -1) for pair, value in zip(_PAIRS.extra, _A_VALUES[:5], strict=True)
    ),
)
_MAP_NAMES = "d c A s x2 y2 xy"
_WIDTH = 1 - 4 * _A
_TURNED = sp.re(_WIDTH) - sp.I * sp.im(_WIDTH) * sp.cos(_f)  # c b + conj(c) (1-b) at b = sin^2(f/2)
_CROSS = sp.Abs(_WIDTH) * sp.sin(_f) / _TURNED


def _conjugate_mean() -> sp.Expr:
    """E Z_i conj Z_j by the split of the two lengths, the weight kept: one integral for either sign."""

    def mean(argument: sp.Expr) -> sp.Expr:
        body = sp.Abs(_WIDTH) ** d * _TURNED ** (-d) * _WEIGHT * sp.hyper((d,), (d / 2,), argument)
        return sp.re(sp.Integral(body, (_f, 0, sp.pi)))

    plus = sp.exp(-2 * N2) * mean(V2 / 2 * (1 + _c * _CROSS))
    return sp.Piecewise((plus, sp.Eq(s, 1)), (mean(DELTA2 / 2 * (-1 + _c * _CROSS)), True))


def _plain_mean() -> sp.Expr:
    """E Z_i Z_j by the split of the two lengths."""
    return sp.Piecewise((sp.exp(-2 * N2) * _split(V2), sp.Eq(s, 1)), (_split(-DELTA2), True))


_BY_SPLIT = (_plain_mean() + _conjugate_mean()) / 2

_VARIANCE_PAIRS = tuple({k: v for k, v in pair.items() if k != "c"} for pair in _PAIRS.extra)
_COUNTS = (2, 3, 64, 4, 1)
_BLOCK = Domain(
    (DIMENSION, COUNT, COMPLEX_A, SIGN, *SQUARES),
    (CAUCHY_SCHWARZ, ON_A_LINE, WITHIN_BLOCK, SECOND_MOMENTS, BOTH_SIGNS),
    fit,
    tuple(
        {**pair, "A": value, "s": sign, "m": count}
        for sign in (1, -1)
        for pair, value, count in zip(_VARIANCE_PAIRS, _A_VALUES[:5], _COUNTS, strict=True)
    ),
)
_SIMPLEX = replace(
    _BLOCK,
    parameters=(integer("d", 2, meaning="input dimension"), *_BLOCK.parameters[1:]),
    extra=tuple(extra for extra in _BLOCK.extra if extra["d"] != 1),
)
_ANY_COUNT = replace(
    _BLOCK,
    rules=tuple(rule for rule in _BLOCK.rules if rule is not WITHIN_BLOCK),
    repair=None,
    extra=tuple({**extra, "m": count} for extra, count in zip(_BLOCK.extra, (5, 3, 200, 4, 7) * 2, strict=True)),
)
_VARIANCE_NAMES = "d m A s x2 y2 xy"
_COS = -1 / (d - 1)
_ORTHOGONAL_PAIR = sp.Piecewise(
    (sp.exp(-2 * N2) * sp.hyper((d,), (d / 2,), V2 / 2), sp.Eq(s, 1)), (sp.hyper((d,), (d / 2,), -DELTA2 / 2), True)
)
_ORTHOGONAL = (projection_variance() + (m - 1) * (_ORTHOGONAL_PAIR - sp.exp(-DELTA2))) / m
_REAL = Domain(
    (DIMENSION, COUNT, real("A", below="1/8", reach=("1e-3", 1000)), *SQUARES),
    (CAUCHY_SCHWARZ, ON_A_LINE, WITHIN_BLOCK),
    fit,
    tuple(
        {**pair, "A": value, "m": count}
        for pair, value, count in zip(_VARIANCE_PAIRS, ("-1", "1/10", "-1/8", "0", "-9/4"), _COUNTS, strict=True)
    ),
)
_DISPLAYED = (
    sp.exp(-2 * N2)
    / m
    * (
        ((1 + 1 / (1 - 8 * _A)) / (2 * sp.sqrt(1 / (1 - 8 * _A)))) ** d * sp.exp((1 + 1 / (1 - 8 * _A)) * V2)
        - sp.exp(V2)
        - (m - 1) * (sp.exp(V2) - sp.hyper((d,), (d / 2,), V2 / 2))
    )
)
_BLOCKS = (m - sp.Mod(m, d)) / d
_SHARE = (_BLOCKS * d * (d - 1) + sp.Mod(m, d) * (sp.Mod(m, d) - 1)) / m**2
