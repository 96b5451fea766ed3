"""Section 2.3 of performer: the general feature map (5) and the attention kernels that it induces."""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    Agreement,
    Derivation,
    Domain,
    Equal,
    Formula,
    Proof,
    Representations,
    Restated,
    Rule,
    Simulation,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared.invariants import COUNT, DELTA2, DIMENSION, V2, at_most_pi, pairs, x2, xy, y2

_theta, _phi = sp.symbols("theta phi", real=True)
_z, _length = sp.symbols("z length", nonnegative=True)
_k = sp.Symbol("k", nonnegative=True, integer=True)
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
_GAUSS = sp.exp(-(_z**2) / 2)


def _wave_mean(squared: sp.Expr) -> sp.Expr:
    """E cos(omega.z), |z|^2 = squared, by polar coordinates: the radius integrated, the angle left to quadrature."""
    radial = sp.hyper((1,), (sp.Rational(1, 2),), -squared * sp.cos(_phi) ** 2 / 2)
    return sp.Integral(radial, (_phi, 0, sp.pi)) / sp.pi


_RAY = xy * sp.cos(_phi) ** 2 + _AREA * sp.sin(_phi) * sp.cos(
    _phi
)  # (omega.x)(omega.y)/r^2 at angle phi from x
_TURN = sp.atan(xy / _AREA)


def _arcs(proof: Proof) -> None:
    """Where cos(phi) cos(phi - theta) is positive: an arc of length pi - theta, and again half a turn on."""
    t = sp.Symbol("t", real=True)
    proof.cite(
        "the law N(0, I_d) is rotation invariant: in the plane of x and y (d >= 2) the direction phi of omega is "
        "uniform, omega.x = r|x| cos(phi), omega.y = r|y| cos(phi - theta), E r^2 = 2"
    )
    double = (sp.cos(_theta) + sp.cos(2 * _phi - _theta)) / 2
    proof.equal(sp.cos(_phi) * sp.cos(_phi - _theta), double, "product as a sum: period pi in phi")
    inside = double.subs(_phi, _theta / 2 + t * (sp.pi - _theta) / 2)
    proof.equal(
        inside, (sp.cos(_theta) + sp.cos(t * (sp.pi - _theta))) / 2, "on the arc from theta - pi/2 to pi/2"
    )
    proof.equal(
        inside.subs(t, 1), sp.S.Zero, "it vanishes at the ends t = +-1; cos falls on [0, pi]: positive inside"
    )
    outside = double.subs(_phi, (_theta + sp.pi) / 2 + t * _theta / 2)
    proof.equal(outside, (sp.cos(_theta) - sp.cos(t * _theta)) / 2, "on the arc from pi/2 to theta + pi/2")
    proof.equal(outside.subs(t, 1), sp.S.Zero, "it vanishes at the ends and is negative inside")


def _primitive(proof: Proof) -> sp.Expr:
    primitive = _phi * sp.cos(_theta) / 2 + sp.sin(2 * _phi - _theta) / 4
    proof.equal(
        sp.expand_trig(sp.diff(primitive, _phi)),
        sp.expand_trig(sp.cos(_phi) * sp.cos(_phi - _theta)),
        "a primitive of the product",
    )
    return primitive


def _positive_arc(primitive: sp.Expr) -> sp.Expr:
    return primitive.subs(_phi, sp.pi / 2) - primitive.subs(_phi, _theta - sp.pi / 2)


EQ5 = Statement(
    id="performer/eq5",
    kind="definition",
    where="eq. (5)",
    title="General random feature map",
    text=(
        "A feature map applies l scalar functions to m projections of the input and weighs them by h(x)/sqrt m. "
        "The projections are fixed or drawn from a law, mostly isotropic, usually Gaussian."
    ),
    latex=r"\phi(x)=\frac{h(x)}{\sqrt m}(f_1(\omega_1^\top x),\dots,f_1(\omega_m^\top x),\dots,f_l(\omega_1^\top x),\dots,f_l(\omega_m^\top x))",
    domain_text="any h and f_1, ..., f_l",
    setting="l m features; the kernel is h(x) h(y) sum_k E f_k(omega.x) f_k(omega.y)",
    note="The lead-in names the weight g, the formula and the examples h; read as one function.",
)

