"""Appendix D.3 and D.4 of hrf, (63)-(66): Theorem 3.5 assembled, its limits, rate and cost.

Main results
* (63): max b^1_r <= (1-1/n) e^{2r^2}/(2 pi r^2), for every r > 0.
* (66): eps at the angle theta by h_r; half of it is not legible.
* D.4: near both ends eps falls like 1/sqrt(mn) = Theta(1/sqrt(number of features)).

False as printed
* (64): max b^2_r <= e^{2r^2}/(2n sqrt(pi) r^2). b^2_r is linear in the angle, so 1/r takes the place of 1/r^2; then
  it holds for every r > 0. (65), the bound of Theorem 3.5, inherits the mistake; its assembly is right.

Proofs. sin(theta/2) >= theta/pi and e^x >= e x give b^1_r <= (1-1/n) e^{2r^2}/(4e r^2) and
b^2_r <= e^{2r^2}/(2 sqrt(2e) n r) at every angle; and 2e > pi. Maxima are enclosed, costs counted.
"""

from __future__ import annotations

from dataclasses import replace

import sympy as sp

from rftheory.exact.functions.hybrids.angular_maximum import PeakAngle
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Count,
    Derivation,
    Equal,
    Erratum,
    MeanSquareError,
    On,
    Order,
    Proof,
    Representations,
    Statement,
    formally,
    formula,
    real,
    whole,
)
from rftheory.papers._shared.angular_bound import (
    FIRST,
    FIRST_BOUND,
    LARGEST_TEXT,
    PRINTED,
    REPAIRED,
    SECOND,
    SECOND_BOUND,
    SECOND_REPAIRED,
    a_r,
    by_h,
    first_bound,
    repaired_bound,
    second_bound,
)
from rftheory.papers._shared.angular_hybrid import (
    CLOSE,
    FAR,
    RADIUS,
    SHARE,
    WIDTH,
    n,
    on_sphere,
    r,
    sphere_error,
    theta,
)
from rftheory.papers._shared.hybrid_errors import ON_SPHERE, OUTSIDE, SM, SPHERE, angular_error
from rftheory.papers._shared.invariants import m
from rftheory.papers.hrf._lemmas.angular_ends import LIMIT
from rftheory.papers.hrf._lemmas.angular_parts import LARGEST_FIRST, LARGEST_SECOND
from rftheory.papers.hrf._lemmas.angular_sphere import (
    LARGEST_ERROR,
    LARGEST_ERROR_BY_H,
    LARGEST_ERROR_OUTSIDE,
)
from rftheory.papers.hrf._lemmas.base_terms import POSITIVE, TRIGONOMETRIC
from rftheory.papers.hrf._lemmas.map_costs import COSTS, MAP_COSTS, MAP_SIZES

EQ63 = Statement(
    id="hrf/eq63",
    kind="inequality",
    where="eq. (63)",
    title="Bound of the maximum of b^1_r",
    text="Over all angles b^1_r is at most (1-1/n) exp(2r^2)/(2 pi r^2).",
    latex=r"\max_\theta b^1_r(\theta)\le(1-\tfrac1n)\tfrac{e^{2r^2}}{2\pi r^2}",
    domain_text="r >= 1",
    domain=OUTSIDE,
    sides={
        "lhs": formally(formula(LARGEST_FIRST, OUTSIDE, "n r"), RADIUS),
        "rhs": formally(formula(FIRST_BOUND, OUTSIDE, "n r"), RADIUS),
    },
    claim=Below(strict=False),
    checks=(
        Representations("lhs", formula(FIRST.subs(theta, PeakAngle(1 / r**2)), OUTSIDE, "n r")),
        Derivation(first_bound, whole("every r > 0 and n, so every r >= 1")),
    ),
    uses=("hrf/eq62",),
    mechanism=("angular-hybrid",),
    note="The bound exceeds the maximum by the factor 2e/pi at least; it needs no r >= 1.",
)

_SECOND_PEAK = formula(SECOND.subs(theta, PeakAngle(1 / (2 * r**2))), OUTSIDE, "n r")

