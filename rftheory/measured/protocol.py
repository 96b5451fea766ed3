"""What a coupling and a feature map must offer, and what follows from it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal, NamedTuple

import numpy as np
from array_api_compat import array_namespace

from rftheory.errors import DomainError, InputError
from rftheory.measured.couplings.frames import span
from rftheory.measured.inputs import Array, Floats, chunks, finite, generator, integer, points, reals

Kernel = Literal["gaussian", "softmax", "own"]
"""exp(-|x - y|^2 / 2), exp(x.y), or what the feature map itself induces: E phi(x).phi(y) for w ~ N(0, I_d)."""


@dataclass(frozen=True)
class Law:
    """What a coupling claims of one block; its d is `padded(d)` where vectors are padded.

    `norm`: independent chi_d norms, all equal to sqrt(d), or of a radial law that is an argument. `directions`: what is common to all pairs.
    """

    norm: Literal["chi_d", "sqrt(d)", "radial"]
    directions: Literal[
        "independent", "orthogonal", "simplex", "anti-resultant", "full-simplex", "cross-polytope"
    ]

    def rows(self, d: int) -> int:
        """How many rows a block has: d + 1 of a full simplex, 2d of a cross-polytope, else d."""
        return {"full-simplex": d + 1, "cross-polytope": 2 * d}.get(self.directions, d)

    def cosine(self, d: int) -> float | None:
        """The cosine between any two rows of a block: 0, -1/(d-1), -1/d, or None where it is not one number."""
        if self.directions == "orthogonal":
            return 0.0
        if self.directions == "full-simplex":
            return -1.0 / d
        return -1.0 / (d - 1) if self.directions == "simplex" else None

    def gram(self, d: int) -> Floats | None:
        """The cosines of all rows of a block, (rows, rows), or None where they are random."""
        rows, cosine = self.rows(d), self.cosine(d)
        if self.directions == "cross-polytope":
            return np.kron(np.eye(d), np.array([[1.0, -1.0], [-1.0, 1.0]]))
        return None if cosine is None else np.where(np.eye(rows) > 0.0, 1.0, cosine)


class AbstractCoupling(ABC):
    """How the m projections w_1..w_m in R^d of one mechanism are drawn, in independent blocks.

    More rows than one block has (m > height(d)) stack independent blocks; fewer keep the first m rows.
    """

    name: str
    title: str
    reference: str
    law: Law
    isotropic: bool

    def padded(self, d: int) -> int:
        """The dimension in which a block lives: d unless padded."""
        return d

    def height(self, d: int) -> int:
        """The number of rows of a block."""
        return self.law.rows(self.padded(d))

    def check(self, d: int, m: int) -> None:
        """DomainError unless d and m are integers of at least one (and of what the coupling needs)."""
        integer("d", d, 1)
        integer("m", m, 1)

    def blocks(self, d: int, m: int) -> int:
        """The number of independent blocks that m rows need."""
        return -(-m // self.height(d))

    @abstractmethod
    def sample(self, d: int, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        """n draws of W, (n, m, d), made the slow literal way: the oracle of the fast paths."""

    @abstractmethod
    def frame(self, d: int, m: int, r: int, *, rng: np.random.Generator, n: int) -> Floats:
        """n draws of W restricted to r fixed orthonormal vectors, (n, m, r), r <= d.

        The law of sample(...)[..., :r], from O(r d + m) random numbers a draw. InputError for a coupling
        that is not isotropic, whose answer depends on which vectors these are.
        """

    def project(self, vectors: Any, m: int, *, rng: np.random.Generator, n: int) -> Floats:
        """n draws of W x for each of the p rows x of `vectors` (p, d); shape (n, m, p)."""
        x = points(vectors)
        coordinates = span(x)
        if coordinates.shape[1] == 0:
            self.check(x.shape[1], m)
            return np.zeros((integer("n", n, 1), m, len(x)))
        return self.frame(x.shape[1], m, coordinates.shape[1], rng=rng, n=n) @ coordinates.T

    @abstractmethod
    def mutants(self) -> tuple[AbstractCoupling, ...]:
        """Deliberately wrong variants; each has a text `wrong` and claims the law of this coupling."""


@dataclass(frozen=True)
class Growth:
    """A bound, for every w, of what one row adds to an estimate: |sum_l f_l(p) f_l(q)|, p = w.x, q = w.y.

    exponential: at most sum_c factor_c e^{rate_c t}, t = w.(x + y), over the pairs (factor, rate) of `terms`, with
    positive factors, and the sum without |.| is never negative; linear: at most count (offset + |p|) (offset + |q|);
    bounded: at most count.
    """

    kind: Literal["bounded", "linear", "exponential"]
    count: float = 1.0
    offset: float = 0.0
    terms: tuple[tuple[float, float], ...] = ()


class SignedLog(NamedTuple):
    """A real number as sign * exp(logabs), elementwise."""

    sign: Array
    logabs: Array


class AbstractFeatureMap(ABC):
    """phi(x) with phi(x).phi(y) an estimate of a kernel, from projections p_i = w_i.x, i = 1..m.

    Where `pairwise` holds, the estimate is g(x) g(y) mean_i term(t_i) with t_i = w_i.(x + sign y);
    a map without it has no `term`, and its estimates come from `basis`. `kernels` are those it may be asked
    for, the first one where none is named.
    """

    name: str
    title: str
    reference: str
    sign: Literal[1, -1]
    pairwise: bool
    kernels: tuple[Kernel, ...] = ("gaussian", "softmax")

    @property
    def growth(self) -> Growth | None:
        """How large an estimate can become, or None where nothing is known."""
        return None

    @property
    def width(self) -> int:
        """The real features of one projection."""
        return int(self.matrix([[0.0]], [0.0]).shape[-1])

    @abstractmethod
    def log_weight(self, x2: Array, kernel: Kernel) -> Array:
        """log g(x), a multiple of x2 = |x|^2."""

    @abstractmethod
    def basis(self, p: Array, log_weight: Array) -> Array:
        """The unnormalised features e^{log_weight} f(p) for projections (..., m): last axis m, 2m, .., l m."""

    def log_basis(self, p: Array) -> Array | None:
        """log |f(p)| (..., m, l) of projections (..., m), where it is known without evaluating f; else None.

        A map of one feature a projection (l = 1) that knows it is positive.
        """
        del p
        return None

    def term(self, t: Array) -> Array:
        """The value that one projection adds to the mean, as a function of t = w.(x + sign y)."""
        del t
        raise self._no_term()

    def log_term(self, t: Array) -> Array:
        """log |term(t)|, without overflow."""
        del t
        raise self._no_term()

    def mean(self, t: Array, log_weight: float) -> Array:
        """e^{log_weight} times the mean of term(t) over the last axis."""
        del t, log_weight
        raise self._no_term()

    def log_mean(self, t: Array, log_weight: float) -> SignedLog:
        """The logarithm of `mean`, without overflow."""
        del t, log_weight
        raise self._no_term()

    @abstractmethod
    def mutants(self) -> tuple[AbstractFeatureMap, ...]:
        """Deliberately wrong variants; each has a text `wrong`."""

    def matrix(self, p: Any, x2: Any, *, kernel: Kernel | None = None) -> Array:
        """Phi(X), rows phi(x) as `features` gives them, from projections P = X W^T and squared norms.

        p (..., k, m) holds w_i.x for k points, x2 (k,) their |x|^2; the last axis becomes m, 2m, .., l m.
        """
        p = reals("p", p, ndims=tuple(range(2, 9)), shape="(..., k, m)")
        squares = reals("x2", x2, ndims=(1,), shape="(k,)")
        if squares.shape[0] != p.shape[-2]:
            raise InputError(f"x2 has {squares.shape[0]} entries for {p.shape[-2]} points; allowed: one each")
        _namespace(p, squares)
        return self._matrix(p, squares, self.kernel(kernel))

    def _matrix(self, p: Array, x2: Array, kernel: Kernel) -> Array:
        """`matrix` without a look at its arguments."""
        with np.errstate(over="ignore", invalid="ignore"):
            phi = self.basis(p, self.log_weight(x2, kernel)[..., None]) / sqrt(p.shape[-1])
        if not finite(phi):
            raise InputError("a feature overflows this dtype; scale the data down or use log_estimate")
        return phi

    def features(self, w: Any, x: Any, *, kernel: Kernel | None = None) -> Array:
        """phi(x) for w (m, d) or (n, m, d) and x (d,) or (p, d): (m,), (p, m), (n, m) or (n, p, m).

        A map of l functions has l m in place of m (trigonometric and hyperbolic: 2m). Any Array API namespace.
        InputError for arrays that are empty, not finite, not real or do not fit, and where a feature overflows.
        """
        w = reals("w", w, ndims=(2, 3), shape="(m, d) or (n, m, d)")
        x = reals("x", x, ndims=(1, 2), shape="(d,) or (p, d)")
        if w.shape[-1] != x.shape[-1]:
            raise InputError(f"w has d = {w.shape[-1]} and x has d = {x.shape[-1]}; allowed: the same d")
        xp = _namespace(w, x)
        dtype = xp.result_type(w, x)
        w, rows = xp.astype(w, dtype), xp.astype(x if x.ndim == 2 else x[None, :], dtype)
        with np.errstate(over="ignore", invalid="ignore"):
            p, squares = rows @ xp.matrix_transpose(w), xp.sum(rows * rows, axis=-1)
        phi = self._matrix(p, squares, self.kernel(kernel))
        return phi if x.ndim == 2 else phi[..., 0, :]

    def combine(self, px: Any, py: Any) -> Array:
        """t = w.(x + sign y) from the projections w.x and w.y, two arrays (..., m) of one shape."""
        px = reals("px", px, ndims=tuple(range(1, 9)), shape="(..., m)")
        py = reals("py", py, ndims=tuple(range(1, 9)), shape="(..., m)")
        if px.shape != py.shape:
            raise InputError(f"px has shape {tuple(px.shape)}, py {tuple(py.shape)}; allowed: the same shape")
        _namespace(px, py)
        with np.errstate(over="ignore"):
            return px + self.sign * py

    def estimate(self, px: Any, py: Any, x2: float, y2: float, *, kernel: Kernel | None = None) -> Array:
        """phi(x).phi(y) from projections (..., m) of x and y and their squared norms; shape (...).

        InputError where an estimate overflows: `log_estimate` of a pairwise map does not.
        """
        t = self.combine(px, py)
        if self.pairwise:
            return self._estimate(t, x2, y2, kernel)
        xp = array_namespace(t)
        px, py = xp.asarray(px, dtype=t.dtype), xp.asarray(py, dtype=t.dtype)
        with np.errstate(over="ignore", invalid="ignore"):
            return self._finite(self._product(px, py, x2, y2, self.kernel(kernel)))

    def estimate_terms(self, t: Any, x2: float, y2: float, *, kernel: Kernel | None = None) -> Array:
        """phi(x).phi(y) from t = w.(x + sign y) alone, (..., m) to (...); see `estimate`."""
        if not self.pairwise:
            raise self._no_term()
        return self._estimate(reals("t", t, ndims=tuple(range(1, 9)), shape="(..., m)"), x2, y2, kernel)

    def _product(self, px: Array, py: Array, x2: float, y2: float, kernel: Kernel) -> Array:
        """The inner product of the features, from projections of one dtype: what a map without terms does."""
        xp = array_namespace(px)
        self._log_weights(x2, y2, kernel)
        sides = [
            self.basis(p, xp.asarray(self.log_weight(square, kernel), dtype=p.dtype))
            for p, square in ((px, x2), (py, y2))
        ]
        return xp.sum(sides[0] * sides[1], axis=-1) / px.shape[-1]

    def _estimate(self, t: Array, x2: float, y2: float, kernel: Kernel | None) -> Array:
        """`estimate_terms` without a look at t."""
        with np.errstate(over="ignore", invalid="ignore"):
            return self._finite(self.mean(t, self._log_weights(x2, y2, kernel)))

    def _finite(self, estimates: Array) -> Array:
        """The estimates; InputError where one is not finite."""
        if not finite(estimates):
            raise InputError("an estimate overflows this dtype; use log_estimate")
        return estimates

    def log_estimate(
        self, px: Any, py: Any, x2: float, y2: float, *, kernel: Kernel | None = None
    ) -> SignedLog:
        """Sign and log |phi(x).phi(y)|; arguments as for `estimate`. A pairwise map cannot overflow here."""
        if self.pairwise:
            return self.log_mean(self.combine(px, py), self._log_weights(x2, y2, kernel))
        estimates = self.estimate(px, py, x2, y2, kernel=kernel)
        xp = array_namespace(estimates)
        with np.errstate(divide="ignore"):
            return SignedLog(xp.sign(estimates), xp.log(xp.abs(estimates)))

    def pair_estimates(
        self,
        coupling: AbstractCoupling,
        x: Any,
        y: Any,
        m: int,
        *,
        rng: np.random.Generator,
        n: int,
        kernel: Kernel | None = None,
    ) -> Floats:
        """n independent estimates of the kernel at (x, y) with m projections each; shape (n,).

        Draws only what the answer depends on: for an isotropic coupling one number a row and a frame of
        one vector, in pieces that stay in cache.
        """
        x = np.asarray(reals("x", x, ndims=(1,), shape="(d,)"), dtype=np.float64)
        y = np.asarray(reals("y", y, ndims=(1,), shape="(d,)"), dtype=np.float64)
        if x.shape != y.shape:
            raise InputError(f"x has d = {len(x)} and y has d = {len(y)}; allowed: the same d")
        d, n, rng = len(x), integer("n", n, 1), generator(rng)
        coupling.check(d, m)
        x2, y2, length = float(x @ x), float(y @ y), float(np.linalg.norm(x + self.sign * y))
        both, estimates = np.stack([x, y]), np.empty(n)
        for part in chunks(n, coupling.height(d) * coupling.blocks(d, m)):
            count = part.stop - part.start
            if self.pairwise and coupling.isotropic:
                t = coupling.frame(d, m, 1, rng=rng, n=count)[..., 0]
                t *= length
                estimates[part] = self._estimate(t, x2, y2, kernel)
            else:
                p = coupling.project(both, m, rng=rng, n=count)
                estimates[part] = self.estimate(p[..., 0], p[..., 1], x2, y2, kernel=kernel)
        return estimates

    def kernel(self, name: Kernel | None = None) -> Kernel:
        """The kernel of that name, the map's first one without a name; DomainError for one it has not."""
        if name is None:
            return self.kernels[0]
        if name not in self.kernels:
            allowed = ", ".join(f'"{known}"' for known in self.kernels)
            raise DomainError("kernel", name, f"one of {allowed}")
        return name

    def _no_term(self) -> InputError:
        return InputError(f"{self.name} is no function of t; use estimate(px, py, x2, y2)")

    def _log_weights(self, x2: float, y2: float, kernel: Kernel | None) -> float:
        """log g(x) g(y); DomainError for a squared norm that is negative or not finite."""
        total, kernel = 0.0, self.kernel(kernel)
        for parameter, value in (("x2", x2), ("y2", y2)):
            if not np.isfinite(value) or value < 0.0:
                raise DomainError(parameter, value, "a finite squared norm, at least 0")
            total += float(self.log_weight(float(value), kernel))
        return total


def _namespace(*arrays: Array) -> Any:
    """The common namespace; InputError where the arrays come from different libraries."""
    try:
        return array_namespace(*arrays)
    except TypeError as error:
        raise InputError("arrays of different libraries are mixed; allowed: one library") from error
