"""What several sections share: symbols, and the domain of a pair of points and a number of rows."""

import sympy as sp

from rftheory.authoring import Domain, integer, real

m = sp.Symbol("m", positive=True, integer=True)
s = sp.Symbol("s", nonnegative=True)

RELATIVE = Domain(
    (real("s", 0, meaning="|x+y|^2"), integer("m", 1, meaning="number of rows")),
    extra=({"s": 1, "m": 1}, {"s": "1/100", "m": 7}, {"s": 9, "m": 64}),
)
ERROR = (sp.exp(s) - 1) / m