EQ64 = Statement(
    id="hrf/eq64",
    kind="inequality",
    where="eq. (64)",
    title="Bound of the maximum of b^2_r",
    text="The linear part is said to obey, by the same analysis, a bound with 1/r^2.",
    latex=r"\max_\theta b^2_r(\theta)\le\tfrac1{2n\sqrt\pi r^2}e^{2r^2}",
    domain_text="r >= 1",
    domain=OUTSIDE,
    sides={
        "lhs": formally(formula(LARGEST_SECOND, OUTSIDE, "n r"), RADIUS),
        "rhs": formally(formula(SECOND_BOUND, OUTSIDE, "n r"), RADIUS),
    },
    claim=Below(strict=False),
    checks=(Representations("lhs", _SECOND_PEAK),),
    uses=("hrf/eq58",),
    mechanism=("angular-hybrid",),
    note=(
        "b^2_r is linear in theta, so the angle of order 1/r enters once and not squared: the bound has 1/r, not "
        "1/r^2. The radical is lost in the source and read as in (27); without it the bound would be smaller still."
    ),
    erratum=Erratum(
        kind="error",
        at="eq. (64)",
        quote="By the completely analogous analysis",
        formula=r"\max_\theta b^2_r(\theta)\le\tfrac1{2n\sqrt\pi r^2}e^{2r^2}",
        false=(
            "b^2_r is linear in the angle where b^1_r is quadratic, so the analysis gives the factor 1/r and not "
            "1/r^2; from r = 3 on the maximum exceeds the printed bound, by a factor that grows like r."
        ),
        weight=5,
        points=({"n": "1", "r": "3"}, {"n": "4", "r": "5"}),
        script=(
            "t = findroot(lambda t: t*sin(t) - 1/(2*r**2), 1/(sqrt(2)*r))  # where b^2_r is largest\n"
            "left = t/(n*pi)*exp(2*r**2*cos(t))\n"
            "right = exp(2*r**2)/(2*n*sqrt(pi)*r**2)\n"
        ),
        relation="<=",
        objection="The bound fails for every n, and in (65) at n = 1, r = 5 it makes Theorem 3.5 fail.",
    ),
).corrected(
    text="Over all angles b^2_r is less than exp(2r^2)/(2 n sqrt(pi) r), for every r > 0.",
    latex=r"\max_\theta b^2_r(\theta)<\tfrac1{2n\sqrt\pi\,r}e^{2r^2}",
    domain_text="r > 0",
    domain=SPHERE,
    sides={"lhs": formula(LARGEST_SECOND, SPHERE, "n r"), "rhs": formula(SECOND_REPAIRED, SPHERE, "n r")},
    claim=Below(),
    checks=(Derivation(second_bound, WHOLE),),
    uses=("hrf/eq53",),
)

_PRINTED = formula(PRINTED, OUTSIDE, "m n r")

