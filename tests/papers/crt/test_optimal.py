"""Theorem 3.3, its notes, Appendix 9.4 and Figure 1 of crt against a minimisation over A and plain mpmath."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import mpmath
import pytest

from rftheory import registry
from rftheory.context import Context
from rftheory.evaluation import evaluate
from rftheory.verdict import Verdict
from rftheory.verification import examine

mp = mpmath.MPContext()
mp.dps = 40


def value(identifier: str, **parameters: object) -> Any:
    return mp.mpf(evaluate(identifier, digits=28, **parameters).value)


def close(found: Any, expected: Any, digits: int = 20) -> bool:
    return bool(abs(found - expected) <= mp.mpf(10) ** -digits * abs(expected))


def log_second_moment(d: int, a: Any, t: Any) -> Any:
    """log(e^(2 n2) E Z^2), s = 1: d Gaussian integrals of exp(4A w^2 + 2 sqrt(1-4A) w u) and D^4 = (1-4A)^d."""
    return d * mp.log(1 - 4 * a) - mp.mpf(d) / 2 * mp.log(1 - 8 * a) + 2 * (1 - 4 * a) * t / (1 - 8 * a)


def best_a(d: int, t: Any) -> Any:
    """The real A below 1/8 where the slope vanishes, by bisection in u = log(1-8A)."""
    at = lambda u: mp.diff(lambda v: log_second_moment(d, (1 - mp.exp(v)) / 8, t), u)
    low, high = mp.mpf(-40), mp.mpf(40)
    for _ in range(110):
        middle = (low + high) / 2
        low, high = (middle, high) if at(middle) < 0 else (low, middle)
    return (1 - mp.exp(low)) / 8


CURVE = ((64, "100"), (1, "1"), (3, "0.1"), (2, "300"))


@pytest.mark.parametrize(("d", "v2"), CURVE)
def test_the_optimal_parameter_is_the_minimum_over_real_a(d: int, v2: str) -> None:
    a = best_a(d, mp.mpf(v2))
    assert a < 0
    assert close(value("crt/thm3.3/A", d=d, v2=v2), a, 15)
    for identifier in ("crt/eq7", "crt/eq22/plus"):
        assert close(value(identifier, d=d, v2=v2), 1 / (1 - 8 * a), 15), identifier
    assert value("crt/eq22/minus", d=d, v2=v2) < 0
    assert abs(value("crt/sec9.4/derivative", d=d, rho=1, v2=v2) - mp.mpf(v2)) < mp.mpf("1e-25")


@pytest.mark.parametrize("d", [2, 64])
def test_the_least_variance(d: int) -> None:
    t = mp.mpf(2)  # 1 + 1/2 + 2/4
    least = mp.exp(-3) * (mp.exp(log_second_moment(d, best_a(d, t), t)) - mp.exp(t))
    pair = {"d": d, "x2": 1, "y2": "1/2", "xy": "1/4"}
    for side in ("lhs", "rhs"):
        assert close(value(f"crt/thm3.3/minimum:{side}", **pair), least)
    for a in ("-1/3", "1/20", "0"):
        assert value("crt/sec9.4/line1", A=a, **pair) > least


def test_forms_of_the_variance_at_real_a() -> None:
    a, t, norms = mp.mpf("-0.5"), mp.mpf("2"), mp.mpf("1.5")
    log_moment = log_second_moment(3, a, t) - 2 * norms
    kernel2 = mp.exp(t - 2 * norms)
    pair = {"d": 3, "x2": 1, "y2": "1/2", "xy": "1/4"}
    assert close(value("crt/sec9.4/line1", A="-1/2", **pair), mp.exp(log_moment) - kernel2)
    assert close(value("crt/sec9.4/line2", rho="1/5", **pair), mp.exp(log_moment) - kernel2)
    assert close(value("crt/sec9.4/g", rho="1/5", **pair), log_moment)
    slope = mp.diff(lambda rho: log_second_moment(3, (1 - 1 / rho) / 8, t), mp.mpf("0.2"))
    assert close(value("crt/sec9.4/derivative", d=3, rho="1/5", v2=2), slope, 15)


def mu(d: int, t: Any) -> Any:
    """log of Var OPRF/Var PosRF, both times e^(2 n2)."""
    optimal = mp.exp(log_second_moment(d, best_a(d, t), t)) - mp.exp(t)
    return mp.log(optimal / (mp.exp(log_second_moment(d, mp.mpf(0), t)) - mp.exp(t)))


@pytest.mark.parametrize(("d", "v2"), CURVE)
def test_the_utility_of_figure_1(d: int, v2: str) -> None:
    assert close(value("crt/fig1/mu", d=d, v2=v2), mu(d, mp.mpf(v2)), 15)


def test_more_than_e_to_the_60() -> None:
    assert value("crt/fig1/e60:lhs", d=64, v2=100) > 60
    assert close(value("crt/fig1/e60:lhs", d=64, v2=100), -mu(64, mp.mpf(100)), 15)


def test_the_utility_falls_and_rho_tends_to_one() -> None:
    curve = [value("crt/fig1/mu", d=5, v2=v) for v in ("1e-6", "1/10", 1, 10, 100)]
    assert all(after < before < 0 for before, after in pairwise(curve))
    assert abs(1 - value("crt/eq7", d=5, v2="1e-6")) < mp.mpf("1e-6")


@pytest.mark.parametrize("s", [1, -1])
def test_averages_over_pairs_in_linear_time(s: int) -> None:
    first = [(Fraction(1), Fraction(2)), (Fraction(1, 2), Fraction(0)), (Fraction(-3), Fraction(1, 7))]
    second = [(Fraction(0), Fraction(1)), (Fraction(-1), Fraction(2, 3)), (Fraction(4), Fraction(4))]
    total = sum((p + s * q) ** 2 for x, y in product(first, second) for p, q in zip(x, y, strict=True)) / 9
    text = lambda points: ";".join(",".join(str(v) for v in point) for point in points)
    for side in ("lhs", "rhs"):
        found = value(f"crt/eq8:{side}", X=text(first), Y=text(second), s=s)
        assert close(found, mp.mpf(total.numerator) / total.denominator)


@pytest.mark.parametrize(
    "identifier",
    ["crt/sec9.4/unique", "crt/fig1/right"],
)
def test_true_as_printed(identifier: str) -> None:
    assert examine(registry.statement(identifier), Context()).verdict in (
        Verdict.PROVED,
        Verdict.CERTIFIED,
        Verdict.DERIVED,
    )
