"""Section 4.1 of simrf: the orthogonality gap of trigonometric features, its threshold, its large-d form.

* Theorem 4.5, (26): the gap is (m-1)/m (e^{-z^2} - 1F1(d; d/2; -z^2/2)), z = |x-y|.
* After it: ORFs win up to z_crit(d), which diverges: z_crit > sqrt(d/3). At d = 2 the sign never changes.
* Corollary 4.6, (27): MSE_ORF/MSE_IIDRF = 1 - (m-1)(e^{-z^2} z^4/(d (1-e^{-z^2})^2) + O(1/d^2)), at fixed z >
  0.
* After it: the gap is positive as d -> oo, read pointwise: for z > 0 once d >= 3 z^2, not uniformly in z.

The pair mean goes two ways, by the law of w_i +- w_j and by the Dirichlet moments of two coordinates of a
direction; the sign by an energy argument for Kummer's equation (`_lemmas.trigonometric` has the moments).
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.crossing import ZCrit
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Exists,
    Given,
    InPart,
    Limit,
    On,
    Order,
    OrderCheck,
    Point,
    Proof,
    Representations,
    Restated,
    Rule,
    SignChange,
    Statement,
    formally,
    formula,
    integer,
    part,
    whole,
)
from rftheory.papers.simrf._lemmas import trigonometric as rff
from rftheory.papers.simrf._lemmas.random_terms import error
from rftheory.papers.simrf._lemmas.trigonometric import (
    BLOCK,
    GENTLE,
    GENTLY,
    OPEN_BLOCK,
    ORT,
    ORT_COORDINATES,
    ORT_PRINTED,
    SEPARATED,
    U,
)
from rftheory.papers.simrf._notation import ANY_DIMENSION, COUNT, DIMENSION, MANY, WITHIN_BLOCK, d, fit, m, z


def _gap(proof: Proof) -> None:
    rff.mean_of_cosines(proof)
    rff.pair_mean(proof)
    pair = sp.Symbol("S", real=True)
    proof.equal(
        rff.mse(sp.exp(-U)) - rff.mse(pair), rff.gap(pair), "independent rows have S = e^{-z^2}; subtract"
    )
    proof.equal(rff.IID_MSE, rff.mse(sp.exp(-U)), "and the MSE (1-e^{-z^2})^2/(2m)")


THM4_5 = Statement(
    id="simrf/thm4.5",
    kind="identity",
    where="Theorem 4.5, eq. (26), repeated as (76)",
    title="Orthogonality gap of trigonometric features",
    text=(
        "With trigonometric features the MSE of independent rows exceeds that of orthogonal rows by an "
        "alternating series in z^2."
    ),
    latex=r"\Delta\mathrm{MSE}(\widehat K(x,y))=\frac{m-1}m\left(e^{-z^2}-\frac{\Gamma(d/2)}{\Gamma(d)}\sum_{k=0}^\infty\frac{(-z^2)^k}{2^kk!}\frac{\Gamma(k+d)}{\Gamma(k+d/2)}\right)",
    domain_text="x, y in R^d, z = |x-y|, m <= d",
    domain=BLOCK,
    sides={
        "lhs": formally(
            rff.exact(rff.IID_MSE - rff.literal_mse(ORT_COORDINATES), rff.gap(ORT)), ANY_DIMENSION
        ),
        "rhs": formally(formula(rff.gap(ORT_PRINTED), BLOCK, "d m z", closed=rff.gap(ORT)), ANY_DIMENSION),
    },
    claim=Equal(),
    checks=(
        *GENTLY,
        Derivation(_gap, WHOLE),
        rff.second_moment("orthogonal", ORT, (4, 4, 1), (16, 8, 2)),
    ),
    uses=("simrf/eq74", "simrf/eq75"),
    mechanism=("iid", "orthogonal", "trigonometric"),
    note=(
        "The left side goes by the coordinates of the pair (Dirichlet moments of two coordinates of a direction), "
        "the right side by the law of the resultant."
    ),
)

_CROSSING = Domain(
    (integer("d", 2, reach=300, meaning="input dimension; d = 2 has no threshold"),),
    extra=({"d": 3}, {"d": 4}, {"d": 7}, {"d": 10}, {"d": 64}, {"d": 1000}),
)

_OPEN_PLANE = Domain((DIMENSION, SEPARATED))

_BRACKET = formula(sp.exp(-U) - ORT, _OPEN_PLANE, "d z")


def _threshold(proof: Proof) -> None:
    _positive_below(proof)
    s = sp.Symbol("s", positive=True)
    proof.equal(
        sp.sqrt(2 * (d / 2) / 3), sp.sqrt(d / 3), "z_crit^2 = 2s > 2n/3 = d/3: no sign change up to sqrt(d/3)"
    )
    proof.limit(sp.sqrt(s / 3), s, sp.oo, sp.oo, "and sqrt(d/3) diverges")


def _positive_below(proof: Proof) -> None:
    """The gap is positive for 0 < z^2 <= d/3: V = y^2 + y'^2/2 falls from 1 while s = z^2/2 <= n/3, n = d/2."""
    s, n = sp.symbols("s n", positive=True)
    p0, p1 = sp.symbols("P0 P1", real=True)
    proof.cite("Kummer: 1F1(d; d/2; -z^2/2) = exp(-s) P, P = 1F1(-n; n; s), and s P'' = (s - n) P' - n P")
    y, slope = sp.exp(s) * p0, sp.exp(s) * (p0 + p1)
    curve = sp.exp(s) * (p0 + 2 * p1 + ((s - n) * p1 - n * p0) / s)
    proof.equal(curve, (3 - n / s) * slope - 2 * y, "y = e^s P satisfies y'' = (3 - n/s) y' - 2 y")
    proof.equal(2 * y * slope + slope * curve, (3 - n / s) * slope**2, "so V' = (3 - n/s) y'^2")
    third = sp.Symbol("r", positive=True)
    proof.positive(-(3 - (3 * s + third) / s), "the factor is negative for s < n/3")
    proof.equal(1 + (-n) / n, sp.S.Zero, "V(0) = 1, as y(0) = P(0) = 1 and y'(0) = P(0) + P'(0) = 0")
    proof.equal(
        2 * (1 - 2 + (n - 1) / (n + 1) + 1) / 2,
        (n - 1) / (n + 1),
        "y''(0) = P(0) + 2 P'(0) + P''(0) = (n-1)/(n+1) - 1, not 0: V falls strictly",
    )
    proof.cite("an analytic y' that is not 0 vanishes at isolated points only: y^2 <= V < 1 on (0, n/3]")
    proof.equal(
        sp.exp(-2 * s) - sp.exp(-s) * p0,
        sp.exp(-2 * s) * (1 - y),
        "the bracket of (26) is exp(-2s) (1 - y) > 0",
    )


