"""Section 4, Section 5.1 and Appendices A.4 to A.7 of simrf against plain mpmath written from the definitions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest
from scipy import special

from rftheory import registry
from rftheory.context import Context
from rftheory.evaluation import evaluate
from rftheory.verdict import Verdict
from rftheory.verification import examine

mp = mpmath.MPContext()
mp.dps = 30


def value(identifier: str, **parameters: object) -> Any:
    return mp.mpf(evaluate(identifier, digits=28, **parameters).value)


def close(found: Any, expected: Any, digits: int = 20) -> bool:
    return bool(abs(found - expected) <= mp.mpf(10) ** -digits * abs(expected))


def chi(d: int) -> Callable[[Any], Any]:
    scale = mp.mpf(2) ** (1 - mp.mpf(d) / 2) / mp.gamma(mp.mpf(d) / 2)
    return lambda r: scale * r ** (d - 1) * mp.exp(-r * r / 2)


def density(d: int, c: Any, w: Any) -> Any:
    """Over the first norm r: |w_1+w_2| = w at the roots s of s^2 + 2 r c s + r^2 = w^2, each with weight |ds/dw|."""
    p = chi(d)

    def at(angle: Any) -> Any:
        r = w * mp.sin(angle)  # r <= w, where the discriminant is positive and only one root is
        root = mp.sqrt(w * w - r * r * (1 - c * c))
        return p(r) * p(-r * c + root) * w / root * w * mp.cos(angle)

    def beyond(angle: Any) -> Any:
        r = (
            w / mp.sqrt(1 - c * c) * mp.sin(angle)
        )  # w < r <= w/sin(theta): two roots for c < 0, none for c > 0
        root = w * mp.cos(angle)
        scaled = w / root * w / mp.sqrt(1 - c * c) * mp.cos(angle)
        return p(r) * (p(-r * c + root) + p(-r * c - root)) * scaled

    near = mp.quad(at, mp.linspace(0, mp.pi / 2, 3))
    return near if c >= 0 else near + mp.quad(beyond, mp.linspace(mp.asin(mp.sqrt(1 - c * c)), mp.pi / 2, 3))


NODES, WEIGHTS = np.polynomial.legendre.leggauss(200)


def conformity(d: int, c: float, v: float) -> Any:
    """E 0F1(; d/2; v^2 |w_1+w_2|^2/4) over two chi_d norms, each by a Gauss-Legendre rule on [0, 14]."""
    radii = 7 * (NODES + 1)
    law = 7 * WEIGHTS * 2 ** (1 - d / 2) / special.gamma(d / 2) * radii ** (d - 1) * np.exp(-(radii**2) / 2)
    r, s = radii[:, None], radii
    return mp.mpf(float(law @ special.hyp0f1(d / 2, v * v * (r * r + s * s + 2 * c * r * s) / 4) @ law))


@pytest.mark.parametrize(("c", "w"), [("-0.5", "2"), ("0.25", "1.5"), ("-0.5", "0.125"), ("0.75", "5")])
def test_density_of_a_pair_in_three_dimensions(c: str, w: str) -> None:
    expected = density(3, mp.mpf(c), mp.mpf(w))
    assert close(value("simrf/lemma4.2/pdf:lhs", d=3, c=c, w=w), expected)
    assert close(value("simrf/lemma4.2/pdf:rhs", d=3, c=c, w=w), expected)
    assert close(value("simrf/eq56/line2:rhs", d=3, c=c, w=w), expected)


def test_density_of_two_opposite_vectors_in_the_plane() -> None:
    w = mp.mpf("1.5")
    p = chi(2)
    expected = 2 * mp.quad(lambda r: p(r) * p(r + w), [0, 2, 6, 20])
    assert close(value("simrf/lemma4.2/pdf:rhs", d=2, c=-1, w="1.5"), expected)


def test_law_of_a_pair_is_the_integral_of_its_density() -> None:
    with mp.workdps(15):
        expected = mp.quad(lambda w: density(3, mp.mpf("0.5"), w), [mp.mpf("0.5"), 1])
        opposite = mp.quad(lambda w: 2 * mp.quad(lambda r: chi(2)(r) * chi(2)(r + w), [0, 2, 6, 12]), [0, 1])
    found = value("simrf/eq55:rhs", d=3, c="1/2", w=1) - value("simrf/eq55:rhs", d=3, c="1/2", w="1/2")
    assert close(found, expected, 11)
    assert close(value("simrf/eq55:lhs", d=2, c=-1, w=1), opposite, 11)


def test_pair_density_reaches_every_corner() -> None:
    large = value("simrf/lemma4.2/pdf:rhs", d=10**6, c="-1/999999", w=1414)
    w, d = mp.mpf(1414), 10**6
    leading = mp.exp((2 * d - 1) * mp.log(w) - w * w / 2 - (d - 1) * mp.log(2) - mp.loggamma(d))
    assert abs(large / leading - 1) < 0.5  # c of order 1/d moves the mean of w^2 by about 2 of 2 million
    assert evaluate("simrf/lemma4.2/pdf:rhs", d=3, c="1/3", w=0).value == "0"
    assert close(value("simrf/lemma4.2/pdf:rhs", d=2, c=-1, w="1e-6"), mp.sqrt(mp.pi) / 2, 5)
    assert value("simrf/lemma4.2/pdf:lhs", d=2, c=1, w=100) < mp.mpf("1e-1000")


@pytest.mark.parametrize(
    ("d", "c", "v"), [(3, "-0.5", "1"), (3, "0.5", "2"), (2, "-1", "1.5"), (5, "0", "1")]
)
def test_conformity_of_a_pair(d: int, c: str, v: str) -> None:
    expected = conformity(d, float(c), float(v))
    assert close(value("simrf/lemma4.2/conformity:lhs", d=d, c=c, v=v), expected, 10)
    assert close(value("simrf/lemma4.2/conformity:rhs", d=d, c=c, v=v), expected, 10)
    assert close(value("simrf/eq62", d=d, c=c, v=v), expected, 10)


def test_conformity_of_independent_projections() -> None:
    d, v = 3, mp.mpf("1.25")
    law = lambda w: w ** (d - 1) * mp.exp(-w * w / 4) / (2 ** (d - 1) * mp.gamma(mp.mpf(d) / 2))
    expected = mp.quad(lambda w: law(w) * mp.hyp0f1(mp.mpf(d) / 2, v * v * w * w / 4), [0, 2, 5, 10, 20, 40])
    assert close(value("simrf/lemma4.1/conformity:lhs", d=d, v="1.25"), expected)
    assert close(value("simrf/lemma4.1/pdf:rhs", d=3, w=2), law(mp.mpf(2)))


def printed_double_sum(d: int, v: Any) -> Any:
    total, k, term = mp.mpf(0), 0, mp.mpf(1)
    while k < 4 or abs(term) > mp.mpf(10) ** -40 * total:
        inner = mp.fsum(
            (mp.mpf(-1) / (d - 1)) ** p
            * mp.gamma(mp.mpf(d + p) / 2)
            / mp.gamma(mp.mpf(d + p + 1) / 2)
            / (mp.factorial(k - p) * mp.factorial(p))
            for p in range(k + 1)
        )
        term = mp.gamma(k + d) / mp.gamma(k + mp.mpf(d) / 2) * (v * v / 2) ** k * inner
        total, k = total + term, k + 1
    return mp.sqrt(mp.pi) / (mp.gamma(mp.mpf(d) / 2) * mp.mpf(2) ** (d - 1)) * total


@pytest.mark.parametrize(("d", "v"), [(2, "1"), (3, "2.5"), (64, "1"), (16, "0.01")])
def test_printed_double_sum_is_the_closed_form(d: int, v: str) -> None:
    with mp.workdps(60):
        expected = printed_double_sum(d, mp.mpf(v))
    side = registry.find("simrf/thm4.3/simrf").sides["rhs"]
    assert close(mp.mpf(side.evaluate(digits=28, printed=True, d=d, v=v).value), expected)
    assert close(value("simrf/thm4.3/simrf:rhs", d=d, v=v), expected)
    assert close(value("simrf/thm4.3/simrf:lhs", d=d, v=v), expected)


def test_gap_keeps_every_digit_where_it_cancels() -> None:
    d, m, t = 10**6, 2, mp.mpf("1e-6")
    bracket = mp.mpf(0)
    coefficient = mp.mpf(1)
    for k in range(12):
        bracket += t**k / mp.factorial(k) * (1 - coefficient)
        coefficient *= mp.mpf(d + k) / (d + 2 * k)
    assert mp.nstr(bracket, 15) == "4.9999950000025e-19"
    expected = mp.exp(-2 * t) * (m - 1) / m * bracket
    for name in ("cor4.4:lhs", "eq68", "eq69/line1", "eq69/line2"):
        assert close(value(f"simrf/{name}", d=d, m=m, x2="1e-6", y2=0, xy=0), expected), name


def test_exact_zeros() -> None:
    still = {"d": 3, "m": 2, "x2": 1, "y2": 1, "xy": -1}
    single = {"d": 3, "m": 1, "x2": 1, "y2": 1, "xy": "1/2"}
    for name in ("cor4.4:lhs", "cor4.4:rhs", "eq68", "eq69/line1", "eq69/line2"):
        for point in (still, single):
            assert evaluate(f"simrf/{name}", **point).value == "0", (name, point)
    for k in (0, 1):
        assert evaluate("simrf/eq70:lhs", d=5, k=k).value == "0"
    assert value("simrf/thm4.3/simrf:rhs", d=4, v=0) == 1
    assert evaluate("simrf/sec5.1/simrf:lhs", **still).value == "0"


def test_forms_of_one_quantity() -> None:
    for d in (1, 2, 3, 64):
        wallis = mp.quad(lambda f, d=d: mp.sin(f) ** (d - 1), mp.linspace(0, mp.pi, 5)) / mp.gamma(
            mp.mpf(d) / 2
        )
        for form in ("first", "second", "third"):
            assert close(value(f"simrf/eq64/{form}", d=d), wallis, 15)
    for form in ("eq57/first", "eq57/second", "eq57/third", "eq58"):
        assert close(value(f"simrf/{form}", d=3, w=2), mp.mpf(2) ** 5 * mp.exp(-2) / (4 * mp.gamma(3)))
    assert mp.nstr(value("simrf/sec5.1/prefactor", d=64), 2) == "0.0078"


REFUTED = (
    "simrf/eq22", "simrf/cor4.4", "simrf/cor4.4/positive", "simrf/eq56/line1", "simrf/eq60",
    "simrf/eq70", "simrf/sec5.1/curves", "simrf/sec5.1/iid-orf", "simrf/sec5.1/simrf",
)  # fmt: skip


@pytest.mark.parametrize("identifier", REFUTED)
def test_false_as_printed_and_true_as_corrected(identifier: str) -> None:
    result = examine(registry.statement(identifier), Context())
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample
    assert result.correction is not None
    assert result.correction.verdict in (Verdict.PROVED, Verdict.CERTIFIED, Verdict.DERIVED)


@pytest.mark.parametrize(
    ("identifier", "verdict"),
    [
        ("simrf/thm4.3/simrf", Verdict.PROVED),
        ("simrf/eq56/line2", Verdict.CERTIFIED),
        ("simrf/eq62", Verdict.PROVED),
        ("simrf/eq69/line2", Verdict.CERTIFIED),
    ],
)
def test_true_as_printed(identifier: str, verdict: Verdict) -> None:
    assert examine(registry.statement(identifier), Context()).verdict is verdict


def test_a_density_is_more_than_the_equality_of_two_formulas() -> None:
    assert (
        str(examine(registry.statement("simrf/lemma4.2/pdf"), Context()).conclusion)
        == "derived; certified, in part"
    )
