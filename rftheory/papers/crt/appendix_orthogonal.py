"""Appendix 9.7 of crt: Theorem 9.1 and its proof, the variance lost by orthogonal projections."""

from __future__ import annotations

import sympy as sp

from rftheory.domain import Domain, Rule, integer, real
from rftheory.evidence.agreement import Agreement, Representations
from rftheory.evidence.derivation import Derivation, Proof
from rftheory.evidence.restated import Restated
from rftheory.papers._beautiful import gaussian_series, ratio_steps, square_steps
from rftheory.papers._generalised import (
    N2,
    OPTIMAL,
    PAIR_NAMES,
    REAL_A,
    WIDTH,
    A,
    gap,
    iid_variance,
    mean_steps,
    orthogonal_variance,
    weight_steps,
)
from rftheory.papers._invariants import CAUCHY_SCHWARZ, COUNT, DIMENSION, ON_A_LINE, SQUARES, V2, WITHIN_BLOCK, d, fit, m, pairs, x2, y2
from rftheory.papers.crt.common import KERNEL
from rftheory.statements import Below, Equal, Statement, formula

_WIDE_A = real("A", below="1/4", reach=("1e-3", 1000), meaning="real A of the map")
_MEANS = pairs(DIMENSION, _WIDE_A, d=(2, 1, 64), A=(-1, "1/10", "-1/8"))
_SQUARED = pairs(
    DIMENSION, COUNT, REAL_A, rules=(WITHIN_BLOCK,), d=(2, 3, 64, 1), m=(2, 2, 64, 1), A=("-9/4", "1/10", "-1/8", -1)
)
_BLOCK = Domain(
    _SQUARED.parameters,
    _SQUARED.rules,
    fit,
    ({**OPTIMAL, "m": 2}, *_SQUARED.extra),
)
_MODEST: tuple[dict[str, object], ...] = (
    {"d": 2, "m": 2, "A": -1, "x2": 1, "y2": 1, "xy": 0},
    {"d": 5, "m": 3, "A": "1/10", "x2": "1/4", "y2": 1, "xy": "-1/3"},
    {"d": 64, "m": 64, "A": "-1/8", "x2": 1, "y2": 4, "xy": 1},
)
_MEAN_NAMES = "d A x2 y2 xy"
_LITERAL = sp.exp(-N2) * (sp.hyper((), (d / 2,), WIDTH * V2 / 4) - 1)  # F with u in place of |w| u
_k = sp.Symbol("k", nonnegative=True, integer=True)
_f = sp.Symbol("f", real=True)
_DENSITY = sp.gamma(d / 2) / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2)) * sp.sin(_f) ** (d - 2)
_SPEED = sp.sqrt(WIDTH * V2)
_BY_ANGLE = sp.Piecewise(
    (sp.exp(-N2) * (sp.cosh(_SPEED) - 1), sp.Eq(d, 1)),
    (sp.exp(-N2) * sp.Integral(_DENSITY * (sp.exp(_SPEED * sp.cos(_f)) - 1), (_f, 0, sp.pi)), True),
)
_REPAIRED = sp.exp(-N2) * (sp.exp(V2 / 2) - 1)
_SHARE = (1 - 1 / m) * 2 / (d + 2)
_ROOT = sp.Pow(WIDTH, sp.Rational(1, 4))
_PRINTED_MEAN = (
    (_ROOT**d) ** 2 * WIDTH ** (-d / 2) * sp.exp(sp.sqrt(WIDTH) ** 2 * V2 / (2 * WIDTH)) * sp.exp(-2 * N2)
)

