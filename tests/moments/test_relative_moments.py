"""The closed forms in float64 agree with the certified formulas of the papers, at ordinary and extreme pairs."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import pytest

import rftheory
from rftheory.moments import log_variances
from rftheory.moments.block_covariance import block_share, positive_gap, trigonometric_gap
from rftheory.moments.catalogue import ranked_maps
from rftheory.moments.pairs import Pairs
from rftheory.moments.relative_moments import AbstractRelativeMoments
from rftheory.recommendation.pairs import extremes
from rftheory.recommendation.sources import ArraySource
from rftheory.recommendation.statistics import statistics

FAMILIES = ranked_maps()
PAIRS = [
    ("1", "1/2", "1/3"),
    ("2", "3", "-1/4"),
    ("1/100", "1/100", "1/200"),
    ("30", "20", "24"),
    ("400", "300", "-200"),
]
VECTORS = [
    (("1", "1/2", "-1/3"), ("1/4", "-2/3", "1/5")),
    (("1/100", "0", "-3"), ("1/50", "2", "5/2")),
    (("10", "-20", "15"), ("12", "8", "-9")),
]


def _log(identifier: str, **parameters: Any) -> float:
    """The natural logarithm of a certified value, beyond the range of floats."""
    value = rftheory.evaluate(identifier, digits=30, **parameters).value
    with localcontext() as context:
        context.prec = 40
        return float(Decimal(value).ln())


def _fraction(text: str) -> float:
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)


def _invariants(x2: str, y2: str, xy: str) -> tuple[float, float, float]:
    """|x+y|^2, |x-y|^2, x.y."""
    a, b, c = map(_fraction, (x2, y2, xy))
    return a + b + 2 * c, a + b - 2 * c, c


@pytest.mark.parametrize(
    ("kind", "form"),
    [
        ("trig", log_variances.cosh_type),
        ("positive", log_variances.positive),
        ("hyperbolic", log_variances.cosh_type),
    ],
)
@pytest.mark.parametrize("pair", PAIRS)
def test_plain_maps(kind: str, form: Callable[..., Any], pair: tuple[str, str, str]) -> None:
    plus, minus, xy = _invariants(*pair)
    expected = _log(f"performer/lemma2/{kind}", m=1, x2=pair[0], y2=pair[1], xy=pair[2]) - 2 * xy
    found = form(np.array([minus if kind == "trig" else plus]))[0]
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-11)


@pytest.mark.parametrize(
    ("a", "s"), [("-1/3", 1), ("1/20", 1), ("-1/3", -1), ("1/20", -1), ("-1/5+1/4j", 1), ("-1/5+1/4j", -1)]
)
@pytest.mark.parametrize("pair", PAIRS)
def test_generalised(a: str, s: int, pair: tuple[str, str, str]) -> None:
    plus, minus, _ = _invariants(*pair)
    real, sign, imaginary = a.partition("+")
    value = complex(_fraction(real), _fraction(imaginary[:-1]) if sign else 0.0)
    square = np.array([plus if s == 1 else minus])
    expected = _log("crt/thm3.2:lhs", d=5, A=a, s=s, x2=pair[0], y2=pair[1], xy=pair[2]) + minus
    found = log_variances.generalised(square, 5, value, s)[0]
    assert found == pytest.approx(expected, rel=1e-11, abs=1e-10)
    assert log_variances.generalised(square, 5, value, s, bound=True)[0] >= found - 1e-12 * abs(found)


@pytest.mark.parametrize("pair", VECTORS)
def test_discrete(pair: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    x, y = (np.array([[_fraction(entry) for entry in side]]) for side in pair)
    found = Pairs(x, y).invariants
    texts = {"x": ",".join(pair[0]), "y": ",".join(pair[1])}
    minus = float(found.minus[0])
    poisson = log_variances.poisson(found.products, found.inner, np.full(3, 0.75))[0]
    assert poisson == pytest.approx(_log("crt/thm3.4:rhs", lam="3/4", **texts) + minus, rel=1e-12)
    geometric = log_variances.geometric(found.products, found.inner, 0.4)[0]
    assert geometric == pytest.approx(_log("crt/thm3.5:rhs", p="2/5", **texts) + minus, rel=1e-12)
    rates = np.maximum(found.products[0], 1e-13)
    best = log_variances.poisson(found.products, found.inner, rates)[0]
    assert best == pytest.approx(_log("beyond/dirf/optimal", **texts) + minus, rel=1e-9)


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair[0] != "400"])
@pytest.mark.parametrize("n", [1, 8])
def test_angular_hybrid(pair: tuple[str, str, str], n: int) -> None:
    plus, minus, xy = _invariants(*pair)
    x2, y2 = _fraction(pair[0]), _fraction(pair[1])
    angle = math.acos(xy / math.sqrt(x2 * y2))
    found = log_variances.angular(*(np.array([value]) for value in (plus, minus, x2 - y2, angle)), n)[0]
    expected = _log("hrf/thmD.1/shared", m=1, n=n, x2=pair[0], y2=pair[1], xy=pair[2]) - 2 * xy
    assert found == pytest.approx(expected, rel=1e-11, abs=1e-11)
    assert log_variances.angular_bound(np.array([plus]), np.array([minus]))[0] >= found


@pytest.mark.parametrize("d", [2, 3, 7, 64, 65])
@pytest.mark.parametrize("v", ["1/100", "1", "3", "10"])
def test_pairs_of_positive_rows(d: int, v: str) -> None:
    for c, cosine in (("0", 0.0), (f"-1/{d - 1}", -1 / (d - 1)), (f"1/{d - 1}", 1 / (d - 1))):
        square = _fraction(v) ** 2
        expected = _log("beyond/rho-beta", d=d, c=c, v=v) - square
        found = positive_gap(np.array([square, 2.0]), d, (cosine,))[0]
        tiny = abs(found) < 1e-3
        close = math.log1p(found) if found > -0.999999 else None
        if close is None:
            assert expected < math.log(1e-5)
        else:
            assert close == pytest.approx(expected, rel=1e-6 if tiny else 1e-8, abs=1e-12)


@pytest.mark.parametrize("d", [2, 3, 7, 64, 65])
@pytest.mark.parametrize("z", ["1/10", "1", "3", "4", "8"])
def test_pairs_of_trigonometric_rows(d: int, z: str) -> None:
    square = _fraction(z) ** 2
    for c, cosine in (("0", 0.0), (f"-1/{d - 1}", -1 / (d - 1))):
        with localcontext() as context:
            context.prec = 40
            pair = Decimal(rftheory.evaluate("beyond/rff-pair", digits=30, d=d, c=c, z=z).value)
            expected = float(pair - (-(Decimal(_fraction(z)) ** 2)).exp())
        found = trigonometric_gap(np.array([square]), d, cosine)[0]
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-11)


@pytest.mark.parametrize("d", [2, 3, 8, 64])
def test_many_far_pairs_go_by_a_spline(d: int) -> None:
    many = np.geomspace(10.5, 3000.0, 1500)
    for cosine in (0.0, -1.0 / (d - 1)):
        fast = trigonometric_gap(many, d, cosine)
        slow = [trigonometric_gap(many[k : k + 1], d, cosine)[0] for k in range(3, 1500, 250)]
        assert fast[3::250] == pytest.approx(slow, abs=1e-6)


@pytest.mark.parametrize("m", [1, 2, 3, 5])
def test_orthogonal_block(m: int) -> None:
    pair = ("1", "1/2", "1/3")
    plus, minus, _ = _invariants(*pair)
    family = FAMILIES["oprf"]
    found = Pairs(np.zeros((1, 5)), np.zeros((1, 5))).invariants
    found = type(found)(
        5,
        np.array([plus]),
        np.array([minus]),
        *(np.zeros(1) for _ in range(3)),
        np.zeros((1, 5)),
        np.zeros((1, 5)),
    )
    parameters = {"A": [-0.25, 0.0]}
    logs = family.log_single(found, parameters)
    turned = family.correlation(found, 0.0, logs)
    variance = math.exp(logs[0]) * (1 + turned[0] * block_share(5, m)) / m * math.exp(-minus)
    expected = float(rftheory.evaluate("crt/thm4.1/ort", d=5, m=m, A="-1/4", x2="1", y2="1/2", xy="1/3"))
    assert variance == pytest.approx(expected, rel=1e-10)


def test_nothing_overflows() -> None:
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal((40, 6)) * np.logspace(-12, 4, 40)[:, None] for _ in range(2))
    x[:3], y[0] = 0.0, 0.0
    pairs = Pairs(x, y).invariants
    for family, parameters in _cases():
        logs = family.log_single(pairs, parameters)
        assert not np.isnan(logs).any(), family.name
        assert (logs < np.inf).all(), family.name
        for cosine in (0.0, -0.2):
            turned = family.correlation(pairs, cosine, logs)
            assert (np.abs(turned) <= 1.0).all()


def test_bounds_hold() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((30, 4)), rng.standard_normal((20, 4)) * 2 + 1
    found = statistics(ArraySource("x", x), ArraySource("y", y))
    shift = np.array([0.3, -1.0, 0.0, 2.0])
    everything = Pairs(np.repeat(x, 20, axis=0), np.tile(y, (30, 1))).shifted(shift).invariants
    for family, parameters in _cases():
        assert (
            family.log_bound(extremes(found, shift), parameters)
            >= family.log_single(everything, parameters).max()
        )


def _cases() -> list[tuple[AbstractRelativeMoments, dict[str, Any]]]:
    given: dict[str, list[dict[str, Any]]] = {
        "oprf": [{"A": [-0.3, 0.0]}, {"A": [0.1, 0.0]}],
        "gerf+": [{"A": [-0.3, 0.2]}],
        "gerf-": [{"A": [-0.3, 0.2]}, {"A": [0.05, 0.0]}],
        "poisson": [{"rate": 0.5}],
        "poisson-each": [{"rate": 0.5}],
        "geometric": [{"p": 0.3}],
        "dense": [{"A": -0.3}, {"Sigma": 0.6}],
        "angular-hybrid": [{"signs": n} for n in (1, 9)],
    }
    return [(family, one) for name, family in FAMILIES.items() for one in given.get(name, [{}])]
