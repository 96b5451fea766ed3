"""Integrands of large exponents as printed: their logarithmic derivatives, which `balls.steep` bounds wide boxes by."""

from __future__ import annotations

from functools import cached_property

import sympy as sp

from rftheory.errors import InputError
from rftheory.exact import balls
from rftheory.exact.balls import Scalar
from rftheory.exact.compilation.reading import HERE, Compiler, Env, Reading
from rftheory.exact.scalars import ComplexBall

_LARGE = 10_000  # exponents from which boxes of width 1/exponent are too many


class Steep:
    """The reading of an integrand by its logarithmic derivatives, made where an exponent is first seen to be large."""

    def __init__(self, compiler: Compiler, integrand: sp.Expr, variable: sp.Symbol, body: Reading) -> None:
        given = integrand.free_symbols - {variable}  # an index of a sum within has no value here
        powers = [
            power.exp
            for power in integrand.atoms(sp.Pow)
            if power.base.has(variable) and power.exp.free_symbols and power.exp.free_symbols <= given
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
            if isinstance(factor, sp.exp):
                slope += sp.diff(factor.args[0], variable)
                continue
            base, exponent = factor.as_base_exp()
            if exponent.has(variable):
                return None
            slope += exponent * sp.diff(base, variable) / base
        try:
            return self._compiler.compile(slope), self._compiler.compile(sp.diff(slope, variable))
        except InputError:
            return None

    def at(self, scope: Env, x: ComplexBall) -> ComplexBall:
        """The integrand over the ball x; `scope` holds everything but the variable."""
        assert self._derivatives is not None

        def read(reading: Reading, place: ComplexBall) -> Scalar:
            found: Scalar = reading({**scope, HERE: {}, str(self._variable): place})
            return found

        slope, curve = self._derivatives
        return balls.steep(
            x, lambda z: read(self._body, z), lambda z: read(slope, z), lambda z: read(curve, z)
        )
