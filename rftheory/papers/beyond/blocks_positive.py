"""Better blocks for positive features: simplices of any number of vertices, up to the d + 1 that R^d has room for."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Proof,
    Representations,
    Restated,
    Rule,
    Simulation,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import V2, d, m, pairs
from rftheory.papers.beyond._lemmas.blocks import (
    ANY_DIMENSION,
    DIMENSION,
    KERNEL_MEAN,
    LENGTH,
    PAIR_POINTS,
    PLANE,
    PLANE_POINTS,
    SIMPLEX,
    T,
    absolutely_monotone,
    block_formula,
    block_mse,
    cosine_plus,
    full_partners,
    k,
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

_D_SIMPLEX, _FULL_SIMPLEX = simplex_ratio(d), ratio(full_partners(), d + 1)


def _convex(proof: Proof) -> None:
    """F is increasing and convex on [-1, 1], strictly for v > 0, and sum_{i != j} c_ij >= -m."""
    absolutely_monotone(proof)
    x, y, angle = sp.symbols("x y angle", real=True)
    size = sp.Symbol("m", positive=True)
    longer = (x + sp.cos(angle)) ** 2 + (y + sp.sin(angle)) ** 2 - (size + 1)
    step = x**2 + y**2 - size + 2 * (x * sp.cos(angle) + y * sp.sin(angle))
    proof.equal(longer, step, "|sum of unit vectors|^2 - m = sum_{i != j} c_ij, by induction on m")
    proof.nonnegative(x**2 + y**2, "so that the sum of the cosines is at least -m")


def _vertices(proof: Proof) -> None:
    """m <= d + 1 unit vectors of equal cosines -1/(m-1) exist in R^d: their Gram matrix has the rank m - 1."""
    size = sp.Symbol("n", positive=True) + 1
    cosine = -1 / (size - 1)
    proof.equal(1 + (size - 1) * cosine, 0, "the Gram matrix has the eigenvalue 0 on the constant vector")
    proof.positive(sp.simplify(1 - cosine), "and 1 - c > 0 on the others: rank m - 1 <= d")


def _simplex(proof: Proof) -> None:
    block_formula(proof)
    _vertices(proof)
    n, share = sp.symbols("n F", positive=True)
    proof.equal(
        n * (n - 1) * share / n, (n - 1) * share, "all n(n-1) pairs have the same F: the total over n"
    )


def _raw_full(squared: sp.Expr) -> sp.Expr:
    return d * series(-1 / d, squared)


_HALF = sp.Rational(1, 2)


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
    _vertices(proof)
    proof.cite(
        "vectors of equal Gram matrices differ by an orthogonal map; applied to every realisation, then averaged"
    )


_THREE = Domain(
    (integer("d", 3), *(real(name, -1, 1) for name in "abe"), real("v", above=0, reach=("1e-3", 8))),
    (
        Rule(
            ("a", "b", "e"),
            "cosines of three unit vectors",
            lambda a, b, e: 1 + 2 * a * b * e >= a * a + b * b + e * e,
        ),
    ),
    extra=(
        {"d": 3, "a": "-1/2", "b": "-1/2", "e": "-1/2", "v": 1},
        {"d": 3, "a": "-1/2", "b": "-499/1000", "e": "-1/2", "v": 1},
        {"d": 5, "a": 0, "b": 0, "e": -1, "v": 3},
        {"d": 64, "a": "-3/5", "b": "-3/5", "e": "-7/25", "v": 2},
    ),
)

_a, _b, _e = sp.symbols("a b e", real=True)

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
    checks=(
        Derivation(_optimal),
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
    mechanism=("simplex-full", "positive"),
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
    checks=(
        Derivation(_simplex),
        Representations("", sided(literally((m - 1) * series(-1 / (m - 1)), m), SIMPLEX, "d m v"), _POINTS),
    ),
    uses=("simrf/thm3.2", "beyond/rho-single-series"),
    mechanism=("simplex-full", "iid", "positive"),
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


def _drops(size: sp.Expr) -> sp.Expr:
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
    checks=(
        Derivation(_decreasing),
        Restated(
            "at n + h against n",
            {
                "later": formula(_drops(_n + _h), _REAL_COUNT, "d n h v"),
                "earlier": formula(_drops(_n), _REAL_COUNT, "d n v"),
            },
            _REAL_COUNT,
            Below("later", "earlier"),
        ),
        Restated(
            "d + 1 vertices against d",
            {"more": formula(_FULL_SIMPLEX, PLANE, "d v"), "fewer": formula(_D_SIMPLEX, PLANE, "d v")},
            PLANE,
            Below("more", "fewer"),
        ),
    ),
    uses=("beyond/simplex-block/ratio", "beyond/mixture"),
    mechanism=("simplex-full", "simplex", "positive"),
)

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
    checks=(
        Derivation(_simplex),
        Representations("", sided(literally((d - 1) * series(-1 / (d - 1)), d), PLANE, "d v"), PLANE_POINTS),
    ),
    uses=("beyond/simplex-block/ratio",),
    mechanism=("simplex", "iid", "positive"),
)

_FULL_MSE = block_mse(full_partners(V2), d + 1)

_PAIRS = pairs(DIMENSION, d=(2, 3, 64))

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
    checks=(
        Derivation(_simplex),
        Representations(
            "",
            formula(raw_mse(_raw_full(V2), d + 1), _PAIRS, "d x2 y2 xy", majorants=majorant(V2)),
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
    checks=(
        Derivation(_simplex),
        Representations("", sided(literally(_raw_full(T), d + 1), PLANE, "d v"), PLANE_POINTS),
    ),
    uses=("beyond/simplex-d+1/mse",),
    mechanism=("simplex-full", "iid", "positive"),
)

STATEMENTS = (
    SIMPLEX_BLOCK_OPTIMAL,
    SIMPLEX_BLOCK_RATIO,
    SIMPLEX_BLOCK_MONOTONE,
    SIMPLEX_D_RATIO,
    SIMPLEX_D_1_MSE,
    SIMPLEX_D_1_RATIO,
)
