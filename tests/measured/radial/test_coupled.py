"""Couplings under radial laws: structure to rounding, kernels and pair means by Hoeffding at 1e-9, mutants killed.

What is expected comes from quadrature of textbook forms, or from the same rows drawn literally.
"""

import pickle
from math import exp, log, sqrt

import numpy as np
import pytest
from scipy import integrate, special

from rftheory.errors import DomainError, InputError
from rftheory.measured.couplings.pairs import PairOfCosine
from rftheory.measured.radial.coupled import RadialCoupling
from rftheory.measured.radial.laws import ExponentialPower, FixedRadius, Gaussian, Matern, RationalQuadratic
from rftheory.measured.radial.norms import ScaledChiNorms
from rftheory.mechanisms._shelf import couplings, feature_maps

DELTA = 1e-9
SHELF = couplings()
UNIFORM = [
    "iid",
    "orthogonal",
    "simplex",
    "simplex-full",
    "cross-polytope",
    "orthogonal-fixed-norm",
    "sphere",
]
N = 100_000


def rng(seed=29):
    return np.random.default_rng(seed)


def gap(values, expected, size=1.0):
    """How far a mean of values in [-size, size] is beyond what Hoeffding allows once in 1e9."""
    return abs(values.mean() - expected) - size * sqrt(2.0 * log(2.0 / DELTA) / len(values))


def estimates(coupling, x, y, m, n=N, seed=29):
    return feature_maps()["trigonometric"].pair_estimates(coupling, x, y, m, rng=rng(seed), n=n)


@pytest.mark.parametrize("base", [*(SHELF[name] for name in UNIFORM), PairOfCosine(0.3), PairOfCosine(-1.0)])
@pytest.mark.parametrize("law", [Matern(1.5, 2.0), ExponentialPower(0.8), FixedRadius(1.7)], ids=str)
def test_every_uniform_coupling_takes_every_law(base, law):
    coupling = RadialCoupling(base, law)
    x, y = np.array([0.3, -0.2, 0.4, 0.0]), np.array([-0.5, 0.1, 0.0, 0.6])
    z = float(np.linalg.norm(x - y))
    expected = {
        "matern": (1 + sqrt(3) * z / 2) * exp(-sqrt(3) * z / 2),
        "exponential-power": exp(-(z**0.8)),
        "fixed-radius": 2 * special.j1(1.7 * z) / (1.7 * z),
    }[law.name]
    assert gap(estimates(coupling, x, y, 5, n=30_000), expected) < 0.0
    rows = coupling.sample(4, 5, rng=rng(), n=7)
    assert rows.shape == coupling.project(np.eye(4), 5, rng=rng(), n=7).shape == (7, 5, 4)
    if coupling.law.gram(4) is not None:
        units = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
        block = min(5, coupling.height(4))
        np.testing.assert_allclose(
            units[:, :block] @ units[:, :block].swapaxes(1, 2),
            np.broadcast_to(coupling.law.gram(4)[:block, :block], (7, block, block)),
            atol=1e-12,
        )
    assert pickle.loads(pickle.dumps(coupling)) == coupling


def test_sample_and_project_have_one_law():
    coupling = RadialCoupling(SHELF["orthogonal"], Matern(1.5))
    a = coupling.sample(3, 3, rng=rng(1), n=N)
    b = coupling.frame(3, 3, 2, rng=rng(2), n=N)
    for i, j in ((0, 1), (0, 2)):
        one = np.cos(a[:, i, 0]) * np.cos(a[:, j, 0] + a[:, j, 1])
        two = np.cos(b[:, i, 0]) * np.cos(b[:, j, 0] + b[:, j, 1])
        assert gap((one - two) / 2.0, 0.0) < 0.0


def fixed_pair(d, a, b):
    """E of two orthogonal cosines at fixed scales, by the integral over both radii of Omega_d."""

    def omega(t):
        return special.gamma(d / 2) * (2 / t) ** (d / 2 - 1) * special.jv(d / 2 - 1, t) if t > 1e-9 else 1.0

    def weight(r):
        return 2 ** (1 - d / 2) / special.gamma(d / 2) * r ** (d - 1) * exp(-r * r / 2)

    return integrate.dblquad(
        lambda r, s: omega(sqrt(2 * a * r * r + 2 * b * s * s)) * weight(r) * weight(s),
        0,
        9,
        0,
        9,
        epsabs=1e-6,
    )[0]


def test_a_pair_of_two_scales():
    pair = PairOfCosine(0.0, norms=ScaledChiNorms((0.7, 2.4)))
    p = pair.frame(3, 2, 1, rng=rng(), n=4 * N)[..., 0]
    assert gap(np.cos(p[:, 0]) * np.cos(p[:, 1]), fixed_pair(3, 0.35, 1.2)) < 0.0
    assert gap(np.cos(p[:, 0]), exp(-0.35)) < 0.0
    assert gap(np.cos(p[:, 1]), exp(-1.2)) < 0.0


