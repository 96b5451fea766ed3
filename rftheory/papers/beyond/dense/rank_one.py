"""Orthogonal rows through a map that differs from the identity along v alone, in every dimension; how they can hurt.

With Sigma = I + (s-1) v v^T/|v|^2 the pair moment needs two coordinates of a Haar frame, (t_1, t_2) = b^(1/2) (cos, sin),
b of the law Beta(1, (d-2)/2); 1 - b = w^2 has the density (d-2) w^(d-3) in w.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import All, Below, Domain, Equal, On, Statement, formula, integer, real
from rftheory.papers.beyond._lemmas.dense.coupled import angular
from rftheory.papers.beyond._lemmas.drawn.dense_rows import pair_of_one_eigenvalue

_WHERE = "dense features, coupled rows"
d = sp.Symbol("d", positive=True, integer=True)
s = sp.Symbol("s", positive=True)
v2 = sp.Symbol("v2", nonnegative=True)
_theta, _w = sp.symbols("theta w", real=True)

_WIDTH = real("s", above=0, reach=("1/4", 4), meaning="eigenvalue of Sigma along v")
_SQUARE = real("v2", 0, reach=("1/10", 5), meaning="|x+y|^2")
_ANY = Domain(
    (integer("d", 2, meaning="input dimension"), _WIDTH, _SQUARE),
    extra=({"d": 2, "s": 2, "v2": 1}, {"d": 2, "s": "1/2", "v2": 1}),
)


def _row(share: sp.Expr, width: sp.Expr) -> sp.Expr:
    """h at the squared coordinate along v."""
    kappa = 1 + (width - 1) * share
    return kappa ** (-d / 2) * sp.hyper((d / 2,), (sp.S.Half,), width * v2 * share / (2 * kappa))


def _pair(width: sp.Expr) -> sp.Expr:
    """P as a mean over the angle, and over b where d > 2."""
    cosine, sine = sp.cos(_theta) ** 2, sp.sin(_theta) ** 2

    def mean(scale: sp.Expr) -> sp.Expr:
        return sp.Integral(_row(scale * cosine, width) * _row(scale * sine, width), (_theta, 0, sp.pi / 2))

    outer = (d - 2) * sp.Integral(_w ** (d - 3) * mean(1 - _w**2), (_w, 0, 1))
    return width * sp.exp(-v2) * 2 / sp.pi * sp.Piecewise((mean(sp.S.One), sp.Eq(d, 2)), (outer, True))


_FLAT_PLANE = integer("d", 2, 2)
_PLANE = Domain((_FLAT_PLANE, _WIDTH, _SQUARE), extra=({"d": 2, "s": 2, "v2": 1}, {"d": 2, "s": 3, "v2": 4}))
_SPACE = Domain((_FLAT_PLANE, real("s", 1, 1), _SQUARE), extra=({"d": 2, "s": 1, "v2": 1},))
_P = _pair(s)

RANK_ONE = Statement(
    id="beyond/dense/ort/rank-one",
    kind="identity",
    where=_WHERE,
    title="Pair moment with one eigenvalue along v",
    text=(
        "Sigma with the eigenvalue s along v and 1 across: P = s e^(-v^2) E h(t_1^2) h(t_2^2), h(q) = (1+(s-1)q)^(-d/2) "
        "1F1(d/2; 1/2; s v^2 q/(2(1+(s-1)q))), (t_1, t_2) two coordinates of a uniform vector."
    ),
    latex=r"P=s\,e^{-v^2}\,\mathbb E\,h(t_1^2)h(t_2^2)",
    domain_text="d >= 2, s > 0, v2 >= 0",
    domain=_ANY,
    sides={"": formula(_P, _ANY, "d s v2")},
    claim=All(
        (
            On(
                _PLANE,
                Equal(
                    formula(_P.subs(d, 2), _PLANE, "d s v2"),
                    formula(angular((s, sp.S.One), (sp.sqrt(v2), sp.S.Zero), "erf"), _PLANE, "d s v2"),
                ),
                "d = 2, by the error function over the whole half circle",
            ),
            On(
                _SPACE,
                Equal(
                    formula(_P.subs({d: 2, s: 1}), _SPACE, "d s v2"),
                    formula(sp.exp(-v2) * sp.hyper((2,), (1,), v2 / 2), _SPACE, "d s v2"),
                ),
                "d = 2, s = 1",
            ),
        )
    ),
    checks=(pair_of_one_eigenvalue(formula(_P, _ANY, "d s v2")),),
    uses=("beyond/dense/ort/pair",),
    note="Certified in the plane; beyond it the side is a double integral, which takes minutes.",
)

_BEST = (3 + 2 * v2 + sp.sqrt(4 * v2**2 + 12 * v2 + 1)) / 4
_EXCESS = _pair(_BEST) - 1
_PAIRS = Domain(
    (integer("d", 2, meaning="input dimension"), real("v2", above=0, reach=("1/10", 5), meaning="|x+y|^2")),
    extra=({"d": 2, "v2": 1}, {"d": 2, "v2": "1/10"}),
)
_SMALL, _NEAR_ONE = (
    Domain((real("v2", low, high, meaning="|x+y|^2"),)) for low, high in (("1/10", "3/10"), (1, "3/2"))
)
_FLAT = _EXCESS.subs(d, 2)

AT_OPTIMUM = Statement(
    id="beyond/dense/ort/at-optimum",
    kind="existence",
    where=_WHERE,
    title="Orthogonal rows can hurt at the best matrix",
    text=(
        "With the log-optimal matrix for the pair, s = Sigma(v^2) along v, P - 1 is negative for small v but positive at "
        "(d, v^2) = (2, 1), (3, 1), (4, 9/4), (8, 9/4): there a block of orthogonal rows has the larger variance."
    ),
    latex=r"P\left(d,\Sigma(v^2),v^2\right)-1",
    domain_text="d >= 2, v2 > 0",
    domain=_PAIRS,
    sides={"": formula(_EXCESS, _PAIRS, "d v2")},
    claim=All(
        (
            On(_NEAR_ONE, Below(sp.S.Zero, formula(_FLAT, _NEAR_ONE, "v2")), "d = 2, 1 <= v2 <= 3/2"),
            On(_SMALL, Below(formula(_FLAT, _SMALL, "v2"), sp.S.Zero), "d = 2, 1/10 <= v2 <= 3/10"),
        )
    ),
    uses=("beyond/dense/ort/rank-one", "beyond/dense/log-optimum/r"),
)

STATEMENTS = (RANK_ONE, AT_OPTIMUM)
