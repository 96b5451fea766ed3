"""Series: hypergeometric ones by the ratio of their terms, and comparison term by term."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import Entry, multiple, product
from rftheory.proof.tactics.moves import Script, rewritten, search
from rftheory.proof.tactics.powers import following
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import INFINITY, ProofError, Term, free, literal, substitute, subterms


def onward(prover: Prover, term: Term, k: str) -> list[Theorem]:
    """What Gamma functions and powers of the term become at k + 1: equalities to those at k."""
    found: dict[Term, Theorem] = {}
    for each in subterms(term):
        if not isinstance(each, tuple) or k not in free(each):
            continue
        shown: Theorem | None
        if each[0] == "gamma":
            shown = _gamma(prover, each, k)
        elif each[0] == "^" and literal(each[2]) is None and k not in free(each[1]):
            shown = _power(prover, each, k)
        else:
            continue
        if shown is not None:
            found.setdefault(each, shown)
    return list(found.values())


def _gamma(prover: Prover, term: Term, k: str) -> Theorem:
    """Gamma(a(k + 1)) = a Gamma(a) for a with k, or a (a + 1) Gamma(a) for a with 2k."""
    assert isinstance(term, tuple)
    later, argument = substitute(term, {k: ("+", k, 1)}), term[1]
    assert isinstance(later, tuple)
    for size in (1, 2):
        try:
            prover.equal(later[1], ("+", argument, size))
        except ProofError:
            continue
        steps = [prover.fact("gamma-next", t=argument)]
        factors: tuple[Term, ...] = (argument,)
        if size == 2:
            above: Term = ("+", argument, 1)
            steps.append(prover.fact("gamma-next", t=above))
            factors = (argument, above)
        goal: Term = ("=", later, ("*", *factors, term))
        entries = [
            multiple(-1, 0) if size == 1 else multiple(("*", -1, factors[-1]), 0),
            *([multiple(-1, 1)] if size == 2 else []),
        ]
        return _either_sign(prover, goal, entries, steps)
    raise ProofError(f"{term} has no next one")


def _power(prover: Prover, term: Term, k: str) -> Theorem | None:
    """b^(n + 1) = b^n b, or whatever the normal form of a power of a positive base is."""
    assert isinstance(term, tuple)
    later = substitute(term, {k: ("+", k, 1)})
    if prover.sign(term[1], "<") is not None:
        return _positive_power(prover, term, later)
    return following(prover, term, k)


def _positive_power(prover: Prover, term: Term, later: Term) -> Theorem | None:
    assert isinstance(term, tuple)
    for factor in (term[1], ("^", term[1], -1)):
        try:
            return prover.equal(later, ("*", term, factor))
        except ProofError:
            continue
    return None


def _either_sign(prover: Prover, goal: Term, entries: list[Entry], steps: list[Theorem]) -> Theorem:
    """The combination, or the one with all signs turned."""
    try:
        return prover.combine(goal, entries, steps)
    except ProofError:
        turned = [multiple(("*", -1, each["times"]), each["premise"]) for each in entries]
        return prover.combine(goal, turned, steps)


def ones(prover: Prover, term: Term) -> list[Theorem]:
    """Gamma(a) = 1 for every a in the term that is 1 in normal form."""
    found: dict[Term, Theorem] = {}
    for each in subterms(term):
        if isinstance(each, tuple) and each[0] == "gamma" and not free(each):
            try:
                prover.equal(each[1], 1)
            except ProofError:
                continue
            found[each] = prover.combine(("=", each, 1), [multiple(1, 0)], [prover.fact("gamma-one")])
    return list(found.values())


def ratio(prover: Prover, k: str, body: Term, hyper: Term) -> Theorem:
    """The ratio of terms that makes the body a hypergeometric series."""
    assert isinstance(hyper, tuple)
    _, upper, lower, z = hyper
    inner = prover.within((k, "integer"), given=(("<=", 0, k),))
    later = ("*", substitute(body, {k: ("+", k, 1)}), ("+", k, 1), *(("+", each, k) for each in lower))
    here = ("*", body, z, *(("+", each, k) for each in upper))
    return rewritten(inner, ("=", later, here), onward(inner, body, k))


def summed(
    prover: Prover, k: str, body: Term, hyper: Term, first: Term = 1, known: Iterable[Theorem] = ()
) -> tuple[Theorem, Theorem]:
    """sum body = first * hyper, and that the series converges; `known` are equalities that the first term needs."""
    assert isinstance(hyper, tuple)
    step = ratio(prover, k, body, hyper)
    lower = [prover.show(("<", 0, each)) for each in hyper[2] if literal(each) is None]
    start: Term = ("=", substitute(body, {k: 0}), first)
    beginning = rewritten(prover, start, [*ones(prover, start), *known])
    total: Term = ("=", ("sum", k, 0, INFINITY, body), ("*", first, hyper))
    by = {"hyper": hyper, "first": first}
    whole = prover.infer("series-ratio", total, [beginning, step, *lower], by)
    exists = prover.infer("series-ratio-summable", ("summable", k, 0, body), [step, *lower], {"hyper": hyper})
    return whole, exists


def induction(
    prover: Prover, k: str, low: Term, goal: Term, step: Script = search, base: Script = search
) -> Theorem:
    """The goal for every integer k from low on; in the step the goal at k is a hypothesis, `step` shows it at k + 1.

    The theorem is local in k.
    """
    within = prover.within((k, "integer"), given=(("<=", low, k),))
    start = base(prover, substitute(goal, {k: low}))
    hypothesis = within.within(given=(goal,))
    later = step(hypothesis, substitute(goal, {k: ("+", k, 1)}))
    by = {"variable": k, "start": low, "base": 0, "step": 1}
    return within.infer("induction", goal, [start, later], by)


def nonnegative_power(prover: Prover, k: str, base: Term) -> Theorem:
    """0 <= base^k for the local k >= 0, where 0 <= base."""

    def onwards(inner: Prover, goal: Term) -> Theorem:
        return rewritten(inner, goal, onward(inner, ("^", base, k), k))

    if prover.sign(base, "<") is not None:
        inner = prover.within((k, "integer"), given=(("<=", 0, k),))
        return inner.show(("<=", 0, ("^", base, k)))
    return induction(prover, k, 0, ("<=", 0, ("^", base, k)), onwards)


def power_of_product(prover: Prover, k: str, one: Term, other: Term) -> Theorem:
    """(one * other)^k = one^k other^k for the local k >= 0."""
    goal: Term = ("=", ("^", ("*", one, other), k), ("*", ("^", one, k), ("^", other, k)))

    def onwards(inner: Prover, later: Term) -> Theorem:
        assert isinstance(goal, tuple)
        steps = [*onward(inner, goal[1], k), *onward(inner, goal[2], k)]

        def multiplied(within: Prover, wanted: Term) -> Theorem:
            entry = multiple(("*", one, other), 0)
            return within.combine(wanted, [entry], [within.given(goal)])

        return rewritten(inner, later, steps, multiplied)

    return induction(prover, k, 0, goal, onwards)


def dominated(
    prover: Prover,
    k: str,
    smaller: Term,
    larger: Term,
    below: Theorem,
    summable: Iterable[Theorem],
    strictly: tuple[int, Theorem] | None = None,
) -> Theorem:
    """sum smaller <= sum larger; < with a place and a strict comparison there."""
    sums = (("sum", k, 0, INFINITY, smaller), ("sum", k, 0, INFINITY, larger))
    premises = [below, *summable]
    if strictly is None:
        return prover.infer("dominated", ("<=", *sums), premises)
    at, shown = strictly
    return prover.infer("dominated", ("<", *sums), [*premises, shown], {"at": at})


def nonnegative(prover: Prover, k: str, below: Theorem, exists: Theorem) -> Theorem:
    """0 <= sum body from 0 <= body for the local k >= 0."""
    assert isinstance(below.then, tuple)
    body = below.then[2]
    inner = prover.within((k, "integer"), given=(("<=", 0, k),))
    nothing: Term = ("*", 0, body)
    same = inner.infer("ring", ("=", nothing, nothing))
    plain: Term = ("sum", k, 0, INFINITY, body)
    zero: Term = ("=", ("sum", k, 0, INFINITY, nothing), ("*", 0, plain))
    total = prover.infer("sum-scale", zero, [same, exists])
    converges = prover.infer("summable-scale", ("summable", k, 0, nothing), [exists])
    smaller = inner.combine(("<=", nothing, body), [product(0)], [below])
    less = dominated(prover, k, nothing, body, smaller, [converges, exists])
    entries = [product(0), multiple(-1, 1)]
    return prover.combine(("<=", 0, plain), entries, [less, total])


def after(prover: Prover, k: str, body: Term, exists: Theorem, first: int) -> tuple[Theorem, Theorem]:
    """sum body = its first terms + sum body at k + first, both from k = 0; and that the latter converges."""
    steps, rest = [], exists
    for place in range(first):
        if place:
            rest = prover.infer("summable-rest", ("summable", k, place, body), [exists])
        steps.append(_first_apart(prover, k, place, body, rest))
    later = substitute(body, {k: ("+", k, first)})
    rest = prover.infer("summable-rest", ("summable", k, first, body), [exists])
    sums: tuple[Term, Term] = (("sum", k, first, INFINITY, body), ("sum", k, 0, INFINITY, later))
    steps.append(prover.infer("sum-shift", ("=", *sums), [rest], {"by": first}))
    converges = prover.infer("summable-shift", ("summable", k, 0, later), [rest], {"by": first})
    starts = tuple(substitute(body, {k: place}) for place in range(first))
    whole: Term = ("=", ("sum", k, 0, INFINITY, body), ("+", *starts, sums[1]))
    return prover.combine(whole, [multiple(1, place) for place in range(first + 1)], steps), converges


def _first_apart(prover: Prover, k: str, low: int, body: Term, exists: Theorem) -> Theorem:
    """A series = its first term + the rest."""
    here, beyond = (("sum", k, start, INFINITY, body) for start in (low, low + 1))
    alone, nothing = (("sum", k, low, end, body) for end in (low, low - 1))
    start = substitute(body, {k: low})
    parted: Term = ("=", here, ("+", alone, beyond))
    below = [prover.infer("number", ("<=", low, end), by={"bits": 64}) for end in (low + 1, low)]
    steps = [
        prover.infer("sum-split", parted, [exists, below[0]]),
        prover.infer("sum-last", ("=", alone, ("+", nothing, start)), [below[1]]),
        prover.infer("sum-empty", ("=", nothing, 0)),
    ]
    return prover.through(*steps, proposition=("=", here, ("+", start, beyond)))


Addend = tuple[Term, Term, Theorem, Theorem]
"""A coefficient, the body of a series, what the series is, and that it converges."""


def linear(prover: Prover, k: str, addends: Sequence[Addend], body: Term) -> tuple[Theorem, Theorem]:
    """sum body = sum of coefficient * value, where the body is the sum of coefficient * body; and that it converges."""
    inner = prover.within((k, "integer"), given=(("<=", 0, k),))
    whole, exists = _scaled(prover, inner, k, addends[-1])
    for each in reversed(addends[:-1]):
        first, also = _scaled(prover, inner, k, each)
        whole, exists = _added(prover, k, (first, also), (whole, exists))
    assert isinstance(whole.then, tuple)
    long, value = whole.then[1], whole.then[2]
    same = inner.equal(long[4], body)
    total = prover.replaced(("=", ("sum", k, 0, INFINITY, body), value), same, of=whole)
    converges = prover.replaced(("summable", k, 0, body), same, of=exists)
    return total, converges


def _scaled(prover: Prover, inner: Prover, k: str, addend: Addend) -> tuple[Theorem, Theorem]:
    coefficient, body, whole, exists = addend
    assert isinstance(whole.then, tuple)
    scaled: Term = ("*", coefficient, body)
    same = inner.infer("ring", ("=", scaled, scaled))
    plain: Term = ("sum", k, 0, INFINITY, body)
    goal: Term = ("=", ("sum", k, 0, INFINITY, scaled), ("*", coefficient, plain))
    taken_out = prover.infer("sum-scale", goal, [same, exists])
    assert isinstance(goal, tuple)
    valued = prover.replaced(("=", goal[1], ("*", coefficient, whole.then[2])), whole, of=taken_out)
    return valued, prover.infer("summable-scale", ("summable", k, 0, scaled), [exists])


def _added(
    prover: Prover, k: str, one: tuple[Theorem, Theorem], other: tuple[Theorem, Theorem]
) -> tuple[Theorem, Theorem]:
    sums = [theorem.then[1] for theorem, _ in (one, other) if isinstance(theorem.then, tuple)]
    values = [theorem.then[2] for theorem, _ in (one, other) if isinstance(theorem.then, tuple)]
    body: Term = ("+", *(each[4] for each in sums))
    apart = prover.infer("sum-add", ("=", ("sum", k, 0, INFINITY, body), ("+", *sums)), [one[1], other[1]])
    assert isinstance(apart.then, tuple)
    whole = prover.replaced(("=", apart.then[1], ("+", *values)), one[0], other[0], of=apart)
    return whole, prover.infer("summable-add", ("summable", k, 0, body), [one[1], other[1]])
