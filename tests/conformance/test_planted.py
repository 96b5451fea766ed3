"""Every planted mistake is detected and named; every cause that is named exists, and every statement too."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from rftheory import registry
from rftheory.conformance.causes import CAUSES
from rftheory.conformance.conform import conform

_spec = importlib.util.spec_from_file_location("planted", Path(__file__).parent / "planted.py")
assert _spec is not None
assert _spec.loader is not None
planted = importlib.util.module_from_spec(_spec)
sys.modules["planted"] = planted
_spec.loader.exec_module(planted)
sampler, positive, trigonometric = planted.sampler, planted.positive, planted.trigonometric
TWO_PI = 6.283185307179586

MISTAKES: dict[str, tuple[Any, str]] = {
    "unsigned QR": (sampler(signed=False), "unsigned-qr"),
    "wrong axis": (sampler(axis=1), "wrong-axis"),
    "all norms sqrt d": (sampler(norms="sqrt(d)"), "norms-sqrt-d"),
    "one norm a block": (sampler(norms="shared"), "norms-shared"),
    "same Q in every block": (sampler(repeat=True), "blocks-repeated"),
    "norms frozen": (sampler(frozen=True), "norms-frozen"),
    "wrong degrees": (sampler(degrees=planted.D - 1), "chi-degrees"),
    "more degrees": (sampler(degrees=planted.D + 1), "chi-degrees"),
    "double degrees": (sampler(degrees=2 * planted.D), "chi-degrees"),
    "d and m in the norms": (sampler(norms="chi_m"), "d-and-m-swapped"),
    "d and m in the length": (sampler(norms="sqrt(m)"), "d-and-m-swapped"),
    "bandwidth 2": (sampler(factor=2.0**0.5), "bandwidth-2"),
    "bandwidth 2 pi": (sampler(factor=TWO_PI), "bandwidth-2pi"),
    "bandwidth 1/2pi": (sampler(factor=1 / TWO_PI), "bandwidth-2pi"),
}
FEATURES: dict[str, tuple[Any, str, str]] = {
    **{
        f"positive, {name}": (positive(MISTAKES[name][0]), "positive", MISTAKES[name][1])
        for name in ("unsigned QR", "wrong axis", "same Q in every block", "norms frozen", "bandwidth 2")
    },
    "trigonometric, bandwidth 2": (trigonometric(sampler(factor=2.0)), "trigonometric", "bandwidth-2"),
    "trigonometric, bandwidth 2 pi": (
        trigonometric(sampler(factor=TWO_PI)),
        "trigonometric",
        "bandwidth-2pi",
    ),
    "missing 1/sqrt m": (positive(divisor=1.0), "positive", "missing-1/sqrt-m"),
    "1/m": (positive(divisor=planted.M**2), "positive", "extra-1/sqrt-m"),
    "d and m in the scale": (positive(divisor=planted.D), "positive", "d-and-m-swapped"),
    "trigonometric, missing 1/sqrt m": (trigonometric(divisor=1.0), "trigonometric", "missing-1/sqrt-m"),
    "trigonometric, d and m": (trigonometric(divisor=planted.D), "trigonometric", "d-and-m-swapped"),
    "softmax weight": (positive(weight=0.5), "positive", "other-kernel"),
    "no weight": (positive(weight=0.0), "positive", "weight"),
    "epsilon": (positive(epsilon=1e-4), "positive", "epsilon-added"),
    "maximum of a row": (positive(maximum="row"), "positive", "max-subtracted"),
    "maximum of the batch": (positive(maximum="batch"), "positive", "max-subtracted"),
    "maximum and epsilon": (positive(maximum="row", epsilon=1e-4), "positive", "max-subtracted"),
    "sine without cosine": (trigonometric(waves="sin"), "trigonometric", "sine-without-cosine"),
    "cosine without sine": (trigonometric(waves="cos"), "trigonometric", "cosine-without-sine"),
    "independent queries and keys": (planted.separate(0.0), "positive", "separate-projections"),
    "correlated queries and keys": (planted.separate(0.5), "positive", "separate-projections"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_samplers(name: str) -> None:
    target, cause = MISTAKES[name]
    report = conform(target, mechanism="orthogonal", d=planted.D)
    assert report.conclusion == "fails"
    assert report.causes[0] == cause, report.causes


@pytest.mark.parametrize("name", FEATURES)
def test_features(name: str) -> None:
    target, feature_map, cause = FEATURES[name]
    coupling = "iid" if "queries" in name else "orthogonal"
    report = conform(target, mechanism=f"{coupling}-{feature_map}", kernel="gaussian", d=planted.D)
    assert report.conclusion == "fails"
    assert cause in report.causes, report.causes
    if "epsilon" not in name:
        assert report.causes[0] == cause, report.causes


def test_swapped_lambda() -> None:
    right = conform(planted.bipolar(), mechanism="angular-hybrid-shared", d=planted.D, m=planted.M)
    assert right.conclusion == "conforms", right.failures
    wrong = conform(
        planted.bipolar(swapped=True), mechanism="angular-hybrid-shared", d=planted.D, m=planted.M
    )
    assert wrong.causes[0] == "lambda-swapped"


def test_estimates_name_the_bandwidth_and_the_scale() -> None:
    def estimates(features: Any) -> Any:
        def draw(x: Any, y: Any, seed: int) -> Any:
            return (features(x, seed) * features(y, seed)).sum(axis=1)

        return draw

    right = conform(estimates(positive()), mechanism="orthogonal-positive", d=planted.D, m=planted.M)
    assert right.conclusion == "conforms", right.failures
    missing = conform(
        estimates(positive(divisor=1.0)), mechanism="orthogonal-positive", d=planted.D, m=planted.M
    )
    assert missing.causes[0] == "missing-1/sqrt-m"
    doubled = conform(
        estimates(trigonometric(sampler(factor=2.0**0.5))),
        mechanism="orthogonal-trigonometric",
        d=planted.D,
        m=planted.M,
    )
    assert doubled.causes[0] == "bandwidth-2"


@pytest.mark.parametrize("make", [positive, trigonometric])
@pytest.mark.parametrize("mechanism", [None, pytest.param("declared", marks=pytest.mark.all_draws)])
def test_what_is_right_conforms(make: Any, mechanism: str | None) -> None:
    name = f"orthogonal-{make.__name__}"
    report = conform(make(), mechanism=name if mechanism else None, d=planted.D)
    assert report.conclusion == "conforms", report.failures
    assert report.mechanism == name
    assert all(registry.find(found.statement) for found in report.findings)


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("make", [positive, trigonometric])
def test_coarse_numbers_are_no_mistake(make: Any, dtype: str) -> None:
    features = make()
    report = conform(
        lambda x, seed: features(x, seed).astype(dtype), mechanism=f"orthogonal-{make.__name__}", d=planted.D
    )
    assert report.conclusion == "conforms", report.failures
    assert report.dtype == dtype


def test_every_cause_has_one_line() -> None:
    assert all(text and "\n" not in text for text in CAUSES.values())
