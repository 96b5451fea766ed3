"""Optimisers: no neighbour of an answer is better, certificates rest on true bounds, limits come out exactly."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest

import rftheory
from rftheory.errors import PrecisionError
from rftheory.exact import balls
from rftheory.exact.optimal import covering, dense, discrete, geometric, gerf, hybrid, oprf, poisson
from rftheory.exact.optimal.conformity import BlockConformity, gram_of, rational_directions
from rftheory.exact.optimal.landscape import Surface
from rftheory.exact.optimal.optimum import Certifier, Optimum
from rftheory.report.values.optimum import optimum_document

STEP = F(1, 10**6)
PAIRS = [
    ([F(3, 10), F(11, 10), F(2), F(-7, 10)], [F(1), F(1), F(-1), F(1)]),
    ([F(5)], [F(1, 2)]),
    ([F(1), F(0)], [F(1, 1000), F(1)]),
]
STATISTICS = [
    (d, F(plus), F(minus))
    for (d, plus), minus in zip(
        itertools.product((2, 8, 64, 256), ("0.01", "0.5", 4, 30, 400)),
        itertools.cycle(["0.01", 30, "0.3", 3, "1.1", 200, "0.002"]),
        strict=False,
    )
]


def _middle(value: object) -> F:
    low, high = value.lower, value.upper  # type: ignore[attr-defined]
    return (low + high) / 2


def _ball(value: object) -> object:
    return balls.exact(_middle(value))


def _worse(perturbed: object, found: Optimum) -> bool:
    """Whether a ball lies certainly above the certified objective."""
    return bool(perturbed > balls.ball(balls.exact(found.objective.upper)))


@pytest.mark.parametrize(("d", "v2"), [(1, F(1)), (64, F(4)), (256, F(1, 100)), (2, F(400)), (10**6, F(10))])
def test_no_neighbour_of_the_best_real_a_is_better(d: int, v2: F) -> None:
    found = oprf.optimise(d, v2, 40)
    assert found.certificate.status == "global"
    with balls.working_precision(300):
        for factor in (1 + STEP, 1 - STEP):
            a = _ball(found.parameters["A"]) * balls.exact(factor)
            assert _worse(oprf.objective(balls.fmpq(d), balls.exact(v2), a), found)


@pytest.mark.parametrize(("d", "plus", "minus"), STATISTICS)
def test_no_complex_neighbour_is_better(d: int, plus: F, minus: F) -> None:
    found = gerf.optimise(d, plus, minus, 40)
    assert found.certificate.status == "global"
    a, s = _middle(found.parameters["A"]), int(_middle(found.parameters["s"]))
    size, t, z = balls.fmpq(d), balls.exact(plus), balls.exact(minus)
    with balls.working_precision(400):
        for turn in range(8):
            step = [
                F(round(1e9 * part(math.pi * turn / 4)), 10**9) * a * STEP for part in (math.cos, math.sin)
            ]
            moved = balls.gauss(balls.exact(a + step[0]), balls.exact(step[1]))
            assert _worse(gerf.objective(size, s, t, z, moved), found)
        other = _ball(found.others["other_sign_A"])
        assert _worse(gerf.objective(size, -s, t, z, other), found)


def _plain(d: int, s: int, u: float, sigma: float, theta: float) -> float:
    """log(E (Re Z)^2/K^2) from (6) in plain complex arithmetic."""
    w = mpmath.exp(mpmath.mpc(sigma, theta))
    first = ((1 + w) / (2 * mpmath.sqrt(w))) ** d * mpmath.exp(s * u / w)
    power = u * (-s / 2 + (s + abs(1 + w)) / (2 * w.real))
    size = (abs(1 + w) / (2 * mpmath.sqrt(w.real))) ** d * mpmath.exp(power)
    return float(mpmath.log((first.real + size) / 2))


CASES = [(1, 1, 0.5), (3, 1, 2.0), (8, -1, 0.3), (2, -1, 3.0), (16, 1, 6.0), (64, -1, 0.01)]


@pytest.mark.parametrize(("d", "s", "u"), CASES)
def test_bounds_of_the_half_plane_hold(d: int, s: int, u: float) -> None:
    surface = Surface(balls.fmpq(d), s, balls.arb(u))
    edges = (covering._left, covering._right) if s > 0 else (covering._sides, covering._sides)
    for sigma, theta in itertools.product(np.linspace(-2.5, 2.5, 21), np.linspace(0, 1.5, 16)):
        value = _plain(d, s, u, sigma, theta)
        middle, radius = (balls.arb(sigma), balls.arb(theta)), balls.arb(0, 0.04)
        assert float(surface.value(*middle)) == pytest.approx(value, rel=1e-8, abs=1e-8)
        below = surface.lower(middle[0] + radius, middle[1] + radius)
        assert below is None or float(below) <= value + 1e-9
        if theta > 0:
            assert float(covering._top(surface, balls.arb(theta))) <= value + 1e-9
        if sigma:
            assert float(edges[int(sigma > 0)](surface, balls.arb(abs(sigma)))) <= value + 1e-9


@pytest.mark.parametrize(("d", "s", "u"), CASES)
def test_derivatives_of_the_landscape(d: int, s: int, u: float) -> None:
    surface, h = Surface(balls.fmpq(d), s, balls.arb(u)), 1e-4
    for sigma, theta in ((0.3, 0.2), (-0.4, 0.6), (0.0, 0.1)):

        def at(i: int, j: int, sigma: float = sigma, theta: float = theta) -> float:
            return _plain(d, s, u, sigma + i * h, theta + j * h)

        found = surface.curves(balls.arb(sigma), balls.arb(theta))
        assert found is not None
        slopes, curves = found
        assert [float(x) for x in slopes] == pytest.approx(
            [(at(1, 0) - at(-1, 0)) / (2 * h), (at(0, 1) - at(0, -1)) / (2 * h)], rel=1e-5, abs=1e-5
        )
        mixed = (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4 * h * h)
        plain = [
            (at(1, 0) + at(-1, 0) - 2 * at(0, 0)) / h**2,
            mixed,
            (at(0, 1) + at(0, -1) - 2 * at(0, 0)) / h**2,
        ]
        assert [float(x) for x in curves] == pytest.approx(plain, rel=1e-4, abs=1e-4)


def test_a_level_above_the_minimum_leaves_boxes_and_one_below_leaves_none_off_the_line() -> None:
    surface = Surface(balls.fmpq(8), 1, balls.arb(2))
    least = oprf.objective(balls.fmpq(8), balls.fmpq(2), oprf.a_of(balls.fmpq(8), balls.fmpq(2)))
    assert covering.cover(surface, least.upper()).kept > 0
    assert covering.cover(surface, (least - balls.arb("0.1")).upper()).kept == 0


def test_a_certificate_stops_at_a_false_step() -> None:
    with pytest.raises(PrecisionError, match="fails at the step: no"):
        Certifier().require(balls.arb(0, 1) > 0, "no")


@pytest.mark.parametrize(("x", "y"), PAIRS)
def test_no_neighbouring_rate_is_better(x: list[F], y: list[F]) -> None:
    found = poisson.optimise(x, y, 40)
    rates = [_middle(rate) for rate in found.parameters["lambdas"]]  # type: ignore[union-attr]
    with balls.working_precision(300):
        here = poisson.objective(x, y, [balls.exact(rate) for rate in rates])
        assert abs(here - _ball(found.others["with_lambdas"])) < balls.arb("1e-36")
        for factor in (1 + STEP, 1 - STEP):
            rate = _ball(found.parameters["lambda"]) * balls.exact(factor)
            common = sum(
                (
                    rate + balls.exact((a * b) ** 2) / rate - balls.exact(a * a + b * b)
                    for a, b in zip(x, y, strict=True)
                ),
                balls.arb(0),
            )
            assert _worse(common, found)
            for place, own in enumerate(rates):
                if own:
                    moved = [balls.exact(r * factor if i == place else r) for i, r in enumerate(rates)]
                    assert poisson.objective(x, y, moved) > balls.exact(found.others["with_lambdas"].upper)


@pytest.mark.parametrize(("x", "y"), PAIRS)
def test_no_neighbouring_geometric_parameter_is_better(x: list[F], y: list[F]) -> None:
    found = geometric.optimise(x, y, 40)
    with balls.working_precision(300):
        p = _middle(found.parameters["p"])
        for moved in (p * (1 - STEP), min(p * (1 + STEP), (1 + p) / 2)):
            assert _worse(geometric.objective(x, y, balls.exact(moved)), found)


@pytest.mark.parametrize("digits", [20, 50, 310])
def test_a_geometric_parameter_nearer_to_1_than_its_digits_tell_is_certified(digits: int) -> None:
    """psi(p) = -log p + t^2/(1-p) + O(t^4/(1-p)^2) has its minimum where 1 - p is near t = 10^-300."""
    found = geometric.optimise([F(1)], [F(1, 10**300)], digits)
    assert found.certificate.attained
    (ends,) = (step.values for step in found.certificate.steps if step.values)
    for name in ("low", "high"):
        assert ends[name].upper < 1
        assert abs((1 - ends[name].upper) * 10**300 - 1) < STEP
    if digits > 300:
        assert abs((1 - _middle(found.parameters["p"])) * 10**300 - 1) < STEP


@pytest.mark.parametrize(("x", "y"), PAIRS)
def test_no_neighbouring_common_law_is_better(x: list[F], y: list[F]) -> None:
    found = discrete.optimise(x, y, 30)
    with balls.working_precision(240):
        best = balls.ball(balls.exact(found.others["common_law"].upper))
        masses = discrete.common_masses(x, y, 200)
        for place in range(min(4, len(masses))):
            for factor in (1 + STEP, 1 - STEP):
                moved = [mass * balls.exact(factor) if k == place else mass for k, mass in enumerate(masses)]
                assert discrete.objective(x, y, moved) > best
        assert not discrete.objective(x, y, masses) > best + balls.arb(10) ** -25


def test_the_common_law_of_the_statements_example() -> None:
    found = rftheory.optimize("discrete", x="0.3,1.1,2,0.7", y="1,1,1,1")
    norms = F(9, 100) + F(121, 100) + 4 + F(49, 100) + 4
    assert float(_middle(found.others["common_law"]) + norms) == pytest.approx(9.1997, abs=5e-5)


@pytest.mark.parametrize("what", ["poisson", "geometric"])
def test_where_all_products_vanish_the_infimum_is_not_attained(what: str) -> None:
    found = rftheory.optimize(what, x="0,1", y="1,0")
    assert not found.certificate.attained
    assert found.objective.value.rstrip("0").rstrip(".") == "-2"


def test_pairs_without_variance_need_no_search() -> None:
    for x, y, s in (("1,2", "-1,-2", 1), ("1,2", "1,2", -1)):
        found = rftheory.optimize("gerf", x=x, y=y)
        assert (found.objective.value, _middle(found.parameters["A"]), _middle(found.parameters["s"])) == (
            "0",
            0,
            s,
        )
    assert rftheory.optimize("oprf", d=4, v2=0).objective.value == "0"


def test_data_sets_are_averaged_over_pairs() -> None:
    xs, ys = [[F(1), F(2)], [F(0), F(-1)], [F(3), F(1)]], [[F(1, 2), F(0)], [F(1), F(1)]]
    plus, minus = (
        sum(sum((a + s * b) ** 2 for a, b in zip(x, y, strict=True)) for x in xs for y in ys) / F(6)
        for s in (1, -1)
    )
    by_points, by_averages = (
        rftheory.optimize("gerf", X=xs, Y=ys),
        rftheory.optimize("gerf", d=2, plus2=plus, minus2=minus),
    )
    assert optimum_document(by_points, {}) == optimum_document(by_averages, {})


@pytest.mark.parametrize(
    "parameters", [{"d": 6}, {"norms": "1,2,5,1/2"}, {"norms": "1,3/2,2", "d": 5, "v": 2}]
)
def test_no_neighbouring_block_is_better(parameters: dict[str, object]) -> None:
    found = rftheory.optimize("coupling", **parameters)
    assert found.certificate.status == "global"
    step = next(step for step in found.certificate.steps if "gap" in step.values)
    gap, directions = step.values["gap"].upper, found.parameters["directions"]
    vectors = np.array([[float(_middle(entry)) for entry in row] for row in directions])  # type: ignore[union-attr]
    norms = rftheory.optimization._norms(  # type: ignore[attr-defined]
        {"norms": tuple(map(F, parameters["norms"].split(",")))} if "norms" in parameters else {"d": F(6)}  # type: ignore[attr-defined]
    )
    block = BlockConformity(tuple(norms), vectors.shape[1], F(int(str(parameters.get("v", 1)))))
    for place in range(vectors.size):
        moved = vectors.copy()
        moved.flat[place] += 1e-6
        value = block.conformity(gram_of(rational_directions(moved)))
        assert value > balls.ball(balls.exact(found.objective.lower - gap))
        assert float(value) > float(_middle(found.objective)) * (1 - 1e-13)


def test_the_dual_bound_holds_for_other_blocks() -> None:
    block = BlockConformity((F(1), F(2), F(3), F(5, 2)), 4, F(1))
    bounds = []
    for shift in range(4):
        vectors = np.cos(np.arange(16.0).reshape(4, 4) ** 2 + shift)
        gram = gram_of(rational_directions(vectors))
        assert [gram[i][i] for i in range(4)] == [1] * 4
        bounds.append((block.conformity(gram), block.bound(gram)))
    assert all(value > bound for value, _ in bounds for _, bound in bounds)


def test_simplex_plus_is_reported_with_its_gap() -> None:
    found = rftheory.optimize("simplex-plus", d=6)
    assert 0 < float(found.others["relative_gap_to_optimised"]) < 0.02
    assert float(found.others["relative_gain_over_simplex"]) > 0
    assert _middle(found.parameters["worse_than_simplex"]) == 0


@pytest.mark.parametrize("budget", ["features", "products", "projections", "flops"])
def test_no_other_split_of_a_budget_is_better(budget: str) -> None:
    total, d, r = 40, 5, F(3, 2)
    found = hybrid.optimise(budget, total, d, r, 20)
    kind = hybrid.BUDGETS[budget]
    costs: dict[str, Callable[[int, int], int]] = {
        "features": lambda m, n: 4 * m * (n + 1),
        "products": lambda m, n: m * n,
        "projections": lambda m, n: m + n,
        "flops": lambda m, n: -(-((m + n) * d + m * n) // d),
    }
    for n in range(1, kind.last(total, d) + 1):
        m = kind.rows(total, d, n)
        assert costs[budget](m, n) <= total < costs[budget](m + 1, n)
    with balls.working_precision(100):
        for n in range(1, kind.last(total, d) + 1):
            error = hybrid.objective(n, kind.rows(total, d, n), r)
            assert not error < balls.ball(balls.exact(found.objective.lower))


def test_the_best_numbers_of_sign_features_of_the_statements() -> None:
    for r, n in (("0.5", 1), ("1", 2), ("2", 3), ("5", 4)):
        found = rftheory.optimize("hybrid", budget="features", K=4 * 60 * 7 * 11, r=r)
        assert _middle(found.parameters["n"]) == n


def test_no_neighbouring_eigenvalue_is_better() -> None:
    sizes = [F(1), F(1, 10), F(40), F(1, 10**6)]
    found = dense.optimise(sizes, 40)
    with balls.working_precision(300):
        best = [_ball(value) for value in found.parameters["A"]]
        for place in range(len(sizes)):
            for factor in (1 + STEP, 1 - STEP):
                moved = [a * balls.exact(factor) if k == place else a for k, a in enumerate(best)]
                assert _worse(dense.objective(moved, [balls.exact(t) for t in sizes]), found)


def test_no_neighbouring_matrix_has_a_smaller_mean_square() -> None:
    lam = [F(1, 10), F(2, 5)]
    found = dense.mean_square(lam, 40)
    with balls.working_precision(300):
        best = [_ball(value) for value in found.parameters["A"]]
        for place in range(len(lam)):
            for factor in (1 + STEP, 1 - STEP):
                moved = [a * balls.exact(factor) if k == place else a for k, a in enumerate(best)]
                assert _worse(dense.square_objective(moved, [balls.exact(each) for each in lam]), found)


def test_the_scalar_case_is_that_of_one_parameter() -> None:
    scalar = oprf.optimise(4, F(3), 60)
    found = dense.optimise([F(3, 4)] * 4, 60)
    assert {value.value for value in found.parameters["A"]} == {scalar.parameters["A"].value}
    assert found.objective.value == scalar.objective.value
    assert gerf.optimise(4, F(3), F(100), 60).parameters["A"].value == scalar.parameters["A"].value


def test_no_other_balance_is_better() -> None:
    found = dense.balance([F(1)], [F(3)], 40)
    with balls.working_precision(300):
        for factor in (1 + STEP, 1 - STEP):
            m = _ball(found.parameters["M"][0]) * balls.exact(factor)
            size = m * m + 3 / (m * m)
            assert _worse(dense.objective([oprf.a_of(balls.fmpq(1), size)], [size]), found)
