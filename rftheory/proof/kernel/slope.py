"""The rule of slopes: a function whose derivative is not negative between two numbers is not smaller at the larger."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.algebra import Algebra
from rftheory.proof.kernel.conditions import Conditions
from rftheory.proof.kernel.rules import Rule, compared, need
from rftheory.proof.kernel.theorem import Inference, Sequent
from rftheory.proof.terms import ProofError, Term, free, literal, number, random, substitute


def slope(step: Inference) -> None:
    """f(low) <= f(high), from 0 <= f' between them; strictly, where f' > 0."""
    relation, left, right = compared(step.then, "<", "<=")
    x, function, low, high = (step.by.get(key) for key in ("variable", "function", "low", "high"))
    if not isinstance(x, str) or x in step.names or function is None or low is None or high is None:
        raise ProofError("a variable of its own, a function of it and two ends are needed")
    if (left, right) != (substitute(function, {x: low}), substitute(function, {x: high})):
        raise ProofError("the sides must be the function at both ends")
    if random(low) or random(high):
        raise ProofError("a random end")
    need(step, (relation, low, high))
    closed: tuple[Term, ...] = (("<=", low, x), ("<=", x, high))
    local = (*step.sequent.local, (x, "real"))
    on = Sequent(step.then, local, (*step.sequent.given, *closed))
    between = Sequent(step.then, local, (*on.given, ("<", low, x), ("<", x, high)))
    sign = step.premise("slope")
    _, zero, rate = compared(sign.then, relation)
    if zero != 0 or not sign.sequent.within(between):
        raise ProofError(f"slope: a premise 0 {relation} f' between the ends is needed")
    everywhere = Conditions.of(p.then for p in step.premises if p.sequent.within(on))
    inside = Conditions.of(p.then for p in step.premises if p.sequent.within(between))
    if not Algebra(inside).equal(rate, derivative(function, x, everywhere)):
        raise ProofError(f"not the derivative in {x}: {rate}")


def derivative(term: Term, x: str, known: Conditions, whole: frozenset[Term] = frozenset()) -> Term:
    """The derivative in x, where `known` says that it exists; ProofError where it does not.

    `whole`: exponents that are integers from 1 on, of which a base may be anything.
    """
    if x not in free(term):
        return 0
    if term == x:
        return 1
    assert isinstance(term, tuple)
    head, *rest = term
    if head == "+":
        return ("+", *(derivative(part, x, known, whole) for part in rest))
    if head == "*":
        return ("+", 0, *(
            ("*", *rest[:place], derivative(part, x, known, whole), *rest[place + 1 :])
            for place, part in enumerate(rest)
        ))  # fmt: skip
    if head == "^" and rest[1] in whole:
        return ("*", rest[1], ("^", rest[0], ("+", rest[1], -1)), derivative(rest[0], x, known, whole))
    if head == "^":
        return _of_power(rest[0], rest[1], x, known)
    if head == "hyper":
        return _of_series(rest[0], rest[1], rest[2], x, known)
    if head not in ("exp", "log", "cos", "sin"):
        raise ProofError(f"no rule for the derivative of {head}")
    (inner,) = rest
    if head == "log" and not known.positive(inner):
        raise ProofError(f"not shown to be positive: {inner}")
    outer: Term = {
        "exp": term, "log": ("^", inner, -1), "cos": ("*", -1, ("sin", inner)), "sin": ("cos", inner),
    }[head]  # fmt: skip
    return ("*", outer, derivative(inner, x, known, whole))


def _of_power(base: Term, exponent: Term, x: str, known: Conditions) -> Term:
    value = literal(exponent)
    if value is not None and value.denominator == 1:
        if value < 0 and not known.nonzero(base):
            raise ProofError(f"not shown to differ from 0: {base}")
        return (
            ("*", number(value), ("^", base, number(value - 1)), derivative(base, x, known)) if value else 0
        )
    if not known.positive(base):
        raise ProofError(f"not shown to be positive: {base}")
    along: Term = ("*", derivative(exponent, x, known), ("log", base))
    across: Term = ("*", exponent, ("^", base, -1), derivative(base, x, known))
    return ("*", ("^", base, exponent), ("+", along, across))


def _of_series(upper: tuple[Term, ...], lower: tuple[Term, ...], z: Term, x: str, known: Conditions) -> Term:
    if any(x in free(each) for each in (*upper, *lower)):
        raise ProofError(f"a parameter of a hypergeometric series speaks of {x}")
    if len(upper) > len(lower) or not all(map(known.positive, lower)):
        raise ProofError("a hypergeometric series that is not shown to converge everywhere")
    raised = (tuple(("+", each, 1) for each in side) for side in (upper, lower))
    scale = (*upper, *(("^", each, -1) for each in lower))
    return ("*", 1, *scale, ("hyper", *raised, z), derivative(z, x, known))


RULES: Mapping[str, Rule] = {"slope": slope}
