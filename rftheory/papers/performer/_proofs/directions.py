"""Appendix F.3: the moments of one coordinate of a direction, and the series of the regularised kernel by them."""

from __future__ import annotations

from collections.abc import Callable

from rftheory.papers._shared.regularised_series import HALF, K, kernel_series, running, share, weight
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts, automatic
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.gaussian import chained
from rftheory.proof.tactics.hypergeometric import infinite_sums
from rftheory.proof.tactics.moves import attached, instance, rewritten
from rftheory.proof.tactics.powers import zeroth
from rftheory.proof.tactics.series import induction, onward, summed
from rftheory.proof.terms import PI, Term, compound, exchanged, moments, substitute

N = "n"
_B: Term = ("*", "d", HALF)
_ROW: Term = ("row", ("name", "iid"), 1)
_SQUARE: Term = ("dot", _ROW, _ROW)
_Z: Term = ("vec", "z")
_ZZ: Term = ("dot", _Z, _Z)
_W: Term = ("*", ("^", ("^", _ZZ, HALF), 2), HALF)
_ROOT: Term = ("^", "d", HALF)


def even(k: Term = K) -> Term:
    """E (w.e_1/|w|)^(2k) in Gamma functions."""
    above = ("gamma", _B), ("gamma", ("+", k, HALF))
    return ("*", *above, ("^", PI, ("q", -1, 2)), ("^", ("gamma", ("+", k, _B)), -1))


def _nonzero(prover: Prover) -> Prover:
    """The prover with 0 < |w|^2 and 0 < |w|."""
    inner = prover.within()
    inner.add(inner.infer("nonzero-row", ("<", 0, _SQUARE), [inner.show(("<", 0, "d"))]))
    inner.add(inner.show(("<", 0, ("^", _SQUARE, HALF))))
    return inner


def coordinate(prover: Prover, moment: Term) -> tuple[Theorem, Theorem]:
    """A moment of w.e_1/|w| of order 2k or 2k + 1 is the quotient of Gamma functions or 0, and exists."""
    _, base, order = compound(compound(moment)[1])
    (along,) = (each for each in base[1:] if each[0] == "dot")
    inside = _nonzero(prover)
    same = inside.equal(base, ("*", along, ("^", _SQUARE, ("q", -1, 2))))
    odd = compound(order)[0] == "+"
    written: Term = ("+", ("*", 2, K), 1) if odd else ("*", 2, K)
    half: Term = ("*", HALF, "d")
    unit: Term = ("dot", along[2], along[2])
    over: Term = ("*", ("^", PI, HALF), ("gamma", ("+", half, K)))
    above: Term = ("*", ("gamma", half), ("gamma", ("+", K, HALF)))
    value: Term = 0 if odd else ("*", ("^", unit, K), above, ("^", over, -1))
    needs = [prover.show(("<", 0, "d")), prover.show(("<=", 0, K))]
    known = prover.infer("angle-moment", ("=", ("E", ("^", compound(same.then)[2], written)), value), needs)
    moved = prover.replaced(("=", moment, value), same, prover.equal(order, written), of=known)
    exists = prover.infer(
        "bounded",
        ("integrable", compound(moment)[1]),
        [*prover.integer(order), prover.show(("<=", 0, order)), *inside.lemmas],
    )
    if odd:
        return moved, exists
    one = prover.given(("=", unit, 1))
    plain = exchanged(value, {unit: 1})
    positive: list[Term] = [("gamma", ("+", half, K)), ("gamma", ("+", K, _B)), ("^", PI, HALF)]
    needs = [prover.show(("<", 0, each)) for each in positive]
    same_value = prover.infer("ring", ("=", plain, even()), needs)
    with_one = prover.replaced(("=", moment, plain), one, of=moved)
    return prover.through(with_one, same_value, proposition=("=", moment, even())), exists


def vanishes(prover: Prover, goal: Term) -> Theorem:
    """Moments of odd order are 0."""
    return attached(prover, *coordinate(prover, compound(goal)[1]))


def stays(prover: Prover, goal: Term) -> Theorem:
    """Moments of even order are above 0."""
    known, exists = coordinate(prover, compound(goal)[2])
    return attached(prover, prover.replaced(goal, known, of=prover.show(("<", 0, even()))), exists)


def _rising(first: Term, n: Term = N) -> Term:
    """first (first + 2) .. (first + 2n - 2)."""
    return ("prod", "j", 0, ("+", n, -1), ("+", first, ("*", "j", 2)))


def _last(inner: Prover, first: Term) -> Theorem:
    """The product to n + 1."""
    later = compound(_rising(first, ("+", N, 1)))
    end = later[3]
    split: Term = ("*", _rising(first), substitute(later[4], {"j": end}))
    return inner.infer("prod-last", ("=", later, split), [*inner.integer(end), inner.show(("<=", 0, end))])


def over_product(
    prover: Prover, value: Term, rate: Term, top: Term, onto: Callable[[Prover], Theorem]
) -> Theorem:
    """value(n) d (d + 2) .. = top(n) for the local n >= 0, as value(n + 1) = rate value(n); `onto`: top(n + 1)."""
    below = _rising("d")

    def base(inner: Prover, wanted: Term) -> Theorem:
        empty = [inner.infer("prod-empty", ("=", _rising(first, 0), 1)) for first in ("d", 1)]
        return rewritten(inner, wanted, [*empty, *_at_0(inner)])

    def step(inner: Prover, wanted: Term) -> Theorem:
        later = substitute(value, {N: ("+", N, 1)})
        now = rewritten(inner, ("=", later, ("*", rate, value)), onward(inner, value, N))
        growth: Term = ("*", rate, ("+", "d", ("*", N, 2)))
        entries = [
            multiple(substitute(below, {N: ("+", N, 1)}), 0), multiple(("*", rate, value), 1), multiple(growth, 2),
            multiple(-1, 3),
        ]  # fmt: skip
        return inner.combine(
            wanted, entries, [now, _last(inner, "d"), inner.given(inner.hypotheses[-1]), onto(inner)]
        )

    return induction(prover, N, 0, ("=", ("*", value, below), top), step, base)


