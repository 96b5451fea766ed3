"""Closed forms of the conformity rho_c(v) = E exp((w_1+w_2).v) of a pair of rows of cosine c, beyond Definition 3.1 of simrf.

The lengths are independent chi_d. Main results, also for v^2 < 0:
* One series: e^(v^2/2)/Gamma(d/2) sum_p (c v^2)^p/p! Gamma((d+p)/2)^2/Gamma(d/2+p) 1F1(-d/2; d/2+p; -v^2/2).
* A Beta mean: E_b 1F1(d; d/2; v^2 (1 + 2c sqrt(b(1-b)))/2), b ~ Beta(d/2, d/2).
* A sum over chi moments, by the trinomial expansion of |w_1+w_2|^2.

Proved in polar coordinates of the two lengths; all three agree with the evaluated closed form.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    All,
    Derivation,
    Domain,
    Equal,
    On,
    Proof,
    Representations,
    Restated,
    Statement,
    formula,
    integer,
    real,
)
from rftheory.papers._shared.invariants import d
from rftheory.papers.beyond._lemmas.blocks import (
    COSINE,
    MAJORANT,
    SQUARED,
    T,
    c,
    k,
    majorant,
    polar,
    radial,
    rho,
    series,
    v,
)
from rftheory.papers.beyond._lemmas.conformity_forms import (
    DEFINITION,
    IMAGINARY,
    IMAGINARY_POINTS,
    PAIR,
    POINTS,
    beta_mean,
    single_series_steps,
)
from rftheory.papers.beyond._lemmas.random_terms import conformity

_SMALL: tuple[dict[str, object], ...] = (
    {"d": 2, "c": -1, "v": "1/2"}, {"d": 3, "c": "1/2", "v": "3/4"}, {"d": 64, "c": "-1/63", "v": 1}, {"d": 1, "c": 1, "v": "1/3"},
    {"d": 5, "c": 0, "v": 1}, {"d": 2, "c": "1/7", "v": 0},
)  # fmt: skip

_MODERATE = Domain(
    (integer("d", 1, 9), COSINE, real("v", 0, 3, meaning="|x+y|")),
    extra=tuple(point for point in _SMALL if point["d"] != 64),
)

RHO_SINGLE_SERIES = Statement(
    id="beyond/rho-single-series",
    kind="identity",
    where="complement to Definition 3.1 of simrf",
    title="The conformity as one series in the cosine",
    text="For a pair of rows of cosine c the conformity is a power series in c v^2 whose coefficients are single 1F1 values.",
    latex=(
        r"\rho_c(v)=\frac{e^{v^2/2}}{\Gamma(\frac d2)}\sum_{p\ge0}\frac{(cv^2)^p}{p!}\frac{\Gamma(\frac{d+p}2)^2}"
        r"{\Gamma(\frac d2+p)}\,{}_1F_1\left(-\tfrac d2;\tfrac d2+p;-\tfrac{v^2}2\right)"
    ),
    domain_text="d >= 1, -1 <= c <= 1, v >= 0 (also v = iz: v^2 < 0)",
    domain=PAIR,
    sides={"": formula(series(c), PAIR, "d c v", closed=rho(c), majorants=majorant())},
    claim=All(
        (
            Equal(conformity(v), ""),
            Equal("", formula(rho(c), PAIR, "d c v")),
            On(
                IMAGINARY,
                Equal(formula(series(c, SQUARED), IMAGINARY, "d c t", majorants=MAJORANT), rho(c, SQUARED)),
                "v^2 = t of either sign",
            ),
        )
    ),
    checks=(
        Derivation(single_series_steps, WHOLE),
        Representations("", points=POINTS),
        Restated(
            "the same with the rotations averaged last (Beta mean)",
            {
                "series": formula(series(c), PAIR, "d c v", majorants=majorant()),
                "beta": formula(beta_mean(T), PAIR, "d c v"),
            },
            PAIR,
            Equal("series", "beta"),
            Agreement("series", "beta", _SMALL),
        ),
        Restated(
            "for negative v^2 = t",
            {
                "series": formula(series(c, SQUARED), IMAGINARY, "d c t", majorants=MAJORANT),
                "beta": formula(beta_mean(SQUARED), IMAGINARY, "d c t"),
            },
            IMAGINARY,
            Equal("series", "beta"),
            Agreement("series", "beta", IMAGINARY_POINTS),
        ),
    ),
    uses=DEFINITION,
    note="At d = 1 two rows only have the cosines 1 and -1; the identity of the two formulas holds for every c.",
)


def _beta(proof: Proof) -> None:
    polar(proof)
    radial(proof)
    angle = sp.Symbol("angle", positive=True)
    b = (1 - sp.cos(angle)) / 2
    proof.equal(4 * b * (1 - b), sp.sin(angle) ** 2, "b = sin^2(phi/2) has 2 sqrt(b(1-b)) = sin phi")
    proof.equal(
        sp.diff(b, angle),
        sp.sin(angle) / 2,
        "and db = sin(phi)/2 dphi: the density becomes that of the evaluated integral",
    )


RHO_BETA = Statement(
    id="beyond/rho-beta",
    kind="identity",
    where="complement to Definition 3.1 of simrf",
    title="The conformity as a Beta mean",
    text="The conformity is the mean of one 1F1 over the Beta-distributed share of the first norm in the squared radius.",
    latex=(
        r"\rho_c(v)=\mathbb E_{b\sim{\rm Beta}(\frac d2,\frac d2)}\,{}_1F_1\left(d;\tfrac d2;\tfrac{v^2}2"
        r"\left(1+2c\sqrt{b(1-b)}\right)\right)"
    ),
    domain_text="d >= 1, -1 <= c <= 1, v >= 0 (also v = iz: v^2 < 0)",
    domain=PAIR,
    sides={"": formula(beta_mean(T), PAIR, "d c v", closed=rho(c))},
    claim=All(
        (
            Equal(conformity(v), ""),
            On(_MODERATE, Equal("", rho(c)), "d <= 9, v <= 3"),
            On(IMAGINARY, Equal(beta_mean(SQUARED), rho(c, SQUARED)), "v^2 = t of either sign"),
        )
    ),
    checks=(
        Derivation(_beta, WHOLE),
        Representations("", points=POINTS),
        Restated(
            "for negative v^2 = t",
            {
                "beta": formula(beta_mean(SQUARED), IMAGINARY, "d c t"),
                "closed": formula(rho(c, SQUARED), IMAGINARY, "d c t"),
            },
            IMAGINARY,
            Equal("beta", "closed"),
            Agreement("beta", "closed", IMAGINARY_POINTS),
        ),
    ),
    uses=DEFINITION,
)

_SMALLEST: tuple[dict[str, object], ...] = (
    {"d": 2, "c": -1, "v": "1/16"}, {"d": 3, "c": "1/2", "v": "1/8"}, {"d": 2, "c": 1, "v": 0},
)  # fmt: skip

_SHORT = Domain(
    (integer("d", 1, 8), COSINE, real("v", 0, "1/4", meaning="|x+y|")),
    extra=tuple(dict(point) for point in _SMALLEST),
)
_I, _L = sp.symbols("i l", nonnegative=True, integer=True)


def _chi(power: sp.Expr | int) -> sp.Expr:
    """E r^power for a chi_d length."""
    return 2 ** (sp.sympify(power) / 2) * sp.gamma((d + power) / 2) / sp.gamma(d / 2)


def _trinomial(order: sp.Expr) -> sp.Expr:
    """E |w_1+w_2|^(2 order) by the trinomial expansion."""
    count = sp.factorial(order) / (sp.factorial(_I) * sp.factorial(order - _L - _I) * sp.factorial(_L))
    first, second = 2 * _I + _L, 2 * (order - _L - _I) + _L
    term = count * (2 * c) ** _L * _chi(first) * _chi(second)
    return sp.Sum(term, (_I, 0, order - _L), (_L, 0, order))


_CHI_MOMENTS = sp.Sum(
    T**k / (4**k * sp.factorial(k) * sp.RisingFactorial(d / 2, k)) * _trinomial(k), (k, 0, sp.oo)
)

_CHI_BOUND = T**k / sp.factorial(k) * sp.gamma(d + k) / sp.gamma(d) * sp.gamma(d / 2) / sp.gamma(d / 2 + k)


def _chi_sum(proof: Proof) -> None:
    polar(proof)
    r, s, n = sp.symbols("r s n", positive=True)
    density = 2 ** (1 - d / 2) * r ** (d - 1) * sp.exp(-(r**2) / 2) / sp.gamma(d / 2)
    changed = (r**n * density).subs(r, sp.sqrt(2 * s)) * sp.diff(sp.sqrt(2 * s), s)
    target = 2 ** (n / 2) / sp.gamma(d / 2) * s ** ((d + n) / 2 - 1) * sp.exp(-s)
    proof.equal(changed, target, "r = sqrt(2s) turns E r^n into the Gamma integral of (d+n)/2")
    proof.cite(
        "the multinomial theorem for (r1^2 + r2^2 + 2 c r1 r2)^k, independence of the norms, Tonelli (|c| <= 1)"
    )
    root = sp.Symbol("q", positive=True)
    beta = {
        0: 1,
        1: sp.gamma((d + 1) / 2) ** 2 / sp.gamma(d + 1) * sp.gamma(d) / sp.gamma(d / 2) ** 2,
        2: d / (4 * (d + 1)),
    }
    for order in (1, 2):
        expanded = sp.Poly((1 + 2 * c * root) ** order, root)
        by_polar = sum(expanded.coeff_monomial(root**j) * beta[j] for j in range(order + 1))
        literal = sum(
            sp.factorial(order) / (sp.factorial(i) * sp.factorial(j) * sp.factorial(order - i - j))
            * (2 * c) ** (order - i - j) * _chi(2 * i + order - i - j) * _chi(2 * j + order - i - j)
            for i in range(order + 1) for j in range(order + 1 - i)
        )  # fmt: skip
        proof.equal(
            literal,
            2**order * sp.rf(d, order) * by_polar,
            f"the trinomial sum is E |w_1+w_2|^{2 * order} by the polar coordinates too",
        )


RHO_CHI_MOMENTS = Statement(
    id="beyond/rho-chi-moments",
    kind="identity",
    where="complement to Definition 3.1 of simrf",
    title="The conformity by chi moments",
    text="Expanding every power of |w_1+w_2|^2 trinomially gives the conformity as a sum of products of chi moments.",
    latex=(
        r"\rho_c(v)=\sum_k\frac{v^{2k}}{4^kk!(\frac d2)_k}\sum_{i+j+l=k}\frac{k!}{i!j!l!}(2c)^l\,"
        r"\mathbb Er^{2i+l}\,\mathbb Er^{2j+l},\quad\mathbb Er^n=2^{n/2}\frac{\Gamma(\frac{d+n}2)}{\Gamma(\frac d2)}"
    ),
    domain_text="d >= 1, -1 <= c <= 1, v >= 0; meant for small and moderate v",
    domain=PAIR,
    sides={"": formula(_CHI_MOMENTS, PAIR, "d c v", closed=rho(c), majorants={k: _CHI_BOUND})},
    claim=All((Equal(conformity(v), ""), On(_SHORT, Equal("", rho(c)), "d <= 8, v <= 1/4"))),
    checks=(Derivation(_chi_sum, WHOLE), Representations("", points=_SMALLEST)),
    uses=DEFINITION,
)

STATEMENTS = (
    RHO_SINGLE_SERIES,
    RHO_BETA,
    RHO_CHI_MOMENTS,
)
