"""Theorem 3.5 of hrf: the largest relative error of the angular hybrid on a sphere, its limits, its cost.

Main results
* eps/sqrt(theta) -> W(r)/sqrt(2 pi m n) as theta -> 0. (The printed constant is lost in the source.)
* The map of order mn entries takes O(nd + md + mn) operations, a regular one O(mnd).

False as printed
* (27): eps_S(r) <= W(r)/(r sqrt(2m)) sqrt(1/pi - 1/(n pi) + 1/(n sqrt(pi))) for r >= 1. It fails beyond a radius
  that grows by about 2.1 per unit of n. True, for every r > 0: the factor 1/r goes under the root as
  (1/r^2)(1/pi - 1/(n pi)) + 1/(n sqrt(pi) r).
* The limit over sqrt(theta - pi), which is imaginary; over sqrt(pi - theta) it is that at 0.

Proofs. Appendix D.3; the mistake of (27) is that of (64). The maximum over the angle is enclosed.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Count,
    Derivation,
    Domain,
    Erratum,
    Limit,
    Proof,
    Representations,
    Statement,
    formally,
    formula,
    part,
    whole,
)
from rftheory.papers._shared.angular_bound import (
    LARGEST_TEXT,
    PRINTED,
    PRINTED_BY_SINH,
    REPAIRED,
    REPAIRED_BY_SINH,
    repaired_bound,
)
from rftheory.papers._shared.angular_hybrid import RADIUS, SIGNS, n, r, theta
from rftheory.papers._shared.hybrid_errors import OUTSIDE, SPHERE
from rftheory.papers._shared.invariants import COUNT, DIMENSION, d, m
from rftheory.papers.hrf._lemmas.angular_ends import (
    LIMIT,
    NEAR_PI,
    NEAR_ZERO,
    NEAR_ZERO_ERROR,
    at_pi,
    at_zero,
)
from rftheory.papers.hrf._lemmas.angular_sphere import LARGEST_ERROR, LARGEST_ERROR_BY_H
from rftheory.papers.hrf._lemmas.map_costs import COSTS

THM3_5_BOUND = Statement(
    id="hrf/thm3.5/bound",
    kind="inequality",
    where="Theorem 3.5, eq. (27)",
    title="Bound of the largest relative error",
    text="On a sphere of radius r >= 1 the largest relative error of the angular hybrid gains a factor 1/r on W(r)/sqrt(2m).",
    latex=rf"{LARGEST_TEXT}\le\frac1r\sqrt{{\frac1{{2m}}}}\,W(r)\sqrt{{\frac1\pi-\frac1{{n\pi}}+\frac1{{n\sqrt\pi}}}}",
    domain_text="r >= 1, m, n >= 1",
    domain=OUTSIDE,
    sides={"lhs": LARGEST_ERROR, "rhs": formally(formula(PRINTED, OUTSIDE, "m n r"), RADIUS)},
    claim=Below(strict=False),
    checks=(
        Representations("lhs", LARGEST_ERROR_BY_H),
        Representations("rhs", formula(PRINTED_BY_SINH, OUTSIDE, "m n r")),
    ),
    uses=("hrf/thmD.1/independent", "hrf/def3.3", "hrf/lemma3.4/w"),
    mechanism=("angular-hybrid",),
    note=(
        "The maximum over the angle is certified. The bound inherits (64), where 1/r^2 should be 1/r: it holds up to a "
        "radius r*(n) that grows about 2.1 per unit of n, and fails beyond; see beyond/angular/threshold."
    ),
    erratum=Erratum(
        kind="error",
        at="Theorem 3.5, eq. (27), page 7",
        formula=(
            r"\epsilon_{S(r)}\le\tfrac1r\sqrt{\tfrac1{2m}}\,W(r)"
            r"\sqrt{\tfrac1\pi-\tfrac1{n\pi}+\tfrac1{n\sqrt\pi}}"
        ),
        false=(
            "The bound fails for every n beyond a radius that grows by about 2.1 per unit of n: the part of the error "
            "that the n signs cause decays like r^(-1/2), not like 1/r."
        ),
        weight=5,
        follows_from="hrf/eq64",
        points=({"m": "1", "n": "1", "r": "5"}, {"m": "1", "n": "2", "r": "8"}),
        objection=(
            "Not an effect of small m or n: at every n it fails from some radius on. With n = 1 it is below 4.13."
        ),
    ),
).corrected(
    text="With 1/r in place of 1/r^2 for the part that the n sign projections cause, the bound holds for every r > 0.",
    latex=rf"{LARGEST_TEXT}\le\sqrt{{\frac1{{2m}}}}\,W(r)\sqrt{{\frac1{{r^2}}\Big(\frac1\pi-\frac1{{n\pi}}\Big)+\frac1{{n\sqrt\pi\,r}}}}",
    domain_text="r > 0, m, n >= 1",
    domain=SPHERE,
    sides={"lhs": LARGEST_ERROR, "rhs": formula(REPAIRED, SPHERE, "m n r")},
    claim=Below(),
    checks=(
        Representations("lhs", LARGEST_ERROR_BY_H),
        Representations("rhs", formula(REPAIRED_BY_SINH, SPHERE, "m n r")),
        Derivation(repaired_bound, whole("every r > 0, m and n")),
    ),
    uses=("hrf/thm3.1/independent", "hrf/lemma3.2/second", "hrf/lemma3.4/pointwise"),
)

_LIMIT_SIDE = formula(LIMIT, SPHERE, "m n r")
_BY_SINH = formula(sp.sqrt(2 / m * sp.sinh(2 * r**2) ** 2 / (n * sp.pi)), SPHERE, "m n r")

THM3_5_LIMIT0 = Statement(
    id="hrf/thm3.5/limit0",
    kind="limit",
    where="Theorem 3.5, second part",
    title="The error near theta = 0",
    text="The relative error over sqrt(theta) tends to W(r)/sqrt(2 pi m n).",
    latex=r"\lim_{\theta\to0}\epsilon_{\theta,r}(\widehat{SM}^{anghyb}_{m,n})/\sqrt\theta=\tfrac{W(r)}{\sqrt{2\pi mn}}",
    domain_text="r, m, n fixed",
    domain=SPHERE,
    sides={"lhs": _LIMIT_SIDE},
    claim=Limit(NEAR_ZERO_ERROR / sp.sqrt(theta), "theta", sp.S.Zero, "lhs"),
    checks=(
        Representations("lhs", _BY_SINH),
        NEAR_ZERO,
        Derivation(
            at_zero, part("that the limit exists, and its value; the printed constant is not legible")
        ),
    ),
    uses=("hrf/thmD.1/independent",),
    mechanism=("angular-hybrid",),
    note=(
        "Source unclear: the printed constant is not legible, so that it is not judged. Shown are that the limit exists "
        "and its value."
    ),
)


def _imaginary(proof: Proof) -> None:
    at_pi(proof)
    gap, size = sp.symbols("t L", positive=True)
    proof.equal(sp.sqrt(-gap), sp.I * sp.sqrt(gap), "sqrt(theta - pi) at theta = pi - t < pi")
    quotient = size * sp.sqrt(gap) / sp.sqrt(-gap)
    proof.equal(quotient, -sp.I * size, "so the printed quotient tends to -i L, L > 0 the limit at 0")
    proof.equal(sp.re(quotient), 0, "-i L has no real part")
    proof.positive(size, "and L has one")


_IMAGINARY_ROOT = """\
p = theta/pi
first, other = p*(p + (1 - p)/n), (1 - p)*(1 - p + p/n)
close, far = sinh(2*r**2*cos(theta/2)**2), sinh(2*r**2*sin(theta/2)**2)
left = im(sqrt(2*(first*close**2 + other*far**2)/m)/sqrt(theta - pi))  # of the printed quotient
right = mpf(0)"""

THM3_5_LIMITPI = Statement(
    id="hrf/thm3.5/limitpi",
    kind="limit",
    where="Theorem 3.5, second part",
    title="The error near theta = pi",
    text="The relative error over sqrt(theta - pi) is said to tend to the same limit as at theta = 0.",
    latex=r"\lim_{\theta\to\pi}\epsilon_{\theta,r}(\widehat{SM}^{anghyb}_{m,n})/\sqrt{\theta-\pi}",
    domain_text="theta in [0,pi]; r, m, n fixed",
    domain=SPHERE,
    sides={"lhs": _LIMIT_SIDE},
    claim=Limit(NEAR_ZERO_ERROR / sp.sqrt(theta - sp.pi), "theta", sp.pi, "lhs"),
    checks=(
        Representations("lhs", _BY_SINH),
        Derivation(
            _imaginary,
            whole("every theta < pi, where theta - pi is negative"),
            refutes=True,
            example={"m": "1", "n": "1", "r": "1", "theta": "3"},
        ),
    ),
    uses=("hrf/thmD.1/independent",),
    mechanism=("angular-hybrid",),
    erratum=Erratum(
        kind="misprint",
        at="Theorem 3.5, the second limit, page 7",
        formula=r"\sqrt{\theta-\pi}",
        false="Angles do not exceed pi, so the root is imaginary; meant is the root of pi - theta.",
        weight=1,
        script=_IMAGINARY_ROOT,
        relation="=",
        objection="The sentence before the theorem has the root of pi - theta.",
    ),
    note="The difference under the root is turned round: angles do not exceed pi. The side is the limit over sqrt(pi - theta).",
).corrected(
    text="The relative error over sqrt(pi - theta) tends to W(r)/sqrt(2 pi m n), as at the other end.",
    latex=r"\lim_{\theta\to\pi}\epsilon_{\theta,r}(\widehat{SM}^{anghyb}_{m,n})/\sqrt{\pi-\theta}=\tfrac{W(r)}{\sqrt{2\pi mn}}",
    domain_text="r, m, n fixed",
    claim=Limit(NEAR_ZERO_ERROR.subs(theta, sp.pi - theta) / sp.sqrt(theta), "theta", sp.S.Zero, "lhs"),
    uses=("hrf/thm3.5/limit0",),
    checks=(Representations("lhs", _BY_SINH), NEAR_PI, Derivation(at_pi, WHOLE)),
    note="In the claim theta stands for pi less the angle.",
)

SEC3_BUILD_TIME = Statement(
    id="hrf/sec3/build-time",
    kind="scaling",
    where="Section 3, after Theorem 3.5",
    title="Time to build the map",
    text="Features of order m n in number take nd + md + mn operations in the hybrid map, and mnd in a regular one.",
    latex=r"O(nd+md+mn)\ \text{vs}\ O(mnd)",
    domain_text="general m, n, d",
    domain=Domain((COUNT, SIGNS, DIMENSION)),
    claim=All(
        (
            Count("operations", "a hybrid map of order mn entries", n * d + m * d + m * n),
            Count("operations", "a regular map of order mn entries", m * n * d),
        )
    ),
    checks=COSTS,
    uses=("hrf/eq106",),
    mechanism=("angular-hybrid",),
    note="Counted: inner products and products of entries; each projection's sign or exponential costs one evaluation more.",
)


STATEMENTS = (
    THM3_5_BOUND,
    THM3_5_LIMIT0,
    THM3_5_LIMITPI,
    SEC3_BUILD_TIME,
)
