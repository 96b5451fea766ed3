"""Generalised exponential features D e^{A|w|^2 + B w.x + C|x|^2} for any real or complex A, s = +1 or -1."""

from __future__ import annotations

import cmath
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, final

from array_api_compat import array_namespace

from rftheory.errors import DomainError
from rftheory.measured.inputs import Array
from rftheory.measured.protocol import Kernel
from rftheory.measured.rowmaps.laws import AbstractFrequencyLaw, GaussianLaw
from rftheory.measured.rowmaps.mutation import common_mutants, mutant
from rftheory.measured.rowmaps.protocol import AbstractRowMap, Polar, Side


@final
@dataclass(frozen=True)
class GeneralisedExponential(AbstractRowMap):
    """f1 = D e^{A|w|^2 + B w.x + C|x|^2}, f2 = D e^{A|w|^2 + s B w.y + C|y|^2}: crt, (4), (5).

    B = sqrt(s(1-4A)), C = -(s+1)/2, D = (1-4A)^{d/4}, principal roots; for the softmax kernel C is larger by 1/2.
    Real and positive for s = +1 and real A < 1/4, bounded for A < 0; else complex. DomainError unless Re(1-4A) > 0.
    """

    a: complex
    s: Literal[1, -1] = 1
    name: str = "gerf"
    title: str = "Generalised exponential features (GERF)"
    reference: str = "crt, (4)"

    def __post_init__(self) -> None:
        a = complex(self.a)
        if not (cmath.isfinite(a) and a.real < 0.25):
            raise DomainError("A", self.a, "finite, with Re(1-4A) > 0")
        if self.s not in (1, -1):
            raise DomainError("s", self.s, "1 or -1")

    @property
    def law(self) -> AbstractFrequencyLaw:
        return GaussianLaw()

    @property
    def complex_valued(self) -> bool:
        return self.s == -1 or complex(self.a).imag != 0.0

    @cached_property
    def slope(self) -> complex:
        """B."""
        return cmath.sqrt(self.s * (1.0 - 4.0 * complex(self.a)))

    def constant(self, kernel: Kernel) -> float:
        """C, with the 1/2 of the softmax kernel."""
        return -(self.s + 1) / 2.0 + (0.5 if kernel == "softmax" else 0.0)

    def log_factor(self, d: int) -> complex:
        """log D."""
        return 0.25 * d * self._log

    @cached_property
    def _log(self) -> complex:
        return cmath.log(1.0 - 4.0 * complex(self.a))

    def polar(self, w: Array, x: Array, side: Side, kernel: Kernel) -> Polar:
        xp = array_namespace(w, x)
        p, w2 = x @ xp.matrix_transpose(w), xp.sum(w * w, axis=-1)[..., None, :]
        weight = self.constant(kernel) * xp.sum(x * x, axis=-1)[..., None]
        slope = self.slope if side == 0 else self.s * self.slope
        a, factor = complex(self.a), self.log_factor(int(w.shape[-1]))
        logabs = a.real * w2 + slope.real * p + (weight + factor.real)
        angle = a.imag * w2 + slope.imag * p + factor.imag if self.complex_valued else None
        return Polar(logabs, None, angle)

    def pair_terms(self, t: Array, w2: Array, n2: float, d: int, kernel: Kernel) -> Polar:
        """f1(w, x) f2(w, y) from t = w.(x + s y), w2 = |w|^2 and n2 = |x|^2 + |y|^2, elementwise."""
        a, slope, factor = complex(self.a), self.slope, self.log_factor(d)
        constant = 2.0 * factor.real + self.constant(kernel) * n2
        logabs = 2.0 * a.real * w2 + slope.real * t + constant
        if not self.complex_valued:
            return Polar(logabs)
        return Polar(logabs, None, 2.0 * a.imag * w2 + slope.imag * t + 2.0 * factor.imag)

    def mutants(self) -> tuple[AbstractRowMap, ...]:
        return _mutants(self)


def _mutants(base: GeneralisedExponential) -> tuple[AbstractRowMap, ...]:
    """Wrong A, B, C, D and products of a generalised exponential map."""
    found = [
        *common_mutants(base),
        mutant(base, "heavy", "C is larger by 1/2", weight=0.5),
        mutant(base, "light", "C is smaller by 1/2", weight=-0.5),
        mutant(base, "long", "B is doubled", stretch=2.0),
    ]
    if complex(base.a) != 0.0:
        found += [
            mutant(base, "no-D", "the factor D is missing", of_entry=-base.log_factor(1)),
            mutant(base, "A/2", "A|w|^2 is halved", of_row=-0.5 * complex(base.a)),
            mutant(base, "twice-A", "A|w|^2 is doubled", of_row=complex(base.a)),
            mutant(base, "other-A", "A has the opposite sign", altered=replace(base, a=-base.a)),
        ]
    if base.complex_valued:
        found.append(mutant(base, "conjugate", "the product conjugates the keys", fault="conjugate"))
    if base.s == -1:
        found.append(mutant(base, "same-side", "keys lack the factor s", fault="same-side"))
    return tuple(found)
