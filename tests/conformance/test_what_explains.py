"""What explains which failure, from measurements made by hand: earlier mistakes, repairs, what all means share."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.counts.measurements import RowFactors
from rftheory.conformance.diagnosis import attention
from rftheory.conformance.diagnosis.diagnose import diagnose
from rftheory.conformance.diagnosis.last_block import last_block
from rftheory.conformance.diagnosis.repairing import explained
from rftheory.conformance.feature_form.measurements import (
    BatchEffect,
    BothSides,
    MapForm,
    Phases,
    Scale,
    Weight,
)
from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.induced_kernel.measurements import InducedForm, InducedMean
from rftheory.conformance.moments.measurements import (
    Alternatives,
    ErrorAt,
    HybridErrors,
    HybridVariance,
    MeanValue,
)
from rftheory.conformance.projections.measurements import ConstantNorm, EntrySizes, Repetition
from rftheory.measured.rowmaps.laws import PoissonLaw
from rftheory.verdict import Outcome

M, D = 48, 5
"""m/d is told apart from powers of two."""


def failing(
    area: str, check: str, seen: Measurements | None = None, repairs: tuple[str, ...] | None = None
) -> Finding:
    """repairs: those of which one is enough to mend it."""
    mending = None if repairs is None else lambda made: not set(made).isdisjoint(repairs)
    return Finding(check, "a statement", Outcome.FAILS, "", area=area, measurements=seen, mending=mending)


def holding(area: str, check: str, seen: Measurements) -> Finding:
    return Finding(check, "a statement", Outcome.HOLDS, "", area=area, measurements=seen)


def names(*findings: Finding) -> list[tuple[str, ...]]:
    return [(found.cause or "", *found.candidates) for found in diagnose(findings)]


def form(name: str, phases: Phases | None = None) -> MapForm:
    return MapForm(name, name != "unknown", False, False, False, False, None, False, phases)


LONG = ConstantNorm(1.3 * math.sqrt(D), D, M, 1e-9, True)


def mean(value: float, **changed: Any) -> Finding:
    """A mean of claim 0.2 = 2 exp(-log 10), known within a thousandth."""
    powers = ((2.0, math.log(0.1)),)
    seen = MeanValue(value, (0.999 * value, 1.001 * value), 0.2, M, D, changed.pop("powers", powers))
    check, repairs = changed.pop("check", "mean: one"), changed.pop("repairs", None)
    return failing("moments", check, replace(seen, **changed), repairs)


@pytest.mark.parametrize(
    ("found", "cause"),
    [
        (mean(0.2 * M), ("missing-1/sqrt-m",)),
        (mean(0.2 / M), ("extra-1/sqrt-m",)),
        (mean(0.2 * M / D), ("d-and-m-swapped",)),
        (mean(0.2 * M, ends=(0.15 * M, 0.25 * M)), ("biased",)),
        (mean(0.3), ("biased",)),
        (mean(2.0 * 0.1**2.0), ("bandwidth-2",)),
        (mean(2.0 * 0.1**0.5), ("bandwidth-2",)),
        (mean(2.0 * 0.1 ** (1.0 / (2.0 * math.pi))), ("bandwidth-2pi",)),
        (mean(2.0 * 0.1**1.4), ("biased",)),
        (mean(-0.3), ("biased",)),
        (mean(0.2 * math.exp(-0.8), rows="gerf", level=0.8), ("gerf-constant",)),
        (mean(0.2 * math.exp(0.4), rows="gerf", level=0.8), ("gerf-constant",)),
        (mean(0.2 * math.exp(-1.6), rows="poisson", level=0.8), ("poisson-weight",)),
        (mean(0.2 * math.exp(1.6), rows="poisson", level=0.8), ("biased",)),
        (mean(0.2 * math.exp(-0.1), rows="gerf", level=0.1), ("biased",)),
    ],
)
def test_means_are_named_by_their_factor_or_that_of_their_exponent(
    found: Finding, cause: tuple[str, ...]
) -> None:
    assert names(found) == [cause]


def test_a_factor_of_the_exponent_is_shown_and_is_that_of_all_means() -> None:
    twice, plain = mean(2.0 * 0.1**2.0), mean(0.2 * 1.3, check="mean: two")
    (shown,) = diagnose([twice])
    assert shown.detail.startswith("; its exponent has the factor 2 [")
    assert names(twice, mean(0.02, check="mean: two")) == [("bandwidth-2",)] * 2
    assert names(twice, plain) == [("biased",)] * 2
    # where rows of the right length do not mend it, it is not their length
    assert names(mean(0.02, repairs=("length",))) == [("bandwidth-2",)]
    assert names(mean(0.02, repairs=("entries",))) == [("biased",)]


def test_rows_of_another_law_that_no_other_name_explains() -> None:
    """Rows of the kernel's law mend the mean, and no factor does."""
    assert names(mean(0.3, repairs=("law",))) == [("row-density",)]
    assert names(mean(0.3, repairs=("law", "length"))) == [("biased",)]
    assert names(mean(0.3, repairs=("rows",))) == [("biased",)]


