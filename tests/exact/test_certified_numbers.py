"""Certified values behave like numbers: a table of operations against exact rationals and mpmath, and refusals."""

import copy
import math
import operator
import pickle
from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

from rftheory.domain import Domain, real
from rftheory.errors import InputError, PrecisionError
from rftheory.exact.enclosure import Enclosure
from rftheory.exact.formula import Formula
from rftheory.exact.optimal.optimum import exactly

t = sp.Symbol("t")
DOMAIN = Domain((real("t"),))


def root(number, digits=40):
    """sqrt(number), irrational or exact."""
    return Formula(sp.sqrt(t), DOMAIN, ("t",)).evaluate(t=number, digits=digits)


def oracle(compute):
    context = mpmath.MPContext()
    context.dps = 80
    return compute(context)


TABLE = {
    "sum": (lambda: root(2) + root(3), lambda c: c.sqrt(2) + c.sqrt(3)),
    "with an integer": (lambda: 1 - root(2), lambda c: 1 - c.sqrt(2)),
    "with a fraction": (lambda: Fraction(1, 3) * root(2), lambda c: c.sqrt(2) / 3),
    "with a float at its binary value": (lambda: root(2) + 0.5, lambda c: c.sqrt(2) + c.mpf("0.5")),
    "with a decimal": (lambda: root(2) + Decimal("0.1"), lambda c: c.sqrt(2) + c.mpf(1) / 10),
    "with a number of NumPy": (lambda: np.float64(2.0) * root(2), lambda c: 2 * c.sqrt(2)),
    "quotient": (lambda: root(2) / root(3), lambda c: c.sqrt(c.mpf(2) / 3)),
    "reciprocal": (lambda: 1 / root(7), lambda c: 1 / c.sqrt(7)),
    "power": (lambda: root(2) ** 3, lambda c: c.sqrt(8)),
    "root": (lambda: root(2) ** Fraction(1, 2), lambda c: c.root(2, 4)),
    "as exponent": (lambda: 2 ** root(2), lambda c: c.mpf(2) ** c.sqrt(2)),
    "negative": (lambda: -root(5), lambda c: -c.sqrt(5)),
    "absolute value": (lambda: abs(-root(5)), lambda c: c.sqrt(5)),
    "exponential": (lambda: root(2).exp(), lambda c: c.exp(c.sqrt(2))),
    "logarithm": (lambda: root(2).log(), lambda c: c.log(c.sqrt(2))),
    "cancelling": (lambda: root(2) - root(Fraction(2) + Fraction(1, 10**20)),
                   lambda c: c.sqrt(2) - c.sqrt(2 + c.mpf(10) ** -20)),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_operations_enclose_the_truth_and_every_digit_is_right(name):
    compute, truth = TABLE[name]
    found, expected = compute(), oracle(truth)
    sign, mantissa, power, _ = expected._mpf_
    exact = (-1) ** sign * int(mantissa) * Fraction(2) ** power
    assert found.lower - Fraction(1, 10**70) <= exact <= found.upper + Fraction(1, 10**70)
    assert found.digits >= (35 if name != "cancelling" else 15)
    unit = Fraction(10) ** (math.floor(math.log10(abs(expected))) + 1 - found.digits)
    assert abs(Fraction(Decimal(found.value)) - exact) <= unit / 2 * (1 + Fraction(1, 10**9))


@pytest.mark.parametrize("relation", [operator.add, operator.sub, operator.mul, operator.truediv])
def test_exact_values_compute_exactly(relation):
    assert relation(exactly(Fraction(7, 3)), 5).lower == relation(Fraction(7, 3), 5)
    assert relation(5, exactly(Fraction(7, 3))) == relation(5, Fraction(7, 3))


def test_a_difference_that_is_not_told_from_zero_says_so():
    nothing = root(2) - root(2)
    assert nothing.value == "0"
    assert nothing.lower < 0 < nothing.upper
    with pytest.raises(PrecisionError, match="not decided"):
        _ = nothing.sign
    with pytest.raises(PrecisionError):
        _ = 1 / nothing
    with pytest.raises(ZeroDivisionError):
        _ = root(2) / 0
    with pytest.raises(PrecisionError, match="not positive"):
        (-root(2)).log()


@pytest.mark.parametrize("other", [1, Fraction(7, 5), 1.4, Decimal("1.4"), np.float32(1), sp.Rational(7, 5)])
def test_order_with_numbers_of_every_library(other):
    assert root(2) > other
    assert other < root(2)
    assert not root(2) <= other
    assert root(2) != other


def test_order_with_each_other_and_with_infinity():
    assert root(2) < root(3)
    assert not root(2) >= root(3)
    assert root(2) < math.inf
    assert root(2) > -math.inf
    assert min(root(3), root(2)) < Fraction(3, 2)
    assert max(root(2), root(3)) > 1.7


def test_an_undecidable_comparison_raises():
    same, again = root(2), root(2)
    assert same == same  # noqa: PLR0124 -- a number equals itself
    assert same <= same  # noqa: PLR0124
    for relation in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
        with pytest.raises(PrecisionError, match="not decided"):
            relation(same, again)
    assert exactly(3) == 3
    assert exactly(3) == exactly(3)
    assert exactly(3) >= 3
    assert root(4) == 2


def test_hash_and_sets():
    assert hash(exactly(3)) == hash(3)
    assert hash(exactly(Fraction(1, 3))) == hash(Fraction(1, 3))
    assert len({root(2), root(2), exactly(3), 3}) == 3
    assert {exactly(3): "three"}[3] == "three"


@pytest.mark.parametrize("make", [lambda: root(2), lambda: exactly(Fraction(1, 3)), lambda: (-root(2)) ** 2])
def test_pickles_and_copies_are_the_same_number(make):
    value = make()
    for other in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
        assert vars(other) == vars(value)
        assert str(other) == str(value)


SPECS = [".6g", ".3e", "12.4f", "<12.4f", "^+14.3g", ".0f", ".1%", ",.2f", "012.3f", "+.3g", " .3g", "g", "e", "f",
         "#.6g", ".12G", "=+12.2f", "*>15.3E", "_.1f"]  # fmt: skip


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("number", [2, 1234567, Fraction(1, 70000), Fraction(10**13), 99999999])
def test_formats_as_a_float_does(spec, number):
    assert format(root(number), spec) == format(math.sqrt(number), spec)
    assert format(-root(number), spec) == format(-math.sqrt(number), spec)


def test_no_digit_is_printed_that_is_not_certain():
    value = root(2, digits=10)
    assert f"{value:.10g}" == "1.414213562"
    assert f"{value:.3f}" == "1.414"
    for spec in (".40g", ".40f", ".40e"):
        with pytest.raises(PrecisionError, match="not certain"):
            format(value, spec)
    assert f"{value}" == str(value)
    assert f"{value:>15}" == "    1.414213562"
    for wrong in ("d", ".3x", "abc", ".99999999f", ".3s"):
        with pytest.raises(InputError, match="allowed"):
            format(value, wrong)


def test_nothing_left_formats_as_zero_only_where_that_is_certain():
    nothing = root(2) - root(2)
    assert f"{nothing:.6f}" == "0.000000"
    with pytest.raises(PrecisionError):
        format(nothing, ".6g")


def test_rounding_to_integers_is_certain():
    assert (int(root(2)), round(root(2)), math.floor(-root(2)), math.ceil(root(2))) == (1, 1, -2, 2)
    assert math.trunc(-root(2)) == -1
    assert round(root(2), 3) == Fraction(1414, 1000)
    with pytest.raises(PrecisionError, match="decide the integer"):
        math.floor(root(2) ** 2)


def test_mpmath_and_sympy_take_all_digits():
    value = root(2)
    with mpmath.workdps(40):
        assert abs(mpmath.mpf(value) - mpmath.sqrt(2)) < mpmath.mpf(10) ** -38
        assert mpmath.mpf(1) + value > 2.414
    taken = sp.sympify(value)
    assert abs(taken - sp.sqrt(2).n(60)) < sp.Float(10, 40) ** -38
    assert sp.sympify(exactly(Fraction(1, 3))) == sp.Rational(1, 3)
    assert sp.Symbol("x") + value == sp.Symbol("x") + taken
    assert value + sp.Symbol("x") == taken + sp.Symbol("x")


def test_numpy_arrays_of_values():
    values = np.array([root(2), root(3)])
    assert values.dtype == object
    assert [float(entry) for entry in np.sqrt(values)] == [2**0.25, 3**0.25]
    assert (values * np.arange(1, 3))[1] > 3.4
    assert np.asarray(values, dtype=float).tolist() == [math.sqrt(2), math.sqrt(3)]


def test_complex_values_compute_and_have_no_order():
    x = sp.Symbol("x")
    domain = Domain((real("x"),))
    value = Formula(sp.exp(sp.I * x), domain, ("x",), complex_valued=True).evaluate(x=1, digits=30)
    modulus = abs(value)
    assert modulus.imaginary is None
    assert abs(modulus - 1) < Fraction(1, 10**25)
    assert (value * 1j).imaginary > 0.54
    assert f"{value:.3f}" == "0.540+0.841j"
    assert value != 1
    assert abs(complex(mpmath.mpmathify(value)) - complex(value)) < 1e-12
    with pytest.raises(TypeError, match="no order"):
        _ = value < 1
    assert "and" in repr(value)


def test_short_and_rich_forms():
    value = root(2)
    assert repr(value) == "Enclosure(1.414213562373095…, radius 5e-40)"
    assert repr(exactly(3)) == "Enclosure(3, exact)"
    assert len(repr(root(Fraction(1, 10**9)))) < 60
    plain = value._repr_html_().replace("<wbr>", "").replace("\N{NARROW NO-BREAK SPACE}", "")
    assert f"<code>{value.value}</code>" in plain
    assert "5·10<sup>-40</sup>" in plain
    assert value._repr_latex_().replace(r"\,", "") == rf"${value.value} \pm 5 \cdot 10^{{-40}}$"


@pytest.mark.parametrize(
    ("value", "groups"),
    [("1234567.1234567", "12 34567.12345 67"), ("-12345.5", "-12345.5"), ("9876543210.5", "98765 43210.5")],
)
def test_digits_are_shown_in_groups_of_five_from_the_point(value, groups):
    shown = exactly(Fraction(value))
    assert f"<code>{groups}" in shown._repr_html_().replace("\N{NARROW NO-BREAK SPACE}<wbr>", " ")
    assert shown._repr_latex_().startswith("$" + groups.replace(" ", r"\,"))


@pytest.mark.parametrize("other", ["1", None, [1], True, math.nan, object()])
def test_what_is_no_number_is_refused(other):
    with pytest.raises(TypeError):
        _ = root(2) + other
    assert (root(2) == other) is False


def test_truth_is_that_of_a_number():
    assert root(2)
    assert not exactly(0)
    assert isinstance(root(2) + 1, Enclosure)
