"""Section 3.1 of crt, last part: averages over sets of points in place of the norms of a pair, and what they cost.

Main results:
* (8): the average of |x_i + s y_j|^2 over all L^2 pairs from the averages of |x_i|^2, |y_j|^2 and the sums of the
  points, in O(L d). Proved for three points each and in general by expanding the square.
* `sec3.1/homogeneity`: A from the averages. For real A and s = 1, log E Z^2 is affine in (|x+y|^2, |x|^2 + |y|^2), so
  that A minimises the average of log E Z^2 over all pairs, whatever their spread.
* `sec3.1/cost`: L M (d+n) evaluations of the variance do not change the order O(L M (d+n)).

Costs are operations counted while the algorithms run.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.operation_counts import Counted, OperationTally, dot, total
from rftheory.kit import (
    WHOLE,
    All,
    Count,
    Derivation,
    Domain,
    Equal,
    InPart,
    On,
    Proof,
    Rule,
    SizeCount,
    Sizes,
    Statement,
    formula,
    part,
    real,
    same_size,
    vectors,
)
from rftheory.papers._shared import gerf
from rftheory.papers._shared import optimal_positive as best
from rftheory.papers._shared.invariants import DIMENSION, d
from rftheory.papers.crt._lemmas.costs import FEATURE_COUNTS, L, M, counted_rows, feature_products, n
from rftheory.papers.crt._notation import SMALL_A, s

_X, _Y = sp.IndexedBase("X"), sp.IndexedBase("Y")
_count = sp.Symbol("m", positive=True, integer=True)
_i, _j, _l = sp.symbols("i j l", nonnegative=True, integer=True)

_SETS = Domain(
    (vectors("X", "the points x_i"), vectors("Y", "the points y_j"), gerf.SIGN),
    (
        Rule(same_size(_X, _Y), "as many points in X as in Y, of one dimension"),
        gerf.SIGNED,
    ),
    None,
    tuple(
        {"X": first, "Y": second, "s": sign}
        for first, second in (
            ("1,2;1/2,0", "0,1;-1,2/3"),
            ("1", "-2"),
            ("1,0,3;2,-1,1;0,0,0", "1/3,1,2;1,1,1;5,-7,1/9"),
            ("1000,-1/7", "999,1e-9"),
        )
        for sign in (1, -1)
    ),
)


def _power_sum(base: sp.IndexedBase, index: sp.Symbol, power: int) -> sp.Expr:
    """Sum of a power of coordinate l over the points."""
    return sp.Sum(base[index, _l] ** power, (index, 0, _count - 1))


_PAIRWISE = sp.Sum(
    sp.Sum(sp.Sum((_X[_i, _l] + s * _Y[_j, _l]) ** 2, (_l, 0, d - 1)), (_j, 0, _count - 1)),
    (_i, 0, _count - 1),
)

_SQUARES_X, _SQUARES_Y = (
    sp.Sum(sp.Sum(base[index, _l] ** 2, (_l, 0, d - 1)), (index, 0, _count - 1)) / _count
    for base, index in ((_X, _i), (_Y, _j))
)

_INNER = sp.Sum(_power_sum(_X, _i, 1) * _power_sum(_Y, _j, 1), (_l, 0, d - 1))

_BY_COORDINATES = sp.Sum(
    _count * _power_sum(_X, _i, 2)
    + 2 * s * _power_sum(_X, _i, 1) * _power_sum(_Y, _j, 1)
    + _count * _power_sum(_Y, _j, 2),
    (_l, 0, d - 1),
)


def _pairwise(proof: Proof) -> None:
    p, q = sp.symbols("p1:4", real=True), sp.symbols("q1:4", real=True)
    for sign in (1, -1):
        double = sum(((u + sign * v) ** 2 for u in p for v in q), sp.S.Zero)
        proof.equal(
            double / 9,
            sum(u**2 for u in p) / 3 + 2 * sign * sum(p) * sum(q) / 9 + sum(v**2 for v in q) / 3,
            f"one coordinate, three points each, s = {sign}",
        )
    u, su, sv, uu, vv, count = sp.symbols("u S T U V L")
    row = count * u**2 + 2 * s * u * sv + vv  # s^2 = 1
    proof.equal(
        (row.subs(u**2, uu / count).subs(u, su / count) * count).expand(),
        (count * uu + 2 * s * su * sv + count * vv).expand(),
        "in general: the sum over j of u^2 + 2 s u v_j + v_j^2, then over i; coordinates add",
    )


EQ8 = Statement(
    id="crt/eq8",
    kind="identity",
    where="eq. (8)",
    title="The average of |x_i + s y_j|^2 in linear time",
    text="The average over all pairs from the averages of the squared norms and the sums of the points.",
    latex=(
        r"\frac1{L^2}\sum_{i,j=1}^L\|\mathbf x_i+s\mathbf y_j\|^2=\frac1L\sum_i\|\mathbf x_i\|^2"
        r"+\frac{2s}{L^2}\Big(\sum_i\mathbf x_i\Big)^\top\Big(\sum_i\mathbf y_i\Big)+\frac1L\sum_i\|\mathbf y_i\|^2"
    ),
    domain_text="L vectors each, s = 1 or -1",
    domain=_SETS,
    sides={
        "lhs": formula(_PAIRWISE / _count**2, _SETS, "X Y s", closed=_BY_COORDINATES / _count**2),
        "rhs": formula(_SQUARES_X + 2 * s / _count**2 * _INNER + _SQUARES_Y, _SETS, "X Y s"),
    },
    claim=Equal(),
    checks=(Derivation(_pairwise, WHOLE),),
    mechanism=("oprf", "gerf"),
    setting="data statistics for OPRF/GERF",
)


def _statistics(sizes: Sizes, tally: OperationTally) -> object:
    """The averages of |x_i|^2, |y_j|^2 and, by (8), of |x_i + s y_j|^2."""
    points, others = (counted_rows(sizes["L"], sizes["d"], tally) for _ in range(2))
    squares = [total([dot(row, row) for row in rows]) / sizes["L"] for rows in (points, others)]
    sums = [[total(list(column)) for column in zip(*rows, strict=True)] for rows in (points, others)]
    return squares[0] + dot(*sums) * (2.0 / sizes["L"] ** 2) + squares[1]


def _closed_form(_sizes: Sizes, tally: OperationTally) -> object:
    """A by (7) from the average of |x+y|^2 and d."""
    squared, size = (Counted(v, tally) for v in (3.0, 8.0))
    linear = squared * 2.0 + size
    rho = ((linear * linear + size * squared * 8.0).sqrt() - linear) / (squared * 4.0)
    return (rho - 1.0) / (rho * 8.0)


def _evaluation(tally: OperationTally) -> Counted:
    """log E Z^2 at one real A from the averages (logarithms are not counted, their products are)."""
    value, mean, norms, width = (Counted(v, tally) for v in (-0.1, 3.0, 2.0, 8.0))
    weight = value * -8.0 + 1.0
    half = (weight + 1.0) * 0.5
    return width * (half / weight.sqrt()) + half * mean * 2.0 / weight - norms * 2.0


def _averages(proof: Proof) -> None:
    value = sp.Symbol("A", real=True)
    norms, squared, other, weight = sp.symbols("n2 t q p", nonnegative=True)
    logarithm = d * sp.log((1 - 4 * value) / sp.sqrt(1 - 8 * value)) + 2 * (1 - 4 * value) / (
        1 - 8 * value
    ) * squared - 2 * norms  # fmt: skip
    mixed = weight * logarithm + (1 - weight) * logarithm.subs({squared: other, norms: 2 * norms})
    inserted = logarithm.subs({squared: weight * squared + (1 - weight) * other}).subs(
        norms, weight * norms + (1 - weight) * 2 * norms
    )
    proof.equal(mixed, inserted, "log E Z^2 at a real A, s = 1, is affine in (|x+y|^2, |x|^2 + |y|^2)")
    proof.cite("so at the averages it is the average of log E Z^2 over all pairs, whatever their spread")
    best.root_steps(proof)


_A = sp.Symbol("A", real=True)
_norms, _squared, _more, _other, _weight = sp.symbols("n2 t n2b tb p", nonnegative=True)
_TWO_PAIRS = Domain(
    (
        DIMENSION,
        SMALL_A,
        *(real(name, 0) for name in ("n2", "t", "n2b", "tb")),
        real("p", 0, 1, meaning="weight of the first pair"),
    )
)


def _log_second(squared: sp.Expr, norms: sp.Expr) -> sp.Expr:
    """log E Z^2 at a real A and s = 1."""
    return (
        d * sp.log((1 - 4 * _A) / sp.sqrt(1 - 8 * _A)) + 2 * (1 - 4 * _A) / (1 - 8 * _A) * squared - 2 * norms
    )


_MEAN_OF_LOGS = _weight * _log_second(_squared, _norms) + (1 - _weight) * _log_second(_other, _more)
_LOG_AT_MEANS = _log_second(
    _weight * _squared + (1 - _weight) * _other, _weight * _norms + (1 - _weight) * _more
)

SEC3_1_HOMOGENEITY = Statement(
    id="crt/sec3.1/homogeneity",
    kind="algorithm",
    where="Section 3.1, last paragraphs",
    title="Choosing A for sets of points",
    text="Averages over the data, computed in O(L d), replace the norms in (6) and (7); A then costs O(1).",
    latex=r"O(Ld),\ O(1)",
    domain_text="homogeneous data",
    claim=All(
        (
            Count("operations", "the averages of the norms", L * d),
            Count("operations", "A by (7) from the averages", sp.S.One),
            Count("operations", "an evaluation of (6) from the averages", sp.S.One),
            On(_TWO_PAIRS, Equal(_MEAN_OF_LOGS, _LOG_AT_MEANS), "log E Z^2 at real A, s = 1, two pairs"),
        )
    ),
    checks=(
        InPart(
            "the averages in O(L d)",
            SizeCount(
                "the averages by (8)",
                _statistics,
                {
                    "multiplications": 2 * L * d + d + 3,
                    "additions": 2 * (L * (d - 1) + L - 1) + 2 * d * (L - 1) + d + 1,
                },
                L * d,
                {"L": (1, 2, 5), "d": (1, 3, 4)},
            ),
        ),
        InPart(
            "A in O(1)",
            SizeCount(
                "A by (7)",
                _closed_form,
                {"multiplications": sp.Integer(8), "additions": sp.Integer(4), "roots": sp.S.One},
                sp.S.One,
                {},
            ),
        ),
        InPart(
            "an evaluation of (6) in O(1), real A and s = 1",
            SizeCount(
                "log E Z^2 at a real A",
                lambda _sizes, tally: _evaluation(tally),
                {"multiplications": sp.Integer(8), "additions": sp.Integer(4), "roots": sp.S.One},
                sp.S.One,
                {},
            ),
        ),
        Derivation(_averages, part("real A and s = 1: the averages stand for all pairs")),
    ),
    uses=("crt/eq8", "crt/thm3.3/minimum"),
    mechanism=("oprf", "gerf"),
    note=(
        "For real A and s = 1 no homogeneity is needed for the logarithm: A then minimises the average over all "
        "pairs of log E Z^2."
    ),
)


def _with_evaluations(sizes: Sizes, tally: OperationTally) -> object:
    """Random features for n products, and L M (d+n) evaluations of the second moment."""
    products = feature_products(sizes, tally)
    for _ in range(sizes["L"] * sizes["M"] * (sizes["d"] + sizes["n"])):
        _evaluation(tally)
    return products


SEC3_1_COST = Statement(
    id="crt/sec3.1/cost",
    kind="scaling",
    where="Section 3.1, after eq. (8)",
    title="Evaluations of the variance that cost nothing extra",
    text="O(L M (d+n)) evaluations of (6) for n products with the kernel matrix leave the complexity as it is.",
    latex=r"O(LM(d+n))",
    domain_text="n products with K or K_sfm",
    claim=Count(
        "operations", "n products by random features with L M (d+n) evaluations of (6)", L * M * (d + n)
    ),
    checks=(
        SizeCount(
            "random features and L M (d+n) evaluations at a real A",
            _with_evaluations,
            {
                "multiplications": FEATURE_COUNTS["multiplications"] + 8 * L * M * (d + n),
                "additions": FEATURE_COUNTS["additions"] + 4 * L * M * (d + n),
                "roots": L * M * (d + n),
            },
            L * M * (d + n),
            {"L": (1, 2), "d": (1, 3), "n": (1, 2), "M": (1, 3)},
        ),
    ),
    uses=("crt/eq2/cost",),
    mechanism=("gerf",),
)

STATEMENTS = (
    EQ8,
    SEC3_1_HOMOGENEITY,
    SEC3_1_COST,
)
