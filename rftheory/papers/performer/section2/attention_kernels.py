"""Sections 4.4, D.3 and D.4 of performer: kernels of generalised attention.

Main results, for Gaussian projections, h = 1, one function f
* ReLU: |x||y| (sin theta + (pi - theta) cos theta)/(2 pi).
* Absolute value: (2/pi)|x||y| (sin theta + (pi/2 - theta) cos theta); cosine: exp(-(|x|^2+|y|^2)/2) cosh(x.y);
  exponential: exp(|x+y|^2/2); identity: x.y.
* elu(u) + 1 of the Linear Transformer is positive, continuous and increasing.

Proofs. E r^2 = 2 times a mean over the arcs on which both projections have one sign; waves and exponentials by their
Gaussian means. Second forms: quadrature over the angle. Pairs in one line have no such arcs and are given apart.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    Agreement,
    Derivation,
    Equal,
    Formula,
    Proof,
    Representations,
    Restated,
    Statement,
    formula,
)
from rftheory.papers._shared.invariants import DELTA2, V2, pairs, x2, xy, y2
from rftheory.papers.performer._lemmas.plane_angles import GAUSS, arcs, phi, theta, wave_mean, z

_PAIRS = pairs()

_GENTLE: tuple[dict[str, object], ...] = (
    {"x2": 1, "y2": 1, "xy": 0},
    {"x2": 2, "y2": 8, "xy": -3},
    {"x2": "1/4", "y2": 1, "xy": "1/3"},
    {"x2": 9, "y2": 5, "xy": 6},
    {"x2": 4, "y2": 3, "xy": 1},
)

_LINE: tuple[dict[str, object], ...] = (
    {"x2": 1, "y2": 4, "xy": 2},
    {"x2": 1, "y2": 4, "xy": -2},
    {"x2": 9, "y2": 0, "xy": 0},
)

# Pairs in one line (xy^2 = x2 y2) have no angle strictly between 0 and pi: their kernels are given apart
_IN_LINE = sp.Eq(xy**2, x2 * y2)
_AREA = sp.sqrt(x2 * y2 - xy**2)  # |x||y| sin theta
_COSINE = xy / sp.sqrt(x2 * y2)
_LENGTHS = sp.sqrt(x2 * y2)
_RAY = xy * sp.cos(phi) ** 2 + _AREA * sp.sin(phi) * sp.cos(phi)  # (omega.x)(omega.y)/r^2 at angle phi from x
_TURN = sp.atan(xy / _AREA)


def _primitive(proof: Proof) -> sp.Expr:
    primitive = phi * sp.cos(theta) / 2 + sp.sin(2 * phi - theta) / 4
    proof.equal(sp.diff(primitive, phi), sp.cos(phi) * sp.cos(phi - theta), "a primitive of the product")
    return primitive


def _positive_arc(primitive: sp.Expr) -> sp.Expr:
    return primitive.subs(phi, sp.pi / 2) - primitive.subs(phi, theta - sp.pi / 2)


_RELU_POLAR = sp.Integral(_RAY, (phi, -_TURN, sp.pi / 2)) / sp.pi

_RELU = formula(
    sp.Piecewise(
        ((xy + sp.Abs(xy)) / 4, _IN_LINE),
        (
            _LENGTHS * (sp.sqrt(1 - _COSINE**2) + (sp.pi - sp.acos(_COSINE)) * _COSINE) / (2 * sp.pi),
            True,
        ),
    ),
    _PAIRS,
    "x2 y2 xy",
    closed=sp.Piecewise(
        ((xy + sp.Abs(xy)) / 4, _IN_LINE), ((_AREA + xy * (sp.pi / 2 + _TURN)) / (2 * sp.pi), True)
    ),
)


def _relu(proof: Proof) -> None:
    arcs(proof)
    arc = _positive_arc(_primitive(proof))
    printed = (sp.sin(theta) + (sp.pi - theta) * sp.cos(theta)) / (2 * sp.pi)
    proof.equal(
        2 * arc / (2 * sp.pi),
        printed,
        "both factors positive on one of the two arcs: E r^2 times its mean over 2 pi",
    )
    proof.equal(printed.subs(theta, 0), sp.Rational(1, 2), "x and y in line: half the second moment")
    proof.equal(printed.subs(theta, sp.pi), sp.S.Zero, "opposite: never both positive")


EQ5_RELU = Statement(
    id="performer/eq5/relu",
    kind="definition",
    where="Sections 4.4, A.4 and D.3",
    title="Performer-ReLU",
    text=(
        "Performer-ReLU puts f = ReLU into (5), with h = 1 and one function; by default attention is renormalised "
        "without stabiliser, with 256 features and a kernel_epsilon of 1e-3."
    ),
    latex=r"K(x,y)=\mathbb E[\mathrm{ReLU}(\omega^\top x)\,\mathrm{ReLU}(\omega^\top y)]=\frac{\|x\|\|y\|}{2\pi}\left(\sin\theta+(\pi-\theta)\cos\theta\right)",
    domain_text="Gaussian projections; without the epsilon",
    domain=_PAIRS,
    sides={"": _RELU},
    checks=(
        Representations("", None, _GENTLE),
        Representations("", formula(_RELU_POLAR, _PAIRS, "x2 y2 xy"), _GENTLE),
        Representations("", formula(sp.Max(xy, 0) / 2, _PAIRS, "x2 y2 xy"), _LINE),
        Derivation(_relu, WHOLE),
    ),
    uses=("performer/eq5",),
    mechanism=("relu",),
    setting="ReLU map, nonnegative; m features",
)

_k = sp.Symbol("k", nonnegative=True, integer=True)
_ABS_POLAR = (
    2
    / sp.pi
    * (sp.Integral(_RAY, (phi, -_TURN, sp.pi / 2)) - sp.Integral(_RAY, (phi, sp.pi / 2, sp.pi - _TURN)))
)

_ABS = formula(
    sp.Piecewise(
        (sp.Abs(xy), _IN_LINE),
        (2 / sp.pi * _LENGTHS * (sp.sqrt(1 - _COSINE**2) + _COSINE * sp.asin(_COSINE)), True),
    ),
    _PAIRS,
    "x2 y2 xy",
    closed=sp.Piecewise((sp.Abs(xy), _IN_LINE), (2 / sp.pi * (_AREA + xy * _TURN), True)),
)

_COS = formula(
    (sp.exp(-DELTA2 / 2) + sp.exp(-V2 / 2)) / 2,
    _PAIRS,
    "x2 y2 xy",
    closed=sp.exp(-(x2 + y2) / 2) * sp.cosh(xy),
)

_EXP = formula(
    sp.Sum((V2 / 2) ** _k / sp.factorial(_k), (_k, 0, sp.oo)), _PAIRS, "x2 y2 xy", closed=sp.exp(V2 / 2)
)


def _by_quadrature(what: str, printed: Formula, polar: sp.Expr) -> Restated:
    sides = {"formula": printed, "quadrature": formula(polar, _PAIRS, "x2 y2 xy")}
    return Restated(
        f"f = {what}: the closed form is the expectation by polar coordinates in the plane of x and y",
        sides,
        _PAIRS,
        Equal("formula", "quadrature"),
        Agreement("formula", "quadrature", _GENTLE),
    )


def _others(proof: Proof) -> None:
    arcs(proof)
    primitive = _primitive(proof)
    negative = primitive.subs(phi, theta + sp.pi / 2) - primitive.subs(phi, sp.pi / 2)
    printed = 2 / sp.pi * (sp.sin(theta) + sp.cos(theta) * (sp.pi / 2 - theta))
    proof.equal(
        2 * 2 * (_positive_arc(primitive) - negative) / (2 * sp.pi),
        printed,
        "absolute: |product| over a full turn",
    )
    a, b, t = sp.symbols("a b t", real=True)
    proof.equal((sp.cos(a - b) + sp.cos(a + b)) / 2, sp.cos(a) * sp.cos(b), "cosine: half a sum of two waves")
    normal = sp.exp(-(t**2) / 2) / sp.sqrt(2 * sp.pi)
    wave = sp.integrate(sp.cos(z * t) * normal, (t, -sp.oo, sp.oo))
    proof.equal(wave, GAUSS, "with the means exp(-|x-y|^2/2) and exp(-|x+y|^2/2)")
    grown = sp.integrate(sp.exp(z * t) * normal, (t, -sp.oo, sp.oo))
    proof.equal(grown, sp.exp(z**2 / 2), "exponential: E exp(omega.(x+y)), z = |x+y|")
    proof.equal(
        sp.integrate(t**2 * normal, (t, -sp.oo, sp.oo)), sp.S.One, "identity: E omega omega^T = I gives x.y"
    )


EQ5_KERNELS = Statement(
    id="performer/eq5/kernels",
    kind="definition",
    where="Section D.3, Figures 16 and 17",
    title="The attention kernels that were tried",
    text=(
        "Generalised attention was tried with sigmoid, exponential, ReLU, absolute value, gelu, cosine, tanh and "
        "identity, with and without renormalisation."
    ),
    latex=r"f\in\{\sigma,\exp,\mathrm{ReLU},|\cdot|,\mathrm{gelu},\cos,\tanh,\mathrm{id}\}",
    domain_text="h = 1, l = 1, Gaussian projections",
    domain=_PAIRS,
    companions={
        "performer/eq5/abs": {"": _ABS},
        "performer/eq5/cos": {"": _COS},
        "performer/eq5/exp": {"": _EXP},
    },
    checks=(
        _by_quadrature("absolute value", _ABS, _ABS_POLAR),
        Restated(
            "f = absolute value in one dimension: E g^2 |x||y|",
            {"formula": _ABS, "line": formula(_LENGTHS, _PAIRS, "x2 y2")},
            _PAIRS,
            Equal("formula", "line"),
            Agreement("formula", "line", _LINE),
        ),
        _by_quadrature("cosine", _COS, (wave_mean(DELTA2) + wave_mean(V2)) / 2),
        _by_quadrature("exponential", _EXP.with_expression(sp.exp(V2 / 2)), wave_mean(-V2)),
        Derivation(_others, WHOLE),
    ),
    uses=("performer/eq5",),
    setting="generalised attention",
    note=(
        "Sigmoid, exponential, ReLU and absolute value have nonnegative features, so nonnegative scores. The cosine "
        "kernel exp(-(|x|^2+|y|^2)/2) cosh(x.y) is positive, its estimates need not be; identity and tanh have "
        "kernels of either sign."
    ),
)


def _elu(proof: Proof) -> None:
    u = sp.Symbol("u", positive=True)
    proof.positive(u + 1, "elu(u) + 1 = u + 1 for u > 0")
    proof.positive(sp.exp(-u) - 1 + 1, "elu(-u) + 1 = exp(-u) for u > 0")
    proof.equal(
        sp.exp(-u).subs(u, 0), (u + 1).subs(u, 0), "both are 1 at 0: continuous, positive, increasing"
    )


SECD_4_ELU = Statement(
    id="performer/secD.4/elu",
    kind="definition",
    where="Section D.4",
    title="Feature map of the Linear Transformer",
    text="The Linear Transformer maps every coordinate u to elu(u) + 1: u + 1 above 0, exp(u) below.",
    latex=r"\phi(x)=\mathrm{elu}(x)+1",
    domain_text="elementwise",
    checks=(Derivation(_elu, WHOLE),),
    uses=("performer/eq4",),
    setting="deterministic map of d positive features",
)


STATEMENTS = (
    EQ5_RELU,
    EQ5_KERNELS,
    SECD_4_ELU,
)
