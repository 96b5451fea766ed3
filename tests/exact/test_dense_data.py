"""The best matrix from points: the exact second moment, eigenvalues against mpmath, the matrix against pairs one by one."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest

import rftheory
from rftheory.errors import InputError, PrecisionError
from rftheory.exact import balls
from rftheory.exact.optimal.dense_data import _compare, _spectrum, second_moment
from rftheory.exact.optimal.optimum import Certifier

RNG = np.random.default_rng(0)
X = RNG.normal(size=(7, 3)) * np.array([1.5, 0.6, 0.1])
Y = RNG.normal(size=(5, 3)) * 0.5 + 0.2


def exact(points: Any) -> list[list[Fraction]]:
    return [[Fraction(float(entry)) for entry in row] for row in points]


def brute(x: list[list[Fraction]], y: list[list[Fraction]]) -> list[list[Fraction]]:
    """The mean of (x + y)(x + y)^T over all pairs, term by term."""
    sums = [[a + b for a, b in zip(p, q, strict=True)] for p, q in itertools.product(x, y)]
    d = len(sums[0])
    return [[sum((v[i] * v[j] for v in sums), Fraction(0)) / len(sums) for j in range(d)] for i in range(d)]


def numbers(values: Any) -> list[Any]:
    return [value.value for value in values]


def test_the_second_moment_is_exact_and_its_spectrum_mpmaths() -> None:
    t = brute(exact(X), exact(Y))
    whole, scale = second_moment(exact(X), exact(Y))
    assert [[Fraction(entry, scale) for entry in row] for row in whole] == t
    found = rftheory.optimize("dense", X=X, Y=Y, digits=40)
    with mpmath.workdps(60):
        matrix = mpmath.matrix([[mpmath.mpf(e.numerator) / e.denominator for e in row] for row in t])
        expected = sorted(mpmath.eigsy(matrix, eigvals_only=True))
        for one, other in zip(numbers(found.parameters["t"]), expected, strict=True):
            assert abs(mpmath.mpf(one) - other) < mpmath.mpf(10) ** -38 * other


def test_the_matrix_is_best_over_the_pairs_themselves() -> None:
    """The objective by its definition, the mean over all pairs of log E Z^2/K^2, at the doubles and at others near them."""
    found = rftheory.optimize("dense", X=X, Y=Y)
    rows: Any = found.parameters["matrix"]
    best = np.array([[float(entry) for entry in row] for row in rows])
    sums = (X[:, None] + Y[None]).reshape(-1, 3)

    def mean_log(a: Any) -> float:
        r = np.linalg.inv(np.eye(3) - 8 * a)
        first = math.log(np.linalg.det((np.eye(3) + r) / 2)) - math.log(np.linalg.det(r)) / 2
        return first + float(np.mean(np.sum((sums @ r) * sums, axis=1)))

    assert mean_log(best) == pytest.approx(float(found.objective), rel=1e-13)
    for _ in range(20):
        other = best + 0.01 * RNG.standard_normal((3, 3))
        assert mean_log((other + other.T) / 2) > mean_log(best)


def test_round_points_are_the_scalar_case() -> None:
    points = [[s * Fraction(2, 3) * (i == j) for j in range(4)] for i in range(4) for s in (1, -1)]
    found = rftheory.optimize("dense", X=points)
    scalar = rftheory.optimize("oprf", X=points, Y=points)
    assert set(numbers(found.parameters["A"])) == {scalar.parameters["A"].value}  # type: ignore[union-attr]
    assert found.objective.value == scalar.objective.value
    gerf = rftheory.optimize(
        "gerf", d=4, plus2="8/9", minus2=100
    )  # far apart, where s = 1 and a real A are best
    assert gerf.objective.value == found.objective.value


def test_directions_without_points_have_eigenvalue_zero_exactly() -> None:
    found = rftheory.optimize("dense", X=[["1/3", "2/3", 0], ["1/7", "2/7", 0]])
    t, a = found.parameters["t"], found.parameters["A"]
    assert numbers(t)[:2] == numbers(a)[:2] == ["0", "0"]
    assert (t[0].radius, t[1].radius) == ("0", "0")  # type: ignore[union-attr, index]
    assert float(t[2]) > 0.0  # type: ignore[arg-type, index]
    assert rftheory.optimize("dense", X=[[0, 0], [0, 0]]).objective.value == "0"


def test_a_wrong_matrix_has_no_certificate() -> None:
    whole, scale = second_moment(exact(X), exact(Y))
    sizes = _spectrum(Certifier(), whole, scale, 30)
    rows: Any = rftheory.optimize("dense", X=X, Y=Y).parameters["matrix"]
    right = [[float(entry) for entry in row] for row in rows]
    _compare(Certifier(), right, whole, scale, sizes, 30)
    for wrong, said in (
        ([[entry * 1.001 for entry in row] for row in right], "larger than the least one"),
        ([[(i == j) * 0.2 for j in range(3)] for i in range(3)], "8A < I"),
    ):
        with pytest.raises(PrecisionError, match=said):
            _compare(Certifier(), wrong, whole, scale, sizes, 30)
    with balls.working_precision(128):
        assert [float(p.mid()) for p in balls.pivots([[balls.fmpq(1), balls.fmpq(2)], [balls.fmpq(2), balls.fmpq(1)]])] == [1.0, -3.0]  # type: ignore[attr-defined]  # fmt: skip


def test_the_command_reads_archives_and_writes_the_matrix(tmp_path: Any, command: Any) -> None:
    np.savez(tmp_path / "both.npz", q=X, k=Y)
    np.savez(tmp_path / "one.npz", X)
    both, file = f"{tmp_path}/both.npz", str(tmp_path / "a.npy")
    answer = command(["optimize", "dense", f"X=@{both}:q", f"Y=@{both}:k", "-o", file])
    assert (answer.code, answer.err) == (0, f"wrote {file}\n")
    rows: Any = rftheory.optimize("dense", X=X, Y=Y).parameters["matrix"]
    assert np.load(file).tolist() == [[float(entry) for entry in row] for row in rows]
    assert "its positive eigenvalues are enclosed" in answer.out
    drawn = command(["simulate", "iid-dense", "x=1,0,0", "y=0,1/2,0", "m=2", f"A=@{file}", "--draws", "99"])
    assert "mean squared error" in drawn.out
    assert command(["optimize", "dense", f"X=@{tmp_path}/one.npz", "--digits", "3"]).code == 0
    for call, said in (
        ([f"X=@{both}"], "holds q, k; allowed: @FILE.npz:NAME"),
        ([f"X=@{both}:v"], "holds q, k; allowed: @FILE.npz:NAME"),
        ([f"X=@{both}:q", "Y=1,2"], "vectors of the length of those in X"),
        (["t=1", "-o", file], "with points X"),
    ):
        wrong = command(["optimize", "dense", *call])
        assert wrong.code == 2
        assert said in wrong.err
    with pytest.raises(InputError, match="at most 128 columns"):
        rftheory.optimize("dense", X=np.ones((2, 129)))
