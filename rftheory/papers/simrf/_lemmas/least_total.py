"""What (16) and (51) say when corrected: how small the truncated objective can be, and where its minimisers point."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import All, Below, Equal, Exists, Length, On, Optimal, Quantity, vectors
from rftheory.papers.simrf._lemmas.arrangements import ARRANGEMENTS
from rftheory.papers.simrf._lemmas.truncated_objective import BY_TOTAL, EXCESS, OBJECTIVE, TOTAL_LENGTH
from rftheory.papers.simrf._notation import i, j, m

VECTOR, NORM = sp.IndexedBase("w"), sp.IndexedBase("r")
RESULTANT = sp.Sum(sp.Piecewise((0, sp.Eq(i, j)), (VECTOR[j], True)), (j, 1, m))  # of the others

LEAST_TOTAL = All(
    (
        On(ARRANGEMENTS, Equal(OBJECTIVE, BY_TOTAL), "at least two vectors W"),
        Below(EXCESS, TOTAL_LENGTH, strict=False),
        Exists(
            (vectors("w"),),
            All(
                (
                    Equal(Length(VECTOR[i]), NORM[i]),
                    Equal(
                        Length(sp.Sum(VECTOR[i], (i, 1, m))),
                        sp.Max(0, 2 * Quantity("the largest norm") - sp.Sum(NORM[i], (i, 1, m))),
                    ),
                )
            ),
        ),
        Optimal(
            Length(VECTOR[i] + RESULTANT),
            {"w_i": -NORM[i] * RESULTANT / Length(RESULTANT)},
            unique=True,
            among_words="the other vectors stay, their sum is not 0, and w_i keeps its norm",
        ),
    )
)
