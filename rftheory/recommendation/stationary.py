"""Rows of a stationary kernel other than the Gaussian, of a coupling, for features that are sines and cosines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rftheory.errors import InputError
from rftheory.measured.inputs import Floats
from rftheory.measured.protocol import AbstractCoupling
from rftheory.measured.radial.coupled import RadialCoupling
from rftheory.measured.radial.law import AbstractRadialLaw
from rftheory.measured.radial.names import KERNELS, frequency_law

PLAIN = ("gaussian", "softmax")
NAMES = tuple(name for name in KERNELS if name not in ("gaussian", "rbf"))


def stationary_rows(
    kernel: str, parameters: Mapping[str, Any] | None, coupling: AbstractCoupling, name: str, d: int
) -> Callable[[int, np.random.Generator], Floats]:
    """What draws m rows (m, d) of the kernel with its parameters (nu, alpha, power, beta, lengthscale, sharing).

    `sharing`: row (the default), block or stratified, of a radial kernel's tau. InputError for a map that is not trigonometric, for a coupling that the rows do not take, and for wrong parameters.
    Source: beyond, spectral/omega and spectral/scale-mixture.
    """
    given = dict(parameters or {})
    sharing = given.pop("sharing", "row")
    law = frequency_law(kernel, **given)
    law.check(d)
    if name != "trigonometric":
        raise InputError(
            f"{name} features have no kernel {kernel} with such parameters; allowed: COUPLING-trigonometric"
        )
    if isinstance(law, AbstractRadialLaw):
        coupled = RadialCoupling(coupling, law, sharing)
        return lambda m, rng: coupled.sample(d, m, rng=rng, n=1)[0]
    if coupling.name != "iid" or sharing != "row":
        raise InputError(
            f"rows of {law} have independent coordinates; allowed: iid-trigonometric, without sharing"
        )
    return lambda m, rng: law.rows(d, m, rng=rng, n=1)[0]