_ORF_BELOW_IID = Below(error("orthogonal", "trigonometric"), error("iid", "trigonometric"))

SEC4_1_ZCRIT = Statement(
    id="simrf/sec4.1/zcrit",
    kind="inequality",
    where="Section 4.1, after Theorem 4.5",
    title="Threshold of the trigonometric gap",
    text=(
        "The terms alternate; orthogonal rows win up to a threshold z_crit(d), and this threshold grows beyond "
        "every bound with d."
    ),
    latex=r"\Delta\mathrm{MSE}>0\ (z<z_{\rm crit}(d)),\quad z_{\rm crit}(d)\to\infty",
    domain_text="RFF, any d, m <= d",
    domain=_CROSSING,
    sides={"": formula(ZCrit(d), _CROSSING, "d")},
    claim=All(
        (
            On(
                Domain((DIMENSION, MANY, SEPARATED), (WITHIN_BLOCK,)),
                Given(z < ZCrit(d), _ORF_BELOW_IID),
                "2 <= m <= d and z > 0",
            ),
            Limit("", "d", sp.oo, sp.oo),
        )
    ),
    checks=(
        Derivation(
            _threshold,
            whole(
                "every d: the gap is positive up to sqrt(d/3) at least, below the threshold if there is one"
            ),
        ),
        InPart(
            "the gap changes its sign at the threshold, in six dimensions",
            SignChange("", _BRACKET, "z", tuple({"d": dd} for dd in (3, 4, 7, 10, 64, 128))),
        ),
        Restated(
            "z_crit(d) > sqrt(d/3) where the gap changes sign",
            {
                "floor": formula(sp.sqrt(d / 3), _CROSSING, "d"),
                "crossing": formula(ZCrit(d), _CROSSING, "d"),
            },
            _CROSSING,
            Below("floor", "crossing"),
        ),
    ),
    uses=("simrf/thm4.5",),
    mechanism=("iid", "orthogonal", "trigonometric"),
    note=(
        "For d = 2 the gap never changes sign (1 - s < e^{-s}), so that no threshold exists and the evaluation says so. "
        "z_crit is not monotone: it falls from d = 3 to d = 7 and rises from there (to d = 300 at least), near 0.81 sqrt(d)."
    ),
)

_MAIN = 1 - (m - 1) * sp.exp(-U) * z**4 / (d * (1 - sp.exp(-U)) ** 2)


def _expansion(proof: Proof) -> None:
    rff.mean_of_cosines(proof)
    rff.pair_mean(proof)
    rff.second_order(proof)
    r, pair = sp.symbols("r S", real=True)
    proof.equal(rff.mse(pair) / rff.IID_MSE, rff.ratio(pair), "the ratio of the two MSEs")
    inserted = rff.ratio(sp.exp(-U) - U**2 * sp.exp(-U) / (2 * d) + r / d**2)
    remainder = 2 * (m - 1) * r / (d**2 * (1 - sp.exp(-U)) ** 2)
    proof.equal(inserted, _MAIN + remainder, "the ratio is the main term plus (m-1) O(1/d^2) at fixed z > 0")


