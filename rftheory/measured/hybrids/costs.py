"""How many operations a map takes for one point, and (m, n) at equal cost."""

from __future__ import annotations

from typing import NamedTuple

from rftheory.errors import DomainError
from rftheory.measured.hybrids.protocol import AbstractHybrid
from rftheory.measured.inputs import integer

COEFFICIENT_ROWS = 8  # n of the experiments of hrf


class Settings(NamedTuple):
    """m projections for each base estimator, n for each lambda-estimator."""

    m: int
    n: int


def authors_settings(features: int, n: int = COEFFICIENT_ROWS) -> Settings:
    """The (m, n) that the authors of hrf set against `features` regular ones: n = 8 and m n = features.

    So 64, 128, 256, 512 against (8, 8), (16, 8), (32, 8), (64, 8), and 1024 against (128, 8). DomainError unless n
    divides `features`.
    """
    features, n = integer("features", features, 1), integer("n", n, 1)
    if features % n:
        raise DomainError("features", features, f"a multiple of n = {n}")
    return Settings(features // n, n)


def regular_operations(d: int, m: int, functions: int = 2) -> int:
    """Operations for the m projections of one point and `functions` of each: 2 d m for the sums of products, one a
    function."""
    return 2 * integer("d", d, 1) * integer("m", m, 1) + functions * m


def hybrid_operations(hybrid: AbstractHybrid, d: int, m: int, n: int) -> int:
    """The same count for the map Psi of one point: projections, functions, and one product an entry of Psi."""
    integer("d", d, 1)
    rows = sum(hybrid.families(m, n))
    functions = m * sum(part.functions(d) for part in hybrid.bases)
    functions += sum((1 if p.deterministic else n) * p.functions(d) for p in hybrid.lambdas)
    return 2 * d * rows + functions + hybrid.size(d, m, n) // (2 if hybrid.real else 1)


def equal_cost(hybrid: AbstractHybrid, d: int, features: int, n: int = COEFFICIENT_ROWS) -> Settings:
    """The largest m whose map costs no more operations than `features` regular projections (sine and cosine).

    DomainError where even m = 1 costs more.
    """
    budget, m = regular_operations(d, features), 0
    while hybrid_operations(hybrid, d, m + 1, n) <= budget:
        m += 1
    if m == 0:
        raise DomainError("features", features, f"enough for one projection at n = {n}")
    return Settings(m, n)
