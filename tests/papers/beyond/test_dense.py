"""Dense features against their definitions in mpmath: quadrature over rows, minimisation, sums over data; extremes; planted mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import mpmath as mp
import pytest
import sympy as sp

from rftheory import registry
from rftheory.context import Context
from rftheory.errors import DomainError
from rftheory.evaluation import evaluate
from rftheory.verdict import Verdict
from rftheory.verification import examine

A, X, Y, Z = (-0.5, 0.0625), (1.0, -0.25), (0.5, 0.125), (-0.5, 0.0)
LISTS = {"a": "-1/2,1/16", "x": "1,-1/4", "y": "1/2,1/8"}
T, LAM, ETA = (0.125, 3.0), (0.125, 0.375), (2.0, 0.0625)
TEXT = {"t": "1/8,3", "lam": "1/8,3/8", "eta": "2,1/16"}
V = [p + q for p, q in zip(X, Y, strict=True)]


def row(f: Callable[[mp.mpf], mp.mpf], variance: float = 1) -> mp.mpf:
    """E f(w), w ~ N(0, variance), by the trapezoidal rule, whose error is far below 1e-20 for these f."""
    s = mp.sqrt(variance)
    return mp.fsum(f(s * k / 5) * mp.npdf(mp.mpf(k) / 5) for k in range(-80, 81)) / 5


def weight(w: mp.mpf, s: float) -> mp.mpf:
    """p/q at a row, p = N(0, 1), q = N(0, s)."""
    return mp.npdf(w) / mp.npdf(w, 0, mp.sqrt(s))


def moment(k: float, power: float = 1, a: tuple[float, ...] = A, v: list[float] = V) -> mp.mpf:
    """E (Z/K)^k with the weight to a power: coordinates of rows N(0, 1-4a)."""
    return mp.fprod(
        row(
            lambda w, e=e, u=u: weight(w, 1 - 4 * e) ** (k * power) * mp.exp(k * (w * u - u * u / 2)),
            1 - 4 * e,
        )
        for e, u in zip(a, v, strict=True)
    )


def mixed(u: tuple[float, ...] | list[float], v: list[float]) -> mp.mpf:
    """E of the product of Z/K at two sums on one row."""
    return mp.fprod(
        row(
            lambda w, e=e, p=p, q=q: weight(w, 1 - 4 * e) ** 2 * mp.exp(w * (p + q) - (p * p + q * q) / 2),
            1 - 4 * e,
        )
        for e, p, q in zip(A, u, v, strict=True)
    )


def kernel(x: tuple[float, ...] = X, y: tuple[float, ...] = Y) -> mp.mpf:
    return mp.exp(mp.fsum(p * q for p, q in zip(x, y, strict=True)))


def objective(r: mp.mpf, t: float) -> mp.mpf:
    return mp.log((1 + r) / (2 * mp.sqrt(r))) + r * t


def rate(t: float) -> mp.mpf:
    """The best eigenvalue by bisection of the slope."""
    return (
        mp.findroot(lambda r: mp.diff(lambda q: objective(q, t), r), (mp.mpf("1e-6"), 1), solver="anderson")
        if t
        else mp.mpf(1)
    )


def least(t: float) -> mp.mpf:
    r = rate(t)
    return objective(r, t)


def angle(f: Callable[[mp.mpf], mp.mpf]) -> mp.mpf:
    """The mean over a uniform angle of a periodic analytic f: equally spaced values."""
    return mp.fsum(f(2 * mp.pi * k / 64) for k in range(64)) / 64


def over(values: tuple[float, ...], f: Callable[[float], mp.mpf]) -> mp.mpf:
    return mp.fsum(f(value) for value in values)


def feature_mean(x: tuple[float, ...]) -> mp.mpf:
    return mp.fprod(
        row(lambda w, e=e, u=u: mp.sqrt(weight(w, 1 - 4 * e)) * mp.exp(w * u - u * u / 2), 1 - 4 * e)
        for e, u in zip(A, x, strict=True)
    )


def attention(z: tuple[float, ...] = Z) -> tuple[mp.mpf, mp.mpf]:
    """Variance and bias by the delta method over both keys."""
    keys = (Y, z)
    total = mp.fsum(kernel(X, key) for key in keys)
    p = [kernel(X, key) / total for key in keys]
    sums = [[q + k for q, k in zip(X, key, strict=True)] for key in keys]
    c = [[mixed(one, two) for two in sums] for one in sums]
    away = (1 - p[0], -p[0])
    pairs = [(i, j) for i in (0, 1) for j in (0, 1)]
    return (
        mp.fsum(p[i] * p[j] * away[i] * away[j] * c[i][j] for i, j in pairs),
        -mp.fsum(p[i] * p[j] * away[i] * c[i][j] for i, j in pairs),
    )


def pair_moment() -> mp.mpf:
    """E Z_1 Z_2/K^2 over an angle and two chi lengths, rows Sigma^(1/2) r u with their weights."""
    s = [1 - 4 * e for e in A]

    def one(u: tuple[mp.mpf, mp.mpf]) -> mp.mpf:
        curve = mp.fsum(e * k * k for e, k in zip(A, u, strict=True))
        slope = mp.fsum(mp.sqrt(q) * k * v for q, k, v in zip(s, u, V, strict=True))
        return mp.quad(
            lambda r: r * mp.exp(2 * curve * r * r - r * r / 2) * mp.cosh(slope * r), [0, 3, 8, 20]
        )

    body = angle(lambda t: one((mp.cos(t), mp.sin(t))) * one((-mp.sin(t), mp.cos(t))))
    return body * mp.fprod(s) * mp.exp(-mp.fsum(v * v for v in V))


def rotated() -> mp.mpf:
    """E Z/K at v = 0 for rows Q Sigma^(1/2) z: two coordinates integrated out as a determinant, the angle by quadrature."""
    s = [3, 1.25]

    def one(t: mp.mpf) -> mp.mpf:
        turn = mp.matrix([[mp.cos(t), -mp.sin(t)], [mp.sin(t), mp.cos(t)]])
        cov = turn * mp.diag(s) * turn.T
        return mp.sqrt(mp.fprod(s)) / mp.sqrt(
            mp.det(mp.eye(2) + (mp.eye(2) - mp.diag([1 / q for q in s])) * cov)
        )

    return angle(one)


ROWS = {**LISTS, "z": "-1/2,0"}
CASES: dict[str, tuple[dict[str, object], Callable[[], mp.mpf]]] = {
    "feature": (
        {"a": LISTS["a"], "w": "1/2,-1", "x": LISTS["x"]},
        lambda: mp.fprod(
            mp.sqrt(weight(mp.sqrt(1 - 4 * e) * w, 1 - 4 * e)) * mp.exp(mp.sqrt(1 - 4 * e) * w * x - x * x / 2)
            for e, w, x in zip(A, (0.5, -1), X, strict=True)
        ),
    ),
    "mean": (
        {**LISTS, "b": "1/2,2", "c": "-1,1/4"},
        lambda: mp.fprod(
            row(lambda w, e=e, b=b, v=v: mp.exp(2 * e * w * w + b * v * w)) * mp.exp(c * (p * p + q * q))
            for e, b, c, v, p, q in zip(A, (0.5, 2), (-1, 0.25), V, X, Y, strict=True)
        ),
    ),
    "weight": ({"a": LISTS["a"], "w": "1/2,-1"}, lambda: mp.sqrt(weight(0.5, 3) * weight(-1, 0.75))),
    "feature-mean": ({"a": LISTS["a"], "x": LISTS["x"]}, lambda: feature_mean(X)),
    "moment": ({**LISTS, "k": "3/2"}, lambda: moment(1.5)),
    "relative": (LISTS, lambda: moment(2)),
    "second-moment:softmax": (LISTS, lambda: moment(2) * kernel() ** 2),
    "second-moment:gaussian": (
        LISTS,
        lambda: moment(2) * mp.exp(-mp.fsum((p - q) ** 2 for p, q in zip(X, Y, strict=True))),
    ),
    "variance": (LISTS, lambda: (moment(2) - 1) * kernel() ** 2),
    "scalar": (
        {"d": 2, "A": "1/16", "x2": 1, "y2": "1/4", "xy": "1/4"},
        lambda: mp.exp(-0.75) * (moment(2, a=(0.0625, 0.0625), v=[mp.sqrt(1.75), 0]) - 1),
    ),
    "cross-moment": (ROWS, lambda: mixed(V, [p + q for p, q in zip(X, Z, strict=True)])),
    "log-mean": (
        LISTS,
        lambda: mp.fsum(
            row(lambda w, e=e, v=v: mp.log(weight(w, 1 - 4 * e)) + w * v - v * v / 2, 1 - 4 * e)
            for e, v in zip(A, V, strict=True)
        ),
    ),
    "log-variance": (
        LISTS,
        lambda: mp.fsum(
            row(lambda w, e=e, v=v: (mp.log(weight(w, 1 - 4 * e)) + w * v) ** 2, 1 - 4 * e)
            - row(lambda w, e=e, v=v: mp.log(weight(w, 1 - 4 * e)) + w * v, 1 - 4 * e) ** 2
            for e, v in zip(A, V, strict=True)
        ),
    ),
    "tail-index": ({"a": "-1,1/8,1/16"}, lambda: mp.mpf(2)),
    "log-objective": (
        {"a": LISTS["a"], "t": TEXT["t"]},
        lambda: mp.log(moment(2, v=[mp.sqrt(t) for t in T])),
    ),
    "log-optimum/r": ({"t": 3}, lambda: rate(3)),
    "log-optimum/sigma": ({"t": 3}, lambda: (1 + 1 / rate(3)) / 2),
    "log-optimum/a": ({"t": 3}, lambda: (1 - 1 / rate(3)) / 8),
    "log-optimum/value": ({"t": TEXT["t"]}, lambda: over(T, least)),
    "plain-gain": ({"t": TEXT["t"]}, lambda: over(T, lambda t: t - least(t))),
    "pair-optimum": ({"v2": 3}, lambda: mp.exp(least(3))),
    "pair-bound:lhs": ({"v2": 3}, lambda: least(3)),
    "pair-bound:rhs": ({"v2": 3}, lambda: mp.log(7) / 2),
    "pair-gain:lhs": ({"d": 4, "v2": 2}, lambda: 4 * least(0.5) - least(2)),
    "pair-gain:rhs": ({"d": 4, "v2": 2}, lambda: mp.mpf(3) / 2 - 2 * mp.log(4)),
    "anisotropy-gain:lhs": ({"t": TEXT["t"]}, lambda: 2 * least(1.5625) - over(T, least)),
    "anisotropy-gain:rhs": ({"t": TEXT["t"]}, lambda: over(T, lambda t: mp.log(1.5625 / t) / 2)),
    "minimax-ball": ({"d": 4, "v2": 2}, lambda: 4 * least(0.5)),
    "regret": ({"t": 3, "t0": "1/2"}, lambda: objective(rate(0.5), 3) - least(3)),
    "regret/limit": ({"c": 4}, lambda: (mp.log(4) - 0.75) / 2),
    "relative-optimum": ({"t": TEXT["t"]}, lambda: mp.sqrt(1.25 * 7)),
    "relative-objective": (
        {"a": "-1/2", "t": "1/8"},
        lambda: row(lambda v: moment(2, a=(-0.5,), v=[v]), 0.125),
    ),
    "two-criteria/log-excess": ({"t": 3}, lambda: objective(mp.mpf(1) / 13, 3) - least(3)),
    "two-criteria/relative-excess": (
        {"t": 3},
        lambda: mp.exp(objective(rate(3), 0)) / mp.sqrt(1 - 6 * rate(3)) / mp.sqrt(7),
    ),
    "mean-square-optimum": ({"lam": TEXT["lam"]}, lambda: row(lambda x: mp.exp(x * x), 0.125) ** 2 * row(lambda x: mp.exp(x * x), 0.375) ** 2),
    "mean-square-optimum:variance": (
        {"lam": TEXT["lam"]},
        lambda: mp.fprod(row(lambda x: mp.exp(x * x), l) ** 2 for l in LAM)
        - mp.fprod(row(lambda x, l=l: mp.exp(2 * l * x * x), l) for l in LAM),
    ),
    "mean-square-objective": (
        {"a": "-1/2", "lam": "1/8"},
        lambda: row(lambda w: weight(w, 3) ** 2 * row(lambda x: mp.exp(2 * w * x - x * x), 0.125) ** 2, 3),
    ),
    "mean-square/plain": (
        {"lam": "1/16"},
        lambda: row(lambda w: row(lambda x: mp.exp(2 * w * x - x * x), 0.0625) ** 2),
    ),
    "log-vs-mean-square": (
        {"lam": "1/8"},
        lambda: 0.75
        * mp.exp(objective(rate(0.25), 0))
        / mp.sqrt((1 - 0.25 - 0.5 * rate(0.25)) * 1.25),
    ),
    "log-vs-mean-square/threshold": ({}, lambda: mp.findroot(lambda l: 2 * l * (1 + 2 * rate(2 * l)) - 1, 0.28)),
    "mean-square-vs-log": (
        {"lam": TEXT["lam"]},
        lambda: over(LAM, lambda l: objective(mp.mpf(1 - 2 * l) / (1 + 6 * l), 2 * l) - least(2 * l)),
    ),
    "floor/softmax": ({"X": [["1", "1/2"], ["0", "-1"]]}, lambda: ((mp.exp(1.25) + mp.e) / 2) ** 2),
    "floor/gaussian:variance": ({"X": [["1", "1/2"], ["0", "-1"]]}, lambda: (1 - mp.exp(-3.25)) / 2),
    "floor/gaussian-variance": (
        {"lam": TEXT["lam"]},
        lambda: 1 - mp.fprod(row(lambda z: mp.exp(-z * z), 2 * l) for l in LAM),
    ),
    "floor/two-laws:gaussian": (
        {"lam": TEXT["lam"], "eta": TEXT["eta"]},
        lambda: mp.fprod(
            mp.quad(
                lambda w, l=l, e=e: mp.sqrt(mp.npdf(w, 0, mp.sqrt(1 + 4 * l)) * mp.npdf(w, 0, mp.sqrt(1 + 4 * e))),
                [-40, -6, 0, 6, 40],
            )
            ** 2
            for l, e in zip(LAM, ETA, strict=True)
        ),
    ),
    "floor/two-laws:softmax": (
        {"lam": "1/8", "eta": "1/2"},
        lambda: row(
            lambda w: mp.sqrt(
                row(lambda x: mp.exp(2 * w * x - x * x), 0.125) * row(lambda x: mp.exp(2 * w * x - x * x), 0.5)
            )
        )
        ** 2,
    ),
    "trig-vs-floor:gaussian": ({"lam": "1/8"}, lambda: (1 + row(lambda z: mp.exp(-2 * z * z), 0.25)) / 2),
    "trig-vs-floor:softmax": (
        {"lam": "1/8"},
        lambda: row(lambda x: row(lambda y: mp.exp(x * x + y * y) * (1 + mp.exp(-2 * (x - y) ** 2)) / 2, 0.125), 0.125),
    ),
    "trig-vs-floor/ratio:gaussian": (
        {"lam": "1/8"},
        lambda: row(lambda z: (1 - mp.exp(-z * z)) ** 2, 0.25) / row(lambda z: 1 - mp.exp(-z * z), 0.25),
    ),
    "balanced/value": ({"lam": TEXT["lam"], "eta": TEXT["eta"]}, lambda: least(1) + least(2 * mp.sqrt(3) / mp.sqrt(128))),
    "balanced/identity": ({"lam": TEXT["lam"], "eta": TEXT["eta"]}, lambda: least(2.125) + least(0.4375)),
    "balanced/trace": (
        {"lam": "1,4", "eta": "2,1/2", "theta": 1},
        lambda: 2 * mp.fsum(mp.sqrt(e) for e in _products()),
    ),
    "norm-balance": ({"x2": 4, "y2": "1/4", "xy": "1/2"}, lambda: mp.mpf(9) / 4),
    "ort/pair": (LISTS, pair_moment),
    "ort/opposite": ({"a": LISTS["a"]}, lambda: angle(lambda t: mp.mpf(9) / 4 / ((3 * mp.cos(t) ** 2 + 0.75 * mp.sin(t) ** 2) * (3 * mp.sin(t) ** 2 + 0.75 * mp.cos(t) ** 2)))),
    "ort/second-order": ({"a": "-1/2,1/16", "x": "1,0", "y": "0,0"}, lambda: -((-2 + 1 - 0.25) ** 2) / mp.mpf(8)),
    "rotated-after": ({"a": "-1/2,-1/16"}, rotated),
    "gram-schmidt": ({"a": LISTS["a"]}, lambda: angle(lambda t: 3 * mp.cos(t) ** 2 / (3 * mp.cos(t) ** 2 + 0.75 * mp.sin(t) ** 2))),
    "no-weight": (LISTS, lambda: moment(1, 0)),
    "double-weight": (LISTS, lambda: moment(1, 2)),
    "sup": ({"a": "-1/2", "x": "1", "y": "1/2"}, lambda: _greatest(lambda w: weight(w, 3) * mp.exp(1.5 * w - 1.125))),
    "sup/feature": ({"a": "-1/2", "x": "1"}, lambda: _greatest(lambda w: mp.sqrt(weight(w, 3)) * mp.exp(w - 0.5))),
    "tail": (
        {"a": "-1/2", "x": "1", "y": "1/2", "m": 10, "eps": "1/2"},
        lambda: 2 * mp.exp(-5 / _greatest(lambda w: weight(w, 3) * mp.exp(1.5 * w - 1.125)) ** 2),
    ),
    "tail/lower": ({**LISTS, "m": 10, "eps": "1/2"}, lambda: mp.exp(-1.25 / moment(2))),
    "attention/variance": (ROWS, lambda: attention()[0]),
    "attention/bias": (ROWS, lambda: attention()[1]),
    "attention/floor": (
        {"x": "1", "y": "1/2", "z": "-1/2"},
        lambda: mp.quad(
            lambda w: abs(mp.npdf(w, 1.5) - mp.npdf(w, 0.5)) / ((1 + mp.e) * (1 + mp.exp(-1))), [-12, 1, 14]
        )
        ** 2,
    ),
    "self-normalised/bias": (LISTS, lambda: mixed([0, 0], [0, 0]) - mixed([0, 0], V)),
    "self-normalised/variance": (LISTS, lambda: mixed(V, V) - 2 * mixed([0, 0], V) + mixed([0, 0], [0, 0])),
    "clip": (
        {"v2": 4, "tau": 3},
        lambda: mp.quad(lambda g: min(mp.exp(2 * g - 2), 3) * mp.npdf(g), [-20, -5, 1 + mp.log(3) / 2, 5, 20]),
    ),
    "eps": ({**LISTS, "eps": "1/4"}, lambda: (feature_mean(X) + feature_mean(Y)) / 4 + mp.mpf(1) / 16),
}  # fmt: skip


def _products() -> list[mp.mpf]:
    """Eigenvalues of XY, X = diag(1, 4), Y = diag(2, 1/2) turned by 1."""
    turn = mp.matrix([[mp.cos(1), -mp.sin(1)], [mp.sin(1), mp.cos(1)]])
    values, _ = mp.eig(mp.diag([1, 4]) * turn * mp.diag([2, 0.5]) * turn.T)
    return [mp.re(value) for value in values]


def _greatest(f: Callable[[mp.mpf], mp.mpf]) -> mp.mpf:
    """The maximum, where the slope of the logarithm is 0."""
    return f(mp.findroot(lambda w: mp.diff(lambda u: mp.log(f(u)), w), 1))


@pytest.mark.parametrize("name", CASES)
def test_values_are_those_of_the_definition(name: str) -> None:
    point, definition = CASES[name]
    with mp.workdps(20):
        found = mp.mpf(str(evaluate(f"beyond/dense/{name}", digits=20, **point)))
        assert abs(found - definition()) <= mp.mpf("1e-13") * max(1, abs(found))


WIDE = {
    "a": ",".join(f"-{k}/7" for k in range(1, 65)),
    "x": ",".join(f"1/{k}" for k in range(1, 65)),
    "y": ",".join(f"-1/{k + 1}" for k in range(1, 65)),
}
EXTREMES = [
    ("relative", WIDE),
    ("variance", {"a": "0", "x": "1e-30", "y": "1e-30"}),
    ("variance", {"a": "0,0", "x": "1,-2", "y": "-1,2"}),
    ("relative", {"a": "0.1249999999999", "x": "100", "y": "100"}),
    ("moment", {"a": "-1e20,1/5", "x": "1,1e9", "y": "0,1", "k": "1.2"}),
    ("log-optimum/a", {"t": "1e-40"}),
    ("log-optimum/r", {"t": "1e40"}),
    ("anisotropy-gain:lhs", {"t": "2,2,2"}),
    ("anisotropy-gain:lhs", {"t": "2,2.000000000000000000000000000001"}),
    ("plain-gain", {"t": ",".join(["1e-20"] * 64)}),
    ("two-criteria/log-excess", {"t": "1e30"}),
    ("mean-square-optimum", {"lam": "0.4999999999999999999999"}),
    ("self-normalised/bias", {"a": "-1e-15", "x": "1e-15", "y": "0"}),
    ("attention/floor", {"x": "1", "y": "2", "z": "2"}),
    ("clip", {"v2": "1e-10", "tau": "1e10"}),
    ("floor/gaussian-variance", {"lam": "0"}),
    ("sup", {"a": "-1e-9", "x": "1", "y": "1"}),
]


@pytest.mark.parametrize(("name", "point"), EXTREMES)
def test_a_thousand_digits_begin_with_fifty(name: str, point: dict[str, object]) -> None:
    few, many = (
        str(evaluate(f"beyond/dense/{name}", digits=digits, **point)).lower().partition("e")
        for digits in (50, 1000)
    )
    assert few[2] == many[2]
    assert few[0][:40] == many[0][:40]
    assert len(many[0]) > 990 or len(few[0]) < 50


@pytest.mark.parametrize(
    ("name", "point", "said"),
    [
        ("relative", {"a": "1/8", "x": "1", "y": "1"}, "every entry of a < 1/8"),
        ("moment", {"a": "1/10", "x": "1", "y": "1", "k": 3}, "4 k a < 1"),
        ("relative", {"a": "0,0", "x": "1", "y": "1"}, "one length"),
        ("rotated-after", {"a": "1/5,-3"}, "|1/s_1 - 1/s_2| < 1"),
        ("log-vs-mean-square", {"lam": "0.281"}, "sqrt(17)"),
        ("tail-index", {"a": "-1,0"}, "some entry of a > 0"),
    ],
)
def test_what_lies_outside_is_said(name: str, point: dict[str, object], said: str) -> None:
    with pytest.raises(DomainError, match=re.escape(said)):
        evaluate(f"beyond/dense/{name}", **point)


STATEMENTS = {
    name: registry.statement(f"beyond/dense/{name}")
    for name in ("mean", "relative", "log-optimum/r", "no-weight")
}
_a, _x, _y = (sp.IndexedBase(name) for name in "axy")
_i = sp.Symbol("i", integer=True, nonnegative=True)


def _planted(name: str, wrong: sp.Expr) -> object:
    """The verdict of the statement with a wrong formula in the place of its side."""
    statement = STATEMENTS[name]
    side = statement.sides[""].with_expression(wrong)
    return examine(replace(statement, sides={**statement.sides, "": side}), Context()).conclusion.verdict


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("mean", 1 - 4 * _a[_i], 1 - 2 * _a[_i]),
        ("relative", 1 - 8 * _a[_i], 1 - 4 * _a[_i]),
        ("relative", _x[_i] + _y[_i], _x[_i] - _y[_i]),
        ("log-optimum/r", sp.Integer(8), sp.Integer(4)),
        ("no-weight", sp.Integer(-2), sp.Integer(-1)),
    ],
)
def test_a_planted_mistake_is_refuted(name: str, before: sp.Expr, after: sp.Expr) -> None:
    right = STATEMENTS[name].sides[""].expression
    wrong = right.xreplace({before: after})
    assert wrong != right
    assert _planted(name, wrong) is Verdict.REFUTED
