"""Fourth moments against quadrature and sums over counts, the share of an error that is seen, and the warning it gives."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy

import rftheory
from rftheory.measured.inputs import Floats
from rftheory.moments.catalogue import ranked_maps
from rftheory.moments.pairs import Pairs
from rftheory.recommendation.advice import Recommendation
from rftheory.recommendation.intervals import Interval
from rftheory.recommendation.tails import rarity, seen

FAMILIES = ranked_maps()
X, Y = np.array([[0.3], [0.5], [-0.4], [0.05]]), np.array([[0.4], [-0.6], [-0.7], [1.1]])
PAIRS = Pairs(X, Y)
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(120)
WEIGHTS = WEIGHTS / math.fsum(WEIGHTS)
KERNEL = np.exp(-((X - Y)[:, 0] ** 2) / 2.0)


def _generalised(a: complex, s: int) -> Floats:
    """Re f1 f2 by crt, (4) and (5), at the nodes: (nodes, pairs)."""
    w, x, y = NODES[:, None], X[:, 0], Y[:, 0]
    b, c, d = np.sqrt(complex(s * (1 - 4 * a))), -(s + 1) / 2, (1 - 4 * a) ** 0.25
    first = d * np.exp(a * w * w + b * w * x + c * x * x)
    second = d * np.exp(a * w * w + s * b * w * y + c * y * y)
    return np.asarray((first * second).real)


def _drawn(name: str, parameters: Any) -> tuple[Floats, Floats]:
    """One projection's estimates over K (outcomes, pairs), and the weights of the outcomes, from the definitions."""
    w, x, y = NODES[:, None], X[:, 0], Y[:, 0]
    norms = x * x + y * y
    if name == "trigonometric":
        return np.cos(w * (x - y)) / KERNEL, WEIGHTS
    if name in ("positive", "hyperbolic"):
        up, down = (np.exp(sign * w * (x + y) - norms) for sign in (1, -1))
        return (up if name == "positive" else (up + down) / 2.0) / KERNEL, WEIGHTS
    if name in ("poisson", "geometric"):
        k = np.arange(120)[:, None]
        rate, p = parameters.get("rate", 1.0), parameters.get("p", 0.5)
        mass = scipy.stats.poisson(rate).pmf(k) if name == "poisson" else p * (1 - p) ** k
        terms = (x * y) ** k / (scipy.special.factorial(k) * mass)
        return np.where(mass > 0.0, terms, 0.0) * np.exp(-norms / 2.0) / KERNEL, mass[:, 0]
    a, s = complex(*parameters["A"]), -1 if name == "gerf-" else 1
    return _generalised(a, s) / KERNEL, WEIGHTS


CASES = [
    ("trigonometric", {}),
    ("positive", {}),
    ("hyperbolic", {}),
    ("oprf", {"A": [-0.05, 0.0]}),
    ("gerf+", {"A": [-0.04, 0.03]}),
    ("gerf-", {"A": [0.01, 0.02]}),
    ("poisson", {"rate": 0.3}),
    ("geometric", {"p": 0.6}),
]


@pytest.mark.parametrize(("name", "parameters"), CASES)
@pytest.mark.parametrize("m", [1, 7])
def test_kurtosis_by_its_definition(name: str, parameters: Any, m: int) -> None:
    values, weights = _drawn(name, parameters)
    assert weights @ values == pytest.approx(1.0, rel=1e-9)
    second, fourth = (weights @ (values - 1.0) ** k for k in (2, 4))
    family = FAMILIES[name]
    logs = family.log_single(PAIRS.invariants, parameters)
    assert np.exp(logs) == pytest.approx(second, rel=1e-8)
    expected = 3.0 + (fourth / second**2 - 3.0) / m
    assert np.exp(family.log_kurtosis(PAIRS, parameters, logs, m)) == pytest.approx(expected, rel=1e-6)


def test_the_hybrid_is_bounded_by_its_parts() -> None:
    """In one dimension the angle is 0 or pi: the hybrid is its trigonometric or its hyperbolic part, and its bound exact."""
    hybrid = FAMILIES["angular-hybrid"]
    logs = hybrid.log_single(PAIRS.invariants, {"signs": 4})
    found = hybrid.log_kurtosis(PAIRS, {"signs": 4}, logs, 3)
    for name, same in (("trigonometric", True), ("hyperbolic", False)):
        part = FAMILIES[name]
        kurtosis = part.log_kurtosis(PAIRS, {}, part.log_single(PAIRS.invariants, {}), 3)
        where = (X * Y > 0.0)[:, 0] == same
        assert found[where] == pytest.approx(kurtosis[where], abs=1e-9)


