"""What real, diagonal and complex matrices can reach in complex exponential estimators, beyond hrf.

l(A) = |Ax + A^(-T)y|^2 for real A is the loss of which the error is SM^2 (e^l - 1)/m. Main results:
* Over real invertible A the infimum of l(A) is 4 max(0, x.y), attained exactly when x.y is not 0.
* Over real diagonal A the minimum is 4 sum_k max(0, x_k y_k), at |a_k| = sqrt|y_k/x_k|.
* For any nonzero x and y some invertible complex A has Ax + A^(-T)y = 0: the estimate there is exact.

Proofs: the arithmetic-geometric mean and Cauchy-Schwarz, and matrices written down in the plane of x and y.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Exists,
    Given,
    MeanSquareError,
    On,
    Proof,
    Rule,
    Statement,
    formula,
    nonzero,
    real,
    same_length,
    some,
    vector,
    vectors,
)
from rftheory.papers._shared.complex_pairs import (
    INPUTS,
    LOSS,
    PAIR,
    SAME_LENGTH,
    SM,
    XY,
    complex_error,
    estimator_steps,
    matrix_pairs,
    with_values,
    x,
    y,
)
from rftheory.papers._shared.invariants import COUNT, m
from rftheory.papers.beyond._lemmas.hybrid_terms import REAL_MATRIX, REAL_PART


def _plane() -> tuple[sp.Symbol, sp.Symbol, sp.Symbol, sp.Symbol]:
    """x = (p, 0), y = (y1, y2) in a plane: what orthogonal coordinates make of any pair with x nonzero."""
    p, t = sp.symbols("p t", positive=True)
    return p, t, sp.Symbol("y2", real=True), sp.Symbol("y1", positive=True)


def _real_floor(proof: Proof) -> None:
    """|u + v|^2 with u.v fixed, and matrices that reach the floor or approach it."""
    a, b, s = sp.symbols("a b s", real=True)  # |Ax|, |A^-T y|, x.y
    estimator_steps(proof)
    proof.equal(
        a**2 + b**2 + 2 * s - (2 * a * b + 2 * s),
        (a - b) ** 2,
        "l(A) = |Ax|^2 + |A^(-T)y|^2 + 2 x.y >= 2 |Ax||A^(-T)y| + 2 x.y",
    )
    proof.cite("Cauchy-Schwarz: |Ax||A^(-T)y| >= |(Ax).(A^(-T)y)| = |x.y|")
    proof.cite(
        "A -> AQ with an orthogonal Q turns both inputs: x = (p, 0), y = (y1, y2), d = 1 or a plane of R^d"
    )
    p, t, y2, y1 = _plane()
    entry, shear = sp.sqrt(y1 / p), y2 / sp.sqrt(y1 * p)
    for sign in (1, -1):
        upper = sp.Matrix([[entry, shear], [0, t]])
        first = upper * sp.Matrix([p, 0])
        second = upper.T.inv() * sp.Matrix([sign * y1, sign * y2])
        proof.equal(
            first,
            sign * second,
            f"x.y of sign {sign}: an A with A^(-T)y = {sign} Ax reaches the floor (d = 1: its first entry)",
        )
        proof.positive(upper.det(), "it is invertible")
        total = sp.simplify((first + second).dot(first + second))
        proof.equal(total, 2 * (p * y1 + sign * p * y1), "its loss is 2(|x.y| + x.y)")
    flat = sp.diag(t, 1 / t)
    image, inverse = flat * sp.Matrix([p, 0]), flat.T.inv() * sp.Matrix([0, y2])
    loss = (image + inverse).dot(image + inverse)
    proof.limit(sp.expand(loss), t, 0, 0, "x.y = 0 (d >= 2): diag(t, 1/t) has a loss that tends to 0")
    proof.positive((t * p) ** 2, "and no A reaches 0: A^(-T)y = -Ax would make x.y = -|Ax|^2 < 0")
    complex_error(proof)


_REAL_POINTS: tuple[dict[str, object], ...] = (
    {"A_re": "1,0;1/2,2", "A_im": "0,0;0,0", "x": "1/2,-1", "y": "1,1/3"},
    {"A_re": "2", "A_im": "0", "x": "1", "y": "4"},
    {"A_re": "3", "A_im": "0", "x": "1", "y": "-9"},
    {"A_re": "1/10,0;0,10", "A_im": "0,0;0,0", "x": "1,0", "y": "0,1"},
    {"A_re": "1,2,0;0,1,-1;1/2,0,3", "A_im": "0,0,0;0,0,0;0,0,0", "x": "1,-1/2,1", "y": "1,1/2,-1/4"},
)

_REAL = matrix_pairs(
    extra=_REAL_POINTS,
    rules=(REAL_MATRIX,),
)
_REAL_COUNTED = matrix_pairs(COUNT, extra=with_values(_REAL_POINTS, m=(1, 3)), rules=(REAL_MATRIX,))
_SOME_REAL = (vectors("A_re", meaning="real invertible A, by rows"),)
_eps = sp.Symbol("eps", positive=True)
_LEAST_VARIANCE = sp.exp(2 * XY) * (sp.exp(2 * (sp.Abs(XY) + XY)) - 1) / m

_INNER = Domain(
    (COUNT, real("xy", meaning="inner product of x and y")),
    extra=(
        {"m": 1, "xy": 0},
        {"m": 1, "xy": 1},
        {"m": 5, "xy": -2},
        {"m": 10, "xy": "1e-9"},
        {"m": 2, "xy": 1000},
    ),
)

_xy = sp.Symbol("xy", real=True)
_FLOOR, _FLOOR_EXACT = 4 * sp.Max(0, _xy), 2 * (sp.Abs(_xy) + _xy)

CE_REAL_FLOOR = Statement(
    id="beyond/ce/real-floor",
    kind="optimality",
    where="completes hrf, eq. (21)",
    title="What a real matrix can reach",
    text=(
        "Over real invertible A the infimum of l(A) is 4 max(0, x.y), attained exactly when x.y is not 0; so a "
        "real CE estimator has at least the corresponding variance."
    ),
    latex=r"\inf_{A\in GL_d(\mathbb R)}l(A)=4\max(0,x\cdot y)",
    domain_text="x, y nonzero real",
    domain=_INNER,
    sides={
        "loss": formula(_FLOOR, _INNER, "xy", closed=_FLOOR_EXACT),
        "variance": formula(
            sp.exp(_xy) ** 2 * (sp.exp(_FLOOR) - 1) / m,
            _INNER,
            "m xy",
            closed=sp.exp(2 * _xy) * (sp.exp(_FLOOR_EXACT) - 1) / m,
        ),
    },
    claim=All(
        (
            On(
                _REAL,
                Below(formula(2 * (sp.Abs(XY) + XY), _REAL, "x y"), formula(LOSS, _REAL, PAIR), strict=False),
                "A real",
            ),
            On(
                _REAL_COUNTED,
                Below(
                    formula(_LEAST_VARIANCE, _REAL_COUNTED, "m x y"),
                    formula(SM**2 * (sp.exp(LOSS) - 1) / m, _REAL_COUNTED, f"m {PAIR}"),
                    strict=False,
                ),
                "A real",
            ),
            Equal("loss", formula(_FLOOR_EXACT, _INNER, "xy")),
            Equal("variance", formula(sp.exp(2 * _xy) * (sp.exp(_FLOOR_EXACT) - 1) / m, _INNER, "m xy")),
            Given(sp.Ne(_xy, 0), Exists(_SOME_REAL, Equal(LOSS, 2 * (sp.Abs(XY) + XY)))),
            Given(sp.Eq(_xy, 0), Below(sp.S.Zero, LOSS)),
            Given(sp.Eq(_xy, 0) & (_eps > 0), Exists(_SOME_REAL, Below(LOSS, _eps))),
        )
    ),
    checks=(Derivation(_real_floor, WHOLE),),
    uses=("beyond/ce/complex-error",),
    mechanism=("complex-exponential-real",),
    setting="CE, real A",
)


def _coordinates(proof: Proof) -> None:
    a, p, q = sp.symbols("a p q", positive=True)  # |a_k|, |x_k|, |y_k|
    for sign in (1, -1):
        term = (a * p + sign * q / a) ** 2
        proof.equal(
            term - 2 * (p * q + sign * p * q),
            (a * p - q / a) ** 2,
            f"x_k y_k of sign {sign}: the term exceeds 4 max(0, x_k y_k) by a square",
        )
    best = sp.sqrt(q / p)
    proof.equal(best * p, q / best, "which vanishes at |a_k| = sqrt|y_k/x_k|: the minimum is attained")


_VECTORS = Domain(
    INPUTS,
    (
        SAME_LENGTH,
        Rule(nonzero(x), "all entries of x are nonzero"),
        Rule(nonzero(y), "all entries of y are nonzero"),
    ),
    extra=(
        {"x": "1,2", "y": "3,-1/2"},
        {"x": "1", "y": "1"},
        {"x": "1,-1/3", "y": "-1,4"},
        {"x": "1/1000,-2,7", "y": "1/7,1000,3"},
        {"x": "-30,20", "y": "-40,10"},
    ),
)

_k = sp.Symbol("k", integer=True, nonnegative=True)
_d = sp.Symbol("d", positive=True, integer=True)
_PRODUCTS = x[_k] * y[_k]

_DIAGONAL_FLOOR = formula(
    4 * sp.Sum(sp.Max(0, _PRODUCTS), (_k, 0, _d - 1)),
    _VECTORS,
    "x y",
    closed=2 * sp.Sum(sp.Abs(_PRODUCTS) + _PRODUCTS, (_k, 0, _d - 1)),
)

_a = sp.IndexedBase("a")
_DIAGONALS = Domain(
    (vector("a", "diagonal of A"), *INPUTS),
    (
        *_VECTORS.rules,
        Rule(same_length(_a, x), "a has the length of x"),
        Rule(nonzero(_a), "A is invertible"),
    ),
    extra=tuple(
        {"a": a, **point}
        for a, point in zip(("1,1/2", "2", "1,-3", "1/10,5,-1", "1,1"), _VECTORS.extra, strict=True)
    ),
)
_LOSS_OF_DIAGONAL = sp.Sum((_a[_k] * x[_k] + y[_k] / _a[_k]) ** 2, (_k, 0, _d - 1))
_LOSS_AT_BEST = sp.Sum(
    (sp.sqrt(sp.Abs(y[_k] / x[_k])) * x[_k] + y[_k] / sp.sqrt(sp.Abs(y[_k] / x[_k]))) ** 2, (_k, 0, _d - 1)
)

CE_REAL_DIAGONAL_FLOOR = Statement(
    id="beyond/ce/real-diagonal-floor",
    kind="optimality",
    where="completes hrf, eq. (88)",
    title="What a real diagonal matrix can reach",
    text="Over real diagonal A the least loss is 4 times the sum of the positive products x_k y_k.",
    latex=r"\min_{A\ \mathrm{diag}}l(A)=4\sum_k\max(0,x_ky_k)",
    domain_text="nonzero entries",
    domain=_VECTORS,
    sides={"": _DIAGONAL_FLOOR},
    claim=All(
        (
            On(
                _DIAGONALS,
                Below("", formula(_LOSS_OF_DIAGONAL, _DIAGONALS, "a x y"), strict=False),
                "a the diagonal of A",
            ),
            Equal("", formula(_LOSS_AT_BEST, _VECTORS, "x y")),
        )
    ),
    checks=(Derivation(_coordinates, WHOLE),),
    uses=("beyond/ce/complex-error",),
    mechanism=("complex-exponential-real",),
    setting="CE, real diagonal A",
)


def _complex_zero(proof: Proof) -> None:
    """A complex A with A^T A x = -y: then A^{-T} y = -A x."""
    p, t, y2, y1 = _plane()
    proof.cite(
        "A -> AQ with a real orthogonal Q turns both inputs: x = (p, 0, ..), y = (y1, y2, 0, ..), p > 0"
    )
    for sign in (1, -1):
        corner = sp.sqrt(-sign * y1 / p)  # imaginary for x.y > 0
        upper = sp.Matrix([[corner, -sign * y2 / (p * corner)], [0, t]])
        at, other = upper * sp.Matrix([p, 0]), upper.T.inv() * sp.Matrix([sign * y1, sign * y2])
        proof.equal(at, -other, f"x.y of sign {sign}: an upper triangular A with Ax = -A^(-T)y")
        proof.positive(sp.Abs(upper.det()), "it is invertible")
    s = sp.Symbol("s", nonzero=True, real=True)
    root = sp.sqrt(-s / (2 * p))
    square = root * sp.Matrix([[1, 1], [sp.I, -sp.I]])
    proof.equal(
        square * sp.Matrix([p, 0]),
        -square.T.inv() * sp.Matrix([0, s]),
        "x.y = 0, y = (0, s): the matrix sqrt(-s/(2p)) [[1, 1], [i, -i]]; ones fill the other dimensions",
    )
    proof.positive(sp.Abs(square.det()), "it is invertible")
    complex_error(proof)


_NOT_ZERO = Domain(
    INPUTS,
    (SAME_LENGTH, *(Rule(some(u, lambda entry: sp.Ne(entry, 0)), f"{u} is nonzero") for u in (x, y))),
    extra=_VECTORS.extra,
)

CE_COMPLEX_ZERO = Statement(
    id="beyond/ce/complex-zero",
    kind="identity",
    where="completes hrf, eq. (17)",
    title="A complex matrix makes any pair exact",
    text="For any nonzero real x and y some invertible complex A has loss 0, so the estimate at (x, y) is exact.",
    latex=r"\forall x,y\ne0\ \exists A\in GL_d(\mathbb C):\ Ax+A^{-\top}y=0",
    domain_text="x, y nonzero",
    domain=_NOT_ZERO,
    claim=Exists(
        (vectors("A_re", meaning="real part of an invertible A"), vectors("A_im", meaning="imaginary part")),
        All((Equal(LOSS, sp.S.Zero), Equal(MeanSquareError(REAL_PART), sp.S.Zero))),
    ),
    checks=(Derivation(_complex_zero, WHOLE),),
    uses=("hrf/eq17",),
    mechanism=("complex-exponential",),
    setting="CE, full complex A",
)

STATEMENTS = (
    CE_REAL_FLOOR,
    CE_REAL_DIAGONAL_FLOOR,
    CE_COMPLEX_ZERO,
)
