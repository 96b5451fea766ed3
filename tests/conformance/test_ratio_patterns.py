"""What the ratios of estimates look like under each mistake, from features made by hand; what they keep without one."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rftheory.conformance.attention.ratios import Ratios, recognised
from rftheory.measured.protocol import Kernel

Floats = Any
Features = Callable[[Floats, Floats], Floats]
D, M, SEEDS, LIMIT = 4, 24, (1, 2, 3), 1e-10


def projections(seed: int) -> Floats:
    return np.random.default_rng(seed).standard_normal((M, D))


def positive(x: Floats, w: Floats) -> Floats:
    return np.exp(x @ w.T - np.sum(x * x, axis=1, keepdims=True) / 2.0)


def waves(x: Floats, w: Floats) -> Floats:
    return np.concatenate([np.cos(x @ w.T), np.sin(x @ w.T)], axis=1)


def weighted(of: Features, weight: float) -> Features:
    """Times e^{weight |x|^2}."""
    return lambda x, w: of(x, w) * np.exp(weight * np.sum(x * x, axis=1, keepdims=True))


def plus(of: Features, constant: float) -> Features:
    return lambda x, w: of(x, w) + constant


def scaled(factor: float) -> Features:
    return lambda x, w: positive(factor * x, w)


def over(of: Features, by: Callable[..., Floats]) -> Features:
    """Over a number of each point, the same for all of its features."""
    return lambda x, w: of(x, w) / by(of(x, w), axis=1, keepdims=True)


def maxima(x: Floats, w: Floats) -> Floats:
    """The maximum of each point subtracted."""
    return np.exp(x @ w.T - np.max(x @ w.T, axis=1, keepdims=True))


def over_all(x: Floats, w: Floats) -> Floats:
    """The maximum of the batch subtracted."""
    return positive(x, w) / np.max(positive(x, w))


def centred(x: Floats, w: Floats) -> Floats:
    """Over the mean of each feature over the batch."""
    return positive(x, w) / np.mean(positive(x, w), axis=0)


def rectified(x: Floats, w: Floats) -> Floats:
    return 0.05 + np.maximum(x @ w.T, 0.0)


def entries(queries: Features, keys: Features, *, apart: bool = False) -> Any:
    def found(x: Floats, y: Floats, seed: int) -> Floats:
        return queries(x, projections(seed)) @ keys(y, projections(seed + 100 * apart)).T

    return found


def ratios(queries: Features, keys: Features, *, of_waves: bool = False, **options: Any) -> Ratios:
    kernel: Kernel = options.pop("kernel", "softmax")
    return Ratios(entries(queries, keys, **options), of_waves, kernel, D, LIMIT, SEEDS)


sums = over(positive, np.sum)
CASES: dict[str, tuple[Ratios, str, bool]] = {
    "right": (ratios(positive, positive), "", False),
    "a factor of each query": (ratios(maxima, positive), "", False),
    "one factor of all keys": (ratios(maxima, over_all), "", False),
    "Gaussian": (
        ratios(weighted(positive, -0.5), weighted(positive, -0.5), kernel="gaussian"),
        "",
        False,
    ),
    "waves": (ratios(waves, waves, of_waves=True, kernel="gaussian"), "", False),
    "waves of softmax": (ratios(waves, weighted(waves, 0.5), of_waves=True), "", False),
    "two draws": (ratios(positive, positive, apart=True), "two maps", False),
    "two draws of waves": (ratios(waves, waves, of_waves=True, apart=True), "two maps", False),
    "a constant": (ratios(plus(positive, 1e-2), plus(positive, 1e-2)), "a constant", True),
    "a constant of one side": (ratios(plus(positive, 1e-2), positive), "a constant", True),
    "a constant, and maxima of keys": (ratios(plus(positive, 1e-2), plus(maxima, 1e-2)), "a constant", True),
    "no map": (ratios(rectified, rectified), "no map", False),
    "a statistic of the keys": (ratios(positive, centred), "company", False),
    "maxima of keys": (ratios(positive, maxima), "factors of keys", True),
    "maxima of keys, and hardly a constant": (
        ratios(positive, plus(maxima, 1e-9)),
        "factors of keys",
        True,
    ),
    "sums of keys": (ratios(positive, sums), "sums of keys", False),
    "sums of keys, and hardly a constant": (ratios(positive, plus(sums, 1e-10)), "sums of keys", False),
    "another weight": (ratios(positive, weighted(positive, -0.2)), "weight", False),
    "the weight of the Gaussian kernel": (
        ratios(positive, weighted(positive, -0.5)),
        "weight of the other kernel",
        False,
    ),
    "the weight of the softmax kernel": (
        ratios(positive, positive, kernel="gaussian"),
        "weight of the other kernel",
        False,
    ),
    "waves without the weight": (ratios(waves, waves, of_waves=True), "weight of the other kernel", False),
    "waves of another weight": (ratios(waves, weighted(waves, 0.2), of_waves=True), "weight", False),
}


@pytest.mark.parametrize("name", CASES)
def test_every_mistake_has_its_pattern(name: str) -> None:
    subject, pattern, sure = CASES[name]
    assert (subject.pattern, subject.sure) == (pattern, sure)
    assert (subject.effect <= LIMIT) is (pattern == "")


def test_the_multiple_of_the_square_is_read_off() -> None:
    for weight in (-0.5, -0.2, 0.0, 0.3):
        seen = ratios(positive, weighted(positive, weight)).reading
        assert seen.quadratic == pytest.approx(weight, abs=1e-9)
        assert max(seen.shared, seen.cycle, seen.rest) < LIMIT


@pytest.mark.parametrize("of_waves", [False, True])
def test_estimates_by_the_reference_are_those_of_plain_features(of_waves: bool) -> None:
    rng = np.random.default_rng(4)
    x, y = rng.standard_normal((2, 5, D)) / 2.0
    one = waves if of_waves else positive
    free = lambda z, w: 3.0 * one(z, w) * np.exp(np.sum(z, axis=1, keepdims=True))
    subject = ratios(free, one, of_waves=of_waves, kernel="gaussian" if of_waves else "softmax")
    for seed in SEEDS:
        w = projections(seed)
        wanted = np.sum(one(x, w) * one(y, w), axis=1) / M
        np.testing.assert_allclose(subject.estimates(x, y, seed), wanted, rtol=1e-9)


def test_families_and_scales_are_recognised() -> None:
    for of_waves, one in ((False, positive), (True, weighted(waves, 0.5))):
        found = recognised(entries(one, one), None, "softmax", D, LIMIT, SEEDS)
        assert (found.waves, found.tilted, found.pattern) == (of_waves, False, "")
    for power in (0.25, -0.125):
        tilted = entries(scaled(D**power), scaled(D**-power))
        found = recognised(tilted, None, "softmax", D, LIMIT, SEEDS)
        assert (found.waves, found.tilted, found.pattern) == (False, True, "")
        given = recognised(tilted, None, "gaussian", D, LIMIT, SEEDS)
        assert not given.tilted
    assert math.isclose(ratios(positive, positive).step, 0.3)
