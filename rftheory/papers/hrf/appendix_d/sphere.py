"""Appendix D.2 and D.3 of hrf, (47)-(51): the error on a sphere and its reduction to a_r.

Main results, p = theta/pi
* For |x| = |y| sharing the projections does not matter.
* (48)-(50): eps_S(r) = e^{r^2}/sqrt(2m) sqrt(max h_r), h_r(theta) = a_r(theta) + a_r(pi - theta),
  a_r(theta) = p(p - p/n + 1/n) e^{2r^2 cos theta} (1 - e^{-4r^2 cos^2(theta/2)})^2.
* (51): eps_S(r) <= e^{r^2}/sqrt(m) sqrt(max a_r).

False as printed: the second prefactor of (47), E lam(1-lam), where (45) and (50) have E(1-lam)^2.

Proofs. Half angles in (45); a sum of two values is at most twice the larger. All maxima are enclosed.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.hybrids.angular_maximum import LargestA
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Equal,
    Erratum,
    MeanSquareError,
    Proof,
    Representations,
    Rule,
    Statement,
    formally,
    formula,
)
from rftheory.papers._shared.angular_bound import LARGEST_BY_H, LARGEST_TEXT, a_r, by_a, by_h
from rftheory.papers._shared.angular_hybrid import (
    RADIUS,
    REST,
    SHARE,
    SIGNS,
    n,
    r,
    second_moment,
    theta,
)
from rftheory.papers._shared.hybrid_errors import (
    NONZERO,
    OUTSIDE,
    SAVED,
    SPHERE,
    angular_closed,
    angular_error,
)
from rftheory.papers._shared.invariants import COUNT, DELTA2, V2, m, pairs, x2, xy, y2
from rftheory.papers.hrf._lemmas.angular_sphere import LARGEST_ERROR_OUTSIDE, SPHERE_ERROR
from rftheory.papers.hrf._lemmas.base_terms import ANGULAR, ANGULAR_SHARED

_COS, _SIN = sp.cos(theta / 2) ** 2, sp.sin(theta / 2) ** 2
_LOW = (
    second_moment(SHARE) / (2 * m) * sp.exp(8 * r**2 * _COS - 2 * r**2) * (1 - sp.exp(-4 * r**2 * _COS)) ** 2
)
_HIGH = sp.exp(2 * r**2) * (1 - sp.exp(-4 * r**2 * _SIN)) ** 2 / (2 * m)
_PRINTED_CLOSED = _LOW + SHARE * (1 - 1 / n) * REST * _HIGH
_PRINTED_47 = _LOW + SHARE * (1 - 1 / n - SHARE + SHARE / n) * _HIGH
_RIGHT_47 = _LOW + (1 - SHARE) * (1 - SHARE + SHARE / n) * _HIGH


def _substituted(proof: Proof) -> None:
    c = sp.Symbol("c", real=True)
    proof.equal(sp.cos(theta), 2 * _COS - 1, "cos theta = 2 c - 1, c = cos^2(theta/2)")
    proof.equal(_SIN, 1 - _COS, "sin^2(theta/2) = 1 - c")
    by_c = {x2: r**2, y2: r**2, xy: r**2 * (2 * c - 1)}
    proof.equal(V2.subs(by_c), 4 * r**2 * c, "|x+y|^2 = 4 r^2 c")
    proof.equal(DELTA2.subs(by_c), 4 * r**2 * (1 - c), "|x-y|^2 = 4 r^2 (1-c)")
    exact = angular_error(sp.Symbol("p")).subs(by_c, simultaneous=True)
    p = sp.Symbol("p")
    printed = _RIGHT_47.subs({_SIN: 1 - c, _COS: c, SHARE: p}, simultaneous=True)
    proof.equal(exact, printed, "(45) in these terms")


EQ47 = Statement(
    id="hrf/eq47",
    kind="identity",
    where="eq. (47)",
    title="Error of the angular hybrid on a sphere",
    text="For inputs of norm r the MSE is an explicit function of the angle, with or without shared projections.",
    latex=(
        r"\tfrac\theta\pi\left(\tfrac\theta\pi-\tfrac\theta{n\pi}+\tfrac1n\right)\tfrac1{2m}e^{8r^2\cos^2\frac\theta2-2r^2}"
        r"\left(1-e^{-4r^2\cos^2\frac\theta2}\right)^2+\tfrac\theta\pi\left(1-\tfrac1n-\tfrac\theta\pi+\tfrac\theta{n\pi}\right)"
        r"\tfrac1{2m}e^{2r^2}\left(1-e^{-4r^2\sin^2\frac\theta2}\right)^2"
    ),
    domain_text="|x| = |y| = r, theta in [0,pi]",
    domain=SPHERE,
    sides={"lhs": SPHERE_ERROR, "rhs": formula(_PRINTED_47, SPHERE, "m n r theta", closed=_PRINTED_CLOSED)},
    claim=Equal(),
    uses=("hrf/thmD.1/independent",),
    mechanism=("angular-hybrid",),
    note="The second prefactor is E lam(1-lam) where (45) has E(1-lam)^2 = (1-theta/pi)(1-theta/pi+theta/(n pi)); (50) has it right.",
    erratum=Erratum(
        kind="misprint",
        at="eq. (47), the prefactor of the second term",
        formula=r"\tfrac\theta\pi\left(1-\tfrac1n-\tfrac\theta\pi+\tfrac\theta{n\pi}\right)",
        false="The second term has the prefactor of (46), E lam(1-lam), in place of that of (45), E(1-lam)^2.",
        weight=2,
        points=(
            {"m": "1", "n": "1", "r": "1", "theta": "1"},
            {"m": "1", "n": "2", "r": "1", "theta": "1"},
        ),
        objection="Nothing in the paper is built on this factor: (49) and (50) have the right one.",
    ),
).corrected(
    text="The second prefactor is that of (45), the second moment of 1 - lam.",
    latex=(
        r"\tfrac\theta\pi\left(\tfrac\theta\pi-\tfrac\theta{n\pi}+\tfrac1n\right)\tfrac1{2m}e^{8r^2\cos^2\frac\theta2-2r^2}"
        r"\left(1-e^{-4r^2\cos^2\frac\theta2}\right)^2+\left(1-\tfrac\theta\pi\right)\left(1-\tfrac\theta\pi+\tfrac\theta{n\pi}\right)"
        r"\tfrac1{2m}e^{2r^2}\left(1-e^{-4r^2\sin^2\frac\theta2}\right)^2"
    ),
    sides={"lhs": SPHERE_ERROR, "rhs": formula(_RIGHT_47, SPHERE, "m n r theta")},
    checks=(Derivation(_substituted, WHOLE),),
    uses=("hrf/thmD.1/independent", "hrf/eq47/sharing"),
)


def _no_matter(proof: Proof) -> None:
    proof.equal(
        SAVED.subs(y2, x2), sp.S.Zero, "the term that (46) subtracts vanishes at |x| = |y|, where cos(0) = 1"
    )


_LEVEL = pairs(COUNT, SIGNS, rules=(NONZERO, Rule(sp.Eq(x2, y2), "|x| = |y|")), m=(1, 3), n=(1, 7))

EQ47_SHARING = Statement(
    id="hrf/eq47/sharing",
    kind="identity",
    where="sentence before eq. (47)",
    title="Equal norms: sharing does not matter",
    text="For inputs of equal norm the MSE is the same with shared and with independent projections.",
    latex=r"\cos(\|x\|^2-\|y\|^2)=1",
    domain_text="|x| = |y|",
    domain=_LEVEL,
    claim=All(
        (
            Equal(MeanSquareError(ANGULAR_SHARED), MeanSquareError(ANGULAR)),
            Equal(
                formula(angular_closed() - SAVED, _LEVEL, "m n x2 y2 xy"),
                formula(angular_error(), _LEVEL, "m n x2 y2 xy"),
            ),
            Equal(sp.cos(x2 - y2), sp.S.One),
        )
    ),
    checks=(Derivation(_no_matter, WHOLE),),
    uses=("hrf/thmD.1/independent", "hrf/thmD.1/shared"),
    mechanism=("angular-hybrid",),
)

_EQ48 = formally(formula(LARGEST_BY_H, OUTSIDE, "m n r"), RADIUS)

EQ48 = Statement(
    id="hrf/eq48",
    kind="identity",
    where="eq. (48)",
    title="Largest relative error by h_r",
    text="The largest relative error on a sphere is exp(r^2)/sqrt(2m) times the root of the maximum of h_r.",
    latex=r"\epsilon_{S(r)}=\tfrac{e^{r^2}}{\sqrt{2m}}\sqrt{\max_{\theta\in[0,\pi]}h_r(\theta)}",
    domain_text="r >= 1",
    domain=OUTSIDE,
    sides={"rhs": _EQ48},
    claim=Equal(LARGEST_ERROR_OUTSIDE, "rhs"),
    checks=(Derivation(by_h, WHOLE),),
    uses=("hrf/eq49", "hrf/eq50", "hrf/def3.3", "hrf/thmD.1/independent"),
    mechanism=("angular-hybrid",),
)

_TURNED = sp.cos(theta)
_A_SINH = 4 * second_moment(SHARE) * sp.exp(-2 * r**2) * sp.sinh(r**2 * (1 + _TURNED)) ** 2
_H = formula(a_r() + a_r(sp.pi - theta), SPHERE, "n r theta")
_A_BACK = 4 * second_moment(REST) * sp.exp(-2 * r**2) * sp.sinh(r**2 * (1 - _TURNED)) ** 2

EQ49 = Statement(
    id="hrf/eq49",
    kind="definition",
    where="eq. (49)",
    title="The function h_r",
    text="h_r adds a_r at theta and at pi - theta.",
    latex=r"h_r(\theta)=a_r(\theta)+a_r(\pi-\theta)",
    domain_text="theta in [0,pi]",
    domain=SPHERE,
    sides={"": _H},
    checks=(Representations("", formula(_A_SINH + _A_BACK, SPHERE, "n r theta")),),
    uses=("hrf/eq50",),
    mechanism=("angular-hybrid",),
)

_A = formula(a_r(), SPHERE, "n r theta")

EQ50 = Statement(
    id="hrf/eq50",
    kind="definition",
    where="eq. (50)",
    title="The function a_r",
    text="a_r is the share of the positive estimator in the squared relative error, scaled by 2m exp(-2r^2).",
    latex=(
        r"a_r(\theta)=\tfrac\theta\pi\left(\tfrac\theta\pi-\tfrac\theta{n\pi}+\tfrac1n\right)e^{2r^2\cos\theta}"
        r"\left(1-e^{-4r^2\cos^2\frac\theta2}\right)^2"
    ),
    domain_text="theta in [0,pi]",
    domain=SPHERE,
    sides={"": _A},
    checks=(Representations("", formula(_A_SINH, SPHERE, "n r theta")),),
    mechanism=("angular-hybrid",),
    note="The outer exponent of the last bracket is lost in the source; 2 is what (48) needs.",
)

_TOP_A = sp.exp(r**2) / sp.sqrt(m) * sp.sqrt(sp.exp(2 * r**2) * LargestA(n, r))
_EQ51 = formally(formula(_TOP_A, OUTSIDE, "m n r"), RADIUS)


def _h_to_a(proof: Proof) -> None:
    by_h(proof)
    by_a(proof)


EQ51 = Statement(
    id="hrf/eq51",
    kind="inequality",
    where="eq. (51)",
    title="Largest relative error by a_r",
    text="The largest relative error on a sphere is at most exp(r^2)/sqrt(m) times the root of the maximum of a_r.",
    latex=rf"{LARGEST_TEXT}\le\tfrac{{e^{{r^2}}}}{{\sqrt m}}\sqrt{{\max_\theta a_r(\theta)}}",
    domain_text="r >= 1",
    domain=OUTSIDE,
    sides={"rhs": _EQ51},
    claim=Below(LARGEST_ERROR_OUTSIDE, "rhs", strict=False),
    checks=(
        Representations(
            "rhs",
            formula((sp.cosh(2 * r**2) + sp.sinh(2 * r**2)) * sp.sqrt(LargestA(n, r) / m), OUTSIDE, "m n r"),
        ),
        Derivation(_h_to_a, WHOLE),
    ),
    uses=("hrf/eq48",),
    mechanism=("angular-hybrid",),
)


STATEMENTS = (
    EQ47,
    EQ47_SHARING,
    EQ48,
    EQ49,
    EQ50,
    EQ51,
)