COR4_6 = Statement(
    id="simrf/cor4.6",
    kind="asymptotic",
    where="Corollary 4.6, eq. (27), repeated as (86)",
    title="MSE ratio of trigonometric features at large d",
    text="The ratio of the MSEs of orthogonal and independent rows differs from 1 by a term of order 1/d.",
    latex=r"\frac{\mathrm{MSE}(\widehat K_{\rm ORF})}{\mathrm{MSE}(\widehat K_{\rm IIDRF})}=1-(m-1)\left(\frac{e^{-z^2}z^4}{d(1-e^{-z^2})^2}+\mathcal O\left(\frac1{d^2}\right)\right)",
    domain_text="x, y in R^d, m <= d",
    domain=OPEN_BLOCK,
    sides={
        "lhs": formally(
            rff.exact(rff.literal_mse(ORT_COORDINATES) / rff.IID_MSE, rff.ratio(ORT), OPEN_BLOCK, "d m z"),
            ANY_DIMENSION,
        ),
        "rhs": formally(formula(_MAIN, OPEN_BLOCK, "d m z"), ANY_DIMENSION),
    },
    claim=Order(d**2),
    checks=(
        Representations("lhs", points=GENTLE),
        OrderCheck(({"m": 2, "z": 1}, {"m": 50, "z": "1/100"}, {"m": 3, "z": 2}, {"m": 2, "z": 3})),
        Derivation(_expansion, WHOLE),
    ),
    uses=("simrf/thm4.5", "simrf/eq74"),
    mechanism=("orthogonal", "iid", "trigonometric"),
    note="The order holds at fixed z > 0 and m; the constant in O(1/d^2) grows with z like e^{z^2}.",
)


def _up_to_a_third(point: Point) -> Point:
    """Move (d, m, z) to z^2 <= d/3."""
    moved = fit(point)
    if 3 * moved["z"] ** 2 > moved["d"]:  # type: ignore[operator]
        moved["z"] = moved["z"] / (1 + moved["z"] ** 2)  # type: ignore[operator]
    return moved


_LOW = Domain(
    (DIMENSION, MANY, rff.SEPARATED),
    (WITHIN_BLOCK, Rule(3 * z**2 <= d, "3 z^2 <= d")),
    _up_to_a_third,
    (
        {"d": 3, "m": 2, "z": 1},
        {"d": 10**6, "m": 2, "z": 100},
        {"d": 64, "m": 64, "z": 4},
        {"d": 2, "m": 2, "z": "1e-6"},
    ),
)


def _eventually(proof: Proof) -> None:
    rff.mean_of_cosines(proof)
    rff.pair_mean(proof)
    _positive_below(proof)
    proof.below(3 * U, 3 * U + d, "for given z > 0 every d >= 3 z^2 lies in that range", strict=False)


_FROM = sp.Symbol("d_0", positive=True, integer=True)

SEC4_1_POSITIVE_LARGE_D = Statement(
    id="simrf/sec4.1/positive-large-d",
    kind="limit",
    where="Section 4.1, after Corollary 4.6; end of A.9",
    title="Trigonometric gap at large d",
    text=(
        "The gap is positive at every z once d is large: in that limit orthogonal rows beat independent ones "
        "with trigonometric features too."
    ),
    latex=r"\Delta\mathrm{MSE}>0\ (d\to\infty)",
    domain_text="all z",
    domain=Domain((DIMENSION, COUNT, rff.SEPARATED), (WITHIN_BLOCK,)),
    claim=On(
        Domain((MANY, SEPARATED)),
        Exists(
            (integer("d_0", 1),),
            On(Domain((DIMENSION,)), Given(sp.And(d >= _FROM, d >= m), _ORF_BELOW_IID), "every d"),
        ),
        "every m >= 2 and z > 0",
    ),
    checks=(
        Derivation(_eventually, part("every fixed z > 0 (then every d >= 3 z^2), m >= 2")),
        Restated(
            "the gap is positive wherever 3 z^2 <= d",
            {"zero": formula(sp.S.Zero, _LOW, ""), "gap": formula(rff.gap(ORT), _LOW, "d m z")},
            _LOW,
            Below("zero", "gap"),
        ),
    ),
    uses=("simrf/cor4.6",),
    mechanism=("iid", "orthogonal", "trigonometric"),
    note=(
        "Read pointwise and where (27) has a negative term: z > 0 and m >= 2 fixed, d to infinity. It is not uniform in z: at every single d from 3 on that was "
        "examined the gap is negative for some z just above z_crit(d)."
    ),
)


STATEMENTS = (
    THM4_5,
    SEC4_1_ZCRIT,
    COR4_6,
    SEC4_1_POSITIVE_LARGE_D,
)
