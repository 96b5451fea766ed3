"""Entries of linear attention as terms: the sums of both orders of computation, written out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sympy as sp

from rftheory.domain.conditions import Height, Width
from rftheory.exact.functions.attention import (
    AttentionEntry,
    CausalLinearAttention,
    ExplicitCausalLinearAttention,
    ExplicitLinearAttention,
    LinearAttention,
    MaskedProduct,
    PrefixProduct,
)
from rftheory.proof.terms import Term
from rftheory.proof.wording import Words

_TOKEN, _FEATURE = sp.symbols("row place", integer=True)
_EXPLICIT = (ExplicitLinearAttention, ExplicitCausalLinearAttention, MaskedProduct)
_PRODUCTS = (MaskedProduct, PrefixProduct)
_CAUSAL = (*_PRODUCTS, CausalLinearAttention, ExplicitCausalLinearAttention)


def _entry(words: Words, node: AttentionEntry) -> Term:
    """The sum over tokens of weights and values, or over features; over the sum of weights, but for a product."""
    queries, keys, values = (sp.IndexedBase(str(each)) for each in node.args[:3])
    i, j = node.args[3:]
    token, feature = _TOKEN, _FEATURE
    last = i - 1 if isinstance(node, _CAUSAL) else Height(keys) - 1
    met, features = (token, 0, last), (feature, 0, Width(keys) - 1)
    query, key, value = queries[i - 1, feature], keys[token, feature], values[token, j - 1]
    if isinstance(node, _EXPLICIT):
        above = sp.Sum(sp.Sum(key * query, features) * value, met)
        below = sp.Sum(key * query, features, met)
    else:
        above = sp.Sum(query * sp.Sum(key * value, met), features)
        below = sp.Sum(query * sp.Sum(key, met), features)
    return words.term(above if isinstance(node, _PRODUCTS) else above / below)


ENTRIES: Mapping[type, Callable[[Words, sp.Expr], Term]] = dict.fromkeys(
    (*_EXPLICIT, LinearAttention, CausalLinearAttention, PrefixProduct), _entry
)
