"""Whatever a user hands in, as one thing that can be called with a seed."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, get_args

import numpy as np

from rftheory.conformance.client import axes
from rftheory.conformance.client.arrays import (
    NORMAL,
    ROUNDING,
    coarsest,
    given,
    library,
    numeric,
    snapped,
    squeezed,
)
from rftheory.conformance.client.constructors import Asking
from rftheory.conformance.client.guarding import held, source
from rftheory.conformance.client.hints import wanted
from rftheory.conformance.client.kinds import METHODS, Way, own_dtype, read_way, way
from rftheory.conformance.client.loading import load
from rftheory.conformance.client.quadrature import Quadrature
from rftheory.conformance.client.signatures import Contract
from rftheory.conformance.client.sizes import Sizes
from rftheory.errors import InputError, shorten
from rftheory.measured.inputs import Floats


@dataclass
class Client:
    """A user's code behind one of the contracts; remembers the coarsest rounding that it has seen.

    `leading` axes of length one (batch, head) are put before the points; None until the first call shows how many the code takes. `last_rows`, where there is one, gives the
    rows of the last draw. `unsettled`: the names of two sizes do not say which is which. `source`: file and line
    of the `target`. `watch` is called after every call; `note`: what a report says of how it is called. `replayed`: its draws are saved, so asking again shows nothing. `ard`: lengthscales of the coordinates; points and
    rows are asked for and given in units of them. `columns`: features of a point are a column of what comes back. `phases`: waves whose phases cancel are turned by them. `tilt`: features are those of queries times it and of keys over it; `skew`: of P x and of P^-T y.
    """

    name: str
    contract: Contract
    call: Callable[..., Any]
    library: str = "numpy"
    dtype: str = "float64"
    device: str = ""
    leading: int | None = 0
    global_seed: bool = False
    fixed: bool = False
    unsettled: bool = False
    last_rows: Callable[[], Any] | None = None
    source: tuple[str, int] | None = None
    target: Any = None
    replayed: bool = False
    ard: tuple[float, ...] | None = None
    columns: bool = False
    tilt: float = 1.0
    skew: Floats | None = None
    phases: Quadrature | None = None
    watch: Callable[[], None] | None = None
    rounding: float = field(default=ROUNDING["float64"], init=False)
    dtype_seen: str = field(default="", init=False)
    axes: str = field(default="", init=False)
    note: Callable[[], str] = str

    @property
    def smallest(self) -> float:
        """Below this the numbers last seen are coarser than `rounding` says."""
        return NORMAL.get(self.dtype_seen, NORMAL["float64"])

    @property
    def seeding(self) -> str:
        """How seeds reach the code."""
        if self.replayed:
            return "the file"
        return "global generators" if self.global_seed else "its seed"

    def features(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        """Features of queries and of keys, each (p, F), as float64."""
        if self.phases is None:
            return self._placed(x, seed)
        queries, keys = self._placed(np.concatenate([np.zeros((1, x.shape[1])), x]), seed)
        return self.phases.turned(queries[0], queries[1:]), self.phases.turned(queries[0], keys[1:])

    def _placed(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        if self.skew is not None:
            queries, keys = self._both(np.concatenate([x @ self.skew.T, x @ np.linalg.inv(self.skew)]), seed)
            return queries[: len(x)], keys[len(x) :]
        if self.tilt != 1.0:
            queries, keys = self._both(np.concatenate([self.tilt * x, x / self.tilt]), seed)
            return queries[: len(x)], keys[len(x) :]
        return self._both(x, seed)

    def _both(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        return axes.settled(
            self, lambda: self._pair(x, seed), lambda pair: all(len(x) in part.shape for part in pair)
        )

    def _pair(self, x: Floats, seed: int) -> tuple[Floats, Floats]:
        found = self._guarded(seed, self._array(x))
        pair = found if isinstance(found, tuple) else (found, found)
        if len(pair) != 2:
            raise InputError(f"{self.name} returns a tuple of {len(pair)}; allowed: Phi, or (queries, keys)")
        first = self._matrix(pair[0])
        second = first if pair[1] is pair[0] else self._matrix(pair[1])
        return (first.T, second.T) if self.columns else (first, second)

    def orient(self, x: Floats, seed: int) -> None:
        """Features that come as columns, (F, p), are turned from here on: F stays where points are left out, p does not."""
        self.columns, counts = False, (len(x), len(x) - 1)
        try:
            shapes = [[part.shape for part in self.features(x[:count], seed)] for count in counts]
        except InputError:
            return
        turned = (shape[1] == count for count, pair in zip(counts, shapes, strict=True) for shape in pair)
        self.columns = all(turned) and len({shape[0] for pair in shapes for shape in pair}) == 1

    def estimates(self, x: Floats, y: Floats, seed: int) -> Floats:
        """Estimates of the kernel at the pairs (x_i, y_i), (p,); of a matrix (p, p) the diagonal."""
        return axes.settled(self, lambda: self._estimates(x, y, seed), lambda found: len(found) == len(x))

    def _estimates(self, x: Floats, y: Floats, seed: int) -> Floats:
        data = () if self.fixed else (self._array(x), self._array(y))
        found = squeezed(self._numeric(self._guarded(seed, *data)), 1)
        if found.ndim == 0:
            return found[None]
        if found.ndim == 2 and found.shape[1] == 1:
            return found[:, 0]
        if found.ndim == 2 and found.shape == (len(x), len(x)):
            return np.diagonal(found).copy()
        if found.ndim != 1:
            raise InputError(f"{self.name} returns shape {found.shape}; allowed: (p,), or a matrix (p, p)")
        return found

    def density(self, w: Floats) -> Floats:
        """S at frequencies (p, d), (p,); of a function of sizes alone, at these. InputError for another shape."""
        try:
            found = np.atleast_1d(np.squeeze(self._numeric(self._guarded(0, self._array(w)))))
        except InputError:
            found = np.empty(0)
        if found.shape != (len(w),):
            sizes = np.sqrt(np.sum(w * w, axis=1))
            found = np.atleast_1d(np.squeeze(self._numeric(self._guarded(0, self._array(sizes)))))
        if found.shape != (len(w),):
            raise InputError(
                f"{self.name} returns shape {found.shape} for {w.shape}; allowed: (p,) of (p, d), or of (p,)"
            )
        return found

    def frequencies(self, d: int, m: int, seed: int) -> Floats:
        """W, (m, d), as float64."""
        found = self._matrix(self._guarded(seed, d, m))
        if self.ard is not None and found.shape in ((m, d), (d, m)):
            lengths = np.asarray(self.ard)
            found = np.asarray(
                found * (lengths if found.shape == (m, d) else lengths[:, None]), dtype=np.float64
            )
        if self.unsettled and found.shape == (d, m) != (m, d):
            raise InputError(
                f"{self.name} returns shape {found.shape} for d = {d}, m = {m}, and its parameters do not say which is "
                "which; allowed: names such as d and m, dim and num_features, num_rows and num_cols"
            )
        return found

    def attention(self, q: Floats, k: Floats, v: Floats, seed: int) -> Floats:
        """Attention of queries (L, d), keys (S, d) and values (S, d_v): (L, d_v), as float64."""
        return axes.settled(self, lambda: self._attention(q, k, v, seed), lambda _: True)

    def _attention(self, q: Floats, k: Floats, v: Floats, seed: int) -> Floats:
        found = self._matrix(self._guarded(seed, *(self._array(part) for part in (q, k, v))))
        self.dtype_seen = coarsest(found, self.dtype_seen)
        self.rounding = max(self.rounding, ROUNDING.get(self.dtype_seen, 0.0))
        if found.shape != (len(q), v.shape[1]):
            raise InputError(
                f"{self.name} returns shape {found.shape}; allowed: {(len(q), v.shape[1])}, a row a query"
            )
        return found

    def rows(self) -> Floats | None:
        """W of the last draw, (m, d), where the client shows it."""
        if self.last_rows is None:
            return None
        with held(f"{self.name}: frequencies()"):
            found = self.last_rows()
        return self._matrix(found)

    def grid(self, x: Floats) -> Floats:
        """The nearest points that the client's dtype holds exactly."""
        return snapped(x, self.dtype)

    def _guarded(self, seed: int, *arguments: Any) -> Any:
        with held(self.name, lambda error: wanted(self, error)):
            found = self.call(*arguments, seed)
        if self.watch is not None:
            self.watch()
        return found

    def _matrix(self, value: Any) -> Floats:
        array = squeezed(self._numeric(value), 2)
        if array.ndim != 2:
            if array.ndim < 2 and self.leading is None:
                self.leading = 0  # code that wants more axes does not return fewer
            raise InputError(
                f"{self.name} returns shape {array.shape}; allowed: two dimensions, or more whose first have length 1"
            )
        return array

    def _numeric(self, value: Any) -> Floats:
        """A NumPy float64 array of any library's array, noting how coarse its numbers are."""
        array, self.dtype_seen = numeric(value, self.name)
        narrow = self.dtype if self.contract != "frequencies" else "float64"
        if self.library == "jax" and narrow == "float64":
            narrow = self.dtype_seen
        self.rounding = max(self.rounding, ROUNDING.get(self.dtype_seen, 0.0), ROUNDING.get(narrow, 0.0))
        return array

    def _array(self, x: Floats) -> Any:
        x = x if self.ard is None else x * np.asarray(self.ard)
        return given(x[(None,) * (self.leading or 0)], self.library, self.device, self.dtype)


