"""Rules of weighted lengths and of several blocks: both programs take what is true and refuse what is not."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest

from rftheory.moments.tuning import optimal_positive
from rftheory.proof.checker import Refused, check
from rftheory.proof.checker import definitions as checkers
from rftheory.proof.kernel import ProofContext, Theorem, definitions, infer
from rftheory.proof.terms import ProofError, frozen, thawed

Json = Any
HALF = ["q", 1, 2]
IID, ORTHOGONAL, SIMPLEX, ANY = (["name", n] for n in ("iid", "orthogonal", "simplex", "any"))
X, Y = ["vec", "x"], ["vec", "y"]
SCALE = ["+", 1, ["*", -2, "a"]]
CONTEXT = (
    [["d", "integer"], ["a", "real"], ["m", "integer"], ["e", "real"]],
    [["<", 0, "d"], ["<=", 2, "d"], ["<", 0, SCALE], ["<=", 1, "m"], ["<=", ["*", 2, "d"], "m"]],
)


def step(rule: str, then: Json, *premises: int, **by: Json) -> Json:
    return {"rule": rule, "from": list(premises), "then": then, "by": by}


def both(*steps: Json, around: Json = CONTEXT) -> bool:
    """Whether both programs take the steps, after those that state the context; they must agree."""
    stated = [step("given", each) for each in CONTEXT[1]]
    every = [*stated, *steps, step("given", ["<", 0, "d"])]
    context = {"variables": around[0], "constraints": around[1]}
    written = {"format": 1, "about": "rows", "context": context, "steps": every, "conclusion": ["<", 0, "d"]}
    try:
        check(written)
    except Refused:
        checker = False
    else:
        checker = True
    assert _kernel(every, around) is checker
    return checker


def _kernel(steps: list[Json], around: Json) -> bool:
    context = ProofContext(*map(frozen, around))
    made: list[Theorem] = []
    try:
        for each in steps:
            premises = [made[place] for place in each.get("from", [])]
            by = {key: frozen(value) for key, value in each.get("by", {}).items()}
            made.append(infer(context, each["rule"], frozen(each["then"]), premises, by=by))
    except ProofError:
        return False
    return True


def row(coupling: Json, index: int = 1) -> Json:
    return ["row", coupling, index]


def dot(u: Json, v: Json) -> Json:
    return ["dot", u, v]


def exists(term: Json) -> Json:
    return step("integrable", ["integrable", term])


def weighted(*rows: Json, scale: Json = SCALE, weight: Json = "a", half: Json = HALF) -> Json:
    """exp(sum a |w|^2 + sqrt(s) sum w.x)."""
    squares = [["*", weight, dot(w, w)] for w in rows]
    along = [["*", ["^", scale, half], dot(w, X)] for w in rows]
    return ["exp", ["+", 0, *squares, *along]]


def tilted(
    *rows: Json, scale: Json = SCALE, power: Json = None, term: Json = None, mean: Json = None
) -> Json:
    """E of the weighted exponential by that of exp(sum w.x)."""
    plain = term or ["exp", ["+", 0, 0, *(dot(w, X) for w in rows)]]
    powers = [["^", scale, power or ["*", ["q", -1, 2], "d"]] for _ in rows]
    then = ["=", ["E", mean or weighted(*rows)], ["*", *powers, ["E", plain]]]
    return [exists(plain), step("tilt", then, 0, 1, 2, 5, rows=[[w, scale] for w in rows], term=plain)]


@pytest.mark.parametrize("coupling", [IID, ORTHOGONAL, SIMPLEX])
def test_a_weight_makes_rows_longer(coupling: Json) -> None:
    one, two = row(coupling), row(coupling, 2)
    assert both(*tilted(one))
    assert both(*tilted(one, two))


@pytest.mark.parametrize(
    "steps",
    [
        tilted(row(ANY)),
        tilted(row(IID), power=["*", HALF, "d"]),
        tilted(row(IID), power=["q", -1, 2]),
        tilted(row(IID), scale=["+", 1, ["*", -1, "a"]]),
        tilted(row(IID), mean=weighted(row(IID), weight=["*", -1, "a"])),
        tilted(row(IID), mean=weighted(row(IID), half=1)),
        tilted(row(IID), mean=weighted(row(IID, 2))),
        tilted(row(IID), row(ORTHOGONAL)),
        tilted(row(IID), row(IID)),
        tilted(row(ORTHOGONAL), row(ORTHOGONAL, 3)),
        tilted(row(IID), term=["exp", dot(row(ORTHOGONAL), X)], mean=["*", weighted(row(IID)), 1]),
        [tilted(row(IID))[0], tilted(row(IID))[1] | {"from": [0, 1, 5]}],
        [tilted(row(IID))[0], tilted(row(IID))[1] | {"from": [0, 1, 2]}],
        [tilted(row(IID))[0], tilted(row(IID))[1] | {"from": [1, 2, 5]}],
        [tilted(row(IID))[0], tilted(row(IID))[1] | {"by": {"rows": [], "term": ["exp", dot(row(IID), X)]}}],
    ],
)
def test_false_uses_of_weights_are_refused(steps: list[Json]) -> None:
    assert not both(*steps)


def test_nothing_is_scaled_within_another_moment() -> None:
    inner = ["E", ["exp", dot(row(IID), X)]]
    plain = ["*", inner, ["exp", dot(row(IID), X)]]
    then = [
        "=",
        ["E", ["*", inner, weighted(row(IID))]],
        ["*", ["^", SCALE, ["*", ["q", -1, 2], "d"]], ["E", plain]],
    ]
    assert not both(exists(plain), step("tilt", then, 0, 1, 2, 5, rows=[[row(IID), SCALE]], term=plain))


@pytest.mark.parametrize(("d", "a", "x"), [(1, 0.2, 0.7), (3, -0.6, 1.1), (2, 0.4, 0.3)])
def test_the_weighted_mean_is_the_integral(d: int, a: float, x: float) -> None:
    """By coordinates: the weight in each of them, the product with x in the first."""
    scale = 1 - 2 * a

    def mean(along: float) -> Any:
        return mpmath.quad(lambda g: mpmath.exp((a - 0.5) * g * g + along * g), [-40, 0, 40]) / mpmath.sqrt(
            2 * mpmath.pi
        )

    found = mean(scale**0.5 * x) * mean(0) ** (d - 1)
    assert mpmath.almosteq(found, scale ** (-d / 2) * mpmath.exp(x * x / 2), rel_eps=1e-10)


def estimate(coupling: Json, features: str = "positive", m: Json = "m") -> Json:
    return ["estimate", coupling, ["name", features], m, ["name", "x, y"], ["name", "softmax"]]


def bounded(
    coupling: Json, *premises: int, m: Json = "m", pairs: bool = True, inverse: Json = None
) -> list[Json]:
    """The bound of Var by that of one row, with the premise on pairs unless it is left out."""
    own = estimate(coupling, m=m)
    one, two = (thawed(definitions.row_term(frozen(own), index)) for index in (1, 2))
    mean = ["^", ["E", one], 2]
    value = ["*", ["^", m, -1], ["+", ["E", ["^", one, 2]], ["*", -1, mean]]]
    steps = [
        exists(["^", one, 2]),
        step("given", ["<=", ["E", ["*", one, two]], mean]) if pairs else step("given", ["<", 0, "d"]),
    ]
    return [
        *steps,
        step("estimate-variance-at-most", ["<=", ["Var", own], inverse or value], *premises, 5, 6),
    ]


def _with_pairs(coupling: Json, *premises: int, **rest: Json) -> bool:
    """Both programs' word in a context that supposes that pairs are not positively correlated."""
    steps = bounded(coupling, *premises, **rest)
    return both(*steps, around=(CONTEXT[0], [*CONTEXT[1], steps[1]["then"]]))


