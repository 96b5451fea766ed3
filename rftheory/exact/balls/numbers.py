"""The kinds of numbers: rationals, Gaussian rationals, real and complex balls; their parts and their powers."""

from __future__ import annotations

from typing import overload

import flint

from rftheory.exact.scalars import Ball, ComplexBall, Rational, Real

fmpq: type[Rational] = flint.fmpq
arb: type[Ball] = flint.arb
acb: type[ComplexBall] = flint.acb


class Gauss:
    """An exact complex number re + im i of rationals; with balls it becomes a ball. Made by `gauss`."""

    __slots__ = ("im", "re")

    def __init__(self, re: Rational, im: Rational) -> None:
        self.re, self.im = re, im

    def ball(self) -> ComplexBall:
        """The complex ball at the working precision."""
        return acb(arb(self.re), arb(self.im))

    @overload
    def __add__(self, other: Gaussian | int) -> Gaussian: ...
    @overload
    def __add__(self, other: Ball | ComplexBall) -> ComplexBall: ...
    @overload
    def __add__(self, other: Scalar | int) -> Gaussian | ComplexBall: ...
    def __add__(self, other: Scalar | int) -> Gaussian | ComplexBall:
        if isinstance(other, (fmpq, int, Gauss)):
            re, im = _parts(other)
            return gauss(self.re + re, self.im + im)
        return self.ball() + other

    @overload
    def __mul__(self, other: Gaussian | int) -> Gaussian: ...
    @overload
    def __mul__(self, other: Ball | ComplexBall) -> ComplexBall: ...
    @overload
    def __mul__(self, other: Scalar | int) -> Gaussian | ComplexBall: ...
    def __mul__(self, other: Scalar | int) -> Gaussian | ComplexBall:
        if isinstance(other, (fmpq, int, Gauss)):
            re, im = _parts(other)
            return gauss(self.re * re - self.im * im, self.re * im + self.im * re)
        return self.ball() * other

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Gauss:
        return Gauss(-self.re, -self.im)

    @overload
    def __sub__(self, other: Gaussian) -> Gaussian: ...
    @overload
    def __sub__(self, other: Scalar | int) -> Scalar: ...
    def __sub__(self, other: Scalar | int) -> Scalar:
        return self + (-other)

    @overload
    def __rsub__(self, other: Rational | int) -> Gaussian: ...
    @overload
    def __rsub__(self, other: Ball | ComplexBall) -> ComplexBall: ...
    def __rsub__(self, other: Real | ComplexBall | int) -> Scalar:
        return (-self) + other

    @overload
    def __truediv__(self, other: Gaussian) -> Gaussian: ...
    @overload
    def __truediv__(self, other: Scalar | int) -> Scalar: ...
    def __truediv__(self, other: Scalar | int) -> Scalar:
        return self * power(other, fmpq(-1)) if isinstance(other, (fmpq, Gauss)) else self.ball() / other

    @overload
    def __rtruediv__(self, other: Rational | int) -> Gaussian: ...
    @overload
    def __rtruediv__(self, other: Ball | ComplexBall) -> ComplexBall: ...
    def __rtruediv__(self, other: Real | ComplexBall | int) -> Scalar:
        return power(self, fmpq(-1)) * other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gauss) and bool(self.re == other.re and self.im == other.im)

    __hash__ = None  # type: ignore[assignment]

    def __abs__(self) -> Real:
        return power(self.re * self.re + self.im * self.im, fmpq(1, 2))


Gaussian = Rational | Gauss
"""An exact number, real where it can be."""

Scalar = Gaussian | Ball | ComplexBall
"""Any number: exact or a ball, real or complex."""


def gauss(re: Rational | int, im: Rational | int) -> Gaussian:
    """re + im i of exact rationals; the rational itself where im = 0."""
    return Gauss(fmpq(re), fmpq(im)) if im != 0 else fmpq(re)


def _parts(value: Gaussian | int) -> tuple[Rational, Rational]:
    return (value.re, value.im) if isinstance(value, Gauss) else (fmpq(value), fmpq(0))


