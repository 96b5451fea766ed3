"""Features held against the definition of a map, to rounding: form, weight, scale, stabilisers. No statistics here."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rftheory.conformance.bands import exact
from rftheory.conformance.causes import CAUSES
from rftheory.conformance.clients import Client
from rftheory.conformance.declaration import DEFINITIONS, Declaration
from rftheory.conformance.findings import Finding
from rftheory.conformance.recovery import STEPS, Form, probes, recognise
from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel
from rftheory.verdict import Outcome

FEW = 8
FAR = (40.0, 12.0, 6.0)


@dataclass
class Look:
    """A client's features at the probes for a few seeds, and what has been found out about them so far."""

    client: Client
    d: int
    scale: float
    seeds: tuple[int, ...]
    queries: Floats
    keys: Floats
    form: Form
    kernel: Kernel
    floor: float = 0.0
    cause: str | None = None

    @property
    def tolerance(self) -> float:
        """Relative, for products and logarithms of a handful of operations in the coarsest dtype seen."""
        return 1e-12 + 64.0 * math.sqrt(self.d) * self.client.rounding

    def at(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        """Features of queries and keys at points in the units of the kernel."""
        return self.client.features(x / self.scale, seed)


def first_look(
    client: Client,
    declaration: Declaration,
    kernel: Kernel | None,
    d: int,
    scale: float,
    seeds: tuple[int, ...],
) -> Look | Finding:
    """The features at the probes, their form and kernel; a failing Finding where they cannot be read at all."""
    points = probes(d)
    found = [client.features(points / scale, seed) for seed in seeds[:FEW]]
    shapes = {part.shape for pair in found for part in pair}
    if len(shapes) > 1 or next(iter(shapes))[0] != len(points):
        return _broken("shape", f"{len(points)} points give shapes {sorted(shapes)}")
    queries, keys = (np.stack([pair[side] for pair in found]) for side in (0, 1))
    if not (np.all(np.isfinite(queries)) and np.all(np.isfinite(keys))):
        return _broken("overflow", "features at norms of at most 1/2 are not finite")
    form = recognise(queries[0], d, client.rounding, declaration.map)
    return Look(client, d, scale, seeds, queries, keys, form, kernel or _kernel(queries, d, form))


def _broken(cause: str, detail: str) -> Finding:
    return Finding(
        "shape and finiteness", "hrf/def2.1", Outcome.FAILS, detail, cause=cause, diagnosis=CAUSES[cause]
    )


def _kernel(phi: Floats, d: int, form: Form) -> Kernel:
    """Which kernel the weight belongs to: softmax where it is nearer to e^{-|x|^2/2} (exponential), e^{|x|^2/2} (waves)."""
    step = STEPS["exponential"]
    if form.exponential:
        return "gaussian" if _curvature(phi, d, form) / step**2 < -1.5 else "softmax"
    size = np.vecdot(phi, phi)
    return (
        "softmax"
        if form.legible and float(np.median(size[:, 1] / size[:, 0])) > math.exp(step**2 / 2.0)
        else "gaussian"
    )


def _curvature(phi: Floats, d: int, form: Form) -> float:
    """The median of log phi(x) + log phi(-x) - 2 log phi(0), x = step e_j: twice the logarithm of the weight."""
    plus, minus = phi[:, 1 : d + 1][..., form.first], phi[:, d + 1 : 2 * d + 1][..., form.first]
    return float(np.median(np.log(plus) + np.log(minus) - 2.0 * np.log(phi[:, :1][..., form.first])))


def examine(look: Look, declaration: Declaration) -> Iterator[Finding]:
    """Every check of the map, cheap ones first; each remembers in `look` what explains later failures."""
    yield exact(
        "shape and finiteness", "hrf/def2.1", 0.0, 0.0, None, FEW, f"{look.queries.shape[-1]} features"
    )
    yield reproducible(look)
    yield batch(look)
    yield form(look, declaration)
    yield one_draw(look)
    if look.form.exponential:
        yield floor(look)
        yield maxima(look)
        yield weight(look)
    if look.form.name in ("positive", "hyperbolic", "trigonometric"):
        yield scale(look)
        yield zero_variance(look)


def reproducible(look: Look) -> Finding:
    """One seed gives one result."""
    again = look.at(probes(look.d), look.seeds[0])[0]
    gap = _relative(again, look.queries[0])
    return exact(
        "one seed, one draw", "simrf/eq1", gap, look.tolerance, "not-reproducible", 2, "largest change"
    )


def batch(look: Look) -> Finding:
    """Features of a point do not depend on the others of its batch; one factor for all of them is a maximum's."""
    x = _generic(look.d)
    alone = look.at(x[:1], look.seeds[0])
    among = look.at(np.concatenate([x[:1], 3.0 * x, -3.0 * x]), look.seeds[0])
    cause, gap = "batch-dependent", 0.0
    for one, many in zip(alone, among, strict=True):
        gap = max(gap, _relative(many[:1], one))
        if look.form.exponential and np.all(one > 0.0) and np.all(many[0] > 0.0):
            logs = np.log(many[0] / one[0])
            if float(np.ptp(logs)) <= 0.05 * float(np.max(np.abs(logs))) + look.tolerance:
                cause = "max-subtracted"
    found = exact(
        "one point, one feature vector", "hrf/def2.1", gap, look.tolerance, cause, 1, "largest change"
    )
    look.cause = look.cause or found.cause
    return found


def form(look: Look, declaration: Declaration) -> Finding:
    """The features are those of a known map, of the declared one if any."""
    cause = {"sines": "sine-without-cosine", "cosines": "cosine-without-sine"}.get(look.form.name)
    if not look.form.legible:
        cause = cause or "unknown-map"
    if (
        look.form.exponential is False
        and declaration.map in ("positive", "hyperbolic")
        and np.any(look.queries < 0.0)
    ):
        cause = cause or "negative"
    elif declaration.map is not None and declaration.map != look.form.name:
        cause = cause or "unknown-map"
    statement = DEFINITIONS.get(declaration.map or look.form.name, "simrf/eq3")
    text = f"{look.form.name} features of {look.form.m} projections"
    found = exact("form of the map", statement, 1.0 if cause else 0.0, 0.0, cause, FEW, text)
    look.cause = look.cause or found.cause
    return found


def floor(look: Look) -> Finding:
    """The least feature falls with the distance from 0; one that stays the same above zero is a constant added."""
    x, share = _generic(look.d)[:1], 0.0
    for far in FAR:
        drawn = np.array(
            [
                [[np.min(part) for part in look.at(r * x, seed)] for r in (far, far / 2.0)]
                for seed in look.seeds[:FEW]
            ]
        )
        if np.all(np.isfinite(drawn)):
            here, nearer = np.min(drawn, axis=0)
            stays = (here > 0.0) & (here > 0.5 * nearer)
            share = float(np.max(np.where(stays, here, 0.0))) / float(np.median(look.queries[:, 0]))
            break
    found = exact(
        "constant in the features",
        DEFINITIONS[look.form.name],
        share,
        0.0,
        "epsilon-added",
        FEW,
        "least feature far out, over the feature at 0",
    )
    if found.outcome is Outcome.FAILS:
        look.floor = share * float(np.median(look.queries[:, 0]))
        look.cause = look.cause or found.cause
    return found


def maxima(look: Look) -> Finding:
    """The largest feature of a point changes with the seed: a row whose maximum was subtracted has a constant one."""
    x = _generic(look.d)
    found_constant = False
    for side in (0, 1):
        tops = np.array([np.max(look.at(x, seed)[side], axis=1) for seed in look.seeds[:FEW]])
        spread = np.ptp(tops, axis=0) / np.max(tops, axis=0)
        found_constant |= bool(np.all(spread <= look.tolerance)) and look.form.m > 1
    text = "seeds leave the largest feature of a point as it is"
    cause = "max-subtracted"
    found = exact(
        "maximum over features",
        DEFINITIONS[look.form.name],
        1.0 if found_constant else 0.0,
        0.0,
        cause,
        FEW,
        text,
    )
    look.cause = look.cause or found.cause
    return found


def weight(look: Look) -> Finding:
    """log phi(x) + log phi(-x) - 2 log phi(0) is -2|x|^2 (Gaussian) or -|x|^2 (softmax) for every feature."""
    d, step = look.d, STEPS["exponential"]
    expected = -2.0 if look.kernel == "gaussian" else -1.0
    gap, value = 0.0, expected
    for phi in (look.queries, look.keys):
        clean = np.maximum(phi - look.floor, 1e-300)
        plus, minus = clean[:, 1 : d + 1], clean[:, d + 1 : 2 * d + 1]
        slopes = (np.log(plus) + np.log(minus) - 2.0 * np.log(clean[:, :1])) / step**2
        worst = float(slopes.flat[int(np.argmax(np.abs(slopes - expected)))])
        if abs(worst - expected) > gap:
            gap, value = abs(worst - expected), worst
    other = -3.0 - expected
    factor = value / expected
    cause = look.cause
    if cause is None:
        cause = "other-kernel" if abs(value - other) < 0.05 else "weight"
    text = f"exponent {value / 2.0:.6g} |x|^2 where {expected / 2.0:g} |x|^2 belongs (factor {factor:.4g})"
    found = exact(
        "weight of the features", DEFINITIONS[look.form.name], gap, 32.0 * look.tolerance, cause, FEW, text
    )
    look.cause = look.cause or found.cause
    return found


def scale(look: Look) -> Finding:
    """phi(0).phi(0) = 1, whatever the projections."""
    values = np.vecdot(look.queries[:, 0], look.keys[:, 0])
    value = float(values[int(np.argmax(np.abs(values - 1.0)))])
    m, d = look.form.m, look.d

    def near(other: float) -> bool:
        return abs(value / other - 1.0) < 1e-3 + look.tolerance

    cause = look.cause
    if cause is None:
        named = ((float(m), "missing-1/sqrt-m"), (1.0 / m, "extra-1/sqrt-m"), (m / d, "d-and-m-swapped"))
        cause = next((name for ratio, name in named if ratio != 1.0 and near(ratio)), "scale")
    text = f"phi(0).phi(0) = {value:.6g}; m = {m}, d = {d}"
    return exact("scale", DEFINITIONS[look.form.name], abs(value - 1.0), look.tolerance, cause, FEW, text)


def zero_variance(look: Look) -> Finding:
    """At y = -x (exponential) or y = x (waves) the estimate is the kernel, up to the factor that `scale` reports."""
    x, gap = _generic(look.d), 0.0
    sign = -1.0 if look.form.exponential else 1.0
    exponents = (
        np.vecdot(x - sign * x, x - sign * x) / -2.0 if look.kernel == "gaussian" else sign * np.vecdot(x, x)
    )
    for index, seed in enumerate(look.seeds[:FEW]):
        queries, keys = look.at(x, seed)[0], look.at(sign * x, seed)[1]
        origin = float(look.queries[index, 0] @ look.keys[index, 0])
        ratio = np.vecdot(queries, keys) / (origin * np.exp(exponents))
        gap = max(gap, float(np.max(np.abs(ratio - 1.0))))
    text = f"largest relative error at y = {'-' if sign < 0 else ''}x"
    return exact(
        "zero variance",
        "hrf/sec2.2/perfect-ends",
        gap,
        8.0 * look.tolerance,
        look.cause or "zero-variance",
        FEW,
        text,
    )


def one_draw(look: Look) -> Finding:
    """Queries and keys see the same projections (slopes of both at the axes agree)."""
    d, gap, correlation = look.d, 0.0, 1.0
    if look.queries is not look.keys and look.form.legible:
        short = slice(2 * d + 1, 3 * d + 1) if not look.form.exponential else slice(1, d + 1)
        mirrored = slice(3 * d + 1, None) if not look.form.exponential else slice(d + 1, 2 * d + 1)
        slopes = []
        for phi in (look.queries, look.keys):
            if look.form.exponential:
                part = np.log(np.maximum(phi[:, short], 1e-300) / np.maximum(phi[:, mirrored], 1e-300))
            else:
                part = phi[:, short] - phi[:, mirrored]
            slopes.append(part - np.mean(part, axis=-1, keepdims=True))
        size = float(np.sqrt(np.mean(slopes[0] ** 2)))
        gap = float(np.max(np.abs(slopes[0] - slopes[1]))) / size
        correlation = float(np.corrcoef(slopes[0].ravel(), slopes[1].ravel())[0, 1])
    found = exact(
        "one draw for queries and keys",
        "hrf/def2.1",
        gap,
        512.0 * look.tolerance,
        "separate-projections",
        FEW,
        f"correlation of both sides' projections {correlation:.4g}",
    )
    look.cause = look.cause or found.cause
    return found


def checked(client: Client) -> Client:
    """The client, if it is one of features; InputError otherwise."""
    if client.contract != "features":
        raise InputError(f"{client.name} gives {client.contract}; allowed: features")
    return client


def _relative(found: Floats, expected: Floats) -> float:
    if found.shape != expected.shape:
        return math.inf
    size = float(np.max(np.abs(expected))) or 1.0
    return float(np.max(np.abs(found - expected))) / size


def _generic(d: int) -> Floats:
    """Three points of norm 1/2 and 1: all ones, an axis, no pattern."""
    wave = np.cos(1.0 + 2.399963 * np.arange(d))
    return np.stack([wave / np.linalg.norm(wave), np.full(d, 0.5 / math.sqrt(d)), np.eye(d)[-1]])