def test_blocks_are_independent() -> None:
    assert _with_pairs(ORTHOGONAL, 0, 1, 3)
    assert not _with_pairs(ORTHOGONAL, 0, 3)  # in one dimension there is no second row
    assert not _with_pairs(ORTHOGONAL, 0, 1)  # no row at all
    assert not _with_pairs(ORTHOGONAL, 0, 1, 3, pairs=False)
    assert not _with_pairs(SIMPLEX, 0, 1, 3)
    assert not _with_pairs(ANY, 0, 1, 3)
    assert not _with_pairs(ORTHOGONAL, 0, 1, 3, m=0)
    assert not _with_pairs(ORTHOGONAL, 0, 1, 3, m="e")
    assert not _with_pairs(ORTHOGONAL, 0, 1, 3, inverse=["^", "m", -1])


@pytest.mark.parametrize(("d", "size"), [(1, 0), (1, 2.5), (4, 0.3), (64, 9)])
def test_the_optimal_parameter_is_the_mechanism_s(d: int, size: float) -> None:
    """The term of docs/proof.md at a pair against the map of the shelf."""
    term = definitions.optimal_parameter(("+", ("vec", "x"), ("vec", "y")))
    assert _value(term, d, size) == pytest.approx(optimal_positive(size, d).a.real, rel=1e-12, abs=1e-15)


def _value(term: Any, d: int, size: float) -> float:
    """The term at |x + y|^2 = size."""
    if isinstance(term, int):
        return term
    if term == "d":
        return d
    head, *parts = term
    if head == "dot":
        return size
    if head == "q":
        return parts[0] / parts[1]
    values = [_value(part, d, size) for part in parts]
    return {"+": sum, "*": mpmath.fprod, "^": lambda pair: pair[0] ** pair[1]}[head](values)


@pytest.mark.parametrize("kernel", ["gaussian", "softmax"])
@pytest.mark.parametrize("place", ["x, y", "sigma x, sigma y"])
def test_both_programs_define_the_same_features(kernel: str, place: str) -> None:
    own = ("estimate", ("name", "iid"), ("name", "oprf"), 1, ("name", place), ("name", kernel))
    assert definitions.row_term(own, 1) == checkers.row_term(own, 1)
