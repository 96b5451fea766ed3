"""How moments of estimates and rows are written in proofs, and what invariants of a pair of inputs mean."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from rftheory.claims import Covariance, Estimate, Expectation, Inner, Length, MeanSquareError, Row, Variance
from rftheory.domain import Domain
from rftheory.proof.kernel.definitions import HALF, MINUS, X, Y
from rftheory.proof.terms import ProofError, Term
from rftheory.proof.wording import Words

_OWN_KERNEL: Mapping[str, str] = {
    "crt": "gaussian", "hrf": "softmax", "orf": "gaussian", "performer": "softmax", "simrf": "gaussian",
}  # fmt: skip


def words(paper: str) -> Words:
    """The words of a paper's claims: where an estimate names no kernel, it is the paper's own."""

    def estimate(inner: Words, node: sp.Expr) -> Term:
        coupling, features, rows, at, kernel = node.args
        name = str(kernel).lower() or _OWN_KERNEL.get(paper)
        if name is None:
            raise ProofError(f"{node} names no kernel")
        names = [("name", str(each)) for each in (coupling, features)]
        return ("estimate", *names, inner.term(rows), ("name", str(at)), ("name", name))

    return Words(
        {
            Estimate: estimate,
            Expectation: lambda inner, node: ("E", inner.term(node.args[0])),
            Covariance: lambda inner, node: ("Cov", inner.term(node.args[0]), inner.term(node.args[1])),
            Variance: lambda inner, node: ("Var", inner.term(node.args[0])),
            MeanSquareError: _error,
            Inner: lambda inner, node: ("dot", _vector(inner, node.args[0]), _vector(inner, node.args[1])),
            Length: lambda inner, node: ("^", ("dot", *(2 * (_vector(inner, node.args[0]),))), HALF),
        }
    )


def _error(inner: Words, node: sp.Expr) -> Term:
    estimate = inner.term(node.args[0])
    if len(node.args) > 1:
        return ("mse", estimate, inner.term(node.args[1]))
    if not (isinstance(estimate, tuple) and estimate[0] == "estimate"):
        raise ProofError("the error about what?")
    kernel = estimate[-1][1]
    if kernel == "softmax":
        return ("mse", estimate, ("exp", ("dot", X, Y)))
    if kernel == "gaussian":
        return ("mse", estimate, ("exp", ("*", ("q", -1, 2), ("dot", MINUS, MINUS))))
    raise ProofError(f"no word for the kernel {kernel}")


def _vector(inner: Words, node: sp.Basic) -> Term:
    if isinstance(node, Row):
        coupling, index = node.args
        if not isinstance(index, sp.Integer):
            raise ProofError("a row is named by a number")
        return ("row", ("name", str(coupling)), int(index))
    if isinstance(node, sp.Symbol) and str(node) in _VECTORS:
        return ("vec", str(node))
    if isinstance(node, sp.Add):
        return ("+", *sorted((_vector(inner, part) for part in node.args), key=repr))
    if isinstance(node, sp.Mul):
        scalar, vector = node.as_independent(sp.Symbol, Row) if node.args[0].is_Number else (None, node)
        if scalar is not None and scalar.is_Rational:
            return ("*", inner.term(scalar), _vector(inner, vector))
    raise ProofError(f"no word for the vector {node}")


_VECTORS = ("x", "y", "z", "u", "Delta")
_MEANT: Mapping[str, Mapping[str, Term]] = {
    "performer": {"z": ("+", "x2", ("*", 2, "xy"), "y2"), "Delta": ("+", "x2", ("*", -2, "xy"), "y2")}
}
"""Squared lengths of what the papers call the sum and the difference of the inputs."""


def invariants(paper: str, domain: Domain, vectors: frozenset[str]) -> tuple[Term, ...]:
    """What parameters mean as inner products of the vectors that a claim names, as equalities.

    Vectors whose lengths no parameter gives have none: nothing can be shown of them.
    """
    names = set(domain.names)
    found: list[Term] = []
    if {"x2", "y2", "xy"} <= names:
        found += [("=", ("dot", X, X), "x2"), ("=", ("dot", Y, Y), "y2"), ("=", ("dot", X, Y), "xy")]
        for name in sorted(vectors & set(_MEANT.get(paper, {}))):
            found.append(("=", ("dot", ("vec", name), ("vec", name)), _MEANT[paper][name]))
    elif {"r", "theta"} <= names:
        squared: Term = ("^", "r", 2)
        cosine: Term = ("*", squared, ("cos", "theta"))
        found += [("=", ("dot", X, X), squared), ("=", ("dot", Y, Y), squared), ("=", ("dot", X, Y), cosine)]
    elif "z" in names:
        found.append(("=", ("dot", MINUS, MINUS), ("^", "z", 2)))
        if paper == "performer" and "Delta" in vectors:
            found.append(("=", ("dot", ("vec", "Delta"), ("vec", "Delta")), ("^", "z", 2)))
    elif "v" in names and paper == "performer" and len(vectors) == 1:
        own = ("vec", next(iter(vectors)))
        found.append(("=", ("dot", own, own), ("^", "v", 2)))
    return tuple(found)
