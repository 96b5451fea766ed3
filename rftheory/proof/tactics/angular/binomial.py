"""Means of squares under the binomial law: sums over k of a polynomial in k times C(n, k) p^k (1 - p)^(n - k)."""

from __future__ import annotations

from rftheory.proof.facts import FACTS
from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.gaussian import chained
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.terms import ProofError, Term, compound, substitute

_NAMES = ("binomial-total", "binomial-mean", "binomial-square")
_INVERSE: Term = ("^", "n", -1)
_MOMENTS: tuple[tuple[Term, Term, Term], ...] = (
    (0, _INVERSE, 0),
    (0, 0, ("^", "n", -2)),
    (1, ("*", -2, _INVERSE), ("^", "n", -2)),
    (0, _INVERSE, ("*", -1, ("^", "n", -2))),
)
"""Coefficients of 1, k and k^2 in k/n, (k/n)^2, (1 - k/n)^2 and k/n (1 - k/n)."""


def closed(prover: Prover, total: Term, chance: Term) -> Theorem:
    """The sum over 0 <= k <= n of one of these, at p = `chance`, in closed form."""
    _, k, low, high, body = compound(total)
    if (k, low, high) != ("k", 0, "n"):
        raise ProofError("a sum over 0 <= k <= n is needed")
    inside = prover.within(("k", "integer"), given=(("<=", 0, "k"), ("<=", "k", "n")))
    for place in (("+", "k", 1), ("+", "n", ("*", -1, "k"), 1)):
        inside.add(inside.fact("gamma-positive", t=place))
    known = [prover.fact(name, n="n", p=chance) for name in _NAMES]
    bodies = [substitute(compound(compound(FACTS[name].claim)[1])[4], {"p": chance}) for name in _NAMES]
    for moment in _MOMENTS:
        pieces = [(c, b, f) for c, b, f in zip(moment, bodies, known, strict=True) if c != 0]
        scaled: list[Term] = [("*", c, b) for c, b, _ in pieces]
        whole = _added(scaled)
        try:
            same = inside.equal(body, ("*", 1, whole))
        except ProofError:
            continue
        first = prover.infer("sum-scale", ("=", total, ("*", 1, _sum(whole))), [same])
        return chained(prover, chained(prover, first, _apart(prover, scaled)), *_each(prover, inside, pieces))
    raise ProofError("no moment of the binomial law")


def _sum(body: Term) -> Term:
    return ("sum", "k", 0, "n", body)


def _added(terms: list[Term]) -> Term:
    """t1 + (t2 + ...)."""
    return terms[0] if len(terms) == 1 else ("+", terms[0], _added(terms[1:]))


def _apart(prover: Prover, terms: list[Term]) -> Theorem:
    """The sum of them = the sum of their sums."""
    if len(terms) == 1:
        return prover.equal(_sum(terms[0]), _sum(terms[0]))
    rest = _added(terms[1:])
    both: Term = ("+", _sum(terms[0]), _sum(rest))
    first = prover.infer("sum-add", ("=", _sum(("+", terms[0], rest)), both))
    return chained(prover, first, _apart(prover, terms[1:]))


def _each(prover: Prover, inside: Prover, pieces: list[tuple[Term, Term, Theorem]]) -> list[Theorem]:
    found = []
    for c, body, fact in pieces:
        scaled: Term = ("*", c, body)
        same = inside.equal(scaled, scaled)
        first = prover.infer("sum-scale", ("=", _sum(scaled), ("*", c, _sum(body))), [same])
        found.append(chained(prover, first, fact))
    return found
