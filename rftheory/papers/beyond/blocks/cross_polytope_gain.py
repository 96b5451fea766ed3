"""Cross-polytope blocks against full simplex blocks of d + 1 vertices, beyond Theorem 3.2 of simrf.

Main results, d >= 2:
* Per feature the cross-polytope has strictly less error for every v > 0.
* On (1+c)^k it gains G_k = d (1-1/d)^k + (d-1)(M_k - 2), M_k = E (1+c)^k over independent directions: 0 for k = 1, 2 and
  positive from k = 3 on.

rho_c(v) is a positive combination of powers of 1 + c, and G is strictly convex in k with zeros at 1 and 2.
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
    Expectation,
    On,
    Proof,
    Representations,
    Statement,
    formula,
    integer,
)
from rftheory.papers._shared.invariants import d
from rftheory.papers.beyond._lemmas.blocks import (
    DIMENSION,
    PLANE,
    T,
    absolutely_monotone,
    cross_partners,
    full_partners,
    k,
    mixture,
    p,
    ratio,
    rho,
)
from rftheory.papers.beyond._lemmas.random_terms import COSINE, error


def _zeros(proof: Proof) -> None:
    """G_1 = G_2 = 0 and G is strictly convex in j: positive from j = 3 on."""
    proof.equal(d * (1 - 1 / d) + (d - 1) * (1 - 2), 0, "G_1 = 0: M_1 = 1")
    proof.equal(d * (1 - 1 / d) ** 2 + (d - 1) * (1 + 1 / d - 2), 0, "G_2 = 0: M_2 = 1 + 1/d")
    s, base = sp.Symbol("s", real=True), sp.Symbol("u", positive=True)
    proof.nonnegative(
        sp.diff(base**s, s, 2),
        "u^j is convex in j for every u > 0, hence (1-1/d)^j and the mean M_j of (1+c)^j",
    )
    proof.cite(
        "strictly, as 1+c is not 1 almost surely; a strictly convex function with zeros at 1 and 2 is positive beyond 2"
    )
    proof.equal(d * (1 - 1 / d) ** 3 + (d - 1) * (1 + 3 / d - 2), (d - 1) * (d + 1) / d**2, "G_3 itself")


_FULL_SIMPLEX, _CROSS = ratio(full_partners(), d + 1), ratio(cross_partners(), 2 * d)


def _beats_full(proof: Proof) -> None:
    absolutely_monotone(proof)
    mixture(proof)
    power, mean = sp.symbols("P M", positive=True)
    at = {"-1": 0, "0": 1, "-1/d": power}
    left = at["-1"] + (2 * d - 2) * at["0"] - (2 * d - 1) * mean
    right = d * (at["-1/d"] - mean)
    proof.equal(right - left, d * power + (d - 1) * (mean - 2), "on (1+c)^j, j >= 1, right minus left is G_j")
    proof.equal(1 + (2 * d - 2) - (2 * d - 1), d * (1 - 1), "on the constant it is 0")
    _zeros(proof)
    proof.cite(
        "F = sum_j a_j (1+c)^j with a_j >= 0 and a_3 > 0 for v > 0: right minus left is at least a_3 G_3 > 0"
    )


CROSS_POLYTOPE_BEATS_SIMPLEX_D_1 = Statement(
    id="beyond/cross-polytope/beats-simplex-d+1",
    kind="inequality",
    where="complement to Theorem 3.2 of simrf",
    title="Cross-polytope blocks beat full simplex blocks",
    text="Per feature the antithetic-orthogonal block has strictly less error than the (d+1)-vertex simplex block.",
    latex=r"\rho_{-1}+(2d-2)\rho_0-(2d-1)e^{v^2}<d\left(\rho_{-1/d}-e^{v^2}\right)",
    domain_text="d >= 2, v > 0",
    domain=PLANE,
    claim=All(
        (
            Below(2 * d * error("cross-polytope", 2 * d), (d + 1) * error("simplex-full", d + 1)),
            Below(_CROSS, _FULL_SIMPLEX),
            Below(cross_partners() - (2 * d - 1) * sp.exp(T), d * (rho(-1 / d) - sp.exp(T))),
        )
    ),
    checks=(Derivation(_beats_full, WHOLE),),
    uses=("beyond/cross-polytope/gj", "beyond/rho-coefficient", "beyond/mixture"),
    mechanism=("cross-polytope", "simplex-full", "positive"),
)

_HALF = sp.Rational(1, 2)

_GJ = Domain(
    (DIMENSION, integer("k", 1, reach=300, meaning="power of 1 + c")),
    extra=tuple(
        {"d": dd, "k": kk}
        for dd, kk in ((2, 1), (2, 2), (2, 3), (3, 3), (64, 1), (64, 2), (64, 40), (5, 200))
    ),
)

_FIRST = Domain(
    (DIMENSION, integer("k", 1, 2)), extra=({"d": 2, "k": 2}, {"d": 64, "k": 1}, {"d": 3, "k": 2})
)

_FROM_THREE = Domain(
    (DIMENSION, integer("k", 3, reach=300)),
    extra=({"d": 2, "k": 3}, {"d": 10**6, "k": 3}, {"d": 3, "k": 200}),
)

_i, _j = sp.symbols("i j", nonnegative=True, integer=True)

# both readings exact rationals: binomials and rising factorials as products
_BINOMIAL = sp.Product((k - _i) / (_i + 1), (_i, 0, 2 * p - 1))

_EVEN = sp.Product((_HALF + _j) / (d / 2 + _j), (_j, 0, p - 1))
_M_PRINTED = sp.Sum(_BINOMIAL * _EVEN, (p, 0, k))  # binom(k, 2p) is 0 from 2p > k on

_M_BETA = sp.Piecewise(
    (sp.Product((d - 1 + 2 * _i) / (d - 1 + _i), (_i, 0, k - 1)), k <= 2000),
    (
        2**k * sp.gamma((d - 1) / 2 + k) * sp.gamma(d - 1) / (sp.gamma((d - 1) / 2) * sp.gamma(d - 1 + k)),
        True,
    ),
)


def _g(moment: sp.Expr) -> sp.Expr:
    """G_k by the mean M_k."""
    return d * (1 - 1 / d) ** k + (d - 1) * (moment - 2)


def _gj(proof: Proof) -> None:
    mixture(proof)
    s = sp.Symbol("s", positive=True)
    proof.equal(
        (1 - (2 * s - 1) ** 2) ** ((d - 3) / 2),
        (4 * s * (1 - s)) ** ((d - 3) / 2),
        "s = (1+c)/2 is Beta((d-1)/2, (d-1)/2)",
    )
    proof.cite("the binomial theorem with E c^p: odd powers vanish")
    _zeros(proof)


CROSS_POLYTOPE_GJ = Statement(
    id="beyond/cross-polytope/gj",
    kind="identity",
    where="complement to Theorem 3.2 of simrf",
    title="The gain on powers of 1 + c",
    text="What a cross-polytope block gains over a full simplex block on (1+c)^k: 0 for k = 1, 2 and positive from k = 3 on.",
    latex=(
        r"G_k=d\left(1-\tfrac1d\right)^k+(d-1)\left(M_k-2\right),\quad "
        r"M_k=\sum_{p\ {\rm even}\le k}\binom kp\frac{(1/2)_{p/2}}{(d/2)_{p/2}}"
    ),
    domain_text="d >= 2, k >= 1",
    domain=_GJ,
    sides={"": formula(_g(_M_PRINTED), _GJ, "d k", closed=_g(_M_BETA))},
    claim=All(
        (
            Equal(_g(Expectation((1 + COSINE) ** k)), ""),
            Equal("", formula(_g(_M_BETA), _GJ, "d k")),
            On(_FIRST, Equal("", sp.S.Zero), "k = 1, 2"),
            On(_FROM_THREE, Below(sp.S.Zero, ""), "k >= 3"),
        )
    ),
    checks=(
        Derivation(_gj, WHOLE),
        Representations(
            "",
            points=tuple({"d": dd, "k": kk} for dd, kk in ((2, 1), (3, 2), (2, 3), (64, 9), (5, 30), (7, 2))),
        ),
    ),
    uses=("beyond/cosine-moment",),
)

STATEMENTS = (
    CROSS_POLYTOPE_BEATS_SIMPLEX_D_1,
    CROSS_POLYTOPE_GJ,
)
