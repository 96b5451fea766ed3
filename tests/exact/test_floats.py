"""Formulas over arrays in doubles: held to the certified values, and handed over where doubles cannot."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp

import rftheory
from rftheory import registry
from rftheory.domain import Domain, integer, real
from rftheory.domain.rule import Rule
from rftheory.errors import DomainError, InputError, PrecisionError
from rftheory.exact.floats.arrays import float_array, float_reading
from rftheory.exact.floats.deciding import equal, every, greater, some
from rftheory.exact.floats.functions import exp, gamma, log
from rftheory.exact.floats.rounded import Rounded, power, reciprocal, times
from rftheory.exact.floats.series import hypergeometric
from rftheory.exact.formula import Formula, environment

CURVE = "simrf/thm4.3/orf:rhs"
PAPERS = ("orf", "performer", "hrf", "crt", "simrf", "beyond")
NEAR = 1e-13
a, b, x, y, d = sp.symbols("a b x y d")


def deviation(found: float, value: float) -> float:
    """Relative to the value, or to its logarithm where that is larger than 1."""
    if found == value:
        return 0.0
    return abs(found / value - 1.0) / max(1.0, abs(math.log(abs(value)))) if value else math.inf


def numbers(formula: Formula) -> tuple[str, ...]:
    """The names of a formula of real numbers alone; none where a vector or a complex number is asked for."""
    kinds = [formula.domain[name].kind for name in formula.names]
    return formula.names if set(kinds) <= {"real", "integer"} and not formula.complex_valued else ()


@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_held_is_near_the_certified_value_on_the_whole_domain(paper: str) -> None:
    read = held_points = 0
    for record in registry.records(paper):
        for side, formula in registry.find(record.id).sides.items():
            names = numbers(formula)
            reading = float_reading(formula, names) if names else None
            points = list(formula.domain.points(5, names)) if reading else []
            if reading is None or not points:
                continue
            columns = [np.array([float(point[name]) for point in points]) for name in names]  # type: ignore[arg-type]
            found, held, inside = reading.over(columns, {})
            for place in np.flatnonzero(held & inside).tolist():
                here = {name: column[place].item() for name, column in zip(names, columns, strict=True)}
                value = formula.nearest(formula.point(here))
                assert deviation(found[place], value) <= NEAR, (record.id, side, here)
            read, held_points = read + 1, held_points + int(np.sum(held & inside))
    assert read >= 10
    assert held_points >= read


@pytest.mark.parametrize(
    ("identifier", "given"),
    [
        (CURVE, {"d": 64, "v": np.linspace(0.0, 30.0, 60)}),
        (CURVE, {"d": np.array([2, 3, 64, 1000])[:, None], "v": np.array([0.1, 2.0, 20.0])}),
        ("orf/thm2/bias:lhs", {"d": 8, "z": np.geomspace(1e-6, 30.0, 40)}),
        ("hrf/eq1/link:rhs", {"x2": [1500.0], "y2": [1500.0], "xy": [1499.0]}),
        ("performer/lemma2/positive", {"m": [1, 16], "x2": "0.1", "y2": 2, "xy": Fraction(1, 3)}),
        ("performer/lemma2/positive", {"m": [1, 16], "x": [0.1, 0.2], "y": [0.3, 0.4]}),
        ("beyond/spectral/omega", {"d": 3, "t": np.linspace(0.0, 40.0, 30)}),
    ],
)
def test_values_are_near_the_certified_ones_where_doubles_reach_and_where_not(
    identifier: str, given: Any
) -> None:
    found = rftheory.evaluate(identifier, floats=True, **given)
    wanted = rftheory.evaluate(identifier, **given)
    assert found.shape == wanted.shape
    assert max(map(deviation, found.ravel().tolist(), wanted.ravel().tolist())) <= NEAR


def test_what_doubles_cannot_tell_is_seen_and_certified() -> None:
    formula = registry.find("orf/thm2/bias").sides["lhs"]
    z = np.array([1e-4, 1.0])
    reading = float_reading(formula, ("z",))
    assert reading is not None
    env = environment(formula.point({"d": 8, "z": 1}))
    found, held, inside = reading.over([z], {"d": env["d"]})
    assert held.tolist() == [False, True]
    assert inside.all()
    wanted = rftheory.evaluate("orf/thm2/bias:lhs", d=8, z=z)
    assert deviation(found[0], wanted[0]) > 1e6 * NEAR
    assert rftheory.evaluate("orf/thm2/bias:lhs", d=8, z=z, floats=True)[0] == wanted[0]


def test_membership_is_exact_to_the_last_bit() -> None:
    kernel = "crt/eq1:lhs"
    above = np.nextafter(1.0, 2.0)
    assert rftheory.evaluate(kernel, x2=1.0, y2=1.0, xy=[0.5, 1.0], floats=True)[1] == 1.0
    with pytest.raises(DomainError, match="xy"):
        rftheory.evaluate(kernel, x2=1.0, y2=1.0, xy=[0.5, above], floats=True)
    third = Formula(x, Domain((real("x", "1/3", above=None, below=1),)), ("x",))
    assert float_array(third, {"x": [0.5, np.nextafter(1 / 3, 1.0)]})[0] == 0.5
    for outside in (1 / 3, 1.0, np.nan, -np.inf):
        with pytest.raises(DomainError, match="x"):
            float_array(third, {"x": [0.5, outside]})
    with pytest.raises(DomainError, match="d"):
        rftheory.evaluate(CURVE, d=[2.0, 2.5], v=1.0, floats=True)


def test_numbers_that_are_no_doubles_are_taken_exactly() -> None:
    given = ["0.1", Fraction(1, 3)]
    assert (
        rftheory.evaluate(CURVE, d=64, v=given, floats=True).tolist()
        == rftheory.evaluate(CURVE, d=64, v=given).tolist()
    )
    beyond = Formula(d - 2**53, Domain((integer("d", 1),)), ("d",))
    assert float_array(beyond, {"d": np.array([2**53 + 1, 2**53])}).tolist() == [1.0, 0.0]
    if np.finfo(np.longdouble).nmant > 60:
        wide = np.array([1, 2], dtype=np.longdouble) + np.ldexp(np.longdouble(1), -60)
        assert float_array(Formula(x - 1, Domain((real("x"),)), ("x",)), {"x": wide})[0] == 2.0**-60


def test_clear_errors() -> None:
    with pytest.raises(InputError, match="floats = True asks for arrays"):
        rftheory.evaluate(CURVE, d=64, v=1, floats=True)
    with pytest.raises(InputError, match="missing parameter d"):
        rftheory.evaluate(CURVE, v=[1.0], floats=True)
    with pytest.raises(PrecisionError, match="range of a double"):
        rftheory.evaluate(CURVE, d=64, v=[1.0, 100.0], floats=True)
    assert rftheory.evaluate(CURVE, d=64, v=np.array([]), floats=True).shape == (0,)


ANY = Domain((real("x"), real("y")))
TERMS = [
    (x + y, lambda s, t: s + t),
    (x - y, lambda s, t: s - t),
    (x * y - 1, lambda s, t: s * t - 1),
    (x / y, lambda s, t: s / t),
    ((x + y) ** 3, lambda s, t: (s + t) ** 3),
    (sp.sqrt(x**2 + y**2), lambda s, t: mpmath.sqrt(s * s + t * t)),
    ((x**2) ** (y - 1), lambda s, t: (s * s) ** (t - 1)),
    (sp.exp(x - y), lambda s, t: mpmath.exp(s - t)),
    (sp.log(1 + x**2), lambda s, _: mpmath.log(1 + s * s)),
    (sp.sin(x * y), lambda s, t: mpmath.sin(s * t)),
    (sp.cos(x * y), lambda s, t: mpmath.cos(s * t)),
    (sp.sinh(x - y), lambda s, t: mpmath.sinh(s - t)),
    (sp.cosh(x - y), lambda s, t: mpmath.cosh(s - t)),
    (sp.tanh(x - y), lambda s, t: mpmath.tanh(s - t)),
    (sp.atan(x - y), lambda s, t: mpmath.atan(s - t)),
    (sp.acos(x / (1 + sp.Abs(x))), lambda s, _: mpmath.acos(s / (1 + abs(s)))),
    (sp.erf(x - y), lambda s, t: mpmath.erf(s - t)),
    (sp.erfc(x - y), lambda s, t: mpmath.erfc(s - t)),
    (sp.gamma(x**2 + y**2), lambda s, t: mpmath.gamma(s * s + t * t)),
    (sp.Max(x, y) - sp.Min(x, y), lambda s, t: abs(s - t)),
    (sp.Piecewise((x, x > y), (y, True)), lambda s, t: max(s, t)),
    (sp.Piecewise((1 + x**2, x > y), (7, sp.Eq(x, y)), (3, True)),
     lambda s, t: 1 + s * s if s > t else mpmath.mpf(7 if s == t else 3)),
    (sp.hyper((x**2 + 1,), (y**2 + 1,), x * y), lambda s, t: mpmath.hyp1f1(s * s + 1, t * t + 1, s * t)),
    (sp.hyper((), (y**2 + 1,), x * y), lambda s, t: mpmath.hyp0f1(t * t + 1, s * t)),
    (sp.hyper((1, 2), (3,), x**2 / (x**2 + y**2 + 1)), lambda s, t: mpmath.hyp2f1(1, 2, 3, s * s / (s * s + t * t + 1))),
]  # fmt: skip


def pairs_of_all_sizes() -> Any:
    draws = np.random.default_rng(7)
    pairs = np.concatenate([draws.standard_normal((25, 2)) * 3.0, draws.standard_normal((25, 2)) ** 5])
    pairs[:6] = [[0.0, 1.0], [1.0, 1.0], [2.0, 0.5], [-1.0, -1.0], [1e-9, 1.0], [30.0, -2.0]]
    return pairs.T.copy()


@pytest.mark.parametrize(("expression", "value"), TERMS)
def test_what_is_held_is_near_by_every_rule(expression: sp.Expr, value: Any) -> None:
    columns = pairs_of_all_sizes()
    reading = float_reading(Formula(expression, ANY, ("x", "y")), ("x", "y"))
    assert reading is not None
    found, held, _ = reading.over(list(columns), {})
    assert np.mean(held) >= 0.5
    with mpmath.workdps(60):
        for place in np.flatnonzero(held).tolist():
            exact = value(*map(mpmath.mpf, columns[:, place].tolist()))
            gap = abs(mpmath.mpf(float(found[place])) - exact)
            assert gap <= NEAR * abs(exact) * max(1, abs(mpmath.log(abs(exact))) if exact else 1)


@pytest.mark.parametrize("errors", [(0.0, 0.0), (1e-5, 0.0), (0.0, 1e-6), (1e-5, 1e-6)])
@pytest.mark.parametrize(("expression", "value"), TERMS)
def test_no_number_within_the_errors_of_its_arguments_leaves_the_bound(
    expression: sp.Expr, value: Any, errors: tuple[float, float]
) -> None:
    columns = pairs_of_all_sizes()
    relative, absolute = errors
    reading = float_reading(Formula(expression, ANY, ("x", "y")), ("x", "y"))
    assert reading is not None
    with np.errstate(all="ignore"):
        result = reading.value.run([Rounded(column, *errors) for column in columns], reading.value.fixed({}))
        bounds = np.broadcast_to(result.error(), columns[0].shape)
    known = np.flatnonzero(np.isfinite(bounds) & np.isfinite(result.value))
    assert len(known) >= 20
    with mpmath.workdps(40):
        for place in known.tolist():
            for signs in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                x, y = (
                    mpmath.mpf(entry) * (1 + mpmath.mpf(sign * relative)) + sign * absolute
                    for entry, sign in zip(columns[:, place].tolist(), signs, strict=True)
                )
                gap = abs(mpmath.mpf(float(result.value[place])) - value(x, y))
                assert gap <= mpmath.mpf(float(bounds[place])) * (1 + 1e-14), (columns[:, place], signs)


def known(value: float, relative: float = 0.0, absolute: float = 0.0) -> Rounded:
    return Rounded(np.array([value]), relative, absolute)


@pytest.mark.parametrize(
    ("result", "exact"),
    [
        (times(times(known(1.234e-160), known(1.234e-160)), known(1e300)), "1.234e-160 ** 2 * 1e300"),
        (times(exp(known(-740.0)), exp(known(700.0))), "exp(-40)"),
        (times(power(known(1e-200), known(1.6)), known(1e300)), "1e-200 ** 1.6 * 1e300"),
    ],
)
def test_what_underflow_takes_is_in_the_bound(result: Rounded, exact: str) -> None:
    values = {
        "1.234e-160 ** 2 * 1e300": mpmath.mpf(1.234e-160) ** 2 * mpmath.mpf(1e300),
        "exp(-40)": mpmath.exp(-40),
        "1e-200 ** 1.6 * 1e300": mpmath.mpf(1e-200) ** mpmath.mpf(1.6) * mpmath.mpf(1e300),
    }
    gap = abs(mpmath.mpf(float(result.value[0])) - values[exact])
    assert 1e-13 * values[exact] < gap <= mpmath.mpf(float(np.max(result.error())))


def test_a_point_without_a_value_hides_no_underflow_of_its_neighbours() -> None:
    both = exp(Rounded(np.array([np.nan, -740.0])))
    grown_again = times(both, Rounded(np.full(2, 1e300)))
    gap = abs(mpmath.exp(-740) * mpmath.mpf(1e300) - mpmath.mpf(float(grown_again.value[1])))
    assert gap <= mpmath.mpf(float(grown_again.error()[1]))


def test_where_nothing_is_known_no_bound_is_claimed() -> None:
    for result in (reciprocal(known(2.0, 0.9)), log(known(2.0, 0.9)), exp(known(1.0, 0.9))):
        assert not np.all(np.isfinite(result.error()))
    with np.errstate(all="ignore"):
        assert np.isnan(gamma(known(-0.5)).value[0])
        unended = hypergeometric([known(50.0), known(50.0)], [known(1.0)], known(0.96))
        coarse = hypergeometric([known(2.0)], [known(3.0)], known(100.0, 1e-3))
    assert unended.share()[0] == coarse.share()[0] == np.inf


def test_the_error_of_a_lower_parameter_reaches_kummers_series() -> None:
    with np.errstate(all="ignore"):
        found = hypergeometric([known(2.0)], [known(2.1, 0.0, 1e-5)], known(-10.0))
    for b in (2.1 - 1e-5, 2.1 + 1e-5):
        assert abs(float(mpmath.hyp1f1(2, b, -10)) - found.value[0]) <= found.error()[0] < abs(found.value[0])


def test_conditions_are_decided_where_errors_leave_no_doubt() -> None:
    near, far = known(1.0, 0.0, 0.1), known(0.5)
    told = [
        greater(near, far),
        greater(known(0.95), near),
        greater(near, known(0.95)),
        greater(far, near),
        equal(near, far),
    ]
    assert [(each.yes[0], each.no[0]) for each in told] == [
        (True, False), (False, False), (False, False), (False, True), (False, True),
    ]  # fmt: skip
    maybe, yes, no = equal(near, known(1.05)), greater(near, far), greater(far, near)
    assert (maybe.yes[0], maybe.no[0]) == (False, False)
    assert every(yes, no).no[0]
    assert every(maybe, no).no[0]
    assert not every(maybe, yes).yes[0]
    assert some(maybe, yes).yes[0]
    assert some(no, no).no[0]
    assert not some(no, maybe).no[0]


def test_a_rule_in_words_that_doubles_do_not_read_leaves_all_to_balls() -> None:
    domain = Domain((integer("d", 1),), (Rule(sp.Eq(sp.Mod(d, 2), 0), "even"),))
    formula = Formula(sp.exp(d), domain, ("d",))
    assert float_reading(formula, ("d",)) is None
    assert float_array(formula, {"d": [2, 4]}).tolist() == formula.array(d=[2, 4]).tolist()
    with pytest.raises(DomainError, match="even"):
        float_array(formula, {"d": [2, 3]})
