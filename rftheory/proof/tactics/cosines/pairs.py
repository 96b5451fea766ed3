"""The conformity of a pair of any cosine c as a power series in c: E 0F1(; d/2; t/4 |w_1 + w_2|^2) for t of either sign.

With b = d/2 it is sum over p of (ct)^p/p! Gamma(b + p/2)^2/(Gamma(b) Gamma(b + p)) 1F1(d + p; b + p; t/2): the means
E |w_1 + w_2|^(2k) by the binomial theorem make a double series along its diagonals, of which this is the sum by columns.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from rftheory.proof.kernel import ProofContext, Theorem
from rftheory.proof.tactics import oblique
from rftheory.proof.tactics.conformity import (
    P,
    Q,
    powers_grow,
    root,
    series_at,
    squared,
    taken_apart,
    with_rows,
)
from rftheory.proof.tactics.cosines.columns import ABOVE, HALF, QUARTER, SERIES, TERM, B, Columns, J, K
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import by_cases, instance
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.series import power_of_product
from rftheory.proof.terms import INFINITY, ProofError, Term, compound, substitute

_TOTAL: Term = ("+", P, Q)
_TWICE: Term = ("*", 2, _TOTAL)
_T: Term = ("*", HALF, "tau")


def _inverse(argument: Term) -> Term:
    return ("^", ("gamma", argument), -1)


def _lengths(prover: Prover) -> dict[str, Theorem]:
    """For the local p, q > 0 and a cosine c: 0 <= Q, Q <= 2(p + q) and 0 < sqrt(p q)."""
    given: tuple[Term, ...] = (("<", 0, "one"), ("<", 0, "other"), ("<=", -1, "turn"), ("<=", "turn", 1))
    inner = prover.within(("one", "real"), ("other", "real"), ("turn", "real"), given=given)
    r = root("one", "other")
    positive = inner.add(
        inner.fact("root-positive", [inner.show(("<", 0, ("*", "one", "other")))], b=("*", "one", "other"))
    )
    inverse = inner.fact("power-positive", b=("+", "one", "other", ("*", 2, r)), p=-1)
    apart: Term = ("+", "one", "other", ("*", -2, r))
    least = inner.combine(
        ("<=", 0, apart), [product(0, squares=(("+", "one", ("*", -1, "other")),))], [inverse]
    )
    known = [least, positive, inner.given(given[2]), inner.given(given[3])]
    whole = squared("turn", "one", "other")
    above = inner.combine(("<=", 0, whole), [product(0), product(1, 2, coefficient=2)], known)
    twice: Term = ("*", 2, ("+", "one", "other"))
    below = inner.combine(("<=", whole, twice), [product(0), product(1, 3, coefficient=2)], known)
    return {"above": above, "below": below, "root": positive}


class CosinePair(Columns):
    """The pair, for the local c from -1 to 1 and t from -s to s, in a context with a dimension d."""

    cosine: Term = "kappa"

    def __init__(self, prover: Prover) -> None:
        super().__init__(prover)
        self.base = squared("kappa")
        self.prover = with_rows(self.outer, self.base)
        values: dict[str, Term] = {"one": P, "other": Q, "turn": "kappa"}
        self.known = {
            name: self.prover.add(instance(self.prover, shown, values))
            for name, shown in _lengths(prover).items()
        }

    @property
    def running(self) -> Prover:
        """The prover for every k >= 0, which knows the rows."""
        return self.prover.within((K, "integer"), given=(("<=", 0, K),))

    @cached_property
    def power(self) -> Theorem:
        """Q^k is integrable, being at most 2^k (p + q)^k."""
        inner = self.running
        both = instance(inner, powers_grow(self.prover), {"small": self.base, "large": _TWICE})
        least, most = (inner.infer("part", each, [both]) for each in compound(both.then)[1:])
        local = self.outer.within(("r", "real"))
        apart = instance(inner, power_of_product(local, K, 2, "r"), {"r": _TOTAL})
        scaled: Term = ("*", ("^", 2, K), ("^", _TOTAL, K))
        exists = inner.infer(
            "power-integrable", ("integrable", ("^", _TOTAL, K)), [inner.given(("<=", 0, K))]
        )
        larger = inner.multiple_exists(scaled, exists)
        below = inner.combine(
            ("<=", ("^", self.base, K), scaled), [product(0), multiple(1, 1)], [most, apart]
        )
        return inner.infer("integrable-below", ("integrable", ("^", self.base, K)), [least, below, larger])

    @cached_property
    def diagonal(self) -> Theorem:
        """The term k of the series of the conformity is the sum of a diagonal, for the local k >= 0."""
        inner = self.plain.within((J, "integer"), given=(("<=", 0, J), ("<=", J, K)))
        moment = oblique.moment(self)
        constant, plain = compound(compound(moment.then)[2])[1:]
        total = _diagonal()
        back: Term = ("+", K, ("*", -1, J))
        times: Term = ("*", *self.body(constant)[1:])
        power = inner.fact("power-sum", b=_T, m=back, n=J)
        halves = power_of_product(self.outer, K, QUARTER, 2)
        rest = compound(compound(total)[4])[1:]
        front: Term = ("*", *rest[:4], _inverse(("+", back, 1)), _inverse(("+", J, 1)))
        alike = inner.combine(
            ("=", compound(total)[4], ("*", times, compound(plain)[4])),
            [multiple(front, 0), multiple(front, 1)], [power, halves],
        )  # fmt: skip
        prover = self.running
        out = prover.infer("sum-scale", ("=", total, ("*", times, plain)), [alike])
        body = self.body(("E", ("^", self.base, K)))
        valued = prover.replaced(("=", body, self.body(compound(moment.then)[2])), moment)
        taken = prover.equal(compound(valued.then)[2], ("*", times, plain))
        return prover.combine(
            ("=", body, total), [multiple(1, 0), multiple(1, 1), multiple(-1, 2)], [valued, taken, out]
        )

    def body(self, mean: Term) -> tuple[Term, ...]:
        """A term of the series of the conformity, with what is given for the mean of Q^k."""
        return ("*", ("^", QUARTER, K), mean, ("gamma", B), _inverse(("+", B, K)), _inverse(("+", K, 1)))

    @cached_property
    def premises(self) -> list[Theorem]:
        """What the rules of means of series ask for."""
        along = self.outer.infer(
            "sum-diagonal",
            ("summable", K, 0, _diagonal()),
            self.converges,
            {"above": ABOVE, "inner": (J, TERM)},
        )
        body = self.body(("E", ("^", self.base, K)))
        exists = self.outer.replaced(("summable", K, 0, body), self.diagonal, of=along)
        return [self.outer.show(("<", 0, B)), self.known["above"], self.power, exists]

    @cached_property
    def series(self) -> Theorem:
        """The conformity is the sum of the columns."""
        function = series_at(QUARTER, self.base)
        outer = self.outer
        right: Term = ("sum", K, 0, INFINITY, self.body(("E", ("^", self.base, K))))
        first = outer.infer("mean-series", ("=", ("E", function), right), self.premises)
        whole: Term = ("sum", K, 0, INFINITY, _diagonal())
        second = outer.replaced(("=", right, whole), self.diagonal)
        double: Term = ("sum", K, 0, INFINITY, ("sum", J, 0, INFINITY, TERM))
        turned: Term = ("sum", J, 0, INFINITY, ("sum", K, 0, INFINITY, TERM))
        by = {"above": ABOVE}
        third = outer.infer("sum-diagonal", ("=", double, whole), self.converges, by)
        fourth = outer.infer("sum-exchange", ("=", double, turned), self.converges, by)
        fifth = outer.replaced(("=", turned, SERIES), self.column[0])
        entries = [multiple(1, 0), multiple(1, 1), multiple(-1, 2), multiple(1, 3), multiple(1, 4)]
        return outer.combine(("=", ("E", function), SERIES), entries, [first, second, third, fourth, fifth])

    @cached_property
    def integrable(self) -> Theorem:
        """The conformity exists."""
        goal: Term = ("integrable", series_at(QUARTER, self.base))
        return self.outer.infer("series-integrable", goal, self.premises, {"index": K})


def _diagonal() -> Term:
    """The sum of the terms in which t has the power k."""
    return ("sum", J, 0, K, substitute(TERM, {K: ("+", K, ("*", -1, J))}))


@lru_cache(maxsize=8)
def pair(context: ProofContext) -> CosinePair:
    """The pair in a context; its theorems are kept."""
    return CosinePair(Prover(context))


def _at(prover: Prover, shown: Theorem, cosine: Term, square: Term) -> Theorem:
    """What is shown for the local c, t and s, at a cosine and a term that is not below 0, or not above."""
    for size in (square, ("*", -1, square)):
        inner = prover.within()
        try:
            inner.add(inner.show(("<=", 0, size)))
            return instance(inner, shown, {"kappa": cosine, "tau": square, "most": size})
        except ProofError:
            continue
    raise ProofError(f"no sign is found of {square}, or it is no cosine: {cosine}")


def anywhere(prover: Prover, shown: Theorem, cosine: Term, square: Term) -> Theorem:
    """The same of a term of either sign."""

    def script(inner: Prover, _: Term) -> Theorem:
        return _at(inner, shown, cosine, square)

    try:
        return script(prover, 0)
    except ProofError:
        goal = substitute(shown.then, {"kappa": cosine, "tau": square})
        return by_cases(prover, ("<=", 0, square), goal, script, script)


def series_of(prover: Prover, moment: Term) -> tuple[Theorem, Theorem]:
    """A conformity as the sum of its columns, and that it converges."""
    factor, cosine = taken_apart(compound(moment)[1])
    square = compound(factor)[2]
    known = pair(prover.context)
    whole, exists = (anywhere(prover, each, cosine, square) for each in (known.series, known.summable))
    return whole, exists


def integrable(prover: Prover, function: Term) -> Theorem:
    """That a conformity exists, for any cosine."""
    factor, cosine = taken_apart(function)
    _, _, square = compound(factor)
    found = anywhere(prover, pair(prover.context).integrable, cosine, square)
    return (
        found
        if found.then == ("integrable", function)
        else prover.replaced(("integrable", function), of=found)
    )
