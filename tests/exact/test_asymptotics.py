"""Growth along a parameter: known limits, and every enclosure against plain mpmath values far beyond its cutoff."""

import math
from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from rftheory.exact import balls
from rftheory.exact.asymptotics import Unclear, Unsupported, growth
from rftheory.exact.asymptotics.expansion import Expansion
from rftheory.exact.asymptotics.frame import Frame
from rftheory.exact.asymptotics.functions import exp, log, power
from rftheory.exact.asymptotics.monomials import Monomial, Speed

d, x, k = sp.symbols("d x k", positive=True)
third = sp.Rational(1, 3)

# formula, value of x, the order of it and the limit of the quotient
KNOWN = [
    (d, 0, "d", 1),
    (sp.log(d), 0, "log(d)", 1),
    (1 / sp.log(d), 0, "log(d)^(-1)", 1),
    (d / (1 + d / sp.Integer(10) ** 20), 0, "1", 10**20),
    ((1 - 1 / d) ** d - sp.exp(-1), 0, "d^(-1)", -math.exp(-1) / 2),
    (sp.gamma(d + sp.Rational(1, 2)) / sp.gamma(d), 0, "d^(1/2)", 1),
    (sp.gamma(d) * sp.exp(d) * d ** (sp.Rational(1, 2) - d), 0, "1", math.sqrt(2 * math.pi)),
    (sp.gamma(d / 3 + 1) * sp.gamma(2 * d) / sp.gamma(7 * d / 3), 0, "exp(2 log(2) d + 2 log(3) d + (-7/3) log(7) d) d^(1/2)", math.sqrt(7 * math.pi / 9)),
    (sp.hyper((d,), (d / 2,), x / 2) - sp.exp(x), 2, "d^(-1)", -2 * math.exp(2)),
    (sp.hyper((d,), (d / 2,), x / 2) - sp.exp(x), 1 / 64, "d^(-1)", -math.exp(1 / 64) / 8192),
    (sp.hyper((), (d / 2,), -d * x / 4) - sp.exp(-x / 2), 9, "d^(-1)", -(81 / 4) * math.exp(-4.5)),
    (sp.hyper((2 * d + 1, d), (d / 2, 3 * d), x / 3), 1, "1", math.exp(4 / 9)),
    (sp.hyper((d + 3,), (d / 2 - sp.Rational(5, 2),), -x), 2, "1", math.exp(-4)),
    (sp.log(d**2 + 3 * d * sp.log(d) + 1) / sp.log(d), 0, "1", 2),
    ((1 + 1 / sp.sqrt(d) + sp.log(d) / d) ** sp.Rational(5, 3) - 1, 0, "d^(-1/2)", 5 / 3),
    (sp.exp(1 / sp.log(d) + sp.sqrt(d) / (d + 1)) - 1, 0, "log(d)^(-1)", 1),
    (sp.cosh(sp.sqrt(d)) / sp.sinh(sp.sqrt(d) + 1), 0, "1", math.exp(-1)),
    (sp.gamma(2 + 1 / d) - 1, 0, "d^(-1)", 1 - float(mpmath.euler)),
    (sp.cos(1 / d) - 1, 0, "d^(-2)", -0.5),
    (sp.Max(d, sp.log(d) ** 3) - sp.Abs(1 - d), 0, "1", 1),
    (sp.binomial(2 * d, d) / 4**d, 0, "d^(-1/2)", 1 / math.sqrt(math.pi)),
    (sp.Piecewise((0, sp.Eq(d, 1)), (1 / d, True)), 0, "d^(-1)", 1),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "value", "order", "limit"), KNOWN)
def test_orders_and_limits_are_the_known_ones(formula, value, order, limit):
    found = growth(formula, "d", {"x": balls.exact(Fraction(value))})
    assert found.words == order
    assert float(found.low) <= limit + 1e-12 * abs(limit)
    assert limit - 1e-12 * abs(limit) <= float(found.high)


@pytest.mark.parametrize(("formula", "value"), [known[:2] for known in KNOWN])
def test_values_of_mpmath_lie_in_the_enclosure(formula, value):
    found = growth(formula, "d", {"x": balls.exact(Fraction(value))})
    plain = sp.lambdify([d, x], formula, "mpmath")
    with mpmath.workdps(120), balls.working_precision(300):
        for decades in (found.cutoff, found.cutoff + 1, found.cutoff + 3):
            there = balls.arb(mpmath.nstr(plain(mpmath.mpf(10) ** decades, mpmath.mpf(value)), 60))
            size = found.size_at(decades)
            slack = balls.arb(0, 1) * size * balls.arb("1e-50")
            assert not there < (found.low * size + slack).lower()
            assert not there > (found.high * size + slack).upper()


def test_toward_zero_the_inverse_grows():
    found = growth(sp.sinh(x) / x - 1, "x", {}, toward_zero=True)
    assert (found.words, found.tendency, found.sign) == ("x^2", -1, 1)
    assert float(found.low) < 1 / 6 < float(found.high)
    found = growth(x**-2 * sp.log(1 + x), "x", {}, toward_zero=True)
    assert (found.words, found.tendency, found.range_words) == ("x^(-1)", 1, "0 < x <= 10^-2")


