"""Appendix A.7 of simrf: the orthogonality gap of positive features as a series, and the sign of its terms.

* (68): the gap is e^{-2|x|^2-2|y|^2} (m-1)/m (rho_IIDRF - rho_ORF).
* (69): the same with the series of Lemma 4.1 and Theorem 4.3, then in double factorials.
* (70): the bracket 1 - prod_{j<k} (d+j)/(d+2j) is positive. False at k = 0 and 1, where it is 0; true for
  k >= 2.
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
    Formula,
    Proof,
    Representations,
    Restated,
    Statement,
    formula,
    integer,
)
from rftheory.papers.simrf._lemmas.orf_conformity import orf_series
from rftheory.papers.simrf._lemmas.orthogonality_gap import (
    GAP,
    GAP_DOMAIN,
    GAP_POINTS,
    difference_steps,
    product_below_one,
    series_gap_steps,
)
from rftheory.papers.simrf._lemmas.pairs import TERM
from rftheory.papers.simrf._lemmas.random_terms import error
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    MSE_NAMES,
    SCALE,
    V2,
    conformity,
    d,
    iid_mse,
    j,
    k,
    m,
    orf_mse,
)

_PREFACTOR = SCALE * (m - 1) / m

_GAP_OF_ERRORS = Equal(error("iid", "positive") - error("orthogonal", "positive"), "")


def _difference(printed: Formula) -> Restated:
    exact = formula(iid_mse() - orf_mse(), GAP_DOMAIN, MSE_NAMES)
    return Restated(
        "the printed gap against the difference of the exact errors",
        {"lhs": printed, "rhs": exact},
        GAP_DOMAIN,
        Equal(),
        Agreement(points=GAP_POINTS),
        WHOLE,
    )


_GAP_68 = formula(_PREFACTOR * (sp.exp(V2) - conformity(sp.S.Zero, V2)), GAP_DOMAIN, MSE_NAMES)

EQ68 = Statement(
    id="simrf/eq68",
    kind="identity",
    where="eq. (68)",
    title="Orthogonality gap as a difference of conformities",
    text="The gap is the prefactor of (11) times (m-1)/m times the difference of the two conformities.",
    latex=r"\Delta\mathrm{MSE}=e^{-2(x^2+y^2)}\frac{m-1}m\left(\rho_{\rm IIDRF}-\rho_{\rm ORF}\right)",
    domain_text="m <= d",
    domain=GAP_DOMAIN,
    claim=_GAP_OF_ERRORS,
    sides={"": _GAP_68},
    checks=(
        _difference(_GAP_68),
        Derivation(difference_steps, WHOLE),
    ),
    uses=("simrf/eq30", "simrf/eq33/corrected"),
    mechanism=("iid", "orthogonal", "positive"),
)

_GAP_69 = formula(_PREFACTOR * (sp.exp(V2) - orf_series(V2 / 2)), GAP_DOMAIN, MSE_NAMES, closed=GAP)

EQ69_LINE1 = Statement(
    id="simrf/eq69/line1",
    kind="identity",
    where="eq. (69), first line",
    title="Orthogonality gap as a series",
    text="The gap with the conformities of Lemma 4.1 and Theorem 4.3 inserted, the powers of 2 included.",
    latex=(
        r"\Delta\mathrm{MSE}=e^{-2(x^2+y^2)}\frac{m-1}m\left(e^{v^2}-\frac{\Gamma(\frac d2)}{\Gamma(d)}"
        r"\sum_k\frac{v^{2k}}{2^kk!}\frac{\Gamma(k+d)}{\Gamma(k+\frac d2)}\right)"
    ),
    domain_text="m <= d",
    domain=GAP_DOMAIN,
    claim=_GAP_OF_ERRORS,
    sides={"": _GAP_69},
    checks=(
        Representations("", points=GAP_POINTS),
        _difference(_GAP_69),
        Derivation(series_gap_steps, WHOLE),
    ),
    uses=("simrf/eq68", "simrf/lemma4.1/conformity", "simrf/thm4.3/orf"),
    mechanism=("iid", "orthogonal", "positive"),
)


def _double_factorials(proof: Proof) -> None:
    series_gap_steps(proof)
    step = (d + k) / (d + 2 * k)
    gammas = sp.gamma(d + k) * sp.gamma(d / 2) / (2**k * sp.gamma(d) * sp.gamma(d / 2 + k))
    proof.equal(
        gammas.subs(k, k + 1) / gammas, step, "the coefficient of v^(2k)/k! in line 1, from k to k + 1"
    )
    proof.equal(gammas.subs(k, 0), 1, "and at k = 0")
    proof.cite(
        "(2k+d)!! = (2k+d) (2k+d-2)!! and (k+d)! = (k+d) (k+d-1)!: the printed quotient takes the same steps"
    )
    quotient = (k + d) / (2 * k + d)
    proof.equal(quotient, step, "from k to k + 1 it gains (k+d)/(2k+d)")
    proof.equal(sp.factorial(k + d) / sp.factorial(k + d - 1), k + d, "the factorial's own step")
    proof.equal(
        sp.factorial2(-1), sp.factorial2(0), "at k = 0 both are 1, where (-1)!! = 0!! = 1 for d = 1, 2"
    )


_LINE2 = _PREFACTOR * sp.Sum(
    V2**k / sp.factorial(k)
    * (1 - sp.factorial(k + d - 1) / sp.factorial(d - 1) * sp.factorial2(d - 2) / sp.factorial2(2 * k + d - 2)),
    (k, 0, sp.oo),
)  # fmt: skip

_GAP_69_2 = formula(_LINE2, GAP_DOMAIN, MSE_NAMES, closed=GAP)

EQ69_LINE2 = Statement(
    id="simrf/eq69/line2",
    kind="identity",
    where="eq. (69), second line",
    title="Orthogonality gap in double factorials",
    text="Term by term, the gap compares 1 with a quotient of a factorial and a double factorial.",
    latex=(
        r"=e^{-2x^2-2y^2}\frac{m-1}m\sum_k\frac{v^{2k}}{k!}\left(1-\frac{(k+d-1)!}{(d-1)!}"
        r"\frac{(d-2)!!}{(2k+d-2)!!}\right)"
    ),
    domain_text="m <= d",
    domain=GAP_DOMAIN,
    claim=_GAP_OF_ERRORS,
    sides={"": _GAP_69_2},
    checks=(
        Representations("", points=GAP_POINTS),
        _difference(_GAP_69_2),
        Derivation(_double_factorials, WHOLE),
    ),
    uses=("simrf/eq69/line1",),
    mechanism=("iid", "orthogonal", "positive"),
)

_BRACKET = 1 - sp.Product((d + j) / (d + 2 * j), (j, 0, k - 1))

_BRACKET_CLOSED = sp.Piecewise(
    (0, k < 2), (1 - sp.gamma(d + k) * sp.gamma(d / 2) / (2**k * sp.gamma(d) * sp.gamma(d / 2 + k)), True)
)

_FROM_TWO = Domain(
    (ANY_DIMENSION, integer("k", 2, reach=1000)), extra=({"d": 2, "k": 2}, {"d": 1000000, "k": 2})
)

_PER_TERM = Domain(
    (ANY_DIMENSION, TERM), extra=tuple({"d": dd, "k": kk} for dd in (2, 3, 64) for kk in (0, 1, 2, 5))
)

EQ70 = Statement(
    id="simrf/eq70",
    kind="inequality",
    where="eq. (70)",
    title="Every bracket of the gap is positive",
    text="The bracket of (69) is 1 minus a product of k factors that do not exceed 1.",
    latex=r"1-\frac dd\cdot\frac{d+1}{d+2}\cdots\frac{d+k-2}{d+2(k-2)}\cdot\frac{d+k-1}{d+2(k-1)}>0",
    domain_text="every k = 0, 1, 2, ..",
    domain=_PER_TERM,
    sides={"lhs": formula(_BRACKET, _PER_TERM, "d k", closed=_BRACKET_CLOSED)},
    claim=Below(sp.S.Zero, "lhs"),
    uses=("simrf/eq69/line2",),
    erratum=Erratum(
        kind="edge case",
        at="eq. (70)",
        formula=r"1-\frac dd\cdot\frac{d+1}{d+2}\cdots\frac{d+k-1}{d+2(k-1)}>0",
        false="At k = 0, the empty product, and at k = 1 the bracket is 0; it is positive from k = 2 on.",
        weight=1,
        points=({"d": "2", "k": "1"}, {"d": "3", "k": "0"}),
        objection="The series stays positive for v > 0, by its terms from k = 2 on.",
    ),
).corrected(
    title="Every bracket of the gap from k = 2 on is positive",
    text="The bracket is 0 at k = 0 and k = 1 and positive from k = 2 on, so the series stays positive for v > 0.",
    latex=r"1-\prod_{j=0}^{k-1}\frac{d+j}{d+2j}>0\quad(k\ge2)",
    domain_text="k >= 2; zero at k = 0, 1",
    domain=_FROM_TWO,
    sides={"lhs": formula(_BRACKET, _FROM_TWO, "d k", closed=_BRACKET_CLOSED)},
    checks=(Derivation(product_below_one, WHOLE),),
    uses=(),
)


STATEMENTS = (
    EQ68,
    EQ69_LINE1,
    EQ69_LINE2,
    EQ70,
)
