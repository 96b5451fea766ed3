"""The truncated objective (15): the arrangements that minimise it, and the equations (16), (51)."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Below, Domain, Every, Height, Proof, Restated, Rule, Width, formula, same_length
from rftheory.papers.simrf._lemmas.arrangements import (
    A_PAIR,
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
        Rule(_SOLVES_51, "w_i points away from the resultant of the others, for every i"),
        Rule(_SAME_NORMS, "W and V have the same norms"),
    ),
    extra=tuple(
        {"W": solution, "V": rival, "v": value}
        for solution, rival in (
            ("1,0;-1,0", "0,1;1,0"),
            ("6,0;-3,4;-3,-4", "6,0;-5,0;0,5"),
            ("9,0,0;-2,0,0;-3,0,0", "9,0,0;0,-2,0;0,0,3"),
            ("6,0,0;-5,0,0;-5,0,0", "6,0,0;-3,4,0;-3,-4,0"),
        )
        for value in LENGTHS
    ),
)
MINIMAL = Restated(
    "a solution of the equations against another arrangement of its norms",
    {
        "solution": formula(truncated(), SOLUTIONS, "W v", closed=truncated_closed()),
        "rival": formula(truncated(V), SOLUTIONS, "V v", closed=truncated_closed(V)),
    },
    SOLUTIONS,
    Below("solution", "rival", strict=False),
)
