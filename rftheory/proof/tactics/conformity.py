"""Conformities of pairs of rows: E 0F1(; d/2; f Q) for Q = p + q + 2c sqrt(p q), p and q the squared lengths of two rows.

0 <= Q <= p + q for cosines from -1 to 0, so all moments exist and the series of their means converges.
"""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.directions import averaged, chi_series
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.gaussian import chained
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import instance
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.series import dominated, induction, nonnegative_power, onward, summed
from rftheory.proof.terms import ProofError, Term, compound, substitute, subterms

HALF: Term = ("q", 1, 2)
K = "k"
_B: Term = ("*", HALF, "d")
P, Q = (("dot", ("row", ("name", "iid"), i), ("row", ("name", "iid"), i)) for i in (1, 2))


def root(p: Term, q: Term) -> Term:
    """sqrt(p q)."""
    return ("^", ("*", p, q), HALF)


def squared(cosine: Term, p: Term = P, q: Term = Q) -> Term:
    """|w_1 + w_2|^2 by the lengths and the cosine of the angle between the rows."""
    return ("+", p, q, ("*", 2, cosine, root(p, q)))


def series_at(factor: Term, base: Term) -> Term:
    """0F1(; d/2; factor base)."""
    return ("hyper", (), (_B,), ("*", factor, base))


def conformity(cosine: Term, square: Term) -> Term:
    """E 0F1(; d/2; |v|^2 |w_1 + w_2|^2/4), where `square` is |v|^2."""
    return ("E", series_at(("*", ("q", 1, 4), square), squared(cosine)))


def taken_apart(series: Term) -> tuple[Term, Term]:
    """The factor and the cosine of a conformity's series; ProofError where it is none."""
    match series:
        case ("hyper", (), (b,), ("*", factor, ("+", p, q, ("*", 2, cosine, r)))) if b == _B and (p, q) == (
            P,
            Q,
        ):
            if r == root(P, Q):
                return factor, cosine
    raise ProofError(f"not the series of a conformity: {series}")


def is_pair(series: Term) -> bool:
    """Whether it is the series of a conformity."""
    try:
        taken_apart(series)
    except ProofError:
        return False
    return True


def is_oblique(moment: Term) -> bool:
    """Whether it is the conformity of rows that are not at a right angle: what has no closed form."""
    series = moment[1] if isinstance(moment, tuple) and moment[0] == "E" else None
    return series is not None and is_pair(series) and taken_apart(series)[1] != 0


def of_lengths(prover: Prover) -> dict[str, Theorem]:
    """For the local p, q > 0 and a cosine c from -1 to 0: 0 <= Q and Q <= p + q; and 0 < sqrt(p q)."""
    inner = prover.within(
        ("p", "real"), ("q", "real"), ("c", "real"), given=(("<", 0, "p"), ("<", 0, "q"), ("<=", -1, "c"), ("<=", "c", 0))
    )  # fmt: skip
    r = root("p", "q")
    positive = inner.add(
        inner.fact("root-positive", [inner.show(("<", 0, ("*", "p", "q")))], b=("*", "p", "q"))
    )
    total: Term = ("+", "p", "q", ("*", 2, r))
    inverse = inner.fact("power-positive", b=total, p=-1)
    apart: Term = ("+", "p", "q", ("*", -2, r))
    least = inner.add(
        inner.combine(("<=", 0, apart), [product(0, squares=(("+", "p", ("*", -1, "q")),))], [inverse])
    )
    whole = squared("c", "p", "q")
    known = [least, positive, inner.given(("<=", -1, "c")), inner.given(("<=", "c", 0))]
    above = inner.combine(("<=", 0, whole), [product(0), product(1, 2, coefficient=2)], known)
    below = inner.combine(("<=", whole, ("+", "p", "q")), [product(1, 3, coefficient=2)], known)
    return {"above": above, "below": below, "root": positive}