def test_a_fourth_moment_may_be_infinite_or_enormous() -> None:
    far = Pairs(np.full((2, 3), 40.0), np.full((2, 3), 40.0))
    gerf, positive = FAMILIES["gerf-"], FAMILIES["positive"]
    assert np.all(gerf.log_kurtosis(PAIRS, {"A": [0.07, 0.0]}, np.zeros(4), 8) == math.inf)
    plus = far.invariants.plus
    found = positive.log_kurtosis(far, {}, positive.log_single(far.invariants, {}), 1)
    assert found == pytest.approx(6.0 * plus - 2.0 * plus)  # E e^(4u)/(E e^(2u))^2 of a normal u, E e^u = 1


def test_what_is_seen_is_below_every_law_of_that_kurtosis() -> None:
    """n squares that are 1/q with probability q, else 0: kurtosis 1/q, the mean root known by summation."""
    for q, n in ((0.5, 10), (0.01, 100), (0.001, 100)):
        k = np.arange(n + 1)
        true = float(scipy.stats.binom(n, q).pmf(k) @ np.sqrt(k / (n * q)))
        sure = math.exp(seen(np.zeros(1), np.array([-math.log(q)]), math.log(n)))
        assert sure <= true
        assert sure == pytest.approx((1.0 + (1.0 / q - 1.0) / n) ** -0.5)


def test_draws_that_are_enough() -> None:
    errors, kurtosis = np.zeros(3), np.full(3, math.log(301.0))
    found = rarity(errors, kurtosis, Interval(math.log(0.9), 0.0, 1.0))
    assert not found.trusted
    assert found.log_seen == pytest.approx(math.log(0.5))  # (1 + 300/100)^(-1/2)
    assert math.exp(found.log_enough) == pytest.approx(300.0 / (0.9**-2 - 1.0))
    assert rarity(errors, kurtosis, Interval(math.log(0.49), 0.0, 1.0)).trusted
    assert rarity(errors, np.full(3, math.inf), Interval(-1.0, 0.0, 1.0)).log_enough == math.inf


def _measured(found: Recommendation, data: Floats, draws: int) -> float:
    """The mean over pairs of the relative RMSE over `draws` draws of the recommended features."""
    pairs = np.random.default_rng(2).integers(len(data), size=(2, 400))
    x, y = data[pairs[0]], data[pairs[1]]
    exact = np.exp(-np.sum((found.scale * (x - y)) ** 2, axis=1) / 2.0)
    squares = np.zeros(400)
    for draw in range(draws):
        phi = found.transformer(random_state=draw)
        squares += (np.sum(phi.transform(x) * phi.transform_keys(y), axis=1) / exact - 1.0) ** 2
    return float(np.mean(np.sqrt(squares / draws)))


def test_the_warning_tells_tails_that_hide_from_those_that_show() -> None:
    data = np.random.default_rng(5).standard_normal((300, 8)) + 0.3
    hidden = rftheory.recommend(data, features=8, scale=1.5)
    assert not hidden.rarity.trusted
    (warning,) = (text for text in hidden.warnings if text.startswith("heavy tails"))
    assert "\n" not in warning
    assert "100 draws" in warning
    assert _measured(hidden, data, 100) < math.exp(hidden.best.error.low)
    plain = rftheory.recommend(data, features=64, scale=0.3)
    assert plain.rarity.trusted
    assert not any("heavy tails" in text for text in plain.warnings)
    assert _measured(plain, data, 100) > math.exp(plain.best.error.low)


def test_document(tmp_path: Path, command: Any) -> None:
    np.save(tmp_path / "k.npy", np.random.default_rng(5).standard_normal((60, 8)))
    answer = command(["recommend", str(tmp_path / "k.npy"), "--features", "8", "--scale", "2", "--json"])
    document = json.loads(answer.out)
    tails = document["heavy_tails"]
    assert (tails["draws"], tails["trusted"]) == (100, False)
    assert tails["enough_draws"]["value"] > 100
    assert tails["seen"]["value"] < document["ranking"][0]["mean"]["low"]["value"]
    assert any(text.startswith("heavy tails") for text in document["warnings"])