def test_shared_tau_is_one_for_a_block():
    coupling = RadialCoupling(SHELF["orthogonal"], RationalQuadratic(1.0), "block")
    z = 1.2
    values = np.cos(z * coupling.frame(4, 4, 1, rng=rng(), n=N)[..., 0])
    product = (values[:, 0] * values[:, 1] + values[:, 2] * values[:, 3]) / 2.0
    expected = special.hyp2f1(4, 1, 2, -z * z / 2)  # E 1F1(d; d/2; -a), a = tau z^2/2
    assert gap(product, expected) < 0.0
    fresh = np.cos(
        z * RadialCoupling(SHELF["orthogonal"], RationalQuadratic(1.0)).frame(4, 4, 1, rng=rng(), n=N)
    )
    assert gap(fresh[:, 0, 0] * fresh[:, 1, 0], expected) > 0.0


def test_strata_keep_the_mean_and_cut_the_error():
    x, y = np.array([1.0, 0.0, 0.0, 0.0]), np.zeros(4)
    errors = {}
    expected = (1 + sqrt(3)) * exp(-sqrt(3))
    for sharing in ("row", "stratified"):
        found = estimates(RadialCoupling(SHELF["orthogonal"], Matern(1.5), sharing), x, y, 32, n=20_000)
        assert gap(found, expected) < 0.0
        errors[sharing] = np.mean((found - expected) ** 2)
    assert abs(errors["row"] - 0.00692) < 0.0005  # the values that the specification gives
    assert abs(errors["stratified"] - 0.00475) < 0.0005


def test_ard_divides_last():
    law = Matern(2.5, (1.0, 2.0, 0.5))
    coupling = RadialCoupling(SHELF["orthogonal"], law)
    assert not coupling.isotropic
    rows = coupling.sample(3, 3, rng=rng(), n=4) * np.array([1.0, 2.0, 0.5])
    products = rows @ rows.swapaxes(1, 2)
    np.testing.assert_allclose(products * (1 - np.eye(3)), 0.0, atol=1e-9)
    x, y = np.array([0.4, 0.9, 0.1]), np.zeros(3)
    z = sqrt(5) * float(np.linalg.norm((x - y) / [1.0, 2.0, 0.5]))
    assert gap(estimates(coupling, x, y, 3), (1 + z + z * z / 3) * exp(-z)) < 0.0
    with pytest.raises(InputError, match="not isotropic"):
        coupling.frame(3, 3, 1, rng=rng(), n=1)
    with pytest.raises(DomainError, match="d = 2 numbers"):
        estimates(coupling, np.ones(2), np.zeros(2), 2, n=1)


def test_mutants_are_killed():
    base = RadialCoupling(SHELF["orthogonal"], Matern(0.5, 2.0))
    x, y = np.array([1.0, 2.0]), np.array([0.0, 0.5])
    z = float(np.linalg.norm(x - y)) / 2.0
    wrong = {m.name.rsplit("/", 1)[1]: m for m in base.mutants()}
    assert list(wrong) == ["gaussian-norms", "doubled", "unsigned-qr", "uncoupled", "one-rotation"]
    assert gap(estimates(base, x, y, 2), exp(-z)) < 0.0
    for label in ("gaussian-norms", "doubled"):
        assert gap(estimates(wrong[label], x, y, 2), exp(-z)) > 0.0, label
    squares = np.sum((2.0 * wrong["gaussian-norms"].sample(2, 2, rng=rng(), n=N)) ** 2, axis=-1)
    assert np.mean(squares) == pytest.approx(2.0, abs=0.05)  # chi_2 at this lengthscale
    assert np.all(wrong["unsigned-qr"].sample(2, 2, rng=rng(), n=99)[:, 0, 0] <= 0.0)
    assert np.any(base.sample(2, 2, rng=rng(), n=99)[:, 0, 0] > 0.0)
    rows = wrong["uncoupled"].sample(2, 2, rng=rng(), n=9)
    units = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
    assert np.max(np.abs(np.sum(units[:, 0] * units[:, 1], axis=-1))) > 0.1
    repeated = wrong["one-rotation"].sample(2, 4, rng=rng(), n=3)
    directions = repeated / np.linalg.norm(repeated, axis=-1, keepdims=True)
    np.testing.assert_allclose(directions[:, :2], directions[:, 2:])


@pytest.mark.parametrize("name", sorted(set(SHELF) - set(UNIFORM)))
def test_couplings_without_uniform_directions_are_refused(name):
    with pytest.raises(InputError, match="takes no radial law"):
        RadialCoupling(SHELF[name], Matern(1.5))


def test_hostile_choices():
    orthogonal = SHELF["orthogonal"]
    with pytest.raises(InputError, match="no inverse cdf"):
        RadialCoupling(orthogonal, ExponentialPower(1.2), "stratified")
    with pytest.raises(DomainError, match="no tau to share"):
        RadialCoupling(orthogonal, FixedRadius(1.0), "block")
    with pytest.raises(DomainError, match="one of row, block, stratified"):
        RadialCoupling(orthogonal, Gaussian(), "blocks")
    with pytest.raises(DomainError, match="whole blocks"):
        RadialCoupling(orthogonal, Matern(1.5), "stratified").check(4, 6)
    with pytest.raises(DomainError, match="cosine"):
        PairOfCosine(1.5)
    with pytest.raises(DomainError):
        PairOfCosine(0.5).check(1, 2)
