"""Radial kernels against plain mpmath definitions: mixtures by quadrature, densities by transforms, at ordinary points."""

# ruff: noqa: ARG005  (a definition takes all parameters of its statement, by their names)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import pytest
from mpmath import mpf

from rftheory.evaluation import evaluate

mp = mpmath.mp.clone()
mp.dps = 20


def number(text: object) -> Any:
    """The exact parameter as a number of mpmath."""
    over, _, under = str(text).partition("/")
    return mp.mpf(over) / mp.mpf(under or 1)


def matern(nu: Any, z: Any, l: Any = 1) -> Any:
    x = mp.sqrt(2 * nu) * z / l
    return 2 ** (1 - nu) / mp.gamma(nu) * x**nu * mp.besselk(nu, x) if z else mp.mpf(1)


def rq(alpha: Any, z: Any, l: Any = 1) -> Any:
    return (1 + z * z / (2 * alpha * l * l)) ** -alpha


def expower(a: Any, z: Any, l: Any = 1) -> Any:
    return mp.exp(-((z / l) ** a))


def pair(k: Any, shape: Any, l: Any, z: Any) -> Any:
    return (1 + k(shape, 2 * z, l)) / 2 - k(shape, z, l) ** 2


def transform(k: Callable[[Any], Any], w: Any) -> Any:
    """The density in three dimensions, int_0^oo k(z) z sin(wz) dz/(2 pi^2 w), along z = t e^(i pi/8) for decay."""
    turn = mp.expjpi(mp.mpf(1) / 8)
    found = mp.quad(lambda t: k(t * turn) * t * turn * mp.expj(w * t * turn) * turn, [0, 1, 4, 16, 64])
    return mp.im(found) / (2 * mp.pi**2 * w)


def cauchy_pair(d: Any, z: Any) -> Any:
    """The mean product given both mixing variables (k^2 and an integral), averaged over exponential ones."""
    c = z * z / 2
    return 1 / (1 + c) ** 2 - c * c * mp.quad(
        lambda t: t ** (d / 2) / ((1 + c * t) ** 2 + c * c * t * (1 - t)) ** 2, [0, 1]
    )


def plane_pair(nu: Any, z: Any) -> Any:
    """The mean of (a e^-a - b e^-b)/(a - b) over both mixing variables, a = nu z^2/(2 G): plain double quadrature."""

    def gap(u: Any, v: Any) -> Any:
        a, b = (nu * z * z / 2 * mp.exp(-x) for x in (u, v))
        close = abs(a - b) < mp.mpf(10) ** -9 * a
        return (1 - a) * mp.exp(-a) if close else (a * mp.exp(-a) - b * mp.exp(-b)) / (a - b)

    steps = [mp.mpf(k) / 4 for k in range(-60, 16)]
    weights = [mp.exp(nu * u - mp.exp(u)) / 4 / mp.gamma(nu) for u in steps]
    return mp.fsum(
        f * g * gap(u, v)
        for u, f in zip(steps, weights, strict=True)
        for v, g in zip(steps, weights, strict=True)
    )


def radius_cdf(nu: Any, l: Any, r: Any) -> Any:
    """P(r <= R) of the Student-t law in three dimensions: chi^2_3 over the mixing variable."""

    def given(t: Any) -> Any:
        return (
            t ** (nu - 1)
            * mp.exp(-t)
            / mp.gamma(nu)
            * mp.gammainc(1.5, 0, l * l * r * r * t / nu / 2, regularized=True)
        )

    return mp.quad(given, [0, 1, 4, 20, 60])


def two_terms(d: Any, k: Callable[[Any], Any], z: Any) -> Any:
    """The first two terms in 1/d, from derivatives of the kernel."""
    first, second = mp.diff(k, z), mp.diff(k, z, 2)
    one, two = -z * first / 2, (z * z * second - z * first) / 4
    return -2 * one**2 / d + (4 * one**2 - 8 * one * two + 2 * two**2) / d**2


def gain(z: Any) -> Any:
    """What orthogonality gains in high dimension for e^-z."""
    return z * z / mp.expm1(2 * z)


def best_place() -> Any:
    """Where the gain is largest, by the zero of its slope."""
    return mp.findroot(lambda z: mp.expm1(2 * z) - z * mp.exp(2 * z), mp.mpf("0.8"))


def shared(d: Any, nu: Any, z: Any) -> Any:
    """E 1F1(d; d/2; -y/G), by quadrature over the Gamma variable."""
    y = nu * z * z / 2
    return mp.quad(
        lambda g: g ** (nu - 1) * mp.exp(-g) * mp.hyp1f1(d, d / 2, -y / g), [0, 0.01, 0.1, 0.5, 2, 10, 60]
    ) / mp.gamma(nu)


