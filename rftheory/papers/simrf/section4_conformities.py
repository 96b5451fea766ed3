"""Section 4 of simrf, (22) and Theorem 4.3: the conformities of ORFs and SimRFs as power series in v^2.

* (22): int_0^pi sin^{d-1} f (1 + c sin f)^k df falls strictly from c = 0 to c < 0. False at k = 0, where it
  does not depend on c; true for every k >= 1.
* Theorem 4.3, (23): rho_ORF = Gamma(d/2)/Gamma(d) sum_k v^{2k}/(2^k k!) Gamma(k+d)/Gamma(k+d/2) =
  1F1(d; d/2; v^2/2), from the moments 2^k Gamma(d+k)/Gamma(d) of w_ij^2, chi-square with 2d degrees of
  freedom.
* Theorem 4.3, (24): rho_SimRF = sqrt(pi)/(Gamma(d/2) 2^{d-1}) sum_k Gamma(k+d)/Gamma(k+d/2) v^{2k}/2^k
  sum_{p <= k} (-1/(d-1))^p Gamma((d+p)/2)/Gamma((d+p+1)/2)/((k-p)! p!), from (21) by the binomial theorem.

The series (23) and its derivation stand in `_lemmas.orf_conformity`, since the gap needs them too. Both
conformities are evaluated as printed and in closed form, and drawn as means of pair products.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    Below,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Proof,
    Representations,
    Restated,
    Simulation,
    Statement,
    formally,
    formula,
    integer,
    real,
)
from rftheory.papers.simrf._lemmas import pairs
from rftheory.papers.simrf._lemmas.orf_conformity import hyper11, orf_series, orf_series_steps
from rftheory.papers.simrf._lemmas.pairs import REACHED, TERM, angular, wallis
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    COSINE,
    DIMENSION,
    EXPERIMENT,
    LENGTH,
    SIMPLEX,
    c,
    chosen,
    conformity,
    d,
    f,
    k,
    p,
    v,
)

_OBTUSE = real("c", -1, below=0, meaning="cosine of the angle between two projections")

_EVERY = Domain(
    (ANY_DIMENSION, _OBTUSE, TERM),
    extra=tuple(
        {"d": dd, "c": cc, "k": kk} for dd, cc in ((2, -1), (3, "-1/2"), (64, "-1/63")) for kk in (0, 1, 2, 9)
    ),
)

_FROM_ONE = integer("k", 1, reach=1000, meaning="index of the series")

_LATER = Domain((ANY_DIMENSION, _OBTUSE, _FROM_ONE), extra=tuple(e for e in _EVERY.extra if e["k"] != 0))


def _angular(cosine: sp.Expr) -> sp.Expr:
    return sp.Integral(sp.sin(f) ** (d - 1) * (1 + sp.sin(f) * cosine) ** k, (f, 0, sp.pi))


_RATIO = 1 + sp.Sum(sp.binomial(k, p) * c**p * wallis(d + p) / wallis(d), (p, 1, k))


def _smaller(proof: Proof) -> None:
    pull, sine = sp.symbols("g s", positive=True)
    base = sp.Symbol("t", nonnegative=True)
    count = sp.Symbol("k", positive=True, integer=True)
    proof.equal((1 - base), (1 - base ** sp.Integer(1)), "with base t = 1 + c sin f: the case k = 1")
    proof.equal(1 - base ** (count + 1), (1 - base) + base * (1 - base**count), "induction on k: 1 - t^(k+1)")
    proof.equal(1 - (1 - pull * sine), pull * sine, "1 - t = g sin f where g = -c > 0")
    proof.positive(pull * sine, "which is positive inside (0, pi)")
    proof.nonnegative(base * pull, "while t >= 1 - g >= 0 as g <= 1: by induction t^k < 1 for every k >= 1")
    proof.cite("monotony of the integral: a smaller continuous integrand has a smaller integral")


EQ22 = Statement(
    id="simrf/eq22",
    kind="inequality",
    where="eq. (22) and the sentence after it",
    title="Every term falls with an obtuse angle",
    text="Each term of the series (21) has an angular integral that is strictly smaller for a negative cosine than for 0.",
    latex=r"\int_0^\pi d\phi\,(\sin\phi)^{d-1}(1+\sin\phi\cos\theta)^k",
    domain_text="every k = 0, 1, 2, ..; cos(theta) < 0",
    domain=_EVERY,
    sides={
        "lhs": formally(formula(_angular(c), _EVERY, "d c k", closed=angular(c)), COSINE),
        "rhs": formula(sp.Integral(sp.sin(f) ** (d - 1), (f, 0, sp.pi)), _EVERY, "d k", closed=wallis(d)),
    },
    claim=Below(),
    checks=(
        Restated(
            "the left integral divided by the right one stays below 1",
            {"ratio": formula(_RATIO, _EVERY, "d c k")},
            _EVERY,
            Below("ratio", sp.S.One),
        ),
        Representations(
            "lhs",
            points=(
                {"d": 2, "c": "-1", "k": 3},
                {"d": 5, "c": "-1/4", "k": 7},
                {"d": 3, "c": "-1/2", "k": 0},
            ),
        ),
    ),
    uses=("simrf/lemma4.2/conformity",),
    mechanism=("simplex", "orthogonal"),
    erratum=Erratum(
        "edge case",
        "after eq. (22)",
        "The first term, k = 0, has no cosine in it: there both integrals are equal.",
        1,
        quote="which is strictly smaller for",
        points=({"d": "3", "c": "-1/2", "k": "0"},),
        objection="Every later term is strictly smaller, and so is the sum for v > 0.",
    ),
).corrected(
    title="Every term but the constant one falls with an obtuse angle",
    text="The angular integral is strictly smaller for a negative cosine for every k >= 1; at k = 0 both are equal.",
    latex=r"\int_0^\pi(\sin\phi)^{d-1}(1+\sin\phi\cos\theta)^kd\phi<\int_0^\pi(\sin\phi)^{d-1}d\phi,\quad k\ge1",
    domain_text="k >= 1, -1 <= cos(theta) < 0",
    domain=_LATER,
    sides={
        "lhs": formula(_angular(c), _LATER, "d c k", closed=angular(c)),
        "rhs": formula(wallis(d), _LATER, "d"),
    },
    checks=(
        Derivation(_smaller, WHOLE),
        Representations("lhs", points=({"d": 2, "c": "-1", "k": 3}, {"d": 5, "c": "-1/4", "k": 7})),
    ),
    uses=(),
)

_ORF = Domain(
    (ANY_DIMENSION, LENGTH), extra=({"d": 64, "v": 10}, {"d": 2, "v": 1}, {"d": 1, "v": 2}, {"d": 3, "v": 0})
)

THM4_3_ORF = Statement(
    id="simrf/thm4.3/orf",
    kind="identity",
    where="Theorem 4.3, eq. (23), repeated as (65)",
    title="RF-conformity of orthogonal features",
    text="The conformity of ORFs is a power series in v^2 with Gamma-function coefficients.",
    latex=(
        r"\rho_{\rm ORF}=\frac{\Gamma(\frac d2)}{\Gamma(d)}\sum_{k=0}^\infty\frac{v^{2k}}{2^kk!}"
        r"\frac{\Gamma(k+d)}{\Gamma(k+\frac d2)}"
    ),
    domain_text="x, y in R^d, PRFs",
    domain=_ORF,
    sides={
        "lhs": formula(conformity(sp.Integer(0)), _ORF, "d v"),
        "rhs": formula(orf_series(), _ORF, "d v", closed=hyper11(v**2 / 2)),
    },
    claim=Equal(),
    checks=(
        Derivation(orf_series_steps, WHOLE),
        Simulation(
            "orthogonal",
            "positive",
            "pair",
            formula(conformity(sp.Integer(0), chosen**2), EXPERIMENT, "d m length"),
            ({"d": 8, "m": 8, "length": 1}, {"d": 16, "m": 16, "length": 3}),
        ),
    ),
    uses=("simrf/lemma4.2/conformity",),
    mechanism=("orthogonal", "positive"),
)

_SIMPLEX = Domain(
    (DIMENSION, REACHED), extra=({"d": 64, "v": 10}, {"d": 2, "v": 1}, {"d": 3, "v": "1/3"}, {"d": 4, "v": 0})
)

_SIMRF_TERM = (
    SIMPLEX**p * sp.gamma((d + p) / 2) / sp.gamma((d + p + 1) / 2) / (sp.factorial(k - p) * sp.factorial(p))
)

_SIMRF_SERIES = (
    sp.sqrt(sp.pi) / (sp.gamma(d / 2) * 2 ** (d - 1))
    * sp.Sum(sp.gamma(k + d) / sp.gamma(k + d / 2) * v ** (2 * k) / 2**k * sp.Sum(_SIMRF_TERM, (p, 0, k)), (k, 0, sp.oo))
)  # fmt: skip

_SIMRF_MAJORANT = (
    sp.gamma(k + d)
    / sp.gamma(k + d / 2)
    * v ** (2 * k)
    / 2**k
    / sp.factorial(k)
    * sp.gamma(d / 2)
    / sp.gamma((d + 1) / 2)
)


def _simrf_series(proof: Proof) -> None:
    pairs.angular_steps(proof)
    proof.cite("the binomial theorem for (1 + c sin f)^k in (21) at c = -1/(d-1), a finite sum")
    binomial = sp.factorial(k) / (sp.factorial(k - p) * sp.factorial(p))
    term = (
        v ** (2 * k)
        * sp.gamma(k + d)
        / (2**k * sp.factorial(k) * sp.gamma(k + d / 2))
        * binomial
        * SIMPLEX**p
    )
    printed = sp.gamma(k + d) / sp.gamma(k + d / 2) * v ** (2 * k) / 2**k * _SIMRF_TERM
    left = term * wallis(d + p) / (2 ** (d - 1) * sp.gamma(d / 2))
    right = sp.sqrt(sp.pi) / (sp.gamma(d / 2) * 2 ** (d - 1)) * printed
    proof.equal(left, right, "every term of (21) after termwise integration is the printed one")


THM4_3_SIMRF = Statement(
    id="simrf/thm4.3/simrf",
    kind="identity",
    where="Theorem 4.3, eq. (24), repeated as (67)",
    title="RF-conformity of simplex features",
    text="The conformity of SimRFs is a power series in v^2 whose coefficients are finite alternating sums.",
    latex=(
        r"\rho_{\rm SimRF}=\frac{\sqrt\pi}{\Gamma(\frac d2)2^{d-1}}\sum_{k=0}^\infty\frac{\Gamma(k+d)}{\Gamma(k+\frac d2)}"
        r"\frac{v^{2k}}{2^k}\sum_{p=0}^k\left(-\frac1{d-1}\right)^p"
        r"\frac{\Gamma(\frac{d+p}2)}{\Gamma(\frac{d+p+1}2)}\frac1{(k-p)!\,p!}"
    ),
    domain_text="x, y in R^d, PRFs",
    domain=_SIMPLEX,
    sides={
        "lhs": formula(conformity(SIMPLEX), _SIMPLEX, "d v"),
        "rhs": formula(
            _SIMRF_SERIES, _SIMPLEX, "d v", closed=conformity(SIMPLEX), majorants={k: _SIMRF_MAJORANT}
        ),
    },
    claim=Equal(),
    checks=(
        Agreement(
            points=({"d": 2, "v": 1}, {"d": 3, "v": "1/3"}, {"d": 64, "v": 2}, {"d": 1000, "v": "1/2"})
        ),
        Representations("rhs", points=({"d": 16, "v": 1},)),
        Derivation(_simrf_series, WHOLE),
        Simulation(
            "simplex",
            "positive",
            "pair",
            formula(conformity(SIMPLEX, chosen**2), EXPERIMENT, "d m length"),
            ({"d": 4, "m": 4, "length": 1}, {"d": 16, "m": 16, "length": 3}),
        ),
    ),
    uses=("simrf/lemma4.2/conformity",),
    mechanism=("simplex", "positive"),
)


STATEMENTS = (
    EQ22,
    THM4_3_ORF,
    THM4_3_SIMRF,
)
