"""Features as entries of an attention matrix, and what a maximum that was subtracted leaves of their ratios."""

from __future__ import annotations

from rftheory.conformance.attention.ratios import Entries, Ratios
from rftheory.conformance.feature_form.probing import FEW, ProbedFeatures
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import Kernel


def entries(features: ProbedFeatures) -> Entries:
    """Estimates of all queries with all keys, each side's features made in one call."""

    def gram(queries: Floats, keys: Floats, seed: int) -> Floats:
        found: Floats = features.at(queries, seed)[0] @ features.at(keys, seed)[1].T
        return found

    return gram


def tolerance(features: ProbedFeatures) -> float:
    """Of logarithms of sums of products, relative to one."""
    return 1e-10 + features.tolerance


def kept_ratios(features: ProbedFeatures, kernel: Kernel | None) -> Ratios:
    """The ratios of features with a maximum; of an undeclared kernel, for the one that suits better."""
    waves, seeds = features.form.name == "trigonometric", features.seeds[:FEW]
    kernels: tuple[Kernel, ...] = ("softmax", "gaussian") if kernel is None else (kernel,)
    limit = tolerance(features)
    tried = [Ratios(entries(features), waves, k, features.d, limit, seeds, beside=True) for k in kernels]
    return min(tried, key=lambda ratios: ratios.effect)
