"""Names of mistakes from measurements made by hand: which numbers mean which mistake."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.causes import BANDWIDTHS
from rftheory.conformance.counts.measurements import (
    CountWeight,
    NeverDrawn,
    Powers,
    RowFactors,
    SwappedLaw,
)
from rftheory.conformance.diagnosis.diagnose import diagnose
from rftheory.conformance.feature_form.measurements import (
    BatchEffect,
    BothSides,
    ConstantD,
    Ends,
    MapForm,
    ParameterA,
    Scale,
    Weight,
)
from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.induced_kernel.measurements import (
    Factor,
    InducedMean,
    InducedVariance,
)
from rftheory.conformance.moments.measurements import (
    FamiliarVariances,
    HybridMean,
)
from rftheory.conformance.projections.measurements import (
    BlockCosines,
    Closeness,
    ConstantNorm,
    Corner,
    EntrySizes,
    EqualNorms,
    Parallel,
    RandomNorms,
    RepeatedBlocks,
    Repetition,
    VaryingNorms,
)
from rftheory.measured.rowmaps.laws import GeometricLaw, PoissonLaw
from rftheory.verdict import Outcome

M, D = 48, 5
"""m/d is told apart from powers of two."""


def names(area: str, check: str, seen: Measurements) -> tuple[str, ...]:
    """Of one failure."""
    (found,) = diagnose([Finding(check, "a statement", Outcome.FAILS, "", area=area, measurements=seen)])
    return (found.cause or "", *found.candidates)


def form(name: str, **changed: Any) -> MapForm:
    legible = name in ("positive", "hyperbolic", "gerf", "trigonometric", "phase")
    plain = MapForm(
        name,
        legible,
        name == "gerf",
        name in ("positive", "hyperbolic", "gerf"),
        False,
        False,
        None,
        False,
        None,
    )
    return replace(plain, **changed)


def cosines(mean: float, spread: float, declared: str = "orthogonal", **changed: Any) -> BlockCosines:
    return replace(BlockCosines(False, declared, D, mean, spread, False), **changed)


def norms(of_their_size: float = 0.5, square: float = 1.0, **changed: Any) -> VaryingNorms:
    factors = {c: 0.5 for c, _, _ in BANDWIDTHS} | changed.pop("factors", {})
    degrees = dict.fromkeys((D - 1, D + 1, 2 * D, 1, M), 0.5) | changed.pop("degrees", {})
    return VaryingNorms(
        10_000, D, M, changed.pop("axis", False), factors, degrees, of_their_size, square, square
    )


def constant(value: float, claimed: bool = True) -> ConstantNorm:
    return ConstantNorm(value, D, M, 1e-9, claimed)


NAMED: list[tuple[str, str, Measurements, str]] = [
    ("projections", "cosines of a block", cosines(0.9, 0.1), "correlated-rows"),
    ("projections", "cosines of a block", cosines(0.0, math.sqrt(1.5 / D)), "uncoupled"),
    ("projections", "cosines of a block", cosines(0.0, math.sqrt(0.9 / D)), "uncoupled"),
    ("projections", "cosines of a block", cosines(0.0, math.sqrt(0.8 / D)), "not-orthogonal"),
    ("projections", "cosines of a block", cosines(0.0, math.sqrt(0.8 / D), "simplex"), "gram"),
    ("projections", "cosines of a block", cosines(0.0, 0.1, rotated=True), "givens-rotation"),
    ("projections", "cosines of a block", cosines(0.0, 0.1, wrong_axis=True), "wrong-axis"),
    ("projections", "norm law", RandomNorms(True), "givens-rotation"),
    ("projections", "norm law", RandomNorms(False), "norms-random"),
    ("projections", "norm law", constant(math.sqrt(D), False), "norms-sqrt-d"),
    ("projections", "norm law", constant(math.sqrt(M)), "d-and-m-swapped"),
    ("projections", "norm law", constant(1.0), "norms-unit"),
    ("projections", "norm law", constant(math.sqrt(2.0 * D)), "bandwidth-2"),
    ("projections", "norm law", constant(2.0 * math.pi * math.sqrt(D)), "bandwidth-2pi"),
    ("projections", "norm law", constant(1.3 * math.sqrt(D)), "bandwidth"),
    ("projections", "norm law", norms(axis=True), "wrong-axis"),
    ("projections", "norm law", norms(factors={2.0: 0.01}), "bandwidth-2"),
    ("projections", "norm law", norms(degrees={D + 1: 0.01}), "chi-degrees"),
    ("projections", "norm law", norms(degrees={M: 0.01}), "d-and-m-swapped"),
    ("projections", "norm law", norms(0.01), "bandwidth"),
    ("projections", "norm law", norms(0.3), "norm-law"),
    ("projections", "norms within a draw", EqualNorms(), "norms-shared"),
    ("projections", "signs of entries", Corner(True, True), "unsigned-qr"),
    ("projections", "signs of entries", Corner(True, False), "not-centred"),
    ("projections", "signs of diagonals", Corner(False, True), "not-centred"),
    ("projections", "marginal law", EntrySizes(1.0, False), "anisotropic"),
    ("projections", "marginal law", EntrySizes(2.1, True), "bandwidth-2"),
    ("projections", "marginal law", EntrySizes(1.05, True), "norm-law"),
    ("projections", "marginal law", EntrySizes(1.4, True), "bandwidth"),
    ("projections", "blocks", RepeatedBlocks(False), "blocks-repeated"),
    ("projections", "blocks", RepeatedBlocks(True), "antithetic-rows"),
    ("projections", "directions between blocks", RepeatedBlocks(True), "antithetic-rows"),
    ("projections", "rows that repeat", Parallel(True), "antithetic-rows"),
    ("projections", "rows that repeat", Parallel(False), "correlated-rows"),
    ("projections", "rows of a draw", Closeness(True), "correlated-rows"),
    ("projections", "rows of a draw", Closeness(False), "rows-spread"),
    ("projections", "redraws", Repetition(True, True, False, 1.0, M, D, False), "seed-ignored"),
    ("projections", "redraws", Repetition(True, False, True, 1.0, M, D, False), "seed-ignored"),
    ("projections", "redraws", Repetition(True, False, False, 1.0, M, D, False), "directions-frozen"),
    ("projections", "redraws", Repetition(False, True, False, 1.0, M, D, False), "norms-frozen"),
    ("projections", "redraws", Repetition(False, False, False, 1.0, M, D, False, some=True), "rows-frozen"),
    ("features", "form of the map", form("sines"), "sine-without-cosine"),
    ("features", "form of the map", form("cosines"), "cosine-without-sine"),
    ("features", "form of the map", form("unknown", negative=True, declared="positive"), "negative"),
    ("features", "form of the map", form("unknown", negative=True), "unknown-map"),
    ("features", "form of the map", form("unknown", sunk=True), "epsilon-added"),
    ("features", "form of the map", form("unknown", sunk=True, declared="phase"), "unknown-map"),
    ("features", "form of the map", form("unknown", additive=True), "additive-kernel"),
    ("features", "form of the map", form("gerf", declared="positive"), "gerf-parameter"),
    ("features", "form of the map", form("gerf", declared="hyperbolic"), "gerf-parameter"),
    ("features", "form of the map", form("hyperbolic", declared="positive"), "unknown-map"),
    ("features", "form of the map", form("positive", declared="gerf"), "unknown-map"),
    ("features", "form of the map", form("trigonometric", declared="positive"), "other-map"),
    ("features", "form of the map", form("positive", declared="trigonometric"), "other-map"),
    ("features", "form of the map", form("sines", ratios=True), "unknown-map"),
    ("features", "one draw for queries and keys", BothSides(0.1, 1.0, False), "separate-projections"),
    ("features", "one draw for queries and keys", BothSides(1.0, 1.2, False), "not-a-kernel-map"),
    ("features", "one draw for queries and keys", BothSides(1.0, 1.001, False), "separate-projections"),
    ("features", "one draw for queries and keys", BothSides(0.1, 1.0, True), "not-a-kernel-map"),
    ("features", "weight of the features", Weight(-1.0, -2.0, False, True), "other-kernel"),
    ("features", "weight of the features", Weight(-2.0, -1.0, False, True), "other-kernel"),
    ("features", "weight of the features", Weight(-2.0, -1.0, False, False), "weight"),
    ("features", "weight of the features", Weight(-1.5, -1.0, False, True), "weight"),
    ("features", "weight of the features", Weight(-1.001, -1.0, True, False), "precision"),
    ("features", "scale", Scale(M, M, D, 1e-9, False), "missing-1/sqrt-m"),
    ("features", "scale", Scale(M / 2.0, M, D, 1e-9, False, phases=True), "missing-1/sqrt-m"),
    ("features", "scale", Scale(M / 2.0, M, D, 1e-9, False), "scale"),
    ("features", "scale", Scale(1.0 / M, M, D, 1e-9, False), "extra-1/sqrt-m"),
    ("features", "scale", Scale(M / D, M, D, 1e-9, False), "d-and-m-swapped"),
    ("features", "scale", Scale(4.0, 4, 2, 1e-9, False), "scale"),
    ("features", "scale", Scale(1.0001, M, D, 1e-9, True), "precision"),
    ("features", "zero variance", Ends(False, True), "zero-variance"),
    ("features", "zero variance", Ends(True, True), "precision"),
    ("features", "zero variance", Ends(False, False), "not-reproducible"),
    ("features", "one point, one feature vector", BatchEffect(0.1, False, True, False), "batch-dependent"),
    ("features", "one point, one feature vector", BatchEffect(0.1, False, False, False), "not-reproducible"),
    ("features", "one point, one feature vector", BatchEffect(1e-6, False, True, True), "precision"),
    ("features", "parameter A", ParameterA("another A"), "gerf-parameter"),
    ("features", "parameter A", ParameterA("another sign"), "gerf-sign"),
    ("features", "constant D", ConstantD("another power of D"), "gerf-constant"),
    ("features", "constant D", ConstantD("m"), "missing-1/sqrt-m"),
    ("induced kernel", "scale", Factor(math.sqrt(M), M, D), "missing-1/sqrt-m"),
    ("induced kernel", "scale", Factor(1.0 / math.sqrt(M), M, D), "extra-1/sqrt-m"),
    ("induced kernel", "scale", Factor(math.sqrt(M / D), M, D), "d-and-m-swapped"),
    ("induced kernel", "scale", Factor(1.01 * math.sqrt(M / D), M, D), "scale"),
    ("induced kernel", "scale", Factor(1.0005, 4, 4), "scale"),
    ("induced moments", "mean: one", InducedMean(float(M), M, D), "missing-1/sqrt-m"),
    ("induced moments", "mean: one", InducedMean(1.05 * M / D, M, D), "d-and-m-swapped"),
    ("induced moments", "mean: one", InducedMean(1.5, M, D), "biased"),
    ("induced moments", "mean: one", InducedMean(-1.0, M, D), "biased"),
    ("induced moments", "mean: one", InducedMean(None, M, D), "biased"),
    ("induced moments", "variance: one", InducedVariance(True), "variance"),
    ("counts", "weight of the features", CountWeight(0.51, "gaussian"), "other-kernel"),
    ("counts", "weight of the features", CountWeight(-0.49, "softmax"), "other-kernel"),
    ("counts", "weight of the features", CountWeight(0.55, "gaussian"), "weight"),
    ("counts", "powers of the coordinates", Powers("without signs"), "sign-lost"),
    ("count rows", "law of counts", SwappedLaw(0.3, 0.02), "p-swapped"),
    ("count rows", "law of counts", SwappedLaw(0.3, 0.04), "count-law"),
    ("counts", "factor of a row", NeverDrawn(), "count-law"),
    ("moments", "variance: one", FamiliarVariances(("iid",), True, True), "uncoupled"),
    ("moments", "variance: one", FamiliarVariances(("iid",), True, False), "variance"),
    ("moments", "variance: one", FamiliarVariances(("iid",), False, True), "variance"),
    ("moments", "variance: one", FamiliarVariances(("iid", "sphere"), True, True), "variance"),
    ("hybrids", "mean: one", HybridMean(0.3, 0.25), "lambda-reused"),
    ("hybrids", "mean: one", HybridMean(0.3, 0.1), "biased"),
    ("hybrids", "mean: one", HybridMean(0.3, 0.0), "biased"),
    ("hybrids", "mean: one", HybridMean(-0.3, 0.3), "biased"),
]


@pytest.mark.parametrize(("area", "check", "seen", "cause"), NAMED)
def test_a_measurement_has_its_name(area: str, check: str, seen: Measurements, cause: str) -> None:
    assert names(area, check, seen) == (cause,)


COUNTS = np.array([[0.0, 1.0, 2.0, 0.0, 4.0], [3.0, 0.0, 1.0, 1.0, 0.0], [1.0, 1.0, 0.0, 2.0, 5.0]])
TOTAL = np.sum(COUNTS, axis=1)
FACTORIALS = np.array([sum(math.lgamma(k + 1.0) for k in row) for row in COUNTS])
RATE, SHARE = 0.4, 0.3
POISSON = TOTAL * math.log(RATE) - D * RATE - FACTORIALS
GEOMETRIC = D * math.log(SHARE) + TOTAL * math.log(1.0 - SHARE)
FLAT = np.ones(3)


@pytest.mark.parametrize(
    ("law", "off", "cause"),
    [
        ("poisson", math.log(3) * FLAT, "missing-1/sqrt-m"),
        ("poisson", -math.log(3) * FLAT, "extra-1/sqrt-m"),
        ("poisson", math.log(3 / D) * FLAT, "d-and-m-swapped"),
        ("poisson", 0.3 * FLAT, "scale"),
        ("poisson", D * RATE * FLAT, "poisson-weight"),
        ("poisson", -D * RATE / 2.0 * FLAT, "poisson-weight"),
        ("poisson", TOTAL * math.log(RATE), "poisson-weight"),
        ("poisson", -D * RATE * FLAT + TOTAL * math.log(RATE), "poisson-weight"),
        ("poisson", -FACTORIALS - POISSON, "weight-shared"),
        ("poisson", (FACTORIALS + POISSON) / 2.0, "weight-shared"),
        ("poisson", FACTORIALS, "factorial"),
        ("poisson", -FACTORIALS, "factorial"),
        ("poisson", FACTORIALS / 2.0, "factorial"),
        ("poisson", POISSON, "count-weight"),
        ("poisson", -POISSON, "count-weight"),
        ("poisson", POISSON / 2.0, "count-weight"),
        ("poisson", D * (0.7 - RATE) * FLAT - TOTAL * math.log(0.7 / RATE), "count-parameter"),
        ("poisson", np.array([0.1, -0.2, 0.7]), "count-weight"),
        (
            "geometric",
            GEOMETRIC - D * math.log(1.0 - SHARE) - TOTAL * math.log(SHARE),
            "p-swapped",
        ),
        (
            "geometric",
            D * math.log(SHARE / 0.6) + TOTAL * math.log((1.0 - SHARE) / 0.4),
            "count-parameter",
        ),
        ("geometric", GEOMETRIC, "count-weight"),
    ],
)
def test_factors_of_rows_of_counts(law: str, off: Any, cause: str) -> None:
    """Logarithms that the factor of each of three rows has too much, by the parts of p_w and of the factorials."""
    drawn = PoissonLaw((RATE,)) if law == "poisson" else GeometricLaw((SHARE,))
    seen = RowFactors(np.asarray(off), COUNTS, drawn, 1e-9)
    assert names("counts", "factor of a row", seen) == (cause,)