def test_a_fixed_series_is_expanded_at_the_limit_of_its_argument():
    series = sp.Sum(x**k / sp.factorial(k) ** 2, (k, 0, sp.oo)) - 1 - x
    found = growth(series, "x", {}, toward_zero=True)
    assert found.words == "x^2"
    assert float(found.low) <= 0.25 <= float(found.high)


def test_the_last_term_of_a_series_is_its_own():
    terms = [sp.rf(third, n) / sp.rf(3 * third / 2, n) / sp.factorial(n) for n in range(11)]
    known = sum(term * x**n for n, term in enumerate(terms[:10]))
    found = growth(sp.hyper((third,), (3 * third / 2,), x) - known, "x", {}, toward_zero=True)
    assert found.words == "x^10"
    assert float(found.low) <= terms[10] <= float(found.high) < 2 * terms[10]


def test_a_smaller_argument_of_a_series_is_bounded_from_no_later_on():
    """Its remainder is a sum of powers of the argument."""
    gap = sp.hyper((d,), (d / 2,), x / 2) - sp.exp(x)
    cutoffs = [growth(gap, "d", {"x": balls.exact(Fraction(value))}).cutoff for value in (1 / 64, 2, 10)]
    assert cutoffs == sorted(cutoffs)
    assert cutoffs[0] < cutoffs[-1]


def test_exact_cancellation_leaves_nothing():
    for zero in (
        sp.gamma(d + 1) / sp.gamma(d) - d,
        sp.exp(sp.log(d) / 2) - sp.sqrt(d),
        (1 - sp.exp(-4)) ** 2 - 1 + 2 * sp.exp(-4) - sp.exp(-8),
        2**d * 3**d - 6**d,
    ):
        found = growth(zero, "d", {})
        assert (found.sign, found.tendency) == (0, -1)
        assert float(abs(found.high)) < 1e-1  # what is left of Stirling's series is a remainder of high order


def test_what_no_rule_reaches_is_refused():
    for formula in (
        sp.sqrt(sp.log(sp.log(d))),
        sp.sin(d),
        sp.besselj(d, 1),
        sp.gamma(-d),
        sp.Integral(x, (x, 0, d)),
    ):
        with pytest.raises((Unsupported, Unclear)):
            growth(formula, "d", {})


def test_suprema_of_falling_sizes():
    frame = Frame(2)
    decay = Monomial((((Fraction(1), Fraction(0), ()), Fraction(-1)),), logs=Fraction(2))
    size = Speed.of(decay, 3)  # e^-V V^3 log(V)^2
    bound = size.largest(frame)
    for value in (100, 200, 1000):
        assert math.exp(-value) * value**3 * math.log(value) ** 2 <= float(bound.upper())
    with pytest.raises(Unclear):
        Speed.of(Monomial(logs=Fraction(9)), -1).largest(Frame(1))  # log(V)^9/V still rises at V = 10


def test_functions_undo_each_other():
    frame = Frame(2)
    v = Expansion.monomial(frame, power=Fraction(1))
    given = v + Expansion.number(frame, balls.fmpq(3))
    for back in (exp(log(given)), power(power(given, Fraction(1, 2)), Fraction(2))):
        left = (back - given).range()
        assert left.contains(0)
        assert float(abs(left).upper()) < 1e-12


def test_constants_that_divide_both_sides_cancel():
    """a/(1 - e^-4)^2 on both sides: the difference is exactly a multiple of 1/d."""
    below = (1 - sp.exp(-4)) ** 2
    found = growth(1 / below - (1 - 3 / d) / below, "d", {})
    assert found.words == "d^(-1)"
    assert float(found.low) == pytest.approx(3 / (1 - math.exp(-4)) ** 2)
    assert float(found.high) == pytest.approx(3 / (1 - math.exp(-4)) ** 2)


@pytest.mark.parametrize("order", [2, 3])
@pytest.mark.parametrize("exponent", [-1, -3, "1/2", "-5/2"])
def test_a_binomial_series_ends_with_its_remainder(exponent, order):
    """The last coefficient of (1 + 1/V)^e is what the others leave out, times V^order."""
    frame, exponent = Frame(1, order), Fraction(exponent)
    relative = Expansion.number(frame, 1) + Expansion.monomial(frame, power=Fraction(-1))
    ((_, found),) = power(relative, exponent).parts.items()
    with mpmath.workdps(60):
        e = mpmath.mpf(exponent.numerator) / exponent.denominator
        for place in (10, 13, 1000):
            kept = sum(mpmath.binomial(e, k) / mpmath.mpf(place) ** k for k in range(order))
            rest = ((1 + mpmath.mpf(1) / place) ** e - kept) * mpmath.mpf(place) ** order
            assert balls.ball(found.coefficients[-1]).overlaps(balls.arb(mpmath.nstr(rest, 40)))
