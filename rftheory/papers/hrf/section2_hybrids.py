"""Section 2.2 of hrf: hybrid estimators, their tensor-product map (Lemma 2.3) and the bipolar hybrid."""

from __future__ import annotations

import sympy as sp

from rftheory.domain import Domain, Rule, vector
from rftheory.evidence.deterministic.agreement import Representations
from rftheory.evidence.deterministic.composition import Composition
from rftheory.evidence.deterministic.derivation import Derivation, Proof
from rftheory.evidence.deterministic.restated import Restated
from rftheory.exact.functions.complex_vectors import Size
from rftheory.exact.functions.hybrids.composition import MapLength
from rftheory.papers._shared.angular_hybrid import RADIUS, SIGNS, n, r, second_moment
from rftheory.papers._shared.invariants import COUNT, m, pairs, x2, xy, y2
from rftheory.papers.hrf._lemmas.base_moments import (
    NAMES,
    POSITIVE_BY_MOMENTS,
    positive_mean,
    positive_steps,
    trigonometric_mean,
)
from rftheory.papers.hrf._lemmas.compositional import map_steps, unbiased_steps
from rftheory.papers.hrf._notation import NONZERO, angular_closed, positive_error, trigonometric_error
from rftheory.statements import Equal, Statement, formula

_t, _l = sp.IndexedBase("t"), sp.IndexedBase("l")
_k = sp.Symbol("k", nonnegative=True, integer=True)
_LAST = Size(_l)  # p, the place of the last base estimator in t


def _counts(values: tuple[object, ...]) -> bool:
    return all(value >= 1 and value.denominator == 1 for value in values)  # type: ignore[operator, attr-defined]


MAPS = (
    vector("t", "t_1, .., t_{p+1}: numbers of random maps of the base estimators"),
    vector("l", "l_1, .., l_p: numbers of random maps of the lambda-estimators"),
)
MAP_RULES = (
    Rule(("t",), "t holds integers >= 1", _counts),
    Rule(("l",), "l holds integers >= 1", _counts),
    Rule(("t", "l"), "t is one longer than l", lambda t, l: len(t) == len(l) + 1),
)
_SIZES = Domain(
    (COUNT, SIGNS, *MAPS),
    MAP_RULES,
    extra=(
        {"m": 8, "n": 8, "t": "2,2", "l": "1"},
        {"m": 1, "n": 1, "t": "1,1", "l": "1"},
        {"m": 3, "n": 5, "t": "2,1,4", "l": "3,2"},
        {"m": 64, "n": 1, "t": "1,2,3,4,5", "l": "4,3,2,1"},
        {"m": 10**6, "n": 10**5, "t": "2,2", "l": "7"},
        {"m": 1, "n": 9, "t": "5,1", "l": "2"},
    ),
)
_LENGTH = (
    m * sp.Sum(_t[_k], (_k, 0, _LAST - 1))
    + m * n * sp.Sum(_l[_k] * _t[_k], (_k, 0, _LAST - 1))
    + m * _t[_LAST]
    + m * n * _t[_LAST] * sp.Sum(_l[_k], (_k, 0, _LAST - 1))
)

_BOTH = pairs(COUNT, SIGNS, m=(1, 3, 7), n=(2, 1, 7))
_COLUMNS = ((1, 1, 1), (10, 1, 5), (3, 7, "1/2"), (1, 10**6, 1000), (10**6, 2, "1/1000"), (2, 1, 30))
_SPHERE = Domain(
    (COUNT, SIGNS, RADIUS),
    extra=tuple(dict(zip(("m", "n", "r"), column, strict=True)) for column in _COLUMNS),
)
_ENDS = Domain(
    _BOTH.parameters,
    (
        *_BOTH.rules,
        NONZERO,
        Rule(
            ("x2", "y2", "xy"), "|x| = |y|, at the angle 0 or pi", lambda a, b, s: a == b and s * s == a * b
        ),
    ),
    extra=tuple(
        {"m": mm, "n": nn, "x2": a, "y2": a, "xy": s}
        for mm, nn in ((1, 1), (3, 5))
        for a, s in ((1, 1), (1, -1), ("1/7", "1/7"), ("1/7", "-1/7"), (10**6, 10**6), (10**6, -(10**6)))
    ),
)
_AT_PI = {x2: r**2, y2: r**2, xy: -(r**2)}
_AT_ZERO = {x2: r**2, y2: r**2, xy: r**2}


