"""Linear attention in both orders of its products: entries of the output, and the proof that they agree."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.attention import ExplicitLinearAttention, LinearAttention
from rftheory.kit import Proof, formula
from rftheory.papers.performer._lemmas.matrices import KP, LINEAR, QP, V, i, j

EXPLICIT_ENTRY = formula(ExplicitLinearAttention(QP, KP, V, i, j), LINEAR, "Qp Kp V i j")
LINEAR_ENTRY = formula(LinearAttention(QP, KP, V, i, j), LINEAR, "Qp Kp V i j")


def exchange_of_sums(proof: Proof) -> None:
    """Q'(K'^T C) = (Q' K'^T) C for every number of tokens and features, by induction over the tokens."""
    features = sp.Symbol("r", positive=True, integer=True)
    t = sp.Symbol("t", integer=True)
    value = sp.Symbol("c")
    query, key, state = sp.IndexedBase("q"), sp.IndexedBase("k"), sp.IndexedBase("S")

    def over_features(term: sp.Expr) -> sp.Expr:
        return sp.Sum(sp.expand(term), (t, 1, features))

    proof.equal(
        over_features(query[t] * 0),
        sp.S.Zero,
        "no token: both orders give 0, whatever the number of features",
    )
    added = over_features(query[t] * (state[t] + key[t] * value))
    split = over_features(query[t] * state[t]) + over_features(query[t] * key[t] * value)
    proof.equal(
        added,
        split,
        "one more token with features k and entry c of [V 1]: the buffer K'^T C gains k c, the output gains (q.k) c",
    )
    proof.cite("induction over the L tokens, for each column of C = [V 1] alone; the last column gives D^")
