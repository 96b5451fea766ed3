"""Failures of features of counts: the first mistake explains the others."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import gammaln

from rftheory.conformance.counts.measurements import (
    CountWeight,
    NeverDrawn,
    Powers,
    RowFactors,
    SwappedLaw,
)
from rftheory.conformance.diagnosis.rules import NamingRule, measured
from rftheory.conformance.findings import Finding
from rftheory.measured.inputs import Floats
from rftheory.measured.rowmaps.laws import GeometricLaw, PoissonLaw

POWERS = {
    "not finite at 0": "zero-power",
    "wrong at 0": "zero-power",
    "without signs": "sign-lost",
    "otherwise": "unknown-map",
}


def _weight(found: Finding) -> str:
    seen = measured(found, CountWeight)
    other = 0.5 if seen.kernel == "gaussian" else -0.5
    return "other-kernel" if abs(seen.square - other) < 0.02 else "weight"


def _powers(found: Finding) -> str:
    seen = measured(found, Powers)
    return POWERS[seen.misread]


def _law(found: Finding) -> str:
    seen = found.measurements
    swapped = isinstance(seen, SwappedLaw) and seen.swapped < 0.1 * seen.distance
    return "p-swapped" if swapped else "count-law"


def _factors(found: Finding) -> str:
    """Which mistake the factors of rows of counts show."""
    seen = found.measurements
    if isinstance(seen, NeverDrawn):
        return "count-law"
    assert isinstance(seen, RowFactors)
    candidates = [*_of_features(seen), *_of_law(seen), *_of_masses(seen)]
    candidates.append((_of_another_law(seen), "count-parameter"))
    near = (
        name for value, name in candidates if float(np.max(np.abs(seen.off - value))) <= seen.limit + 1e-6
    )
    return next(near, "scale" if float(np.ptp(seen.off)) <= seen.limit else "count-weight")


def _of_features(seen: RowFactors) -> list[tuple[Floats, str]]:
    """Factors of all features."""
    (m, d), flat = seen.counts.shape[-2:], np.ones_like(seen.off)
    return [
        (math.log(m) * flat, "missing-1/sqrt-m"),
        (-math.log(m) * flat, "extra-1/sqrt-m"),
        (math.log(m / d) * flat, "d-and-m-swapped"),
    ]


def _of_law(seen: RowFactors) -> list[tuple[Floats, str]]:
    """Parts of the weight of a Poisson or geometric row."""
    law, w, d = seen.law, seen.counts, seen.counts.shape[-1]
    if isinstance(law, GeometricLaw):
        swapped = GeometricLaw(tuple(1.0 - share for share in law.shares))
        return [(np.sum(law.log_mass(w), axis=-1) - np.sum(swapped.log_mass(w), axis=-1), "p-swapped")]
    if not isinstance(law, PoissonLaw):
        return []
    rates = np.broadcast_to(np.asarray(law.rates), (d,))
    level, tilt = float(np.sum(rates)) * np.ones_like(seen.off), -np.sum(w * np.log(rates), axis=-1)
    parts = (-level - tilt, -level, -tilt, level, tilt, -level / 2.0, -2.0 * level)
    return [(part, "poisson-weight") for part in parts]


def _of_masses(seen: RowFactors) -> list[tuple[Floats, str]]:
    """Powers of the factorials and of the masses of a row."""
    w = seen.counts
    total, mass = np.sum(gammaln(w + 1.0), axis=-1), np.sum(seen.law.log_mass(w), axis=-1)
    found = [(k * (total + mass), "weight-shared") for k in (-1.0, 0.5)]
    found += [(k * total, "factorial") for k in (1.0, -1.0, 0.5)]
    found += [(k * mass, "count-weight") for k in (1.0, -1.0, 0.5)]
    return [*found, (total + mass, "count-weight")]


def _of_another_law(seen: RowFactors) -> Floats:
    """The logarithms that another rate or share would give, by the line through them over the sum of the counts."""
    law, off, d = seen.law, seen.off, seen.counts.shape[-1]
    total = np.sum(seen.counts, axis=-1)
    if np.ptp(total) == 0.0 or not isinstance(law, (PoissonLaw, GeometricLaw)):
        return np.full_like(off, math.nan)
    tilt = float(np.polyfit(total.ravel(), off.ravel(), 1)[0])
    known = law.rates if isinstance(law, PoissonLaw) else law.shares
    if len(known) > 1:
        return np.full_like(off, math.nan)
    if isinstance(law, PoissonLaw):
        level = (known[0] * math.exp(-tilt) - known[0]) * d
    else:
        share = 1.0 - (1.0 - known[0]) * math.exp(-tilt)
        level = d * math.log(known[0] / share) if share > 0.0 else math.nan
    found: Floats = level + tilt * total
    return found


RULES = {
    "one seed, one draw": NamingRule("not-reproducible", explained=True),
    "one point, one feature vector": NamingRule("batch-dependent", explained=True),
    "weight of the features": NamingRule(_weight, explained=True),
    "counts": NamingRule("not-counts", explained=True),
    "one draw for queries and keys": NamingRule("separate-projections", explained=True),
    "factor of a row": NamingRule(_factors, explained=True),
    "powers of the coordinates": NamingRule(_powers, explained=True),
}
ROWS = {
    "redraws": NamingRule("seed-ignored", explained=True),
    "rows": NamingRule("counts-shared", explained=True),
    "law of counts": NamingRule(_law, explained=True),
    "counts within a row": NamingRule("counts-shared", explained=True),
    "counts between rows": NamingRule("counts-shared", explained=True),
    "independence of draws": NamingRule("counts-shared", explained=True),
}
OPAQUE = {
    "one seed, one draw": NamingRule("not-reproducible", explains=False),
    "one point, one feature vector": NamingRule("batch-dependent"),
}
"""Of complex and negative features, which show no rows."""
