"""Weights of rows of N(0, Sigma) held against Sigma, exactly: their mean, the declared matrix, a finite variance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rftheory.conformance.bands import identity
from rftheory.conformance.checks import ClientCheck
from rftheory.conformance.claim.dense_claims import optimal
from rftheory.conformance.dense.mistakes import NEAR, QuadraticWeights, by_rows, by_weights
from rftheory.conformance.feature_form.importance import form
from rftheory.conformance.feature_form.traits import RecognisedFeatures
from rftheory.conformance.findings import Finding, Measurements
from rftheory.conformance.references import DENSE_MATRIX, DENSE_MOMENTS, DENSE_WEIGHT
from rftheory.measured.inputs import Floats

WEIGHTS, MATRIX, FINITE = "weights of rows", "matrix of the rows", "finite variance"
LEAST = 0.5
"""Eigenvalues of Sigma up to which one estimate has no variance."""


@dataclass(frozen=True)
class DenseSeen(Measurements):
    """The mistakes that weights tell exactly, and the one that rows tell where their law is refuted; '' for none."""

    weights: tuple[str, ...] = ()
    rows: str = ""


def seen_of(features: RecognisedFeatures) -> QuadraticWeights:
    """The weights that were read off."""
    found = features.weighted
    assert found is not None
    assert found.coefficients is not None
    n, m, d = found.rows.shape
    block = found.rows[: min(n, 8), : min(m, d)]
    with np.errstate(invalid="ignore"):
        units = block / np.linalg.norm(block, axis=-1, keepdims=True)
    off = np.abs(units @ np.swapaxes(units, 1, 2) - np.eye(block.shape[1]))
    orthogonal = block.shape[1] > 1 and float(np.max(off)) < NEAR
    return QuadraticWeights(*form(found.coefficients, d), found.rows.reshape(-1, d), orthogonal)


def normalised(features: RecognisedFeatures) -> Finding:
    """Weights p/q of rows with the Gaussian density q that they show have the mean one."""
    seen, limit = seen_of(features), 1e-4 + 1e4 * features.rounding
    precision = np.eye(features.d) + 2.0 * seen.square
    sigma, n = seen.sigma, len(features.queries)
    if sigma is None:
        text = "rows are weighted by the quotient of no density"
        measured = DenseSeen(by_weights(seen))
        return identity(WEIGHTS, DENSE_WEIGHT, 1.0, limit, n, text, measured)
    mean = -sigma @ seen.linear
    level = seen.constant - float(mean @ precision @ mean + np.linalg.slogdet(sigma)[1]) / 2.0
    value = float(np.exp(np.clip(level, -600.0, 600.0)))
    text = f"rows are drawn from another Gaussian law and weighted; their weights have the mean {value:.6g}"
    weights = by_weights(seen)
    if features.weighted is not None and features.weighted.whole:
        text, weights = f"{text}; they are on one side alone", ("weights-forgotten",)
    measured = DenseSeen(weights if abs(value - 1.0) > limit else (), by_rows(seen) or "")
    return identity(WEIGHTS, DENSE_WEIGHT, abs(value - 1.0), limit, n, text, measured)


def forgotten(features: RecognisedFeatures) -> Finding | None:
    """Features of declared rows of N(0, Sigma), Sigma not I, carry weights."""
    claim = features.declaration.dense
    assert claim is not None
    sigma = claim.matrix(features.d)
    gap = 0.0 if sigma is None else float(np.max(np.abs(sigma - np.eye(features.d))))
    text = "features at 0 are the same for every row: no weights"
    measured = DenseSeen(("weights-forgotten",), "weights-forgotten")
    return identity(WEIGHTS, DENSE_WEIGHT, gap, NEAR, len(features.queries), text, measured)


def matrix(features: RecognisedFeatures) -> Finding | None:
    """The matrix that the weights show is the declared one, up to a rotation of coordinates that changes no law."""
    claim, seen = features.declaration.dense, seen_of(features)
    assert claim is not None
    wanted, found = claim.matrix(features.d), seen.sigma
    if wanted is None or found is None:
        return None
    gap = float(np.max(np.abs(found - wanted)))
    text = (
        f"Sigma that the weights show, eigenvalues {_ends(found)}, against the declared one, {_ends(wanted)}"
    )
    measured = DenseSeen(_departures(found, wanted, claim.moments, features.d))
    limit = NEAR * float(np.max(np.abs(wanted))) + 1e4 * features.rounding
    return identity(MATRIX, DENSE_MATRIX, gap, limit, len(features.queries), text, measured)


def _departures(found: Floats, wanted: Floats, moments: Floats | None, d: int) -> tuple[str, ...]:
    """What was made of A or of the moments."""
    one = np.eye(d)

    def near(other: Floats) -> bool:
        return float(np.max(np.abs(found - other))) < 10.0 * NEAR * float(np.max(np.abs(found)))

    names = []
    if near(one + 2.0 * (wanted - one)):
        names.append("dense-doubled")
    if near(one + 0.5 * (wanted - one)):
        names.append("dense-halved")
    if moments is not None:
        whole = float(np.sum(np.broadcast_to(moments.ravel(), (d,))))
        if near((1.0 - 4.0 * float(optimal(np.array([whole]))[0])) * one):
            names.append("dense-total")
    return tuple(names) or ("dense-matrix",)


def finite(features: RecognisedFeatures) -> Finding | None:
    """Every eigenvalue of Sigma is above 1/2: else an estimate has the right mean and an infinite variance."""
    sigma = seen_of(features).sigma
    if sigma is None:
        return None
    least = float(np.linalg.eigvalsh(sigma)[0])
    text = f"least eigenvalue of Sigma {least:.4g}, a = {(1.0 - least) / 4.0:.4g}; the variance is infinite from a = 1/8 on"
    measured = DenseSeen(("infinite-variance",))
    gap = max(0.0, LEAST + 1e-9 - least)
    return identity(FINITE, DENSE_MOMENTS, gap, 0.0, len(features.queries), text, measured)


def _ends(sigma: Floats) -> str:
    values = np.linalg.eigvalsh(sigma)
    return f"{values[0]:.4g} to {values[-1]:.4g}"


def _check(
    name: str, reference: str, measure: Callable[[RecognisedFeatures], Finding | None], *needs: str
) -> ClientCheck[RecognisedFeatures]:
    return ClientCheck(name, "features", RecognisedFeatures, (reference,), measure, frozenset(needs))


CHECKS: Sequence[ClientCheck[RecognisedFeatures]] = (
    _check(WEIGHTS, DENSE_WEIGHT, normalised, "estimates", "weighted"),
    _check(WEIGHTS, DENSE_WEIGHT, forgotten, "estimates", "plain rows"),
    _check(MATRIX, DENSE_MATRIX, matrix, "estimates", "matrix"),
    _check(FINITE, DENSE_MOMENTS, finite, "estimates", "weighted"),
)
