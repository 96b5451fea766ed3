"""Section 2.4 of hrf, angular hybrid: lambda = theta/pi and its estimate by signs, (19).

Main results
* lambda(x, y) = acos(x.y/(|x||y|))/pi weighs SM++, the rest of 1 SMtrig.
* (19): lam = 1/2 + rho_n(x).rho_n(y), rho_n(z) = i/sqrt(2n) (sgn(tau_j.z))_j, has mean theta/pi.
* For |x| = |y| the hybrid is exact at theta = 0 and at theta = pi.

Proofs. In the plane of x and y the direction of tau is uniform, and its signs differ on an arc of length theta of
every half turn; lam is the share of such projections. At the ends lam is 0 or 1 with probability 1 and chooses the
estimator that is exact there.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.complex_vectors import Dot, Sign, Size
from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Expectation,
    Height,
    Proof,
    Representations,
    Rule,
    Statement,
    Width,
    formula,
    some,
    vectors,
)
from rftheory.papers._shared.angular_hybrid import n, theta
from rftheory.papers._shared.complex_pairs import INPUTS, SAME_LENGTH, T, x, y
from rftheory.papers._shared.hybrid_errors import ANGLE
from rftheory.papers._shared.invariants import pairs, x2, xy, y2
from rftheory.papers.hrf._lemmas.base_terms import ANGULAR_LAMBDA, ENDS, EXACT_AT_BOTH_ENDS

_NONZERO = Rule(sp.And(x2 > 0, y2 > 0), "x and y are nonzero (they have no angle otherwise)")
_ANGLES = pairs(rules=(_NONZERO,))

EQ19_LAMBDA = Statement(
    id="hrf/eq19/lambda",
    kind="definition",
    where="Section 2.4, before eq. (19)",
    title="Lambda of the angular hybrid",
    text="The angular hybrid weighs SM++ with the angle between x and y over pi, and SMtrig with the rest.",
    latex=r"\lambda(x,y)=\theta_{x,y}/\pi",
    domain_text="x, y nonzero",
    domain=_ANGLES,
    sides={"": formula(ANGLE / sp.pi, _ANGLES, "x2 y2 xy")},
    checks=(
        Representations(
            "",
            formula(sp.Rational(1, 2) - sp.asin(xy / sp.sqrt(x2 * y2)) / sp.pi, _ANGLES, "x2 y2 xy"),
            points=(
                {"x2": 1, "y2": 4, "xy": 1},
                {"x2": 3, "y2": 5, "xy": -2},
                {"x2": 100, "y2": "1/4", "xy": 0},
                {"x2": 1, "y2": 1, "xy": -1},
            ),
        ),
    ),
    uses=("hrf/eq12",),
    mechanism=("angular-hybrid",),
)

_i = sp.Symbol("i", integer=True, nonnegative=True)

_SIGN_DOMAIN = Domain(
    (vectors("T", meaning="projections tau_i, one a row"), *INPUTS),
    (
        SAME_LENGTH,
        Rule(sp.Eq(Width(T), Height(x)), "the projections T have the length of x"),
        Rule(some(x, lambda entry: sp.Ne(entry, 0)), "x is nonzero"),
        Rule(some(y, lambda entry: sp.Ne(entry, 0)), "y is nonzero"),
    ),
    extra=(
        {"T": "1,2;-1,1/2;3,-1/3", "x": "1,-1", "y": "1/2,1"},
        {"T": "2;-1", "x": "1", "y": "-3"},
        {"T": "2;-1;1/3", "x": "1", "y": "3"},
        {"T": "1,0,1;0,1,2;1/7,-2,1;1,1,1", "x": "1,1,1", "y": "-1,2,1/2"},
        {"T": "1,2;-1,1/2", "x": "1000,-1", "y": "1/1000,1"},
        {"T": "1,1", "x": "1,-1", "y": "1/2,1"},
    ),
)

_COUNT = Size(T)
_SX, _SY = Sign(Dot(T[_i], x)), Sign(Dot(T[_i], y))
_SIGN_ESTIMATE = sp.Rational(1, 2) + sp.Sum(
    (sp.I / sp.sqrt(2 * _COUNT) * _SX) * (sp.I / sp.sqrt(2 * _COUNT) * _SY), (_i, 0, _COUNT - 1)
)
_DISAGREEMENT = sp.Sum((_SX - _SY) ** 2 + 2 - _SX**2 - _SY**2, (_i, 0, _COUNT - 1)) / (4 * _COUNT)


def _angle_law(proof: Proof) -> None:
    """E lam = theta/pi, from the probability that two projections differ in sign."""
    t, phi = sp.symbols("t phi", real=True)
    proof.cite(
        "N(0, I_d) is rotation invariant: in the plane of x and y the direction phi of tau is uniform, the signs "
        "are those of cos(phi) and cos(phi - theta), and neither is 0 with probability 1"
    )
    product = (sp.cos(theta) + sp.cos(2 * phi - theta)) / 2
    proof.equal(product, sp.cos(phi) * sp.cos(phi - theta), "period pi in phi")
    inside = product.subs(phi, sp.pi / 2 + theta / 2 + t * theta / 2)
    proof.equal(
        inside,
        (sp.cos(theta) - sp.cos(t * theta)) / 2,
        "on the arc of length theta from pi/2: negative inside |t| < 1, as cos falls on [0, pi]",
    )
    other = product.subs(phi, theta / 2 + t * (sp.pi - theta) / 2)
    proof.equal(
        other,
        (sp.cos(theta) + sp.cos(t * (sp.pi - theta))) / 2,
        "on the rest of half a turn: positive inside, as cos((pi - theta)t) > cos(pi - theta) = -cos(theta)",
    )
    share = sp.integrate(1, (phi, sp.pi / 2, sp.pi / 2 + theta)) / sp.pi
    proof.equal(share, theta / sp.pi, "P(signs differ): theta of every half turn pi; in line it is 0 or 1")
    mean = (1 - share) - share
    weight = (sp.I / sp.sqrt(2 * n)) ** 2
    proof.equal(sp.Rational(1, 2) + n * weight * mean, theta / sp.pi, "1/2 + n (i/sqrt(2n))^2 E sgn sgn")


EQ19_ESTIMATOR = Statement(
    id="hrf/eq19/estimator",
    kind="identity",
    where="eq. (19)",
    title="Sign features estimate the angle without bias",
    text="One half plus the product of the imaginary sign features of x and y has mean theta/pi.",
    latex=(
        r"\hat\lambda_n(x,y)=\tfrac12+\rho_n(x)^\top\rho_n(y),\quad"
        r"\rho_n(z)=\tfrac i{\sqrt{2n}}(\mathrm{sgn}(\tau_1^\top z),\dots,\mathrm{sgn}(\tau_n^\top z))^\top"
    ),
    domain_text="x, y nonzero",
    domain=_SIGN_DOMAIN,
    sides={"": formula(_SIGN_ESTIMATE, _SIGN_DOMAIN, "T x y")},
    claim=All(
        (
            Equal(Expectation(ANGULAR_LAMBDA), sp.acos(Dot(x, y) / sp.sqrt(Dot(x, x) * Dot(y, y))) / sp.pi),
            Equal(
                "", formula((1 - sp.Sum(_SX * _SY, (_i, 0, _COUNT - 1)) / _COUNT) / 2, _SIGN_DOMAIN, "T x y")
            ),
        )
    ),
    checks=(
        Derivation(_angle_law, WHOLE),
        Representations("", formula(_DISAGREEMENT, _SIGN_DOMAIN, "T x y")),
    ),
    uses=("hrf/eq10",),
    mechanism=("sgn",),
    setting="sign features, n projections",
    note="With sgn(0) = 0, which has probability 0, a projection orthogonal to an input counts one half.",
)


def _both_ends(proof: Proof) -> None:
    """At theta = 0 lam is 0 and SMtrig exact, at theta = pi lam is 1 and SM++ exact."""
    s, t = sp.symbols("s t", real=True)
    weight = (sp.I / sp.sqrt(2 * n)) ** 2
    half, length = sp.Rational(1, 2), sp.Symbol("x2", nonnegative=True)
    proof.cite("equal norms: theta = 0 means y = x, theta = pi means y = -x")
    proof.equal(
        half + n * weight * 1, sp.S.Zero, "y = x: all signs agree, lam = 0 for every tau with tau.x != 0"
    )
    proof.equal(half + n * weight * -1, sp.S.One, "y = -x: all signs differ, lam = 1")
    proof.equal(
        sp.exp(length) * sp.cos(s - s),
        sp.exp(length),
        "y = x: every trigonometric term is exp(|x|^2) cos 0 = SM",
    )
    proof.equal(
        sp.exp(-length) * sp.cosh(t - t),
        sp.exp(-length),
        "y = -x: every positive term is exp(-|x|^2) cosh 0 = SM",
    )
    proof.equal(0 * s + (1 - 0) * t, t, "lam SM++ + (1 - lam) SMtrig at lam = 0 is SMtrig")
    proof.equal(1 * s + (1 - 1) * t, s, "and at lam = 1 it is SM++: the estimate is SM, its variance 0")


SEC2_4_ZERO_ENDS = Statement(
    id="hrf/sec2.4/zero-ends",
    kind="identity",
    where="Section 2.4, after eq. (19)",
    title="The angular hybrid is exact at both ends",
    text="At fixed input length the angular hybrid has variance 0 at theta = 0 and at theta = pi.",
    latex=r"\mathrm{Var}|_{\theta=0}=\mathrm{Var}|_{\theta=\pi}=0",
    domain_text="|x| = |y| = r",
    domain=ENDS,
    claim=EXACT_AT_BOTH_ENDS,
    checks=(Derivation(_both_ends, WHOLE),),
    uses=("hrf/thmD.1/independent",),
    mechanism=("angular-hybrid",),
)


STATEMENTS = (
    EQ19_LAMBDA,
    EQ19_ESTIMATOR,
    SEC2_4_ZERO_ENDS,
)
