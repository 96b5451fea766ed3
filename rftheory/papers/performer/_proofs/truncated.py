"""(32): e^-w 0F1(; d/2; dw/2) = e^-w sum C_k w^k/k!, cut off at k = l, with C_l <= C_k, as C_k falls."""

from __future__ import annotations

from rftheory.papers._shared.regularised_bounds import DECAY
from rftheory.papers._shared.regularised_series import (
    HALF,
    K,
    exponential_series,
    kernel_series,
    share,
    weight,
    weight_nonnegative,
)
from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.hypergeometric import infinite_sums
from rftheory.proof.tactics.moves import attached, instance, rewritten
from rftheory.proof.tactics.series import induction, nonnegative_power, onward
from rftheory.proof.terms import INFINITY, Term, substitute

_B: Term = ("*", "d", HALF)
_LAST: Term = ("+", "l", 1)
_HEAD: Term = ("sum", K, 0, "l", weight())
_TAIL: Term = ("sum", K, _LAST, INFINITY, weight())


def product_to(n: Term) -> Term:
    """d (d + 2) .. (d + 2n - 2)."""
    return ("prod", "j", 0, ("+", n, -1), ("+", "d", ("*", "j", 2)))


def _split(prover: Prover, body: Term, exists: Theorem) -> Theorem:
    """A series from 0 as its terms up to l, and the others."""
    whole: Term = ("sum", K, 0, INFINITY, body)
    parts: Term = ("+", ("sum", K, 0, "l", body), ("sum", K, _LAST, INFINITY, body))
    return prover.infer("sum-split", ("=", whole, parts), [exists, prover.show(("<=", 0, _LAST))])


def head(prover: Prover, tail: Term) -> tuple[Theorem, Theorem]:
    """e^w = sum_(k <= l) w^k/k! + the tail as printed, which converges."""
    whole, exists = exponential_series(prover)
    parts = _split(prover, weight(), exists)
    rest = prover.infer(
        "summable-rest", ("summable", K, _LAST, weight()), [exists, prover.show(("<=", 0, _LAST))]
    )
    moved: Term = ("sum", K, 0, INFINITY, substitute(weight(), {K: ("+", K, _LAST)}))
    whole_number = prover.integer(_LAST)
    shift = prover.infer("sum-shift", ("=", _TAIL, moved), [rest, *whole_number], {"by": _LAST})
    assert isinstance(tail, tuple)
    assert isinstance(moved, tuple)
    inner = prover.within((K, "integer"), given=(("<=", 0, K),))
    alike = inner.equal(moved[4], tail[4])
    same = prover.replaced(("=", moved, tail), alike)
    entries = [multiple(1, 0), multiple(-1, 1), multiple(1, 2), multiple(1, 3), multiple(1, 4)]
    premises = [prover.fact("exp-series", t="w"), whole, parts, shift, same]
    exists_too = prover.infer(
        "summable-shift", ("summable", K, 0, moved[4]), [rest, *whole_number], {"by": _LAST}
    )
    converges = prover.replaced(("summable", K, 0, tail[4]), alike, of=exists_too)
    return prover.combine(("=", ("exp", "w"), ("+", _HEAD, tail)), entries, premises), converges


def _falls(prover: Prover) -> Theorem:
    """C_l <= C_k for the local k in 0..l: C_n <= C_k for n >= k, by induction."""
    inner = prover.within((K, "integer"), given=(("<=", 0, K),))
    goal: Term = ("<=", share(k="n"), share())
    ratio: Term = ("*", _B, ("^", ("+", "n", _B), -1))

    def onwards(later: Prover, wanted: Term) -> Theorem:
        later = later.within()
        later.add(later.combine(("<=", 0, "n"), [product(0), product(1)],
                                [later.given(("<=", 0, K)), later.given(("<=", K, "n"))]))  # fmt: skip
        now = share(k="n")
        following = rewritten(later, ("=", substitute(now, {"n": ("+", "n", 1)}), ("*", now, ratio)),
                              onward(later, now, "n"))  # fmt: skip
        premises = [
            later.given(goal), later.show(("<=", 0, now)), later.show(("<=", ratio, 1)), following
        ]  # fmt: skip
        return later.combine(wanted, [product(0), product(1, 2), multiple(1, 3)], premises)

    def base(later: Prover, wanted: Term) -> Theorem:
        assert isinstance(wanted, tuple)
        return later.combine(wanted, [], [])

    every = induction(inner, "n", K, goal, onwards, base)
    return instance(inner.within(given=(("<=", K, "l"),)), every, {"n": "l"})


def at_least(prover: Prover) -> Theorem:
    """C_l sum_(k <= l) w^k/k! <= 0F1(; b; bw)."""
    whole, exists = kernel_series(prover)
    body: Term = ("*", share(), weight())
    parts = _split(prover, body, exists)
    last: Term = ("*", share(k="l"), weight())
    inner = prover.within((K, "integer"), given=(("<=", 0, K), ("<=", K, "l")))
    below = inner.combine(("<=", last, body), [product(0, 1)], [_falls(prover), weight_nonnegative(prover)])
    less = dominated_until(prover, last, body, below)
    taken = prover.infer(
        "sum-scale",
        ("=", ("sum", K, 0, "l", last), ("*", share(k="l"), _HEAD)),
        [inner.infer("replace", ("=", last, last))],
    )
    rest = _rest_nonnegative(prover, body, exists)
    goal: Term = ("<=", ("*", share(k="l"), _HEAD), ("hyper", (), (_B,), ("*", _B, "w")))
    entries = [product(0), product(1), multiple(1, 2), multiple(-1, 3), multiple(-1, 4)]
    return prover.combine(goal, entries, [less, rest, whole, parts, taken])


