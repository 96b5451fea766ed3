"""Simplex blocks of any number of rows for positive features, beyond Theorems 3.2 and 3.4 of simrf.

F(c) = rho_c(v) and e^(v^2) its value for independent rows. Main results:
* Of all isotropic, weight-independent couplings of m <= d+1 rows with iid chi_d lengths equal cosines -1/(m-1) have the
  least error at every v; for v > 0 no other Gram matrix does.
* Their error over that of independent rows: 1 + (m-1)(F(-1/(m-1)) - e^(v^2))/(e^(2v^2) - e^(v^2)).
* n (F(-1/n) - e^(v^2)) falls strictly in real n >= 1: every further vertex helps.

F is absolutely monotone in c, hence increasing and convex, and the cosines of m unit vectors add up to at least -m:
Jensen. The tangent of F at -1/n gives the monotonicity.
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
    Given,
    On,
    Optimal,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import COUNT, WITHIN_BLOCK, d, fit, m
from rftheory.papers.beyond._lemmas.blocks import (
    CONSTANT_AT_ZERO,
    DIMENSION,
    LENGTH,
    MOVING,
    SIMPLEX,
    T,
    absolutely_monotone,
    block_formula,
    coefficient,
    cosine_plus,
    full_partners,
    k,
    literally,
    mixture,
    p,
    ratio,
    rho,
    series,
    sided,
    simplex_ratio,
    v,
)
from rftheory.papers.beyond._lemmas.energies import (
    AT_MOST_SIMPLEX,
    COLUMNS,
    ROWS,
    directions,
    energy,
    of_gram,
)
from rftheory.papers.beyond._lemmas.random_terms import ANY, error, per_feature
from rftheory.papers.beyond._lemmas.simplex_rows import simplex_steps, vertex_steps


def _convex(proof: Proof) -> None:
    """F is increasing and convex on [-1, 1], strictly for v > 0, and sum_{i != j} c_ij >= -m."""
    absolutely_monotone(proof)
    x, y, angle = sp.symbols("x y angle", real=True)
    size = sp.Symbol("m", positive=True)
    longer = (x + sp.cos(angle)) ** 2 + (y + sp.sin(angle)) ** 2 - (size + 1)
    step = x**2 + y**2 - size + 2 * (x * sp.cos(angle) + y * sp.sin(angle))
    proof.equal(longer, step, "|sum of unit vectors|^2 - m = sum_{i != j} c_ij, by induction on m")
    proof.nonnegative(x**2 + y**2, "so that the sum of the cosines is at least -m")


_HALF = sp.Rational(1, 2)

_VECTORS = directions(
    LENGTH,
    AT_MOST_SIMPLEX,
    ("1,0;-1/2,1;-1,-3/4", 1),
    ("1,0,0;0,1,0;1,1,1;-1,-1,-2", 2),
    ("1,0;-1,0", 3),
    ("1,0,0;-1,0,1/1000", "1/2"),
    ("1,2;3,-1", 0),
    ("1,0,0,0,0;0,1,0,0,0;0,0,1,0,0;0,0,0,1,0;0,0,0,0,1;-1,-1,-1,-1,-1", "3/2"),
    ("1,0,0;0,1,0;0,0,1", 5),
    ("1,1;1,1;1,1", "1/10"),
)


def _optimal(proof: Proof) -> None:
    block_formula(proof)
    _convex(proof)
    size = sp.Symbol("n", positive=True) + 1
    proof.equal(
        -size / (size * (size - 1)), -1 / (size - 1), "the mean of m(m-1) cosines is at least -1/(m-1)"
    )
    proof.cite(
        "Jensen for the convex F, then monotonicity; both strict for v > 0, so equality forces equal cosines -1/(m-1)"
    )
    vertex_steps(proof)
    proof.cite(
        "vectors of equal Gram matrices differ by an orthogonal map; applied to every realisation, then averaged"
    )


_a, _b, _e = sp.symbols("a b e", real=True)

_THREE = Domain(
    (integer("d", 3), *(real(name, -1, 1) for name in "abe"), real("v", above=0, reach=("1e-3", 8))),
    (Rule(1 + 2 * _a * _b * _e >= _a**2 + _b**2 + _e**2, "cosines of three unit vectors"),),
    extra=(
        {"d": 3, "a": "-1/2", "b": "-1/2", "e": "-1/2", "v": 1},
        {"d": 3, "a": "-1/2", "b": "-499/1000", "e": "-1/2", "v": 1},
        {"d": 5, "a": 0, "b": 0, "e": -1, "v": 3},
        {"d": 64, "a": "-3/5", "b": "-3/5", "e": "-7/25", "v": 2},
    ),
)

_SIMPLEX = "simplex of m rows"
"""The coupling with the cosine -1/(m - 1): `simplex` is the one of m = d, `simplex-full` that of m = d + 1."""

SIMPLEX_BLOCK_OPTIMAL = Statement(
    id="beyond/simplex-block/optimal",
    kind="optimality",
    where="complement to Theorem 3.4 of simrf",
    title="The simplex is the best block of at most d + 1 rows",
    text=(
        "Among isotropic, weight-independent couplings of m <= d+1 rows with iid chi_d norms equal cosines -1/(m-1) give the least "
        "error of positive features at every v; for v > 0 no other Gram matrix does."
    ),
    latex=r"\sum_{i\ne j}F(c_{ij})\ge m(m-1)F\left(-\tfrac1{m-1}\right)",
    domain_text="2 <= m <= d+1, v >= 0",
    domain=SIMPLEX.widened(LENGTH),
    claim=All(
        (
            Below(error(_SIMPLEX, m), error(ANY, m), strict=False),
            Given(
                v > 0,
                Optimal(
                    of_gram(),
                    {"C": -1 / (m - 1)},
                    unique=True,
                    among_words="Gram matrices C of m unit vectors in R^d",
                ),
            ),
            On(
                _VECTORS,
                Below(
                    formula((m * (m - 1) * rho(-1 / (m - 1))).subs({m: ROWS, d: COLUMNS}), _VECTORS, "U v"),
                    formula(energy(), _VECTORS, "U v"),
                    strict=False,
                ),
                "rows along any m <= d + 1 vectors U of R^d",
            ),
        )
    ),
    checks=(
        Derivation(_optimal, WHOLE, covered=CONSTANT_AT_ZERO),
        Restated(
            "three directions",
            {
                "simplex": formula(3 * rho(-_HALF), _THREE, "d v"),
                "any": formula(rho(_a) + rho(_b) + rho(_e), _THREE, "d a b e v"),
            },
            _THREE,
            Below("simplex", "any", strict=False),
        ),
    ),
    uses=("beyond/rho-coefficient",),
    mechanism=("positive",),
)

_ONE_ROW = integer("m", 1, reach=10**6, meaning="rows of a block")
_ANY_SIMPLEX = sp.Piecewise((sp.S.One, sp.Eq(m, 1)), (simplex_ratio(m), True))

_POINTS: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "m": mm, "v": vv}
    for dd, mm, vv in ((2, 3, 1), (3, 2, 2), (8, 9, "1/10"), (64, 64, 2), (1, 2, 1))
)

SIMPLEX_BLOCK_RATIO = Statement(
    id="beyond/simplex-block/ratio",
    kind="identity",
    where="complement to Theorem 3.2 of simrf",
    title="Per-feature ratio of simplex blocks",
    text="Error of blocks of m simplex vertices against independent rows at the same number of features.",
    latex=r"1+\frac{(m-1)\left(\rho_{-1/(m-1)}(v)-e^{v^2}\right)}{e^{2v^2}-e^{v^2}}",
    domain_text="2 <= m <= d+1, v > 0 (m = 1: ratio 1)",
    domain=SIMPLEX,
    sides={"": formally(formula(_ANY_SIMPLEX, SIMPLEX, "d m v"), _ONE_ROW)},
    claim=All(
        (
            Equal(per_feature(_SIMPLEX, m), ""),
            Equal("", sided(literally((m - 1) * series(-1 / (m - 1)), m), SIMPLEX, "d m v")),
        )
    ),
    checks=(
        Derivation(simplex_steps, WHOLE),
        Representations("", sided(literally((m - 1) * series(-1 / (m - 1)), m), SIMPLEX, "d m v"), _POINTS),
    ),
    uses=("beyond/rho-single-series",),
    mechanism=("iid", "positive"),
)

_REAL_COUNT = Domain(
    (
        DIMENSION,
        real("n", 1, reach=("1e-3", 1000)),
        real("h", above=0, reach=("1e-3", 100)),
        real("v", above=0, reach=("1e-3", 8)),
    ),
    extra=tuple(
        {"d": dd, "n": nn, "h": hh, "v": vv}
        for dd, nn, hh, vv in (
            (2, 1, 1, 1),
            (3, 2, "1e-6", 2),
            (64, 63, 1, 5),
            (2, 1, 10**6, "1e-3"),
            (5, "7/2", "1/3", 8),
        )
    ),
)

_n, _h = sp.symbols("n h", positive=True)
_FULL_SIMPLEX, _MORE = ratio(full_partners(), d + 1), simplex_ratio(m + 1)
_SMALLER = Domain(
    (DIMENSION, COUNT, MOVING),
    (WITHIN_BLOCK,),
    fit,
    tuple(
        {"d": dd, "m": mm, "v": vv}
        for dd, mm, vv in ((2, 1, 1), (2, 2, 2), (3, 2, "1e-3"), (64, 64, 5), (64, 1, "1/10"), (5, 3, 10))
    ),
)


def _decreasing(proof: Proof) -> None:
    _convex(proof)
    mixture(proof)
    f = sp.Function("F")
    n = sp.Symbol("n", positive=True)
    e = sp.Symbol("E")
    x = sp.Symbol("x")
    slope = sp.diff(n * (f(-1 / n) - e), n)
    expected = f(-1 / n) - e + sp.Subs(f(x).diff(x), x, -1 / n) / n
    proof.equal(slope.doit(), expected.doit(), "the derivative in n")
    proof.nonnegative(
        sp.diff(cosine_plus ** (k + 2), cosine_plus, 2),
        "F'' >= 0 term by term in e = 1+c: the tangent at -1/n stays below F at 0, F(-1/n) + F'(-1/n)/n <= F(0)",
    )
    proof.cite(
        "F(0) = f_0 and E = f_0 + f_2/d + ..., all f_p > 0 for v > 0: F(0) < E, so the derivative is negative"
    )
    proof.positive(1 / d, "the weight of f_2 in E - F(0)")
    proof.equal(
        ((d + 1) - 1) - (d - 1),
        1,
        "n = m - 1 goes from d - 1 to d; independent rows are m = 1, below m = 2 by F(-1) <= F(0) < E",
    )


def _slope(cosine: sp.Expr) -> sp.Expr:
    """F' by its series."""
    term = (p + 1) * cosine**p * coefficient(T, p + 1)
    return sp.exp(T / 2) / sp.gamma(d / 2) * sp.Sum(term, (p, 0, sp.oo))