_ANGLES = Domain(
    (real("theta", 0, reach=("1e-6", 3), meaning="angle between x and y in radians"),),
    (Rule(("theta",), "theta <= pi", at_most_pi),),
    extra=({"theta": 0}, {"theta": 1}, {"theta": "1e-9"}, {"theta": "3.14159265358979"}, {"theta": "1.5707"}),
)

_ANGULAR = 1 - 2 * _theta / sp.pi

_ANGULAR_ARCS = (
    sp.Integral(1, (_phi, _theta - sp.pi / 2, sp.pi / 2))
    - sp.Integral(1, (_phi, sp.pi / 2, _theta + sp.pi / 2))
) / sp.pi

_ANGULAR_MEHLER = (
    sp.Sum(
        sp.factorial(2 * _k)
        / (4**_k * sp.factorial(_k) ** 2 * (2 * _k + 1))
        * sp.cos(_theta) ** (2 * _k + 1),
        (_k, 0, sp.oo),
    )
    * 2
    / sp.pi
)


def _angular(proof: Proof) -> None:
    _arcs(proof)
    proof.equal(_ANGULAR_ARCS.doit(), _ANGULAR, "mean sign over half a turn: (pi - theta) - theta, over pi")
    proof.equal(
        _ANGULAR.subs(_theta, 0),
        sp.S.One,
        "d = 1, theta = 0: the signs agree (omega.x is 0 with probability 0)",
    )
    proof.equal(_ANGULAR.subs(_theta, sp.pi), -sp.S.One, "d = 1, theta = pi: the signs differ")


EQ5_ANGULAR = Statement(
    id="performer/eq5/angular",
    kind="identity",
    where="Section 2.3, after (5)",
    title="Sign features give the angular kernel",
    text=(
        "With h = 1 and one function, Gaussian projections estimate the pointwise-nonlinear Gaussian kernels; the "
        "sign function gives the angular kernel 1 - 2 theta/pi."
    ),
    latex=r"\mathbb E[\mathrm{sgn}(\omega^\top x)\,\mathrm{sgn}(\omega^\top y)]=1-\frac{2\theta}\pi",
    domain_text="x, y nonzero; theta their angle",
    domain=_ANGLES,
    sides={"": formula(_ANGULAR, _ANGLES, "theta")},
    checks=(
        Representations("", formula(_ANGULAR_ARCS, _ANGLES, "theta")),
        Representations(
            "",
            formula(_ANGULAR_MEHLER, _ANGLES, "theta"),
            ({"theta": 1}, {"theta": "1/3"}, {"theta": "3/2"}, {"theta": 2}, {"theta": "29/10"}),
        ),
        Derivation(_angular),
    ),
    uses=("performer/eq5",),
    mechanism=("iid", "sgn", "orthogonal"),
    setting="iid x sgn map; the marginals of orthogonal rows are the same",
    note="The second representation is Mehler's series over the Hermite coefficients of the sign function.",
)

_DISTANCE = Domain(
    (real("z", 0, meaning="|x-y|"),), extra=({"z": 0}, {"z": 1}, {"z": "1e-9"}, {"z": 10}, {"z": 1000})
)

_DRAWN = Domain((DIMENSION, COUNT, real("length", 0)))

_GAUSS_MOMENTS = sp.Sum((-(_z**2) / 2) ** _k / sp.factorial(_k), (_k, 0, sp.oo))


def _gauss(proof: Proof) -> None:
    a, b, t = sp.symbols("a b t", real=True)
    proof.equal(
        sp.expand_trig(sp.cos(a - b)),
        sp.sin(a) * sp.sin(b) + sp.cos(a) * sp.cos(b),
        "the two functions, row by row",
    )
    proof.cite("omega.(x-y) is N(0, z^2); the mean of m equal means is that mean")
    normal = sp.exp(-(t**2) / 2) / sp.sqrt(2 * sp.pi)
    proof.equal(sp.integrate(sp.cos(_z * t) * normal, (t, -sp.oo, sp.oo)), _GAUSS, "characteristic function")


