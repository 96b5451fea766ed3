"""Projections, scale and added constant of generalised features f(w.x), read off by the inverse of f."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from rftheory.measured.inputs import Floats
from rftheory.moments.induced_kernels import own_maps, values

FAR = 1000.0
STEP = 0.25
HOMOGENEOUS = ("relu", "abs", "identity")
"""f(c p) = c f(p) for c > 0: a factor of the features is one of the projections."""
VANISHING = ("relu", "abs", "identity", "gelu", "tanh", "sine-cosine")
"""f(0) = 0 (of the sine): what is there is a constant that was added."""
EVEN = ("abs", "cosine")
"""f(-p) = f(p): the sign of a row is nowhere to be seen."""
NOTHING = 1e-6
FALLING = ("elu+1", "sigmoid", "exponential")
"""f(-inf) = 0: what stays far out is a constant that was added."""
READABLE = frozenset({*HOMOGENEOUS, *VANISHING, *EVEN, *FALLING, "sgn"})
"""Maps whose functions have an inverse here."""


MOST, LEVEL = 0.9, 1e-2
"""The share of features that a constant is added to, and how far it may vary among them, relative to it."""


@dataclass(frozen=True)
class InducedReading:
    """Features c f(w.x) + floor of rows w (m, d); `w` is None where they cannot be read; `gap` is the largest misfit."""

    m: int
    c: float
    floor: float
    w: Floats | None
    gap: float


def probes(d: int) -> Floats:
    """0; +-step e_j; step (e_1 + e_j), j > 1; three points without a pattern and their opposites; two far ones, theirs."""
    axes = STEP * np.eye(d)
    wave = np.cos(1.0 + 2.399963 * np.outer(np.arange(1.0, 4.0), np.arange(d)))
    wave *= np.array([[1.0], [0.6], [0.3]]) / np.linalg.norm(wave, axis=1, keepdims=True)
    far = FAR * wave[:1]
    return np.concatenate(
        [np.zeros((1, d)), axes, -axes, axes[:1] + axes[1:], wave, -wave, far, far / 2.0, -far, -far / 2.0]
    )


def read(name: str, phi: Floats, d: int, rounding: float, floor: float | None = None) -> InducedReading:
    """The reading of the features (P, F) at `probes`; `floor` is a constant known already."""
    m = phi.shape[1] // len(own_maps()[name])
    if floor is None:
        floor = constant(name, phi[None], d, rounding)
    first = _with(name, phi - floor, d, m, 1.0 / math.sqrt(m), floor)
    if name in HOMOGENEOUS or first.gap <= tolerance(name, d, rounding):
        return first
    scales = (1.0, 1.0 / m, 1.0 / math.sqrt(d), _at_zero(name, phi, floor))
    others = (_with(name, phi - floor, d, m, c, floor) for c in scales if c > 0.0)
    return min((first, *others), key=lambda reading: reading.gap)


def tolerance(name: str, d: int, rounding: float) -> float:
    """Of a misfit relative to the largest feature: what inverse functions make of rounding."""
    if name == "cosine":
        return 256.0 * math.sqrt(d * rounding)
    return 1e-11 + 1024.0 * d * rounding


def constant(name: str, phi: Floats, d: int, rounding: float) -> float:
    """What was added to every feature of the draws (k, P, F), 0 where nothing shows."""
    sines = phi.shape[2] // 2 if name == "sine-cosine" else phi.shape[2]
    size = float(np.median(np.max(np.abs(phi[:, : 2 * d + 1]), axis=(1, 2)))) or 1.0
    if name in VANISHING:
        found = float(np.median(phi[:, 0, :sines]))
        if float(np.quantile(np.abs(phi[:, 0, :sines] - found), MOST)) > LEVEL * abs(found):
            return 0.0  # biases of their own, and no constant
    elif name == "sgn":
        found = float(np.median(phi[:, 3 * d : 3 * d + 3] + phi[:, 3 * d + 3 : 3 * d + 6])) / 2.0
    elif name in FALLING:
        with np.errstate(invalid="ignore"):
            here, nearer = (float(np.nanmin(phi[:, rows])) for rows in ([-4, -2], [-3, -1]))
        found = here if here > 0.5 * nearer > 0.0 else 0.0
    elif name == "cosine":
        found = _lifted(phi, rounding)
    else:
        return 0.0
    return found if abs(found) > 64.0 * rounding * size else 0.0


def _lifted(phi: Floats, rounding: float) -> float:
    """e of features c cos(w.x) + e by cos 2p = 2 cos^2 p - 1 and the features at 0; 0 where these do not fit.

    Of f0 = c + e, f1 = c cos p + e, f2 = c cos 2p + e follows e (f2 + 3 f0 - 4 f1) = f0 (f0 + f2) - 2 f1^2.
    """
    zero = phi[:, 0]
    pairs = [(phi[:, -3], phi[:, -4]), (phi[:, -1], phi[:, -2])]
    factors = np.stack([double + 3.0 * zero - 4.0 * once for once, double in pairs])
    products = np.stack([zero * (zero + double) - 2.0 * once**2 for once, double in pairs])
    size = float(np.max(np.abs(phi)))
    found = float(np.vdot(factors, products) / max(float(np.vdot(factors, factors)), 1e-300))
    room = 64.0 * FAR * phi.shape[2] * rounding * size
    misfit = float(np.max(np.abs(products - found * factors)))
    return found if room < abs(found) and misfit <= room * size else 0.0


def _at_zero(name: str, phi: Floats, floor: float) -> float:
    """The scale that the features at 0 show, 0 where f(0) = 0."""
    functions = own_maps()[name]
    origin = float(values(functions[-1], np.zeros(1))[0])
    return float(np.median(phi[0, -(phi.shape[1] // len(functions)) :] - floor)) / origin if origin else 0.0


def _with(name: str, clean: Floats, d: int, m: int, c: float, floor: float) -> InducedReading:
    """The reading at a scale, and how far its features are from those given."""
    with np.errstate(all="ignore"):
        w = None if name == "sgn" else rows(name, clean / c, d, m)
    points = probes(d)[3 * d : 3 * d + 6]
    given = clean[3 * d : 3 * d + 6]
    size = float(np.max(np.abs(given))) or 1.0
    if name == "sgn":
        return InducedReading(m, c, floor, None, float(np.max(np.abs(np.abs(given) - c))) / size)
    if w is None or not np.all(np.isfinite(w)):
        return InducedReading(m, c, floor, None, math.inf)
    expected = c * np.concatenate([values(f, points @ w.T) for f in own_maps()[name]], axis=1)
    if name in EVEN:
        certain = ~unsure(w)
        expected, given = expected[:, certain], given[:, certain]
        if not np.any(certain):
            return InducedReading(m, c, floor, None, math.inf)
    return InducedReading(m, c, floor, w, float(np.max(np.abs(expected - given))) / size)


def unsure(w: Floats) -> NDArray[np.bool_]:
    """Which rows (.., d) of an even function have entries of unknown sign: those that start with zero, see `_even`."""
    found: NDArray[np.bool_] = np.abs(w[..., 0]) <= NOTHING
    return found


def rows(name: str, phi: Floats, d: int, m: int) -> Floats:
    """W, (m, d), from features of scale 1 at `probes`; of even functions up to one sign a row."""
    plus, minus, both = phi[1 : d + 1], phi[d + 1 : 2 * d + 1], phi[2 * d + 1 : 3 * d]
    if name in ("relu", "gelu"):
        found = plus - minus
    elif name == "identity":
        found = plus
    elif name == "tanh":
        found = np.arctanh(plus)
    elif name == "sigmoid":
        found = scipy.special.logit(plus)
    elif name == "exponential":
        found = np.log(plus)
    elif name == "elu+1":
        found = np.where(plus > 1.0, plus - 1.0, np.log(plus))
    elif name == "sine-cosine":
        found = np.arctan2(plus[:, :m], plus[:, m:])
    else:
        found = _even(plus, both, np.abs if name == "abs" else np.cos)
    result: Floats = found.T / STEP
    return result


def _even(plus: Floats, both: Floats, function: np.ufunc) -> Floats:
    """Step w_j up to one sign a row: |step w_j|, and the sign by f(step (w_1 + w_j))."""
    size = plus if function is np.abs else np.arccos(np.clip(plus, -1.0, 1.0))
    same, other = function(size[:1] + size[1:]), function(size[:1] - size[1:])
    signs = np.where(np.abs(both - same) <= np.abs(both - other), 1.0, -1.0)
    found: Floats = np.concatenate([size[:1], signs * size[1:]])
    return found
