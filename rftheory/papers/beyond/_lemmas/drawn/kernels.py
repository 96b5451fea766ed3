"""Draws of random frequencies: kernels as means of cosines, laws of the length, kernels of mistaken frequencies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rftheory.evidence.statistical.kernel_drawing import (
    Frequencies,
    KernelDrawing,
    exponential_power,
    fixed_radius,
    gaussian,
    generalised_cauchy,
    matern,
    rational_quadratic,
)
from rftheory.evidence.statistical.points import integer, real, reals
from rftheory.kit import Formula, Sampled
from rftheory.measured.radial.estimates import LengthStatistic
from rftheory.measured.radial.law import AbstractRadialLaw
from rftheory.measured.radial.laws import ExponentialPower, Matern, RationalQuadratic
from rftheory.measured.radial.mistaken import FixedNorm, Mistake, Mistaken
from rftheory.measured.radial.product_laws import CauchyProduct, LaplaceProduct, StudentProduct
from rftheory.papers.beyond._lemmas.drawn.frequencies import Rows
from rftheory.papers.beyond._lemmas.radial_kernels import p

Point = Mapping[str, object]
Points = tuple[Point, ...]

_VECTORS: Points = ({"l": 1, "zvec": ("1/2", "-1/4", 0), "x": ("1/2", "-1/4", 0), "y": (0, 0, 0)},)


def kernel(name: str, frequencies: Frequencies, expected: Formula, *points: Point) -> Sampled:
    """The mean of cos(w.(x-y)) is the kernel."""
    return Sampled(f"mean of cosines, {name}", KernelDrawing(frequencies), expected, points)


def kernel_of(name: str, rows: Rows, expected: Formula) -> Sampled:
    """The kernel of a family, at its points."""
    return kernel(name, rows.radial, expected, *rows.points)


def one_length(expected: Formula) -> Sampled:
    """The mean over the sphere."""
    far, near = {"d": 3, "t": 1, "r": 1, "z": 1}, {"d": 8, "t": 3, "r": 2, "z": "3/2"}
    return kernel("one length", fixed_radius, expected, far, near)


def gaussian_kernel(expected: Formula) -> Sampled:
    """Gaussian frequencies."""
    return kernel("Gaussian", gaussian, expected, {"l": 2, "z": 3, "d": 4})


def imq_kernel(expected: Formula) -> Sampled:
    """The inverse multiquadric kernel."""
    return kernel("inverse multiquadric", imq, expected, {"beta": "1/2", "l": 2, "z": 1})


def heavy_kernel(expected: Formula) -> Sampled:
    """The generalised Cauchy kernel."""
    return kernel(
        "generalised Cauchy", generalised_cauchy, expected, {"a": "3/2", "beta": "1/2", "l": 1, "z": 1}
    )


def imq(point: Point) -> RationalQuadratic:
    """sqrt(2G) g/l with G of the Gamma law of shape beta: the rational quadratic law of the lengthscale l/sqrt(2 beta)."""
    beta = real(point["beta"])
    return RationalQuadratic(beta, real(point["l"]) / (2.0 * beta) ** 0.5)


def ard(point: Point) -> Matern:
    """Matern frequencies of a lengthscale for every coordinate."""
    return Matern(real(point["nu"]), reals(point["lvec"]))


def laplace(point: Point) -> LaplaceProduct:
    """Independent Cauchy coordinates."""
    return LaplaceProduct(real(point["l"]))


def cauchy_product(point: Point) -> CauchyProduct:
    """Independent double-exponential coordinates."""
    return CauchyProduct(real(point["l"]))


def student(point: Point) -> StudentProduct:
    """Independent Student-t coordinates."""
    return StudentProduct(real(point["nu"]), real(point["l"]))


def laplace_kernel(expected: Formula) -> Sampled:
    """The kernel of independent Cauchy coordinates."""
    return kernel("Laplace product", laplace, expected, *_VECTORS)


def cauchy_kernel(expected: Formula) -> Sampled:
    """The kernel of independent double-exponential coordinates."""
    return kernel("Cauchy product", cauchy_product, expected, *_VECTORS)


def ard_kernel(expected: Formula) -> Sampled:
    """The Matern kernel at |diag(l)^(-1)(x-y)| = 1, for lengthscales 1/2 and 3."""
    point = {"nu": "3/2", "l": 1, "z": 1, "lvec": ("1/2", 3), "x": ("3/10", "12/5"), "y": (0, 0)}
    return kernel("a lengthscale for every coordinate", ard, expected, point)


def student_kernel(expected: Formula) -> Sampled:
    """The product of Matern kernels along the diagonal, t = 1 in R^4."""
    halves = ("1/2",) * 4
    point = {"d": 4, "nu": "3/2", "l": 1, "t": 1, "x": halves, "y": (0, 0, 0, 0)}
    return kernel("independent Student-t coordinates", student, expected, point)


@dataclass(frozen=True)
class MistakenBy:
    """Frequencies with the mixing variable of a mistake, at the point's shape."""

    mistake: Mistake

    def __call__(self, point: Point) -> Mistaken:
        """The law at a point."""
        return Mistaken(self.mistake, real(point["nu"]), real(point["l"]))


