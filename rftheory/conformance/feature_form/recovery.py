"""Which feature map stands behind Phi, and its projections read off from Phi at the axes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rftheory.conformance.feature_form import random_phases
from rftheory.measured.inputs import Floats

STEPS = {"exponential": 0.5, "trigonometric": 2.0**-5}
FITS = 1e-3
"""Relative departures from sin^2 + cos^2 = 1 of sines and cosines of one projection, in the coarsest dtype."""
Columns = NDArray[np.intp]


@dataclass(frozen=True)
class FeatureForm:
    """positive, hyperbolic, gerf, gerf-antithetic, trigonometric, phase, sines, cosines or unknown, and its columns."""

    name: str
    m: int
    first: Columns
    second: Columns

    @property
    def exponential(self) -> bool:
        """Whether all features are powers of e."""
        return self.name in ("positive", "hyperbolic") or self.generalised

    @property
    def generalised(self) -> bool:
        """Whether they carry a factor e^{A|w|^2}."""
        return self.name in ("gerf", "gerf-antithetic")

    @property
    def legible(self) -> bool:
        """Whether projections can be read off."""
        return self.exponential or self.name in ("trigonometric", "phase")


def probes(d: int, step: float = STEPS["trigonometric"]) -> Floats:
    """0, then +step e_j and -step e_j for the exponential step, then for the trigonometric one, `step`: (4d + 1, d)."""
    axes = np.eye(d)
    long, short = STEPS["exponential"] * axes, step * axes
    return np.concatenate([np.zeros((1, d)), long, -long, short, -short])


def recognise(phi: Floats, d: int, rounding: float, declared: str | None) -> FeatureForm:
    """The form of the features at `probes`; a declared form settles positive against hyperbolic only."""
    origin, plus, minus = phi[0], phi[1 : d + 1], phi[d + 1 : 2 * d + 1]
    columns = np.arange(phi.shape[1])
    none = columns[:0]
    size = float(np.max(np.abs(phi[: 2 * d + 1]))) or 1.0
    tolerance = 64.0 * rounding * size
    if np.all(phi[: 2 * d + 1] > 0.0):
        flat = np.ptp(origin) <= tolerance and float(np.max(plus - origin)) <= tolerance
        if flat and float(np.max(np.abs(plus - minus))) <= tolerance:
            return FeatureForm("cosines", len(columns), none, columns)
        return _exponential(plus, minus, columns, rounding, declared)
    at_zero = np.abs(origin) <= tolerance
    sines, cosines = columns[at_zero], columns[~at_zero]
    if len(sines) == len(cosines):
        return FeatureForm("trigonometric", len(sines), sines, cosines)
    if len(cosines) == 0:
        return FeatureForm("sines", len(sines), sines, none)
    even = float(np.max(np.abs(plus - minus))) <= tolerance
    if even and np.ptp(origin) <= tolerance:
        return FeatureForm("cosines", len(columns), none, columns)
    return FeatureForm("phase", len(columns), columns, none)


def _exponential(
    plus: Floats, minus: Floats, columns: Columns, rounding: float, declared: str | None
) -> FeatureForm:
    middle = len(columns) // 2
    slopes = np.log(plus / minus) / (2.0 * STEPS["exponential"])
    rough = 1e-3 + 256.0 * rounding
    mirrored = len(columns) % 2 == 0 and np.allclose(
        slopes[:, :middle], -slopes[:, middle:], atol=rough, rtol=rough
    )
    woven = len(columns) % 2 == 0 and np.allclose(slopes[:, ::2], -slopes[:, 1::2], atol=rough, rtol=rough)
    if declared not in ("positive", "gerf") and (mirrored or woven):
        parts = (columns[:middle], columns[middle:]) if mirrored else (columns[::2], columns[1::2])
        return FeatureForm("hyperbolic", middle, *parts)
    return FeatureForm("positive", len(columns), columns, columns[:0])


def rows(
    phi: Floats,
    d: int,
    form: FeatureForm,
    floor: float,
    rng: np.random.Generator,
    step: float = STEPS["trigonometric"],
) -> Floats:
    """W, (.., m, d), of features (.., 4d + 1, F); rows of a phase map have a random sign, as cos does not know it.

    `floor` is taken off first. step: that of the probes at which angles are read.
    """
    if form.exponential:
        plus, minus = (
            np.maximum(part[..., form.first] - floor, 1e-300)
            for part in (phi[..., 1 : d + 1, :], phi[..., d + 1 : 2 * d + 1, :])
        )
        return _turned(np.log(plus / minus)) / (2.0 * STEPS["exponential"])
    if form.name == "trigonometric":
        return _angles(phi, d, form) / step
    signs = rng.choice([-1.0, 1.0], (*phi.shape[:-2], form.m, 1))
    found: Floats = _turned(random_phases.rows(phi, d, STEPS["exponential"], step)) * signs
    return found


def _turned(found: Floats) -> Floats:
    """Rows for columns."""
    return np.swapaxes(found, -1, -2)


def _angles(phi: Floats, d: int, form: FeatureForm) -> Floats:
    """Angles of sines and cosines; of several draws whose order is not that of the form, one by one."""
    if phi.ndim > 2 and not bool(np.all(fitting(phi, d, form.first, form.second))):
        return np.stack([_angles(one, d, form) for one in phi])
    first, second = (form.first, form.second) if phi.ndim > 2 else paired(phi, d, form)
    plus, minus = phi[..., 2 * d + 1 : 3 * d + 1, :], phi[..., 3 * d + 1 :, :]
    sines = (plus[..., first] - minus[..., first]) / 2.0
    cosines = (plus[..., second] + minus[..., second]) / 2.0
    angles = np.arctan2(sines, cosines * np.sign(phi[..., :1, second]))
    return _turned(angles)


def _squares(phi: Floats, d: int, columns: Columns) -> Floats:
    """Features at the long step, squared."""
    found: Floats = phi[..., 1 : d + 1, columns] ** 2
    return found


def fitting(phi: Floats, d: int, first: Columns, second: Columns) -> NDArray[np.bool_]:
    """Whether sin^2 + cos^2 is at the axes what it is at 0, (..)."""
    whole = phi[..., 0, first] ** 2 + phi[..., 0, second] ** 2
    gap = np.abs(_squares(phi, d, first) + _squares(phi, d, second) - whole[..., None, :])
    found: NDArray[np.bool_] = np.max(gap, axis=(-2, -1)) <= FITS * np.max(whole, axis=-1)
    return found


def paired(phi: Floats, d: int, form: FeatureForm) -> tuple[Columns, Columns]:
    """Sines and cosines of the same projections: in the order of the form, unless only another one has sin^2 + cos^2 = 1.

    Features may be in any order, a new one in every draw: what vanishes at 0 is a sine, and sum_j c_j sin^2 w_j s with
    c without a pattern is that of one cosine alone.
    """

    if fitting(phi, d, form.first, form.second):
        return form.first, form.second
    at_zero = np.abs(phi[0]) <= FITS * float(np.max(np.abs(phi[0])))
    first, second = np.flatnonzero(at_zero), np.flatnonzero(~at_zero)
    if len(first) != len(second):
        return form.first, form.second
    mixed = 2.0 + np.cos(1.0 + 2.399963 * np.arange(d))
    places = np.argsort(np.argsort(mixed @ _squares(phi, d, first), kind="stable"), kind="stable")
    second = second[np.argsort(mixed @ (phi[0, second] ** 2 - _squares(phi, d, second)), kind="stable")][
        places
    ]
    return (first, second) if fitting(phi, d, first, second) else (form.first, form.second)


def uneven(phi: Floats, d: int, form: FeatureForm) -> bool:
    """Whether all sines have one amplitude and all cosines of the same projections another.

    With c = cos(w_j s), the mean of a cosine at both ends over that at 0, a sine of amplitude a is a^2 (1 - c^2) squared.
    """
    if form.name != "trigonometric":
        return False
    plus, minus = phi[1 : d + 1], phi[d + 1 : 2 * d + 1]
    origin = phi[0, form.second]
    with np.errstate(divide="ignore", invalid="ignore"):
        turned = 1.0 - ((plus + minus)[:, form.second] / (2.0 * origin)) ** 2
        quotients = ((plus - minus)[:, form.first] / (2.0 * origin)) ** 2 / turned
    clear = quotients[turned > 0.01]
    if not len(clear):
        return False
    off = abs(float(np.median(clear)) - 1.0)
    return off > FITS and float(np.ptp(clear)) <= 0.1 * off


def hyperbolas(phi: Floats, d: int, form: FeatureForm) -> bool:
    """Whether they are sinh and cosh of projections: cosh^2 - sinh^2 at the axes is what it is at 0, sin^2 + cos^2 is not."""
    if form.name != "trigonometric" or np.any(phi[..., form.second] <= 0.0):
        return False
    whole = phi[1 : d + 1, form.second] ** 2 - phi[1 : d + 1, form.first] ** 2
    flat = np.ptp(whole, axis=1) <= FITS * np.max(np.abs(whole), axis=1)
    return bool(np.all(flat)) and not bool(np.all(fitting(phi, d, form.first, form.second)))


def amplitude(phi: Floats, d: int, weight: float) -> tuple[float, float]:
    """a^2 of features a h(x) cos(w.x + b), h(x) = e^{weight |x|^2}, and the median relative departure from one a^2.

    With e and o the even and odd part along an axis, e / phi(0) = cos(w_j s) and o^2 = a^2 sin^2 b sin^2(w_j s), so
    a^2 = phi(0)^2 + o^2 / (1 - (e / phi(0))^2): read where neither quotient is ill-conditioned. NaN where none is.
    """
    step = STEPS["exponential"]
    plus, minus = (part * np.exp(-weight * step**2) for part in (phi[1 : d + 1], phi[d + 1 : 2 * d + 1]))
    origin = phi[:1] + np.zeros_like(plus)
    with np.errstate(divide="ignore", invalid="ignore"):
        turned = 1.0 - ((plus + minus) / (2.0 * origin)) ** 2
        squares = origin**2 + ((plus - minus) / 2.0) ** 2 / turned
    clear = (turned > 0.01) & (np.abs(origin) > 0.2 * np.max(np.abs(origin)))
    if not np.any(clear):
        return (np.nan, np.nan)
    value = float(np.median(squares[clear]))
    return value, float(np.median(np.abs(squares[clear] / value - 1.0)))
