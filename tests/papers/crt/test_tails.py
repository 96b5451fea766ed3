"""Theorem 4.2 and Appendix 9.8 of crt against the normal law of w: tails, ranges, the Legendre transform."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import pytest

from rftheory import registry
from rftheory.context import Context
from rftheory.evaluation import evaluate
from rftheory.verdict import Verdict
from rftheory.verification import examine

mp = mpmath.MPContext()
mp.dps = 30


def value(identifier: str, **parameters: object) -> Any:
    return mp.mpf(evaluate(identifier, digits=26, **parameters).value)


def close(found: Any, expected: Any, digits: int = 18) -> bool:
    return bool(abs(found - expected) <= mp.mpf(10) ** -digits * abs(expected))


def projection(d: int, a: Any, norms: Any, inner: Any, squared: Any) -> Any:
    """Z = f1 f2 of (4), (5) at s = 1, for w.(x+y) and |w|^2."""
    width = 1 - 4 * a
    return width ** (mp.mpf(d) / 2) * mp.exp(2 * a * squared + mp.sqrt(width) * inner - norms)


def between(level: Any, centre: Any, spread: Any) -> Any:
    """P[|g - centre| > sqrt(level/spread)], g ~ N(0, 1)."""
    reach = mp.sqrt(level / spread)
    return mp.ncdf(centre - reach) + 1 - mp.ncdf(centre + reach)


def tail(d: int, a: Any, t: Any, norms: Any, eps: Any) -> Any:
    """P[|Z - K| >= eps]: the component along x+y, and in the plane one conditional normal law beside it."""
    kernel, v = mp.exp(t / 2 - norms), mp.sqrt(t)
    centre = mp.sqrt(1 - 4 * a) * v / (-4 * a)
    top = projection(d, a, norms, centre * v, centre**2)

    def at_most(bound: Any) -> Any:
        if bound <= 0:
            return mp.mpf(0)
        level = mp.log(top / bound) / (-2 * a)  # |w - w0|^2 >= level
        if level <= 0:
            return mp.mpf(1)
        if d == 1:
            return between(level, centre, 1)
        rest = lambda h: 2 * (1 - mp.ncdf(mp.sqrt(level) * mp.cos(h)))
        reach = mp.sqrt(level)
        inside = mp.quad(
            lambda h: mp.npdf(centre + reach * mp.sin(h)) * rest(h) * reach * mp.cos(h),
            mp.linspace(-mp.pi / 2, mp.pi / 2, 5),
        )
        return between(level, centre, 1) + inside

    return 1 - at_most(kernel + eps) + at_most(kernel - eps)


CASES = (
    (1, "-1/2", {"x2": 1, "y2": 4, "xy": 2}, "1/10"),
    (1, "-3", {"x2": "1/4", "y2": "1/4", "xy": "1/4"}, "1/2"),
    (2, "-1", {"x2": 1, "y2": 1, "xy": "1/2"}, "1/4"),
)


def number(text: object) -> Any:
    return mp.fdiv(*map(int, (*str(text).split("/"), "1")[:2]))


@pytest.mark.parametrize(("d", "a", "pair", "eps"), CASES)
def test_deviations_of_one_projection(d: int, a: str, pair: dict[str, object], eps: str) -> None:
    x2, y2, xy = (number(pair[name]) for name in ("x2", "y2", "xy"))
    expected = tail(d, number(a), x2 + y2 + 2 * xy, x2 + y2, number(eps))
    assert close(value("crt/thm4.2/iid:lhs", d=d, A=a, eps=eps, **pair), expected)


def test_the_printed_bound_fails_at_an_optimal_pair() -> None:
    """x = y in the plane with |x|^2 = 4.275 and its optimal A = -9/4: the range lacks (1-4A)^(d/2) = 10."""
    pair = {"x2": "4.275", "y2": "4.275", "xy": "4.275"}
    a, norms, t = mp.mpf("-2.25"), mp.mpf("8.55"), mp.mpf("17.1")
    rho = (mp.sqrt((2 * t + 2) ** 2 + 16 * t) - 2 * t - 2) / (4 * t)
    assert close((1 - 1 / rho) / 8, a)
    exact = tail(2, a, t, norms, mp.mpf(12))
    printed = 2 * mp.exp(-72 * mp.exp(norms / (2 * a)))
    repaired = 2 * mp.exp(-mp.mpf(288) / 100 * mp.exp(norms / (2 * a)))
    assert printed < exact < repaired
    assert close(value("crt/thm4.2/iid:lhs", d=2, A="-9/4", eps=12, **pair), exact)
    bound = {"m": 1, "A": "-9/4", "x2": "4.275", "y2": "4.275", "eps": 12}
    assert close(value("crt/thm4.2/iid:rhs", **bound), printed)
    assert close(value("crt/thm4.2/iid/corrected:rhs", d=2, **bound), repaired)


def test_the_largest_value_of_a_projection() -> None:
    """The supremum over w by a scan, against both ends of the range as printed and corrected."""
    a, t, norms = mp.mpf("-0.5"), mp.mpf(3), mp.mpf(2)
    grid = (mp.mpf(k) / 1000 for k in range(-4000, 4000))
    top = max(projection(1, a, norms, u * mp.sqrt(t), u * u) for u in grid) * mp.sqrt(3)  # d = 2: D^2 = 3
    pair = {"A": "-1/2", "x2": 1, "y2": 1, "xy": "1/2"}
    supremum = value("crt/sec9.8/range/corrected:supremum", d=2, **pair)
    assert -mp.mpf("1e-24") < supremum - top < mp.mpf("1e-5") * top
    assert supremum > value("crt/eq35:rhs", A="-1/2", x2=1, y2=1)
    assert supremum <= value("crt/sec9.8/range/corrected:bound", d=2, A="-1/2", x2=1, y2=1)


def test_one_projection_at_given_vectors() -> None:
    x, y, w = ("1/2", "1/3"), ("1/2", "0"), ("1/4", "1/8")
    a = mp.mpf(-1)
    squares = [mp.fsum(number(v) ** 2 for v in point) for point in (x, y, w)]
    inner = mp.fsum(number(v) * (number(p) + number(q)) for v, p, q in zip(w, x, y, strict=True))
    expected = projection(2, a, squares[0] + squares[1], inner, squares[2])
    point = {"A": -1, "x": ",".join(x), "y": ",".join(y), "w": ",".join(w)}
    assert close(value("crt/eq35:lhs", **point), expected)
    assert close(value("crt/eq35/middle", **point), expected / 5)


def legendre(moments: Callable[[Any], Any], level: Any) -> Any:
    """sup over theta of theta t - log E exp(theta Z), by golden sections of a concave function."""
    f = lambda theta: theta * level - mp.log(moments(theta))
    low, high, share = mp.mpf(0), mp.mpf(60), (mp.sqrt(5) - 1) / 2
    for _ in range(60):
        left, right = high - share * (high - low), low + share * (high - low)
        low, high = (left, high) if f(left) < f(right) else (low, right)
    return f((low + high) / 2)


def test_legendre_transform_of_one_projection() -> None:
    with mp.workdps(20):
        nodes = [mp.mpf(k) / 16 for k in range(-160, 161)]
        weights = [mp.npdf(g) / 16 for g in nodes]
        values = [projection(1, mp.mpf(-1), mp.mpf(2), 2 * g, g * g) for g in nodes]
        moments = lambda theta: mp.fsum(w * mp.exp(theta * z) for w, z in zip(weights, values, strict=True))
        expected = legendre(moments, 1 + mp.mpf("0.25"))  # K = 1 at x = y = 1
    point = {"d": 1, "A": -1, "x2": 1, "y2": 1, "xy": 1, "eps": "1/4"}
    assert close(value("crt/thm4.2/legendre", **point), expected, 10)
    assert close(value("crt/thm4.2/ort:rhs", m=3, **point), mp.exp(-3 * expected), 10)
    assert expected > 0


def test_hoeffding_for_two_points() -> None:
    """Sums of four signs: P[|sum| > t] against the printed bound and the classical one."""
    found = value("crt/eq34:rhs", t=3, a="1,1,1,1", b="1,1,1,1")
    assert close(found, 2 * mp.exp(-mp.mpf(9) / 16))
    assert mp.mpf(2) / 16 <= 2 * mp.exp(-mp.mpf(18) / 16) < found


@pytest.mark.parametrize("identifier", ["crt/eq35", "crt/sec9.8/range"])
def test_false_as_printed(identifier: str) -> None:
    result = examine(registry.statement(identifier), Context())
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample


@pytest.mark.parametrize("identifier", ["crt/eq34", "crt/eq36", "crt/sec9.8/legendre"])
def test_true_as_printed(identifier: str) -> None:
    assert examine(registry.statement(identifier), Context()).verdict in (
        Verdict.PROVED,
        Verdict.CERTIFIED,
        Verdict.DERIVED,
    )
