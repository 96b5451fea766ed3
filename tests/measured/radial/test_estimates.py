"""Statistics of random frequencies: inside their intervals, of the means that textbook forms and quadrature have."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest
from scipy import integrate, special

from rftheory.errors import DomainError, InputError
from rftheory.measured.couplings.pairs import PairOfCosine
from rftheory.measured.inputs import Floats
from rftheory.measured.radial.coupled import RadialCoupling
from rftheory.measured.radial.estimates import KernelEstimate, LengthStatistic, MixingError
from rftheory.measured.radial.gram_errors import GramError
from rftheory.measured.radial.laws import ExponentialPower, FixedRadius, Gaussian, Matern, TwoRadii
from rftheory.measured.radial.mistaken import FixedNorm, Mistaken
from rftheory.measured.radial.norms import GivenNorms
from rftheory.mechanisms._shelf import couplings

SHELF = couplings()
LOG_TAIL = math.log(2.0 / 1e-9)


def values(experiment: Any, n: int = 40_000) -> Floats:
    """Draws, which must lie in the declared interval."""
    found: Floats = experiment.draw(n, rng=np.random.default_rng(5))
    low, high = experiment.support
    assert low <= found.min() <= found.max() <= high
    assert pickle.loads(pickle.dumps(experiment)) == experiment
    return found


def allowed(found: Floats) -> float:
    """How far the mean of bounded values of this spread is off once in 1e9 (Bernstein)."""
    spread, size = float(found.std()), float(np.ptp(found))
    return spread * math.sqrt(2.0 * LOG_TAIL / len(found)) + 3.0 * size * LOG_TAIL / len(found)


def close(found: Floats, expected: float) -> bool:
    """Whether a mean is as close as that."""
    return abs(float(found.mean()) - expected) <= allowed(found)


def exponential(z: float) -> float:
    return math.exp(-z)


@pytest.mark.parametrize("law", [Matern(0.5), ExponentialPower(1.0)], ids=str)
def test_errors_of_one_frequency(law: Matern | ExponentialPower) -> None:
    x, y, z = (1.0, 0.4), (0.2, -0.2), 1.0
    pair = (1.0 + exponential(2 * z)) / 2.0 - exponential(z) ** 2
    coupling = RadialCoupling(SHELF["iid"], law)
    assert close(values(KernelEstimate(coupling, x, y)), exponential(z))
    assert close(values(KernelEstimate(law, x, y, 3)), exponential(z))
    error = KernelEstimate(coupling, x, y, 1, "error", exponential(z))
    assert close(values(error), pair)
    offset = KernelEstimate(coupling, x, y, 2, "error", exponential(z), offset=True)
    assert close(values(offset), (pair + 0.5) / 2.0)


def test_a_shared_scale_makes_the_mean_given_it_a_covariance() -> None:
    x, y = (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    rows = RadialCoupling(SHELF["iid"], Matern(0.5), "block")
    mixing = exponential(math.sqrt(2.0)) - exponential(1.0) ** 2
    variance = (1.0 + exponential(2.0)) / 2.0 - exponential(1.0) ** 2
    assert close(values(KernelEstimate(rows, x, y, 3, "pair", exponential(1.0))), mixing)
    assert close(values(KernelEstimate(rows, x, y, 3, "within")), variance - mixing)


def test_pairs_of_given_radii() -> None:
    # on the circle a direction is (cos t, sin t), and one at cosine c from it is at the angle t + arccos c
    turn, r1, r2 = math.acos(-0.4), 1.5, 0.7
    expected = integrate.quad(
        lambda t: math.cos(r1 * math.cos(t)) * math.cos(r2 * math.cos(t + turn)), 0.0, math.pi
    )
    pair = PairOfCosine(-0.4, norms=GivenNorms((r1, r2)))
    assert close(values(KernelEstimate(pair, (1.0, 0.0), (0.0, 0.0), 2, "pair")), expected[0] / math.pi)


def test_strata_of_the_mixing_variable() -> None:
    # tau = 1/(2G), G of shape 1/2: e^{-a} = e^{-1/(4G)}; the median of G splits it into two strata
    median = float(special.gammaincinv(0.5, 0.5))

    def mean(power: float, low: float, high: float) -> float:
        def body(v: float) -> float:  # G = v^2
            return 2.0 * math.exp(-power / (4.0 * v * v) - v * v) / math.sqrt(math.pi)

        return float(integrate.quad(body, math.sqrt(low) or 1e-12, min(math.sqrt(high), 12.0))[0])

    parts = mean(1.0, 0.0, median), mean(1.0, median, math.inf)
    expected = mean(2.0, 0.0, math.inf) / 2.0 - sum(part**2 for part in parts)
    error = MixingError(Matern(0.5), 1.0, 2, sum(parts))
    assert close(values(error), expected)
    assert not close(values(MixingError(Matern(0.5), 1.0, 2, sum(parts), "row")), expected)
    for level in (0.25, 0.75):  # means are between 0 and 1, and come as near to both as one likes
        low, high = MixingError(Matern(0.5), 1.0, 2, level).support
        assert (low, high) == pytest.approx((0.0, 0.75**2), abs=1e-9)
    with pytest.raises(InputError, match="at one lengthscale"):
        MixingError(Matern(0.5, (1.0, 2.0)), 1.0, 2, 0.3)


def test_lengths_and_laws_of_two_and_of_mistaken_lengths() -> None:
    assert close(values(LengthStatistic(TwoRadii(0.3, 1.0, 2.0), 4, within=1.5)), 0.3)
    found = LengthStatistic(Gaussian(2.0), 3, 2.0).draw(40_000, rng=np.random.default_rng(1))
    assert abs(found.mean() - 0.75) < 0.02  # E chi_3^2 / l^2
    assert LengthStatistic(Gaussian(), 3, 2.0).support[1] == math.inf
    two = RadialCoupling(SHELF["orthogonal"], TwoRadii(0.3, 1.0, 2.0))
    expected = 0.3 * math.sin(1.0) + 0.7 * math.sin(2.0) / 2.0  # Omega_3(t) = sin(t)/t
    assert close(values(KernelEstimate(two, (1.0, 0.0, 0.0), (0.0, 0.0, 0.0), 2)), expected)
    fixed = RadialCoupling(SHELF["iid"], FixedNorm(Gaussian()))
    exact = math.sin(math.sqrt(3.0)) / math.sqrt(3.0)
    assert close(values(KernelEstimate(fixed, (1.0, 0.0, 0.0), (0.0, 0.0, 0.0))), exact)
    assert close(values(KernelEstimate(FixedNorm(Gaussian()), (1.0, 0.0, 0.0), (0.0, 0.0, 0.0))), exact)


@pytest.mark.parametrize(
    ("mistake", "shape", "expected"),
    [
        ("chi2-nu", 1.0, exponential(1.0)),
        ("multiplied", 1.0, 1.0 / 1.5),
        ("factor-lost", 2.0, 1.5**-2.0),
        ("factor-lost-inverse", 0.5, exponential(math.sqrt(2.0))),
        ("stable-scale", 1.0, exponential(math.sqrt(2.0))),
    ],
)
def test_mistaken_mixing_variables(mistake: Any, shape: float, expected: float) -> None:
    rows = RadialCoupling(SHELF["orthogonal"], Mistaken(mistake, shape))
    assert close(values(KernelEstimate(rows, (1.0, 0.0), (0.0, 0.0))), expected)


def test_gram_matrices_of_two_points() -> None:
    law, k, k2 = Matern(0.5), exponential(1.0), exponential(2.0)
    points, exact = ((0.0, 0.0), (0.6, 0.8)), ((1.0, k), (k, 1.0))
    variance = (1.0 + k2) / 2.0 - k**2
    rows = RadialCoupling(SHELF["iid"], law)
    assert close(values(GramError(rows, points, exact, 2)), variance)  # two entries, two frequencies
    assert close(values(GramError(law, points, exact, 2, offset=True)), variance + 1.0)
    ridge = GramError(rows, points, exact, 1, "ridge", lam=0.3)
    assert close(values(ridge), variance / (1.3 - k) ** 2)
    beyond = values(GramError(rows, points, exact, 1, "beyond", eps=0.5))
    cosines = np.cos(law.rows(2, 1, rng=np.random.default_rng(9), n=40_000)[:, 0] @ np.array(points[1]))
    assert (
        close(beyond, float(np.mean(np.abs(cosines - k) > 0.5)))
        or abs(beyond.mean() - np.mean(np.abs(cosines - k) > 0.5)) < 0.02
    )


def test_what_does_not_fit_is_refused() -> None:
    coupling = RadialCoupling(SHELF["iid"], FixedRadius(1.0))
    with pytest.raises(DomainError, match="two finite points"):
        KernelEstimate(coupling, (1.0,), (0.0, 0.0))
    with pytest.raises(DomainError, match="at least 2"):
        KernelEstimate(coupling, (1.0,), (0.0,), 1, "pair")
    with pytest.raises(DomainError, match="one of chi2-nu"):
        Mistaken("halved", 1.0)  # type: ignore[arg-type]
    with pytest.raises(DomainError, match="a power below 2"):
        Mistaken("stable-scale", 2.0)
    with pytest.raises(InputError, match="have no strata"):
        Mistaken("multiplied", 1.0).quantiles(np.array([0.5]))
    with pytest.raises(DomainError, match="2 rows of as many numbers"):
        GramError(coupling, ((0.0,), (1.0,)), ((1.0,),), 1)
