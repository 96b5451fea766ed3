"""The conformity of a pair of any cosine as an integral over the angle of the two lengths.

E |w_1 + w_2|^(2k) is a multiple of the integral of sin^(d - 1) (1 + c sin)^k, by the binomial theorem and Wallis' integrals;
with the series that these make, the conformity is a multiple of the integral of sin^(d - 1) 1F1(d; d/2; t (1 + c sin)/2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import oblique
from rftheory.proof.tactics.conformity import HALF, K, series_at
from rftheory.proof.tactics.cosines.bounds import bounded_powers, bounded_product
from rftheory.proof.tactics.cosines.columns import QUARTER, B, J
from rftheory.proof.tactics.cosines.pairs import CosinePair
from rftheory.proof.tactics.cosines.waves import Waves, sine_bounds
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import instance
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.series import power_of_product, summed
from rftheory.proof.terms import INFINITY, PI, Term, compound, subterms

_LESS: Term = ("+", "d", -1)
_T: Term = ("*", HALF, "tau")
_S: Term = ("*", HALF, "most")


def _inverse(argument: Term) -> Term:
    return ("^", ("gamma", argument), -1)


@dataclass(frozen=True)
class AngularPair:
    """The pair, with what its integrals run over."""

    pair: CosinePair
    waves: Waves

    @property
    def stretch(self) -> Term:
        """1 + c sin."""
        return ("+", 1, ("*", "kappa", self.waves.sine))

    @property
    def body(self) -> Term:
        """sin^(d - 1) (1 + c sin)^k."""
        return ("*", ("^", self.waves.sine, _LESS), ("^", self.stretch, K))

    def coefficient(self, half: Term = _T) -> Term:
        """What stands before the integral of order k, for t/2 or another term in its place."""
        return (
            "*", self.constant, ("^", half, K), ("gamma", ("+", "d", K)), _inverse(("+", B, K)), _inverse(("+", K, 1)),
        )  # fmt: skip

    @property
    def constant(self) -> Term:
        """2^(1 - d) m/Gamma(d/2)."""
        return ("*", self.waves.times, ("^", 2, ("+", 1, ("*", -1, "d"))), _inverse(B))

    @cached_property
    def binomial(self) -> Theorem:
        """The integral of order k is sqrt(pi) k!/m times the sum in E Q^k, for the local k >= 0."""
        waves, prover = self.waves, self.pair.plain
        inner = prover.within((J, "integer"), given=(("<=", 0, J), ("<=", J, K)))
        at = waves.between(prover)
        fact = at.fact("binomial-theorem", a=1, b=("*", "kappa", waves.sine), n=K)
        choose = compound(compound(compound(fact.then)[2])[4])[1]
        power: Term = ("^", waves.sine, ("+", _LESS, J))
        term: Term = ("*", ("*", choose, ("^", "kappa", J)), power)
        expanded: Term = ("sum", J, 0, K, term)
        both = waves.between(inner)
        apart = instance(
            both, power_of_product(self.pair.outer.within(("r", "real")), J, "kappa", "r"), {"r": waves.sine}
        )
        added = both.fact("power-sum", b=waves.sine, m=_LESS, n=J)
        front: Term = ("^", waves.sine, _LESS)
        printed: Term = ("*", front, compound(compound(fact.then)[2])[4])
        alike = both.combine(
            ("=", printed, term),
            [multiple(("*", front, choose), 0), multiple(("*", choose, ("^", "kappa", J)), 1)],
            [apart, added],
        )
        scaled: Term = ("sum", J, 0, K, printed)
        # the sum over p is under the local v: k, p and v in this order
        inside = both.infer("ring", ("=", printed, printed))
        taken = at.infer("sum-scale", ("=", scaled, ("*", front, compound(fact.then)[2])), [inside])
        moved = at.replaced(("=", scaled, expanded), alike)
        same = at.combine(
            ("=", self.body, ("*", 1, expanded)),
            [multiple(front, 0), multiple(-1, 1), multiple(1, 2)],
            [fact, taken, moved],
        )
        each = waves.continuous(inner, term, ("+", _LESS, J))
        whole = prover.infer("continuous-sum", ("continuous", waves.variable, 0, waves.end, expanded), [each])
        exist = [waves.continuous(prover, self.body, _LESS, K), whole]
        first = prover.infer(
            "integral-linear", ("=", waves.over(self.body), ("*", 1, waves.over(expanded))), [same, *exist]
        )
        total: Term = ("sum", J, 0, K, waves.over(term))
        needs = [each, prover.show(("<=", 0, waves.end))]
        second = prover.infer("integral-sum", ("=", waves.over(expanded), total), needs)
        plain = oblique.summand("kappa")
        value: Term = ("*", self.scale, plain)
        out = inner.infer(
            "integral-linear",
            ("=", waves.over(term), ("*", compound(term)[1], waves.over(power))),
            [both.infer("ring", ("=", term, term)), each, waves.continuous(inner, power, ("+", _LESS, J))],
        )
        known = instance(inner, waves.powers(), {"n": ("+", _LESS, J)})
        valued = inner.combine(
            ("=", waves.over(term), value), [multiple(1, 0), multiple(compound(term)[1], 1)], [out, known]
        )
        third = prover.infer("sum-scale", ("=", total, ("*", self.scale, ("sum", J, 0, K, plain))), [valued])
        return prover.combine(
            ("=", waves.over(self.body), compound(third.then)[2]),
            [multiple(1, 0), multiple(1, 1), multiple(1, 2)],
            [first, second, third],
        )

    @property
    def scale(self) -> Term:
        """sqrt(pi) k!/m."""
        share: Term = ("q", 1, self.waves.times) if self.waves.times > 1 else 1
        return ("*", share, ("^", PI, HALF), ("gamma", ("+", K, 1)))

    @cached_property
    def moment(self) -> Theorem:
        """The term k of the series of the conformity, by the integral of order k, for the local k >= 0."""
        pair, waves = self.pair, self.waves
        prover = pair.running
        known = oblique.moment(pair)
        mean, value = compound(known.then)[1:]
        halves = power_of_product(pair.outer, K, QUARTER, 2)
        total = compound(value)[2]
        goal: Term = ("=", pair.body(mean), ("*", self.coefficient(), waves.over(self.body)))
        rest: Term = (
            "*", -1, ("^", 2, ("+", 1, ("*", -1, "d"))), ("^", PI, HALF), ("gamma", ("+", "d", K)), _inverse(B),
            _inverse(("+", B, K)), total,
        )  # fmt: skip
        beside: Term = pair.body(1)
        entries = [multiple(("*", -1, self.coefficient()), 0), multiple(beside, 1), multiple(rest, 2)]
        return prover.combine(goal, entries, [self.binomial, known, halves])

    @cached_property
    def series(self) -> tuple[Theorem, Theorem]:
        """The conformity as a series of integrals, and that it converges."""
        pair = self.pair
        outer = pair.outer
        mean: Term = ("E", ("^", pair.base, K))
        right: Term = ("sum", K, 0, INFINITY, pair.body(mean))
        first = outer.infer("mean-series", ("=", ("E", series_at(QUARTER, pair.base)), right), pair.premises)
        term = compound(self.moment.then)[2]
        moved = outer.replaced(
            ("=", compound(first.then)[1], ("sum", K, 0, INFINITY, term)), self.moment, of=first
        )
        exists = outer.replaced(("summable", K, 0, term), self.moment, of=pair.premises[-1])
        return moved, exists

    @property
    def term(self) -> Term:
        """What is integrated in the term k of the series."""
        return ("*", self.coefficient(), self.body)

    @property
    def above(self) -> Term:
        """What bounds it."""
        return ("*", self.coefficient(_S), ("^", 2, K))

    @cached_property
    def stretched(self) -> tuple[Prover, list[Theorem]]:
        """-2^k <= (1 + c sin)^k <= 2^k for the local k and angle, and a prover that knows the sine."""
        at = self.waves.between(self.pair.outer)
        sine = sine_bounds(at, self.waves)
        ends = [at.given(("<=", -1, "kappa")), at.given(("<=", "kappa", 1))]
        within = bounded_product(at, (("*", "kappa", self.waves.sine), ("*", 1, 1)), [*ends, *sine])
        at = at.within()
        for each in sine:
            at.add(each)
        at.add(at.combine(("<=", ("*", -1, 2), self.stretch), [product(0), product(coefficient=2)], within))
        at.add(at.combine(("<=", self.stretch, 2), [product(1)], within))
        return at, bounded_powers(at, K, self.stretch, 2)

    @cached_property
    def controlled(self) -> list[Theorem]:
        """What the rules of series of integrals ask for."""
        outer, waves = self.pair.outer, self.waves
        running = self.pair.plain
        at, stretched = self.stretched
        inner = at.within((K, "integer"), given=(("<=", 0, K),))
        powers = [instance(inner, each, {"n": _LESS}) for each in bounded_powers(at, "n", waves.sine, 1)]
        halves = bounded_powers(outer, K, _T, _S)
        rest: Term = ("*", *(e for e in compound(self.coefficient())[1:] if e != ("^", _T, K)))
        weight = running.show(("<=", 0, rest))
        coefficients = [
            running.combine(
                ("<=", ("*", -1, self.coefficient(_S)), self.coefficient()),
                [product(0, 1)],
                [halves[0], weight],
            ),
            running.combine(
                ("<=", self.coefficient(), self.coefficient(_S)), [product(0, 1)], [halves[1], weight]
            ),
        ]
        once: Term = ("*", self.coefficient(), ("^", waves.sine, _LESS))
        size: Term = ("*", self.coefficient(_S), ("^", 1, _LESS))
        twice = bounded_product(inner, (once, size), [*coefficients, *powers])
        bounds = bounded_product(inner, (self.term, ("*", size, ("^", 2, K))), [*twice, *stretched])
        bounds = [
            inner.combine(("<=", ("*", -1, self.above), self.term), [product(0)], [bounds[0]]),
            inner.combine(("<=", self.term, self.above), [product(0)], [bounds[1]]),
        ]
        first: Term = ("*", self.constant, ("gamma", "d"), _inverse(B))
        _, exists = summed(outer, K, self.above, ("hyper", ("d",), (B,), "most"), first)
        each = waves.continuous(running, self.term, _LESS, K)
        return [each, *bounds, exists, outer.show(("<=", 0, waves.end))]

    @cached_property
    def integral(self) -> Theorem:
        """The conformity as the integral of a series."""
        outer, waves, running = self.pair.outer, self.waves, self.pair.plain
        each = self.controlled[0]
        inside = waves.between(running)
        linear = running.infer(
            "integral-linear",
            ("=", waves.over(self.term), ("*", self.coefficient(), waves.over(self.body))),
            [
                inside.infer("ring", ("=", self.term, self.term)),
                each,
                waves.continuous(running, self.body, _LESS, K),
            ],
        )
        total = self.total
        sums: Term = ("sum", K, 0, INFINITY, waves.over(self.term))
        exchanged = outer.infer(
            "integral-sum", ("=", waves.over(total), sums), self.controlled, {"above": self.above}
        )
        series = self.series[0]
        moved = outer.replaced(("=", sums, compound(series.then)[2]), linear)
        return outer.combine(
            ("=", compound(series.then)[1], waves.over(total)),
            [multiple(1, 0), multiple(-1, 1), multiple(-1, 2)], [series, moved, exchanged],
        )  # fmt: skip

    @property
    def total(self) -> Term:
        """The series that is integrated."""
        return ("sum", K, 0, INFINITY, self.term)

    @cached_property
    def continuous(self) -> Theorem:
        """It is continuous."""
        goal: Term = ("continuous", self.waves.variable, 0, self.waves.end, self.total)
        return self.pair.outer.infer("continuous-sum", goal, self.controlled, {"above": self.above})

    @property
    def whole(self) -> Term:
        """sin^(d - 1) 1F1(d; d/2; t/2 (1 + c sin))."""
        return ("*", ("^", self.waves.sine, _LESS), ("hyper", ("d",), (B,), ("*", _T, self.stretch)))

    @cached_property
    def closed(self) -> Theorem:
        """The conformity by the integral of this, for every c and t."""
        outer, waves = self.pair.outer, self.waves
        at = waves.between(outer)
        hyper = compound(self.whole)[2]
        front: Term = ("*", self.constant, ("gamma", "d"), _inverse(B))
        summed_up, _ = summed(at, K, self.term, hyper, ("*", front, ("^", waves.sine, _LESS)))
        total = self.total
        same = at.combine(("=", total, ("*", front, self.whole)), [multiple(1, 0)], [summed_up])
        plain = outer.infer(
            "integral-linear",
            ("=", waves.over(total), ("*", front, waves.over(self.whole))),
            [same, self.continuous, self.exists(outer, self.whole)],
        )
        return outer.through(
            self.integral, plain, proposition=("=", compound(self.integral.then)[1], compound(plain.then)[2])
        )

    def exists(self, prover: Prover, body: Term) -> Theorem:
        """That sin^(d - 1) times 1F1 is continuous."""
        half = [prover.show(("<", 0, compound(each)[2][0])) for each in _series(body)]
        needs = [*prover.integer(_LESS), prover.show(("<=", 0, _LESS)), *half]
        return prover.infer("continuous", ("continuous", self.waves.variable, 0, self.waves.end, body), needs)


def _series(term: Term) -> list[tuple[Term, ...]]:
    return [compound(e) for e in subterms(term) if isinstance(e, tuple) and e[0] == "hyper"]
