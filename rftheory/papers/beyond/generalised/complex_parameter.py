"""Generalised exponential features with complex A, beyond crt: is the best A real?

a = 1-8A at the real optimum of s = 1, that is 1/rho*. Main results:
* Conjectured: for either sign no complex A with Re(1-8A) > 0 has less variance than the best real one. A search over the
  domain finds no counterexample.
* Along Im(1-8A) the log second moment has there the curvature d (a-1)(a^2+2a-2)/(8 a^2 (1+a)^2) > 0: a local minimum.

The curvature is the second derivative of both exponentials of (6), and proved positive.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.tilts import PositiveTilt
from rftheory.kit import (
    WHOLE,
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    Proof,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared import gerf
from rftheory.papers._shared import optimal_positive as best
from rftheory.papers._shared.invariants import DIMENSION, d
from rftheory.papers._shared.optimal_positive import CURVE, v2
from rftheory.papers.beyond._lemmas.negative_sign import LEAST_MOMENT, w, z2

# the second moment at any complex A, by u = |x+sy|^2, e^(-(s+1) n2) left out
_u = sp.Symbol("u", nonnegative=True)

_LANDSCAPE = Domain(
    (DIMENSION, gerf.COMPLEX_A, gerf.SIGN, real("u", 0, reach=("1e-3", 512), meaning="|x+sy|^2")),
    (gerf.SIGNED, gerf.FINITE),
    extra=tuple(
        {"d": size, "A": value, "s": sign, "u": squared}
        for size, squared in ((1, 1), (2, "1/2"), (8, 4), (64, 100))
        for value in ("-1/10+1/20j", "-1/50+1/1000j", "1/20+1/10j", "-1-2j")
        for sign in (1, -1)
    ),
)

_ANY_A = (sp.re(gerf.ALPHA1 * sp.exp(gerf.ALPHA2 * _u)) + gerf.ALPHA3 * sp.exp(gerf.ALPHA4 * _u)) / 2
_tilt = PositiveTilt(d, _u)

_LEAST_REAL = sp.Piecewise(
    (sp.cosh(_tilt / 2) ** d * sp.exp((1 + sp.exp(-_tilt)) * _u), sp.Eq(gerf.s, 1)),
    (LEAST_MOMENT.subs(z2, _u), True),
)

COMPLEX_LANDSCAPE = Statement(
    id="beyond/complex/landscape",
    kind="conjecture",
    where="generalised exponential features, complex A",
    title="The minimum over complex A is real",
    text="For either sign s, no complex A with Re(1-8A) > 0 has a smaller variance than the best real one.",
    latex=r"\min_{\mathrm{Re}(1-8A)>0}\mathrm{Var}=\min_{A<1/8}\mathrm{Var}",
    domain_text="Re(1-8A) > 0, s = 1 or -1",
    domain=_LANDSCAPE,
    claim=Below(_LEAST_REAL, _ANY_A, strict=False),
    uses=("crt/thm3.2",),
    mechanism=("gerf",),
)

_b = sp.Symbol("b", real=True)

# at the real optimum for s = 1, a = 1/rho*
_best_a = 1 / best.best_rho()

_SMALL_GAIN = d * (w - 1) * (w**2 + 2 * w - 2) / (8 * w**2 * (1 + w) ** 2)
_CURVATURE = _SMALL_GAIN.subs(w, _best_a)
_FIRST = d * (sp.log((1 + w) / 2) - sp.log(w) / 2) + (1 + 1 / w) * v2  # log of alpha1 exp(alpha2 v2)
_LENGTH = sp.sqrt((1 + w) ** 2 + _b**2)  # |1+w| at w + ib
_OTHER = d * (sp.log(_LENGTH / 2) - sp.log(w) / 2) + (sp.S.Half + (1 + _LENGTH) / (2 * w)) * v2
_SECOND_DERIVATIVE = (sp.diff(_OTHER, _b, 2).subs(_b, 0) - sp.diff(_FIRST, w, 2)) / 2


def _curved(proof: Proof) -> None:
    gerf.variance_steps(proof)
    slope, turn, other = sp.symbols("f1 f2 g2", real=True)
    mean = (sp.exp(-turn * _b**2 / 2) * sp.cos(slope * _b) + sp.exp(other * _b**2 / 2)) / 2
    proof.equal(
        sp.diff(sp.log(mean), _b, 2).subs(_b, 0),
        (other - turn - slope**2) / 2,
        "Re e^(f(a+ib)) = e^(f - f'' b^2/2 + ..) cos(f' b + ..): the second derivative is (g'' - f'' - f'^2)/2",
    )
    best.root_steps(proof)
    stationary = d * w * (w - 1) / (2 * (1 + w))
    proof.equal(sp.diff(_FIRST, w).subs(v2, stationary), 0, "f' = 0 where v2 = d a(a-1)/(2(1+a))")
    proof.equal(_SECOND_DERIVATIVE.subs(v2, stationary), _SMALL_GAIN, "and there it is the stated value")
    beyond = sp.Symbol("e", positive=True)
    proof.positive(_SMALL_GAIN.subs(w, 1 + beyond), "positive for a > 1, that is v2 > 0")
    real_curve = sp.diff(_FIRST, w, 2).subs(v2, stationary)
    proof.positive(sp.factor(real_curve.subs(w, 1 + beyond)), "and so is the one along the real line")


COMPLEX_CURVATURE = Statement(
    id="beyond/complex/curvature",
    kind="identity",
    where="generalised exponential features, complex A",
    title="Curvature into the complex plane at the real optimum",
    text="At s = 1 and a = 1/rho* the log second moment has a positive second derivative in Im(1-8A), in closed form.",
    latex=r"\partial_b^2\log\mathbb E(\mathrm{Re}\,Z)^2=\tfrac{d(a-1)(a^2+2a-2)}{8a^2(1+a)^2}>0",
    domain_text="v2 > 0",
    domain=CURVE,
    sides={"": formula(_CURVATURE, CURVE, "d v2")},
    claim=All((Equal(formula(_SECOND_DERIVATIVE.subs(w, _best_a), CURVE, "d v2"), ""), Below(sp.S.Zero, ""))),
    checks=(Derivation(_curved, WHOLE),),
    uses=("crt/thm3.2", "crt/thm3.3/minimum"),
    mechanism=("gerf",),
)

STATEMENTS = (
    COMPLEX_LANDSCAPE,
    COMPLEX_CURVATURE,
)
