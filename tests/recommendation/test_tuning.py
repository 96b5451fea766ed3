"""Parameters chosen for one pair are the optimal ones of the papers, and tuned ones are local minima of the mean error."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import rftheory
from rftheory.moments.catalogue import ranked_maps
from rftheory.moments.pairs import Pairs
from rftheory.recommendation.intervals import log_mean
from rftheory.recommendation.sources import ArraySource
from rftheory.recommendation.statistics import Averages, statistics
from rftheory.recommendation.tuning import homogeneous, signs, tuned

FAMILIES = ranked_maps()
X, Y = (np.array([[3.0, 1.0, -2.0, 0.5]]) / 4.0, np.array([[1.0, 2.0, 1.0, -1.0]]) / 4.0)
TEXTS = {"x": "3/4,1/4,-1/2,1/8", "y": "1/4,1/2,1/4,-1/4"}
PAIR = Pairs(X, Y).invariants
ONE = Averages(float(PAIR.plus[0]), float(PAIR.minus[0]), (X * Y)[0] ** 2, PAIR.products[0])


@pytest.mark.parametrize("how", ["homogeneous", "tuned"])
def test_one_pair(how: str) -> None:
    def chosen(name: str) -> Any:
        family = FAMILIES[name]
        return homogeneous(family, ONE, 4) if how == "homogeneous" else tuned(family, PAIR, ONE, 64)

    best = float(rftheory.evaluate("crt/thm3.3/A", d=4, v2=str(ONE.plus)))
    assert chosen("oprf")["A"] == [pytest.approx(best, rel=1e-4), 0.0]
    assert chosen("gerf+")["A"] == [pytest.approx(best, rel=1e-4), 0.0]
    assert chosen("poisson")["rate"] == pytest.approx(
        float(rftheory.evaluate("crt/sec3.2.1/lambda-star", **TEXTS)), rel=1e-4
    )
    assert chosen("poisson-each")["rate"] == pytest.approx(np.abs(X * Y)[0], rel=1e-3)
    assert chosen("geometric")["p"] == pytest.approx(
        float(rftheory.evaluate("beyond/geom/p-star", **TEXTS)), rel=1e-4
    )


@pytest.mark.parametrize("name", ["oprf", "gerf+", "gerf-", "poisson", "poisson-each", "geometric"])
def test_no_small_step_improves(name: str) -> None:
    rng = np.random.default_rng(2)
    x, y = rng.standard_normal((300, 4)) * 0.5 + 0.3, rng.standard_normal((300, 4)) * 0.4
    found, pairs, family = (
        statistics(ArraySource("x", x), ArraySource("y", y)),
        Pairs(x, y).invariants,
        FAMILIES[name],
    )
    best = tuned(family, pairs, found.shifted(np.zeros(4)), 64)

    def error(parameters: Any) -> float:
        return log_mean(family.log_single(pairs, parameters) / 2.0)

    least = error(best)
    for factor in (0.98, 1.02):
        for key, value in best.items():
            if key == "A":
                moved: Any = [(1.0 - factor * (1.0 - 8.0 * value[0])) / 8.0, value[1] * factor]
            else:
                moved = (np.asarray(value) * factor).tolist()
            assert error({key: moved}) >= least - 1e-9
    if name == "gerf-":
        assert error({"A": [best["A"][0], best["A"][1] + 0.003]}) >= least - 1e-6
        assert error({"A": [0.0, 0.0]}) >= least
    assert math.isfinite(least)


@pytest.mark.parametrize("features", [8, 64, 4096])
def test_best_number_of_signs(features: int) -> None:
    family = FAMILIES["angular-hybrid"]
    n = tuned(family, PAIR, ONE, features)["signs"]

    def error(k: int) -> float:
        return (
            log_mean(family.log_single(PAIR, {"signs": k}) / 2.0) - math.log(features // (4 * (k + 1))) / 2.0
        )

    assert error(n) <= min(error(k) for k in range(1, min(33, features // 4))) + 1e-12


def test_signs_leave_a_projection() -> None:
    assert signs(8) == [1]
    assert signs(7) == []
    assert max(signs(4096)) <= 1023