def fixed_norm(point: Point) -> FixedNorm:
    """Rational quadratic frequencies of length sqrt(d tau)."""
    return FixedNorm(rational_quadratic(point))


def mistaken(mistake: Mistake, expected: Formula) -> Sampled:
    """The kernel of mistaken frequencies, at the shape 3/2 of any family."""
    point = {"nu": "3/2", "alpha": "3/2", "a": "3/2", "l": 2, "z": 1}
    return kernel(mistake, MistakenBy(mistake), expected, point)


def mistaken_norm(expected: Formula) -> Sampled:
    """The kernel of rational quadratic frequencies of length sqrt(d tau)."""
    return kernel("norms sqrt(d tau)", fixed_norm, expected, {"d": 4, "alpha": "1/2", "l": 1, "z": 1})


@dataclass(frozen=True)
class _Length:
    """The length of a frequency of a point's law: its power p, or whether it is at most r."""

    radial: type[AbstractRadialLaw]

    def __call__(self, point: Point) -> LengthStatistic:
        """The experiment at a point."""
        make = {Matern: matern, RationalQuadratic: rational_quadratic}.get(self.radial, exponential_power)
        law, d = make(point), integer(point["d"])
        if "r" in point:
            return LengthStatistic(law, d, within=real(point["r"]))
        return LengthStatistic(law, d, real(point["p"]))


def length_below(expected: Formula) -> Sampled:
    """The probability that a Matern frequency is no longer than r."""
    point = {"d": 3, "nu": "1/2", "l": 2, "r": 1}
    return Sampled("length at most r", _Length(Matern), expected, (point,))


def length_moments(
    matern_moment: Formula, rq_moment: Formula, expower_moment: Formula
) -> tuple[Sampled, Sampled, Sampled]:
    """Moments of order p of the length, where those of order 2p are finite as well: by Catoni's rule."""
    return (
        _moment(Matern, matern_moment, {"d": 3, "nu": 2, "l": 2, "p": 1}),
        _moment(RationalQuadratic, rq_moment, {"d": 3, "alpha": "1/2", "l": 1, "p": "-1/4"}),
        _moment(ExponentialPower, expower_moment, {"d": 4, "a": "3/2", "l": 1, "p": "1/2"}),
    )


def _moment(radial: type[AbstractRadialLaw], expected: Formula, point: Point) -> Sampled:
    second = replace(expected, expression=expected.expression.subs(p, 2 * p), closed=None)
    name = f"moment of the length, {radial.__name__}"
    return Sampled(name, _Length(radial), expected, (point,), second=second)
