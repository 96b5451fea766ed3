"""Appendix A.4 of simrf: the conformity e^{v^2} of independent projections, Lemma 4.1.

* (53): the density (18) against (10), term by term, by Gamma integrals.
* After (53): int_0^oo w^{2t-1} e^{-w^2/2} dw = 2^{t-1} Gamma(t).
* Last paragraph: in one line, a product of two Gaussian moment generating functions.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import WHOLE, All, Derivation, Domain, Equal, Expectation, Proof, Statement, formula, real
from rftheory.papers.simrf._lemmas.random_terms import exponential, mean_summand, pair_product
from rftheory.papers.simrf._notation import ANY_DIMENSION, LENGTH, d, k, t, v

_LENGTHS = Domain((LENGTH,), extra=({"v": 0}, {"v": 1}, {"v": 10}))

_DIMENSIONS = Domain((ANY_DIMENSION, LENGTH), extra=({"d": 2, "v": 0}, {"d": 3, "v": 1}))

_EXPONENTIAL = sp.Sum(v ** (2 * k) / sp.factorial(k), (k, 0, sp.oo))


def _term_by_term(proof: Proof) -> None:
    r, s = sp.symbols("w s", positive=True)
    density = r ** (d - 1) * sp.exp(-(r**2) / 4) / (2 ** (d - 1) * sp.gamma(d / 2))
    term = (
        sp.gamma(d / 2) * v ** (2 * k) * r ** (2 * k) / (2 ** (2 * k) * sp.factorial(k) * sp.gamma(k + d / 2))
    )
    proof.cite("Tonelli: the terms are nonnegative, so the sum and the integral exchange")
    changed = (density * term).subs(r, 2 * sp.sqrt(s)) * sp.diff(2 * sp.sqrt(s), s)
    gamma_body = v ** (2 * k) / sp.factorial(k) * s ** (k + d / 2 - 1) * sp.exp(-s) / sp.gamma(k + d / 2)
    proof.equal(changed, gamma_body, "w = 2 sqrt(s): every term is v^(2k)/k! times a Gamma(k + d/2) density")
    proof.equal(
        sp.summation(v ** (2 * k) / sp.factorial(k), (k, 0, sp.oo)), sp.exp(v**2), "the exponential series"
    )


EQ53 = Statement(
    id="simrf/eq53",
    kind="identity",
    where="eq. (53)",
    title="Conformity of independent projections, term by term",
    text="The density (18) integrated against (10) gives the exponential series, so the conformity is exp(v^2).",
    latex=(
        r"\rho=\Gamma(\tfrac d2)\int_0^\infty dw\frac{w^{d-1}e^{-\frac{w^2}4}}{2^{d-1}\Gamma(\frac d2)}"
        r"\sum_k\frac{v^{2k}w^{2k}}{2^{2k}k!\,\Gamma(k+\frac d2)}=\sum_k\frac{v^{2k}}{k!}=e^{v^2}"
    ),
    domain_text="iid w_i",
    domain=_DIMENSIONS,
    claim=All((Equal(mean_summand("iid"), _EXPONENTIAL), Equal(_EXPONENTIAL, sp.exp(v**2)))),
    checks=(Derivation(_term_by_term, WHOLE),),
    uses=("simrf/lemma4.1/pdf", "simrf/seca.4/gamma-integral"),
    mechanism=("iid", "positive"),
)

_GAMMA = Domain(
    (real("t", above=0, reach=("1e-6", 1000000), meaning="the paper's z"),),
    extra=tuple({"t": value} for value in (1, "1/2", "7/3", "1e-6", 32, 1000)),
)


def _gamma_integral(proof: Proof) -> None:
    s, power = sp.symbols("s t", positive=True)
    r = sp.Symbol("w", positive=True)
    body = r ** (2 * power - 1) * sp.exp(-(r**2) / 2)
    changed = body.subs(r, sp.sqrt(2 * s)) * sp.diff(sp.sqrt(2 * s), s)
    proof.equal(changed, 2 ** (power - 1) * s ** (power - 1) * sp.exp(-s), "w = sqrt(2s) in the integral")
    proof.cite("Euler's integral of Gamma(t), convergent for t > 0")


SECA_4_GAMMA_INTEGRAL = Statement(
    id="simrf/seca.4/gamma-integral",
    kind="identity",
    where="A.4, after (53)",
    title="A Gaussian moment integral",
    text="The integral of w^(2t-1) against exp(-w^2/2) is 2^(t-1) Gamma(t); the left side is split at w^2 = 2.",
    latex=r"\int_0^\infty dw\,w^{2z-1}e^{-\frac{w^2}2}=2^{z-1}\Gamma(z)",
    domain_text="general (the integral converges for t > 0)",
    domain=_GAMMA,
    sides={
        "lhs": formula(
            2 ** (t - 1) * (sp.lowergamma(t, 1, evaluate=False) + sp.uppergamma(t, 1, evaluate=False)),
            _GAMMA,
            "t",
        ),
        "rhs": formula(2 ** (t - 1) * sp.gamma(t), _GAMMA, "t"),
    },
    claim=Equal(),
    checks=(Derivation(_gamma_integral, WHOLE),),
)


def _independent(proof: Proof) -> None:
    s = sp.Symbol("s", real=True)
    gauss = sp.exp(-(s**2) / 2) / sp.sqrt(2 * sp.pi)
    mean = sp.integrate(sp.exp(s * v) * gauss, (s, -sp.oo, sp.oo))
    proof.cite(
        "isotropy of N(0, I_d): w_i.v is |v| times a standard normal variable; independence of the pair"
    )
    proof.equal(mean, sp.exp(v**2 / 2), "E exp(w_1.v) for one projection")
    proof.equal(mean**2, sp.exp(v**2), "the product of two of them, for every ordered pair")


SECA_4_SHORT = Statement(
    id="simrf/seca.4/short",
    kind="identity",
    where="A.4, last paragraph",
    title="Conformity of independent projections, in one line",
    text="Independence splits the mean of exp((w_i+w_j).v) into two Gaussian moment generating functions.",
    latex=r"\rho=\mathbb E[e^{w_1^\top v}]\,\mathbb E[e^{w_2^\top v}]=e^{v^2}",
    domain_text="iid N(0, I_d)",
    domain=_LENGTHS,
    claim=All(
        (
            Equal(
                pair_product("iid"),
                Expectation(exponential("iid", 1)) * Expectation(exponential("iid", 2)),
            ),
            Equal(pair_product("iid"), sp.exp(v**2)),
        )
    ),
    checks=(Derivation(_independent, WHOLE),),
    uses=("simrf/seca.1/mean",),
    mechanism=("iid", "positive"),
)


STATEMENTS = (
    EQ53,
    SECA_4_GAMMA_INTEGRAL,
    SECA_4_SHORT,
)
