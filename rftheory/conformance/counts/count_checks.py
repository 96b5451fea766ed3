"""Features of counts held against their definition, to rounding: the counts predict every feature. No statistics here."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from scipy.special import gammaln

from rftheory.conformance.causes import CAUSES
from rftheory.conformance.counts.count_causes import coefficient_cause
from rftheory.conformance.counts.count_reading import (
    BASE,
    BENT,
    FEW,
    FORM,
    Look,
    bends,
    counted,
    log_weight,
    probes,
)
from rftheory.conformance.findings import Finding
from rftheory.conformance.bands import exact
from rftheory.measured.inputs import Floats

WEIGHT = "crt/sec2.1/softmax"


def examine(look: Look) -> Iterator[Finding]:
    """Every exact check, each remembering what explains later failures."""
    yield exact("shape and finiteness", FORM, 0.0, 0.0, None, FEW, f"{look.m} features")
    for check in (reproducible, batch, weight, integers, one_draw, coefficients, values):
        found = check(look)
        if found.cause is not None and look.cause is not None:
            found = replace(found, cause=look.cause, diagnosis=CAUSES[look.cause])
        look.cause = look.cause or found.cause
        yield found


def reproducible(look: Look) -> Finding:
    """One seed gives one result."""
    again = look.at(probes(look.d), look.seeds[0])[0]
    gap = _gap(again, look.queries[0])
    return exact(
        "one seed, one draw", "simrf/eq1", gap, look.tolerance, "not-reproducible", 2, "largest change"
    )


def batch(look: Look) -> Finding:
    """Features of a point do not depend on the others of its batch."""
    x = _positive(look.d)
    alone = look.at(x[:1], look.seeds[0])
    among = look.at(np.concatenate([x[:1], 2.0 * x, 0.5 * x]), look.seeds[0])
    gap = max(_gap(many[:1], one) for one, many in zip(alone, among, strict=True))
    return exact(
        "one point, one feature vector",
        "hrf/def2.1",
        gap,
        look.tolerance,
        "batch-dependent",
        1,
        "largest change",
    )


def integers(look: Look) -> Finding:
    """Exponents of the coordinates are integers, at least 0."""
    nearest = np.maximum(np.round(look.counts), 0.0)
    gap = float(np.max(np.abs(look.counts - nearest)))
    limit = min(0.25, look.tolerance)
    if gap <= limit:
        look.counts = nearest
    text = f"largest distance of an exponent from a count; mean {float(np.mean(look.counts)):.4g}"
    return exact("counts", FORM, gap, limit, "not-counts", FEW, text)


def weight(look: Look) -> Finding:
    """h(x) is e^{-|x|^2/2} for the Gaussian kernel, 1 for softmax."""
    d, gap, value = look.d, 0.0, 0.0
    bend = log_weight(look.row, look.kernel, probes(d))
    wanted = bend[1 : d + 1] + bend[d + 1 :] - 2.0 * bend[0]
    for phi in (look.queries, look.keys):
        off = bends(phi, d) - wanted[:, None]
        worst = float(off.flat[int(np.argmax(np.abs(off)))])
        if abs(worst) > gap:
            gap, value = abs(worst), worst
    square = value / (BASE**2 * BENT)
    other = 0.5 if look.kernel == "gaussian" else -0.5
    cause = "other-kernel" if abs(square - other) < 0.02 else "weight"
    text = f"the exponent of h(x) is off by {square:.4g} |x|^2"
    return exact("weight of the features", WEIGHT, gap, look.tolerance, cause, FEW, text)


def one_draw(look: Look) -> Finding:
    """Queries and keys see the same counts."""
    other = counted(look.keys, look.row, look.kernel, look.d)
    gap = float(np.max(np.abs(other - counted(look.queries, look.row, look.kernel, look.d))))
    return exact(
        "one draw for queries and keys",
        "hrf/def2.1",
        gap,
        look.tolerance,
        "separate-projections",
        FEW,
        "largest difference of a count",
    )


def coefficients(look: Look) -> Finding:
    """phi_q phi_k carries 1/(m w! p_w): the factor of every row against the declared law."""
    name, middle = "factor of a row", probes(look.d)[:1]
    base = 2.0 * float(log_weight(look.row, look.kernel, middle)[0])
    w = np.maximum(np.round(look.counts), 0.0)
    found = (
        np.log(look.queries[:, 0])
        + np.log(look.keys[:, 0])
        - base
        - 2.0 * math.log(BASE) * np.sum(w, axis=-1)
    )
    masses = look.row.law.log_mass(w)
    if not np.all(masses > -math.inf):
        return exact(name, FORM, math.inf, 0.0, "count-law", FEW, "a count that the declared law never draws")
    off = found + math.log(look.m) + np.sum(gammaln(w + 1.0) + masses, axis=-1)
    limit = 4.0 * look.tolerance
    gap = float(np.max(np.abs(off)))
    cause = coefficient_cause(look, off, w, masses, limit)
    text = f"log of a row's factor over that of the declared law: {float(np.min(off)):.4g} to {float(np.max(off)):.4g}"
    return exact(name, FORM, gap, limit, cause, FEW, text)


def values(look: Look) -> Finding:
    """The counts predict every feature: 0^0 = 1, (-x)^w = (-1)^w x^w; a positive map is held to positive points."""
    d, name, gap, cause = look.d, "powers of the coordinates", 0.0, "unknown-map"
    points = _positive(d) if look.row.positive else _any_sign(d)
    w = np.maximum(np.round(look.counts), 0.0)
    start = log_weight(look.row, look.kernel, probes(d)[:1])
    for index, seed in enumerate(look.seeds[: len(w)]):
        for phi, found in zip((look.queries, look.keys), look.at(points, seed), strict=True):
            with np.errstate(invalid="ignore"):
                powers = np.prod((points / BASE)[:, None, :] ** w[index][None], axis=-1)
            weights = np.exp(log_weight(look.row, look.kernel, points) - start)
            wanted = phi[index, 0] * powers * weights[:, None]
            if not np.all(np.isfinite(found)):
                text = "features of points with a coordinate 0 are not finite: 0^0 is 1"
                return exact(name, FORM, math.inf, 0.0, "zero-power", index + 1, text)
            size = float(np.max(np.abs(wanted)))
            off = float(np.max(np.abs(found - wanted))) / size
            if off > gap:
                gap = off
                lost = float(np.max(np.abs(np.abs(found) - np.abs(wanted)))) <= look.tolerance * size
                cause = "sign-lost" if lost else "unknown-map"
                if not look.row.positive and _gap(found[-1:], wanted[-1:]) <= look.tolerance and not lost:
                    cause = "zero-power"
    limit = 8.0 * look.tolerance
    return exact(name, FORM, gap, limit, cause, FEW, "largest error of a feature that the counts predict")


def _positive(d: int) -> Floats:
    wave = 1.0 + 0.5 * np.cos(1.0 + 2.399963 * np.arange(d))
    return np.stack([0.4 * wave, np.linspace(0.2, 0.7, d)])


def _any_sign(d: int) -> Floats:
    """Zeros on some coordinates, signs that alternate, and last a positive point."""
    wave = _positive(d)[0]
    odd = np.arange(d) % 2
    return np.stack([wave * odd, wave * (1.0 - 2.0 * odd), -wave, np.zeros(d), wave])


def _gap(found: Floats, wanted: Floats) -> float:
    if found.shape != wanted.shape:
        return math.inf
    size = float(np.max(np.abs(wanted))) or 1.0
    gap = float(np.max(np.abs(found - wanted))) / size
    return gap if math.isfinite(gap) else math.inf
