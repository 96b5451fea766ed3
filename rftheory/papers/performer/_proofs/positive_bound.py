"""Theorem 3, orthogonal rows: their bound of a tail is not negative, by numbers alone.

With u = theta Lambda, w = |x + y|^2 and q = u^2 w: exp(u e^t) > 1 + u^2 (t + t^2 + 2 t^3/3) for every t, whose mean over
the sphere is 1 + q; so M_X^m >= (1 + q)^m >= m(m - 1) q^2/2, and 2 <= d + 2.
"""

from __future__ import annotations

from rftheory.papers.performer._proofs import tails
from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics import Prover
from rftheory.proof.tactics.angular.turns import sine_of_pi
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import by_cases, instance
from rftheory.proof.tactics.series import induction
from rftheory.proof.tactics.slopes import rising
from rftheory.proof.terms import PI, Term, compound, substitute

_HALF: Term = ("q", 1, 2)
_F = "f"
_SIN: Term = ("sin", _F)
_COS: Term = ("cos", _F)
_LEAST: Term = ("+", "d", -1)
_RADIUS: Term = ("*", ("^", "d", _HALF), ("^", tails.SUM, _HALF))
_BELOW: Term = ("gamma", ("+", ("*", "d", _HALF), ("q", -1, 2)))
_DENSITY: Term = ("*", ("^", _BELOW, -1), ("^", PI, ("q", -1, 2)), ("gamma", ("*", "d", _HALF)))


def _taylor(t: Term, order: int) -> Term:
    """1 + t + .. + t^order/order!."""
    factors = (1, 1, _HALF, ("q", 1, 6))
    return ("+", *(("*", factors[n], ("^", t, n)) for n in range(order + 1)))


def _rest(order: int, t: Term) -> Term:
    return ("+", ("exp", t), ("*", -1, _taylor(t, order)))


def _risen(prover: Prover, order: int, ends: tuple[Term, Term], sign: int, slope: Theorem, s: str) -> Theorem:
    """The rest after s^order, or its negative, rises between the ends."""

    def shown(inner: Prover, wanted: Term) -> Theorem:
        return inner.combine(wanted, [product(0)], [slope])

    function, rate = (("*", sign, _rest(n, s)) for n in (order, order - 1))
    return rising(prover, function, ends, rate, shown, variable=s)


def _tangent(prover: Prover, s: str) -> Theorem:
    """0 <= e^s - 1 - s for the local s."""
    inner = prover.within((s, "real"))
    return inner.combine(("<=", 0, _rest(1, s)), [product(0)], [inner.fact("exp-tangent", t=s)])


def second(prover: Prover, v: str = "v") -> Theorem:
    """0 <= e^v - 1 - v - v^2/2 for the local v >= 0."""
    return _above(prover.within((v, "real"), given=(("<=", 0, v),)), 2, v, _tangent(prover, "r"), "r")


def _above(prover: Prover, order: int, v: str, slope: Theorem, s: str) -> Theorem:
    """0 <= the rest after v^order for v >= 0, from that of one order less for the local s."""
    risen = _risen(prover, order, (0, v), 1, slope, s)
    entries = [product(0), multiple(1, 1)]
    return prover.combine(("<=", 0, _rest(order, v)), entries, [risen, prover.fact("exp-zero")])


def third(prover: Prover) -> Theorem:
    """0 <= e^v - 1 - v - v^2/2 - v^3/6 for the local v."""

    def right(inner: Prover, wanted: Term) -> Theorem:
        return inner.replaced(wanted, of=_above(inner, 3, "v", second(prover, "s"), "s"))

    def left(inner: Prover, wanted: Term) -> Theorem:
        zero = inner.fact("exp-zero")
        inner.add(inner.combine(("<=", "v", 0), [product(0)], [inner.given(("<", "v", 0))]))
        before = prover.within(("s", "real"), given=(("<=", "s", 0),))
        smaller = _risen(before, 2, ("s", 0), 1, _tangent(prover, "r"), "r")
        entries = [product(0), multiple(-1, 1)]
        falls = before.combine(
            ("<=", 0, ("*", -1, _rest(2, "s"))), entries, [smaller, prover.fact("exp-zero")]
        )
        whole = _risen(inner, 3, ("v", 0), -1, falls, "s")
        return inner.combine(wanted, [product(0), multiple(1, 1)], [whole, zero])

    local = prover.within(("v", "real"))
    return by_cases(local, ("<=", 0, "v"), ("<=", 0, _rest(3, "v")), right, left)


def row_above(prover: Prover, weight: Term) -> Theorem:
    """1 + u^2 (t + t^2 + 2 t^3/3) < exp(u e^t) for the local t."""
    inner = prover.within(("t", "real"))
    wave: Term = ("exp", "t")
    exponent: Term = ("*", "theta", wave, weight)
    positive = inner.show(("<", 0, exponent))
    inner.add(inner.combine(("<=", 0, exponent), [product(0)], [positive]))
    power = instance(inner, second(prover), {"v": exponent})
    cubic = instance(inner, third(prover), {"v": ("*", 2, "t")})
    square: Term = ("*", ("^", "theta", 2), ("^", weight, 2))
    premises = [power, cubic, positive, inner.show(("<", 0, square))]
    entries = [product(0), product(1, 3, coefficient=_HALF), product(2), product(3, coefficient=_HALF)]
    return inner.combine(("<", _minorant(square, "t"), ("exp", exponent)), entries, premises)


