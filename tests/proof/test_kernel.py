"""The kernel: normal forms agree with numbers, every rule refuses planted steps, and nothing refuted is proved."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import mpmath as mp
import pytest

from rftheory import registry
from rftheory.evidence.theorems.asked import asked
from rftheory.proof.kernel import (
    RULES,
    Local,
    ProofContext,
    Theorem,
    averages,
    blocks,
    bounded,
    counts,
    entries,
    estimates,
    expectation,
    frames,
    independence,
    infer,
    rearranging,
    signs,
    slope,
    tilting,
    totals,
)
from rftheory.proof.kernel.reals import integral_sums, integrals, suprema, tails
from rftheory.proof.kernel.theorem import Sequent
from rftheory.proof.objects import exported
from rftheory.proof.tactics import Prover
from rftheory.proof.terms import ProofError, Term, literal
from rftheory.verdict import Verdict

OO: Term = ("oo",)
HALF: Term = ("q", 1, 2)
K: Local = ("k", "integer")
FROM_0: Term = ("<=", 0, "k")
REALS = ProofContext((("x", "real"), ("y", "real"), ("n", "integer")))
POSITIVE = ProofContext(REALS.variables, (("<", 0, "x"), ("<", 0, "y"), ("<=", 0, "n")))


def given(
    proposition: Term,
    local: tuple[Local, ...] = (),
    more: tuple[Term, ...] = (),
    context: ProofContext = REALS,
) -> Theorem:
    """A hypothesis as a theorem under itself."""
    return infer(context, "given", proposition, local=local, given=(*more, proposition))


def step(rule: str, then: Term, premises: Sequence[Theorem] = (), **more: Any) -> Theorem:
    context = premises[0].context if premises else more.pop("context", REALS)
    return infer(context, rule, then, premises, **more)


# Normal forms


def number(term: Term, at: dict[str, float]) -> Any:
    value = literal(term)
    if value is not None:
        return mp.mpf(value.numerator) / value.denominator
    if isinstance(term, str):
        return mp.mpf(at[term])
    head, *inner = term
    if head == "pi":
        return mp.pi
    values = [number(part, at) for part in inner]
    if head == "+":
        return mp.fsum(values)
    if head == "*":
        return mp.fprod(values)
    if head == "^":
        return values[0] ** values[1]
    return {"exp": mp.exp, "log": mp.log, "cos": mp.cos, "sin": mp.sin, "abs": abs, "gamma": mp.gamma}[head](
        values[0]
    )


def drawn(dice: random.Random, depth: int) -> Term:
    """A term in x, y > 0 and an integer n >= 0 without a denominator that may be 0."""
    if depth == 0:
        return dice.choice(["x", "y", "n", 1, 2, -1, HALF, ("q", -2, 3), ("pi",)])
    head = dice.choice(["+", "+", "*", "*", "^", "root", "inverse", "exp", "cos", "sin", "power", "log"])
    if head in ("+", "*"):
        return (head, *(drawn(dice, depth - 1) for _ in range(dice.randint(2, 3))))
    if head == "^":
        return ("^", drawn(dice, depth - 1), dice.randint(0, 3))
    if head == "root":
        return ("^", dice.choice(["x", "y", 2, ("pi",)]), ("q", dice.choice([-3, -1, 1, 3]), 2))
    if head == "inverse":
        return ("^", dice.choice(["x", "y", ("*", "x", "y"), ("exp", "n")]), dice.randint(-3, -1))
    if head == "power":
        return ("^", dice.choice(["x", 2, 6]), dice.choice(["n", ("+", "n", "y"), ("*", HALF, "n")]))
    return (head, dice.choice(["x", "y", 6]) if head == "log" else drawn(dice, 0))


def shuffled(dice: random.Random, term: Term) -> Term:
    """The same number written in another way."""
    if not isinstance(term, tuple) or term[0] in ("q", "pi"):
        return term
    head, *inner = term
    parts = [shuffled(dice, part) for part in inner]
    if head in ("+", "*"):
        dice.shuffle(parts)
        other = "*" if head == "+" else "+"
        if len(parts) == 2 and head == "*" and isinstance(parts[1], tuple) and parts[1][0] == other:
            return ("+", *(("*", parts[0], each) for each in parts[1][1:]))
        return (head, parts[0], (head, *parts[1:])) if len(parts) > 2 else (head, *parts)
    if head == "^" and parts[1] == 2:
        return ("*", parts[0], parts[0])
    if head == "exp" and isinstance(parts[0], tuple) and parts[0][0] == "+":
        return ("*", *(("exp", each) for each in parts[0][1:]))
    return (head, *parts)


def test_normal_forms_agree_with_numbers() -> None:
    dice = random.Random(11)
    conditions = [infer(POSITIVE, "given", each) for each in POSITIVE.constraints]
    same = differ = 0
    with mp.workdps(40):
        for _ in range(250):
            one = drawn(dice, 3)
            other = (
                shuffled(dice, one) if dice.random() < 0.6 else ("+", one, dice.choice([drawn(dice, 1), 0]))
            )
            try:
                infer(POSITIVE, "ring", ("=", one, other), conditions)
            except ProofError:
                differ += 1
                continue
            same += 1
            for at in ({"x": 0.37, "y": 1.9, "n": 3}, {"x": 2.6, "y": 0.41, "n": 0}):
                left, right = number(one, at), number(other, at)
                assert abs(left - right) <= mp.mpf(10) ** -25 * (1 + abs(left))
    assert same > 100
    assert differ > 20


def test_another_spelling_is_always_seen() -> None:
    dice = random.Random(5)
    conditions = [infer(POSITIVE, "given", each) for each in POSITIVE.constraints]
    for _ in range(80):
        one = drawn(dice, 2)
        assert infer(POSITIVE, "ring", ("=", one, shuffled(dice, one)), conditions).rule == "ring"


X: Term = "x"
SQRT_SQUARE: Term = ("^", ("^", X, 2), HALF)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (SQRT_SQUARE, X),
        (("exp", ("log", X)), X),
        (("log", ("*", X, X)), ("*", 2, ("log", X))),
        (("*", X, ("^", X, -1)), 1),
        (("^", ("+", X, ("*", -1, X)), -1), 0),
        (("*", 0, ("^", 0, -1)), 0),
        (("^", ("*", X, "y"), HALF), ("*", ("^", X, HALF), ("^", "y", HALF))),
        (("^", X, "y"), ("exp", ("*", "y", ("log", X)))),
        (("abs", X), X),
        (("gamma", ("+", X, 1)), ("*", X, ("gamma", X))),
        (("*", ("+", X, -1), ("^", ("+", ("^", X, 2), -1), -1)), ("^", ("+", X, 1), -1)),
        (("^", ("exp", X), ("q", 1, 2)), ("*", -1, ("exp", ("*", HALF, X)))),
        (("cos", ("*", 2, X)), ("+", ("*", 2, ("^", ("sin", X), 2)), -1)),
        (("sum", "k", 0, X, "k"), ("sum", "k", 0, X, ("*", 2, "k"))),
    ],
)
def test_ring_refuses_what_is_not_always_so(left: Term, right: Term) -> None:
    with pytest.raises(ProofError):
        step("ring", ("=", left, right))


def test_a_denominator_that_normal_forms_hide_needs_every_factor() -> None:
    goal: Term = ("=", ("*", "x", "y", ("^", ("*", "x", "y"), -1)), 1)
    both = [given(("!=", each, 0)) for each in ("x", "y")]
    local = {"given": tuple(each.then for each in both)}
    assert step("ring", goal, both, **local).then == goal
    with pytest.raises(ProofError):
        step("ring", goal, both[:1], **local)


def test_a_premise_needs_its_hypotheses() -> None:
    positive = given(("<", 0, "x"))
    goal: Term = ("=", ("*", "x", ("^", "x", -1)), 1)
    assert step("ring", goal, [positive], given=(("<", 0, "x"),)).then == goal
    with pytest.raises(ProofError):
        step("ring", goal, [positive])


def test_a_premise_of_another_kind_of_variable_is_no_premise() -> None:
    local = given(("<", 0, "k"), (K,))
    with pytest.raises(ProofError):
        step("combine", ("<", 0, "k"), [local], local=(("k", "real"),), given=(("<", 0, "k"),),
             by={"terms": ({"coefficient": 1, "squares": (), "factors": (0,)},)})  # fmt: skip


# Rules


def entry(*factors: int, coefficient: Term = 1, squares: tuple[Term, ...] = ()) -> dict[str, Any]:
    return {"coefficient": coefficient, "squares": squares, "factors": factors}


POS, LEAST, ZERO = given(("<", 0, "x")), given(("<=", 0, "x")), given(("=", 0, "x"))


@pytest.mark.parametrize(
    ("then", "premises", "terms"),
    [
        (("<", 0, "x"), [LEAST], [entry(0)]),
        (("<", 0, ("^", "x", 2)), [], [entry(squares=("x",))]),
        (("<=", 0, ("*", -1, "x")), [LEAST], [entry(0, coefficient=-1)]),
        (("<=", 0, 0), [], [entry(coefficient=0)]),
        (("=", 0, "x"), [LEAST], [entry(0)]),
        (("=", 0, 1), [], [entry()]),
        (("<=", 0, ("*", -1, "x")), [POS], [{"times": -1, "premise": 0}]),
        (("!=", "x", 0), [LEAST], [entry(0)]),
        (("<=", 0, ("*", 2, "x")), [POS], [entry(0)]),
        (("<=", 0, "x"), [POS], [entry(1)]),
        (("<=", 0, "x"), [POS], [entry(-1)]),
        (("<=", 0, "x"), [POS], [{"coefficient": 1, "factors": (0,)}]),
        (("<", 0, "x"), [ZERO], [entry(0)]),
    ],
)
def test_combine_refuses(then: Term, premises: list[Theorem], terms: list[dict[str, Any]]) -> None:
    with pytest.raises(ProofError):
        step("combine", then, premises, given=tuple(each.then for each in premises), by={"terms": terms})


def test_combine_needs_denominators_in_multiples_too() -> None:
    with pytest.raises(ProofError):
        step("combine", ("=", 0, 1), [given(("=", 0, "x"))], given=(("=", 0, "x"),),
             by={"terms": ({"times": ("^", "x", -1), "premise": 0},)})  # fmt: skip


def body(then: Term) -> Theorem:
    return given(then, (K,), (FROM_0,))


@pytest.mark.parametrize("rule", sorted(RULES))
@pytest.mark.parametrize("then", [("=", 0, 1), ("<", 1, 0), ("int", HALF), ("summable", "k", 0, 1), ("or", ("=", 0, 1), ("<", 1, 0)), ("and", ("=", 0, 1))])  # fmt: skip
def test_no_rule_makes_a_falsehood_from_nothing(rule: str, then: Term) -> None:
    for by in (
        {},
        {"terms": ()},
        {"bits": 64},
        {"hyper": ("hyper", (), (), 1), "first": 1},
        {"name": "exp-zero", "with": {}},
    ):
        with pytest.raises(ProofError):
            infer(REALS, rule, then, (), by=by)


@pytest.mark.parametrize(
    ("rule", "then", "premises", "more"),
    [
        ("given", ("<", 0, "x"), [], {}),
        ("integer", ("int", "x"), [], {}),
        ("integer", ("int", ("^", 2, "n")), [], {}),
        ("integer", ("int", ("^", "n", -1)), [], {}),
        ("integer", ("int", ("*", HALF, "n")), [], {}),
        ("replace", ("=", "x", "y"), [], {}),
        ("replace", ("<", 0, "y"), [POS, ZERO], {"by": {"of": 0}, "given": (POS.then, ZERO.then)}),
        ("replace", ("=", ("sum", "k", 0, "n", "x"), ("sum", "k", 0, "n", "k")), [given(("=", "x", "k"), (K,))], {}),
        ("fact", ("<", 0, ("log", "x")), [], {"by": {"name": "log-increasing", "with": {"a": 1, "b": "x"}}}),
        ("fact", ("=", ("exp", ("log", "x")), "x"), [], {"by": {"name": "exp-log", "with": {"t": "x"}}}),
        ("fact", ("=", ("^", "x", ("+", HALF, 1)), ("*", ("^", "x", HALF), "x")), [], {"by": {"name": "power-next", "with": {"b": "x", "n": HALF}}}),
        ("fact", ("<", 0, ("exp", "x")), [], {"by": {"name": "exp-positive", "with": {}}}),
        ("instantiate", ("<", 0, HALF), [given(("<", 0, "k"), (K,))], {"by": {"of": 0, "with": {"k": HALF}}}),
        ("instantiate", ("<", 0, "x"), [given(("<", 0, "k"), (("k", "real"),))], {"by": {"of": 0, "with": {"k": "x"}}}),
        ("instantiate", ("<", 0, "x"), [POS], {"by": {"of": 0, "with": {"x": "y"}}, "given": (POS.then,)}),
        ("cases", ("<", 0, "x"), [POS, POS], {"by": {"on": ("<", 0, "x"), "yes": 0, "no": 1}}),
        ("cases", ("<", 0, "x"), [POS, POS], {"by": {"on": ("<", 0, "x"), "yes": 0}}),
        ("either", ("<", 0, "x"), [POS], {"by": {"of": 0, "ways": (0,)}, "given": (POS.then,)}),
        ("or", ("or", ("<", 0, "x"), ("<", "x", 0)), [], {}),
        ("and", ("and", ("<", 0, "x"), ("<", 0, "y")), [POS], {"given": (POS.then,)}),
        ("part", ("<", 0, "x"), [POS], {"given": (POS.then,)}),
        ("where", ("where", (("<", 0, "y"),), ("<", 0, "x")), [POS], {}),
        ("number", ("<", 0, "x"), [], {"by": {"bits": 64}}),
        ("number", ("<", ("pi",), 3), [], {"by": {"bits": 64}}),
        ("number", ("<=", ("exp", 0), 1), [], {"by": {"bits": 64}}),
        ("number", ("<", ("^", -1, HALF), 1), [], {"by": {"bits": 64}}),
        ("number", ("<", ("log", -1), 9), [], {"by": {"bits": 64}}),
        ("number", ("<", ("^", 0, -1), 9), [], {"by": {"bits": 64}}),
        ("number", ("<", 0, 1), [], {"by": {"bits": 5000}}),
        ("sum-split", ("=", ("sum", "k", 0, OO, 1), ("+", ("sum", "k", 0, 0, 1), ("sum", "k", 1, OO, 1))), [], {}),
        ("sum-last", ("=", ("sum", "k", 0, "n", 1), ("+", ("sum", "k", 0, ("+", "n", -1), 1), 1)), [], {}),
        ("sum-last", ("=", ("sum", "k", 0, "x", 1), ("+", ("sum", "k", 0, ("+", "x", -1), 1), 1)), [LEAST], {"given": (LEAST.then,)}),
        ("prod-last", ("=", ("prod", "k", 0, -5, 2), ("*", ("prod", "k", 0, -6, 2), 2)), [], {}),
        ("sum-empty", ("=", ("sum", "k", 0, "n", 1), 0), [], {}),
        ("prod-empty", ("=", ("prod", "k", 1, 0, "k"), 0), [], {}),
        ("sum-scale", ("=", ("sum", "k", 0, "n", ("*", "k", "x")), ("*", "k", ("sum", "k", 0, "n", "x"))), [], {}),
        ("sum-scale", ("=", ("sum", "k", 0, OO, ("*", 0, "k")), ("*", 0, ("sum", "k", 0, OO, "k"))), [body(("=", ("*", 0, "k"), ("*", 0, "k")))], {}),
        ("sum-add", ("=", ("sum", "k", 0, OO, ("+", "k", ("*", -1, "k"))), ("+", ("sum", "k", 0, OO, "k"), ("sum", "k", 0, OO, ("*", -1, "k")))), [], {}),
        ("summable-scale", ("summable", "k", 0, ("*", "k", "x")), [given(("summable", "k", 0, "x"))], {"given": (("summable", "k", 0, "x"),)}),
        ("summable-add", ("summable", "k", 0, ("+", "x", "k")), [given(("summable", "k", 0, "x"))], {"given": (("summable", "k", 0, "x"),)}),
        ("summable-below", ("summable", "k", 0, "x"), [given(("summable", "k", 0, "y")), body(("<=", "x", "y"))], {"given": (("summable", "k", 0, "y"),)}),
        ("dominated", ("<=", ("sum", "k", 0, OO, "x"), ("sum", "k", 0, OO, "y")), [body(("<=", "x", "y"))], {}),
        ("series-ratio", ("=", ("sum", "k", 0, OO, 1), ("*", 1, ("hyper", (), (), 1))), [], {"by": {"hyper": ("hyper", (), (), 1), "first": 1}}),
        ("series-ratio", ("=", ("sum", "k", 0, OO, 1), ("*", 1, ("hyper", (1,), (), HALF))), [], {"by": {"hyper": ("hyper", (1,), (), HALF), "first": 1}}),
        ("series-ratio-summable", ("summable", "k", 0, 1), [], {"by": {"hyper": ("hyper", (1, 1), (2,), 1)}}),
    ],
)  # fmt: skip
def test_a_planted_step_is_refused(
    rule: str, then: Term, premises: list[Theorem], more: dict[str, Any]
) -> None:
    with pytest.raises(ProofError):
        step(rule, then, premises, **more)


def test_every_rule_has_a_planted_step() -> None:
    planted = test_a_planted_step_is_refused.pytestmark[0].args[1]  # type: ignore[attr-defined]
    elsewhere = {
        "ring",
        "combine",
        "induction",
        "summable-rest",
        "all",
        "some",
        *expectation.RULES,
        *estimates.RULES,
        *slope.RULES,
        *entries.RULES,
        *independence.RULES,
        *rearranging.RULES,
        *frames.RULES,
        *averages.RULES,
        *bounded.RULES,
        *counts.RULES,
        *integrals.RULES,
        *integral_sums.RULES,
        *blocks.RULES,
        *signs.RULES,
        *suprema.RULES,
        *tails.RULES,
        *tilting.RULES,
        *totals.RULES,
    }  # test_kernel_means, test_both_programs, test_entries, test_rows_of_a_block, test_rows_of_one_length,
    # test_integrals_and_tails, test_weighted_rows, test_signs, test_totals, test_suprema, test_counts,
    # test_sums_of_integrals, test_rows_at_right_angles
    assert set(RULES) - {case[0] for case in planted} <= elsewhere


def test_a_caught_variable_is_refused() -> None:
    inner = infer(
        REALS, "ring", ("=", ("sum", "k", 0, "n", "z"), ("sum", "k", 0, "n", "z")), local=(("z", "real"), K)
    )
    with pytest.raises(ProofError):
        infer(REALS, "instantiate", ("=", ("sum", "k", 0, "n", "k"), ("sum", "k", 0, "n", "k")), [inner],
              local=(K,), by={"of": 0, "with": {"z": "k"}})  # fmt: skip


def induction(
    then: Term, base: Theorem, onward: Theorem, given: tuple[Term, ...] = (FROM_0,), **by: Any
) -> Theorem:
    by = {"variable": "k", "start": 0, "base": 0, "step": 1, **by}
    return infer(base.context, "induction", then, [base, onward], local=(K,), given=given, by=by)


def test_induction_keeps_to_its_rule() -> None:
    goal: Term = ("<=", 0, "k")
    base = infer(REALS, "number", ("<=", 0, 0), by={"bits": 64})
    assumed = infer(REALS, "given", goal, local=(K,), given=(FROM_0,))
    onward = infer(REALS, "combine", ("<=", 0, ("+", "k", 1)), [assumed], local=(K,), given=(FROM_0,),
                   by={"terms": (entry(0), entry())})  # fmt: skip
    assert induction(goal, base, onward).then == goal
    with pytest.raises(ProofError):
        induction(goal, onward, onward)
    with pytest.raises(ProofError):
        induction(goal, base, base)
    with pytest.raises(ProofError):
        induction(goal, base, onward, given=())
    with pytest.raises(ProofError):
        induction(goal, base, onward, given=(FROM_0, ("<", "k", "x")))
    with pytest.raises(ProofError):
        induction(goal, base, onward, start="k")
    with pytest.raises(ProofError):
        infer(
            REALS,
            "induction",
            ("<=", 0, "x"),
            [base, onward],
            by={"variable": "x", "start": 0, "base": 0, "step": 1},
        )


def test_a_theorem_is_made_by_rules_alone() -> None:
    with pytest.raises(ProofError):
        Theorem(REALS, Sequent(("=", 0, 1)), "ring")
    with pytest.raises(ProofError):
        infer(REALS, "magic", ("=", 0, 1))
    with pytest.raises(ProofError):
        infer(REALS, "ring", ("=", "unknown", "unknown"))
    with pytest.raises(ProofError):
        infer(REALS, "ring", ("=", "x", "x"), local=(("x", "real"),))


@pytest.mark.parametrize(
    "term",
    [("^", "x", -1), ("log", "x"), ("gamma", "x"), ("^", "x", HALF), ("^", "x", "y"), ("hyper", (), ("x",), 1),
     ("hyper", (1,), (), HALF), ("sum", "k", 0, OO, "x"), ("sum", "k", 0, "x", 1), ("sum", "k", 0, "n", ("^", "k", -1))],
)  # fmt: skip
def test_what_is_not_shown_to_be_defined_is_not_exported(term: Term) -> None:
    theorem = infer(REALS, "replace", ("=", term, term), by={})
    with pytest.raises(ProofError, match="defined"):
        exported(theorem, "planted")


# Statements

SLOW = {"hrf/sec2.4/gaussian-variance"}


def refuted() -> list[str]:
    found = []
    for identifier in (each.id for each in registry.statements()):
        statement = registry.statement(identifier)
        verdict = registry.recorded_verdict(identifier)
        if verdict is Verdict.REFUTED and statement.claim is not None and identifier not in SLOW:
            try:
                asked(statement)
            except ProofError:
                continue
            found.append(identifier)
    return found


@pytest.mark.parametrize("identifier", refuted())
def test_what_is_refuted_is_never_proved(identifier: str) -> None:
    def proved(each: Any) -> bool:
        try:
            exported(Prover(each.context).show(each.proposition), identifier)
        except ProofError:
            return False
        return True

    assert not all(proved(each) for each in asked(registry.statement(identifier)))


def test_there_are_refuted_statements_to_try() -> None:
    assert len(refuted()) >= 15
