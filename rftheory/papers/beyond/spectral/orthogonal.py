"""Orthogonal directions with independent radii: the mean product of two cosines, by several routes.

Given radii it is Om_d(z sqrt(r1^2 + r2^2)); given the mixing variables a Humbert function; for the rational quadratic
kernel a finite integral; always a contour integral of the squared Laplace transform of one squared radius.
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.radial.two_scales import TwoScaleCovariance
from rftheory.kit import (
    All,
    Below,
    Derivation,
    Domain,
    Equal,
    On,
    Proof,
    Rule,
    Statement,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers.beyond._lemmas.drawn import couplings as drawn
from rftheory.papers.beyond._lemmas.orthogonal_radii import (
    LENGTH,
    MATERN_COV,
    NEAR,
    RQ_COV,
    RQ_DOMAIN,
    RQ_INTEGRAL,
    RQ_LESS,
    RQ_POWERS,
    SMOOTH,
    from_half_powers,
)
from rftheory.papers.beyond._lemmas.radial_kernels import PLANE, d, z

_r1, _r2, _s, _t = sp.symbols("r1 r2 s t", nonnegative=True)
_phi = sp.Symbol("phi", nonnegative=True)
_j = sp.Symbol("j", integer=True, nonnegative=True)


_RADII = Domain(
    (PLANE, real("r1", 0, reach=("1e-3", 20)), real("r2", 0, reach=("1e-3", 20)), real("z", 0, reach=("1e-3", 20))),
    extra=(
        {"d": 2, "r1": 1, "r2": 2, "z": 1}, {"d": 3, "r1": 0, "r2": 0, "z": 5}, {"d": 10**6, "r1": 1000, "r2": 900, "z": 1},
    ),
)  # fmt: skip
_FLAT = Domain(_RADII.parameters[1:])
_OMEGA = sp.hyper((), (d / 2,), -(z**2) * (_r1**2 + _r2**2) / 4)
_APART = Domain(
    (
        integer("d", 2, reach=100, meaning="dimension"),
        real("r1", above=0, reach=("1e-3", 20)),
        real("r2", 0, reach=("1e-3", 20)),
        real("z", above=0, reach=("1e-3", 20)),
    )
)
_far = z * sp.sqrt(_r1**2 + _r2**2)
_BESSEL = sp.gamma(d / 2) * (2 / _far) ** (d / 2 - 1) * sp.besselj(d / 2 - 1, _far)
_CIRCLE = (
    sp.Integral(sp.cos(z * _r1 * sp.cos(_phi)) * sp.cos(z * _r2 * sp.sin(_phi)), (_phi, 0, sp.pi / 2))
    * 2
    / sp.pi
)


def _product(proof: Proof) -> None:
    x, y = sp.symbols("x y", real=True)
    proof.equal(2 * sp.cos(x) * sp.cos(y), sp.cos(x + y) + sp.cos(x - y), "the product of two cosines")
    proof.cite("(r1 u1 +- r2 u2)/sqrt(r1^2 + r2^2) is uniform on the sphere for orthonormal Haar u1, u2")
    u, v = sp.symbols("u v", real=True)
    proof.equal(
        sp.expand((_r1 * u + _r2 * v) ** 2).subs({u**2: 1, v**2: 1, u * v: 0}),
        _r1**2 + _r2**2,
        "the squared length of r1 u1 + r2 u2",
    )


PAIR_RADII = Statement(
    id="beyond/spectral/orf/pair-radii",
    kind="identity",
    where="orthogonal directions, independent radii",
    title="Mean product of two cosines along orthogonal directions",
    text="Given the radii, E cos(w_1.z) cos(w_2.z) = Om_d(z sqrt(r1^2 + r2^2)) for jointly Haar orthogonal directions.",
    latex=r"T_d(z)=\mathbb E\,\Omega_d\left(z\sqrt{r_1^2+r_2^2}\right)",
    domain_text="d >= 2, r1, r2, z >= 0",
    domain=_RADII,
    sides={"": formula(_OMEGA, _RADII, "d r1 r2 z")},
    claim=All(
        (
            On(
                _FLAT,
                Equal(formula(_OMEGA.subs(d, 2), _FLAT, "r1 r2 z"), formula(_CIRCLE, _FLAT, "r1 r2 z")),
                "d = 2, the mean over the angle",
            ),
            On(
                _APART,
                Equal("", formula(_BESSEL, _APART, "d r1 r2 z")),
                "not all zero, by the Bessel function",
            ),
        )
    ),
    checks=(
        Derivation(_product, part("every d, from the law of the sum")),
        drawn.given_radii(formula(_OMEGA, _RADII, "d r1 r2 z")),
    ),
    uses=("beyond/spectral/omega",),
)

CONTOUR = Statement(
    id="beyond/spectral/orf/contour",
    kind="identity",
    where="orthogonal directions, independent radii",
    title="The mean product as a contour integral",
    text=(
        "T_d is a quadratic functional of the kernel: Hankel's integral of e^p p^(-d/2) L(z^2/(4p))^2 with L(lam) = "
        "E exp(-lam r^2), a confluent function U for Matern and rational quadratic kernels."
    ),
    latex=(
        r"T_d(z)=\frac{\Gamma(\frac d2)}{2\pi i}\int_He^pp^{-d/2}\left[\mathbb E_g\,k\left(\tfrac{z|g|}{\sqrt{2p}}"
        r"\right)\right]^2dp"
    ),
    domain_text="d >= 2, scale mixtures, z > 0",
    domain=RQ_DOMAIN,
    sides={"": formula(RQ_COV, RQ_DOMAIN, "d alpha l z", closed=RQ_POWERS)},
    claim=On(
        RQ_LESS,
        Equal(
            formula(RQ_COV, RQ_LESS, "d alpha l z"),
            formula(RQ_INTEGRAL, RQ_LESS, "d alpha l z"),
        ),
        "rational quadratic, against a real integral",
    ),
    checks=(drawn.rq_in_the_plane(formula(RQ_COV, RQ_DOMAIN, "d alpha l z")),),
    uses=("beyond/spectral/orf/pair-radii",),
    note="The side is the covariance T_d - k^2 of the rational quadratic kernel by the contour; Matern: orf/matern-cov.",
)

_a, _b = sp.symbols("a b", nonnegative=True)
_TWO = Domain(
    (PLANE, real("a", 0, reach=("1e-3", 30)), real("b", 0, reach=("1e-3", 30))),
    extra=tuple(
        {"d": dd, "a": aa, "b": bb}
        for dd, aa, bb in ((2, 1, 2), (3, "1/2", "1/3"), (64, 5, 1), (10**4, 1, 1), (2, 0, 3), (5, 30, 30))
    ),
)
_TWO_APART = Domain(
    (PLANE, real("a", above=0, reach=("1e-2", 20)), real("b", above=0, reach=("1e-2", 20))),
    extra=_TWO.extra[:4],
)
_half = d / 2
_SERIES = sp.Sum(
    (-_a * _b) ** _j
    * sp.gamma(_half + _j)
    / (sp.factorial(_j) * sp.gamma(_half + 2 * _j))
    * sp.hyper((_half + _j,), (_half + 2 * _j,), -(_a + _b)),
    (_j, 0, sp.oo),
)
_HUMBERT = -_a * _b * from_half_powers(sp.exp(-(_a + _b) * _t) * sp.hyper((), (2,), -_a * _b * _t * (1 - _t)))
_MAJORANT = {_j: (_a * _b) ** _j / sp.factorial(_j)}

TWO_SCALE = Statement(
    id="beyond/spectral/orf/two-scale-cov",
    kind="identity",
    where="orthogonal directions, independent radii",
    title="The covariance given both mixing variables",
    text=(
        "For rows sqrt(tau_i) r_i u_i with r_i independent chi_d, a = tau_1 z^2/(2 l^2) and b likewise, the mean product is "
        "Humbert's Phi_2(d/2, d/2; d/2; -a, -b), a series of 1F1, and the covariance a finite integral, whose only "
        "dependence on d is t^(d/2)."
    ),
    latex=r"\mathrm{Cov}=-ab\int_0^1t^{d/2}e^{-(a+b)t}{}_0F_1(;2;-ab\,t(1-t))\,dt",
    domain_text="d >= 2, a, b >= 0",
    domain=_TWO,
    sides={"": formula(_HUMBERT, _TWO, "d a b", closed=TwoScaleCovariance(d, _a, _b))},
    claim=All(
        (
            On(
                _TWO_APART,
                Equal("", formula(_SERIES - sp.exp(-_a - _b), _TWO_APART, "d a b", majorants=_MAJORANT)),
                "a, b > 0, by the series of 1F1",
            ),
            On(
                Domain((PLANE, real("a", above=0, reach=("1e-2", 20)))),
                Equal(
                    formula(_HUMBERT.subs(_b, _a), _TWO, "d a"),
                    formula(sp.hyper((d,), (d / 2,), -_a) - sp.exp(-2 * _a), _TWO, "d a"),
                ),
                "a = b, the Gaussian pair",
            ),
        )
    ),
    checks=(drawn.given_scales(formula(_HUMBERT, _TWO, "d a b"), sp.exp(-_a - _b)),),
    uses=("beyond/spectral/orf/pair-radii",),
)

_PLANE = Domain(
    (real("a", above=0, reach=("1e-3", 30)), real("b", above=0, reach=("1e-3", 30))),
    (Rule(sp.Ne(_a, _b), "a != b"),),
    extra=({"a": 1, "b": 2}, {"a": "1/1000", "b": 30}, {"a": 1, "b": "1001/1000"}),
)
_T2 = (_a * sp.exp(-_a) - _b * sp.exp(-_b)) / (_a - _b)

TWO_SCALE_PLANE = Statement(
    id="beyond/spectral/orf/two-scale-d2",
    kind="identity",
    where="orthogonal directions, independent radii",
    title="The mean product given both mixing variables in the plane",
    text="In two dimensions T is (a e^(-a) - b e^(-b))/(a - b), (1 - a) e^(-a) at a = b.",
    latex=r"T_2=\frac{ae^{-a}-be^{-b}}{a-b}",
    domain_text="a, b > 0, a != b (limit at a = b)",
    domain=_PLANE,
    sides={"": formula(_T2, _PLANE, "a b")},
    claim=All(
        (
            Equal("", formula(_HUMBERT.subs(d, 2) + sp.exp(-_a - _b), _PLANE, "a b")),
            On(
                Domain((real("a", above=0, reach=("1e-2", 20)),)),
                Equal(
                    formula((1 - _a) * sp.exp(-_a) - sp.exp(-2 * _a), _PLANE, "a"),
                    formula(_HUMBERT.subs({d: 2, _b: _a}), _PLANE, "a"),
                ),
                "a = b, less e^(-2a)",
            ),
        )
    ),
    checks=(drawn.given_scales_in_the_plane(formula(_T2, _PLANE, "a b")),),
    uses=("beyond/spectral/orf/two-scale-cov",),
)

_MATERN_PLANE = Domain((SMOOTH, LENGTH, NEAR))
_RQ_PLANE = Domain((RQ_DOMAIN["alpha"], LENGTH, NEAR))


def _plane(proof: Proof) -> None:
    x = sp.Symbol("s", positive=True)
    proof.equal(
        sp.diff((sp.exp(x) - 1) / x, x) * x**2, (x - 1) * sp.exp(x) + 1, "the slope of (e^s - 1)/s, times s^2"
    )
    proof.equal(
        sp.integrate(x * sp.exp(x), (x, 0, _t)).subs(_t, x),
        (x - 1) * sp.exp(x) + 1,
        "which is the integral of s e^s > 0, so (e^s - 1)/s increases",
    )
    p, q = sp.symbols("p q", positive=True)
    proof.equal(
        (p * sp.exp(-p) - q * sp.exp(-q)) - (p - q) * sp.exp(-p - q),
        -p * q * sp.exp(-p - q) * ((sp.exp(p) - 1) / p - (sp.exp(q) - 1) / q),
        "so T_2 < e^(-a-b) for a > b, and by symmetry for a < b",
    )


PLANE_ALWAYS = Statement(
    id="beyond/spectral/orf/d2-always",
    kind="inequality",
    where="orthogonal directions, independent radii",
    title="In the plane orthogonality always helps scale mixtures",
    text="In two dimensions orthogonal rows with independent radii strictly reduce the variance for every scale mixture at every z > 0.",
    latex=r"\mathrm{Cov}_2(z)<0\quad\forall z>0",
    domain_text="d = 2, any scale mixture, z > 0",
    domain=_PLANE,
    claim=All(
        (
            Below(formula(_T2, _PLANE, "a b"), formula(sp.exp(-_a - _b), _PLANE, "a b")),
            On(
                _MATERN_PLANE,
                Below(formula(MATERN_COV.subs(d, 2), _MATERN_PLANE, "nu l z"), sp.S.Zero),
                "Matern",
            ),
            On(
                _RQ_PLANE,
                Below(formula(RQ_POWERS.subs(d, 2), _RQ_PLANE, "alpha l z"), sp.S.Zero),
                "rational quadratic",
            ),
        )
    ),
    checks=(
        Derivation(_plane, part("given both mixing variables, for every scale mixture")),
        *drawn.plane_gains(),
    ),
    uses=("beyond/spectral/orf/two-scale-d2",),
)

STATEMENTS = (
    PAIR_RADII,
    CONTOUR,
    TWO_SCALE,
    TWO_SCALE_PLANE,
    PLANE_ALWAYS,
)
