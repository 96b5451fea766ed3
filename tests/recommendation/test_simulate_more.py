"""Simulated errors of dense maps and of stationary kernels: intervals hold exact errors, what has none is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import rftheory
from rftheory.errors import DomainError, InputError
from rftheory.recommendation.simulation import Simulated, simulate

X, Y = (0.5, -0.3), (0.2, 0.6)
A = ((-0.3, 0.08), (0.08, -0.05))
KERNEL = math.exp(-(0.3**2 + 0.9**2) / 2)


def variance(a: Any, v: Any) -> float:
    """Var Z/K^2 of a matrix by beyond, dense/relative, in matrices: det S det(2S-I)^{-1/2} e^{v.R v} - 1, S = I - 4A."""
    sigma = np.eye(2) - 4.0 * np.asarray(a)
    r = np.linalg.inv(2.0 * sigma - np.eye(2))
    v = np.asarray(v)
    return float(np.linalg.det(sigma) * math.sqrt(np.linalg.det(r)) * math.exp(v @ r @ v)) - 1.0


def drawn(mechanism: str, **given: Any) -> Simulated:
    return simulate(mechanism, X, Y, m=given.pop("m", 2), draws=20_000, confidence=0.9999, **given)


def holds(found: Simulated, exact: float) -> bool:
    """Whether the interval holds the error, and neither half nor twice of it."""
    return found.low <= exact <= found.high and exact / 2 < found.low and found.high < 2 * exact


@pytest.mark.parametrize(
    ("given", "matrix", "moved"),
    [
        ({"A": A}, A, (0.7, 0.3)),
        ({"Sigma": [1.8, 1.1]}, np.diag([-0.2, -0.025]), (0.7, 0.3)),
        ({"A": -0.2}, -0.2 * np.eye(2), (0.7, 0.3)),
        ({"A": A, "mean": [0.1, 0.2]}, A, (0.6, 0.1)),
        ({"A": A, "M": [[2.0, 0.0], [0.0, 0.5]]}, A, (2 * 0.5 + 0.2 / 2, -0.3 / 2 + 2 * 0.6)),
    ],
)
@pytest.mark.parametrize("name", ["dense", "importance-sampled"])
def test_dense_errors_are_the_exact_ones(name: str, given: Any, matrix: Any, moved: Any) -> None:
    exact = variance(matrix, moved) / 2.0
    assert holds(drawn(f"iid-{name}", **given), exact * KERNEL**2)
    softmax = math.exp(0.5 * 0.2 - 0.3 * 0.6)
    assert holds(drawn(f"iid-{name}", kernel="softmax", **given), exact * softmax**2)


def test_orthogonal_dense_rows_have_the_certified_covariance() -> None:
    pair = float(rftheory.evaluate("beyond/dense/ort/pair", a=["-3/10", "1/20"], x=["1/2", "-3/10"], y=["1/5", "3/5"]))  # fmt: skip
    exact = (variance(np.diag([-0.3, 0.05]), (0.7, 0.3)) + pair - 1.0) / 2.0
    assert holds(drawn("orthogonal-dense", A=[-0.3, 0.05]), exact * KERNEL**2)


def test_generalised_exponentials_with_a_number_are_dense() -> None:
    assert drawn("orthogonal-gerf", A=-0.2) == replaced(drawn("orthogonal-dense", A=-0.2), "orthogonal-gerf")
    best = float(rftheory.optimize("oprf", d=2, v2="58/100").parameters["A"])  # type: ignore[arg-type]
    assert drawn("iid-oprf").value == pytest.approx(drawn("iid-dense", A=best).value, rel=1e-9)


def replaced(found: Simulated, name: str) -> Simulated:
    return Simulated(
        name, *(getattr(found, each) for each in ("value", "low", "high", "draws", "confidence", "how"))
    )


def test_more_rows_than_a_block_are_drawn_as_they_are() -> None:
    found = drawn("orthogonal-dense", A=-0.2, m=5)
    assert found.how == "plain draws"
    assert found.low < found.value < found.high < math.inf
    assert drawn("orthogonal-dense", A=[-0.2, 0.05], m=5).high == math.inf  # no bound of unbounded products


@pytest.mark.parametrize(
    ("mechanism", "given", "value"),
    [
        ("iid", {"kernel": "matern12", "lengthscale": 2.0}, lambda z: math.exp(-np.linalg.norm(z) / 2.0)),
        ("iid", {"kernel": "rq", "alpha": 1.0, "lengthscale": [1.0, 0.5]}, lambda z: 1 / (1 + (z[0] ** 2 + 4 * z[1] ** 2) / 2)),
        ("iid", {"kernel": "laplace"}, lambda z: math.exp(-abs(z[0]) - abs(z[1]))),
    ],
)  # fmt: skip
def test_errors_of_stationary_kernels(mechanism: str, given: Any, value: Any) -> None:
    z = np.subtract(X, Y)
    exact = (0.5 + value(2 * z) / 2 - value(z) ** 2) / 2
    assert holds(drawn(f"{mechanism}-trigonometric", **given), exact)


def test_sharing_a_scale_is_worse_than_a_scale_a_row() -> None:
    given = {"kernel": "matern12", "m": 2}
    alone, shared = (drawn("orthogonal-trigonometric", sharing=s, **given) for s in ("row", "block"))
    assert alone.high < shared.low


@pytest.mark.parametrize(
    ("mechanism", "given", "said"),
    [
        ("iid-dense", {}, "need A, or Sigma"),
        ("iid-dense", {"A": 0.2}, "squared error infinite"),
        ("iid-dense", {"Sigma": 0.5}, "squared error infinite"),
        ("iid-dense", {"A": [1.0, 2.0, 3.0]}, "d = 2 numbers"),
        ("iid-gerf", {"A": [0.1, 0.1]}, "takes a number A"),
        ("iid-positive", {"A": 0.1}, "takes no A"),
        ("iid-positive", {"kernel": "matern32"}, "COUPLING-trigonometric"),
        ("orthogonal-trigonometric", {"kernel": "laplace"}, "iid-trigonometric"),
        ("iid-trigonometric", {"kernel": "matern"}, "needs nu"),
        ("iid-trigonometric", {"kernel": "other"}, "outside its domain"),
        ("hd3-trigonometric", {"kernel": "matern32"}, "takes no radial law"),
    ],
)
def test_what_has_no_error_to_draw(mechanism: str, given: Any, said: str) -> None:
    with pytest.raises((InputError, DomainError), match=said):
        simulate(mechanism, X, Y, m=2, **given)


def test_the_command_reads_matrices(tmp_path: Any, command: Any) -> None:
    np.save(tmp_path / "a.npy", np.array(A))
    call = ["simulate", "iid-dense", "x=1/2,-0.3", "y=0.2,0.6", "m=2", "--draws", "2000"]
    answers = [command([*call, f"A={text}"]) for text in (f"@{tmp_path}/a.npy", "-0.3,0.08;0.08,-0.05")]
    assert answers[0].out == answers[1].out != ""
    value = simulate("iid-dense", X, Y, m=2, draws=2000, A=A).value
    assert f"mean squared error {value:.4g} in" in answers[0].out
    assert "allowed: x, y (vectors) and m, then A" in command([*call, "B=1"]).err
    waves = ["simulate", "iid-trigonometric", "x=1", "y=0", "m=1", "--draws", "99", "--kernel", "matern32", "lengthscale=2"]  # fmt: skip
    assert "mean squared error" in command(waves).out
