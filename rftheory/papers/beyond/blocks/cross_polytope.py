"""Cross-polytope blocks for positive features, beyond Theorem 3.2 of simrf: 2d rows +-R_1, .., +-R_d.

R is Haar, the 2d lengths are independent chi_d. Main results:
* MSE = e^(-2x^2-2y^2)/(2d) (e^(2v^2) - e^(v^2) + rho_(-1) + (2d-2) rho_0 - (2d-1) e^(v^2)).
* Per feature it is strictly below that of simplex blocks of d vertices for every d >= 2, v > 0.

Each row has one opposite and 2d-2 orthogonal partners. The comparison expands F(c) = rho_c(v) at c = 0, its third derivative being >= 0.
Blocks of d + 1 vertices are in `cross_polytope_gain`.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    Given,
    Proof,
    Representations,
    Simulation,
    Statement,
    formally,
    formula,
)
from rftheory.papers._shared.invariants import V2, d, pairs
from rftheory.papers.beyond._lemmas.blocks import (
    ANY_DIMENSION,
    KERNEL_MEAN,
    PAIR_POINTS,
    PLANE,
    PLANE_POINTS,
    T,
    absolutely_monotone,
    block_formula,
    block_mse,
    cross_partners,
    literally,
    majorant,
    mixture,
    ratio,
    raw_mse,
    rho,
    series,
    sided,
    simplex_ratio,
    whole_block_square,
)
from rftheory.papers.beyond._lemmas.random_terms import error, per_feature

_CROSS = ratio(cross_partners(), 2 * d)


def _cross_pairs(proof: Proof) -> None:
    block_formula(proof)
    one, zero = sp.symbols("F1 F0", positive=True)
    proof.equal(
        2 * d * (one + (2 * d - 2) * zero) / (2 * d),
        one + (2 * d - 2) * zero,
        "each of the 2d rows has an opposite one and 2d-2 orthogonal ones",
    )
    proof.equal(1 + (2 * d - 2), 2 * d - 1, "which are all others")


def _raw_cross(squared: sp.Expr) -> sp.Expr:
    """The partners of a row by the single series."""
    return series(sp.S.NegativeOne, squared) + (2 * d - 2) * sp.hyper((d,), (d / 2,), squared / 2)


_CROSS_MSE = block_mse(cross_partners(V2), 2 * d)
_FROM_ONE = pairs(ANY_DIMENSION, d=(1, 2, 64))
_RAW_MSE = formula(raw_mse(_raw_cross(V2), 2 * d), _FROM_ONE, "d x2 y2 xy", majorants=majorant(V2))

CROSS_POLYTOPE_MSE = Statement(
    id="beyond/cross-polytope/mse",
    kind="identity",
    where="complement to Theorem 3.2 of simrf",
    title="Error of an antithetic-orthogonal block",
    text="The 2d rows +-R_1, .., +-R_d of a Haar matrix with 2d independent chi_d norms have this error.",
    latex=r"\mathrm{MSE}=\frac{e^{-2x^2-2y^2}}{2d}\left(e^{2v^2}-e^{v^2}+\rho_{-1}(v)+(2d-2)\rho_0(v)-(2d-1)e^{v^2}\right)",
    domain_text="d >= 1, all x, y",
    domain=_FROM_ONE,
    sides={"": formula(_CROSS_MSE, _FROM_ONE, "d x2 y2 xy")},
    claim=All(
        (
            Equal(error("cross-polytope", 2 * d), ""),
            Given(V2 > 0, Equal("", _RAW_MSE)),
            Given(sp.Eq(V2, 0), Equal("", sp.S.Zero)),
        )
    ),
    checks=(
        Derivation(_cross_pairs, WHOLE),
        Representations(
            "",
            _RAW_MSE,
            PAIR_POINTS,
        ),
        Simulation(
            "cross-polytope",
            "positive",
            "square",
            whole_block_square(cross_partners()),
            (
                {"d": 2, "m": 4, "length": 1},
                {"d": 4, "m": 8, "length": 3},
                {"d": 8, "m": 16, "length": 10},
            ),
            mean=KERNEL_MEAN,
        ),
    ),
    uses=("beyond/rho-single-series",),
    mechanism=("cross-polytope", "positive"),
)

CROSS_POLYTOPE_RATIO = Statement(
    id="beyond/cross-polytope/ratio",
    kind="identity",
    where="complement to Theorem 3.2 of simrf",
    title="Per-feature ratio of cross-polytope blocks",
    text="Error of antithetic-orthogonal blocks against independent rows at the same number of features.",
    latex=r"1+\frac{\rho_{-1}+(2d-2)\rho_0-(2d-1)e^{v^2}}{e^{2v^2}-e^{v^2}}",
    domain_text="d >= 2, v > 0",
    domain=PLANE,
    sides={"": formally(formula(_CROSS, PLANE, "d v"), ANY_DIMENSION)},
    claim=All(
        (
            Equal(per_feature("cross-polytope", 2 * d), ""),
            Equal("", sided(literally(_raw_cross(T), 2 * d), PLANE, "d v")),
        )
    ),
    checks=(
        Derivation(_cross_pairs, WHOLE),
        Representations("", sided(literally(_raw_cross(T), 2 * d), PLANE, "d v"), PLANE_POINTS),
    ),
    uses=("beyond/cross-polytope/mse",),
    mechanism=("cross-polytope", "iid", "positive"),
)

_D_SIMPLEX = simplex_ratio(d)


def _beats_d(proof: Proof) -> None:
    absolutely_monotone(proof)
    mixture(proof)
    f0, f1, f2, rest, convex, e, tail = sp.symbols("f0 f1 f2 r q E g", nonnegative=True)
    opposite = f0 - f1 + f2 - rest
    proof.cite(
        "Taylor at 0 with F''' >= 0: F(-1) = f0 - f1 + f2 - r, r >= 0; convexity: F(-1/(d-1)) = f0 - f1/(d-1) + q, q >= 0"
    )
    simplex = f0 - f1 / (d - 1) + convex
    left = opposite + (2 * d - 2) * f0 - (2 * d - 1) * e
    right = (d - 1) * (simplex - e)
    mean = f0 + f2 / d + tail
    proof.equal((right - left).subs(e, mean), rest + (d - 1) * convex + d * tail, "with E = f0 + f2/d + g the right side exceeds the left by r + (d-1) q + d g")  # fmt: skip
    proof.cite("g contains f_4 E c^4 > 0 for v > 0; r, q and the factor d - 1 >= 1 are not negative")
    proof.positive(sp.Rational(3, 1) / (d * (d + 2)), "E c^4 = 3/(d(d+2)) > 0")


CROSS_POLYTOPE_BEATS_SIMPLEX_D = Statement(
    id="beyond/cross-polytope/beats-simplex-d",
    kind="inequality",
    where="complement to Theorem 3.2 of simrf",
    title="Cross-polytope blocks beat simplex blocks of d vertices",
    text="Per feature the antithetic-orthogonal block has strictly less error than the d-vertex simplex block.",
    latex=r"\rho_{-1}+(2d-2)\rho_0-(2d-1)e^{v^2}<(d-1)\left(\rho_{-1/(d-1)}-e^{v^2}\right)",
    domain_text="d >= 2, v > 0",
    domain=PLANE,
    claim=All(
        (
            Below(2 * d * error("cross-polytope", 2 * d), d * error("simplex", d)),
            Below(_CROSS, _D_SIMPLEX),
            Below(
                cross_partners() - (2 * d - 1) * sp.exp(T),
                (d - 1) * (rho(-1 / (d - 1)) - sp.exp(T)),
            ),
        )
    ),
    checks=(Derivation(_beats_d, WHOLE),),
    uses=("beyond/cross-polytope/ratio", "beyond/simplex-d/ratio", "beyond/mixture"),
    mechanism=("cross-polytope", "simplex", "positive"),
    note="At large v all these ratios tend to 1.",
)

STATEMENTS = (
    CROSS_POLYTOPE_MSE,
    CROSS_POLYTOPE_RATIO,
    CROSS_POLYTOPE_BEATS_SIMPLEX_D,
)