def powers_grow(prover: Prover) -> Theorem:
    """0 <= small^k and small^k <= large^k for the local 0 <= small <= large and k >= 0."""
    inner = prover.within(
        ("small", "real"), ("large", "real"), given=(("<=", 0, "small"), ("<=", "small", "large"))
    )
    one, other = ("^", "small", K), ("^", "large", K)
    goal: Term = ("and", ("<=", 0, one), ("<=", one, other))

    def onwards(within: Prover, wanted: Term) -> Theorem:
        assert isinstance(goal, tuple)
        assert isinstance(wanted, tuple)
        both = within.given(goal)
        premises = [
            *(within.infer("part", each, [both]) for each in goal[1:]),
            within.given(("<=", 0, "small")), within.given(("<=", "small", "large")),
            *onward(within, one, K), *onward(within, other, K),
        ]  # fmt: skip
        least = within.combine(wanted[1], [product(0, 2), multiple(-1, 4)], premises)
        # b^k b - a^k a = (b^k - a^k) b + a^k (b - a), and b = (b - a) + a
        entries = [product(1, 3), product(1, 2), product(0, 3), multiple(1, 4), multiple(-1, 5)]
        most = within.combine(wanted[2], entries, premises)
        return within.infer("and", wanted, [least, most])

    def base(within: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        return within.infer("and", wanted, [within.show(each) for each in wanted[1:]])

    return induction(inner, K, 0, goal, onwards, base)


class RowPair:
    """What is known of a pair of rows with a cosine from -1 to 0, in a context with a dimension d."""

    def __init__(self, prover: Prover, factor: Term, cosine: Term) -> None:
        self.factor, self.cosine = factor, cosine
        self.base, self.total = squared(cosine), ("+", P, Q)
        self.half, self.whole = _B, ("*", 1, "d")
        self.prover = with_rows(prover.within(), self.base)
        _signed(self.prover)
        values = {"p": P, "q": Q, "c": cosine}
        self.known = {
            name: self.prover.add(instance(self.prover, shown, values))
            for name, shown in of_lengths(prover).items()
        }

    @property
    def running(self) -> Prover:
        """The prover for every k >= 0."""
        return self.prover.within((K, "integer"), given=(("<=", 0, K),))

    def premises(self) -> list[Theorem]:
        """What the rules of means of series ask for."""
        return [self.prover.show(("<", 0, _B)), self.known["above"], self._power()[0], self.summable()]

    def series(self) -> Theorem:
        """The conformity as the series of the means of its terms."""
        function = series_at(self.factor, self.base)
        right: Term = ("sum", K, 0, ("oo",), self.body(("E", ("^", self.base, K))))
        return self.prover.infer("mean-series", ("=", ("E", function), right), self.premises())

    def integrable(self) -> Theorem:
        """That it exists."""
        goal: Term = ("integrable", series_at(self.factor, self.base))
        return self.prover.infer("series-integrable", goal, self.premises(), {"index": K})

    def _power(self) -> tuple[Theorem, Theorem, Theorem, Theorem]:
        """Q^k is integrable, at least 0 and at most (p + q)^k, which is integrable."""
        inner = self.running
        both = instance(inner, powers_grow(self.prover), {"small": self.base, "large": self.total})
        assert isinstance(both.then, tuple)
        least, most = (inner.infer("part", each, [both]) for each in both.then[1:])
        goal: Term = ("integrable", ("^", self.total, K))
        bound = inner.infer("power-integrable", goal, [inner.given(("<=", 0, K))])
        power: Term = ("integrable", ("^", self.base, K))
        return inner.infer("integrable-below", power, [least, most, bound]), least, most, bound

    def body(self, mean: Term) -> tuple[Term, ...]:
        """A term of the series, with what is given for the mean of Q^k."""
        return (
            "*", ("^", self.factor, K), mean, ("gamma", _B), ("^", ("gamma", ("+", _B, K)), -1),
            ("^", ("gamma", ("+", K, 1)), -1),
        )  # fmt: skip

    def summable(self) -> Theorem:
        """The series of the means of the terms converges, by that of (p + q)^k."""
        here, least, most, bound = self._power()
        inner = self.running
        mean: Term = ("E", ("^", self.base, K))
        nothing = [inner.infer("integrable", ("integrable", 0)), inner.infer("gaussian", ("=", ("E", 0), 0))]
        above = inner.infer("mean-below", ("<=", ("E", 0), mean), [nothing[0], least, here])
        below = inner.infer("mean-below", ("<=", mean, ("E", ("^", self.total, K))), [most, here, bound])
        chi = chi_series(self.prover, self.total, self.factor, self.half, self.whole)
        exists = self.prover.replaced(("summable", K, 0, chi.body), chi.power, of=chi.summable(self.prover))
        power = nonnegative_power(self.prover, K, self.factor)
        weights = [power, *(inner.show(("<", 0, each)) for each in self.body(mean)[3:])]
        places = tuple(range(3, 3 + len(weights)))
        premises = [above, below, nothing[1], *weights]
        body = self.body(mean)
        least_body = inner.combine(
            ("<=", 0, body), [product(0, *places), multiple(("*", -1, *body[1:2], *body[3:]), 2)], premises
        )
        most_body = inner.combine(("<=", body, chi.body), [product(1, *places)], premises)
        return self.prover.infer("summable-below", ("summable", K, 0, body), [least_body, most_body, exists])


def with_rows(prover: Prover, term: Term) -> Prover:
    """A prover that knows that the rows whose squared lengths stand in the term are not 0."""
    rows = [t for t in dict.fromkeys(subterms(term)) if _row_square(t)]
    if not rows:
        return prover
    inner = prover.within()
    dimension = inner.show(("<", 0, "d"))
    for each in rows:
        inner.add(inner.infer("nonzero-row", ("<", 0, each), [dimension]))
    return inner


def _row_square(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "dot" and term[1] == term[2] and term[1][0] == "row"


def _signed(prover: Prover) -> None:
    """|x + y|^2 is not below 0, where the context has the invariants of a pair."""
    if {"x2", "y2", "xy"} <= {name for name, _ in prover.context.variables}:
        prover.add(square_nonnegative(prover))


def closed(prover: Prover, moment: Term) -> Theorem:
    """The conformity of rows at a right angle: 1F1(d; d/2; |v|^2/2)."""
    function = compound(moment)[1]
    factor, cosine = taken_apart(function)
    if cosine != 0:
        raise ProofError("the conformity of other angles than right ones is no hypergeometric series")
    total: Term = ("+", P, Q)
    plain = prover.equal(squared(0), total)
    moved = prover.replaced(("=", moment, ("E", series_at(factor, total))), plain)
    return chained(
        prover, moved, averaged(prover, series_at(factor, total), total, factor, _B, ("*", 1, "d"))
    )


def integrable(prover: Prover, function: Term) -> Theorem:
    """That a conformity exists, for cosines from -1 to 0 and a factor that is not below 0."""
    factor, cosine = taken_apart(function)
    return RowPair(prover, factor, cosine).integrable()


def _grows(prover: Prover) -> Theorem:
    """0F1(; d/2; a) < 0F1(; d/2; b) for the local 0 <= a < b: term by term, strictly at k = 1."""
    inner = prover.within(("a", "real"), ("b", "real"), given=(("<=", 0, "a"), ("<", "a", "b")))
    size: Term = (
        "*", ("gamma", _B), ("^", ("gamma", ("+", _B, K)), -1), ("^", ("gamma", ("+", K, 1)), -1),
    )  # fmt: skip
    bodies: list[Term] = [("*", ("^", side, K), size) for side in ("a", "b")]
    hypers: list[Term] = [("hyper", (), (_B,), side) for side in ("a", "b")]
    (smaller, exists), (larger, also) = (
        summed(inner, K, body, hyper) for body, hyper in zip(bodies, hypers, strict=True)
    )
    running = inner.within((K, "integer"), given=(("<=", 0, K),))
    running.add(running.combine(("<=", "a", "b"), [product(0)], [running.given(("<", "a", "b"))]))
    powers = instance(running, powers_grow(prover), {"small": "a", "large": "b"})
    assert isinstance(powers.then, tuple)
    less = running.infer("part", powers.then[2], [powers])
    weight = running.show(("<", 0, size))
    below = running.combine(("<=", *bodies), [product(0, 1)], [less, weight])
    first = inner.show(("<", 0, substitute(size, {K: 1})))
    at_1: Term = ("<", *(substitute(each, {K: 1}) for each in bodies))
    strictly = inner.combine(at_1, [product(0, 1)], [inner.given(("<", "a", "b")), first])
    series = dominated(inner, K, bodies[0], bodies[1], below, [exists, also], (1, strictly))
    return inner.combine(
        ("<", *hypers), [product(0), multiple(-1, 1), multiple(1, 2)], [series, smaller, larger]
    )


def falls(prover: Prover, factor: Term, low: Term, high: Term) -> Theorem:
    """A conformity is smaller for a smaller cosine, -1 <= low < high <= 0, where the factor is above 0."""
    less, more = RowPair(prover, factor, low), RowPair(prover, factor, high)
    outer = less.prover
    positive, apart = outer.show(("<", 0, factor)), outer.show(("<", low, high))
    values = [("*", factor, each.base) for each in (less, more)]
    known = [positive, less.known["above"], apart, less.known["root"]]
    outer.add(outer.combine(("<=", 0, values[0]), [product(0, 1)], known))
    outer.add(outer.combine(("<", *values), [product(0, 2, 3, coefficient=2)], known))
    at_each = instance(outer, _grows(prover), {"a": values[0], "b": values[1]})
    means: Term = ("<", *(("E", series_at(factor, each.base)) for each in (less, more)))
    return prover.infer("mean-below", means, [at_each, less.integrable(), more.integrable()])