def client(
    target: Any,
    *,
    contract: str | None = None,
    array: str | None = None,
    dtype: str | None = None,
    leading: int | None = 0,
    fixed: bool = False,
    name: str | None = None,
    settings: Sizes | None = None,
) -> Client:
    """The client of "module:callable", a callable, a pair of maps, a transformer, a class, an object; InputError for others.

    The contract follows from the parameters (`signatures`), a seed from its name (`seeding`): code without one draws
    from global generators, which are seeded around each call. fixed: the pairs are given, so draw(seed) is enough.
    array, dtype: NumPy and float64 where nothing is said, for modules of PyTorch its tensors and their own dtype.
    """
    if contract is not None and contract not in get_args(Contract):
        raise InputError(f"contract {shorten(contract)}; allowed: {', '.join(get_args(Contract))}")
    if leading not in (None, 0, 1, 2):
        raise InputError(f"leading = {shorten(leading)}; allowed: 0, 1 (batch) or 2 (batch and head)")
    label = str(
        name or (target if isinstance(target, str) else getattr(target, "__name__", type(target).__name__))
    )
    found = load(target) if isinstance(target, str) else target
    usual_array, usual_dtype = _usual(found)
    where, device = library(array or usual_array, dtype or usual_dtype)
    ask = Asking(label, contract, where, device, dtype, fixed, settings or Sizes())
    pair = isinstance(found, tuple) and len(found) == 2 and all(callable(part) for part in found)
    how = _pair(found, replace(ask, contract="features")) if pair else way(found, ask)
    if how is None:
        raise InputError(
            f"{shorten(label)} is a {type(found).__name__}; allowed: a callable, a pair of callables, "
            f"or an object with fit and transform, or with one of {', '.join(METHODS)}"
        )
    return Client(
        label,
        how.contract,
        how.call,
        where,
        dtype or how.dtype or usual_dtype,
        device,
        leading,
        global_seed=how.global_seed,
        fixed=how.fixed,
        unsettled=how.unsettled,
        last_rows=how.last_rows,
        note=how.note,
        source=source(found),
        target=found,
    )


def _pair(found: tuple[Any, Any], ask: Asking) -> Way:
    """A map of queries and one of keys."""
    (_, queries), (_, keys) = (read_way(part, ask, "features") for part in found)

    def both(x: Any, seed: int) -> Any:
        return queries.call(x, seed), keys.call(x, seed)

    return replace(queries, call=both, global_seed=queries.global_seed or keys.global_seed)


def _usual(found: Any) -> tuple[str, str]:
    """The arrays and the dtype of a module of PyTorch, NumPy's float64 for anything else."""
    torch = sys.modules.get("torch")
    if torch is None or not hasattr(torch, "nn"):
        return "numpy", "float64"
    own = own_dtype(found)
    if own is not None:
        return "torch", own
    made = inspect.isclass(found) and issubclass(found, torch.nn.Module)
    return ("torch", "float32") if made else ("numpy", "float64")