EQ5_GAUSS = Statement(
    id="performer/eq5/gauss",
    kind="identity",
    where="Section 2.3, after (5)",
    title="Sine and cosine features give the Gaussian kernel",
    text="With h = 1, sine and cosine give shift-invariant kernels, and Gaussian projections the Gaussian kernel.",
    latex=r"\mathbb E[\phi(x)^\top\phi(y)]=e^{-\|x-y\|^2/2}",
    domain_text="all x, y",
    domain=_DISTANCE,
    sides={"": formula(_GAUSS, _DISTANCE, "z")},
    checks=(
        Representations(
            "", formula(_GAUSS_MOMENTS, _DISTANCE, "z"), ({"z": 0}, {"z": 1}, {"z": "1/7"}, {"z": 10})
        ),
        Representations("", formula(_wave_mean(_z**2), _DISTANCE, "z"), ({"z": 0}, {"z": 1}, {"z": "7/2"})),
        Derivation(_gauss),
        Simulation(
            "iid",
            "trigonometric",
            "mean",
            formula(sp.exp(-(_length**2) / 2), _DRAWN, "length"),
            ({"d": 4, "m": 4, "length": 1}, {"d": 16, "m": 8, "length": "3/2"}),
        ),
    ),
    uses=("performer/eq5",),
    mechanism=("iid", "trigonometric"),
    setting="iid x trigonometric; m projections, 2m features",
)

_RELU_POLAR = sp.Integral(_RAY, (_phi, -_TURN, sp.pi / 2)) / sp.pi

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
    _arcs(proof)
    arc = _positive_arc(_primitive(proof))
    printed = (sp.sin(_theta) + (sp.pi - _theta) * sp.cos(_theta)) / (2 * sp.pi)
    proof.equal(
        2 * arc / (2 * sp.pi),
        printed,
        "both factors positive on one of the two arcs: E r^2 times its mean over 2 pi",
    )
    proof.equal(printed.subs(_theta, 0), sp.Rational(1, 2), "x and y in line: half the second moment")
    proof.equal(printed.subs(_theta, sp.pi), sp.S.Zero, "opposite: never both positive")


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
        Derivation(_relu),
    ),
    uses=("performer/eq5",),
    mechanism=("relu",),
    setting="ReLU map, nonnegative; m features",
)

_ABS_POLAR = (
    2
    / sp.pi
    * (sp.Integral(_RAY, (_phi, -_TURN, sp.pi / 2)) - sp.Integral(_RAY, (_phi, sp.pi / 2, sp.pi - _TURN)))
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
    _arcs(proof)
    primitive = _primitive(proof)
    negative = primitive.subs(_phi, _theta + sp.pi / 2) - primitive.subs(_phi, sp.pi / 2)
    printed = 2 / sp.pi * (sp.sin(_theta) + sp.cos(_theta) * (sp.pi / 2 - _theta))
    proof.equal(
        2 * 2 * (_positive_arc(primitive) - negative) / (2 * sp.pi),
        printed,
        "absolute: |product| over a full turn",
    )
    a, b, t = sp.symbols("a b t", real=True)
    proof.equal(
        sp.expand_trig((sp.cos(a - b) + sp.cos(a + b)) / 2),
        sp.cos(a) * sp.cos(b),
        "cosine: half a sum of two waves",
    )
    normal = sp.exp(-(t**2) / 2) / sp.sqrt(2 * sp.pi)
    wave = sp.integrate(sp.cos(_z * t) * normal, (t, -sp.oo, sp.oo))
    proof.equal(wave, _GAUSS, "with the means exp(-|x-y|^2/2) and exp(-|x+y|^2/2)")
    grown = sp.integrate(sp.exp(_z * t) * normal, (t, -sp.oo, sp.oo))
    proof.equal(grown, sp.exp(_z**2 / 2), "exponential: E exp(omega.(x+y)), z = |x+y|")
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
        _by_quadrature("cosine", _COS, (_wave_mean(DELTA2) + _wave_mean(V2)) / 2),
        _by_quadrature("exponential", _EXP.with_expression(sp.exp(V2 / 2)), _wave_mean(-V2)),
        Derivation(_others),
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
    checks=(Derivation(_elu),),
    uses=("performer/eq4",),
    setting="deterministic map of d positive features",
)

STATEMENTS = (
    EQ5,
    EQ5_ANGULAR,
    EQ5_GAUSS,
    EQ5_RELU,
    EQ5_KERNELS,
    SECD_4_ELU,
)
