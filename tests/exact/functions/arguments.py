"""Legal arguments of every ball function: random ones by a seeded generator, and extreme ones. No test is here.

Numbers are integers, fractions and `Complex`; vectors are lists. Random arguments are as wide as the oracles reach.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any, NamedTuple

from rftheory.exact.functions import attention, chi_moments, complex_vectors, conformity, polynomial_moments
from rftheory.exact.functions.ball_function import BallFunction
from rftheory.exact.functions.block_pairs import BlockPairs
from rftheory.exact.functions.common_law import CommonLaw
from rftheory.exact.functions.crossing import ZCrit
from rftheory.exact.functions.exponential_mean import ExponentialMean
from rftheory.exact.functions.gaussian_exponential import GaussianExponential, GaussianMoment
from rftheory.exact.functions.geometric_rate import GeometricRate
from rftheory.exact.functions.hybrids import angular_maximum, budget_choice
from rftheory.exact.functions.hybrids.bound_threshold import BoundThreshold
from rftheory.exact.functions.hybrids.cluster_entry import BestEntry
from rftheory.exact.functions.hybrids.composition import MapLength
from rftheory.exact.functions.hybrids.linear_maximum import LargestLinear
from rftheory.exact.functions.hybrids.outer_angle import OuterAngle
from rftheory.exact.functions.hybrids.right_angle import SpreadThreshold
from rftheory.exact.functions.isotropic import IsotropicRoot, IsotropicRootByIntegral
from rftheory.exact.functions.largest_entry import LargestEntry
from rftheory.exact.functions.linear_images import Image, InverseImage
from rftheory.exact.functions.noncentral import rate, tails
from rftheory.exact.functions.opposite_first_line import OppositeFirstLine
from rftheory.exact.functions.orthogonal_sum_tail import OrthogonalSumTail
from rftheory.exact.functions.pair_norm import PairCdf, PairDensity
from rftheory.exact.functions.polygon import PolygonSum, PolygonSumBesideSquare
from rftheory.exact.functions.radial import stable
from rftheory.exact.functions.radial.beta_cdf import BetaCdf
from rftheory.exact.functions.radial.first_zero import MaternFirstZero
from rftheory.exact.functions.radial.gamma_integral import GammaIntegral
from rftheory.exact.functions.radial.matern import MaternKernel
from rftheory.exact.functions.radial.orthogonal_pair import (
    MaternOrthogonalPair,
    RqOrthogonalCovariance,
    RqOrthogonalPair,
    SharedMaternPair,
)
from rftheory.exact.functions.radial.plane_pair import PlanePair
from rftheory.exact.functions.radial.rank_one import BestRankOnePair, RankOnePair
from rftheory.exact.functions.radial.strata import GammaQuantile, GammaStratum
from rftheory.exact.functions.radial.two_scales import TwoScaleCovariance
from rftheory.exact.functions.sphere_mgf import SphereMgf
from rftheory.exact.functions.structured import InnerProductTail, StructuredMean, StructuredSquare
from rftheory.exact.functions.tilts import Crossover, NegativeTilt, PositiveTilt


class Complex(NamedTuple):
    """re + i im."""

    re: F
    im: F


Arguments = tuple[Any, ...]


@dataclass(frozen=True)
class Recipe:
    """`draw` makes random arguments, `often` times; `extremes` are tried as they are.

    `digits`: how many the oracle has right of the `dps` that it works with. `beside`: the size, from the oracle's arguments, that digits and the
    width of the ball are relative to, where it is not the value's own.
    """

    draw: Callable[[random.Random], Arguments]
    extremes: Sequence[Arguments] = ()
    often: int = 5
    digits: int = 18
    dps: int = 30
    beside: Callable[..., Any] | None = None


def whole(r: random.Random, low: int, high: int) -> int:
    return r.randint(low, high)


def between(r: random.Random, low: Any, high: Any, parts: int = 97) -> F:
    """A fraction strictly inside (low, high)."""
    return F(low) + (F(high) - F(low)) * F(r.randint(1, parts - 1), parts)


def reals(r: random.Random, count: int, size: int = 2) -> list[F]:
    return [between(r, -size, size) for _ in range(count)]


def gaussian(r: random.Random, size: int = 2) -> Complex:
    return Complex(between(r, -size, size), between(r, -size, size))


def gaussians(r: random.Random, count: int, size: int = 2) -> list[Complex]:
    return [gaussian(r, size) for _ in range(count)]


def rows(r: random.Random, count: int, width: int, size: int = 2) -> list[list[F]]:
    return [reals(r, width, size) for _ in range(count)]


def invertible(r: random.Random, d: int) -> tuple[list[list[F]], list[list[F]]]:
    """Real and imaginary part of a matrix with a dominant diagonal."""
    real = rows(r, d, d, 1)
    for i in range(d):
        real[i][i] += 2 * d
    return real, rows(r, d, d, 1)


def exponents(r: random.Random, count: int, most: int = 5) -> list[int]:
    return [r.randint(0, most) for _ in range(count)]


def pair(r: random.Random, most: Any) -> tuple[F, F]:
    """(|x+y|^2, |x|^2+|y|^2) of two vectors."""
    n2 = between(r, 0, most)
    return between(r, 0, 2 * n2), n2


def two_vectors(r: random.Random) -> Arguments:
    n = whole(r, 1, 4)
    return gaussians(r, n), gaussians(r, n)


def two_real_vectors(r: random.Random) -> Arguments:
    n = whole(r, 1, 4)
    return reals(r, n), reals(r, n)


def map_sizes(r: random.Random) -> Arguments:
    """m, n and the numbers of maps of p + 1 base estimators and p lambdas."""
    p = whole(r, 1, 3)
    return whole(r, 1, 5), whole(r, 1, 5), exponents(r, p + 1), exponents(r, p)


def projection(r: random.Random) -> Arguments:
    """d, A, |x+y|^2, n2, eps of a positive projection with a level inside its range."""
    v2, n2 = pair(r, 3)
    return (whole(r, 1, 6), -between(r, "1/4", 2), v2, n2, between(r, "1/50", "1/2"))


def matrices(r: random.Random, positive: bool) -> Arguments:
    """Queries, keys, values and a place."""
    length, width, columns = whole(r, 2, 5), whole(r, 1, 3), whole(r, 1, 3)
    queries, keys, values = rows(r, length, width), rows(r, length, width), rows(r, length, columns)
    if positive:
        queries, keys = ([[abs(e) for e in row] for row in m] for m in (queries, keys))
    return (queries, keys, values, whole(r, 1, length), whole(r, 1, columns))


SQUARE = ([[F(3), F(0)], [F(1), F(1)]], [[F(1), F(0)], [F(0), F(0)]], [[F(1)], [F(-2)]])
SOFTMAX = Recipe(lambda r: matrices(r, False), [(*SQUARE, 1, 1), (*SQUARE, 2, 1)])
LINEAR = Recipe(lambda r: matrices(r, True), [(*SQUARE, 1, 1), (*SQUARE, 2, 1)])
LARGEST = Recipe(
    lambda r: (whole(r, 1, 12), between(r, "1/10", 4)),
    [(1, F(1, 100)), (1, 1), (10**6, 2), (3, 30)],
    often=2,
    digits=12,
)
VECTOR = Recipe(
    lambda r: (gaussians(r, whole(r, 1, 4)),), [([Complex(F(0), F(0))],), ([Complex(F(0), F(-1))] * 3,)]
)
VECTORS = Recipe(two_vectors, [([Complex(F(0), F(1))], [Complex(F(0), F(-1))])])
EXPONENTS = Recipe(
    lambda r: (whole(r, 3, 12), exponents(r, 3)), [(4, [0, 0, 0]), (3, [1, 0, 0]), (30, [2, 8, 4])]
)
CHOICES = [(3, F(1, 1000)), (2, 3)]

RECIPES: dict[type[BallFunction], Recipe] = {
    # vectors of Gaussian rationals
    complex_vectors.Plus: VECTORS,
    complex_vectors.Minus: VECTORS,
    complex_vectors.Dot: VECTORS,
    complex_vectors.Complex: Recipe(two_real_vectors, [(F(1, 3), 0), (0, -2)]),
    complex_vectors.Real: VECTOR,
    complex_vectors.Imaginary: VECTOR,
    complex_vectors.Conjugated: VECTOR,
    complex_vectors.Modulus2: VECTOR,
    complex_vectors.RealPart: Recipe(lambda r: (gaussian(r),), [(F(-1, 3),), (Complex(F(0), F(1)),)]),
    complex_vectors.Size: Recipe(lambda r: (rows(r, whole(r, 1, 6), 2),)),
    complex_vectors.Sign: Recipe(lambda r: (between(r, -1, 1),), [(0,), (F(1, 10**40),), (-(10**40),)]),
    Image: Recipe(lambda r: (*invertible(r, 3), reals(r, 3)), [([[0]], [[1]], [F(2, 3)])]),
    InverseImage: Recipe(
        lambda r: (*invertible(r, 3), reals(r, 3)), [([[0]], [[1]], [F(2, 3)]), ([[F(1, 10**6)]], [[0]], [1])]
    ),
    ExponentialMean: Recipe(
        lambda r: (rows(r, 4, 2), gaussians(r, 2), gaussian(r)),
        [
            ([[1], [-1]], [Complex(F(0), F(1))], 0),
            ([[1], [-1]], [Complex(F(0), F(40))], Complex(F(-100), F(1, 7))),
        ],
    ),
    # Gaussian and sphere moments
    GaussianMoment: Recipe(
        lambda r: (gaussians(r, 2),), [([0],), ([F(1, 10**9)],), ([Complex(F(3), F(-3))],)], often=3
    ),
    GaussianExponential: Recipe(
        lambda r: (Complex(between(r, -2, "1/2"), between(r, -1, 1)), gaussian(r, 1)),
        [(F(0), F(0)), (F(2, 5), F(1)), (-50, F(3)), (Complex(F(-1), F(5)), Complex(F(0), F(2)))],
    ),
    chi_moments.Degree: Recipe(lambda r: (exponents(r, 4),), [([0],)]),
    chi_moments.NormalMoments: Recipe(
        lambda r: ([2 * e for e in exponents(r, 3, 4)],), [([1, 2],), ([0],), ([12],)]
    ),
    chi_moments.ChiMoments: EXPONENTS,
    chi_moments.ChiMoment: Recipe(lambda r: (whole(r, 1, 12), whole(r, 0, 7)), [(1, 0), (1, 1), (40, 3)]),
    chi_moments.SphereMoment: Recipe(
        lambda r: (whole(r, 3, 12), [2 * e for e in exponents(r, 3, 3)]), [(1, [4]), (2, [2, 2]), (5, [1, 2])]
    ),
    chi_moments.SphereMarginals: Recipe(
        lambda r: (whole(r, 1, 12), [2 * e for e in exponents(r, 3, 3)]), [(1, [4, 2]), (5, [1, 2])]
    ),
    chi_moments.ChiRatio: EXPONENTS,
    polynomial_moments.PairMoment: Recipe(
        lambda r: (whole(r, 2, 8), reals(r, 5), between(r, 0, 3), whole(r, 0, 1)),
        [(2, [1], 0, 0), (2, [0, 1], 5, 1)],
    ),
    polynomial_moments.SingleMoment: Recipe(
        lambda r: (whole(r, 2, 8), reals(r, 5), between(r, 0, 3), whole(r, 0, 1), whole(r, 1, 2)),
        [(1, [1, 2, 3], F(3, 2), 1, 2), (2, [1], 0, 0, 1), (3, [0, 1], 5, 1, 2)],
    ),
    SphereMgf: Recipe(
        lambda r: (whole(r, 1, 9), between(r, 0, 2), between(r, -1, 1), between(r, 0, 3)),
        [(3, 0, 2, 1), (1, 2, F(1, 2), 0), (64, 1, F(1, 100), 2), (3, 4, 2, 1)],
        digits=14,
    ),
    OrthogonalSumTail: Recipe(
        lambda r: (2 * whole(r, 1, 4), whole(r, 1, 5), between(r, 0, 9)),
        [(2, 2, 0), (1, 3, 40), (3, 2, 5), (8, 8, 20)],
        digits=14,
    ),
    BlockPairs: Recipe(lambda r: (whole(r, 1, 9), whole(r, 1, 40)), [(1, 5), (4, 4), (7, 3), (10**6, 10**3)]),
    IsotropicRoot: Recipe(
        lambda r: (whole(r, 1, 12), between(r, 0, 4)), [(1, 0), (1, F(1, 10**6)), (3, 30)], digits=14
    ),
    IsotropicRootByIntegral: Recipe(
        lambda r: (whole(r, 1, 12), between(r, 0, 4)), [(1, F(1, 10**6)), (3, 30)], digits=14
    ),
    # laws of pairs and their conformity
    conformity.Conformity: Recipe(
        lambda r: (whole(r, 1, 9), between(r, -1, 1), between(r, -3, 6)),
        [
            (2, 1, 3),
            (2, -1, 3),
            (5, 0, 4),
            (3, F(-1, 2), 0),
            (1, F(1, 3), -4),
            (64, F(-1, 63), 2),
            (400, F(1, 2), 3),
            (2, -1, 40),
        ],
        digits=14,
    ),
    conformity.ConformityBesideSquare: Recipe(
        lambda r: (whole(r, 1, 9), between(r, -1, 1), between(r, 0, 6)),
        [(2, -1, 0), (2, 1, 3), (3, F(-1, 2), 1500)],
        digits=14,
        beside=lambda ctx, d, c, t: ctx.exp(2 * t),  # noqa: ARG005
    ),
    PolygonSum: Recipe(
        lambda r: (whole(r, 2, 9), between(r, 0, 6)), [(2, 0), (4, 3), (5, 0), (7, 20)], often=3, digits=14
    ),
    PolygonSumBesideSquare: Recipe(
        lambda r: (whole(r, 2, 9), between(r, 0, 6)),
        [(3, 1500)],
        often=2,
        digits=14,
        beside=lambda ctx, m, t: ctx.exp(2 * t),  # noqa: ARG005
    ),
    PairDensity: Recipe(
        lambda r: (whole(r, 1, 8), between(r, -1, 1), between(r, "1/10", 5)),
        [(3, 0, 2), (3, -1, 1), (4, 1, 3), (2, F(-99, 100), 1), (2, F(1, 2), 0)],
        often=3,
        digits=12,
    ),
    PairCdf: Recipe(
        lambda r: (whole(r, 1, 6), between(r, -1, 1), between(r, "1/2", 4)),
        [(3, 0, 2), (3, 1, 3), (2, F(1, 2), 0)],
        often=1,
        digits=6,
        dps=10,
    ),
    OppositeFirstLine: Recipe(
        lambda r: (whole(r, 1, 5), between(r, "1/2", 4)), [(1, 1), (8, 5)], often=2, digits=9
    ),
    ZCrit: Recipe(lambda r: (2 * whole(r, 3, 20),), [(3,), (5,), (7,)], often=2),
    # hybrids
    angular_maximum.LargestError: LARGEST,
    angular_maximum.LargestH: LARGEST,
    angular_maximum.LargestA: LARGEST,
    angular_maximum.LargestB: LARGEST,
    angular_maximum.LargestPower: Recipe(
        lambda r: (whole(r, 1, 2), between(r, "1/10", 4)), [(1, F(1, 100)), (2, 30)], often=2, digits=12
    ),
    angular_maximum.PeakAngle: Recipe(lambda r: (between(r, 0, "3/2"),), [(F(3, 2),), (F(1, 10**20),)]),
    OuterAngle: Recipe(lambda r: (between(r, 0, "3/2"),), [(F(3, 2),), (F(1, 10**20),)]),
    LargestLinear: Recipe(lambda r: (between(r, "1/10", 4),), [(F(1, 1000),), (30,)], often=2, digits=12),
    budget_choice.FeatureChoice: Recipe(lambda r: (whole(r, 2, 6), between(r, 1, 3)), CHOICES, often=1),
    budget_choice.ProjectionChoice: Recipe(lambda r: (whole(r, 3, 8), between(r, 1, 3)), CHOICES, often=1),
    budget_choice.OperationRows: Recipe(
        lambda r: (whole(r, 4, 40), whole(r, 1, 20), whole(r, 1, 4)), [(5, 3, 5), (10**9, 7, 1)]
    ),
    budget_choice.OperationChoice: Recipe(
        lambda r: (whole(r, 3, 5), whole(r, 2, 9), between(r, 1, 3)), [(4, 3, F(1, 1000))], often=1
    ),
    budget_choice.BudgetThreshold: Recipe(lambda r: (whole(r, 2, 9),), [(2,)], often=1, digits=5, dps=15),
    BoundThreshold: Recipe(lambda r: (whole(r, 1, 9),), [(1,)], often=1, digits=5, dps=15),
    SpreadThreshold: Recipe(lambda r: (whole(r, 1, 50),), [(0,), (1,)], digits=12),
    BestEntry: Recipe(
        lambda r: (between(r, -3, 3), between(r, -3, 3), between(r, "1/100", "1/8")),
        [(2, -2, F(1, 8)), (0, 1, F(1, 1000))],
    ),
    MapLength: Recipe(map_sizes, [(1, 1, [1, 1], [0])]),
    # one positive projection
    tails.ProjectionUpperTail: Recipe(
        projection, [(2, -1, 0, 0, 4), (2, -1, 0, 0, F(39, 10)), (1, -1, 9, 5, F(1, 10))], digits=12
    ),
    tails.ProjectionTail: Recipe(
        projection, [(2, -1, 0, 0, 10), (2, F(-9, 4), F(171, 10), F(171, 20), 12)], digits=12
    ),
    rate.ProjectionRate: Recipe(projection, [(2, -1, 0, 2, F(1, 4))], often=3, digits=9, dps=15),
    rate.OppositeRate: Recipe(
        lambda r: (-between(r, "1/4", 2), between(r, 0, 2), between(r, "1/50", "1/2")),
        [(-1, 2, F(1, 4))],
        often=3,
        digits=9,
        dps=15,
    ),
    LargestEntry: Recipe(lambda r: (reals(r, 3),), [([1],), ([-5, -5],), ([0, 10**9, F(-1, 3)],)]),
    # best parameters
    PositiveTilt: Recipe(
        lambda r: (whole(r, 1, 64), between(r, 0, 9)), [(1, 0), (10**6, F(1, 10**6)), (1, 10**6)]
    ),
    NegativeTilt: Recipe(
        lambda r: (whole(r, 1, 64), between(r, 0, 9)), [(1, 0), (10**6, F(1, 10**6)), (1, 200)]
    ),
    Crossover: Recipe(lambda r: (whole(r, 1, 64), between(r, 0, 9)), [(1, F(1, 1000)), (64, 100)], often=2),
    CommonLaw: Recipe(
        lambda r: (reals(r, 2), reals(r, 2)), [([1, 0], [1, 5]), (F(1, 2), 3)], often=2, digits=12
    ),
    GeometricRate: Recipe(
        lambda r: (reals(r, 3), reals(r, 3)), [([1, 0], [1, 5]), (F(1, 2), 3), ([20], [20])], often=3
    ),
    # structured rows
    StructuredMean: Recipe(
        lambda r: (reals(r, 2), whole(r, 1, 3)), [([0, 0], 2), ([F(1, 3), 0, 0, -1], 2), ([5], 3)]
    ),
    StructuredSquare: Recipe(
        lambda r: (reals(r, 2), whole(r, 1, 3)), [([0, 0], 2), ([F(1, 3), 0, 0, -1], 2)]
    ),
    InnerProductTail: Recipe(
        lambda r: (reals(r, 2), between(r, -1, 1)),
        [([1, 1], 0), ([1, 2, 0, 0], F(1, 2)), ([1, 1, 1, 1], 1)],
        often=3,
    ),
    # attention
    attention.SoftmaxAttention: SOFTMAX,
    attention.GroupedSoftmaxAttention: SOFTMAX,
    attention.CausalSoftmaxAttention: SOFTMAX,
    attention.GroupedCausalSoftmaxAttention: SOFTMAX,
    attention.ExplicitLinearAttention: LINEAR,
    attention.LinearAttention: LINEAR,
    attention.ExplicitCausalLinearAttention: LINEAR,
    attention.CausalLinearAttention: LINEAR,
    attention.MaskedProduct: LINEAR,
    attention.PrefixProduct: LINEAR,
    # radial kernels
    GammaIntegral: Recipe(
        lambda r: (between(r, -5, 9), between(r, "1/50", 9), between(r, 0, 3)),
        [
            (5, 0, 0),
            (F(1, 2), 10**6, 0),
            (1000, 10**6, 0),
            (-50, F(1, 10**9), 7),
            (F(1, 1000), F(1, 1000), 0),
        ],
    ),
    MaternKernel: Recipe(
        lambda r: (between(r, 0, 9), between(r, "1/50", 9)),
        [(F(1, 2), 0), (10**6, 3), (F(1, 2), 10**6), (F(1, 10), F(1, 1000)), (F(7, 2), F(1, 10**9))],
    ),
    BetaCdf: Recipe(
        lambda r: (between(r, 0, 9), between(r, 0, 9), between(r, 0, 1)),
        [(1, 1, 0), (2, F(1, 3), 1), (5 * 10**5, 10**6, F(3333, 10000)), (F(1, 2), 10**6, F(1, 10**6))],
        digits=12,
    ),
    MaternOrthogonalPair: Recipe(
        lambda r: (whole(r, 2, 6), between(r, "1/4", 4), between(r, "1/10", 4)),
        [(3, F(1, 2), 100), (3, 80, 400)],
        often=2,
        digits=10,
    ),
    SharedMaternPair: Recipe(
        lambda r: (whole(r, 2, 6), between(r, "1/4", 4), between(r, "1/10", 4)),
        [(3, F(1, 2), 100)],
        often=2,
        digits=10,
    ),
    RqOrthogonalPair: Recipe(
        lambda r: (whole(r, 2, 6), between(r, "1/4", 4), between(r, "1/10", 4)),
        [(3, F(7, 5), 100)],
        often=2,
        digits=10,
    ),
    TwoScaleCovariance: Recipe(
        lambda r: (whole(r, 2, 9), between(r, "1/10", 4), between(r, "1/10", 4)),
        [(2, 0, 3), (3, 9, F(1, 10)), (64, 1, 2)],
        often=2,
    ),
    RqOrthogonalCovariance: Recipe(
        lambda r: (whole(r, 2, 6), between(r, "1/4", 4), between(r, "1/10", 4)),
        [(3, F(7, 5), 100), (3, F(1, 2), 20), (4, 3, 40)],
        often=2,
        digits=8,
    ),
    PlanePair: Recipe(
        lambda r: (between(r, "1/4", 4), between(r, "1/4", 4), *reals(r, 2)),
        [(F(9, 5), F(3, 5), 30, -40), (1, 1, 0, 0), (F(1, 50), 7, 3, 0)],
        often=2,
        digits=9,
        dps=20,
    ),
    RankOnePair: Recipe(
        lambda r: (whole(r, 2, 5), between(r, "1/4", 4), between(r, 0, 2)),
        [(3, 1, 1), (2, F(1, 50), 1)],
        often=1,
        digits=9,
        dps=15,
    ),
    BestRankOnePair: Recipe(
        lambda r: (whole(r, 2, 5), between(r, "1/10", 2)), [(2, 1)], often=1, digits=9, dps=15
    ),
    GammaQuantile: Recipe(
        lambda r: (between(r, "1/4", 5), between(r, 0, 1)), [(F(1, 10), F(1, 8))], often=2, digits=10, dps=20
    ),
    GammaStratum: Recipe(
        lambda r: (between(r, "1/2", 4), between(r, "1/10", 4), whole(r, 1, 3), 3),
        [(F(3, 2), 1, 1, 1)],
        often=2,
        digits=9,
        dps=20,
    ),
    MaternFirstZero: Recipe(lambda r: (whole(r, 3, 3), F(1, 2)), often=1, digits=7, dps=20),
    stable.StableMean: Recipe(
        lambda r: (between(r, "2/5", 1), between(r, 0, 2), between(r, "1/10", 3)),
        [(1, 2, 3)],
        often=2,
        digits=8,
        dps=15,
    ),
    stable.StableMeanByContour: Recipe(
        lambda r: (between(r, "2/5", 1), between(r, 0, 2), between(r, "1/10", 3)), often=1, digits=8, dps=15
    ),
    stable.StableLaplace: Recipe(
        lambda r: (between(r, "2/5", 1), between(r, "1/10", 3)), often=1, digits=8, dps=15
    ),
}
