"""A double series and its sums by columns: what the conformity of a pair of any cosine is made of.

With b = d/2 its terms are those of E |w_1 + w_2|^(2k), by the binomial theorem, in the series of the conformity.
"""

from __future__ import annotations

from functools import cached_property

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.cosines.bounds import bounded_powers, bounded_product
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import instance, rewritten
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.series import (
    dominated,
    induction,
    nonnegative_power,
    onward,
    power_of_product,
    summed,
)
from rftheory.proof.terms import INFINITY, Term, compound, substitute

K = "k"
HALF: Term = ("q", 1, 2)
J = "p"
B: Term = ("*", HALF, "d")
QUARTER: Term = ("*", ("q", 1, 4), "tau")
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


class Columns:
    """The double series for the local c from -1 to 1 and t from -s to s, in a context with a dimension d."""

    def __init__(self, prover: Prover) -> None:
        self.outer = prover.within(*LOCAL, given=HYPOTHESES)
        self.outer.add(self.outer.show(("<", 0, "d")))

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
    def share_at_most(self) -> Theorem:
        """Gamma(b + p/2)/Gamma(b + p/2 + 1/2) is at most the sum of its first two values, for the local p >= 0."""
        after = substitute(_SHARE, {J: ("+", J, 1)})
        both: Term = ("and", ("<=", _SHARE, _MOST), ("<=", after, _MOST))
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
            # most - share factor = (most - share) + share (1 - factor)
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
            step = rewritten(inner, ("=", later, ("*", _GROWN, factor)), onward(inner, _GROWN, K))
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
