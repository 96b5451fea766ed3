"""Radial kernels and their frequency laws: Schoenberg's form, and scale mixtures of Gaussians.

k(z) = E Om_d(r z) with Om_d(t) = 0F1(; d/2; -t^2/4) for a frequency of length r and uniform direction; for
frequencies sqrt(tau) g/l it is E exp(-tau z^2/(2 l^2)).
"""

from __future__ import annotations

import sympy as sp

from rftheory.exact.functions.gaussian_exponential import GaussianExponential
from rftheory.kit import (
    All,
    Derivation,
    Domain,
    Equal,
    On,
    Proof,
    Statement,
    formula,
    integer,
    part,
    real,
)
from rftheory.papers.beyond._lemmas.drawn.kernels import gaussian_kernel, one_length
from rftheory.papers.beyond._lemmas.radial_kernels import DIMENSION, DISTANCE, FREQUENCY, SCALE, d, l, w, z

t = sp.Symbol("t", nonnegative=True)
_phi = sp.Symbol("phi", nonnegative=True)
_k = sp.Symbol("k", nonnegative=True, integer=True)

_POINTS: tuple[dict[str, object], ...] = (
    {"d": 1, "t": 1}, {"d": 2, "t": 0}, {"d": 2, "t": 5}, {"d": 3, "t": 1000}, {"d": 10**6, "t": "1/1000"},
    {"d": 10**6, "t": 5000}, {"d": 64, "t": 20},
)  # fmt: skip
_ANY = Domain((DIMENSION, real("t", 0, reach=("1e-4", 1000))), extra=_POINTS)
_AWAY = Domain((DIMENSION, real("t", above=0, reach=("1e-4", 1000))))
_BALL = Domain((integer("d", 2, reach=100), real("t", 0, reach=("1e-4", 30))))
_MEAN = sp.hyper((), (d / 2,), -(t**2) / 4)
_BESSEL = sp.gamma(d / 2) * (2 / t) ** (d / 2 - 1) * sp.besselj(d / 2 - 1, t)
_SPHERE = (
    sp.gamma(d / 2)
    / (sp.sqrt(sp.pi) * sp.gamma((d - 1) / 2))
    * sp.Integral(sp.sin(_phi) ** (d - 2) * sp.cos(t * sp.cos(_phi)), (_phi, 0, sp.pi))
)


def _omega(proof: Proof) -> None:
    half = sp.gamma(d / 2)
    moment = half * sp.gamma(_k + sp.S.Half) / (sp.sqrt(sp.pi) * sp.gamma(d / 2 + _k))
    proof.cite("u_1^2 of a uniform direction has the Beta law of shapes 1/2 and (d-1)/2, with these moments")
    proof.equal(
        moment * t ** (2 * _k) / sp.factorial(2 * _k),
        half / sp.gamma(d / 2 + _k) * (t**2 / 4) ** _k / sp.factorial(_k),
        "the k-th terms of E cos(t u_1) and of 0F1(; d/2; -t^2/4) up to the sign (-1)^k",
    )


OMEGA = Statement(
    id="beyond/spectral/omega",
    kind="identity",
    where="kernels and their frequency laws",
    title="A radial kernel as a mean of spherical waves",
    text=(
        "The mean of cos(t u_1) over a uniform direction is Om_d(t) = 0F1(; d/2; -t^2/4); so frequencies of length r and "
        "uniform direction give the kernel k(z) = E Om_d(r z) (Schoenberg, 1938)."
    ),
    latex=r"k(z)=\mathbb E\,{}_0F_1\left(;\tfrac d2;-\tfrac{r^2z^2}4\right)",
    domain_text="d >= 1, t >= 0",
    domain=_ANY,
    sides={"": formula(_MEAN, _ANY, "d t")},
    claim=All(
        (
            On(_AWAY, Equal("", formula(_BESSEL, _AWAY, "d t")), "t > 0, by the Bessel function"),
            On(_BALL, Equal("", formula(_SPHERE, _BALL, "d t")), "the mean over the sphere, d >= 2"),
        )
    ),
    checks=(
        Derivation(_omega, part("the mean over the sphere, term by term")),
        one_length(formula(_MEAN, _ANY, "d t")),
    ),
)

