"""Builders of functions: elementary ones, those around Gamma, hypergeometric and Bessel functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.compilation.reading import ANALYTIC, Builder, Compiler, Env, Reading
from rftheory.exact.numerics.bessel_integral import bessel_k
from rftheory.exact.scalars import Ball, ComplexBall, Rational


def _method(name: str) -> Callable[[Compiler, sp.Function], Reading]:
    def builder(compiler: Compiler, node: sp.Function) -> Reading:
        inner = compiler.compile(node.args[0])
        return lambda env: getattr(balls.ball(inner(env)), name)()

    return builder


def _exp(compiler: Compiler, node: sp.Function) -> Reading:
    inner = compiler.compile(node.args[0])

    def exponential(env: Env) -> Scalar:
        value = inner(env)
        return balls.fmpq(1) if isinstance(value, balls.fmpq) and value == 0 else balls.ball(value).exp()

    return exponential


def _log(compiler: Compiler, node: sp.Function) -> Reading:
    inner = compiler.compile(node.args[0])

    def logarithm(env: Env) -> Scalar:
        value: Ball | ComplexBall = balls.ball(inner(env))
        if isinstance(value, balls.arb):
            return balls.acb(value).log() if value < 0 else value.log()
        return value.log(analytic=env.get(ANALYTIC, False))

    return logarithm


def _erfc(compiler: Compiler, node: sp.Function) -> Reading:
    inner = compiler.compile(node.args[0])
    return lambda env: balls.erfc(inner(env))


def _gamma(compiler: Compiler, node: sp.Function) -> Reading:
    inner = compiler.compile(node.args[0])
    return lambda env: balls.gamma(inner(env))


def _factorial(compiler: Compiler, node: sp.Function) -> Reading:
    inner = compiler.compile(node.args[0])
    return lambda env: balls.gamma(inner(env) + balls.fmpq(1))


def _binomial(compiler: Compiler, node: sp.Function) -> Reading:
    return compiler.compile(
        sp.gamma(node.args[0] + 1) / sp.gamma(node.args[1] + 1) / sp.gamma(node.args[0] - node.args[1] + 1)
    )


def _factorial2(compiler: Compiler, node: sp.Function) -> Reading:
    inner = compiler.compile(node.args[0])

    def double_factorial(env: Env) -> Scalar:
        n: Rational = inner(env)
        if n.q != 1 or n < -1:
            return balls.arb("nan")
        odd = n.p % 2 == 1
        half = (n + 1) / 2 if odd else n / 2
        two_power = balls.power(balls.fmpq(2), half)
        if odd:
            return two_power * balls.gamma(half + balls.fmpq(1, 2)) / balls.arb.pi().sqrt()
        return two_power * balls.gamma(half + 1)

    return double_factorial


def _rising(compiler: Compiler, node: sp.Function) -> Reading:
    return compiler.compile(sp.gamma(node.args[0] + node.args[1]) / sp.gamma(node.args[0]))


def _hyper(compiler: Compiler, node: sp.hyper) -> Reading:
    above = [compiler.compile(a) for a in node.ap]
    below = [compiler.compile(b) for b in node.bq]
    inner = compiler.compile(node.argument)
    return lambda env: balls.hypergeometric([a(env) for a in above], [b(env) for b in below], inner(env))


def _bessel(compiler: Compiler, node: sp.Function) -> Reading:
    order, inner = (compiler.compile(a) for a in node.args)
    if isinstance(node, sp.besselk):
        return lambda env: bessel_k(order(env), inner(env))
    kind = node.__class__.__name__[-1]
    return lambda env: balls.bessel(kind, order(env), inner(env))


def _lowergamma(compiler: Compiler, node: sp.Function) -> Reading:
    order, inner = (compiler.compile(a) for a in node.args)
    return lambda env: balls.ball(inner(env)).gamma_lower(balls.ball(order(env)))


def _uppergamma(compiler: Compiler, node: sp.Function) -> Reading:
    order, inner = (compiler.compile(a) for a in node.args)
    return lambda env: balls.ball(inner(env)).gamma_upper(balls.ball(order(env)))


BUILDERS: tuple[tuple[Any, Builder], ...] = (
    (sp.exp, _exp),
    (sp.log, _log),
    (sp.erfc, _erfc),
    (sp.gamma, _gamma),
    (sp.factorial, _factorial),
    (sp.factorial2, _factorial2),
    (sp.binomial, _binomial),
    (sp.RisingFactorial, _rising),
    (sp.hyper, _hyper),
    ((sp.besselj, sp.besseli, sp.besselk), _bessel),
    (sp.lowergamma, _lowergamma),
    (sp.uppergamma, _uppergamma),
    (sp.LambertW, _method("lambertw")),
    *(
        (getattr(sp, name), _method(name))
        for name in ("sin", "cos", "sinh", "cosh", "tanh", "erf", "erfinv", "acos", "asin", "atan")
    ),
)
