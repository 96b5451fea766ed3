"""Builders of sums, products and integrals: finite ones term by term, infinite ones with a proved tail."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from rftheory.errors import InputError, PrecisionError, shorten
from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.compilation.reading import ANALYTIC, HERE, Builder, Compiler, Env, Reading
from rftheory.exact.compilation.steep import Steep
from rftheory.exact.scalars import Ball, ComplexBall, Rational, Real
from rftheory.exact.series import Hypergeometric, NotHypergeometric, decompose, ratio_of

_MAX_TERMS = 200_000  # some seconds at usual precisions: a longer sum is refused rather than waited for


def _sum(compiler: Compiler, node: sp.Sum) -> Reading:
    term: sp.Basic = node.function
    for limit in node.limits[:-1]:
        term = sp.Sum(term, limit)
    index, start, stop = node.limits[-1]
    if stop != sp.oo:
        return _finite_sum(compiler, term, index, start, stop)
    try:
        parts = [_hypergeometric(compiler, p) for p in decompose(term, index, start)]
    except NotHypergeometric:
        return _bounded_sum(compiler, term, index, start)
    return lambda env: _total(part(env) for part in parts)


def _finite_sum(
    compiler: Compiler, term: sp.Basic, index: sp.Symbol, start: sp.Expr, stop: sp.Expr
) -> Reading:
    compiler.binds(str(index))
    body, first, last, name = (
        compiler.compile(term),
        compiler.compile(start),
        compiler.compile(stop),
        str(index),
    )

    def add_up(env: Env) -> Scalar:
        scope = dict(env)
        total: Scalar = balls.fmpq(0)
        for k in _span(first(env), last(env)):
            scope[name], scope[HERE] = balls.fmpq(k), {}
            balls.spend()
            total = total + body(scope)
        return total

    return add_up


def _product(compiler: Compiler, node: sp.Product) -> Reading:
    ((index, start, stop),) = node.limits
    compiler.binds(str(index))
    body, first, last, name = (
        compiler.compile(node.function),
        compiler.compile(start),
        compiler.compile(stop),
        str(index),
    )

    def multiply_up(env: Env) -> Scalar:
        scope = dict(env)
        total: Scalar = balls.fmpq(1)
        for k in _span(first(env), last(env)):
            scope[name], scope[HERE] = balls.fmpq(k), {}
            total = total * body(scope)
        return total

    return multiply_up


def _hypergeometric(compiler: Compiler, part: Hypergeometric) -> Reading:
    head = _finite_sum(compiler, part.term, part.index, part.start, part.offset - 1)
    leading = compiler.compile(part.term.subs(part.index, part.offset))
    above = [compiler.compile(a) for a in part.above]
    below = [compiler.compile(b) for b in part.below]
    inner = compiler.compile(part.argument)

    def add_up(env: Env) -> Scalar:
        first: Scalar = leading(env)
        value: Scalar = balls.hypergeometric([a(env) for a in above], [b(env) for b in below], inner(env))
        total: Scalar = head(env) + first * value
        return total

    return add_up


def _bounded_sum(compiler: Compiler, term: sp.Basic, index: sp.Symbol, start: sp.Expr) -> Reading:
    if index not in compiler.majorants:
        raise InputError(f"no tail bound is known for the infinite sum over {index} of {shorten(str(term))}")
    compiler.binds(str(index))
    bound = compiler.majorants[index]
    ratio = ratio_of(bound, index)
    body, cap, argument = compiler.compile(term), compiler.compile(bound), compiler.compile(ratio.argument)
    above = [compiler.compile(a) for a in ratio.above]
    below = [compiler.compile(b) for b in ratio.below]
    first, name = compiler.compile(start), str(index)

    def add_up(env: Env) -> Scalar:
        scope = dict(env)
        total: Real = balls.fmpq(0)
        z, tops, lows = abs(argument(env)), [a(env) for a in above], [b(env) for b in below]
        origin = int(first(env).p)
        for k in range(origin, origin + _MAX_TERMS):
            scope[name], scope[HERE] = balls.fmpq(k), {}
            balls.spend()
            if (k - origin) % 8 == 0:
                tail = _tail(cap, scope, z, tops, lows, k)
                if tail is not None and _negligible(tail, balls.ball(total)):
                    return balls.ball(total) + balls.arb(0, tail.upper())
            term_value = body(scope)
            if not balls.is_finite(term_value):
                return balls.arb("nan")
            total = total + term_value
        raise PrecisionError(f"a series needs more than {_MAX_TERMS} terms")

    return add_up


def _integral(compiler: Compiler, node: sp.Integral) -> Reading:
    integrand: sp.Basic = node.function
    for limit in node.limits[:-1]:
        integrand = sp.Integral(integrand, limit)
    variable, low, high = node.limits[-1]
    compiler.binds(str(variable))
    body, lower, upper, name = (
        compiler.compile(integrand),
        compiler.compile(low),
        compiler.compile(high),
        str(variable),
    )
    real = not integrand.has(sp.I)
    steep = Steep(compiler, integrand, variable, body)

    def integrate(env: Env) -> Scalar:
        scope, large = dict(env), real and steep.suits(env)

        def at(x: ComplexBall, analytic: bool) -> Real | ComplexBall:
            scope[name], scope[HERE] = x, {}
            scope[ANALYTIC] = analytic
            value: Real | ComplexBall = steep.at(scope, x) if large else body(scope)
            return value

        return balls.integrate(at, lower(env), upper(env), real)

    return integrate


def _tail(
    cap: Reading, scope: Env, z: Real, tops: list[Rational], lows: list[Rational], k: int
) -> Ball | None:
    """Upper bound of sum_{j >= k} bound(j) by a geometric series, or None when the ratio is not yet below 1."""
    q = balls.ball(z)
    pairs = min(len(tops), len(lows))
    for a, b in zip(tops[:pairs], lows[:pairs], strict=True):
        q = q * balls.ball(max(balls.fmpq(1), (k + a) / (k + b)))
    for b in lows[pairs:]:
        q = q / balls.ball(k + b)
    if len(tops) > pairs or any(not k + b > 0 for b in lows) or any(not k + a >= 0 for a in tops):
        return None
    if not q < 1:
        return None
    return abs(balls.ball(cap(scope))) / (1 - q)


def _negligible(tail: Ball, total: Ball) -> bool:
    """True when the tail is below the working precision, or below the radius that the sum already has."""
    return bool(tail <= abs(total) * balls.arb(2) ** (-balls.precision()) or tail <= total.rad())


def _span(first: Rational, last: Rational) -> range:
    """The indices of a finite sum or product, or PrecisionError where they are too many to go through."""
    found = range(int(first.p), int(last.p) + 1)
    if found.stop - found.start > _MAX_TERMS:
        raise PrecisionError(f"a finite sum or product of more than {_MAX_TERMS} terms")
    return found


def _total(values: Iterable[Scalar]) -> Scalar:
    result: Scalar = balls.fmpq(0)
    for value in values:
        result = result + value
    return result


BUILDERS: tuple[tuple[Any, Builder], ...] = (
    (sp.Sum, _sum),
    (sp.Product, _product),
    (sp.Integral, _integral),
)
