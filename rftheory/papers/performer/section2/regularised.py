"""Section 2.3 of performer: the utility of positive features (Figure 2) and the regularised softmax kernel.

Main results
* Figure 2: MSE(trig)/MSE(+) = 2 sinh^2(|x-y|^2/2)/(e^{|x+y|^2} - 1) at equal m; for |x| = |y| it tends to infinity
  as the angle tends to pi.
* SMREG = Lambda E exp(sqrt(d) omega/|omega| .(x+y)) = Lambda 0F1(; d/2; d|x+y|^2/4).

Proofs. Half angles in Lemma 2. Second forms of SMREG: a Bessel function, the integral over the angle, and cosh at
d = 1. Drawn: rows on the sphere.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Derivation,
    Domain,
    Proof,
    Representations,
    Rule,
    Simulation,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared.invariants import DIMENSION, V2, d, m, pairs
from rftheory.papers.performer._notation import DRAWN, LAMBDA, length, sphere_kernel

_phi, _theta, _r, _t = sp.symbols("phi theta r t", real=True)

_ANGLES_AND_LENGTHS = Domain(
    (
        real("theta", reach=("1e-6", 3), meaning="angle between x and y in radians, of either sign"),
        real("r", -2, 2, meaning="common length, of either sign"),
    ),
    (
        Rule(sp.Abs(_theta) <= sp.pi, "-pi <= theta <= pi"),
        Rule(sp.Ne(_r, 0), "r != 0 (both errors vanish at the origin: 0/0)"),
    ),
    extra=(
        {"theta": 0, "r": 1},
        {"theta": 1, "r": 1},
        {"theta": -2, "r": "-3/2"},
        {"theta": "3.14159265358979", "r": 2},
        {"theta": "1e-6", "r": "1e-6"},
        {"theta": -3, "r": "1/100"},
    ),
)

_INNER = _r**2 * sp.cos(_theta)
_SUM2, _GAP2 = 2 * _r**2 + 2 * _INNER, 2 * _r**2 - 2 * _INNER  # |x+y|^2, |x-y|^2
_UTILITY = (
    sp.exp(_SUM2) * sp.exp(_INNER) ** -2 * (1 - sp.exp(-_GAP2)) ** 2 / 2
    / (sp.exp(_SUM2) * sp.exp(_INNER) ** 2 * (1 - sp.exp(-_SUM2)))
)  # fmt: skip
_UTILITY_CLOSED = (
    2 * sp.sinh(2 * _r**2 * sp.sin(_theta / 2) ** 2) ** 2
    / (2 * sp.sinh(2 * _r**2 * sp.cos(_theta / 2) ** 2) * sp.exp(2 * _r**2 * sp.cos(_theta / 2) ** 2))
)  # fmt: skip


def _utility(proof: Proof) -> None:
    a, b = sp.symbols("a b", positive=True)  # exp(|x+y|^2/2), exp(|x-y|^2/2)
    half = sp.cos(_theta / 2)
    proof.equal(_SUM2, 4 * _r**2 * half**2, "|x+y|^2 by the half angle")
    proof.equal(_GAP2, 4 * _r**2 * sp.sin(_theta / 2) ** 2, "|x-y|^2 by the half angle")
    proof.equal((_SUM2 - _GAP2) / 4, _INNER, "so the kernel is the root of a/b")
    printed = (b / a) ** 2 * (1 - b**-2) ** 2 / (2 * (1 - a**-2))
    closed = 2 * ((b - 1 / b) / 2) ** 2 / (a**2 - 1)
    proof.equal(printed, closed, "MSE(trig)/MSE(+) is 2 sinh(|x-y|^2/2)^2/(exp(|x+y|^2) - 1); m cancels")
    proof.equal(
        _GAP2.subs(_theta, sp.pi), 4 * _r**2, "at the angle pi the numerator is 2 sinh(2 r^2)^2, positive"
    )
    proof.equal(_SUM2.subs(_theta, sp.pi), sp.S.Zero, "and the denominator tends to 0 from above")
    proof.limit(1 / (a**2 - 1), a, 1, sp.oo, "so the utility tends to infinity for every r != 0", side="+")


FIG2_UTILITY = Statement(
    id="performer/fig2/utility",
    kind="definition",
    where="Figure 2",
    title="Utility of positive features",
    text=(
        "The utility is the MSE of trigonometric over that of positive features at equal m, by the angle and the "
        "common length of the inputs; towards the angle pi it grows without bound."
    ),
    latex=r"r(\phi,l)=\mathrm{MSE}(\widehat{\mathrm{SM}}^{\rm trig})/\mathrm{MSE}(\widehat{\mathrm{SM}}^{+})",
    domain_text="|x| = |y| = l at the angle phi; plotted on [-pi, pi] x [-2, 2]",
    domain=_ANGLES_AND_LENGTHS,
    sides={"": formula(_UTILITY, _ANGLES_AND_LENGTHS, "theta r", closed=_UTILITY_CLOSED)},
    checks=(Derivation(_utility, WHOLE),),
    uses=("performer/lemma2/trig", "performer/lemma2/positive"),
    mechanism=("iid", "trigonometric", "positive"),
    setting="iid; trigonometric (2m features) against positive (m features)",
    note="At l = 0, and at the angle pi, both errors or the denominator vanish; no rational angle is pi.",
)

_SPHERE = pairs(DIMENSION, d=(1, 2, 64, 10**6))
_SMREG = LAMBDA * sphere_kernel(V2)
_BESSEL_ARGUMENT = sp.sqrt(d * V2)
_SMREG_BESSEL = (
    LAMBDA * sp.gamma(d / 2) * (2 / _BESSEL_ARGUMENT) ** (d / 2 - 1) * sp.besseli(d / 2 - 1, _BESSEL_ARGUMENT)
)

_SMREG_ANGLE = (
    LAMBDA
    * sp.gamma(d / 2)
    / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2))
    * sp.Integral(sp.exp(_BESSEL_ARGUMENT * sp.cos(_phi)) * sp.sin(_phi) ** (d - 2), (_phi, 0, sp.pi))
)

_SPHERE_POINTS: tuple[dict[str, object], ...] = (
    {"d": 2, "x2": 1, "y2": 1, "xy": 0},
    {"d": 3, "x2": 4, "y2": 1, "xy": "3/2"},
    {"d": 64, "x2": 1, "y2": "9/4", "xy": -1},
    {"d": 5, "x2": 9, "y2": 4, "xy": 6},
)

SEC2_3_SMREG = Statement(
    id="performer/sec2.3/smreg",
    kind="definition",
    where="Section 2.3, after Figure 2",
    title="The regularised softmax kernel",
    text=(
        "Giving every omega the length sqrt d turns the softmax kernel into the regularised one, which is estimated "
        "with projections uniform on the sphere of radius sqrt d."
    ),
    latex=r"\mathrm{SMREG}(x,y)=\Lambda\,\mathbb E\exp\Big(\sqrt d\,\tfrac{\omega^\top}{\|\omega\|}(x+y)\Big)",
    domain_text="x, y in R^d",
    domain=_SPHERE,
    sides={"": formula(_SMREG, _SPHERE, "d x2 y2 xy")},
    checks=(
        Representations("", formula(_SMREG_BESSEL, _SPHERE, "d x2 y2 xy"), _SPHERE_POINTS),
        Representations("", formula(_SMREG_ANGLE, _SPHERE, "d x2 y2 xy"), _SPHERE_POINTS),
        Representations(
            "",
            formula(LAMBDA * sp.cosh(sp.sqrt(V2)), _SPHERE, "d x2 y2 xy"),
            ({"d": 1, "x2": 1, "y2": 4, "xy": -2}, {"d": 1, "x2": 9, "y2": 1, "xy": 3}),
        ),
        Simulation(
            "orthogonal-fixed-norm",
            "positive",
            "mean",
            formula(sphere_kernel(length**2), DRAWN, "d length"),
            ({"d": 4, "m": 1, "length": 1}, {"d": 4, "m": 4, "length": "3/2"}),
            second=formula(
                (sphere_kernel(4 * length**2) + (m - 1) * sphere_kernel(2 * length**2)) / m,
                DRAWN,
                "d m length",
            ),
        ),
    ),
    uses=("performer/lemma1/exp",),
    mechanism=("sphere", "positive"),
    setting="uniform on the sphere of radius sqrt d x positive; m features",
)


STATEMENTS = (
    FIG2_UTILITY,
    SEC2_3_SMREG,
)
