"""(81) and (82): the root of a quotient and a power of one up to O(1/d^2), by its square and by Bernoulli's inequality."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import attached, by_cases, by_ways, instance, zero_or_more
from rftheory.proof.tactics.powers import following
from rftheory.proof.tactics.quantifiers import absolute, introduced
from rftheory.proof.tactics.series import induction, power_of_product
from rftheory.proof.terms import Term, compound, substitute

_HALF: Term = ("q", 1, 2)
_BOUND: Term = ("+", ("*", 10, ("^", "k", 2)), ("*", 14, "k"))
_N = "n"
_CONSTANT: Term = ("*", 2, _BOUND)


def root_of_quotient(prover: Prover, goal: Term) -> Theorem:
    """With q = 1 - k/(2d) >= 1/2 the gap x = R^(1/2) - q has |x| <= 2 |x (R^(1/2) + q)| = 2 |R - q^2|."""
    return introduced(prover, goal, (_CONSTANT, ("+", "k", 3)), _bounded)


def _bounded(prover: Prover, wanted: Term) -> Theorem:
    gap = compound(compound(wanted)[1])[1]
    _, root, away = compound(compound(gap)[2])
    about = compound(away)[2]
    base = compound(root)[1]
    for positive in (("+", "d", -1), ("+", "k", -1, ("*", "d", _HALF)), "d"):
        prover.add(prover.show(("<", 0, positive)))
    prover.add(prover.show(("<=", 0, base)))
    square: Term = ("*", ("^", "d", 2), ("+", base, ("*", -1, ("^", about, 2))))
    known = [
        prover.show(("<=", square, _BOUND)),
        prover.show(("<=", ("*", -1, _BOUND), square)),
        prover.fact("root-nonnegative", b=base),
        prover.show(("<=", _HALF, about)),
    ]
    some = prover.show(("<=", 0, _BOUND))
    difference: Term = compound(gap)[2]

    def bound(claim: Term, near: int) -> Theorem:
        """The claim where the gap has the sign that `known[near]` bounds, and where it has the other one."""

        def way(inner: Prover, proposition: Term, sign: int) -> Theorem:
            held = inner.given(inner.hypotheses[-1])
            if sign == near:
                entries = [
                    product(near, coefficient=2),
                    *(product(4, n, coefficient=2, squares=("d",)) for n in (2, 3)),
                ]
                return inner.combine(proposition, entries, [*known, held])
            return inner.combine(
                proposition, [product(1, coefficient=2), product(0, squares=("d",))], [held, some]
            )

        return by_cases(
            prover, ("<=", 0, difference), claim, lambda i, p: way(i, p, 0), lambda i, p: way(i, p, 1)
        )

    low, high = bound(("<=", ("*", -1, _CONSTANT), gap), 1), bound(("<=", gap, _CONSTANT), 0)
    return attached(prover, absolute(prover, wanted, low, high), *prover.lemmas)


def power_of_quotient(prover: Prover, goal: Term) -> Theorem:
    """(82): (1 - u)^k = 1 - ku + O(k^2 u^2) at u = (k - 1)/(d + 2k - 2), by Bernoulli's inequality and the next one."""
    constant: Term = ("+", ("*", 2, "k", _PAIRS), ("*", ("^", "k", 2), _PAIRS))

    def script(inner: Prover, wanted: Term) -> Theorem:
        def way(deep: Prover, proposition: Term) -> Theorem:
            held = deep.hypotheses[-1]
            return _at_zero(deep, proposition) if held == ("=", "k", 0) else _above_zero(deep, proposition)

        return by_ways(inner, zero_or_more(inner, "k"), wanted, way)

    return introduced(prover, goal, (constant, 3), script)


_PAIRS: Term = ("^", ("+", "k", -1), 2)


def _at_zero(prover: Prover, wanted: Term) -> Theorem:
    """Both sides are 1."""
    prover.add(prover.show(("<", 0, ("+", 0, -1, ("*", "d", _HALF)))))
    plain = substitute(wanted, {"k": 0})
    gap, bound = compound(compound(plain)[1])[1], compound(plain)[2]
    nothing = prover.equal(gap, 0)
    least = prover.show(("<=", 0, bound))
    low = prover.combine(("<=", ("*", -1, bound), gap), [product(0), multiple(-1, 1)], [least, nothing])
    high = prover.combine(("<=", gap, bound), [product(0), multiple(1, 1)], [least, nothing])
    shown = absolute(prover, plain, low, high)
    return prover.replaced(wanted, prover.given(("=", "k", 0)), of=shown)