def _at_0(inner: Prover) -> list[Theorem]:
    """Gamma(0 + 1/2) = pi^(1/2)."""
    start: Term = ("gamma", ("+", 0, HALF))
    alike = inner.equal(start, ("gamma", HALF))
    return [inner.through(alike, inner.fact("gamma-half"), proposition=("=", start, ("^", PI, HALF)))]


def quotient(prover: Prover, goal: Term) -> Theorem:
    """E (w.e_1/|w|)^(2k) = 1 3 .. (2k - 1)/(d (d + 2) .. (d + 2k - 2))."""
    known, exists = coordinate(prover, compound(goal)[1])
    rate: Term = ("*", ("+", N, HALF), ("^", ("+", N, _B), -1))
    shown = over_product(prover, even(N), rate, _rising(1), lambda inner: _last(inner, 1))
    positive = prover.show(("<", 0, _rising("d", K)))
    entries = [multiple(1, 0), multiple(("^", _rising("d", K), -1), 1)]
    premises = [known, instance(prover, shown, {N: K}), positive]
    return attached(prover, prover.combine(goal, entries, premises), exists)


def kernel_mean(prover: Prover, moment: Term) -> tuple[Theorem, Theorem]:
    """E exp(d^(1/2) w.z/|w|) = 0F1(; d/2; d |z|^2/4), and that it exists."""
    inside = _nonzero(prover)
    function = compound(moment)[1]
    exists = inside.infer("bounded", ("integrable", function), inside.lemmas)
    half: Term = ("*", HALF, "d")
    value: Term = ("hyper", (), (half,), ("*", ("q", 1, 4), "d", _ZZ))
    rows: Term = ("*", ("*", _ROOT, ("^", _SQUARE, ("q", -1, 2))), _ROW)
    premises = [exists, prover.show(("<", 0, "d")), *inside.lemmas]
    turned = prover.infer("rotation", ("=", moment, ("E", value)), premises, {"vector": _Z, "rows": rows})
    constant = prover.infer("gaussian", ("=", ("E", value), value), prover.conditions(value))
    return chained(prover, turned, constant), exists


def by_moments(prover: Prover, goal: Term) -> Theorem:
    """sum d^k E (w.e_1/|w|)^(2k) |z|^(2k)/(2k)! has the terms of 0F1(; d/2; d |z|^2/4)."""
    prover = prover.within()
    prover.add(prover.square(_ZZ))
    inner = running(prover)
    series = compound(next(infinite_sums(goal)))
    moment = next(moments(series[4]))
    value, exists = coordinate(inner, moment)
    body = exchanged(series[4], {moment: even()})
    kernel: Term = ("hyper", (), (_B,), ("*", ("q", 1, 4), "d", _ZZ))
    start = [*_at_0(prover), *zeroth(prover, substitute(body, {K: 0}))]
    whole, converges = summed(prover, K, body, kernel, known=start)
    return _joined(prover, goal, series, value, whole, converges, exists)


def by_products(prover: Prover, goal: Term) -> Theorem:
    """sum d^k (|z|^2/2)^k/(k! d (d + 2) ..) has the terms C_k (|z|^2/2)^k/k!."""
    prover = prover.within()
    prover.add(prover.square(_ZZ))
    inner = running(prover)
    series = compound(next(infinite_sums(goal)))
    ratio: Term = ("*", _B, ("^", ("+", N, _B), -1))
    shown = over_product(prover, share(k=N), ratio, ("^", "d", N), lambda p: p.fact("power-next", b="d", n=N))
    body: Term = ("*", share(), weight(_W))
    premises = [instance(inner, shown, {N: K}), inner.show(("<", 0, _rising("d", K)))]
    entry = multiple(("*", -1, weight(_W), ("^", _rising("d", K), -1)), 0)
    same = inner.combine(("=", series[4], body), [entry], [*premises, *inner.conditions(body)])
    return _joined(prover, goal, series, same, *kernel_series(prover, w=_W))


def _joined(
    prover: Prover,
    goal: Term,
    series: Term,
    body: Theorem,
    whole: Theorem,
    converges: Theorem,
    *exist: Theorem,
) -> Theorem:
    """The goal from both sides as 0F1, the series with other terms on the right."""
    moment = next(moments(compound(goal)[1]))
    known, exists = kernel_mean(prover, moment)
    total = prover.replaced(("=", series, compound(whole.then)[2]), body, of=whole)
    _, k, low, _, terms = compound(series)
    defined = prover.replaced(("summable", k, low, terms), body, of=converges)
    values = {moment: compound(known.then)[2], series: compound(total.then)[2]}
    plain = prover.show(exchanged(goal, values))
    return attached(prover, prover.replaced(goal, known, total, of=plain), exists, defined, *exist)


PROOFS: Scripts = {
    "performer/eq28/corrected": (quotient,),
    "performer/eq21/parity/corrected": (vanishes, stays, automatic),
    "performer/eq21": (by_moments,),
    "performer/eq29": (by_products,),
}
