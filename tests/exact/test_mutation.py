"""Every formula yields at least eight different wrong variants."""

import sympy as sp

from rftheory.domain import Domain, integer, real
from rftheory.exact.formula import Formula
from rftheory.exact.mutation import mutants, mutants_of_both

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


def test_slips_in_both_forms_are_the_same():
    """sqrt(z^2) m/d and z m/d, with the slip that the name of the mutant says."""
    domain = Domain((real("z", 0), integer("d", 1), integer("m", 1)))
    printed, closed = sp.sqrt(z**2 * m**2) / d, z * m / d
    found = dict(mutants_of_both(Formula(printed, domain, ("z", "d", "m"), closed=closed), 20))
    wanted = {
        "a factor 2": 2 * closed,
        "d read as d+1": z * m / (d + 1),
        "d doubled": closed / 2,
        "m read as m+1": z * (m + 1) / d,
        "m doubled": 2 * closed,
        "z doubled": 2 * closed,
        "one added": closed + 1,
        "a factor 101/100": sp.Rational(101, 100) * closed,
    }
    assert set(found) == set(wanted)
    for name, formula in found.items():
        for form in (formula.expression, formula.closed):
            assert sp.simplify(form - wanted[name]) == 0, name
    assert len(mutants_of_both(Formula(printed, domain, ("z", "d", "m"), closed=closed), 3)) == 3
    assert mutants_of_both(Formula(closed, domain, ("z", "d", "m"))) == []
