"""Section 6 of orf, Theorem 4: SORF as a nearly orthogonal matrix times independent signs.

* sqrt(d) H D1 H D2 H D3 z = R vec(D1) with R = sqrt(d) H diag(y), y = H D2 H D3 z, whose rows have norm |z|.
* For t >= 1/d all inner products of two rows are at most t |z|^2 with probability at least 1 - d
  exp(-c t^{2/3} d^{1/3}): derived with c = 23/100, by Hoeffding given H D3 z and a union bound; the exact
  probability is enumerated for small d.
* Before it: the entries of D1 are independent and sub-Gaussian, R depends on D2, D3 and z only.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.exact.functions.structured import InnerProductTail
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Distribution,
    Domain,
    Equal,
    Exists,
    Expectation,
    Height,
    Independent,
    Law,
    On,
    Proof,
    Representations,
    Restated,
    Rule,
    Statement,
    Supposing,
    formally,
    formula,
    real,
    whole,
)
from rftheory.papers.orf._lemmas.enumeration import tail_written_out
from rftheory.papers.orf._lemmas.signs import hadamard_orthogonal, patterns, walsh
from rftheory.papers.orf._notation import DIMENSION, POWER_OF_TWO, SHIFT, Points, c, d, k, t, unit, x

_H, _SIGNS, _SECOND, _THIRD, _Z, _R = map(sp.IndexedBase, ("H", "D_1", "D_2", "D_3", "z", "R"))
_I, _J, _K, _L = sp.symbols("i j k l", positive=True, integer=True)
_INNER = sp.Sum(_H[_J, _K] * _SECOND[_K] * sp.Sum(_H[_K, _L] * _THIRD[_L] * _Z[_L], (_L, 1, d)), (_K, 1, d))
_MATRIX = Equal(
    _R[_I, _J], sp.sqrt(d) * _H[_I, _J] * _INNER
)  # of D2, D3 and z; H is the Walsh-Hadamard matrix


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
    proof.equal(left, right, "written out at d = 4 for symbols z and D1")


THM4_FACTORISATION = Statement(
    id="orf/thm4/factorisation",
    kind="identity",
    where="Theorem 4, first part",
    title="SORF as a random matrix times signs",
    text="The structured image of z is a matrix that depends on D2, D3 and z only, times the diagonal of D1.",
    latex=r"\sqrt d\,HD_1HD_2HD_3z=\tilde R\,\mathrm{vec}(D_1)",
    domain_text="any z",
    claim=Supposing(
        (_MATRIX,),
        Equal(
            sp.sqrt(d) * sp.Sum(_H[_I, _J] * _SIGNS[_J] * _INNER, (_J, 1, d)),
            sp.Sum(_R[_I, _J] * _SIGNS[_J], (_J, 1, d)),
        ),
    ),
    checks=(Derivation(_factorisation, WHOLE),),
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
    claim=Supposing((_MATRIX,), Equal(sp.Sum(_R[_I, _J] ** 2, (_J, 1, d)), sp.Sum(_Z[_J] ** 2, (_J, 1, d)))),
    checks=(Derivation(_row_norm, WHOLE),),
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
        Rule(sp.Eq(Height(x), d), "d is the length of x"),
        Rule(t * Height(x) >= 1, "t >= 1/d, d the length of x"),
        Rule(t * d >= 1, "t >= 1/d", "d t"),
    ),
    extra=_TAIL_POINTS,
)

_ALL_IMAGES = replace(
    _TAIL,
    parameters=_TAIL.parameters[:-1],
    extra=tuple({n: v for n, v in p.items() if n != "c"} for p in _TAIL_POINTS),
)
_AT_CONSTANT = replace(_TAIL, parameters=(*_TAIL.parameters[:-1], real("c", _C, _C)))
_PRINTED_TAIL = 1 - d * sp.exp(-c * t ** sp.Rational(2, 3) * d ** sp.Rational(1, 3))

_BY_DEVIATION = formula(  # as the derivation finds it: a function of s = t sqrt(d), times d
    1 - d * sp.Sum((-c) ** k * (t * sp.sqrt(d)) ** (2 * k / sp.Integer(3)) / sp.factorial(k), (k, 0, sp.oo)),
    _TAIL,
    "d t c",
)

_LEVELS: Points = (
    {"d": 2, "t": "1/2", "c": 1}, {"d": 16, "t": 1, "c": _C}, {"d": 64, "t": "1/3", "c": 2}, {"d": 2**20, "t": "1/9", "c": _C},
)  # fmt: skip

_CONSTANT = sp.Rational(23, 100)

_IMAGE = sp.symbols("v_0:4", real=True)


def _inner_products(proof: Proof) -> None:
    """P[some inner product of two rows > t |z|^2] <= d exp(-c (t sqrt d)^(2/3))."""
    hadamard_orthogonal(proof)
    _as_pairs(proof)
    _conditional(proof)
    _exponents(proof)


def _as_pairs(proof: Proof) -> None:
    """Given v = H D3 z the inner product of rows i, k is 2 sum over pairs {a, a xor q} of v_a v_(a xor q) s, s fair."""
    lines = walsh(4)
    lefts, rights = [], []
    for q in range(1, 4):
        for sign in patterns(4)[:8]:
            image = lines * sign * sp.Matrix(_IMAGE) / 2
            flips = [sign[a, a] * _IMAGE[a] for a in range(4)]
            lefts.append(sum(lines[q, i] * image[i] ** 2 for i in range(4)))
            rights.append(sum(flips[a] * flips[a ^ q] for a in range(4)))
    proof.equal(
        lefts,
        rights,
        "sum_j d H_ij H_kj y_j^2 = sum_a (e_a v_a)(e_b v_b), b = a xor q, q = i xor k: written out at d = 4",
    )
    proof.cite(
        "H_ij H_kj = H_qj/sqrt(d) and H_ja H_jb = H_(a xor b) j/sqrt(d): the same for every power of two"
    )
    proof.cite("the products e_a e_b of the d/2 disjoint pairs are independent fair signs")


def _conditional(proof: Proof) -> None:
    """Hoeffding given v, and a union bound on M = max |v_a|."""
    square, peak = sp.symbols("u M2", positive=True)
    proof.cite(
        "Hoeffding: P[sum c_p s_p > L] <= exp(-L^2/(2 sum c_p^2)); sum c_p^2 = 2 sum_a v_a^2 v_b^2 <= 2 M^2 u, u = |z|^2"
    )
    given = (t * square) ** 2 / (2 * 2 * peak * square)
    largest = peak * d / (2 * square)
    proof.cite("v_a = sum +-z_k/sqrt(d): P[M^2 > r] <= 2 d exp(-r d/(2u))")
    chosen = t * square / sp.sqrt(2 * d)
    common = t * sp.sqrt(d) / (2 * sp.sqrt(2))
    proof.equal(given.subs(peak, chosen), common, "exponent of the first bound at M^2 = r = t u/sqrt(2d)")
    proof.equal(largest.subs(peak, chosen), common, "exponent of the second: the same")
    proof.nonnegative(
        3 * d - ((d - 1) + 2 * d),
        "d - 1 values of q and 2d: failure at most 3 d exp(-s/(2 sqrt 2)), s = t sqrt(d)",
    )


def _exponents(proof: Proof) -> None:
    """3 d exp(-s/(2 sqrt 2)) <= d exp(-c s^(2/3)) wherever the right side is below 1 and d >= 2."""
    w = sp.Symbol("w", positive=True)  # s^(1/3)
    proof.cite(
        "for d = 1 there is no pair of rows; where d exp(-c s^(2/3)) >= 1 the printed bound is at most 0"
    )
    gap = w**3 / (2 * sp.sqrt(2)) - _CONSTANT * w**2 - sp.log(3)
    start = sp.sqrt(sp.log(2) / _CONSTANT)
    proof.positive(gap.subs(w, start), "at c w^2 = log 2, the least w with d exp(-c w^2) < 1 for d >= 2")
    rising = sp.diff(gap, w) / w
    proof.positive(sp.diff(rising, w), "the slope over w grows")
    proof.positive(rising.subs(w, start), "and is positive there, so the gap stays positive beyond")


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
    claim=Exists(
        (real("c", above=0),),
        On(
            _ALL_IMAGES,
            Below("rhs", "lhs", strict=False),
            "every power of two d, every vector x of d entries and t >= 1/d",
        ),
    ),
    checks=(
        Restated(
            "the constant c = 23/100",
            {
                "rhs": formula(_PRINTED_TAIL, _AT_CONSTANT, "d t c"),
                "lhs": formula(InnerProductTail(x, t), _AT_CONSTANT, "x t"),
            },
            _AT_CONSTANT,
            Below("rhs", "lhs", strict=False),
        ),
        tail_written_out("lhs", _TAIL),
        Representations("rhs", _BY_DEVIATION, _LEVELS),
        Derivation(
            _inner_products, whole("some constant: c = 23/100, every power of two d, every z and t > 0")
        ),
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


_SIGNS, _LEVEL = sp.IndexedBase("D_1"), sp.Symbol("s")
_SIGN = _SIGNS[_J, _J]

SEC6_NEAR_GAUSSIAN = Statement(
    id="orf/sec6/near-gaussian",
    kind="identity",
    where="Section 6, before Theorem 4",
    title="The signs play the Gaussian vector",
    text="The diagonal of D1 has independent sub-Gaussian entries, and the matrix before it depends on D2, D3 and z only.",
    latex=r"\tilde g=\mathrm{vec}(D_1)",
    domain_text="any d",
    claim=All(
        (
            Independent((_SIGN, _SIGNS[_K, _K])),
            Law(_SIGN, Distribution("Rademacher")),
            Below(Expectation(sp.exp(_LEVEL * _SIGN)), sp.exp(_LEVEL**2 / 2), strict=False),
        )
    ),
    checks=(Derivation(_signs, WHOLE),),
    uses=("orf/thm4/factorisation",),
    mechanism=("hd3",),
)


STATEMENTS = (
    THM4_FACTORISATION,
    THM4_ROW_NORM,
    THM4_INNER_PRODUCTS,
    SEC6_NEAR_GAUSSIAN,
)
