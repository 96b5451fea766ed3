"""Rules of several rows of a block and of means of series: both programs take what is true and refuse what is not."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest

from rftheory.proof.checker import Refused, check
from rftheory.proof.kernel import ProofContext, Theorem, infer
from rftheory.proof.terms import ProofError, frozen

Json = Any
HALF, OO = ["q", 1, 2], ["oo"]
IID, ORTHOGONAL, SIMPLEX, ANY = (["name", n] for n in ("iid", "orthogonal", "simplex", "any"))
V = ["vec", "x"]
AROUND = ([["d", "integer"], ["c", "real"]], [["<=", 2, "d"], ["<", 0, "d"], ["<=", 0, "c"]])
K = {"over": [["k", "integer"]], "given": [["<=", 0, "k"]]}
HALF_D = ["*", HALF, "d"]


def rows(coupling: Json) -> tuple[Json, Json]:
    return ["row", coupling, 1], ["row", coupling, 2]


def dot(u: Json, v: Json) -> Json:
    return ["dot", u, v]


def both(*steps: Json) -> bool:
    """Whether both programs take the steps, after those that state the context; they must agree."""
    every = [*GIVEN, *steps, a_step("given", ["<", 0, "d"])]
    context = {"variables": AROUND[0], "constraints": AROUND[1]}
    written = {"format": 1, "about": "rows", "context": context, "steps": every, "conclusion": ["<", 0, "d"]}
    try:
        check(written)
    except Refused:
        checker = False
    else:
        checker = True
    assert _kernel(every) is checker
    return checker


def _kernel(steps: list[Json]) -> bool:
    context = ProofContext(*map(frozen, AROUND))
    made: list[Theorem] = []
    try:
        for each in steps:
            premises = [made[place] for place in each["from"]]
            by = {key: _argument(value, each["from"]) for key, value in each["by"].items()}
            local, given = frozen(each["for"]), frozen(each["if"])
            made.append(
                infer(context, each["rule"], frozen(each["then"]), premises, local=local, given=given, by=by)
            )
    except ProofError:
        return False
    return True


def _argument(value: Json, places: list[int]) -> Any:
    """An argument for the kernel, which names premises by their places among those of the step."""
    if isinstance(value, dict):
        return {key: frozen(term) for key, term in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return tuple(
            entry
            | {
                "factors": [places.index(i) for i in entry["factors"]],
                "squares": frozen(entry["squares"]),
            }
            for entry in value
        )
    return frozen(value)


def a_step(
    rule: str, then: Json, *premises: int, by: Json = None, over: Json = (), given: Json = ()
) -> dict[str, Json]:
    return {
        "rule": rule, "from": list(premises), "for": list(over), "if": list(given), "then": then, "by": by or {},
    }  # fmt: skip


GIVEN = [a_step("given", each) for each in AROUND[1]]  # 0: 2 <= d, 1: 0 < d, 2: 0 <= c


def rotation(coupling: Json, lengths: Json, head: str = "exp", quarter: int = 1) -> Json:
    one, two = rows(coupling)
    total = ["+", one, two]
    series = ["hyper", [], [HALF_D], ["*", ["q", quarter, 4], dot(V, V), lengths]]
    then = ["=", ["E", [head, dot(total, V)]], ["E", series]]
    return a_step("rotation", then, 1, by={"vector": V, "rows": total})


def squares(coupling: Json, cross: int = 2) -> Json:
    one, two = rows(coupling)
    return ["+", dot(one, one), dot(two, two), ["*", cross, dot(one, two)]]


@pytest.mark.parametrize("coupling", [IID, ORTHOGONAL, SIMPLEX])
def test_a_combination_of_rows_is_uniform_in_direction(coupling: Json) -> None:
    assert both(rotation(coupling, squares(coupling)))
    assert both(rotation(coupling, squares(coupling), "cos", -1))
    assert not both(rotation(coupling, squares(coupling, 1)))
    assert not both(rotation(coupling, squares(coupling), "cos"))


def test_nothing_is_known_of_pairs_of_any_coupling() -> None:
    assert not both(rotation(ANY, squares(ANY)))


def test_rows_of_any_coupling_are_standard_gaussian_one_by_one() -> None:
    along = dot(["row", ANY, 1], V)
    single = a_step("gaussian", ["=", ["E", ["exp", along]], ["exp", ["*", HALF, dot(V, V)]]])
    pair = ["E", ["exp", ["+", along, dot(["row", ANY, 2], V)]]]
    assert both(single)
    assert not both(a_step("gaussian", ["=", pair, ["exp", dot(V, V)]]))


@pytest.mark.parametrize(("coupling", "known"), [(IID, True), (ANY, False)])
def test_the_variance_of_an_estimate_asks_for_the_law_of_pairs(coupling: Json, known: bool) -> None:
    estimate = ["estimate", coupling, ["name", "trigonometric"], 2, ["name", "x, y"], ["name", "gaussian"]]
    one, two = (["cos", dot(row, ["+", V, ["*", -1, ["vec", "y"]]])] for row in rows(coupling))
    squared, inverse = ["*", -1, ["^", ["E", one], 2]], ["^", 2, -1]
    alone = ["*", inverse, ["+", ["E", ["^", one, 2]], squared]]
    pairs = ["*", ["+", 1, ["*", -1, inverse]], ["+", ["E", ["*", one, two]], squared]]
    steps = [
        a_step("integrable", ["integrable", ["^", one, 2]]),
        a_step("estimate-variance", ["=", ["Var", estimate], ["+", alone, pairs]], 3),
    ]
    assert both(*steps) is known
    mean = [
        a_step("integrable", ["integrable", one]),
        a_step("estimate-mean", ["=", ["E", estimate], ["E", one]], 3),
    ]
    assert both(*mean)


def gram(coupling: Json, value: Json, *premises: int) -> Json:
    return a_step("gram", ["=", dot(*rows(coupling)), value], *premises)


def root(coupling: Json) -> Json:
    one, two = rows(coupling)
    return ["^", ["*", dot(one, one), dot(two, two)], HALF]


def test_the_angle_between_rows_is_that_of_the_coupling() -> None:
    cosine = ["*", -1, ["^", ["+", "d", -1], -1]]
    assert both(gram(ORTHOGONAL, 0, 0))
    assert not both(gram(ORTHOGONAL, 0))  # a block in one dimension has no second row
    assert not both(gram(IID, 0, 0))
    assert both(gram(SIMPLEX, ["*", cosine, root(SIMPLEX)], 0))
    assert not both(gram(SIMPLEX, ["*", ["^", ["+", "d", -1], -1], root(SIMPLEX)], 0))
    assert not both(gram(SIMPLEX, ["*", ["*", -1, ["^", "d", -1]], root(SIMPLEX)], 0))


def power(k: Json = "k", coupling: Json = IID) -> Json:
    total = ["+", *rows(coupling)]
    return ["^", dot(total, total), k]


def test_lengths_of_sums_of_independent_rows() -> None:
    def moment(scale: int, coupling: Json = IID) -> Json:
        value = ["*", ["^", scale, "k"], ["gamma", ["+", HALF_D, "k"]], ["^", ["gamma", HALF_D], -1]]
        return a_step("sum-length", ["=", ["E", power(coupling=coupling)], value], 1, 3, **K)

    start = a_step("given", ["<=", 0, "k"], **K)
    assert both(start, moment(4))
    assert not both(start, moment(2))
    assert not both(start, moment(4, ORTHOGONAL))


def mixed(a: Json, b: Json, second: Json, *premises: int) -> Json:
    p, q = (dot(row, row) for row in (["row", IID, 1], second))
    moment = ["*", ["^", ["+", p, q], a], ["^", ["*", p, q], b]]
    twice = ["*", 2, b]
    value = [
        "*", ["^", 2, ["+", a, twice]], ["gamma", ["+", "d", a, twice]], ["^", ["gamma", ["+", "d", twice]], -1],
        ["^", ["gamma", ["+", HALF_D, b]], 2], ["^", ["gamma", HALF_D], -2],
    ]  # fmt: skip
    return a_step("mixed-lengths", ["=", ["E", moment], value], *premises)


def test_moments_of_the_sum_and_the_product_of_lengths() -> None:
    assert both(mixed("c", HALF, ["row", IID, 2], 1, 2))
    assert not both(mixed("c", HALF, ["row", IID, 1], 1, 2))
    assert not both(mixed("c", HALF, ["row", ORTHOGONAL, 2], 1, 2))
    assert not both(mixed("c", ["q", -1, 2], ["row", IID, 2], 1, 2))
    assert not both(mixed("c", HALF, ["row", IID, 2], 1))


@pytest.mark.parametrize(("d", "a", "b"), [(3, 2, 0.5), (1, 1, 1.5), (4, 3, 0)])
def test_the_value_of_mixed_moments_is_the_integral(d: int, a: int, b: float) -> None:
    def density(t: Any) -> Any:
        return t ** (d / 2 - 1) * mpmath.exp(-t / 2) / (2 ** (d / 2) * mpmath.gamma(d / 2))

    def moment(e: Any) -> Any:
        return mpmath.quad(lambda t: t**e * density(t), [0, 1, 10, 40, 120])

    # (p + q)^a by the binomial theorem, each part an integral in one length
    found = sum(mpmath.binomial(a, i) * moment(i + b) * moment(a - i + b) for i in range(a + 1))
    g = mpmath.gamma
    said = 2 ** (a + 2 * b) * g(d + a + 2 * b) / g(d + 2 * b) * (g(d / 2 + b) / g(d / 2)) ** 2
    assert mpmath.almosteq(found, said, rel_eps=1e-6)


def test_lengths_have_one_law_and_angles_have_not() -> None:
    def alike(one: Json, other: Json, *premises: int) -> Json:
        return a_step("lengths-alike", ["=", ["E", one], ["E", other]], *premises)

    def lengths(coupling: Json) -> Json:
        one, two = rows(coupling)
        return ["*", "c", dot(one, one), ["^", dot(two, two), HALF]]

    assert both(alike(lengths(SIMPLEX), lengths(IID), 0))
    assert not both(alike(lengths(SIMPLEX), lengths(IID)))
    assert not both(alike(dot(*rows(SIMPLEX)), dot(*rows(IID)), 0))
    single = [dot(["row", IID, i], ["row", IID, i]) for i in (1, 2)]
    assert not both(alike(["*", *single], ["*", single[0], single[0]]))
    assert not both(alike(lengths(SIMPLEX), ["*", 2, *lengths(IID)[2:]], 0))


def test_means_compare_as_what_they_are_of() -> None:
    one, _ = rows(IID)
    square, zero = dot(one, one), 0
    steps = [
        a_step("nonzero-row", ["<", 0, square], 1),
        a_step("integrable", ["integrable", zero]),
        a_step("power-integrable", ["integrable", ["^", square, 1]]),
    ]
    same = a_step("replace", ["=", ["^", square, 1], ["^", square, 1]])
    less = a_step(
        "combine", ["<", zero, ["^", square, 1]], 3,
        by={"terms": [{"coefficient": 1, "squares": [], "factors": [3]}]},
    )  # fmt: skip
    assert both(
        *steps, same, less, a_step("mean-below", ["<", ["E", zero], ["E", ["^", square, 1]]], 4, 5, 7)
    )
    assert not both(
        *steps, same, less, a_step("mean-below", ["<", ["E", zero], ["E", ["^", square, 1]]], 4, 7)
    )
    assert not both(
        *steps, same, less, a_step("mean-below", ["<", ["E", ["^", square, 1]], ["E", zero]], 4, 5, 7)
    )


def a_square(product: Json, relation: str = "<=") -> Json:
    """0 <= v.v, the square of its root."""
    return a_step(
        "combine", [relation, 0, product], by={"terms": [
            {"coefficient": 1, "squares": [["^", product, HALF]], "factors": []}
        ]}
    )  # fmt: skip


def test_a_mean_of_a_series_asks_for_all_that_fubini_needs() -> None:
    base = power(1)[1]
    factor = ["*", ["q", -1, 4], "c"]
    body = [
        "*", ["^", factor, "k"], ["E", ["^", base, "k"]], ["gamma", HALF_D], ["^", ["gamma", ["+", HALF_D, "k"]], -1],
        ["^", ["gamma", ["+", "k", 1]], -1],
    ]  # fmt: skip
    series = ["hyper", [], [HALF_D], ["*", factor, base]]
    claim = ["=", ["E", series], ["sum", "k", 0, OO, body]]
    start = [
        a_step("given", ["<=", 0, "k"], **K),
        a_square(base),
        a_step("power-integrable", ["integrable", ["^", base, "k"]], 3, **K),
        a_step("fact", ["<", 0, ["gamma", "d"]], 1, by={"name": "gamma-positive", "with": {"t": "d"}}),
    ]
    assert both(*start)
    assert not both(*start, a_step("mean-series", claim, 4, 5))  # its convergence is not shown
    assert not both(a_square(base, "<"))
    assert not both(a_square(dot(*rows(IID))))


def test_a_mean_of_a_finite_sum() -> None:
    one, _ = rows(IID)
    term = ["^", dot(one, one), "j"]
    inside = {"over": [["j", "integer"]], "given": [["<=", 0, "j"], ["<=", "j", "d"]]}
    steps = [
        a_step("given", ["<=", 0, "j"], **inside),
        a_step("power-integrable", ["integrable", term], 3, **inside),
    ]
    total, means = ["sum", "j", 0, "d", term], ["sum", "j", 0, "d", ["E", term]]
    assert both(*steps, a_step("mean-sum", ["=", ["E", total], means], 4))
    assert not both(*steps, a_step("mean-sum", ["=", ["E", total], means]))
    shorter = ["sum", "j", 1, "d", ["E", term]]
    assert not both(*steps, a_step("mean-sum", ["=", ["E", total], shorter], 4))


@pytest.mark.parametrize("random", [False, True])
def test_a_multiple_is_integrable_only_by_a_fixed_factor(random: bool) -> None:
    one, _ = rows(IID)
    factor = dot(one, one) if random else "c"
    steps = [a_step("power-integrable", ["integrable", ["^", dot(one, one), 2]])]
    scaled = a_step(
        "integrable-sum",
        ["integrable", ["*", factor, ["^", dot(one, one), 2]]],
        3,
        by={"addends": [[factor, ["^", dot(one, one), 2]]]},
    )
    assert both(*steps, scaled) is not random


def test_something_between_0_and_an_integrable_bound() -> None:
    one, _ = rows(IID)
    square = ["^", dot(one, one), 1]
    steps = [
        a_step("power-integrable", ["integrable", square]),
        a_square(dot(one, one)),
        a_step("combine", ["<=", dot(one, one), square], by={"terms": []}),
    ]
    assert both(*steps, a_step("integrable-below", ["integrable", dot(one, one)], 3, 4, 5))
    assert not both(*steps, a_step("integrable-below", ["integrable", dot(one, one)], 3, 5))
    assert not both(*steps, a_step("integrable-below", ["integrable", dot(one, one)], 4, 5))


_ONE = dot(["row", IID, 1], ["row", IID, 1])
_TWO = dot(["row", IID, 2], ["row", IID, 2])
_OTHER = dot(["row", ORTHOGONAL, 2], ["row", ORTHOGONAL, 2])


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        ("nonzero-row", ["<", 0, _ONE], ["<", 0, dot(V, V)]),
        ("nonzero-row", ["<", 0, _ONE], ["<", 1, _ONE]),
        ("power-integrable", ["integrable", ["^", _ONE, 2]], ["integrable", ["^", _ONE, -2]]),
        ("power-integrable", ["integrable", ["^", _ONE, 2]], ["integrable", ["^", _ONE, "c"]]),
        ("power-integrable", ["integrable", ["^", ["+", _ONE, _TWO], 2]], ["integrable", ["^", dot(*rows(ANY)), 2]]),
        (
            "mixed-integrable",
            ["integrable", ["*", ["^", ["+", _ONE, _TWO], 2], ["^", ["*", _ONE, _TWO], HALF]]],
            ["integrable", ["*", ["^", ["+", _ONE, _TWO], -2], ["^", ["*", _ONE, _TWO], HALF]]],
        ),
        (
            "mixed-integrable",
            ["integrable", ["*", ["^", ["+", _ONE, _TWO], 2], ["^", ["*", _ONE, _TWO], HALF]]],
            ["integrable", ["*", ["^", ["+", _ONE, _OTHER], 2], ["^", ["*", _ONE, _OTHER], HALF]]],
        ),
    ],
)  # fmt: skip
def test_a_planted_step_is_refused(rule: str, right: Json, wrong: Json) -> None:
    assert both(a_step(rule, right, 1))
    assert not both(a_step(rule, wrong, 1))


def test_a_series_of_unknown_convergence_is_not_integrable() -> None:
    series = ["hyper", [], [HALF_D], ["*", "c", _ONE]]
    start = [
        a_step("given", ["<=", 0, "k"], **K),
        a_square(_ONE),
        a_step("power-integrable", ["integrable", ["^", _ONE, "k"]], 3, **K),
    ]
    assert not both(*start, a_step("series-integrable", ["integrable", series], 4, 5, by={"index": "k"}))
