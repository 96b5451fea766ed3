"""Abstract, Sections 1 and 3 and Appendices A.1 to A.3 of simrf against NumPy and plain mpmath of the definitions."""

from __future__ import annotations

import itertools
from typing import Any

import mpmath
import numpy as np
import pytest

from rftheory import registry
from rftheory.context import Context
from rftheory.evaluation import evaluate
from rftheory.results import Result
from rftheory.verdict import Outcome, Verdict
from rftheory.verification import examine

mp = mpmath.MPContext()
mp.dps = 30


def value(identifier: str, **parameters: object) -> Any:
    return mp.mpf(evaluate(identifier, digits=28, **parameters).value)


def close(found: Any, expected: Any, digits: int = 20) -> bool:
    return bool(abs(found - expected) <= mp.mpf(10) ** -digits * abs(expected))


def judged(identifier: str) -> Result:
    return examine(registry.statement(identifier), Context())


def series(d: int, argument: Any) -> Any:
    """Gamma(d/2) sum_k argument^k/(4^k k! Gamma(k+d/2))."""
    return mp.nsum(
        lambda k: (
            argument**k * mp.gamma(mp.mpf(d) / 2) / (4**k * mp.factorial(k) * mp.gamma(k + mp.mpf(d) / 2))
        ),
        [0, mp.inf],
        method="direct",
    )


def pair_mean(d: int, c: Any, v: Any) -> Any:
    """E exp((w_1+w_2).v): chi_d norms by moments, the summand of Definition 3.1 term by term."""

    def chi(n: int) -> Any:
        return mp.mpf(2) ** (mp.mpf(n) / 2) * mp.gamma(mp.mpf(d + n) / 2) / mp.gamma(mp.mpf(d) / 2)

    def power(k: int) -> Any:
        terms = ((i, j, k - i - j) for i in range(k + 1) for j in range(k + 1 - i))
        return mp.fsum(
            mp.factorial(k)
            / (mp.factorial(i) * mp.factorial(j) * mp.factorial(n))
            * (2 * c) ** n
            * chi(2 * i + n)
            * chi(2 * j + n)
            for i, j, n in terms
        )

    half = mp.mpf(d) / 2
    return mp.fsum(
        v ** (2 * k) / (4**k * mp.factorial(k)) * mp.gamma(half) / mp.gamma(k + half) * power(k)
        for k in range(45)
    )


@pytest.mark.parametrize("d", [2, 3, 7])
def test_printed_simplex_rows(d: int) -> None:
    span = range(1, d + 1)
    rows = np.array([[float(value("simrf/eq9/entry", d=d, i=i, k=k)) for k in span] for i in span])
    expected = (np.eye(d) * d - 1) / (d - 1)
    assert np.allclose(rows @ rows.T, expected, atol=1e-14)
    assert np.allclose(rows[d - 1, : d - 1], 1 / np.sqrt(d - 1))
    for i, j in itertools.product(span, span):
        for side in ("lhs", "rhs"):
            assert (
                abs(float(value(f"simrf/eq9/inner:{side}", d=d, i=i, j=j)) - expected[i - 1, j - 1]) < 1e-15
            )


def test_simplex_rows_of_a_huge_block() -> None:
    assert close(value("simrf/eq9/inner:lhs", d=10**6, i=7, j=10**6), -mp.mpf(1) / (10**6 - 1))
    assert evaluate("simrf/eq9/entry", d=10**6, i=10**6, k=10**6).value == "0"


@pytest.mark.parametrize(("d", "m", "c"), [(2, 2, -1), (3, 3, "-1/2"), (5, 2, "1/4"), (4, 1, 1)])
def test_both_sides_of_the_mse(d: int, m: int, c: Any) -> None:
    x2, y2, xy = mp.mpf(1) / 4, mp.mpf(1), mp.mpf(1) / 2
    v2 = x2 + y2 + 2 * xy
    cosine = mp.mpf(eval_fraction(c))
    second = (mp.exp(2 * v2) + (m - 1) * pair_mean(d, cosine, mp.sqrt(v2))) / m
    expected = mp.exp(-2 * x2 - 2 * y2) * (second - mp.exp(v2))
    for side in ("lhs", "rhs"):
        assert close(value(f"simrf/thm3.2:{side}", d=d, m=m, c=c, x2="1/4", y2=1, xy="1/2"), expected)


