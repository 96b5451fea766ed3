"""Exact linear algebra of complex exponential estimators: A x, A^{-T} y, bilinear and Hermitian squares, samples.

Vectors are lists of Gaussian rationals, so that exponents are exact before any exponential is taken.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rftheory.exact import balls
from rftheory.exact.functions.ball_function import BallFunction

Rows = Sequence[Sequence[Any]]
Exact = tuple[tuple[Fraction, ...], ...]


class Image(BallFunction):
    """A x for A = A_re + i A_im."""

    nargs = 3

    @staticmethod
    def ball(A_re: Rows, A_im: Rows, x: Sequence[Any]) -> list[Any]:
        """Row by row, exactly."""
        return [
            balls.gauss(_inner(real, x), _inner(imaginary, x))
            for real, imaginary in zip(A_re, A_im, strict=True)
        ]

    @staticmethod
    def oracle(ctx: Any, A_re: Rows, A_im: Rows, x: Sequence[Any]) -> list[Any]:
        """A matrix product."""
        return list(_matrix(ctx, A_re, A_im) * ctx.matrix(list(x)))

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"A\,{printer.doprint(self.args[2])}"


class InverseImage(BallFunction):
    """A^{-T} y for an invertible A = A_re + i A_im: the solution v of A^T v = y (no conjugation)."""

    nargs = 3

    @staticmethod
    def ball(A_re: Rows, A_im: Rows, y: Sequence[Any]) -> list[Any]:
        """An exact rational solve."""
        return list(_solved(*(_fractions(a) for a in (A_re, A_im, [y]))))

    @staticmethod
    def oracle(ctx: Any, A_re: Rows, A_im: Rows, y: Sequence[Any]) -> list[Any]:
        """An LU solve."""
        return list(ctx.lu_solve(_matrix(ctx, A_re, A_im).T, ctx.matrix(list(y))))

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"A^{{-\top}}{printer.doprint(self.args[2])}"


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
        return _inner(u, v)

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


class ExponentialMean(BallFunction):
    """(1/m) sum_i exp(c + w_i.z) over the rows of W: equal and conjugate exponents are gathered before summing."""

    nargs = 3

    @staticmethod
    def ball(W: Rows, z: Sequence[Any], c: Any) -> Any:
        """Parts that cancel exactly come out as 0."""
        terms: dict[tuple[Fraction, Fraction], list[int]] = {}
        for row in W:
            real, imaginary = (balls.as_fraction(part) for part in balls.parts(c + _inner(row, z)))
            counts = terms.setdefault((real, abs(imaginary)), [0, 0])
            counts[0] += 1
            counts[1] += (imaginary > 0) - (imaginary < 0)
        total: list[Any] = [balls.fmpq(0), balls.fmpq(0)]
        for (real, imaginary), (number, signed) in terms.items():
            size, angle = balls.ball(balls.exact(real)).exp(), balls.ball(balls.exact(imaginary))
            total[0] = total[0] + number * size * angle.cos()
            if signed:
                total[1] = total[1] + signed * size * angle.sin()
        real_mean, imaginary_mean = (part / len(W) for part in total)
        if isinstance(imaginary_mean, balls.fmpq):
            return real_mean
        return balls.acb(real_mean, imaginary_mean)

    @staticmethod
    def oracle(ctx: Any, W: Rows, z: Sequence[Any], c: Any) -> Any:
        """The plain mean."""
        return ctx.fsum(ctx.exp(c + Dot.oracle(ctx, row, z)) for row in W) / len(W)

    def _latex(self, printer: Any, *_: Any) -> str:
        W, z, c = (printer.doprint(a) for a in self.args)
        return rf"\frac1m\sum_ie^{{{c}+{W}_i\cdot {z}}}"


class GaussianMoment(BallFunction):
    """prod_k E exp(g u_k), g ~ N(0, 1): by rigorous quadrature of every factor over the real line, entries exact."""

    nargs = 1

    @staticmethod
    def ball(u: Sequence[Any]) -> Any:
        """Each factor is integrated where the density counts, the rest bounded by two normal tails."""
        total: Any = balls.fmpq(1)
        for entry in u:
            total = total * _factor(*balls.parts(entry))
        return total

    @staticmethod
    def oracle(ctx: Any, u: Sequence[Any]) -> Any:
        """Plain quadrature of each factor."""
        bounds = [-ctx.inf, -8, -2, 2, 8, ctx.inf]
        return ctx.fprod(ctx.quad(lambda g, e=e: ctx.exp(g * e) * ctx.npdf(g), bounds) for e in u)

    def _latex(self, printer: Any, *_: Any) -> str:
        return rf"\prod_k\int e^{{g\,({printer.doprint(self.args[0])})_k}}\varphi(g)\,dg"


def invertible(A_re: Exact, A_im: Exact) -> bool:
    """Whether A_re + i A_im has an inverse, decided exactly; False for parts that are no squares of one size."""
    size = len(A_re)
    if any(len(rows) != size or len(rows[0]) != size for rows in (A_re, A_im)):
        return False
    return bool(balls.determinant(_real_form(A_re, A_im)) != 0)


def _inner(u: Sequence[Any], v: Sequence[Any]) -> Any:
    return sum((a * b for a, b in zip(u, v, strict=True)), balls.fmpq(0))


def _matrix(ctx: Any, A_re: Rows, A_im: Rows) -> Any:
    return ctx.matrix([list(row) for row in A_re]) + 1j * ctx.matrix([list(row) for row in A_im])


def _fractions(rows: Rows) -> Exact:
    return tuple(tuple(balls.as_fraction(entry) for entry in row) for row in rows)


def _real_form(A_re: Exact, A_im: Exact) -> list[list[Any]]:
    """A^T as a real matrix on (real part, imaginary part); A_re^T alone where A is real."""
    real = [[balls.exact(entry) for entry in column] for column in zip(*A_re, strict=True)]
    if not any(entry for row in A_im for entry in row):
        return real
    other = [[balls.exact(entry) for entry in column] for column in zip(*A_im, strict=True)]
    upper = [[*left, *(-entry for entry in right)] for left, right in zip(real, other, strict=True)]
    lower = [[*right, *left] for left, right in zip(real, other, strict=True)]
    return upper + lower


@functools.lru_cache(maxsize=256)
def _solved(A_re: Exact, A_im: Exact, y: Exact) -> tuple[Any, ...]:
    """The solution, kept, because one evaluation asks for it many times."""
    size, form = len(A_re), _real_form(A_re, A_im)
    right = [balls.exact(entry) for entry in y[0]]
    found = balls.solve(form, right + [balls.fmpq(0)] * (len(form) - size))
    imaginary = found[size:] or [balls.fmpq(0)] * size
    return tuple(balls.gauss(re, im) for re, im in zip(found[:size], imaginary, strict=True))


def _factor(real: Any, imaginary: Any) -> Any:
    """E exp(g (a + ib)); the tails beyond R are at most e^(a^2/2) erfc((R - |a|)/sqrt 2)."""
    size, waves = abs(balls.to_float(real)), balls.to_float(imaginary)
    with balls.working_precision(int(balls.precision() + 0.73 * waves * waves) + 40):
        reach = balls.fmpq(int(size + (1.4 * balls.precision() + 40) ** 0.5) + 1)
        exponent = balls.gauss(real, imaginary)
        value = balls.integrate(
            lambda g, _: (g * balls.ball(exponent) - g * g / 2).exp(), -reach, reach, imaginary == 0
        )
        a = balls.ball(real)
        rest = (a * a / 2).exp() * ((reach - abs(a)) / balls.arb(2).sqrt()).erfc()
        tail = balls.arb(0, rest.upper())
        value = value / (2 * balls.arb.pi()).sqrt()
        return value + (tail if imaginary == 0 else balls.acb(tail, tail))
