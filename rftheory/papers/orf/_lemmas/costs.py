"""Counts of the maps of orf, run on counting numbers for one block of d rows."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.operation_counts import (
    Counted,
    OperationTally,
    butterflies,
    hadamard_product,
    orthonormalise,
    product,
    scale,
)
from rftheory.kit import OperationCount, Proof
from rftheory.papers.orf._notation import d

LOG = sp.log(d) / sp.log(2)


def input_vector(size: int, tally: OperationTally) -> list[Counted]:
    """An input vector: not part of what a method holds."""
    return [Counted(1.0 + i, tally) for i in range(size)]


def _dense(size: int, tally: OperationTally) -> object:
    return product(tally.hold_rows(size, size), input_vector(size, tally))


def structured(size: int, tally: OperationTally) -> object:
    tally["numbers"] += 3 * size  # the signs of D_1, D_2, D_3
    return hadamard_product([[1] * size] * 3, input_vector(size, tally))


_PRODUCT_OPERATIONS = {"multiplications": d**2, "additions": d * (d - 1), "numbers": d**2}
_SORF_OPERATIONS = {"additions": 3 * d * LOG, "multiplications": 3 * d, "signs": 3 * d, "numbers": 3 * d}
DENSE = OperationCount("W x, W dense d x d", _dense, _PRODUCT_OPERATIONS, d**2, tight=True)
SORF = OperationCount("H D1 H D2 H D3 x", structured, _SORF_OPERATIONS, d * sp.log(d), tight=True)

_n = sp.Symbol("n", positive=True, integer=True)


def _rotation(size: int, tally: OperationTally) -> object:
    return orthonormalise(tally.hold_rows(size, size))


_ROTATION_OPERATIONS = {
    "multiplications": d**3 + d**2,
    "additions": d * (d - 1) + d * (d - 1) * (2 * d - 1) / 2,
    "roots": d,
    "numbers": d**2,
}

GENERATION = OperationCount(
    "orthonormal rows of a d x d matrix", _rotation, _ROTATION_OPERATIONS, d**3, tight=True
)


def _transform_cost(proof: Proof) -> None:
    """The butterfly transform of n entries takes n log_2 n additions."""
    solution = _n * sp.log(_n) / sp.log(2)
    doubled = solution.subs(_n, 2 * _n)
    proof.equal(doubled, 2 * solution + 2 * _n, "T(2n) = 2 T(n) + 2n: halves, then sums and differences")
    proof.equal(solution.subs(_n, 1), sp.S.Zero, "T(1) = 0")
    proof.cite(
        "a butterfly overwrites the two entries it reads, so the transform and the sign flips work in place"
    )


def sorf_cost(proof: Proof) -> None:
    """Three transforms and three diagonals stay within d log d."""
    _transform_cost(proof)
    total = 3 * d * LOG + 6 * d
    proof.limit(
        total / (d * sp.log(d)),
        d,
        sp.oo,
        3 / sp.log(2),
        "3 d log_2 d additions and 6 d flips and scalings",
    )


def _fastfood(size: int, tally: OperationTally) -> object:
    spread, gains, signs = (tally.hold([2.0] * size) for _ in range(3))
    tally["numbers"] += size  # the permutation
    mixed = butterflies(scale(signs, input_vector(size, tally)))
    mixed.reverse()
    return scale(spread, butterflies(scale(gains, mixed)))


FASTFOOD = OperationCount(
    "S H G P H B x (fastfood)",
    _fastfood,
    {"additions": 2 * d * LOG, "multiplications": 3 * d, "numbers": 4 * d},
    d * sp.log(d),
    tight=True,
)


def _transform(size: int, tally: OperationTally) -> object:
    return butterflies(input_vector(size, tally))


HADAMARD = OperationCount(
    "H x in place, no number held", _transform, {"additions": d * LOG}, d * sp.log(d), tight=True
)
