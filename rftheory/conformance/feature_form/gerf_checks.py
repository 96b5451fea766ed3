"""A and D of generalised exponential features against what is declared, to rounding."""

from __future__ import annotations

from rftheory.conformance.bands import identity
from rftheory.conformance.feature_form.measurements import ConstantD, ParameterA
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.conformance.findings import Finding
from rftheory.conformance.references import GENERALISED, GENERALISED_CONSTANTS


def parameter(features: RecognisedFeatures) -> Finding:
    """log phi(0) is a line in |B w|^2 with the slope A/(1 - 4A)."""
    name, read = "parameter A", features.generalised
    (effect, limit), found, seen = read.misfit, read.line, ParameterA(read.departure)
    if found is None:
        text = "features that vanish or are no numbers: |A| is too large for this dtype and d"
        return identity(name, GENERALISED, effect, limit, 0, text, seen)
    how = "recognised" if read.declared is None else "declared"
    if found.slope is None:
        text = f"A = {read.a:.6g}, {how}: all rows have one length, so that it does not show"
    elif found.residual > found.error:
        text = f"log phi(0) is no line in |w|^2: it leaves one by {found.residual:.3g}"
        return identity(name, GENERALISED_CONSTANTS, effect, limit, 0, text, seen)
    else:
        text = (
            f"A = {read.a:.6g}, {how}: log phi(0) has the slope {found.slope:.6g} in |B w|^2; "
            f"A/(1-4A) is {read.wanted:.6g}"
        )
    return identity(name, GENERALISED_CONSTANTS, effect, limit, 0, text + _moments(read.a), seen)


def _moments(a: float) -> str:
    if a >= 0.25:
        return "; the mean of an estimate is infinite (A >= 1/4)"
    if a >= 0.125:
        return "; the variance of an estimate is infinite (A >= 1/8)"
    return ""


def constant(features: RecognisedFeatures) -> Finding:
    """phi(0).phi(0) e^{-2A|w|^2} is D^2 = (1 - 4A)^{d/2}."""
    read, m, d = features.generalised, features.queries.shape[-1], features.d
    assert read.off is not None
    assert read.line is not None
    text = f"phi(0).phi(0) e^(-2A|w|^2) is e^({read.off:.6g}) times D^2 = (1-4A)^(d/2); m = {m}, d = {d}"
    seen, limit = ConstantD(read.constant), read.line.level_error
    return identity("constant D", GENERALISED_CONSTANTS, abs(read.off), limit, 0, text, seen)
