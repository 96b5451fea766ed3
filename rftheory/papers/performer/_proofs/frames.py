"""Theorem 3, orthogonal rows: their moment generating function is below the power of a row's by the pairs' covariances.

With u = theta Lambda and G(t) = exp(u e^t), K(t) = 2 u^2 e^t: the even parts of K and of G - K rise, so that the rule of
frames gives E exp(u sum e^t_i) <= M^m + m(m - 1)/2 Cov(K_1, K_2), where Cov(K_1, K_2) = 4 u^4 (0F1(; b; 2z) - V^2) for
V = 0F1(; b; z), b = d/2, z = b w and w = |x + y|^2/2, and V^2 - 0F1(; b; 2z) >= (V - 1)^2/(b + 1) >= w^2/(b + 1).
"""

from __future__ import annotations

from rftheory.papers._shared.regularised_series import B, above_line
from rftheory.papers.performer._proofs import tails
from rftheory.papers.performer._proofs.positive_bound import nonnegative
from rftheory.papers.performer._proofs.regularised_gain import gap
from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import PLUS, row_term
from rftheory.proof.scripts import Scripts
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.angular.spheres import integrable, turned
from rftheory.proof.tactics.entries import Entry, multiple, product
from rftheory.proof.tactics.gaussian import chained
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import instance
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import Term, compound, exchanged, substitute

_NAME = "orthogonal-fixed-norm"
_FRAME: Term = ("name", _NAME)
_X, _Y = "along", "more"
_FIRST, _SECOND = (("row", _FRAME, i) for i in (1, 2))
_HALF: Term = ("q", 1, 2)
SHARE: Term = ("^", ("+", "d", 2), -1)


def _least(weight: Term) -> Term:
    """The factor 2 u^2 of K."""
    return ("*", 2, ("^", "theta", 2), ("^", weight, 2))


def _part(weight: Term) -> Term:
    return ("*", _least(weight), ("exp", _X))


def _both(term: Term, at: Term) -> Term:
    """f(t) + f(-t), as the rule of frames writes it."""
    return ("+", substitute(term, {_X: at}), substitute(term, {_X: ("*", -1, at)}))


def _ends(prover: Prover) -> Prover:
    return prover.within((_X, "real"), (_Y, "real"), given=(("<=", 0, _X), ("<=", _X, _Y)))


def _waves(inner: Prover) -> Theorem:
    """e^-t <= e^t for t above an end that is at least 0."""
    least = inner.combine(
        ("<=", ("*", -1, "t"), "t"),
        [product(0, coefficient=2), product(1, coefficient=2)],
        [inner.given(("<=", 0, _X)), inner.given(("<=", _X, "t"))],
    )
    return inner.fact("exp-at-most", [least], a=("*", -1, "t"), b="t")


def _part_rises(prover: Prover, weight: Term) -> Theorem:
    inner = _ends(prover)
    up, down = ("exp", "t"), ("exp", ("*", -1, "t"))
    rate: Term = ("*", _least(weight), ("+", up, ("*", -1, down)))

    def sign(within: Prover, wanted: Term) -> Theorem:
        return within.combine(
            wanted, [product(0, 1)], [within.show(("<=", 0, _least(weight))), _waves(within)]
        )

    return rising(inner, _both(_part(weight), "t"), (_X, _Y), rate, sign)


