"""Which features a client has: their form, their kernel, and whether they can be read at all."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from rftheory.conformance.claim.declaration import Declaration
from rftheory.conformance.client.arrays import ROUNDING
from rftheory.conformance.client.clients import Client
from rftheory.conformance.feature_form import gerf, shifted_waves
from rftheory.conformance.feature_form.columns import beside
from rftheory.conformance.feature_form.granularity import hidden_precision
from rftheory.conformance.feature_form.plane_waves import Kind, kind, line, straight
from rftheory.conformance.feature_form.probing import asked, generic
from rftheory.conformance.feature_form.recovery import (
    STEPS,
    FeatureForm,
    hyperbolas,
    probes,
    recognise,
    uneven,
)
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.conformance.unreadable import SMALLER, Unreadable, without_numbers
from rftheory.measured.inputs import Floats
from rftheory.measured.products import vecdot
from rftheory.measured.protocol import Kernel

REST = " (but for columns that are constant or linear in x)"
TINY = 0.25
"""Where exponentials vanish, others are small: a power of the smallest number of their dtype."""


def probed(
    client: Client,
    declaration: Declaration,
    kernel: Kernel | None,
    d: int,
    scale: float,
    seeds: tuple[int, ...],
    *,
    ratios: bool = False,
) -> RecognisedFeatures | Unreadable:
    """The features at the probes, their form and kernel. ratios: only ratios of estimates are claimed."""
    points = probes(d)
    coarse = _granted(client, d, scale, seeds[0])
    shown = _both(client, points / scale, seeds)
    if isinstance(shown, Unreadable):
        return shown
    queries, keys = shown
    besides = beside(queries, keys, d, client.rounding)
    kept = besides.kept
    if kept is not None:
        queries, keys = queries[..., kept], keys[..., kept]
    if not (np.all(np.isfinite(queries)) and np.all(np.isfinite(keys))):
        return _lost(client, points / scale, seeds[0])
    if np.all(queries == queries[:, :1]) and np.all(keys == keys[:, :1]):
        return _still(client, d, scale, seeds[0])
    shift = shifted_waves.constant(queries[0], d, client.rounding)
    if shift and not ratios:
        text = f"{shift:.6g} is added to every feature; without it they are cosines and sines"
        return Unreadable("constant", text)
    form = recognise(queries[0], d, client.rounding, declaration.map)
    if not ratios:
        form = _plain(form, kind(client, d, scale, seeds))
    if uneven(queries[0], d, form) or hyperbolas(queries[0], d, form):
        form = replace(form, name="unknown")
    lost = _illegible(queries, d, form, declaration, client.smallest)
    if lost is not None:
        return lost if kept is None else replace(lost, detail=f"{lost.detail}{REST}")
    form = _generalised(queries, keys, d, form, declaration, client.rounding)
    made = RecognisedFeatures(
        client,
        d,
        scale,
        seeds,
        queries,
        keys,
        form,
        kernel or likely_kernel(queries, d, form),
        client.rounding,
        kept,
        declaration,
        form,
        ratios,
        besides,
        coarse=coarse,
    )
    if ratios and form.exponential:
        return replace(made, form=_up_to_factors(made, declaration.map))
    unknown = (form.name == "phase" and not made.waves) or (form.exponential and _curved(made))
    return replace(made, form=replace(form, name="unknown")) if unknown and not ratios else made


def _both(client: Client, points: Floats, seeds: tuple[int, ...]) -> tuple[Floats, Floats] | Unreadable:
    """Features of queries and of keys at the points, (k, p, F) each, of as many seeds as they are small."""
    found = [client.features(points, seeds[0])]
    found += [client.features(points, seed) for seed in seeds[1 : asked(found[0][0].size)]]
    shapes = {part.shape for pair in found for part in pair}
    if len(shapes) > 1 or next(iter(shapes))[0] != len(points):
        return Unreadable("shape", f"{len(points)} points give shapes {sorted(shapes)}")
    queries = np.stack([pair[0] for pair in found])
    return queries, queries if all(a is b for a, b in found) else np.stack([pair[1] for pair in found])


def _curved(features: RecognisedFeatures) -> bool:
    """Whether positive features to which no constant was added are no exponentials, however near 0 they look like some."""
    points = line(features.d)
    drawn = [features.at(points, seed)[0] for seed in features.seeds[:2]]
    positive = all(np.all(np.isfinite(phi)) and np.all(phi > 0.0) for phi in drawn)
    bent = positive and not all(straight(phi, features.rounding) for phi in drawn)
    return bent and features.floor == 0.0


def _granted(client: Client, d: int, scale: float, seed: int) -> str | None:
    """The precision inside, whose rounding is granted from here on; None where it is that of what comes back."""
    coarse = hidden_precision(client, d, scale, seed)
    client.rounding = max(client.rounding, ROUNDING[coarse] if coarse else 0.0)
    return coarse


def _lost(client: Client, points: Floats, seed: int) -> Unreadable:
    """Where and why features are no numbers."""
    near, smaller = (np.concatenate(client.features(size * points, seed), axis=1) for size in (1.0, SMALLER))
    return without_numbers(near, smaller, 0.5)


def _still(client: Client, d: int, scale: float, seed: int) -> Unreadable:
    """Why features are the same at 0 and on all axes: at all points, or as products of coordinates are."""
    phi = client.features(np.concatenate([np.zeros((1, d)), generic(d)]) / scale, seed)
    if any(np.any(part != part[:1]) for part in phi):
        return Unreadable("nothing at 0", "features are the same at 0 and along all axes, and not elsewhere")
    text = "features are the same at all points: projections are 0, or were never drawn"
    return Unreadable("one value", text)


def _plain(form: FeatureForm, found: Kind) -> FeatureForm:
    """The form, if that is what features are along a line; positive ones may be waves of small angles."""
    if found == "neither":
        return replace(form, name="unknown")
    if found != "waves" or not form.exponential:
        return form
    columns = np.sort(np.concatenate([form.first, form.second]))
    return FeatureForm("phase", len(columns), columns, columns[:0])


def _illegible(
    queries: Floats, d: int, form: FeatureForm, declaration: Declaration, smallest: float
) -> Unreadable | None:
    """Why features that are never negative cannot be read, None where they can."""
    if form.exponential and np.allclose(
        queries[:, 1 : d + 1], queries[:, d + 1 : 2 * d + 1], rtol=1e-9, atol=0.0
    ):
        text = "positive features that do not tell x from -x (cosh in place of both exponentials?)"
        return Unreadable("even", text)
    exponential = declaration.map in (None, "positive", "hyperbolic", "gerf", "gerf-antithetic")
    if not (exponential and np.all(queries >= 0.0) and np.any(queries[:, : 2 * d + 1] == 0.0)):
        return None
    if np.all(queries[:, 0] == 0.0):
        return Unreadable("nothing at 0", "all features at 0 are 0, and none is negative")
    if float(np.min(queries[queries > 0.0])) > smallest**TINY * float(np.max(queries)):
        return None
    text = "features at norms of at most 1/2 vanish: exponents are too large for this dtype"
    return Unreadable("vanishing", text)


def _generalised(
    queries: Floats, keys: Floats, d: int, form: FeatureForm, declaration: Declaration, rounding: float
) -> FeatureForm:
    """The form with a factor e^{A|w|^2} where that is declared or shows."""
    for plain, name in (("positive", "gerf"), ("hyperbolic", "gerf-antithetic")):
        if form.name == plain and declaration.map in (None, name, plain):
            line = gerf.line(queries, keys, d, form, 0.0, rounding)
            if declaration.map == name or gerf.shows(line):
                form = replace(form, name=name)
    return form


def _up_to_factors(features: RecognisedFeatures, declared: str | None) -> FeatureForm:
    """positive or hyperbolic: slopes are mirrored up to what was subtracted, which is the same for all features."""
    d, total = features.d, features.queries.shape[-1]
    columns = np.arange(total)
    with np.errstate(all="ignore"):
        slopes = np.log(features.queries[0, 1 : d + 1] / features.queries[0, d + 1 : 2 * d + 1])
    halves = (columns[: total // 2], columns[total // 2 :]), (columns[::2], columns[1::2])
    for first, second in halves if total % 2 == 0 and declared != "positive" else ():
        both = slopes[:, first] + slopes[:, second]
        if float(np.max(np.ptp(both, axis=1))) <= 1e-3 + 256.0 * features.rounding:
            return FeatureForm("hyperbolic", total // 2, first, second)
    return FeatureForm("positive", total, columns, columns[:0])


def likely_kernel(phi: Floats, d: int, form: FeatureForm) -> Kernel:
    """Which kernel the weight belongs to: softmax where it is nearer to e^{-|x|^2/2} (exponential), e^{|x|^2/2} (waves)."""
    step = STEPS["exponential"]
    if form.exponential:
        return "gaussian" if _curvature(phi, d, form) / step**2 < -1.5 else "softmax"
    if form.name == "phase":
        return min(("gaussian", "softmax"), key=lambda kernel: _misfit(phi, d, kernel))
    size = vecdot(phi, phi)
    return (
        "softmax"
        if form.legible and float(np.median(size[:, 1] / size[:, 0])) > math.exp(step**2 / 2.0)
        else "gaussian"
    )


def _misfit(phi: Floats, d: int, kernel: Kernel) -> float:
    """How far cos(w.x + b) h(x) are from this h: the mean of phi(x), phi(-x) over phi(0) is cos(w.x) h(x) at both steps.

    The length of phi tells nothing, as it varies with the phases.
    """
    long, short = STEPS["exponential"], STEPS["trigonometric"]
    weight = 0.5 if kernel == "softmax" else 0.0
    with np.errstate(all="ignore"):
        far = (phi[:, 1 : d + 1] + phi[:, d + 1 : 2 * d + 1]) / (2.0 * phi[:, :1])
        near = (phi[:, 2 * d + 1 : 3 * d + 1] + phi[:, 3 * d + 1 : 4 * d + 1]) / (2.0 * phi[:, :1])
        angle = np.arccos(np.clip(near * math.exp(-weight * short**2), -1.0, 1.0))
        gap = np.abs(far * math.exp(-weight * long**2) - np.cos(long / short * angle))
    return float(np.nanmedian(gap))


def _curvature(phi: Floats, d: int, form: FeatureForm) -> float:
    """The median of log phi(x) + log phi(-x) - 2 log phi(0), x = step e_j: twice the logarithm of the weight."""
    plus, minus = phi[:, 1 : d + 1][..., form.first], phi[:, d + 1 : 2 * d + 1][..., form.first]
    return float(np.median(np.log(plus) + np.log(minus) - 2.0 * np.log(phi[:, :1][..., form.first])))
