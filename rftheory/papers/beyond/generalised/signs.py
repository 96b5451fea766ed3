"""Generalised exponential features with s = -1, beyond crt: their second moment and best real A.

w = 1-8A, z2 = |x-y|^2. Main results:
* s = -1: E (Re Z)^2 = ((1+w)/(2 sqrt w))^d (1 + e^(-(1+1/w) z2))/2.
* At w = 1 its logarithm has the slope z2 e^(-2 z2)/(1 + e^(-2 z2)) > 0: trigonometric features are not optimal.
* z2 -> 0: the best real A is z2/(4d) + O(z2^2), with the variance (z2^2/2)(1-1/d) + O(z2^3).

The slope of the log moment in r = 1/w changes sign once, at the best A; orders near z2 = 0 are those of an analytic curve.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Exists,
    Expectation,
    On,
    Order,
    Proof,
    Representations,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared import gerf
from rftheory.papers._shared.invariants import DIMENSION, d, x2, xy, y2
from rftheory.papers.beyond._lemmas.negative_sign import (
    APART,
    BEST_RATIO,
    LEAST_MOMENT,
    LOG_SECOND,
    SECOND_MOMENT,
    a,
    q,
    second_moment_steps,
    unique_steps,
    w,
    z2,
)
from rftheory.papers.beyond._lemmas.random_terms import estimate, variance

_GAP = real("z2", 0, reach=("1e-6", 10**6), meaning="|x-y|^2")
_REAL_A = real("A", below="1/8", reach=("1e-3", 1000), meaning="real A of the features")

_NEGATIVE = Domain(
    (DIMENSION, _REAL_A, _GAP),
    extra=tuple(
        {"d": size, "A": value, "z2": gap}
        for size, value, gap in (
            (3, "1/20", 1),
            (1, 0, 0),
            (64, "-1/10", "1/2"),
            (2, "1/9", 4),
            (10**6, "1e-6", 3),
        )
    ),
)

_DEFINITION = (sp.re(gerf.square_by_quadrature()) + gerf.modulus_by_quadrature()) / 2
_BY_QUADRATURE = _DEFINITION.subs({gerf.s: -1, gerf.A: a, x2: z2, y2: 0, xy: 0})

_MILD = Domain(
    (DIMENSION, real("A", -1, "1/9"), real("z2", 0, 4)),
    extra=tuple(point for point in _NEGATIVE.extra if point["d"] != 10**6),
)

COMPLEX_S_MINUS = Statement(
    id="beyond/complex/s-minus",
    kind="identity",
    where="generalised exponential features, s = -1",
    title="Second moment for s = -1 and real A",
    text="With w = 1-8A it is ((1+w)/(2 sqrt w))^d times the mean of 1 and exp(-(1+1/w) z^2).",
    latex=r"\mathbb E(\mathrm{Re}\,Z)^2=\tfrac12\left(\tfrac{1+w}{2\sqrt w}\right)^d\left(1+e^{-(1+1/w)z^2}\right)",
    domain_text="w = 1-8A > 0",
    domain=_NEGATIVE,
    sides={"": formula(SECOND_MOMENT, _NEGATIVE, "d A z2")},
    claim=All(
        (
            Equal(Expectation(estimate("iid", 1, "gerf-negative") ** 2), ""),
            On(_MILD, Equal("", formula(_BY_QUADRATURE, _MILD, "d A z2")), "-1 <= A <= 1/9, |x-y| <= 2"),
        )
    ),
    checks=(
        Representations(
            "",
            formula(_BY_QUADRATURE, _NEGATIVE, "d A z2"),
            tuple(
                {"d": size, "A": value, "z2": gap}
                for size, value, gap in ((3, "1/20", 1), (64, "-1/10", "1/2"))
            ),
        ),
        Derivation(second_moment_steps, WHOLE),
    ),
    uses=("crt/thm3.2",),
    mechanism=("gerf-negative",),
)

_ALONG = Domain(
    (DIMENSION, APART), extra=({"d": 2, "z2": 1}, {"d": 64, "z2": "1/10"}, {"d": 1, "z2": "1/1000"}, {"d": 5, "z2": 9})
)  # fmt: skip

_SLOPE = Domain((APART,), extra=({"z2": 1}, {"z2": "1e-6"}, {"z2": 40}, {"z2": 10**6}))
_TRIG_SLOPE = z2 * sp.exp(-2 * z2) / (1 + sp.exp(-2 * z2))


def _trig_slope(proof: Proof) -> None:
    second_moment_steps(proof)
    proof.equal(
        sp.diff(LOG_SECOND, w).subs(w, 1), _TRIG_SLOPE, "the slope at w = 1, A = 0: trigonometric features"
    )
    proof.positive(
        _TRIG_SLOPE.subs(z2, sp.Symbol("z", positive=True)),
        "for z > 0 it is positive: some w < 1, that is 0 < A < 1/8, is strictly better",
    )


COMPLEX_TRIG_SLOPE = Statement(
    id="beyond/complex/trig-slope",
    kind="identity",
    where="generalised exponential features, s = -1",
    title="Trigonometric features are not optimal",
    text="At w = 1 the log second moment rises in w, so some real A in (0, 1/8) beats trigonometric features.",
    latex=r"\partial_w\log\mathbb E(\mathrm{Re}\,Z)^2\big|_{w=1}=\tfrac{z^2e^{-2z^2}}{1+e^{-2z^2}}>0",
    domain_text="z2 > 0",
    domain=_SLOPE,
    sides={"": formula(_TRIG_SLOPE, _SLOPE, "z2")},
    claim=All(
        (
            On(
                _ALONG,
                Equal(formula(_TRIG_SLOPE, _ALONG, "z2"), sp.diff(LOG_SECOND, w).subs(w, 1)),
                "any d",
            ),
            Below(sp.S.Zero, ""),
            Exists(
                (real("A", above=0, below="1/8"),),
                Below(variance("iid", 1, "gerf-negative"), variance("iid", 1, "trigonometric")),
            ),
        )
    ),
    checks=(Derivation(_trig_slope, WHOLE),),
    uses=("beyond/complex/s-minus",),
    mechanism=("gerf-negative",),
)

_AT_BEST = SECOND_MOMENT.subs(a, (1 - 1 / BEST_RATIO) / 8) - sp.exp(-z2)
_LEAST_VARIANCE = LEAST_MOMENT - sp.exp(-z2)


def _small(proof: Proof) -> None:
    unique_steps(proof)
    g = sp.Symbol("g", positive=True)  # e^q
    tilt = 2 * q / (d * (1 + g) - 2 * q)  # h = r - 1
    proof.equal(
        d / 2 * tilt * (1 + g), q * (1 + tilt), "the stationary point by q = (1+r)z: (d/2)(r-1)(1+e^q) = q r"
    )
    h = tilt.subs(g, sp.exp(q))
    gap = q / (2 + h)
    steep = [sp.simplify(sp.diff(part, q).subs(q, 0)) for part in (h, gap)]
    proof.equal(steep[0], 1 / d, "r - 1 = q/d + ..,")
    proof.equal(
        steep[1], sp.Rational(1, 2), "and z = q/2 + .., analytic in q at 0: orders in q are orders in z"
    )
    proof.equal(steep[0] / 8 / steep[1], 1 / (4 * d), "A = (1-1/r)/8 = (r-1)/8 + .. is z/(4d) + O(z^2)")
    p, z = sp.symbols("p z")
    log = d / 2 * sp.log(1 + p**2 / (4 * (1 + p))) + sp.log((1 + sp.exp(-(2 + p) * z)) / 2)
    weight = sp.Symbol("e", positive=True)  # z = e z, h = e h: orders
    second = sp.exp(log.subs({p: weight * p, z: weight * z}, simultaneous=True)) - sp.exp(-weight * z)
    expected = (sp.S.Zero, sp.S.Zero, z**2 + d * p**2 / 4 - p * z)
    for order, value in enumerate(expected):
        found = sp.diff(second, weight, order).subs(weight, 0)
        proof.equal(found, value, f"the variance at small h, z: {order}! times the terms of order {order}")
    proof.equal(
        (expected[2] / 2).subs(p, 2 * z / d),
        z**2 / 2 * (1 - 1 / d),
        "at h = 2z/d + .. it is (z^2/2)(1-1/d) + O(z^3)",
    )


COMPLEX_S_MINUS_SMALL_Z = Statement(
    id="beyond/complex/s-minus-small-z",
    kind="asymptotic",
    where="generalised exponential features, s = -1",
    title="The best real A for s = -1 near x = y",
    text="A = z^2/(4d) up to O(z^4), with a variance of (z^4/2)(1-1/d) up to O(z^6), z = |x-y|.",
    latex=r"\min_A\mathrm{Var}=\tfrac{z^4}2\left(1-\tfrac1d\right)+O(z^6)",
    domain_text="d fixed, z2 -> 0",
    domain=_ALONG,
    sides={
        "lhs": formula(_LEAST_VARIANCE, _ALONG, "d z2"),
        "rhs": formula(z2**2 / 2 * (1 - 1 / d), _ALONG, "d z2"),
    },
    claim=All(
        (
            Order(z2**-3, "z2", toward=sp.S.Zero),
            Order(z2**-2, "z2", (1 - 1 / BEST_RATIO) / 8, z2 / (4 * d), toward=sp.S.Zero),
        )
    ),
    checks=(
        Representations("lhs", formula(_AT_BEST, _ALONG, "d z2")),
        Derivation(_small, WHOLE),
    ),
    uses=("beyond/complex/s-minus",),
    mechanism=("gerf-negative",),
)

STATEMENTS = (
    COMPLEX_S_MINUS,
    COMPLEX_TRIG_SLOPE,
    COMPLEX_S_MINUS_SMALL_Z,
)
