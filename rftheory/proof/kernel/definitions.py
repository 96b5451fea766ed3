"""What an estimate of the shelf is: the term of one row, by kernel and features."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rftheory.proof.terms import ProofError, Term

X: Term = ("vec", "x")
Y: Term = ("vec", "y")
PLUS: Term = ("+", X, Y)
MINUS: Term = ("+", X, ("*", -1, Y))
SQUARES: Term = ("+", ("dot", X, X), ("dot", Y, Y))
HALF: Term = ("q", 1, 2)
GAUSSIAN_ROWS = ("iid", "orthogonal", "simplex")


def _trigonometric(row: Term, kernel: str) -> Term:
    wave: Term = ("cos", ("dot", row, MINUS))
    return wave if kernel == "gaussian" else ("*", ("exp", ("*", HALF, SQUARES)), wave)


def _positive(row: Term, kernel: str) -> Term:
    return ("exp", ("+", ("dot", row, PLUS), _weight(kernel)))


def _hyperbolic(row: Term, kernel: str) -> Term:
    up, down = (("exp", ("+", ("dot", row, side), _weight(kernel))) for side in (PLUS, ("*", -1, PLUS)))
    return ("*", HALF, ("+", up, down))


def _gerf(row: Term, kernel: str) -> Term:
    if kernel != "gaussian":
        raise ProofError("gerf estimates the Gaussian kernel")
    scale: Term = ("+", 1, ("*", -4, "A"))
    along: Term = ("*", ("^", scale, HALF), ("dot", row, PLUS))
    exponent: Term = ("+", ("*", 2, "A", ("dot", row, row)), along, _weight(kernel))
    return ("*", ("^", scale, ("*", HALF, "d")), ("exp", exponent))


def _weight(kernel: str) -> Term:
    return ("*", -1 if kernel == "gaussian" else ("q", -1, 2), SQUARES)


_FEATURES: Mapping[str, Callable[[Term, str], Term]] = {
    "trigonometric": _trigonometric, "positive": _positive, "hyperbolic": _hyperbolic, "gerf": _gerf,
}  # fmt: skip
KERNELS = ("gaussian", "softmax")


def row_term(estimate: Term, index: int) -> Term:
    """What row `index` contributes to an estimate, of which it is the mean over the rows."""
    coupling, features, _, at, kernel = estimate_parts(estimate)
    if features not in _FEATURES or kernel not in KERNELS or coupling not in GAUSSIAN_ROWS or at != "x, y":
        raise ProofError(f"no definition of {features} features of {coupling} rows for {kernel} at {at}")
    return _FEATURES[features](("row", ("name", coupling), index), kernel)


def estimate_parts(estimate: Any) -> tuple[str, str, Term, str, str]:
    """Coupling, features, number of rows, place and kernel."""
    if not (isinstance(estimate, tuple) and estimate[0] == "estimate" and len(estimate) == 6):
        raise ProofError(f"an estimate is needed, not {estimate}")
    _, coupling, features, rows, at, kernel = estimate
    names = (coupling, features, at, kernel)
    if not all(isinstance(name, tuple) and name[0] == "name" for name in names):
        raise ProofError("coupling, features, place and kernel are names")
    return coupling[1], features[1], rows, at[1], kernel[1]
