"""Lists of eigenvalues and of coordinates in their basis: symbols, sums and products over them, domains.

a are eigenvalues of A, s = 1 - 4a those of Sigma, r = 1/(1 - 8a) those of R, v = x + y. c(R) is the root of a
rational number, so that it is exactly 1 at R = I.
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from rftheory.exact.functions.gaussian_exponential import GaussianExponential
from rftheory.kit import Domain, Parameter, Rule, every, same_length, vector
from rftheory.papers._shared.invariants import d

i = sp.Symbol("i", integer=True, nonnegative=True)
ALL = (i, 0, d - 1)
a, b, c, w, x, y, z, mu, t, lam, eta = (
    sp.IndexedBase(name) for name in ["a", "b", "c", "w", "x", "y", "z", "mu", "t", "lam", "eta"]
)
S = 1 - 4 * a[i]
R = 1 / (1 - 8 * a[i])
V = x[i] + y[i]

_MEANINGS = {
    "a": "eigenvalues of A",
    "w": "the row, in that basis",
    "x": "first input, in that basis",
    "y": "second input, in that basis",
    "z": "another second input, in that basis",
    "mu": "shift, in that basis",
    "t": "eigenvalues of T",
    "lam": "eigenvalues of the second moment of x",
    "eta": "eigenvalues of the second moment of y",
}
_REACH = {"a": ("1e-3", "3"), "t": ("1e-4", 100), "lam": ("1e-3", 10), "eta": ("1e-3", 10), "M": ("1/3", 3)}


def total(term: sp.Expr) -> sp.Expr:
    """The sum over the coordinates."""
    return sp.Sum(term, ALL)


def times(factor: sp.Expr) -> sp.Expr:
    """The product over the coordinates."""
    return sp.Product(factor, ALL)


def normal(quadratic: sp.Expr, linear: sp.Expr) -> sp.Expr:
    """E exp(quadratic g^2 + linear g), g ~ N(0, 1), by quadrature."""
    return GaussianExponential(quadratic, linear)


def density(at: sp.Expr, centre: sp.Expr, variance: sp.Expr) -> sp.Expr:
    """N(at; centre, variance) of one coordinate."""
    return sp.exp(-((at - centre) ** 2) / (2 * variance)) / sp.sqrt(2 * sp.pi * variance)


def log_c() -> sp.Expr:
    """log c(R) = log det Sigma - (1/2) log det(2 Sigma - I)."""
    return sp.log(times((1 - 4 * a[i]) ** 2 / (1 - 8 * a[i]))) / 2


def c_of_r() -> sp.Expr:
    """c(R) = det((I+R)/2) det(R)^(-1/2)."""
    return sp.sqrt(times((1 - 4 * a[i]) ** 2 / (1 - 8 * a[i])))


def chi(vector_sum: sp.Expr = V) -> sp.Expr:
    """The relative second moment c(R) exp(v^T R v)."""
    return c_of_r() * sp.exp(total(vector_sum**2 / (1 - 8 * a[i])))


def below(name: str, least: str) -> Rule:
    """Every entry of a list lies below a number."""
    listed = sp.IndexedBase(name)
    return Rule(every(listed, lambda entry: entry < sp.Rational(least)), f"every entry of {name} < {least}")


def above(name: str, least: str = "0", *, strict: bool = False) -> Rule:
    """Every entry of a list is at least (or lies above) a number."""
    listed, number = sp.IndexedBase(name), sp.Rational(least)
    sign = ">" if strict else ">="
    return Rule(
        every(listed, lambda entry: entry > number if strict else entry >= number),
        f"every entry of {name} {sign} {least}",
    )


def lists(
    names: str,
    *rules: Rule,
    others: tuple[Parameter, ...] = (),
    extra: tuple[Mapping[str, object], ...] = (),
    roams: bool = True,
) -> Domain:
    """Lists of one length by name, then other parameters; their rules, and chosen points, the only ones unless it roams."""
    own = names.split()
    parameters = tuple(
        vector(n, _MEANINGS.get(n, ""), reach=_REACH.get(n, ("1e-2", 2)) if roams else None) for n in own
    )
    alike = tuple(
        Rule(
            same_length(sp.IndexedBase(own[0]), sp.IndexedBase(other)),
            f"{own[0]} and {other} have one length",
        )
        for other in own[1:]
    )
    return Domain((*parameters, *others), (*alike, *rules), None, extra)


MEAN, SECOND = below("a", "1/4"), below("a", "1/8")
BOUNDED = Rule(every(a, lambda entry: entry < 0), "every entry of a < 0")

_EIGENVALUES = ("1/10", "-1/2,1/16", "0,-3,1/9", "-1/7,-1/7,-1/7", "-40,0,1/100,-1/1000", "-1/2")
_PLACES = {
    "x": ("1/2", "1,-1/3", "1/4,0,-1", "1,1,1", "2,-1/5,0,1/3", "0"),
    "y": ("-1/3", "1/2,1/7", "0,1,-1", "-1,-1,-1", "1,1/2,-2,1/9", "1"),
    "z": ("1", "-1/2,0", "1/3,1,0", "-1,0,1", "0,0,1,-1/2", "1"),
    "w": ("1/3", "-1,2", "0,1/2,-1/4", "1,-1,2", "1/6,1,-1,3", "-1"),
    "mu": ("1/5", "1,1", "-1/2,0,1/3", "0,0,0", "1,-1,1/2,0", "1"),
}


def at_points(names: str, eigenvalues: tuple[str, ...] = _EIGENVALUES) -> tuple[dict[str, object], ...]:
    """Chosen points for lists of these names: one to four coordinates, equal and mixed eigenvalues, v = 0."""
    columns = {"a": eigenvalues, **_PLACES}
    return tuple({n: columns[n][k] for n in names.split()} for k in range(len(eigenvalues)))


NEGATIVE = ("-1/10", "-1/2,-1/16", "-1/100,-3,-1/9", "-1/7,-1/7,-1/7", "-40,-1,-1/100,-1/10", "-1/2")
"""Eigenvalues of a negative definite A, for the same coordinates."""

FAMILY = lists("a x y", MEAN, extra=at_points("a x y"))
MOMENTS = lists("a x y", SECOND, extra=at_points("a x y"))
