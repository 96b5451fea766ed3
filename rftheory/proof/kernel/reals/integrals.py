"""Integrals: means over directions, antiderivatives, combinations and signs."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.conditions import Conditions
from rftheory.proof.kernel.definitions import FIXED_ROWS, HALF
from rftheory.proof.kernel.expectation import Means, mean_of
from rftheory.proof.kernel.frames import known_row
from rftheory.proof.kernel.rules import Rule, algebra, compared, need, need_integer
from rftheory.proof.kernel.slope import derivative
from rftheory.proof.kernel.theorem import Inference, Sequent
from rftheory.proof.terms import PI, ProofError, Term, free, literal, random, substitute, subterms


def continuous(step: Inference) -> None:
    """A function of a real variable between two ends, made of continuous functions."""
    match step.then:
        case ("continuous", str(v), low, high, body) if not any(map(random, (low, high, body))):
            if v in step.names:
                raise ProofError(f"{v} is also a variable of the step")
            _continuous(step, (v, low, high), body)
        case _:
            raise ProofError("allowed: continuous, of what is not random")


def _continuous(step: Inference, over: tuple[str, Term, Term], term: Term) -> None:
    v = over[0]
    if v not in free(term) or term == v or ("continuous", *over, term) in step.usable:
        return
    assert isinstance(term, tuple)
    head, *inner = term
    if head == "^" and v not in free(inner[1]):
        value = literal(inner[1])
        if value is None or value < 0 or value.denominator > 1:
            need_integer(step, inner[1])
            need(step, ("<=", 0, inner[1]))
        inner = inner[:1]
    elif head == "hyper":
        upper, lower, argument = inner
        if len(upper) > len(lower) or any(v in free(each) for each in (*upper, *lower)):
            raise ProofError(f"not seen to be continuous in {v}: {term}")
        for each in lower:
            if (literal(each) or 0) <= 0:
                need(step, ("<", 0, each))
        inner = [argument]
    elif head not in ("+", "*", "exp", "cos", "sin"):
        raise ProofError(f"not seen to be continuous in {v}: {term}")
    for part in inner:
        _continuous(step, over, part)


def polar_mean(step: Inference) -> None:
    """E G(w.u) of a row of one length, as an integral over its angle with u; 2 <= d."""
    _, left, right = compared(step.then, "=")
    row, vector, x, function = _function(step)
    match right:
        case ("integral", str(v), 0, ("pi",), body):
            pass
        case _:
            raise ProofError("an integral from 0 to pi is needed")
    if v in {x, *step.names}:
        raise ProofError(f"{v} has another meaning")
    need(step, ("continuous", v, 0, PI, body))
    need(step, ("<=", 2, "d"))
    half: Term = ("*", HALF, "d")
    length: Term = ("*", ("^", "d", HALF), ("^", ("dot", vector, vector), HALF))
    below: Term = ("*", ("^", PI, HALF), ("gamma", ("+", half, ("q", -1, 2))))
    weight: Term = ("*", ("gamma", half), ("^", below, -1), ("^", ("sin", v), ("+", "d", -2)))
    means = Means(step)
    if not means.equal(mean_of(left), substitute(function, {x: ("dot", row, vector)})):
        raise ProofError("the mean is not that of the function")
    if not means.equal(body, ("*", weight, substitute(function, {x: ("*", length, ("cos", v))}))):
        raise ProofError("the integrand is another one")


def line_mean(step: Inference) -> None:
    """E G(w.u) = (G(d^(1/2) |u|) + G(-d^(1/2) |u|))/2 on the line, where d = 1."""
    _, left, right = compared(step.then, "=")
    row, vector, x, function = _function(step)
    need(step, ("=", "d", 1))
    length: Term = ("*", ("^", "d", HALF), ("^", ("dot", vector, vector), HALF))
    sides = (substitute(function, {x: each}) for each in (length, ("*", -1, length)))
    if random(right) or not Means(step).equal(right, ("*", HALF, ("+", *sides))):
        raise ProofError("the value is another one")
    if not Means(step).equal(mean_of(left), substitute(function, {x: ("dot", row, vector)})):
        raise ProofError("the mean is not that of the function")


def _function(step: Inference) -> tuple[Term, Term, str, Term]:
    """A row of one length, a fixed vector, and a function of their product, continuous as far as it is used."""
    row, vector, x, function = (step.by.get(key) for key in ("row", "vector", "variable", "function"))
    if not isinstance(x, str) or x in step.names or row is None or vector is None or function is None:
        raise ProofError("a row, a vector, a variable of its own and a function of it are needed")
    known_row(row, FIXED_ROWS)
    if ("d", "integer") not in step.context.variables:
        raise ProofError("the context has no dimension d")
    if random(vector) or random(function) or free(function) - {x} - step.names:
        raise ProofError("the vector and the function are not random, and speak of no other variables")
    return row, vector, x, function


def integral_ends(step: Inference) -> None:
    """The integral of a derivative, by the function at both ends."""
    _, left, right = compared(step.then, "=")
    function = step.by.get("function")
    match left:
        case ("integral", str(v), low, high, body) if function is not None and not random(function):
            pass
        case _:
            raise ProofError("an integral and a function are needed")
    if free(function) - {v} - step.names:
        raise ProofError("the function speaks of other variables")
    if v in step.names:
        raise ProofError(f"{v} is also a variable of the step")
    need(step, ("<=", low, high))
    need(step, ("continuous", v, low, high, body))
    ends = [substitute(function, {v: end}) for end in (high, low)]
    if right != ("+", ends[0], ("*", -1, ends[1])):
        raise ProofError("the right side must be the function at the upper end less that at the lower one")
    exponents = frozenset(e[2] for e in subterms(function) if isinstance(e, tuple) and e[0] == "^")
    seen = {
        each for each in exponents if literal(each) is None and v not in free(each) and _from_1(step, each)
    }
    if not algebra(step).equal(body, derivative(function, v, Conditions(), frozenset(seen))):
        raise ProofError("the integrand is not the derivative of the function")


def _from_1(step: Inference, exponent: Term) -> bool:
    """Whether premises say that it is an integer from 1 on."""
    named = isinstance(exponent, str) and exponent in step.integers
    return (named or ("int", exponent) in step.usable) and ("<=", 1, exponent) in step.usable


def integral_linear(step: Inference) -> None:
    """The integral of a combination with coefficients that do not depend on the variable."""
    _, left, right = compared(step.then, "=")
    match left:
        case ("integral", str(v), low, high, body):
            pass
        case _:
            raise ProofError("an integral is needed")
    addends = right[1:] if isinstance(right, tuple) and right[0] == "+" else (right,)
    need(step, ("continuous", *left[1:]))
    total: list[Term] = []
    for each in addends:
        match each:
            case ("*", c, ("integral", w, first, last, part)) if (w, first, last) == (v, low, high):
                if v in free(c):
                    raise ProofError(f"a coefficient speaks of {v}")
                need(step, ("continuous", v, low, high, part))
                total.append(("*", c, part))
            case _:
                raise ProofError("coefficients times integrals between the same ends are needed")
    whole: Term = ("+", *total) if len(total) > 1 else total[0]
    between(step, (v,), (("<=", low, v), ("<=", v, high)), ("=", body, whole))


def integral_positive(step: Inference) -> None:
    """0 < the integral of what is positive between the ends."""
    _, zero, right = compared(step.then, "<")
    match right:
        case ("integral", str(v), low, high, body) if zero == 0:
            need(step, ("continuous", v, low, high, body))
            need(step, ("<", low, high))
            between(step, (v,), (("<", low, v), ("<", v, high)), ("<", 0, body))
        case _:
            raise ProofError("allowed: 0 < an integral")


def between(step: Inference, names: tuple[str, ...], ends: tuple[Term, ...], then: Term) -> None:
    """A premise says so for the local reals of these names between the ends."""
    if step.names & set(names):
        raise ProofError(f"a variable of the step is one of {', '.join(names)}")
    local = (*step.sequent.local, *((v, "real") for v in names))
    where = Sequent(then, local, (*step.sequent.given, *ends))
    if not any(p.then == then and p.sequent.within(where) for p in step.premises):
        raise ProofError(f"no premise says {then} between the ends")


RULES: Mapping[str, Rule] = {
    "continuous": continuous, "polar-mean": polar_mean, "line-mean": line_mean, "integral-ends": integral_ends,
    "integral-linear": integral_linear, "integral-positive": integral_positive,
}  # fmt: skip