def _minorant(square: Term, t: Term) -> Term:
    """1 + u^2 (t + t^2 + 2 t^3/3)."""
    return ("+", 1, ("*", square, ("+", t, ("^", t, 2), ("*", ("q", 2, 3), ("^", t, 3)))))


def power_above(prover: Prover) -> Theorem:
    """1 + kq + k(k - 1) q^2/2 <= v^k for the local integer k >= 1 and real q >= 0, v >= 1 + q."""
    inner = prover.within(("q", "real"), ("v", "real"), given=(("<=", 0, "q"), ("<=", ("+", 1, "q"), "v")))
    pairs: Term = ("*", _HALF, "k", ("+", "k", -1), ("^", "q", 2))
    goal: Term = ("<=", ("+", 1, ("*", "k", "q"), pairs), ("^", "v", "k"))

    def step(within: Prover, wanted: Term) -> Theorem:
        following = within.fact("power-next", [within.show(("<=", 0, "k"))], b="v", n="k")
        premises = [
            within.given(goal), within.given(("<=", ("+", 1, "q"), "v")), within.given(("<=", 0, "q")),
            within.given(("<=", 1, "k")), within.show(("<=", 0, "v")), within.show(("<=", 0, "k")), following,
            within.show(("<=", 0, compound(goal)[1])),
        ]  # fmt: skip
        entries = [product(0, 4), product(7, 1), product(2, 2, 2, 5, 3, coefficient=_HALF), multiple(1, 6)]
        return within.combine(wanted, entries, premises)

    def base(within: Prover, wanted: Term) -> Theorem:
        return within.combine(wanted, [product(0)], [within.given(("<=", ("+", 1, "q"), "v"))])

    return induction(inner, "k", 1, goal, step, base)


def mean_above(prover: Prover, value: Term, weight: Term) -> Theorem:
    """1 + q < the mean of exp(u e^(w.z)), an integral over the angle, where d is at least 2."""
    square: Term = ("*", ("^", "theta", 2), ("^", weight, 2))
    least: Term = ("+", 1, ("*", square, tails.SUM))
    body = compound(value)[4]
    plain: Term = ("*", _DENSITY, ("^", _SIN, ("+", "d", -2)))
    change, none = _vanishing(prover, square)
    parts: list[tuple[Term, Term]] = [(1, body), (("*", -1, least), plain), (("*", -1, _DENSITY), change)]
    whole: Term = ("+", *(("*", c, each) for c, each in parts))
    exist = [_continuous(prover, each) for each in (whole, *(each for _, each in parts))]
    inner = prover.within((_F, "real"), given=(("<=", 0, _F), ("<=", _F, PI)))
    total: Term = ("+", *(("*", c, over(each)) for c, each in parts))
    split = prover.infer("integral-linear", ("=", over(whole), total), [*exist, inner.equal(whole, whole)])
    above = _pointwise(prover, whole, weight)
    positive = prover.infer(
        "integral-positive", ("<", 0, over(whole)), [exist[0], prover.show(("<", 0, PI)), above]
    )
    premises = [positive, split, _normal(prover, plain), none]
    entries = [product(0), multiple(1, 1), multiple(("*", -1, least), 2), multiple(("*", -1, _DENSITY), 3)]
    return prover.combine(("<", least, value), entries, premises)


def over(body: Term) -> Term:
    """The integral from 0 to pi."""
    return ("integral", _F, 0, PI, body)


def _continuous(prover: Prover, body: Term) -> Theorem:
    """That the body is continuous, with powers of the sine of which d >= 2 makes the exponents integers from 0 on."""
    exponents: list[Term] = [("+", "d", -2), _LEAST, ("+", _LEAST, -1)]
    needs = [each for n in exponents for each in (*prover.integer(n), prover.show(("<=", 0, n)))]
    return prover.infer("continuous", ("continuous", *compound(over(body))[1:]), needs)


def _normal(prover: Prover, plain: Term) -> Theorem:
    """The density of the angle has the integral 1."""
    row: Term = ("row", ("name", "sphere"), 1)
    by = {"row": row, "vector": ("vec", "x"), "variable": "along", "function": 1}
    needs = [
        prover.show(("<=", 2, "d")), _continuous(prover, plain), *tails.divisors(prover), *prover.conditions(plain),
    ]  # fmt: skip
    found = prover.infer("polar-mean", ("=", ("E", 1), over(plain)), needs, by)
    one = prover.infer("gaussian", ("=", ("E", 1), 1))
    return prover.combine(("=", over(plain), 1), [multiple(-1, 0), multiple(1, 1)], [found, one])


