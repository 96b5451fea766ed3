"""Products of the kernel matrix with n vectors, written out to be counted: directly, and by M random features."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from rftheory.exact.operation_counts import Counted, Matrix, OperationTally, dot, matrix_product
from rftheory.kit import SizeCount, Sizes
from rftheory.papers._shared.invariants import d

L, M, n = sp.symbols("L M n", positive=True, integer=True)
DIRECT_COUNTS = {
    "multiplications": L**2 * (d + n),
    "additions": L**2 * (2 * d - 1) + L * n * (L - 1),
}
FEATURE_COUNTS = {
    "multiplications": 2 * L * M * d + 2 * L * M * n,
    "additions": 2 * L * M * (d - 1) + M * n * (L - 1) + L * n * (M - 1),
}
_GRID = {"L": (1, 2, 5), "d": (1, 3)}


def counted_rows(count: int, width: int, tally: OperationTally) -> Matrix:
    """A matrix of numbers whose arithmetic is counted."""
    return [[Counted(1.0 / (1 + p + 2 * q), tally) for q in range(width)] for p in range(count)]


def direct_products(sizes: Sizes, tally: OperationTally) -> object:
    """All L^2 entries of K from |x-y|^2 (the exponential is not counted), then K c."""
    points, others = (counted_rows(sizes["L"], sizes["d"], tally) for _ in range(2))
    gaps = [[[a - b for a, b in zip(p, q, strict=True)] for q in others] for p in points]
    kernel = [[dot(gap, gap) for gap in row] for row in gaps]
    return matrix_product(kernel, counted_rows(sizes["L"], sizes["n"], tally))


def feature_products(sizes: Sizes, tally: OperationTally) -> object:
    """Projections of both sets on M directions (weights not counted), then the two thin products."""
    projections = counted_rows(sizes["d"], sizes["M"], tally)
    left, right = (matrix_product(counted_rows(sizes["L"], sizes["d"], tally), projections) for _ in range(2))
    middle = matrix_product(
        [list(column) for column in zip(*right, strict=True)], counted_rows(sizes["L"], sizes["n"], tally)
    )
    return matrix_product(left, middle)


def product_counts(width: sp.Expr, vectors: Callable[[Sizes], int]) -> tuple[SizeCount, SizeCount]:
    """Counts of both ways for `width` products, `vectors(sizes)` of them in a run: orders L^2 d and L M d."""

    def counts(general: dict[str, sp.Expr]) -> dict[str, sp.Expr]:
        return {kind: sp.expand(form.subs(n, width)) for kind, form in general.items()}

    return (
        SizeCount(
            "direct evaluation of K c",
            lambda sizes, tally: direct_products({**sizes, "n": vectors(sizes)}, tally),
            counts(DIRECT_COUNTS),
            L**2 * d,
            _GRID,
        ),
        SizeCount(
            "evaluation by random features",
            lambda sizes, tally: feature_products({**sizes, "n": vectors(sizes)}, tally),
            counts(FEATURE_COUNTS),
            L * M * d,
            {**_GRID, "M": (1, 4)},
        ),
    )
