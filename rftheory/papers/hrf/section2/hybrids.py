"""Section 2.2 of hrf: hybrid estimators and Lemma 2.3, which writes them as one inner product.

Main results
* (8): p+1 base estimators with coefficients lambda^1 .. lambda^p drawn apart from them, the last one taking the
  rest; unbiased where every base estimator is.
* (9), (10): base k multiplies t_k maps of m rows; lambda_k = a_k + a mean of l_k products, estimated on n rows.
* Lemma 2.3: SM^hyb = Psi_1(x).Psi_2(y), maps of m sum t_k + mn sum_k l_k (t_k + t_{p+1}) entries.

False as printed: that n counts the features of the base estimators and m those of lambda. Everywhere else it is
the other way round, as the error at lambda = 1 shows.

Proofs. Concatenation adds inner products and tensors multiply them, bilinearly; induction on p. The map is also
built and multiplied out on random exact instances. The illegible weight of Psi^4 is read as i/sqrt(mn).
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import Size
from rftheory.exact.functions.hybrids.composition import MapLength
from rftheory.kit import (
    WHOLE,
    All,
    Composition,
    Count,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Expectation,
    Inner,
    MeanSquareError,
    Proof,
    Representations,
    Statement,
    Supposing,
    formula,
)
from rftheory.papers._shared.angular_hybrid import SIGNS, n
from rftheory.papers._shared.base_estimators import COUNTED_TWICE, NAMES, POSITIVE_BY_MOMENTS, positive_steps
from rftheory.papers._shared.hybrid_errors import SM, positive_error
from rftheory.papers._shared.invariants import COUNT, m, pairs
from rftheory.papers.hrf._lemmas.base_terms import LAM, POSITIVE, TRIGONOMETRIC, bipolar
from rftheory.papers.hrf._lemmas.compositional import MAP_RULES, MAPS, map_steps, unbiased_steps
from rftheory.papers.hrf._lemmas.feature_maps import ESTIMATE, PSI_1, PSI_2
from rftheory.papers.hrf._lemmas.general_hybrid import HYBRID, UNBIASED

EQ8 = Statement(
    id="hrf/eq8",
    kind="definition",
    where="eq. (8)",
    title="Hybrid estimator",
    text=(
        "p+1 base estimators of SM are mixed with estimated coefficients lambda^1 .. lambda^p, the last one taking "
        "what is left to 1; the coefficients are drawn independently of the base estimators."
    ),
    latex=(
        r"\widehat{SM}^{E,\Lambda}=\sum_{k=1}^p\hat\lambda^k\widehat{SM}^k"
        r"+\Big(1-\sum_{k=1}^p\hat\lambda^k\Big)\widehat{SM}^{p+1}"
    ),
    domain_text="lambda_k with values in [0,1]",
    setting="hybrid",
)

EQ8_UNBIASED = Statement(
    id="hrf/eq8/unbiased",
    kind="identity",
    where="Section 2.2, after eq. (8)",
    title="Hybrids of unbiased estimators are unbiased",
    text="Where every base estimator has mean SM(x,y), so has the hybrid.",
    latex=r"\mathbb E\,\widehat{SM}^{E,\Lambda}=SM",
    domain_text="Lambda independent of E",
    domain=pairs(),
    claim=Supposing(UNBIASED, Equal(Expectation(HYBRID), SM)),
    checks=(Derivation(unbiased_steps, WHOLE),),
    uses=("hrf/eq8",),
    setting="hybrid",
)

EQ9 = Statement(
    id="hrf/eq9",
    kind="definition",
    where="eq. (9) and Section 2.2",
    title="Feature maps of the base estimators and of lambda",
    text=(
        "Base estimator k multiplies two concatenations of t_k maps to R^m, weighted by 1/sqrt m; lambda_k is a "
        "number a_k plus a mean of l_k products of functions of x and y."
    ),
    latex=r"\lambda_k(x,y)=a_k+\mathbb E_{\tau\sim\Omega}\Big[\sum_{i=1}^{l_k}\xi^i_{1,k}(x,\tau)\xi^i_{2,k}(y,\tau)\Big]",
    domain_text="a_k real, maps real-valued",
    uses=("hrf/eq8",),
    setting="hybrid",
    note="The maps of (19) and (70) carry a factor i: complex-valued maps are used too, multiplied without conjugation.",
)

EQ10 = Statement(
    id="hrf/eq10",
    kind="definition",
    where="eq. (10)",
    title="Estimator of a coefficient",
    text="lambda_k is estimated by a_k plus the product of two concatenations of l_k maps at n draws, over n.",
    latex=r"\hat\lambda^k_n(x,y)=a_k+\rho^k_{1,n}(x)^\top\rho^k_{2,n}(y)",
    domain_text="as (9)",
    uses=("hrf/eq9",),
    setting="hybrid",
)


_OF_M_ROWS = formula(positive_error(), COUNTED_TWICE, NAMES)


def _convention(proof: Proof) -> None:
    """m counts base projections in (11), (12) and Theorem 3.1: their errors are those of m rows."""
    positive_steps(proof)
    lam, first = sp.symbols("lam mu", real=True)
    proof.equal(
        (lam * (1 - lam)).subs(lam, 1),
        sp.S.Zero,
        "where lam = 1 almost surely (12) is SM++ with the base estimators' m rows",
    )
    spread, count = sp.Symbol("v", nonnegative=True), sp.Symbol("n", positive=True, integer=True)
    proof.equal(
        (count * (spread + first**2) + count * (count - 1) * first**2) / count**2 - first**2,
        spread / count,
        "and by (10) lam itself is a mean of n rows: its variance falls as 1/n",
    )


SEC2_2_MN = Statement(
    id="hrf/sec2.2/mn",
    kind="definition",
    where="Section 2.2, before Lemma 2.3",
    title="What m and n count",
    text="In the name of a hybrid n counts the random features of the base estimators, m those of lambda.",
    latex=r"\widehat{SM}^{hyb}_{m,n}",
    domain_text="-",
    domain=COUNTED_TWICE,
    claim=Equal(formula(positive_error().subs(m, n), COUNTED_TWICE, "n x2 y2 xy"), _OF_M_ROWS),
    setting="feature-count convention",
    note=(
        "Every formula that follows, and Appendix L in words, has the two letters the other way round. The claim is "
        "the error of SM^hyb_{m,n} at lambda = 1: of n rows by the sentence, of m rows by (11), (12), Theorem 3.1."
    ),
    erratum=Erratum(
        kind="misprint",
        at="Section 2.2, page 4, before Lemma 2.3",
        quote="using n random features for its base estimators",
        false="The two letters are exchanged: in every formula m counts the base projections and n those of lambda.",
        weight=1,
        points=(
            {"m": "2", "n": "1", "x2": "1", "y2": "1", "xy": "0"},
            {"m": "1", "n": "3", "x2": "1", "y2": "4", "xy": "1"},
        ),
        objection="Only the sentence is concerned: where lambda is 1, (12) is the positive estimate with m projections.",
    ),
).corrected(
    kind="identity",
    title="What m and n count, as used",
    text="m counts the projections of the base estimators, n those of lambda: at lambda = 1 the error is that of m rows.",
    latex=r"\mathrm{MSE}(\widehat{SM}^{hyb}_{m,n})\big|_{\lambda=1}=\mathrm{MSE}(\widehat{SM}^{++}_m)",
    domain_text="the bipolar hybrid (12)",
    domain=COUNTED_TWICE,
    sides={
        "lhs": formula(POSITIVE_BY_MOMENTS, COUNTED_TWICE, NAMES),
        "rhs": _OF_M_ROWS,
    },
    claim=All(
        (
            Supposing(
                (Equal(LAM, sp.S.One),), Equal(MeanSquareError(bipolar(POSITIVE, TRIGONOMETRIC)), "rhs")
            ),
            Equal(MeanSquareError(POSITIVE), "lhs"),
            Equal(),
        )
    ),
    checks=(Derivation(_convention, WHOLE),),
    uses=("hrf/lemma2.3", "hrf/eq12", "hrf/thm3.1/independent"),
)

_t, _l = sp.IndexedBase("t"), sp.IndexedBase("l")
_k = sp.Symbol("k", nonnegative=True, integer=True)
_LAST = Size(_l)  # p, the place of the last base estimator in t

_SIZES = Domain(
    (COUNT, SIGNS, *MAPS),
    MAP_RULES,
    extra=(
        {"m": 8, "n": 8, "t": "2,2", "l": "1"},
        {"m": 1, "n": 1, "t": "1,1", "l": "1"},
        {"m": 3, "n": 5, "t": "2,1,4", "l": "3,2"},
        {"m": 64, "n": 1, "t": "1,2,3,4,5", "l": "4,3,2,1"},
        {"m": 10**6, "n": 10**5, "t": "2,2", "l": "7"},
        {"m": 1, "n": 9, "t": "5,1", "l": "2"},
    ),
)

_LENGTH = (
    m * sp.Sum(_t[_k], (_k, 0, _LAST - 1))
    + m * n * sp.Sum(_l[_k] * _t[_k], (_k, 0, _LAST - 1))
    + m * _t[_LAST]
    + m * n * _t[_LAST] * sp.Sum(_l[_k], (_k, 0, _LAST - 1))
)

LEMMA2_3 = Statement(
    id="hrf/lemma2.3",
    kind="identity",
    where="Lemma 2.3, eq. (11)",
    title="The hybrid estimate as one inner product",
    text=(
        "The hybrid estimate is the product of two maps, each a concatenation of the base maps weighted by "
        "sqrt(a_k/m) and sqrt((1 - sum a_k)/m) and of their tensor products with the lambda-maps, weighted by "
        "1/sqrt(mn) and i/sqrt(mn)."
    ),
    latex=(
        r"\widehat{SM}^{hyb}_{m,n}(x,y)=\Psi_1(x)^\top\Psi_2(y),\quad "
        r"\Psi_j=\Psi^1_j\star\Psi^2_j\star\Psi^3_j\star\Psi^4_j"
    ),
    domain_text="general p, t_k, l_k, a_k",
    domain=_SIZES,
    sides={"dim": formula(_LENGTH, _SIZES, "m n t l")},
    claim=All(
        (
            Equal(Inner(PSI_1, PSI_2), ESTIMATE),
            Count("entries", "Psi_1 and of Psi_2", "dim", "exactly"),
            Equal("dim", formula(MapLength(m, n, _t, _l), _SIZES, "m n t l")),
        )
    ),
    checks=(
        Representations("dim", formula(MapLength(m, n, _t, _l), _SIZES, "m n t l")),
        Composition("map"),
        Derivation(map_steps, WHOLE),
    ),
    uses=("hrf/eq8", "hrf/eq9", "hrf/eq10"),
    setting="compositional (tensor-product) map",
    note=(
        "The numerator of the weight of Psi^4 is lost in the source and read as i, as the minus sign of (30) asks. "
        "A negative a_k has an imaginary root: the product is bilinear, without conjugation."
    ),
)


STATEMENTS = (
    EQ8,
    EQ8_UNBIASED,
    EQ9,
    EQ10,
    SEC2_2_MN,
    LEMMA2_3,
)