def dominated_until(prover: Prover, smaller: Term, larger: Term, below: Theorem) -> Theorem:
    """Sums up to l, term by term."""
    sums = (("sum", K, 0, "l", smaller), ("sum", K, 0, "l", larger))
    return prover.infer("dominated", ("<=", *sums), [below])


def _rest_nonnegative(prover: Prover, body: Term, exists: Theorem) -> Theorem:
    """0 <= sum_(k > l) C_k w^k/k!."""
    start = prover.show(("<=", 0, _LAST))
    rest = prover.infer("summable-rest", ("summable", K, _LAST, body), [exists, start])
    nothing: Term = ("*", 0, body)
    beyond = prover.within((K, "integer"), given=(("<=", _LAST, K),))
    low = beyond.combine(("<=", 0, K), [product(0), product(1)], [beyond.given(("<=", _LAST, K)), start])
    positive = beyond.within()
    positive.add(low)
    over = positive.show(("<=", 0, ("*", share(), ("^", ("gamma", ("+", K, 1)), -1))))
    power = positive.infer(
        "instantiate", ("<=", 0, ("^", "w", K)), [_powers(prover), low], {"of": 0, "with": {"i": K}}
    )
    below = positive.combine(("<=", nothing, body), [product(0, 1)], [over, power])
    same = beyond.infer("replace", ("=", nothing, nothing))
    plain: Term = ("sum", K, _LAST, INFINITY, body)
    none: Term = ("sum", K, _LAST, INFINITY, nothing)
    zero = prover.infer("sum-scale", ("=", none, ("*", 0, plain)), [same, rest])
    exists_too = prover.infer("summable-scale", ("summable", K, _LAST, nothing), [rest])
    less = prover.infer("dominated", ("<=", none, plain), [below, exists_too, rest])
    return prover.combine(("<=", 0, plain), [product(0), multiple(-1, 1)], [less, zero])


def _powers(prover: Prover) -> Theorem:
    """0 <= w^i for the local i >= 0."""
    return nonnegative_power(prover, "i", "w")


def quotient(prover: Prover) -> list[Theorem]:
    """C_l times the product is d^l, and the product is above 0."""
    body: Term = ("+", "d", ("*", "j", 2))

    def last(inner: Prover) -> Theorem:
        """The product to n + 1."""
        later, before = product_to(("+", "n", 1)), product_to("n")
        assert isinstance(later, tuple)
        end = later[3]
        needed = [*inner.integer(end), inner.show(("<=", 0, end))]
        split: Term = ("*", before, substitute(body, {"j": end}))
        return inner.infer("prod-last", ("=", later, split), needed)

    def positive(inner: Prover, wanted: Term) -> Theorem:
        factor = inner.show(("<", 0, ("+", "d", ("*", ("+", ("+", "n", 1), -1), 2))))
        return inner.combine(wanted, [product(0, 1), multiple(-1, 2)],
                             [inner.given(inner.hypotheses[-1]), factor, last(inner)])  # fmt: skip

    def same(inner: Prover, wanted: Term) -> Theorem:
        now = share(k="n")
        ratio: Term = ("*", _B, ("^", ("+", "n", _B), -1))
        following = rewritten(inner, ("=", substitute(now, {"n": ("+", "n", 1)}), ("*", now, ratio)),
                              onward(inner, now, "n"))  # fmt: skip
        later = product_to(("+", "n", 1))
        power = inner.fact("power-next", b="d", n="n")
        entries = [multiple("d", 0), multiple(later, 1), multiple(("*", now, ratio), 2), multiple(-1, 3)]
        return inner.combine(
            wanted, entries, [inner.given(inner.hypotheses[-1]), following, last(inner), power]
        )

    def start(inner: Prover, wanted: Term) -> Theorem:
        empty = inner.infer("prod-empty", ("=", product_to(0), 1))
        return rewritten(inner, wanted, [empty])

    value = induction(
        prover, "n", 0, ("=", ("*", share(k="n"), product_to("n")), ("^", "d", "n")), same, start
    )
    sign = induction(prover, "n", 0, ("<", 0, product_to("n")), positive, start)
    return [instance(prover, each, {"n": "l"}) for each in (value, sign)]


def cut_off(prover: Prover, goal: Term) -> Theorem:
    """(1 - e^-w tail) C_l = e^-w C_l sum_(k <= l) w^k/k! <= e^-w 0F1(; b; bw)."""
    tail = next(infinite_sums(goal))
    split, converges = head(prover, tail)
    value, sign = quotient(prover)
    inverse = prover.fact("power-positive", [sign], b=product_to("l"), p=-1)
    premises = [at_least(prover), prover.fact("exp-positive", t=("*", "w", -1)), split, value, sign, inverse]
    over: Term = ("^", product_to("l"), -1)
    power: Term = ("^", "d", "l")
    entries = [
        product(0, 1),
        multiple(("*", DECAY, power, over), 2),
        multiple(("*", -1, DECAY, _HEAD, over), 3),
    ]
    return attached(prover, prover.combine(goal, entries, premises), converges)


PROOFS: Scripts = {"performer/eq32": (cut_off,)}
