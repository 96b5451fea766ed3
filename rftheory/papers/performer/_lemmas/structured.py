"""Orthogonal and structured projections in blocks of d rows: counts of their products, and their loops for all sizes."""

from __future__ import annotations

import sympy as sp

from rftheory.exact import operation_counts
from rftheory.exact.operation_counts import OperationTally
from rftheory.kit import Proof, SizeCount, Sizes
from rftheory.papers.performer._lemmas.counts import (
    LOG,
    B,
    butterfly_costs,
    d,
    givens_rows,
    m,
    ordered,
    rows,
    structured_rows,
)

_BLOCKS = {"B": (1, 2, 3), "d": (2, 4, 8, 16)}
_ROWS = {"B": m / d}  # m rows are m/d blocks
_DENSE = {"multiplications": B * d**2, "additions": B * d * (d - 1), "numbers": B * d**2}


def _input(sizes: Sizes, tally: OperationTally) -> operation_counts.Vector:
    return rows(1, sizes["d"], tally)[0]


def _stacked(sizes: Sizes, tally: OperationTally) -> list[operation_counts.Matrix]:
    """B full-rank blocks, held."""
    return [tally.hold_rows(sizes["d"], sizes["d"]) for _ in range(sizes["B"])]


DENSE_ROWS = SizeCount(
    "W x for B blocks of d dense rows, m = B d",
    lambda s, t: [operation_counts.product(block, _input(s, t)) for block in _stacked(s, t)],
    _DENSE,
    B * d**2,
    _BLOCKS,
    letters=_ROWS,
)

_GRAM_SCHMIDT = {
    "additions": B * d * (d - 1) * (2 * d + 1) / 2,
    "multiplications": B * d**2 * (d + 1),
    "roots": B * d,
    "numbers": B * d**2,
}

ORTHONORMAL_ROWS = SizeCount(
    "Gram-Schmidt on B blocks, m = B d",
    lambda s, t: [operation_counts.orthonormalise(block) for block in _stacked(s, t)],
    _GRAM_SCHMIDT,
    B * d**3,
    {"B": (1, 2), "d": (1, 2, 4, 8)},
    letters=_ROWS,
)

FACTORS = 3
_GROWTH = B * d * LOG
FAST = {
    "additions": FACTORS * B * d * LOG, "multiplications": FACTORS * B * d, "signs": FACTORS * B * d,
    "numbers": FACTORS * B * d,
}  # fmt: skip

HADAMARD_ROWS = SizeCount(
    "W x for B blocks H D1 H D2 H D3, m = B d",
    lambda s, t: structured_rows(s["B"], s["d"], _input(s, t), t),
    FAST,
    _GROWTH,
    _BLOCKS,
    letters=_ROWS,
)

GIVENS = {"additions": B * d * LOG, "multiplications": 2 * B * d * LOG, "numbers": B * d * LOG}

GIVENS_ROWS = SizeCount(
    "W x for B blocks of d log2(d)/2 rotations, m = B d",
    lambda s, t: givens_rows(s["B"], s["d"], _input(s, t), t),
    GIVENS,
    _GROWTH,
    _BLOCKS,
    letters=_ROWS,
)


def marginals(proof: Proof) -> None:
    """A chi_d length times a uniform direction has the moments of N(0, 1) in every coordinate."""
    k = sp.Symbol("k", nonnegative=True, integer=True)
    half = sp.Rational(1, 2)
    lengths = 2**k * sp.gamma(d / 2 + k) / sp.gamma(d / 2)
    directions = sp.gamma(k + half) * sp.gamma(d / 2) / (sp.gamma(half) * sp.gamma(d / 2 + k))
    proof.equal(
        lengths * directions,
        2**k * sp.gamma(k + half) / sp.gamma(half),
        "E r^(2k) E u_1^(2k) is the moment of order 2k of N(0, 1)",
    )
    proof.cite(
        "isotropy: a row of a Haar matrix is a uniform direction, in every block; N(0, 1) is fixed by its moments"
    )


def regular_costs(proof: Proof) -> None:
    """Loops of Gram-Schmidt and of dense products, and unbiasedness by the marginal law."""
    row = sp.Symbol("i", integer=True)
    projections = sp.summation((2 * d - 1) * (d - 1 - row) + (d - 1), (row, 0, d - 1))
    proof.equal(
        B * projections, _GRAM_SCHMIDT["additions"], "a norm and d-1-i projections for row i of a block"
    )
    products = sp.summation(2 * d + 2 * d * (d - 1 - row), (row, 0, d - 1))
    proof.equal(B * products, _GRAM_SCHMIDT["multiplications"], "and its products")
    ordered(proof, _DENSE, B * d * d, "W x and W")
    ordered(proof, _GRAM_SCHMIDT, B * d * d**2, "preprocessing, m d^2 with m = B d")
    proof.cite("m rows in ceil(m/d) blocks; one block of m < d rows takes at most m^2 d")
    marginals(proof)
    proof.cite("the mean of an estimate is a sum over rows: it depends on their marginal laws alone")


def structured_costs(proof: Proof) -> None:
    butterfly_costs(proof)
    for name, counts in (("Hadamard", FAST), ("Givens", GIVENS)):
        ordered(proof, counts, _GROWTH, f"{name} rows")
    ordered(proof, {"numbers": FAST["numbers"]}, B * d, "signs of the Hadamard rows")
