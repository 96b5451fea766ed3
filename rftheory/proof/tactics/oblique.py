"""The moments of Q = p + q + 2c sqrt(p q): E Q^k by the binomial theorem, for the conformity of rows that are oblique.

E Q^k = C_k U_k with C_k = k! 2^k Gamma(d + k) 2^(1-d) sqrt(pi)/Gamma(d/2)^2 and
U_k = sum over p <= k of c^p Gamma((d + p)/2)/((k - p)! p! Gamma((d + p + 1)/2)).
"""

from __future__ import annotations

from typing import Protocol

from rftheory.proof.kernel import Theorem
from rftheory.proof.tactics.conformity import HALF, K, P, Q, root, with_rows
from rftheory.proof.tactics.entries import multiple
from rftheory.proof.tactics.gaussian import chained
from rftheory.proof.tactics.moves import instance
from rftheory.proof.tactics.prover import Prover
from rftheory.proof.tactics.series import power_of_product
from rftheory.proof.terms import Term, compound, free

_J = "p"
_TOTAL: Term = ("+", P, Q)
_REST: Term = ("+", K, ("*", -1, _J))
_SHARE: Term = ("*", HALF, _J)
_BOTH: Term = ("*", ("^", _TOTAL, _REST), ("^", ("*", P, Q), _SHARE))
_D: Term = ("*", "d", HALF)


class AnyPair(Protocol):
    """A pair of rows: its cosine, |w_1 + w_2|^2 by the lengths, what is known of these, and a prover for every k >= 0."""

    cosine: Term
    base: Term
    known: dict[str, Theorem]

    @property
    def running(self) -> Prover: ...


def summand(cosine: Term) -> Term:
    """The terms of U_k, as Theorem 4.3 of simrf writes them."""
    return (
        "*", ("^", cosine, _J), ("^", ("gamma", ("+", K, 1, ("*", _J, -1))), -1), ("^", ("gamma", ("+", _J, 1)), -1),
        ("^", ("gamma", ("+", _D, ("*", _J, HALF), HALF)), -1), ("gamma", ("+", _D, ("*", _J, HALF))),
    )  # fmt: skip


CONSTANT: Term = (
    "*", ("gamma", ("+", K, 1)), ("^", 2, K), ("gamma", ("+", "d", K)), ("^", 2, ("+", 1, ("*", -1, "d"))),
    ("^", ("pi",), HALF), ("^", ("gamma", _D), -2),
)  # fmt: skip


def moment(pair: AnyPair) -> Theorem:
    """E Q^k = C_k U_k for the local k >= 0."""
    prover = with_rows(pair.running, _TOTAL)
    prover.add(pair.known["root"])
    inner = prover.within((_J, "integer"), given=(("<=", 0, _J), ("<=", _J, K)))
    expanded, coefficient = _expanded(prover, inner, pair)
    power: Term = ("E", ("^", pair.base, K))
    shown = prover.replaced(("=", power, ("E", compound(expanded.then)[2])), expanded)
    body = compound(compound(expanded.then)[2])[4]
    exists = _integrable(inner, body)
    total: Term = ("sum", _J, 0, K, ("E", body))
    apart = prover.infer("mean-sum", ("=", ("E", compound(expanded.then)[2]), total), [exists])
    term = _term(inner, body, coefficient, pair.cosine)
    value = compound(term.then)[2]
    valued = prover.replaced(("=", compound(apart.then)[1], ("sum", _J, 0, K, value)), term, of=apart)
    plain = summand(pair.cosine)
    scaled = prover.infer(
        "sum-scale",
        ("=", ("sum", _J, 0, K, value), ("*", CONSTANT, ("sum", _J, 0, K, plain))),
        [inner.infer("ring", ("=", value, ("*", CONSTANT, plain)))],
    )
    return chained(prover, chained(prover, shown, valued), scaled)


def _expanded(prover: Prover, inner: Prover, pair: AnyPair) -> tuple[Theorem, Term]:
    """Q^k as a sum of coefficient times (p + q)^(k-p) (p q)^(p/2), with the coefficient."""
    slope: Term = ("*", 2, pair.cosine)
    other: Term = ("*", slope, root(P, Q))
    same = prover.equal(pair.base, ("+", _TOTAL, other))
    binomial = prover.fact("binomial-theorem", a=_TOTAL, b=other, n=K)
    _, _, series = compound(binomial.then)
    first = prover.replaced(("=", ("^", pair.base, K), series), same, of=binomial)
    choose = compound(series)[4][1]
    coefficient: Term = ("*", choose, ("^", slope, _J))
    power = _power(inner, slope)
    _, along, _ = compound(compound(series)[4])[1:]
    del along
    body: Term = ("*", coefficient, _BOTH)
    plain = inner.combine(
        ("=", compound(series)[4], body), [multiple(("*", choose, ("^", _TOTAL, _REST)), 0)], [power]
    )
    return prover.replaced(("=", ("^", pair.base, K), ("sum", _J, 0, K, body)), plain, of=first), coefficient


