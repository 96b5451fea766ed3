"""Simplex rows for trigonometric features, beyond Section 4.1 of simrf: pair means and errors.

z = |x-y|; T is the pair mean at the simplex cosine -1/(d-1). Main results:
* E cos(w_1.z) cos(w_2.z) is an even series in the cosine of the rows, (rho_c + rho_(-c))/2 at v^2 = -z^2.
* m <= d simplex rows: MSE = ((1-e^(-z^2))^2/2 + (m-1)(T - e^(-z^2)))/m, and its quotient to independent rows.

Proved from the cosine of sum and difference; compared with quadrature and with draws.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Derivation,
    Domain,
    Equal,
    Representations,
    Restated,
    Simulation,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import COUNT, WITHIN_BLOCK, d, fit, m
from rftheory.papers.beyond._lemmas.blocks import ANY_DIMENSION, COSINE, DIMENSION, c, phi, rho, z
from rftheory.papers.beyond._lemmas.random_terms import error, per_feature, waves
from rftheory.papers.beyond._lemmas.trigonometric_pairs import (
    APART,
    DISTANCE,
    EVEN_BOUND,
    SIMPLEX_PAIR,
    even_series,
)
from rftheory.papers.beyond._lemmas.trigonometric_steps import SIMPLEX_COSINE, U, block_steps, pair_steps

_PAIR = Domain(
    (DIMENSION, COSINE, DISTANCE),
    extra=tuple(
        {"d": dd, "c": cc, "z": zz}
        for dd, cc, zz in ((2, -1, 1), (3, "-1/2", 2), (64, "-1/63", 8), (2, "1/2", 0), (5, 1, 3), (8, 0, 2))
    ),
)

_PAIR_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "c": -1, "z": 1}, {"d": 3, "c": "-1/2", "z": 2}, {"d": 64, "c": "1/3", "z": 3}, {"d": 5, "c": 1, "z": 0},
    {"d": 8, "c": "1/7", "z": "1/100"}, {"d": 2, "c": 0, "z": 2},
)  # fmt: skip

_PAIR_MEAN = (rho(c, -U) + rho(-c, -U)) / 2


def _cosines(cosine: sp.Expr) -> sp.Expr:
    """The mean product by the split of the norms and the half angle: the cosine of the sum and of the difference."""
    weight = sp.gamma(d) / (2 ** (d - 1) * sp.gamma(d / 2) ** 2)
    parts = (sp.hyper((d,), (d / 2,), -U / 2 * (1 + s * cosine * sp.sin(phi))) / 2 for s in (1, -1))
    return weight * sp.Integral(sp.sin(phi) ** (d - 1) * sp.Add(*parts), (phi, 0, sp.pi))


RFF_PAIR = Statement(
    id="beyond/rff-pair",
    kind="identity",
    where="complement to Section 4.1 of simrf",
    title="Mean product of two cosines at any angle",
    text="The mean product of the trigonometric terms of a pair of cosine c is an even series in c.",
    latex=(
        r"\mathbb E\cos(w_1^\top z)\cos(w_2^\top z)=\frac{e^{-z^2/2}}{\Gamma(\frac d2)}\sum_{p\ \rm even}\frac{(cz^2)^p}{p!}"
        r"\frac{\Gamma(\frac{d+p}2)^2}{\Gamma(\frac d2+p)}\,{}_1F_1\left(-\tfrac d2;\tfrac d2+p;\tfrac{z^2}2\right)"
    ),
    domain_text="d >= 2, -1 <= c <= 1, z >= 0",
    domain=_PAIR,
    sides={"": formula(even_series(c), _PAIR, "d c z", closed=_PAIR_MEAN, majorants=EVEN_BOUND)},
    claim=All((Equal(waves(z), ""), Equal("", formula(_PAIR_MEAN, _PAIR, "d c z")))),
    checks=(
        Derivation(pair_steps, WHOLE),
        Representations("", points=_PAIR_POINTS),
        Restated(
            "by quadrature over the split of the norms",
            {
                "closed": formula(_PAIR_MEAN, _PAIR, "d c z"),
                "quadrature": formula(_cosines(c), _PAIR, "d c z"),
            },
            _PAIR,
            Equal("closed", "quadrature"),
            Agreement("closed", "quadrature", tuple(_PAIR_POINTS[i] for i in (0, 1, 4, 5))),
        ),
    ),
    uses=("beyond/rho-single-series",),
)

_BLOCK = Domain(
    (DIMENSION, integer("m", 2, meaning="rows of one block"), APART),
    (WITHIN_BLOCK,),
    fit,
    tuple(
        {"d": dd, "m": mm, "z": zz}
        for dd, mm, zz in (
            (2, 2, 1),
            (3, 2, 2),
            (3, 3, "1e-3"),
            (64, 64, 1),
            (64, 2, 8),
            (10**6, 10**6, "1/10"),
        )
    ),
)

_BLOCK_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "m": 2, "z": 1}, {"d": 3, "m": 3, "z": 2}, {"d": 64, "m": 64, "z": 3}, {"d": 5, "m": 2, "z": "1/10"},
    {"d": 1000, "m": 7, "z": 1},
)  # fmt: skip

_SQUARE = (1 - sp.exp(-U)) ** 2
_VARIANCE = (1 + sp.exp(-2 * U)) / 2 - sp.exp(-U)
_PRINTED_T = even_series(SIMPLEX_COSINE)
_RAW = _VARIANCE / m + (1 - 1 / m) * (_PRINTED_T - sp.exp(-U))
_MSE = (_SQUARE / 2 + (m - 1) * (SIMPLEX_PAIR - sp.exp(-U))) / m
_CHOSEN = sp.Symbol("length", nonnegative=True)
_DRAWN = Domain((ANY_DIMENSION, COUNT, real("length", 0)))
_MEAN_SQUARE = ((1 + sp.exp(-2 * U)) / 2 + (m - 1) * SIMPLEX_PAIR) / m

RFF_SIMPLEX_MSE = Statement(
    id="beyond/rff-simplex/mse",
    kind="identity",
    where="complement to Section 4.1 of simrf",
    title="MSE of trigonometric features with simplex rows",
    text="With T the pair mean at the simplex cosine, m rows of one d x d block have this error.",
    latex=r"\mathrm{MSE}=\frac1m\left(\frac{(1-e^{-z^2})^2}2+(m-1)(T-e^{-z^2})\right)",
    domain_text="2 <= m <= d, z > 0",
    domain=_BLOCK,
    sides={"": formula(_MSE, _BLOCK, "d m z")},
    claim=All(
        (
            Equal(error("simplex", m, "trigonometric"), ""),
            Equal("", formula(_RAW, _BLOCK, "d m z", majorants=EVEN_BOUND)),
        )
    ),
    checks=(
        Derivation(block_steps, WHOLE),
        Representations("", formula(_RAW, _BLOCK, "d m z", majorants=EVEN_BOUND), _BLOCK_POINTS),
        Simulation(
            "simplex",
            "trigonometric",
            "square",
            formula(_MEAN_SQUARE.subs(z, _CHOSEN), _DRAWN, "d m length"),
            ({"d": 4, "m": 4, "length": 1}, {"d": 3, "m": 2, "length": 2}),
            mean=formula(sp.exp(-(_CHOSEN**2) / 2), _DRAWN, "length"),
        ),
    ),
    uses=("beyond/rff-pair",),
    mechanism=("simplex", "trigonometric"),
)

_RATIO = 1 + 2 * (m - 1) * (SIMPLEX_PAIR - sp.exp(-U)) / _SQUARE

RFF_SIMPLEX_RATIO = Statement(
    id="beyond/rff-simplex/ratio",
    kind="identity",
    where="complement to Section 4.1 of simrf",
    title="Error ratio of trigonometric features with simplex rows",
    text="The error with simplex rows over that of as many independent rows.",
    latex=r"1+\frac{2(m-1)(T-e^{-z^2})}{(1-e^{-z^2})^2}",
    domain_text="2 <= m <= d, z > 0",
    domain=_BLOCK,
    sides={"": formula(_RATIO, _BLOCK, "d m z")},
    claim=All(
        (
            Equal(per_feature("simplex", m, "trigonometric"), ""),
            Equal("", formula(_RAW / (_VARIANCE / m), _BLOCK, "d m z", majorants=EVEN_BOUND)),
        )
    ),
    checks=(
        Derivation(block_steps, WHOLE),
        Representations(
            "", formula(_RAW / (_VARIANCE / m), _BLOCK, "d m z", majorants=EVEN_BOUND), _BLOCK_POINTS
        ),
    ),
    uses=("beyond/rff-simplex/mse",),
    mechanism=("simplex", "iid", "trigonometric"),
)

STATEMENTS = (
    RFF_PAIR,
    RFF_SIMPLEX_MSE,
    RFF_SIMPLEX_RATIO,
)
