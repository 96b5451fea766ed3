"""Features of counts held against their definition, to rounding: the counts predict every feature."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.special import gammaln

from rftheory.conformance.bands import identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.counts.measurements import (
    CountWeight,
    Misread,
    NeverDrawn,
    Powers,
    RowFactors,
)
from rftheory.conformance.counts.reading import (
    BASE,
    BENT,
    FEW,
    ProbedCounts,
    bends,
    log_weight,
    probes,
)
from rftheory.conformance.findings import Finding
from rftheory.conformance.references import COUNT_WEIGHT, COUNTS, ESTIMATE, FEATURE_VECTOR
from rftheory.measured.inputs import Floats


def readable(look: ProbedCounts) -> Finding:
    """The features could be read at all."""
    return identity("shape and finiteness", COUNTS, 0.0, 0.0, FEW, f"{look.m} features")


def reproducible(look: ProbedCounts) -> Finding:
    """One seed gives one result."""
    again = look.at(probes(look.d), look.seeds[0])[0]
    gap = _gap(again, look.queries[0])
    return identity("one seed, one draw", ESTIMATE, gap, look.tolerance, 2, "largest change")


def batch(look: ProbedCounts) -> Finding:
    """Features of a point do not depend on the others of its batch."""
    x = _positive(look.d)
    alone = look.at(x[:1], look.seeds[0])
    among = look.at(np.concatenate([x[:1], 2.0 * x, 0.5 * x]), look.seeds[0])
    gap = max(_gap(many[:1], one) for one, many in zip(alone, among, strict=True))
    name = "one point, one feature vector"
    return identity(name, FEATURE_VECTOR, gap, look.tolerance, 1, "largest change")


def integers(look: ProbedCounts) -> Finding:
    """Exponents of the coordinates are integers, at least 0."""
    limit = min(0.25, look.tolerance)
    read = look.counts if look.fraction <= limit else look.exponents
    text = f"largest distance of an exponent from a count; mean {float(np.mean(read)):.4g}"
    return identity("counts", COUNTS, look.fraction, limit, FEW, text)


def weight(look: ProbedCounts) -> Finding:
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
    seen, name = CountWeight(square, look.kernel), "weight of the features"
    text = f"the exponent of h(x) is off by {square:.4g} |x|^2"
    return identity(name, COUNT_WEIGHT, gap, look.tolerance, FEW, text, seen)


def one_draw(look: ProbedCounts) -> Finding:
    """Queries and keys see the same counts."""
    name, text = "one draw for queries and keys", "largest difference of a count"
    return identity(name, FEATURE_VECTOR, look.sides, look.tolerance, FEW, text)


def coefficients(look: ProbedCounts) -> Finding:
    """phi_q phi_k carries 1/(m w! p_w): the factor of every row against the declared law."""
    name, middle = "factor of a row", probes(look.d)[:1]
    base = 2.0 * float(log_weight(look.row, look.kernel, middle)[0])
    w = look.counts
    found = (
        np.log(look.queries[:, 0])
        + np.log(look.keys[:, 0])
        - base
        - 2.0 * math.log(BASE) * np.sum(w, axis=-1)
    )
    masses = look.row.law.log_mass(w)
    if not np.all(masses > -math.inf):
        text = "a count that the declared law never draws"
        return identity(name, COUNTS, math.inf, 0.0, FEW, text, NeverDrawn())
    off = found + math.log(look.m) + np.sum(gammaln(w + 1.0) + masses, axis=-1)
    limit = 4.0 * look.tolerance
    gap = float(np.max(np.abs(off)))
    text = f"log of a row's factor over that of the declared law: {float(np.min(off)):.4g} to {float(np.max(off)):.4g}"
    return identity(name, COUNTS, gap, limit, FEW, text, RowFactors(off, w, look.row.law, limit))


def values(look: ProbedCounts) -> Finding:
    """The counts predict every feature: 0^0 = 1, (-x)^w = (-1)^w x^w; a positive map is held to positive points."""
    d, name, gap, limit = look.d, "powers of the coordinates", 0.0, 8.0 * look.tolerance
    points, w = _positive(d) if look.row.positive else _any_sign(d), look.counts
    start = log_weight(look.row, look.kernel, probes(d)[:1])
    weights = np.exp(log_weight(look.row, look.kernel, points) - start)
    seen: Misread = "otherwise"
    for index, seed in enumerate(look.seeds[: len(w)]):
        for phi, found in zip((look.queries, look.keys), look.at(points, seed), strict=True):
            with np.errstate(invalid="ignore"):
                powers = np.prod((points / BASE)[:, None, :] ** w[index][None], axis=-1)
            wanted = phi[index, 0] * powers * weights[:, None]
            if not np.all(np.isfinite(found)):
                text = "features of points with a coordinate 0 are not finite: 0^0 is 1"
                return identity(name, COUNTS, math.inf, 0.0, index + 1, text, Powers("not finite at 0"))
            off = float(np.max(np.abs(found - wanted))) / float(np.max(np.abs(wanted)))
            if off > gap:
                gap, seen = off, _misread(look, found, wanted)
    text = "largest error of a feature that the counts predict"
    return identity(name, COUNTS, gap, limit, FEW, text, Powers(seen))


def _misread(look: ProbedCounts, found: Floats, wanted: Floats) -> Misread:
    """Where the features differ from those that the counts predict; the last point is positive."""
    size = float(np.max(np.abs(wanted)))
    if float(np.max(np.abs(np.abs(found) - np.abs(wanted)))) <= look.tolerance * size:
        return "without signs"
    positive = not look.row.positive and _gap(found[-1:], wanted[-1:]) <= look.tolerance
    return "wrong at 0" if positive else "otherwise"


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


def _check(
    name: str, reference: str, measure: Callable[[ProbedCounts], Finding]
) -> ClientCheck[ProbedCounts]:
    return ClientCheck(name, "counts", ProbedCounts, (reference,), measure)


CHECKS = (
    _check("shape and finiteness", COUNTS, readable),
    _check("one seed, one draw", ESTIMATE, reproducible),
    _check("one point, one feature vector", FEATURE_VECTOR, batch),
    _check("weight of the features", COUNT_WEIGHT, weight),
    _check("counts", COUNTS, integers),
    _check("one draw for queries and keys", FEATURE_VECTOR, one_draw),
    _check("factor of a row", COUNTS, coefficients),
    _check("powers of the coordinates", COUNTS, values),
)
