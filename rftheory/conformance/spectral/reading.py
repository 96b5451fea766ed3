"""Rows of heavy tails from waves: angles at a step, the whole turns that they miss from a far smaller one."""

from __future__ import annotations

import math

import numpy as np

from rftheory.conformance.feature_form.recovery import STEPS, FeatureForm, paired
from rftheory.conformance.feature_form.recovery import rows as angles
from rftheory.measured.inputs import Floats

FINE = STEPS["trigonometric"]
COARSE = 2.0**-46
"""A step at which angles in double precision are off by less than one, and entries up to 2e14 have no whole turn."""
PERIODS = {"trigonometric": math.pi / FINE, "phase": 0.5 * math.pi / FINE}
"""Beyond these, entries of rows are read off modulo a period where one step is read."""
NEAR = 0.05
"""Of a turn: how far the two readings may lie apart."""


def coarse_probes(d: int) -> Floats:
    """+step e_j and -step e_j: (2d, d)."""
    axes = COARSE * np.eye(d)
    return np.concatenate([axes, -axes])


class RowAngles:
    """Reads W (m, d) off features at `probes` and `coarse_probes`.

    seen: what no entry may exceed to be read; the smaller step counts once it agrees with the other on the first draw.
    """

    def __init__(self, d: int, form: FeatureForm, amplitude: float, *, exact: bool, seed: int) -> None:
        self._d, self._form, self._amplitude = d, form, amplitude
        self._turning = exact and form.name == "trigonometric"
        self._rng = np.random.Generator(np.random.PCG64DXSM(seed))
        self._settled = False

    @property
    def seen(self) -> float:
        """The largest entry."""
        return math.pi / COARSE if self._turning and self._settled else PERIODS[self._form.name]

    def rows(self, near: Floats, coarse: Floats) -> Floats:
        """From features (4d + 1, F) and (2d, F) of one draw."""
        fine = angles(near / self._amplitude, self._d, self._form, 0.0, self._rng)
        if not self._turning:
            return fine
        found, apart = turned(fine, self._rough(near, coarse))
        if not self._settled:
            self._settled = True
            self._turning = apart <= NEAR
        return found if self._turning else fine

    def _rough(self, near: Floats, coarse: Floats) -> Floats:
        first, second = paired(near, self._d, self._form)
        plus, minus = coarse[: self._d], coarse[self._d :]
        sines, cosines = (plus - minus)[:, first] / 2.0, (plus + minus)[:, second] / 2.0
        found: Floats = np.arctan2(sines, cosines * np.sign(near[0][second])).T / COARSE
        return found


def turned(fine: Floats, rough: Floats) -> tuple[Floats, float]:
    """The angles with their whole turns, and the largest share of a turn by which both readings differ."""
    period = 2.0 * math.pi / FINE
    found = fine + period * np.round((rough - fine) / period)
    # Beyond 2^53 units of rounding a turn is below the precision of an entry: nothing is missed there.
    apart = np.abs(rough - found) / (period + 1e-3 * np.abs(found))
    return found, float(np.max(apart))