def eval_fraction(text: Any) -> Any:
    top, _, bottom = str(text).partition("/")
    return mp.mpf(top) / mp.mpf(bottom or 1)


def test_zero_error_where_x_is_minus_y() -> None:
    point = {"d": 10**6, "m": 1000, "x2": 4, "y2": 4, "xy": -4}
    for identifier in ("simrf/cor3.3:lhs", "simrf/cor3.3:rhs"):
        assert evaluate(identifier, **point).value == "0"
    for side in ("lhs", "rhs"):
        assert evaluate(f"simrf/thm3.2:{side}", c=0, **point).value == "0"


@pytest.mark.parametrize("d", [2, 64, 10**6])
def test_extremes_of_the_mse(d: int) -> None:
    far = {"d": d, "m": 2, "x2": 2500, "y2": 2500, "xy": 2500}
    below, above = (evaluate(f"simrf/cor3.3:{side}", **far).value for side in ("lhs", "rhs"))
    assert below == above  # the dominating variance of one term, to 50 digits
    near = {"d": d, "m": 2, "x2": "1e-12", "y2": "1e-12", "xy": 0}
    assert value("simrf/cor3.3:lhs", **near) < value("simrf/cor3.3:rhs", **near)


def test_conformity_of_arrangements() -> None:
    rows = "1,2,0;-1,0,3;0.5,0.5,-2"
    w = np.array([[1, 2, 0], [-1, 0, 3], [0.5, 0.5, -2]])
    pairs = list(itertools.permutations(range(3), 2))
    squares = [mp.mpf(float(np.sum((w[i] + w[j]) ** 2))) for i, j in pairs]
    assert close(value("simrf/eq12", W=rows, v=2), mp.fsum(series(3, 4 * s) for s in squares) / 6)
    assert close(value("simrf/eq15", W=rows, v=2), 4 * mp.fsum(squares) / (6 * 6))
    assert close(value("simrf/eq39:lhs", W=rows), mp.fsum(squares))
    assert evaluate("simrf/eq12", W=rows, v=0).value == "1" + "." + "0" * 49


def test_equal_lengths_and_their_bound() -> None:
    rows = "3/5,4/5;-4/5,3/5;0,-1"
    w = np.array([[0.6, 0.8], [-0.8, 0.6], [0.0, -1.0]])
    squares = [mp.mpf(float(np.sum((w[i] + w[j]) ** 2))) for i, j in itertools.permutations(range(3), 2)]
    left, right = value("simrf/eq38:lhs", W=rows, v=1, w=2), value("simrf/eq38:rhs", W=rows, v=1, w=2)
    assert close(left, mp.fsum(series(2, 4 * s) for s in squares) / 6, 13)
    assert close(right, series(2, 4 * mp.fsum(squares) / 6), 13)
    bound = value("simrf/eq40:rhs", d=2, m=3, v=1, w=2)
    assert close(bound, series(2, mp.mpf(4)))
    assert bound < right < left
    assert close(value("simrf/eq36/f", d=2, m=3, v=1, w=2, t=1), bound / 6)


def test_sphere_integral_and_expansion() -> None:
    d, w, v = 5, 2, mp.mpf("1.5")
    direct = mp.quad(lambda f: mp.exp(w * v * mp.cos(f)) * mp.sin(f) ** (d - 2), [0, 1, mp.pi])
    weight = mp.quad(lambda f: mp.sin(f) ** (d - 2), [0, mp.pi])
    for identifier in ("simrf/eq31:lhs", "simrf/eq31:rhs", "simrf/def3.1/summand"):
        assert close(value(identifier, d=d, w=w, v="3/2"), direct / weight)
    assert close(value("simrf/eq13:lhs", d=3, c="-1/2", v=1), pair_mean(3, mp.mpf(-1) / 2, mp.mpf(1)))
    gap = value("simrf/eq13:lhs", d=3, c="-1/2", v="1/1000") - value(
        "simrf/eq13:rhs", d=3, c="-1/2", v="1/1000"
    )
    assert 0 < gap < mp.mpf(10) ** -17
    assert evaluate("simrf/sec3.2/footnote4:lhs", d=10**6, c=0).value.startswith("2000002")