def over_gamma(shape: Any, function: Callable[[Any], Any]) -> Any:
    """E function(G), G of the Gamma law of the shape."""
    return mp.quad(lambda g: g ** (shape - 1) * mp.exp(-g) * function(g), [0, 1, 4, 16, 60]) / mp.gamma(shape)


Case = tuple[str, dict[str, object], Callable[..., Any]]

CASES: list[Case] = [
    ("omega", {"d": 3, "t": 5}, lambda d, t: mp.sin(t) / t),
    ("omega", {"d": 1, "t": "1/3"}, lambda d, t: mp.cos(t)),
    ("gaussian/density", {"d": 3, "l": 2, "w": "1/2"}, lambda d, l, w: (l / mp.sqrt(2 * mp.pi)) ** 3 * mp.exp(-((l * w) ** 2) / 2)),
    ("matern/kernel", {"nu": "7/10", "l": 2, "z": 3}, lambda nu, l, z: matern(nu, z, l)),
    ("matern/kernel", {"nu": 3, "l": 2, "z": 0}, lambda nu, l, z: mp.mpf(1)),
    ("matern/density", {"d": 3, "nu": "5/2", "l": 2, "w": "1/2"}, lambda d, nu, l, w: transform(lambda z: (1 + mp.sqrt(5) * z / l + 5 * z * z / (3 * l * l)) * mp.exp(-mp.sqrt(5) * z / l), w)),
    ("matern/gp-density", {"d": 3, "nu": "1/2", "l": 2, "w": 1}, lambda d, nu, l, w: 8 * mp.pi**3 * transform(lambda z: mp.exp(-z / l), w)),
    ("matern/radius-cdf", {"d": 3, "nu": 2, "l": 2, "r": "1/2"}, lambda d, nu, l, r: radius_cdf(nu, l, r)),
    ("rq/kernel", {"alpha": "1/2", "l": 2, "z": 4}, lambda alpha, l, z: rq(alpha, z, l)),
    ("rq/density", {"d": 3, "alpha": 4, "l": 1, "w": 2}, lambda d, alpha, l, w: transform(lambda z: rq(alpha, z, l), w)),
    ("imq/kernel", {"beta": "1/2", "l": 2, "z": 4}, lambda beta, l, z: 1 / mp.sqrt(5)),
    ("expower/kernel", {"a": "3/2", "l": 2, "z": 3}, lambda a, l, z: expower(a, z, l)),
    ("expower/density", {"d": 3, "a": "3/2", "l": 1, "w": 2}, lambda d, a, l, w: transform(lambda z: expower(a, z), w)),
    ("expower/density", {"d": 3, "a": "7/10", "l": 1, "w": 4}, lambda d, a, l, w: transform(lambda z: expower(a, z), w)),
    ("expower/density", {"d": 3, "a": 1, "l": 1, "w": 2}, lambda d, a, l, w: transform(lambda z: expower(a, z), w)),
    ("gencauchy/kernel", {"a": "3/2", "beta": 2, "l": 1, "z": 2}, lambda a, beta, l, z: (1 + z**a) ** -beta),
    ("laplace-product/kernel", {"l": 2, "zvec": "1,-3"}, lambda l, zvec: mp.exp(-2)),
    ("cauchy-product/kernel", {"l": 2, "zvec": "1,-2"}, lambda l, zvec: mp.mpf(2) / 5),
    ("radius-moment/matern", {"d": 3, "nu": 2, "l": 2, "p": 2}, lambda d, nu, l, p: mp.mpf(3) / 4 * nu / (nu - 1)),
    ("radius-moment/rq", {"d": 3, "alpha": 2, "l": 2, "p": 4}, lambda d, alpha, l, p: mp.mpf(15) / 16 * (alpha + 1) / alpha),
    ("radius-moment/expower", {"d": 1, "a": 1, "l": 1, "p": "1/2"}, lambda d, a, l, p: 1 / mp.cos(mp.pi / 4)),
    ("tail/coefficient-matern", {"nu": "1/2", "l": 3}, lambda nu, l: 1 / l),
    ("variance/matern", {"nu": "7/10", "l": 2, "z": 1}, lambda nu, l, z: pair(matern, nu, l, z)),
    ("variance/rq", {"alpha": 2, "l": 2, "z": 1}, lambda alpha, l, z: pair(rq, alpha, l, z)),
    ("variance/expower", {"a": "3/2", "l": 2, "z": 1}, lambda a, l, z: pair(expower, a, l, z)),
    ("offset-variance/matern", {"nu": "7/10", "l": 2, "z": 0}, lambda nu, l, z: mp.mpf(1) / 2),
    ("offset-variance/matern", {"nu": "1/2", "l": 2, "z": 3}, lambda nu, l, z: 1 - mp.exp(-2 * z / l) / 2),
    ("pair-or-offset/rq-threshold", {"alpha": 1, "l": 2}, lambda alpha, l: mp.findroot(lambda z: rq(alpha, 2 * z, l) - 2 * rq(alpha, z, l) ** 2, 7)),
    ("pair-or-offset/expower-threshold", {"a": "1/2", "l": 2}, lambda a, l: mp.findroot(lambda z: expower(a, 2 * z, l) - 2 * expower(a, z, l) ** 2, 3)),
    ("split/mixing-matern", {"nu": 2, "l": 1, "z": 1}, lambda nu, l, z: matern(nu, mp.sqrt(2) * z) - matern(nu, z) ** 2),
    ("split/conditional-matern", {"nu": 2, "l": 1, "z": 1}, lambda nu, l, z: (1 + matern(nu, 2 * z)) / 2 - matern(nu, mp.sqrt(2) * z)),
    ("variogram/relative-matern", {"nu": "1/2", "l": 2, "z": "1/5"}, lambda nu, l, z: mp.coth(z / (2 * l)) / 2),
    ("orf/pair-radii", {"d": 3, "r1": 3, "r2": 4, "z": 2}, lambda d, r1, r2, z: mp.sin(10) / 10),
    ("orf/contour", {"d": 2, "alpha": 1, "l": 1, "z": 2}, lambda d, alpha, l, z: cauchy_pair(d, z) - mp.mpf(1) / 9),
    ("orf/rq-cov", {"d": 3, "alpha": 1, "l": 1, "z": 2}, lambda d, alpha, l, z: cauchy_pair(d, z) - mp.mpf(1) / 9),
    ("orf/cauchy-cov", {"d": 5, "l": 1, "z": 3}, lambda d, l, z: cauchy_pair(d, z) - rq(1, z) ** 2),
    ("orf/two-scale-cov", {"d": 2, "a": 1, "b": 3}, lambda d, a, b: (3 * mp.exp(-3) - mp.exp(-1)) / 2 - mp.exp(-4)),
    ("orf/two-scale-d2", {"a": 2, "b": 1}, lambda a, b: 2 * mp.exp(-2) - mp.exp(-1)),
    ("orf/rq-large-z", {"d": 3, "alpha": "7/5"}, lambda d, alpha: mp.gamma("0.1") ** 2 / mp.gamma("1.5") / mp.gamma("-1.3")),
    ("orf/matern-cov", {"d": 2, "nu": 2, "l": 1, "z": 1}, lambda d, nu, l, z: plane_pair(nu, z) - matern(nu, z) ** 2),
    ("orf/matern-ratio", {"d": 2, "m": 2, "nu": 2, "l": 1, "z": 1}, lambda d, m, nu, l, z: 1 + (plane_pair(nu, z) - matern(nu, z) ** 2) / pair(matern, nu, 1, z)),
    ("orf/matern-R-density", {"d": 2, "nu": "1/2", "R": 1}, lambda d, nu, R: mp.mpf(1) / 2 / (mp.mpf(9) / 4 * mp.sqrt(2))),
    ("orf/small-z-constant", {"d": 3, "a": 2, "c": "1/2"}, lambda d, a, c: -mp.mpf(1) / 10),
    ("orf/small-z-ratio-matern", {"d": 4, "nu": "5/2"}, lambda d, nu: mp.mpf(7) / 8),
    ("orf/small-z-ratio-matern", {"d": 4, "nu": "3/2"}, lambda d, nu: mp.mpf(1)),
    ("orf/small-z-ratio-rq", {"d": 4, "alpha": 1}, lambda d, alpha: mp.mpf(4) / 5),
    ("orf/limit-ratio-matern", {"nu": "7/10", "l": 2, "z": 1}, lambda nu, l, z: 1 - (z * mp.diff(lambda t: matern(nu, t, l), z)) ** 2 / (2 * pair(matern, nu, l, z))),
    ("orf/limit-ratio-rq", {"alpha": 2, "l": 2, "z": 1}, lambda alpha, l, z: 1 - (z * mp.diff(lambda t: rq(alpha, t, l), z)) ** 2 / (2 * pair(rq, alpha, l, z))),
    ("orf/large-d-matern:rhs", {"d": 5, "nu": 2, "l": 2, "z": 1}, lambda d, nu, l, z: two_terms(d, lambda t: matern(nu, t, l), z)),
    ("orf/exponential-cap", {}, lambda: gain(best_place())),
    ("orf/exponential-cap-z", {}, lambda: best_place()),
    ("orf/large-z-matern:rhs", {"d": 3, "nu": "1/2", "l": 1, "z": 60}, lambda d, nu, l, z: (8 * mp.pi) ** 2 * mp.gamma(1.5) / mp.gamma(-1.5) / mp.pi**3 / z**6),
    ("orf/large-z-matern:rhs", {"d": 2, "nu": 1, "l": 1, "z": 9}, lambda d, nu, l, z: -4 * mp.besselk(0, mp.sqrt(2) * z)),
    ("orf/fixed-radius-small-z:rhs", {"d": 2, "r": 2, "z": 1}, lambda d, r, z: mp.mpf(256) / (24 * 4 * 16 * 6 * 8)),
    ("simplex/pair-radii", {"d": 3, "c": "-1/2", "r1": 1, "r2": 2, "z": 2}, lambda d, c, r1, r2, z: (mp.sinc(z * mp.sqrt(3)) + mp.sinc(z * mp.sqrt(7))) / 2),
    ("shared/pair-rq", {"d": 3, "alpha": 2, "l": 1, "z": 1}, lambda d, alpha, l, z: mp.quad(lambda g: g * mp.exp(-g) * mp.hyp1f1(3, 1.5, -g * z * z / (2 * alpha)), [0, 2, 10, 60])),
    ("shared/pair-matern", {"d": 3, "nu": 2, "l": 1, "z": 1}, lambda d, nu, l, z: shared(d, nu, z)),
    ("shared/block-mse", {"d": 3, "B": 2, "nu": 2, "l": 1, "z": 1}, lambda d, B, nu, l, z: (pair(matern, nu, l, z) + 2 * (shared(d, nu, z) - matern(nu, z) ** 2)) / 6),
    ("product/diagonal-matern", {"d": 4, "nu": "3/2", "l": 2, "t": 3}, lambda d, nu, l, t: over_gamma(nu, lambda g: mp.exp(-nu * t * t / (2 * d * l * l * g))) ** 4),
    ("product/gaussian-limit", {"nu": 3, "l": 2, "t": 3}, lambda nu, l, t: mp.exp(-mp.mpf(27) / 16)),
    ("product/max-exponential", {"d": 9}, lambda d: max(mp.exp(-t) - mp.exp(-3 * t) for t in [mp.findroot(lambda s: 3 * mp.exp(-3 * s) - mp.exp(-s), 0.5)])),
    ("gram/frequencies-entry", {"nu": "1/2", "l": 2, "z": 3, "eps": "1/10"}, lambda nu, l, z, eps: 50 * (mp.exp(3) - 1)),
    ("gram/hoeffding", {"n": 5, "eps": "1/2", "delta": "1/10"}, lambda n, eps, delta: mp.findroot(lambda m: 20 * mp.exp(-m / 8) - mp.mpf(1) / 10, 40)),
    ("gram/two-points", {"nu": "5/2", "l": 1, "z": 1, "lam": "1/3"}, lambda nu, l, z, lam: pair(matern, nu, l, z) * 9 / (4 - 3 * matern(nu, z)) ** 2),
    ("mistake/chi2-nu", {"nu": 2, "l": 3, "z": 2}, lambda nu, l, z: over_gamma(nu / 2, lambda g: mp.exp(-nu * z * z / (4 * l * l * g)))),
    ("mistake/multiplied", {"nu": 2, "l": 3, "z": 2}, lambda nu, l, z: over_gamma(nu, lambda g: mp.exp(-g * z * z / (2 * nu * l * l)))),
    ("mistake/fixed-norm-rq", {"d": 3, "alpha": 2, "l": 2, "z": 2}, lambda d, alpha, l, z: over_gamma(alpha, lambda g: mp.sinc(z / l * mp.sqrt(d * g / alpha)))),
    ("mistake/stable-scale", {"a": 1, "l": 2, "z": 1}, lambda a, l, z: mp.exp(-mp.sqrt(2) / 2)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "point", "expected"), CASES, ids=[f"{c[0]}-{i}" for i, c in enumerate(CASES)]
)
def test_values_are_those_of_the_definition(
    name: str, point: dict[str, object], expected: Callable[..., Any]
) -> None:
    found = number(evaluate(f"beyond/spectral/{name}", digits=25, **point).value)
    wanted = expected(**{key: value if key == "zvec" else number(value) for key, value in point.items()})
    assert abs(found - wanted) <= abs(wanted) * mpf(10) ** -12


