"""Building the angular hybrid's map on counting numbers, and regular features of its size."""

from __future__ import annotations

import sympy as sp

from rftheory.exact import operation_counts
from rftheory.exact.operation_counts import OperationTally
from rftheory.kit import WHOLE, All, Count, Derivation, Domain, OperationCount, Proof, part
from rftheory.papers._shared.angular_hybrid import SIGNS, n
from rftheory.papers._shared.invariants import COUNT, DIMENSION, d, m


def angular_operations(rows: int, signs: int) -> sp.Expr:
    """Arithmetic of the angular hybrid's map: m shared base rows give 4m entries, each also times n signs."""
    return (rows + signs) * (2 * d - 1) + 2 * rows + 2 * rows + 2 * signs + 4 * rows * signs


def _hybrid(rows: int, signs: int, dimension: int, tally: OperationTally) -> object:
    """Project on m and on n rows, then multiply every base entry with every lambda entry."""
    x = tally.hold(range(1, dimension + 1))
    base = operation_counts.product(tally.hold_rows(rows, dimension), x)
    coefficients = operation_counts.product(tally.hold_rows(signs, dimension), x)
    return [[u * v for v in coefficients] for u in base]


def _regular(rows: int, dimension: int, tally: OperationTally) -> object:
    """Project on as many rows as the hybrid map has products."""
    return operation_counts.product(tally.hold_rows(rows, dimension), tally.hold(range(1, dimension + 1)))


_EVEN = (4, 8, 16, 32, 48)
HYBRID = OperationCount(
    "hybrid products at m = n = d",
    lambda s, t: _hybrid(s, s, s, t),
    {"multiplications": 3 * d**2, "additions": 2 * d * (d - 1), "numbers": 2 * d**2 + d},
    d**2,
    _EVEN,
    tight=True,
)
LONG = OperationCount(
    "hybrid products at m = 3, n = 5 in growing dimension",
    lambda s, t: _hybrid(3, 5, s, t),
    {"multiplications": 8 * d + 15, "additions": 8 * (d - 1), "numbers": 9 * d},
    d,
    tight=True,
)
WIDE = OperationCount(
    "hybrid products at n = d = 4 and growing m",
    lambda s, t: _hybrid(s, 4, 4, t),
    {"multiplications": 8 * d + 16, "additions": 3 * (d + 4), "numbers": 4 * d + 20},
    d,
    tight=True,
)
REGULAR = OperationCount(
    "m n regular projections at m = n = d",
    lambda s, t: _regular(s * s, s, t),
    {"multiplications": d**3, "additions": d**2 * (d - 1), "numbers": d**3 + d},
    d**3,
    _EVEN,
    tight=True,
)


def _counts(proof: Proof) -> None:
    i = sp.Symbol("i", integer=True)

    def products(rows: sp.Expr) -> sp.Expr:
        return sp.summation(d, (i, 1, rows)) + sp.summation(d - 1, (i, 1, rows))

    hybrid = products(m) + products(n) + m * n
    proof.equal(
        hybrid, (m + n) * (2 * d - 1) + m * n, "m + n inner products of length d and m n products of entries"
    )
    proof.nonnegative(
        2 * (n * d + m * d + m * n) - hybrid, "hence at most 2 (nd + md + mn) operations for every m, n, d"
    )
    proof.equal(products(m * n), m * n * (2 * d - 1), "m n inner products of length d")
    proof.nonnegative(2 * m * n * d - products(m * n), "at most 2 mnd operations")
    proof.nonnegative(products(m * n) - m * n * d, "and at least mnd, since d >= 1")
    proof.equal(
        (n * d + m * d + m * n) / (m * n * d), 1 / m + 1 / n + 1 / d, "the quotient of the two orders"
    )


MAP_SIZES = Domain((COUNT, SIGNS, DIMENSION))
MAP_COSTS = All(
    (
        Count("operations", "the hybrid map", n * d + m * d + m * n),
        Count("operations", "a regular map with m n projections", m * n * d),
    )
)
_COUNTED = (HYBRID, LONG, WIDE, REGULAR)
COSTS = (*_COUNTED, Derivation(_counts, WHOLE))
COSTS_ALONE = (*_COUNTED, Derivation(_counts, part("the numbers of operations")))
