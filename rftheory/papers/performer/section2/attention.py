"""Sections 2.1 and 2.2 of performer: exact attention, generalised attention, and linear attention.

Main results
* (1), (2): Att = D^-1 A V, A = exp(QK^T/sqrt d), with and without a mask; time O(L^2 d), O(L^2 + Ld) numbers.
* (3), (4): for A = Q'K'^T the same as D^-1 (Q'(K'^T V)), in time O(Lrd) and space O(Lr + Ld + rd).
* Any precision in time O(L d^2 log d), read for fixed norms and precision: d log d projections suffice. What the
  sentence says of hashing methods is not judged.

Proofs. Induction over the tokens for the exchange of the products; outputs by both orders on matrices that are
parameters; algorithms run on numbers that count their operations, and their loops summed for all sizes.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.exact.functions.attention import (
    CausalSoftmaxAttention,
    GroupedCausalSoftmaxAttention,
    GroupedSoftmaxAttention,
    SoftmaxAttention,
)
from rftheory.kit import (
    All,
    Count,
    Derivation,
    Domain,
    Equal,
    Proof,
    Statement,
    formula,
    integer,
    part,
    whole,
)
from rftheory.papers._shared.invariants import COUNT, d
from rftheory.papers.performer._lemmas.attention_terms import FAILURE
from rftheory.papers.performer._lemmas.counts import (
    EXPLICIT,
    EXPLICIT_HELD,
    LINEAR_HELD,
    L,
    explicit_costs,
    linear_costs,
    m,
    r,
)
from rftheory.papers.performer._lemmas.counts import LINEAR as LINEAR_RUN
from rftheory.papers.performer._lemmas.linear_attention import EXPLICIT_ENTRY, LINEAR_ENTRY, exchange_of_sums
from rftheory.papers.performer._lemmas.matrices import LINEAR, SOFTMAX, K, Q, V, i, j
from rftheory.papers.performer._lemmas.projection_numbers import ENOUGH
from rftheory.papers.performer._lemmas.uniform import BALL, enough_projections, linear_time

_TOKENS, _WIDTH = integer("L", 1, meaning="number of tokens"), integer("d", 1, meaning="input dimension")
_EXACT = (
    Count("operations", "exact attention", L**2 * d),
    Count("stored numbers", "exact attention", L**2 + L * d),
)

EQ1 = Statement(
    id="performer/eq1",
    kind="definition",
    where="eq. (1)",
    title="Bidirectional softmax attention",
    text="The output is the matrix of exponentials of scaled inner products, its rows divided by their sums, times V.",
    latex=r"\mathrm{Att}_\leftrightarrow(Q,K,V)=D^{-1}AV,\ A=\exp(QK^\top/\sqrt d),\ D=\mathrm{diag}(A1_L)",
    domain_text="Q, K, V in R^(L x d)",
    domain=SOFTMAX,
    sides={
        "": formula(
            SoftmaxAttention(Q, K, V, i, j),
            SOFTMAX,
            "Q K V i j",
            closed=GroupedSoftmaxAttention(Q, K, V, i, j),
        )
    },
    setting="softmax attention",
    note="V may have any number of columns.",
)

EQ2 = Statement(
    id="performer/eq2",
    kind="definition",
    where="eq. (2)",
    title="Unidirectional softmax attention",
    text="The same with the exponentials above the diagonal set to zero before the rows are summed.",
    latex=r"\mathrm{Att}_\to(Q,K,V)=\tilde D^{-1}\tilde AV,\ \tilde A=\mathrm{tril}(A),\ \tilde D=\mathrm{diag}(\tilde A1_L)",
    domain_text="as (1); tril keeps the diagonal",
    domain=SOFTMAX,
    sides={
        "": formula(
            CausalSoftmaxAttention(Q, K, V, i, j),
            SOFTMAX,
            "Q K V i j",
            closed=GroupedCausalSoftmaxAttention(Q, K, V, i, j),
        )
    },
    uses=("performer/eq1",),
    setting="causal softmax attention",
)

SEC2_1_COST = Statement(
    id="performer/sec2.1/cost",
    kind="scaling",
    where="Section 2.1",
    title="Cost of exact attention",
    text="Exact attention takes time of order L^2 d and holds of order L^2 + L d numbers.",
    latex=r"O(L^2d),\ O(L^2+Ld)",
    domain_text="A stored explicitly",
    domain=Domain((_TOKENS, _WIDTH)),
    claim=All(_EXACT),
    checks=(EXPLICIT, EXPLICIT_HELD, Derivation(explicit_costs, whole("the loops of (1) for all L and d"))),
    uses=("performer/eq1",),
    setting="softmax attention",
)


def _any_precision(proof: Proof) -> None:
    enough_projections(proof)
    linear_time(proof)


SEC2_1_ANY_PRECISION = Statement(
    id="performer/sec2.1/any-precision",
    kind="scaling",
    where="Section 2.1",
    title="Time for an approximation of any precision",
    text=(
        "The attention matrix can be approximated as closely as one likes in time O(L d^2 log d), where methods "
        "that hash tokens into buckets take O(L d^2 log L)."
    ),
    latex=r"O(Ld^2\log d)",
    domain_text="none printed; read for fixed R and precision, as Theorem 4 has it",
    domain=Domain((_TOKENS, COUNT, *BALL.parameters, FAILURE)),
    claim=All(
        (
            ENOUGH,
            Count("operations", "linear attention with m projections", L * m * d),
            Count("operations", "attention that hashes tokens into buckets", L * d**2 * sp.log(L)),
        )
    ),
    checks=(
        replace(LINEAR_RUN, letters={"r": m}),
        Derivation(
            _any_precision,
            part(
                "the first order, for fixed R, precision and probability; that of hashing methods is not judged"
            ),
        ),
    ),
    uses=("performer/thm4", "performer/eq4/cost"),
    mechanism=("orthogonal", "trigonometric"),
    note="The matrix is approximated in factored form: its L^2 entries are never written out.",
)

EQ3 = Statement(
    id="performer/eq3",
    kind="definition",
    where="eq. (3)",
    title="Generalised kernelisable attention",
    text="An attention matrix whose entries are a positive kernel with a random nonnegative feature map of r entries.",
    latex=r"K(x,y)=\mathbb E[\phi(x)^\top\phi(y)]",
    domain_text="r > 0",
    setting="generalised attention",
)

EQ4 = Statement(
    id="performer/eq4",
    kind="algorithm",
    where="eq. (4)",
    title="Linear attention",
    text="Keys' features meet the values first, then the queries' features; row sums come the same way.",
    latex=r"\widehat{\mathrm{Att}}_\leftrightarrow(Q,K,V)=\hat D^{-1}(Q'((K')^\top V)),\ \hat D=\mathrm{diag}(Q'((K')^\top1_L))",
    domain_text="any Q', K' in R^(L x r)",
    domain=LINEAR,
    sides={"": LINEAR_ENTRY},
    claim=Equal("", EXPLICIT_ENTRY),
    checks=(Derivation(exchange_of_sums, whole("all L, r and d, entry by entry")),),
    uses=("performer/eq3",),
    setting="bidirectional linear attention",
    note="Rows whose weights sum to 0 have no output.",
)


def _both_costs(proof: Proof) -> None:
    explicit_costs(proof)
    linear_costs(proof)


EQ4_COST = Statement(
    id="performer/eq4/cost",
    kind="scaling",
    where="after eq. (4)",
    title="Cost of linear attention",
    text="Linear attention takes time O(Lrd) and space O(Lr + Ld + rd), exact attention O(L^2 d) and O(L^2 + Ld).",
    latex=r"O(Lr+Ld+rd),\ O(Lrd)",
    domain_text="any L, r, d",
    domain=Domain((_TOKENS, integer("r", 1, meaning="number of features"), _WIDTH)),
    claim=All(
        (
            Count("operations", "linear attention", L * r * d),
            Count("stored numbers", "linear attention", L * r + L * d + r * d),
            *_EXACT,
        )
    ),
    checks=(
        LINEAR_RUN,
        LINEAR_HELD,
        EXPLICIT,
        EXPLICIT_HELD,
        Derivation(_both_costs, whole("the loops of (4) and (1) for all L, r and d")),
    ),
    uses=("performer/eq4", "performer/sec2.1/cost"),
    setting="bidirectional linear attention",
)


STATEMENTS = (
    EQ1,
    EQ2,
    SEC2_1_COST,
    SEC2_1_ANY_PRECISION,
    EQ3,
    EQ4,
    EQ4_COST,
)
