"""Constants of a claim at a place: what no chance is in, and the functions that values with chance in them share."""

from __future__ import annotations

import cmath
from collections.abc import Mapping
from typing import Any

import numpy as np
import scipy
import sympy as sp

from rftheory.domain import Domain
from rftheory.errors import RFTheoryError
from rftheory.evidence.mutants.nodes.place import NoValue, Realised
from rftheory.exact import balls
from rftheory.exact.formula import Formula
from rftheory.exact.functions.complex_vectors import RealPart
from rftheory.statements import evaluable

FUNCTIONS: Mapping[type, Any] = {
    sp.exp: np.exp, sp.cos: np.cos, sp.sin: np.sin, sp.cosh: np.cosh, sp.sinh: np.sinh, sp.tanh: np.tanh,
    sp.log: np.log, sp.sign: np.sign, sp.Abs: np.abs, sp.re: np.real, sp.im: np.imag, sp.conjugate: np.conjugate,
    sp.acos: np.arccos, sp.atan: np.arctan, sp.asin: np.arcsin, sp.gamma: scipy.special.gamma, sp.Heaviside: lambda t: np.heaviside(t, 0.5),
    RealPart: np.real,
}  # fmt: skip
RELATIONS: Mapping[type, Any] = {
    sp.StrictLessThan: np.less, sp.LessThan: np.less_equal, sp.StrictGreaterThan: np.greater,
    sp.GreaterThan: np.greater_equal, sp.Eq: np.equal, sp.Ne: np.not_equal,
}  # fmt: skip
Array = np.ndarray[tuple[int, ...], np.dtype[Any]]
_EVALUATIONS, _WORK = 20_000, 50_000  # of one integrand, and of all kinds, for one constant


class Constants:
    """Expressions without chance at one place, by the point's own numbers, lists and formulas of sides."""

    def __init__(self, place: Realised, domain: Domain, sides: Mapping[str, Formula]) -> None:
        self.place, self._domain, self._sides = place, domain, sides

    def formula(self, formula: Formula) -> Array:
        point = {name: self.place.point[name] for name in formula.names if name in self.place.point}
        if len(point) < len(formula.names):
            raise NoValue("a formula of other parameters")
        with balls.integrals_within(_EVALUATIONS), balls.work_within(_WORK):
            found = formula.at(point, 15)
        return np.asarray(complex(found) if formula.complex_valued else float(found))

    def number(self, e: sp.Basic) -> Array:
        if e.is_Integer:
            return np.asarray(int(e))
        if e.is_Symbol:
            return np.asarray(self.place.number(str(e)))
        if e.is_number:
            return as_array(complex(e))
        if not e.has(sp.Indexed):
            formula = evaluable(e, self._sides, self._domain)
            return self.formula(formula) if formula is not None else self._at_place(e)
        written = e.doit().xreplace(self._substitutes(e))
        if written.is_number:
            return as_array(complex(sp.N(written)))
        raise NoValue(f"no number: {', '.join(sorted(map(str, written.free_symbols))) or type(e).__name__}")

    def _at_place(self, e: sp.Expr) -> Array:
        """An expression in what the point or the place says."""
        known = {
            s: sp.nsimplify(self.place.number(str(s)), rational=True) for s in e.free_symbols if s.is_Symbol
        }
        try:
            found = Formula(sp.sympify(e.xreplace(known)), Domain(), ()).at({}, 15)
        except (RFTheoryError, TypeError, ValueError):
            return as_array(complex(sp.N(e.doit().xreplace(self._substitutes(e)))))
        return np.asarray(float(found))

    def _substitutes(self, e: sp.Basic) -> dict[sp.Basic, sp.Basic]:
        found: dict[sp.Basic, sp.Basic] = {}
        for entry in e.atoms(sp.Indexed):
            found[entry] = sp.sympify(self._entry(entry))
        for symbol in e.free_symbols:
            if symbol.is_Symbol and str(symbol) in self.place.numbers:
                found[symbol] = sp.sympify(self.place.number(str(symbol)))
        return found

    def _entry(self, e: sp.Indexed) -> float:
        """An entry of a list: exponents count from 1, coordinates from 0; the series of exp where there is none."""
        name, index = str(e.base), int(e.indices[0])
        if name == "a" and name not in self.place.lists:
            return float(1 / sp.factorial(index))
        values = self.place.lists.get(name, ())
        place = index - (name == "k")
        if not 0 <= place < len(values):
            raise NoValue(f"no entry {e}")
        return values[place]


def as_array(number: complex) -> Array:
    if cmath.isnan(number):
        raise NoValue("no number")
    return np.asarray(number.real if abs(number.imag) <= 1e-14 * abs(number) else number)
