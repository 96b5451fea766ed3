"""Discretely-induced features e^{-|x|^2/2} prod x_l^{w_l} (w_l! p_{w_l})^{-1/2}, also of shifted points. All in logarithms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, final

import numpy as np
from array_api_compat import array_namespace, device

from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Array, Floats, points, reals
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.laws import AbstractDiscreteLaw, AbstractSpectralLaw, Values
from rftheory.measured.rowmaps.mutation import discrete_mutants, mutant, other_law
from rftheory.measured.rowmaps.protocol import AbstractRowMap, Polar, Side

Unseen = Literal["raise", "clip", "signed"]


@final
@dataclass(frozen=True)
class Discrete(AbstractRowMap):
    """f(w, x) = e^{-|x|^2/2} prod_l x_l^{w_l} (w_l!)^{-1/2} p_{w_l}^{-1/2} of counts w, 0^0 = 1: crt, (10).

    The same map for both arguments; without e^{-|x|^2/2} for the softmax kernel. A law with p_k = 0 from some
    k on estimates the series of exp(x.y), coordinate by coordinate, cut there.
    """

    counts: AbstractDiscreteLaw
    name: str = "discrete"
    title: str = "Discretely-induced features (DIRF)"
    reference: str = "crt, (10)"

    @property
    def law(self) -> AbstractSpectralLaw:
        return self.counts

    @property
    def complex_valued(self) -> bool:
        return False

    def polar(self, w: Array, x: Array, side: Side, kernel: Kernel) -> Polar:
        del side
        xp = array_namespace(w, x)
        rows = xp.matrix_transpose(w)
        row_weight = xp.asarray(
            self.counts.log_coefficients(np.asarray(w, np.float64)), dtype=w.dtype, device=device(w)
        )
        zero = x == 0.0
        logs = xp.log(xp.where(zero, xp.asarray(1.0, dtype=x.dtype), xp.abs(x)))
        odd = xp.astype(x < 0.0, x.dtype) @ (rows % 2.0)
        gone = xp.astype(zero, x.dtype) @ xp.astype(rows > 0.0, x.dtype)
        logabs = logs @ rows + row_weight[..., None, :]
        if kernel == "gaussian":
            logabs = logabs - 0.5 * xp.sum(x * x, axis=-1)[..., None]
        logabs = xp.where(gone > 0.0, -float("inf"), logabs)
        sign = xp.where(gone > 0.0, xp.zeros_like(odd), 1.0 - 2.0 * (odd % 2.0))
        return Polar(logabs, sign)

    def mutants(self) -> tuple[AbstractRowMap, ...]:
        return (
            *discrete_mutants(self, replace(self, counts=other_law(self.counts))),
            mutant(self, "unsigned", "the signs of powers are lost", fault="unsigned"),
        )


@final
@dataclass(frozen=True)
class Shifted(AbstractRowMap):
    """Discrete features of x - c for the Gaussian kernel, positive where x_l > c_l for all l. Source: crt, 3.2.3.

    K(x - c, y - c) = K(x, y), so features stay unbiased; for the softmax kernel they carry e^{|x|^2/2} of the
    unshifted point. `unseen` is the policy for an entry that is not above c_l: "raise" (the default) refuses the
    points, "clip" moves it to c_l + floor_l, which keeps features positive but estimates the kernel of the moved
    point, and "signed" keeps estimates unbiased but lets features be zero or negative. `below` flags such points.
    """

    base: Discrete
    shift: Values
    floor: Values
    unseen: Unseen = "raise"
    name: str = "discrete-positive"
    title: str = "Discretely-induced features of shifted points"
    reference: str = "crt, Section 3.2.3"

    def __post_init__(self) -> None:
        if len(self.shift) != len(self.floor) or not all(f > 0.0 for f in self.floor):
            raise DomainError("floor", self.floor, "a positive number for each coordinate of the shift")
        if not np.all(np.isfinite(self.shift)):
            raise DomainError("shift", self.shift, "finite")
        if self.unseen not in ("raise", "clip", "signed"):
            raise DomainError("unseen", self.unseen, '"raise", "clip" or "signed"')

    @property
    def law(self) -> AbstractSpectralLaw:
        return self.base.law

    @property
    def complex_valued(self) -> bool:
        return False

    def below(self, x: Any) -> Array:
        """Which points (d,) or (p, d) have an entry that is not above the shift."""
        x = reals("x", x, ndims=(1, 2), shape="(d,) or (p, d)")
        xp = array_namespace(x)
        return xp.any(x <= self._of(self.shift, x), axis=-1)

    def polar(self, w: Array, x: Array, side: Side, kernel: Kernel) -> Polar:
        xp = array_namespace(w, x)
        shift, floor = self._of(self.shift, x), self._of(self.floor, x)
        moved = x - shift
        inside = moved > 0.0
        if self.unseen == "raise" and not bool(xp.all(inside)):
            raise InputError(
                "a point has an entry at or below the shift, where features are not positive; allowed: points "
                'above it, or unseen="clip" (positive, biased) or "signed" (unbiased, not positive)'
            )
        if self.unseen == "clip":
            moved = xp.where(inside, moved, xp.broadcast_to(floor, moved.shape))
        found = self.base.polar(w, moved, side, "gaussian")
        if kernel == "gaussian":
            return found
        weight = 0.5 * xp.sum((moved + shift) ** 2, axis=-1)[..., None]
        return Polar(found.logabs + weight, found.sign)

    def mutants(self) -> tuple[AbstractRowMap, ...]:
        off = tuple(c - 0.25 for c in self.shift)
        return (
            *discrete_mutants(
                self, replace(self, base=replace(self.base, counts=other_law(self.base.counts)))
            ),
            mutant(self, "unshifted", "no point is shifted", altered=self.base),
            mutant(self, "off-shift", "the shift is 1/4 too low", altered=replace(self, shift=off)),
        )

    def _of(self, value: Values, x: Array) -> Array:
        if len(value) not in (1, x.shape[-1]):
            raise DomainError("d", int(x.shape[-1]), f"{len(value)}, the number of coordinates of the shift")
        return array_namespace(x).asarray(list(value), dtype=x.dtype, device=device(x))


def shifted(
    base: Discrete,
    x: Any,
    y: Any,
    *,
    margin: float = 0.05,
    unseen: Unseen = "raise",
    name: str | None = None,
    title: str | None = None,
) -> Shifted:
    """`base` on points shifted below the data: c_l = min over x and y less margin times the range of coordinate l.

    A coordinate that is constant has the range 1. The paper's margin is 1e-8, absolute: entries at the minimum
    then give features next to zero, and unseen points below it none.
    """
    if not margin > 0.0:
        raise DomainError("margin", margin, "> 0")
    both = np.concatenate([points(x), points(y)])
    low, spread = both.min(axis=0), np.ptp(both, axis=0)
    room: Floats = margin * np.where(spread > 0.0, spread, 1.0)
    label = f"{base.name}-positive" if name is None else name
    text = f"{base.title}, shifted to be positive" if title is None else title
    return Shifted(base, tuple(map(float, low - room)), tuple(map(float, room)), unseen, label, text)
