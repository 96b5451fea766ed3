"""Section 3 of orf, Theorem 1 and Lemma 2: ORF keeps the mean and lowers the variance.

* Theorem 1: E K_ORF = e^{-z^2/2}, and for D <= d Var K_ORF <= ((1-e^{-z^2})^2 - (D-1)/d e^{-z^2} z^4)/(2D) +
  f(z)/d^2.
* Its proof: Var K_ORF = (1-e^{-z^2})^2/(2D) + (1-1/D)(E a_1 a_2 - e^{-z^2}) with a_i = cos(w_i.z).
* Lemma 2: E a_1 a_2 <= e^{-z^2} - e^{-z^2} z^4/(2d) + f(z)/d^2.

E a_1 a_2 = 1F1(d; d/2; -z^2/2); its coefficients lie between Bonferroni's bounds, which gives f(z) = e^{z^2}
(z^8/8 + 7 z^6/6 + 5 z^4/4) on both sides (`_lemmas.remainders`).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Expectation,
    Inner,
    Order,
    OrderCheck,
    Proof,
    Representations,
    Restated,
    Row,
    Statement,
    formally,
    formula,
    integer,
)
from rftheory.papers.orf._lemmas.remainders import gaussian_row, pair_law, pair_remainder
from rftheory.papers.orf._notation import (
    BLOCK,
    DIMENSION,
    DISTANCE,
    KERNEL,
    LINE,
    PAIR,
    PAIR_KUMMER,
    PAIR_MAIN,
    PAIR_MAIN_SERIES,
    PAIR_SERIES,
    PLANE,
    D,
    Points,
    U,
    bound_by_parts,
    d,
    k,
    orf_variance,
    printed_bound,
    rff_variance,
    simulated,
    with_one_remainder,
)

_ROW_SERIES = formula(sp.Sum((-U / 2) ** k / sp.factorial(k), (k, 0, sp.oo)), LINE, "z")

_MODEST: Points = ({"z": 0}, {"z": "1/3"}, {"z": 1}, {"z": 3}, {"z": 10})


THM1_MEAN = Statement(
    id="orf/thm1/mean",
    kind="identity",
    where="Theorem 1, first part",
    title="ORF is unbiased",
    text="The mean of the ORF estimate is the Gaussian kernel in every dimension.",
    latex=r"\mathbb E(K_{\rm ORF}(x,y))=e^{-\|x-y\|^2/2\sigma^2}",
    domain_text="all x, y",
    domain=PLANE,
    sides={"": formula(KERNEL, PLANE, "z d")},
    claim=All((Equal(Expectation(Estimate("orthogonal", "trigonometric", D)), ""), Equal("", _ROW_SERIES))),
    checks=(
        Representations("", _ROW_SERIES, tuple({**point, "d": 4} for point in _MODEST)),
        Derivation(gaussian_row, WHOLE),
        simulated("orthogonal", "mean", KERNEL, (4, 4, 1), (16, 16, "3/2")),
    ),
    uses=("orf/thm1/marginal",),
    mechanism=("orthogonal", "trigonometric"),
)

_VARIANCE_POINTS: Points = (
    {"z": 0, "d": 3, "D": 2}, {"z": 1, "d": 2, "D": 2}, {"z": "1/3", "d": 17, "D": 5}, {"z": 2, "d": 64, "D": 64},
    {"z": 8, "d": 5, "D": 1}, {"z": "1e-3", "d": 10**6, "D": 10**6},
)  # fmt: skip


def _lemma2(proof: Proof) -> None:
    pair_law(proof)
    pair_remainder(proof)


_ALSO_BELOW = "the main term is exact up to f(z)/d^2, from below too"


def _theorem(proof: Proof) -> None:
    _lemma2(proof)
    pair = sp.Symbol("E", real=True)
    excess = orf_variance(pair) - printed_bound()
    proof.equal(
        excess,
        (1 - 1 / D) * (pair - PAIR_MAIN),
        "variance less main term: (1 - 1/D) times Lemma 2's remainder",
    )
    proof.nonnegative(1 - (1 - 1 / D), "1 - 1/D <= 1, so the same f serves for every D <= d")


_VARIANCE = {
    "lhs": formula(orf_variance(PAIR_SERIES), BLOCK, "z d D", closed=orf_variance()),
    "rhs": formula(printed_bound(), BLOCK, "z d D"),
}

_FOLLOWED: Points = ({"z": "1/2", "D": 2}, {"z": 1, "D": 3}, {"z": 2, "D": 10})

THM1_VARIANCE = Statement(
    id="orf/thm1/variance",
    kind="asymptotic",
    where="Theorem 1, second part",
    title="Variance bound of ORF",
    text="For D <= d the variance of ORF is at most an explicit main term, below that of RFF, plus f(z)/d^2.",
    latex=r"\mathrm{Var}(K_{\rm ORF}(x,y))\le\frac1{2D}\left(\left(1-e^{-z^2}\right)^2-\frac{D-1}d e^{-z^2}z^4\right)+\frac{f(z)}{d^2}",
    domain_text="D <= d, all z; f depends on z only",
    domain=BLOCK,
    sides=_VARIANCE,
    claim=All((Order(d**2, one_sided=True), with_one_remainder(printed_bound(), d**2, BLOCK))),
    checks=(
        Representations("lhs", None, _VARIANCE_POINTS),
        Representations("rhs", formula(bound_by_parts(), BLOCK, "z d D"), _VARIANCE_POINTS),
        Restated(_ALSO_BELOW, _VARIANCE, BLOCK, Order(d**2), OrderCheck(_FOLLOWED)),
        Derivation(_theorem, WHOLE),
    ),
    uses=("orf/lemma2", "orf/thm1/decomposition"),
    mechanism=("orthogonal", "trigonometric"),
    note="The derivation gives f(z) = exp(z^2) (z^8/8 + 7 z^6/6 + 5 z^4/4), on both sides.",
)

THM1_MARGINAL = Statement(
    id="orf/thm1/marginal",
    kind="identity",
    where="Theorem 1, proof, first part",
    title="A row of S Q is Gaussian",
    text="A chi_d length times an independent uniform direction is N(0, I_d), whose cosine has the kernel as mean.",
    latex=r"\mathbb E[\cos(w^\top z)]=e^{-z^2/2}",
    domain_text="any d",
    domain=LINE,
    sides={"": formula(KERNEL, LINE, "z")},
    claim=All(
        (
            Equal(Expectation(sp.cos(Inner(Row("orthogonal", 1), sp.Symbol("z")))), ""),
            Equal("", _ROW_SERIES),
        )
    ),
    checks=(Representations("", _ROW_SERIES, _MODEST), Derivation(gaussian_row, WHOLE)),
    uses=("orf/eq2",),
    mechanism=("orthogonal",),
)


def _decomposition(proof: Proof) -> None:
    pair_law(proof)
    gaussian_row(proof)
    pair = sp.Symbol("E", real=True)
    square = (1 + KERNEL.subs(sp.Symbol("z", nonnegative=True), 2 * sp.sqrt(U))) / 2
    second = (D * square + D * (D - 1) * pair) / D**2
    printed = rff_variance() + D * (D - 1) / D**2 * (pair - sp.exp(-U))
    proof.equal(second - sp.exp(-U), printed, "E (sum a_i/D)^2 - (E a)^2 over D squares and D(D-1) pairs")


_VARIANCE_SERIES = (1 + sp.exp(-2 * U)) / (2 * D) + (1 - 1 / D) * PAIR_SERIES - sp.exp(-U)

THM1_DECOMPOSITION = Statement(
    id="orf/thm1/decomposition",
    kind="identity",
    where="Theorem 1, proof, variance display",
    title="Variance of ORF by pairs",
    text="The variance of ORF is that of RFF plus (1 - 1/D) times the covariance of two cosines of a block.",
    latex=r"\mathrm{Var}\Big(\tfrac1D\sum_i a_i\Big)=\frac{(1-e^{-z^2})^2}{2D}+\frac{D(D-1)}{D^2}\left(\mathbb E[a_1a_2]-e^{-z^2}\right)",
    domain_text="D <= d",
    domain=BLOCK,
    sides={
        "lhs": formula(_VARIANCE_SERIES, BLOCK, "z d D", closed=orf_variance()),
        "rhs": formula(
            rff_variance() + D * (D - 1) / D**2 * (PAIR_KUMMER - sp.exp(-U)),
            BLOCK,
            "z d D",
            closed=orf_variance(PAIR_KUMMER),
        ),
    },
    claim=Equal(),
    checks=(
        Representations("lhs", None, _VARIANCE_POINTS),
        Derivation(_decomposition, WHOLE),
        simulated("orthogonal", "square", orf_variance() + sp.exp(-U), (4, 4, 1), (8, 4, 2), (2, 2, 4)),
        simulated("orthogonal", "pair", PAIR, (4, 4, "1/2")),
    ),
    uses=("orf/lemma1/variance",),
    mechanism=("orthogonal", "trigonometric"),
)

_TWO_ROWS = Domain((DISTANCE, integer("d", 2)), extra=tuple(p for p in BLOCK.extra if p["d"] != 1))

_PAIR = {
    "lhs": formally(formula(PAIR_SERIES, _TWO_ROWS, "z d", closed=PAIR), DIMENSION),
    "rhs": formally(
        formula(PAIR_MAIN, _TWO_ROWS, "z d", closed=sp.exp(-U) * (1 - U**2 / (2 * d))), DIMENSION
    ),
}

LEMMA2 = Statement(
    id="orf/lemma2",
    kind="asymptotic",
    where="Lemma 2",
    title="Two cosines of a block are negatively correlated",
    text="The mean of a product of two cosines of a block falls short of exp(-z^2) by exp(-z^2) z^4/(2d), up to f(z)/d^2.",
    latex=r"\mathbb E[a_ia_j]\le e^{-z^2}-e^{-z^2}\frac{z^4}{2d}+\frac{f(z)}{d^2}",
    domain_text="any z; i != j",
    domain=_TWO_ROWS,
    sides=_PAIR,
    claim=Order(d**2, one_sided=True),
    checks=(
        Representations(
            "lhs",
            formula(PAIR_KUMMER, _TWO_ROWS, "z d"),
            ({"z": 1, "d": 2}, {"z": 2, "d": 33}, {"z": 5, "d": 8}),
        ),
        Representations("rhs", formula(PAIR_MAIN_SERIES, _TWO_ROWS, "z d")),
        Restated(_ALSO_BELOW, _PAIR, _TWO_ROWS, Order(d**2), OrderCheck(({"z": "1/2"}, {"z": 2}))),
        Derivation(_lemma2, WHOLE),
        simulated("orthogonal", "pair", PAIR, (8, 8, "1/2")),
    ),
    uses=("orf/eq2",),
    mechanism=("orthogonal", "trigonometric"),
    note="The derivation gives f(z) = exp(z^2) (z^8/8 + 7 z^6/6 + 5 z^4/4), on both sides.",
)


STATEMENTS = (
    THM1_MEAN,
    THM1_VARIANCE,
    THM1_MARGINAL,
    THM1_DECOMPOSITION,
    LEMMA2,
)
