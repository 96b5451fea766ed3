"""Facts: exact points, extremes among them, try to falsify every one; false ones are caught."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from flint import acb, arb, ctx, fmpq

from rftheory.proof.facts import FACTS, Fact
from rftheory.proof.terms import INFINITY, Term, literal, substitute

_BITS = 400
_LONG = 150  # addends of a series that are added up, for points where the rest is below 2^-100
_SMALL = [
    Fraction(0),
    Fraction(1),
    Fraction(-1),
    Fraction(1, 2),
    Fraction(-1, 3),
    Fraction(2),
    Fraction(3),
    Fraction(7, 5),
]
_EXTREME = [
    Fraction(10**6),
    Fraction(-(10**6)),
    Fraction(1, 10**9),
    Fraction(-1, 10**9),
    Fraction(80),
    Fraction(-80),
]


class _Beyond(Exception):
    """No enclosure of the term is known at this point."""


def _ball(term: Term, at: Mapping[str, Fraction]) -> Any:
    value = literal(term) if not isinstance(term, str) else at[term]
    if value is not None:
        return arb(fmpq(value.numerator, value.denominator))
    assert isinstance(term, tuple)
    head, *inner = term
    if head == "pi":
        return arb.pi()
    if head == "sum":
        return _series(term, at)
    if head == "hyper":
        upper, lower, z = inner
        return _finite(_ball(z, at).hypgeom([_ball(a, at) for a in upper], [_ball(b, at) for b in lower]))
    balls = [_ball(part, at) for part in inner]
    if head == "arg":
        return arb.atan2(balls[1], balls[0])
    if head in ("normal-real", "normal-imaginary"):
        return _normal(balls, imaginary=head == "normal-imaginary")
    if head == "+":
        return sum(balls[1:], balls[0])
    if head == "*":
        return math.prod(balls[1:], start=balls[0])
    if head == "^":
        base, exponent = balls
        whole = exponent.unique_fmpz()
        if whole is not None:
            return base ** int(whole) if base != 0 or whole >= 0 else _beyond()
        return _finite(base**exponent)
    if head == "abs":
        return abs(balls[0])
    return _finite(getattr(balls[0], head)())


def _normal(balls: list[Any], *, imaginary: bool) -> Any:
    """E exp((a + ib) g^2 + (c + ie) g) by quadrature on [-120, 120]; the rest is below 2^-100 for such a and c."""
    a, b, c, e = balls
    if not (a < 0.45 and all(abs(each) <= 1 for each in balls)):
        raise _Beyond
    curve, slope = acb(a, b) - acb(1) / 2, acb(c, e)
    before, ctx.prec = ctx.prec, 100
    try:
        whole = acb.integral(lambda g, _: ((curve * g + slope) * g).exp(), -120, 120) / (2 * arb.pi()).sqrt()
    finally:
        ctx.prec = before
    return (whole.imag if imaginary else whole.real) + arb(0, arb(2) ** -60)


def _beyond() -> Any:
    raise _Beyond


def _finite(ball: Any) -> Any:
    return ball if ball.is_finite() else _beyond()


def _series(term: tuple[Any, ...], at: Mapping[str, Fraction]) -> Any:
    _, k, low, high, body = term
    if high != INFINITY:
        last = _ball(high, at).unique_fmpz()
        if last is None or last > _LONG:
            raise _Beyond
        return sum((_ball(substitute(body, {k: n}), at) for n in range(low, int(last) + 1)), arb(0))
    if any(abs(value) > 3 for value in at.values()):
        raise _Beyond
    total = sum((_ball(substitute(body, {k: n}), at) for n in range(low, low + _LONG)), arb(0))
    return total + arb(0, arb(2) ** -100 if at.get("t", 0) <= Fraction(1, 2) else 1)


def _holds(proposition: Term, at: Mapping[str, Fraction]) -> bool | None:
    """Whether enclosures show the proposition or its contrary; None where they do neither."""
    assert isinstance(proposition, tuple)
    head, *inner = proposition
    if head in ("or", "and"):
        found = [_holds(part, at) for part in inner]
        decisive = head == "or"
        return decisive if decisive in found else None if None in found else not decisive
    if head == "summable":
        k, low, body = inner
        if any(abs(value) > 3 for value in at.values()) or at.get("t", 0) > Fraction(1, 2):
            return None
        return bool(abs(_ball(substitute(body, {k: low + _LONG}), at)) < arb(2) ** -100)
    left, right = (_ball(side, at) for side in inner)
    gap = right - left
    above, below = bool(gap > 0), bool(gap < 0)
    nothing = bool(gap == 0)
    if head == "<":
        return True if above else False if below or nothing else None
    if head == "<=":
        return True if above or nothing else False if below else None
    if head == "=":
        return False if above or below else True if nothing else None
    return True if above or below else False if nothing else None


def _points(fact: Fact) -> Iterator[dict[str, Fraction]]:
    dice = random.Random(fact.name)
    names = [name for name, _ in fact.variables]
    kinds = [kind for _, kind in fact.variables]
    grid = list(itertools.product(_SMALL + _EXTREME, repeat=len(names)))
    for values in grid if len(grid) < 400 else dice.sample(grid, 400):
        yield dict(zip(names, values, strict=True))
    for _ in range(120):
        yield {name: Fraction(dice.randint(-400, 400), dice.randint(1, 120)) for name in names}
        yield {
            name: Fraction(dice.randint(0, 12), 1 if kind == "integer" else 7)
            for name, kind in zip(names, kinds, strict=True)
        }


def _counterexample(fact: Fact) -> tuple[dict[str, Fraction] | None, int]:
    """A point at which the needs hold and the claim does not, or None; how many points were held against it."""
    tried = 0
    kinds = dict(fact.variables)
    before = ctx.prec
    ctx.prec = _BITS
    try:
        for at in _points(fact):
            if any(kinds[name] == "integer" and value.denominator > 1 for name, value in at.items()):
                continue
            try:
                if not all(_holds(need, at) is True for need in fact.needs):
                    continue
                verdict = _holds(fact.claim, at)
            except (_Beyond, OverflowError, ZeroDivisionError):
                continue
            tried += 1
            if verdict is False:
                return at, tried
    finally:
        ctx.prec = before
    return None, tried


@pytest.mark.parametrize("name", FACTS)
def test_no_point_falsifies_a_fact(name: str) -> None:
    found, tried = _counterexample(FACTS[name])
    assert found is None
    assert tried >= (5 if FACTS[name].variables else 1)


def _without_needs(name: str) -> Fact:
    return replace(FACTS[name], needs=())


def _claiming(name: str, claim: Term) -> Fact:
    return replace(FACTS[name], claim=claim)


@pytest.mark.parametrize(
    "fact",
    [
        _without_needs("exp-tangent-strict"),
        _without_needs("abs-positive"),
        _without_needs("exp-at-most"),
        _without_needs("antisymmetric"),
        _without_needs("trichotomy"),
        _without_needs("sin-positive"),
        _claiming("exp-tangent", ("<=", ("exp", "t"), ("+", 1, "t"))),
        _claiming("log-tangent", ("<=", ("log", "t"), ("+", "t", -2))),
        _claiming("root-nonnegative", ("<", 0, ("^", "b", ("q", 1, 2)))),
        _claiming("gamma-next", ("=", ("gamma", ("+", "t", 1)), ("*", ("+", "t", 1), ("gamma", "t")))),
        _claiming("cos-at-most", ("<", ("cos", "t"), 1)),
        _claiming("cos-pi", ("=", ("cos", ("pi",)), 1)),
        _claiming("exp-series", ("=", ("exp", "t"), ("hyper", (), (1,), "t"))),
        _claiming("cosh-series", ("=", FACTS["cosh-series"].claim[1], ("hyper", (), (("q", 1, 2),), ("^", "t", 2)))),
        _without_needs("arg-acute"),
        _without_needs("arg-at"),
        _without_needs("cos-positive"),
        _claiming("polar-real", ("=", FACTS["polar-imaginary"].claim[1], "p")),
        _claiming("normal-real", ("=", FACTS["normal-real"].claim[1], FACTS["normal-imaginary"].claim[2])),
        _claiming("normal-imaginary", ("=", FACTS["normal-imaginary"].claim[1], FACTS["normal-real"].claim[2])),
        _claiming("binomial-theorem", ("=", FACTS["binomial-theorem"].claim[1], ("sum", "p", 0, "n", 1))),
        _claiming("log-series", ("=", ("log", ("+", 1, "t")), FACTS["log-series"].claim[2])),
        _claiming("kummer-upper", ("=", FACTS["kummer-upper"].claim[1], ("hyper", ("a",), ("b",), "z"))),
        _claiming("bessel-taylor", ("=", ("hyper", (), ("b",), "z"), FACTS["bessel-taylor"].claim[2])),
        _claiming("bessel-next", ("=", FACTS["bessel-next"].claim[1], FACTS["bessel-next"].claim[2][1])),
        _claiming("bessel-zero", ("=", FACTS["bessel-zero"].claim[1], 0)),
        _claiming("bessel-square", ("=", FACTS["bessel-square"].claim[1], ("hyper", (), ("b",), ("*", 2, "z")))),
        _claiming("sin-half-pi", ("=", FACTS["sin-half-pi"].claim[1], 0)),
        _claiming("power-sum", ("=", FACTS["power-sum"].claim[1], ("^", "b", ("*", "m", "n")))),
        _claiming("gamma-convolution", ("=", FACTS["gamma-convolution"].claim[1], ("*", *FACTS["gamma-convolution"].claim[2][1:-1]))),
        replace(FACTS["bessel-taylor-converges"], claim=("summable", "n", 0, ("^", ("+", "n", 1), -1))),
    ],
    ids=lambda fact: fact.name,
)  # fmt: skip
def test_a_false_fact_is_caught(fact: Fact) -> None:
    found, _ = _counterexample(fact)
    assert found is not None


def test_there_are_few_facts_with_references() -> None:
    assert len(FACTS) <= 60
    for name, fact in FACTS.items():
        assert name == fact.name
        assert any(letter.isdigit() for letter in fact.reference) or "definition" in fact.reference
