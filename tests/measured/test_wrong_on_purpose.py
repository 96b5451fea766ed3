"""Mutants of the shelf are wrong as they say they are: held against their sentence, not only against the right mechanism."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rftheory.measured.hybrids.protocol import Rows
from rftheory.measured.rowmaps.discrete import shifted
from rftheory.mechanisms._shelf import hybrids, row_maps
from rftheory.mechanisms.complex_exponential import complex_exponential

X, Y = np.array([0.5, -0.3, 0.2]), np.array([0.1, 0.4, -0.6])
LONG = float(np.exp((X @ X + Y @ Y) / 2.0))


def wrong(base: Any, label: str) -> Any:
    return next(each for each in base.mutants() if each.name == f"{base.name}/{label}")


def estimates(hybrid: Any, rows: Rows) -> np.ndarray:
    found: np.ndarray = hybrid.estimate(X, Y, rows)
    return found


@pytest.mark.parametrize("name", ["angular-hybrid", "gaussian-hybrid"])
def test_hybrids_are_put_together_as_their_mutants_say(name: str) -> None:
    """lambda K_1 + (1 - lambda) K_2, with parts that are wrong or in a wrong place."""
    base = hybrids()[name]
    rows = base.sample(3, 4, 5, rng=np.random.default_rng(1), size=6)
    (first, last), (coefficient,) = base.values(X, Y, rows)

    def said(one: Any, other: Any, share: Any = coefficient) -> np.ndarray:
        return np.real(share * one + (1 - share) * other)

    assert estimates(base, rows) == pytest.approx(said(first, last))
    assert estimates(wrong(base, "swapped"), rows) == pytest.approx(said(last, first))
    assert estimates(wrong(base, "no-rest"), rows) == pytest.approx(np.real(coefficient * first + last))
    assert estimates(wrong(base, "heavy"), rows) == pytest.approx(said(first * LONG, last))
    assert estimates(wrong(base, "light"), rows) == pytest.approx(said(first / LONG, last))
    doubled = base.bases[1].value(X, Y, 2.0 * rows.bases[1])
    assert estimates(wrong(base, "long"), rows) == pytest.approx(said(first, doubled))
    of_first = base.lambdas[0].value(X, Y, rows.bases[0])
    reused = wrong(base, "reused").rows((*rows.bases, *rows.lambdas)[: len(base.families(4, 5))])
    for own, given in zip(reused.lambdas, rows.lambdas, strict=True):
        assert np.array_equal(own, reused.bases[0][..., : given.shape[-2], :])
    assert of_first.shape == coefficient.shape
    one_base = wrong(base, "one-base")
    alike = base.bases[0].value(X, Y, rows.bases[1])
    assert estimates(one_base, rows) == pytest.approx(said(first, alike))


def test_weights_of_lambda_leave_its_constant() -> None:
    base = hybrids()["gaussian-hybrid"]
    rows = base.sample(3, 4, 5, rng=np.random.default_rng(2), size=6)
    part, other = base.lambdas[0], wrong(base, "weighted").lambdas[0]
    random = part.value(X, Y, rows.lambdas[0]) - part.constant
    assert other.value(X, Y, rows.lambdas[0]) == pytest.approx(part.constant + random / LONG)
    assert (other.constant, other.deterministic, other.featured) == (
        part.constant, part.deterministic, part.featured,
    )  # fmt: skip
    phi = other.left(X[None], rows.lambdas[0]) * other.right(Y[None], rows.lambdas[0])
    right = part.left(X[None], rows.lambdas[0]) * part.right(Y[None], rows.lambdas[0])
    assert phi == pytest.approx(right / LONG)


@pytest.mark.parametrize("name", ["angular-hybrid", "gaussian-hybrid", "complex-exponential"])
def test_features_of_wrong_hybrids(name: str) -> None:
    base = hybrids()[name]
    rows = base.sample(3, 4, 5, rng=np.random.default_rng(3), size=2)
    product = np.sum(base.queries(X, rows) * base.keys(Y, rows), axis=-1)
    undivided = wrong(base, "undivided")
    found = np.sum(undivided.queries(X, rows) * undivided.keys(Y, rows), axis=-1)
    for mutant in (each for each in base.mutants() if each.featured):
        split = np.sum(mutant.queries(X, rows) * mutant.keys(Y, rows), axis=-1)
        assert np.all(np.isfinite(split)), mutant.name
        if mutant.name.split("/")[1] in (
            "heavy",
            "light",
            "long",
            "one-base",
            "inverse",
            "norms",
            "weighted",
        ):
            assert np.real(split) == pytest.approx(np.real(estimates(mutant, rows))), mutant.name
    if len(base.bases) == 1:
        assert found == pytest.approx(product * 4)  # m rows, the same on both sides


def test_misread_matrices_have_other_keys_or_weights() -> None:
    """E exp(w.(Mx + Ny)) needs N = M^{-T}: with M^{-1}, or Hermitian squares, single features are off as said."""
    matrix = np.array([[1.1, 0.3, 0.0], [0.0, 0.9 + 0.2j, 0.1], [0.0, 0.0, 1.0]])
    base = complex_exponential(matrix)
    rows = base.sample(3, 4, 1, rng=np.random.default_rng(4), size=3)
    w = rows.bases[0]
    inverse, norms = (wrong(base, label).bases[0] for label in ("inverse", "norms"))
    of_inverse = complex_exponential(np.linalg.inv(matrix)).bases[0]
    assert inverse.left(X[None], w) == pytest.approx(base.bases[0].left(X[None], w))
    assert inverse.right(Y[None], w) == pytest.approx(of_inverse.left(Y[None], w))
    queries, keys = matrix @ X, np.linalg.inv(matrix).T @ Y
    for side, point, image in (("left", X, queries), ("right", Y, keys)):
        own = getattr(base.bases[0], side)(point[None], w)
        bilinear, hermitian = image @ image, np.vdot(image, image)
        factor = np.exp((bilinear - hermitian) / 2)  # e^{-u.u/2} is replaced by e^{-|u|^2/2}
        assert getattr(norms, side)(point[None], w) == pytest.approx(own * factor)


def test_discrete_maps_are_wrong_as_they_say() -> None:
    base = row_maps()["poisson"]
    rows = base.sample(3, 4, rng=np.random.default_rng(5), n=2)
    kernel = base.kernels[0]

    def logs(each: Any, point: np.ndarray = X) -> np.ndarray:
        found: np.ndarray = each.polar(rows, point[None, None], 0, kernel).logabs
        return found

    assert logs(wrong(base, "heavy")) == pytest.approx(logs(base) + X @ X / 2)
    assert logs(wrong(base, "light")) == pytest.approx(logs(base) - X @ X / 2)
    assert logs(wrong(base, "doubled")) == pytest.approx(logs(base, 2 * X))
    both = wrong(base, "both-other")
    assert both.law != base.law
    assert both.law == both.altered.law
    assert wrong(base, "other-draws").law == both.law
    assert wrong(base, "other-mass").law == base.law


@pytest.mark.parametrize("label", ["conjugate", "same-side"])
def test_sides_of_maps_are_confused_as_said(label: str) -> None:
    base = row_maps()["gerf-complex-negative"]
    rows = base.sample(3, 4, rng=np.random.default_rng(6), n=2)
    (queries, keys), (same, changed) = (
        [each.polar(rows, X[None, None], side, base.kernels[0]) for side in (0, 1)]
        for each in (base, wrong(base, label))
    )
    assert same.angle == pytest.approx(queries.angle)
    expected = -keys.angle if label == "conjugate" else queries.angle
    assert changed.angle == pytest.approx(expected)
    assert keys.angle != pytest.approx(expected)
    assert all(each.mutants() == () for each in base.mutants())


def test_signs_of_powers_are_lost() -> None:
    base = row_maps()["poisson"]
    rows = base.sample(3, 4, rng=np.random.default_rng(7), n=20)
    right, lost = (
        each.polar(rows, X[None, None], 0, base.kernels[0]) for each in (base, wrong(base, "unsigned"))
    )
    assert np.any(np.asarray(right.sign) < 0)
    assert np.array_equal(np.abs(right.sign), lost.sign)


def test_a_fixed_lambda_takes_no_projections() -> None:
    """hrf, Lemma 2.3: n = 1 in the number of features where lambda is a function of the points."""
    for name, hybrid in hybrids().items():
        if not hybrid.featured:
            continue
        fixed = all(part.deterministic for part in hybrid.lambdas)
        d = hybrid.dimension or 3
        assert (hybrid.size(d, 4, 3) == hybrid.size(d, 4, 7)) is fixed, name
    clustered = [name for name in hybrids() if name.startswith("clustered-hybrid")]
    assert len(clustered) == 3
    assert all(part.deterministic for name in clustered for part in hybrids()[name].lambdas)


def test_points_are_shifted_below_the_data_by_a_share_of_its_range() -> None:
    """A coordinate that is constant has the range 1."""
    x, y = np.array([[0.0, 2.0], [3.0, 2.0]]), np.array([[1.0, 2.0], [4.0, 2.0]])
    found = shifted(row_maps()["poisson"], x, y, margin=0.5)
    assert found.shift == pytest.approx((0.0 - 2.0, 2.0 - 0.5))