@overload
def parts(value: Gaussian | int) -> tuple[Rational, Rational]: ...
@overload
def parts(value: Scalar | int) -> tuple[Real, Real]: ...
def parts(value: Scalar | int) -> tuple[Real, Real]:
    """Real and imaginary part of any scalar, exact where they are known exactly."""
    if isinstance(value, acb):
        return value.real, fmpq(0) if value.imag.is_exact() and value.imag == 0 else value.imag
    return _parts(value) if isinstance(value, (fmpq, int, Gauss)) else (value, fmpq(0))


def squared_modulus(value: Scalar) -> Real:
    """|value|^2, exact where the parts are."""
    re, im = parts(value)
    return re * re + im * im


@overload
def ball(value: Real | int) -> Ball: ...
@overload
def ball(value: Gauss | ComplexBall) -> ComplexBall: ...
@overload
def ball(value: Scalar | int) -> Ball | ComplexBall: ...
def ball(value: Scalar | int) -> Ball | ComplexBall:
    """`value` as a real or complex ball at the working precision."""
    if isinstance(value, Gauss):
        return value.ball()
    return arb(value) if isinstance(value, (fmpq, int)) else value


@overload
def power(base: Ball, exponent: Real, analytic: bool = ...) -> Ball: ...
@overload
def power(base: Real, exponent: Real, analytic: bool = ...) -> Real: ...
@overload
def power(base: ComplexBall, exponent: Scalar, analytic: bool = ...) -> ComplexBall: ...
@overload
def power(base: Scalar, exponent: Scalar, analytic: bool = ...) -> Scalar: ...
def power(base: Scalar, exponent: Scalar, analytic: bool = False) -> Scalar:
    """base**exponent: exact for small rational cases, on the principal branch for balls.

    The types say what a base gives that is not negative; below 0 a root is complex.
    """
    if isinstance(base, Gauss):
        return _gauss_power(base, exponent)
    if isinstance(exponent, fmpq) and exponent.q == 1:
        n = int(exponent.p)
        if isinstance(base, fmpq):
            size = max(int(base.p).bit_length(), int(base.q).bit_length())
            if size * abs(n) <= 1 << 16:
                return base**n if n >= 0 or base != 0 else arb("nan")
        if n == -1:
            return 1 / ball(base)
        x = ball(base)
        if n > 0 and isinstance(x, arb) and x.contains(0):
            return (acb(x) ** n).real  # arb gives nan where the midpoint is 0
        return x**n
    if isinstance(exponent, fmpq) and isinstance(base, fmpq) and (base == 1 or (base == 0 and exponent > 0)):
        return base
    if isinstance(exponent, fmpq) and exponent.q <= 64 and isinstance(base, fmpq) and base >= 0:
        root = _exact_root(base, int(exponent.q))
        if root is not None:
            return power(root, fmpq(exponent.p))
    if isinstance(exponent, fmpq) and exponent.q == 2 and isinstance(base, fmpq) and base < 0:
        length, unit = power(-base, exponent), 1 if int(exponent.p) % 4 == 1 else -1
        return gauss(0, unit * length) if isinstance(length, fmpq) else acb(arb(0), unit * length)
    x, exponent = ball(base), exponent.ball() if isinstance(exponent, Gauss) else exponent
    if isinstance(x, acb):
        return x.pow(acb(exponent), analytic=analytic)
    if isinstance(exponent, fmpq) and exponent == fmpq(1, 2):
        return x.sqrt()
    if isinstance(exponent, acb) or x < 0:
        return acb(x).pow(acb(exponent))
    return x ** ball(exponent)


def _gauss_power(base: Gauss, exponent: Scalar) -> Scalar:
    """Exact for small integer exponents, the principal branch otherwise."""
    if not (isinstance(exponent, fmpq) and exponent.q == 1 and abs(exponent.p) <= 1 << 10):
        return base.ball().pow(ball(exponent) if isinstance(exponent, (Gauss, acb)) else acb(exponent))
    n = abs(int(exponent.p))
    result: Gaussian = fmpq(1)
    factor: Gaussian = base
    while n:
        result, factor, n = result * factor if n & 1 else result, factor * factor, n >> 1
    if exponent >= 0:
        return result
    re, im = _parts(result)
    size = re * re + im * im
    return gauss(re / size, -im / size)


def _exact_root(value: Rational, order: int) -> Rational | None:
    p, q = flint.fmpz(value.p), flint.fmpz(value.q)
    root_p, root_q = p.root(order), q.root(order)
    return fmpq(root_p, root_q) if root_p**order == p and root_q**order == q else None
