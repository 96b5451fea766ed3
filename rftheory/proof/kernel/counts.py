"""Rows of counts: independent coordinates of a Poisson or geometric law, and means of products over them."""

from __future__ import annotations

from collections.abc import Mapping

from rftheory.proof.kernel.expectation import mean_of
from rftheory.proof.kernel.rules import Rule, compared, need
from rftheory.proof.kernel.theorem import Inference, Sequent
from rftheory.proof.terms import INFINITY, ProofError, Term, exchanged, free, random, subterms

_PLAIN = ("+", "*", "^", "q", "pi", "exp", "log", "cos", "sin", "abs", "gamma", "entry", "count", "name")


def mass(law: str, t: Term, k: Term) -> Term:
    """The probability of k."""
    if law == "poisson":
        return ("*", ("exp", ("*", -1, t)), ("^", t, k), ("^", ("gamma", ("+", k, 1)), -1))
    if law == "geometric":
        return ("*", t, ("^", ("+", 1, ("*", -1, t)), k))
    raise ProofError(f"no law of counts is called {law}")


def counts_mean(step: Inference) -> None:
    """E of a power of a product over the coordinates is the product of the series of each."""
    _, left, right = compared(step.then, "=")
    match right:
        case ("prod", str(), _, _, ("sum", str(k), 0, ("oo",), _)):
            pass
        case _:
            raise ProofError("a product of series from 0 is needed")
    l, low, high, term = _each(step, mean_of(left), k)
    if right != ("prod", l, low, high, ("sum", k, 0, INFINITY, term)):
        raise ProofError(f"the terms of the series are {term}")


def counts_integrable(step: Inference) -> None:
    """The same power has a mean."""
    k = step.by.get("index")
    if not (isinstance(step.then, tuple) and step.then[0] == "integrable" and isinstance(k, str)):
        raise ProofError("allowed: integrable, with an index")
    _each(step, step.then[1], k)


def _each(step: Inference, power: Term, k: str) -> tuple[str, Term, Term, Term]:
    """Coordinate, ends, and the terms of the series of a coordinate, which a premise says to converge absolutely."""
    match power:
        case ("^", ("prod", str(l), low, high, body), int(q)) if q >= 1 and high != INFINITY:
            pass
        case _:
            raise ProofError(f"a power of a finite product is needed, not {power}")
    found = {each for each in subterms(body) if isinstance(each, tuple) and each[0] == "count"}
    if len(found) != 1 or any(isinstance(e, tuple) and e[0] not in _PLAIN for e in subterms(body)):
        raise ProofError("a plain function of one count is needed")
    (count,) = found
    match count:
        case ("count", ("name", str(law)), t, int(i), place) if place == l and i >= 1:
            pass
        case _:
            raise ProofError(f"not the count of the coordinate {l}: {count}")
    if l == k or {l, k} & step.names or k in free(body) or l in free(t) or any(map(random, (t, low, high))):
        raise ProofError("an index with another meaning, or an end or parameter that is random or moves")
    need(step, ("<", 0, t))
    if law == "geometric":
        need(step, ("<", t, 1))
    value = exchanged(body, {count: k})
    if random(value):
        raise ProofError("something random besides the count")
    term: Term = ("*", mass(law, t, k), ("^", value, q))
    ends: tuple[Term, ...] = (("<=", low, l), ("<=", l, high))
    where = Sequent(step.then, (*step.sequent.local, (l, "integer")), (*step.sequent.given, *ends))
    wanted: Term = ("summable", k, 0, term)
    if not any(each.then == wanted and each.sequent.within(where) for each in step.premises):
        raise ProofError(f"no premise says {wanted} at every coordinate")
    return l, low, high, term


RULES: Mapping[str, Rule] = {"counts-mean": counts_mean, "counts-integrable": counts_integrable}
