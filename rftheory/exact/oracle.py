"""The independent oracle: a SymPy expression read by plain mpmath, sums term by term."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import sympy as sp

from rftheory.domain import ComplexRational, Point
from rftheory.exact.functions.ball_function import BallFunction
from rftheory.exact.scalars import MpNumber


def evaluate_plainly(expression: sp.Expr, point: Point, digits: int = 30) -> MpNumber:
    """`expression` at `point` in a private mpmath context; series are summed literally, integrals by quadrature."""
    context = mpmath.MPContext()
    context.dps = digits + 15
    scope: dict[str, Any] = {}
    for value in point.values():
        if isinstance(value, tuple):
            nested = not isinstance(value[0], Fraction)
            scope.update({"m": len(value), "d": len(value[0])} if nested else {"d": len(value)})  # type: ignore[arg-type]
    scope.update({name: _convert(context, value) for name, value in point.items()})
    found: MpNumber = _Reader(context).read(expression, scope)
    return found


def _convert(ctx: Any, value: Any) -> Any:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else ctx.mpf(value.numerator) / value.denominator
    if isinstance(value, ComplexRational):
        return ctx.mpc(_convert(ctx, value.re), _convert(ctx, value.im))
    return [_convert(ctx, entry) for entry in value]


class _Reader:
    def __init__(self, ctx: Any) -> None:
        self.ctx = ctx
        c = ctx
        self.functions: dict[type, Callable[..., Any]] = {
            sp.exp: c.exp, sp.log: c.log, sp.sin: c.sin, sp.cos: c.cos, sp.sinh: c.sinh, sp.cosh: c.cosh,
            sp.tanh: c.tanh, sp.erf: c.erf, sp.erfc: c.erfc, sp.acos: c.acos, sp.asin: c.asin, sp.atan: c.atan,
            sp.gamma: c.gamma, sp.factorial: c.factorial, sp.factorial2: c.fac2, sp.binomial: c.binomial,
            sp.RisingFactorial: c.rf, sp.besselj: c.besselj, sp.besseli: c.besseli, sp.besselk: c.besselk, sp.Abs: abs,
            sp.re: c.re, sp.im: c.im, sp.conjugate: c.conj, sp.Max: max, sp.Min: min, sp.KroneckerDelta: lambda a, b: int(a == b), sp.lowergamma: lambda a, z: c.gammainc(a, 0, z),
            sp.uppergamma: lambda a, z: c.gammainc(a, z),
        }  # fmt: skip

    def read(self, node: Any, scope: dict[str, Any]) -> Any:
        ctx = self.ctx
        if isinstance(node, sp.Integer):
            return int(node)
        if isinstance(node, sp.Rational):
            return ctx.mpf(int(node.p)) / int(node.q)
        if isinstance(node, (sp.Symbol, sp.IndexedBase)):
            return scope[str(node)]
        if node is sp.pi or node is sp.E:
            return +ctx.pi if node is sp.pi else +ctx.e
        if node is sp.I:
            return ctx.mpc(0, 1)
        if isinstance(node, sp.Add):
            return ctx.fsum(self.read(a, scope) for a in node.args)
        if isinstance(node, sp.Mul):
            return ctx.fprod(self.read(a, scope) for a in node.args)
        if isinstance(node, sp.Pow):
            return self._power(node, scope)
        if isinstance(node, BallFunction):
            return type(node).oracle(ctx, *[self.read(a, scope) for a in node.args])
        if isinstance(node, sp.hyper):
            above = [self.read(a, scope) for a in node.ap]
            below = [self.read(b, scope) for b in node.bq]
            return ctx.hyper(above, below, self.read(node.argument, scope))
        if isinstance(node, sp.Sum):
            return self._sum(node, scope)
        if isinstance(node, sp.Product):
            ((index, low, high),) = node.limits
            span = range(int(self.read(low, scope)), int(self.read(high, scope)) + 1)
            return ctx.fprod(self.read(node.function, {**scope, str(index): k}) for k in span)
        if isinstance(node, sp.Integral):
            return self._integral(node, scope)
        if isinstance(node, sp.Indexed):
            value = scope[str(node.base)]
            for index in node.indices:
                value = value[int(self.read(index, scope))]
            return value
        if isinstance(node, sp.Piecewise):
            return self._piecewise(node, scope)
        return self.functions[type(node)](*[self.read(a, scope) for a in node.args])

    def _power(self, node: sp.Pow, scope: dict[str, Any]) -> Any:
        base, exponent = self.read(node.base, scope), self.read(node.exp, scope)
        if isinstance(exponent, int) and exponent < 0:
            return 1 / self.ctx.mpf(base) ** -exponent if isinstance(base, int) else 1 / base**-exponent
        return self.ctx.power(base, exponent)

    def _sum(self, node: sp.Sum, scope: dict[str, Any]) -> Any:
        term: Any = node.function
        for limit in node.limits[:-1]:
            term = sp.Sum(term, limit)
        index, low, high = node.limits[-1]
        start = int(self.read(low, scope))
        if high != sp.oo:
            stop = int(self.read(high, scope))
            return self.ctx.fsum(self.read(term, {**scope, str(index): k}) for k in range(start, stop + 1))
        total, quiet, k = self.ctx.mpf(0), 0, start
        while quiet < 6:
            value = self.read(term, {**scope, str(index): k})
            total += value
            quiet = quiet + 1 if abs(value) <= self.ctx.eps * abs(total) else 0
            k += 1
            if k - start > 20_000:
                raise ArithmeticError("the plain sum does not settle")
        return total

    def _integral(self, node: sp.Integral, scope: dict[str, Any]) -> Any:
        integrand: Any = node.function
        for limit in node.limits[:-1]:
            integrand = sp.Integral(integrand, limit)
        variable, low, high = node.limits[-1]
        lower = self.read(low, scope)
        upper = self.ctx.inf if high == sp.oo else self.read(high, scope)
        points = [lower, upper] if high == sp.oo else self.ctx.linspace(lower, upper, 9)
        return self.ctx.quad(lambda x: self.read(integrand, {**scope, str(variable): x}), points)

    def _piecewise(self, node: sp.Piecewise, scope: dict[str, Any]) -> Any:
        for value, test in node.args:
            if test is sp.true or bool(test.func(*[sp.Float(self.read(s, scope)) for s in test.args])):
                return self.read(value, scope)
        return self.ctx.nan
