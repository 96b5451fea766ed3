"""The conformity of a pair of any cosine c as a power series in c: E 0F1(; d/2; t/4 |w_1 + w_2|^2) for t of either sign.

With b = d/2 it is sum over p of (ct)^p/p! Gamma(b + p/2)^2/(Gamma(b) Gamma(b + p)) 1F1(d + p; b + p; t/2): the means
E |w_1 + w_2|^(2k) by the binomial theorem make a double series along its diagonals, of which this is the sum by columns.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from rftheory.proof.kernel import ProofContext, Theorem
from rftheory.proof.tactics import oblique
from rftheory.proof.tactics.conformity import (
    HALF,
    K,
    P,
    Q,
    powers_grow,
    root,
    series_at,
    squared,
    taken_apart,
    with_rows,
)
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import by_cases, instance, rewritten
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.series import (
    dominated,
    induction,
    nonnegative_power,
    onward,
    power_of_product,
    summed,
)
from rftheory.proof.terms import INFINITY, ProofError, Term, compound, substitute

J = "p"
B: Term = ("*", HALF, "d")
QUARTER: Term = ("*", ("q", 1, 4), "tau")
_TOTAL: Term = ("+", P, Q)
_TWICE: Term = ("*", 2, _TOTAL)
_T: Term = ("*", HALF, "tau")
_S: Term = ("*", HALF, "most")
LOCAL = (("kappa", "real"), ("tau", "real"), ("most", "real"))
HYPOTHESES: tuple[Term, ...] = (
    ("<=", -1, "kappa"), ("<=", "kappa", 1), ("<=", 0, "most"), ("<=", ("*", -1, "most"), "tau"), ("<=", "tau", "most"),
)  # fmt: skip


def _inverse(argument: Term) -> Term:
    return ("^", ("gamma", argument), -1)


_AT: Term = ("+", B, ("*", HALF, J))
_SHARE: Term = ("*", ("gamma", _AT), _inverse(("+", _AT, HALF)))
"""Gamma(b + p/2)/Gamma(b + p/2 + 1/2)."""
_GROWN: Term = ("*", ("gamma", ("+", "d", K)), _inverse(("+", B, K)))
_BESIDE: Term = ("*", ("gamma", ("+", "d", K, J)), _inverse(("+", B, K, J)))
_FIRST: Term = ("*", ("gamma", "d"), _inverse(B))
_FRONT: Term = ("*", ("^", 2, ("+", 1, ("*", -1, "d"))), ("^", ("pi",), HALF), _inverse(B))


def _weight(base: Term, index: str) -> Term:
    """base^k/k!."""
    return ("*", ("^", base, index), _inverse(("+", index, 1)))


TERM: Term = ("*", ("^", "kappa", J), _FRONT, _SHARE, _BESIDE, _weight(_T, K), _weight(_T, J))
"""The term of the double series of which k + p is the power of t."""
_MOST: Term = ("+", *(substitute(_SHARE, {J: place}) for place in (0, 1)))


def _size(index: str) -> Term:
    return ("*", ("^", 2, index), _weight(_S, index))


_SCALE: Term = ("*", _FRONT, _MOST, _FIRST)
ABOVE: Term = ("*", ("*", _SCALE, _size(K)), _size(J))
"""What bounds it."""
_TURNED: Term = ("*", -1, ABOVE)
COLUMN: Term = (
    "*", ("^", "kappa", J), ("^", "tau", J), ("^", ("gamma", _AT), 2), _inverse(B), _inverse(("+", B, J)), _inverse(("+", J, 1)),
    ("hyper", (("+", "d", J),), (("+", B, J),), _T),
)  # fmt: skip
"""The sum of the column p."""
SERIES: Term = ("sum", J, 0, INFINITY, COLUMN)
_EXPONENTIAL: Term = ("hyper", (), (), "most")


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


class CosinePair:
    """The pair, for the local c from -1 to 1 and t from -s to s, in a context with a dimension d."""

    cosine: Term = "kappa"

    def __init__(self, prover: Prover) -> None:
        self.outer = prover.within(*LOCAL, given=HYPOTHESES)
        self.outer.add(self.outer.show(("<", 0, "d")))
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

    @property
    def plain(self) -> Prover:
        """The prover for every k >= 0; for that of the context, where it has one."""
        if K in {name for name, _ in self.outer.context.variables}:
            return self.outer
        return self.outer.within((K, "integer"), given=(("<=", 0, K),))

    @property
    def both(self) -> Prover:
        """The prover for every k and p >= 0."""
        return self.plain.within((J, "integer"), given=(("<=", 0, J),))

    @property
    def columns(self) -> Prover:
        """The prover for every p >= 0."""
        return self.outer.within((J, "integer"), given=(("<=", 0, J),))

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
        larger = inner.infer("integrable-scale", ("integrable", scaled), [exists])
        below = inner.combine(
            ("<=", ("^", self.base, K), scaled), [product(0), multiple(1, 1)], [most, apart]
        )
        return inner.infer("integrable-below", ("integrable", ("^", self.base, K)), [least, below, larger])

    @cached_property
    def share_at_most(self) -> Theorem:
        """Gamma(b + p/2)/Gamma(b + p/2 + 1/2) is at most the sum of its first two values, for the local p >= 0."""
        first = _MOST
        after = substitute(_SHARE, {J: ("+", J, 1)})
        both: Term = ("and", ("<=", _SHARE, first), ("<=", after, first))
        signs = [self.outer.show(("<=", 0, substitute(_SHARE, {J: place}))) for place in (0, 1)]

        def start(inner: Prover, goal: Term) -> Theorem:
            known = [
                inner.combine(each, [product(1 - place)], signs)
                for place, each in enumerate(compound(goal)[1:])
            ]
            return inner.infer("and", goal, known)

        def onwards(inner: Prover, goal: Term) -> Theorem:
            held = inner.given(both)
            one, other = (inner.infer("part", each, [held]) for each in compound(both)[1:])
            low, high = compound(goal)[1:]
            below: Term = ("+", _AT, HALF)
            gammas = [inner.fact("gamma-next", [inner.show(("<", 0, at))], t=at) for at in (_AT, below)]
            over = _inverse(("+", below, 1))
            signs = [
                inner.show(("<", 0, each)) for each in (below, ("gamma", below), ("gamma", ("+", below, 1)))
            ]
            factor: Term = ("*", _AT, ("^", below, -1))
            # Gamma(a + 1)/Gamma(a + 3/2) = Gamma(a)/Gamma(a + 1/2) a/(a + 1/2)
            rest: Term = ("*", -1, _SHARE, _AT, ("^", below, -1), over)
            following = inner.combine(
                ("=", compound(high)[1], ("*", _SHARE, factor)),
                [multiple(over, 0), multiple(rest, 1)],
                [*gammas, *signs],
            )
            small = [inner.show(("<=", factor, 1)), inner.show(("<=", 0, _SHARE))]
            # first - share factor = (first - share) + share (1 - factor)
            third = inner.combine(high, [product(0), product(1, 2), multiple(1, 3)], [one, *small, following])
            return inner.infer("and", goal, [inner.combine(low, [product(0)], [other]), third])

        shown = induction(self.outer, J, 0, both, onwards, start)
        return self.columns.infer("part", compound(both)[1], [shown])

    @cached_property
    def grown_at_most(self) -> Theorem:
        """Gamma(d + k)/Gamma(b + k) <= 2^k Gamma(d)/Gamma(b), for the local k >= 0."""
        most: Term = ("*", ("^", 2, K), _FIRST)

        def onwards(inner: Prover, goal: Term) -> Theorem:
            factor: Term = ("*", ("+", "d", K), ("^", ("+", B, K), -1))
            later = substitute(_GROWN, {K: ("+", K, 1)})
            signs = [inner.show(("<", 0, each)) for each in (("+", B, K), ("gamma", ("+", B, K)))]
            step = rewritten(inner.within(), ("=", later, ("*", _GROWN, factor)), onward(inner, _GROWN, K))
            del signs
            small = [
                inner.show(("<=", 0, factor)),
                inner.show(("<=", factor, 2)),
                inner.show(("<=", 0, most)),
            ]
            held = inner.given(("<=", _GROWN, most))
            # 2 M - G f = (M - G) f + M (2 - f)
            return inner.combine(goal, [product(0, 1), product(2, 3), multiple(1, 4)], [held, *small, step])

        return induction(self.outer, K, 0, ("<=", _GROWN, most), onwards)

    @cached_property
    def bounds(self) -> list[Theorem]:
        """-u <= the term of the double series <= u for the local k, p >= 0."""
        both = self.both
        x, y, z = ("^", "kappa", J), ("^", _T, K), ("^", _T, J)
        a, b = ("^", _S, K), ("^", _S, J)
        known = [
            *bounded_powers(self.outer, J, "kappa", 1), *bounded_powers(self.outer, K, _T, _S),
            *bounded_powers(self.outer, J, _T, _S),
        ]  # fmt: skip
        once = bounded_product(both, (("*", x, y), a), known[:4])
        twice = bounded_product(both, (("*", x, y, z), ("*", a, b)), [*once, *known[4:]])
        beside = instance(both, self.grown_at_most, {K: ("+", K, J)})
        sizes = [nonnegative_power(self.outer, index, _S) for index in (K, J)]
        signs = [
            both.show(("<=", 0, each))
            for each in (_FRONT, _inverse(("+", K, 1)), _inverse(("+", J, 1)), _SHARE, _BESIDE, _MOST)
        ]
        premises = [*twice, self.share_at_most, beside, *sizes, *signs]
        # u - term = N s g (A - X) + N A ((R - s) g + R (G - g))
        rest = [product(4, 5, 6, 7, 8, 2, 10), product(4, 5, 6, 7, 8, 11, 3)]
        above = both.combine(("<=", TERM, ABOVE), [product(1, 6, 7, 8, 9, 10), *rest], premises)
        below = both.combine(("<=", ("*", -1, ABOVE), TERM), [product(0, 6, 7, 8, 9, 10), *rest], premises)
        return [below, above]

    @cached_property
    def converges(self) -> list[Theorem]:
        """What the rules of double series ask for: u is summable over p, and these sums over k."""
        rows = self.plain
        exponential, exists = summed(rows, J, _size(J), ("hyper", (), (), "most"))
        by_row = rows.infer("summable-scale", ("summable", J, 0, ABOVE), [exists])
        inner = rows.within((J, "integer"), given=(("<=", 0, J),))
        same = inner.infer("ring", ("=", ABOVE, ABOVE))
        total: Term = ("sum", J, 0, INFINITY, ABOVE)
        factor: Term = ("*", _SCALE, _size(K))
        out = rows.infer(
            "sum-scale", ("=", total, ("*", factor, compound(exponential.then)[1])), [same, exists]
        )
        limit: Term = ("*", ("*", _SCALE, _EXPONENTIAL), _size(K))
        value = rows.combine(("=", total, limit), [multiple(1, 0), multiple(factor, 1)], [out, exponential])
        _, over = summed(self.outer, K, _size(K), _EXPONENTIAL)
        scaled = self.outer.infer("summable-scale", ("summable", K, 0, limit), [over])
        columns = self.outer.replaced(("summable", K, 0, total), value, of=scaled)
        return [*self.bounds, by_row, columns]

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

    @cached_property
    def column(self) -> tuple[Theorem, Theorem]:
        """The sum of a column, for the local p >= 0, and that it converges."""
        columns = self.columns
        value = compound(COLUMN)
        hyper = value[-1]
        first: Term = (
            "*",
            ("^", "kappa", J),
            _FRONT,
            _SHARE,
            ("gamma", ("+", "d", J)),
            _inverse(("+", B, J)),
            _weight(_T, J),
        )
        whole, exists = summed(columns, K, TERM, hyper, first)
        duplication = columns.fact("gamma-duplication", [columns.show(("<", 0, _AT))], t=_AT)
        halves = power_of_product(self.outer, J, _T, 2)
        rest: Term = ("*", -1, *value[1:2], *value[3:])
        beside: Term = (
            "*", -1, ("^", "kappa", J), _inverse(B), _SHARE, _inverse(("+", B, J)), _weight(_T, J), hyper, ("^", 2, J)
        )  # fmt: skip
        signs = [columns.show(("<", 0, each)) for each in (("gamma", ("+", _AT, HALF)), ("gamma", _AT))]
        total: Term = ("sum", K, 0, INFINITY, TERM)
        entries = [multiple(1, 0), multiple(beside, 1), multiple(rest, 2)]
        return columns.combine(("=", total, COLUMN), entries, [whole, duplication, halves, *signs]), exists

    @cached_property
    def summable(self) -> Theorem:
        """The sums of the columns are summable, being at most those of u in size."""
        columns, outer = self.columns, self.outer
        below, above = self.bounds
        sums: dict[Term, Term] = {each: ("sum", K, 0, INFINITY, each) for each in (TERM, ABOVE, _TURNED)}
        exponential, exists = summed(outer, K, _size(K), _EXPONENTIAL)
        factor: Term = ("*", _SCALE, _size(J))
        inner = self.both
        alike = inner.equal(("*", factor, _size(K)), ABOVE)
        scaled = columns.infer("summable-scale", ("summable", K, 0, ("*", factor, _size(K))), [exists])
        larger = columns.replaced(("summable", K, 0, ABOVE), alike, of=scaled)
        turned = columns.infer("summable-scale", ("summable", K, 0, _TURNED), [larger])
        plain: Term = ("sum", K, 0, INFINITY, _size(K))
        total = columns.infer(
            "sum-scale",
            ("=", sums[ABOVE], ("*", factor, plain)),
            [inner.equal(ABOVE, ("*", factor, _size(K))), exists],
        )
        limit: Term = ("*", ("*", _SCALE, _EXPONENTIAL), _size(J))
        value = columns.combine(
            ("=", sums[ABOVE], limit), [multiple(1, 0), multiple(factor, 1)], [total, exponential]
        )
        same = inner.infer("ring", ("=", _TURNED, _TURNED))
        back = columns.infer("sum-scale", ("=", sums[_TURNED], ("*", -1, sums[ABOVE])), [same, larger])
        whole, converges = self.column
        high = dominated(columns, K, TERM, ABOVE, above, [converges, larger])
        low = dominated(columns, K, _TURNED, TERM, below, [turned, converges])
        most = columns.combine(
            ("<=", COLUMN, limit), [product(0), multiple(-1, 1), multiple(1, 2)], [high, whole, value]
        )
        entries = [product(0), multiple(-1, 1), multiple(1, 2), multiple(1, 3)]
        least = columns.combine(("<=", ("*", -1, limit), COLUMN), entries, [low, back, whole, value])
        _, over = summed(outer, J, _size(J), _EXPONENTIAL)
        bounded = outer.infer("summable-scale", ("summable", J, 0, limit), [over])
        return outer.infer("summable-below", ("summable", J, 0, COLUMN), [most, least, bounded])


def _diagonal() -> Term:
    """The sum of the terms in which t has the power k."""
    return ("sum", J, 0, K, substitute(TERM, {K: ("+", K, ("*", -1, J))}))


def bounded_product(prover: Prover, pair: tuple[Term, Term], known: list[Theorem]) -> list[Theorem]:
    """-ab <= xy and xy <= ab from -a <= x <= a and -b <= y <= b, for xy and ab as they are written."""
    both, most = pair
    below = [product(0, 3, coefficient=HALF), product(1, 2, coefficient=HALF)]
    above = [product(0, 2, coefficient=HALF), product(1, 3, coefficient=HALF)]
    # ab + xy = ((a + x)(b + y) + (a - x)(b - y))/2
    least = prover.combine(("<=", ("*", -1, most), both), above, known)
    return [least, prover.combine(("<=", both, most), below, known)]


def bounded_powers(prover: Prover, index: str, base: Term, size: Term) -> list[Theorem]:
    """-size^k <= base^k and base^k <= size^k for the local index k >= 0, where -size <= base <= size and 0 <= size."""
    one, other = ("^", base, index), ("^", size, index)
    goal: Term = ("and", ("<=", ("*", -1, other), one), ("<=", one, other))

    def onwards(inner: Prover, wanted: Term) -> Theorem:
        held = inner.given(goal)
        low, high = (inner.infer("part", each, [held]) for each in compound(goal)[1:])
        ends = [inner.show(("<=", ("*", -1, size), base)), inner.show(("<=", base, size))]
        premises = [low, high, *ends, *onward(inner, one, index), *onward(inner, other, index)]
        # S s + T t = ((S + T)(s + t) + (S - T)(s - t))/2, and with both signs turned
        least, most = compound(wanted)[1:]
        turned = [multiple(-1, 4), multiple(-1, 5)]
        below = [product(0, 2, coefficient=HALF), product(1, 3, coefficient=HALF), *turned]
        above = [
            product(0, 3, coefficient=HALF),
            product(1, 2, coefficient=HALF),
            multiple(1, 4),
            multiple(-1, 5),
        ]
        shown = [inner.combine(least, below, premises), inner.combine(most, above, premises)]
        return inner.infer("and", wanted, shown)

    def start(inner: Prover, wanted: Term) -> Theorem:
        return inner.infer("and", wanted, [inner.show(each) for each in compound(wanted)[1:]])

    shown = induction(prover, index, 0, goal, onwards, start)
    inner = prover.within((index, "integer"), given=(("<=", 0, index),))
    return [inner.infer("part", each, [shown]) for each in compound(goal)[1:]]


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
