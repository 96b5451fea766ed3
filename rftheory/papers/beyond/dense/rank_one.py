"""Orthogonal rows through a map that differs from the identity along v alone, in every dimension; how they can hurt.

With Sigma = I + (s-1) v v^T/|v|^2 the pair moment needs two coordinates of a Haar frame, (t_1, t_2) = b^(1/2) (cos, sin),
b of the law Beta(1, (d-2)/2): two coordinates of a uniform vector.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.orthogonal_pair import RqOrthogonalPair
from rftheory.exact.functions.radial.rank_one import BestRankOnePair, RankOnePair
from rftheory.kit import All, Below, Domain, Equal, On, Statement, formula, integer, real
from rftheory.papers.beyond._lemmas.dense.coupled import angular
from rftheory.papers.beyond._lemmas.drawn.dense_rows import pair_of_one_eigenvalue

_WHERE = "dense features, coupled rows"
d = sp.Symbol("d", positive=True, integer=True)
s = sp.Symbol("s", positive=True)
v2 = sp.Symbol("v2", nonnegative=True)
_theta = sp.Symbol("theta", real=True)

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


def _in_the_plane(width: sp.Expr) -> sp.Expr:
    """P for d = 2 as a mean over the angle."""
    rows = [_row(share, width).subs(d, 2) for share in (sp.cos(_theta) ** 2, sp.sin(_theta) ** 2)]
    return width * sp.exp(-v2) * 2 / sp.pi * sp.Integral(rows[0] * rows[1], (_theta, 0, sp.pi / 2))


_FLAT = integer("d", 2, 2)
_PLANE = Domain((_FLAT, _WIDTH, _SQUARE), extra=({"d": 2, "s": 2, "v2": 1}, {"d": 2, "s": 3, "v2": 4}))
_FEW = integer("d", 2, reach=32, meaning="input dimension")
_SCALAR = Domain(
    (_FEW, real("s", 1, 1), _SQUARE), extra=({"d": 2, "s": 1, "v2": 1}, {"d": 3, "s": 1, "v2": 1})
)
_OPPOSITE = Domain(
    (_FEW, real("s", above=1, reach=("1/4", 4), meaning="eigenvalue of Sigma along v"), real("v2", 0, 0)),
    extra=({"d": 3, "s": 2, "v2": 0}, {"d": 8, "s": 3, "v2": 0}),
)
_P = RankOnePair(d, s, v2)


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
                Equal("", formula(_in_the_plane(s), _PLANE, "s v2")),
                "d = 2, the mean as printed",
            ),
            On(
                _PLANE,
                Equal("", formula(angular((s, sp.S.One), (sp.sqrt(v2), sp.S.Zero), "erf"), _PLANE, "s v2")),
                "d = 2, by the error function over the whole half circle",
            ),
            On(
                _SCALAR,
                Equal("", formula(sp.exp(-v2) * sp.hyper((d,), (d / 2,), v2 / 2), _SCALAR, "d v2")),
                "s = 1, Kummer's function",
            ),
            On(
                _OPPOSITE,
                Equal("", formula(s * RqOrthogonalPair(d, sp.S.Half, s - 1), _OPPOSITE, "d s")),
                "v = 0, as cosines along orthogonal rows: exp(-(s-1) g^2/2) is the mean of cos(g w), w ~ N(0, s-1)",
            ),
        )
    ),
    checks=(pair_of_one_eigenvalue(formula(_P, _ANY, "d s v2")),),
    uses=("beyond/dense/ort/pair",),
    note="h is replaced by a polynomial of proved error, whose mean the Dirichlet moments of (t_1^2, t_2^2) give.",
)

_BEST = (3 + 2 * v2 + sp.sqrt(4 * v2**2 + 12 * v2 + 1)) / 4
_PAIRS = Domain(
    (integer("d", 2, meaning="input dimension"), real("v2", above=0, reach=("1/10", 5), meaning="|x+y|^2")),
    extra=({"d": 2, "v2": 1}, {"d": 2, "v2": "1/10"}),
)
_EXCESS = BestRankOnePair(d, v2) - 1
_LINE = Domain((_FLAT, real("v2", above=0, reach=("1/10", 5), meaning="|x+y|^2")), extra=({"d": 2, "v2": 1},))
_BY_ANGLE = angular((_BEST, sp.S.One), (sp.sqrt(v2), sp.S.Zero), "erf") - 1


def _stretch(low: str, high: str, first: int, last: int) -> Domain:
    return Domain((integer("d", first, last), real("v2", low, high, meaning="|x+y|^2")))


_SMALL, _SMALLER, _NEAR_ONE = (
    _stretch("1/10", "3/10", 2, 2),
    _stretch("1/100", "1/10", 3, 8),
    _stretch("1", "3/2", 2, 2),
)


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
            On(_NEAR_ONE, Below(sp.S.Zero, ""), "d = 2, 1 <= v2 <= 3/2"),
            *(
                On(_stretch(square, square, size, size), Below(sp.S.Zero, ""), f"d = {size}, v2 = {square}")
                for size, square in ((3, "1"), (4, "9/4"), (8, "9/4"))
            ),
            On(_SMALL, Below("", sp.S.Zero), "d = 2, 1/10 <= v2 <= 3/10"),
            On(_SMALLER, Below("", sp.S.Zero), "3 <= d <= 8, 1/100 <= v2 <= 1/10"),
            On(_LINE, Equal("", formula(_BY_ANGLE, _LINE, "v2")), "d = 2, by the error function"),
        )
    ),
    uses=("beyond/dense/ort/rank-one", "beyond/dense/log-optimum/r"),
)

STATEMENTS = (RANK_ONE, AT_OPTIMUM)
