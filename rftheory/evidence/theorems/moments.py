"""How moments of estimates and rows are written in proofs, and what invariants of a pair of inputs mean."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from rftheory.claims import (
    Covariance,
    Draw,
    Estimate,
    Expectation,
    Inner,
    Length,
    MeanSquareError,
    Row,
    Variance,
)
from rftheory.domain import Domain
from rftheory.evidence.theorems import hybrids, suprema
from rftheory.evidence.theorems.attention import ENTRIES
from rftheory.evidence.theorems.complexes import writers
from rftheory.evidence.theorems.tails import Tail, tail
from rftheory.evidence.theorems.tilts import TILT
from rftheory.exact.functions.complex_vectors import Dot, Sign, Size
from rftheory.exact.functions.conformity import Conformity, ConformityBesideSquare
from rftheory.exact.functions.tilts import PositiveTilt
from rftheory.proof.kernel.definitions import HALF, MINUS, PAIR, PLUS, X, Y
from rftheory.proof.tactics.conformity import conformity
from rftheory.proof.terms import ProofError, Term
from rftheory.proof.wording import Words, over_ranges

_OWN_KERNEL: Mapping[str, str] = {
    "crt": "gaussian", "hrf": "softmax", "orf": "gaussian", "performer": "softmax", "simrf": "gaussian",
}  # fmt: skip
_PAIRED: Mapping[tuple[str, str], tuple[str, str]] = {("iid, pairs +-tau", "positive"): ("iid", "hyperbolic")}
"""Pairs of opposite rows through positive features are single rows through hyperbolic ones."""


def kernel_of(paper: str, node: sp.Basic) -> str:
    """The kernel of an estimate: where it names none, the paper's own."""
    name = str(node.args[4]).lower() or _OWN_KERNEL.get(paper)
    if name is None:
        raise ProofError(f"{node} names no kernel")
    return name


def words(
    paper: str, names: frozenset[str] = frozenset(), complex_names: frozenset[str] = frozenset()
) -> Words:
    """The words of a paper's claims about parameters of these names, of which some are complex."""

    def estimate(inner: Words, node: sp.Expr) -> Term:
        coupling, features, rows, at, _ = node.args
        kernel = kernel_of(paper, node)
        if hybrids.is_hybrid(node):
            return hybrids.written(inner, node, kernel, names)
        own = _PAIRED.get((str(coupling), str(features)), (str(coupling), str(features)))
        where = ("name", hybrids.place(str(at)))
        return ("estimate", *(("name", each) for each in own), inner.term(rows), where, ("name", kernel))

    def error(inner: Words, node: sp.Expr) -> Term:
        estimate = inner.term(node.args[0])
        if len(node.args) > 1:
            return ("mse", estimate, inner.term(node.args[1]))
        if not isinstance(node.args[0], Estimate):
            raise ProofError("the error about what?")
        return ("mse", estimate, _target(kernel_of(paper, node.args[0])))

    return Words(
        {
            **ENTRIES,
            **suprema.WRITERS,
            Tail: tail,
            Estimate: estimate,
            Draw: _drawn,
            Expectation: lambda inner, node: ("E", inner.term(node.args[0])),
            Covariance: lambda inner, node: ("Cov", inner.term(node.args[0]), inner.term(node.args[1])),
            Variance: lambda inner, node: ("Var", inner.term(node.args[0])),
            MeanSquareError: error,
            Inner: lambda inner, node: ("dot", _vector(inner, node.args[0]), _vector(inner, node.args[1])),
            Dot: _entries_product,
            Sign: lambda inner, node: ("sign", inner.term(node.args[0])),
            Size: lambda _, node: ("height", str(node.args[0])),
            Conformity: _conformity,
            ConformityBesideSquare: _conformity,
            sp.Sum: _summed,
            Row: _rows,
            Length: lambda inner, node: ("^", ("dot", *(2 * (_vector(inner, node.args[0]),))), HALF),
            PositiveTilt: lambda *_: TILT,
            **writers(complex_names),
        },
        complex_names,
        names,
    )


def _summed(inner: Words, node: sp.Expr) -> Term:
    """A sum over independent rows, by the term of the first; other sums as they stand."""
    index, *ends = node.limits[0]
    rows = [each for each in node.function.atoms(Row) if each.args[1] == index]
    if not rows:
        return over_ranges("sum")(inner, node)
    if len(node.limits) > 1 or ends[0] != 1 or {str(each.args[0]) for each in rows} != {"iid"}:
        raise ProofError(f"no word for a sum over the rows of {node}")
    body = node.function.xreplace({rows[0]: Row("iid", 1)})
    if index in body.free_symbols:
        raise ProofError(f"the terms of {node} depend on more than the row")
    return ("total", ("name", "iid"), inner.term(ends[1]), inner.term(body))


def _rows(inner: Words, node: sp.Expr) -> Term:
    """All rows of a coupling, where any of them is named."""
    del inner
    if not node.args[1].is_Symbol:
        raise ProofError(f"{node} stands in inner products alone")
    return ("rows", ("name", str(node.args[0])))


def _drawn(inner: Words, node: sp.Expr) -> Term:
    """A random variable of which only that is known which is supposed."""
    del inner
    name, law = node.args
    if [str(each) for each in law.args] != ["any"]:
        raise ProofError(f"no word for the law of {name}")
    return ("draw", ("name", str(name)))


def _entries_product(inner: Words, node: sp.Expr) -> Term:
    """sum_j u_j v_j over the entries of vectors, or of a vector of a list: u, v or W[i]."""
    factors = [_at(inner, vector, "j") for vector in node.args]
    return ("sum", "j", 0, ("+", "d", -1), ("*", *sorted(factors, key=repr)))


