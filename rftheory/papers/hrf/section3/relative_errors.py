"""Section 3 and Appendix E of hrf: relative errors on a sphere, Definition 3.3 and Lemma 3.4.

Main results
* Definition 3.3: eps_{x,y} = sqrt(MSE)/SM and its maximum over a set; on a sphere a function of the angle.
* (25): eps_theta(trig) = eps_{pi-theta}(++) = e^{2r^2 s} (1 - e^{-4r^2 s})/sqrt(2m), s = sin^2(theta/2).
* (26): both are at most W(r)/sqrt(2m), W(r) = e^{2r^2} (1 - e^{-4r^2}), reached at theta = pi and at theta = 0.

Proofs. |x-y|^2 = 4r^2 s and |x+y|^2 = 4r^2 (1-s) in Lemma 2.2; (25) is sqrt(2/m) sinh(2r^2 s), which rises in s, as
Appendix E says.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    MeanSquareError,
    Monotone,
    Optimal,
    Proof,
    Representations,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared.angular_hybrid import CLOSE, FAR, RADIUS, WIDTH, n, r, theta
from rftheory.papers._shared.hybrid_errors import (
    AT_PI,
    AT_ZERO,
    NONZERO_PAIRS,
    ON_SPHERE,
    SM,
    SPHERE,
    angular_closed,
    angular_error,
    positive_error,
    trigonometric_error,
)
from rftheory.papers._shared.invariants import COUNT, m, x2, xy, y2
from rftheory.papers.hrf._lemmas.angular_sphere import SPHERE_ERROR
from rftheory.papers.hrf._lemmas.base_terms import ANGULAR, POSITIVE, TRIGONOMETRIC

DEF3_3 = Statement(
    id="hrf/def3.3",
    kind="definition",
    where="Definition 3.3",
    title="Relative error",
    text="The relative error is the root of the MSE over the kernel; over a bounded set its maximum is taken.",
    latex=r"\epsilon_C(\widehat{SM})=\max_{x,y\in C}\epsilon_{x,y}(\widehat{SM}),\quad \epsilon_{x,y}=\sqrt{\mathrm{MSE}}/SM",
    domain_text="C bounded",
    domain=NONZERO_PAIRS,
    sides={
        "": formula(
            sp.sqrt(angular_error()) / SM,
            NONZERO_PAIRS,
            "m n x2 y2 xy",
            closed=sp.sqrt(angular_closed()) / SM,
        )
    },
    checks=(
        Representations(
            "",
            points=tuple(
                {"m": 2, "n": count, "x2": a, "y2": b, "xy": s}
                for count, a, b, s in ((1, 1, 1, "1/2"), (3, 2, "1/4", "-1/3"), (5, 9, 4, 1))
            ),
        ),
    ),
    uses=("hrf/thmD.1/independent",),
    mechanism=("angular-hybrid",),
)


def _angle_only(proof: Proof) -> None:
    a, t = sp.symbols("a t", real=True)
    x = r * sp.Matrix([sp.cos(a), sp.sin(a)])
    y = r * sp.Matrix([sp.cos(a + t), sp.sin(a + t)])
    proof.cite("any two vectors of norm r at the angle t are an orthogonal image of this pair in a plane")
    proof.equal(x.dot(x), r**2, "|x|^2 = r^2 whatever the position a")
    proof.equal(y.dot(y), r**2, "|y|^2 = r^2")
    proof.equal(x.dot(y), r**2 * sp.cos(t), "x.y = r^2 cos t")
    for name, error in (
        ("trig", trigonometric_error()),
        ("++", positive_error()),
        ("angular", angular_error()),
    ):
        others = error.free_symbols - {m, n, x2, y2, xy}
        proof.equal(len(others), 0, f"the error of {name} is a function of these three numbers only")


DEF3_3_ANGLE_ONLY = Statement(
    id="hrf/def3.3/angle-only",
    kind="identity",
    where="Definition 3.3, parenthesis",
    title="On a sphere only the angle counts",
    text="For inputs of one norm the errors of all three estimators are functions of the angle.",
    latex=r"\mathrm{MSE}(x,y)=\mathrm{MSE}(\theta,r)",
    domain_text="|x| = |y| = r",
    domain=SPHERE,
    claim=All(  # x and y enter by r and theta alone
        (
            Equal(MeanSquareError(TRIGONOMETRIC), trigonometric_error().xreplace(ON_SPHERE)),
            Equal(MeanSquareError(POSITIVE), positive_error().xreplace(ON_SPHERE)),
            Equal(MeanSquareError(ANGULAR), SPHERE_ERROR),
        )
    ),
    checks=(Derivation(_angle_only, WHOLE),),
    uses=("hrf/lemma2.2/trig", "hrf/lemma2.2/positive", "hrf/lemma3.2/second"),
    mechanism=("trigonometric", "hyperbolic", "angular-hybrid"),
)


def _by_sine(squared: sp.Expr) -> sp.Expr:
    """Lemma 3.4's form (1/sqrt(2m)) e^(t/2) (1 - e^-t)."""
    return sp.exp(squared / 2) * (1 - sp.exp(-squared)) / sp.sqrt(2 * m)


