"""How many projections keep the attention matrix within a precision, in terms."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import Claim, Order, Quantity
from rftheory.papers._shared.invariants import d
from rftheory.papers.performer._lemmas.uniform import R, eps, p

LEAST = Quantity(
    "least number of projections that keeps A within eps with probability 1 - p, for any number of tokens",
    d, R, eps, p,
)  # fmt: skip
ENOUGH: Claim = Order(1 / (d * sp.log(d)), "d", LEAST, sp.S.Zero)
