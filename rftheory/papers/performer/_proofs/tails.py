"""Theorem 3: the tail of independent rows by their moment generating function, an integral over the angle."""

from __future__ import annotations

from rftheory.proof.kernel import Theorem
from rftheory.proof.kernel.definitions import HALF, PLUS, X, Y, row_term
from rftheory.proof.scripts import Script, Scripts
from rftheory.proof.tactics import Prover, means
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.gaussian import chained
from rftheory.proof.tactics.invariants import square_nonnegative
from rftheory.proof.tactics.moves import at_least_one, attached, by_ways
from rftheory.proof.terms import PI, Term, compound, exchanged, subterms

_SPHERE: Term = ("name", "sphere")
SUM: Term = ("+", "x2", "y2", ("*", "xy", 2))
BACK: dict[Term, Term] = {SUM: ("dot", PLUS, PLUS), "x2": ("dot", X, X), "y2": ("dot", Y, Y)}
"""Parameters as claims write them, and what they are of the vectors."""


def function(wave: Term, x: Term = "along") -> Term:
    """exp(theta e^x e^(-(|x|^2 + |y|^2)/2)), the last factor as it is written."""
    return ("exp", ("*", "theta", ("exp", x), wave))


def generating(prover: Prover, value: Term, coupling: Term = _SPHERE) -> Theorem:
    """E exp(theta f) of the term f of a row is the value: an integral, or where d = 1 the mean of two terms."""
    square: Term = ("dot", PLUS, PLUS)
    written = exchanged(value, BACK)
    estimate: Term = (
        "estimate", coupling, ("name", "positive"), 1, ("name", "x, y"), ("name", "smreg")
    )  # fmt: skip
    term: Term = ("exp", ("*", "theta", row_term(estimate, 1)))
    row: Term = ("row", coupling, 1)
    by = {
        "row": row,
        "vector": PLUS,
        "variable": "along",
        "function": function(exchanged(weight(value), BACK)),
    }
    inner = prover.within()
    inner.add(inner.square(square))
    goal: Term = ("=", ("E", term), written)
    if compound(written)[0] == "integral":
        needs = [
            inner.show(("<=", 2, "d")),
            continuous(inner, written),
            *inner.conditions(compound(written)[4]),
            inner.show(("<", 0, "d")),
            *(inner.show(("<", 0, each)) for each in subterms(written) if _gamma(each)),
            *divisors(inner),
        ]
        found = inner.infer("polar-mean", goal, needs, by)
    else:
        found = inner.infer("line-mean", goal, [inner.given(("=", "d", 1)), inner.show(("<", 0, "d"))], by)
    return inner.replaced(("=", ("E", term), value), *parameters(inner), of=found)


def parameters(prover: Prover) -> list[Theorem]:
    """The squared lengths of x + y, x and y by the parameters, as claims write them."""
    values = {compound(each.then)[1]: each for each in means.invariants(prover)}
    total = values[BACK[SUM]]
    same = prover.equal(compound(total.then)[2], SUM)
    summed = prover.through(total, same, proposition=("=", BACK[SUM], SUM))
    return [summed, *(values[BACK[name]] for name in ("x2", "y2"))]


def over_the_angle() -> Term:
    """E exp(theta f) as claims write it where d is at least 2: an integral over the angle of a row with x + y."""
    half: Term = ("*", "d", HALF)
    below: Term = ("^", ("gamma", ("+", half, ("q", -1, 2))), -1)
    along: Term = ("*", ("^", "d", HALF), ("^", SUM, HALF), ("cos", "f"))
    wave: Term = ("exp", ("+", *(("*", each, ("q", -1, 2)) for each in ("x2", "y2"))))
    factors = (below, ("^", PI, ("q", -1, 2)), ("^", ("sin", "f"), ("+", "d", -2)), function(wave, along))
    return ("integral", "f", 0, PI, ("*", *factors, ("gamma", half)))


def weight(value: Term) -> Term:
    """e^(-(|x|^2 + |y|^2)/2) as it is written."""
    return next(
        each for each in subterms(value)
        if isinstance(each, tuple) and each[0] == "exp" and isinstance(each[1], tuple) and each[1][0] == "+"
    )  # fmt: skip


