"""Generalised, optimal positive and discretely-induced features beyond crt against sums and minimisations of their own."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.special import gammaln, hyp0f1, iv

from rftheory import registry
from rftheory.context import Context
from rftheory.evaluation import evaluate
from rftheory.verdict import Verdict
from rftheory.verification import examine

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(200)
LENGTHS = 10 * (_NODES + 1)
PAIR = {"x2": 1, "y2": "1/4", "xy": "1/4"}
NORMS, PLUS, MINUS = 1.25, 1.75, 0.75  # |x|^2 + |y|^2, |x+y|^2, |x-y|^2


def value(identifier: str, **parameters: object) -> float:
    return float(evaluate(identifier, digits=18, **parameters))


def over_lengths(d: int) -> np.ndarray:
    density = 2 ** (1 - d / 2) / math.gamma(d / 2) * LENGTHS ** (d - 1) * np.exp(-(LENGTHS**2) / 2)
    return 10 * _WEIGHTS * density


def pair_product(d: int, c: float, a: complex, s: int) -> float:
    """E Re Z_i Re Z_j for a pair of cosine c with the weight D^2 e^(2A r^2) kept, by sums over both lengths."""
    r, q = LENGTHS[:, None], LENGTHS[None, :]
    squared, slope = (
        (PLUS, np.sqrt(complex(s * (1 - 4 * a)))) if s > 0 else (MINUS, np.sqrt(-(1 - 4 * a) + 0j))
    )
    scale = (1 - 4 * a) ** (d / 2) * np.exp(-(s + 1) / 2 * NORMS)
    first = over_lengths(d) * scale * np.exp(2 * a * LENGTHS**2)
    plain = (slope * r) ** 2 + (slope * q) ** 2 + 2 * c * slope**2 * r * q
    mixed = (slope * r) ** 2 + (np.conj(slope) * q) ** 2 + 2 * c * abs(slope) ** 2 * r * q
    total = first @ hyp0f1(d / 2, squared * plain / 4) @ first
    total += first @ hyp0f1(d / 2, squared * mixed / 4) @ np.conj(first)
    return float(total.real / 2)


def single_variance(d: int, a: complex, s: int) -> float:
    """Var Re Z of one projection by sums over its length."""
    squared, slope = (PLUS, np.sqrt(1 - 4 * a + 0j)) if s > 0 else (MINUS, np.sqrt(-(1 - 4 * a) + 0j))
    law = over_lengths(d)
    scale = (1 - 4 * a) ** (d / 2) * np.exp(-(s + 1) / 2 * NORMS)
    weight = scale * np.exp(2 * a * LENGTHS**2)
    square = law @ (weight**2 * hyp0f1(d / 2, squared * (2 * slope * LENGTHS) ** 2 / 4))
    modulus = law @ (abs(weight) ** 2 * hyp0f1(d / 2, squared * (2 * slope.real * LENGTHS) ** 2 / 4))
    return float((square.real + modulus.real) / 2 - math.exp(-MINUS))


@pytest.mark.parametrize(("d", "c"), [(2, "-1"), (3, "1/2"), (4, "-1/3")])
def test_pair_moments_forget_the_weight(d: int, c: str) -> None:
    cosine = float(Fraction(c))
    for a, text in ((-0.2 + 0.1j, "-1/5+1/10j"), (0.03, "3/100")):
        for s in (1, -1):
            expected = pair_product(d, cosine, a, s)
            assert expected == pytest.approx(pair_product(d, cosine, 0, s), rel=1e-8)
            found = value("beyond/decoupling/complex", d=d, c=c, A=text, s=s, **PAIR)
            assert found == pytest.approx(expected, rel=1e-8)
    expected = pair_product(d, cosine, 0, 1)
    assert value("beyond/decoupling", d=d, c=c, **PAIR) == pytest.approx(expected, rel=1e-9)
    rho = expected * math.exp(2 * NORMS)
    assert value("beyond/pair/rho", d=d, c=c, v2="7/4") == pytest.approx(rho, rel=1e-9)


@pytest.mark.parametrize(("a", "text"), [(-0.2 + 0.1j, "-1/5+1/10j"), (0.03, "3/100")])
@pytest.mark.parametrize("s", [1, -1])
def test_variances_of_coupled_rows(a: complex, text: str, s: int) -> None:
    d, m = 3, 2
    first = single_variance(d, a, s)
    for name, cosine in (("ort", 0.0), ("simplex", -0.5)):
        expected = (first + (m - 1) * (pair_product(d, cosine, a, s) - math.exp(-MINUS))) / m
        found = value(f"beyond/gerf/{name}-variance", d=d, m=m, A=text, s=s, **PAIR)
        assert found == pytest.approx(expected, rel=1e-8), name
    blocks = first / 5 + (3 * 2 + 2) / 25 * (pair_product(d, 0.0, a, s) - math.exp(-MINUS))
    assert value("beyond/gerf/blocks", d=d, m=5, A=text, s=s, **PAIR) == pytest.approx(blocks, rel=1e-8)


def log_moment(d: int, w: float, squared: float, s: int) -> float:
    """log E (Re Z)^2 at w = 1-8A: over e^(-2 n2) for s = 1, squared = |x+y|^2; for s = -1, squared = |x-y|^2."""
    base = d * math.log((1 + w) / (2 * math.sqrt(w)))
    if s > 0:
        return base + (1 + 1 / w) * squared
    return base + math.log((1 + math.exp(-(1 + 1 / w) * squared)) / 2)


def least(d: int, squared: float, s: int) -> tuple[float, float]:
    """The best w and the least log moment, by minimisation in log w."""
    found = minimize_scalar(
        lambda u: log_moment(d, math.exp(u), squared, s),
        bounds=(-8, 8),
        method="bounded",
        options={"xatol": 1e-12},
    )
    return math.exp(found.x), float(found.fun)


def test_second_moment_for_the_negative_sign() -> None:
    g = np.linspace(-14, 14, 4001)
    law = np.exp(-(g**2) / 2) / math.sqrt(2 * math.pi) * (g[1] - g[0])
    a, z2, d = 0.05, 1.0, 3
    slope = math.sqrt(1 - 4 * a)  # Re Z = D^2 e^(2A|w|^2) cos(slope w.(x-y))
    along = law @ (np.exp(4 * a * g**2) * np.cos(slope * math.sqrt(z2) * g) ** 2)
    across = law @ np.exp(4 * a * g**2)
    expected = (1 - 4 * a) ** d * along * across ** (d - 1)
    assert value("beyond/complex/s-minus", d=d, A="1/20", z2=1) == pytest.approx(expected, rel=1e-10)
    assert math.log(expected) == pytest.approx(log_moment(d, 1 - 8 * a, z2, -1))


def test_trigonometric_features_are_not_optimal() -> None:
    slope = (log_moment(4, 1 + 1e-5, 0.7, -1) - log_moment(4, 1 - 1e-5, 0.7, -1)) / 2e-5
    assert value("beyond/complex/trig-slope", z2="7/10") == pytest.approx(slope, rel=1e-6)
    assert slope > 0


@pytest.mark.parametrize(("d", "v2"), [(64, 0.5), (64, 100.0), (8, 2.0)])
def test_where_one_sign_overtakes_the_other(d: int, v2: float) -> None:
    """Variances are e^(-2 n2) (G - e^(v2)) and M - e^(-z2) with 2 n2 = v2 + z2."""
    positive = least(d, v2, 1)[1] - v2
    threshold = brentq(lambda z2: positive - z2 - least(d, z2, -1)[1], 1e-3, 200, xtol=1e-10)
    assert value("beyond/complex/crossover", d=d, v2=v2) == pytest.approx(threshold, rel=1e-6)


def test_the_best_parameter_near_equal_inputs() -> None:
    d, z2 = 5, 1e-2
    w, log_least = least(d, z2, -1)
    assert (1 - w) / 8 == pytest.approx(z2 / (4 * d), rel=0.05)
    found = value("beyond/complex/s-minus-small-z:lhs", d=d, z2="1/100")
    assert found == pytest.approx(math.exp(log_least) - math.exp(-z2), rel=1e-6)


def test_curvature_into_the_complex_plane() -> None:
    d, v2 = 3, 1.0
    w = least(d, v2, 1)[0]

    def log_mean(b: float) -> float:
        spread = complex(w, b)  # 1-8A
        gap = (1 + spread) / 2  # 1-4A
        square = (gap / np.sqrt(spread)) ** d * np.exp(2 * gap / spread * v2)
        modulus = (abs(gap) / math.sqrt(w)) ** d * math.exp((w + 1) / 2 / w * v2 + abs(gap) / w * v2)
        return math.log((square.real + modulus) / 2)

    step = 1e-3
    curvature = (log_mean(step) - 2 * log_mean(0) + log_mean(-step)) / step**2
    assert value("beyond/complex/curvature", d=d, v2=1) == pytest.approx(curvature, rel=1e-4)
    assert curvature > 0


@pytest.mark.parametrize(("d", "v2"), [(3, 1.0), (64, 16.0), (2, 50.0)])
def test_optimal_positive_features(d: int, v2: float) -> None:
    log_least = least(d, v2, 1)[1]
    assert value("beyond/oprf/log-second-moment", d=d, v2=v2) == pytest.approx(log_least, rel=1e-12)
    mu = lambda t: math.log(math.expm1(least(d, t, 1)[1] - t) / math.expm1(t))
    assert value("beyond/oprf/small-v:lhs", d=d, v2=v2) == pytest.approx(mu(v2), rel=1e-9)
    slope = (mu(v2 * 1.001) - mu(v2 * 0.999)) / (0.002 * v2)
    assert value("beyond/oprf/gain", d=d, v2=v2) == pytest.approx(slope, rel=1e-3)
    assert slope < 0


@pytest.mark.parametrize(("d", "v2"), [(2, 0.5), (3, 2.0), (5, 1.0)])
def test_the_best_isotropic_sampler(d: int, v2: float) -> None:
    mean = over_lengths(d) @ np.sqrt(hyp0f1(d / 2, v2 * LENGTHS**2))
    assert value("beyond/isotropic/log-second-moment", d=d, v2=v2) == pytest.approx(
        2 * math.log(mean), rel=1e-10
    )
    gap = least(d, v2, 1)[1] - 2 * math.log(mean)
    assert value("beyond/oprf/vs-isotropic", d=d, v2=v2) == pytest.approx(gap, rel=1e-6)
    assert gap > 0


T = np.array([0.3, 1.1, 2.0, 0.7])
VECTORS = {"x": "3/10,11/10,2,7/10", "y": "1,1,1,1"}
COUNTS = np.arange(80)


def log_sums(log_law: np.ndarray) -> np.ndarray:
    """log S_l = log sum_k t_l^(2k)/((k!)^2 p_k) for each coordinate."""
    terms = 2 * COUNTS[None, :] * np.log(T[:, None]) - 2 * gammaln(COUNTS + 1)[None, :] - log_law
    return np.logaddexp.reduce(terms, axis=1)


def test_the_best_law_for_one_pair() -> None:
    own = -T[:, None] + COUNTS[None, :] * np.log(T[:, None]) - gammaln(COUNTS + 1)[None, :]
    assert log_sums(own) == pytest.approx(2 * T)
    norms = float(T @ T + 4)
    assert value("beyond/dirf/optimal/second-moment", **VECTORS) == pytest.approx(
        math.exp(2 * T.sum() - norms)
    )
    assert evaluate("beyond/dirf/optimal", **VECTORS).value == "0"
    assert value("beyond/dirf/optimal", x="1/2,-1/3", y="1/4,2/3") == pytest.approx(
        math.exp(-(0.25**2) - (1 / 3) ** 2) - math.exp(-(0.25**2) - 1)
    )


def test_the_best_law_for_all_coordinates() -> None:
    law = np.exp(-1 + 0 * COUNTS - gammaln(COUNTS + 1))
    for _ in range(400):
        sums = np.exp(log_sums(np.log(law)[None, :]))
        law = np.sqrt(np.sum(T[:, None] ** (2 * COUNTS) / sums[:, None], axis=0) / T.size)
        law *= np.exp(-gammaln(COUNTS + 1))
        law /= law.sum()
    total = float(log_sums(np.log(law)[None, :]).sum())
    assert value("beyond/dirf/common", **VECTORS) == pytest.approx(total, rel=1e-10)
    assert 2 * T.sum() < total < 2 * math.sqrt(T.size * float(T @ T))


def test_the_best_geometric_parameter() -> None:
    def log_second(p: float) -> float:
        return -T.size * math.log(p) + float(np.log(iv(0, 2 * T / math.sqrt(1 - p))).sum())

    found = minimize_scalar(log_second, bounds=(0.01, 0.99), method="bounded", options={"xatol": 1e-10})
    assert value("beyond/geom/p-star", **VECTORS) == pytest.approx(found.x, rel=1e-6)
    expected = float(found.fun) - float(T @ T + 4)
    assert value("beyond/geom/log-second-moment", **VECTORS) == pytest.approx(expected, rel=1e-10)


def test_numbers_of_a_coupling_that_sees_the_weights() -> None:
    """SimRF+ at d = 3, v = 1: three rows close a triangle where their lengths allow it; drawn, A = 0 and -1."""
    rng = np.random.default_rng(11)
    lengths = np.sqrt(np.sum(rng.standard_normal((400_000, 3, 3)) ** 2, axis=-1))

    def mean(a: float) -> float:
        near, far = np.abs(lengths[:, 0] - lengths[:, 1]), lengths[:, 0] + lengths[:, 1]
        size = np.clip(math.sqrt(1 - 4 * a) * lengths[:, 2], near, far)
        return float(np.mean(np.sinh(size) / size))

    assert mean(0.0) == pytest.approx(1.640, abs=0.01)
    assert mean(-1.0) == pytest.approx(3.355, abs=0.03)


@pytest.mark.parametrize("identifier", ["beyond/decoupling/complex", "beyond/dirf/zero-variance"])
def test_derived(identifier: str) -> None:
    assert examine(registry.statement(identifier), Context()).verdict is Verdict.DERIVED
