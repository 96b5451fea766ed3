"""Hybrid estimates, written out by their definition: lam K+ + (1 - lam) Ktrig, from projections independent of each other.

K+ has hyperbolic features, Ktrig trigonometric ones, each m rows; lam is made of an estimate from n rows of its own:
* Gaussian: (1 - G)/rho, G an estimate of the Gaussian kernel of sigma x and sigma y; where rho is no parameter it is
  1 - e^{-2 sigma^2 r^2}, which makes lam 1 for opposite inputs of the length r;
* angular: (1 - S)/2, S the mean of the products of signs;
* bipolar: any lam with E lam^2 = el2 and E lam (1 - lam) = el1l.
Where K+ and Ktrig have the same rows (shared), the hybrid is a function of these and of lam.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import sympy as sp

from rftheory.claims import Estimate
from rftheory.proof.kernel.definitions import X, Y, estimate_parts, row_term
from rftheory.proof.terms import ProofError, Term
from rftheory.proof.wording import Words

_HALF: Term = ("q", 1, 2)
_PAIR, _SCALED = "x, y", "sigma x, sigma y"
_BIPOLAR = "bipolar hybrid"
_LAM: Term = ("draw", ("name", "lam"))
_MIXED: Term = ("*", _LAM, ("+", 1, ("*", -1, _LAM)))
_MOMENTS: tuple[Term, ...] = (
    ("integrable", ("^", _LAM, 2)), ("=", ("E", ("^", _LAM, 2)), "el2"),
    ("integrable", _MIXED), ("=", ("E", _MIXED), "el1l"),
)  # fmt: skip
_LAMBDA = {"gaussian-hybrid": "trigonometric", "gaussian-hybrid-positive": "hyperbolic"}
_SAME: frozenset[str] = frozenset(("theta = 0", "x, y; theta = 0"))
_OPPOSITE: frozenset[str] = frozenset(("theta = pi", "x, y; theta = pi", "x, -x", "sigma x, -sigma x"))


def place(at: str) -> str:
    """The pair of vectors of a place: where the paper names a special pair, x and y are that pair."""
    if at == "sigma x, -sigma x":
        return _SCALED
    return _PAIR if at in _SAME | _OPPOSITE else at


def written(inner: Words, node: Estimate, kernel: str, names: frozenset[str]) -> Term:
    """The hybrid as a polynomial in the estimates of which it is made, or in sums over the rows that they share."""
    trigonometric, hyperbolic, own = parts(inner, node, kernel)
    features, shared = _features(node)
    if shared:
        trigonometric, hyperbolic = map(_summed, (trigonometric, hyperbolic))
    weight = own
    if features in _LAMBDA:
        weight = ("*", ("^", _normaliser(names), -1), ("+", 1, ("*", -1, own)))
    elif features == "angular-hybrid":
        weight = ("*", _HALF, ("+", 1, ("*", -1, own)))
    return ("+", ("*", weight, hyperbolic), ("*", ("+", 1, ("*", -1, weight)), trigonometric))


def _features(node: Estimate) -> tuple[str, bool]:
    """The features, and whether the base estimates have the same rows."""
    name = str(node.args[1]).replace(", shared rows", "-shared")
    return name.removesuffix("-shared"), name.endswith("-shared")


def is_hybrid(node: sp.Basic) -> bool:
    """Whether it is an estimate that is made of others."""
    return isinstance(node, Estimate) and _features(node)[0] in (*_LAMBDA, "angular-hybrid", _BIPOLAR)


def _summed(estimate: Term) -> Term:
    """An estimate as a sum over its rows."""
    rows = estimate_parts(estimate)[2]
    return ("*", ("^", rows, -1), ("total", ("name", "iid"), rows, row_term(estimate, 1)))


def parts(inner: Words, node: Estimate, kernel: str) -> tuple[Term, Term, Term]:
    """Ktrig, K+ and the estimate in lam; ProofError for other hybrids."""
    coupling, _, rows, at, _ = node.args
    m, n = rows if isinstance(rows, sp.Tuple) else (rows, None)
    features, _ = _features(node)
    if str(coupling) != "iid" or (n is None) is not (features == _BIPOLAR) or kernel != "softmax":
        raise ProofError(f"no word for {features} of {coupling} rows for {kernel}")

    def estimate(of: str, rows: sp.Basic, where: str, about: str) -> Term:
        names = (("name", "iid"), ("name", of))
        return ("estimate", *names, inner.term(rows), ("name", where), ("name", about))

    if place(str(at)) != _PAIR:
        raise ProofError(f"no word for a hybrid at {at}")
    waves, growths = (estimate(each, m, _PAIR, "softmax") for each in ("trigonometric", "hyperbolic"))
    if n is None:
        return waves, growths, _LAM
    if features in _LAMBDA:
        return waves, growths, estimate(_LAMBDA[features], n, _SCALED, "gaussian")
    return waves, growths, estimate("sgn", n, _PAIR, "angular")


def _normaliser(names: frozenset[str]) -> Term:
    """rho, or 1 - e^{-2 sigma^2 r^2} of inputs of the length r."""
    if "rho" in names:
        return "rho"
    if "r" not in names:
        raise ProofError("how lambda is normalised: neither rho nor r is a parameter")
    return ("+", 1, ("*", -1, ("exp", ("*", -2, ("^", "r", 2), ("^", "sigma", 2)))))


def independences(
    inner: Words, sides: Iterable[sp.Basic], kernel: Callable[[sp.Basic], str]
) -> tuple[Term, ...]:
    """That the estimates of which the hybrids of a claim are made are independent, as their definition says."""
    made = {each for side in sides for each in side.atoms(Estimate) if is_hybrid(each)}
    found: set[Term] = set()
    for each in made:
        waves, growths, own = parts(inner, each, kernel(each))
        shared: tuple[Term, ...] = (own, ("rows", ("name", "iid")))
        found.add(("independent", *(shared if _features(each)[1] else (waves, growths, own))))
    moments = _MOMENTS if any(_features(each)[0] == _BIPOLAR for each in made) else ()
    return (*sorted(found, key=repr), *moments)


def require_plain(sides: Iterable[sp.Basic]) -> None:
    """ProofError where what a special pair or a hybrid means would have to be said in a context that does not say it."""
    for side in sides:
        for each in side.atoms(Estimate):
            if is_hybrid(each) or str(each.args[3]) in _SAME | _OPPOSITE:
                raise ProofError(f"no word for {each} in a limit or an existence")


def ends(sides: Iterable[sp.Basic], names: frozenset[str]) -> tuple[Term, ...]:
    """What a special pair means: inputs of one direction or of opposite ones; none for any pair."""
    places = {str(each.args[3]) for side in sides for each in side.atoms(Estimate)}
    special = places & (_SAME | _OPPOSITE)
    if not special:
        return ()
    if len({each in _SAME for each in special}) > 1:
        raise ProofError("two pairs in one claim")
    sign = 1 if special <= _SAME else -1
    if {"x2", "y2"} <= names:
        product: Term = ("*", sign, ("^", "x2", _HALF), ("^", "y2", _HALF))
        return _meant("x2", "y2", product)
    if "r" in names:
        return _meant(("^", "r", 2), ("^", "r", 2), ("*", sign, ("^", "r", 2)))
    raise ProofError(f"no length of the inputs at {', '.join(sorted(special))}")


def _meant(x2: Term, y2: Term, xy: Term) -> tuple[Term, ...]:
    return ("=", ("dot", X, X), x2), ("=", ("dot", Y, Y), y2), ("=", ("dot", X, Y), xy)
