"""Appendix F.1 of performer: the proof of Lemma 1.

Main results
* e^{|x+y|^2/2} = E e^{omega.x} e^{omega.y}, since a Gaussian density integrates to 1 around any centre.
* (12): E e^{omega.u} = sum_i E (omega.u)^{2i}/(2i)!.

Proofs. Completing the square; odd moments vanish with the sign of omega, even ones are (2i-1)!! |u|^{2i}.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Equal,
    Expectation,
    Inner,
    Proof,
    Representations,
    Row,
    Statement,
    formula,
)
from rftheory.papers._shared.invariants import V2, pairs
from rftheory.papers.performer._lemmas.gaussian_rows import (
    GAUSS,
    LENGTHS,
    LINE,
    MOMENT,
    exponential_row,
    k,
    v,
)
from rftheory.papers.performer._notation import LAMBDA, SM


def _factor(proof: Proof) -> None:
    proof.equal(LAMBDA * sp.exp(V2 / 2), SM, "exp(-|x|^2/2) exp(|x+y|^2/2) exp(-|y|^2/2) = exp(x.y)")
    g = sp.Symbol("g", real=True)
    c = sp.Symbol("c", real=True)
    density = sp.exp(-((g - c) ** 2) / 2) / sp.sqrt(2 * sp.pi)
    proof.equal(
        sp.integrate(density, (g, -sp.oo, sp.oo)), sp.S.One, "one coordinate of the density around any centre"
    )
    proof.cite("Tonelli: the integral over R^d is the product over the coordinates")
    proof.equal(
        -((g - c) ** 2) / 2 + c**2 / 2, -(g**2) / 2 + g * c, "completing the square, centre c = x + y"
    )
    proof.equal(
        sp.integrate(sp.exp(g * c - g**2 / 2) / sp.sqrt(2 * sp.pi), (g, -sp.oo, sp.oo)),
        sp.exp(c**2 / 2),
        "so each coordinate gives exp(c_i^2/2), together E[exp(omega.x) exp(omega.y)] = exp(|x+y|^2/2)",
    )


_ROW = Row("iid", 1)

SECF_1_FACTOR = Statement(
    id="performer/secF.1/factor",
    kind="identity",
    where="Section F.1",
    title="The softmax kernel as a Gaussian mean",
    text=(
        "exp(x.y) splits into exp(|x+y|^2/2) and two weights, and the former is a mean over omega because a "
        "Gaussian density integrates to 1 around any centre."
    ),
    latex=r"e^{\|x+y\|^2/2}=\mathbb E_{\omega\sim N(0,I_d)}[e^{\omega^\top x}e^{\omega^\top y}]",
    domain_text="x, y in R^d",
    domain=pairs(),
    claim=All(
        (
            Equal(SM, sp.Mul(LAMBDA, sp.exp(V2 / 2), evaluate=False)),
            Equal(
                sp.exp(V2 / 2),
                Expectation(sp.exp(Inner(_ROW, sp.Symbol("x"))) * sp.exp(Inner(_ROW, sp.Symbol("y")))),
            ),
        )
    ),
    checks=(Derivation(_factor, WHOLE),),
    setting="proof of Lemma 1",
)

_SERIES = sp.Sum(v ** (2 * k) * MOMENT / sp.factorial(2 * k), (k, 0, sp.oo))


def _even_moments(proof: Proof) -> None:
    exponential_row(proof)
    t = sp.Symbol("t", real=True)
    proof.equal(
        (t ** (2 * k) + (-t) ** (2 * k)) / 2, t ** (2 * k), "omega.u and -omega.u have the same even powers"
    )
    proof.equal(
        t ** (2 * k + 1) + (-t) ** (2 * k + 1), sp.S.Zero, "and opposite odd ones, of equal law: mean 0"
    )


EQ12 = Statement(
    id="performer/eq12",
    kind="identity",
    where="eq. (12)",
    title="The mean of the exponential by even moments",
    text="The mean of exp(omega.u) is the series of the even moments, which +-omega share; odd moments vanish.",
    latex=r"\mathbb E[e^{\omega^\top u}]=\sum_{i\ge0}\frac{\mathbb E[(\omega^\top u)^{2i}]}{(2i)!}",
    domain_text="u in R^d, omega ~ N(0, I_d)",
    domain=LINE,
    sides={"lhs": formula(GAUSS, LINE, "v"), "rhs": formula(_SERIES, LINE, "v", closed=GAUSS)},
    claim=All((Equal(Expectation(sp.exp(Inner(_ROW, sp.Symbol("u")))), "lhs"), Equal())),
    checks=(
        Representations("rhs", None, LENGTHS),
        Derivation(_even_moments, WHOLE),
    ),
    setting="proof of Lemma 1",
)


STATEMENTS = (
    SECF_1_FACTOR,
    EQ12,
)
