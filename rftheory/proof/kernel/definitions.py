"""What an estimate of the shelf is: the term of one row, by kernel and features."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rftheory.proof.terms import ProofError, Term

X: Term = ("vec", "x")
Y: Term = ("vec", "y")
PLUS: Term = ("+", X, Y)
MINUS: Term = ("+", X, ("*", -1, Y))
SQUARES: Term = ("+", ("dot", X, X), ("dot", Y, Y))
HALF: Term = ("q", 1, 2)
PAIR = "pair of cosine c"
GAUSSIAN_ROWS = ("iid", "orthogonal", "simplex", "simplex-full", "cross-polytope", PAIR)
MARGINAL_ROWS = (*GAUSSIAN_ROWS, "any")
"""Couplings of which every row is standard Gaussian; of `any` nothing else is known."""
FIXED_ROWS = ("sphere", "orthogonal-fixed-norm")
"""Couplings of which every row is uniform on the sphere of radius d^(1/2)."""
INDEPENDENT_ROWS = ("iid", "sphere")


@dataclass(frozen=True)
class _Inputs:
    """Sum, difference and squared lengths of the two vectors of which the kernel is estimated."""

    plus: Term = PLUS
    minus: Term = MINUS
    squares: Term = SQUARES


def _pair(x: Term, y: Term) -> _Inputs:
    return _Inputs(("+", x, y), ("+", x, ("*", -1, y)), ("+", ("dot", x, x), ("dot", y, y)))


PLACES: Mapping[str, _Inputs] = {
    "x, y": _Inputs(),
    "sigma x, sigma y": _pair(("*", "sigma", X), ("*", "sigma", Y)),
}
"""Of which pair of vectors a place speaks; sigma is the variable of the context."""


def _trigonometric(row: Term, kernel: str, at: _Inputs) -> Term:
    wave: Term = ("cos", ("dot", row, at.minus))
    return wave if kernel == "gaussian" else ("*", ("exp", ("*", HALF, at.squares)), wave)


def _positive(row: Term, kernel: str, at: _Inputs) -> Term:
    return ("exp", ("+", ("dot", row, at.plus), _weight(kernel, at)))


def _hyperbolic(row: Term, kernel: str, at: _Inputs) -> Term:
    sides = (at.plus, ("*", -1, at.plus))
    up, down = (("exp", ("+", ("dot", row, side), _weight(kernel, at))) for side in sides)
    return ("*", HALF, ("+", up, down))


def _gerf(row: Term, kernel: str, at: _Inputs) -> Term:
    if kernel != "gaussian":
        raise ProofError("gerf estimates the Gaussian kernel")
    return _generalised(row, kernel, at, "A")


def _oprf(row: Term, kernel: str, at: _Inputs) -> Term:
    return _generalised(row, kernel, at, optimal_parameter(at.plus))


def _generalised(row: Term, kernel: str, at: _Inputs, a: Term) -> Term:
    scale: Term = ("+", 1, ("*", -4, a))
    along: Term = ("*", ("^", scale, HALF), ("dot", row, at.plus))
    exponent: Term = ("+", ("*", 2, a, ("dot", row, row)), along, _weight(kernel, at))
    return ("*", ("^", scale, ("*", HALF, "d")), ("exp", exponent))


def optimal_parameter(plus: Term) -> Term:
    """(d - 2v - sqrt((d + 2v)^2 + 8dv))/(16d) for the squared length v."""
    size: Term = ("dot", plus, plus)
    root: Term = ("^", ("+", ("^", ("+", "d", ("*", 2, size)), 2), ("*", 8, "d", size)), HALF)
    return ("*", ("q", 1, 16), ("^", "d", -1), ("+", "d", ("*", -2, size), ("*", -1, root)))


def _weight(kernel: str, at: _Inputs) -> Term:
    return ("*", -1 if kernel == "gaussian" else ("q", -1, 2), at.squares)


_FEATURES: Mapping[str, Callable[[Term, str, _Inputs], Term]] = {
    "trigonometric": _trigonometric, "positive": _positive, "hyperbolic": _hyperbolic, "gerf": _gerf,
    "oprf": _oprf,
}  # fmt: skip
KERNELS = ("gaussian", "softmax", "smreg")


def row_term(estimate: Term, index: int) -> Term:
    """What row `index` contributes to an estimate, of which it is the mean over the rows."""
    coupling, features, _, at, kernel = estimate_parts(estimate)
    if (coupling, features, at, kernel) == ("iid", "sgn", "x, y", "angular"):
        return ("*", *(("sign", ("dot", ("row", ("name", coupling), index), each)) for each in (X, Y)))
    if (coupling, at, kernel) == ("iid", "x, y", "gaussian") and features in ("poisson", "geometric"):
        return _counted(features, index)
    if (
        features not in _FEATURES
        or kernel not in KERNELS
        or coupling not in (*MARGINAL_ROWS, *FIXED_ROWS)
        or coupling == PAIR
        or at not in PLACES
    ):
        raise ProofError(f"no definition of {features} features of {coupling} rows for {kernel} at {at}")
    return _FEATURES[features](("row", ("name", coupling), index), kernel, PLACES[at])


def _counted(law: str, index: int) -> Term:
    """The product of both features of a row of counts, for the vectors x and y of the context by their entries."""
    x, y = (("entry", name, "j") for name in ("x", "y"))
    ends = (0, ("+", "d", -1))
    lengths = (("*", ("q", -1, 2), ("sum", "j", *ends, ("^", each, 2))) for each in (x, y))
    parameter = "lam" if law == "poisson" else "p"
    count: Term = ("count", ("name", law), parameter, index, "j")
    met, less = ("^", ("*", x, y), count), ("*", -1, count)
    if law == "poisson":
        each: Term = ("*", met, ("^", parameter, less))
        return ("*", ("exp", ("+", ("*", "d", parameter), *lengths)), ("prod", "j", *ends, each))
    each = ("*", met, ("^", ("+", 1, ("*", -1, parameter)), less), ("^", ("gamma", ("+", count, 1)), -1))
    scale: Term = ("^", parameter, ("*", -1, "d"))
    return ("*", scale, ("exp", ("+", *lengths)), ("prod", "j", *ends, each))


def estimate_parts(estimate: Any) -> tuple[str, str, Term, str, str]:
    """Coupling, features, number of rows, place and kernel."""
    if not (isinstance(estimate, tuple) and estimate[0] == "estimate" and len(estimate) == 6):
        raise ProofError(f"an estimate is needed, not {estimate}")
    _, coupling, features, rows, at, kernel = estimate
    names = (coupling, features, at, kernel)
    if not all(isinstance(name, tuple) and name[0] == "name" for name in names):
        raise ProofError("coupling, features, place and kernel are names")
    return coupling[1], features[1], rows, at[1], kernel[1]
