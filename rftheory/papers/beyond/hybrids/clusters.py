"""Errors of zero-one hybrids averaged over Gaussian clusters, beyond Appendix H of hrf.

x and y of a cell are N(mu, s2 I) and N(nu, s2 I), A is diagonal, labels are known. With
J(M) = det(I - 2 s2 M)^(-1/2) exp(v.M (I - 2 s2 M)^(-1) v) for a 2 x 2 form M at v = (mu_k, nu_k), main results:
* Real A: the averaged error is (prod J_k(M_k) - prod J_k(M_0))/m, M_k = [[a^2, 2], [2, a^-2]], M_0 = [[0, 1], [1, 0]].
* Real or imaginary entries, real part taken: half the sum of two such products, for |z|^2 and for z.z, takes the place
  of the first.
* At a real entry the average is finite exactly for s2 < 1/(2 lambda_max(M)), which is 1/6 at a = 1.

Proved by completing the square in the plane; products of closed forms agree with those by matrix algebra.
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
    Every,
    Exists,
    Expectation,
    Given,
    Limit,
    MeanSquareError,
    On,
    Proof,
    Representations,
    Rule,
    Statement,
    entries,
    every,
    formula,
    nonzero,
    real,
    same_length,
    vector,
)
from rftheory.papers._shared.complex_pairs import complex_error
from rftheory.papers._shared.invariants import COUNT, m
from rftheory.papers.beyond._lemmas.gaussian_cells import (
    S2,
    A,
    PlaneMean,
    finite_mean,
    gaussian_integral_steps,
)
from rftheory.papers.beyond._lemmas.hybrid_terms import IN_CELLS

_mus, _nus, _as, _re, _im = (sp.IndexedBase(name) for name in ("mu", "nu", "a", "a_re", "a_im"))
_k = sp.Symbol("k", integer=True, nonnegative=True)
_d = sp.Symbol("d", positive=True, integer=True)
_SPREAD = real("s2", 0, reach=("1/1000", "1/10"), meaning="variance of a coordinate in both clusters")
_CENTRES = (vector("mu", "centre of the x cluster"), vector("nu", "centre of the y cluster"))
_AT = (_mus[_k], _nus[_k])
_PLAIN = PlaneMean(sp.S.Zero, sp.S.One, sp.S.Zero, _AT)


def _product(block: PlaneMean) -> sp.Expr:
    """prod_k J_k as stated."""
    return sp.Product(block.literal, (_k, 0, _d - 1))


def _quotient(block: PlaneMean, plain: PlaneMean) -> sp.Expr:
    """prod J_k / prod J_k(M_0), exactly 1 where both are the same rational exponentials."""
    limits = (_k, 0, _d - 1)
    return sp.sqrt(sp.Product(plain.square / block.square, limits)) * sp.exp(
        sp.Sum(block.exponent - plain.exponent, limits)
    )


def _kernel(plain: PlaneMean) -> sp.Expr:
    """prod_k J_k(M_0) in closed form."""
    limits = (_k, 0, _d - 1)
    return sp.exp(sp.Sum(plain.exponent, limits)) / sp.sqrt(sp.Product(plain.square, limits))


def _lengths(name: str) -> Rule:
    """One entry of the diagonal for each coordinate of the centres."""
    return Rule(
        same_length(sp.IndexedBase(name), _mus, _nus),
        f"{name}, mu and nu have the same length",
        f"{name} mu nu",
    )


def _quadratic_forms(proof: Proof) -> None:
    """SM^2, SM^2 e^L and Re SM^2 e^{z.z} in one coordinate, for a real and for an imaginary entry."""
    a, u, w = sp.symbols("a u w", real=True, nonzero=True)
    point = sp.Matrix([u, w])

    def value(first: sp.Expr, mixed: sp.Expr, last: sp.Expr) -> sp.Expr:
        return sp.expand((point.T * sp.Matrix([[first, mixed], [mixed, last]]) * point)[0])

    proof.equal(value(0, 1, 0), 2 * u * w, "SM^2: twice x_k y_k")
    loss = sp.expand((a * u + w / a) ** 2)
    proof.equal(value(a**2, 2, a**-2), 2 * u * w + loss, "real entry a: z_k^2 = |z_k|^2 = (a x + y/a)^2")
    imaginary = sp.expand((sp.I * a * u + w / (sp.I * a)) ** 2)
    proof.equal(value(-(a**2), 2, -(a**-2)), 2 * u * w + imaginary, "entry ib: z_k^2 = -(b x - y/b)^2, real")
    proof.equal(value(a**2, 0, a**-2), 2 * u * w - imaginary, "entry ib: |z_k|^2 = (b x - y/b)^2")
    proof.cite("the coordinates are independent, so means of products over k are products of means")


_REAL = PlaneMean(_as[_k] ** 2, sp.Integer(2), 1 / _as[_k] ** 2, _AT)

_REAL_DOMAIN = Domain(
    (COUNT, _SPREAD, *_CENTRES, vector("a", "diagonal of A")),
    (
        _lengths("a"),
        Rule(nonzero(_as), "every entry of a is nonzero"),
        Rule(
            every(_as, lambda entry: sp.Or(sp.Eq(entry, 0), finite_mean(S2, entry**2, 1))),
            "2 s2 lambda_max(M_k) < 1 for every k",
        ),
    ),
    extra=(
        {"m": 1, "s2": "1/20", "mu": "1,-1/2", "nu": "1/3,2", "a": "1,2"},
        {"m": 10, "s2": "1/7", "mu": "1", "nu": "-1", "a": "1"},
        {"m": 2, "s2": 0, "mu": "1,2", "nu": "-1,1", "a": "1,1/2"},
        {"m": 1, "s2": "1/1000", "mu": "0,0,1", "nu": "1,0,-4", "a": "2,1,-2"},
        {"m": 1, "s2": "1/50", "mu": "20,-10", "nu": "-5,30", "a": "1/2,2"},
        {"m": 3, "s2": "1e-12", "mu": "1", "nu": "-1", "a": "1"},
        {"m": 4, "s2": 0, "mu": "1", "nu": "-1", "a": "1"},
    ),
)


def _average_real(proof: Proof) -> None:
    complex_error(proof)
    _quadratic_forms(proof)
    gaussian_integral_steps(proof)
    proof.cite(
        "labels known: inside the cells the hybrid is their CE estimator, of error SM^2 (e^L - 1)/m at each pair"
    )


CLUSTER_AVERAGE_REAL = Statement(
    id="beyond/cluster/average-real",
    kind="identity",
    where="completes hrf, Definition H.2",
    title="Average error in a pair of Gaussian cells, real diagonal A",
    text="With known labels the MSE averaged over two Gaussian cells is a difference of products of 2 x 2 integrals.",
    latex=(
        r"\tfrac1m\Big(\prod_kJ_k(M_k)-\prod_kJ_k(M_0)\Big),\quad J_k(M)=\frac{e^{v_k^\top M(I-2s_2M)^{-1}v_k}}"
        r"{\sqrt{\det(I-2s_2M)}}"
    ),
    domain_text="2 s2 lambda_max(M_k) < 1 for all k",
    domain=_REAL_DOMAIN,
    sides={
        "": formula(
            (_product(_REAL) - _product(_PLAIN)) / m,
            _REAL_DOMAIN,
            "m s2 mu nu a",
            closed=_kernel(_PLAIN) * (_quotient(_REAL, _PLAIN) - 1) / m,
        )
    },
    claim=All(
        (
            Equal(Expectation(MeanSquareError(IN_CELLS)), ""),
            Equal(
                "",
                formula(_kernel(_PLAIN) * (_quotient(_REAL, _PLAIN) - 1) / m, _REAL_DOMAIN, "m s2 mu nu a"),
            ),
        )
    ),
    checks=(
        Derivation(
            _average_real,
            WHOLE,
            covered="at s2 = 0 the cells are points: K = I, and the mean is the value at their centres",
        ),
        Representations("", points=tuple(dict(point) for point in _REAL_DOMAIN.extra[:6])),
    ),
    uses=("beyond/ce/complex-error",),
    mechanism=("clustered-hybrid",),
    setting="zero-one hybrid, one pair of Gaussian cells, labels known",
)

_SIZE = _re[_k] ** 2 + _im[_k] ** 2
_TYPE = (_re[_k] ** 2 - _im[_k] ** 2) / _SIZE  # 1 for a real entry, -1 for an imaginary one
_ABS = PlaneMean(_SIZE, 1 + _TYPE, 1 / _SIZE, _AT)
_BIL = PlaneMean(_TYPE * _SIZE, sp.Integer(2), _TYPE / _SIZE, _AT)

_COMPLEX_DOMAIN = Domain(
    (
        COUNT,
        _SPREAD,
        *_CENTRES,
        vector("a_re", "real parts of the diagonal"),
        vector("a_im", "imaginary parts"),
    ),
    (
        _lengths("a_re"),
        Rule(
            sp.And(
                same_length(_re, _im),
                Every(
                    sp.Or(
                        sp.And(sp.Eq(_re[PLACE], 0), sp.Ne(_im[PLACE], 0)),
                        sp.And(sp.Ne(_re[PLACE], 0), sp.Eq(_im[PLACE], 0)),
                    ),
                    entries(_re),
                ),
            ),
            "every entry a_re + i a_im is real or purely imaginary, and not 0",
        ),
        Rule(
            Every(
                sp.Or(
                    sp.And(sp.Eq(_re[PLACE], 0), sp.Eq(_im[PLACE], 0)),
                    sp.And(sp.Ne(_re[PLACE], 0), finite_mean(S2, _re[PLACE] ** 2 + _im[PLACE] ** 2, 1)),
                    sp.And(sp.Eq(_re[PLACE], 0), finite_mean(S2, _im[PLACE] ** 2, -1)),
                ),
                entries(_re),
            ),
            "the averages are finite: I - 2 s2 M positive definite for every form M",
        ),
    ),
    extra=(
        {"m": 1, "s2": "1/20", "mu": "1,-1/2", "nu": "1/3,2", "a_re": "0,2", "a_im": "1,0"},
        {"m": 10, "s2": "1/7", "mu": "1", "nu": "1", "a_re": "0", "a_im": "1"},
        {"m": 2, "s2": "1/10", "mu": "1,2", "nu": "-1,1", "a_re": "0,0", "a_im": "1,-1/2"},
        {"m": 1, "s2": "1/1000", "mu": "0,0,1", "nu": "1,0,-4", "a_re": "2,0,-2", "a_im": "0,3,0"},
        {"m": 1, "s2": "1/50", "mu": "20,-10", "nu": "5,-30", "a_re": "0,0", "a_im": "1/2,2"},
        {"m": 4, "s2": 0, "mu": "1,2", "nu": "1,-2", "a_re": "0,1", "a_im": "1,0"},
    ),
)

_COUPLED: tuple[dict[str, object], ...] = (
    {"m": 3, "s2": "1/30", "mu": "1,-1/2", "nu": "1/3,2", "a_re": "0,2", "a_im": "1,0"},
    *(dict(point) for point in _COMPLEX_DOMAIN.extra[:5]),
)


def _average_complex(proof: Proof) -> None:
    complex_error(proof)
    u, v = sp.symbols("u v", real=True)
    t = u + sp.I * v
    proof.equal((sp.Abs(t) ** 2 + sp.re(sp.expand(t**2))) / 2, u**2, "(Re T)^2 = (|T|^2 + Re T^2)/2")
    _quadratic_forms(proof)
    gaussian_integral_steps(proof)
    proof.cite("labels known: inside the cells the hybrid is their CE estimator, real part taken")


CLUSTER_AVERAGE_COMPLEX = Statement(
    id="beyond/cluster/average-complex",
    kind="identity",
    where="completes hrf, Definition H.2",
    title="Average error in a pair of Gaussian cells, real and imaginary entries",
    text="With imaginary entries and the real part taken, two forms for |z|^2 and z.z take the place of one.",
    latex=r"\tfrac1m\Big[\tfrac{\prod J_k(M_k^{abs})+\prod J_k(M_k^{bil})}2-\prod J_k(M_0)\Big]",
    domain_text="integrals finite",
    domain=_COMPLEX_DOMAIN,
    sides={
        "": formula(
            ((_product(_ABS) + _product(_BIL)) / 2 - _product(_PLAIN)) / m,
            _COMPLEX_DOMAIN,
            "m s2 mu nu a_re a_im",
            closed=_kernel(_PLAIN) * ((_quotient(_ABS, _PLAIN) + _quotient(_BIL, _PLAIN)) / 2 - 1) / m,
        )
    },
    claim=All(
        (
            Equal(Expectation(MeanSquareError(IN_CELLS)), ""),
            Equal(
                "",
                formula(
                    _kernel(_PLAIN) * ((_quotient(_ABS, _PLAIN) + _quotient(_BIL, _PLAIN)) / 2 - 1) / m,
                    _COMPLEX_DOMAIN,
                    "m s2 mu nu a_re a_im",
                ),
            ),
        )
    ),
    checks=(
        Derivation(
            _average_complex,
            WHOLE,
            covered="at s2 = 0 the cells are points: K = I, and the mean is the value at their centres",
        ),
        Representations("", points=_COUPLED),
    ),
    uses=("beyond/ce/real-variance",),
    mechanism=("clustered-hybrid",),
    setting="zero-one hybrid, real part",
)

_ENTRY = Domain(
    (real("a", reach=("1/100", 100), meaning="real entry of A"),),
    (Rule(sp.Ne(A, 0), "a is nonzero"),),
    extra=({"a": 1}, {"a": 2}, {"a": "-1/3"}, {"a": 1000}, {"a": "1e-3"}),
)

_LARGEST = (A**2 + A**-2) / 2 + sp.sqrt(((A**2 - A**-2) / 2) ** 2 + 4)
_TRACE = A**2 + A**-2


def _critical(proof: Proof) -> None:
    q, s, t = sp.symbols("q s t", positive=True)
    form = sp.Matrix([[q, 2], [2, 1 / q]])
    largest = (q + 1 / q) / 2 + sp.sqrt(((q - 1 / q) / 2) ** 2 + 4)
    proof.equal((form - largest * sp.eye(2)).det(), sp.S.Zero, "lambda_max is an eigenvalue of M")
    proof.positive(
        sp.sqrt(((q - 1 / q) / 2) ** 2 + 4), "the other eigenvalue has this root with the minus sign: smaller"
    )
    proof.equal((sp.eye(2) - 2 * s * form).det(), 1 - 2 * s * (q + 1 / q) - 12 * s**2, "det(I - 2 s2 M)")
    proof.equal(largest.subs(q, 1), sp.Integer(3), "a = 1: lambda_max = 3, the critical variance is 1/6")
    c, b = sp.symbols("c b", nonnegative=True)
    proof.nonnegative(
        c * t**2 + b * t,
        "if I - 2 s2 M is not positive definite, the integrand along an eigenvector is exp(c t^2 + b t), c >= 0, at "
        "least 1 on one half of the line: the average of SM^2 e^L is infinite",
    )
    proof.cite(
        "SM^2 alone has a finite average for 2 s2 < 1, and lambda_max >= 3: the MSE is finite with that of SM^2 e^L"
    )
    gaussian_integral_steps(proof)


_C, _MEAN_ERROR = sp.Symbol("C", real=True), Expectation(MeanSquareError(IN_CELLS))
_CUT_OFF = Expectation(sp.Min(MeanSquareError(IN_CELLS), _C, evaluate=False))
_CELLS = Domain((COUNT, _SPREAD, real("mu"), real("nu"), *_ENTRY.parameters), _ENTRY.rules)

CLUSTER_FINITE = Statement(
    id="beyond/cluster/finite",
    kind="identity",
    where="completes hrf, Definition H.2",
    title="Critical variance of a cell",
    text="The averaged MSE at a real entry a is finite exactly below s2 = 1/(2 lambda_max), which is 1/6 at a = 1.",
    latex=(
        r"s_2<\tfrac1{2\lambda_{max}},\quad\lambda_{max}=\tfrac{a^2+a^{-2}}2"
        r"+\sqrt{\big(\tfrac{a^2-a^{-2}}2\big)^2+4}"
    ),
    domain_text="real a nonzero",
    domain=_ENTRY,
    sides={"": formula(1 / (2 * _LARGEST), _ENTRY, "a", closed=1 / (_TRACE + sp.sqrt(_TRACE**2 + 12)))},
    claim=All(
        (
            On(
                _CELLS,
                All(
                    (
                        Given(S2 < 1 / (2 * _LARGEST), Exists((real("C"),), Below(_MEAN_ERROR, _C))),
                        Given(S2 >= 1 / (2 * _LARGEST), Limit(_CUT_OFF, "C", sp.oo, sp.oo)),
                    )
                ),
                "one coordinate, every variance s2, centres mu and nu",
            ),
            Equal("", formula(1 / (_TRACE + sp.sqrt(_TRACE**2 + 12)), _ENTRY, "a")),
            On(Domain((real("a", 1, 1),)), Equal("", sp.Rational(1, 6)), "a = 1"),
        )
    ),
    checks=(Derivation(_critical, WHOLE),),
    uses=("beyond/cluster/average-real",),
    mechanism=("clustered-hybrid",),
)

STATEMENTS = (
    CLUSTER_AVERAGE_REAL,
    CLUSTER_AVERAGE_COMPLEX,
    CLUSTER_FINITE,
)
