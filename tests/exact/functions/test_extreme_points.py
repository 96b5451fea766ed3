"""Values at extreme legal points, through the door that users take: against exact products, recurrences and mpmath."""

from fractions import Fraction

import mpmath as mp
import pytest
import sympy as sp

import rftheory
from rftheory.exact import balls
from rftheory.exact.compilation.compiler import _Compiler
from rftheory.exact.compilation.keeping import Keeping
from rftheory.exact.compilation.reading import HERE, KEPT
from rftheory.exact.compilation.steep import Steep
from rftheory.exact.functions.chi_moments import NormalMoments, SphereMoment
from rftheory.exact.functions.hybrids.angular_maximum import LargestError, LargestH

q = balls.fmpq


def value(identifier, **parameters):
    return rftheory.evaluate(identifier, digits=60, **parameters).scalar()


@pytest.mark.parametrize(
    ("d", "c", "k"),
    [
        (4, "1/2", 10**6),
        (3, "-1", 10**9),
        (10**6, "-1/2", 10**6),
        (10**9, "-2/3", 10**12),
        (1, "-1", 10**7),
    ],
)
def test_angular_integrals_of_huge_powers_obey_their_recurrence(d, c, k):
    """The derivative of s^d (1+cs)^n sqrt(1-s^2) over s = sin f, n = k + 1, integrates to 0."""
    with balls.working_precision(400):
        first, second, third, fourth = (value("simrf/eq22:lhs", d=d, c=c, k=k + i) for i in range(4))
        n, cosine = k + 1, balls.exact(Fraction(c))
        parts = [
            fourth * (d + n + 1),
            third * (-(2 * d + 3 * n + 2)),
            second * ((1 - cosine**2) * (d + n) + 2 * n + 1),
            first * (-(1 - cosine**2) * n),
        ]
        rest, largest = sum(parts, balls.arb(0)), abs(parts[1])
        assert rest.contains(0)
        assert abs(rest) < largest * balls.arb("1e-55")
        assert not (rest + (third - fourth) * (d + n)).contains(0)


def test_the_integral_continues_the_binomial_sum():
    """The recurrence across k = 2000, where the reading changes; and the closed form of c = 0."""
    formula = rftheory.statement("simrf/eq22").sides["lhs"]
    for k in (2000, 2001):
        point = formula.point({"d": 7, "c": "-2/3", "k": k})
        assert formula.enclose(point, 40).overlaps(formula.enclose(point, 40, printed=True))
    with balls.working_precision(260):
        assert value("simrf/eq22:lhs", d=9, c=0, k=10**7).overlaps(value("simrf/eq22:rhs", d=9, k=10**7))


def test_boxes_of_steep_integrands():
    """Over a box of width 1/sqrt(k) the enclosure holds the values in it, and is no wider than they are apart."""
    s, k = sp.Symbol("s", real=True), sp.Symbol("k", positive=True)
    integrand, size = (1 - s) ** k * s**k * sp.exp(-s), q(10**8)
    compiler = _Compiler({}, Keeping(integrand))
    compiler.binds("s")
    body = compiler.compile(integrand)
    steep = Steep(compiler, integrand, s, body)
    with balls.working_precision(200):
        assert steep.suits({"k": size})
        assert not steep.suits({"k": q(100)})
        box = balls.acb(balls.arb("0.5", "1e-4"), balls.arb(0, "1e-4"))
        scope = {"k": size, "s": box, KEPT: {}, HERE: {}}
        direct = balls.acb(body(scope))
        found = steep.at(scope, box)
        for place in (box.real.lower(), q(1, 2), box.real.upper()):
            at = balls.acb(body({**scope, "s": balls.acb(place), HERE: {}}))
            assert found.contains(at)
        assert abs(found).upper() < abs(at).lower() * balls.arb(14).exp()
        assert abs(direct).upper() > abs(at).lower() * balls.arb(1000).exp()
        over_zero = balls.acb(balls.arb(0, "1e-4"))
        at_zero = balls.acb(body({**scope, "s": over_zero, HERE: {}}))
        assert abs(steep.at({**scope, "s": over_zero}, over_zero)).upper() == abs(at_zero).upper()


