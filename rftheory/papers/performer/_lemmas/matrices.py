"""Matrices of queries, keys, features and values with the places of an output, for the entries about attention."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import PLACE, ROW, Domain, Height, Parameter, Rule, Width, integer, same_length

Q, K, V = sp.IndexedBase("Q"), sp.IndexedBase("K"), sp.IndexedBase("V")
QP, KP = sp.IndexedBase("Qp"), sp.IndexedBase("Kp")
i, j = sp.symbols("i j", positive=True, integer=True)


def _matrix(name: str, meaning: str) -> Parameter:
    return Parameter(name, "vectors", meaning=meaning)


def _shapes(queries: str, keys: str) -> tuple[Rule, ...]:
    """One number of rows for all, one number of columns for queries and keys, places within the output."""
    first, second = sp.IndexedBase(queries), sp.IndexedBase(keys)
    return (
        Rule(same_length(first, second), f"{keys} has as many rows as {queries}"),
        Rule(sp.Eq(Width(first), Width(second)), f"{keys} has as many columns as {queries}"),
        Rule(same_length(second, V), f"V has as many rows as {keys}"),
        Rule(i <= Height(first), f"i <= number of rows of {queries}"),
        Rule(j <= Width(V), "j <= number of columns of V"),
    )


PLACES = (
    integer("i", 1, meaning="row of the output, from 1"),
    integer("j", 1, meaning="column of the output, from 1"),
)
VALUES = _matrix("V", "L values, a row each")

_PAIR = {"Q": "1,2;-1/2,3;0,1", "K": "2,-1;1/3,1;1,1", "V": "1,-2;3,5;-7/2,1"}
_SMALL = {
    "Q": "1/2,-1/3,2;1,0,1/7;-2,1,1;3/2,1/2,-1;0,1/4,1",
    "K": "1,1/2,-1;1/5,-1,2;-1/3,1,1;2,1,0;1/2,1/2,-3/2",
    "V": "1;-2;3;1/2;-5/3",
}
_LARGE = {"Q": "600,-800;-1000,0", "K": "600,800;-599,-799", "V": "2,1;1,-3"}

SOFTMAX = Domain(
    (
        _matrix("Q", "L queries in R^d, a row each"),
        _matrix("K", "L keys in R^d, a row each"),
        VALUES,
        *PLACES,
    ),
    _shapes("Q", "K"),
    extra=(
        {**_PAIR, "i": 1, "j": 1},
        {**_PAIR, "i": 3, "j": 2},
        {**_SMALL, "i": 4, "j": 1},
        {**_LARGE, "i": 2, "j": 2},
        {"Q": "1,2", "K": "3,4", "V": "5,6,7", "i": 1, "j": 3},
        {**_PAIR, "i": 2, "j": 1},
    ),
)

_FEATURES = {"Qp": "1,2,1/2;3,1/3,1;2,1,5", "Kp": "1,1/2,4;2,1,1;1/7,3,2", "V": "1,-2;3,5;-7/2,1"}
_SIGNED = {"Qp": "1,-2;3,1/3;-1,1;2,2", "Kp": "2,-1;1,1;-1/3,-4;1,1/5", "V": "1;-1;2;1/3"}
_MIXED = {"Qp": "1e3;1e-3", "Kp": "1;1e6", "V": "1,2,3;4,5,6"}
_ENTRIES = (
    {**_FEATURES, "i": 1, "j": 1},
    {**_FEATURES, "i": 3, "j": 2},
    {**_SIGNED, "i": 3, "j": 1},
    {**_MIXED, "i": 2, "j": 3},
    {"Qp": "2", "Kp": "3", "V": "5", "i": 1, "j": 1},
    {**_FEATURES, "i": 2, "j": 1},
)
_FEATURE_MATRICES = (_matrix("Qp", "Q', features of the queries"), _matrix("Kp", "K', features of the keys"))
PRODUCTS = Domain((*_FEATURE_MATRICES, VALUES, *PLACES), _shapes("Qp", "Kp"), extra=_ENTRIES)


def _nonzero(causal: bool) -> Rule:
    """Entry (i, i) of the renormaliser is its inverse's: a row whose weights sum to 0 has no output."""
    last = i if causal else Height(KP)
    product = sp.Sum(QP[i - 1, PLACE] * KP[ROW, PLACE], (PLACE, 0, Width(KP) - 1))
    weights = sp.Sum(product, (ROW, 0, last - 1))
    return Rule(sp.Ne(weights, 0), "the weights of row i, from Qp and Kp, sum to a nonzero number")


LINEAR = Domain(PRODUCTS.parameters, (*PRODUCTS.rules, _nonzero(False)), extra=_ENTRIES)
CAUSAL = Domain(PRODUCTS.parameters, (*PRODUCTS.rules, _nonzero(True)), extra=_ENTRIES)
