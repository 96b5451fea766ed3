"""Appendix F.5 of performer, (76) and (77): the kernel matrix, and from it to the attention matrix.

False as printed
* (76) has the mistake of Theorem 7: E w.w stands for its root. True with sigma^2 = E w.w, for whole blocks of d rows.
* (77), by a misprint: g and h stand at q and k, their maxima g*, h* over the ball of q/d^{1/4} and k/d^{1/4}. With
  g = exp(|x|^2/2), d = 16, R = 2 the last relation fails. True with the scaled arguments: |A^ - A| <= delta g* h*.

Proofs. As Theorem 7; entry by entry g e h <= G delta H.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    All,
    Below,
    Derivation,
    Domain,
    Erratum,
    Given,
    On,
    Quantity,
    Statement,
    part,
    whole,
)
from rftheory.papers._shared.invariants import COUNT, DIMENSION, d, m
from rftheory.papers.performer._lemmas.attention_error import (
    BLOCK_RATE,
    UNSCALED,
    UNSCALED_SCRIPT,
    entries,
    scaled_entries,
)
from rftheory.papers.performer._lemmas.attention_terms import (
    EPS,
    ERROR_OF_A,
    ERROR_OF_B,
    FAILURE,
    enough,
    kept,
)
from rftheory.papers.performer._lemmas.uniform import (
    BLOCKS,
    GENERAL,
    KERNEL_BALL,
    RADIUS,
    SPECTRAL,
    SPREAD,
    R,
    delta,
    not_scale_free,
    whole_blocks,
)

EQ76 = Statement(
    id="performer/eq76",
    kind="tail bound",
    where="eq. (76)",
    title="Uniform error of the kernel matrix",
    text=(
        "All entries of the kernel matrix are within delta with any constant probability for of the order of "
        "(d/delta^2) log(sigma diam/delta) projections, sigma = E w.w and diam = 4R/d^(1/4)."
    ),
    latex=r"\|\hat B-B\|_\infty\le\delta",
    domain_text="|Q_i|, |K_j| <= R",
    domain=SPECTRAL,
    claim=enough(GENERAL, SPECTRAL.parameters, ERROR_OF_B, delta),
    checks=(
        Derivation(
            not_scale_free,
            part("Omega = N(0, c^2), d = 1, any constant in m"),
            refutes=True,
            example=UNSCALED,
        ),
    ),
    mechanism=("orthogonal", "trigonometric"),
    erratum=Erratum(
        kind="error",
        at="(76) and the lines after",
        formula=r"\sigma=\mathbb E[\omega^\top\omega]",
        false="As in Theorem 7 the second moment, no length, multiplies a diameter; its root belongs there.",
        weight=2,
        follows_from="performer/thm7",
        script=UNSCALED_SCRIPT,
        relation="<=",
    ),
    note="As Theorem 7: the second moment stands for its root.",
).corrected(
    title="Uniform error of the kernel matrix, with the root of the second moment",
    text="With sigma^2 = E w.w and whole blocks of d rows, this many projections do with probability 1 - p.",
    latex=BLOCK_RATE,
    domain_text="every d, R, delta and radial spectral law with a second moment; 0 < p < 1",
    domain=Domain((*KERNEL_BALL.widened(SPREAD).parameters, FAILURE, COUNT)),
    claim=Given(sp.And(m >= BLOCKS, sp.Eq(sp.Mod(m, d), 0)), kept(ERROR_OF_B, delta)),
    checks=(
        Derivation(whole_blocks, whole("every d, R, delta and radial spectral law with a second moment")),
    ),
)


_DIAGONALS = Quantity("largest |g(q_i)|") * Quantity("largest |h(k_j)|")
_BALL = Domain((DIMENSION, RADIUS), extra=({"d": 16, "R": 2},))

EQ77 = Statement(
    id="performer/eq77",
    kind="inequality",
    where="eq. (77)",
    title="From the kernel matrix to the attention matrix",
    text="Entrywise, the error of A is at most that of B times the largest g and h: delta g* h* = eps.",
    latex=r"\|\hat A-A\|_\infty\le\|D_Q\|_\infty\|\hat B-B\|_\infty\|D_K\|_\infty\le\delta g^*h^*",
    domain_text="D_Q, D_K diagonal with entries g(q_i), h(k_i); g*, h* maxima over the ball of radius R d^(-1/4)",
    domain=KERNEL_BALL,
    claim=All(
        (
            Below(ERROR_OF_A, _DIAGONALS * ERROR_OF_B, strict=False),
            Given(delta >= ERROR_OF_B, Below(_DIAGONALS * ERROR_OF_B, EPS, strict=False)),
            On(
                _BALL,
                Below(sp.exp(R**2), sp.exp(R**2 / sp.sqrt(d)), strict=False),
                "g = h = exp(|x|^2/2), |q| = |k| = R: largest g h over g* h*",
            ),
        )
    ),
    checks=(Derivation(entries, part("the first two relations")),),
    setting="norms",
    erratum=Erratum(
        kind="misprint",
        at="(77), and the diagonal matrices before (76)",
        formula=r"\|D_Q\|_\infty\|\hat B-B\|_\infty\|D_K\|_\infty\le\delta g^*h^*",
        false="D_Q and D_K have g and h at q and k, while g* and h* are maxima over q/d^(1/4) and k/d^(1/4).",
        weight=2,
        points=({"d": "16", "R": "2"},),
    ),
    note=(
        "g and h are printed at the queries and keys themselves, their maxima over the ball of the scaled ones. "
        "For softmax attention exp(|x|^2/2) belongs at q/d^(1/4), so that the scaled arguments are meant."
    ),
).corrected(
    title="From the kernel matrix to the attention matrix, arguments scaled",
    text="With diagonal entries g(q_i/d^(1/4)) and h(k_i/d^(1/4)) the error of A is at most delta g* h*.",
    latex=r"\|\hat A-A\|_\infty\le\delta g^*h^*,\quad D_Q=\mathrm{diag}(g(q_i/d^{1/4})),\ D_K=\mathrm{diag}(h(k_i/d^{1/4}))",
    domain_text="rows of Q and K in B(R), g* and h* maxima over B(R d^(-1/4))",
    claim=Given(delta >= ERROR_OF_B, Below(ERROR_OF_A, EPS, strict=False)),
    checks=(Derivation(scaled_entries, whole("entrywise maxima, all g, h, d and R")),),
)


STATEMENTS = (
    EQ76,
    EQ77,
)
