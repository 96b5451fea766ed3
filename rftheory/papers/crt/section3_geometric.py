"""Section 3.2 of crt, second part: geometric counts, and inputs with positive features.

Main results:
* Theorem 3.5: for the geometric law p_k = p (1-p)^k, Var = p^(-d) e^(-n2) prod_l I_0(2 |x_l y_l|/sqrt(1-p)) - K^2,
  n2 = |x|^2 + |y|^2.
* (14): for one coordinate the average of |x y| over all pairs is the product of the averages.
* `sec3.2.2/optimise`: as printed (11) is to be minimised over p, which (11) does not contain: a slip for (13).
* 3.2.3: discretely-induced features are positive at positive inputs; subtracting c with c_l below all entries makes
  any data positive and leaves K alone.

The variance is compared with the series of its definition and with draws of the counts.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.operation_counts import Counted, OperationTally
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Count,
    Derivation,
    Domain,
    Equal,
    Erratum,
    Exists,
    InPart,
    Proof,
    SizeCount,
    Sizes,
    Statement,
    formula,
    part,
    real,
    vector,
)
from rftheory.papers._shared.discrete_features import (
    GEOMETRIC,
    NORMS,
    SAME_LENGTH,
    d,
    j,
    k,
    lam,
    over,
    p,
    product,
    second_moment,
    w,
    x,
    y,
)
from rftheory.papers.crt._lemmas import drawn
from rftheory.papers.crt._lemmas.costs import L, M, n
from rftheory.papers.crt._lemmas.discrete import (
    SHARE,
    SQUARED_KERNEL,
    draw_domain,
    factorised_steps,
    feature,
    geometric_steps,
    pair_domain,
    unbiased_steps,
)
from rftheory.papers.crt._lemmas.positive_inputs import (
    DISTANCE,
    POSITIVE,
    SHIFTED,
    SHIFTED_DISTANCE,
    any_law,
    shift,
)

_GEOMETRIC_DRAW = draw_domain(SHARE, "1/2", "1/100", "99/100")


def _geometric_feature(proof: Proof) -> None:
    q = sp.Symbol("q", positive=True)
    printed = (1 - q) ** sp.Rational(-1, 2) * q ** (-sp.Rational(1, 2) * k) / sp.sqrt(sp.factorial(k))
    law = (1 - q) * q**k
    proof.equal(1 / (sp.factorial(k) * law), printed**2, "squared factors of one coordinate agree, q = 1-p")


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
    claim=Equal("", formula(feature(GEOMETRIC), _GEOMETRIC_DRAW, "p x w")),
    checks=(Derivation(_geometric_feature, WHOLE),),
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
        Derivation(_geometric_variance, WHOLE),
        drawn.geometric_variance(formula(_GEOMETRIC_VARIANCE, _GEOMETRIC_PAIR, "p x y")),
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
    checks=(Derivation(factorised_steps, WHOLE),),
    mechanism=("geometric",),
    setting="data statistics for GeomRF",
)


def _poisson_in_symbols() -> sp.Expr:
    size, overlap, norms, kernel = sp.symbols("d S n2 K", positive=True)
    return sp.exp(lam * size + overlap / lam - norms) - kernel**2


def _no_parameter(proof: Proof) -> None:
    proof.equal(sp.diff(_poisson_in_symbols(), p), 0, "(11) does not contain p: nothing to minimise")
    proof.distinct(
        sp.simplify(sp.diff(p ** (-sp.Symbol("d", positive=True)), p)),
        0,
        "(13) does, as its factor p^(-d) shows",
    )


def _thirteen(proof: Proof) -> None:
    size, points, rows, vectors_ = sp.symbols("d L M n", positive=True)
    total = points * rows * (size + vectors_)
    proof.equal(points * rows * (1 + vectors_ / size) * size, total, "L M (1 + n/d) evaluations of O(d) each")
    proof.distinct(sp.simplify(sp.diff(p ** (-size), p)), 0, "(13) depends on p")


def _at_statistics(sizes: Sizes, tally: OperationTally) -> object:
    """(13) from the d averages of |x_l y_l| and that of n2; exponentials, logarithms and I_0 are not counted."""
    averages = [Counted(1.0 + value, tally) for value in range(sizes["d"])]
    rest, scale = Counted(-0.5, tally), Counted(0.5, tally).sqrt()
    arguments = [average * 2.0 / scale for average in averages]
    product_ = rest
    for bessel in arguments:
        product_ = product_ * bessel
    return product_ - rest * rest


_POISSON_FORM = sp.exp(lam * d + sp.Symbol("S") / lam - sp.Symbol("n2")) - sp.Symbol("K") ** 2
_statistics = sp.IndexedBase("a")  # the averages of |x_l y_l|
_share = sp.Symbol("p'", positive=True)
_GEOMETRIC_FORM = (
    p ** (-d) * sp.exp(-sp.Symbol("n2")) * product(sp.besseli(0, 2 * _statistics[j] / sp.sqrt(1 - p)))
    - sp.Symbol("K") ** 2
)
_SHARES = (SHARE, real("p'", above=0, below=1))

SEC3_2_2_OPTIMISE = Statement(
    id="crt/sec3.2.2/optimise",
    kind="optimality",
    where="Section 3.2.2",
    title="Choosing the geometric parameter",
    text="With the statistics (14), (11) is evaluated in O(d) and minimised numerically over p.",
    latex=r"\min_p(11)",
    domain_text="homogeneous data",
    claim=All(
        (
            Count("operations", "(11) from the statistics (14)", d),
            Exists(_SHARES, Below(_POISSON_FORM, _POISSON_FORM.subs(p, _share))),
        )
    ),
    checks=(
        Derivation(
            _no_parameter,
            part("the formula named, (11)"),
            refutes=True,
            example={
                "x": "1",
                "y": "1/2",
                "lam": "1",
                "p": "1/3",
                "q": "2/3",
                "left": "0.221199216928595131754829733022",
                "right": "0.221199216928595131754829733022",
            },
        ),
    ),
    uses=("crt/thm3.4",),
    mechanism=("geometric",),
    erratum=Erratum(
        "misprint",
        "Section 3.2.2, after (14)",
        "(11), the variance of Poisson features, does not contain p; the variance of geometric features is (13).",
        1,
        quote="minimize (11) with respect to",
        script=(
            "variance = lambda p: exp(lam + x**2*y**2/lam - x**2 - y**2) - exp(-((x - y)**2))  # (11), d = 1\n"
            "left, right = variance(p), variance(q)"
        ),
        relation="<",
    ),
    note="A choice of p by (11) needs that (11) depends on p: one p is better than another.",
).corrected(
    title="Choosing the geometric parameter by (13)",
    text="With the statistics (14), (13) is evaluated in O(d); L M (1 + n/d) evaluations cost O(L M (d+n)).",
    latex=r"\min_p(13)",
    claim=All(
        (
            Count("operations", "(13) from the statistics (14)", d),
            Count("operations", "L M (1 + n/d) evaluations of (13)", L * M * (d + n)),
            Exists(_SHARES, Below(_GEOMETRIC_FORM, _GEOMETRIC_FORM.subs(p, _share))),
        )
    ),
    checks=(
        InPart(
            "an evaluation of (13)",
            SizeCount(
                "(13) from the statistics",
                _at_statistics,
                {"multiplications": 3 * d + 1, "additions": sp.S.One, "roots": sp.S.One},
                d,
                {"d": (1, 2, 5)},
            ),
        ),
        Derivation(_thirteen, part("the total of L M (1 + n/d) evaluations of O(d); (13) depends on p")),
    ),
    uses=("crt/thm3.5",),
)


def _positive_entries(proof: Proof) -> None:
    entry, mass = sp.symbols("x p", positive=True)
    proof.positive(
        entry**k / sp.sqrt(sp.factorial(k)) / sp.sqrt(mass), "every factor, a power of a positive entry"
    )
    proof.positive(sp.exp(-(entry**2) / 2), "and the weight")


SEC3_2_3POSITIVE = Statement(
    id="crt/sec3.2.3/positive",
    kind="identity",
    where="Section 3.2.3",
    title="Positive inputs have positive features",
    text="Discretely-induced features are positive when all entries of x and y are.",
    latex=r"x_l>0\ \forall l\Rightarrow f_{DI}(\omega,\mathbf x)>0",
    domain_text="all entries positive",
    domain=POSITIVE,
    claim=Below(sp.S.Zero, formula(any_law(x[j]), POSITIVE, "x w P")),
    checks=(Derivation(_positive_entries, WHOLE),),
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
    domain=SHIFTED,
    claim=All(
        (
            Equal(
                formula(sp.exp(-SHIFTED_DISTANCE / 2), SHIFTED, "x y c"),
                formula(sp.exp(-DISTANCE / 2), SHIFTED, "x y"),
            ),
            Below(sp.S.Zero, formula(any_law(x[j] - shift[j]), SHIFTED, "x c w P")),
        )
    ),
    checks=(Derivation(_shifted, WHOLE),),
    uses=("crt/sec3.2.3/positive",),
    mechanism=("poisson-positive", "geometric-positive"),
    note="For points that were not in the data, an entry below c_l gives features of both signs.",
)

STATEMENTS = (
    SEC3_2_2_FEATURE,
    THM3_5,
    EQ14,
    SEC3_2_2_OPTIMISE,
    SEC3_2_3POSITIVE,
    SEC3_2_3_SHIFT,
)
