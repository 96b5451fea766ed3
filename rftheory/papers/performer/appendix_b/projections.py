"""Appendix B.2 of performer: orthogonal projections in blocks, regular and structured.

Main results, m rows in blocks of d
* Orthogonal rows keep the law of each row of an isotropic law.
* Regular ones: W takes O(md) numbers, W x O(md) time, Gram-Schmidt O(m d^2) once; no bias.
* Hadamard and Givens products: O(m) and O(m log d) numbers, O(m log d) time; the bias of cosine features of (HD)^k,
  k >= 2, is at most 3|z|^4/(8d).

Proofs. A chi_d length times a uniform direction has the moments of N(0, 1) in every coordinate; loops summed for all
sizes and runs that count; fourth moments of H D v. The bias of Givens products is not judged.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    All,
    Count,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Expectation,
    Limit,
    Proof,
    Quantity,
    Statement,
    integer,
    part,
    real,
    whole,
)
from rftheory.papers.performer._lemmas.counts import d, m
from rftheory.papers.performer._lemmas.structured import (
    DENSE_ROWS,
    GIVENS_ROWS,
    HADAMARD_ROWS,
    ORTHONORMAL_ROWS,
    marginals,
    regular_costs,
    structured_costs,
)

_SIZES = Domain((integer("d", 1, meaning="input dimension"), integer("m", 1, meaning="number of rows")))
_MEANS = (Expectation(Estimate(rows, "any features", m)) for rows in ("orthogonal", "iid"))

SECB_2_BLOCK = Statement(
    id="performer/secB.2/block",
    kind="definition",
    where="Section B.2",
    title="Orthogonal blocks",
    text="Orthogonal rows keep the law of each row of an isotropic law; more than d rows come in d x d blocks.",
    latex=r"\omega_i\sim\mathcal D,\quad\omega_i^\top\omega_j=0\ \text{within a block}",
    domain_text="isotropic law",
    domain=Domain(),
    checks=(Derivation(marginals, part("N(0, I_d): lengths and directions")),),
    uses=("performer/sec2.4/unbiased",),
    mechanism=("orthogonal",),
)

SECB_2_R_ORF = Statement(
    id="performer/secB.2/r-orf",
    kind="scaling",
    where="Section B.2 (1)",
    title="Cost of regular orthogonal projections",
    text="W takes O(md) numbers, W x takes O(md) time, Gram-Schmidt O(m d^2) once; the estimates are unbiased.",
    latex=r"O(md),\ O(md),\ O(md^2)",
    domain_text="any x in R^d; m rows in blocks of d",
    domain=_SIZES,
    claim=All(
        (
            Count("stored numbers", "W of orthogonal Gaussian rows", m * d),
            Count("operations", "W x for such rows", m * d),
            Count("operations", "Gram-Schmidt, once", m * d**2),
            Equal(*_MEANS),
        )
    ),
    checks=(
        DENSE_ROWS,
        ORTHONORMAL_ROWS,
        Derivation(regular_costs, whole("all d and numbers of blocks, and the mean")),
    ),
    uses=("performer/sec2.4/unbiased",),
    mechanism=("orthogonal",),
)


def _small_bias(proof: Proof) -> None:
    """Rows of sqrt(d) (HD)^k, k >= 2: |E cos(w.z) - exp(-|z|^2/2)| <= 3 |z|^4/(8 d), for every z."""
    structured_costs(proof)
    s = sp.Symbol("s", nonnegative=True)  # y^2
    low, high = 1 - s / 2, 1 - s / 2 + s**2 / 24
    proof.cite("1 - y^2/2 <= cos y <= 1 - y^2/2 + y^4/24 and 1 - t <= exp(-t) <= 1 - t + t^2/2, t = y^2/2")
    upper = 1 - s / 2 + (s / 2) ** 2 / 2
    proof.equal(upper - low, s**2 / 8, "exp(-y^2/2) is above cos y by y^4/8 at most")
    proof.nonnegative(s**2 / 8 - (high - low), "and below it by less")
    proof.cite("products of numbers in [-1, 1] differ by at most the sum of the differences of their factors")
    total, fourth = sp.symbols("V F", nonnegative=True)  # sum v^2 and sum v^4 of the vector before H D
    mean_fourth = (3 * total**2 - 2 * fourth) / d**2
    proof.nonnegative(
        sp.simplify(3 * total**2 / d**2 - mean_fourth),
        "y = H D v: E y_j^4 = (3 (sum v^2)^2 - 2 sum v^4)/d^2 is at most 3 |v|^4/d^2",
    )
    bias = d * 3 * total**2 / d**2 / 8
    proof.equal(bias, 3 * total**2 / (8 * d), "d entries: the bias is at most 3 |z|^4/(8 d)")
    proof.limit(bias, d, sp.oo, sp.S.Zero, "it vanishes with 1/d at every fixed |z|")


_LENGTH = real("z", 0, meaning="length |z| of the input")
_BIAS = Quantity(
    "greatest bias of features of Hadamard or Givens products at inputs of length z", d, sp.Symbol("z")
)

SECB_2_HG_ORF = Statement(
    id="performer/secB.2/hg-orf",
    kind="scaling",
    where="Section B.2 (2)",
    title="Cost and bias of structured orthogonal projections",
    text=(
        "Random Hadamard and Givens products need O(m) or O(m log d) numbers for W and O(m log d) time for W x; "
        "their bias is small and vanishes as d grows."
    ),
    latex=r"O(m)\text{ or }O(m\log d),\ O(m\log d)",
    domain_text="any x in R^d; W of stacked d x d blocks",
    domain=Domain((integer("d", 2, meaning="input dimension, with log d > 0"), _SIZES["m"], _LENGTH)),
    claim=All(
        (
            Count("stored numbers", "W of Hadamard products", m),
            Count("stored numbers", "W of Givens products", m * sp.log(d)),
            Count("operations", "W x for Hadamard or Givens products", m * sp.log(d)),
            Limit(_BIAS, "d", sp.oo, sp.S.Zero),
        )
    ),
    checks=(
        HADAMARD_ROWS,
        GIVENS_ROWS,
        Derivation(
            _small_bias, part("both costs; the bias of cosine features of (HD)^k, k >= 2, for every input")
        ),
    ),
    mechanism=("hd1", "hd2", "hd3"),
    setting="(HD)^k, products of rotations",
    note=(
        "Read with whole blocks (m at least d): a single row, too, needs d signs. A single factor HD keeps its bias "
        "along the axes. The bias of Givens products depends on how rotations are drawn and is not judged."
    ),
)

STATEMENTS = (
    SECB_2_BLOCK,
    SECB_2_R_ORF,
    SECB_2_HG_ORF,
)
