"""Section 2.1 of crt: the Gaussian and the softmax kernel, random features, and products with the kernel matrix.

Main results:
* (1) defines random features, E Re(f1 f2) = K. For the pair (4) with (5) the expectation is
  exp(s|x+sy|^2/2 - (s+1)(|x|^2+|y|^2)/2), which is K for s = 1 and s = -1 whatever A is.
* (2): K c is estimated by two thin products, without bias, at the cost O(d M L) in place of O(d L^2).
* `sec2.1/variance-m`: Var of the average of M independent projections is 1/M of that of one.
* `sec2.1/softmax`: exp(x.y) = e^(|x|^2/2) K e^(|y|^2/2), so features transfer between both kernels.

Values are compared with series of Gaussian moments; costs are operations counted while the algorithms run.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Count,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Expectation,
    Proof,
    Representations,
    Statement,
    Variance,
    complex_number,
    formula,
    integer,
)
from rftheory.papers._shared import gerf
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    COUNT,
    DELTA2,
    DIMENSION,
    ON_A_LINE,
    PAIRS,
    SQUARES,
    V2,
    d,
    fit,
    m,
    pairs,
    x2,
    xy,
    y2,
)
from rftheory.papers.crt._lemmas.costs import L, M, product_counts
from rftheory.papers.crt._lemmas.gaussian_moments import MODEST, moment_series
from rftheory.papers.crt._notation import KERNEL, N2, S2, s

_PAIRS = pairs()
_NAMES = "x2 y2 xy"

SEC2_1_KERNEL = Statement(
    id="crt/sec2.1/kernel",
    kind="definition",
    where="Section 2.1",
    title="Gaussian kernel",
    text="The Gaussian kernel of unit bandwidth.",
    latex=r"K(\mathbf x,\mathbf y)=\exp(-\tfrac12\|\mathbf x-\mathbf y\|^2)",
    domain_text="x, y in R^d",
    domain=_PAIRS,
    sides={"": formula(KERNEL, _PAIRS, _NAMES)},
    checks=(Representations("", formula(sp.exp(-N2) * moment_series(V2), _PAIRS, _NAMES), MODEST),),
    setting="Gaussian kernel",
)

_GENERAL = Domain(
    (DIMENSION, complex_number("A", reach=("1e-3", 1000)), integer("s", -1, 1), *SQUARES),
    (CAUCHY_SCHWARZ, ON_A_LINE, gerf.SIGNED, gerf.UNBIASED),
    fit,
    tuple(
        {"d": 3, "A": value, "s": sign, **pair}
        for value in (0, "-1/2", "-1/10+1/5j", "1/5", "-100+30j")
        for sign in (1, -1)
        for pair in PAIRS[1:5]
    ),
)

_BY_BRANCHES = sp.Piecewise(  # e^(-n2) E e^(w.(x+y)) and E cos(w.(x-y)), by moments
    (sp.exp(-N2) * moment_series(V2), sp.Eq(s, 1)), (moment_series(-DELTA2), True)
)

_EXPECTATION = (  # D^2 (1-4A)^(-d/2) exp(B^2 |x+sy|^2/(2(1-4A)) + C n2) with B^2 = s(1-4A), D^2 = (1-4A)^(d/2)
    sp.exp(s * S2 / 2 - (s + 1) / 2 * N2)
)


def _general_mean(proof: Proof) -> None:
    w, u, c = sp.symbols("w u c", positive=True)
    proof.equal(
        sp.integrate(sp.exp(-c * w**2 / 2) * sp.sqrt(c / (2 * sp.pi)), (w, -sp.oo, sp.oo)),
        1,
        "one coordinate: the Gaussian integral with 1-4A = c; complex c by analytic continuation",
    )
    proof.equal(
        -c * w**2 / 2 + sp.sqrt(c) * w * u,
        -c / 2 * (w - u / sp.sqrt(c)) ** 2 + u**2 / 2,
        "completing the square",
    )
    for sign in (1, -1):
        proof.equal(
            (_EXPECTATION / KERNEL).subs(s, sign),
            1,
            f"s = {sign}: exp(s|x+sy|^2/2 - (s+1) n2/2) is the kernel",
        )


EQ1 = Statement(
    id="crt/eq1",
    kind="definition",
    where="eq. (1)",
    title="Random features of the Gaussian kernel",
    text="Features f1, f2 whose product has a real part of mean K.",
    latex=r"K(\mathbf x,\mathbf y)=\mathbb E_{p(\omega)}\mathrm{Re}\left(f^{(1)}(\omega,\mathbf x)f^{(2)}(\omega,\mathbf y)\right)",
    domain_text="all x, y in R^d",
    domain=_GENERAL,
    sides={
        "lhs": formula(KERNEL, _PAIRS, _NAMES),
        "rhs": formula(_EXPECTATION, _GENERAL, "d A s x2 y2 xy"),
    },
    checks=(
        Representations("lhs", formula(sp.exp(-N2) * moment_series(V2), _PAIRS, _NAMES), MODEST),
        Representations("rhs", formula(_BY_BRANCHES, _GENERAL, "d A s x2 y2 xy")),
        Derivation(_general_mean, WHOLE),
    ),
    uses=("crt/eq4", "crt/eq5"),
    setting="any feature pair",
    note="A star on f2 in the text layer is read as a blemish. The expectation of (4) with (5) is free of A.",
)


def _linear(proof: Proof) -> None:
    left, right, weight = sp.symbols("f1 f2 c")
    count = sp.Symbol("M", positive=True)
    total = sum((left * sp.Symbol(f"f2_{j}") * sp.Symbol(f"c_{j}", real=True) for j in range(3)), sp.S.Zero)
    inner = sum((sp.Symbol(f"f2_{j}") * sp.Symbol(f"c_{j}", real=True) for j in range(3)), sp.S.Zero)
    proof.equal(total, left * inner, "f1 is taken out of the sum over the points")
    proof.equal(
        sp.re(left * right) * sp.Symbol("r", real=True),
        sp.re(left * right * sp.Symbol("r", real=True)),
        "a real weight passes through the real part, which is additive",
    )
    proof.equal(weight * left / count, weight / count * left, "and 1/M through both")
    proof.cite("linearity of the mean: each term Re(f1 f2) has mean K by (1), so the whole is unbiased")


_first, _second, _kernel, _weights = map(sp.IndexedBase, ("f1", "f2", "K", "c"))
_k, _j = sp.symbols("k j", positive=True, integer=True)
_POINTS, _ROWS = (_j, 1, L), (_k, 1, M)
_TERM = sp.re(_first[_k] * _second[_k, _j])
_TERM_BY_TERM = sp.Sum(sp.Sum(_TERM, _ROWS) / M * _weights[_j], _POINTS)
_IN_ORDER = sp.re(sp.Sum(_first[_k] * sp.Sum(_second[_k, _j] * _weights[_j], _POINTS), _ROWS)) / M

EQ2 = Statement(
    id="crt/eq2",
    kind="identity",
    where="eq. (2)",
    title="Products with the kernel matrix by random features",
    text="The estimate of K c is a product of two thin matrices with c, taken in that order.",
    latex=(
        r"(\mathcal K\mathbf c)_i\approx\frac1M\mathrm{Re}\Big(\sum_{m}f^{(1)}(\omega_m,\mathbf x^{(i)})"
        r"\sum_{j}f^{(2)}(\omega_m,\mathbf y^{(j)})\mathbf c_j\Big)"
    ),
    domain_text="c in R^L, w_1..w_M iid from p(w)",
    domain=Domain((integer("L", 1, meaning="points y_j"), integer("M", 1, meaning="projections w_k"))),
    claim=All(
        (
            Equal(_TERM_BY_TERM, _IN_ORDER),
            Equal(Expectation(_IN_ORDER), sp.Sum(_kernel[_j] * _weights[_j], _POINTS)),
        )
    ),
    checks=(Derivation(_linear, WHOLE),),
    uses=("crt/eq1",),
    setting="any features; M projections",
    note="In the claim f1[k] is f1(w_k, x_i), f2[k, j] is f2(w_k, y_j) and K[j] is K(x_i, y_j) at one x_i; c is real.",
)

EQ2_COST = Statement(
    id="crt/eq2/cost",
    kind="scaling",
    where="Section 2.1, around eq. (2)",
    title="Cost of a product with the kernel matrix",
    text="Directly O(d L^2), by random features O(d M L).",
    latex=r"O(dL^2),\ O(dML)",
    domain_text="M << L",
    claim=All(
        (
            Count("operations", "K c", d * L**2),
            Count("operations", "K c by random features", d * L * M),
        )
    ),
    checks=product_counts(sp.S.One, lambda _sizes: 1),
    uses=("crt/eq2",),
    setting="any features",
)


def _average(proof: Proof) -> None:
    variance = sp.Symbol("V", nonnegative=True)
    count = sp.Symbol("M", positive=True, integer=True)
    i = sp.Symbol("i", integer=True)
    proof.cite("variances of independent terms add")
    proof.equal(
        sp.summation(variance / count**2, (i, 1, count)), variance / count, "M terms of variance V/M^2"
    )


SEC2_1_VARIANCE_M = Statement(
    id="crt/sec2.1/variance-m",
    kind="identity",
    where="Section 2.1, after eq. (2)",
    title="Variance of M independent projections",
    text="The variance of the average over M independent projections is 1/M of that of one.",
    latex=r"\mathrm{Var}_{\omega_1,\dots,\omega_M}(\cdot)=\tfrac1M\mathrm{Var}_{p(\omega)}(\cdot)",
    domain_text="iid samples",
    domain=Domain((COUNT,)),
    claim=Equal(Variance(Estimate("iid", "any f", m)), Variance(Estimate("iid", "any f")) / m),
    checks=(Derivation(_average, WHOLE),),
    uses=("crt/eq2",),
    mechanism=("iid",),
    setting="iid coupling, any map",
)


def _transfer(proof: Proof) -> None:
    proof.equal(sp.exp(x2 / 2) * KERNEL * sp.exp(y2 / 2), sp.exp(xy), "the exponents add up to x.y")
    proof.equal(
        sp.exp(x2 / 2) * sp.exp(y2 / 2) * sp.exp(-x2 / 2) * sp.exp(-y2 / 2),
        1,
        "so features times e^(|x|^2/2) estimate the softmax kernel, and back",
    )


SEC2_1_SOFTMAX = Statement(
    id="crt/sec2.1/softmax",
    kind="identity",
    where="Section 2.1, last paragraph",
    title="Softmax kernel from the Gaussian kernel",
    text="exp(x.y) is the Gaussian kernel times exp(|x|^2/2) exp(|y|^2/2): mechanisms transfer.",
    latex=r"K_{\rm sfm}(\mathbf x,\mathbf y)=e^{\|\mathbf x\|^2/2}K(\mathbf x,\mathbf y)e^{\|\mathbf y\|^2/2}",
    domain_text="x, y in R^d",
    domain=_PAIRS,
    sides={
        "lhs": formula(sp.exp(xy), _PAIRS, "xy"),
        "rhs": formula(sp.exp(x2 / 2) * KERNEL * sp.exp(y2 / 2), _PAIRS, _NAMES),
    },
    claim=Equal(),
    checks=(Derivation(_transfer, WHOLE),),
    uses=("crt/sec2.1/kernel",),
    setting="softmax kernel",
)

STATEMENTS = (
    SEC2_1_KERNEL,
    EQ1,
    EQ2,
    EQ2_COST,
    SEC2_1_VARIANCE_M,
    SEC2_1_SOFTMAX,
)