# one projection of length r, A = 0: conditional moments given the length
_LENGTH = real("r", 0, reach=("1e-3", 5), meaning="length of the projections")
_r = sp.Symbol("r", nonnegative=True)
_GIVEN = Domain(
    (integer("d", 1, reach=64), *SQUARES, _LENGTH),
    (CAUCHY_SCHWARZ, ON_A_LINE),
    fit,
    (
        {"d": 2, "x2": "1/4", "y2": "1/4", "xy": "1/4", "r": "1/10"},
        {"d": 3, "x2": 1, "y2": 1, "xy": "1/2", "r": 2},
        {"d": 1, "x2": 1, "y2": 1, "xy": 1, "r": 1},
        {"d": 64, "x2": 1, "y2": 1, "xy": 0, "r": 8},
    ),
)
_GIVEN_NAMES = "d x2 y2 xy r"
_MANY = Domain(
    (integer("d", 2, reach=64), *_GIVEN.parameters[1:]), _GIVEN.rules, fit, tuple(e for e in _GIVEN.extra if e["d"] != 1)
)


def _sphere(squared: sp.Expr) -> sp.Expr:
    """E exp(u.b) for u uniform on the unit sphere, |b|^2 = squared."""
    return sp.hyper((), (d / 2,), squared / 4)


def _conditional(radius: sp.Expr) -> sp.Expr:
    """Var exp(radius u.(x+y) - n2)."""
    return sp.exp(-2 * N2) * (_sphere(4 * radius**2 * V2) - _sphere(radius**2 * V2) ** 2)


def _pair_loss(radius: sp.Expr) -> sp.Expr:
    """T for M = 2 and both lengths equal: half the mean product of independent less that of orthogonal directions."""
    return sp.exp(-2 * N2) * (_sphere(radius**2 * V2) ** 2 - _sphere(2 * radius**2 * V2)) / 2


def _promised(radius: sp.Expr) -> sp.Expr:
    """The last expression of (32) for M = 2, with g~ at (radius u.z)."""
    return (sp.exp(-N2) * (_sphere(radius**2 * V2) - 1)) ** 2 / (d + 2)


_PLANE = Domain(
    (integer("d", 2, 2), COUNT, *SQUARES),
    (CAUCHY_SCHWARZ,),
    fit,
    tuple({"d": 2, "m": k, "x2": 1, "y2": 1, "xy": c} for k, c in ((1, 0), (2, "1/2"), (3, -1), (2, 1))),
)
_TOTAL = sp.exp(-2 * N2) * (sp.exp(2 * V2) - sp.exp(V2)) / m
_SQUARED_MEAN = sp.Sum(
    sp.gamma(2 * _k + 1) / sp.factorial(_k) ** 3 * (V2 / 2) ** _k, (_k, 0, sp.oo)
)  # E I_0(r v)^2 by E r^(2k) = 2^k k!
_WITHIN = sp.exp(-2 * N2) * (sp.exp(2 * V2) - _SQUARED_MEAN) / m
_BETWEEN = sp.exp(-2 * N2) * (sp.exp(V2) * sp.besseli(0, V2) - sp.exp(V2)) / m


def _unbiased(proof: Proof) -> None:
    mean_steps(proof)
    w2, alpha, first, second, b = sp.symbols("w2 alpha wx wy b", real=True)
    proof.equal(
        sp.exp(-alpha * w2 + b * first - x2) * sp.exp(-alpha * w2 + b * second - y2),
        sp.exp(-2 * alpha * w2 + b * (first + second) - N2),
        "f1 f2 at C = -1 has the exponent 2A|w|^2 + B w.z + C(|x|^2+|y|^2): C once",
    )


