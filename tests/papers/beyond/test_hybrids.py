"""Hybrid and complex exponential estimators beyond hrf against sums over w, scans of the angle and minimisations."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import minimize_scalar

from rftheory import registry
from rftheory.context import Context, profile
from rftheory.evaluation import evaluate
from rftheory.evidence.deterministic.threshold import ThresholdCover
from rftheory.verdict import Outcome, Verdict
from rftheory.verification import examine

G = np.linspace(-16, 16, 6401)
LAW = np.exp(-(G**2) / 2) / math.sqrt(2 * math.pi) * (G[1] - G[0])


def value(identifier: str, **parameters: object) -> float:
    return float(evaluate(identifier, digits=18, **parameters))


A, B = complex(0.8, 0.3), complex(1.2, -0.5)
X, Y = 0.7, -0.4
SM = math.exp(X * Y)
ONE = {"A_re": "4/5", "A_im": "3/10", "x": "7/10", "y": "-2/5"}
TWO = {**ONE, "B_re": "6/5", "B_im": "-1/2"}


def estimate(a: complex, sign: int = 1) -> np.ndarray:
    """The complex exponential estimate from one number w: exp(w z - z^2/2 + x y), z = a x + y/a."""
    z = a * X + Y / a
    return np.exp(sign * G * z - z * z / 2) * SM


def test_moments_of_one_complex_exponential_estimate() -> None:
    t = estimate(A)
    assert LAW @ t == pytest.approx(SM)
    second = evaluate("beyond/ce/second-moment", digits=18, **ONE)
    assert complex(second) == pytest.approx(LAW @ t**2)
    for name, expected in (
        ("complex-error", LAW @ abs(t - SM) ** 2),
        ("real-variance", LAW @ (t.real - SM) ** 2),
        ("imag-variance", LAW @ t.imag**2),
        ("antithetic", LAW @ ((t + estimate(A, -1)).real / 2 - SM) ** 2),
    ):
        assert value(f"beyond/ce/{name}", m=3, **ONE) == pytest.approx(expected / 3), name


def test_covariances_at_shared_projections() -> None:
    s, t = estimate(A).real, estimate(B).real
    even = [(estimate(a).real + estimate(a, -1).real) / 2 for a in (A, B)]
    assert value("beyond/ce/covariance", m=2, **TWO) == pytest.approx(LAW @ ((s - SM) * (t - SM)) / 2)
    expected = LAW @ ((even[0] - SM) * (even[1] - SM)) / 2
    assert value("beyond/ce/covariance-antithetic", m=2, **TWO) == pytest.approx(expected)
    lam, share = np.array([0.2, 0.9]), np.array([0.5, 0.5])  # a weight of two values
    errors = [LAW @ (weight * s + (1 - weight) * t - SM) ** 2 for weight in lam]
    found = value("beyond/ce/hybrid", m=1, el2="17/40", el1l="1/8", **TWO)
    assert share @ lam**2 == pytest.approx(17 / 40)
    assert found == pytest.approx(float(share @ errors))


@pytest.mark.parametrize("xy", [(1.0, 2.0), (1.5, -0.5)])
def test_floors_of_real_matrices(xy: tuple[float, float]) -> None:
    x, y = xy
    best = minimize_scalar(
        lambda u: (math.exp(u) * x + y * math.exp(-u)) ** 2, bounds=(-5, 5), method="bounded"
    )
    assert value("beyond/ce/real-floor:loss", xy=x * y) == pytest.approx(best.fun, abs=1e-8)
    assert value("beyond/ce/real-diagonal-floor", x=f"{x},1", y=f"{y},2") == pytest.approx(
        best.fun + 8, abs=1e-8
    )


def cell_mean(form: tuple[float, float, float], centre: tuple[float, float], spread: float) -> float:
    """E exp(u.Mu), u ~ N(centre, spread I) in the plane, by a sum over a grid."""
    line = np.linspace(-9, 9, 721)
    law = np.exp(-(line**2) / 2) / math.sqrt(2 * math.pi) * (line[1] - line[0])
    first, second = (c + math.sqrt(spread) * line for c in centre)
    exponent = form[0] * first[:, None] ** 2 + 2 * form[1] * first[:, None] * second + form[2] * second**2
    return float(law @ np.exp(exponent) @ law)


def test_errors_averaged_over_two_cells() -> None:
    spread, centre = 0.02, (1.0, 1 / 3)
    plain = cell_mean((0, 1, 0), centre, spread)
    for a in (1.0, 2.0):
        expected = cell_mean((a * a, 2, 1 / a**2), centre, spread) - plain
        found = value("beyond/cluster/average-real", m=1, s2="1/50", mu="1", nu="1/3", a=[a])
        assert found == pytest.approx(expected)
    both = cell_mean((1, 0, 1), centre, spread) + cell_mean((-1, 2, -1), centre, spread)
    found = value("beyond/cluster/average-complex", m=2, s2="1/50", mu="1", nu="1/3", a_re="0", a_im="1")
    assert found == pytest.approx((both / 2 - plain) / 2)


@pytest.mark.parametrize("a", [1.0, 2.0])
def test_the_critical_variance_of_a_cell(a: float) -> None:
    largest = np.linalg.eigvalsh(np.array([[a * a, 2], [2, a**-2]]))[-1]
    assert value("beyond/cluster/finite", a=a) == pytest.approx(1 / (2 * largest))


def test_the_best_entry_for_a_spread_cell() -> None:
    def log_mean(u: float) -> float:
        q, spread, v = math.exp(2 * u), 0.05, np.array([1.0, 2.0])
        form = np.array([[q, 2], [2, 1 / q]])
        rest = np.eye(2) - 2 * spread * form
        if np.linalg.eigvalsh(rest)[0] <= 0:
            return math.inf
        return float(v @ form @ np.linalg.solve(rest, v)) - math.log(np.linalg.det(rest)) / 2

    best = minimize_scalar(log_mean, bounds=(-0.8, 1.0), method="bounded", options={"xatol": 1e-10})
    found = value("beyond/cluster/best-a:a", mu=1, nu=2, s2="1/20")
    assert found == pytest.approx(math.exp(best.x), rel=1e-6)
    assert found != pytest.approx(math.sqrt(2), rel=1e-2)  # the entry of the centres


def base_errors(r: float, angle: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """m MSE/SM^2 of SM++ and SMtrig for |x| = |y| = r: cosh t - 1 at t = |x+y|^2 and at t = |x-y|^2."""
    return np.cosh(4 * (r * np.cos(angle / 2)) ** 2) - 1, np.cosh(4 * (r * np.sin(angle / 2)) ** 2) - 1


def share(n: float, p: np.ndarray) -> np.ndarray:
    """E lam^2 of the angular estimate of p by n products of signs."""
    return p * p + p * (1 - p) / n


ANGLES = np.linspace(0, math.pi, 20001)


def worst(n: float, r: float) -> float:
    p, (first, second) = ANGLES / math.pi, base_errors(r, ANGLES)
    return float(np.max(share(n, p) * first + share(n, 1 - p) * second))


def test_base_errors_are_variances() -> None:
    """Against sums over one coordinate of w, along x+y and along x-y."""
    r, angle = 0.6, np.array([1.0])
    plus, minus = 2 * r * math.cos(0.5), 2 * r * math.sin(0.5)
    even = np.cosh(G * plus) * math.exp(-(plus**2) / 2)
    wave = np.cos(G * minus) * math.exp(minus**2 / 2)
    found = base_errors(r, angle)
    assert found[0][0] == pytest.approx(LAW @ even**2 - 1)
    assert found[1][0] == pytest.approx(LAW @ wave**2 - 1)


@pytest.mark.parametrize(("n", "r"), [(1, 1.0), (4, 1.5), (16, 0.8)])
def test_the_error_on_a_sphere_and_its_largest_value(n: int, r: float) -> None:
    angle = 1.1
    p, (first, second) = angle / math.pi, base_errors(r, np.array([angle]))
    el2, rest = share(n, np.array([p]))[0], share(n, np.array([1 - p]))[0]
    expected = (el2 * first[0] + rest * second[0]) / 3
    el1l = (1 - el2 - rest) / 2
    found = value("beyond/sphere/relmse", m=3, r=r, theta=angle, el2=float(el2), el1l=float(el1l))
    assert found == pytest.approx(expected, rel=1e-9)
    largest = worst(n, r) / (2 * math.sinh(2 * r * r) ** 2)
    assert value("beyond/angular/g", n=n, r=r) == pytest.approx(largest, rel=1e-6)
    assert largest < 1


def test_one_sign_mixes_the_base_errors() -> None:
    x2, y2, xy = 1.0, 0.5, 0.25
    p = math.acos(xy / math.sqrt(x2 * y2)) / math.pi
    plus, minus = x2 + y2 + 2 * xy, x2 + y2 - 2 * xy
    errors = [math.exp(2 * xy) * (math.cosh(t) - 1) for t in (plus, minus)]
    found = value("beyond/angular/n1-mixture", m=1, x2=x2, y2=y2, xy=xy)
    assert found == pytest.approx(p * errors[0] + (1 - p) * errors[1])
    assert value("beyond/angular/ends-unequal:relmse", m=2, x2=1, y2=4) == pytest.approx(math.sinh(0.5) ** 2)


def test_a_cover_at_some_of_the_numbers_named_is_a_part() -> None:
    statement = registry.statement("beyond/angular/threshold")
    (cover,) = (check for check in statement.checks if isinstance(check, ThresholdCover))
    found = cover.run(statement, Context(profile=profile("quick")))
    assert (found.outcome, found.in_part) == (Outcome.HOLDS, True)
    narrower = replace(cover, values=cover.values[:1])
    assert not narrower.run(statement, Context(profile=profile("quick"))).in_part


@pytest.mark.parametrize("n", [1, 2, 8])
def test_where_the_bound_of_the_angular_hybrid_stops_to_hold(n: int) -> None:
    threshold = value("beyond/angular/threshold", n=n)
    constant = 1 / math.pi - 1 / (n * math.pi) + 1 / (n * math.sqrt(math.pi))

    def quotient(r: float, part: np.ndarray) -> np.ndarray:
        """(sinh(2r^2 part)/sinh(2r^2))^2 without overflow."""
        fall = np.expm1(-4 * r * r * part) / np.expm1(-4 * r * r)
        return np.exp(-4 * r * r * (1 - part)) * fall**2

    def room(r: float) -> float:
        """The squared bound less the largest squared error, over 2 sinh^2(2r^2)/m."""
        angles = np.linspace(0, min(math.pi, 6 / r), 400001)
        p, c = angles / math.pi, np.cos(angles / 2) ** 2
        errors = share(n, p) * quotient(r, c) + share(n, 1 - p) * quotient(r, 1 - c)
        return constant / (r * r) - float(np.max(errors))

    assert room(threshold * 0.995) > 0 > room(threshold * 1.005)


@pytest.mark.parametrize(("r", "theta"), [(1.0, 1.0), (0.7, 2.0)])
def test_the_best_lambda(r: float, theta: float) -> None:
    first, second = (float(e[0]) for e in base_errors(r, np.array([theta])))
    best = minimize_scalar(lambda lam: lam**2 * first + (1 - lam) ** 2 * second)
    assert value("beyond/lambda/sphere:lambda", r=r, theta=theta) == pytest.approx(best.x, rel=1e-6)
    assert value("beyond/lambda/sphere:relmse", m=2, r=r, theta=theta) == pytest.approx(
        best.fun / 2, rel=1e-9
    )
    both = np.array(base_errors(r, ANGLES[1:-1]))
    largest = float(np.max(both[0] * both[1] / both.sum(axis=0)))
    assert value("beyond/lambda/theorem", m=1, r=r) == pytest.approx(math.sqrt(largest), rel=1e-7)


def test_the_best_lambda_at_shared_projections() -> None:
    """The covariance of both base estimates for x = (x, 0), y = (0, y), by sums over both coordinates."""
    x, y = 1.0, 0.5
    w1, w2 = G[::20][:, None], G[::20][None, :]
    law = np.exp(-(w1**2 + w2**2) / 2) / (2 * math.pi) * (20 * (G[1] - G[0])) ** 2
    positive = np.cosh(w1 * x + w2 * y) * math.exp(-(x * x + y * y) / 2)
    trigonometric = np.cos(w1 * x - w2 * y) * math.exp((x * x + y * y) / 2)
    p, t, c = (
        float(np.sum(law * (u - 1) * (v - 1)))
        for u, v in ((positive, positive), (trigonometric, trigonometric), (positive, trigonometric))
    )
    point = {"x2": 1, "y2": "1/4", "xy": 0}
    assert value("beyond/lambda/shared:lambda", **point) == pytest.approx((t - c) / (p + t - 2 * c))
    assert value("beyond/lambda/shared:value", m=1, **point) == pytest.approx(
        (p * t - c * c) / (p + t - 2 * c)
    )
    assert value("beyond/lambda/optimal:value", m=1, **point) == pytest.approx(p * t / (p + t))


def test_where_the_right_angle_is_worst() -> None:
    threshold = value("beyond/lambda/minimax-threshold", n=2)

    def place(r: float) -> float:
        p, (first, second) = ANGLES / math.pi, base_errors(r, ANGLES)
        return float(ANGLES[np.argmax(share(2, p) * first + share(2, 1 - p) * second)])

    assert place(threshold * 0.98) == pytest.approx(math.pi / 2, abs=1e-3)
    assert abs(place(threshold * 1.02) - math.pi / 2) > 0.05


@pytest.mark.parametrize("r", [1.0, 2.0])
def test_the_linear_hybrid(r: float) -> None:
    first, second = base_errors(r, ANGLES)
    lam = np.sin(ANGLES / 2) ** 2
    largest = math.sqrt(np.max(lam**2 * first + (1 - lam) ** 2 * second))
    assert value("beyond/linear/max:lhs", m=1, r=r) == pytest.approx(largest, rel=1e-6)
    assert largest < value("beyond/linear/max:rhs", m=1, r=r)


def test_second_moment_of_lambda_from_positive_features() -> None:
    sigma, rho, n = 0.5, 0.9, 3
    x2, y2, xy = 2.0, 0.25, -0.25
    wave = np.cosh(G * sigma * math.sqrt(x2 + y2 + 2 * xy)) * math.exp(-(sigma**2) * (x2 + y2))
    mean, square = LAW @ wave, LAW @ wave**2
    expected = (1 - 2 * mean + (square + (n - 1) * mean**2) / n) / rho**2
    found = value("beyond/gaussian/positive-second", n=n, sigma="1/2", rho="9/10", x2=2, y2="1/4", xy="-1/4")
    assert found == pytest.approx(expected)
    r = 0.8
    cosine = np.cos(G * sigma * 2 * r)
    q = math.exp(-2 * sigma**2 * r * r)
    variance = (LAW @ cosine**2 - (LAW @ cosine) ** 2) / n / (1 - q) ** 2
    assert value("beyond/gaussian/end-variance", n=n, sigma="1/2", r="4/5") == pytest.approx(variance)


def number(identifier: str, **parameters: object) -> int:
    found = evaluate(identifier, digits=5, **parameters)
    assert found.radius == "0"
    return int(float(found))


@pytest.mark.parametrize(("r", "best"), [(0.5, 1), (1.0, 2), (2.0, 3), (5.0, 4)])
def test_the_best_split_of_a_number_of_features(r: float, best: int) -> None:
    assert min(range(1, 12), key=lambda n: (n + 1) * worst(n, r)) == best
    assert number("beyond/budget/features:n", r=r) == best


def test_other_budgets_by_trial() -> None:
    shares = {n: worst(n, 2.0) for n in range(1, 20)}
    base = 2 * math.sinh(8.0) ** 2
    projections = min(range(1, 9), key=lambda n: shares[n] / (9 - n))
    assert number("beyond/budget/projections:n", K=9, r=2) == projections
    ratio = math.sqrt(9 * shares[projections] / base / (9 - projections))
    assert value("beyond/budget/projections:ratio", K=9, r=2) == pytest.approx(ratio, rel=1e-6)
    rows = {n: ((9 - n) * 4) // (4 + n) for n in range(1, 9)}
    operations = min((n for n in rows if rows[n]), key=lambda n: shares[n] / rows[n])
    assert number("beyond/budget/flops:n", K=9, d=4, r=2) == operations
    assert number("beyond/budget/flops:m", K=9, d=4, r=2) == rows[operations]
    assert all(n * shares[n] > shares[1] for n in range(2, 20))
    assert value("beyond/budget/products:ratio", n=3, r=2) == pytest.approx(
        math.sqrt(3 * shares[3] / base), rel=1e-6
    )


def test_the_best_number_at_one_angle() -> None:
    p = 1.0 / math.pi
    best = minimize_scalar(lambda n: (n + 1) * (p * p + p * (1 - p) / n), bounds=(0.1, 20), method="bounded")
    assert value("beyond/budget/pointwise", theta=1) == pytest.approx(best.x, rel=1e-5)


@pytest.mark.parametrize(
    ("identifier", "verdict"),
    [
        ("beyond/ce/complex-zero", Verdict.DERIVED),
        ("beyond/linear/identity", Verdict.PROVED),
        ("beyond/lambda/theorem", Verdict.PROVED),
    ],
)
def test_verdicts(identifier: str, verdict: Verdict) -> None:
    assert examine(registry.statement(identifier), Context()).verdict is verdict


def test_labels_of_signs() -> None:
    """E lam^2 by all outcomes of n = 3 signs."""
    p = 0.3
    total = sum(
        (sum(signs) / 3) ** 2 * math.prod(p if s else 1 - p for s in signs)
        for signs in product((0, 1), repeat=3)
    )
    assert share(3, np.array([p]))[0] == pytest.approx(total)


@pytest.mark.parametrize(("angle", "inside"), [(sp.pi, False), (sp.pi * sp.Rational(999, 1000), True)])
def test_the_best_n_at_one_angle_is_claimed_below_pi_alone(angle: sp.Expr, inside: bool) -> None:
    """At pi all n signs agree, so E lam^2 = 1 and (n + 1) E lam^2 has no least value over n > 0."""
    domain = registry.statement("beyond/budget/pointwise").domain
    conditions = [
        condition.xreplace({s: angle for s in condition.free_symbols if str(s) == "theta"})
        for condition in domain.constraints
    ]
    assert bool(sp.And(*conditions)) is inside
