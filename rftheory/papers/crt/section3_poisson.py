"""Section 3.2 of crt, first part: discretely-induced features and Poisson counts.

f(w, x) = e^(-|x|^2/2) prod_l x_l^(w_l) (w_l! p_(w_l))^(-1/2), w_l iid with P(w_l = k) = p_k > 0. Main results:
* (9), (10): exp(x.y) is the mean of the products of powers, hence E f(w,x) f(w,y) = K for every such law.
* Theorem 3.4: for the Poisson law Var = exp(lam d + S/lam - |x|^2 - |y|^2) - K^2, S = sum_l x_l^2 y_l^2.
* The exponent is convex in lam and least at lam* = sqrt(S/d). Where S = 0 that is no rate: the infimum is not reached.
* (12): S averaged over all pairs of two sets factorises coordinate by coordinate.

E Z^2 = e^(-n2) prod_l sum_k (x_l y_l)^(2k)/((k!)^2 p_k) for any law; the variance is compared with this series and
with draws of the counts.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    PLACE,
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Expectation,
    On,
    Optimal,
    Proof,
    Representations,
    Rule,
    Some,
    Statement,
    entries,
    formula,
    same_size,
    vectors,
)
from rftheory.papers._shared.discrete_features import (
    NORMS,
    POISSON,
    d,
    j,
    k,
    lam,
    over,
    product,
    second_moment,
    w,
    x,
    y,
)
from rftheory.papers.crt._lemmas import drawn
from rftheory.papers.crt._lemmas.discrete import (
    INNER,
    OVERLAP,
    RATE,
    SMALL_PAIRS,
    SQUARED_KERNEL,
    draw_domain,
    factorised_steps,
    feature,
    pair_domain,
    poisson_steps,
    unbiased_steps,
)

_VECTORS = pair_domain()
_law = sp.Function("p", positive=True)
_SERIES = product(sp.Sum((x[j] * y[j]) ** k / sp.factorial(k), (k, 0, sp.oo)))  # p_k cancels
_PRODUCTS = product((x[j] * y[j]) ** w[j] / (sp.factorial(w[j]) * _law(w[j])))  # prod X_l prod Y_l

EQ9 = Statement(
    id="crt/eq9",
    kind="identity",
    where="eq. (9)",
    title="The softmax kernel as an average over counts",
    text="exp(x.y) is the mean of products of powers of the coordinates at random counts, for any positive law.",
    latex=(
        r"\exp(\mathbf x^\top\mathbf y)=\prod_l\sum_kp_k\frac{x_l^ky_l^k}{p_kk!}=\mathbb E\Big[\prod_lX_l\prod_lY_l\Big],"
        r"\ X_l=x_l^{w_l}(w_l!)^{-1/2}p_{w_l}^{-1/2}"
    ),
    domain_text="p_k > 0, sum p_k = 1",
    domain=_VECTORS,
    claim=All(
        (
            Equal(formula(sp.exp(INNER), _VECTORS, "x y"), formula(_SERIES, _VECTORS, "x y")),
            Equal(Expectation(_PRODUCTS), sp.exp(INNER)),
        )
    ),
    checks=(Derivation(unbiased_steps, WHOLE),),
    mechanism=("discrete",),
    note="In the claim w_l are the random counts, independent and of the law p.",
)

EQ10 = Statement(
    id="crt/eq10",
    kind="definition",
    where="eq. (10)",
    title="Discretely-induced features",
    text="The feature of a vector of counts, the same map for both arguments.",
    latex=r"f_{DI}(\omega,\mathbf x)=e^{-\|\mathbf x\|^2/2}\prod_lx_l^{\omega_l}(\omega_l!)^{-1/2}p_{\omega_l}^{-1/2}",
    domain_text="as eq. (9)",
    checks=(Derivation(unbiased_steps, WHOLE),),
    uses=("crt/eq9",),
    mechanism=("discrete",),
    setting="discretely-induced x Gaussian; one real feature per draw",
)

_POISSON_DRAW = draw_domain(RATE, 1, "1/3", 200)


def _poisson_feature(proof: Proof) -> None:
    printed = sp.exp(lam / 2) * lam ** (-sp.Rational(1, 2) * k)
    proof.equal(
        1 / (sp.factorial(k) * POISSON),
        printed**2,
        "squared factors of one coordinate agree; all are positive",
    )


SEC3_2_1_FEATURE = Statement(
    id="crt/sec3.2.1/feature",
    kind="identity",
    where="Section 3.2.1",
    title="Poisson features",
    text="With Poisson counts the factorials cancel.",
    latex=r"f_{pois}(\omega,\mathbf x)=e^{\lambda d/2-\|\mathbf x\|^2/2}\prod_lx_l^{\omega_l}\lambda^{-\omega_l/2}",
    domain_text="lam > 0",
    domain=_POISSON_DRAW,
    sides={
        "": formula(
            sp.exp(lam * d / 2 - over(x[j] ** 2) / 2) * product(x[j] ** w[j] * lam ** (-w[j] / 2)),
            _POISSON_DRAW,
            "lam x w",
        )
    },
    claim=Equal("", formula(feature(POISSON), _POISSON_DRAW, "lam x w")),
    checks=(Derivation(_poisson_feature, WHOLE),),
    uses=("crt/eq10",),
    mechanism=("poisson",),
)

_EXPONENT = lam * d + OVERLAP / lam - NORMS
_POISSON_VARIANCE = sp.exp(_EXPONENT) - SQUARED_KERNEL
_POISSON_PAIR = pair_domain(RATE, lam=(1, "1/10", 50))
_GAP = lam * d + OVERLAP / lam - 2 * INNER
# exactly 0 where the exponents meet
_POISSON_STABLE = 2 * SQUARED_KERNEL * sp.exp(_GAP / 2) * sp.sinh(_GAP / 2)
_POISSON_SMALL = tuple({"lam": value, **pair} for value in ("1/2", 3) for pair in SMALL_PAIRS)


def _poisson_variance(proof: Proof) -> None:
    unbiased_steps(proof)
    poisson_steps(proof)


THM3_4 = Statement(
    id="crt/thm3.4",
    kind="identity",
    where="Theorem 3.4, eq. (11)",
    title="Variance of Poisson features",
    text="One draw has the variance exp(lam d + sum x_l^2 y_l^2/lam - |x|^2 - |y|^2) - K^2.",
    latex=r"\exp\Big(\lambda d+\lambda^{-1}\sum_lx_l^2y_l^2-\|\mathbf x\|^2-\|\mathbf y\|^2\Big)-K(\mathbf x,\mathbf y)^2",
    domain_text="lam > 0",
    domain=_POISSON_PAIR,
    sides={
        "lhs": formula(
            second_moment(POISSON) - SQUARED_KERNEL, _POISSON_PAIR, "lam x y", closed=_POISSON_STABLE
        ),
        "rhs": formula(_POISSON_VARIANCE, _POISSON_PAIR, "lam x y", closed=_POISSON_STABLE),
    },
    claim=Equal(),
    checks=(
        Representations("lhs", None, _POISSON_SMALL),
        Representations("rhs", None, _POISSON_SMALL),
        Derivation(_poisson_variance, WHOLE),
        drawn.poisson_variance(formula(_POISSON_VARIANCE, _POISSON_PAIR, "lam x y")),
    ),
    uses=("crt/sec3.2.1/feature",),
    mechanism=("iid", "poisson"),
)


def _convex(proof: Proof) -> None:
    size, overlap, norms = sp.symbols("d S n2", nonnegative=True)
    exponent = lam * size + overlap / lam - norms
    proof.equal(sp.diff(exponent, lam, 2), 2 * overlap / lam**3, "the second derivative in lam")
    proof.nonnegative(2 * overlap / lam**3, "which is not negative for lam > 0")


SEC3_2_1_CONVEX = Statement(
    id="crt/sec3.2.1/convex",
    kind="inequality",
    where="Section 3.2.1",
    title="The exponent is convex in the rate",
    text="The exponent of (11) is a convex function of lam > 0.",
    latex=r"\partial_\lambda^2\Big(\lambda d+\lambda^{-1}\sum_lx_l^2y_l^2\Big)\ge0",
    domain_text="lam > 0",
    domain=_POISSON_PAIR,
    claim=Below(
        sp.S.Zero, formula(sp.diff(lam * d + OVERLAP / lam, lam, 2), _POISSON_PAIR, "lam x y"), strict=False
    ),
    checks=(Derivation(_convex, WHOLE),),
    uses=("crt/thm3.4",),
    mechanism=("poisson",),
)

_OVERLAPPING = pair_domain(
    rules=(Rule(Some(sp.Ne(x[PLACE] * y[PLACE], 0), entries(x)), "x_l y_l != 0 for some l"),)
)
_PAIR = pair_domain()
_RATES = pair_domain(RATE, rules=_OVERLAPPING.rules[1:], lam=(1, "1/10", 50))
_BEST = sp.sqrt(OVERLAP) / sp.sqrt(d)
_AT_BEST = 2 * SQUARED_KERNEL * sp.exp(_BEST * d - INNER) * sp.sinh(_BEST * d - INNER)


def _minimises(proof: Proof) -> None:
    size, overlap = sp.symbols("d S", positive=True)
    exponent = lam * size + overlap / lam
    best = sp.sqrt(overlap / size)
    proof.positive(best, "lam* > 0 as S = sum_l x_l^2 y_l^2 > 0")
    proof.equal(
        exponent - 2 * sp.sqrt(overlap * size),
        (sp.sqrt(size * lam) - sp.sqrt(overlap / lam)) ** 2,
        "the exponent less 2 sqrt(d S) is a square,",
    )
    proof.equal(
        (size * lam - overlap / lam).subs(lam, best), 0, "zero at lam* = sqrt(S/d) alone: the minimum of (11)"
    )


SEC3_2_1_LAMBDA_STAR = Statement(
    id="crt/sec3.2.1/lambda-star",
    kind="optimality",
    where="Section 3.2.1",
    title="The best Poisson rate",
    text="lam* = sqrt(sum_l x_l^2 y_l^2/d) minimises (11).",
    latex=r"\lambda^*=d^{-1/2}\Big(\sum_lx_l^2y_l^2\Big)^{1/2}",
    domain_text="lam > 0",
    domain=_PAIR,
    sides={
        "": formula(_BEST, _PAIR, "x y"),
        "lhs": formula(_POISSON_VARIANCE.subs(lam, _BEST), _PAIR, "x y", closed=_AT_BEST),
    },
    claim=All(
        (
            On(
                _OVERLAPPING, Below(sp.S.Zero, formula(_BEST, _OVERLAPPING, "x y")), "x_l y_l != 0 for some l"
            ),
            On(
                _RATES,
                Optimal(
                    formula(_POISSON_VARIANCE, _RATES, "lam x y", closed=_POISSON_STABLE),
                    {"lam": ""},
                    among=_RATES,
                ),
                "lam > 0, x_l y_l != 0 for some l",
            ),
            On(
                _RATES,
                Below(
                    "lhs", formula(_POISSON_VARIANCE, _RATES, "lam x y", closed=_POISSON_STABLE), strict=False
                ),
                "its value, lam > 0, x_l y_l != 0 for some l",
            ),
        )
    ),
    checks=(
        Derivation(_minimises, WHOLE),
        Representations("lhs", None, SMALL_PAIRS),
        Representations("", formula(sp.sqrt(over((x[j] * y[j]) ** 2 / d)), _PAIR, "x y")),
    ),
    uses=("crt/thm3.4",),
    mechanism=("poisson",),
    note=(
        "A rate is positive, so x_l y_l != 0 for some l. Otherwise lam* = 0 is no Poisson rate: (11) decreases to its "
        "infimum as lam -> 0 without reaching it, and the side :lhs is that limit."
    ),
)

_X, _Y = sp.IndexedBase("X"), sp.IndexedBase("Y")
_i, _j, _l = sp.symbols("a b l", nonnegative=True, integer=True)
_count = sp.Symbol("m", positive=True, integer=True)  # the number of points, L

_SETS = Domain(
    (vectors("X", "first points"), vectors("Y", "second points")),
    (Rule(same_size(_X, _Y), "as many points in X as in Y, of one length"),),
    None,
    (
        {"X": ((1, 2), ("1/2", 0)), "Y": ((0, 1), (-1, "2/3"))},
        {"X": ((1,),), "Y": ((-2,),)},
        {"X": ((1, 0, 3), (2, -1, 1), (0, 0, 0)), "Y": (("1/3", 1, 2), (1, 1, 1), (5, -7, "1/9"))},
    ),
)

_DOUBLE = sp.Sum(
    sp.Sum(sp.Sum((_X[_i, _l] * _Y[_j, _l]) ** 2, (_l, 0, d - 1)), (_j, 0, _count - 1)), (_i, 0, _count - 1)
)
_FACTORED = sp.Sum(
    sp.Sum(_X[_i, _l] ** 2, (_i, 0, _count - 1)) * sp.Sum(_Y[_j, _l] ** 2, (_j, 0, _count - 1)),
    (_l, 0, d - 1),
)

EQ12 = Statement(
    id="crt/eq12",
    kind="identity",
    where="eq. (12)",
    title="Statistics for the Poisson rate",
    text="The average of sum_l x_l^2 y_l^2 over all pairs factorises coordinate by coordinate.",
    latex=r"L^{-2}\sum_{i,j}\sum_l(x_l^{(i)})^2(y_l^{(j)})^2=L^{-2}\sum_l\Big(\sum_i(x_l^{(i)})^2\Big)\Big(\sum_i(y_l^{(i)})^2\Big)",
    domain_text="L vectors each",
    domain=_SETS,
    sides={
        "lhs": formula(_DOUBLE / _count**2, _SETS, "X Y"),
        "rhs": formula(_FACTORED / _count**2, _SETS, "X Y"),
    },
    claim=Equal(),
    checks=(Derivation(factorised_steps, WHOLE),),
    mechanism=("poisson",),
    setting="data statistics for PoisRF",
)

STATEMENTS = (
    EQ9,
    EQ10,
    SEC3_2_1_FEATURE,
    THM3_4,
    SEC3_2_1_CONVEX,
    SEC3_2_1_LAMBDA_STAR,
    EQ12,
)
