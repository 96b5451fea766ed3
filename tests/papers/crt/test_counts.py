"""Section 3.2 and Appendices 9.5, 9.6 of crt against double sums over counts and exact fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest

from rftheory import registry
from rftheory.context import Context
from rftheory.errors import DomainError
from rftheory.evaluation import evaluate
from rftheory.verdict import Verdict
from rftheory.verification import examine

mp = mpmath.MPContext()
mp.dps = 40

X, Y = ("1/2", "-3/2"), ("2", "1/4")
FIRST, SECOND = ([mp.mpf(Fraction(v).numerator) / Fraction(v).denominator for v in point] for point in (X, Y))
PAIR = {"x": ",".join(X), "y": ",".join(Y)}
NORMS = mp.fsum(v * v for v in (*FIRST, *SECOND))
KERNEL = mp.exp(-mp.fsum((p - q) ** 2 for p, q in zip(FIRST, SECOND, strict=True)) / 2)
LAWS: dict[str, Callable[[Any], Callable[[int], Any]]] = {
    "poisson": lambda rate: lambda k: mp.exp(-rate) * rate**k / mp.factorial(k),
    "geometric": lambda share: lambda k: share * (1 - share) ** k,
}


def value(identifier: str, **parameters: object) -> Any:
    return mp.mpf(evaluate(identifier, digits=28, **parameters).value)


def close(found: Any, expected: Any, digits: int = 20) -> bool:
    return bool(abs(found - expected) <= mp.mpf(10) ** -digits * abs(expected))


def feature(law: Callable[[int], Any], counts: tuple[int, ...], point: list[Any]) -> Any:
    """(10) as printed."""
    terms = (x**k / mp.sqrt(mp.factorial(k) * law(k)) for x, k in zip(point, counts, strict=True))
    return mp.exp(-mp.fsum(v * v for v in point) / 2) * mp.fprod(terms)


def moment(law: Callable[[int], Any], power: int) -> Any:
    """E (f f)^power over vectors of two counts."""
    counts = product(range(60), repeat=2)
    return mp.fsum(
        law(k[0]) * law(k[1]) * (feature(law, k, FIRST) * feature(law, k, SECOND)) ** power for k in counts
    )


@pytest.mark.parametrize(
    ("kind", "name", "theorem", "free"),
    [
        ("poisson", "lam", "thm3.4", "1"),
        ("poisson", "lam", "thm3.4", "5/2"),
        ("geometric", "p", "thm3.5", "1/2"),
    ],
)
def test_mean_and_variance_over_the_counts(kind: str, name: str, theorem: str, free: str) -> None:
    law = LAWS[kind](mp.mpf(Fraction(free).numerator) / Fraction(free).denominator)
    assert close(moment(law, 1), KERNEL, 14)
    variance = moment(law, 2) - KERNEL**2
    for side in ("lhs", "rhs"):
        assert close(value(f"crt/{theorem}:{side}", **{name: free}, **PAIR), variance, 14), side


@pytest.mark.parametrize("counts", [(0, 0), (1, 4), (7, 0)])
def test_features_at_given_counts(counts: tuple[int, int]) -> None:
    w = ",".join(map(str, counts))
    poisson = feature(LAWS["poisson"](mp.mpf(3)), counts, FIRST)
    geometric = feature(LAWS["geometric"](mp.mpf("0.25")), counts, FIRST)
    assert close(value("crt/sec3.2.1/feature", lam=3, x=PAIR["x"], w=w), poisson)
    assert close(value("crt/sec3.2.2/feature", p="1/4", x=PAIR["x"], w=w), geometric)


def test_the_best_rate_is_a_scan_of_rates() -> None:
    overlap = mp.fsum((p * q) ** 2 for p, q in zip(FIRST, SECOND, strict=True))
    variance = lambda rate: mp.exp(2 * rate + overlap / rate - NORMS) - KERNEL**2
    best = value("crt/sec3.2.1/lambda-star", **PAIR)
    least = value("crt/sec3.2.1/lambda-star:lhs", **PAIR)
    assert close(variance(best), least)
    assert all(variance(mp.mpf(k) / 50) >= least for k in range(1, 300))
    assert abs(best - min((mp.mpf(k) / 500 for k in range(1, 3000)), key=variance)) <= mp.mpf(1) / 500


def test_no_overlap_leaves_no_rate() -> None:
    assert evaluate("crt/sec3.2.1/lambda-star", x="1,0", y="0,2").value == "0"
    with pytest.raises(DomainError):
        evaluate("crt/thm3.4:rhs", lam=0, x="1,0", y="0,2")


def test_averages_over_pairs_factorise() -> None:
    first, second = ((1, 2), (3, -1)), ((Fraction(1, 2), 0), (5, Fraction(-2, 3)))
    total = sum((p * q) ** 2 for x, y in product(first, second) for p, q in zip(x, y, strict=True))
    column = sum(abs(p * q) for p, q in product((1, -2, 3), (Fraction(1, 3), 0, -4)))
    for side in ("lhs", "rhs"):
        assert close(value(f"crt/eq12:{side}", X="1,2;3,-1", Y="1/2,0;5,-2/3"), mp.mpf(float(total)) / 4, 14)
        assert close(value(f"crt/eq14:{side}", x="1,-2,3", y="1/3,0,-4"), mp.mpf(float(column)) / 9, 14)


def test_the_bracket_of_the_third_line_as_it_stands() -> None:
    """The bracket takes -K^2 into the mean and the product; outside it the line is the variance."""
    share = mp.mpf("0.5")
    law = LAWS["geometric"](share)
    inside = outside = mp.mpf(1)
    for x, y in zip(FIRST, SECOND, strict=True):
        t = x * y / (1 - share)
        mean = mp.fsum(law(k) / mp.factorial(k) ** 2 * t ** (2 * k) for k in range(60))
        constant = mp.fsum(law(k) / mp.factorial(k) ** 2 for k in range(60))
        inside, outside = inside * (mean - KERNEL**2 * constant), outside * mean
    weight = share**-4 * mp.exp(-NORMS)
    assert close(value("crt/sec9.6/line3", p="1/2", **PAIR), weight * inside)
    assert close(value("crt/thm3.5:rhs", p="1/2", **PAIR), weight * outside - KERNEL**2)


@pytest.mark.parametrize("identifier", ["crt/sec9.6/line4"])
def test_true_as_printed(identifier: str) -> None:
    assert examine(registry.statement(identifier), Context()).verdict in (
        Verdict.PROVED,
        Verdict.CERTIFIED,
        Verdict.DERIVED,
    )


@pytest.mark.parametrize(
    ("identifier", "corrected"),
    [("crt/sec9.6/line3", Verdict.PROVED), ("crt/eq21/line2", Verdict.DERIVED)],
)
def test_a_doubtful_source_is_never_refuted_and_its_likely_reading_is_a_correction(
    identifier: str, corrected: Verdict
) -> None:
    result = examine(registry.statement(identifier), Context())
    weak = result.verdict is Verdict.UNDECIDED or result.conclusion.in_part
    assert weak
    assert result.correction is not None
    assert result.correction.verdict is corrected
