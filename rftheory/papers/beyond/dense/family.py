"""The family of dense positive features: what they are, their mean, and when it is the kernel.

Main results, Sigma = I - 4A, v = x + y:
* f = det(Sigma)^(1/4) exp(w.A w + w.Sigma^(1/2) x - |x|^2/2) is unbiased for exp(x.y) wherever 4A < I.
* The constants are forced: the log of the mean is a quadratic polynomial in x and y, which is x.y for one choice.
* Turning A, M and the row together changes nothing, so A is diagonal without loss.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Equal,
    Height,
    On,
    Proof,
    Representations,
    Rule,
    Statement,
    formula,
    nonzero,
    real,
)
from rftheory.papers.beyond._lemmas.dense.lists import (
    MEAN,
    S,
    V,
    a,
    at_points,
    b,
    c,
    density,
    i,
    lists,
    normal,
    times,
    total,
    w,
    x,
    y,
)
from rftheory.papers.beyond._lemmas.dense.steps import mean_steps
from rftheory.papers.beyond._lemmas.drawn.dense import (
    mean_of_any_forms,
    mean_of_forms,
    turned_error,
    unbiased,
)

_WHERE = "dense features, the family"
_ROWS = lists("a w x", MEAN, extra=at_points("a w x"))
_FEATURE = times(S) ** sp.Rational(1, 4) * sp.exp(
    total(a[i] * w[i] ** 2 + sp.sqrt(S) * w[i] * x[i] - x[i] ** 2 / 2)
)
_TURNED = sp.sqrt(S) * w[i]
_WEIGHTED = sp.sqrt(times(density(_TURNED, 0, 1) / density(_TURNED, 0, S))) * sp.exp(
    total(_TURNED * x[i] - x[i] ** 2 / 2)
)

FEATURE = Statement(
    id="beyond/dense/feature",
    kind="definition",
    where=_WHERE,
    title="Dense positive features",
    text=(
        "Positive features with a symmetric matrix A, 4A < I, in the place of the number A; for the Gaussian kernel "
        "they are multiplied by exp(-|x|^2/2). Scalar A gives generalised exponential features with s = 1."
    ),
    latex=(
        r"f(w,x)=\det(I-4A)^{1/4}\exp\left(w^\top Aw+w^\top(I-4A)^{1/2}x-\tfrac12|x|^2\right),\quad w\sim N(0,I_d)"
    ),
    domain_text="4 A < I, w, x in R^d, in a basis of eigenvectors of A",
    domain=_ROWS,
    sides={"": formula(_FEATURE, _ROWS, "a w x")},
    checks=(Representations("", formula(_WEIGHTED, _ROWS, "a w x")),),
    note="The second representation is importance sampling: the row Sigma^(1/2) w with the root of its weight.",
)

_MEANS = lists(
    "a b c x y",
    MEAN,
    extra=tuple(
        {**point, "b": bb, "c": cc}
        for point, bb, cc in zip(
            at_points("a x y"),
            ("1", "1/2,-1", "0,2,1/3", "1,1,-1", "1/3,1,0,2", "-2"),
            ("-1/2", "0,1/3", "-1,0,1/4", "-1/2,-1/2,-1/2", "0,0,1,-1", "1"),
            strict=True,
        )
    ),
)
_LENGTHS = c[i] * (x[i] ** 2 + y[i] ** 2)

MEAN_OF_PRODUCT = Statement(
    id="beyond/dense/mean",
    kind="identity",
    where=_WHERE,
    title="Mean of a product of two exponentials of quadratic forms",
    text=(
        "For f_k = exp(w.A w + w.B_k x + x.C_k x) and u = B_1 x + B_2 y the mean of f_1 f_2 is a Gaussian integral, "
        "finite if and only if 4A < I. Evaluated for diagonal matrices with equal B and C on both sides."
    ),
    latex=(
        r"\mathbb Ef_1f_2=\det(I-4A)^{-1/2}\exp\left(\tfrac12u^\top(I-4A)^{-1}u+x^\top C_1x+y^\top C_2y\right)"
    ),
    domain_text="4 A < I; B, C real",
    domain=_MEANS,
    sides={
        "": formula(
            times(S) ** sp.Rational(-1, 2) * sp.exp(total((b[i] * V) ** 2 / (2 * S) + _LENGTHS)),
            _MEANS,
            "a b c x y",
        )
    },
    claim=Equal("", formula(times(normal(2 * a[i], b[i] * V) * sp.exp(_LENGTHS)), _MEANS, "a b c x y")),
    checks=(
        Derivation(mean_steps, WHOLE),
        mean_of_forms(
            formula(
                times(S) ** sp.Rational(-1, 2) * sp.exp(total((b[i] * V) ** 2 / (2 * S) + _LENGTHS)),
                _MEANS,
                "a b c x y",
            )
        ),
    ),
    note="The claim is the integral over each coordinate of the row, evaluated by quadrature.",
)

_b1, _b2, _c1, _c2 = (sp.IndexedBase(name) for name in ("b1", "b2", "c1", "c2"))
_D = sp.Symbol("D", positive=True)
_GENERAL = lists(
    "a b1 b2 c1 c2 x y",
    MEAN,
    others=(real("D", above=0, reach=("1e-2", 100), meaning="D_1 D_2"),),
    extra=(
        {"a": "1/10", "b1": "1", "b2": "3/5", "c1": "-5/6", "c2": "-3/10", "x": "1/2", "y": "2", "D": 1},
        {"a": "-2,1/8", "b1": "3,1", "b2": "3,1/2", "c1": "-1/2,-1", "c2": "-1/2,-1/4", "x": "1,-1", "y": "1/3,2", "D": "1/2"},
        {"a": "0,-1/4", "b1": "1,2", "b2": "1,1", "c1": "0,0", "c2": "0,-1", "x": "0,1", "y": "1,1", "D": 3},
    ),
)  # fmt: skip
_NAMES = "a b1 b2 c1 c2 x y D"
_BIAS = (
    _D
    / sp.sqrt(times(S))
    * sp.exp(
        total(
            (_b1[i] ** 2 / (2 * S) + _c1[i]) * x[i] ** 2
            + (_b2[i] ** 2 / (2 * S) + _c2[i]) * y[i] ** 2
            + (_b1[i] * _b2[i] / S - 1) * x[i] * y[i]
        )
    )
)
_MEAN_OVER_KERNEL = (
    _D
    * times(normal(2 * a[i], _b1[i] * x[i] + _b2[i] * y[i]) * sp.exp(_c1[i] * x[i] ** 2 + _c2[i] * y[i] ** 2))
    * sp.exp(-total(x[i] * y[i]))
)
_M = sp.IndexedBase("M")
_MATRICES = lists(
    "a M x y",
    MEAN,
    Rule(nonzero(_M), "every entry of M is nonzero"),
    extra=tuple(
        {**point, "M": matrix}
        for point, matrix in zip(at_points("a x y"), ("2", "-1,1/3", "1,2,1/2", "1,1,1", "1,-1,1/3,3", "-2"), strict=True)
    ),
)  # fmt: skip


def _forced(proof: Proof) -> None:
    mean_steps(proof)
    one, two, s, free = sp.symbols("b1 b2 s c", positive=True)
    proof.cite("a quadratic polynomial in x and y that vanishes at all real x, y has no coefficient but 0")
    proof.equal(
        (two / s) * (s / two), 1, "the coefficient of x y: b1 b2/s = 1, so b1 = s/b2, both invertible"
    )
    proof.equal(one**2 / (2 * s) - one * one / (2 * s), 0, "that of x^2: c1 = -b1^2/(2s); likewise c2")
    proof.equal(s ** sp.Rational(1, 2) / sp.sqrt(s), 1, "and the constant: D_1 D_2 = s^(1/2)")
    root = sp.sqrt(s)
    matrix = one / root
    proof.equal(root / matrix, s / one, "with M = b1/s^(1/2): b2 = s^(1/2)/M")
    proof.equal(-(matrix**2) / 2, -(one**2) / (2 * s), "and c1 = -M^2/2")
    proof.equal(2 * free, free + free, "A_1 and A_2 stand in w.(A_1 + A_2) w alone")


UNBIASED = Statement(
    id="beyond/dense/unbiased",
    kind="identity",
    where=_WHERE,
    title="When the product is unbiased",
    text=(
        "D_1 D_2 f_1 f_2 has the mean exp(x.y) at all x, y iff 4A < I, B_1^T (I-4A)^(-1) B_2 = I, the symmetric parts of "
        "C_k are -B_k^T (I-4A)^(-1) B_k/2 and D_1 D_2 = det(I-4A)^(1/2): B_1 = (I-4A)^(1/2) M, B_2 = (I-4A)^(1/2) M^(-T)."
    ),
    latex=(
        r"B_1^\top(I-4A)^{-1}B_2=I,\quad C_k=-\tfrac12B_k^\top(I-4A)^{-1}B_k,\quad D_1D_2=\det(I-4A)^{1/2}"
    ),
    domain_text="A symmetric, 4A < I, B_k square; the claim for diagonal matrices",
    domain=_GENERAL,
    claim=All(
        (
            Equal(formula(_MEAN_OVER_KERNEL, _GENERAL, _NAMES), formula(_BIAS, _GENERAL, _NAMES)),
            On(
                _MATRICES,
                Equal(
                    formula(
                        sp.sqrt(times(S))
                        * times(
                            normal(2 * a[i], sp.sqrt(S) * (_M[i] * x[i] + y[i] / _M[i]))
                            * sp.exp(-(_M[i] ** 2 * x[i] ** 2 + y[i] ** 2 / _M[i] ** 2) / 2)
                        ),
                        _MATRICES,
                        "a M x y",
                    ),
                    formula(sp.exp(total(x[i] * y[i])), _MATRICES, "a M x y"),
                ),
                "M invertible",
            ),
        )
    ),
    checks=(
        Derivation(_forced, WHOLE, covered="the coefficients are real numbers of any sign; signs cancel"),
        mean_of_any_forms(formula(_BIAS, _GENERAL, _NAMES)),
        unbiased(formula(sp.exp(total(x[i] * y[i])), _MATRICES, "x y")),
    ),
    uses=("beyond/dense/mean",),
    note="The first part gives the factor by which any other choice of constants is off.",
)

_theta = sp.Symbol("theta", real=True)
_TWO = Rule(sp.Eq(Height(a), 2), "a, w and x have two entries")
_PLANE = lists(
    "a w x",
    MEAN,
    _TWO,
    others=(real("theta", reach=("1e-2", 6), meaning="angle of Q"),),
    extra=(
        {"a": "-1/2,1/8", "w": "1,-2", "x": "1/3,1", "theta": 1},
        {"a": "0,-3", "w": "1/2,1", "x": "-1,2", "theta": "-5/2"},
        {"a": "1/5,1/5", "w": "0,1", "x": "2,1/7", "theta": "1/10"},
    ),
)
_TURN = sp.Matrix([[sp.cos(_theta), -sp.sin(_theta)], [sp.sin(_theta), sp.cos(_theta)]])


def _pair(vector: sp.IndexedBase) -> sp.Matrix:
    return sp.Matrix([vector[0], vector[1]])


def _plain_feature(matrix: sp.Matrix, root: sp.Matrix, row: sp.Matrix, at: sp.Matrix) -> sp.Expr:
    """det(I-4A)^(1/4) exp(w.A w + w.root x - |x|^2/2), from the matrices."""
    exponent = (row.T * matrix * row + row.T * root * at - at.T * at / 2)[0]
    return (sp.eye(2) - 4 * matrix).det() ** sp.Rational(1, 4) * sp.exp(exponent)


_A = sp.Matrix([[a[0], 0], [0, a[1]]])
_ROOT = sp.Matrix([[sp.sqrt(1 - 4 * a[0]), 0], [0, sp.sqrt(1 - 4 * a[1])]])
_HERE = _plain_feature(_A, _ROOT, _pair(w), _pair(x))
_THERE = _plain_feature(_TURN * _A * _TURN.T, _TURN * _ROOT * _TURN.T, _TURN * _pair(w), _TURN * _pair(x))


def _gauge(proof: Proof) -> None:
    angle = sp.Symbol("theta", real=True)
    turn = sp.Matrix([[sp.cos(angle), -sp.sin(angle)], [sp.sin(angle), sp.cos(angle)]])
    proof.equal(turn.T * turn, sp.eye(2), "Q^T Q = I, so w and Q w have one law, N(0, I)")
    s, u = sp.symbols("s M", positive=True)
    proof.equal(sp.sqrt(s) * u - sp.sqrt(s) / u, sp.sqrt(s) * (u - 1 / u), "B_1 = B_2 iff M = M^(-T)")
    one, two = sp.symbols("x y", real=True)
    proof.equal(
        (u * one + two / u) ** 2 / 2 - u**2 * one**2 / 2 - two**2 / (2 * u**2),
        one * two,
        "|M x + M^(-T) y|^2/2 and the constants leave x.y, in one coordinate",
    )
    proof.cite("(QAQ^T)^(1/2) = Q A^(1/2) Q^T for the positive root, and det(QAQ^T) = det A")


GAUGE = Statement(
    id="beyond/dense/gauge",
    kind="identity",
    where=_WHERE,
    title="What of A and M matters",
    text=(
        "B_1 = B_2 iff M is orthogonal, and then C = -I/2; (A, M) and (QAQ^T, QM) give one joint law of all features for "
        "every orthogonal Q; up to the factor K the product depends on x and y through M x + M^(-T) y alone."
    ),
    latex=r"(A,M)\sim(QAQ^\top,QM),\quad v=Mx+M^{-\top}y",
    domain_text="4A < I; the claim in the plane, with Mx in the place of x",
    domain=_PLANE,
    claim=Equal(formula(_HERE, _PLANE, "a w x theta"), formula(_THERE, _PLANE, "a w x theta")),
    checks=(
        Derivation(_gauge, WHOLE, covered="theta is any angle; M stands for one of its singular values"),
        turned_error(),
    ),
    uses=("beyond/dense/unbiased",),
    note=(
        "Row by row: the feature of (QAQ^T, QM) at the row Qw is that of (A, M) at w. It needs rows whose joint law no "
        "rotation changes, which Hadamard rows do not have."
    ),
)

STATEMENTS = (
    FEATURE,
    MEAN_OF_PRODUCT,
    UNBIASED,
    GAUGE,
)
