"""Generalised kernel features h(x) (f_1(w.x), .., f_l(w.x)). Their kernel is what they induce, and need not be known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, final

import numpy as np
import scipy
from array_api_compat import array_namespace

from rftheory.errors import DomainError
from rftheory.measured.inputs import Array
from rftheory.measured.mutants.feature_maps import FeatureMutant, common_mutants, mutant
from rftheory.measured.protocol import AbstractFeatureMap, Growth, Kernel


def _normal_cdf(xp: Any, p: Array) -> Array:
    """Phi(p), elementwise, by SciPy on NumPy's array of the same numbers."""
    return xp.asarray(scipy.special.ndtr(np.asarray(p)), dtype=p.dtype)


FUNCTIONS: dict[str, Callable[[Any, Array], Array]] = {
    "sgn": lambda xp, p: xp.sign(p),
    "relu": lambda xp, p: 0.5 * (p + xp.abs(p)),
    "abs": lambda xp, p: xp.abs(p),
    "sin": lambda xp, p: xp.sin(p),
    "cos": lambda xp, p: xp.cos(p),
    "exp": lambda xp, p: xp.exp(p),
    "identity": lambda xp, p: xp.asarray(p),
    "elu+1": lambda xp, p: xp.where(p > 0, p + 1.0, xp.exp(xp.where(p > 0, 0.0 * p, p))),
    "sigmoid": lambda xp, p: 0.5 * (1.0 + xp.tanh(0.5 * p)),
    "tanh": lambda xp, p: xp.tanh(p),
    "gelu": lambda xp, p: p * _normal_cdf(xp, p),
    "step": lambda xp, p: 0.5 * (1.0 + xp.sign(p)),
}
"""The functions of one projection, elementwise; sgn(0) = 0, gelu(p) = p Phi(p), elu+1 is e^p for p <= 0."""

GROWTH: dict[str, Growth] = {
    **dict.fromkeys(("sgn", "sin", "cos", "sigmoid", "tanh", "step"), Growth("bounded")),
    **dict.fromkeys(("relu", "abs", "identity", "gelu"), Growth("linear")),
    "elu+1": Growth("linear", offset=1.0),
    "exp": Growth("exponential", terms=((1.0, 1.0),)),
}


@final
@dataclass(frozen=True)
class Generalised(AbstractFeatureMap):
    """phi(x) = m^{-1/2} e^{weight |x|^2} (f_1(w_1.x) .. f_1(w_m.x), .., f_l(w_1.x) .. f_l(w_m.x)).

    `functions` names f_1 .. f_l in FUNCTIONS. The kernel is "own": E phi(x).phi(y) for w ~ N(0, I_d). With
    w the unit vectors (m = d), sqrt(d) phi is the deterministic map f(x), elementwise: elu + 1 makes the
    Linear Transformer's. Source: performer, (5).
    """

    name: str
    title: str
    functions: tuple[str, ...]
    wrong: tuple[tuple[str, ...], ...]
    weight: float = 0.0
    reference: str = "performer, (5)"
    sign: Literal[1, -1] = 1
    pairwise: bool = False
    kernels: tuple[Kernel, ...] = ("own",)

    def __post_init__(self) -> None:
        for function in (*self.functions, *(f for other in self.wrong for f in other)):
            if function not in FUNCTIONS:
                raise DomainError("functions", function, f"one of {', '.join(FUNCTIONS)}")
        if not self.functions:
            raise DomainError("functions", self.functions, "at least one function")

    @property
    def growth(self) -> Growth | None:
        """That of the functions, where they share a kind."""
        parts = [GROWTH[function] for function in self.functions]
        if len({part.kind for part in parts}) > 1:
            return None
        terms = tuple(term for part in parts for term in part.terms)
        return Growth(parts[0].kind, float(len(parts)), max(part.offset for part in parts), terms)

    def log_weight(self, x2: Array, kernel: Kernel) -> Array:
        del kernel
        return self.weight * x2

    def basis(self, p: Array, log_weight: Array) -> Array:
        xp = array_namespace(p)
        parts = [FUNCTIONS[function](xp, p) for function in self.functions]
        if self.functions == ("exp",):
            return xp.exp(p + log_weight)
        features = parts[0] if len(parts) == 1 else xp.concat(parts, axis=-1)
        return xp.exp(log_weight) * features

    def mutants(self) -> tuple[AbstractFeatureMap, ...]:
        scaled = 2 if self.functions == ("sgn",) else 0
        common: tuple[FeatureMutant, ...] = common_mutants(self)
        return (
            *common[: len(common) - scaled],
            mutant(self, "weighted", "an extra factor h(x) = e^{|x|^2/2}", shift=0.5),
            mutant(self, "damped", "an extra factor h(x) = e^{-|x|^2/2}", shift=-0.5),
            *(
                mutant(
                    self,
                    "+".join(functions),
                    f"{', '.join(functions)} in place of {', '.join(self.functions)}",
                    altered=replace(self, functions=functions),
                )
                for functions in self.wrong
            ),
        )


MECHANISMS = (
    Generalised("sgn", "Sign features (angular kernel)", ("sgn",), (("step",), ("tanh",))),
    Generalised("relu", "ReLU features (first arc-cosine kernel)", ("relu",), (("abs",), ("elu+1",))),
    Generalised("abs", "Absolute value features", ("abs",), (("relu",), ("identity",))),
    Generalised("cosine", "Cosine features without sines", ("cos",), (("sin",), ("sin", "cos"))),
    Generalised("sine-cosine", "Sine and cosine features", ("sin", "cos"), (("cos",), ("sin",))),
    Generalised("exponential", "Exponential features without weight", ("exp",), (("elu+1",), ("identity",))),
    Generalised("identity", "Linear features", ("identity",), (("abs",), ("relu",))),
    Generalised("elu+1", "ELU + 1 features (Linear Transformer)", ("elu+1",), (("relu",), ("exp",))),
    Generalised("sigmoid", "Logistic features", ("sigmoid",), (("step",), ("tanh",))),
    Generalised("tanh", "Hyperbolic tangent features", ("tanh",), (("sgn",), ("sigmoid",))),
    Generalised("gelu", "GELU features", ("gelu",), (("relu",), ("identity",))),
)
