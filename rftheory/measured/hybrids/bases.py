"""Base estimators of the softmax kernel: trigonometric, positive, complex exponential."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np

from rftheory.errors import DomainError, InputError
from rftheory.measured.hybrids.parts import (
    AbstractPart,
    Numbers,
    Reach,
    exponential,
    projected,
    square,
    stacked,
)
from rftheory.measured.inputs import Floats

Matrix = tuple[tuple[complex, ...], ...]
SINGULAR = 1e12  # a condition number that leaves four digits of A^-T y


@final
@dataclass(frozen=True)
class TrigonometricPart(AbstractPart):
    """SMtrig: e^{(|x|^2 + |y|^2)/2} mean cos w.(x - y); functions e^{|u|^2/2} (sin w.u, cos w.u). hrf, (2)."""

    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        return np.asarray(exponential(float(x @ x + y @ y) / 2.0) * np.mean(np.cos(w @ (x - y)), axis=-1))

    def left(self, x: Floats, w: Floats) -> Numbers:
        p, weight = projected(x, w), np.exp(square(x) / 2.0)[:, None, None]
        return np.asarray(weight * stacked(np.sin(p), np.cos(p)))

    def reach(self, x: Floats, y: Floats) -> Reach:
        size = exponential(float(x @ x + y @ y) / 2.0)
        return Reach((-size, size))


@final
@dataclass(frozen=True)
class PositivePart(AbstractPart):
    """SM++: e^{-(|x|^2 + |y|^2)/2} mean cosh w.(x + y); functions 2^{-1/2} e^{-|u|^2/2} (e^{w.u}, e^{-w.u}). hrf, (3)."""

    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        log_weight, t = -(x @ x + y @ y) / 2.0, w @ (x + y)
        return np.asarray(np.mean(np.exp(log_weight + t) + np.exp(log_weight - t), axis=-1) / 2.0)

    def left(self, x: Floats, w: Floats) -> Numbers:
        p, log_weight = projected(x, w), -square(x)[:, None] / 2.0 - math.log(2.0) / 2.0
        return stacked(np.exp(p + log_weight), np.exp(log_weight - p))

    def reach(self, x: Floats, y: Floats) -> Reach:
        z = x + y
        both = tuple((0.5, tuple(map(float, sign * z))) for sign in (1.0, -1.0))
        return Reach((0.0, math.inf), float(-(x @ x + y @ y) / 2.0), both)


@final
@dataclass(frozen=True)
class ComplexExponentialPart(AbstractPart):
    """e^{-(u.u + v.v)/2} mean e^{w.(u + v)} at u = Ax, v = A^{-T}y, all products without conjugation. hrf, (14)-(16).

    Queries have the function e^{w.u - u.u/2}, keys e^{w.v - v.v/2}; `antithetic` averages over w and -w and doubles
    the functions. Both are unbiased for every invertible complex A. InputError unless A is square and invertible.
    """

    matrix: Matrix
    antithetic: bool = False

    def __post_init__(self) -> None:
        a = self.queries_matrix
        if a.ndim != 2 or a.shape[0] != a.shape[1] or not a.size or not np.all(np.isfinite(a)):
            raise InputError(f"A has shape {a.shape}; allowed: a finite square matrix")
        if not np.linalg.cond(a) < SINGULAR:
            raise InputError("A is singular to rounding; allowed: an invertible matrix")

    @cached_property
    def queries_matrix(self) -> Numbers:
        """A."""
        try:
            return np.array(self.matrix, dtype=np.complex128)
        except (TypeError, ValueError) as error:
            raise InputError("A is no matrix of numbers; allowed: rows of equal length") from error

    @cached_property
    def keys_matrix(self) -> Numbers:
        """A^{-T}, the inverse of the transpose (no conjugation)."""
        return np.asarray(np.linalg.inv(self.queries_matrix.T))

    def value(self, x: Floats, y: Floats, w: Floats) -> Numbers:
        u, v = self._image(self.queries_matrix, x), self._image(self.keys_matrix, y)
        log_weight, t = -(square(u) + square(v)) / 2.0, w @ (u + v)
        if self.antithetic:
            return np.asarray(np.mean(np.exp(log_weight + t) + np.exp(log_weight - t), axis=-1) / 2.0)
        return np.asarray(np.mean(np.exp(log_weight + t), axis=-1))

    def left(self, x: Floats, w: Floats) -> Numbers:
        return self._functions(self._image(self.queries_matrix, x), w)

    def right(self, y: Floats, w: Floats) -> Numbers:
        return self._functions(self._image(self.keys_matrix, y), w)

    def reach(self, x: Floats, y: Floats) -> Reach:
        u, v = self._image(self.queries_matrix, x), self._image(self.keys_matrix, y)
        z = tuple(map(float, (u + v).real))
        away = tuple(-entry for entry in z)
        exponents = ((0.5, z), (0.5, away)) if self.antithetic else ((1.0, z),)
        return Reach(log_weight=float(-(square(u) + square(v)).real / 2.0), exponents=exponents)

    def _image(self, matrix: Numbers, points: Floats) -> Numbers:
        if points.shape[-1] != len(matrix):
            raise InputError(f"points have d = {points.shape[-1]}; allowed: {len(matrix)}, as A has")
        return np.asarray(points @ matrix.T)

    def _functions(self, u: Numbers, w: Floats) -> Numbers:
        p, log_weight = projected(u, w), -square(u)[:, None] / 2.0
        if not self.antithetic:
            return stacked(np.exp(p + log_weight))
        log_weight = log_weight - math.log(2.0) / 2.0
        return stacked(np.exp(p + log_weight), np.exp(log_weight - p))


def as_matrix(a: object) -> Matrix:
    """A as nested tuples of complex numbers; a vector stands for a diagonal. DomainError for anything else."""
    try:
        array = np.asarray(a, dtype=np.complex128)
    except (TypeError, ValueError) as error:
        raise DomainError("A", a, "a matrix, or the vector of a diagonal") from error
    if array.ndim == 1:
        array = np.diag(array)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or not array.size:
        raise DomainError("A", array.shape, "a square matrix, or the vector of a diagonal")
    return tuple(tuple(complex(entry) for entry in row) for row in array)
