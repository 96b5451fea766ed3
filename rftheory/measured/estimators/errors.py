"""Squared errors of positive features under a change of measure whose bound is near the error itself, at every length.

By Jensen ((1/m) sum_i a_i - c)^2 <= (1/m) sum_i (a_i - c)^2, so by the mediant rule of `bounds` a squared error over
L = (1/m) sum_i l(w_i) is at most g^2 sup_p (e^{v p} - c/g)^2 / l(p), and l may lean both ways along the points: up, since
large terms make the error of long points, and down, since small ones make that of short points. docs/inference.md,
section 13.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np

from rftheory.measured.couplings.tilting import tiltable
from rftheory.measured.estimators.bounds import bounded
from rftheory.measured.estimators.estimates import Estimate
from rftheory.measured.estimators.proposals import TiltMixture
from rftheory.measured.inputs import Floats

_UP = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_DOWN = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4)
_LEAST = 0.05  # share of the law itself
_COARSE, _FINE = 4_000, 200_000  # cells: to choose a mixture, and to bound its weighted errors
_ROUNDING = 1e-9  # of the logarithm of a bound, far above what doubles round


def bounded_error(estimate: Estimate) -> Estimate:
    """The squared error with values bounded by proof where a rule applies, as tightly as the rules known allow.

    Positive features on rows of a tiltable law take the mixture above, everything else what `bounds` says.
    """
    growth, coupling = estimate.features.growth, estimate.coupling
    plain = growth is not None and growth.kind == "exponential" and growth.terms == ((1.0, 1.0),)
    length = float(np.linalg.norm(estimate.targets[0])) if estimate.features.pairwise else 0.0
    if (
        not plain
        or estimate.what != "error"
        or length == 0.0
        or estimate.level <= 0.0
        or not (coupling.isotropic and tiltable(coupling.law))
        or bool(getattr(coupling, "wrong", False))
    ):
        return bounded(estimate)
    level = math.log(estimate.level) - estimate.log_weights[0]
    _, tilts = min((_bound(length, level, tilts), tilts) for tilts in _mixtures(length))
    bound = _bound(length, level, tilts, _FINE)
    proposal = TiltMixture(coupling.law, estimate.d, tilts)
    return replace(estimate, proposal=proposal, log_bound=bound + 2.0 * estimate.log_weights[0])


Tilts = tuple[tuple[float, float], ...]


def _mixtures(length: float) -> list[Tilts]:
    """Shares and tilts that are tried: the law itself, one upwards of at least 2v, one downwards."""
    ups = sorted({2.0 * length, max(2.0 * length, 1.4), max(2.0 * length, 2.0), 2.0 * length + 1.0})
    found: list[Tilts] = []
    for up, down, tilt, fall in itertools.product(_UP, _DOWN, ups, (0.7, 1.4)):
        if (rest := 1.0 - up - down) >= _LEAST - 1e-12 and (down or fall == 0.7):
            lower: Tilts = ((down, -fall),) if down else ()
            found.append(((rest, 0.0), (up, tilt), *lower))
    return found


def _bound(length: float, level: float, tilts: Tilts, cells: int = _COARSE) -> float:
    """An upper bound of log sup_p (e^{v p} - e^level)^2 / l(p), over cells and over both tails.

    On a cell the numerator is largest at an end, since e^{v p} is monotone, and every term of l is smallest at one.
    """
    top = max(tilt for _, tilt in tilts)
    p: Floats = np.linspace(-20.0, top + 20.0, cells + 1)
    left, right = p[:-1], p[1:]
    with np.errstate(divide="ignore"):
        size = 2.0 * (level + np.log(np.abs(np.expm1(length * p - level))))
    law = np.logaddexp.reduce(
        [_share(share, tilt, left if tilt >= 0.0 else right) for share, tilt in tilts], axis=0
    )
    inside = float(np.max(np.maximum(size[:-1], size[1:]) - law))
    least = [_share(share, tilt, p[0]) for share, tilt in tilts if tilt <= 0.0]
    below = max(2.0 * level, float(size[0])) - float(np.logaddexp.reduce(least))
    rise, up = max((tilt, share) for share, tilt in tilts)
    above = max(2.0 * length * p[-1], 2.0 * level) - float(_share(up, rise, p[-1]))
    return max(inside, below, float(above)) + _ROUNDING


def _share(share: float, tilt: float, p: Floats | float) -> Floats:
    """log of one term of l: share e^{tilt p - tilt^2/2}."""
    return np.asarray(math.log(share) + tilt * p - tilt * tilt / 2.0)