def test_means_that_are_a_multiple_of_another_function_name_it() -> None:
    claims, others = (0.9, 0.5, 0.3, 0.2), (0.3, 0.3, 0.2, 0.3)
    found = [
        mean(1.5 * b, claim=a, others=(("additive-kernel", b),), check=f"mean: {a}", powers=())
        for a, b in zip(claims, others, strict=True)
    ]
    assert names(*found) == [("additive-kernel",)] * 4
    assert names(*found[:3]) == [("biased",)] * 3
    off = mean(1.8 * 0.3, claim=0.2, others=(("additive-kernel", 0.3),), powers=())
    assert names(*found[:3], off) == [("biased",)] * 4


@pytest.mark.parametrize("check", sorted(set(attention.RULES) - {"redraws"}))
def test_mistakes_of_attention_that_leave_estimates_as_they_are_explain_none(check: str) -> None:
    assert names(failing("attention", check), mean(0.3))[1] == ("biased",)
    assert names(failing("attention", "redraws"), mean(0.3)) == [("seed-ignored",)] * 2


def test_a_mistake_of_features_explains_what_follows_from_it() -> None:
    lost = failing("features", "scale", Scale(M, M, D, 1e-9, False))
    weight = failing("features", "weight of the features", Weight(-1.5, -1.0, False, True))
    assert names(weight, lost, mean(0.2 * M)) == [("weight",)] * 3
    assert names(lost, mean(0.3)) == [("missing-1/sqrt-m",)] * 2
    single = failing("features", "scale", Scale(1.0001, M, D, 1e-9, True))
    assert names(single, mean(0.3)) == [("precision",), ("biased",)]
    unsteady = failing("features", "one seed, one draw")
    assert names(unsteady, mean(0.3)) == [("not-reproducible",), ("biased",)]
    batch = failing("features", "one point, one feature vector", BatchEffect(0.1, False, True, False))
    other = failing("features", "form of the map", form("unknown"))
    assert names(batch, other) == [("batch-dependent",)] * 2
    added = failing("features", "constant in the features")
    sides = ("one draw for queries and keys", BothSides(1.0, 1.0, False))
    assert names(added, failing("features", *sides)) == [("epsilon-added",)] * 2
    torn = failing("features", sides[0], BothSides(0.5, 1.0, False))
    assert names(added, torn) == [("epsilon-added",), ("separate-projections",)]


@pytest.mark.parametrize(
    ("phases", "cause"),
    [
        (Phases(True, 0.3, 1000, False), "phase-shared"),
        (Phases(False, 0.3, 1000, False), "phase-law"),
        (Phases(False, 0.0, 1000, True), "phase-law"),
        (Phases(False, 0.1, 1000, False), "biased"),
        (Phases(False, 0.1, 10_000, False), "phase-law"),
        (Phases(False, 0.04, 10**6, False), "biased"),
        (None, "biased"),
    ],
)
def test_what_the_phases_are_explains_failing_means(phases: Phases | None, cause: str) -> None:
    """6 standard errors, 6 / sqrt(2 n) of cos(2b): 0.134 of a thousand phases, 0.042 of ten thousand; 0.05 at least."""
    held = holding("features", "form of the map", form("phase", phases))
    assert names(held, mean(0.3))[1] == (cause,)


def test_the_length_of_rows_of_a_homogeneous_map_is_its_scale() -> None:
    def found(size: float, homogeneous: bool = True) -> tuple[str, ...]:
        seen = holding("induced kernel", "form of the map", InducedForm(homogeneous))
        rows = Repetition(False, False, False, size, M, D, False)
        drawn = holding("projections", "redraws", rows)
        long = failing("projections", "norm law", LONG, ("length",))
        wrong = failing("induced moments", "mean: one", InducedMean(None, M, D))
        return names(seen, drawn, long, wrong)[-1]

    assert found(math.sqrt(M)) == ("missing-1/sqrt-m",)
    assert found(math.sqrt(M / D)) == ("d-and-m-swapped",)
    assert found(1.7) == ("scale",)
    assert found(math.sqrt(M), homogeneous=False) == ("bandwidth",)


def test_repairs_that_mend_explain() -> None:
    """One mistake where one is enough, else the fewest; nothing where none mends it, or nothing can be simulated."""
    causes = ("uncoupled", "bandwidth", "norms-shared", "rotated-by-hand")

    def both(*needed: str) -> Finding:
        mending: Callable[[tuple[str, ...]], bool] = lambda made: set(needed) <= set(made)
        return replace(failing("moments", "mean: one"), mending=mending)

    assert explained(both("norms"), causes) == ("norms-shared",)
    assert explained(both("directions", "norms"), causes) == ("uncoupled", "norms-shared")
    assert explained(both("directions", "norms"), causes[:2]) == ()
    assert explained(both("entries"), causes) == ()
    assert explained(failing("moments", "mean: one"), causes) == ()
    assert explained(both("length"), ()) == ()