def _drops(size: sp.Expr) -> sp.Expr:
    """n (F(-1/n) - e^(v^2))."""
    return size * (rho(-1 / size) - sp.exp(T))


SIMPLEX_BLOCK_MONOTONE = Statement(
    id="beyond/simplex-block/monotone",
    kind="inequality",
    where="complement to Theorem 3.2 of simrf",
    title="Larger simplex blocks are better",
    text=(
        "n (F(-1/n) - e^(v^2)) falls strictly in real n >= 1, so at equal feature count every further vertex helps, and "
        "(d+1)-vertex blocks beat all smaller ones."
    ),
    latex=(
        r"\frac{d}{dn}\,n\left(F(-\tfrac1n)-e^{v^2}\right)=F(-\tfrac1n)+\tfrac1nF'(-\tfrac1n)-e^{v^2}"
        r"\le F(0)-e^{v^2}<0"
    ),
    domain_text="d >= 2, v > 0",
    domain=_REAL_COUNT,
    claim=All(
        (
            Below(_drops(_n + _h), _drops(_n)),
            Below(
                sided(rho(-1 / _n) + _slope(-1 / _n) / _n - sp.exp(T), _REAL_COUNT, "d n v"),
                formula(rho(sp.S.Zero) - sp.exp(T), _REAL_COUNT, "d v"),
                strict=False,
            ),
            Below(formula(rho(sp.S.Zero) - sp.exp(T), _REAL_COUNT, "d v"), sp.S.Zero),
            On(
                _SMALLER,
                All(
                    (
                        Below(formula(_MORE, _SMALLER, "d m v"), formula(_ANY_SIMPLEX, _SMALLER, "d m v")),
                        Below(
                            formula(_FULL_SIMPLEX, _SMALLER, "d v"), formula(_ANY_SIMPLEX, _SMALLER, "d m v")
                        ),
                    )
                ),
                "m + 1 and d + 1 vertices against m <= d",
            ),
        )
    ),
    checks=(Derivation(_decreasing, WHOLE),),
    uses=("beyond/simplex-block/ratio", "beyond/mixture"),
    mechanism=("simplex-full", "simplex", "positive"),
)

STATEMENTS = (
    SIMPLEX_BLOCK_OPTIMAL,
    SIMPLEX_BLOCK_RATIO,
    SIMPLEX_BLOCK_MONOTONE,
)
