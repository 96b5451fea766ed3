"""The images A x and A^{-T} y of complex exponential estimators, exactly."""

from __future__ import annotations

import functools
from fractions import Fraction

from rftheory.exact import balls
from rftheory.exact.balls import Gaussian
from rftheory.exact.functions.ball_function import BallFunction, Printer
from rftheory.exact.functions.complex_vectors import MpRows, MpVector, RealVector, Rows, inner
from rftheory.exact.scalars import MpContext, MpMatrix, MpNumber, Rational

Fractions = tuple[tuple[Fraction, ...], ...]


class Image(BallFunction):
    """A x for A = A_re + i A_im."""

    nargs = 3

    @staticmethod
    def ball(A_re: Rows, A_im: Rows, x: RealVector) -> list[Gaussian]:
        """Row by row, exactly."""
        return [
            balls.gauss(inner(real, x), inner(imaginary, x))
            for real, imaginary in zip(A_re, A_im, strict=True)
        ]

    @staticmethod
    def oracle(ctx: MpContext, A_re: MpRows, A_im: MpRows, x: MpVector) -> list[MpNumber]:
        """A matrix product."""
        return list(_matrix(ctx, A_re, A_im) * ctx.matrix(list(x)))

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"A\,{printer.doprint(self.args[2])}"


class InverseImage(BallFunction):
    """A^{-T} y for an invertible A = A_re + i A_im: the solution v of A^T v = y (no conjugation)."""

    nargs = 3

    @staticmethod
    def ball(A_re: Rows, A_im: Rows, y: RealVector) -> list[Gaussian]:
        """An exact rational solve."""
        return list(_solved(*(_fractions(a) for a in (A_re, A_im, [y]))))

    @staticmethod
    def oracle(ctx: MpContext, A_re: MpRows, A_im: MpRows, y: MpVector) -> list[MpNumber]:
        """An LU solve."""
        return list(ctx.lu_solve(_matrix(ctx, A_re, A_im).T, ctx.matrix(list(y))))

    def _latex(self, printer: Printer, *_: object) -> str:
        return rf"A^{{-\top}}{printer.doprint(self.args[2])}"


def _matrix(ctx: MpContext, A_re: MpRows, A_im: MpRows) -> MpMatrix:
    return ctx.matrix([list(row) for row in A_re]) + 1j * ctx.matrix([list(row) for row in A_im])


def _fractions(rows: Rows) -> Fractions:
    return tuple(tuple(balls.as_fraction(entry) for entry in row) for row in rows)


def _real_form(A_re: Fractions, A_im: Fractions) -> list[list[Rational]]:
    """A^T as a real matrix on (real part, imaginary part); A_re^T alone where A is real."""
    real = [[balls.exact(entry) for entry in column] for column in zip(*A_re, strict=True)]
    if not any(entry for row in A_im for entry in row):
        return real
    other = [[balls.exact(entry) for entry in column] for column in zip(*A_im, strict=True)]
    upper = [[*left, *(-entry for entry in right)] for left, right in zip(real, other, strict=True)]
    lower = [[*right, *left] for left, right in zip(real, other, strict=True)]
    return upper + lower


@functools.lru_cache(maxsize=256)
def _solved(A_re: Fractions, A_im: Fractions, y: Fractions) -> tuple[Gaussian, ...]:
    """The solution, kept, because one evaluation asks for it many times."""
    size, form = len(A_re), _real_form(A_re, A_im)
    right = [balls.exact(entry) for entry in y[0]]
    found = balls.solve(form, right + [balls.fmpq(0)] * (len(form) - size))
    imaginary = found[size:] or [balls.fmpq(0)] * size
    return tuple(balls.gauss(re, im) for re, im in zip(found[:size], imaginary, strict=True))
