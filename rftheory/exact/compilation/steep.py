"""Integrands of large exponents over wide balls: the logarithm is expanded to second order around the middle.

Where k is large, (1-s)^k s^d over a box of width w is wide by a factor e^(kw) although the product hardly varies near its
peak. For F without zeros in a convex box Z around m, h = log F has F(z) = F(m) exp(h'(m) (z-m) + q (z-m)^2/2), q a mean of
h'' over Z; so boxes of width 1/sqrt(k) do. At points, and where h'' is not finite, the integrand is read as it stands.
"""

from __future__ import annotations

from functools import cached_property

import sympy as sp

from rftheory.errors import InputError
from rftheory.exact import balls
from rftheory.exact.compilation.reading import HERE, Compiler, Env, Reading
from rftheory.exact.scalars import ComplexBall

_LARGE = 10_000  # exponents from which boxes of width 1/exponent are too many


class Steep:
    """The reading of an integrand by its logarithmic derivatives, made where an exponent is first seen to be large."""

    def __init__(self, compiler: Compiler, integrand: sp.Expr, variable: sp.Symbol, body: Reading) -> None:
        powers = [
            power.exp
            for power in integrand.atoms(sp.Pow)
            if power.base.has(variable) and not power.exp.has(variable) and power.exp.free_symbols
        ]
        self._compiler, self._integrand, self._variable = compiler, integrand, variable
        self._exponents = [compiler.compile(exponent) for exponent in powers]
        self._body = body

    def suits(self, env: Env) -> bool:
        """Whether an exponent is large here, and both derivatives can be read."""
        values = [exponent(env) for exponent in self._exponents]
        large = any(isinstance(v, balls.fmpq) and abs(v) > _LARGE for v in values)
        return large and self._derivatives is not None

    @cached_property
    def _derivatives(self) -> tuple[Reading, Reading] | None:
        """h' and h'' of h = log of the integrand, factor by factor; None where one of them has no reading."""
        variable, slope = self._variable, sp.S.Zero
        for factor in sp.Mul.make_args(self._integrand):
            base, exponent = (sp.E, factor.args[0]) if isinstance(factor, sp.exp) else factor.as_base_exp()
            if base is sp.E:
                slope += sp.diff(exponent, variable)
            elif exponent.has(variable):
                return None
            else:
                slope += exponent * sp.diff(base, variable) / base
        try:
            return self._compiler.compile(slope), self._compiler.compile(sp.diff(slope, variable))
        except InputError:
            return None

    def at(self, scope: Env, x: ComplexBall, direct: ComplexBall) -> ComplexBall:
        """The integrand over the ball x, at most as wide as `direct`; `scope` holds everything but the variable."""
        assert self._derivatives is not None
        name, middle = str(self._variable), balls.acb(x.real.mid(), x.imag.mid())
        curve = balls.acb(self._derivatives[1]({**scope, HERE: {}, name: x}))
        if not curve.is_finite():
            return direct
        centre = {**scope, HERE: {}, name: middle}
        step = x - middle
        exponent = balls.acb(self._derivatives[0](centre)) * step + curve * step * step / 2
        found = balls.acb(self._body(centre)) * exponent.exp()
        return found if abs(found).upper() < abs(direct).upper() or not direct.is_finite() else direct
