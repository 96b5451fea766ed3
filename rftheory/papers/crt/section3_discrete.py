"""Section 3.2 of crt: discretely-induced features, the Poisson and the geometric law, positive shifts."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Equal,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    formula,
    vector,
    vectors,
)
from rftheory.papers.crt._lemmas import drawn
from rftheory.papers.crt._lemmas.discrete import (
    GEOMETRIC,
    INNER,
    NORMS,
    OVERLAP,
    POISSON,
    RATE,
    SAME_LENGTH,
    SHARE,
    SQUARED_KERNEL,
    d,
    draw_domain,
    feature,
    geometric_steps,
    j,
    k,
    lam,
    over,
    p,
    pair_domain,
    poisson_steps,
    product,
    second_moment,
    unbiased_steps,
    w,
    x,
    y,
)

_PAIR = pair_domain()
_EXPONENT = lam * d + OVERLAP / lam - NORMS
_POISSON_VARIANCE = sp.exp(_EXPONENT) - SQUARED_KERNEL
_KERNEL = formula(sp.sqrt(SQUARED_KERNEL), _PAIR, "x y")
_SMALL: tuple[dict[str, object], ...] = (
    {"x": (1,), "y": ("1/2",)}, {"x": ("1/2", "1/3"), "y": ("1/4", "2/3")}, {"x": ("-3/2", 1), "y": ("1/2", -1)},
)  # fmt: skip
_GEOMETRIC_SMALL = tuple({"p": value, **pair} for value in ("1/2", "1/5") for pair in _SMALL)


def _substituted(law: sp.Expr, weight: sp.Expr) -> sp.Expr:
    """(x^k (k!)^(-1/2) p_k^(-1/2) over the printed factor of one coordinate) squared."""
    return 1 / (sp.factorial(k) * law) / weight**2


def _positive_entries(proof: Proof) -> None:
    entry, mass = sp.symbols("x p", positive=True)
    proof.positive(
        entry**k / sp.sqrt(sp.factorial(k)) / sp.sqrt(mass), "every factor, a power of a positive entry"
    )
    proof.positive(sp.exp(-(entry**2) / 2), "and the weight")


def _products(proof: Proof) -> None:
    first, second = sp.symbols("u1:3", real=True), sp.symbols("v1:3", real=True)
    double = sum((s**2 * t**2 for s in first for t in second), sp.S.Zero)
    proof.equal(
        double,
        sum(s**2 for s in first) * sum(t**2 for t in second),
        "a double sum of products is the product of the sums",
    )
    total = sum((sp.Abs(s * t) for s in first for t in second), sp.S.Zero)
    proof.equal(
        sp.expand(total),
        sp.expand(sum(sp.Abs(s) for s in first) * sum(sp.Abs(t) for t in second)),
        "also of absolute values",
    )
    proof.cite("distributivity for any number of points and coordinates")


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
    checks=(Derivation(unbiased_steps),),
    mechanism=("discrete",),
)

EQ10 = Statement(
    id="crt/eq10",
    kind="definition",
    where="eq. (10)",
    title="Discretely-induced features",
    text="The feature of a vector of counts, the same map for both arguments.",
    latex=r"f_{DI}(\omega,\mathbf x)=e^{-\|\mathbf x\|^2/2}\prod_lx_l^{\omega_l}(\omega_l!)^{-1/2}p_{\omega_l}^{-1/2}",
    domain_text="as eq. (9)",
    checks=(Derivation(unbiased_steps),),
    uses=("crt/eq9",),
    mechanism=("discrete",),
    setting="discretely-induced x Gaussian; one real feature per draw",
)

_POISSON_DRAW = draw_domain(RATE, 1, "1/3", 200)


def _poisson_feature(proof: Proof) -> None:
    printed = sp.exp(lam / 2) * lam ** (-sp.Rational(1, 2) * k)
    proof.equal(
        _substituted(POISSON, printed), 1, "squared factors of one coordinate agree; all are positive"
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
    checks=(
        Representations("", formula(feature(POISSON), _POISSON_DRAW, "lam x w")),
        Derivation(_poisson_feature),
    ),
    uses=("crt/eq10",),
    mechanism=("poisson",),
)

_POISSON_PAIR = pair_domain(RATE, lam=(1, "1/10", 50))

_GAP = lam * d + OVERLAP / lam - 2 * INNER

_POISSON_STABLE = (
    2 * SQUARED_KERNEL * sp.exp(_GAP / 2) * sp.sinh(_GAP / 2)
)  # exactly 0 where the exponents meet

_POISSON_SMALL = tuple({"lam": value, **pair} for value in ("1/2", 3) for pair in _SMALL)


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
        Derivation(_poisson_variance),
        drawn.poisson_variance(formula(_POISSON_VARIANCE, _POISSON_PAIR, "lam x y"), _KERNEL),
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
    checks=(Derivation(_convex),),
    uses=("crt/thm3.4",),
    mechanism=("poisson",),
)

_OVERLAPPING = pair_domain(
    rules=(
        Rule(
            ("x", "y"), "x_l y_l != 0 for some l", lambda a, b: any(s * t for s, t in zip(a, b, strict=True))
        ),
    )
)

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
    checks=(
        Restated(
            "lam* is a rate",
            {"rate": formula(_BEST, _OVERLAPPING, "x y")},
            _OVERLAPPING,
            Below(sp.S.Zero, "rate"),
        ),
        Derivation(_minimises),
        Representations("lhs", None, _SMALL),
        Representations("", formula(sp.sqrt(over((x[j] * y[j]) ** 2 / d)), _PAIR, "x y")),
    ),
    uses=("crt/thm3.4",),
    mechanism=("poisson",),
    note=(
        "A rate is positive, so x_l y_l != 0 for some l. Otherwise lam* = 0 is no Poisson rate: (11) decreases to its "
        "infimum as lam -> 0 without reaching it, and the side :lhs is that limit."
    ),
)

# statistics of two sets of L points
SETS_X, SETS_Y = sp.IndexedBase("X"), sp.IndexedBase("Y")

_a, _b, _l = sp.symbols("a b l", nonnegative=True, integer=True)

_m = sp.Symbol("m", positive=True, integer=True)  # the number of points, L

_SHAPES = Rule(
    ("X", "Y"),
    "as many points in X as in Y, of one length",
    lambda u, v: (len(u), len(u[0])) == (len(v), len(v[0])),
)

_SETS = Domain(
    (vectors("X", "first points"), vectors("Y", "second points")),
    (_SHAPES,),
    None,
    (
        {"X": ((1, 2), ("1/2", 0)), "Y": ((0, 1), (-1, "2/3"))},
        {"X": ((1,),), "Y": ((-2,),)},
        {"X": ((1, 0, 3), (2, -1, 1), (0, 0, 0)), "Y": (("1/3", 1, 2), (1, 1, 1), (5, -7, "1/9"))},
    ),
)

_DOUBLE = sp.Sum(
    sp.Sum(sp.Sum((SETS_X[_a, _l] * SETS_Y[_b, _l]) ** 2, (_l, 0, d - 1)), (_b, 0, _m - 1)), (_a, 0, _m - 1)
)

_FACTORED = sp.Sum(
    sp.Sum(SETS_X[_a, _l] ** 2, (_a, 0, _m - 1)) * sp.Sum(SETS_Y[_b, _l] ** 2, (_b, 0, _m - 1)),
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
        "lhs": formula(_DOUBLE / _m**2, _SETS, "X Y"),
        "rhs": formula(_FACTORED / _m**2, _SETS, "X Y"),
    },
    claim=Equal(),
    checks=(Derivation(_products),),
    mechanism=("poisson",),
    setting="data statistics for PoisRF",
)

_GEOMETRIC_DRAW = draw_domain(SHARE, "1/2", "1/100", "99/100")


def _geometric_feature(proof: Proof) -> None:
    q = sp.Symbol("q", positive=True)
    printed = (1 - q) ** sp.Rational(-1, 2) * q ** (-sp.Rational(1, 2) * k) / sp.sqrt(sp.factorial(k))
    law = (1 - q) * q**k
    proof.equal(_substituted(law, printed), 1, "squared factors of one coordinate agree, q = 1-p")


SEC3_2_2_FEATURE = Statement(
    id="crt/sec3.2.2/feature",
    kind="identity",
    where="Section 3.2.2",
    title="Geometric features",
    text="With geometric counts.",
    latex=r"f_{geom}(\omega,\mathbf x)=p^{-d/2}e^{-\|\mathbf x\|^2/2}\prod_lx_l^{\omega_l}(1-p)^{-\omega_l/2}(\omega_l!)^{-1/2}",
    domain_text="0 < p < 1",
    domain=_GEOMETRIC_DRAW,
    sides={
        "": formula(
            p ** (-d / 2)
            * sp.exp(-over(x[j] ** 2) / 2)
            * product(x[j] ** w[j] * (1 - p) ** (-w[j] / 2) / sp.sqrt(sp.factorial(w[j]))),
            _GEOMETRIC_DRAW,
            "p x w",
        )
    },
    checks=(
        Representations("", formula(feature(GEOMETRIC), _GEOMETRIC_DRAW, "p x w")),
        Derivation(_geometric_feature),
    ),
    uses=("crt/eq10",),
    mechanism=("geometric",),
)

_GEOMETRIC_PAIR = pair_domain(SHARE, p=("1/2", "1/20", "9/10"))

_SHRUNK = product(sp.besseli(0, 2 * sp.Abs(x[j] * y[j]) / sp.sqrt(1 - p)))

_GEOMETRIC_VARIANCE = p ** (-d) * sp.exp(-NORMS) * _SHRUNK - SQUARED_KERNEL


def _geometric_variance(proof: Proof) -> None:
    unbiased_steps(proof)
    geometric_steps(proof)


THM3_5 = Statement(
    id="crt/thm3.5",
    kind="identity",
    where="Theorem 3.5, eq. (13)",
    title="Variance of geometric features",
    text="One draw has the variance p^(-d) e^(-|x|^2-|y|^2) prod_l I_0(2 |x_l y_l|/sqrt(1-p)) - K^2.",
    latex=r"p^{-d}e^{-\|\mathbf x\|^2-\|\mathbf y\|^2}\prod_lI_0\big(2(1-p)^{-1/2}|x_ly_l|\big)-K(\mathbf x,\mathbf y)^2",
    domain_text="0 < p < 1",
    domain=_GEOMETRIC_PAIR,
    sides={
        "lhs": formula(second_moment(GEOMETRIC) - SQUARED_KERNEL, _GEOMETRIC_PAIR, "p x y"),
        "rhs": formula(_GEOMETRIC_VARIANCE, _GEOMETRIC_PAIR, "p x y"),
    },
    claim=Equal(),
    checks=(
        Derivation(_geometric_variance),
        drawn.geometric_variance(formula(_GEOMETRIC_VARIANCE, _GEOMETRIC_PAIR, "p x y"), _KERNEL),
    ),
    uses=("crt/sec3.2.2/feature",),
    mechanism=("iid", "geometric"),
)

_LISTS = Domain(
    (vector("x", "first entries", reach=("1e-2", 10)), vector("y", "second entries", reach=("1e-2", 10))),
    (SAME_LENGTH,),
    None,
    ({"x": (1, -2, "1/2"), "y": (0, 3, "-1/3")}, {"x": (1,), "y": (-1,)}),
)

_i = sp.Symbol("i", nonnegative=True, integer=True)

EQ14 = Statement(
    id="crt/eq14",
    kind="identity",
    where="eq. (14)",
    title="Statistics for the geometric parameter",
    text="For each coordinate the average of |x y| over all pairs is the product of the averages.",
    latex=r"L^{-2}\sum_{i,j}|x_l^{(i)}y_l^{(j)}|=L^{-2}\Big(\sum_i|x_l^{(i)}|\Big)\Big(\sum_i|y_l^{(i)}|\Big)",
    domain_text="L scalars each",
    domain=_LISTS,
    sides={
        "lhs": formula(
            sp.Sum(sp.Sum(sp.Abs(x[j] * y[_i]), (_i, 0, d - 1)), (j, 0, d - 1)) / d**2, _LISTS, "x y"
        ),
        "rhs": formula(over(sp.Abs(x[j])) * over(sp.Abs(y[j])) / d**2, _LISTS, "x y"),
    },
    claim=Equal(),
    checks=(Derivation(_products),),
    mechanism=("geometric",),
    setting="data statistics for GeomRF",
)


def _no_parameter(proof: Proof) -> None:
    proof.equal(sp.diff(_poisson_in_symbols(), p), 0, "(11) does not contain p: nothing to minimise")
    proof.true(
        sp.simplify(sp.diff(p ** (-sp.Symbol("d", positive=True)), p)) != 0,
        "(13) does, as its factor p^(-d) shows",
    )


def _poisson_in_symbols() -> sp.Expr:
    size, overlap, norms, kernel = sp.symbols("d S n2 K", positive=True)
    return sp.exp(lam * size + overlap / lam - norms) - kernel**2


def _thirteen(proof: Proof) -> None:
    size, points, rows, vectors_ = sp.symbols("d L M n", positive=True)
    total = points * rows * (size + vectors_)
    proof.equal(
        sp.expand(points * rows * (1 + vectors_ / size) * size),
        sp.expand(total),
        "L M (1 + n/d) evaluations of O(d) each",
    )
    proof.true(sp.simplify(sp.diff(p ** (-size), p)) != 0, "(13) depends on p")


SEC3_2_2_OPTIMISE = Statement(
    id="crt/sec3.2.2/optimise",
    kind="optimality",
    where="Section 3.2.2",
    title="Choosing the geometric parameter",
    text="With the statistics (14), (11) is evaluated in O(d) and minimised numerically over p.",
    latex=r"\min_p(11)",
    domain_text="homogeneous data",
    checks=(Derivation(_no_parameter, "the formula named, (11)", refutes=True, example={"d(11)/dp": "0"}),),
    uses=("crt/thm3.5",),
    mechanism=("geometric",),
    slip=True,
).corrected(
    title="Choosing the geometric parameter by (13)",
    text="With the statistics (14), (13) is evaluated in O(d); L M (1 + n/d) evaluations cost O(L M (d+n)).",
    latex=r"\min_p(13)",
    checks=(Derivation(_thirteen),),
)

SEC3_2_3_POSITIVE = Statement(
    id="crt/sec3.2.3/positive",
    kind="identity",
    where="Section 3.2.3",
    title="Positive inputs have positive features",
    text="Discretely-induced features are positive when all entries of x and y are.",
    latex=r"x_l>0\ \forall l\Rightarrow f_{DI}(\omega,\mathbf x)>0",
    domain_text="all entries positive",
    checks=(Derivation(_positive_entries),),
    uses=("crt/eq10",),
    mechanism=("discrete",),
)


def _shifted(proof: Proof) -> None:
    a, b, c, gap = sp.symbols("a b c g", real=True)
    proof.equal((a - c) - (b - c), a - b, "the shift cancels in the difference, hence in the kernel")
    low, e = sp.symbols("l e", positive=True)
    proof.positive((low + gap**2) - (low - e), "x_l - c_l > 0 for c_l = min - eps")
    _positive_entries(proof)


SEC3_2_3_SHIFT = Statement(
    id="crt/sec3.2.3/shift",
    kind="identity",
    where="Section 3.2.3",
    title="Shifted inputs have positive features and the same kernel",
    text="Subtracting c with c_l below all entries leaves the Gaussian kernel alone and makes features positive.",
    latex=r"\hat{\mathbf x}-\hat{\mathbf y}=\mathbf x-\mathbf y,\quad K(\hat{\mathbf x},\hat{\mathbf y})=K(\mathbf x,\mathbf y)",
    domain_text="eps > 0, Gaussian kernel",
    checks=(Derivation(_shifted),),
    uses=("crt/sec3.2.3/positive",),
    mechanism=("poisson-positive", "geometric-positive"),
    note="For points that were not in the data, an entry below c_l gives features of both signs.",
)

STATEMENTS = (
    EQ9,
    EQ10,
    SEC3_2_1_FEATURE,
    THM3_4,
    SEC3_2_1_CONVEX,
    SEC3_2_1_LAMBDA_STAR,
    EQ12,
    SEC3_2_2_FEATURE,
    THM3_5,
    EQ14,
    SEC3_2_2_OPTIMISE,
    SEC3_2_3_POSITIVE,
    SEC3_2_3_SHIFT,
)