def test_first_line_of_a_density_in_a_huge_dimension():
    """At c = 0 the first and the last line of (56) are the chi density of 2d degrees of freedom."""
    first, last = (
        rftheory.evaluate(f"simrf/eq56/{line}:rhs", d=10**9, c=0, w=40000).scalar()
        for line in ("line1", "line2")
    )
    assert first.overlaps(last)


@pytest.mark.parametrize(("d", "k"), [(4, (20000, 2)), (5, (16390, 16400)), (3, (0, 40000, 2))])
def test_moments_of_high_orders_are_exact_products(d, k):
    normal = below = 1
    for entry in k:
        for odd in range(1, entry, 2):
            normal *= odd
    for step in range(sum(k) // 2):
        below *= d + 2 * step
    with balls.working_precision(230):
        arguments = [q(entry) for entry in k]
        found = NormalMoments.ball(arguments), SphereMoment.ball(q(d), arguments)
        for one, expected in zip(found, (q(normal), q(normal, below)), strict=True):
            assert balls.ball(one).overlaps(balls.ball(expected))
            assert balls.accuracy_bits(one) > 190


def test_moments_of_any_order():
    assert rftheory.evaluate("performer/eq51", d=4, v=1, k="1000000").value == "0"
    assert rftheory.evaluate("performer/lemma5:lhs", d=1, k="1000001").value == "0"
    # E u^(2n) of one coordinate in R^2 is binom(2n, n)/4^n
    n = 5 * 10**8
    found = rftheory.evaluate("performer/lemma5:lhs", d=2, k=str(2 * n), digits=40)
    with mp.workdps(60):
        expected = mp.exp(mp.loggamma(2 * n + 1) - 2 * mp.loggamma(n + 1) - 2 * n * mp.log(2))
        assert abs(mp.mpf(found.value) / expected - 1) < mp.mpf(10) ** -39


@pytest.mark.parametrize("small", ["1e-3", "1e-9", "1e-40"])
def test_tails_that_are_almost_nothing(small):
    """P[g > x] at x = sqrt(10)/a1 by the continued fraction of the normal tail."""
    found = rftheory.evaluate("performer/lemma4:lhs", m=10, a0=1, a1=small, v=1, a=2, theta=1)
    with mp.workdps(150):
        x = mp.sqrt(10) / mp.mpf(small)
        inner = x
        for n in range(60, 0, -1):
            inner = x + n / inner
        logarithm = -x * x / 2 - mp.log(inner) - mp.log(2 * mp.pi) / 2
        exponent = mp.floor(logarithm / mp.log(10))
        mantissa = mp.exp(logarithm - exponent * mp.log(10))
    digits, power = found.value.split("e")
    assert int(power) == int(exponent)
    assert abs(mp.mpf(digits) - mantissa) < 1e-12


def test_the_largest_error_on_a_huge_sphere():
    """Two readings, one by the cosine itself; both maxima are at angles of about 1/r."""
    with balls.working_precision(200):
        for r in (10**6, 10**9):
            error, printed = LargestError.ball(q(10), q(r)), LargestH.ball(q(10), q(r))
            assert error.overlaps(printed)
            assert balls.accuracy_bits(printed) > 150
    with mp.workdps(60):
        r = mp.mpf(10) ** 9
        a = lambda p: p * (p + (1 - p) / 10) * mp.exp(-4 * r**2 * mp.sin(mp.pi * p / 2) ** 2)
        best = a(mp.findroot(mp.diffun(lambda t: mp.log(a(t))), 1 / (mp.sqrt(2) * mp.pi * r)))
        assert abs(mp.mpf(printed.str(40, radius=False)) / best - 1) < 1e-30


def test_a_rule_with_a_huge_power_is_decided():
    """(1-4A)^(d/2) at d = 10^9 as an interval; at a small d as the rational number that it is."""
    point = {"A": "-1/10", "x2": "1/4", "y2": "1/4", "xy": "1/8"}
    assert float(rftheory.evaluate("crt/thm4.2/legendre", d=4, eps="1/10", **point)) > 0
    assert rftheory.evaluate("crt/thm4.2/legendre", d=10**9, eps="1/10", **point, digits=5).sign == 1
    with pytest.raises(rftheory.DomainError):  # Z_max is about 5^100000, of 69898 digits
        rftheory.evaluate("crt/thm4.2/legendre", d=200_000, eps="1e70000", **{**point, "A": -1})
