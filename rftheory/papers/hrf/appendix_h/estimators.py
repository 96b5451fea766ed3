"""Appendix H.2 of hrf, (89)-(92): the base estimators of a pair of cluster centres and their errors.

Main result: with the complex matrix (86) the estimator has no variance at the centres.

False as printed
* (89), (90): norm bars |Ax|^2, |A^-1 y|^2 in the exponents. Right for real A; for complex A the bilinear squares of
  (14), (15) are meant.
* That with the real matrix (88) the variance at the centres is small: the MSE is
  SM^2 (e^{4 sum_k max(0, r_i,k r_j,k)} - 1)/m, without bound over SM^2 for centres that share a sign.

Proofs. Lemma 2.4 coordinate by coordinate; the error SM^2 (e^l - 1)/m at the least loss l of (88).
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
    Erratum,
    Estimate,
    Exists,
    Formula,
    Proof,
    Representations,
    Restated,
    Statement,
    Variance,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers._shared.complex_pairs import INPUTS, complex_error, gaussian_mgf
from rftheory.papers._shared.invariants import m
from rftheory.papers.hrf._lemmas.centres import (
    CENTRES,
    ENTRIES,
    LEAST_LOSS,
    LOSS_POINTS,
    REAL_LOSS,
    least,
    solutions,
)
from rftheory.papers.hrf._lemmas.diagonal import (
    BILINEAR_AX,
    BILINEAR_AY,
    BILINEAR_Z,
    ERROR,
    HERMITIAN_AX,
    HERMITIAN_AY,
    NAMES,
    PRODUCT,
    diagonal_pairs,
    solved_pairs,
)

_SM = sp.exp(PRODUCT)
_DIAGONALS = diagonal_pairs()


def _complex(expression: sp.Expr, domain: Domain = _DIAGONALS, names: str = NAMES) -> Formula:
    return formula(expression, domain, names, complex_valued=True)


def _bilinear_squares(proof: Proof) -> None:
    gaussian_mgf(proof)
    a = sp.Symbol("a", nonzero=True)
    u, v = sp.symbols("u v", real=True)
    proof.equal(
        sp.exp((a * u + v / a) ** 2 / 2),
        sp.exp((a * u) ** 2 / 2) * sp.exp((v / a) ** 2 / 2) * sp.exp(u * v),
        "each coordinate, any complex entry a: squares without absolute values",
    )


_MEAN = _complex(sp.exp(BILINEAR_Z / 2))

EQ89 = Statement(
    id="hrf/eq89",
    kind="identity",
    where="eq. (89)",
    title="The kernel inside an exponential mean, with norms",
    text="(14) for a diagonal matrix, with norms |Ax|^2 and |A^(-1)y|^2 in the exponents.",
    latex=r"e^{\|Ax\|^2/2}\,e^{\|A^{-1}y\|^2/2}\,SM(x,y)=\mathbb E\big[e^{\omega^\top(Ax+A^{-1}y)}\big],\ A=A^{i,j}",
    domain_text="real or complex diagonal A",
    domain=_DIAGONALS,
    sides={
        "lhs": _complex(sp.exp(HERMITIAN_AX / 2) * sp.exp(HERMITIAN_AY / 2) * _SM),
        "rhs": _MEAN,
    },
    claim=Equal(),
    uses=("hrf/lemma2.4",),
    mechanism=("complex-exponential",),
    setting="CE, diagonal A",
    erratum=Erratum(
        kind="misprint",
        at="eq. (89)",
        formula=r"e^{\|Ax\|^2/2}\,e^{\|A^{-1}y\|^2/2}\,SM(x,y)=\mathbb E\big[e^{\omega^\top(Ax+A^{-1}y)}\big]",
        false="For complex A the exponents need the bilinear squares of (14), not the norms that are printed.",
        weight=2,
        points=(
            {"a_re": "0,1", "a_im": "1,0", "x": "1,1", "y": "1,-1"},
            {"a_re": "0,1", "a_im": "1,0", "x": "1,1", "y": "2,1"},
        ),
        script=(
            "A = [mpc(p, q) for p, q in zip(a_re, a_im)]\n"
            "norm2 = lambda v: fsum(abs(c)**2 for c in v)\n"
            "ax, ay = [a*u for a, u in zip(A, x)], [v/a for a, v in zip(A, y)]\n"
            "left = exp(norm2(ax)/2)*exp(norm2(ay)/2)*exp(fdot(x, y))\n"
            "right = re(exp(fsum((p + q)**2 for p, q in zip(ax, ay))/2))  # E exp(w.z) = exp(z.z/2)\n"
        ),
        relation="=",
        objection="(14) and (16) print no bars; for a real matrix, as in the experiments, the bars do no harm.",
    ),
    note="True for real A. For complex A (14), without bars, has the bilinear squares that are meant.",
).corrected(
    where="eq. (89), as (14)",
    title="The kernel inside an exponential mean, with bilinear squares",
    text="The identity holds for every complex diagonal A with the bilinear squares of (14).",
    latex=r"e^{(Ax)^2/2}\,e^{(A^{-1}y)^2/2}\,SM(x,y)=\mathbb E\big[e^{\omega^\top(Ax+A^{-1}y)}\big]",
    sides={
        "lhs": _complex(sp.exp(BILINEAR_AX / 2) * sp.exp(BILINEAR_AY / 2) * _SM),
        "rhs": _MEAN,
    },
    checks=(Derivation(_bilinear_squares, WHOLE),),
    uses=("hrf/lemma2.4",),
)

_KERNEL = formula(_SM, _DIAGONALS, "x y")

EQ90 = Statement(
    id="hrf/eq90",
    kind="identity",
    where="eqs. (90)-(92)",
    title="Estimator of a pair of centres, with norms",
    text="The product of the features (91) and (92), whose weights have norms in the exponents, estimates SM(x,y).",
    latex=r"SM(x,y)\approx\Psi^m_{A^{i,j}}(x)^\top\Psi^m_{(A^{i,j})^{-1}}(y)",
    domain_text="real or complex diagonal A",
    domain=_DIAGONALS,
    sides={
        "lhs": _complex(sp.exp(-HERMITIAN_AX / 2) * sp.exp(-HERMITIAN_AY / 2) * sp.exp(BILINEAR_Z / 2)),
        "rhs": _KERNEL,
    },
    claim=Equal(),
    uses=("hrf/eq89/corrected",),
    mechanism=("complex-exponential",),
    setting="CE, diagonal A",
    erratum=Erratum(
        kind="misprint",
        at="eqs. (90)-(92)",
        formula=r"\tfrac1{\sqrt m}\exp(-\|A^{i,j}x\|^2/2)(\exp(\omega_1^\top A^{i,j}x),\dots)^\top",
        false="With norms in the weights the product of the features is biased for a complex matrix.",
        weight=2,
        follows_from="hrf/eq89",
        points=(
            {"a_re": "0,1", "a_im": "1,0", "x": "1,1", "y": "1,-1"},
            {"a_re": "0,1", "a_im": "1,0", "x": "1,1", "y": "2,1"},
        ),
        script=(
            "A = [mpc(p, q) for p, q in zip(a_re, a_im)]\n"
            "norm2 = lambda v: fsum(abs(c)**2 for c in v)\n"
            "ax, ay = [a*u for a, u in zip(A, x)], [v/a for a, v in zip(A, y)]\n"
            "mean = exp(fsum((p + q)**2 for p, q in zip(ax, ay))/2)  # E exp(w.z) = exp(z.z/2)\n"
            "left = re(exp(-norm2(ax)/2)*exp(-norm2(ay)/2)*mean)\n"
            "right = exp(fdot(x, y))\n"
        ),
        relation="=",
    ),
    note="Unbiased for real A; for imaginary entries the weights of (16), without bars, are meant.",
).corrected(
    where="eqs. (90)-(92), as (15)",
    title="Estimator of a pair of centres, with bilinear squares",
    text="With bilinear squares in the weights the product has mean SM(x,y) for every complex diagonal A.",
    latex=r"SM(x,y)=\mathbb E\big[\Psi^m_{A^{i,j}}(x)^\top\Psi^m_{(A^{i,j})^{-1}}(y)\big]",
    sides={
        "lhs": _complex(sp.exp(-BILINEAR_AX / 2) * sp.exp(-BILINEAR_AY / 2) * sp.exp(BILINEAR_Z / 2)),
        "rhs": _KERNEL,
    },
    checks=(Derivation(_bilinear_squares, WHOLE),),
    uses=("hrf/eq89/corrected",),
)

_SOLVED = solved_pairs(integer("m", 1, meaning="number of projections"), m=(1, 3, 10))


def _exact_at_centres(proof: Proof) -> None:
    solutions(proof)
    w = sp.Symbol("w")
    proof.equal(
        sp.exp(w * 0), sp.S.One, "all entries of z are 0: exp(w.z) = 1, the estimate does not depend on w"
    )
    complex_error(proof)


APPH_2_ZERO_VARIANCE = Statement(
    id="hrf/appH.2/zero-variance",
    kind="identity",
    where="Appendix H.2, after eq. (92)",
    title="No variance at the centres",
    text="With the complex matrix the estimator has variance 0 at x = r_i, y = r_j.",
    latex=r"\mathrm{Var}\,\widehat{SM}^{i,j}(r_i,r_j)=0",
    domain_text="A from (86): no coordinate where exactly one centre is 0",
    domain=_SOLVED,
    claim=All(
        (
            Equal(Variance(Estimate("iid", "complex-exponential", m, at="r_i, r_j")), sp.S.Zero),
            Equal(formula(ERROR, _SOLVED, f"{NAMES} m"), sp.S.Zero),
        )
    ),
    checks=(Derivation(_exact_at_centres, WHOLE),),
    uses=("hrf/eq86", "hrf/eq90/corrected"),
    mechanism=("complex-exponential",),
    setting="CE, complex diagonal A",
    note=(
        "A coordinate where exactly one centre is 0 has no entry in (86) and leaves a variance. With the norm bars "
        "of (91), (92) the constant estimate is not SM when an entry is imaginary: see hrf/eq90."
    ),
)

_COUNTED = Domain(
    (integer("m", 1, meaning="number of projections"), *INPUTS),
    ENTRIES,
    extra=tuple({"m": count, **pair} for count, pair in zip((1, 4, 10, 1, 2, 1), CENTRES, strict=True)),
)
_ERROR_POINTS = tuple({"m": 3, **pair} for pair in LOSS_POINTS)
_REAL_ERROR = formula(
    _SM**2 * (sp.exp(REAL_LOSS) - 1) / m, _COUNTED, "m x y", closed=_SM**2 * (sp.exp(LEAST_LOSS) - 1) / m
)


_BOUNDED = Domain((*_COUNTED.parameters, real("c", 0)), _COUNTED.rules)


def _unbounded(proof: Proof) -> None:
    t, count = sp.symbols("t m", positive=True)
    least(proof)
    relative = (sp.exp(4 * t**2) - 1) / count
    proof.equal(
        sp.sqrt(sp.Abs(t / t)), sp.S.One, "centres r_i = r_j = t in one dimension: (88) gives a = 1, l = 4t^2"
    )
    proof.limit(relative, t, sp.oo, sp.oo, "MSE/SM^2 = (e^(4t^2) - 1)/m exceeds every bound")


def _exact_error(proof: Proof) -> None:
    complex_error(proof)
    least(proof)
    p = sp.Symbol("p", positive=True)
    proof.equal(2 * (p + p), 4 * sp.Max(p, 0), "2(|p| + p) = 4 max(0, p) for p > 0")
    proof.equal(2 * (p - p), 4 * sp.Max(-p, 0), "and for a negative product: it adds nothing")


APPH_2_REAL_SMALL = Statement(
    id="hrf/appH.2/real-small",
    kind="inequality",
    where="Appendix H.2, after eq. (92)",
    title="Variance of the real matrix at the centres",
    text="With the real matrix of (88) the variance at the centres is small, and it is small close to them.",
    latex=r"\mathrm{MSE}(r_i,r_j)\ \text{small}",
    domain_text="real diagonal A from (88)",
    domain=_COUNTED,
    sides={"": _REAL_ERROR},
    claim=Exists(
        (real("c", 0),), Below("", formula(sp.Symbol("c") * _SM**2, _BOUNDED, "c x y"), strict=False)
    ),
    checks=(
        Derivation(_unbounded, part("equal centres t in one dimension, every m"), refutes=True),
        Representations("", points=_ERROR_POINTS),
        Restated(
            "small at least in the sense of a standard deviation below the kernel value itself",
            {"error": _REAL_ERROR, "kernel": formula(_SM**2, _COUNTED, "x y")},
            _COUNTED,
            Below("error", "kernel"),
        ),
    ),
    uses=("hrf/eq88/corrected", "hrf/eq90/corrected"),
    mechanism=("complex-exponential-real",),
    setting="CE, real diagonal A",
    note="Small is read as: below some bound times SM^2 for all centres. For equal centres (88) gives A = I.",
    erratum=Erratum(
        kind="missing hypothesis",
        at="Appendix H.2, after eq. (92)",
        quote="has small variance if we are using the real matrix",
        false=(
            "Where the centres share the sign of a coordinate the real matrix (88) leaves a loss, and the variance "
            "over SM^2 has no bound; for equal centres (88) is the identity, which is the estimator without a matrix."
        ),
        weight=2,
        points=({"m": "1", "x": "1,1", "y": "1,1"}, {"m": "100", "x": "2,1", "y": "2,-1"}),
        script=(
            "a = [sqrt(abs(q/p)) for p, q in zip(x, y)]  # (88), x and y the centres\n"
            "loss = fsum((c*p + q/c)**2 for c, p, q in zip(a, x, y))\n"
            "left = exp(2*fdot(x, y))*(exp(loss) - 1)/m  # the variance at the centres\n"
            "right = exp(2*fdot(x, y))  # SM^2\n"
        ),
        relation="<",
        objection=(
            "'Small' names no bound, but here the standard deviation exceeds the value itself many times over; "
            "where the loss l(A) is small, the sentence is right."
        ),
    ),
).corrected(
    kind="identity",
    title="Exact error of the real matrix at the centres",
    text=(
        "The MSE at the centres is SM^2 (exp(4 sum of the positive r_i,k r_j,k) - 1)/m: 0 exactly when no "
        "coordinate has entries of the same sign, and without bound otherwise."
    ),
    latex=r"\mathrm{MSE}(r_i,r_j)=\tfrac{SM^2}m\Big(e^{4\sum_k\max(0,r_{i,k}r_{j,k})}-1\Big)",
    domain_text="real diagonal A from (88), nonzero entries",
    claim=All(
        (
            Equal(Variance(Estimate("iid", "complex-exponential-real", m, at="r_i, r_j")), ""),
            Equal("", formula(_SM**2 * (sp.exp(LEAST_LOSS) - 1) / m, _COUNTED, "m x y")),
        )
    ),
    checks=(Derivation(_exact_error, WHOLE), Representations("", points=_ERROR_POINTS)),
)


STATEMENTS = (
    EQ89,
    EQ90,
    APPH_2_ZERO_VARIANCE,
    APPH_2_REAL_SMALL,
)
