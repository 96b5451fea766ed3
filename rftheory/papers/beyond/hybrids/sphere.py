"""The error of a bipolar hybrid on a sphere, its largest value over the angle, and its ends, beyond Section 3 of hrf.

For |x| = |y| = r: P = 2 sinh^2(2r^2 cos^2(theta/2)), Q = 2 sinh^2(2r^2 sin^2(theta/2)), W = 2 sinh(2r^2). Main results:
* MSE/SM^2 = (E[lam^2] P + E[(1-lam)^2] Q)/m, shared projections or not.
* The largest relative error of the angular hybrid is W sqrt(G(n, r)/(2m)) with G < 1.
* n = 1 mixes the two base errors with weights theta/pi and 1 - theta/pi: the better base estimate is never beaten.
* For unequal norms MSE/SM^2 at theta = 0 and pi is (2/m) sinh^2((|x|-|y|)^2/2).

G is a certified maximum over the angle; the rest is algebra on the errors of hrf.
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
    MeanSquareError,
    Proof,
    Representations,
    Restated,
    Statement,
    formula,
)
from rftheory.papers._shared.angular_hybrid import RADIUS, SIGNS, n, on_sphere, r, second_moment, theta
from rftheory.papers._shared.base_estimators import MODEST
from rftheory.papers._shared.bipolar_hybrids import (
    INDEPENDENT,
    MIXED,
    SECOND,
    SHARED,
    el1l,
    el2,
    independent_steps,
)
from rftheory.papers._shared.hybrid_errors import (
    ANGLE,
    NONZERO,
    SM,
    angular_error,
    positive_error,
    trigonometric_error,
)
from rftheory.papers._shared.hybrids import P, Q, at_angles, g, g_by_h, share_steps, squares_on_sphere
from rftheory.papers._shared.invariants import COUNT, SQUARES, m, pairs, x2, xy, y2
from rftheory.papers.beyond._lemmas.hybrid_terms import (
    ANGULAR,
    ANGULAR_SHARED,
    BIPOLAR,
    BIPOLAR_SHARED,
    angular_at,
)

_LEVEL = {x2: r**2, y2: r**2, xy: r**2 * sp.cos(theta)}
_SQUARED = (SM**2).subs(_LEVEL)
_SPHERE = at_angles(
    COUNT, SECOND, MIXED,
    m=(1, 10, 10**6), el2=("1/4", "1/2", "1/3", "5/2", 0, 1), el1l=("1/4", 0, "1/6", "-1", 0, 0),
)  # fmt: skip

_NAMES = "m r theta el2 el1l"
_RELATIVE = (el2 * P + (1 - el2 - 2 * el1l) * Q) / m


def _relative(error: sp.Expr, names: str) -> Representations:
    """(22) or (23) on the sphere over SM^2."""
    lifted = (error / SM**2).subs(_LEVEL, simultaneous=True)
    return Representations("", formula(lifted, _SPHERE, names))


def _relmse(proof: Proof) -> None:
    independent_steps(proof)
    squares_on_sphere(proof)
    proof.equal(
        (positive_error() / SM**2).subs(xy, 0),
        sp.exp(x2 + y2) * (1 - sp.exp(-(x2 + y2))) ** 2 / (2 * m),
        "a base error over SM^2 is e^t (1-e^-t)^2/(2m)",
    )
    proof.equal(
        (SHARED - INDEPENDENT).subs(_LEVEL, simultaneous=True),
        sp.S.Zero,
        "for equal norms shared projections change nothing: 1 - cos 0 = 0",
    )


SPHERE_RELMSE = Statement(
    id="beyond/sphere/relmse",
    kind="identity",
    where="completes hrf, Theorem 3.1",
    title="Relative error of the bipolar hybrid on a sphere",
    text=(
        "For inputs of one norm r the squared relative error is (E[lam^2] P + E[(1-lam)^2] Q)/m, whatever lam and "
        "whether or not the base projections are shared."
    ),
    latex=(
        r"\tfrac{\mathrm{MSE}}{\mathrm{SM}^2}=\tfrac1m\left(\mathbb E[\hat\lambda^2]P+\mathbb E[(1-\hat\lambda)^2]Q\right),\quad "
        r"P=2\sinh^2(2r^2\cos^2\tfrac\theta2),\ Q=2\sinh^2(2r^2\sin^2\tfrac\theta2)"
    ),
    domain_text="|x| = |y| = r",
    domain=_SPHERE,
    sides={"": formula(_RELATIVE, _SPHERE, _NAMES)},
    claim=All(
        (
            Equal(MeanSquareError(BIPOLAR) / _SQUARED, ""),
            Equal(MeanSquareError(BIPOLAR_SHARED) / _SQUARED, ""),
            Equal("", formula((INDEPENDENT / SM**2).subs(_LEVEL, simultaneous=True), _SPHERE, _NAMES)),
            Equal("", formula((SHARED / SM**2).subs(_LEVEL, simultaneous=True), _SPHERE, _NAMES)),
        )
    ),
    checks=(_relative(INDEPENDENT, _NAMES), _relative(SHARED, _NAMES), Derivation(_relmse, WHOLE)),
    uses=("hrf/thm3.1/independent", "hrf/lemma2.2/trig", "hrf/lemma2.2/positive"),
    mechanism=("angular-hybrid", "gaussian-hybrid"),
    setting="bipolar hybrid, shared or independent projections",
)

_SHARES = Domain(
    (SIGNS, RADIUS),
    extra=tuple(
        {"n": count, "r": radius}
        for count, radius in (
            (1, 1), (2, "1/2"), (5, "21/20"), (1, 1000), (10**6, 1000), (10**6, "1/1000"), (3, 30), (8, "1/10"),
        )
    ),
)  # fmt: skip

_ANGLES = on_sphere()

_SAMPLED = (second_moment(theta / sp.pi) * P + second_moment(1 - theta / sp.pi) * Q) / (
    2 * sp.sinh(2 * r**2) ** 2
)


def _share(proof: Proof) -> None:
    share_steps(proof)
    p = sp.Symbol("p", nonnegative=True)
    total = second_moment(p) + second_moment(1 - p)
    proof.equal(1 - total, 2 * p * (1 - p) * (1 - 1 / n), "1 - E lam^2 - E(1-lam)^2 = 2p(1-p)(1-1/n)")
    j = sp.Symbol("j", nonnegative=True, integer=True)
    proof.nonnegative(1 - 1 / (1 + j), "1 - 1/n >= 0 at n = 1 + j: the two weights add to at most 1")
    c, radius = sp.symbols("c r", positive=True)
    proof.positive(
        sp.diff(sp.sinh(2 * radius**2 * c), c),
        "sinh(2r^2 c) rises in c = cos^2(theta/2), so P < 2 sinh^2(2r^2) inside",
    )
    ends = {0: (second_moment(sp.S.Zero) * P, Q), sp.pi: (second_moment(sp.S.Zero) * Q, P)}
    for angle, (first, second) in ends.items():
        proof.equal(first.subs(theta, angle), sp.S.Zero, f"theta = {angle}: this weight is 0")
        proof.equal(second.subs(theta, angle), sp.S.Zero, f"theta = {angle}: and this error is 0, so G < 1")
    proof.equal(
        sp.cos((sp.pi - theta) / 2) ** 2,
        sp.sin(theta / 2) ** 2,
        "theta -> pi - theta exchanges the two terms",
    )


ANGULAR_G = Statement(
    id="beyond/angular/g",
    kind="definition",
    where="used by the results on budgets",
    title="Largest error of the angular hybrid, as a share",
    text=(
        "G(n, r) is the largest E[lam^2] P + E[(1-lam)^2] Q over the angle, divided by 2 sinh^2(2r^2): the largest "
        "relative error is W(r) sqrt(G/(2m)), and G < 1."
    ),
    latex=r"\epsilon_{S(r)}(\widehat{\mathrm{SM}}^{\rm anghyb}_{m,n})=W(r)\sqrt{G(n,r)/(2m)},\quad G<1",
    domain_text="n >= 1, r > 0",
    domain=_SHARES,
    sides={"": formula(g(), _SHARES, "n r")},
    checks=(
        Representations("", formula(g_by_h(), _SHARES, "n r")),
        Derivation(_share, WHOLE),
        Restated("G < 1", {"share": formula(g(), _SHARES, "n r")}, _SHARES, Below("share", sp.S.One)),
        Restated(
            "no angle exceeds it",
            {"angle": formula(_SAMPLED, _ANGLES, "n r theta"), "share": formula(g(), _ANGLES, "n r")},
            _ANGLES,
            Below("angle", "share", strict=False),
        ),
    ),
    uses=("beyond/sphere/relmse", "hrf/lemma3.2/second"),
    mechanism=("angular-hybrid",),
)

_PAIR = pairs(COUNT, rules=(NONZERO,), m=(1, 7))
_MODEST = tuple(point for point in MODEST if point["y2"])
_MIXTURE = ANGLE / sp.pi * positive_error() + (1 - ANGLE / sp.pi) * trigonometric_error()
_COSINE = xy / sp.sqrt(x2 * y2)

_MIXTURE_CLOSED = (
    2
    * SM**2
    / (sp.pi * m)
    * (
        sp.acos(_COSINE) * sp.sinh((x2 + y2 + 2 * xy) / 2) ** 2
        + sp.acos(-_COSINE) * sp.sinh((x2 + y2 - 2 * xy) / 2) ** 2
    )
)


def _n1(proof: Proof) -> None:
    independent_steps(proof)
    lam, p, a, b = sp.symbols("lam p a b", real=True)
    for value in (0, 1):
        proof.equal((lam**2 - lam).subs(lam, value), sp.S.Zero, f"lam^2 = lam at lam = {value}")
        proof.equal((lam * (1 - lam)).subs(lam, value), sp.S.Zero, f"lam (1-lam) = 0 at lam = {value}")
    proof.equal(second_moment(p).subs(n, 1), p, "E lam^2 = p at n = 1")
    proof.equal(
        INDEPENDENT.subs({el2: p, el1l: 0}),
        p * positive_error() + (1 - p) * trigonometric_error(),
        "(22) with these moments",
    )
    proof.equal(SHARED.subs(el1l, 0), INDEPENDENT.subs(el1l, 0), "and (23) is the same")
    u, v = sp.symbols("u v", nonnegative=True)
    proof.equal(
        u * (a + b) + v * a - (u + v) * a, u * b, "a mean of a and a + b, weights u and v, less a is u b >= 0"
    )
    proof.nonnegative(u * v, "for u, b >= 0: a mean is at least the smaller value")


ANGULAR_N1_MIXTURE = Statement(
    id="beyond/angular/n1-mixture",
    kind="identity",
    where="completes hrf, Theorem D.1",
    title="One projection for lambda mixes the base errors",
    text=(
        "With n = 1 the estimate of lam is 0 or 1, so that the error of the hybrid is the mean of the two base errors "
        "with weights theta/pi and 1 - theta/pi, shared projections or not; the better base estimator is never beaten."
    ),
    latex=(
        r"\mathrm{MSE}=p\,\mathrm{MSE}(\widehat{\mathrm{SM}}^{++}_m)+(1-p)\,\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm trig}_m),"
        r"\quad p=\theta_{x,y}/\pi"
    ),
    domain_text="n = 1; x, y nonzero",
    domain=_PAIR,
    sides={"": formula(_MIXTURE, _PAIR, "m x2 y2 xy", closed=_MIXTURE_CLOSED)},
    claim=All(
        (
            Equal(MeanSquareError(ANGULAR.subs(n, 1)), ""),
            Equal(MeanSquareError(ANGULAR_SHARED.subs(n, 1)), ""),
            Equal("", formula(angular_error().subs(n, 1), _PAIR, "m x2 y2 xy")),
            Below(
                formula(sp.Min(positive_error(), trigonometric_error()), _PAIR, "m x2 y2 xy"),
                "",
                strict=False,
            ),
        )
    ),
    checks=(
        Representations("", formula(angular_error().subs(n, 1), _PAIR, "m x2 y2 xy"), _MODEST),
        Derivation(_n1, WHOLE),
    ),
    uses=("hrf/thm3.1/independent",),
    mechanism=("angular-hybrid",),
)

_NORMS = Domain(
    (COUNT, *SQUARES[:2]),
    (NONZERO,),
    extra=tuple(
        {"m": count, "x2": a, "y2": b}
        for count, a, b in (
            (1, 1, 1), (3, 2, 2), (1, 1, 4), (10, "1/4", 3), (1, 10**6, 10**-6), (2, 10**6, 10**6), (5, "1e-6", 2),
        )
    ),
)  # fmt: skip

_REACH = sp.sqrt(x2 * y2)  # |x||y|
_APART = (sp.sqrt(x2) - sp.sqrt(y2)) ** 2
_APART_CLOSED = x2 + y2 - 2 * _REACH
_END = 2 * sp.sinh(_APART / 2) ** 2 / m
_END_CLOSED = 2 * sp.sinh(_APART_CLOSED / 2) ** 2 / m


def _ends(proof: Proof) -> None:
    independent_steps(proof)
    a, b = sp.symbols("a b", positive=True)
    p = sp.Symbol("p")
    proof.equal(
        second_moment(p).subs(p, 0), sp.S.Zero, "E lam^2 = 0 at theta = 0 and E(1-lam)^2 = 0 at theta = pi"
    )
    proof.equal(
        second_moment(p).subs(p, 1), sp.S.One, "where the other of them is 1; E lam(1-lam) = 0 at both"
    )
    for sign, error, name in ((1, trigonometric_error, "trigonometric"), (-1, positive_error, "positive")):
        left = (error() / SM**2).subs({x2: a**2, y2: b**2, xy: sign * a * b})
        t = (a - b) ** 2
        printed = 2 * (sp.sinh(t / 2) ** 2).rewrite(sp.exp) / m
        proof.equal(
            left.subs(sp.exp(sp.expand(t)), sp.exp(t)),
            printed,
            f"the {name} error at x.y = {sign} |x||y| over SM^2, with |x -+ y| = ||x|-|y||",
        )


ANGULAR_ENDS_UNEQUAL = Statement(
    id="beyond/angular/ends-unequal",
    kind="identity",
    where="completes hrf, Section 2.4",
    title="Errors at the ends for unequal norms",
    text="For unequal norms the squared relative error at theta = 0 and theta = pi is (2/m) sinh^2((|x|-|y|)^2/2).",
    latex=r"\tfrac{\mathrm{MSE}}{\mathrm{SM}^2}\Big|_{\theta\in\{0,\pi\}}=\tfrac2m\sinh^2\tfrac{(\|x\|-\|y\|)^2}2",
    domain_text="x, y nonzero",
    domain=_NORMS,
    sides={
        "relmse": formula(_END, _NORMS, "m x2 y2", closed=_END_CLOSED),
        "zero": formula(
            sp.exp(2 * _REACH) * _END, _NORMS, "m x2 y2", closed=sp.exp(2 * _REACH) * _END_CLOSED
        ),
        "pi": formula(
            sp.exp(-2 * _REACH) * _END, _NORMS, "m x2 y2", closed=sp.exp(-2 * _REACH) * _END_CLOSED
        ),
    },
    claim=All(
        (
            Equal(MeanSquareError(angular_at("theta = 0")), "zero"),
            Equal(MeanSquareError(angular_at("theta = pi")), "pi"),
            Equal("zero", formula(angular_error(sp.S.Zero).subs(xy, _REACH), _NORMS, "m x2 y2")),
            Equal("pi", formula(angular_error(sp.S.One).subs(xy, -_REACH), _NORMS, "m x2 y2")),
            Equal(
                "relmse",
                formula(sp.exp(-2 * _REACH) * angular_error(sp.S.Zero).subs(xy, _REACH), _NORMS, "m x2 y2"),
            ),
            Equal(
                "relmse",
                formula(sp.exp(2 * _REACH) * angular_error(sp.S.One).subs(xy, -_REACH), _NORMS, "m x2 y2"),
            ),
        )
    ),
    checks=(
        Representations("zero", formula(angular_error(sp.S.Zero).subs(xy, _REACH), _NORMS, "m x2 y2")),
        Representations("pi", formula(angular_error(sp.S.One).subs(xy, -_REACH), _NORMS, "m x2 y2")),
        Derivation(_ends, WHOLE),
    ),
    uses=("hrf/lemma2.2/trig", "hrf/lemma2.2/positive"),
    mechanism=("angular-hybrid",),
)

STATEMENTS = (
    SPHERE_RELMSE,
    ANGULAR_G,
    ANGULAR_N1_MIXTURE,
    ANGULAR_ENDS_UNEQUAL,
)
