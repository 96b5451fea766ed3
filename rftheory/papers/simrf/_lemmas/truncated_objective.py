"""The truncated objective (15): the arrangements that minimise it, and the equations (16), (51)."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Below,
    Domain,
    Every,
    Height,
    Proof,
    Rule,
    Width,
    formula,
    integer,
    same_length,
)
from rftheory.papers.simrf._lemmas.arrangements import (
    A_PAIR,
    ARRANGEMENTS,
    AS_MANY,
    LENGTHS,
    LIST,
    PAIRS_COUNT,
    RIVAL,
    V,
    W,
    axis,
    other,
    over_pairs,
    row,
    squared_resultant,
    squared_total,
)
from rftheory.papers.simrf._notation import LENGTH, d, m, v


def closing_total(proof: Proof) -> None:
    """sum_{i != j} |w_i+w_j|^2 = 2(m-2) sum |w_i|^2 + 2 |sum w_i|^2, and how small the total can be."""
    for rows in (2, 3, 4):
        x, y = sp.symbols(f"x1:{rows + 1}", real=True), sp.symbols(f"y1:{rows + 1}", real=True)
        pairs = [(i, j) for i in range(rows) for j in range(rows) if i != j]
        double = sum((x[i] + x[j]) ** 2 + (y[i] + y[j]) ** 2 for i, j in pairs)
        squares = sum(t**2 for t in (*x, *y))
        proof.equal(
            double,
            2 * (rows - 2) * squares + 2 * (sum(x) ** 2 + sum(y) ** 2),
            f"expanding the double sum, m = {rows}",
        )
    squares, total, dot, one = sp.symbols("Q S2 S.w w2", real=True)
    added = 2 * squares + 2 * m * one + 4 * dot
    longer = 2 * (m - 1) * (squares + one) + 2 * (total + 2 * dot + one)
    proof.equal(
        longer - (2 * (m - 2) * squares + 2 * total),
        added,
        "induction on m: a further vector w adds twice the sum of |w_i + w|^2 on both sides",
    )


def minimisers(proof: Proof) -> None:
    """The truncated objective is least where |sum w| is; what that is, and that a minimiser solves the equations."""
    closing_total(proof)
    r, x, angle = sp.symbols("R w theta", positive=True)
    turned = r**2 + x**2 + 2 * r * x * sp.cos(angle)
    proof.equal(
        turned - (r - x) ** 2,
        2 * r * x * (1 + sp.cos(angle)),
        "turning one vector of norm w against the resultant R of the others: |sum|^2 - (R-w)^2",
    )
    proof.equal(
        1 + sp.cos(angle), 2 * sp.cos(angle / 2) ** 2, "1 + cos theta is a square, zero at theta = pi only"
    )
    proof.positive(
        2 * r * x, "so the opposite direction alone is best, and a minimiser with R > 0 solves (16)"
    )
    proof.cite(
        "the triangle inequality: |sum w| >= w_max - (sum of the other norms), reached by antialigning"
    )
    polygon(proof)


def polygon(proof: Proof) -> None:
    """Norms none of which exceeds the sum of the others close up in the plane."""
    x, y, z = sp.symbols("a b c", positive=True)
    proof.equal(
        4 * y**2 * z**2 - (x**2 - y**2 - z**2) ** 2,
        (x + y + z) * (y + z - x) * (x + z - y) * (x + y - z),
        "a triangle with sides a, b, c exists when |a^2-b^2-c^2| <= 2bc: Heron's product is not negative",
    )
    gap, more = sp.symbols("g t", nonnegative=True)
    proof.equal(
        sp.Abs(gap + more - gap),
        more,
        "put the norms below the largest, one by one, on the shorter of two groups: a difference g becomes |w - g|",
    )
    proof.nonnegative(
        (gap + more) - more,
        "|w - g| <= max(w, g): the groups b, c differ by at most the largest norm a, and a <= b + c",
    )


def truncated(rows: sp.IndexedBase = W) -> sp.Expr:
    """The truncated objective (15) of an arrangement."""
    factor = sp.gamma(d / 2) * v**2 / (4 * PAIRS_COUNT * sp.gamma(1 + d / 2))
    return factor * over_pairs(squared_resultant(rows))


def truncated_closed(rows: sp.IndexedBase = W) -> sp.Expr:
    """(15) by (39): v^2 ((m-2) sum |w_i|^2 + |sum w_i|^2)/(d m (m-1))."""
    squares = sp.Sum(sp.Sum(rows[row, axis] ** 2, (axis, 0, d - 1)), (row, 0, m - 1))
    return v**2 * ((m - 2) * squares + squared_total(rows)) / (d * PAIRS_COUNT)


# every vector is a negative multiple of the nonzero sum of the others
_REST = sp.Sum(W[other, axis], (other, 0, Height(W) - 1)) - W[row, axis]
_AXES = (axis, 0, Width(W) - 1)
_PRODUCT = sp.Sum(_REST * W[row, axis], _AXES)
_SQUARES = sp.Sum(_REST**2, _AXES) * sp.Sum(W[row, axis] ** 2, _AXES)
_SOLVES_51 = Every(sp.And(_PRODUCT < 0, sp.Eq(_PRODUCT**2, _SQUARES)), (row, 0, Height(W) - 1))

_NORM2, _RIVAL_NORM2 = (sp.Sum(w[row, axis] ** 2, (axis, 0, Width(w) - 1)) for w in (W, V))
_SAME_NORMS = sp.And(same_length(W, V), Every(sp.Eq(_NORM2, _RIVAL_NORM2), (row, 0, Height(W) - 1)))

SOLUTIONS = Domain(
    (LIST, RIVAL, LENGTH),
    (
        A_PAIR,
        AS_MANY,
        Rule(_SOLVES_51, "w_i points away from the resultant of the others, for every i"),
        Rule(_SAME_NORMS, "W and V have the same norms"),
    ),
    extra=tuple(
        {"W": solution, "V": rival, "v": value}
        for solution, rival in (
            ("1,0;-1,0", "0,1;1,0"),
            ("6,0,0;-3,4,0;-3,-4,0", "6,0,0;-5,0,0;0,5,0"),
            ("9,0,0;-2,0,0;-3,0,0", "9,0,0;0,-2,0;0,0,3"),
            ("6,0,0;-5,0,0;-5,0,0", "6,0,0;-3,4,0;-3,-4,0"),
            ("8,0,0;-5,0,0;-5,0,0", "8,0,0;-4,3,0;-4,-3,0"),
        )
        for value in LENGTHS
    ),
)
_SOLUTION = formula(truncated(), SOLUTIONS, "W v", closed=truncated_closed())
_ANOTHER = formula(truncated(V), SOLUTIONS, "V v", closed=truncated_closed(V))
LEAST = Below(_SOLUTION, _ANOTHER, strict=False)  # a solution of the equations against the same norms

# a row of a list, counted from 1, and what the others sum to
PLACE_OF_ROW = sp.Symbol("i", positive=True, integer=True)
_OWN = W[PLACE_OF_ROW - 1, axis]
_OTHERS = sp.Sum(W[other, axis], (other, 0, m - 1)) - _OWN
_IN_LIST = Rule(Height(W) >= PLACE_OF_ROW, "i is at most the number of vectors")
_LISTED = (
    "1,0;-1,0",
    "6,0;-5,0;-5,0",
    "6,0;-3,4;-3,-4",
    "9,0,0;-2,0,0;-3,0,0",
    "1,0;0,1",
    "0,0;1,0",
    "-0.8,0.1,2.2;1.9,-1.3,0.4;-0.7,1.6,-1.1",
)
A_ROW = Domain(
    (LIST, integer("i", 1, meaning="index of a vector, from 1")),
    (A_PAIR, Rule(Width(W) >= 2, "at least two dimensions"), _IN_LIST),
    extra=tuple({"W": rows, "i": place} for rows in _LISTED for place in (1, 2)),
)
OPPOSED_ROWS = Domain(
    A_ROW.parameters,
    (A_PAIR, Rule(_SOLVES_51, "w_i points away from the resultant of the others, for every i"), _IN_LIST),
    extra=tuple({"W": rows, "i": place} for rows in _LISTED[:4] for place in (1, 2)),
)


def _along(one: sp.Expr, two: sp.Expr) -> sp.Expr:
    return sp.Sum(one * two, (axis, 0, d - 1))


_GRADIENT = (m - 1) * _OWN + _OTHERS  # sum_(j != i) (w_i + w_j)
# |g|^2 |w_i|^2 - (g.w_i)^2 for the gradient g of the objective in w_i, up to constants: 0 where g is along w_i
TURNING = formula(
    _along(_GRADIENT, _GRADIENT) * _along(_OWN, _OWN) - _along(_GRADIENT, _OWN) ** 2, OPPOSED_ROWS, "W i"
)
_EVERY_LENGTH = sp.Sum(sp.sqrt(sp.Sum(W[row, axis] ** 2, (axis, 0, d - 1))), (row, 0, m - 1))
EXCESS = formula(2 * sp.sqrt(_along(_OWN, _OWN)) - _EVERY_LENGTH, A_ROW, "W i")  # 2 w_i - sum_j w_j
TOTAL_LENGTH = formula(sp.sqrt(squared_total()), A_ROW, "W")
OBJECTIVE, BY_TOTAL = (  # (15) as printed, and through the sum of all vectors
    formula(truncated(), ARRANGEMENTS, "W v"),
    formula(truncated_closed(), ARRANGEMENTS, "W v"),
)