def _equal_norms(sign: int) -> Domain:
    return Domain(
        _BOTH.parameters,
        (*_BOTH.rules, Rule(("x2", "y2", "xy"), "y = x or y = -x", lambda a, b, s: a == b == sign * s)),
        extra=tuple(
            {"m": mm, "n": 1, "x2": a, "y2": a, "xy": f"{'-' if sign < 0 else ''}{a}"}
            for mm, a in ((1, 1), (5, "1/7"), (2, 10**6), (1, 0))
        ),
    )


def _exact_at(words: str, error: sp.Expr, domain: Domain, names: str) -> Restated:
    sides = {"error": formula(error, domain, names), "zero": formula(sp.S.Zero, domain, "")}
    return Restated(words, sides, domain, Equal("error", "zero"))


def _convention(proof: Proof) -> None:
    """m counts base projections in (11), (12) and Theorem 3.1: their errors are those of m rows."""
    positive_steps(proof)
    lam, first = sp.symbols("lam mu", real=True)
    proof.equal(
        (lam * (1 - lam)).subs(lam, 1),
        sp.S.Zero,
        "where lam = 1 almost surely (12) is SM++ with the base estimators' m rows",
    )
    spread, count = sp.Symbol("v", nonnegative=True), sp.Symbol("n", positive=True, integer=True)
    proof.equal(
        (count * (spread + first**2) + count * (count - 1) * first**2) / count**2 - first**2,
        spread / count,
        "and by (10) lam itself is a mean of n rows: its variance falls as 1/n",
    )


def _perfect(proof: Proof) -> None:
    trigonometric_mean(proof)
    positive_mean(proof)
    proof.equal(positive_error().subs(_AT_PI), sp.S.Zero, "theta = pi: x + y = 0, the error of ++ is 0")
    proof.equal(trigonometric_error().subs(_AT_ZERO), sp.S.Zero, "theta = 0: x - y = 0, that of trig is 0")
    proof.equal(
        sp.cosh(sp.S.Zero) * sp.cos(sp.S.Zero), sp.S.One, "in fact every row gives SM itself, whatever w"
    )


def _linear(proof: Proof) -> None:
    share = sp.Symbol("p", real=True)
    proof.cite("Lemma 3.2: lam is an average of n indicators of probability p = theta/pi, and (22)")
    error = second_moment(share) * positive_error() + second_moment(1 - share) * trigonometric_error()
    proof.equal(error.subs({**_AT_ZERO, share: 0}), sp.S.Zero, "theta = 0: E lam^2 = 0 and trig is exact")
    proof.equal(error.subs({**_AT_PI, share: 1}), sp.S.Zero, "theta = pi: E(1-lam)^2 = 0 and ++ is exact")
    radius = sp.Symbol("r", positive=True)
    for error, at in ((positive_error(), _AT_ZERO), (trigonometric_error(), _AT_PI)):
        there = 2 * sp.exp(2 * at[xy]) * sp.sinh(2 * r**2) ** 2 / m
        proof.equal(error.subs(at), there.rewrite(sp.exp), "the other base estimator errs at that end,")
        proof.positive(there.subs(r, radius), "so that lam = 0 and lam = 1 there are needed")


def _end(angle: int) -> sp.Expr:
    """The error of the angular hybrid at an angle of 0 or pi."""
    return angular_closed().subs(_AT_PI if angle else _AT_ZERO)


