"""Values: a term with random nodes in it, drawn from nets; its moments are the means over every net."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Self

import numpy as np
import scipy
import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from rftheory.claims import (
    ConditionalExpectation,
    Draw,
    Estimate,
    Expectation,
    Inner,
    Length,
    Quantity,
    RandomNode,
    Row,
    Term,
    TupleSum,
)
from rftheory.evidence.mutants.nodes.moments import Moments
from rftheory.evidence.mutants.nodes.numbers import FUNCTIONS, RELATIONS, Array
from rftheory.evidence.mutants.nodes.place import NoValue
from rftheory.evidence.mutants.nodes.tuples import with_sum
from rftheory.exact.formula import Formula

WORK = 3e7  # numbers that the terms of a claim are made of, at one place and one size of nets
_ENDLESS = 14  # terms of a series of moments that are added up


class Values(Moments):
    """The terms of one claim at one place; what is random once is the same wherever the claim has it again.

    Constants have shape (), moments (nets, 1), random numbers (nets, points), vectors one axis more.
    """

    def with_sides(self, changed: Mapping[str, Formula] | None) -> Self:
        """The same draws with other formulas of the sides (its own where None), and no work done."""
        found = copy.copy(self)
        found._sides, found._work = changed or self._sides, 0
        return found

    def term(self, term: Term) -> Array:
        """The value of a term of a claim; NoValue where it has none."""
        if isinstance(term, str):
            if term not in self._sides:
                raise NoValue(f"no side {term!r}")
            term = self._sides[term]
        if isinstance(term, Formula):
            return self.formula(term)
        return self.value(sp.sympify(term))

    def value(self, e: sp.Basic) -> Array:
        """The value of an expression; NoValue where it takes too much work, counted in numbers that it is made of."""
        found = self._value(e)
        self._work += found.size
        if self._work > WORK:
            raise NoValue(f"work: more than {WORK:.0e} numbers at one place")
        return found

    def _value(self, e: sp.Basic) -> Array:
        if e in (sp.oo, -sp.oo):
            return np.asarray(float(e))
        letters = self.has_letters(e)
        if isinstance(e, sp.Indexed) and letters:
            return self.letter(e)
        plain = not letters and not (e.has(sp.Indexed) and e.has(sp.Sum, sp.Product))
        if not e.has(RandomNode, AppliedUndef) and plain:
            return self.number(e)
        if isinstance(e, RandomNode):
            return self._node(e)
        if e.is_Add:
            return sum((self.value(each) for each in e.args), np.asarray(0.0))
        if e.is_Mul:
            return np.asarray(np.prod(np.broadcast_arrays(*map(self.value, e.args)), axis=0))
        if e.is_Pow:
            base, power = self.value(e.base), self.value(e.exp)
            if np.any(np.real(base) < 0) and np.any(power != np.round(np.real(power))):
                base = base.astype(np.complex128)
            return np.asarray(base**power)
        if type(e) in FUNCTIONS:
            return np.asarray(FUNCTIONS[type(e)](self.value(e.args[0])))
        if isinstance(e, sp.hyper):
            return self._hypergeometric(e)
        if isinstance(e, (sp.Max, sp.Min)):
            pick = np.maximum if isinstance(e, sp.Max) else np.minimum
            found = [self.value(each) for each in e.args]
            return np.asarray(pick(*found)) if len(found) == 2 else np.asarray(found[0])
        if isinstance(e, (sp.Sum, sp.Product)):
            return self._repeated(e)
        if isinstance(e, Relational) and type(e) in RELATIONS:
            return self._relation(e)
        if isinstance(e, sp.Piecewise):
            return self._branch(e, self.value)
        if isinstance(e, (sp.besselj, sp.besseli)):
            function: Any = scipy.special.jv if isinstance(e, sp.besselj) else scipy.special.iv
            return np.asarray(function(*map(self.value, e.args)))
        if isinstance(e, sp.factorial):
            return np.asarray(scipy.special.gamma(self.value(e.args[0]) + 1.0))
        if isinstance(e, AppliedUndef):
            return self._instance(e)
        raise NoValue(f"no value of {type(e).__name__}")

    def _branch(self, e: sp.Piecewise, of: Any) -> Array:
        for branch, condition in e.args:
            if condition == sp.true or (type(condition) in RELATIONS and np.all(self._relation(condition))):
                return np.asarray(of(branch))
        raise NoValue("no branch of Piecewise")

    def _relation(self, e: Relational) -> Array:
        return np.asarray(RELATIONS[type(e)](np.real(self.value(e.lhs)), np.real(self.value(e.rhs))))

    def _hypergeometric(self, e: sp.hyper) -> Array:
        """0F1 and 1F1 of a random argument."""
        above, below = ([self.value(each) for each in line] for line in (e.ap, e.bq))
        if len(below) != 1 or len(above) > 1:
            raise NoValue("no value of such a hypergeometric function")
        function: Any = scipy.special.hyp1f1 if above else scipy.special.hyp0f1
        return np.asarray(function(*above, *below, self.value(e.argument)))

    def vector(self, e: sp.Basic) -> Array:
        """The value of a vector, its entries last."""
        if e.is_Add:
            return sum((self.vector(each) for each in e.args), np.asarray(0.0))
        if e.is_Mul:
            scalars = [each for each in e.args if not self.is_vector(each)]
            vectors = [each for each in e.args if self.is_vector(each)]
            if len(vectors) == 1:
                return np.asarray(self.value(sp.Mul(*scalars)))[..., None] * self.vector(vectors[0])
        if isinstance(e, Row):
            return self.row(str(e.args[0]), int(self.value(e.args[1]).real))
        if isinstance(e, Draw):
            found = self.draw(e)
            if found.ndim == 3:
                return found
        if isinstance(e, sp.Indexed) and str(e.base) == "e":
            return np.asarray(np.eye(self.place.d)[int(e.indices[0]) - 1])
        if isinstance(e, sp.Indexed) and str(e.base) == "u":
            return self.direction(e)
        if isinstance(e, TupleSum):
            return self.tuple_sum(e, self.vector)
        if isinstance(e, sp.Derivative):
            return self.gradient(e)
        if isinstance(e, sp.Piecewise):
            return self._branch(e, self.vector)
        if e.is_Integer:  # in every entry
            return np.full(self.place.d, float(e))
        if isinstance(e, sp.Sum):
            return self._repeated(e, vector=True)
        if e.is_Symbol and str(e) in self.place.vectors:
            return np.asarray(self.place.vectors[str(e)])
        raise NoValue(f"no vector {e}")

    def is_vector(self, e: sp.Basic) -> bool:
        """Whether it is made like a vector: of rows, directions and vector symbols, by sums and multiples."""
        if isinstance(e, Draw):
            return self.draw(e).ndim == 3
        if isinstance(e, (Row, sp.Derivative)) or (isinstance(e, sp.Indexed) and str(e.base) in ("e", "u")):
            return True
        if isinstance(e, (sp.Add, sp.Mul, sp.Sum, TupleSum)):
            return any(map(self.is_vector, e.args[:1] if isinstance(e, (sp.Sum, TupleSum)) else e.args))
        if isinstance(e, sp.Piecewise):
            return any(self.is_vector(branch) for branch, _ in e.args)
        return bool(e.is_Symbol and str(e) in self.place.vectors)

    def _repeated(self, e: sp.Sum | sp.Product, *, vector: bool = False) -> Array:
        terms = [e.function]
        for symbol, low, high in reversed(e.limits):
            first = int(self.value(low).real)
            last = first + _ENDLESS if high == sp.oo else int(self.value(high).real)
            if last - first > 4 * _ENDLESS:
                raise NoValue("a long sum")
            terms = [with_sum(each, symbol, k) for each in terms for k in range(first, last + 1)]
        found = [self.vector(each) if vector else self.value(each) for each in terms]
        if isinstance(e, sp.Product):
            return np.asarray(np.prod(np.broadcast_arrays(*found), axis=0)) if found else np.asarray(1.0)
        return sum(found, np.asarray(0.0))

    def _node(self, e: RandomNode) -> Array:
        if isinstance(e, ConditionalExpectation):
            return self.conditional(e)
        if isinstance(e, TupleSum):
            return self.tuple_sum(e, self.value)
        if isinstance(e, Quantity):
            return self.coefficient(e)
        if isinstance(e, Expectation):
            return self.moment(e)
        if isinstance(e, Inner):
            return np.asarray(np.sum(self.vector(e.args[0]) * self.vector(e.args[1]), axis=-1))
        if isinstance(e, Length):
            return np.asarray(np.sqrt(np.sum(np.abs(self.vector(e.args[0])) ** 2, axis=-1)))
        if isinstance(e, Estimate):
            return self.estimate(e)
        if isinstance(e, Draw):
            found = self.draw(e)
            if found.ndim == 2:
                return found
        raise NoValue(f"no value of {type(e).__name__}")

    def _instance(self, e: AppliedUndef) -> Array:
        """A function that the claim leaves open: g = a0 + a1 t + a2 t^2 where the point has these, else exp; K."""
        name = str(e.func)
        if name == "K":
            delta = self.vector(e.args[0])
            return np.asarray(np.exp(-np.sum(delta**2, axis=-1) / 2.0))
        if name != "g":
            raise NoValue(f"no function {name}")
        argument = self.value(e.args[0])
        if "a0" not in self.place.numbers:
            return np.asarray(np.exp(argument))
        a0, a1, a2 = (self.place.number(f"a{k}").real for k in range(3))
        return np.asarray(a0 + a1 * argument + a2 * argument**2)
