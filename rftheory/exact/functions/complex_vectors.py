"""Vectors of Gaussian rationals, exact before any exponential is taken: sums, parts, bilinear and Hermitian squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction

Rows = Sequence[Sequence[Any]]


class Plus(BallFunction):
    """u + v."""

    nargs = 2

    @staticmethod
    def ball(u: Sequence[Any], v: Sequence[Any]) -> list[Any]:
        """Entry by entry."""
        return [a + b for a, b in zip(u, v, strict=True)]

    @staticmethod
    def oracle(ctx: Any, u: Sequence[Any], v: Sequence[Any]) -> list[Any]:  # noqa: ARG004
        """Entry by entry."""
        return [a + b for a, b in zip(u, v, strict=True)]

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\left({printer.doprint(self.args[0])}+{printer.doprint(self.args[1])}\right)"


class Minus(BallFunction):
    """u - v."""

    nargs = 2

    @staticmethod
    def ball(u: Sequence[Any], v: Sequence[Any]) -> list[Any]:
        """Entry by entry."""
        return [a - b for a, b in zip(u, v, strict=True)]

    @staticmethod
    def oracle(ctx: Any, u: Sequence[Any], v: Sequence[Any]) -> list[Any]:  # noqa: ARG004
        """Entry by entry."""
        return [a - b for a, b in zip(u, v, strict=True)]

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\left({printer.doprint(self.args[0])}-{printer.doprint(self.args[1])}\right)"


class Complex(BallFunction):
    """u + iv for real vectors u, v; for numbers the vector with that one entry."""

    nargs = 2

    @staticmethod
    def ball(u: Any, v: Any) -> list[Any]:
        """Entry by entry."""
        pairs = zip(u, v, strict=True) if isinstance(u, list) else [(u, v)]
        return [balls.gauss(re, im) for re, im in pairs]

    @staticmethod
    def oracle(ctx: Any, u: Any, v: Any) -> list[Any]:
        """Entry by entry."""
        pairs = zip(u, v, strict=True) if isinstance(u, list) else [(u, v)]
        return [ctx.mpc(re, im) for re, im in pairs]

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\left({printer.doprint(self.args[0])}+i\,{printer.doprint(self.args[1])}\right)"


class Real(BallFunction):
    """The real parts of a vector."""

    nargs = 1

    @staticmethod
    def ball(u: Sequence[Any]) -> list[Any]:
        """Entry by entry."""
        return [balls.parts(entry)[0] for entry in u]

    @staticmethod
    def oracle(ctx: Any, u: Sequence[Any]) -> list[Any]:
        """Entry by entry."""
        return [ctx.re(entry) for entry in u]

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\mathrm{{Re}}\left({printer.doprint(self.args[0])}\right)"


class RealPart(BallFunction):
    """Re u, which SymPy does not take apart."""

    nargs = 1

    @staticmethod
    def ball(u: Any) -> Any:
        """Exact for exact parts."""
        return balls.parts(u)[0]

    @staticmethod
    def oracle(ctx: Any, u: Any) -> Any:
        """The real part."""
        return ctx.re(u)

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\mathrm{{Re}}\left({printer.doprint(self.args[0])}\right)"


class Imaginary(BallFunction):
    """The imaginary parts of a vector."""

    nargs = 1

    @staticmethod
    def ball(u: Sequence[Any]) -> list[Any]:
        """Entry by entry."""
        return [balls.parts(entry)[1] for entry in u]

    @staticmethod
    def oracle(ctx: Any, u: Sequence[Any]) -> list[Any]:
        """Entry by entry."""
        return [ctx.im(entry) for entry in u]

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\mathrm{{Im}}\left({printer.doprint(self.args[0])}\right)"


class Conjugated(BallFunction):
    """The complex conjugate of a vector."""

    nargs = 1

    @staticmethod
    def ball(u: Sequence[Any]) -> list[Any]:
        """Entry by entry."""
        return [balls.gauss(re, -im) for re, im in map(balls.parts, u)]

    @staticmethod
    def oracle(ctx: Any, u: Sequence[Any]) -> list[Any]:
        """Entry by entry."""
        return [ctx.conj(entry) for entry in u]

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\overline{{{printer.doprint(self.args[0])}}}"


class Dot(BallFunction):
    """sum_k u_k v_k, bilinear: no conjugation, also for complex vectors."""

    nargs = 2

    @staticmethod
    def ball(u: Sequence[Any], v: Sequence[Any]) -> Any:
        """Exact for exact entries."""
        return inner(u, v)

    @staticmethod
    def oracle(ctx: Any, u: Sequence[Any], v: Sequence[Any]) -> Any:
        """The sum of the products."""
        return ctx.fsum(a * b for a, b in zip(u, v, strict=True))

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"{printer.doprint(self.args[0])}\cdot {printer.doprint(self.args[1])}"


class Modulus2(BallFunction):
    """sum_k |u_k|^2, the squared Hermitian norm."""

    nargs = 1

    @staticmethod
    def ball(u: Sequence[Any]) -> Any:
        """Exact for exact entries."""
        return sum((part * part for entry in u for part in balls.parts(entry)), balls.fmpq(0))

    @staticmethod
    def oracle(ctx: Any, u: Sequence[Any]) -> Any:
        """The sum of squared absolute values."""
        return ctx.fsum(abs(entry) ** 2 for entry in u)

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\left|{printer.doprint(self.args[0])}\right|^2"


class Size(BallFunction):
    """The number of vectors in a list of vectors."""

    nargs = 1

    @staticmethod
    def ball(W: Rows) -> Any:
        """An exact integer."""
        return balls.fmpq(len(W))

    @staticmethod
    def oracle(ctx: Any, W: Rows) -> Any:  # noqa: ARG004
        """The length of the list."""
        return len(W)

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\#{printer.doprint(self.args[0])}"


class Sign(BallFunction):
    """sgn(t) of a rational t, with sgn(0) = 0."""

    nargs = 1

    @staticmethod
    def ball(t: Any) -> Any:
        """Exact; nan for a ball around 0."""
        found = balls.sign(t)
        return balls.arb("nan") if found is None else balls.fmpq(found)

    @staticmethod
    def oracle(ctx: Any, t: Any) -> Any:
        """The sign."""
        return ctx.sign(t)

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\mathrm{{sgn}}\left({printer.doprint(self.args[0])}\right)"


def inner(u: Sequence[Any], v: Sequence[Any]) -> Any:
    return sum((a * b for a, b in zip(u, v, strict=True)), balls.fmpq(0))