STATEMENTS = (
    Statement(
        id="hrf/eq8",
        kind="definition",
        where="eq. (8)",
        title="Hybrid estimator",
        text=(
            "p+1 base estimators of SM are mixed with estimated coefficients lambda^1 .. lambda^p, the last one taking "
            "what is left to 1; the coefficients are drawn independently of the base estimators."
        ),
        latex=(
            r"\widehat{SM}^{E,\Lambda}=\sum_{k=1}^p\hat\lambda^k\widehat{SM}^k"
            r"+\Big(1-\sum_{k=1}^p\hat\lambda^k\Big)\widehat{SM}^{p+1}"
        ),
        domain_text="lambda_k with values in [0,1]",
        mechanism="hybrid",
    ),
    Statement(
        id="hrf/eq8/unbiased",
        kind="identity",
        where="Section 2.2, after eq. (8)",
        title="Hybrids of unbiased estimators are unbiased",
        text="Where every base estimator has mean SM(x,y), so has the hybrid.",
        latex=r"\mathbb E\,\widehat{SM}^{E,\Lambda}=SM",
        domain_text="Lambda independent of E",
        checks=(Derivation(unbiased_steps),),
        uses=("hrf/eq8",),
        mechanism="hybrid",
    ),
    Statement(
        id="hrf/eq9",
        kind="definition",
        where="eq. (9) and Section 2.2",
        title="Feature maps of the base estimators and of lambda",
        text=(
            "Base estimator k multiplies two concatenations of t_k maps to R^m, weighted by 1/sqrt m; lambda_k is a "
            "number a_k plus a mean of l_k products of functions of x and y."
        ),
        latex=r"\lambda_k(x,y)=a_k+\mathbb E_{\tau\sim\Omega}\Big[\sum_{i=1}^{l_k}\xi^i_{1,k}(x,\tau)\xi^i_{2,k}(y,\tau)\Big]",
        domain_text="a_k real, maps real-valued",
        uses=("hrf/eq8",),
        mechanism="hybrid",
        note="The maps of (19) and (70) carry a factor i: complex-valued maps are used too, multiplied without conjugation.",
    ),
    Statement(
        id="hrf/eq10",
        kind="definition",
        where="eq. (10)",
        title="Estimator of a coefficient",
        text="lambda_k is estimated by a_k plus the product of two concatenations of l_k maps at n draws, over n.",
        latex=r"\hat\lambda^k_n(x,y)=a_k+\rho^k_{1,n}(x)^\top\rho^k_{2,n}(y)",
        domain_text="as (9)",
        uses=("hrf/eq9",),
        mechanism="hybrid",
    ),
    Statement(
        id="hrf/sec2.2/mn",
        kind="definition",
        where="Section 2.2, before Lemma 2.3",
        title="What m and n count",
        text="In the name of a hybrid n counts the random features of the base estimators, m those of lambda.",
        latex=r"\widehat{SM}^{hyb}_{m,n}",
        domain_text="-",
        checks=(
            Restated(
                "the error of SM^hyb_{m,n} at lambda = 1: of n rows by the sentence, of m rows by (11), (12) and Theorem 3.1",
                {
                    "sentence": formula(positive_error().subs(m, n), _BOTH, "n x2 y2 xy"),
                    "formulas": formula(positive_error(), _BOTH, NAMES),
                },
                _BOTH,
                Equal("sentence", "formulas"),
            ),
        ),
        mechanism="feature-count convention",
        slip=True,
        note="Every formula that follows, and Appendix L in words, has the two letters the other way round.",
        correction=Statement(
            id="hrf/sec2.2/mn/corrected",
            kind="identity",
            where="Section 2.2, before Lemma 2.3",
            title="What m and n count, as used",
            text="m counts the projections of the base estimators, n those of lambda: at lambda = 1 the error is that of m rows.",
            latex=r"\mathrm{MSE}(\widehat{SM}^{hyb}_{m,n})\big|_{\lambda=1}=\mathrm{MSE}(\widehat{SM}^{++}_m)",
            domain_text="the bipolar hybrid (12)",
            domain=_BOTH,
            sides={
                "lhs": formula(POSITIVE_BY_MOMENTS, _BOTH, NAMES),
                "rhs": formula(positive_error(), _BOTH, NAMES),
            },
            claim=Equal(),
            checks=(Derivation(_convention),),
            uses=("hrf/lemma2.3", "hrf/eq12", "hrf/thm3.1/independent"),
        ),
    ),
    Statement(
        id="hrf/lemma2.3",
        kind="identity",
        where="Lemma 2.3, eq. (11)",
        title="The hybrid estimate as one inner product",
        text=(
            "The hybrid estimate is the product of two maps, each a concatenation of the base maps weighted by "
            "sqrt(a_k/m) and sqrt((1 - sum a_k)/m) and of their tensor products with the lambda-maps, weighted by "
            "1/sqrt(mn) and i/sqrt(mn)."
        ),
        latex=(
            r"\widehat{SM}^{hyb}_{m,n}(x,y)=\Psi_1(x)^\top\Psi_2(y),\quad "
            r"\Psi_j=\Psi^1_j\star\Psi^2_j\star\Psi^3_j\star\Psi^4_j"
        ),
        domain_text="general p, t_k, l_k, a_k",
        domain=_SIZES,
        sides={"dim": formula(_LENGTH, _SIZES, "m n t l")},
        checks=(
            Representations("dim", formula(MapLength(m, n, _t, _l), _SIZES, "m n t l")),
            Composition("map"),
            Derivation(map_steps),
        ),
        uses=("hrf/eq8", "hrf/eq9", "hrf/eq10"),
        mechanism="compositional (tensor-product) map",
        note=(
            "The numerator of the weight of Psi^4 is lost in the source and read as i, as the minus sign of (30) asks. "
            "A negative a_k has an imaginary root: the product is bilinear, without conjugation."
        ),
    ),
    Statement(
        id="hrf/eq12",
        kind="definition",
        where="eq. (12)",
        title="Bipolar hybrid",
        text="One coefficient mixes the positive and the trigonometric estimator.",
        latex=r"\widehat{SM}^{hyb}_{m,n}=\hat\lambda_n\widehat{SM}^{++}_m+(1-\hat\lambda_n)\widehat{SM}^{trig}_m",
        domain_text="x, y in R^d",
        uses=("hrf/eq8",),
        mechanism="bipolar hybrid",
    ),
    Statement(
        id="hrf/sec2.2/perfect-ends",
        kind="identity",
        where="Section 2.2, after eq. (12)",
        title="Each base estimator is exact at one end",
        text="For equal norms ++ is exact for opposite inputs and trig for equal ones.",
        latex=r"\mathrm{MSE}(\widehat{SM}^{++}_m)|_{\theta=\pi}=0,\quad \mathrm{MSE}(\widehat{SM}^{trig}_m)|_{\theta=0}=0",
        domain_text="|x| = |y| = r",
        checks=(
            Derivation(_perfect),
            _exact_at("the error of ++ at y = -x", positive_error(), _equal_norms(-1), NAMES),
            _exact_at("the error of trig at y = x", trigonometric_error(), _equal_norms(1), NAMES),
        ),
        uses=("hrf/lemma2.2/trig", "hrf/lemma2.2/positive"),
        mechanism="base estimators",
    ),
    Statement(
        id="hrf/sec2.2/linear-lambda",
        kind="identity",
        where="Section 2.2, after eq. (12)",
        title="lambda = theta/pi has no variance at either end",
        text="With lambda linear in the angle the hybrid is exact for equal and for opposite inputs.",
        latex=r"\lambda(\theta)=\theta/\pi\ \Rightarrow\ \mathrm{Var}=0\ \text{at}\ \theta=0,\pi",
        domain_text="equal norms",
        domain=_SPHERE,
        sides={"zero": formula(_end(0), _SPHERE, "m n r"), "pi": formula(_end(1), _SPHERE, "m n r")},
        checks=(
            _exact_at("(45) at the angles 0 and pi", angular_closed(), _ENDS, "m n x2 y2 xy"),
            _exact_at("the side at the angle 0", _end(0), _SPHERE, "m n r"),
            _exact_at("the side at the angle pi", _end(1), _SPHERE, "m n r"),
            Derivation(_linear, "lambda estimated by (19), as the angular hybrid does"),
        ),
        uses=("hrf/thmD.1/independent",),
        mechanism="angular hybrid",
    ),
)
