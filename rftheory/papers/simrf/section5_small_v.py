"""Section 5.1 of simrf at small v, and the Gram matrices of Section 5.2.

* Section 5.1: MSE = v^2 + O(v^4) for IIDRF and ORF, and v^2 (1 - sqrt(pi) Gamma(d+1)
  Gamma((d+1)/2)/(Gamma(d/2) Gamma(d/2+1)^2 2^d)) + O(v^4) for SimRF. Both are false: the prefactor
  e^{-2|x|^2-2|y|^2}/m of (11) is missing, and the bracket of SimRF belongs to m = d; for m <= d it is 1 -
  (m-1)/(d-1) 2 Gamma((d+1)/2)^2/(d Gamma(d/2)^2).
* Section 5.1: at d = 64 that bracket is 0.0078.
* Section 5.2: the error of a Gram matrix sums the squared errors of its entries; its mean sums the MSEs.

The corrected expansions come with explicit remainders, from the series of the conformities.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Erratum,
    On,
    Order,
    OrderCheck,
    Printed,
    Proof,
    Restated,
    Statement,
    formally,
    formula,
    integer,
    part,
)
from rftheory.papers.simrf._lemmas.orthogonality_gap import product_below_one
from rftheory.papers.simrf._notation import (
    ANY_DIMENSION,
    COUNT,
    DIMENSION,
    LENGTH,
    MEAN_NORM,
    MSE_DOMAIN,
    MSE_NAMES,
    SCALE,
    SIMPLEX,
    V2,
    WITHIN_BLOCK,
    conformity,
    d,
    fit,
    iid_mse,
    k,
    m,
    orf_mse,
    simrf_mse,
    v,
    x2,
    xy,
    y2,
)

# y = 0 and |x| -> 0: v^2 = |x|^2
_TO_ZERO: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "m": mm, "y2": 0, "xy": 0} for dd, mm in ((2, 2), (3, 2), (64, 64), (5, 5))
)

_NEAR: tuple[dict[str, object], ...] = tuple(
    {"d": dd, "m": mm, "y2": 0, "xy": 0} for dd, mm in ((2, 2), (2, 1), (3, 3), (64, 20), (1000, 1000))
)

# y = 0 and x -> 0, where v^2 = |x|^2
_SMALL = Order(1 / x2**2, "x2", toward=sp.S.Zero, given=sp.And(sp.Eq(y2, 0), sp.Eq(xy, 0)))

_MOVING = Domain(
    (DIMENSION, COUNT, LENGTH),
    (WITHIN_BLOCK,),
    fit,
    (
        {"d": 2, "m": 2, "v": 1},
        {"d": 2, "m": 1, "v": 1},
        {"d": 64, "m": 64, "v": 1},
        {"d": 5, "m": 3, "v": 1},
    ),
)


def _bare(rho: sp.Expr, leading: sp.Expr) -> On:
    """m exp(2|x|^2+2|y|^2) times the MSE (11), a function of v alone, is v^2 `leading` up to O(v^4)."""
    error = sp.exp(2 * v**2) - sp.exp(v**2) + (m - 1) * (rho - sp.exp(v**2))
    order = Order(
        v**-4,
        "v",
        formula(error, _MOVING, "d m v"),
        formula(v**2 * leading, _MOVING, "d m v"),
        toward=sp.S.Zero,
    )
    return On(_MOVING, order, "the MSE without its prefactor exp(-2|x|^2-2|y|^2)/m, all x and y")


_t = sp.Symbol("t", positive=True)

_NEAR_IID: tuple[dict[str, object], ...] = tuple({"m": mm, "y2": 0, "xy": 0} for mm in (1, 2, 64))


def _small_v(proof: Proof) -> None:
    """For IIDRF and ORF: e^{2t} - e^t + (m-1)(rho - e^t) = t + O(t^2), t = v^2."""
    shared = sp.gamma(d + k) * sp.gamma(d / 2) / (2**k * sp.gamma(d) * sp.gamma(d / 2 + k))
    proof.equal(shared.subs(k, 0), 1, "rho_ORF and e^t have the same term of order 0")
    proof.equal(shared.subs(k, 1), 1, "and the same term of order t = v^2, so (m-1)(rho - e^t) starts at t^2")
    first = sp.exp(2 * _t) - sp.exp(_t)
    proof.equal(sp.series(first, _t, 0, 2).removeO(), _t, "e^{2t} - e^t = t + O(t^2)")
    proof.equal(first.subs(_t, 0), 0, "with no constant term")
    product_below_one(proof)
    proof.cite(
        "0 <= e^t - rho_ORF <= e^t - 1 - t <= t^2 e^t/2 and Taylor's theorem for e^{2t} - e^t: an explicit remainder"
    )


def _literal_small_v(proof: Proof) -> None:
    """The coefficient of v^2 at m = 2 and fixed x = -y + o(1), against the printed 1."""
    coefficient = (SCALE / m * _t).coeff(_t).subs(m, 2)
    proof.distinct(
        coefficient.subs({x2: 0, sp.Symbol("y2", nonnegative=True): 0}),
        1,
        "at m = 2 it is 1/2 even for x, y -> 0",
    )
    proof.equal(coefficient, SCALE / 2, "in general it is exp(-2|x|^2-2|y|^2)/m")


_IID = formula(iid_mse(), MSE_DOMAIN, "m x2 y2 xy")

_DAMPED = formula(SCALE / m * V2, MSE_DOMAIN, "m x2 y2 xy")  # v^2 with the prefactor of (11)

_IID_MOMENTS = formula((SCALE * sp.exp(2 * V2) - sp.exp(-(x2 + y2 - 2 * xy))) / m, MSE_DOMAIN, "m x2 y2 xy")

SEC5_1_IID_ORF = Statement(
    id="simrf/sec5.1/iid-orf",
    kind="asymptotic",
    where="Section 5.1, second paragraph",
    title="Small-v MSE of IIDRFs and ORFs",
    text="The MSE is said to be v^2 to leading order, without the factor exp(-2|x|^2-2|y|^2)/m.",
    latex=r"\mathrm{MSE}_{\rm IIDRF,ORF}=v^2+\mathcal O(v^4)",
    domain_text="small v",
    domain=MSE_DOMAIN,
    sides={
        "lhs": formally(formula(orf_mse(), MSE_DOMAIN, MSE_NAMES), ANY_DIMENSION),
        "rhs": formula(V2, MSE_DOMAIN, "x2 y2 xy"),
    },
    companions={"simrf/sec5.1/iid-orf/iid": {"lhs": _IID}},
    claim=All((_SMALL, replace(_SMALL, left=_IID))),
    checks=(
        Derivation(_literal_small_v, part("the coefficient of v^2"), refutes=True),
        Restated(
            "the IIDRF MSE is the second moment less the squared kernel",
            {"mse": _IID, "moments": _IID_MOMENTS},
            MSE_DOMAIN,
            Equal("mse", "moments"),
        ),
    ),
    uses=("simrf/thm3.2/corrected",),
    mechanism=("iid", "orthogonal", "positive"),
    note="At x = -y + o(1), of any length, the prefactor is exp(-4|x|^2)/m; the point has y = 0, where it is 1/m.",
    erratum=Erratum(
        "misprint",
        "Section 5.1, second paragraph",
        "The prefactor exp(-2|x|^2-2|y|^2)/m of (11) is missing: for two rows and small x, y it is v^2/2.",
        1,
        formula=r"\mathrm{MSE}_{\rm IIDRF,ORF}=v^2+\mathcal O(v^4)",
        script=(
            "t = x2 + y2 + 2*xy\n"
            "rho = hyp1f1(d, d/2, t/2)\n"
            "mse = exp(-2*x2 - 2*y2)/m*(exp(2*t) - exp(t) + (m - 1)*(rho - exp(t)))\n"
            "left, right = abs(mse - t)/x2**2, mpf(10)"
        ),
        relation="<=",
        objection=(
            "The prefactor is the same for all mechanisms, so that the comparison with SimRFs stands; for m = 64 the "
            "error is 1/64 of what is printed."
        ),
    ),
).corrected(
    text="The prefactor of (11) multiplies v^2: the MSE is exp(-2|x|^2-2|y|^2)/m (v^2 + O(v^4)).",
    latex=r"\mathrm{MSE}_{\rm IIDRF,ORF}=\frac{e^{-2x^2-2y^2}}m\left(v^2+\mathcal O(v^4)\right)",
    domain_text="v -> 0",
    sides={
        "lhs": formula(orf_mse(), MSE_DOMAIN, MSE_NAMES),
        "iid": _IID,
        "rhs": _DAMPED,
    },
    claim=All((_SMALL, _bare(conformity(sp.S.Zero), sp.S.One), _bare(sp.exp(v**2), sp.S.One))),
    checks=(
        Restated(
            "ORF at y = 0",
            {"lhs": formula(orf_mse(), MSE_DOMAIN, MSE_NAMES), "rhs": _DAMPED},
            MSE_DOMAIN,
            _SMALL,
            OrderCheck(_NEAR),
        ),
        Restated("IIDRF at y = 0", {"lhs": _IID, "rhs": _DAMPED}, MSE_DOMAIN, _SMALL, OrderCheck(_NEAR_IID)),
        Derivation(_small_v, WHOLE),
    ),
    uses=("simrf/thm3.2/corrected",),
)

_BRACKET = 1 - sp.sqrt(sp.pi) * sp.gamma(d + 1) * sp.gamma(d / 2 + sp.Rational(1, 2)) / (
    sp.gamma(d / 2) * sp.gamma(d / 2 + 1) ** 2 * 2**d
)

_MAIN = SCALE / m * V2 * (1 - (m - 1) * MEAN_NORM**2 / (d * (d - 1)))


def _simplex_small_v(proof: Proof) -> None:
    cosine = sp.Symbol("c", real=True)
    moment = (2 * d + 2 * cosine * MEAN_NORM**2) / (2 * d)
    proof.cite("E|w_i+w_j|^2 = 2 E w_i^2 + 2 c (E w_i)^2 for independent norms, with E w_i^2 = d")
    first = sp.gamma(d / 2) / (4 * sp.gamma(d / 2 + 1)) * (2 * d + 2 * cosine * MEAN_NORM**2)
    proof.equal(first, moment, "the coefficient of v^2 in (10)")
    gained = 1 + (m - 1) * (moment.subs(cosine, SIMPLEX) - 1)
    proof.equal(
        gained,
        1 - (m - 1) * MEAN_NORM**2 / (d * (d - 1)),
        "that of e^{2t} - e^t + (m-1)(rho - e^t), t = v^2",
    )
    proof.equal(gained.subs(m, d), _BRACKET, "at m = d it is the printed bracket")
    proof.cite(
        "0 <= rho_SimRF <= rho_ORF <= e^t termwise: the terms from t^2 on sum to at most (2m + 2) t^2 e^{2t}"
    )


SEC5_1_SIMRF = Statement(
    id="simrf/sec5.1/simrf",
    kind="asymptotic",
    where="Section 5.1, second paragraph",
    title="Small-v MSE of SimRFs",
    text="The leading term has a bracket in Gamma functions that is right for m = d, again without the prefactor of (11).",
    latex=(
        r"\mathrm{MSE}_{\rm SimRF}=v^2\left(1-\frac{\sqrt\pi\,\Gamma(d+1)\Gamma(\frac d2+\frac12)}"
        r"{\Gamma(\frac d2)\Gamma(\frac d2+1)^22^d}\right)+\mathcal O(v^4)"
    ),
    domain_text="small v",
    domain=MSE_DOMAIN,
    sides={
        "lhs": formula(simrf_mse(), MSE_DOMAIN, MSE_NAMES),
        "rhs": formally(formula(V2 * _BRACKET, MSE_DOMAIN, "d x2 y2 xy"), ANY_DIMENSION),
    },
    claim=_SMALL,
    checks=(OrderCheck(_TO_ZERO),),
    uses=("simrf/thm3.2/corrected", "simrf/thm4.3/simrf"),
    mechanism=("simplex", "positive"),
    erratum=Erratum(
        "misprint",
        "Section 5.1, second paragraph",
        "The prefactor exp(-2|x|^2-2|y|^2)/m of (11) is missing; without it the bracket is right for m = d.",
        1,
        formula=(
            r"\mathrm{MSE}_{\rm SimRF}=v^2\left(1-\frac{\sqrt\pi\,\Gamma(d+1)\Gamma(\frac d2+\frac12)}"
            r"{\Gamma(\frac d2)\Gamma(\frac d2+1)^22^d}\right)+\mathcal O(v^4)"
        ),
        follows_from="simrf/sec5.1/iid-orf",
        script=(
            "t, s = x2 + y2 + 2*xy, 1/(d - 1)\n"
            "weight = gamma((d + 1)/2)/(sqrt(pi)*gamma(d/2))\n"
            "pair = lambda p: sin(p)**(d - 1)*hyp1f1(d, d/2, t*(1 - s*sin(p))/2)\n"
            "rho = weight*quad(pair, linspace(0, pi, 9))\n"
            "mse = exp(-2*x2 - 2*y2)/m*(exp(2*t) - exp(t) + (m - 1)*(rho - exp(t)))\n"
            "lost = sqrt(pi)*gamma(d + 1)*gamma((d + 1)/2)/(gamma(d/2)*gamma(d/2 + 1)**2*2**d)\n"
            "left, right = abs(mse - t*(1 - lost))/x2**2, mpf(5)"
        ),
        relation="<=",
        objection="The prefactor is the same for all mechanisms, so that the comparison of the brackets stands.",
    ),
).corrected(
    text="With the prefactor of (11) and m <= d rows of one block; at m = d the bracket is the printed one.",
    latex=(
        r"\mathrm{MSE}_{\rm SimRF}=\frac{e^{-2x^2-2y^2}}m\left(v^2\left(1-\frac{m-1}{d-1}"
        r"\frac{2\Gamma(\frac{d+1}2)^2}{d\,\Gamma(\frac d2)^2}\right)+\mathcal O(v^4)\right)"
    ),
    domain_text="v -> 0, m <= d",
    sides={
        "lhs": formula(simrf_mse(), MSE_DOMAIN, MSE_NAMES),
        "rhs": formula(_MAIN, MSE_DOMAIN, MSE_NAMES),
    },
    claim=All(
        (_SMALL, _bare(conformity(SIMPLEX), 1 - (m - 1) * MEAN_NORM**2 / (d * (d - 1)))),
    ),
    checks=(
        Restated(
            "m <= d rows at y = 0",
            {
                "lhs": formula(simrf_mse(), MSE_DOMAIN, MSE_NAMES),
                "rhs": formula(_MAIN, MSE_DOMAIN, MSE_NAMES),
            },
            MSE_DOMAIN,
            _SMALL,
            OrderCheck(_NEAR),
        ),
        Derivation(_simplex_small_v, WHOLE),
    ),
    uses=("simrf/thm3.2/corrected",),
)

_PLOTTED = Domain((integer("d", 64, 64),))


def _prefactor(proof: Proof) -> None:
    value = _BRACKET.subs(d, 64)
    proof.below(
        sp.Abs(value - sp.Rational(78, 10**4)), sp.Rational(5, 10**5), "at d = 64 it rounds to 0.0078"
    )
    proof.below(value, sp.Rational(1, 100), "less than a hundredth of 1")


SEC5_1_PREFACTOR = Statement(
    id="simrf/sec5.1/prefactor",
    kind="identity",
    where="Section 5.1, second paragraph",
    title="The v^2 prefactor at d = 64",
    text="At d = 64 the bracket of the SimRF expansion rounds to 0.0078, far below 1.",
    latex=r"1-\frac{\sqrt\pi\,\Gamma(65)\Gamma(32.5)}{\Gamma(32)\Gamma(33)^22^{64}}=0.0078",
    domain_text="d = 64",
    domain=_PLOTTED,
    sides={
        "": formally(
            formula(
                _BRACKET,
                _PLOTTED,
                "d",
                closed=1 - sp.gamma((d + 1) / 2) ** 2 / (sp.gamma(d / 2) * sp.gamma(d / 2 + 1)),
            ),
            ANY_DIMENSION,
        )
    },
    claim=All((Printed("", "0.0078"), Below("", sp.Rational(1, 100)))),
    checks=(Derivation(_prefactor, WHOLE),),
    uses=("simrf/sec5.1/simrf/corrected",),
    mechanism=("simplex", "positive"),
)


def _frobenius(proof: Proof) -> None:
    first, second = sp.symbols("e_1 e_2", real=True)
    proof.equal(
        sp.Matrix([[first, second], [second, first]]).norm() ** 2, 2 * first**2 + 2 * second**2, "two points"
    )
    proof.cite("linearity: the expectation is the sum of the pairwise MSEs")


SEC5_2_FROBENIUS = Statement(
    id="simrf/sec5.2/frobenius",
    kind="definition",
    where="Section 5.2, first paragraph",
    title="Error of a Gram matrix",
    text="The quality of an approximate Gram matrix is the sum of the squared errors of its entries.",
    latex=r"\sum_{i=1}^N\sum_{j=1}^N(K_{ij}-\widehat K_{ij})^2",
    domain_text="N data points",
    checks=(Derivation(_frobenius, part("the norm for two points")),),
    uses=("simrf/thm3.2",),
    mechanism=("iid", "orthogonal", "simplex", "positive"),
)


STATEMENTS = (
    SEC5_1_IID_ORF,
    SEC5_1_SIMRF,
    SEC5_1_PREFACTOR,
    SEC5_2_FROBENIUS,
)