def _loss(proof: Proof) -> None:
    """Var_iid - Var_ort >= (1-1/M) 2/(d+2) F^2 with F = E g~(|w| u.z, |w|), every g of the theorem."""
    square_steps(proof)
    first, second, z = sp.symbols("a2t a2u z", nonnegative=True)
    t, u = sp.symbols("t u", positive=True, integer=True)
    one, two = sp.symbols("x_i x_j", nonnegative=True)
    term = first * (one * z) ** (2 * t) * second * (two * z) ** (2 * u)
    proof.nonnegative(
        term, "with coefficients a_2t(x_i), a_2u(x_j) that depend on the lengths, the same holds term by term given them"
    )
    mean_i, mean_j = sp.symbols("F_i F_j", nonnegative=True)
    count = sp.Symbol("n", positive=True, integer=True)
    proof.equal(
        2 / (d + 2) * 2 / count**2 * (count * (count - 1) / 2) * mean_i * mean_j,
        (1 - 1 / count) * 2 / (d + 2) * mean_i * mean_j,
        "binom(M, 2) pairs; lengths are independent, so the mean of F_i F_j is F^2",
    )


def _generalised_loss(proof: Proof) -> None:
    _loss(proof)
    weight_steps(proof)
    gaussian_series(proof)
    proof.equal(
        sp.exp(-N2) * (sp.exp(V2 / 2) - 1),
        KERNEL - sp.exp(-N2),
        "for the g of the features F = E Z - E g(0, |w|) = K - e^(-n2): the odd part has mean 0, D^2 E e^(2A|w|^2) = 1",
    )


def _total_variance(proof: Proof) -> None:
    square, mean, whole = sp.symbols("q c k", real=True)
    proof.cite("the tower property: E X^2 = E E[X^2 | lengths], E X = E E[X | lengths]")
    first, second = (square - mean**2), (mean**2 - whole**2)
    proof.equal(first + second, square - whole**2, "conditional variance plus variance of the conditional mean, averaged")


def _difference(proof: Proof) -> None:
    _total_variance(proof)
    inside_i, inside_o, between = sp.symbols("V_i V_o B", nonnegative=True)
    proof.cite(
        "given the lengths each direction is uniform for either ensemble, so E[K_iid | lengths] = E[K_ort | lengths]"
    )
    proof.equal(
        (inside_i + between) - (inside_o + between),
        inside_i - inside_o,
        "the variances of the conditional means are equal and cancel: what remains is the mean of T",
    )


def _scaled(proof: Proof) -> None:
    length, cosine, norm = sp.symbols("x c z", real=True)
    proof.equal(
        (length * cosine) * norm, length * (cosine * norm), "w = |w| u: w.z = |w| u.z, the first argument of g"
    )
    proof.cite("lengths are independent of directions, so conditioning on them leaves u as it was")


def _given_lengths(proof: Proof) -> None:
    ratio_steps(proof)
    n = sp.Symbol("n", positive=True, integer=True)
    one, two = sp.symbols("A_t A_u", nonnegative=True)
    loss = sp.Symbol("tau", nonnegative=True)
    proof.cite("given the lengths the mean of u_1^(2t) u_2^(2u) for orthogonal u is tau times that for independent u")
    proof.equal(
        2 / n**2 * one * two * (1 - loss),
        2 / n**2 * (one * two - loss * one * two),
        "T is 2/M^2 times the sum over pairs and t, u >= 1 of A_t A_u (1 - tau), A_t = a_2t(x) x^(2t) |z|^(2t) E u_1^(2t)",
    )
    proof.equal(1 - d / (d + 2), 2 / (d + 2), "1 - tau is at least this, and sum A_t = F_x(z)")