def _at(inner: Words, vector: sp.Basic, index: str) -> Term:
    if isinstance(vector, (sp.Symbol, sp.IndexedBase)):
        return ("entry", str(vector), index)
    if isinstance(vector, sp.Indexed) and len(vector.indices) == 1:
        return ("entry", str(vector.base.label), inner.term(vector.indices[0]), index)
    raise ProofError(f"no word for the entries of {vector}")


def _target(kernel: str) -> Term:
    """The kernel of the pair."""
    if kernel == "softmax":
        return ("exp", ("dot", X, Y))
    if kernel == "gaussian":
        return ("exp", ("*", ("q", -1, 2), ("dot", MINUS, MINUS)))
    if kernel == "smreg":
        at = ("name", "x, y"), ("name", kernel)
        return ("E", ("estimate", ("name", "sphere"), ("name", "positive"), 1, *at))
    raise ProofError(f"no word for the kernel {kernel}")


def _conformity(inner: Words, node: sp.Expr) -> Term:
    """E 0F1(; d/2; t |w_1 + w_2|^2/4) for rows of the cosine c, by its definition."""
    dimension, cosine, square = node.args
    if str(dimension) != "d" and not dimension.is_Integer:
        raise ProofError("the dimension of a conformity is d, or a number")
    return conformity(inner.term(cosine), inner.term(square))


def _vector(inner: Words, node: sp.Basic) -> Term:
    if isinstance(node, Row):
        coupling, index = node.args
        if str(coupling) == "any" and index.is_Symbol:
            return ("row", ("name", "any"), 1)
        if not isinstance(index, sp.Integer):
            raise ProofError("a row is named by a number")
        return ("row", ("name", _KNOWN_AS.get(str(coupling), str(coupling))), int(index))
    if isinstance(node, Draw) and [str(node.args[0]), *map(str, node.args[1].args)] == ["u", "sphere", "d"]:
        return ("vec", DIRECTION)
    if isinstance(node, (sp.Symbol, sp.IndexedBase)) and str(node) in _VECTORS:
        return ("vec", str(node))
    if isinstance(node, sp.Add):
        return ("+", *sorted((_vector(inner, part) for part in node.args), key=repr))
    if isinstance(node, sp.Mul):
        vectors = [part for part in node.args if part.has(Row) or str(part) in _VECTORS or part.is_Add]
        scalar = sp.Mul(*(part for part in node.args if part not in vectors))
        if len(vectors) == 1:
            return ("*", inner.term(scalar), _vector(inner, vectors[0]))
    raise ProofError(f"no word for the vector {node}")


def by_entries(domain: Domain, vectors: frozenset[str]) -> tuple[Term, ...]:
    """The inner products of the vectors of which the entries are parameters."""
    own = sorted(p.name for p in domain.parameters if p.kind == "vector" and p.name in vectors)
    pairs = [(one, other) for place, one in enumerate(own) for other in own[place:]]
    return tuple(
        ("=", ("dot", ("vec", one), ("vec", other)), ("sum", "j", 0, ("+", "d", -1), _entries(one, other)))
        for one, other in pairs
    )


def _entries(*names: str) -> Term:
    return ("*", *(("entry", name, "j") for name in names))


DIRECTION = "direction"
"""A random direction u, independent of all else and the only one of its claim: any fixed one stands in its place."""
UNITS = ("e_1", DIRECTION)
_KNOWN_AS: Mapping[str, str] = {"pair": PAIR, "opposite pair": "cross-polytope"}
"""Couplings of the claims that are others by their law: two opposite rows are the first two of a cross-polytope."""
_VECTORS = ("x", "y", "z", "u", "Delta", "z_re", "z_im", "e_1")
_MEANT: Mapping[str, Mapping[str, Term]] = {
    "performer": {"z": ("+", "x2", ("*", 2, "xy"), "y2"), "Delta": ("+", "x2", ("*", -2, "xy"), "y2")}
}
"""Squared lengths of what the papers call the sum and the difference of the inputs."""
_DIFFERENCES: Mapping[str, frozenset[str]] = {
    "orf": frozenset(("z",)), "performer": frozenset(("Delta",)),
}  # fmt: skip
"""What the papers call the difference of the inputs, where the parameter z is its length."""


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
    elif "theta" in names and "r" not in names:
        lengths = tuple(("^", ("dot", each, each), HALF) for each in (X, Y))
        found += [("<", 0, ("dot", X, X)), ("<", 0, ("dot", Y, Y))]
        found.append(("=", ("dot", X, Y), ("*", *lengths, ("cos", "theta"))))
    elif "xy" in names and not {"x2", "y2"} & names:
        found.append(("=", ("dot", X, Y), "xy"))
    elif {"r", "theta"} <= names:
        squared: Term = ("^", "r", 2)
        cosine: Term = ("*", squared, ("cos", "theta"))
        found += [("=", ("dot", X, X), squared), ("=", ("dot", Y, Y), squared), ("=", ("dot", X, Y), cosine)]
    elif "z" in names:
        found.append(("=", ("dot", MINUS, MINUS), ("^", "z", 2)))
        for name in sorted(vectors & _DIFFERENCES.get(paper, frozenset())):
            found.append(("=", ("dot", ("vec", name), ("vec", name)), ("^", "z", 2)))
    elif "v" in names and paper in ("beyond", "simrf") and vectors <= {"x", "y"}:
        found.append(("=", ("dot", PLUS, PLUS), ("^", "v", 2)))
    elif "v" in names and paper == "performer" and len(vectors) == 1:
        own = ("vec", next(iter(vectors)))
        found.append(("=", ("dot", own, own), ("^", "v", 2)))
    found += [("=", ("dot", ("vec", unit), ("vec", unit)), 1) for unit in UNITS if unit in vectors]
    return tuple(found)
