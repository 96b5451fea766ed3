"""Section 6 of orf: the bias of SORF (Theorem 3) and the near-orthogonality behind it (Theorem 4)."""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.structured import InnerProductTail
from rftheory.kit import (
    Below,
    Derivation,
    Domain,
    Proof,
    Representations,
    Rule,
    Statement,
    formally,
    formula,
    real,
)
from rftheory.papers.orf._lemmas.enumeration import bias_written_out, tail_written_out
from rftheory.papers.orf._lemmas.near_orthogonality import inner_products
from rftheory.papers.orf._lemmas.signs import fourth_moment, hadamard_orthogonal, patterns, walsh
from rftheory.papers.orf._notation import (
    DIMENSION,
    POWER_OF_TWO,
    SHIFT,
    SORF_BIAS,
    STRUCTURED,
    Points,
    c,
    d,
    k,
    t,
    unit,
    x,
    z,
)  # fmt: skip

_BOUND = 6 * z / sp.sqrt(d)


def bias_bound(proof: Proof) -> None:
    """|E K_SORF - exp(-z^2/2)| <= 6 z/sqrt(d) in every direction, three cases."""
    hadamard_orthogonal(proof)
    fourth_moment(proof)
    proof.cite(
        "all rows have one mean, E prod_j cos(y_j) with y = H D2 H D3 x, |y| = z; E sum y_j^4 <= 3 z^4/d"
    )
    root, length, ratio = (
        sp.Symbol("r", positive=True),
        sp.Symbol("z", positive=True),
        sp.Symbol("q", nonnegative=True),
    )
    h = sp.Symbol("h", nonnegative=True)  # y^2
    cosine = 1 - h / 2, 1 - h / 2 + h**2 / 24
    kernel = 1 - h / 2, 1 - h / 2 + h**2 / 8
    proof.cite(
        "alternating series: 1 - h/2 <= cos y <= 1 - h/2 + h^2/24 and 1 - h/2 <= exp(-h/2) <= 1 - h/2 + h^2/8, h = y^2"
    )
    proof.nonnegative(sp.expand(h**2 / 8 - (cosine[1] - kernel[0])), "cos y - exp(-y^2/2) <= y^4/8")
    proof.nonnegative(sp.expand(h**2 / 8 - (kernel[1] - cosine[0])), "exp(-y^2/2) - cos y <= y^4/8")
    small = sp.Rational(3, 8) * length**4 / root**2
    proof.cite(
        "products of numbers in [-1, 1] differ by at most the sum of the differences: |bias| <= 3 z^4/(8d)"
    )
    slack = (6 * length / root - small).subs(root, (length**3 + ratio) / 16)
    proof.nonnegative(sp.factor(slack), "z^3 <= 16 sqrt(d): 3 z^4/(8d) <= 6 z/sqrt(d)")
    proof.nonnegative(
        (6 * length / root - 2).subs(length, root / 3 + ratio),
        "z >= sqrt(d)/3: the bound is at least 2 >= |bias|",
    )
    sine = sp.expand((1 - (1 - (2 * h) + 16 * h**2 / 24)) / 2)
    proof.equal(sine, h - h**2 / 3, "sin^2 y = (1 - cos 2y)/2 >= y^2 - y^4/3")
    proof.cite(
        "|cos y| <= exp(-sin^2(y)/2), as sqrt(1-s) <= exp(-s/2): |prod cos y_j| <= exp(-z^2/2 + sum y_j^4/6)"
    )
    proof.cite(
        "Markov: sum y_j^4 > 2 z^2 has probability at most 3 z^2/(2d); otherwise the product is at most exp(-z^2/6)"
    )
    proof.equal(-(length**2) / 2 + 2 * length**2 / 6, -(length**2) / 6, "exponent outside the rare event")
    rare = sp.Rational(3, 2) * length**2 / root**2
    slack = (length / (2 * root) - rare).subs(root, 3 * length + ratio)
    proof.nonnegative(sp.factor(slack), "z <= sqrt(d)/3: the rare event adds at most z/(2 sqrt d)")
    w = sp.Symbol("w", positive=True)  # z^2
    height = w * sp.exp(-w / 6)
    top = sp.solve(sp.diff(height, w), w)
    proof.true(top == [6], "w exp(-w/6) has its maximum at w = 6")
    rest = sp.Rational(11, 2) * 16 - 2 * height.subs(w, 6)
    proof.positive(
        rest,
        "z^3 > 16 sqrt(d): exp(-z^2/6) + exp(-z^2/2) <= 2 exp(-z^2/6) < (11/2) 16/z^2 < (11/2) z/sqrt(d)",
    )