STATEMENTS = (
    Statement(
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
        mechanism="orthogonal against iid x features with nonnegative Taylor coefficients",
    ),
    Statement(
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
        sides={"": formula(_LITERAL, _MEANS, _MEAN_NAMES)},
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
        mechanism="as eq. (23)",
        note=(
            "As printed the first argument is u.z, without the length |w| that w.z = |w| u.z has; with it F would be "
            "exp(-n2)(exp(|x+y|^2/2) - 1), whatever A is."
        ),
    ),
    Statement(
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
        domain=_BLOCK,
        sides={
            "lhs": formula(orthogonal_variance(), _BLOCK, PAIR_NAMES),
            "rhs": formula(iid_variance() - _SHARE * _LITERAL**2, _BLOCK, PAIR_NAMES),
        },
        claim=Below(strict=False),
        uses=("crt/thm9.1/F", "crt/eq33"),
        mechanism="as eq. (23)",
        note="For generalised exponential features the gap is free of A while the printed F grows with -A.",
        correction=Statement(
            id="crt/eq24/corrected",
            kind="inequality",
            where="Theorem 9.1, eq. (24)",
            title="Orthogonal projections lose at least a share of F^2",
            text="With F the mean of the even part of g(|w| u.z, |w|) less g(0, |w|) the inequality holds.",
            latex=r"F(\mathbf z)=\mathbb E_{\mathbf u}\mathbb E_x[\tilde g(x\,\mathbf u^\top\mathbf z,x)]",
            domain_text="M <= d, g with nonnegative Taylor coefficients",
            domain=_BLOCK,
            sides={
                "loss": formula(_SHARE * _REPAIRED**2, _BLOCK, "d m x2 y2 xy"),
                "gap": formula(gap(), _BLOCK, "d m x2 y2 xy"),
            },
            claim=Below("loss", "gap", strict=False),
            checks=(
                Restated(
                    "the gap is the difference of the variances",
                    {
                        "difference": formula(iid_variance() - orthogonal_variance(), _BLOCK, PAIR_NAMES),
                        "gap": formula(gap(), _BLOCK, PAIR_NAMES),
                    },
                    _BLOCK,
                    Equal("difference", "gap"),
                    Agreement("difference", "gap", _MODEST),
                ),
                Derivation(_generalised_loss),
            ),
            mechanism="as eq. (23)",
        ),
    ),
    Statement(
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
            "rhs": formula(KERNEL, _MEANS, "x2 y2 xy"),
        },
        claim=Equal(),
        uses=("crt/eq4", "crt/eq5", "crt/eq24"),
        mechanism="orthogonal or iid x GERF (s = +1) x Gaussian",
        slip=True,
        note="The product of (4) has C once: C|x|^2 from f1 and C|y|^2 from f2.",
        correction=Statement(
            id="crt/sec9.7/corollary/corrected",
            kind="identity",
            where="Section 9.7, after Theorem 9.1",
            title="The features as an instance of Theorem 9.1",
            text="With C(|x|^2+|y|^2) in the exponent the mean of g is the Gaussian kernel.",
            latex=r"g(a,b)=D^2\exp\left(2Ab^2+Ba+C(\|\mathbf x\|^2+\|\mathbf y\|^2)\right)",
            domain_text="A, B, C real",
            domain=_MEANS,
            sides={
                "lhs": formula(_PRINTED_MEAN * sp.exp(N2), _MEANS, _MEAN_NAMES),
                "rhs": formula(KERNEL, _MEANS, "x2 y2 xy"),
            },
            claim=Equal(),
            checks=(Derivation(_unbiased),),
            mechanism="GERF (s = +1) x Gaussian",
        ),
    ),
    Statement(
        id="crt/eq25",
        kind="identity",
        where="eqs. (25), (26)",
        title="The variance as a mean of conditional variances",
        text="Either variance is said to be the integral of the conditional variances given the lengths.",
        latex=(
            r"\mathrm{Var}(K_M)=\int\mathrm{Var}(K_M\mid\|\omega_1\|=x_1,\dots)\prod_{m=1}^M\mathcal P(x_m)\,dx_1\cdots dx_M"
        ),
        domain_text="lengths independent of directions and of each other",
        domain=_PLANE,
        checks=(
            Restated(
                "M independent projections of the positive map (A = 0) in the plane",
                {"variance": formula(_TOTAL, _PLANE, "m x2 y2 xy"), "integral": formula(_WITHIN, _PLANE, "m x2 y2 xy")},
                _PLANE,
                Equal("variance", "integral"),
            ),
        ),
        uses=("crt/eq23",),
        mechanism="as eq. (23)",
        note="The variance of the conditional mean is missing; it is the same for both ensembles, so (27) is not affected.",
        correction=Statement(
            id="crt/eq25/corrected",
            kind="identity",
            where="eqs. (25), (26)",
            title="The variance by conditioning on the lengths",
            text="The integral of the conditional variances plus the variance of the conditional mean is the variance.",
            latex=(
                r"\mathrm{Var}(K_M)=\int\mathrm{Var}(K_M\mid\text{lengths})\prod_m\mathcal P(x_m)\,dx"
                r"+\mathrm{Var}(\mathbb E[K_M\mid\text{lengths}])"
            ),
            domain_text="any lengths",
            domain=_PLANE,
            checks=(
                Restated(
                    "M independent projections of the positive map (A = 0) in the plane",
                    {
                        "variance": formula(_TOTAL, _PLANE, "m x2 y2 xy"),
                        "sum": formula(_WITHIN + _BETWEEN, _PLANE, "m x2 y2 xy"),
                    },
                    _PLANE,
                    Equal("variance", "sum"),
                ),
                Derivation(_total_variance),
            ),
            mechanism="as eq. (23)",
        ),
    ),
    Statement(
        id="crt/eq27",
        kind="identity",
        where="eqs. (27), (28)",
        title="The gap as a mean of conditional gaps",
        text="The difference of the two variances is the mean over the lengths of the difference of conditional variances.",
        latex=(
            r"\mathrm{Var}(K^{\rm iid}_M)-\mathrm{Var}(K^{\rm ort}_M)="
            r"\int T(x_1,\dots,x_M)\prod_{m=1}^M\mathcal P(x_m)\,dx_1\cdots dx_M"
        ),
        domain_text="as eq. (25)",
        checks=(Derivation(_difference),),
        uses=("crt/eq25",),
        mechanism="as eq. (23)",
    ),
    Statement(
        id="crt/eq29",
        kind="identity",
        where="eqs. (29), (30), (31)",
        title="Conditional variances by unit vectors",
        text="Given the lengths the terms are said to be g_x(u.z) with u uniform on the unit sphere.",
        latex=(
            r"X^{\rm iid}_m=g_{x_m}((\mathbf u^{\rm iid}_m)^\top\mathbf z),\quad"
            r"X^{\rm ort}_m=g_{x_m}((\mathbf u^{\rm ort}_m)^\top\mathbf z)"
        ),
        domain_text="u on the unit sphere",
        domain=_GIVEN,
        checks=(
            Restated(
                "one projection of the positive map (A = 0) of length r",
                {
                    "conditional": formula(_conditional(_r), _GIVEN, _GIVEN_NAMES),
                    "printed": formula(_conditional(sp.S.One), _GIVEN, _GIVEN_NAMES),
                },
                _GIVEN,
                Equal("conditional", "printed"),
            ),
        ),
        uses=("crt/eq27",),
        mechanism="as eq. (23)",
        slip=True,
        note="w.z is |w| u.z: the length is missing from the argument.",
        correction=Statement(
            id="crt/eq29/corrected",
            kind="identity",
            where="eqs. (29), (30), (31)",
            title="Conditional variances by unit vectors",
            text="Given the lengths the terms are g_x(x u.z).",
            latex=r"X_m=g_{x_m}(x_m\,\mathbf u_m^\top\mathbf z)",
            domain_text="u on the unit sphere",
            checks=(Derivation(_scaled),),
            mechanism="as eq. (23)",
        ),
    ),
    Statement(
        id="crt/eq32",
        kind="inequality",
        where="eq. (32)",
        title="Conditional gap by products of F",
        text="T is at least 2/(d+2) times 2/M^2 times the sum over pairs of F_x(z), F_x the mean of the even part of g(u.z, x).",
        latex=(
            r"T(x_1,\dots,x_M)\ge\tfrac2{d+2}\cdot\tfrac2{M^2}\sum_{1\le i<j\le M}F_{x_i}(\mathbf z)F_{x_j}(\mathbf z)"
        ),
        domain_text="M <= d",
        domain=_GIVEN,
        checks=(
            Restated(
                "two projections of the positive map (A = 0) of length r",
                {
                    "promised": formula(_promised(sp.S.One), _GIVEN, _GIVEN_NAMES),
                    "gap": formula(_pair_loss(_r), _GIVEN, _GIVEN_NAMES),
                },
                _GIVEN,
                Below("promised", "gap", strict=False),
            ),
        ),
        uses=("crt/eq29",),
        mechanism="as eq. (23)",
        slip=True,
        note=(
            "T is the difference of the conditional variances (28). F_x inherits the lost length of (29); the middle "
            "expression is right when E|w|^(2t) stands for x^(2t) at the length given."
        ),
        correction=Statement(
            id="crt/eq32/corrected",
            kind="inequality",
            where="eq. (32)",
            title="Conditional gap by products of F",
            text="With F_x the mean of the even part of g(x u.z, x) less g(0, x) the bound holds.",
            latex=r"F_x(\mathbf z)=\mathbb E[\tilde g(x\,\mathbf u^\top\mathbf z,x)]",
            domain_text="M <= d",
            domain=_GIVEN,
            checks=(
                Restated(
                    "two projections of the positive map (A = 0) of length r, d >= 2",
                    {
                        "promised": formula(_promised(_r), _MANY, _GIVEN_NAMES),
                        "gap": formula(_pair_loss(_r), _MANY, _GIVEN_NAMES),
                    },
                    _MANY,
                    Below("promised", "gap", strict=False),
                ),
                Derivation(_given_lengths),
            ),
            mechanism="as eq. (23)",
        ),
    ),
    Statement(
        id="crt/eq33",
        kind="identity",
        where="eq. (33)",
        title="The gap as a multiple of F^2",
        text="The difference of the variances is said to equal (1-1/M) 2/(d+2) F^2.",
        latex=(
            r"\mathrm{Var}(K^{\rm iid}_M)-\mathrm{Var}(K^{\rm ort}_M)="
            r"\left(1-\tfrac1M\right)\tfrac2{d+2}F^2(\mathbf z)"
        ),
        domain_text="M <= d",
        domain=_BLOCK,
        sides={
            "lhs": formula(gap(), _BLOCK, PAIR_NAMES),
            "rhs": formula(_SHARE * _LITERAL**2, _BLOCK, PAIR_NAMES),
        },
        claim=Equal(),
        uses=("crt/eq27", "crt/eq32"),
        mechanism="as eq. (23)",
        note="(32) is an inequality, so the first equality should be one too; F is that of Theorem 9.1.",
        correction=Statement(
            id="crt/eq33/corrected",
            kind="inequality",
            where="eq. (33)",
            title="The gap is at least a multiple of F^2",
            text="The difference is at least (1-1/M) 2/(d+2) F^2 with the length in F.",
            latex=(
                r"\mathrm{Var}(K^{\rm iid}_M)-\mathrm{Var}(K^{\rm ort}_M)\ge"
                r"\left(1-\tfrac1M\right)\tfrac2{d+2}F^2(\mathbf z),\ F=\mathbb E[\tilde g(x\,\mathbf u^\top\mathbf z,x)]"
            ),
            domain_text="M <= d",
            domain=_BLOCK,
            sides={
                "lhs": formula(gap(), _BLOCK, PAIR_NAMES),
                "rhs": formula(_SHARE * _REPAIRED**2, _BLOCK, PAIR_NAMES),
            },
            claim=Below("rhs", "lhs", strict=False),
            checks=(Derivation(_generalised_loss),),
            mechanism="as eq. (23)",
        ),
    ),
)
