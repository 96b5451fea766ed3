"""Appendix 9.7 of crt, Theorem 9.1: the variance that orthogonal projections of an isotropic law lose.

For g(a, b) with nonnegative Taylor coefficients in a: averages of g(w.z, |w|) over M independent or orthogonal w.
Main results:
* (24): Var_ort <= Var_iid - (1-1/M) 2/(d+2) F^2. False with the printed F = E g~(u.z, x), which for generalised
  exponential features is e^(-n2)(0F1(; d/2; (1-4A) t/4) - 1), t = |x+y|^2, and grows with -A while the gap does not.
  True with the length in the argument, F = E g~(x u.z, x) = e^(-n2)(e^(t/2) - 1).
* `sec9.7/corollary`: the printed g has C(|x|^2 + |y|^2) twice, a misprint; with it once the mean of g is K.

g~(a, b) is the even part of g in a less its value at 0. The proof compares the moments of orthogonal and independent
directions (performer, F.4); F and both variances have a second form by an angle and by series.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    Erratum,
    Proof,
    Representations,
    Statement,
    Variance,
    formula,
    real,
)
from rftheory.papers._shared.generalised_exponential import (
    PAIR_NAMES,
    WIDTH,
    gap,
    iid_by_series,
    iid_variance,
    mean_steps,
    orthogonal_by_series,
    orthogonal_variance,
)
from rftheory.papers._shared.invariants import DIMENSION, V2, d, pairs, x2, y2
from rftheory.papers.crt._lemmas.isotropic import BLOCK, MODEST, PRINTED_F, SHARE, TRUE_F, loss_steps
from rftheory.papers.crt._lemmas.isotropic_terms import INDEPENDENT, ORTHOGONAL, PRINTED_MEAN, TRUE_MEAN
from rftheory.papers.crt._notation import KERNEL, N2

EQ23 = Statement(
    id="crt/eq23",
    kind="definition",
    where="Theorem 9.1, eq. (23)",
    title="Estimators of an isotropic mean",
    text="Averages of g(w.z, |w|) over M independent or orthogonal projections; g has nonnegative Taylor coefficients.",
    latex=(
        r"\widehat K^{\rm iid}_M=\frac1M\sum_{m=1}^Mg((\omega_m^{\rm iid})^\top\mathbf z,\|\omega_m^{\rm iid}\|),\quad"
        r"\widehat K^{\rm ort}_M=\frac1M\sum_{m=1}^Mg((\omega_m^{\rm ort})^\top\mathbf z,\|\omega_m^{\rm ort}\|)"
    ),
    domain_text="M <= d",
    uses=("crt/sec9.1/orthogonal",),
    mechanism=("orthogonal", "iid"),
    setting="orthogonal against iid x features with nonnegative Taylor coefficients",
)

_WIDE_A = real("A", below="1/4", reach=("1e-3", 1000), meaning="real A of the map")
_MEANS = pairs(DIMENSION, _WIDE_A, d=(2, 1, 64), A=(-1, "1/10", "-1/8"))
_MEAN_NAMES = "d A x2 y2 xy"
_f = sp.Symbol("f", real=True)
_DENSITY = sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2)) * sp.sin(_f) ** (d - 2)
_SPEED = sp.sqrt(WIDTH * V2)

_BY_ANGLE = sp.Piecewise(
    (sp.exp(-N2) * (sp.cosh(_SPEED) - 1), sp.Eq(d, 1)),
    (sp.exp(-N2) * sp.Integral(_DENSITY * (sp.exp(_SPEED * sp.cos(_f)) - 1), (_f, 0, sp.pi)), True),
)

THM9_1_F = Statement(
    id="crt/thm9.1/F",
    kind="definition",
    where="Theorem 9.1, after eq. (24)",
    title="The quantity F of Theorem 9.1",
    text="The mean over a uniform direction u and an independent length x of the even part of g(u.z, x) less g(0, x).",
    latex=(
        r"F(\mathbf z)=\mathbb E_{\mathbf u}\mathbb E_{x}[\tilde g(\mathbf u^\top\mathbf z,x)],\quad"
        r"\tilde g(a,b)=\tfrac{g(a,b)+g(-a,b)}2-g(0,b)"
    ),
    domain_text="as eq. (23)",
    domain=_MEANS,
    sides={"": formula(PRINTED_F, _MEANS, _MEAN_NAMES)},
    checks=(
        Representations(
            "",
            formula(_BY_ANGLE, _MEANS, _MEAN_NAMES),
            (
                {"d": 1, "A": -1, "x2": 1, "y2": 1, "xy": 1},
                {"d": 2, "A": -1, "x2": 1, "y2": 1, "xy": 0},
                {"d": 5, "A": "1/5", "x2": "1/4", "y2": 1, "xy": "1/2"},
            ),
        ),
    ),
    uses=("crt/eq23",),
    setting="as eq. (23)",
    note=(
        "As printed the first argument is u.z, without the length |w| that w.z = |w| u.z has; with it F would be "
        "exp(-n2)(exp(|x+y|^2/2) - 1), whatever A is."
    ),
)

EQ24 = Statement(
    id="crt/eq24",
    kind="inequality",
    where="Theorem 9.1, eq. (24)",
    title="Orthogonal projections lose at least a share of F^2",
    text="The variance of orthogonal projections is below that of independent ones by at least (1-1/M) 2/(d+2) F^2.",
    latex=(
        r"\mathrm{Var}(\widehat K^{\rm ort}_M)\le\mathrm{Var}(\widehat K^{\rm iid}_M)"
        r"-\left(1-\tfrac1M\right)\tfrac2{d+2}F^2(\mathbf z)"
    ),
    domain_text="M <= d, g with nonnegative Taylor coefficients",
    domain=BLOCK,
    sides={
        "lhs": formula(orthogonal_variance(), BLOCK, PAIR_NAMES),
        "rhs": formula(iid_variance() - SHARE * PRINTED_F**2, BLOCK, PAIR_NAMES),
    },
    claim=All(
        (
            Below(Variance(ORTHOGONAL), Variance(INDEPENDENT) - SHARE * PRINTED_MEAN**2, strict=False),
            Below(strict=False),
        )
    ),
    checks=(
        Representations("lhs", formula(orthogonal_by_series(), BLOCK, PAIR_NAMES), MODEST),
        Representations("rhs", formula(iid_by_series() - SHARE * _BY_ANGLE**2, BLOCK, PAIR_NAMES), MODEST),
    ),
    uses=("crt/thm9.1/F", "crt/eq33/corrected"),
    setting="as eq. (23)",
    note=(
        "For generalised exponential features, whose variances the sides are, the gap is free of A while the printed F "
        "grows with -A."
    ),
    erratum=Erratum(
        kind="error",
        at="Theorem 9.1, eq. (24) and the definition of F after it",
        formula=(
            r"F(\mathbf z)=\mathbb E_{\mathbf u\sim\mathrm{Unif}(0,\mathcal S^{d-1})}"
            r"\mathbb E_{x\sim\tilde\Omega(d)}[\tilde g(\mathbf u^\top\mathbf z,x)]"
        ),
        false=(
            "The length x of the projection is missing from the first argument, w.z being x u.z: with the printed F the "
            "promised loss exceeds the whole difference of the variances."
        ),
        weight=3,
        points=(
            {"d": "2", "m": "2", "A": "-1", "x2": "1", "y2": "1", "xy": "1"},
            {"d": "2", "m": "2", "A": "-2", "x2": "1", "y2": "1", "xy": "0"},
        ),
        objection="Theorem 4.1, which says only that there is some C >= 0, follows from the corrected form too.",
    ),
).corrected(
    text="With F the mean of the even part of g(|w| u.z, |w|) less g(0, |w|) the inequality holds.",
    latex=r"F(\mathbf z)=\mathbb E_{\mathbf u}\mathbb E_x[\tilde g(x\,\mathbf u^\top\mathbf z,x)]",
    sides={
        "loss": formula(SHARE * TRUE_F**2, BLOCK, "d m x2 y2 xy"),
        "gap": formula(gap(), BLOCK, "d m x2 y2 xy"),
    },
    claim=All(
        (
            Below(Variance(ORTHOGONAL), Variance(INDEPENDENT) - SHARE * TRUE_MEAN**2, strict=False),
            Equal(formula(iid_variance() - orthogonal_variance(), BLOCK, PAIR_NAMES), "gap"),
            Below("loss", "gap", strict=False),
        )
    ),
    checks=(Derivation(loss_steps, WHOLE),),
    uses=("crt/eq27", "crt/eq32/corrected"),
)

_ROOT = sp.Pow(WIDTH, sp.Rational(1, 4))

_PRINTED_MEAN = (
    (_ROOT**d) ** 2 * WIDTH ** (-d / 2) * sp.exp(sp.sqrt(WIDTH) ** 2 * V2 / (2 * WIDTH)) * sp.exp(-2 * N2)
)


def _unbiased(proof: Proof) -> None:
    mean_steps(proof)
    w2, alpha, first, second, b = sp.symbols("w2 alpha wx wy b", real=True)
    proof.equal(
        sp.exp(-alpha * w2 + b * first - x2) * sp.exp(-alpha * w2 + b * second - y2),
        sp.exp(-2 * alpha * w2 + b * (first + second) - N2),
        "f1 f2 at C = -1 has the exponent 2A|w|^2 + B w.z + C(|x|^2+|y|^2): C once",
    )


_GAUSSIAN = formula(KERNEL, _MEANS, "x2 y2 xy")

SEC9_7_COROLLARY = Statement(
    id="crt/sec9.7/corollary",
    kind="identity",
    where="Section 9.7, after Theorem 9.1",
    title="The features as an instance of Theorem 9.1",
    text="A g with 2C(|x|^2+|y|^2) in the exponent is said to give the estimators of the Gaussian kernel.",
    latex=r"g(a,b)=D^2\exp\left(2Ab^2+Ba+2C(\|\mathbf x\|^2+\|\mathbf y\|^2)\right)",
    domain_text="A, B, C real",
    domain=_MEANS,
    sides={
        "lhs": formula(_PRINTED_MEAN, _MEANS, _MEAN_NAMES),
        "rhs": _GAUSSIAN,
    },
    claim=Equal(),
    uses=("crt/eq4", "crt/eq5", "crt/eq24/corrected"),
    mechanism=("orthogonal", "iid", "gerf"),
    setting="orthogonal or iid x GERF (s = +1) x Gaussian",
    note="The product of (4) has C once: C|x|^2 from f1 and C|y|^2 from f2.",
    erratum=Erratum(
        kind="misprint",
        at="the paragraph after Theorem 9.1",
        formula=r"g(a,b)=D^2\exp(2Ab^2+Ba+2C(\|\mathbf x\|^2+\|\mathbf y\|^2))",
        false="The product of both features (4) has C(|x|^2+|y|^2) once; with 2C its mean is K exp(-|x|^2-|y|^2).",
        weight=2,
        points=(
            {"d": "1", "A": "0", "x2": "1", "y2": "1", "xy": "1"},
            {"d": "2", "A": "-1", "x2": "1", "y2": "1", "xy": "0"},
        ),
        objection="A and B are right: 2A b^2 and B a come from both features, C|x|^2 and C|y|^2 from one each.",
    ),
).corrected(
    text="With C(|x|^2+|y|^2) in the exponent the mean of g is the Gaussian kernel.",
    latex=r"g(a,b)=D^2\exp\left(2Ab^2+Ba+C(\|\mathbf x\|^2+\|\mathbf y\|^2)\right)",
    sides={
        "lhs": formula(_PRINTED_MEAN * sp.exp(N2), _MEANS, _MEAN_NAMES),
        "rhs": _GAUSSIAN,
    },
    checks=(Derivation(_unbiased, WHOLE),),
    mechanism=("gerf",),
    setting="GERF (s = +1) x Gaussian",
    uses=("crt/eq4", "crt/eq5"),
)

STATEMENTS = (
    EQ23,
    THM9_1_F,
    EQ24,
    SEC9_7_COROLLARY,
)