def _gaussian_image(proof: Proof) -> None:
    a, v = sp.symbols("a v", real=True)
    square = sp.Symbol("z2", nonnegative=True)
    proof.cite("independence: E exp(i a sum_j G_1j z_j) = prod_j exp(-a^2 z_j^2/2)")
    proof.equal(
        sp.exp(-(a**2) * v / 2) * sp.exp(-(a**2) * (square - v) / 2),
        sp.exp(-(a**2) * square / 2),
        "the exponents add up to |z|^2",
    )
    proof.cite(
        "different rows of G are independent, so the joint characteristic function is that of N(0, |z|^2 I_d)"
    )


def _factorisation(proof: Proof) -> None:
    h, sign, entry = sp.symbols("H_ij D_j y_j", real=True)
    proof.equal(
        sp.sqrt(d) * h * (sign * entry),
        (sp.sqrt(d) * h * entry) * sign,
        "(sqrt(d) H D1 y)_i = sum_j (sqrt(d) H_ij y_j) D_j, so R = sqrt(d) H diag(y), y = H D2 H D3 z",
    )
    shift, signs = sp.Matrix(sp.symbols("z_0:4", real=True)), sp.Matrix(sp.symbols("e_0:4", real=True))
    four = walsh(4) / 2
    second, third = patterns(4)[5], patterns(4)[11]
    image = four * second * four * third * shift
    left = 2 * four * sp.diag(*signs) * image
    right = 2 * four * sp.diag(*image) * signs
    proof.true(sp.expand(left - right).is_zero_matrix, "written out at d = 4 for symbols z and D1")


def _vanishing(proof: Proof) -> None:
    bias_bound(proof)
    proof.equal(sp.limit(_BOUND, d, sp.oo), sp.S.Zero, "the bound vanishes as d grows, in every direction")


SEC6_UNBIASED_LARGE_D = Statement(
    id="orf/sec6/unbiased-large-d",
    kind="limit",
    where="Section 6, opening, and after Theorem 3",
    title="SORF is unbiased in the limit",
    text="For large d the mean of SORF is the Gaussian kernel.",
    latex=r"\lim_{d\to\infty}\mathbb E K_{\rm SORF}=e^{-z^2/2}",
    domain_text="large d, fixed z",
    checks=(Derivation(_vanishing, "the limit d to infinity at fixed z, every direction"),),
    uses=("orf/thm3",),
    mechanism=("hd3", "trigonometric"),
)

THM3 = Statement(
    id="orf/thm3",
    kind="inequality",
    where="Theorem 3",
    title="Bias of SORF",
    text="The mean of SORF lies within 6 z/sqrt(d) of the Gaussian kernel.",
    latex=r"\left|\mathbb E(K_{\rm SORF}(x,y))-e^{-z^2/2}\right|\le\frac{6z}{\sqrt d}",
    domain_text="all x, y",
    domain=STRUCTURED,
    sides={"lhs": formula(SORF_BIAS, STRUCTURED, "x"), "rhs": formula(_BOUND, STRUCTURED, "z d")},
    claim=Below(strict=False, absolute=True),
    checks=(
        *bias_written_out("lhs", STRUCTURED),
        Derivation(bias_bound, "every power of two d, every x and y"),
    ),
    uses=("orf/eq5",),
    mechanism=("hd3", "trigonometric"),
    note="Source unclear: the bars around the difference are lost; the claim with bars implies the one without.",
)

