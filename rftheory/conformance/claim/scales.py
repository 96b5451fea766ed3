"""The scale of a kernel by the parameter that its users know: gamma, a lengthscale, sigma."""

from __future__ import annotations

import inspect
import math

from rftheory.conformance.claim.declaration import number
from rftheory.errors import InputError, shorten

UNSAID = (1.0, "1", "1.0")


def scaled(
    scale: float | str,
    gamma: float | None = None,
    lengthscale: float | None = None,
    sigma: float | None = None,
    *,
    stationary: bool = False,
) -> float | str:
    """The scale s of a kernel of s x: sqrt(2 gamma), 1/lengthscale or 1/sigma, where exp(-gamma |x-y|^2) is meant.

    InputError for two of them at once, for a number that is not finite and positive, and for gamma of
    another kernel.
    """
    if stationary and gamma is not None:
        raise InputError(
            f"gamma = {shorten(gamma)} is of the Gaussian kernel; allowed for others: lengthscale"
        )
    given = {"gamma": gamma, "lengthscale": lengthscale, "sigma": sigma}
    named = [name for name, value in given.items() if value is not None]
    if scale not in UNSAID:
        named.append("scale")
    if len(named) > 1:
        raise InputError(f"{' and '.join(named)} are given; allowed: one of them")
    if gamma is not None:
        return math.sqrt(2.0 * number("gamma", gamma))
    for name in ("lengthscale", "sigma"):
        value = given[name]
        if value is not None:
            return 1.0 / number(name, value)
    return scale


def scale_option(scale: float, d: int) -> str:
    """The option that declares a scale, d^-1/4 by that name."""
    return f"--scale {'d^-1/4' if abs(scale * d**0.25 - 1.0) < 0.01 and d > 1 else f'{scale:.4g}'}"


def hint(found: object) -> str:
    """What to declare, where code has a scale of its own and none was declared; nothing otherwise."""
    for name, usual in (("gamma", 0.5), ("sigma", 1.0), ("lengthscale", 1.0), ("length_scale", 1.0)):
        value = _value(found, name)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value != usual:
            option = name.replace("_", "")
            return (
                f"; its {name} is {value:g}: --{option} {value:g} declares that kernel, without it "
                "exp(-|x-y|^2/2) is meant"
            )
    if _value(found, "gamma") == "scale":
        return "; its gamma follows the data: give it a number, and --gamma the same"
    return ""


def _value(found: object, name: str) -> object:
    """An attribute of an object, or the default of a class."""
    if not inspect.isclass(found):
        return getattr(found, name, None)
    try:
        parameter = inspect.signature(found).parameters.get(name)
    except (TypeError, ValueError):
        return None
    return None if parameter is None else parameter.default
