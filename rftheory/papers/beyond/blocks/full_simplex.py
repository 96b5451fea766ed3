"""Simplex blocks of d and of d + 1 rows for positive features, beyond Theorem 3.2 of simrf.

Main results:
* The error of d rows over that of independent ones: 1 + (d-1)(rho_(-1/(d-1)) - e^(v^2))/(e^(2v^2) - e^(v^2)).
* d + 1 rows along a regular simplex, the most that R^d has room for:
  MSE = e^(-2x^2-2y^2)/(d+1) (e^(2v^2) - e^(v^2) + d (rho_(-1/d) - e^(v^2))), and the same quotient with d and -1/d.

Proved by counting pairs of equal cosine; compared with the single series and with draws.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Equal,
    Given,
    Representations,
    Simulation,
    Statement,
    formally,
    formula,
)
from rftheory.papers._shared.invariants import V2, d, pairs
from rftheory.papers.beyond._lemmas.blocks import (
    ANY_DIMENSION,
    DIMENSION,
    KERNEL_MEAN,
    PAIR_POINTS,
    PLANE,
    PLANE_POINTS,
    T,
    block_mse,
    full_partners,
    literally,
    majorant,
    ratio,
    raw_mse,
    series,
    sided,
    simplex_ratio,
    whole_block_square,
)
from rftheory.papers.beyond._lemmas.random_terms import error, per_feature
from rftheory.papers.beyond._lemmas.simplex_rows import simplex_steps

_D_SIMPLEX, _FULL_SIMPLEX = simplex_ratio(d), ratio(full_partners(), d + 1)

SIMPLEX_D_RATIO = Statement(
    id="beyond/simplex-d/ratio",
    kind="identity",
    where="complement to Theorem 3.2 of simrf",
    title="Per-feature ratio of the printed simplex blocks",
    text="The ratio at m = d vertices.",
    latex=r"1+\frac{(d-1)(\rho_{-1/(d-1)}-e^{v^2})}{e^{2v^2}-e^{v^2}}",
    domain_text="d >= 2, v > 0",
    domain=PLANE,
    sides={"": formula(_D_SIMPLEX, PLANE, "d v")},
    claim=All(
        (
            Equal(per_feature("simplex", d), ""),
            Equal("", sided(literally((d - 1) * series(-1 / (d - 1)), d), PLANE, "d v")),
        )
    ),
    checks=(
        Derivation(simplex_steps, WHOLE),
        Representations("", sided(literally((d - 1) * series(-1 / (d - 1)), d), PLANE, "d v"), PLANE_POINTS),
    ),
    uses=("beyond/simplex-block/ratio",),
    mechanism=("simplex", "iid", "positive"),
)


def _raw_full(squared: sp.Expr) -> sp.Expr:
    """The partners of a row by the single series."""
    return d * series(-1 / d, squared)


_FULL_MSE = block_mse(full_partners(V2), d + 1)
_PAIRS = pairs(DIMENSION, d=(2, 3, 64))
_RAW_MSE = formula(raw_mse(_raw_full(V2), d + 1), _PAIRS, "d x2 y2 xy", majorants=majorant(V2))

SIMPLEX_D_1_MSE = Statement(
    id="beyond/simplex-d+1/mse",
    kind="identity",
    where="complement to Theorem 3.2 of simrf",
    title="Error of a block of d + 1 simplex vertices",
    text="One block of d+1 rows along a regular simplex of R^d, randomly turned, with iid chi_d norms, has this error.",
    latex=r"\mathrm{MSE}=\frac{e^{-2x^2-2y^2}}{d+1}\left(e^{2v^2}-e^{v^2}+d\,(\rho_{-1/d}(v)-e^{v^2})\right)",
    domain_text="d >= 2, all x, y",
    domain=_PAIRS,
    sides={"": formally(formula(_FULL_MSE, _PAIRS, "d x2 y2 xy"), ANY_DIMENSION)},
    claim=All(
        (
            Equal(error("simplex-full", d + 1), ""),
            Given(V2 > 0, Equal("", _RAW_MSE)),
            Given(sp.Eq(V2, 0), Equal("", sp.S.Zero)),
        )
    ),
    checks=(
        Derivation(simplex_steps, WHOLE),
        Representations(
            "",
            _RAW_MSE,
            PAIR_POINTS,
        ),
        Simulation(
            "simplex-full",
            "positive",
            "square",
            whole_block_square(full_partners()),
            (
                {"d": 2, "m": 3, "length": 1},
                {"d": 4, "m": 5, "length": 3},
                {"d": 8, "m": 9, "length": 10},
            ),
            mean=KERNEL_MEAN,
        ),
    ),
    uses=("beyond/simplex-block/ratio",),
    mechanism=("simplex-full", "positive"),
)

SIMPLEX_D_1_RATIO = Statement(
    id="beyond/simplex-d+1/ratio",
    kind="identity",
    where="complement to Theorem 3.2 of simrf",
    title="Per-feature ratio of full simplex blocks",
    text="The ratio at m = d + 1 vertices, the most that a simplex in R^d can have.",
    latex=r"1+\frac{d\,(\rho_{-1/d}(v)-e^{v^2})}{e^{2v^2}-e^{v^2}}",
    domain_text="d >= 2, v > 0",
    domain=PLANE,
    sides={"": formula(_FULL_SIMPLEX, PLANE, "d v")},
    claim=All(
        (
            Equal(per_feature("simplex-full", d + 1), ""),
            Equal("", sided(literally(_raw_full(T), d + 1), PLANE, "d v")),
        )
    ),
    checks=(
        Derivation(simplex_steps, WHOLE),
        Representations("", sided(literally(_raw_full(T), d + 1), PLANE, "d v"), PLANE_POINTS),
    ),
    uses=("beyond/simplex-d+1/mse",),
    mechanism=("simplex-full", "iid", "positive"),
)

STATEMENTS = (
    SIMPLEX_D_RATIO,
    SIMPLEX_D_1_MSE,
    SIMPLEX_D_1_RATIO,
)
