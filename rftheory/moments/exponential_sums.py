"""Sums of complex exponentials of Gaussian projections: products, conjugates, exact means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rftheory.measured.hybrids.parts import Numbers
from rftheory.measured.inputs import Floats


@dataclass(frozen=True)
class Sum:
    """sum_c a_c e^{w.u_c + w.v_c}, w ~ N(0, I_d): `factors` a (k,), `exponents` (k, 2d) with u, then v.

    u is what queries add and v what keys add: `apart` gives both projections of their own. No product is conjugated.
    """

    factors: Numbers
    exponents: Numbers
    joined: bool = True

    @staticmethod
    def constant(value: complex, dimension: int) -> Sum:
        """A number; `dimension` is 2d."""
        return Sum(np.array([value], dtype=complex), np.zeros((1, dimension), dtype=complex))

    @staticmethod
    def exponential(u: Numbers, v: Numbers, weight: complex) -> Sum:
        """weight e^{w.(u + v)}."""
        return Sum(np.array([weight], dtype=complex), np.concatenate([u, v])[None].astype(complex))

    @staticmethod
    def cosh(u: Numbers, v: Numbers, weight: complex) -> Sum:
        """weight cosh w.(u + v)."""
        both = np.concatenate([u, v]).astype(complex)
        return Sum(np.full(2, weight / 2.0, dtype=complex), np.stack([both, -both]))

    @property
    def dimension(self) -> int:
        """2d."""
        return int(self.exponents.shape[1])

    def apart(self) -> Sum:
        """With independent projections for u and v."""
        return Sum(self.factors, self.exponents, False)

    def __add__(self, other: Sum) -> Sum:
        return self._same(
            np.concatenate([self.factors, other.factors]), np.concatenate([self.exponents, other.exponents])
        )

    def __sub__(self, other: Sum) -> Sum:
        return self + other.scaled(-1.0)

    def __mul__(self, other: Sum) -> Sum:
        exponents = self.exponents[:, None, :] + other.exponents[None, :, :]
        return self._same(
            np.outer(self.factors, other.factors).ravel(), exponents.reshape(-1, self.dimension)
        )

    def scaled(self, factor: complex) -> Sum:
        """factor times the sum."""
        return self._same(factor * self.factors, self.exponents)

    def conjugate(self) -> Sum:
        """The complex conjugate."""
        return self._same(np.conj(self.factors), np.conj(self.exponents))

    def mean(self) -> complex:
        """E = sum_c a_c e^{s_c.s_c/2}, s = u + v; of (u, v) where they are apart."""
        half = self.dimension // 2
        s = self.exponents[:, :half] + self.exponents[:, half:] if self.joined else self.exponents
        with np.errstate(over="ignore", invalid="ignore"):
            return complex(np.sum(self.factors * np.exp(np.sum(s * s, axis=1) / 2.0)))

    def along(self, p: Floats, q: Floats, x: Floats, y: Floats) -> Floats:
        """The real part where every u is a multiple of x and every v one of y, from p = w.x and q = w.y."""
        half = self.dimension // 2
        first, second = self.exponents[:, :half] @ x / (x @ x), self.exponents[:, half:] @ y / (y @ y)
        powers = np.exp(np.multiply.outer(first, p) + np.multiply.outer(second, q))
        return np.asarray(np.real(self.factors @ powers), dtype=np.float64)

    def _same(self, factors: Any, exponents: Any) -> Sum:
        return Sum(factors, exponents, self.joined)
