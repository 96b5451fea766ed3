"""The names by which doors know the laws of frequencies."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from rftheory.errors import InputError, UnknownIdError
from rftheory.measured.kernel_words import kernel_word
from rftheory.measured.radial.law import AbstractSpectralLaw
from rftheory.measured.radial.laws import (
    ExponentialPower,
    Gaussian,
    GeneralisedCauchy,
    Matern,
    RationalQuadratic,
)
from rftheory.measured.radial.product_laws import CauchyProduct, LaplaceProduct, StudentProduct


@dataclass(frozen=True)
class KernelName:
    """A name of the doors: what makes the law from the lengthscale and the parameters that it needs besides."""

    make: Callable[..., AbstractSpectralLaw]
    parameters: tuple[str, ...] = ()


KERNELS: dict[str, KernelName] = {
    "gaussian": KernelName(Gaussian),
    "matern12": KernelName(partial(Matern, 0.5)),
    "exponential": KernelName(partial(Matern, 0.5)),
    "matern32": KernelName(partial(Matern, 1.5)),
    "matern52": KernelName(partial(Matern, 2.5)),
    "matern": KernelName(Matern, ("nu",)),
    "rq": KernelName(RationalQuadratic, ("alpha",)),
    "exponential-power": KernelName(ExponentialPower, ("power",)),
    "generalised-cauchy": KernelName(GeneralisedCauchy, ("power", "beta")),
    "laplace": KernelName(LaplaceProduct),
    "cauchy": KernelName(CauchyProduct),
    "student": KernelName(StudentProduct, ("nu",)),
}
"""Every name: `exponential` is e^{-|x-y|_2/l}, `laplace` e^{-|x-y|_1/l}, `cauchy` the product, not RQ with alpha = 1."""


def frequency_law(kernel: str, *, lengthscale: Any = 1.0, **parameters: Any) -> AbstractSpectralLaw:
    """The law of that name. Parameters given as None count as not given.

    UnknownIdError for an unknown name, InputError for a parameter that is missing or not the kernel's, DomainError
    for a value outside its domain.
    """
    kernel = kernel_word(str(kernel))
    if kernel not in KERNELS:
        raise UnknownIdError(kernel, tuple(difflib.get_close_matches(kernel, KERNELS)), "kernel")
    entry = KERNELS[kernel]
    given = {name: value for name, value in parameters.items() if value is not None}
    for name in entry.parameters:
        if name not in given:
            raise InputError(f"kernel {kernel} needs {name}; allowed: {name} = a number > 0")
    for name in given:
        if name not in entry.parameters:
            allowed = ", ".join((*entry.parameters, "lengthscale"))
            raise InputError(f"kernel {kernel} has no parameter {name}; allowed: {allowed}")
    return entry.make(lengthscale=lengthscale, **given)