def _lifted(error: sp.Expr) -> sp.Expr:
    """sqrt(MSE)/SM for two inputs of norm r at the angle theta."""
    return (sp.sqrt(error) / SM).xreplace(ON_SPHERE)


_TRIG, _POSITIVE = _lifted(trigonometric_error()), _lifted(positive_error())
_ON_ANGLES = formula(_TRIG, SPHERE, "m r theta", closed=sp.sqrt(2 / m) * sp.sinh(FAR / 2))
_POSITIVE_ON_ANGLES = formula(_POSITIVE, SPHERE, "m r theta", closed=sp.sqrt(2 / m) * sp.sinh(CLOSE / 2))


def _pointwise(proof: Proof) -> None:
    turn = sp.Symbol("theta", real=True)
    proof.equal(2 - 2 * sp.cos(turn), 4 * sp.sin(turn / 2) ** 2, "|x-y|^2 = 4 r^2 sin^2(theta/2)")
    proof.equal(2 + 2 * sp.cos(turn), 4 * sp.cos(turn / 2) ** 2, "|x+y|^2 = 4 r^2 cos^2(theta/2)")
    t = sp.Symbol("t", nonnegative=True)
    for error in (trigonometric_error(t), positive_error(t)):
        proof.equal(
            error / SM**2,
            _by_sine(t) ** 2,
            "MSE/SM^2 is the square of the printed form at t = |x-y|^2 or |x+y|^2",
        )
    proof.nonnegative(1 - 1 / (1 + t), "1 - e^-t >= 1 - 1/(1+t) >= 0, so the root is the printed form itself")
    proof.equal(sp.cos((sp.pi - turn) / 2), sp.sin(turn / 2), "theta -> pi - theta exchanges the two")


LEMMA3_4_POINTWISE = Statement(
    id="hrf/lemma3.4/pointwise",
    kind="identity",
    where="Lemma 3.4, eq. (25)",
    title="Relative errors of the base estimators on a sphere",
    text="The trigonometric relative error at theta is the positive one at pi - theta, a function of sin^2(theta/2).",
    latex=(
        r"\epsilon_{\theta,r}(\widehat{SM}^{trig}_m)=\epsilon_{\pi-\theta,r}(\widehat{SM}^{++}_m)"
        r"=\tfrac1{\sqrt{2m}}e^{2r^2\sin^2(\theta/2)}\left(1-e^{-4r^2\sin^2(\theta/2)}\right)"
    ),
    domain_text="r > 0, theta in [0,pi]",
    domain=SPHERE,
    sides={
        "trig": _ON_ANGLES,
        "positive": _POSITIVE_ON_ANGLES,
    },
    claim=All(
        (
            Equal(sp.sqrt(MeanSquareError(TRIGONOMETRIC)) / sp.exp(r**2 * sp.cos(theta)), "trig"),
            Equal(sp.sqrt(MeanSquareError(POSITIVE)) / sp.exp(r**2 * sp.cos(theta)), "positive"),
            Equal("trig", formula(_by_sine(FAR), SPHERE, "m r theta")),
            Equal(
                formula(_POSITIVE.subs(theta, sp.pi - theta), SPHERE, "m r theta"),
                formula(_by_sine(FAR), SPHERE, "m r theta"),
            ),
        )
    ),
    checks=(
        Representations("trig", formula(_by_sine(FAR), SPHERE, "m r theta")),
        Representations("positive", formula(_by_sine(FAR.subs(theta, sp.pi - theta)), SPHERE, "m r theta")),
        Derivation(_pointwise, WHOLE),
    ),
    uses=("hrf/lemma2.2/trig", "hrf/lemma2.2/positive"),
    setting="base estimators on a sphere",
)

