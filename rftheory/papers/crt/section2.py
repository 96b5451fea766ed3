"""Section 2 of crt: kernels, random features and what they cost, trigonometric and positive features, softmax attention."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from rftheory.domain import Domain, Rule, complex_number, integer, real, real_part
from rftheory.evidence.deterministic.agreement import Representations
from rftheory.evidence.deterministic.derivation import Derivation, Proof
from rftheory.evidence.deterministic.sizes import SizeCount, Sizes
from rftheory.evidence.statistical.simulation import Simulation
from rftheory.exact.operation_counts import Counted, Matrix, OperationTally, dot, matrix_product
from rftheory.papers._shared.invariants import (
    CAUCHY_SCHWARZ,
    DELTA2,
    DIMENSION,
    ON_A_LINE,
    PAIRS,
    SQUARES,
    V2,
    d,
    fit,
    pairs,
    x2,
    xy,
    y2,
)
from rftheory.papers.crt._lemmas.rows import (
    cosine_variance,
    moment_series,
    moment_steps,
    positive_second,
    positive_steps,
    trigonometric_steps,
)
from rftheory.papers.crt._notation import KERNEL, N2, S2, s
from rftheory.statements import Equal, Statement, formula

_PAIRS = pairs()
_NAMES = "x2 y2 xy"
_MODEST: tuple[dict[str, object], ...] = tuple(
    {"x2": a, "y2": b, "xy": c}
    for a, b, c in ((1, 1, "1/3"), ("1/4", 1, "1/2"), (2, 3, -1), (4, 0, 0), (1, 1, 1))
)
_SIGN = Rule(("s",), "s is 1 or -1", lambda sign: sign != 0)
_CONVERGENT = Rule(("A",), "Re(1-4A) > 0", lambda a: 4 * real_part(a) < 1)
_GENERAL = Domain(
    (DIMENSION, complex_number("A", reach=("1e-3", 1000)), integer("s", -1, 1), *SQUARES),
    (CAUCHY_SCHWARZ, ON_A_LINE, _SIGN, _CONVERGENT),
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
L, M, n = sp.symbols("L M n", positive=True, integer=True)


def _rows(count: int, width: int, tally: OperationTally) -> Matrix:
    return [[Counted(1.0 / (1 + a + 2 * b), tally) for b in range(width)] for a in range(count)]


def _direct(sizes: Sizes, tally: OperationTally) -> object:
    """All L^2 entries of K from |x-y|^2 (the exponential is not counted), then K c."""
    points, others = (_rows(sizes["L"], sizes["d"], tally) for _ in range(2))
    gaps = [[[a - b for a, b in zip(p, q, strict=True)] for q in others] for p in points]
    kernel = [[dot(gap, gap) for gap in row] for row in gaps]
    return matrix_product(kernel, _rows(sizes["L"], sizes["n"], tally))


def _features(sizes: Sizes, tally: OperationTally) -> object:
    """Projections of both sets on M directions (weights not counted), then the two thin products."""
    projections = _rows(sizes["d"], sizes["M"], tally)
    left, right = (matrix_product(_rows(sizes["L"], sizes["d"], tally), projections) for _ in range(2))
    middle = matrix_product(
        [list(column) for column in zip(*right, strict=True)], _rows(sizes["L"], sizes["n"], tally)
    )
    return matrix_product(left, middle)


_GRID = {"L": (1, 2, 5), "d": (1, 3), "n": (1, 2)}
_DIRECT = SizeCount(
    "direct evaluation of K c",
    _direct,
    {"multiplications": L**2 * (d + n), "additions": L**2 * (2 * d - 1) + L * n * (L - 1)},
    L**2 * (d + n),
    _GRID,
)
_RANDOM = SizeCount(
    "evaluation by random features",
    _features,
    {
        "multiplications": 2 * L * M * d + 2 * L * M * n,
        "additions": 2 * L * M * (d - 1) + M * n * (L - 1) + L * n * (M - 1),
    },
    L * M * (d + n),
    {**_GRID, "M": (1, 4)},
)


_WIDE = {"L": (1, 2, 5), "d": (1, 3)}
_STABLE = sp.exp(-2 * N2) * sp.exp(V2) * 2 * sp.exp(V2 / 2) * sp.sinh(V2 / 2)  # exactly 0 at x = -y


def _at_width(count: SizeCount, width: sp.Expr = d + 1) -> dict[str, sp.Expr]:
    """The counts for products with `width` vectors."""
    return {kind: sp.expand(form.subs(n, width)) for kind, form in count.counts.items()}


def _attention(
    algorithm: Callable[[Sizes, OperationTally], object],
) -> Callable[[Sizes, OperationTally], object]:
    """The algorithm applied to the d+1 vectors of attention."""
    return lambda sizes, tally: algorithm({**sizes, "n": sizes["d"] + 1}, tally)


def _alone(algorithm: Callable[[Sizes, OperationTally], object]) -> Callable[[Sizes, OperationTally], object]:
    """The algorithm applied to one vector c."""
    return lambda sizes, tally: algorithm({**sizes, "n": 1}, tally)


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


def _average(proof: Proof) -> None:
    variance = sp.Symbol("V", nonnegative=True)
    count = sp.Symbol("M", positive=True, integer=True)
    i = sp.Symbol("i", integer=True)
    proof.cite("variances of independent terms add")
    proof.equal(
        sp.summation(variance / count**2, (i, 1, count)), variance / count, "M terms of variance V/M^2"
    )


def _transfer(proof: Proof) -> None:
    proof.equal(sp.exp(x2 / 2) * KERNEL * sp.exp(y2 / 2), sp.exp(xy), "the exponents add up to x.y")
    proof.equal(
        sp.exp(x2 / 2) * sp.exp(y2 / 2) * sp.exp(-x2 / 2) * sp.exp(-y2 / 2),
        1,
        "so features times e^(|x|^2/2) estimate the softmax kernel, and back",
    )


def _softmax(proof: Proof) -> None:
    q, k, scale = sp.symbols("q k d", positive=True)
    proof.equal(
        (scale ** sp.Rational(-1, 4) * q) * (scale ** sp.Rational(-1, 4) * k),
        q * k / sp.sqrt(scale),
        "x_i.y_j = Q_i.K_j/sqrt(d), coordinate by coordinate",
    )
    weights = sp.symbols("a1:4", positive=True)
    values = sp.symbols("v1:4", real=True)
    top = sum((a * v for a, v in zip(weights, values, strict=True)), sp.S.Zero)
    proof.equal(
        sum((a / sum(weights) * v for a, v in zip(weights, values, strict=True)), sp.S.Zero),
        top / sum(weights),
        "a softmax row is the row of K_sfm over its sum, the row of K_sfm 1_L",
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


_length = sp.Symbol("length", nonnegative=True)
_EXPERIMENT = Domain((DIMENSION, integer("m", 1), real("length", 0)))

STATEMENTS = (
    Statement(
        id="crt/sec2.1/kernel",
        kind="definition",
        where="Section 2.1",
        title="Gaussian kernel",
        text="The Gaussian kernel of unit bandwidth.",
        latex=r"K(\mathbf x,\mathbf y)=\exp(-\tfrac12\|\mathbf x-\mathbf y\|^2)",
        domain_text="x, y in R^d",
        domain=_PAIRS,
        sides={"": formula(KERNEL, _PAIRS, _NAMES)},
        checks=(Representations("", formula(sp.exp(-N2) * moment_series(V2), _PAIRS, _NAMES), _MODEST),),
        mechanism="Gaussian kernel",
    ),
    Statement(
        id="crt/eq1",
        kind="definition",
        where="eq. (1)",
        title="Random features of the Gaussian kernel",
        text="Features f1, f2 whose product has a real part of mean K.",
        latex=(
            r"K(\mathbf x,\mathbf y)=\mathbb E_{p(\omega)}\mathrm{Re}\left(f^{(1)}(\omega,\mathbf x)f^{(2)}(\omega,\mathbf y)\right)"
        ),
        domain_text="all x, y in R^d",
        domain=_GENERAL,
        sides={
            "lhs": formula(KERNEL, _PAIRS, _NAMES),
            "rhs": formula(_EXPECTATION, _GENERAL, "d A s x2 y2 xy"),
        },
        checks=(
            Representations("lhs", formula(sp.exp(-N2) * moment_series(V2), _PAIRS, _NAMES), _MODEST),
            Representations("rhs", formula(_BY_BRANCHES, _GENERAL, "d A s x2 y2 xy")),
            Derivation(_general_mean),
        ),
        uses=("crt/eq4", "crt/eq5"),
        mechanism="any feature pair",
        note="A star on f2 in the text layer is read as a blemish. The expectation of (4) with (5) is free of A.",
    ),
    Statement(
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
        checks=(Derivation(_linear),),
        uses=("crt/eq1",),
        mechanism="any features; M projections",
    ),
    Statement(
        id="crt/eq2/cost",
        kind="scaling",
        where="Section 2.1, around eq. (2)",
        title="Cost of a product with the kernel matrix",
        text="Directly O(d L^2), by random features O(d M L).",
        latex=r"O(dL^2),\ O(dML)",
        domain_text="M << L",
        checks=(
            SizeCount(_DIRECT.name, _alone(_direct), _at_width(_DIRECT, sp.S.One), L**2 * d, _WIDE),
            SizeCount(
                _RANDOM.name,
                _alone(_features),
                _at_width(_RANDOM, sp.S.One),
                L * M * d,
                {**_WIDE, "M": (1, 4)},
            ),
        ),
        uses=("crt/eq2",),
        mechanism="any features",
    ),
    Statement(
        id="crt/sec2.1/variance-m",
        kind="identity",
        where="Section 2.1, after eq. (2)",
        title="Variance of M independent projections",
        text="The variance of the average over M independent projections is 1/M of that of one.",
        latex=r"\mathrm{Var}_{\omega_1,\dots,\omega_M}(\cdot)=\tfrac1M\mathrm{Var}_{p(\omega)}(\cdot)",
        domain_text="iid samples",
        checks=(Derivation(_average),),
        uses=("crt/eq2",),
        mechanism="iid coupling, any map",
    ),
    Statement(
        id="crt/sec2.1/softmax",
        kind="identity",
        where="Section 2.1, last paragraph",
        title="Softmax kernel from the Gaussian kernel",
        text="exp(x.y) is the Gaussian kernel times exp(|x|^2/2) exp(|y|^2/2): mechanisms transfer.",
        latex=(
            r"K_{\rm sfm}(\mathbf x,\mathbf y)=e^{\|\mathbf x\|^2/2}K(\mathbf x,\mathbf y)e^{\|\mathbf y\|^2/2}"
        ),
        domain_text="x, y in R^d",
        domain=_PAIRS,
        sides={
            "lhs": formula(sp.exp(xy), _PAIRS, "xy"),
            "rhs": formula(sp.exp(x2 / 2) * KERNEL * sp.exp(y2 / 2), _PAIRS, _NAMES),
        },
        claim=Equal(),
        checks=(Derivation(_transfer),),
        uses=("crt/sec2.1/kernel",),
        mechanism="softmax kernel",
    ),
    Statement(
        id="crt/sec2.2/trig",
        kind="definition",
        where="Section 2.2, TrigRFs",
        title="Trigonometric features",
        text="f1 = exp(i w.x), f2 = exp(-i w.y), w Gaussian.",
        latex=(
            r"f^{(1)}_{\rm trig}(\omega,\mathbf x)=e^{i\omega^\top\mathbf x},\quad "
            r"f^{(2)}_{\rm trig}(\omega,\mathbf y)=e^{-i\omega^\top\mathbf y}"
        ),
        domain_text="x, y in R^d",
        checks=(Derivation(moment_steps),),
        uses=("crt/eq1",),
        mechanism="iid x trigonometric x Gaussian; one complex number per projection",
    ),
    Statement(
        id="crt/sec2.2/trig-variance",
        kind="identity",
        where="Section 2.2, TrigRFs",
        title="Variance of trigonometric features",
        text="One projection has the variance (1 - K^2)^2/2.",
        latex=r"\tfrac12\left(1-K(\mathbf x,\mathbf y)^2\right)^2",
        domain_text="x, y in R^d, one projection",
        domain=_PAIRS,
        sides={"": formula((1 - KERNEL**2) ** 2 / 2, _PAIRS, _NAMES)},
        checks=(
            Representations("", formula(cosine_variance(), _PAIRS, _NAMES), _MODEST),
            Derivation(trigonometric_steps),
            Simulation(
                "iid",
                "trigonometric",
                "square",
                formula((1 + sp.exp(-2 * _length**2)) / 2, _EXPERIMENT, "d m length"),
                ({"d": 4, "m": 1, "length": 1}, {"d": 8, "m": 1, "length": 2}),
                mean=formula(sp.exp(-(_length**2) / 2), _EXPERIMENT, "d m length"),
            ),
        ),
        uses=("crt/sec2.2/trig",),
        mechanism="iid x trigonometric x Gaussian",
    ),
    Statement(
        id="crt/sec2.2/pos",
        kind="definition",
        where="Section 2.2, PosRFs",
        title="Positive features",
        text="f1 = f2 = exp(w.x - |x|^2), w Gaussian: always positive.",
        latex=r"f^{(1)}_{\rm pos}(\omega,\mathbf x)=f^{(2)}_{\rm pos}(\omega,\mathbf x)=\exp(\omega^\top\mathbf x-\|\mathbf x\|^2)",
        domain_text="x in R^d",
        checks=(Derivation(moment_steps),),
        uses=("crt/eq1",),
        mechanism="iid x positive x Gaussian",
    ),
    Statement(
        id="crt/sec2.2/pos-variance",
        kind="identity",
        where="Section 2.2, PosRFs",
        title="Variance of positive features",
        text="One projection has the variance exp(4 x.y) - K^2.",
        latex=r"\exp(4\mathbf x^\top\mathbf y)-K(\mathbf x,\mathbf y)^2",
        domain_text="x, y in R^d, one projection",
        domain=_PAIRS,
        sides={"": formula(sp.exp(4 * xy) - KERNEL**2, _PAIRS, _NAMES, closed=_STABLE)},
        checks=(
            Representations("", formula(positive_second() - KERNEL**2, _PAIRS, _NAMES), _MODEST),
            Derivation(positive_steps),
            Simulation(
                "iid",
                "positive",
                "square",
                formula(sp.exp(2 * _length**2), _EXPERIMENT, "d m length"),
                ({"d": 4, "m": 1, "length": 1}, {"d": 4, "m": 1, "length": 3}),
            ),
        ),
        uses=("crt/sec2.2/pos",),
        mechanism="iid x positive x Gaussian",
    ),
    Statement(
        id="crt/eq3",
        kind="identity",
        where="eq. (3)",
        title="Softmax attention by the softmax kernel",
        text="Attention is K_sfm V with rows divided by K_sfm 1_L, at inputs scaled by d^(-1/4).",
        latex=(
            r"\mathbf Y=\mathrm{softmax}(d^{-1/2}\mathbf Q\mathbf K^T)\mathbf V"
            r"=\mathrm{diag}(\mathcal K_{\rm sfm}\mathbf 1_L)^{-1}\mathcal K_{\rm sfm}\mathbf V"
        ),
        domain_text="Q, K, V in R^{L x d}",
        checks=(Derivation(_softmax),),
        uses=("crt/sec2.1/softmax",),
        mechanism="softmax attention",
    ),
    Statement(
        id="crt/sec2.3/cost",
        kind="scaling",
        where="Section 2.3",
        title="Cost of attention by random features",
        text="Attention applies K_sfm to d+1 vectors; random features reduce O(d L^2) to O(d M L).",
        latex=r"O(dL^2)\to O(dML)",
        domain_text="L large",
        checks=(
            SizeCount(_DIRECT.name, _attention(_direct), _at_width(_DIRECT), L**2 * d, _WIDE),
            SizeCount(
                _RANDOM.name, _attention(_features), _at_width(_RANDOM), L * M * d, {**_WIDE, "M": (1, 4)}
            ),
        ),
        uses=("crt/eq2/cost", "crt/eq3"),
        mechanism="any features",
    ),
)
