"""Stationary kernels by the names that their users know."""

from __future__ import annotations

import difflib
from collections.abc import Callable

from rftheory.errors import InputError, shorten
from rftheory.moments import product_kernels
from rftheory.moments import radial_kernels as kernels
from rftheory.moments.radial_kernels import StationaryKernel

NAMED: dict[str, tuple[tuple[str, ...], Callable[..., StationaryKernel], str]] = {
    "matern12": ((), lambda: kernels.MaternCovariance(nu=0.5), "exp(-z)"),
    "matern32": ((), lambda: kernels.MaternCovariance(nu=1.5), "(1 + s) exp(-s), s = sqrt(3) z"),
    "matern52": ((), lambda: kernels.MaternCovariance(nu=2.5), "(1 + s + s^2/3) exp(-s), s = sqrt(5) z"),
    "matern": (("nu",), lambda nu: kernels.MaternCovariance(nu=nu), "Matern of smoothness nu"),
    "rq": (
        ("kernel_alpha",),
        lambda a: kernels.RationalQuadraticCovariance(alpha=a),
        "(1 + z^2/(2 alpha))^-alpha",
    ),
    "exponential": ((), lambda: kernels.MaternCovariance(nu=0.5), "exp(-z), the same as matern12"),
    "exponential-power": (("power",), lambda a: kernels.ExponentialPowerCovariance(power=a), "exp(-z^power)"),
    "generalised-cauchy": (
        ("power", "kernel_beta"),
        lambda a, b: kernels.GeneralisedCauchyCovariance(power=a, beta=b),
        "(1 + z^power)^-beta",
    ),
    "laplace": ((), product_kernels.laplace, "exp(-|x-y|_1), a product"),
    "cauchy": ((), product_kernels.cauchy, "prod 1/(1 + (x_i-y_i)^2), a product"),
    "additive": ((), product_kernels.AdditiveCovariance, "sum exp(-(x_i-y_i)^2/2), a sum over coordinates"),
}
"""Name: the parameters it needs, the kernel of lengthscale one, and its formula in z = |x-y|/lengthscale."""
ALSO = {
    "matern-1/2": "matern12",
    "matern-3/2": "matern32",
    "matern-5/2": "matern52",
    "rational-quadratic": "rq",
}
"""Other names of these kernels."""
PLAIN = ("gaussian", "softmax")


def stationary(
    name: str | None,
    nu: float | None,
    kernel_alpha: float | None,
    power: float | None,
    kernel_beta: float | None,
) -> StationaryKernel | None:
    """The kernel of that name, of lengthscale one; None for the Gaussian and the softmax kernel and for no name.

    InputError for an unknown name, for a parameter that the kernel needs, and for one that it has not.
    """
    name = name if name is None else ALSO.get(name, name)
    every = {"nu": nu, "kernel_alpha": kernel_alpha, "power": power, "kernel_beta": kernel_beta}
    given = {key: value for key, value in every.items() if value is not None}
    if name is None or name in PLAIN:
        if given:
            raise InputError(
                f"{_option(next(iter(given)))} is given, and the kernel is {name or 'not named'}; allowed: --kernel of "
                f"{', '.join(key for key, entry in NAMED.items() if entry[0])}"
            )
        return None
    if name not in NAMED:
        near = difflib.get_close_matches(str(name), NAMED, 2)
        hint = f"; nearest: {', '.join(near)}" if near else ""
        raise InputError(f"unknown kernel {shorten(name)}; allowed: {', '.join((*PLAIN, *NAMED))}{hint}")
    needs, make, _ = NAMED[name]
    for key in needs:
        if key not in given:
            raise InputError(f"kernel {name} needs {_option(key)}; allowed: a number > 0")
    for key in given:
        if key not in needs:
            raise InputError(
                f"kernel {name} has no {_option(key)}; allowed: {', '.join(map(_option, needs)) or 'none'}"
            )
    return make(*(float(given[key]) for key in needs))


def _option(key: str) -> str:
    return key.removeprefix("kernel_")
