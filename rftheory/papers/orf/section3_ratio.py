"""Section 3 of orf, from (3) on: the variance of ORF over that of RFF, and more than d rows.

* (3): the ratio is 1 - (D-1) e^{-z^2} z^4/(d (1-e^{-z^2})^2) + O(1/d), by Lemma 2.
* After it: at D = d -> oo the ratio is 1 - (t/sinh t)^2 < 1 with t = z^2/2.
* Same sentence: hence ORF always improves on RFF, said of large D = d, where it follows. At a fixed d >= 3 the ratio
  exceeds 1 for some z near 3; for 2 <= D <= d and 0 < z^2 <= max(4, d/3) it does not (`_lemmas.improvement`).
* Small z: the limit ratio is said to be z^2 roughly. False: it is z^4/12 to leading order. It does tend to 0,
  as d -> oo and then z -> 0.
* Figure 2(b): at d = 32 the ratio is within 1/10 of its limit curve, on a grid in (0, 4].
* Corollary 1: for D = m d rows in m blocks, Var K_ORF <= ((1-e^{-z^2})^2 - (d-1)/d e^{-z^2} z^4)/(2D) +
  f(z)/(d D).
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Erratum,
    Limit,
    On,
    Order,
    Proof,
    Representations,
    Rule,
    Statement,
    formally,
    formula,
    integer,
    part,
    real,
    whole,
)
from rftheory.papers.orf._lemmas.improvement import far_dimensions, near_pairs
from rftheory.papers.orf._lemmas.large_dimensions import (
    IMPROVES_FAR,
    eq3_remainder,
    improves_far,
    limit_below_one,
)
from rftheory.papers.orf._lemmas.limit_curve import NEAR_D32, eq3_limit
from rftheory.papers.orf._lemmas.remainders import pair_law, pair_remainder
from rftheory.papers.orf._notation import (
    DIMENSION,
    DISTANCE,
    EQ3,
    LIMIT_RATIO,
    LIMIT_SINH,
    OPEN_LINE,
    OPEN_PLANE,
    PAIR,
    PAIR_MAIN,
    PAIR_SERIES,
    RATIO,
    ROWS,
    SEPARATED,
    D,
    U,
    block,
    bound_by_parts,
    d,
    m,
    orf_variance,
    printed_bound,
    rff_variance,
    simulated,
    t,
    with_one_remainder,
    z,
)

_EXACT_RATIO = orf_variance(PAIR_SERIES) / rff_variance()


_BLOCK = block(SEPARATED)

EQ3_STATED = Statement(
    id="orf/eq3",
    kind="asymptotic",
    where="eq. (3)",
    title="Variance ratio of ORF and RFF",
    text="For large d the variance of ORF over that of RFF is 1 less an explicit term in z and D/d.",
    latex=r"\frac{\mathrm{Var}(K_{\rm ORF}(x,y))}{\mathrm{Var}(K_{\rm RFF}(x,y))}\approx1-\frac{(D-1)e^{-z^2}z^4}{d(1-e^{-z^2})^2}",
    domain_text="d large, D <= d",
    domain=_BLOCK,
    sides={
        "lhs": formula(_EXACT_RATIO, _BLOCK, "z d D", closed=RATIO),
        "rhs": formula(EQ3, _BLOCK, "z d D"),
    },
    claim=Order(d**2 / D),
    checks=(
        Representations("rhs", formula(1 - (D - 1) / d * (1 - LIMIT_SINH), _BLOCK, "z d D")),
        Derivation(
            eq3_remainder,
            whole("every z > 0 and D <= d, as d grows: difference at most 2 f(z)/(d (1-exp(-z^2))^2)"),
        ),
    ),
    uses=("orf/lemma1/variance", "orf/lemma2"),
    mechanism=("orthogonal", "iid"),
)


SEC3_RATIO_BELOW_ONE = Statement(
    id="orf/sec3/ratio-below-one",
    kind="inequality",
    where="Section 3, after (3)",
    title="The limit of the variance ratio is below one",
    text="With D = d and large d the ratio of (3) stays below 1.",
    latex=r"1-\frac{e^{-z^2}z^4}{(1-e^{-z^2})^2}<1",
    domain_text="z > 0, D = d, d to infinity",
    domain=OPEN_LINE,
    sides={"": formula(LIMIT_RATIO, OPEN_LINE, "z", closed=LIMIT_SINH)},
    claim=Below("", sp.S.One),
    checks=(Derivation(limit_below_one, WHOLE),),
    uses=("orf/eq3",),
    mechanism=("orthogonal", "iid"),
)

_PAIRED = block(SEPARATED, least=2)

_CLOSE = Rule(z**2 <= sp.Max(4, d / 3), "z^2 <= max(4, d/3)")

_CLOSE_SPOTS = (
    {"z": 2, "d": 4, "D": 4}, {"z": 2, "d": 2, "D": 2}, {"z": 2, "d": 3, "D": 2}, {"z": "1e-3", "d": 5, "D": 5},
    {"z": 5, "d": 75, "D": 75}, {"z": 10, "d": 300, "D": 2}, {"z": 1, "d": 10**6, "D": 10**6}, {"z": 8, "d": 192, "D": 50},
)  # fmt: skip

_NEARBY = Domain(_PAIRED.parameters, (*_PAIRED.rules, _CLOSE), _PAIRED.repair, _CLOSE_SPOTS)


def _improves(proof: Proof) -> None:
    near_pairs(proof)
    far_dimensions(proof)


SEC3_ALWAYS_IMPROVES = Statement(
    id="orf/sec3/always-improves",
    kind="inequality",
    where="Section 3, after (3)",
    title="ORF always improves on RFF",
    text="When D = d is large the variance of ORF is below that of RFF, whatever z > 0.",
    latex=r"\mathrm{Var}(K_{\rm ORF})/\mathrm{Var}(K_{\rm RFF})<1",
    domain_text="D = d and d is large (the sentence before), z > 0",
    domain=_PAIRED,
    sides={"lhs": formally(formula(_EXACT_RATIO, _PAIRED, "z d D", closed=RATIO), DIMENSION, ROWS)},
    claim=All(IMPROVES_FAR),
    checks=(Derivation(improves_far, whole("every z > 0, D = d to infinity")),),
    uses=("orf/sec3/ratio-below-one",),
    mechanism=("orthogonal", "iid"),
    note=(
        "Said of the ratio `when D = d and d is large`; at a fixed d >= 3 the ratio exceeds 1 for some z near 3. What "
        "holds in every dimension is the form corrected below."
    ),
).corrected(
    where="Section 3, on (3)",
    title="ORF improves on RFF for z <= 2 and for z^2 <= d/3",
    text="ORF has the smaller variance for every z up to 2 in every dimension, and up to sqrt(d/3) in large ones.",
    latex=r"0<z^2\le\max(4,d/3)\ \Rightarrow\ \mathrm{Var}(K_{\rm ORF})<\mathrm{Var}(K_{\rm RFF})",
    domain_text="2 <= D <= d, 0 < z^2 <= max(4, d/3)",
    domain=_NEARBY,
    sides={"lhs": formula(_EXACT_RATIO, _NEARBY, "z d D", closed=RATIO)},
    claim=Below("lhs", sp.S.One),
    checks=(Derivation(_improves, WHOLE),),
    uses=("orf/thm1/decomposition",),
)


def _small_z(proof: Proof) -> None:
    eq3_limit(proof)
    lead = sp.series(1 - (t / sp.sinh(t)) ** 2, t, 0, 4).removeO()
    proof.equal(lead, t**2 / 3, "leading term t^2/3 = z^4/12 at t = z^2/2")
    quotient = sp.limit((t**2 / 3) / (2 * t), t, 0)
    proof.equal(quotient, sp.S.Zero, "so the ratio over z^2 = 2t tends to 0, not to 1")


def _fourth_power(proof: Proof) -> None:
    eq3_limit(proof)
    lead = sp.series(1 - (t / sp.sinh(t)) ** 2, t, 0, 4).removeO()
    proof.equal(lead.subs(t, U / 2), z**4 / 12, "leading term z^4/12; the next one is of order z^8")


SEC3_SMALL_Z_RATIO = Statement(
    id="orf/sec3/small-z-ratio",
    kind="asymptotic",
    where="Section 3, after (3)",
    title="The variance ratio for small z",
    text="For large d and small z the ratio is roughly z^2.",
    latex=r"\mathrm{ratio}\approx z^2\quad(z\to0,\ d\to\infty)",
    domain_text="z to 0, d to infinity, D = d",
    domain=OPEN_LINE,
    sides={
        "lhs": formula(LIMIT_RATIO, OPEN_LINE, "z", closed=LIMIT_SINH),
        "rhs": formally(formula(z**2, OPEN_LINE, "z"), DISTANCE),
    },
    claim=Order(1 / z**2, "z", toward=sp.S.Zero, vanishing=True),
    checks=(Derivation(_small_z, part("the limit z to 0"), refutes=True),),
    uses=("orf/eq3",),
    mechanism=("orthogonal", "iid"),
    erratum=Erratum(
        "error",
        "p. 4, after (3)",
        "The limit of the ratio for large d is z^4/12 to leading order in z, far below z^2.",
        2,
        quote="the ratio is roughly",
        formula="z^2",
        script="left = 1 - exp(-z**2)*z**4/(1 - exp(-z**2))**2\nright = z**2",
        relation="=",
        points=({"z": "1/100"}, {"z": "1/1000"}),
        objection=(
            "exp(x) = 1 + x throughout gives z^2, but (1 - exp(-z^2))^2 = z^4 (1 - z^2 + ...) has a term of that order "
            "too, and both cancel."
        ),
    ),
    note="Read as equality of the leading terms; exp(x) = 1 + x, suggested in print, loses a term of the same order.",
).corrected(
    title="The variance ratio for small z is z^4/12",
    text="For large d and small z the ratio is z^4/12 to leading order.",
    latex=r"\mathrm{ratio}\approx z^4/12\quad(z\to0,\ d\to\infty)",
    sides={
        "lhs": formula(LIMIT_RATIO, OPEN_LINE, "z", closed=LIMIT_SINH),
        "rhs": formula(z**4 / 12, OPEN_LINE, "z"),
    },
    claim=Order(1 / z**8, "z", toward=sp.S.Zero),
    checks=(Derivation(_fourth_power, WHOLE),),
)


def _vanishing(proof: Proof) -> None:
    eq3_remainder(proof)
    eq3_limit(proof)
    proof.limit(1 - (t / sp.sinh(t)) ** 2, t, 0, sp.S.Zero, "the limit curve tends to 0 at z = 0", side="+")


SEC3_INFINITELY_LOWER = Statement(
    id="orf/sec3/infinitely-lower",
    kind="limit",
    where="Section 3, after (3)",
    title="Infinitely lower error for close points",
    text="As d grows and then z shrinks, the variance of ORF over that of RFF tends to 0.",
    latex=r"\lim_{z\to0}\lim_{d\to\infty}\mathrm{Var}(K_{\rm ORF})/\mathrm{Var}(K_{\rm RFF})=0",
    domain_text="d to infinity, then z to 0, D = d",
    domain=OPEN_PLANE,
    claim=All(
        (
            Limit(RATIO.subs(D, d), "d", sp.oo, LIMIT_SINH),
            On(OPEN_LINE, Limit(LIMIT_SINH, "z", sp.S.Zero, sp.S.Zero)),
        )
    ),
    checks=(Derivation(_vanishing, whole("the limits in the order d, then z")),),
    uses=("orf/eq3",),
    mechanism=("orthogonal", "iid"),
    note="At fixed d the ratio tends to 3/(d+2) as z tends to 0, so the order of the limits matters.",
)

_DRAWN_RANGE = Domain((real("z", above=0, upper=4, meaning=SEPARATED.meaning),))

SEC3_D32 = Statement(
    id="orf/sec3/d32",
    kind="asymptotic",
    where="Section 3, on Figure 2(b)",
    title="The variance ratio at d = 32",
    text="Already at d = 32 the variance ratio is close to its limit curve.",
    latex=r"\mathrm{ratio}_{d=32}\approx\mathrm{ratio}_{d=\infty}",
    domain_text="z in [0, 4], D = d = 32",
    domain=_DRAWN_RANGE,
    claim=Below(RATIO.subs(D, 32).subs(d, 32) - LIMIT_SINH, sp.Rational(1, 10), strict=False, absolute=True),
    checks=(NEAR_D32,),
    uses=("orf/eq3",),
    mechanism=("orthogonal", "iid"),
    note="The largest difference, 3/34 = 0.088, is approached at z = 0; `close` is read as 1/10 on an axis up to 1.2.",
)

_STACKED = Domain(
    (DISTANCE, integer("d", 1), integer("m", 1, meaning="number of independent blocks")),
    extra=(
        {"z": 1, "d": 2, "m": 3}, {"z": 2, "d": 16, "m": 1}, {"z": 0, "d": 4, "m": 2}, {"z": 3, "d": 64, "m": 10},
        {"z": "1e-3", "d": 10**6, "m": 5}, {"z": 5, "d": 1, "m": 4},
    ),
)  # fmt: skip

_STACKED_VARIANCE = orf_variance(PAIR, d) / m


def _stacked(proof: Proof) -> None:
    pair_law(proof)
    f = pair_remainder(proof)
    pair = sp.Symbol("E", real=True)
    rows = m * d
    gap = orf_variance(pair, d) / m - printed_bound(rows, d)
    proof.cite("m independent blocks: the variance of their mean is one m-th of one block's")
    proof.equal(
        gap,
        (1 - 1 / d) / m * (pair - PAIR_MAIN),
        "variance less main term: a multiple of Lemma 2's remainder",
    )
    slack = f / (d * rows) - (1 - 1 / d) / m * f / d**2
    proof.nonnegative(sp.factor(slack), "(1 - 1/d) f(z)/(m d^2) <= f(z)/(d D)")


COR1 = Statement(
    id="orf/cor1",
    kind="asymptotic",
    where="Corollary 1",
    title="Variance bound of stacked blocks",
    text="For D = m d rows in m independent blocks the variance obeys the bound of one block, up to f(z)/(d D).",
    latex=r"\mathrm{Var}(K_{\rm ORF}(x,y))\le\frac1{2D}\left(\left(1-e^{-z^2}\right)^2-\frac{d-1}d e^{-z^2}z^4\right)+\frac{f(z)}{dD}",
    domain_text="D = m d with independent blocks, all z",
    domain=_STACKED,
    sides={
        "lhs": formula(orf_variance(PAIR_SERIES, d) / m, _STACKED, "z d m", closed=_STACKED_VARIANCE),
        "rhs": formula(printed_bound(m * d, d), _STACKED, "z d m"),
    },
    claim=All(
        (
            Order(d**2 * m, one_sided=True),
            with_one_remainder(printed_bound(m * d, d), d**2 * m, _STACKED),
        )
    ),
    checks=(
        Representations("rhs", formula(bound_by_parts(d) / m, _STACKED, "z d m")),
        Derivation(_stacked, WHOLE),
        simulated("orthogonal", "square", orf_variance(PAIR, d).subs(d, 4) / 2 + sp.exp(-U), (4, 8, 1)),
    ),
    uses=("orf/thm1/variance",),
    mechanism=("orthogonal", "trigonometric"),
)


STATEMENTS = (
    EQ3_STATED,
    SEC3_RATIO_BELOW_ONE,
    SEC3_ALWAYS_IMPROVES,
    SEC3_SMALL_Z_RATIO,
    SEC3_INFINITELY_LOWER,
    SEC3_D32,
    COR1,
)
