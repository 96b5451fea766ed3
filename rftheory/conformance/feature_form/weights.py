"""What multiplies features or is added to them, to rounding: constant, maximum, weight, scale. No statistics here."""

from __future__ import annotations

import numpy as np

from rftheory.conformance.client.arrays import ROUNDING
from rftheory.conformance.feature_form.probing import FEW, Look, generic
from rftheory.conformance.feature_form.recovery import STEPS
from rftheory.conformance.findings import Finding
from rftheory.conformance.projections.bands import exact
from rftheory.moments.catalogue import definition
from rftheory.verdict import Outcome

FAR = (40.0, 12.0, 6.0)


def floor(look: Look) -> Finding:
    """The least feature falls with the distance from 0; one that stays the same above zero is a constant added."""
    x, share = generic(look.d)[:1], 0.0
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
        definition(look.form.name),
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
    x = generic(look.d)
    found_constant = False
    for side in (0, 1):
        tops = np.array([np.max(look.at(x, seed)[side], axis=1) for seed in look.seeds[:FEW]])
        spread = np.ptp(tops, axis=0) / np.max(tops, axis=0)
        found_constant |= bool(np.all(spread <= min(look.tolerance, 0.01))) and look.form.m > 1
    text = "seeds leave the largest feature of a point as it is"
    cause = "max-subtracted"
    found = exact(
        "maximum over features",
        definition(look.form.name),
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
    if cause == "weight" and factor > 1e-6:
        text = f"{text}: as of a scale {factor**0.5:.5g} times the declared one"
    found = exact(
        "weight of the features",
        definition(look.form.name),
        gap,
        32.0 * look.tolerance,
        coarse(look, gap, cause),
        FEW,
        text,
    )
    look.cause = look.cause or (None if found.cause == "precision" else found.cause)
    return found


def scale(look: Look) -> Finding:
    """phi(0).phi(0) = 1, whatever the projections; of random phases its mean, by the amplitude of the cosines."""
    values = np.vecdot(look.queries[:, 0], look.keys[:, 0])
    value = float(values[int(np.argmax(np.abs(values - 1.0)))])
    m, d, name, limit = look.form.m, look.d, "phi(0).phi(0)", look.tolerance
    if look.form.name == "phase":
        value, name, limit = look.phases()[0], "amplitude^2 m/2", 1e4 * look.tolerance

    def near(other: float) -> bool:
        return abs(value / other - 1.0) < 1e-3 + look.tolerance

    cause = look.cause
    if cause is None:
        named = ((float(m), "missing-1/sqrt-m"), (1.0 / m, "extra-1/sqrt-m"), (m / d, "d-and-m-swapped"))
        cause = next((name for ratio, name in named if ratio != 1.0 and near(ratio)), "scale")
    text = f"{name} = {value:.6g}; m = {m}, d = {d}"
    found = exact(
        "scale",
        definition(look.form.name),
        abs(value - 1.0),
        limit,
        coarse(look, value - 1.0, cause),
        FEW,
        text,
    )
    look.cause = look.cause or (None if found.cause == "precision" else found.cause)
    return found


def coarse(look: Look, gap: float, cause: str) -> str:
    """ "precision" for a departure that float32 would explain where float64 was returned, else the cause."""
    fine = look.client.rounding < 1e-12
    within = abs(gap) <= 64.0 * np.sqrt(look.d) * ROUNDING["float32"]
    return (
        "precision"
        if fine and within and cause in ("batch-dependent", "weight", "scale", "zero-variance")
        else cause
    )