def test_estimator_from_given_rows() -> None:
    w, x, y = np.array([[0.3, -1.2], [0.5, 0.25]]), np.array([0.5, 1.0]), np.array([-0.25, 2.0])
    expected = np.exp(-x @ x - y @ y) * np.mean(np.exp(w @ (x + y)))
    for side in ("lhs", "rhs"):
        found = evaluate(f"simrf/eq28:{side}", W="0.3,-1.2;0.5,0.25", x="0.5,1", y="-0.25,2")
        assert abs(float(found) / expected - 1) < 1e-14


FALSE_AS_PRINTED = (
    "simrf/abstract/optimal",
    "simrf/cor3.3",
    "simrf/eq16",
    "simrf/seca.1/isotropy",
    "simrf/eq33",
    "simrf/eq46",
    "simrf/eq51",
)


@pytest.mark.parametrize("identifier", FALSE_AS_PRINTED)
def test_false_statements_are_refuted_and_corrected(identifier: str) -> None:
    result = judged(identifier)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample
    assert result.correction is not None
    assert result.correction.verdict in (Verdict.PROVED, Verdict.CERTIFIED, Verdict.DERIVED)


@pytest.mark.parametrize(
    ("identifier", "verdict"),
    [
        ("simrf/eq9", Verdict.CERTIFIED),
        ("simrf/sec3.1/wij", Verdict.PROVED),
        ("simrf/eq13", Verdict.DERIVED),
        ("simrf/sec3.2/footnote4", Verdict.PROVED),
        ("simrf/lemmaA.1", Verdict.DERIVED),
        ("simrf/eq43", Verdict.DERIVED),
        ("simrf/seca.2/permutations", Verdict.DERIVED),
        ("simrf/eq17", Verdict.DERIVED),
        ("simrf/eq4", Verdict.DEFINITION),
    ],
)
def test_true_statements_stand(identifier: str, verdict: Verdict) -> None:
    result = judged(identifier)
    assert result.verdict is verdict
    assert all(item.outcome is Outcome.HOLDS for item in result.evidence)


@pytest.mark.parametrize("identifier", ["simrf/thm3.2", "simrf/thm3.4"])
def test_rotation_invariance_is_part_of_the_printed_claim_and_all_of_the_corrected_one(
    identifier: str,
) -> None:
    result = judged(identifier)
    assert result.conclusion.in_part
    assert result.correction is not None
    assert result.correction.verdict is Verdict.DERIVED
    assert not result.correction.conclusion.in_part


def test_two_simplex_blocks_of_the_plane_lose_to_a_cross() -> None:
    """Four rows, v = 1: each has one opposite row and two that are independent (SimRFs) or orthogonal (the cross)."""
    found = judged("simrf/abstract/optimal").counterexample
    assert found is not None
    assert (found["d"], found["v"]) == ("2", "1")
    opposite, orthogonal = (pair_mean(2, mp.mpf(c), mp.mpf(1)) for c in (-1, 0))
    for side, expected in (("left", opposite + 2 * mp.e), ("right", opposite + 2 * orthogonal)):
        assert close(mp.mpf(found[side].strip("[]").split()[0]), expected / 3, 15)


def test_tilted_simplex_has_gaussian_rows_but_a_smaller_mse() -> None:
    """The counterexample of A.1 by quadrature: a uniform component of every row, another mean pair product."""
    nodes, weights = np.polynomial.legendre.leggauss(60)
    phi = 2 * np.pi * np.arange(96) / 96
    t, angle = np.meshgrid(nodes, phi, indexing="ij")
    measure = np.broadcast_to(weights[:, None] / 2 / 96, t.shape)
    harmonic = np.polynomial.legendre.legval(t, [0] * 6 + [1]) + 5 / 16 * (1 - t**2) ** 3 * np.cos(6 * angle)
    parts = [np.sqrt(1 - t**2) * np.cos(angle + 2 * np.pi * n / 3) for n in range(3)]
    for part, power in itertools.product(parts, range(12)):
        assert abs(np.sum(measure * harmonic * part**power)) < 1e-13
    radii = np.linspace(0, 14, 4001)
    density = radii**2 * np.exp(-(radii**2) / 2)
    density /= np.sum(density)
    means = [np.tensordot(density, np.exp(np.multiply.outer(radii, part)), axes=1) for part in parts]
    change = sum(np.sum(measure * harmonic * a * b) for a, b in itertools.permutations(means, 2))
    assert change < -1e-5
