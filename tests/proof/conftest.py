"""Objects written by hand that the checker must accept; refusals and mutants start from them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Json = Any
OO = ["oo"]
HALF = ["q", 1, 2]


def eq(a: Json, b: Json) -> Json:
    return ["=", a, b]


def lt(a: Json, b: Json) -> Json:
    return ["<", a, b]


def le(a: Json, b: Json) -> Json:
    return ["<=", a, b]


def plus(*terms: Json) -> Json:
    return ["+", *terms]


def times(*terms: Json) -> Json:
    return ["*", *terms]


def minus(a: Json, b: Json) -> Json:
    return plus(a, times(-1, b))


def power(base: Json, exponent: Json) -> Json:
    return ["^", base, exponent]


def inverse(t: Json) -> Json:
    return power(t, -1)


def exp(t: Json) -> Json:
    return ["exp", t]


def gamma(t: Json) -> Json:
    return ["gamma", t]


def product(*factors: int, squares: Json = (), coefficient: Json = 1) -> Json:
    """An entry c·Π t²·Π e of `combine`."""
    return {"coefficient": coefficient, "squares": list(squares), "factors": list(factors)}


def multiple(t: Json, premise: int) -> Json:
    """An entry t·e of `combine`."""
    return {"times": t, "premise": premise}


class Proof:
    """An object in the making: `add` appends a step and returns its index."""

    def __init__(self, variables: dict[str, str] | None = None, constraints: Json = ()) -> None:
        kinds = [list(pair) for pair in (variables or {}).items()]
        self.context = {"variables": kinds, "constraints": list(constraints)}
        self.steps: list[dict[str, Json]] = []

    def add(self, rule: str, then: Json, *premises: int, by: Json = None, over: Json = ((), ())) -> int:
        """`over` is a pair: the local variables, and the local hypotheses."""
        local, hypotheses = [list(v) for v in over[0]], list(over[1])
        parts = {"from": list(premises), "for": local, "if": hypotheses, "then": then, "by": by or {}}
        self.steps.append({"rule": rule} | parts)
        return len(self.steps) - 1

    def fact(self, name: str, then: Json, *premises: int, over: Json = ((), ()), **values: Json) -> int:
        return self.add("fact", then, *premises, by={"name": name, "with": values}, over=over)

    def written(self) -> Json:
        """The object; its conclusion is what the last step says."""
        head = {"format": 1, "about": "test", "context": self.context, "steps": self.steps}
        return head | {"conclusion": self.steps[-1]["then"]}


def ring(claim: Json, variables: dict[str, str], *constraints: Json) -> Json:
    """An object of one identity under constraints."""
    proof = Proof(variables, constraints)
    for constraint in constraints:
        proof.add("given", constraint)
    proof.add("ring", claim, *range(len(constraints)))
    return proof.written()


def gauss() -> Json:
    """1 + ... + n = n(n + 1)/2, by induction, at the n of the context."""

    def claim(n: Json) -> Json:
        return eq(["sum", "k", 1, n, "k"], times(HALF, n, plus(n, 1)))

    proof = Proof({"n": "integer"}, [le(0, "n")])
    local = ([("m", "integer")], [le(0, "m")])
    under = (local[0], [le(0, "m"), claim("m")])
    after = plus("m", 1)
    empty = proof.add("sum-empty", eq(["sum", "k", 1, 0, "k"], 0))
    base = proof.add("combine", claim(0), empty, by={"terms": [multiple(1, empty)]})
    low = proof.add("given", le(0, "m"), over=local)
    range_ = proof.add("combine", le(1, after), low, by={"terms": [product(low)]}, over=local)
    whole = proof.add("integer", ["int", after], over=local)
    split = plus(["sum", "k", 1, "m", "k"], after)
    last = proof.add("sum-last", eq(["sum", "k", 1, after, "k"], split), range_, whole, over=local)
    known = proof.add("given", claim("m"), over=under)
    entries = [multiple(1, last), multiple(1, known)]
    onwards = proof.add("combine", claim(after), last, known, by={"terms": entries}, over=under)
    by = {"variable": "m", "start": 0, "base": base, "step": onwards}
    every = proof.add("induction", claim("m"), base, onwards, by=by, over=local)
    constraint = proof.add("given", le(0, "n"))
    proof.add("instantiate", claim("n"), every, constraint, by={"of": every, "with": {"m": "n"}})
    return proof.written()


TERM = times(power("t", "k"), inverse(gamma(plus("k", 1))))
FIRST = times(power("t", 0), inverse(gamma(plus(0, 1))))
SERIES = ["sum", "k", 0, OO, TERM]


class Exponential(Proof):
    """What proofs about the series of exp(t), t > 0, start with: it is 0F0(;;t), term by term."""

    def __init__(self) -> None:
        super().__init__({"t": "real"}, [lt(0, "t")])
        self.over = k = ([("k", "integer")], [le(0, "k")])
        self.t = self.add("given", lt(0, "t"))
        self.low = self.add("given", le(0, "k"), over=k)
        self.next = self.above(plus("k", 1), product(self.low))
        now, after = gamma(plus("k", 1)), gamma(plus(plus("k", 1), 1))
        self.gamma = self.fact("gamma-positive", lt(0, now), self.next, over=k, t=plus("k", 1))
        above = self.above(plus(plus("k", 1), 1), product(self.next))
        known = self.fact("gamma-positive", lt(0, after), above, over=k, t=plus(plus("k", 1), 1))
        shift = eq(after, times(plus("k", 1), now))
        equal = self.fact("gamma-next", shift, self.next, over=k, t=plus("k", 1))
        then = times(power("t", plus("k", 1)), inverse(after))
        scale = times(-1, power("t", plus("k", 1)), inverse(now), inverse(after))
        claim, entries = eq(times(then, plus("k", 1)), times(TERM, "t")), [multiple(scale, equal)]
        conditions = (self.t, self.gamma, known)
        self.ratio = self.add("combine", claim, equal, *conditions, by={"terms": entries}, over=k)
        by = {"hyper": ["hyper", [], [], "t"]}
        self.summable = self.add("series-ratio-summable", ["summable", "k", 0, TERM], self.ratio, by=by)
        one = self.add("number", lt(0, plus(0, 1)), by={"bits": 64})
        self.first = self.fact("gamma-positive", lt(0, gamma(plus(0, 1))), one, t=plus(0, 1))

    def above(self, t: Json, entry: Json) -> int:
        """0 < t for t = 1 + what the premise of the entry says to be at least 0."""
        entries = [product(), entry]
        return self.add("combine", lt(0, t), *entry["factors"], by={"terms": entries}, over=self.over)


def first_term() -> Json:
    """The series of exp(t) is its first term and the rest, which converges by assumption."""
    proof = Exponential()
    rest = ["summable", "k", 1, TERM]
    proof.context["constraints"].append(rest)
    proof.add("given", rest)
    above = ([("k", "integer")], [le(1, "k")])
    low = proof.add("given", le(1, "k"), over=above)
    entries = [product(low), product(coefficient=2)]
    up = proof.add("combine", lt(0, plus("k", 1)), low, by={"terms": entries}, over=above)
    proof.fact("gamma-positive", lt(0, gamma(plus("k", 1))), up, over=above, t=plus("k", 1))
    ends = proof.add("number", le(0, 1), by={"bits": 64})
    parts = plus(["sum", "k", 0, 0, TERM], ["sum", "k", 1, OO, TERM])
    proof.add("sum-split", eq(SERIES, parts), proof.summable, ends)
    return proof.written()


def hypergeometric() -> Json:
    """The series of exp(t), t > 0, is 0F0(;;t)."""
    proof = Exponential()
    start = proof.add("replace", eq(FIRST, FIRST))
    h = ["hyper", [], [], "t"]
    by = {"hyper": h, "first": FIRST}
    proof.add("series-ratio", eq(SERIES, times(FIRST, h)), proof.ratio, start, proof.summable, by=by)
    return proof.written()


def dominated(relation: str = "<") -> Json:
    """The series of exp(t), t > 0, is below the series of its terms doubled."""
    proof = Exponential()
    k, double = proof.over, times(2, TERM)
    scaled = proof.add("summable-scale", ["summable", "k", 0, double], proof.summable)
    form = exp(times("k", ["log", "t"]))
    above = proof.fact("exp-positive", lt(0, form), over=k, t=times("k", ["log", "t"]))
    same = proof.add("ring", eq(form, power("t", "k")), proof.t, over=k)
    up = proof.add("replace", lt(0, power("t", "k")), above, same, by={"of": above}, over=k)
    entries = [product(up, proof.gamma, squares=[inverse(gamma(plus("k", 1)))])]
    parts = (up, proof.gamma, proof.t)
    below = proof.add("combine", le(TERM, double), *parts, by={"terms": entries}, over=k)
    one = proof.fact("gamma-one", eq(gamma(1), 1))
    entries = [product(), multiple(inverse(gamma(plus(0, 1))), one)]
    strict = proof.add("combine", lt(FIRST, times(2, FIRST)), one, proof.first, by={"terms": entries})
    series = [relation, SERIES, ["sum", "k", 0, OO, double]]
    by = {"at": 0} if relation == "<" else {}
    proof.add("dominated", series, proof.summable, scaled, below, strict, by=by)
    return proof.written()


def scaled_series() -> Json:
    """The series of terms doubled is twice the series: by summable-below, sum-scale and sum-add."""
    proof = Exponential()
    double, twice = times(2, TERM), plus(TERM, TERM)
    both = proof.add("summable-add", ["summable", "k", 0, twice], proof.summable, proof.summable)
    same = proof.add("ring", eq(twice, double), proof.t, proof.gamma, over=proof.over)
    proof.add("replace", ["summable", "k", 0, double], both, same, by={"of": both})
    whole = ["sum", "k", 0, OO, twice]
    split = proof.add("sum-add", eq(whole, plus(SERIES, SERIES)), proof.summable)
    scale = proof.add("sum-scale", eq(whole, times(2, SERIES)), same, proof.summable)
    proof.add("and", ["and", eq(whole, plus(SERIES, SERIES)), eq(whole, times(2, SERIES))], split, scale)
    return proof.written()


def summable_below() -> Json:
    """The series of squares of sines times the terms of exp(t), t > 0, converges."""
    proof = Exponential()
    k = proof.over
    form = exp(times("k", ["log", "t"]))
    above = proof.fact("exp-positive", lt(0, form), over=k, t=times("k", ["log", "t"]))
    same = proof.add("ring", eq(form, power("t", "k")), proof.t, over=k)
    up = proof.add("replace", lt(0, power("t", "k")), above, same, by={"of": above}, over=k)
    small = times(power(["sin", "k"], 2), TERM)
    over = inverse(gamma(plus("k", 1)))
    parts = (up, proof.gamma, proof.t)
    for squares, claim in (((over, ["sin", "k"]), le(0, small)), ((over, ["cos", "k"]), le(small, TERM))):
        entries = [product(up, proof.gamma, squares=squares)]
        proof.add("combine", claim, *parts, by={"terms": entries}, over=k)
    low, high = len(proof.steps) - 2, len(proof.steps) - 1
    proof.add("summable-below", ["summable", "k", 0, small], low, high, proof.summable)
    return proof.written()


def apart() -> Json:
    """0 <= (x - y)(exp(x) - exp(y)): the cases x < y and y <= x, each by 1 + t <= exp(t)."""
    proof = Proof({"x": "real", "y": "real"})
    claim = le(0, times(minus("x", "y"), minus(exp("x"), exp("y"))))
    found = []
    for less, more, order in (("x", "y", lt("x", "y")), ("y", "x", le("y", "x"))):
        over = ((), [order])
        given = proof.add("given", order, over=over)
        gap = minus(more, less)
        bound = proof.fact("exp-tangent", le(plus(1, gap), exp(gap)), t=gap)
        up = proof.fact("exp-positive", lt(0, exp(less)), t=less)
        entries = [product(given, up, bound), product(up, squares=[gap])]
        found.append(proof.add("combine", claim, given, bound, up, by={"terms": entries}, over=over))
    proof.add("cases", claim, *found, by={"on": lt("x", "y"), "yes": found[0], "no": found[1]})
    return proof.written()


def means() -> Json:
    """The geometric mean is at most the arithmetic one, where both numbers are nonnegative."""
    proof = Proof({"x": "real", "y": "real"})
    conditions = [le(0, "x"), le(0, "y")]
    over = ((), conditions)
    first, second = (proof.add("given", c, over=over) for c in conditions)
    a, b = power("x", HALF), power("y", HALF)
    claim = le(times(a, b), times(HALF, plus("x", "y")))
    entries = [product(coefficient=HALF, squares=[minus(a, b)])]
    proved = proof.add("combine", claim, first, second, by={"terms": entries}, over=over)
    proof.add("where", ["where", conditions, claim], proved)
    return proof.written()


def above_square() -> Json:
    """exp(t) >= (1 + t/2)^2 for t >= 0."""
    proof = Proof({"t": "real"}, [le(0, "t")])
    half = times(HALF, "t")
    given = proof.add("given", le(0, "t"))
    bound = proof.fact("exp-tangent", le(plus(1, half), exp(half)), t=half)
    entries = [product(bound, bound), product(bound, coefficient=2), product(bound, given)]
    proof.add("combine", le(power(plus(1, half), 2), exp("t")), given, bound, by={"terms": entries})
    return proof.written()


def finite_sums() -> Json:
    """The sum of 2k over 1..n is twice that of k; inside a sum equal terms replace each other."""
    proof = Proof({"n": "integer"}, [le(1, "n")])
    over = ([("k", "integer")], [le(1, "k"), le("k", "n")])
    same = proof.add("ring", eq(plus("k", "k"), times(2, "k")), over=over)
    whole = ["sum", "k", 1, "n", plus("k", "k")]
    proof.add("replace", eq(whole, ["sum", "k", 1, "n", times(2, "k")]), same)
    scale = proof.add("sum-scale", eq(whole, times(2, ["sum", "k", 1, "n", "k"])), same)
    add = proof.add("sum-add", eq(whole, plus(["sum", "k", 1, "n", "k"], ["sum", "k", 1, "n", "k"])))
    both = ["and", proof.steps[scale]["then"], proof.steps[add]["then"]]
    pair = proof.add("and", both, scale, add)
    proof.add("part", both[1], pair)
    return proof.written()


def factorial() -> Json:
    """3! = 6 by the last factor, again and again, down to the empty product."""
    proof = Proof()

    def down(n: int) -> Json:
        return ["prod", "k", 1, n, "k"]

    used = []
    for n in (3, 2, 1):
        order = proof.add("number", le(1, n), by={"bits": 64})
        used.append((n, proof.add("prod-last", eq(down(n), times(down(n - 1), n)), order)))
    empty = proof.add("prod-empty", eq(down(0), 1))
    entries = [multiple(scale, i) for scale, (_, i) in zip((1, 3, 6), used, strict=True)]
    premises = [i for _, i in used]
    proof.add("combine", eq(down(3), 6), *premises, empty, by={"terms": [*entries, multiple(6, empty)]})
    return proof.written()


def number(claim: Json, bits: int = 64) -> Json:
    proof = Proof()
    proof.add("number", claim, by={"bits": bits})
    return proof.written()


def apart_by_squares() -> Json:
    """x^2 + 1 differs from 0, so (x^2 + 1)/(x^2 + 1) = 1."""
    proof = Proof({"x": "real"})
    t = plus(power("x", 2), 1)
    different = proof.add("combine", ["!=", t, 0], by={"terms": [product(squares=["x"]), product()]})
    proof.add("ring", eq(times(t, inverse(t)), 1), different)
    return proof.written()


def either() -> Json:
    """From x = 0 or 1 < x: x = 0 or 0 < x."""
    ways = [eq("x", 0), lt(1, "x")]
    proof = Proof({"x": "real"}, [["or", *ways]])
    then = ["or", eq("x", 0), lt(0, "x")]
    of = proof.add("given", ["or", *ways])
    found = [proof.add("given", way, over=((), [way])) for way in ways]
    found[1] = proof.add(
        "combine", lt(0, "x"), found[1], by={"terms": [product(), product(found[1])]}, over=((), ways[1:])
    )
    parts = [proof.add("or", then, i, over=((), [way])) for i, way in zip(found, ways, strict=True)]
    proof.add("either", then, of, *parts, by={"of": of, "ways": parts})
    return proof.written()


def accepted() -> dict[str, Json]:
    """Every object by name."""
    x, y = "x", "y"
    real = {x: "real", y: "real"}
    square = eq(power(plus(x, 1), 2), plus(power(x, 2), times(2, x), 1))
    circle = eq(plus(power(["cos", x], 2), power(["sin", x], 2)), 1)
    addition = eq(["cos", plus(x, y)], minus(times(["cos", x], ["cos", y]), times(["sin", x], ["sin", y])))
    over = inverse(plus(x, 1))
    return {
        "square": ring(square, real),
        "reciprocal": ring(eq(times(x, inverse(x)), 1), real, ["!=", x, 0]),
        "circle": ring(circle, real),
        "addition": ring(addition, real),
        "root": ring(eq(power(power(x, HALF), 2), x), real, le(0, x)),
        "symbolic power": ring(eq(times(power(x, y), x), power(x, plus(y, 1))), real, lt(0, x)),
        "logarithm": ring(eq(exp(times(HALF, ["log", x])), power(x, HALF)), real, lt(0, x)),
        "logarithm of 12": ring(eq(["log", 12], plus(times(2, ["log", 2]), ["log", 3])), {}),
        "roots of numbers": ring(eq(times(power(2, HALF), power(3, HALF)), power(6, HALF)), {}),
        "exponents": ring(eq(times(exp(times(x, over)), exp(over)), exp(1)), real, lt(0, plus(x, 1))),
        "opaque": ring(eq(["abs", power(plus(x, 1), 2)], ["abs", plus(power(x, 2), times(2, x), 1)]), real),
        "gauss": gauss(),
        "first term": first_term(),
        "hypergeometric": hypergeometric(),
        "dominated": dominated(),
        "dominated weakly": dominated("<="),
        "scaled series": scaled_series(),
        "summable below": summable_below(),
        "apart": apart(),
        "means": means(),
        "above square": above_square(),
        "finite sums": finite_sums(),
        "factorial": factorial(),
        "22/7": number(lt(["pi"], ["q", 22, 7])),
        "exp(pi)": number(["!=", plus(exp(["pi"]), times(-1, ["pi"])), 20], 128),
        "cosine": number(le(["cos", 1], power(["q", 1, 2], ["q", 1, 2]))),
        "apart by squares": apart_by_squares(),
        "either": either(),
    }


@pytest.fixture(scope="session")
def objects() -> dict[str, Json]:
    """Objects that the checker must accept, by name."""
    written: dict[str, Json] = json.loads(json.dumps(accepted()))
    return written


@pytest.fixture(scope="session")
def refutations(once: Callable[..., Any]) -> dict[str, dict[str, Any]]:
    """The refutations of all refuted statements that have one, by id, as exported."""
    from rftheory.certificates.refutation import certificates

    made: dict[str, dict[str, Any]] = once(
        "refutations", lambda: {each["about"]: each for each in certificates()}
    )
    return made
