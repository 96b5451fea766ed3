"""Features of rows N(0, Sigma) with weights: right ones conform, declared or not, and every mistake has its own name."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rftheory import conform
from rftheory.errors import DomainError, InputError
from rftheory.measured.inputs import Floats
from rftheory.mechanisms._shelf import couplings

M, DRAWS = 32, 4096


def _diagonal(d: int) -> Floats:
    return np.diag(-np.linspace(0.02, 0.3, d))


def _full(d: int) -> Floats:
    g = np.random.default_rng(1).standard_normal((d, d))
    return -0.1 * g @ g.T / d


def _haar(rows: Floats) -> Floats:
    q, r = np.linalg.qr(rows.T if len(rows) <= rows.shape[1] else rows)
    return np.asarray(q * np.sign(np.diagonal(r)))


def _turned(rng: np.random.Generator, w: Floats) -> Floats:
    d = w.shape[1]
    return w @ _haar(rng.standard_normal((d, d))).T


def _orthogonalised(rng: np.random.Generator, w: Floats) -> Floats:
    d, blocks = w.shape[1], []
    for start in range(0, len(w), d):
        q = _haar(w[start : start + d]).T
        blocks.append(q * np.sqrt(rng.chisquare(d, (len(q), 1))))
    return np.concatenate(blocks)


def _dense(
    a: Floats, wrong: str = "", *, gaussian: bool = False, coupling: str = "iid", root: str = "symmetric"
) -> Callable[..., Floats]:
    """sqrt(p/q)(w) exp(w.x - |x|^2/2)/sqrt(m) of rows w = z L^T, with one mistake."""
    d = len(a)
    sigma = np.eye(d) - 4.0 * a
    values, vectors = np.linalg.eigh(sigma)
    half = np.linalg.cholesky(sigma) if root == "cholesky" else vectors * np.sqrt(values) @ vectors.T
    level, form = 0.25 * float(np.sum(np.log(values))), (np.eye(d) - np.linalg.inv(sigma)) / 4.0

    def features(x: Floats, seed: int) -> Floats:
        rng = np.random.default_rng(seed)
        z = couplings()[coupling].sample(d, M, rng=rng, n=1)[0]
        w = z @ half.T
        if wrong in ("dense-rows", "dense-root"):
            drawn = w
            w = z @ sigma
            quadratic = -np.sum(
                (drawn if wrong == "dense-root" else w) @ form * (drawn if wrong == "dense-root" else w),
                axis=1,
            )
        else:
            if wrong == "rotated":
                w = _turned(rng, w)
            if wrong == "orthogonalised":
                w = _orthogonalised(rng, w)
            quadratic = -np.sum(w @ form * w, axis=1)
        power = {"weights-doubled": 2.0, "weights-forgotten": 0.0}.get(wrong, 1.0)
        constant = {"dense-constant": 2.0, "forgotten D": 0.0, "no power d": 1.0 / d}.get(wrong, 1.0)
        heights = power * (constant * level + quadratic)
        shift = (1.0 if gaussian else 0.5) * np.sum(x * x, axis=1, keepdims=True)
        phi: Floats = np.exp(x @ w.T + heights - shift) / math.sqrt(M)
        return phi

    return features


MATRICES = {"scalar": lambda d: -0.1 * np.eye(d), "diagonal": _diagonal, "full": _full}


@pytest.mark.parametrize("kind", MATRICES)
@pytest.mark.parametrize("d", [4, 16])
def test_right_maps_conform_declared_or_not(kind: str, d: int) -> None:
    a = MATRICES[kind](d)
    for options in (
        {},
        {"kernel": "softmax"},
        {"kernel": "softmax", "mechanism": "iid-dense", "parameters": {"A": a}},
    ):
        report = conform(_dense(a), d=d, draws=DRAWS, **options)
        assert report.exit_code == 0, (options, report.failures)
        unknown = "mechanism" in options and kind != "scalar"
        assert ("the variance of weighted rows is not checked" in report.preflight) is unknown


def test_other_roots_kernels_and_couplings_conform() -> None:
    a = _full(4)
    assert conform(_dense(a, root="cholesky"), d=4, draws=DRAWS, kernel="softmax").exit_code == 0
    assert conform(_dense(a, gaussian=True), d=4, draws=DRAWS, kernel="gaussian").exit_code == 0
    report = conform(
        _dense(a, coupling="orthogonal"),
        d=4,
        draws=DRAWS,
        kernel="softmax",
        mechanism="orthogonal-dense",
        parameters={"Sigma": np.eye(4) - 4.0 * a},
    )
    assert report.exit_code == 0


WRONG = {
    "dense-root": "dense-root",
    "dense-rows": "dense-rows",
    "weights-doubled": "weights-doubled",
    "dense-constant": "dense-constant",
    "forgotten D": "dense-constant",
    "no power d": "dense-constant",
    "rotated": "rows-turned",
    "orthogonalised": "rows-turned",
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("d", [4, 16])
def test_every_mistake_has_its_own_name(wrong: str, d: int) -> None:
    report = conform(_dense(_diagonal(d), wrong), d=d, draws=1024, kernel="softmax", mechanism="dense")
    assert report.exit_code == 1
    assert report.causes == (WRONG[wrong],)


@pytest.mark.all_draws
def test_rows_that_are_turned_are_seen_undeclared() -> None:
    """A kernel alone is declared: the means decide that the law of rows matters."""
    report = conform(_dense(_diagonal(4), "rotated"), d=4, kernel="softmax")
    assert report.causes == ("rows-turned",)


@pytest.mark.parametrize("wrong", ["dense-root", "rotated"])
def test_mistakes_in_64_dimensions(wrong: str) -> None:
    """Rows of 68 draws, which the quadratic form needs; the declared law refutes rows where few draws decide no mean."""
    report = conform(_dense(_diagonal(64), wrong), d=64, draws=192, kernel="softmax", mechanism="dense")
    assert report.causes == (WRONG[wrong],)


@pytest.mark.parametrize(
    ("cause", "made", "parameters"),
    [
        ("dense-doubled", 2.0 * _diagonal(4), {"A": np.diag(_diagonal(4))}),
        ("dense-halved", 0.5 * _diagonal(4), {"A": np.diag(_diagonal(4))}),
        ("dense-matrix", _full(4), {"A": "-0.1"}),
        # A(t) = (1 - 2t - sqrt((1+2t)^2 + 8t))/16 at t = 2 is -3/16 - sqrt(41)/16; of t/d = 1/2 it is -sqrt(2)/8.
        ("dense-total", -(3.0 + math.sqrt(41.0)) / 16.0 * np.eye(4), {"t": "0.5"}),
    ],
)
def test_another_matrix_than_the_declared_one(cause: str, made: Floats, parameters: dict[str, Any]) -> None:
    report = conform(
        _dense(made), d=4, draws=512, kernel="softmax", mechanism="dense", parameters=parameters, norm=0.2
    )
    assert report.causes == (cause,)


def test_the_best_matrix_for_declared_moments_conforms() -> None:
    made = -math.sqrt(2.0) / 8.0 * np.eye(4)
    report = conform(
        _dense(made), d=4, draws=DRAWS, kernel="softmax", mechanism="dense", parameters={"t": "0.5"}
    )
    assert report.exit_code == 0


def test_forgotten_weights_and_infinite_variance() -> None:
    declared = {"mechanism": "dense", "parameters": {"A": np.diag(_diagonal(4))}, "kernel": "softmax"}
    report = conform(_dense(_diagonal(4), "weights-forgotten"), d=4, draws=DRAWS, **declared)  # type: ignore[arg-type]
    assert report.causes == ("weights-forgotten",)
    heavy = conform(_dense(np.diag([0.13, 0.05, 0.0, -0.1])), d=4, draws=512, kernel="softmax")
    assert heavy.causes == ("infinite-variance",)


def test_wrong_declarations_are_refused() -> None:
    code = _dense(_diagonal(4))
    for parameters, text in (
        ({"A": "0.3"}, "4A < I"),
        ({"B": "0.1"}, "allowed: A, Sigma, t"),
        ({"A": "0.1", "t": "1"}, "one of"),
        ({"A": "-0.1,-0.2"}, "d = 4 numbers"),
    ):
        with pytest.raises((InputError, DomainError), match=text):
            conform(code, mechanism="dense", parameters=parameters, d=4)


def _asymmetric(a: Floats, keys: Callable[[Floats], Floats]) -> tuple[Callable[..., Floats], ...]:
    """Queries at M x, keys at the matrix that `keys` makes of M: M^-T for features of e^{x.y}."""
    dense, m = _dense(a), 0.7 * np.linalg.cholesky(np.eye(len(a)) - 4.0 * a)
    other = keys(m)
    return (lambda x, seed: dense(x @ m.T, seed)), (lambda x, seed: dense(x @ other.T, seed))


def test_queries_and_keys_of_inverse_matrices_conform() -> None:
    """Asymmetric and balanced features: e^{Mx . M^-T y} is e^{x.y}; without the transpose it is another kernel."""
    right = _asymmetric(_full(4), lambda m: np.linalg.inv(m).T)
    assert conform(right, d=4, draws=DRAWS, kernel="softmax", norm=0.4).exit_code == 0
    assert conform(right, d=4, draws=1024).exit_code != 1
    both = _asymmetric(_full(4), lambda m: m)
    assert conform(both, d=4, draws=DRAWS, kernel="softmax", norm=0.4).exit_code == 1
    untransposed = _asymmetric(_full(4), np.linalg.inv)
    assert conform(untransposed, d=4, draws=DRAWS, kernel="softmax", norm=0.4).exit_code == 1


def test_rows_by_a_matrix_that_is_near_its_root() -> None:
    g = np.random.default_rng(7).standard_normal((4, 4))
    report = conform(_dense(-0.1 * g @ g.T / 4, "dense-rows"), d=4, draws=DRAWS, kernel="softmax", norm=0.4)
    assert report.causes == ("dense-rows",)
