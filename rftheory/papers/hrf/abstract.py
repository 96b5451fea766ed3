"""Abstract of hrf: hybrids are unbiased, and the worst relative error of the angular one is strictly smaller.

Main results
* E SM^hyb = SM for unbiased base estimators; with weights exp(-|u|^2/2) the mean is the Gaussian kernel.
* On every sphere, at equal m: eps_S(r)(anghyb) < eps_S(r)(trig) = eps_S(r)(++) = W(r)/sqrt(2m).

Proofs. The first is (8) and its algebra. For the second, inside (0, pi) eps^2 = E lam^2 P^2 + E(1-lam)^2 Q^2
with weights of sum at most 1 and P, Q < W(r)/sqrt(2m); at both ends eps = 0, and a maximum is attained. The
maximum over the angle is also enclosed, over half of the angles and by h_r over all of them.
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
    Expectation,
    Proof,
    Representations,
    Statement,
    Supposing,
    formula,
)
from rftheory.papers._shared.angular_bound import LARGEST, LARGEST_BY_H
from rftheory.papers._shared.angular_hybrid import RADIUS, SIGNS, WIDTH, r
from rftheory.papers._shared.hybrid_errors import GAUSSIAN_KERNEL, SM
from rftheory.papers._shared.invariants import COUNT, m, pairs, x2, y2
from rftheory.papers.hrf._lemmas.compositional import unbiased_steps
from rftheory.papers.hrf._lemmas.general_hybrid import HYBRID, UNBIASED


def _all_unbiased(proof: Proof) -> None:
    unbiased_steps(proof)
    proof.equal(
        sp.exp(-x2 / 2) * SM * sp.exp(-y2 / 2),
        GAUSSIAN_KERNEL,
        "the weights exp(-|u|^2/2) turn the mean SM into the Gaussian kernel",
    )


ABSTRACT_UNBIASED = Statement(
    id="hrf/abstract/unbiased",
    kind="identity",
    where="Abstract",
    title="Hybrid estimators are unbiased",
    text="Hybrids of unbiased estimators have mean SM, and with Gaussian weights the mean of the Gaussian kernel.",
    latex=r"\mathbb E\,\widehat{SM}^{hyb}=SM",
    domain_text="all hybrid estimators of the paper",
    domain=pairs(),
    claim=All(
        (
            Supposing(UNBIASED, Equal(Expectation(HYBRID), SM)),
            Supposing(
                UNBIASED, Equal(Expectation(sp.exp(-x2 / 2) * HYBRID * sp.exp(-y2 / 2)), GAUSSIAN_KERNEL)
            ),
            Equal(sp.exp(-x2 / 2) * SM * sp.exp(-y2 / 2), GAUSSIAN_KERNEL),
        )
    ),
    checks=(Derivation(_all_unbiased, WHOLE),),
    uses=("hrf/eq8/unbiased",),
    setting="any coupling with unbiased base estimators",
)

_WORST = Domain(
    (COUNT, SIGNS, RADIUS),
    extra=tuple(
        dict(zip(("m", "n", "r"), column, strict=True))
        for column in ((1, 1, 1), (10, 1, 5), (1, 1, "1/1000"), (1, 2, 30), (8, 8, "3/2"), (3, 10**6, 1000), (2, 1, "1/10"))
    ),
)  # fmt: skip

_BY_H = formula(LARGEST_BY_H, _WORST, "m n r")
_RADII: tuple[dict[str, object], ...] = (
    {"m": 1, "n": 1, "r": 1},
    {"m": 10, "n": 3, "r": "5/2"},
    {"m": 4, "n": 8, "r": "1/3"},
)


def _worst_case(proof: Proof) -> None:
    p, q = sp.symbols("p q", positive=True)  # p/(p+q) = theta/pi: every value in (0, 1)
    j, s, t = sp.symbols("j s t", nonnegative=True)
    share, count = p / (p + q), 1 + j
    second = share * (share + (1 - share) / count)
    other = (1 - share) * (1 - share + share / count)
    proof.nonnegative(
        sp.factor(1 - second - other),
        "0 < theta < pi: E lam^2 + E(1-lam)^2 = 1 - 2p(1-p)(1-1/n) is at most 1",
    )
    proof.positive(sp.factor(second), "E lam^2 > 0")
    proof.positive(sp.factor(other), "E(1-lam)^2 > 0")
    proof.positive(
        sp.diff(sp.sinh(s), s),
        "sinh is increasing, so the relative errors (2/m)^(1/2) sinh(2r^2 c) of ++ and",
    )
    proof.equal(
        sp.cos(t) ** 2 + sp.sin(t) ** 2,
        sp.S.One,
        "(2/m)^(1/2) sinh(2r^2 (1-c)) of trig, 0 < c = cos^2(theta/2) < 1,",
    )
    proof.equal(
        WIDTH / sp.sqrt(2 * m),
        sp.sqrt(2 / m) * sp.sinh(2 * r**2).rewrite(sp.exp),
        "stay below W(r)/sqrt(2m), the largest error of either",
    )
    a, b, one, two, worst = sp.symbols("a b P Q W", real=True)
    proof.equal(
        worst**2 - (a * one**2 + b * two**2),
        (1 - a - b) * worst**2 + a * (worst**2 - one**2) + b * (worst**2 - two**2),
        "so eps^2 = E lam^2 P^2 + E(1-lam)^2 Q^2 < W^2/(2m): one term >= 0, two terms > 0",
    )
    proof.equal(
        share.subs(p, 0) + (1 - share.subs(p, 0)) * sp.sinh(0),
        sp.S.Zero,
        "theta = 0: lam = 0 and trig is exact, so eps = 0; likewise at pi",
    )
    proof.cite(
        "Weierstrass: the continuous eps attains its maximum on [0, pi], so the maximum itself is below W/sqrt(2m)"
    )


ABSTRACT_WORST_CASE = Statement(
    id="hrf/abstract/worst-case",
    kind="inequality",
    where="Abstract, and Section 1 (contributions)",
    title="The worst relative error of the hybrid is strictly smaller",
    text="Over every sphere the largest relative error of the angular hybrid is below that of trig and of ++.",
    latex=r"\epsilon_{S(r)}(\widehat{SM}^{anghyb}_{m,n})<\epsilon_{S(r)}(\widehat{SM}^{trig}_m)=\epsilon_{S(r)}(\widehat{SM}^{++}_m)",
    domain_text="inputs on a sphere of radius r > 0; equal m, any n >= 1",
    domain=_WORST,
    sides={
        "lhs": formula(LARGEST, _WORST, "m n r"),
        "rhs": formula(WIDTH / sp.sqrt(2 * m), _WORST, "m r", closed=sp.sqrt(2 / m) * sp.sinh(2 * r**2)),
    },
    claim=Below(),
    checks=(Representations("rhs"), Representations("lhs", _BY_H, _RADII), Derivation(_worst_case, WHOLE)),
    uses=("hrf/thm3.1/independent", "hrf/lemma3.2/second", "hrf/lemma3.4/max"),
    mechanism=("angular-hybrid",),
    setting="angular hybrid; m base projections, n sign projections",
    note="At an equal number m of base projections; the hybrid has more features (of order mn).",
)


STATEMENTS = (
    ABSTRACT_UNBIASED,
    ABSTRACT_WORST_CASE,
)
