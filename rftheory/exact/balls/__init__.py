"""The one door to FLINT: guarded precision, exact conversion, special functions, rigorous integrals."""

from rftheory.exact.balls.decimals import (
    decimal_of,
    digits_of,
    format_decimal,
    power_of_ten_above,
    rounded_at,
    str_int,
)
from rftheory.exact.balls.effort import kept, spend, spent, work_within
from rftheory.exact.balls.expansions import bernoulli, taylor
from rftheory.exact.balls.integration import integrals_within, integrate
from rftheory.exact.balls.matrices import determinant, solve
from rftheory.exact.balls.numbers import (
    Gauss,
    Gaussian,
    Scalar,
    acb,
    arb,
    ball,
    fmpq,
    gauss,
    parts,
    power,
    squared_modulus,
)
from rftheory.exact.balls.precision import precision, working_precision
from rftheory.exact.balls.reading import (
    accuracy_bits,
    all_rational,
    as_fraction,
    dyadics,
    endpoints,
    exact,
    from_dyadics,
    is_finite,
    nearest_double,
    sign,
    to_float,
)
from rftheory.exact.balls.seconds import SECONDS, check_seconds, seconds_within
from rftheory.exact.balls.special import bessel, gamma, hypergeometric, reciprocal_gamma

__all__ = [
    "SECONDS",
    "Gauss",
    "Gaussian",
    "Scalar",
    "acb",
    "accuracy_bits",
    "all_rational",
    "arb",
    "as_fraction",
    "ball",
    "bernoulli",
    "bessel",
    "check_seconds",
    "decimal_of",
    "determinant",
    "digits_of",
    "dyadics",
    "endpoints",
    "exact",
    "fmpq",
    "format_decimal",
    "from_dyadics",
    "gamma",
    "gauss",
    "hypergeometric",
    "integrals_within",
    "integrate",
    "is_finite",
    "kept",
    "nearest_double",
    "parts",
    "power",
    "power_of_ten_above",
    "precision",
    "reciprocal_gamma",
    "rounded_at",
    "seconds_within",
    "sign",
    "solve",
    "spend",
    "spent",
    "squared_modulus",
    "str_int",
    "taylor",
    "to_float",
    "work_within",
    "working_precision",
]
