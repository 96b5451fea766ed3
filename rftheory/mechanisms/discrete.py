"""Discretely-induced features of any law of counts that is given by a table of masses. Rows are counts."""

from __future__ import annotations

from collections.abc import Sequence

from rftheory.measured.rowmaps.discrete import Discrete
from rftheory.measured.rowmaps.laws import TabulatedLaw, values


def discrete(
    masses: Sequence[float] | Sequence[Sequence[float]], *, tail: float = 0.5, name: str = "discrete"
) -> Discrete:
    """DIRF of p_k proportional to `masses`, continued geometrically with the ratio `tail` beyond the table.

    One table for all coordinates, or one for each. With tail = 0 the table is the whole law and the estimate is
    the kernel's series cut there. Source: crt, (10).
    """
    nested = all(isinstance(table, Sequence) for table in masses) and len(masses) > 0
    tables = masses if nested else [masses]
    return Discrete(TabulatedLaw(tuple(values("masses", table) for table in tables), tail), name)  # type: ignore[arg-type]


MECHANISMS = (
    discrete((0.4, 0.3, 0.2, 0.1)),
    discrete(((3.0, 2.0, 1.0), (1.0, 1.0), (2.0, 1.0, 1.0, 1.0)), tail=0.3, name="discrete-by-coordinate"),
)
