"""Values that are exactly 0 come out as 0, and formulas rewritten for that keep their values. No other values here."""

from __future__ import annotations

import mpmath
import pytest

import rftheory
from rftheory.errors import DomainError

_ROWS = [["1", "1/2"], ["-1/3", "2"]]


def test_a_constant_projection_has_no_variance() -> None:
    for size in (1, 900):
        value = rftheory.evaluate(
            "beyond/gerf/simplex-variance", d=10, m=1, A=0, s=1, x2=size, y2=size, xy=-size
        )
        assert value.value == "0"


def test_one_projection_has_the_variance_of_its_two_moments() -> None:
    for d, x2, y2, xy in ((3, 1, 2, 0.5), (4, 1, 1, -0.25), (2, 0.5, 0.25, 0.125), (8, 2, 2, 1)):
        value = rftheory.evaluate(
            "beyond/gerf/simplex-variance", d=d, m=1, A="-1/4", s=1, x2=x2, y2=y2, xy=xy
        )
        v2, n2 = mpmath.mpf(x2 + y2 + 2 * xy), mpmath.mpf(x2 + y2)
        second = (2 / mpmath.sqrt(3)) ** d * mpmath.exp(4 * v2 / 3 - 2 * n2)
        assert abs(mpmath.mpf(value.value) - (second - mpmath.exp(v2 - 2 * n2))) < 1e-13


def test_equal_inputs_have_lambda_zero() -> None:
    for side in ("lhs", "rhs"):
        value = rftheory.evaluate(
            f"hrf/eq70/corrected:{side}", T=_ROWS, x=["1/2", "-1"], y=["1/2", "-1"], sigma="1/3", rho="9/10"
        )
        assert value.value == "0"


def test_zero_over_zero_is_refused() -> None:
    with pytest.raises(DomainError):
        rftheory.evaluate("simrf/eq81:lhs", d=2, k=0)
    assert rftheory.evaluate("simrf/eq81:lhs", d=2, k=3).value == "0"


def test_a_mean_of_huge_exponentials_has_many_digits() -> None:
    few, many = (
        rftheory.evaluate("performer/thm3/mgf", digits=digits, d=64, x2=1, y2=1, xy="1/2", theta=1).value
        for digits in (40, 300)
    )
    assert few[:30] == many[:30]
    with mpmath.workdps(40):  # expected: quadrature in mpmath
        assert abs(mpmath.log(mpmath.mpf(few)) - mpmath.mpf("382846.954148124628475682196119")) < 1e-22


@pytest.mark.parametrize("side", ["variance", "bias", "floor"])
def test_one_key_twice_leaves_nothing_to_estimate(side: str) -> None:
    given = {"x": ["1", "0"], "y": ["0", "1"], "z": ["0", "1"]} | (
        {} if side == "floor" else {"a": ["1/10", "1/10"]}
    )
    assert rftheory.evaluate(f"beyond/dense/attention/{side}", **given) == 0
