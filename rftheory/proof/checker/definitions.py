"""What an estimate is: the mean over its rows of the term of a row, by kernel and features."""

from __future__ import annotations

from .reading import Term, need

IID, ORTHOGONAL, SIMPLEX, FULL, CROSS, PAIR = GAUSSIAN = tuple(
    ("name", c)
    for c in ("iid", "orthogonal", "simplex", "simplex-full", "cross-polytope", "pair of cosine c")
)
SPHERE, SPHERES = FIXED = tuple(("name", c) for c in ("sphere", "orthogonal-fixed-norm"))  # of length sqrt(d)
ANY = ("name", "any")  # every row is standard Gaussian, and nothing else is known
_HALF = ("q", 1, 2)
_X, _Y = ("vec", "x"), ("vec", "y")
_PLACES = ("x, y", "sigma x, sigma y")
COUNTED = {"poisson": "lam", "geometric": "p"}  # laws of counts with their parameter in the context


def row_term(estimate: Term, index: int) -> Term:
    """The term of the row of that index; raises BadForm where an estimate is not one of those of `docs/proof.md`."""
    _, coupling, (_, features), _, (_, at), (_, kernel) = estimate
    if (coupling, features, at, kernel) == (IID, "sgn", "x, y", "angular"):
        return ("*", *(("sign", ("dot", ("row", coupling, index), v)) for v in (_X, _Y)))
    if (coupling, at, kernel) == (IID, "x, y", "gaussian") and features in COUNTED:
        return _product_of_counts(features, COUNTED[features], index)
    need(coupling in (*GAUSSIAN, *FIXED, ANY), "the rows of this coupling are not known to be Gaussian")
    need(coupling != PAIR, "a pair has no estimates")
    need(
        at in _PLACES and kernel in ("gaussian", "softmax", "smreg"),
        "an estimate of another kernel, or elsewhere",
    )
    x, y = (v if at == "x, y" else ("*", "sigma", v) for v in (_X, _Y))
    total, difference = ("+", x, y), ("+", x, ("*", -1, y))
    squares = ("+", ("dot", x, x), ("dot", y, y))
    row, gaussian = ("row", coupling, index), kernel == "gaussian"
    weight = ("*", -1 if gaussian else ("q", -1, 2), squares)
    if features == "trigonometric":
        wave = ("cos", ("dot", row, difference))
        return wave if gaussian else ("*", ("exp", ("*", _HALF, squares)), wave)
    if features == "positive":
        return ("exp", ("+", ("dot", row, total), weight))
    if features == "hyperbolic":
        both = (("exp", ("+", ("dot", row, v), weight)) for v in (total, ("*", -1, total)))
        return ("*", _HALF, ("+", *both))
    if features == "oprf":  # of the least variance at |x + y|^2
        v = ("dot", total, total)
        radicand = ("+", ("^", ("+", "d", ("*", 2, v)), 2), ("*", 8, "d", v))
        above = ("+", "d", ("*", -2, v), ("*", -1, ("^", radicand, _HALF)))
        a: Term = ("*", ("q", 1, 16), ("^", "d", -1), above)
    else:
        need(features == "gerf" and gaussian, "features that are not defined for this kernel")
        a = "A"
    scale = ("+", 1, ("*", -4, a))
    along = ("*", ("^", scale, _HALF), ("dot", row, total))
    exponent = ("+", ("*", 2, a, ("dot", row, row)), along, weight)
    return ("*", ("^", scale, ("*", _HALF, "d")), ("exp", exponent))


def _product_of_counts(law: str, t: str, index: int) -> Term:
    """Both features of a row of counts at x and y, vectors of the context: normaliser and product over coordinates."""
    last = ("+", "d", -1)
    x, y = (("entry", ("list", v), "j") for v in ("x", "y"))
    squares = [("*", ("q", -1, 2), ("sum", "j", 0, last, ("^", v, 2))) for v in (x, y)]
    w = ("count", ("name", law), t, index, "j")
    power, opposite = ("^", ("*", x, y), w), ("*", -1, w)
    if law == "poisson":
        body: Term = ("*", power, ("^", t, opposite))
        return ("*", ("exp", ("+", ("*", "d", t), *squares)), ("prod", "j", 0, last, body))
    factorial = ("^", ("gamma", ("+", w, 1)), -1)
    body = ("*", power, ("^", ("+", 1, ("*", -1, t)), opposite), factorial)
    return ("*", ("^", t, ("*", -1, "d")), ("exp", ("+", *squares)), ("prod", "j", 0, last, body))


def unfolded_variance(m: Term, one: Term, two: Term) -> Term:
    """The variance of the mean of m rows: Var f1 / m + (1 - 1/m) Cov(f1, f2)."""
    inverse, squared = ("^", m, -1), ("*", -1, ("^", ("E", one), 2))
    alone = ("*", inverse, ("+", ("E", ("^", one, 2)), squared))
    return ("+", alone, ("*", ("+", 1, ("*", -1, inverse)), ("+", ("E", ("*", one, two)), squared)))


def opposite_variance(m: Term, one: Term, two: Term, three: Term) -> Term:
    """The same of rows in opposite pairs: two is opposite to one, three and all others are alike."""

    def apart(product: Term) -> Term:
        return ("+", ("E", product), ("*", -1, ("^", ("E", one), 2)))

    share = ("^", m, -1)
    few = (("*", share, apart(("^", one, 2))), ("*", share, apart(("*", one, two))))
    return ("+", *few, ("*", ("+", 1, ("*", -2, share)), apart(("*", one, three))))