LEMMA3 = Statement(
    id="orf/lemma3",
    kind="identity",
    where="Lemma 3",
    title="A Gaussian matrix times a vector",
    text="W z for a standard Gaussian matrix W is a Gaussian vector with covariance |z|^2 I_d.",
    latex=r"Wz\sim N(0,\|z\|_2^2I_d)",
    domain_text="any z in R^d",
    checks=(Derivation(_gaussian_image),),
    uses=("orf/eq1",),
    mechanism=("iid",),
)


def _scaled_rotation(proof: Proof) -> None:
    _gaussian_image(proof)
    length, angle = sp.Symbol("z", positive=True), sp.Symbol("phi", real=True)
    turn = length * sp.Matrix([[sp.cos(angle), -sp.sin(angle)], [sp.sin(angle), sp.cos(angle)]])
    proof.true(
        sp.simplify(turn * turn.T - length**2 * sp.eye(2)).is_zero_matrix,
        "R R^T = |z|^2 I for R = |z| times an orthogonal matrix (shown for a rotation)",
    )
    proof.cite("R g is Gaussian with covariance R R^T; uncorrelated Gaussian coordinates are independent")


SEC6_RG = Statement(
    id="orf/sec6/rg",
    kind="identity",
    where="after Lemma 3",
    title="The same law from a scaled rotation",
    text="W z has the law of R g with R a rotation scaled by |z| and g standard Gaussian; its coordinates are independent.",
    latex=r"Wz=Rg,\quad Rg\sim N(0,\|z\|_2^2I_d)",
    domain_text="any z",
    checks=(Derivation(_scaled_rotation, "equality in law, every z"),),
    uses=("orf/lemma3",),
    mechanism=("iid",),
)

THM4_FACTORISATION = Statement(
    id="orf/thm4/factorisation",
    kind="identity",
    where="Theorem 4, first part",
    title="SORF as a random matrix times signs",
    text="The structured image of z is a matrix that depends on D2, D3 and z only, times the diagonal of D1.",
    latex=r"\sqrt d\,HD_1HD_2HD_3z=\tilde R\,\mathrm{vec}(D_1)",
    domain_text="any z",
    checks=(Derivation(_factorisation),),
    uses=("orf/eq5",),
    mechanism=("hd3",),
)


def _row_norm(proof: Proof) -> None:
    _factorisation(proof)
    hadamard_orthogonal(proof)
    entry = sp.Symbol("y_j", real=True)
    proof.equal(
        (sp.sqrt(d) * (1 / sp.sqrt(d)) * entry) ** 2,
        entry**2,
        "(sqrt(d) H_ij y_j)^2 = y_j^2, so the row has norm |y|",
    )
    proof.cite("y = H D2 H D3 z is an orthogonal image of z: |y| = |z| for all D2, D3")


THM4_ROW_NORM = Statement(
    id="orf/thm4/row-norm",
    kind="identity",
    where="Theorem 4, second part",
    title="Row norms of the matrix",
    text="Every row of that matrix has norm |z|.",
    latex=r"\|\tilde R_i\|_2=\|z\|_2",
    domain_text="any z, all D2 and D3",
    checks=(Derivation(_row_norm),),
    uses=("orf/thm4/factorisation",),
    mechanism=("hd3",),
)

_C = "23/100"

_TAIL_POINTS = tuple(
    {"x": vector, "t": level, "d": len(vector), "c": _C}
    for vector in (
        unit(2, 1), unit(2, 1, "1/2"), unit(4, 1), unit(4, 1, 1, 1, 1), unit(4, "0.3", "-1.2", "0.7"), unit(8, 1),
        unit(8, 3, 1, "-1/2", 0, 2), unit(16, 1, 1),
    )
    for level in ("1/2", "9/10", 1)
)  # fmt: skip

