"""Vectors of Gaussian rationals, exact before any exponential is taken: sums, parts, bilinear and Hermitian squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from rftheory.exact import balls, scalars
from rftheory.exact.balls import Gaussian, Scalar
from rftheory.exact.functions.ball_function import BallFunction, Printer, listed
from rftheory.exact.scalars import MpContext, MpNumber, Rational

RealVector = Sequence[Rational]
Vector = Sequence[Gaussian]
MpVector = Sequence[MpNumber]
Rows = Sequence[RealVector]
MpRows = Sequence[MpVector]


class Plus(BallFunction):
    """u + v."""

    nargs = 2

    @staticmethod
    def ball(u: Vector, v: Vector) -> list[Gaussian]:
        """Entry by entry."""
        return [a + b for a, b in zip(u, v, strict=True)]

    @staticmethod
    def oracle(ctx: MpContext, u: MpVector, v: MpVector) -> list[MpNumber]:  # noqa: ARG004
        """Entry by entry."""
        return [a + b for a, b in zip(u, v, strict=True)]

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\left({printer.doprint(self.args[0])}+{printer.doprint(self.args[1])}\right)"


class Minus(BallFunction):
    """u - v."""

    nargs = 2

    @staticmethod
    def ball(u: Vector, v: Vector) -> list[Gaussian]:
        """Entry by entry."""
        return [a - b for a, b in zip(u, v, strict=True)]

    @staticmethod
    def oracle(ctx: MpContext, u: MpVector, v: MpVector) -> list[MpNumber]:  # noqa: ARG004
        """Entry by entry."""
        return [a - b for a, b in zip(u, v, strict=True)]

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\left({printer.doprint(self.args[0])}-{printer.doprint(self.args[1])}\right)"


class Complex(BallFunction):
    """u + iv for real vectors u, v; for numbers the vector with that one entry."""

    nargs = 2

    @staticmethod
    def ball(u: list[Rational] | Rational, v: list[Rational] | Rational) -> list[Gaussian]:
        """Entry by entry."""
        return [balls.gauss(re, im) for re, im in zip(listed(u), listed(v), strict=True)]

    @staticmethod
    def oracle(ctx: MpContext, u: list[MpNumber] | MpNumber, v: list[MpNumber] | MpNumber) -> list[MpNumber]:
        """Entry by entry."""
        return [ctx.mpc(re, im) for re, im in zip(listed(u), listed(v), strict=True)]

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\left({printer.doprint(self.args[0])}+i\,{printer.doprint(self.args[1])}\right)"


class Real(BallFunction):
    """The real parts of a vector."""

    nargs = 1

    @staticmethod
    def ball(u: Vector) -> list[Rational]:
        """Entry by entry."""
        return [balls.parts(entry)[0] for entry in u]

    @staticmethod
    def oracle(ctx: MpContext, u: MpVector) -> list[MpNumber]:
        """Entry by entry."""
        return [ctx.re(entry) for entry in u]

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\mathrm{{Re}}\left({printer.doprint(self.args[0])}\right)"


class RealPart(BallFunction):
    """Re u, which SymPy does not take apart."""

    nargs = 1

    @staticmethod
    def ball(u: Scalar) -> scalars.Real:
        """Exact for exact parts."""
        return balls.parts(u)[0]

    @staticmethod
    def oracle(ctx: MpContext, u: MpNumber) -> MpNumber:
        """The real part."""
        return ctx.re(u)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\mathrm{{Re}}\left({printer.doprint(self.args[0])}\right)"


class Imaginary(BallFunction):
    """The imaginary parts of a vector."""

    nargs = 1

    @staticmethod
    def ball(u: Vector) -> list[Rational]:
        """Entry by entry."""
        return [balls.parts(entry)[1] for entry in u]

    @staticmethod
    def oracle(ctx: MpContext, u: MpVector) -> list[MpNumber]:
        """Entry by entry."""
        return [ctx.im(entry) for entry in u]

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\mathrm{{Im}}\left({printer.doprint(self.args[0])}\right)"


class Conjugated(BallFunction):
    """The complex conjugate of a vector."""

    nargs = 1

    @staticmethod
    def ball(u: Vector) -> list[Gaussian]:
        """Entry by entry."""
        return [balls.gauss(re, -im) for re, im in map(balls.parts, u)]

    @staticmethod
    def oracle(ctx: MpContext, u: MpVector) -> list[MpNumber]:
        """Entry by entry."""
        return [ctx.conj(entry) for entry in u]

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\overline{{{printer.doprint(self.args[0])}}}"


class Dot(BallFunction):
    """sum_k u_k v_k, bilinear: no conjugation, also for complex vectors."""

    nargs = 2
    plain = """\
def Dot(u, v):
    return fsum(a*b for a, b in zip(u, v))
"""

    @staticmethod
    def ball(u: Vector, v: Vector) -> Gaussian:
        """Exact for exact entries."""
        return inner(u, v)

    @staticmethod
    def oracle(ctx: MpContext, u: MpVector, v: MpVector) -> MpNumber:
        """The sum of the products."""
        return ctx.fsum(a * b for a, b in zip(u, v, strict=True))

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"{printer.doprint(self.args[0])}\cdot {printer.doprint(self.args[1])}"


class Modulus2(BallFunction):
    """sum_k |u_k|^2, the squared Hermitian norm."""

    nargs = 1

    @staticmethod
    def ball(u: Vector) -> Rational:
        """Exact for exact entries."""
        return sum((part * part for entry in u for part in balls.parts(entry)), balls.fmpq(0))

    @staticmethod
    def oracle(ctx: MpContext, u: MpVector) -> MpNumber:
        """The sum of squared absolute values."""
        return ctx.fsum(abs(entry) ** 2 for entry in u)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\left|{printer.doprint(self.args[0])}\right|^2"


class Size(BallFunction):
    """The number of vectors in a list of vectors."""

    nargs = 1
    plain = """\
def Size(W):
    return mpf(len(W))
"""

    @staticmethod
    def ball(W: Rows) -> Rational:
        """An exact integer."""
        return balls.fmpq(len(W))

    @staticmethod
    def oracle(ctx: MpContext, W: MpRows) -> int:  # noqa: ARG004
        """The length of the list."""
        return len(W)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\#{printer.doprint(self.args[0])}"


class Sign(BallFunction):
    """sgn(t) of a rational t, with sgn(0) = 0."""

    nargs = 1

    @staticmethod
    def ball(t: scalars.Real) -> scalars.Real:
        """Exact; nan for a ball around 0."""
        found = balls.sign(t)
        return balls.arb("nan") if found is None else balls.fmpq(found)

    @staticmethod
    def oracle(ctx: MpContext, t: MpNumber) -> MpNumber:
        """The sign."""
        return ctx.sign(t)

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"\mathrm{{sgn}}\left({printer.doprint(self.args[0])}\right)"


@overload
def inner(u: RealVector, v: RealVector) -> Rational: ...
@overload
def inner(u: Vector, v: Vector) -> Gaussian: ...
def inner(u: Vector, v: Vector) -> Gaussian:
    """sum_k u_k v_k, exactly."""
    return sum((a * b for a, b in zip(u, v, strict=True)), balls.fmpq(0))