EQ65 = Statement(
    id="hrf/eq65",
    kind="inequality",
    where="eq. (65)",
    title="Bound of the largest relative error, assembled",
    text="The bounds of the two parts are put together to that of Theorem 3.5.",
    latex=rf"{LARGEST_TEXT}\le\tfrac{{e^{{2r^2}}}}{{\sqrt{{2m}}\,r}}(1-e^{{-4r^2}})\sqrt{{\tfrac1\pi-\tfrac1{{n\pi}}+\tfrac1{{n\sqrt\pi}}}}",
    domain_text="r >= 1",
    domain=OUTSIDE,
    sides={"rhs": formally(_PRINTED, RADIUS)},
    claim=Below(LARGEST_ERROR_OUTSIDE, "rhs", strict=False),
    checks=(
        Representations(
            "rhs",
            formula(
                sp.exp(r**2) / sp.sqrt(m) * (1 - sp.exp(-4 * r**2)) * sp.sqrt(FIRST_BOUND + SECOND_BOUND),
                OUTSIDE,
                "m n r",
            ),
        ),
    ),
    uses=("hrf/eq51", "hrf/eq52", "hrf/eq56", "hrf/eq63", "hrf/eq64/corrected"),
    mechanism=("angular-hybrid",),
    note="The assembly is right; what fails is (64).",
    erratum=Erratum(
        kind="error",
        at="eq. (65)",
        formula=(
            r"\epsilon_{S(r)}(\widehat{SM}^{anghyb}_{m,n})\le\tfrac{e^{2r^2}}{\sqrt{2m}\,r}(1-e^{-4r^2})"
            r"\sqrt{\tfrac1\pi-\tfrac1{n\pi}+\tfrac1{n\sqrt\pi}}"
        ),
        false="Put together with (64), the bound falls below the largest relative error: at n = 1 from r = 5 on.",
        weight=4,
        follows_from="hrf/eq64",
        points=({"m": "1", "n": "1", "r": "5"}, {"m": "1", "n": "2", "r": "8"}),
        script=(
            "g = lambda p: p*(p + (1 - p)/n)  # E lam^2\n"
            "near, far = lambda t: 2*r**2*cos(t/2)**2, lambda t: 2*r**2*sin(t/2)**2\n"
            "e = lambda t: sqrt(2*(g(t/pi)*sinh(near(t))**2 + g(1 - t/pi)*sinh(far(t))**2)/m)\n"
            "t = findroot(lambda t: diff(lambda s: log(e(s)), t), 1/(sqrt(2)*r))  # where it is largest\n"
            "left = e(t)\n"
            "right = exp(2*r**2)/(sqrt(2*m)*r)*(1 - exp(-4*r**2))*sqrt(1/pi - 1/(n*pi) + 1/(n*sqrt(pi)))\n"
        ),
        relation="<=",
    ),
).corrected(
    text="With the corrected (64) the part of the sign projections decays like 1/r under the root.",
    latex=rf"{LARGEST_TEXT}<\tfrac{{e^{{2r^2}}}}{{\sqrt{{2m}}}}(1-e^{{-4r^2}})\sqrt{{\tfrac1{{r^2}}(\tfrac1\pi-\tfrac1{{n\pi}})+\tfrac1{{n\sqrt\pi\,r}}}}",
    domain_text="r > 0",
    domain=SPHERE,
    sides={"lhs": LARGEST_ERROR, "rhs": formula(REPAIRED, SPHERE, "m n r")},
    claim=Below(),
    checks=(
        Representations("lhs", LARGEST_ERROR_BY_H),
        Representations(
            "rhs",
            formula(
                sp.exp(r**2) / sp.sqrt(m) * (1 - sp.exp(-4 * r**2)) * sp.sqrt(FIRST_BOUND + SECOND_REPAIRED),
                SPHERE,
                "m n r",
            ),
        ),
        Derivation(repaired_bound, WHOLE),
    ),
    uses=("hrf/eq51", "hrf/eq52", "hrf/eq56", "hrf/eq63", "hrf/eq64/corrected"),
)

_H_PLAIN = sp.exp(r**2) / sp.sqrt(2 * m) * sp.sqrt(a_r() + a_r(sp.pi - theta))
_POINTWISE = (sp.sqrt(angular_error(SHARE)) / SM).xreplace(ON_SPHERE)
_AT = formula(_POINTWISE, SPHERE, "m n r theta", closed=sp.sqrt(sphere_error()))
_BY_H = formula(_H_PLAIN, SPHERE, "m n r theta")


def _limits(proof: Proof) -> None:
    by_h(proof)
    q = sp.Symbol("h", nonnegative=True)
    proof.equal(
        sp.sqrt(sp.exp(2 * r**2) / (2 * m) * q),
        sp.exp(r**2) / sp.sqrt(2 * m) * sp.sqrt(q),
        "the root of eps^2",
    )


EQ66 = Statement(
    id="hrf/eq66",
    kind="identity",
    where="eq. (66)",
    title="The error at one angle",
    text="The relative error at the angle theta, from which the limits follow, is written by h_r.",
    latex=r"\epsilon_{\theta,r}(\widehat{SM}^{anghyb}_{m,n})=\tfrac{e^{r^2}}{\sqrt{2m}}\sqrt{h_r(\theta)}",
    domain_text="theta in [0,pi]",
    domain=SPHERE,
    sides={"rhs": _BY_H, "pointwise": _AT},
    claim=Equal("pointwise", "rhs"),
    checks=(Derivation(_limits, WHOLE),),
    uses=("hrf/eq49", "hrf/eq50", "hrf/thmD.1/independent"),
    mechanism=("angular-hybrid",),
    note=(
        "Source unclear: the right side is not legible, and the left one seems to have the subscript S(r), of the "
        "maximum, which (48) has written by the maximum of h_r. Claimed is the error at one angle, as the limits need it."
    ),
)


