"""Which mistake the factors of rows of counts show. Nothing is judged here."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import gammaln

from rftheory.conformance.counts.count_reading import Look
from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.laws import GeometricLaw, PoissonLaw


def coefficient_cause(look: Look, off: Floats, w: Floats, masses: Floats, limit: float) -> str:
    m, law = look.m, look.row.law
    total, mass = np.sum(gammaln(w + 1.0), axis=-1), np.sum(masses, axis=-1)
    flat = np.ones_like(off)
    known: list[tuple[Floats, str]] = [
        (math.log(m) * flat, "missing-1/sqrt-m"),
        (-math.log(m) * flat, "extra-1/sqrt-m"),
        (math.log(m / look.d) * flat, "d-and-m-swapped"),
    ]
    if isinstance(law, PoissonLaw):
        rates = np.broadcast_to(np.asarray(law.rates), (look.d,))
        level, tilt = float(np.sum(rates)) * flat, -np.sum(w * np.log(rates), axis=-1)
        known += [(-level - tilt, "poisson-weight"), (-level, "poisson-weight"), (-tilt, "poisson-weight")]
        known += [(level, "poisson-weight"), (tilt, "poisson-weight"), (-level / 2.0, "poisson-weight")]
        known.append((-2.0 * level, "poisson-weight"))
    if isinstance(law, GeometricLaw):
        swapped = GeometricLaw(tuple(1.0 - share for share in law.shares))
        known.append((mass - np.sum(swapped.log_mass(w), axis=-1), "p-swapped"))
    known += [(k * (total + mass), "weight-shared") for k in (-1.0, 0.5)]
    known += [(k * total, "factorial") for k in (1.0, -1.0, 0.5)]
    known += [(k * mass, "count-weight") for k in (1.0, -1.0, 0.5)] + [(total + mass, "count-weight")]
    known.append((_of_another_law(look, off, np.sum(w, axis=-1)), "count-parameter"))
    near = (name for value, name in known if float(np.max(np.abs(off - value))) <= limit + 1e-6)
    return next(near, "scale" if float(np.ptp(off)) <= limit else "count-weight")


def _of_another_law(look: Look, off: Floats, total: Floats) -> Floats:
    """The logarithms that another rate or share would give, by the line through them over the sum of the counts."""
    law, d = look.row.law, look.d
    if np.ptp(total) == 0.0 or not isinstance(law, (PoissonLaw, GeometricLaw)):
        return np.full_like(off, math.nan)
    tilt = float(np.polyfit(total.ravel(), off.ravel(), 1)[0])
    known = law.rates if isinstance(law, PoissonLaw) else law.shares
    if len(known) > 1:
        return np.full_like(off, math.nan)
    if isinstance(law, PoissonLaw):
        rate = known[0] * math.exp(-tilt)
        return (rate - known[0]) * d + tilt * total
    share = 1.0 - (1.0 - known[0]) * math.exp(-tilt)
    return (d * math.log(known[0] / share) if share > 0.0 else math.nan) + tilt * total