def _rest_rises(prover: Prover, weight: Term) -> Theorem:
    """G - K: v e^(uv) - v - u v^2 rises in v = e^t, and e^t + e^-t >= 2."""
    inner = _ends(prover)
    rest: Term = ("+", tails.function(weight, _X), ("*", -1, _part(weight)))
    scale: Term = ("*", "theta", weight)
    up, down = ("exp", "t"), ("exp", ("*", -1, "t"))

    def above(v: Term) -> Term:
        return ("+", ("*", v, ("exp", ("*", scale, v))), ("*", -1, v), ("*", -1, scale, ("^", v, 2)))

    def slope(v: Term) -> Term:
        return ("*", v, ("exp", ("*", scale, v)))

    rate: Term = ("+", *(
        ("*", sign, ("+", ("*", scale, slope(v)), ("*", -1, _least(weight), v))) for sign, v in ((1, up), (-1, down))
    ))  # fmt: skip

    def risen(within: Prover) -> Theorem:
        """v e^(uv) - v - u v^2 from e^-t to e^t."""

        def sign(deep: Prover, wanted: Term) -> Theorem:
            tangent = deep.fact("exp-tangent", t=("*", scale, "v"))
            low = deep.fact("exp-positive", t=("*", -1, "t"))
            positive = deep.combine(
                ("<=", 0, "v"), [product(0), product(1)], [low, deep.given(("<=", down, "v"))]
            )
            entries = [product(0), product(0, 1, 2), product(1, 1, squares=("v",))]
            return deep.combine(wanted, entries, [tangent, deep.show(("<", 0, scale)), positive])

        power: Term = ("exp", ("*", scale, "v"))
        change: Term = ("+", power, ("*", scale, "v", power), -1, ("*", -2, scale, "v"))
        return rising(within, above("v"), (down, up), change, sign, variable="v")

    def sign(within: Prover, wanted: Term) -> Theorem:
        within.add(_waves(within))
        apart: Term = ("+", ("exp", ("*", _HALF, "t")), ("*", -1, ("exp", ("*", ("q", -1, 2), "t"))))
        premises = [within.show(("<", 0, scale)), _waves(within), risen(within)]
        entries = [product(0, 2), product(0, 1), product(0, 0, 1, squares=(apart,))]
        return within.combine(wanted, entries, premises)

    return rising(inner, _both(rest, "t"), (_X, _Y), rate, sign)


def _from_one(prover: Prover, weight: Term) -> Theorem:
    """1 <= G(0)."""
    wave: Term = ("*", "theta", ("exp", 0), weight)
    goal: Term = ("<=", 1, ("exp", wave))
    return prover.combine(
        goal, [product(0), product(1)], [prover.fact("exp-tangent", t=wave), prover.show(("<", 0, wave))]
    )


def _along(part: Term) -> tuple[Term, Term]:
    first, second = (substitute(part, {_X: ("dot", row, PLUS)}) for row in (_FIRST, _SECOND))
    return first, second


def _gap(part: Term) -> Term:
    """Cov(K_1, K_2), as the rule writes it."""
    one, two = _along(part)
    return ("+", ("E", ("*", one, two)), ("*", -1, ("^", ("E", one), 2)))


def below(prover: Prover, estimate: Term, value: Term, power: Term) -> Theorem:
    """E exp(theta m estimate) <= value^m + m(m - 1)/2 Cov(K_1, K_2)."""
    weight = exchanged(tails.weight(value), tails.BACK)
    part = _part(weight)
    term: Term = ("exp", ("*", "theta", row_term(estimate, 1)))
    one, two = _along(part)
    needs = [
        tails.bounded(prover, term), integrable(prover, one), integrable(prover, ("*", one, two)),
        prover.show(("<=", 1, "m")), prover.given(("<=", "m", "d")), _part_rises(prover, weight),
        _rest_rises(prover, weight), _from_one(prover, weight),
    ]  # fmt: skip
    by = {
        "scale": "theta", "estimate": estimate, "vector": PLUS, "variable": _X, "larger": _Y,
        "function": tails.function(weight), "part": part,
    }  # fmt: skip
    bound: Term = ("+", ("^", ("E", term), "m"), ("*", _HALF, "m", ("+", "m", -1), _gap(part)))
    found = prover.infer("estimate-exponential-at-most", ("<=", ("E", power), bound), needs, by)
    mean = tails.generating(prover, value, _FRAME)
    return prover.replaced(("<=", ("E", power), exchanged(bound, {("E", term): value})), mean, of=found)


def covariance(prover: Prover, weight: Term) -> Theorem:
    """Cov(K_1, K_2) <= -2 u^4 |x + y|^4/(d + 2), where d is at least 2."""
    part, least = _part(weight), _least(weight)
    means = [_mean(prover, least, each, rows) for each, rows in zip(
        (_along(part)[0], ("*", *_along(part))), (((1, 1),), ((1, 1), (2, 1))), strict=True
    )]  # fmt: skip
    size: Term = ("dot", PLUS, PLUS)
    w: Term = ("*", _HALF, size)
    outer = prover.within()
    outer.add(outer.square(size))
    line = instance(outer, above_line(prover.within(("w", "real"), given=(("<=", 0, "w"),))), {"w": w})
    less = instance(outer, gap(prover.within(("z", "real"), given=(("<=", 0, "z"),))), {"z": ("*", B, w)})
    premises = [*means, line, less, outer.show(("<=", 0, size)), outer.show(("<", 0, SHARE))]
    goal: Term = ("<=", _gap(part), ("*", -2, ("^", "theta", 4), ("^", weight, 4), ("^", size, 2), SHARE))
    first = compound(means[0].then)
    entries: list[Entry] = [
        multiple(1, 1), multiple(("*", -1, ("+", *first[1:])), 0), product(3, squares=(least,)),
        product(2, 2, 5, coefficient=2, squares=(least,)), product(2, 4, 5, coefficient=2, squares=(least,)),
    ]  # fmt: skip
    return outer.combine(goal, entries, premises)