def _rate(proof: Proof) -> None:
    t, radius = sp.symbols("t r", positive=True)
    quotient = (sphere_error() / theta).subs({theta: t, r: radius})
    limit = sp.limit(quotient, t, 0)
    proof.equal(
        (limit * m * n).rewrite(sp.exp),
        (WIDTH**2 / (2 * sp.pi)).subs(r, radius),
        "m n eps^2/theta tends to W^2/(2 pi) at theta = 0, and by symmetry at pi: the rate is exactly 1/sqrt(mn)",
    )
    j = sp.Symbol("j", nonnegative=True, integer=True)
    entries = 2 * m + 2 * m + 2 * m * n + 2 * m * n
    proof.equal(
        entries / (m * n), 4 + 4 / n, "(11) with 2m entries a base estimator and n signs: d_est = 4m + 4mn"
    )
    proof.nonnegative(8 - (4 + 4 / n).subs(n, 1 + j), "so 4 mn <= d_est <= 8 mn")
    proof.equal(
        (WIDTH**2 / (2 * m)) * (2 * m),
        WIDTH**2,
        "a regular estimator has 2m features and eps^2 2m constant in m",
    )


_SQUARE, _SQUARE_BACK = (  # eps^2 at theta, and at pi - theta
    formula(sphere_error().subs(theta, angle), SPHERE, "m n r theta") for angle in (theta, sp.pi - theta)
)
_FIXED = replace(
    on_sphere(real("r", above=0, reach=("1/10", 4), meaning="common norm of x and y")),
    extra=tuple(
        {"m": rows, "n": signs, "r": radius, "theta": "1/10"}
        for rows, signs, radius in (
            (1, 1, 1),
            (2, 5, "1/2"),
            (7, 2, 3),
            (1, 9, 2),
            (100, 1, "3/2"),
            (3, 1000, 1),
        )
    ),
)  # the domain itself, followed along theta at sizes that cost little
_KERNEL = sp.exp(r**2 * sp.cos(theta))
_RATE = formula(LIMIT**2 * theta, SPHERE, "m n r theta")  # W^2 theta/(2 pi m n)

APPD_4_RATE = Statement(
    id="hrf/appD.4/rate",
    kind="asymptotic",
    where="Appendix D.4",
    title="Rate in the number of features",
    text="Near both ends the relative error falls like 1/sqrt(mn), so like one over the root of the number of features.",
    latex=r"\tfrac1{\sqrt{mn}}=\Theta(\tfrac1{\sqrt{d_{est}}})",
    domain_text="theta -> 0 or pi, other arguments constant",
    domain=SPHERE,
    claim=All(
        (
            On(_FIXED, Order(theta**-2, "theta", _SQUARE, _RATE, sp.S.Zero), "r, m and n fixed"),
            On(_FIXED, Order(theta**-2, "theta", _SQUARE_BACK, _RATE, sp.S.Zero), "pi - theta for theta"),
            Count("features", "the hybrid map of 2m base entries and n signs", 4 * m + 4 * m * n, "exactly"),
            Below(4 * m * n, 4 * m + 4 * m * n),
            Below(4 * m + 4 * m * n, 8 * m * n, strict=False),
            Count("features", "a regular map of m projections", 2 * m, "exactly"),
            Equal(sp.sqrt(2 * m * MeanSquareError(TRIGONOMETRIC)) / _KERNEL, 2 * sp.sinh(FAR / 2)),
            Equal(sp.sqrt(2 * m * MeanSquareError(POSITIVE)) / _KERNEL, 2 * sp.sinh(CLOSE / 2)),
        )
    ),
    checks=(Derivation(_rate, WHOLE),),
    uses=("hrf/thm3.5/limit0", "hrf/thm3.5/limitpi/corrected", "hrf/lemma3.4/pointwise"),
    mechanism=("angular-hybrid",),
)

APPD_4_COST = Statement(
    id="hrf/appD.4/cost",
    kind="scaling",
    where="Appendix D.4",
    title="Cost of the map",
    text="The hybrid map takes nd + md + mn operations, a regular map with as many features mnd.",
    latex=r"O(nd+md+mn)\ \text{vs}\ O(mnd)",
    domain_text="Theta(mn) features",
    domain=MAP_SIZES,
    claim=MAP_COSTS,
    checks=COSTS,
    uses=("hrf/eq106",),
    mechanism=("angular-hybrid",),
)


STATEMENTS = (
    EQ63,
    EQ64,
    EQ65,
    EQ66,
    APPD_4_RATE,
    APPD_4_COST,
)
