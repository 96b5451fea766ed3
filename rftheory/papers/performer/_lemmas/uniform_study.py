"""The number of projections of Theorem 4, and the drawn study of the uniform error at that number."""

from __future__ import annotations

from rftheory.kit import UniformError, formula
from rftheory.papers.performer._lemmas.uniform import BALL, THEOREM_4, THEOREM_4_CLOSED

PROJECTIONS = formula(THEOREM_4, BALL, "d R eps", closed=THEOREM_4_CLOSED)

STUDY = UniformError(
    PROJECTIONS,
    (
        {"d": 8, "L": 16, "R": 1, "eps": "1/2"},
        {"d": 8, "L": 256, "R": 1, "eps": "1/2"},
        {"d": 32, "L": 16, "R": 1, "eps": "1/2"},
        {"d": 32, "L": 256, "R": 1, "eps": "1/2"},
        {"d": 8, "L": 64, "R": 2, "eps": 1},
        {"d": 32, "L": 64, "R": 2, "eps": 1},
    ),
)
