"""Sections 4.1, A.8 and A.9, Algorithm 1 and Figure 6 of simrf: values against mpmath from the definitions, verdicts."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import pytest

from rftheory import registry
from rftheory.context import Context
from rftheory.errors import DomainError, InputError
from rftheory.evaluation import evaluate
from rftheory.exact import operation_counts
from rftheory.verdict import Verdict
from rftheory.verification import examine

EXPECTED = {
    "simrf/thm4.5": Verdict.PROVED,
    "simrf/sec4.1/zcrit": Verdict.DERIVED,
    "simrf/cor4.6": Verdict.PROVED,
    "simrf/sec4.1/positive-large-d": Verdict.DERIVED,
    "simrf/sec4.2/space": Verdict.SUPPORTED,
    "simrf/eq85": Verdict.PROVED,
    "simrf/alg1": Verdict.DERIVED,
    "simrf/eq89": Verdict.DEFINITION,
    "simrf/fig7": Verdict.DERIVED,
    "simrf/table2": Verdict.OUTSIDE,
}


def value(identifier: str, side: str, digits: int = 30, **parameters: object) -> mpmath.mpf:
    """A side of an entry as an mpmath number."""
    name = f"{identifier}:{side}" if side else identifier
    return mpmath.mpf(evaluate(name, digits=digits, **parameters).value)


def close(found: mpmath.mpf, expected: mpmath.mpf, digits: int = 25) -> bool:
    """Agreement to that many significant digits."""
    return bool(abs(found - expected) <= mpmath.mpf(10) ** -digits * abs(expected))


def plane_pair(z: mpmath.mpf) -> mpmath.mpf:
    """E cos(w_1.z) cos(w_2.z) in the plane: one angle, and for each row its own chi_2 norm."""

    def row(projection: mpmath.mpf) -> mpmath.mpf:
        return mpmath.quad(lambda r: r * mpmath.exp(-r * r / 2) * mpmath.cos(r * projection), [0, 3, 6, 10])

    with mpmath.workdps(15):
        half = mpmath.quad(lambda a: row(z * mpmath.cos(a)) * row(z * mpmath.sin(a)), [0, mpmath.pi / 4])
        return half * 4 / mpmath.pi


def oracle_gap(d: int, z: object) -> mpmath.mpf:
    """The bracket of (26) by mpmath."""
    u = mpmath.mpf(z) ** 2
    return mpmath.exp(-u) - mpmath.hyp1f1(d, mpmath.mpf(d) / 2, -u / 2)


def test_the_gap_in_the_plane_is_the_angular_average() -> None:
    with mpmath.workdps(20):
        pair = plane_pair(mpmath.mpf(3) / 2)
        expected = (mpmath.exp(mpmath.mpf(-9) / 4) - pair) / 2
        for side in ("lhs", "rhs"):
            assert close(value("simrf/thm4.5", side, d=2, m=2, z="3/2"), expected, 11)


@pytest.mark.parametrize(
    ("d", "m", "z"), [(2, 2, 1), (3, 2, 10), (64, 64, 10), (65, 3, 30), (10**6, 7, 2), (2, 2, 100)]
)
def test_large_distances_keep_their_digits(d: int, m: int, z: int) -> None:
    with mpmath.workdps(60 + int(0.9 * z * z)):
        expected = oracle_gap(d, z) * (m - 1) / m
        assert close(value("simrf/thm4.5", "rhs", 40, d=d, m=m, z=z), expected, 38)
        mse = (1 - mpmath.exp(-(mpmath.mpf(z) ** 2))) ** 2 / (2 * m) - expected
        assert close(value("simrf/eq74", "lhs", 40, d=d, m=m, z=z), mse, 38)


def test_exact_zeros() -> None:
    for parameters in ({"d": 64, "m": 1, "z": 2}, {"d": 3, "m": 2, "z": 0}):
        assert evaluate("simrf/thm4.5:rhs", digits=50, **parameters).value == "0"


@pytest.mark.parametrize("d", [3, 4, 5, 6, 7, 10, 20, 33, 64])
def test_the_gap_changes_sign_at_the_threshold_and_not_before(d: int) -> None:
    with mpmath.workdps(80):
        root = value("simrf/sec4.1/zcrit", "", 50, d=d)
        step = mpmath.mpf(10) ** -45
        assert oracle_gap(d, root - step) > 0 > oracle_gap(d, root + step)
        assert root > mpmath.sqrt(mpmath.mpf(d) / 3)
        for i in range(1, 200):
            assert oracle_gap(d, root * i / 200) > 0


def test_the_threshold_to_a_thousand_digits_and_beyond_its_domain() -> None:
    formula = registry.find("simrf/sec4.1/zcrit").sides[""]
    long = formula.evaluate(digits=1000, d=64)
    assert long.value.startswith(formula.evaluate(digits=40, d=64).value[:38])
    with pytest.raises(DomainError, match="positive for every z"):
        formula.evaluate(d=2)
    assert float(formula.evaluate(d=6000, digits=10).value) > math.sqrt(6000 / 3)  # as for every d


def test_printed_slips_are_found_and_their_corrections_hold() -> None:
    for identifier in ("simrf/seca.8/continuation", "simrf/eq77", "simrf/eq80/line1"):
        result = examine(registry.statement(identifier), Context())
        assert result.verdict is Verdict.REFUTED
        assert result.counterexample
        assert result.statement.misprint
        assert result.correction is not None
        assert result.correction.verdict in (Verdict.PROVED, Verdict.CERTIFIED, Verdict.DERIVED)


def test_the_ratio_in_the_plane_needs_the_minus_sign() -> None:
    with mpmath.workdps(20):
        pair, kernel = plane_pair(mpmath.mpf(1)), mpmath.exp(-1)
        variance = (1 + mpmath.exp(-2)) / 2 - kernel
        ratio = (variance / 2 + (pair - kernel) / 2) / (variance / 2)
        assert close(value("simrf/eq77", "lhs", d=2, m=2, z=1), ratio, 11)
        assert not close(value("simrf/eq77", "rhs", d=2, m=2, z=1), ratio, 1)


def test_verdicts() -> None:
    for identifier, verdict in EXPECTED.items():
        assert examine(registry.statement(identifier), Context()).verdict is verdict, identifier


def test_expansions_have_second_order_errors() -> None:
    for number in (81, 82, 83, 84):
        errors = [
            abs(value(f"simrf/eq{number}", "lhs", d=d, k=3) - value(f"simrf/eq{number}", "rhs", d=d, k=3))
            for d in (10**3, 10**4)
        ]
        assert 80 < errors[0] / errors[1] < 120


def test_ratio_of_positive_features_from_the_definition() -> None:
    with mpmath.workdps(30):
        d, t = 64, mpmath.mpf(1)
        weight = mpmath.gamma(mpmath.mpf(d + 1) / 2) / (
            mpmath.sqrt(mpmath.pi) * mpmath.gamma(mpmath.mpf(d) / 2)
        )
        rho = weight * mpmath.quad(
            lambda f: mpmath.sin(f) ** (d - 1) * mpmath.hyp1f1(d, d / 2, t * (1 - mpmath.sin(f) / 63) / 2),
            mpmath.linspace(0, mpmath.pi, 9),
        )
        expected = 1 + 63 * (rho - mpmath.e) / (mpmath.e**2 - mpmath.e)
        assert close(value("simrf/fig6/simrf", "", d=64, m=64, v=1), expected, 20)


def test_vectors_of_rffs_and_of_algorithm_1() -> None:
    half, quarter, two = Fraction(1, 2), Fraction(1, 4), Fraction(2)
    rows, x, y = ((half, two), (-3 * half, quarter), (two, 4 * two)), (quarter, two), (-half, quarter)
    with mpmath.workdps(30):
        angles = [sum(a * (p - q) for a, p, q in zip(row, x, y, strict=True)) for row in rows]
        expected = (
            mpmath.fsum(mpmath.cos(mpmath.mpf(float(angle))) for angle in angles) / 3
        )  # exact in binary
        for side in ("lhs", "rhs"):
            assert close(value("simrf/eq72", side, W=rows, x=x, y=y), expected, 15)
        vector = (1, -2, 5, 7)
        output = operation_counts.simplex_product([float(entry) for entry in vector])
        for i in range(4):
            for side in ("lhs", "rhs"):
                assert abs(value("simrf/alg1", side, x=vector, i=i + 1) - output[i]) < 1e-12
    with pytest.raises(InputError):
        value("simrf/alg1", "lhs", x=vector, i=5)