_tau, _s = sp.symbols("tau s", nonnegative=True)
_DENSITY_DOMAIN = Domain(
    (DIMENSION, SCALE, FREQUENCY),
    extra=tuple(
        {"d": dd, "l": ll, "w": ww}
        for dd, ll, ww in ((1, 1, 0), (3, 2, 1), (64, "1/2", 20), (10**6, 1, 1000), (2, 50, "1/1000"))
    ),
)
_DENSITY = (l**2 / (2 * sp.pi)) ** (d / 2) * sp.exp(-(l**2) * w**2 / 2)
_SURFACE = 2 * sp.pi ** (d / 2) / sp.gamma(d / 2)
_CHI = l * (l * w) ** (d - 1) * sp.exp(-((l * w) ** 2) / 2) * 2 ** (1 - d / 2) / sp.gamma(d / 2)
_MOVING = Domain((DIMENSION, SCALE, real("w", above=0, reach=("1e-3", 50))))
_SHELL = d * sp.pi ** (d / 2) / sp.gamma(d / 2 + 1) * w ** (d - 1)
_ONE = Domain((real("s", 0, reach=("1e-3", 8)),))


def _mixture(proof: Proof) -> None:
    proof.equal(
        sp.integrate(sp.exp(-((w - sp.I * _s) ** 2) / 2).subs(_s, 0), (w, -sp.oo, sp.oo)),
        sp.sqrt(2 * sp.pi),
        "the normal density integrates to 1, on every parallel of the real line (Cauchy)",
    )
    proof.equal(
        sp.expand(-(w**2) / 2 + sp.I * _s * w),
        sp.expand(-((w - sp.I * _s) ** 2) / 2 - _s**2 / 2),
        "so E cos(s g_1) = exp(-s^2/2)",
    )
    place = sp.Symbol("z", nonnegative=True)
    proof.equal(
        (_s**2 / 2).subs(_s, sp.sqrt(_tau) * place / l),
        _tau * place**2 / (2 * l**2),
        "given tau, w.(x-y) = sqrt(tau) |x-y| g_1/l",
    )


SCALE_MIXTURE = Statement(
    id="beyond/spectral/scale-mixture",
    kind="identity",
    where="kernels and their frequency laws",
    title="Scale mixtures of Gaussians",
    text=(
        "Frequencies sqrt(tau) g/l with tau > 0 independent of the normal g have the kernel E exp(-tau z^2/(2 l^2)), "
        "positive definite in every dimension (every such radial kernel is of this form: Schoenberg, 1938). With tau = 1 "
        "it is the Gaussian kernel, whose frequencies have this density and lengths chi_d/l."
    ),
    latex=(
        r"k(z)=\mathbb E\,e^{-\tau z^2/(2l^2)},\quad S(w)=\left(\tfrac{l^2}{2\pi}\right)^{d/2}e^{-l^2w^2/2}"
    ),
    domain_text="any law of tau > 0, l > 0; density: d >= 1, w = |w| >= 0",
    domain=_DENSITY_DOMAIN,
    companions={"beyond/spectral/gaussian/density": {"": formula(_DENSITY, _DENSITY_DOMAIN, "d l w")}},
    claim=All(
        (
            On(
                _ONE,
                Equal(
                    formula(GaussianExponential(sp.S.Zero, sp.I * _s), _ONE, "s"),
                    formula(sp.exp(-(_s**2) / 2), _ONE, "s"),
                ),
                "s = sqrt(tau) z/l: the mean of exp(i s g_1)",
            ),
            On(
                _MOVING,
                Equal(formula(_DENSITY, _DENSITY_DOMAIN, "d l w"), formula(_CHI / _SHELL, _MOVING, "d l w")),
                "w > 0: the density of the radius over the surface of its sphere",
            ),
            Equal(
                formula(_SURFACE * w ** (d - 1) * _DENSITY, _DENSITY_DOMAIN, "d l w"),
                formula(_CHI, _DENSITY_DOMAIN, "d l w"),
            ),
        )
    ),
    checks=(
        Derivation(_mixture, part("the mean given tau")),
        gaussian_kernel(formula(sp.exp(-(z**2) / (2 * l**2)), Domain((SCALE, DISTANCE)), "l z")),
    ),
    note="The converse is cited from Schoenberg (1938), not claimed here.",
)

STATEMENTS = (OMEGA, SCALE_MIXTURE)