def test_factors_of_counts_are_those_of_another_rate_where_there_is_one_rate() -> None:
    """Rates l' for l multiply a row by e^{sum (l' - l)} prod (l/l')^w; of several rates no line over sum w tells them."""
    drawn = np.random.default_rng(5).poisson(0.6, (6, M, 2)).astype(float)

    def found(rates: tuple[float, ...], others: tuple[float, ...], w: Any = drawn) -> tuple[str, ...]:
        mine, yours = (np.broadcast_to(each, (2,)) for each in (rates, others))
        off = np.sum(yours - mine + w * np.log(mine / yours), axis=-1)
        seen = RowFactors(off, w, PoissonLaw(rates), 1e-9)
        return names(failing("counts", "factor of a row", seen))[0]

    assert found((0.6,), (0.9,)) == ("count-parameter",)
    assert found((0.6, 0.5), (0.9, 0.5)) == ("count-weight",)
    assert found((0.6,), (0.9,), 0.0 * drawn) == ("scale",)


def test_a_last_block_that_is_cut_off() -> None:
    mine, all_rows = ("last block",), ("last block", "whole blocks")
    one = failing("projections", "norm law", LONG, mine)
    other = failing("projections", "marginal law", EntrySizes(1.4, True), mine)
    assert last_block([one, other]) == "last-block"
    assert last_block([]) is None
    assert last_block([one], ["blocks-repeated"]) is None
    assert last_block([one, replace(other, mending=failing("", "", repairs=all_rows).mending)]) is None
    assert last_block([one, replace(other, mending=None)]) is None
    assert names(one, other) == [("last-block",)] * 2


RIGHT = Alternatives(0.01, (0.08,), (0.02,))


@pytest.mark.parametrize(
    ("square", "alternatives", "biased", "causes"),
    [
        (0.08, RIGHT, False, ("lambda-swapped",)),
        (0.021, RIGHT, False, ("lambda-projections",)),
        (0.0401, RIGHT, False, ("lambda-swapped",)),
        (0.3, RIGHT, False, ("variance",)),
        (0.08, RIGHT, True, ("biased",)),
        (0.08, Alternatives(0.01, (0.08,), (0.07,)), False, ("lambda-swapped", "lambda-projections")),
        (0.07, Alternatives(0.01, (0.08,), (0.07,)), False, ("lambda-projections", "lambda-swapped")),
        (0.07, Alternatives(0.01, (0.08,), (0.05,)), False, ("lambda-swapped",)),
        (0.012, Alternatives(0.01, (0.0115,), (0.5,)), False, ("variance",)),
        (0.0, RIGHT, False, ("variance",)),
        (0.08, Alternatives(0.01, (0.0,), (0.0,)), False, ("variance",)),
    ],
)
def test_errors_of_hybrids_name_the_mistake_in_lambda(
    square: float, alternatives: Alternatives, biased: bool, causes: tuple[str, ...]
) -> None:
    """Within a factor 2 of the error that it makes, unless that is hardly another than the right one."""
    seen = HybridVariance(square, alternatives, biased)
    assert names(failing("hybrids", "variance: one", seen)) == [causes]


def test_exact_pairs_of_hybrids_name_what_they_share() -> None:
    def ends(*pairs: ErrorAt, held: Any = (), sized: bool = True) -> list[tuple[str, ...]]:
        return names(failing("hybrids", "exact pairs", HybridErrors(pairs, held, sized)))

    swapped, torn = (ErrorAt(square, RIGHT, True, False) for square in (0.08, 0.02))
    assert ends(swapped, swapped) == [("lambda-swapped",)]
    assert ends(swapped, swapped, torn) == [("lambda-swapped",)]
    assert ends(torn) == [("lambda-projections",)]
    assert ends(swapped, replace(swapped, biased=True)) == [("zero-variance",)]
    assert ends(swapped, sized=False) == [("zero-variance",)]
    # a swapped lambda would show at a pair that holds: 1e-6 of rounding, an error of 0.08
    assert ends(swapped, held=((1e-6, RIGHT),)) == [("zero-variance",)]
    assert ends(swapped, held=((0.1, RIGHT),)) == [("lambda-swapped",)]
    # of coupled rows the error is less, by a factor that is not known
    assert ends(replace(swapped, square=0.01, exact=False)) == [("lambda-projections", "lambda-swapped")]
    assert ends(replace(swapped, square=0.1, exact=False)) == [("lambda-swapped",)]
    assert ends(replace(swapped, square=1e-5, exact=False)) == [("zero-variance",)]