LEMMA3_4_W = Statement(
    id="hrf/lemma3.4/w",
    kind="definition",
    where="Lemma 3.4",
    title="The function W",
    text="W(r) = 2 sinh(2 r^2), written with exponentials.",
    latex=r"W(r)=e^{2r^2}(1-e^{-4r^2})",
    domain_text="r > 0",
    domain=SPHERE,
    sides={"": formula(WIDTH, SPHERE, "r")},
    checks=(Representations("", formula(2 * sp.sinh(2 * r**2), SPHERE, "r")),),
)


def _monotone(proof: Proof) -> None:
    s, size = sp.symbols("s R", positive=True)
    form = sp.exp(2 * size * s) * (1 - sp.exp(-4 * size * s))
    proof.equal(
        form,
        2 * sp.sinh(2 * size * s).rewrite(sp.exp),
        "e^(2Rs)(1 - e^(-4Rs)) = 2 sinh(2Rs), R = r^2, s = sin^2(theta/2)",
    )
    slope = sp.diff(2 * sp.sinh(2 * size * s), s)
    proof.positive(slope, "it rises in s")
    proof.equal(
        sp.diff(sp.sin(theta / 2) ** 2, theta),
        sp.sin(theta) / 2,
        "and s rises in theta on (0, pi), where sin > 0",
    )
    proof.equal(sp.cos(theta / 2) ** 2, 1 - sp.sin(theta / 2) ** 2, "for ++ the same with 1 - s, which falls")


def _max(proof: Proof) -> None:
    _monotone(proof)
    radius = sp.Symbol("r", positive=True)
    for squared, end in ((FAR, sp.pi), (CLOSE, sp.Integer(0))):
        there = _by_sine(squared.subs(theta, end)).subs(r, radius)
        proof.equal(there, (WIDTH / sp.sqrt(2 * m)).subs(r, radius), f"at theta = {end} the printed value")


LEMMA3_4_MAX = Statement(
    id="hrf/lemma3.4/max",
    kind="identity",
    where="Lemma 3.4, eq. (26)",
    title="Largest relative error of the base estimators",
    text="Over a sphere both base estimators are at their worst W(r)/sqrt(2m), at opposite ends of the angle.",
    latex=r"\epsilon_{S(r)}(\widehat{SM}^{trig}_m)=\epsilon_{S(r)}(\widehat{SM}^{++}_m)=\sqrt{\tfrac1{2m}}\,W(r)",
    domain_text="r > 0",
    domain=SPHERE,
    sides={"": formula(WIDTH / sp.sqrt(2 * m), SPHERE, "m r")},
    claim=All(
        (
            Optimal(_ON_ANGLES, {"theta": sp.pi}, greatest=True),
            Equal(formula((sp.sqrt(trigonometric_error()) / SM).xreplace(AT_PI), SPHERE, "m r"), ""),
            Optimal(_POSITIVE_ON_ANGLES, {"theta": sp.S.Zero}, greatest=True),
            Equal(formula((sp.sqrt(positive_error()) / SM).xreplace(AT_ZERO), SPHERE, "m r"), ""),
        )
    ),
    checks=(Derivation(_max, WHOLE),),
    uses=("hrf/lemma3.4/pointwise",),
    setting="base estimators on a sphere",
)

_s = sp.Symbol("s", nonnegative=True)
_TURNS = Domain((COUNT, RADIUS, real("s", 0, 1, meaning="sin^2(theta/2)")))

APPE_MONOTONE = Statement(
    id="hrf/appE/monotone",
    kind="inequality",
    where="Appendix E",
    title="The error of the base estimators is monotone in the angle",
    text="The trigonometric relative error rises with sin^2(theta/2), the positive one falls.",
    latex=r"\tfrac{d}{ds}\,e^{2r^2s}(1-e^{-4r^2s})>0,\quad s=\sin^2(\theta/2)",
    domain_text="theta in [0,pi]",
    domain=_TURNS,
    claim=All(
        (
            Monotone(formula(_by_sine(4 * r**2 * _s), _TURNS, "m r s"), "s"),
            Monotone(formula(_by_sine(4 * r**2 * (1 - _s)), _TURNS, "m r s"), "s", increasing=False),
        )
    ),
    checks=(Derivation(_monotone, WHOLE),),
    uses=("hrf/lemma3.4/pointwise",),
    setting="base estimators on a sphere",
)


STATEMENTS = (
    DEF3_3,
    DEF3_3_ANGLE_ONLY,
    LEMMA3_4_POINTWISE,
    LEMMA3_4_W,
    LEMMA3_4_MAX,
    APPE_MONOTONE,
)
