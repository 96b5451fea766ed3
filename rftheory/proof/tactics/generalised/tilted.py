"""Generalised exponential features: their means, and pairs of rows, whose weights leave those of positive features.

Everything is shown for a local parameter a with 1 - 4a > 0 and 1 - 8a > 0, and then of the parameter that features have.
"""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import HALF, PLUS, estimate_parts, optimal_parameter, row_term
from rftheory.proof.tactics import gaussian
from rftheory.proof.tactics.entries import product
from rftheory.proof.tactics.moves import instance
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import Term, compound, exchanged

FEATURES = ("oprf", "gerf")
_SCALE: Term = ("+", 1, ("*", -4, "a"))
_DOUBLE: Term = ("+", 1, ("*", -8, "a"))
_GIVEN: tuple[Term, ...] = (("<", 0, _SCALE), ("<", 0, _DOUBLE))


def generalised(estimate: Term) -> bool:
    """Whether an estimate is through these features."""
    return estimate_parts(estimate)[1] in FEATURES


def with_optimum(prover: Prover) -> Prover:
    """The prover that knows the signs which OPRF's parameter gives: of 1 - 4A = (3d + 2v + S)/(4d) and of 1 - 8A."""
    outer = prover.within()
    size: Term = ("dot", PLUS, PLUS)
    outer.add(outer.square(size))
    dimension = outer.add(outer.show(("<", 0, "d")))
    premises = [dimension, outer.show(("<=", 0, size))]
    entries = [product(0, 0), product(0, 1, coefficient=12), product(1, 1, coefficient=4)]
    outer.add(outer.combine(("<", 0, radicand()), entries, premises))
    outer.add(outer.fact("root-positive", b=radicand()))
    outer.add(outer.fact("power-positive", b="d", p=-1))
    for each in _GIVEN:
        outer.add(outer.show(exchanged(each, {"a": optimal_parameter(PLUS)})))
    return outer


def radicand() -> Term:
    """(d + 2v)^2 + 8dv, as the definition of OPRF writes it."""
    above = compound(compound(optimal_parameter(PLUS))[3])
    found: Term = compound(above[3][2])[1]
    return found


class WeightedRows:
    """Two rows of an estimate through generalised exponential features: moments of what they contribute."""

    def __init__(self, prover: Prover, estimate: Term) -> None:
        self._features = estimate_parts(estimate)[1]
        self.prover = with_optimum(prover) if self._features == "oprf" else prover
        self._parameter: Term = optimal_parameter(PLUS) if self._features == "oprf" else "A"
        self._own = [row_term(estimate, index) for index in (1, 2)]
        self._inner = prover.within(("a", "real"), given=_GIVEN)
        self._one, self._two = (exchanged(each, {self._parameter: "a"}) for each in self._own)

    def integrable(self) -> list[Theorem]:
        """A row's contribution and its square have means."""
        found = (gaussian.integrable(self._inner, each) for each in (self._one, ("^", self._one, 2)))
        return [self._at(each) for each in found]

    def mean(self) -> Theorem:
        """E f = exp(|p|^2/2 + weight), p = x + y."""
        value: Term = ("exp", ("+", ("*", HALF, _square()), self._weight()))
        return self._at(self._gaussian(self._one, value))

    def square(self) -> Theorem:
        """E f^2 = (1 - 4a)^d (1 - 8a)^(-d/2) exp(2 (1 - 4a)/(1 - 8a) |p|^2 + 2 weight)."""
        share: Term = ("*", 2, _SCALE, ("^", _DOUBLE, -1), _square())
        powers: tuple[Term, ...] = (("^", _SCALE, "d"), ("^", _DOUBLE, ("*", ("q", -1, 2), "d")))
        value: Term = ("*", *powers, ("exp", ("+", share, ("*", 2, self._weight()))))
        return self._at(self._gaussian(("^", self._one, 2), value))

    def pair(self) -> tuple[Theorem, Term, list[Term]]:
        """E f1 f2 = exp(2 weight) E exp((w1 + w2).p), what this last mean is of, and the rows."""
        inner = self._inner
        exponents = [compound(compound(each)[2])[1] for each in (self._one, self._two)]
        rows = [compound(compound(exponent)[1])[3][1] for exponent in exponents]
        along: Term = ("exp", ("+", *(("dot", row, PLUS) for row in rows)))
        plain: Term = ("*", ("^", _SCALE, "d"), ("exp", ("*", 2, self._weight())), along)
        power: Term = ("^", _SCALE, ("*", ("q", -1, 2), "d"))
        moment: Term = ("E", ("*", self._one, self._two))
        has = gaussian.integrable(inner, along)
        scale: Term = ("*", ("^", _SCALE, "d"), ("exp", ("*", 2, self._weight())))
        needs = [*inner.conditions(plain, moment), inner.given(_GIVEN[0]), inner.show(("<", 0, "d"))]
        exists = inner.infer(
            "integrable-sum", ("integrable", plain), [has, *needs], {"addends": ((scale, along),)}
        )
        places = [inner.show(("<=", 2, "d"))] if compound(rows[1])[1] != ("name", "iid") else []
        by = {"rows": tuple((row, _SCALE) for row in rows), "term": plain}
        tilted: Term = ("*", power, power, ("E", plain))
        first = inner.infer("tilt", ("=", moment, tilted), [exists, *needs, *places], by)
        apart = inner.infer("mean-linear", ("=", ("E", plain), ("*", scale, ("E", along))), [has, *needs])
        whole = gaussian.chained(inner, first, apart)
        value: Term = ("*", ("exp", ("*", 2, self._weight())), ("E", along))
        same = inner.equal(compound(whole.then)[2], value)
        return self._at(inner.through(whole, same, proposition=("=", moment, value))), along, rows

    def _weight(self) -> Term:
        found: Term = compound(compound(self._one)[2])[1][3]
        return found

    def _gaussian(self, term: Term, value: Term) -> Theorem:
        inner = self._inner
        needs = [*inner.conditions(term, value), inner.given(_GIVEN[0]), inner.given(_GIVEN[1])]
        return inner.infer("gaussian", ("=", ("E", term), value), [*needs, inner.show(("<", 0, "d"))])

    def _at(self, theorem: Theorem) -> Theorem:
        return instance(self.prover, theorem, {"a": self._parameter})


def _square() -> Term:
    return ("dot", PLUS, PLUS)