_TAIL = Domain(
    (
        SHIFT,
        real("t", above=0, meaning="level"),
        DIMENSION,
        real("c", above=0, meaning="the constant of the theorem"),
    ),
    (
        POWER_OF_TWO,
        Rule(("x", "d"), "d is the length of x", lambda v, dd: len(v) == dd),
        Rule(("x", "t"), "t >= 1/d, d the length of x", lambda v, level: level * len(v) >= 1),
        Rule(("d", "t"), "t >= 1/d", lambda dd, level: level * dd >= 1),
    ),
    extra=_TAIL_POINTS,
)

_PRINTED_TAIL = 1 - d * sp.exp(-c * t ** sp.Rational(2, 3) * d ** sp.Rational(1, 3))

_BY_DEVIATION = formula(  # as the derivation finds it: a function of s = t sqrt(d), times d
    1 - d * sp.Sum((-c) ** k * (t * sp.sqrt(d)) ** (2 * k / sp.Integer(3)) / sp.factorial(k), (k, 0, sp.oo)),
    _TAIL,
    "d t c",
)

_LEVELS: Points = (
    {"d": 2, "t": "1/2", "c": 1}, {"d": 16, "t": 1, "c": _C}, {"d": 64, "t": "1/3", "c": 2}, {"d": 2**20, "t": "1/9", "c": _C},
)  # fmt: skip

THM4_INNER_PRODUCTS = Statement(
    id="orf/thm4/inner-products",
    kind="tail bound",
    where="Theorem 4, third part",
    title="Rows are nearly orthogonal",
    text="For t >= 1/d all inner products of two rows are at most t |z|^2 with probability 1 - d exp(-c t^(2/3) d^(1/3)).",
    latex=r"\Pr\big[\langle\tilde R_i,\tilde R_k\rangle\le t\|z\|_2^2\ \ \forall i\ne k\big]\ge1-d\,e^{-c\,t^{2/3}d^{1/3}}",
    domain_text="t >= 1/d; c some constant",
    domain=_TAIL,
    sides={
        "lhs": formally(formula(InnerProductTail(x, t), _TAIL, "x t"), without=("t",)),
        "rhs": formally(formula(_PRINTED_TAIL, _TAIL, "d t c"), real("c"), without=("t",)),
    },
    claim=Below("rhs", "lhs", strict=False),
    checks=(
        tail_written_out("lhs", _TAIL),
        Representations("rhs", _BY_DEVIATION, _LEVELS),
        Derivation(inner_products, "c = 23/100, every power of two d, every z and t > 0"),
    ),
    uses=("orf/thm4/factorisation",),
    mechanism=("hd3",),
    note="Source unclear: the exponent of |z| is lost, read as the squared norm. For d <= 16 and t < 1 the bound is below 0.",
)


def _signs(proof: Proof) -> None:
    _factorisation(proof)
    k = sp.Symbol("k", integer=True, nonnegative=True)
    proof.nonnegative(
        (2 * k + 1) * (2 * k + 2) - 2 * (k + 1), "(2k)! grows at least as fast as 2^k k!, both from 1"
    )
    proof.cite(
        "E exp(a e) = cosh a = sum a^(2k)/(2k)! <= sum a^(2k)/(2^k k!) = exp(a^2/2): a sign is sub-Gaussian"
    )
    proof.cite("D1 is independent of (D2, D3), and R is a function of D2, D3 and z alone")


SEC6_NEAR_GAUSSIAN = Statement(
    id="orf/sec6/near-gaussian",
    kind="identity",
    where="Section 6, before Theorem 4",
    title="The signs play the Gaussian vector",
    text="The diagonal of D1 has independent sub-Gaussian entries, and the matrix before it depends on D2, D3 and z only.",
    latex=r"\tilde g=\mathrm{vec}(D_1)",
    domain_text="any d",
    checks=(Derivation(_signs),),
    uses=("orf/thm4/factorisation",),
    mechanism=("hd3",),
)

STATEMENTS = (
    SEC6_UNBIASED_LARGE_D,
    THM3,
    LEMMA3,
    SEC6_RG,
    THM4_FACTORISATION,
    THM4_ROW_NORM,
    THM4_INNER_PRODUCTS,
    SEC6_NEAR_GAUSSIAN,
)
