"""Builders of arithmetic: constants, sums, products, powers, parts, extremes, cases and entries of vectors."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import sympy as sp

from rftheory.errors import InputError
from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.compilation.reading import ANALYTIC, Builder, Compiler, Env, Reading

CONSTANTS = (sp.pi, sp.E)
RELATIONS: dict[type, Callable[[Any, Any], Any]] = {
    sp.Eq: operator.eq,
    sp.Ne: operator.ne,
    sp.StrictLessThan: operator.lt,
    sp.LessThan: operator.le,
    sp.StrictGreaterThan: operator.gt,
    sp.GreaterThan: operator.ge,
}


def _constant(_: Compiler, node: sp.Basic) -> Reading:
    if node is sp.pi:
        return lambda _: balls.arb.pi()
    if node is sp.E:
        return lambda _: balls.arb(1).exp()
    if node is sp.I:
        unit = balls.gauss(0, 1)
        return lambda _: unit
    raise InputError(f"there is no certified reading of the constant {node}")


def _add(compiler: Compiler, node: sp.Add) -> Reading:
    parts = [compiler.compile(a) for a in node.args]

    def add(env: Env) -> Scalar:
        total: Scalar = parts[0](env)
        for part in parts[1:]:
            total = total + part(env)
        return total

    return add


def _mul(compiler: Compiler, node: sp.Mul) -> Reading:
    roots = [a for a in node.args if isinstance(a, sp.Pow) and a.exp in (sp.S.Half, -sp.S.Half)]
    rest = [a for a in node.args if len(roots) < 2 or a not in roots]
    parts = [compiler.compile(a) for a in rest]
    if len(rest) < len(node.args):
        parts.append(_product_of_roots(compiler, roots))

    def multiply(env: Env) -> Scalar:
        total: Scalar = parts[0](env)
        for part in parts[1:]:
            total = total * part(env)
        return total

    return multiply


def _product_of_roots(compiler: Compiler, roots: list[sp.Pow]) -> Reading:
    """sqrt(a) sqrt(b) as sqrt(ab), which may be exact, where a and b are exact and not negative."""
    inner = [compiler.compile(root.base) for root in roots]
    exponents = [balls.fmpq(1, 2) if root.exp > 0 else balls.fmpq(-1, 2) for root in roots]

    def multiply(env: Env) -> Scalar:
        bases = [base(env) for base in inner]
        if all(isinstance(base, balls.fmpq) and base >= 0 for base in bases):
            joined = balls.fmpq(1)
            for base, exponent in zip(bases, exponents, strict=True):
                joined = joined * balls.power(base, 2 * exponent)
            return balls.power(joined, balls.fmpq(1, 2))
        total: Scalar = balls.fmpq(1)
        for base, exponent in zip(bases, exponents, strict=True):
            total = total * balls.power(base, exponent, env.get(ANALYTIC, False))
        return total

    return multiply


def _pow(compiler: Compiler, node: sp.Pow) -> Reading:
    base, exponent = node.base, node.exp
    if exponent == -1 and isinstance(base, (sp.gamma, sp.factorial)):
        shift = balls.fmpq(1 if isinstance(base, sp.factorial) else 0)
        inner = compiler.compile(base.args[0])
        return lambda env: balls.reciprocal_gamma(inner(env) + shift)
    if isinstance(base, sp.Abs) and exponent.is_Integer and exponent % 2 == 0:
        argument, half = compiler.compile(base.args[0]), balls.fmpq(int(exponent) // 2)
        return lambda env: balls.power(balls.squared_modulus(argument(env)), half)
    low, high = compiler.compile(base), compiler.compile(exponent)
    return lambda env: balls.power(low(env), high(env), env.get(ANALYTIC, False))


def _abs(compiler: Compiler, node: sp.Function) -> Reading:
    inner = compiler.compile(node.args[0])
    return lambda env: abs(inner(env))


def _conjugate(compiler: Compiler, node: sp.Function) -> Reading:
    inner = compiler.compile(node.args[0])

    def conjugate(env: Env) -> Scalar:
        re, im = balls.parts(inner(env))
        return re + balls.gauss(0, -1) * im

    return conjugate


def _delta(compiler: Compiler, node: sp.Function) -> Reading:
    left, right = (compiler.compile(a) for a in node.args)
    return lambda env: balls.fmpq(int(left(env) == right(env)))


def _maximum(compiler: Compiler, node: sp.Function) -> Reading:
    parts = [compiler.compile(a) for a in node.args]
    largest = isinstance(node, sp.Max)

    def extreme(env: Env) -> Scalar:
        total = balls.ball(parts[0](env))
        for part in parts[1:]:
            other = balls.ball(part(env))
            total = total.max(other) if largest else total.min(other)
        return total

    return extreme


def _piecewise(compiler: Compiler, node: sp.Piecewise) -> Reading:
    branches = [(compiler.compile(value), _condition(compiler, test)) for value, test in node.args]

    def select(env: Env) -> Any:
        for value, test in branches:
            if test(env):
                return value(env)
        return balls.arb("nan")

    return select


def _indexed(compiler: Compiler, node: sp.Indexed) -> Reading:
    name = str(node.base)
    indices = [compiler.compile(i) for i in node.indices]

    def look_up(env: Env) -> Any:
        value = env[name]
        for index in indices:
            value = value[int(index(env).p)]
        return value

    return look_up


def _part(index: int) -> Callable[[Compiler, sp.Function], Reading]:
    """The real (0) or imaginary (1) part of the argument."""

    def builder(compiler: Compiler, node: sp.Function) -> Reading:
        inner = compiler.compile(node.args[0])
        return lambda env: balls.parts(inner(env))[index]

    return builder


def _condition(compiler: Compiler, test: sp.Basic) -> Callable[[Env], bool]:
    if test is sp.true or test is True:
        return lambda _: True
    left, right = compiler.compile(test.lhs), compiler.compile(test.rhs)
    compare = RELATIONS[type(test)]
    return lambda env: bool(compare(left(env), right(env)))


BUILDERS: tuple[tuple[Any, Builder], ...] = (
    (sp.NumberSymbol, _constant),
    (type(sp.I), _constant),
    (sp.Add, _add),
    (sp.Mul, _mul),
    (sp.Pow, _pow),
    (sp.Abs, _abs),
    (sp.re, _part(0)),
    (sp.im, _part(1)),
    (sp.conjugate, _conjugate),
    ((sp.Max, sp.Min), _maximum),
    (sp.KroneckerDelta, _delta),
    (sp.Piecewise, _piecewise),
    (sp.Indexed, _indexed),
)