EXTREMES: list[tuple[str, dict[str, object]]] = [
    ("matern/kernel", {"nu": 10**6, "l": 1, "z": 3}),
    ("matern/kernel", {"nu": "1/1000000", "l": 1, "z": "1/1000000"}),
    ("matern/kernel", {"nu": "3/2", "l": 1, "z": 10**6}),
    ("matern/density", {"d": 10**6, "nu": "1/1000", "l": 1, "w": 10**6}),
    ("matern/radius-cdf", {"d": 10**4, "nu": 10**4, "l": 1, "r": 100}),
    ("rq/density", {"d": 10**6, "alpha": 1, "l": 1, "w": 1000}),
    ("rq/density", {"d": 2, "alpha": 1, "l": 1, "w": "1/1000000"}),
    ("expower/density", {"d": 1000, "a": "1/2", "l": 1, "w": 1}),
    ("expower/density", {"d": 1, "a": "1/10", "l": 1, "w": 10**6}),
    ("radius-moment/matern", {"d": 10**6, "nu": "1/1000", "l": 1, "p": "-999999"}),
    ("variance/matern", {"nu": 10**4, "l": 1, "z": "1/1000000"}),
    ("variogram/relative-matern", {"nu": "1/1000", "l": 1, "z": "1/1000000"}),
    ("omega", {"d": 10**6, "t": 10**4}),
    ("mistake/fixed-norm-rq", {"d": 10**6, "alpha": 3, "l": 1, "z": 1}),
    ("mistake/fixed-norm-rq", {"d": 10**6, "alpha": "1/10", "l": 1, "z": 10}),
    ("mistake/fixed-norm-rq", {"d": 200, "alpha": "1/4", "l": "1/2", "z": 50}),
    ("orf/rq-cov", {"d": 2, "alpha": "1/2", "l": 1, "z": "1/100"}),
    ("orf/cauchy-cov", {"d": 10**4, "l": 1, "z": 100}),
    ("orf/matern-cov", {"d": 3, "nu": "1/3", "l": 1, "z": 2}),
    ("orf/two-scale-cov", {"d": 10**4, "a": 20, "b": "1/1000"}),
    ("orf/matern-R-density", {"d": 100, "nu": "1/100", "R": 10**4}),
    ("orf/large-d-matern:rhs", {"d": 10**6, "nu": "1/100", "l": 1, "z": "1/1000"}),
    ("orf/limit-ratio-matern", {"nu": "3/2", "l": 1, "z": "1/1000000"}),
    ("orf/limit-ratio-rq", {"alpha": 10**4, "l": 1, "z": "1/1000000"}),
    ("orf/large-z-matern:rhs", {"d": 1001, "nu": "1/100", "l": 1, "z": 10**6}),
    ("simplex/pair-radii", {"d": 10**6, "c": "-1/1000", "r1": 1000, "r2": 900, "z": 1}),
    ("shared/pair-rq", {"d": 1000, "alpha": 20, "l": 1, "z": "1/1000"}),
]


