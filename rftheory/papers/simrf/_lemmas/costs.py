"""Counts of the algorithms of simrf, run on counting numbers: closed forms and growth."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from rftheory.exact import operation_counts
from rftheory.exact.operation_counts import Counted, OperationTally
from rftheory.kit import OperationCount
from rftheory.papers.simrf._notation import d

HD_FACTORS = 3
LOG = sp.log(d, 2)
Counts = Mapping[str, sp.Expr]
ROTATE: Counts = {
    "additions": d * (d - 1) * (2 * d + 1) / 2, "multiplications": d**2 * (d + 1), "roots": d, "numbers": d**2,
}  # fmt: skip
DENSE: Counts = {"additions": d * (d - 1), "multiplications": d**2, "numbers": d**2 + d}
SIMPLEX: Counts = {"additions": 2 * d - 3, "multiplications": 2 * d - 1, "numbers": d}
HADAMARD: Counts = {
    "additions": HD_FACTORS * d * LOG, "multiplications": HD_FACTORS * d, "signs": HD_FACTORS * d, "numbers": d,
}  # fmt: skip
SWEEP: Counts = {
    "additions": d * (d**2 - d - 1), "multiplications": d * (2 * d + 1), "roots": d, "signs": d, "numbers": d**2 + d,
}  # fmt: skip


def held_list(size: int, tally: OperationTally) -> list[Counted]:
    """A list of `size` numbers."""
    return tally.hold(range(1, size + 1))


def _signs(size: int) -> list[list[int]]:
    return [[(-1) ** (factor * i) for i in range(size)] for factor in range(HD_FACTORS)]


def held_matrix(size: int, tally: OperationTally) -> list[list[Counted]]:
    """A full matrix."""
    return tally.hold_rows(size, size)


ROTATION = OperationCount(
    "sampling R by Gram-Schmidt",
    lambda s, t: operation_counts.orthonormalise(held_matrix(s, t)),
    ROTATE,
    d**3,
    tight=True,
)
ALGORITHM = OperationCount(
    "S x by Algorithm 1", lambda s, t: operation_counts.simplex_product(held_list(s, t)), SIMPLEX, d
)
FAST = OperationCount(
    "H D_1 H D_2 H D_3 x",
    lambda s, t: operation_counts.hadamard_product(_signs(s), held_list(s, t)),
    HADAMARD,
    d * sp.log(d),
)