def _power(inner: Prover, slope: Term) -> Theorem:
    """(2c sqrt(p q))^p = (2c)^p (p q)^(p/2)."""
    r = root(P, Q)
    local = _before(inner).within(("r", "real"))
    apart = instance(inner, power_of_product(local, _J, slope, "r"), {"r": r})
    product_: Term = ("*", P, Q)
    inner = inner.within()
    inner.add(inner.show(("<", 0, product_)))
    half: Term = ("*", HALF, ("log", product_))
    log = inner.replaced(("=", ("log", r), ("log", ("exp", half))), inner.equal(r, ("exp", half)))
    plain = inner.through(log, inner.equal(("log", ("exp", half)), half), proposition=("=", ("log", r), half))
    as_exp = inner.equal(("^", r, _J), ("exp", ("*", _J, ("log", r))))
    moved = inner.replaced(("=", ("^", r, _J), ("exp", ("*", _J, half))), plain, of=as_exp)
    root_power = inner.through(
        moved,
        inner.equal(("exp", ("*", _J, half)), ("^", product_, _SHARE)),
        proposition=("=", ("^", r, _J), ("^", product_, _SHARE)),
    )
    left = compound(apart.then)[1]
    return inner.combine(
        ("=", left, ("*", ("^", slope, _J), ("^", product_, _SHARE))),
        [multiple(1, 0), multiple(("^", slope, _J), 1)],
        [apart, root_power],
    )


def _before(inner: Prover) -> Prover:
    """The prover before k and p were named."""
    local = tuple(pair for pair in inner.local if pair[0] not in (K, _J))
    return Prover(inner.context, local, tuple(h for h in inner.hypotheses if not free(h) & {K, _J}))


def _integrable(inner: Prover, body: Term) -> Theorem:
    needs = [inner.show(("<=", 0, _REST)), inner.show(("<=", 0, _SHARE)), inner.show(("<", 0, "d"))]
    both = inner.infer("mixed-integrable", ("integrable", _BOTH), needs)
    return inner.multiple_exists(body, both)


def _term(inner: Prover, body: Term, coefficient: Term, cosine: Term) -> Theorem:
    """E of a term of the sum = C_k times the term of U_k."""
    needs = [inner.show(("<=", 0, _REST)), inner.show(("<=", 0, _SHARE)), inner.show(("<", 0, "d"))]
    both = inner.infer("mixed-integrable", ("integrable", _BOTH), needs)
    out = inner.infer(
        "mean-linear", ("=", ("E", body), ("*", coefficient, ("E", _BOTH))), [both, *inner.conditions(body)]
    )
    twice, half = ("*", 2, _SHARE), ("*", HALF, "d")
    value: Term = (
        "*", ("^", 2, ("+", _REST, twice)), ("gamma", ("+", "d", _REST, twice)), ("^", ("gamma", ("+", "d", twice)), -1),
        ("^", ("gamma", ("+", half, _SHARE)), 2), ("^", ("gamma", half), -2),
    )  # fmt: skip
    mixed = inner.infer("mixed-lengths", ("=", ("E", _BOTH), value), needs)
    local = chained(inner, out, mixed)
    t: Term = ("+", _D, ("*", _J, HALF))
    duplication = inner.fact("gamma-duplication", [inner.show(("<", 0, t))], t=t)
    slopes = power_of_product(_before(inner), _J, 2, cosine)
    target: Term = ("*", CONSTANT, summand(cosine))
    left = compound(local.then)[2]
    doubled: Term = ("gamma", ("+", "d", twice))
    signs = [
        inner.show(("<", 0, each))
        for each in (t, ("+", t, HALF), ("gamma", t), ("gamma", ("+", t, HALF)), ("+", "d", twice), doubled)
    ]
    times: Term = (
        "*", compound(coefficient)[1], ("^", compound(coefficient)[2][1], _J), ("^", 2, ("+", _REST, twice)),
        ("gamma", ("+", "d", _REST, twice)), ("gamma", t), ("^", ("gamma", half), -2),
        ("^", ("*", doubled, ("gamma", ("+", t, HALF))), -1),
    )  # fmt: skip
    rest: Term = (
        "*", compound(coefficient)[1], ("^", 2, _REST), ("^", 2, ("+", 1, ("*", -1, "d"))), ("^", ("pi",), HALF),
        ("gamma", ("+", "d", _REST, twice)), ("gamma", t), ("^", ("gamma", half), -2),
        ("^", ("gamma", ("+", t, HALF)), -1),
    )  # fmt: skip
    entries = [multiple(times, 0), multiple(rest, 1)]
    prover = inner.within()
    for each in signs:
        prover.add(each)
    return prover.through(
        local,
        prover.combine(("=", left, target), entries, [duplication, slopes, *signs]),
        proposition=("=", ("E", body), target),
    )