def covariance_by_parameters(prover: Prover, value: Term) -> Theorem:
    """The same with the parameters in place of the vectors."""
    lengths = tails.parameters(prover)
    known = covariance(prover, exchanged(tails.weight(value), tails.BACK))
    left, right = compound(known.then)[1:]
    values = {compound(each.then)[1]: compound(each.then)[2] for each in lengths}
    return prover.replaced(("<=", left, exchanged(right, values)), *lengths, of=known)


def _mean(prover: Prover, least: Term, term: Term, rows: tuple[tuple[int, int], ...]) -> Theorem:
    """E K_1 or E K_1 K_2 by 0F1."""
    combined: tuple[Term, ...] = tuple(("*", 1, ("row", _FRAME, i)) for i, _ in rows)
    wave: Term = ("exp", ("dot", ("+", *combined) if len(rows) > 1 else combined[0], PLUS))
    scaled: Term = ("*", ("^", least, len(rows)), ("E", wave))
    split = prover.infer("mean-linear", ("=", ("E", term), scaled), [integrable(prover, wave)])
    return chained(prover, split, turned(prover, wave, _NAME, rows))


def tail(prover: Prover, goal: Term) -> Theorem:
    """Chernoff's bound at m theta."""
    prover.add(square_nonnegative(prover))

    def script(inner: Prover, wanted: Term) -> Theorem:
        _, (_, estimate, level), bound = compound(wanted)
        bracket, factor = compound(bound)[1:]
        value = next(each[1] for each in compound(bracket)[1:] if compound(each)[0] == "^")
        scale: Term = ("*", "m", "theta")
        power: Term = ("exp", ("*", scale, estimate))
        exists = inner.infer("bounded", ("integrable", power), [inner.show(("<=", 1, "m"))])
        chernoff: Term = ("*", ("exp", ("*", -1, scale, level)), ("E", power))
        first = inner.infer(
            "chernoff", ("<=", compound(wanted)[1], chernoff), [inner.show(("<=", 0, scale)), exists]
        )
        less = _bracketed(inner, below(inner, estimate, value, power), bracket, value)
        premises = [first, less, inner.show(("<", 0, factor))]
        whole = inner.combine(wanted, [product(0), product(1, 2)], premises)
        return tails.defined(inner, whole, value)

    return tails.by_dimension(prover, goal, script)


def _bracketed(prover: Prover, found: Theorem, bracket: Term, value: Term) -> Theorem:
    """E exp(theta m estimate) <= the bracket of the claim."""
    weight = exchanged(tails.weight(value), tails.BACK)
    pairs = _gap(_part(weight))
    goal: Term = ("<=", compound(found.then)[1], bracket)
    gain: Term = (
        "*",
        "m",
        ("^", "theta", 4),
        SHARE,
        ("^", tails.SUM, 2),
        ("exp", ("+", ("*", "x2", -2), ("*", "y2", -2))),
    )
    if compound(value)[0] != "integral":  # d = 1, so that m = 1
        entries: list[Entry] = [product(0), multiple(("+", gain, ("*", _HALF, "m", pairs)), 1)]
        return prover.combine(goal, entries, [found, tails.one_row(prover)])
    plain = covariance_by_parameters(prover, value)
    premises = [
        found,
        plain,
        prover.show(("<=", 0, "m")),
        prover.given(("<=", 1, "m")),
        prover.show(("<", 0, SHARE)),
    ]
    return prover.combine(goal, [product(0), product(1, 2, 3, coefficient=_HALF)], premises)


PROOFS: Scripts = {"performer/thm3/ort/corrected": (tail, nonnegative)}
