"""Laws held against what has them: means of t, t^2 and cos t of both; of vectors of their first entry and length."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import sympy as sp

from rftheory.claims import Distribution, Draw
from rftheory.evidence.mutants.nodes.numbers import Array
from rftheory.evidence.mutants.nodes.place import NoValue
from rftheory.evidence.mutants.nodes.values import Values

_NODES, _FAR = 48, 12.0  # of the integrals over a density on (0, infinity), and where they end
_DENSITY, _LAW, _ISOTROPIC = ("density", "density in w"), ("law", "law of"), "isotropic"
_FUNCTIONS = (np.asarray, np.square, np.cos)
Pair = tuple[Array, Array]


def same_means(variable: sp.Basic, law: Distribution, values: Values) -> Iterator[Pair]:
    """What is equal where the variable has the law; NoValue for a law that is not known.

    A density in w has also the integral 1. An isotropic vector has a uniform direction.
    """
    kind = str(law.args[0])
    if kind in _DENSITY:
        yield from _of_density(values.value(variable), law.args[1], values)
    elif kind == _ISOTROPIC:
        drawn, other = values.vector(variable), values.vector(_uniform(law.args[1]))
        direction = drawn / np.linalg.norm(drawn, axis=-1, keepdims=True)
        yield from _of_means(direction[..., 0], other[..., 0])
    else:
        yield from _of_both(variable, law.args[1] if kind in _LAW else Draw("as declared", law), values)


def _uniform(d: sp.Expr) -> Draw:
    return Draw("a direction", Distribution("sphere", d))


def _of_both(variable: sp.Basic, other: sp.Basic, values: Values) -> Iterator[Pair]:
    try:
        found = [values.value(each) for each in (variable, other)]
    except NoValue:
        both = [values.vector(each) for each in (variable, other)]
        yield from _of_means(*(vector[..., 0] for vector in both))
        found = [np.sqrt(np.sum(vector**2, axis=-1)) for vector in both]
    yield from _of_means(*found)


def _of_means(one: Array, other: Array) -> Iterator[Pair]:
    for function in _FUNCTIONS:
        first, second = (function(each).mean(axis=1, keepdims=True) for each in (one, other))
        yield first, second


def _of_density(drawn: Array, density: sp.Expr, values: Values) -> Iterator[Pair]:
    at, weights = _legendre(0.0, _FAR)
    mass = weights * _heights(density, at, values)
    yield np.asarray(1.0), np.asarray(mass.sum())
    for function in _FUNCTIONS:
        yield function(drawn).mean(axis=1, keepdims=True), np.asarray(float(function(at) @ mass))


def _heights(density: sp.Expr, at: Array, values: Values) -> Array:
    """The density at these w: parameters by the place, an integral between numbers by its own nodes."""
    variable = next((s for s in density.free_symbols if str(s) == "w"), None)
    if variable is None:
        raise NoValue("no density in w")
    found = density.xreplace(
        {s: sp.Float(values.place.number(str(s)).real) for s in density.free_symbols if s != variable}
    )
    inner = {}
    for node in found.atoms(sp.Integral):
        symbol, low, high = node.limits[0]
        if len(node.limits) > 1 or low.free_symbols or high.free_symbols:
            raise NoValue("no density of such an integral")
        steps, weights = _legendre(float(low), float(high))
        function = sp.lambdify((variable, symbol), node.function, "numpy")
        inner[node] = np.asarray(function(at[:, None], steps[None, :]) @ weights)
    names = [sp.Dummy() for _ in inner]
    outer = sp.lambdify((variable, *names), found.xreplace(dict(zip(inner, names, strict=True))), "scipy")
    return np.asarray(outer(at, *inner.values()), dtype=np.float64)


def _legendre(low: float, high: float) -> Pair:
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return low + (high - low) / 2.0 * (nodes + 1.0), (high - low) / 2.0 * weights
