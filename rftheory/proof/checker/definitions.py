"""What an estimate is: the mean over its rows of the term of a row, by kernel and features."""

from __future__ import annotations

from .reading import Term, need

IID, ORTHOGONAL, SIMPLEX = GAUSSIAN = tuple(("name", c) for c in ("iid", "orthogonal", "simplex"))
_HALF = ("q", 1, 2)
_X, _Y = ("vec", "x"), ("vec", "y")
_SUM, _DIFFERENCE = ("+", _X, _Y), ("+", _X, ("*", -1, _Y))
_SQUARES = ("+", ("dot", _X, _X), ("dot", _Y, _Y))


def row_term(estimate: Term, index: int) -> Term:
    """The term of the row of that index; raises BadForm where an estimate is not one of those of `docs/proof.md`."""
    _, coupling, (_, features), _, (_, at), (_, kernel) = estimate
    need(coupling in GAUSSIAN, "the rows of this coupling are not known to be Gaussian")
    need(at == "x, y" and kernel in ("gaussian", "softmax"), "an estimate of another kernel, or elsewhere")
    row, gaussian = ("row", coupling, index), kernel == "gaussian"
    weight = ("*", -1 if gaussian else ("q", -1, 2), _SQUARES)
    if features == "trigonometric":
        wave = ("cos", ("dot", row, _DIFFERENCE))
        return wave if gaussian else ("*", ("exp", ("*", _HALF, _SQUARES)), wave)
    if features == "positive":
        return ("exp", ("+", ("dot", row, _SUM), weight))
    if features == "hyperbolic":
        both = (("exp", ("+", ("dot", row, v), weight)) for v in (_SUM, ("*", -1, _SUM)))
        return ("*", _HALF, ("+", *both))
    need(features == "gerf" and gaussian, "features that are not defined for this kernel")
    scale = ("+", 1, ("*", -4, "A"))
    along = ("*", ("^", scale, _HALF), ("dot", row, _SUM))
    exponent = ("+", ("*", 2, "A", ("dot", row, row)), along, weight)
    return ("*", ("^", scale, ("*", _HALF, "d")), ("exp", exponent))


def unfolded_variance(m: Term, one: Term, two: Term) -> Term:
    """The variance of the mean of m rows: Var f1 / m + (1 - 1/m) Cov(f1, f2)."""
    inverse, squared = ("^", m, -1), ("*", -1, ("^", ("E", one), 2))
    alone = ("*", inverse, ("+", ("E", ("^", one, 2)), squared))
    return ("+", alone, ("*", ("+", 1, ("*", -1, inverse)), ("+", ("E", ("*", one, two)), squared)))
