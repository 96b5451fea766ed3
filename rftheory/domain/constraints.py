"""A domain as SymPy conditions: what search, mutants and proofs read.

Each parameter is one symbol of its name: `integer` or `real` as its kind is, without a sign; a vector is an
`IndexedBase`, a complex number a plain symbol.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from rftheory.domain.deciding import read_names
from rftheory.domain.parameter import Parameter
from rftheory.domain.rule import Rule


def symbol(parameter: Parameter) -> sp.Basic:
    """The symbol of a parameter, which knows its kind and nothing of its bounds."""
    if parameter.kind in ("vector", "vectors"):
        return sp.IndexedBase(parameter.name)
    kinds: dict[str, dict[str, bool]] = {"integer": {"integer": True}, "real": {"real": True}, "complex": {}}
    return sp.Symbol(parameter.name, **kinds[parameter.kind])


def constraints(parameters: Sequence[Parameter], rules: Sequence[Rule]) -> tuple[sp.Basic, ...]:
    """The bounds of every parameter, then the rules, of which those with a foreign parameter do not apply."""
    own = {parameter.name: symbol(parameter) for parameter in parameters}
    bounds = [bound for parameter in parameters for bound in _bounds(parameter, own[parameter.name])]
    applied = [rule for rule in rules if set(rule.names) <= set(own)]
    return (*bounds, *(read_names(rule.condition, own) for rule in applied))


def _bounds(parameter: Parameter, name: sp.Basic) -> list[sp.Basic]:
    """`lower < or <= name < or <= upper`, those that there are."""
    found = []
    if parameter.lower is not None:
        relation = sp.Gt if parameter.open_lower else sp.Ge
        found.append(relation(name, sp.Rational(parameter.lower)))
    if parameter.upper is not None:
        relation = sp.Lt if parameter.open_upper else sp.Le
        found.append(relation(name, sp.Rational(parameter.upper)))
    return found
