"""Errors of blocks along polygons and the icosahedron, beyond Theorem 3.2 of simrf; what is open.

Main results, F(c) = rho_c(v), quotients to independent rows:
* d = 2, the regular m-gon: 1 + sum_(k<m) (F(cos(2 pi k/m)) - e^(v^2))/(e^(2v^2) - e^(v^2)).
* d = 3, the icosahedron: five partners at 1/sqrt 5, five at -1/sqrt 5, one at -1.
* Nothing is claimed where no universally optimal code is known, nor of couplings that see the lengths.

Cosines are counted; sums over the polygon have a fast second form, the icosahedron one by Beta means.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.polygon import PolygonSumBesideSquare
from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Equal,
    Proof,
    Representations,
    Statement,
    formally,
    formula,
    integer,
)
from rftheory.papers._shared.invariants import m
from rftheory.papers.beyond._lemmas.blocks import T, block_formula, length, ratio, rho
from rftheory.papers.beyond._lemmas.random_terms import per_feature
from rftheory.papers.beyond._lemmas.sharp_codes import (
    ICOSAHEDRAL,
    ICOSAHEDRON_LATEX,
    LINE,
    POLYGON_LATEX,
    POLYGONS,
    ROOT,
    TWO,
    vertex_steps,
)

_POLYGON_POINTS: tuple[dict[str, object], ...] = tuple(
    {"m": mm, "v": vv} for mm, vv in ((2, 1), (3, 2), (5, 1), (6, "1/10"), (8, 3), (13, 2), (30, 1))
)

_ONE_ROW = integer("m", 1, reach=10**6, meaning="rows of a block")
_k = sp.Symbol("k", positive=True, integer=True)
_PARTNERS = sp.Sum(rho(sp.cos(2 * sp.pi * _k / m), T, TWO), (_k, 1, m - 1))
_POLYGON, _FAST_POLYGON = ratio(_PARTNERS, m), ratio(PolygonSumBesideSquare(m, T), m)


def _polygon_ratio(proof: Proof) -> None:
    block_formula(proof)
    angle = sp.Symbol("a", real=True)
    proof.equal(
        sp.cos(angle) * sp.cos(length) + sp.sin(angle) * sp.sin(length),
        sp.cos(angle - length),
        "rows at angles 2 pi j/m and 2 pi l/m have the cosine of their difference",
    )
    size = sp.Symbol("n", positive=True)
    total = sp.Symbol("S", positive=True)
    proof.equal(size * total / size, total, "each row sees the differences k = 1..m-1 once")


POLYGON_RATIO = Statement(
    id="beyond/polygon/ratio",
    kind="identity",
    where="complement to Theorem 3.2 of simrf",
    title="Per-feature ratio of polygon blocks",
    text="Error of blocks of m rows along a regular m-gon of the plane against independent rows.",
    latex=POLYGON_LATEX,
    domain_text="d = 2, m >= 2, v > 0",
    domain=POLYGONS,
    sides={"": formally(formula(_POLYGON, POLYGONS, "m v", closed=_FAST_POLYGON), _ONE_ROW)},
    claim=All((Equal(per_feature("polygon", m), ""), Equal("", formula(_FAST_POLYGON, POLYGONS, "m v")))),
    checks=(Derivation(_polygon_ratio, WHOLE), Representations("", points=_POLYGON_POINTS)),
    uses=("beyond/rho-single-series",),
)

_ICOSAHEDRON = ratio(ICOSAHEDRAL, sp.Integer(12))


def _icosahedral_ratio(proof: Proof) -> None:
    block_formula(proof)
    vertex_steps(proof)


_BEAMS: tuple[dict[str, object], ...] = tuple({"v": vv} for vv in ("1/10", 1, 2, 3))


def _beta(cosine: sp.Expr) -> sp.Expr:
    """rho at d = 3 by the mean over the split of the norms."""
    angle = sp.Symbol("phi", real=True)
    body = sp.sin(angle) ** 2 * sp.hyper((3,), (sp.Rational(3, 2),), T / 2 * (1 + cosine * sp.sin(angle)))
    return 2 / sp.pi * sp.Integral(body, (angle, 0, sp.pi))


_BY_BETA = formula(
    ratio(5 * _beta(ROOT) + 5 * _beta(-ROOT) + _beta(sp.S.NegativeOne), sp.Integer(12)), LINE, "v"
)

ICOSAHEDRON_RATIO = Statement(
    id="beyond/icosahedron/ratio",
    kind="identity",
    where="complement to Theorem 3.2 of simrf",
    title="Per-feature ratio of icosahedral blocks",
    text="Error of blocks of twelve rows along an icosahedron, with iid chi_3 norms, against independent rows.",
    latex=ICOSAHEDRON_LATEX,
    domain_text="d = 3, v > 0",
    domain=LINE,
    sides={"": formula(_ICOSAHEDRON, LINE, "v")},
    claim=All((Equal(per_feature("icosahedron", 12), ""), Equal("", _BY_BETA))),
    checks=(
        Derivation(_icosahedral_ratio, WHOLE),
        Representations(
            "",
            _BY_BETA,
            _BEAMS,
        ),
    ),
    uses=("beyond/rho-beta",),
)

OPTIMAL_M_OPEN = Statement(
    id="beyond/optimal-m/open",
    kind="optimality",
    where="complement to Theorem 3.4 of simrf",
    title="Other numbers of rows",
    text="Nothing is claimed of the best block of m rows where no universally optimal code is known, nor of couplings that see the norms.",
    latex="-",
    domain_text="d >= 3, for example d + 2 <= m <= 2d - 1",
    outside="an open question: nothing is claimed that could be checked",
    uses=("beyond/simplex-block/optimal", "beyond/optimal-m/cross-polytope"),
)

STATEMENTS = (
    POLYGON_RATIO,
    ICOSAHEDRON_RATIO,
    OPTIMAL_M_OPEN,
)
