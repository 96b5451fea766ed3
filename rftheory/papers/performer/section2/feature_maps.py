"""Section 2.3 of performer: the general feature map (5), angular and Gaussian kernel.

Main results
* (5): l functions of m projections, weighted by h(x)/sqrt m. (The lead-in calls the weight g.)
* h = 1, f = sgn: E sgn(omega.x) sgn(omega.y) = 1 - 2 theta/pi.
* h = 1, f = sin, cos: the Gaussian kernel exp(-|x-y|^2/2).

Proofs. In the plane of x and y the direction of omega is uniform, and both signs agree on an arc of pi - theta; the
Gaussian characteristic function. Second forms: integrals over the arcs, Mehler's series, moments, polar coordinates.
"""

from __future__ import annotations

import sympy as sp

from rftheory.kit import (
    WHOLE,
    All,
    Derivation,
    Domain,
    Equal,
    Estimate,
    Expectation,
    Inner,
    Proof,
    Representations,
    Row,
    Rule,
    Simulation,
    Statement,
    formula,
    real,
)
from rftheory.papers._shared.invariants import COUNT, m
from rftheory.papers.performer._lemmas.plane_angles import GAUSS, arcs, phi, theta, wave_mean, z
from rftheory.papers.performer._notation import DRAWN, length

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

_k = sp.Symbol("k", nonnegative=True, integer=True)
_ANGLES = Domain(
    (real("theta", 0, reach=("1e-6", 3), meaning="angle between x and y in radians"),),
    (Rule(theta <= sp.pi, "theta <= pi"),),
    extra=({"theta": 0}, {"theta": 1}, {"theta": "1e-9"}, {"theta": "3.14159265358979"}, {"theta": "1.5707"}),
)
_ANGULAR = 1 - 2 * theta / sp.pi
_ANGULAR_ARCS = (
    sp.Integral(1, (phi, theta - sp.pi / 2, sp.pi / 2)) - sp.Integral(1, (phi, sp.pi / 2, theta + sp.pi / 2))
) / sp.pi

_ANGULAR_MEHLER = (
    sp.Sum(
        sp.factorial(2 * _k) / (4**_k * sp.factorial(_k) ** 2 * (2 * _k + 1)) * sp.cos(theta) ** (2 * _k + 1),
        (_k, 0, sp.oo),
    )
    * 2
    / sp.pi
)


_SIGNS = Expectation(
    sp.sign(Inner(Row("iid", 1), sp.Symbol("x"))) * sp.sign(Inner(Row("iid", 1), sp.Symbol("y")))
)


def _angular(proof: Proof) -> None:
    arcs(proof)
    proof.equal(_ANGULAR_ARCS.doit(), _ANGULAR, "mean sign over half a turn: (pi - theta) - theta, over pi")
    proof.equal(
        _ANGULAR.subs(theta, 0),
        sp.S.One,
        "d = 1, theta = 0: the signs agree (omega.x is 0 with probability 0)",
    )
    proof.equal(_ANGULAR.subs(theta, sp.pi), -sp.S.One, "d = 1, theta = pi: the signs differ")


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
    claim=All((Equal(_SIGNS, ""), Equal("", formula(_ANGULAR_ARCS, _ANGLES, "theta")))),
    checks=(
        Representations(
            "",
            formula(_ANGULAR_MEHLER, _ANGLES, "theta"),
            ({"theta": 1}, {"theta": "1/3"}, {"theta": "3/2"}, {"theta": 2}, {"theta": "29/10"}),
        ),
        Derivation(_angular, WHOLE),
    ),
    uses=("performer/eq5",),
    mechanism=("iid", "sgn", "orthogonal"),
    setting="iid x sgn map; the marginals of orthogonal rows are the same",
    note="The second representation is Mehler's series over the Hermite coefficients of the sign function.",
)

_LENGTH = real("z", 0, meaning="|x-y|")
_DISTANCES: tuple[dict[str, object], ...] = ({"z": 0}, {"z": 1}, {"z": "1e-9"}, {"z": 10}, {"z": 1000})
_DISTANCE = Domain((_LENGTH,), extra=_DISTANCES)
_GAUSS_MOMENTS = sp.Sum((-(z**2) / 2) ** _k / sp.factorial(_k), (_k, 0, sp.oo))


def _gauss(proof: Proof) -> None:
    a, b, t = sp.symbols("a b t", real=True)
    proof.equal(sp.cos(a - b), sp.sin(a) * sp.sin(b) + sp.cos(a) * sp.cos(b), "the two functions, row by row")
    proof.cite("omega.(x-y) is N(0, z^2); the mean of m equal means is that mean")
    normal = sp.exp(-(t**2) / 2) / sp.sqrt(2 * sp.pi)
    proof.equal(sp.integrate(sp.cos(z * t) * normal, (t, -sp.oo, sp.oo)), GAUSS, "characteristic function")


EQ5_GAUSS = Statement(
    id="performer/eq5/gauss",
    kind="identity",
    where="Section 2.3, after (5)",
    title="Sine and cosine features give the Gaussian kernel",
    text="With h = 1, sine and cosine give shift-invariant kernels, and Gaussian projections the Gaussian kernel.",
    latex=r"\mathbb E[\phi(x)^\top\phi(y)]=e^{-\|x-y\|^2/2}",
    domain_text="all x, y",
    domain=Domain((COUNT, _LENGTH), extra=tuple({"m": 1, **point} for point in _DISTANCES)),
    sides={"": formula(GAUSS, _DISTANCE, "z")},
    claim=Equal(Expectation(Estimate("iid", "trigonometric", m, kernel="Gaussian")), ""),
    checks=(
        Representations(
            "", formula(_GAUSS_MOMENTS, _DISTANCE, "z"), ({"z": 0}, {"z": 1}, {"z": "1/7"}, {"z": 10})
        ),
        Representations("", formula(wave_mean(z**2), _DISTANCE, "z"), ({"z": 0}, {"z": 1}, {"z": "7/2"})),
        Derivation(_gauss, WHOLE),
        Simulation(
            "iid",
            "trigonometric",
            "mean",
            formula(sp.exp(-(length**2) / 2), DRAWN, "length"),
            ({"d": 4, "m": 4, "length": 1}, {"d": 16, "m": 8, "length": "3/2"}),
        ),
    ),
    uses=("performer/eq5",),
    mechanism=("iid", "trigonometric"),
    setting="iid x trigonometric; m projections, 2m features",
)


STATEMENTS = (
    EQ5,
    EQ5_ANGULAR,
    EQ5_GAUSS,
)
