"""Complex parameters and values: parsing is exact, both parts are certified, and a wrong branch shows."""

from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from rftheory.domain import ComplexRational, Domain, Rule, complex_number, integer, parse_complex, real_part
from rftheory.errors import DomainError, PrecisionError
from rftheory.evidence.comparison import compare
from rftheory.statements import formula

A = sp.Symbol("A")
d = sp.Symbol("d", positive=True, integer=True)
HALF_PLANE = Rule(8 * sp.re(A) < 1, "Re(1-8A) > 0")
DOMAIN = Domain((complex_number("A", reach=("1e-3", 1000)), integer("d")), (HALF_PLANE,))
ROOT = formula(((1 - 4 * A) ** sp.Rational(1, 4)) ** d, DOMAIN, "d A", complex_valued=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-0.3+0.4j", ComplexRational(Fraction(-3, 10), Fraction(2, 5))),
        ("1/3-2/7i", ComplexRational(Fraction(1, 3), Fraction(-2, 7))),
        ("-j", ComplexRational(Fraction(0), Fraction(-1))),
        ("2e-3+1e2j", ComplexRational(Fraction(1, 500), Fraction(100))),
        ("0.25+0j", Fraction(1, 4)),
        (0.5 - 0.25j, ComplexRational(Fraction(1, 2), Fraction(-1, 4))),
        (Fraction(1, 3), Fraction(1, 3)),
    ],
)
def test_a_complex_number_is_taken_exactly(text, expected):
    assert parse_complex(text) == expected


@pytest.mark.parametrize(
    "text", ["", "1+", "j2", "1+2+3j", "nan+1j", "1jj", "1+infj", complex("nan"), "1/0j", "__import__"]
)
def test_what_is_no_complex_number_is_refused(text):
    with pytest.raises(DomainError, match=r"^A = "):
        parse_complex(text)


def test_a_real_parameter_says_that_it_is_not_complex():
    with pytest.raises(DomainError, match="not complex"):
        integer("d").parse("1+2j")


@pytest.mark.parametrize(("value", "dimension"), [("-0.3+0.4j", 64), ("-1000+1000j", 5), ("0.1-3j", 7)])
def test_both_parts_carry_the_digits_asked_for(value, dimension):
    found = ROOT.evaluate(A=value, d=dimension, digits=60)
    with mpmath.workdps(90):
        number = parse_complex(value)
        a = mpmath.mpc(mpmath.mpf(number.re.numerator) / number.re.denominator, mpmath.mpf(number.im.numerator) / number.im.denominator)  # fmt: skip
        truth = mpmath.root(1 - 4 * a, 4) ** dimension
        assert abs(mpmath.mpf(found.value) / truth.real - 1) < mpmath.mpf(10) ** -58
        assert abs(mpmath.mpf(found.value_im) / truth.imag - 1) < mpmath.mpf(10) ** -58


def test_an_exact_zero_part_is_zero():
    found = ROOT.evaluate(A="-0.25j", d=8)
    assert (found.value, found.radius, complex(found)) == ("0", "0", 2j)
    assert ROOT.evaluate(A="-1", d=3).value_im == "0"


def test_a_part_that_no_precision_tells_from_zero_has_a_certain_radius():
    turn = formula(sp.exp(sp.pi * sp.I * A), DOMAIN, "A", complex_valued=True)
    found = turn.evaluate(A="-1/2", digits=20)
    assert found.value == "0"
    assert 0 < Fraction(found.radius) < Fraction(1, 10**60)
    assert found.value_im == "-1.0000000000000000000"


def test_a_complex_value_has_no_double_and_a_real_formula_no_complex_reading():
    with pytest.raises(PrecisionError, match="complex"):
        float(ROOT.evaluate(A="-0.3+0.4j", d=3))
    with pytest.raises(PrecisionError, match="complex"):
        formula(sp.sqrt(1 - 4 * A), DOMAIN, "A").evaluate(A="1j")


def test_parts_and_conjugates_are_real_readings():
    size = formula(sp.re(A) ** 2 + sp.im(A) ** 2 - sp.re(A * sp.conjugate(A)), DOMAIN, "A")
    assert size.evaluate(A="-2/3+5/7j").value == "0"


def test_comparison_sees_a_difference_in_the_imaginary_part_only():
    point = DOMAIN.parse({"A": "-1+2j"}, ("A",))
    left = formula(A, DOMAIN, "A", complex_valued=True)
    right = formula(sp.conjugate(A), DOMAIN, "A", complex_valued=True)
    assert compare(left, right, point).sign == 1
    assert compare(left, left, point).sign == 0


def test_the_domain_roams_the_half_plane_exactly():
    points = list(DOMAIN.points(30))
    assert len(points) == 30
    assert all(real_part(point["A"]) < Fraction(1, 8) for point in points)
    assert sum(isinstance(point["A"], ComplexRational) for point in points) > 10