def _above_zero(prover: Prover, wanted: Term) -> Theorem:
    gap, bound = compound(compound(wanted)[1])[1], compound(wanted)[2]
    printed, away = compound(compound(gap)[2])[1:]
    power = next(each for each in compound(printed)[1:] if each[2] == "k")
    under: Term = ("+", "d", ("*", 2, "k"), -2)
    for positive in (under, ("+", "k", -1, ("*", "d", _HALF)), "d", ("+", "d", "k", -1)):
        prover.add(prover.show(("<", 0, positive)))
    u: Term = ("*", ("+", "k", -1), ("^", under, -1))
    half: Term = ("*", power[1], _HALF)
    pair = [instance(prover, each, {"u": u, _N: "k"}) for each in _bernoulli(prover)]
    same = prover.equal(half, _rest(u))
    moved = prover.replaced(("=", ("^", half, "k"), ("^", _rest(u), "k")), same)
    local = Prover(prover.context).within(("a", "real"), ("b", "real"))
    apart = instance(prover, power_of_product(local, _N, "a", "b"), {"a": power[1], "b": _HALF, _N: "k"})
    value = prover.combine(
        ("=", printed, ("^", _rest(u), "k")), [multiple(-1, 0), multiple(1, 1)], [apart, moved]
    )
    claims: list[Theorem] = []
    for claim, side, sign in ((("<=", ("*", -1, bound), gap), 0, 1), (("<=", gap, bound), 1, -1)):
        rough = compound(pair[side].then)[1 + side]
        near: Term = ("*", ("^", "d", 2), ("+", rough, away))
        ends = ("<=", ("*", -1, bound), near) if sign > 0 else ("<=", near, bound)
        entries = [product(0, squares=("d",)), product(1), multiple(("*", -sign, ("^", "d", 2)), 2)]
        claims.append(prover.combine(claim, entries, [pair[side], prover.show(ends), value]))
    return attached(prover, absolute(prover, wanted, *claims), *prover.lemmas)


def _rest(u: Term) -> Term:
    return ("+", 1, ("*", -1, u))


def _bernoulli(prover: Prover) -> list[Theorem]:
    """1 - nu <= (1 - u)^n and (1 - u)^n <= 1 - nu + n^2 u^2, for the local n >= 0 and 0 <= u <= 1."""
    local = Prover(prover.context).within(("u", "real"), given=(("<=", 0, "u"), ("<=", "u", 1)))
    power: Term = ("^", _rest("u"), _N)
    least: Term = ("+", 1, ("*", -1, _N, "u"))
    goal: Term = (
        "and",
        ("<=", least, power),
        ("<=", power, ("+", least, ("*", ("^", _N, 2), ("^", "u", 2)))),
    )

    def onwards(inner: Prover, wanted: Term) -> Theorem:
        held = inner.given(goal)
        low, high = (inner.infer("part", each, [held]) for each in compound(goal)[1:])
        raised = following(inner, power, _N)
        premises = [
            low,
            high,
            *(inner.given(p) for p in (("<=", 0, "u"), ("<=", "u", 1), ("<=", 0, _N))),
            raised,
        ]
        below = [product(0, 3), product(4, squares=("u",)), multiple(-1, 5)]
        above = [
            product(1, 3), product(4, squares=("u",)), product(squares=("u",)),
            product(2, squares=(("*", _N, "u"),)), multiple(1, 5),
        ]  # fmt: skip
        sides = zip(compound(wanted)[1:], (below, above), strict=True)
        return inner.infer("and", wanted, [inner.combine(each, entries, premises) for each, entries in sides])

    def start(inner: Prover, wanted: Term) -> Theorem:
        return inner.infer("and", wanted, [inner.show(each) for each in compound(wanted)[1:]])

    shown = induction(local, _N, 0, goal, onwards, start)
    inner = local.within((_N, "integer"), given=(("<=", 0, _N),))
    return [inner.infer("part", each, [shown]) for each in compound(goal)[1:]]


PROOFS: Scripts = {"simrf/eq81": (root_of_quotient,), "simrf/eq82": (power_of_quotient,)}
