"""Failures of the form of features: their names, which of them follow from an earlier one."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from rftheory.conformance.claim.scales import scale_option
from rftheory.conformance.diagnosis.rules import NamingRule, measured
from rftheory.conformance.feature_form.measurements import (
    BatchEffect,
    BothSides,
    ConstantD,
    Ends,
    MapForm,
    ParameterA,
    Phases,
    Scale,
    Weight,
)
from rftheory.conformance.findings import Finding

ENDS = ("precision", "zero-variance", "not-reproducible")
"""Names at y = x, or -x, that explain nothing else."""
STABILISERS = ("max-subtracted", "epsilon-added")
"""What changes the features of both sides, and of a batch."""
ALIKE = 0.99
"""The correlation of projections beyond which both sides see one draw."""
PASSING = ("precision", "not-reproducible")
"""What explains no later failure."""
FINE = ("batch-dependent", "weight", "scale", "zero-variance")
"""What is no mistake of the theory where float32 explains it."""
TWOS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Quotients of m and d that are told apart from no other factor."""
SLIGHT = 1e-5
"""A constant in features, over that at 0, which explains nothing that is far larger."""
TILTS = {
    "vanishing": "underflow",
    "another A": "gerf-parameter",
    "another sign": "gerf-sign",
    "too steep": "infinite-mean",
    "another power of 1 - 4A": "bandwidth",
    "unknown": "gerf-exponent",
}
CONSTANTS = {
    "m": "missing-1/sqrt-m",
    "1/m": "extra-1/sqrt-m",
    "m/d": "d-and-m-swapped",
    "another sign": "gerf-sign",
    "another power of D": "gerf-constant",
    "unknown": "scale",
}


def _batch(found: Finding) -> str:
    return "max-subtracted" if measured(found, BatchEffect).maximum else "batch-dependent"


def _arithmetic(cause: str, found: Finding) -> str:
    """Where float32 explains it, the arithmetic is to blame."""
    seen = found.measurements
    assert isinstance(seen, (BatchEffect, Weight, Scale))
    return "precision" if seen.single and cause in FINE else cause


def _steadily(cause: str, found: Finding) -> str:
    """Where one seed gives several results, nothing else is said."""
    return _arithmetic(cause, found) if measured(found, BatchEffect).steady else "not-reproducible"


def _form(found: Finding) -> str:
    seen = measured(found, MapForm)
    if seen.ratios:
        return "unknown-map"
    exponential = seen.declared in ("positive", "hyperbolic", "gerf", "gerf-antithetic")
    if not seen.legible and exponential and seen.negative:
        return "negative"
    if seen.sunk and seen.declared is None:
        return "epsilon-added"
    if seen.normalised and not seen.legible:
        return "normalised-features"
    if seen.additive and not seen.legible:
        return "additive-kernel"
    alone = {"sines": "sine-without-cosine", "cosines": "cosine-without-sine"}.get(seen.name)
    if alone or not seen.legible:
        return alone or "unknown-map"
    if seen.generalised and seen.declared in ("positive", "hyperbolic"):
        return "gerf-parameter"
    kinds = (seen.exponential, exponential or seen.declared in ("positive", "hyperbolic"))
    return "unknown-map" if kinds == (True, True) else "other-map"


def _steady_form(cause: str, found: Finding) -> str:
    """A form that changes from call to call is nobody's: noise drawn again hides it."""
    return "not-reproducible" if cause == "unknown-map" and not measured(found, MapForm).steady else cause


def _alike(known: str, found: Finding) -> bool:
    """Whether both sides see one draw, and differ by what is added or subtracted."""
    return known in STABILISERS and measured(found, BothSides).correlation >= ALIKE


def _sides(found: Finding) -> str:
    seen = measured(found, BothSides)
    if seen.factors:
        return "not-a-kernel-map"
    scaled = seen.correlation >= ALIKE and abs(seen.ratio - 1.0) > 1.0 - ALIKE
    return "not-a-kernel-map" if scaled else "separate-projections"


def _weight(found: Finding) -> str:
    return _kernel(measured(found, Weight))


def _kernel(seen: Weight) -> str:
    return "other-kernel" if seen.quadratic and abs(seen.value + 3.0 + seen.claimed) < 0.05 else "weight"


def _scale(found: Finding) -> str:
    seen = measured(found, Scale)
    m, d = seen.m, seen.d

    def near(other: float) -> bool:
        return abs(seen.value / other - 1.0) < 1e-3 + seen.tolerance

    whole = m / 2.0 if seen.phases else float(m)
    factors = (
        (float(m), "missing-1/sqrt-m"),
        (whole, "missing-1/sqrt-m"),
        (1.0 / m, "extra-1/sqrt-m"),
        (m / d, "d-and-m-swapped"),
    )
    plain = (name for ratio, name in factors if ratio not in TWOS and near(ratio))
    return next(plain, "scale")


def _ends(found: Finding) -> str:
    seen = measured(found, Ends)
    return "precision" if seen.single else "weight" if seen.weight else "zero-variance"


def _steady_ends(cause: str, found: Finding) -> str:
    return cause if measured(found, Ends).steady else "not-reproducible"


def _parameter(found: Finding) -> str:
    seen = measured(found, ParameterA)
    return TILTS[seen.departure]


def _constant(found: Finding) -> str:
    seen = measured(found, ConstantD)
    return CONSTANTS[seen.departure]


def hinted(found: Finding, known: str | None) -> Finding:
    """The finding on a weight that nothing else explains, with the scale that it is the weight of."""
    seen = found.measurements
    if not isinstance(seen, Weight) or known or not seen.quadratic or _kernel(seen) != "weight":
        return found
    factor = seen.value / seen.claimed
    if factor <= 1e-6:
        return found
    option = scale_option(factor**0.5 * seen.scale, seen.d)
    text = f"as of a scale {factor**0.5:.5g} times the declared one ({option} declares it)"
    return replace(found, detail=f"{found.detail}: {text}")


RULES = {
    "one seed, one draw": NamingRule("not-reproducible", explains=False),
    "arithmetic": NamingRule("precision", explains=False),
    "maximum over features": NamingRule("max-subtracted"),
    "constant in the features": NamingRule("epsilon-added", slight=SLIGHT),
    "one point, one feature vector": NamingRule(_batch, STABILISERS, _steadily, passing=PASSING),
    "form of the map": NamingRule(_form, ("batch-dependent",), _steady_form),
    "one draw for queries and keys": NamingRule(_sides, _alike),
    "constant features": NamingRule("constant-feature"),
    "linear features": NamingRule("linear-feature"),
    "coordinates of a feature": NamingRule("additive-kernel"),
    "weight of the features": NamingRule(_weight, True, _arithmetic, passing=PASSING, hint=hinted),
    "parameter A": NamingRule(_parameter, True),
    "constant D": NamingRule(_constant, True),
    "scale": NamingRule(_scale, True, _arithmetic, passing=PASSING),
    "zero variance": NamingRule(_ends, True, _steady_ends, passing=ENDS),
}


def phase_cause(findings: Iterable[Finding]) -> str | None:
    """What failing estimates of phase features are put down to: one phase for all, or E cos(2b) far from 0."""
    seen = next((f.measurements.phases for f in findings if isinstance(f.measurements, MapForm)), None)
    if not isinstance(seen, Phases):
        return None
    if seen.shared:
        return "phase-shared"
    if seen.frozen:
        return "phase-law"
    return "phase-law" if abs(seen.mean) > max(0.05, 6.0 / math.sqrt(2.0 * seen.count)) else None
