"""Upper bounds of what orthogonal positive features gain, beyond Theorem 2 of performer.

With w = |x+y|^2/2, t = 2w and g(t) = 0F1(; d/2; dt/4). Main results, before the factor (1-1/m) Lambda^2:
* Gaussian rows: e^(2w) - 1F1(d; d/2; w) <= min((e^w - 1)^2, (2/d) w^2 e^(2w)).
* Rows of length sqrt d: g(t)^2 - g(2t) <= min((g(t) - 1)^2, (2/d) (t g'(t))^2).

Proved from 1 - tau(2j, 2k) <= min(1, 2jk/d) for the share of a moment that orthogonal directions lose, by Bernoulli's
inequality.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import WHOLE, Below, Derivation, Proof, Statement, formula
from rftheory.papers._shared.beautiful_functions import gaussian_series, sphere_coefficient, sphere_series
from rftheory.papers._shared.invariants import d
from rftheory.papers.beyond._lemmas.orthogonal_gaps import HALF_SQUARES, pair, share_steps, sphere, w

_n = sp.Symbol("n", nonnegative=True, integer=True)


def _gaussian_upper(proof: Proof) -> None:
    gaussian_series(proof)
    share_steps(proof)
    proof.equal(w * sp.diff(sp.exp(w), w), w * sp.exp(w), "sum_j j w^j/j! = w e^w")
    proof.equal(
        2 / d * (w * sp.exp(w)) ** 2,
        2 * w**2 * sp.exp(2 * w) / d,
        "so the sum of 2jk/d is 2 w^2 e^(2w)/d",
    )


FAVOR_GAP_UPPER = Statement(
    id="beyond/favor/gap-upper",
    kind="inequality",
    where="performer, Theorem 2",
    title="Upper bound of the gain",
    text="The gain is at most the smaller of (SM - Lambda)^2 and 2 w^2/d times the second moment, before 1 - 1/m.",
    latex=r"e^{2w}-{}_1F_1(d;\tfrac d2;w)\le\min\left((e^w-1)^2,\tfrac2dw^2e^{2w}\right)",
    domain_text="any d, w = |x+y|^2/2 > 0",
    domain=HALF_SQUARES,
    sides={
        "lhs": formula(sp.exp(2 * w) - pair(w), HALF_SQUARES, "d w"),
        "rhs": formula(sp.Min((sp.exp(w) - 1) ** 2, 2 * w**2 * sp.exp(2 * w) / d), HALF_SQUARES, "d w"),
    },
    claim=Below(strict=False),
    checks=(Derivation(_gaussian_upper, WHOLE),),
    uses=("performer/thm2",),
)


def _sphere_upper(proof: Proof) -> None:
    sphere_series(proof)
    share_steps(proof)
    t = sp.Symbol("t", positive=True)
    slope = sp.diff(sphere_coefficient(_n + 1) * t ** (_n + 1), t)
    raised = (d * t / 4) ** _n / (sp.factorial(_n) * sp.rf(d / 2 + 1, _n))
    proof.equal((slope / (raised / 2)).rewrite(sp.gamma), 1, "g'(t) = 0F1(; d/2+1; dt/4)/2")


FAVOR_GAP_UPPER_SPHERE = Statement(
    id="beyond/favor/gap-upper-sphere",
    kind="inequality",
    where="performer, Theorem 2, last sentence",
    title="Upper bound of the gain on the sphere",
    text="For rows of length sqrt d the gain is at most (g(t) - 1)^2 and (2/d) (t g'(t))^2, t = |x+y|^2.",
    latex=r"g(t)^2-g(2t)\le\min\left((g(t)-1)^2,\tfrac2d(t\,g'(t))^2\right)",
    domain_text="any d, t = 2w > 0",
    domain=HALF_SQUARES,
    sides={
        "lhs": formula(sphere(2 * w) ** 2 - sphere(4 * w), HALF_SQUARES, "d w"),
        "rhs": formula(
            sp.Min((sphere(2 * w) - 1) ** 2, 2 / d * (w * sp.hyper((), (d / 2 + 1,), d * w / 2)) ** 2),
            HALF_SQUARES,
            "d w",
        ),
    },
    claim=Below(strict=False),
    checks=(Derivation(_sphere_upper, WHOLE),),
    uses=("performer/thm2/smreg",),
)

STATEMENTS = (
    FAVOR_GAP_UPPER,
    FAVOR_GAP_UPPER_SPHERE,
)