def _gamma(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "gamma"


def divisors(prover: Prover) -> list[Theorem]:
    """What the rule of angles divides by, as it writes it."""
    half: Term = ("*", HALF, "d")
    less: Term = ("gamma", ("+", half, ("q", -1, 2)))
    return [prover.show(("<", 0, each)) for each in (less, ("^", PI, HALF), ("gamma", half))]


def continuous(prover: Prover, integral: Term) -> Theorem:
    _, v, low, high, body = compound(integral)
    power: Term = ("+", "d", -2)
    needs = [*prover.integer(power), prover.show(("<=", 0, power))]
    return prover.infer("continuous", ("continuous", v, low, high, body), needs)


def bounded(prover: Prover, term: Term) -> Theorem:
    return prover.infer("bounded", ("integrable", term), prover.conditions(term))


def by_dimension(prover: Prover, goal: Term, script: Script) -> Theorem:
    """The two parts of a goal by d = 1 and d > 1."""
    shown = []
    for part in compound(goal)[1:]:
        _, (condition,), claim = part
        inner = prover.within(given=(condition,))
        if compound(condition)[0] == "!=":
            inner.add(_two(inner))
        shown.append(prover.infer("where", part, [script(inner, claim)]))
    return prover.infer("and", goal, shown)


def _two(prover: Prover) -> Theorem:
    """2 <= d from 1 <= d and d != 1."""
    ways = prover.fact("trichotomy", [prover.given(("!=", "d", 1))], a="d", b=1)

    def way(inner: Prover, wanted: Term) -> Theorem:
        last = inner.given(inner.hypotheses[-1])
        if last.then == ("<", "d", 1):
            inner = inner.within()
            inner.add(last)
            inverse = inner.fact("power-positive", b=("+", 1, ("*", -1, "d")), p=-1)
            premises = [inner.given(("<=", 1, "d")), inverse, *inner.conditions(compound(inverse.then)[2])]
            return inner.combine(wanted, [product(0), product(0, 1)], premises)
        inner = inner.within()
        inner.add(last)
        return inner.combine(wanted, [product(0)], [at_least_one(inner, ("+", "d", -1))])

    return by_ways(prover, ways, ("<=", 2, "d"), way)


def one_row(prover: Prover) -> Theorem:
    """m = 1 where d = 1: a block has no more rows than d."""
    bounds = [prover.given(("<=", "m", "d")), prover.given(("=", "d", 1))]
    least = prover.combine(("<=", "m", 1), [product(0), multiple(1, 1)], bounds)
    return prover.fact("antisymmetric", [least], a="m", b=1)


def exponential(prover: Prover, estimate: Term, value: Term, power: Term) -> Theorem:
    """E exp(theta m estimate) = value^m."""
    term: Term = ("exp", ("*", "theta", row_term(estimate, 1)))
    needs = [bounded(prover, term)]
    rows = compound(estimate)[3]
    if not isinstance(rows, int):
        needs.append(prover.show(("<=", 1, rows)))
    by = {"scale": "theta", "estimate": estimate}
    raised = prover.infer("estimate-exponential", ("=", ("E", power), ("^", ("E", term), rows)), needs, by)
    return chained(prover, raised, generating(prover, value))


def tail(prover: Prover, goal: Term) -> Theorem:
    """Chernoff's bound at m theta."""

    prover.add(square_nonnegative(prover))

    def script(inner: Prover, wanted: Term) -> Theorem:
        _, (_, estimate, level), bound = compound(wanted)
        value = next(each[1] for each in compound(bound)[1:] if compound(each)[0] == "^")
        scale: Term = ("*", "m", "theta")
        power: Term = ("exp", ("*", scale, estimate))
        exists = inner.infer("bounded", ("integrable", power), [inner.show(("<=", 1, "m"))])
        chernoff: Term = ("*", ("exp", ("*", -1, scale, level)), ("E", power))
        first = inner.infer(
            "chernoff", ("<=", compound(wanted)[1], chernoff), [inner.show(("<=", 0, scale)), exists]
        )
        second = exponential(inner, estimate, value, power)
        plain = exchanged(chernoff, {("E", power): compound(second.then)[2]})
        moved = inner.replaced(("<=", compound(wanted)[1], plain), second, of=first)
        same = inner.equal(plain, bound)
        whole = inner.replaced(wanted, same, of=moved)
        return defined(inner, whole, value)

    return by_dimension(prover, goal, script)


def defined(prover: Prover, theorem: Theorem, value: Term) -> Theorem:
    if compound(value)[0] != "integral":
        return theorem
    return attached(prover, theorem, continuous(prover, value))


def moment(prover: Prover, goal: Term) -> Theorem:
    """The generating function of one row."""

    prover.add(square_nonnegative(prover))

    def script(inner: Prover, wanted: Term) -> Theorem:
        _, (_, power), value = compound(wanted)
        estimate = compound(compound(power)[1])[2]
        raised = exponential(inner, estimate, value, power)
        one = inner.equal(compound(raised.then)[2], value)
        whole = inner.through(raised, one, proposition=wanted)
        return defined(inner, attached(inner, whole, bounded(inner, power)), value)

    return by_dimension(prover, goal, script)


PROOFS: Scripts = {"performer/thm3/iid": (tail, moment)}
