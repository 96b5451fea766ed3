"""Every formula yields at least eight different wrong variants."""

import sympy as sp

from rftheory.domain import Domain, integer, real
from rftheory.exact.formula import Formula
from rftheory.exact.mutation import mutants

z = sp.Symbol("z", nonnegative=True)
d, m = sp.symbols("d m", positive=True, integer=True)


def test_even_a_short_formula_has_eight_mutants():
    domain = Domain((real("z", 0), integer("d", 1), integer("m", 1)))
    for expression, names in (
        (6 * z / sp.sqrt(d), ("z", "d")),
        (z**2, ("z",)),
        (sp.exp(-(z**2)) / m, ("z", "m")),
    ):
        found = mutants(Formula(expression, domain, names))
        assert len(found) >= 8
        assert len({mutant.expression for _, mutant in found}) == len(found)
        assert expression not in {mutant.expression for _, mutant in found}
