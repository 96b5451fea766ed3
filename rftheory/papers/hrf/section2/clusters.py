"""Section 2.4 of hrf, clustered data: a matrix for a pair of centres, (21), and zero-one coefficients.

Main results
* (21): l(A) = |A x_i + A^-T y_j|^2, Hermitian. Loss 0 gives no error at the centres, and a small loss a small
  error near them: the MSE is SM^2 (e^l - 1)/m, l the loss at the inputs.
* With cluster indicators as features of lambda the hybrid is the base estimator of the pair of clusters at hand.

Proofs. The error of one projection in closed form, continuous in the inputs; sums of Kronecker deltas.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Limit,
    On,
    Proof,
    Representations,
    Rule,
    Statement,
    Supposing,
    Variance,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.complex_pairs import IMAGINARY2, LOSS, PAIR, REAL2, complex_error
from rftheory.papers.hrf._lemmas.complex_exponential import (
    COMPLEX_EXPONENTIAL,
    COUNTED_PAIRS,
    PAIRS,
    VARIANCE,
)
from rftheory.papers.hrf._lemmas.zero_one import one_cell

EQ21 = Statement(
    id="hrf/eq21",
    kind="definition",
    where="eq. (21)",
    title="Loss of a matrix at a pair of cluster centres",
    text="The base estimator of a pair of centres takes the A that minimises the Hermitian |A x_i + A^(-T) y_j|^2.",
    latex=r"l(A)=|Ax_i+A^{-\top}y_j|^2",
    domain_text="A invertible in C^{d x d}",
    domain=PAIRS,
    sides={"": formula(LOSS, PAIRS, PAIR)},
    checks=(Representations("", formula(REAL2 + IMAGINARY2, PAIRS, PAIR)),),
    uses=("hrf/eq16",),
    mechanism=("complex-exponential",),
    setting="CE adapted to a pair of clusters",
)


def _small_loss(proof: Proof) -> None:
    """The error is SM^2 (e^l - 1)/m, continuous, and z is linear in (x, y)."""
    complex_error(proof)
    a, c, u, v, h, k = sp.symbols("a c u v h k")
    proof.equal(
        a * (u + h) + c * (v + k),
        (a * u + c * v) + (a * h + c * k),
        "z is linear: moving the inputs by h, k moves it by Ah + A^(-T)k, at most |A||h| + |A^(-1)||k| long",
    )
    loss = sp.Symbol("L", nonnegative=True)
    proof.limit(
        sp.exp(loss) - 1, loss, 0, 0, "so close to the centres and with small l(A) the error is small"
    )


_LEFT = sp.Symbol("l", nonnegative=True)

SEC2_4_ZERO_LOSS = Statement(
    id="hrf/sec2.4/zero-loss",
    kind="identity",
    where="Section 2.4, after eq. (21)",
    title="Small loss, small error",
    text=(
        "A matrix of loss 0 gives no error at the centres; close to them, and with a small loss, the variance is "
        "small."
    ),
    latex=r"l(A)=0\Rightarrow\mathrm{Var}=0",
    domain_text="A invertible",
    domain=COUNTED_PAIRS,
    claim=All(
        (
            VARIANCE,
            Supposing((Equal(LOSS, sp.S.Zero),), Equal(Variance(COMPLEX_EXPONENTIAL), sp.S.Zero)),
            On(
                Domain((real("l", 0, meaning="loss at the inputs, continuous in them"),)),
                Limit(sp.exp(_LEFT) - 1, "l", sp.S.Zero, sp.S.Zero),
                "l = |Ax + A^(-T)y|^2",
            ),
        )
    ),
    checks=(Derivation(_small_loss, WHOLE),),
    uses=("hrf/eq17", "hrf/eq21"),
    mechanism=("complex-exponential",),
)

# x in cluster i0 of u, y in cluster j0 of w; S[i, j] is the estimate of a pair of clusters, S[0, 0] that of the rest
_S = sp.IndexedBase("S")
_x, _y, _u, _w = sp.symbols("i0 j0 u w", integer=True, positive=True)
_i, _j = sp.symbols("i j", integer=True, positive=True)
_CELL = sp.KroneckerDelta(_i, _x) * sp.KroneckerDelta(_j, _y)
_PAIRS_OF_CLUSTERS = (_i, 1, _u), (_j, 1, _w)
_CLUSTERS = Domain(
    tuple(integer(name, 1) for name in ("i0", "j0", "u", "w")),
    (Rule(_x <= _u, "i0 <= u"), Rule(_y <= _w, "j0 <= w")),
)

SEC2_4_INDICATOR_LAMBDA = Statement(
    id="hrf/sec2.4/indicator-lambda",
    kind="algorithm",
    where="Section 2.4",
    title="Zero-one lambda coefficients of clusters",
    text="With cluster indicators as features of lambda the hybrid uses the estimator of the pair of clusters alone.",
    latex=r"\lambda^{(x_i,y_j)}(x,y)=1[x\in X_i]\,1[y\in Y_j]",
    domain_text="cluster membership computable",
    domain=_CLUSTERS,
    claim=Equal(
        sp.Sum(_CELL * _S[_i, _j], *_PAIRS_OF_CLUSTERS) + (1 - sp.Sum(_CELL, *_PAIRS_OF_CLUSTERS)) * _S[0, 0],
        _S[_x, _y],
    ),
    checks=(Derivation(one_cell, WHOLE),),
    uses=("hrf/eq8", "hrf/eq21"),
    mechanism=("clustered-hybrid",),
)


STATEMENTS = (
    EQ21,
    SEC2_4_ZERO_LOSS,
    SEC2_4_INDICATOR_LAMBDA,
)
