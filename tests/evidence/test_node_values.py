"""Values of terms at one place, by definition: special functions, laws, maps of whole rows, entries, what is left open."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest
import scipy
import sympy as sp

from rftheory.claims import (
    ConditionalVariance,
    Covariance,
    Distribution,
    Draw,
    Estimate,
    Expectation,
    Inner,
    Length,
    MeanSquareError,
    Row,
    Variance,
)
from rftheory.domain import Domain, Value, integer, real
from rftheory.evidence.mutants.nodes.frames import cosines_of, frame_of
from rftheory.evidence.mutants.nodes.laws import whole_block
from rftheory.evidence.mutants.nodes.place import NoValue, of_third, place_at, places
from rftheory.evidence.mutants.nodes.values import Values
from rftheory.measured.protocol import Kernel
from rftheory.moments.tuning import best_parameter

x, y, z, Delta = sp.symbols("x y z Delta")
t, a, b, m, k = sp.symbols("t a b m k", real=True)
w = Row("iid", 1)
PAIR = {"d": 3, "x2": "1/2", "y2": "1/3", "xy": "1/4"}
PLUS, MINUS = 1 / 2 + 1 / 3 + 1 / 2, 1 / 2 + 1 / 3 - 1 / 2


def at(numbers: Mapping[str, object], kernel: Kernel = "softmax", sign: int = 1, power: int = 10) -> Values:
    point: dict[str, Value] = {
        name: each if isinstance(each, tuple) else Fraction(str(each)) for name, each in numbers.items()
    }
    return Values(place_at(point, kernel, sign), Domain(), {}, power)


def value(
    term: sp.Expr, numbers: Mapping[str, object] = PAIR, kernel: Kernel = "softmax", sign: int = 1
) -> float:
    found = at(numbers, kernel, sign).value(term)
    return float(np.mean(found))


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (Covariance(Inner(w, x), Inner(w, y)), 1 / 4),
        (Covariance(Inner(w, x) ** 2 + 3, Inner(w, x) ** 2 - 1), 2 * (1 / 2) ** 2),  # 2 |x|^4
        (Variance(Inner(w, Delta)), MINUS),
        (Expectation(sp.Max(Inner(w, x), 0)), math.sqrt(1 / 2 / (2 * math.pi))),
        (Expectation(sp.Min(Inner(w, x), 0)), -math.sqrt(1 / 2 / (2 * math.pi))),
        (Expectation(sp.besselj(0, Inner(w, z))), math.exp(-PLUS / 4) * scipy.special.iv(0, PLUS / 4)),
        (Expectation(sp.besseli(0, Inner(w, z))), math.exp(PLUS / 4) * scipy.special.iv(0, PLUS / 4)),
        (Expectation(sp.hyper((2,), (1,), Inner(w, x))), 3 / 2 * math.exp(1 / 4)),  # 1F1(2; 1; t) = (1 + t) e^t
        (Expectation(sp.hyper((), (sp.S.Half,), Inner(w, x) ** 2 / 4)), math.exp(1 / 4)),  # cosh t
        (Expectation(sp.factorial(Draw("s", Distribution("Rademacher")) + 2)), (1 + 6) / 2),
        # E |t|^(1/2) over positive t alone: a root of a negative number is imaginary
        (sp.re(Expectation(sp.sqrt(Inner(w, Delta)))), (2 * MINUS) ** 0.25 * math.gamma(3 / 4) / math.sqrt(math.pi) / 2),
        (Expectation(sp.Abs(sp.sqrt(Inner(w, Delta)))), (2 * MINUS) ** 0.25 * math.gamma(3 / 4) / math.sqrt(math.pi)),
        (Expectation(sp.Product(Inner(w, x) ** 2 / k, (k, 1, 2))), 3 * (1 / 2) ** 2 / 2),
        (Expectation(sp.Sum(Inner(w, x) ** (2 * k), (k, 0, 2))), 1 + 1 / 2 + 3 * (1 / 2) ** 2),
        (Inner(sp.Indexed("e", 1), sp.Indexed("e", 1)) + Inner(sp.Indexed("e", 1), sp.Indexed("e", 2)), 1.0),
        (Expectation(Inner(w, sp.Indexed("e", 3)) ** 2), 1.0),
        (sp.Function("K")(Delta), math.exp(-MINUS / 2)),
        (sp.Function("g")(Inner(x, y)), math.exp(1 / 4)),
    ],
    ids=str,
)  # fmt: skip
def test_terms_have_their_values(term: sp.Expr, expected: float) -> None:
    assert value(term) == pytest.approx(expected, rel=2e-2)


def test_an_open_function_is_the_polynomial_of_the_point() -> None:
    """a0 + a1 t + a2 t^2, a2 = 0 where nothing says so; a series of factors 1/k! where the point has none."""
    numbers = {**PAIR, "a0": "1/2", "a1": 2, "a2": 3}
    g = sp.Function("g")(Inner(x, x))
    assert value(g, numbers) == pytest.approx(1 / 2 + 2 / 2 + 3 / 4)
    assert value(g, {**PAIR, "a0": "1/2", "a1": 2}) == pytest.approx(1 / 2 + 2 / 2)
    coefficients = sp.Sum(sp.IndexedBase("a")[k], (k, 0, 3))
    assert value(coefficients) == pytest.approx(1 + 1 + 1 / 2 + 1 / 6)
    with pytest.raises(NoValue, match="no function h"):
        value(sp.Function("h")(Inner(x, x)))


def test_entries_of_lists_count_from_zero_and_exponents_from_one() -> None:
    numbers = {"d": 2, "k": (Fraction(3), Fraction(5)), "u": (Fraction(1, 2), Fraction(7))}
    powers, entries = sp.IndexedBase("k"), sp.IndexedBase("u")
    assert value(powers[1] + 10 * powers[2] + sp.Symbol("m"), numbers) == 3 + 50 + 2  # of as many rows
    assert value(entries[0] + 10 * entries[1] * sp.Symbol("d"), numbers) == pytest.approx(1 / 2 + 140)
    for missing in (powers[0], powers[3], entries[2]):
        with pytest.raises(NoValue, match="no entry"):
            value(missing, numbers)


def test_a_branch_is_taken_where_its_condition_is_met() -> None:
    random = Inner(w, x)
    branches = sp.Piecewise((random**2, sp.Symbol("m") > 2), (5 + 0 * random, True))
    assert value(Expectation(branches), {**PAIR, "m": 3}) == pytest.approx(1 / 2, rel=5e-3)
    assert value(
        Expectation(sp.Piecewise((random**2, m > 2), (random**4, True))), {**PAIR, "m": 2}
    ) == pytest.approx(3 / 4, rel=2e-2)
    with pytest.raises(NoValue, match="no branch"):
        value(Expectation(sp.Piecewise((random**2, m > 2), (random**4, m > 9))), {**PAIR, "m": 2})


@pytest.mark.parametrize("s", [1, -1])
def test_products_of_features_have_the_gaussian_kernel_for_their_mean(s: int) -> None:
    """E f1(w, x) f2(w, y) = e^(-|x - y|^2/2) for every A with Re A < 1/8, real or not; crt, (3)."""
    for a_, tolerance in ((sp.Rational(-1, 10), 2e-2), (sp.Rational(-1, 10) + sp.I / 5, 2e-2)):
        real_part, imaginary = (
            Expectation(Draw("p", Distribution(f"{part} f1 f2 of one product of features", a_, s)))
            for part in ("Re", "Im")
        )
        assert value(real_part) == pytest.approx(math.exp(-MINUS / 2), rel=tolerance)
        assert value(imaginary) == pytest.approx(0.0, abs=tolerance)


def test_laws_have_their_moments() -> None:
    any_of = Draw("lam", Distribution("any"))
    moments = {**PAIR, "el2": "1/2", "el1l": "1/10"}  # E lam = E lam (1 - lam) + E lam^2 = 3/5
    assert value(Expectation(any_of), moments) == pytest.approx(3 / 5, rel=1e-2)
    assert value(Expectation(any_of**2), moments) == pytest.approx(1 / 2, rel=1e-2)
    named = {**PAIR, "el2": "1/2", "elam": "1/4"}
    assert value(Expectation(any_of), named) == pytest.approx(1 / 4, rel=2e-2)
    assert value(Variance(any_of), named) == pytest.approx(1 / 2 - 1 / 16, rel=1e-2)
    assert value(Expectation(any_of)) == pytest.approx(1 / 2, rel=1e-2)  # uniform
    assert value(Variance(any_of)) == pytest.approx(1 / 12, rel=1e-2)
    with pytest.raises(NoValue, match="no law has these moments"):
        value(Expectation(any_of), {**PAIR, "el2": "1/4", "elam": 1})
    for law, mean, spread in (
        (Distribution("normal", 2, 9), 2.0, 9.0),
        (Distribution("chi-squared", 5), 5.0, 10.0),
        (Distribution("uniform", 4), 5 / 2, 15 / 12),
        (Distribution("Rademacher"), 0.0, 1.0),
        (Distribution("length of w"), math.sqrt(8 / math.pi), 3 - 8 / math.pi),
    ):
        drawn = Draw("q", law)
        assert value(Expectation(drawn)) == pytest.approx(mean, rel=1e-2, abs=1e-2), law
        assert value(Variance(drawn)) == pytest.approx(spread, rel=3e-2), law
    with pytest.raises(NoValue, match="no law"):
        value(Expectation(Draw("q", Distribution("unheard of"))))


def test_a_length_that_is_given_scales_one_row() -> None:
    given = sp.Eq(Length(w), t, evaluate=False)
    spread = ConditionalVariance(Inner(w, x), given)  # |x|^2 t^2/d
    assert value(spread, {**PAIR, "t": 2}) == pytest.approx(1 / 2 * 4 / 3, rel=1e-2)
    shifted = ConditionalVariance(3 + Inner(w, x), given)
    assert value(shifted, {**PAIR, "t": 2}) == pytest.approx(1 / 2 * 4 / 3, rel=1e-2)


@pytest.mark.parametrize(
    ("features", "numbers", "moment"),
    [
        ("gerf", {"A": "-1/10"}, math.exp(1 / 4)),
        ("gerf", {"A": "-1/10", "s": -1}, math.exp(1 / 4)),
        ("gerf-negative", {"A": "1/20"}, math.exp(1 / 4)),
        ("oprf", {}, math.exp(1 / 4)),
        ("poisson", {"lam": "1/2"}, math.exp(1 / 4)),
        ("geometric", {"p": "1/2"}, math.exp(1 / 4)),
        ("any features", {}, math.exp(1 / 4)),
        ("gaussian-hybrid", {"sigma": "3/4", "rho": 1}, math.exp(1 / 4)),
    ],
)
def test_estimates_by_name_have_the_kernel_for_their_mean(
    features: str, numbers: dict[str, object], moment: float
) -> None:
    rows = sp.Tuple(2, 2) if "hybrid" in features else 2
    estimate = Estimate("iid", features, rows)
    assert value(Expectation(estimate), {**PAIR, **numbers}) == pytest.approx(moment, rel=2e-2)
    gaussian = Estimate("iid", features, rows, kernel="gaussian")
    assert value(Expectation(gaussian), {**PAIR, **numbers}) == pytest.approx(math.exp(-MINUS / 2), rel=2e-2)


def test_the_optimal_map_is_the_generalised_one_at_its_parameter() -> None:
    """Theorem 3.3 of crt, of |x + y|^2; the same rows, so the same draws."""
    parameter = {**PAIR, "A": Fraction(best_parameter(PLUS, 3))}
    one = at(parameter).value(Estimate("iid", "oprf", 2))
    other = at(parameter).value(Estimate("iid", "gerf", 2))
    assert one == pytest.approx(other, rel=1e-9)
    for same, sign in (("gerf", -1), ("gerf-negative", 1), ("gerf-negative", -1)):
        negative = at({**parameter, "s": sign}).value(Estimate("iid", same, 2))
        assert negative == pytest.approx(at({**parameter, "s": -1}).value(Estimate("iid", "gerf", 2)))
        assert negative != pytest.approx(other, rel=1e-3)
    with pytest.raises(NoValue, match="no estimate by 'no such map'"):
        at(PAIR).value(Estimate("iid", "no such map", 2))


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("x, y", math.exp(1 / 4)),
        ("sigma x, sigma y", math.exp(4 / 4)),
        ("sigma x, -sigma x", math.exp(-4 / 2)),
        ("theta = pi", math.exp(-1 / 2)),
        ("x, -x", math.exp(-1 / 2)),
        ("theta = 0", math.exp(1 / 2)),
        ("x, y; theta = 0", math.exp(math.sqrt(1 / 6))),
        ("x, y; theta = pi", math.exp(-math.sqrt(1 / 6))),
    ],
)
def test_estimates_are_at_the_points_that_they_name(where: str, expected: float) -> None:
    numbers = {**PAIR, "sigma": 2}
    trigonometric = Estimate("iid", "trigonometric", 2, where, kernel="softmax")
    assert value(Expectation(trigonometric), numbers) == pytest.approx(expected, rel=2e-2)
    # the error is from the kernel at these points, so it is the variance of an estimate without bias
    error, spread = (value(moment(trigonometric), numbers) for moment in (MeanSquareError, Variance))
    assert error == pytest.approx(spread, rel=2e-2, abs=1e-6)


def test_signs_have_the_angular_kernel() -> None:
    """E sgn(w.x) sgn(w.y) = 1 - 2 theta/pi, and of one row the square is 1: the error of six is a sixth of 1 less its square."""
    estimate, kernel = (
        Estimate("iid", "sgn", 6, kernel="angular"),
        1 - 2 * math.acos(1 / 4 * math.sqrt(6)) / math.pi,
    )
    assert value(Expectation(estimate)) == pytest.approx(kernel, rel=2e-2)
    assert value(MeanSquareError(estimate)) == pytest.approx((1 - kernel**2) / 6, rel=2e-2)


def test_a_gaussian_hybrid_on_a_sphere_has_its_share_of_the_radius() -> None:
    """rho = 1 - e^(-2 sigma^2 r^2) where nothing else is said."""
    place = place_at({"theta": Fraction(1), "r": Fraction(1, 2), "sigma": Fraction(2)}, "softmax", 1)
    assert place.number("rho") == pytest.approx(1 - math.exp(-2 * 4 / 4))


def test_a_pair_that_is_not_known_has_no_value() -> None:
    with pytest.raises(NoValue, match="no pair"):
        value(Expectation(Estimate("iid", "positive", 2, "x, 2y")))


def test_a_place_has_the_invariants_that_its_point_gives() -> None:
    found = place_at({n: Fraction(str(v)) for n, v in PAIR.items()}, "softmax", -1)
    one, other = found.pair
    assert (one @ one, other @ other, one @ other) == pytest.approx((1 / 2, 1 / 3, 1 / 4))
    assert found.vectors["z"] == pytest.approx(one - other)
    assert found.number("v") == pytest.approx(math.sqrt(PLUS))
    assert found.number("z2") == pytest.approx(MINUS)
    assert math.cos(found.number("theta").real) == pytest.approx(1 / 4 / math.sqrt(1 / 6))
    angle = place_at({"theta": Fraction(2), "r": Fraction(1, 2)}, "softmax", 1)
    assert (angle.number("x2"), angle.number("y2"), angle.number("theta")) == pytest.approx((1 / 4, 1 / 4, 2))
    lengths = place_at({"d": Fraction(2), "x2": Fraction(4), "y2": Fraction(1, 4)}, "softmax", 1)
    assert (lengths.number("x2"), lengths.number("y2")) == pytest.approx((4, 1 / 4))
    for name, size in (("v2", 3), ("v", 9), ("length", 9)):
        alone = place_at({name: Fraction(3)}, "softmax", 1)
        assert alone.number("x2") == pytest.approx(size)
        assert alone.number("y2") == 0
        assert alone.number("theta") == 0
    with pytest.raises(NoValue, match="nothing says what q is"):
        found.number("q")


@pytest.mark.parametrize(
    ("name", "given", "third"),
    [
        ("v", Fraction(3), Fraction(1)),
        ("x2", Fraction(9), Fraction(1)),
        ("A", Fraction(3), Fraction(3)),
        ("x", (Fraction(3), Fraction(6)), ("1", "2")),
        ("u", (Fraction(3),), (Fraction(3),)),
        ("x", ((Fraction(3),),), ((Fraction(3),),)),
    ],
)
def test_lengths_are_a_third_and_squares_a_ninth(name: str, given: Value, third: object) -> None:
    assert of_third(name, given) == third


def test_long_inputs_are_shortened_and_other_lists_kept() -> None:
    """Inputs are at most 3/5 long, lengths at most 1; the last place has a third of that."""
    from rftheory.domain import vector

    domain = Domain(
        (vector("x"), vector("y"), vector("c"), real("r", above=0), integer("m", 1)),
        extra=({"x": "30,40", "y": "0,0", "c": "30,40", "r": 7, "m": 5},),
    )
    found = [place for place in places(domain, "softmax", 1) if place.point["c"] == (30, 40)]
    assert found
    for place in found:
        one, other = place.pair
        assert np.linalg.norm(one) <= 3 / 5 + 1e-12
        assert one == pytest.approx(one[0] * np.array([1, 4 / 3]))
        assert one[0] > 0
        assert not other.any()
        assert place.point["r"] in (1, Fraction(1, 3))
        assert place.vectors["c"] == pytest.approx([30, 40])


def test_letters_are_lengths_and_directions_of_the_rows_of_the_claim() -> None:
    """Where a coupling has been drawn, w[k] and u[k] are of its rows; a block has as many as the dimension."""
    values, row = at(PAIR), Row("orthogonal", 2)
    length = values.value(Length(row))
    assert values.value(sp.IndexedBase("w")[2]) == pytest.approx(length)
    along = values.value(Inner(sp.IndexedBase("u")[2], row))
    assert along == pytest.approx(length)
    assert whole_block("orthogonal", 3) == whole_block("any", 3) == 3
    assert whole_block("simplex-full", 3) == 3  # of four
    assert whole_block("iid", 3) == whole_block("no such rows", 3) == 0


def test_a_regular_simplex_has_one_vector_more_than_dimensions() -> None:
    simplex = frame_of("simplex of m rows")
    assert simplex is not None
    assert cosines_of(simplex, 4, 3) == pytest.approx({-1 / 3: 3})
    assert cosines_of(simplex, 3, 2) == pytest.approx({-1 / 2: 2})
    assert cosines_of(simplex, 1, 3) == {}