def _vanishing(prover: Prover, square: Term) -> tuple[Term, Theorem]:
    """The derivative of sin^(d - 1) (alpha + beta cos + gamma cos^2), and that its integral is 0."""
    gamma: Term = ("*", ("q", 2, 3), square, ("^", _RADIUS, 3), ("^", ("+", "d", 1), -1))
    beta: Term = ("*", square, tails.SUM)
    alpha: Term = ("*", ("+", ("*", square, _RADIUS), ("*", 2, gamma)), ("^", _LEAST, -1))
    factor: Term = ("+", alpha, ("*", beta, _COS), ("*", gamma, ("^", _COS, 2)))
    turned: Term = ("*", -1, _SIN, ("+", beta, ("*", 2, gamma, _COS)))
    change: Term = ("+",
        ("*", _LEAST, ("^", _SIN, ("+", _LEAST, -1)), _COS, factor), ("*", ("^", _SIN, _LEAST), turned),
    )  # fmt: skip
    function: Term = ("*", ("^", _SIN, _LEAST), factor)
    needs = [
        *prover.integer(_LEAST),
        prover.show(("<=", 1, _LEAST)),
        prover.show(("<=", 0, PI)),
        *prover.conditions(function),
    ]
    exists = _continuous(prover, change)
    top, bottom = (substitute(function, {_F: end}) for end in (PI, 0))
    found = prover.infer(
        "integral-ends",
        ("=", over(change), ("+", top, ("*", -1, bottom))),
        [*needs, exists],
        {"function": function},
    )
    steps = [_power(prover, ("sin", end), _LEAST) for end in (PI, 0)]
    sides = [substitute(factor, {_F: end}) for end in (PI, 0)]
    lower: Term = ("^", ("sin", PI), ("+", _LEAST, -1))
    entries = [
        multiple(1, 0), multiple(sides[0], 1), multiple(("*", -1, sides[1]), 2), multiple(("*", sides[0], lower), 3),
    ]  # fmt: skip
    premises = [found, *steps, sine_of_pi(prover)]
    return change, prover.combine(("=", over(change), 0), entries, premises)


def _power(prover: Prover, base: Term, exponent: Term) -> Theorem:
    """base^exponent = base^(exponent - 1) base."""
    lower: Term = ("+", exponent, -1)
    step = prover.fact("power-next", b=base, n=lower)
    same = prover.equal(exponent, ("+", lower, 1))
    alike = prover.replaced(("=", ("^", base, exponent), compound(step.then)[1]), same)
    return prover.through(alike, step, proposition=("=", ("^", base, exponent), compound(step.then)[2]))


def _pointwise(prover: Prover, whole: Term, weight: Term) -> Theorem:
    """The integrand less that of the minorant is positive between the ends."""
    inner = prover.within((_F, "real"), given=(("<", 0, _F), ("<", _F, PI)))
    inner.add(inner.fact("sin-positive", t=_F))
    above = instance(inner, row_above(prover, weight), {"t": ("*", _RADIUS, _COS)})
    factor: Term = ("*", _DENSITY, ("^", _SIN, ("+", "d", -2)))
    return inner.combine(("<", 0, whole), [product(0, 1)], [inner.show(("<", 0, factor)), above])


def nonnegative(prover: Prover, goal: Term) -> Theorem:
    """0 <= the bound."""
    prover.add(square_nonnegative(prover))

    def script(inner: Prover, wanted: Term) -> Theorem:
        bracket, factor = compound(compound(wanted)[2])[1:]
        value = next(each[1] for each in compound(bracket)[1:] if compound(each)[0] == "^")
        gain = compound(bracket)[1]
        positive = inner.show(("<", 0, factor))
        if compound(value)[0] != "integral":
            power = inner.show(("<", 0, ("^", value, "m")))
            premises = [power, positive, tails.one_row(inner)]
            less: Term = ("*", factor, "m", *compound(gain)[4:])
            return inner.combine(wanted, [product(0, 1), multiple(less, 2)], premises)
        weight = tails.weight(value)
        q: Term = ("*", ("^", "theta", 2), ("^", weight, 2), tails.SUM)
        inner.add(
            inner.infer(
                "combine",
                ("<=", ("+", 1, q), value),
                [mean_above(inner, value, weight)],
                {"terms": (product(0),)},
            )
        )
        power = instance(inner, power_above(inner), {"k": "m", "q": q, "v": value})
        share: Term = ("^", ("+", "d", 2), -1)
        more = [
            inner.show(("<=", 0, "m")),
            inner.given(("<=", 1, "m")),
            inner.show(("<", 0, share)),
            inner.show(("<=", 0, q)),
        ]
        premises = [power, positive, *more, inner.show(("<=", 0, "d"))]
        entries = [
            product(0, 1), product(1), product(1, 2, 5), product(1, 2, 3, 4, 6, squares=(q,), coefficient=_HALF),
        ]  # fmt: skip
        whole = inner.combine(wanted, entries, premises)
        return tails.defined(inner, whole, value)

    return tails.by_dimension(prover, goal, script)
