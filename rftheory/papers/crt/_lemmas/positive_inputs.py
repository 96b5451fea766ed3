"""Inputs with positive features (crt, 3.2.3): the feature (10) under any law, positive entries, and a shift that makes them so."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import PLACE, Domain, Every, Rule, entries, every, same_length, vector
from rftheory.papers._shared.discrete_features import j, over, product, w, x, y
from rftheory.papers.crt._lemmas.discrete import COUNTS, NATURAL

mass = sp.IndexedBase("P")  # P_l, the probability of the count w_l
shift = sp.IndexedBase("c")
MASSES = Rule(every(mass, lambda entry: sp.And(entry > 0, entry < 1)), "0 < P_l < 1")


def any_law(entry: sp.Expr) -> sp.Expr:
    """(10) for any law, at an input with these entries."""
    factors = entry ** w[j] / sp.sqrt(sp.factorial(w[j]) * mass[j])
    return sp.exp(-over(entry**2) / 2) * product(factors)


POSITIVE = Domain(
    (vector("x", "input", reach=("1e-3", 100)), COUNTS, vector("P", "probability of each count")),
    (
        Rule(same_length(x, w, mass), "one count and one probability for each coordinate"),
        NATURAL,
        MASSES,
        Rule(every(x, lambda entry: entry > 0), "all entries positive"),
    ),
    extra=(
        {"x": (1,), "w": (0,), "P": ("1/2",)},
        {"x": ("1/2", 3), "w": (4, 1), "P": ("1/9", "1/3")},
        {"x": (100, "1/1000", 1), "w": (2, 7, 0), "P": ("1/100", "9/10", "1/2")},
    ),
)

SHIFTED = Domain(
    (
        vector("x", "first input"),
        vector("y", "second input"),
        vector("c", "shift"),
        COUNTS,
        vector("P", "probability of each count"),
    ),
    (
        Rule(same_length(x, y, shift, w, mass), "all of one length"),
        NATURAL,
        MASSES,
        Rule(
            Every(sp.And(shift[PLACE] < x[PLACE], shift[PLACE] < y[PLACE]), entries(x)),
            "c_l < x_l and c_l < y_l for all l",
        ),
    ),
    extra=(
        {"x": (0,), "y": (1,), "c": (-1,), "w": (2,), "P": ("1/4",)},
        {"x": (-3, 2), "y": (1, "1/2"), "c": (-4, 0), "w": (0, 5), "P": ("1/2", "1/20")},
        {"x": ("1/3", -1, 7), "y": (0, 0, 9), "c": ("-1/100", -1000, 6), "w": (1, 2, 3), "P": ("1/3",) * 3},
    ),
)
DISTANCE = over((x[j] - y[j]) ** 2)
SHIFTED_DISTANCE = (
    over((x[j] - shift[j]) ** 2)
    + over((y[j] - shift[j]) ** 2)
    - 2 * over((x[j] - shift[j]) * (y[j] - shift[j]))
)
