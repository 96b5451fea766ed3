"""The compiler: numbers, symbols and ball functions by itself, every other kind of node by its builder."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sympy as sp

from rftheory.errors import InputError, shorten
from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.compilation import arithmetic, functions, sums
from rftheory.exact.compilation.keeping import keeping, worth_keeping
from rftheory.exact.compilation.reading import Env, Reading
from rftheory.exact.functions.ball_function import BallFunction

BUILDERS = (*arithmetic.BUILDERS, *functions.BUILDERS, *sums.BUILDERS)


def compile_ball(expression: sp.Expr, majorants: Mapping[sp.Symbol, sp.Expr] | None = None) -> Reading:
    """A function of an environment {name: exact rational, ball or vector} returning an enclosure.

    `majorants` maps the index of an infinite sum whose terms are not hypergeometric to a hypergeometric
    bound of |term|, from which the tail is bounded.
    """
    return _Compiler(dict(majorants or {})).compile(expression)


class _Compiler:
    def __init__(
        self, majorants: dict[sp.Symbol, sp.Expr], kept: Mapping[sp.Basic, str] | None = None
    ) -> None:
        self.majorants = majorants
        self.memo: dict[sp.Basic, Reading] = {}
        self.kept = kept or {}

    def compile(self, node: sp.Basic) -> Reading:
        if node not in self.memo:
            reading = self._build(node)
            where = self.kept.get(node)
            self.memo[node] = reading if where is None else keeping(reading, where, len(self.memo))
        return self.memo[node]

    def along(self, integrand: sp.Basic, variable: sp.Symbol) -> _Compiler:
        return _Compiler(self.majorants, worth_keeping(integrand, variable))

    def _build(self, node: sp.Basic) -> Reading:
        if isinstance(node, sp.Rational):
            value = balls.fmpq(int(node.p), int(node.q))
            return lambda _: value
        if isinstance(node, (sp.Symbol, sp.IndexedBase)):
            name = str(node)
            return lambda env: env[name]
        if isinstance(node, BallFunction):
            arguments = [self.compile(a) for a in node.args]
            return _of_finite(type(node).ball, arguments)
        for kind, builder in BUILDERS:
            if isinstance(node, kind):
                return builder(self, node)
        raise InputError(f"there is no certified reading of {type(node).__name__}: {shorten(str(node))}")


def _of_finite(rule: Callable[..., Scalar], arguments: list[Reading]) -> Reading:
    """The function of the arguments' values; of a pole it has none, and its series would never end."""

    def reading(env: Env) -> Scalar:
        values = [argument(env) for argument in arguments]
        if all(isinstance(value, (list, tuple)) or balls.is_finite(value) for value in values):
            balls.spend()
            return rule(*values)
        return balls.arb("nan")

    return reading
