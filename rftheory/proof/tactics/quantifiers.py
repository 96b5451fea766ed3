"""Goals with quantifiers: variables and hypotheses are introduced from the outside in, values are given for `some`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.entries import multiple, product
from rftheory.proof.tactics.moves import Script, by_cases, search
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import ProofError, Term, substitute


def introduced(prover: Prover, goal: Term, values: Sequence[Term], script: Script = search) -> Theorem:
    """The goal from what is left of it once every `some` has its value, in their order, by a script."""
    remaining = iter(values)
    shown = _introduced(prover, goal, remaining, script)
    if next(remaining, None) is not None:
        raise ProofError("more values than quantifiers")
    return shown


def _introduced(prover: Prover, goal: Term, values: Iterator[Term], script: Script) -> Theorem:
    match goal:
        case ("all", name, kind, inner):
            shown = _introduced(prover.within((name, kind)), inner, values, script)
            return prover.infer("all", goal, [shown])
        case ("some", name, kind, inner):
            value = next(values, None)
            if value is None:
                raise ProofError(f"no value for {name}")
            shown = _introduced(prover, substitute(inner, {name: value}), values, script)
            whole = prover.integer(value) if kind == "integer" else []
            return prover.infer("some", goal, [shown, *whole], {"with": value})
        case ("where", conditions, inner):
            shown = _introduced(prover.within(given=conditions), inner, values, script)
            return prover.infer("where", goal, [shown])
        case ("and", *several):
            return prover.infer("and", goal, [_introduced(prover, each, values, script) for each in several])
    return script(prover, goal)


def absolute(prover: Prover, goal: Term, low: Theorem, high: Theorem) -> Theorem:
    """|t| <= c from -c <= t and t <= c."""
    assert isinstance(goal, tuple)
    inside = goal[1][1]

    def yes(inner: Prover, wanted: Term) -> Theorem:
        plain = inner.fact("abs-positive", [inner.given(("<=", 0, inside))], t=inside)
        return inner.combine(wanted, [product(0), multiple(1, 1)], [high, plain])

    def no(inner: Prover, wanted: Term) -> Theorem:
        below = inner.combine(("<=", inside, 0), [product(0)], [inner.given(("<", inside, 0))])
        turned = inner.fact("abs-negative", [below], t=inside)
        return inner.combine(wanted, [product(0), multiple(1, 1)], [low, turned])

    return by_cases(prover, ("<=", 0, inside), goal, yes, no)
