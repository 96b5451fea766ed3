"""Certified evaluation: digits are right, refusals are clear, exact zeros are exact."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

from rftheory.domain import Domain, integer, real, vectors
from rftheory.errors import DomainError, InputError, PrecisionError
from rftheory.exact.enclosure import Enclosure
from rftheory.exact.formula import Formula

d, k = sp.symbols("d k", positive=True, integer=True)
v, f = sp.symbols("v f", nonnegative=True)
DOMAIN = Domain((integer("d", 1), real("v", 0), real("f")))


def formula(expression, names="d v", **more):
    return Formula(expression, DOMAIN, tuple(names.split()), **more)


def orf_series():
    term = v ** (2 * k) / (2**k * sp.factorial(k)) * sp.gamma(k + d) / sp.gamma(k + d / 2)
    return sp.gamma(d / 2) / sp.gamma(d) * sp.Sum(term, (k, 0, sp.oo))


def reference(digits, compute):
    context = mpmath.MPContext()
    context.dps = digits + 30
    return context.nstr(compute(context), digits, strip_zeros=False)


@pytest.mark.parametrize(("dimension", "length"), [(64, 10), (2, 1), (7, "1/3"), (5, "0.01")])
@pytest.mark.parametrize("digits", [1, 15, 50, 300])
def test_series_has_every_digit_right(dimension, length, digits):
    number = Fraction(length)
    value = formula(orf_series()).evaluate(d=dimension, v=length, digits=digits).value
    expected = reference(
        digits + 5,
        lambda c: c.hyp1f1(
            dimension, c.mpf(dimension) / 2, (c.mpf(number.numerator) / number.denominator) ** 2 / 2
        ),
    )
    context = mpmath.MPContext()
    context.dps = digits + 30
    error = abs(context.mpf(value) - context.mpf(expected)) / abs(context.mpf(expected))
    assert error <= context.mpf(10) ** (1 - digits) / 2


def test_cancelling_gap_is_certified_and_not_zero():
    gap = formula(sp.exp(v**2) - sp.hyper((d,), (d / 2,), v**2 / 2))
    value = gap.evaluate(d=10**6, v="1e-3").value
    assert value.startswith("4.9999950000025000")
    assert value.endswith("e-19")
    assert gap.evaluate(d=10**6, v=0).value == "0"


def test_huge_values_and_ten_thousand_digits():
    assert formula(sp.exp(v**2), "v").evaluate(v=100).value.startswith("8.80681822566292")  # e^10000
    assert len(formula(sp.sqrt(v), "v").evaluate(v=2, digits=10_000).value) == 10_001


def test_float_is_correctly_rounded_or_refused():
    assert float(formula(sp.exp(v), "v").evaluate(v=1, digits=20)) == math.e
    with pytest.raises(PrecisionError, match="more digits"):
        float(Enclosure("2.5", "0.5", 1, ((5, -1), (1, -1)), "by hand"))
    with pytest.raises(PrecisionError, match="beyond the range"):
        float(formula(sp.exp(v), "v").evaluate(v=10**4))


def test_pole_and_unresolved_zero_raise():
    with pytest.raises(PrecisionError, match="no certified value within the budget: no finite enclosure"):
        formula(1 / v, "v").evaluate(v=0)
    hidden_zero = formula(sp.sin(v) ** 2 + sp.cos(v) ** 2 - 1, "v")
    with pytest.raises(PrecisionError, match="exactly 0"):
        hidden_zero.evaluate(v="1/3")


def test_domain_errors_name_parameter_and_rule():
    with pytest.raises(DomainError, match=r"d = 0 is outside its domain: integer >= 1"):
        formula(orf_series()).evaluate(d=0, v=1)
    with pytest.raises(InputError, match="missing parameter v; needed: d, v"):
        formula(orf_series()).evaluate(d=2)
    with pytest.raises(InputError, match="unknown parameter z; allowed: d, v"):
        formula(orf_series()).evaluate(d=2, v=1, z=1)
    for digits in (0, 10_001, True, 2.0, "50"):
        with pytest.raises(DomainError, match="digits"):
            formula(orf_series()).evaluate(d=2, v=1, digits=digits)


def test_binary_floats_are_taken_at_their_exact_value():
    assert formula(v, "v").evaluate(v=0.1, digits=20).value == "0.10000000000000000555"
    assert formula(v, "v").evaluate(v="0.1", digits=20).value == "0.10000000000000000000"


def test_integral_and_its_oracle():
    integral = formula(sp.Integral(sp.sin(f) ** (d - 1), (f, 0, sp.pi)), "d")
    value = integral.evaluate(d=7, digits=30).value
    beta = reference(30, lambda c: c.sqrt(c.pi) * c.gamma(c.mpf(7) / 2) / c.gamma(4))
    assert value[:29] == beta[:29]
    oracle = integral.oracle(integral.point({"d": 7}), 25)
    assert abs(oracle - mpmath.mpf(value)) < mpmath.mpf("1e-14")


def test_an_integral_over_several_ranges_starts_with_the_innermost():
    """int_0^d int_0^v f v df dv = d^4/8."""
    integral = formula(sp.Integral(f * v, (f, 0, v), (v, 0, d)), "d")
    assert abs(mpmath.mpf(integral.evaluate(d=3, digits=20).value) - mpmath.mpf(81) / 8) < 1e-15


def test_powers_of_the_variable_may_have_the_index_of_a_sum():
    """int_0^d 1 + f + f^2 + f^3 df = 32/3 at d = 2."""
    index = sp.Symbol("k", integer=True)
    integral = formula(sp.Integral(sp.Sum(f**index, (index, 0, 3)), (f, 0, d)), "d")
    assert integral.evaluate(d=2, digits=20).value == "10.666666666666666667"


def test_array_readings_round_correctly_and_survive_overflow():
    exponential = formula(sp.exp(v**2), "v")
    values = exponential.array(v=np.array([[0.0, 1.0], [2.0, 3.0]]))
    assert values.shape == (2, 2)
    assert values[0, 1] == math.e
    assert exponential.log_array(v=np.array([100.0]))[0] == pytest.approx(1e4, rel=1e-15)
    assert formula(v, "v").log_array(v=np.array([0.0]))[0] == -math.inf
    with pytest.raises(PrecisionError, match="beyond the range"):
        exponential.array(v=np.array([100.0]))
    with pytest.raises(InputError, match="unknown parameter w"):
        exponential.array(w=np.array([1.0]))


def test_vectors_define_their_sizes():
    domain = Domain((vectors("W"),))
    w, i, m = sp.IndexedBase("W"), sp.Symbol("i", integer=True), sp.Symbol("m", integer=True)
    total = Formula(sp.Sum(w[i, 0] ** 2 + w[i, 1] ** 2, (i, 0, m - 1)), domain, ("W",))
    assert total.evaluate(W=[["1/2", 1], [2, 3]], digits=6).value == "14.2500"
    with pytest.raises(DomainError, match="one common length"):
        total.evaluate(W=[[1, 2], [3]])


def test_latex_reading():
    assert "e^{v^{2}}" in formula(sp.exp(v**2), "v").latex()
