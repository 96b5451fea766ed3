"""What an integrand is made of, evaluated once: for the whole integral what is constant along it, for a point what occurs twice.

A constant is read where no branch cut matters, at the samples that come before the integral: it is analytic.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import sympy as sp

from rftheory.exact.compilation.reading import Env, Reading

CONSTANT, HERE = "__constant__", "__here__"
"""Names in an environment: values kept for one integral, and for one of its points."""


def worth_keeping(integrand: sp.Basic, variable: sp.Symbol) -> dict[sp.Basic, str]:
    """Where the values of parts are kept; of what depends on the index of a sum or integral inside, none is."""
    inner = {limit[0] for node in integrand.atoms(sp.Sum, sp.Product, sp.Integral) for limit in node.limits}
    counts = Counter(
        node
        for node in sp.preorder_traversal(integrand)
        if isinstance(node, sp.Expr) and node.args and not isinstance(node, (sp.Rational, sp.Indexed))
    )
    kept = {}
    for node, times in counts.items():
        symbols = node.free_symbols
        if symbols & inner:
            continue
        if variable not in symbols:
            kept[node] = CONSTANT
        elif times > 1:
            kept[node] = HERE
    return kept


def keeping(reading: Reading, where: str, key: int) -> Reading:
    """The reading, asked once as long as that store lasts."""

    def kept(env: Env) -> Any:
        store = env.get(where)
        if store is None:
            return reading(env)
        if key not in store:
            store[key] = reading(env)
        return store[key]

    return kept