@pytest.mark.parametrize(("name", "point"), EXTREMES, ids=[f"{e[0]}-{i}" for i, e in enumerate(EXTREMES)])
def test_extreme_points_have_certified_digits(name: str, point: dict[str, object]) -> None:
    short = evaluate(f"beyond/spectral/{name}", digits=50, **point)
    long = evaluate(f"beyond/spectral/{name}", digits=1000, **point)
    with mp.workdps(60):
        assert abs(number(short.value) / number(long.value) - 1) < mpf(10) ** -48


def test_values_at_no_distance_are_exact() -> None:
    for name in ("variance/matern", "variance/rq", "variance/expower", "split/mixing-matern"):
        shape = {"rq": "alpha", "expower": "a"}.get(name.rpartition("/")[2], "nu")
        assert float(evaluate(f"beyond/spectral/{name}", **{shape: "1/100", "l": 7, "z": 0})) == 0.0


@pytest.mark.parametrize("digits", [30, 1000])
def test_one_stratum_is_an_unstratified_draw(digits: int) -> None:
    """At B = 1 the variance is k(sqrt2 z) - k(z)^2, with the Matern-3/2 kernel in closed form."""
    found = evaluate("beyond/spectral/stratified/mixing-matern", B=1, nu="3/2", l=2, z=1, digits=digits)
    with mpmath.workdps(digits + 10):
        steps = [mpmath.sqrt(3) / 2, mpmath.sqrt(3) * mpmath.sqrt(2) / 2]
        near, far = ((1 + t) * mpmath.exp(-t) for t in steps)
        assert abs(mpf(str(found)) - (far - near**2)) < mpf(10) ** (-digits)
