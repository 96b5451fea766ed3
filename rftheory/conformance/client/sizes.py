"""Which parameter is the dimension of points and which the number of random rows, by their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


ROWS = words(
    "m nb_rows n_rows num_rows nrows rows n_row num_row num_random_features n_random_features nb_random_features "
    "n_components num_components num_projections n_projections nb_projections out_features num_samples n_samples "
    "nb_samples out_dim output_dim dim_out d_out output_size num_frequencies n_frequencies feature_dim n_rff num_rff "
    "rff_dim proj_dim projection_dim n_outputs units n_feats num_feats n_rffs num_rffs rff_num num_rff_features "
    "n_rff_features num_basis n_basis n_bases num_bases num_basis_fns n_basis_functions num_basis_functions mapping_size "
    "project_size num_ff n_ff num_channels num_weights n_neurons n_proj num_proj num_fourier_features n_fourier_features "
    "n_fourier num_waves n_waves num_omega n_omega feature_size dim_features d_features n_random num_random r_value "
    "n_mc mc_samples n_monte_carlo num_orf_features hidden_features n_hidden"
)
"""Names of the number of rows (of random features)."""
COLUMNS = words(
    "d dim dims dimension nb_columns n_columns num_columns ncolumns n_cols num_cols nb_cols ncols cols columns "
    "input_dim in_features dim_heads dim_head head_dim in_dim dim_in d_in num_dims n_dims n_dim num_dim ndim "
    "input_size n_inputs d_model d_head embed_dim embedding_dim n_features_in col_dim x_dim xdim data_dim n_in d_in "
    "in_channels in_size input_num num_inputs in_feats size_in head_size dim_per_head qk_dim query_dim query_dims "
    "query_dimensions coords_dim space_dim feature_in input_features num_input_features n_input_features "
    "input_dimension dimensionality num_input_channels input_channels n_input_channels coord_dim coordinate_dim"
)
"""Names of the dimension of points."""
EITHER = words("n_features num_features nb_features nfeatures")
"""Rows beside a dimension, the dimension beside a number of rows."""
LETTERS = {("D", "d"): ("d", "D"), ("M", "d"): ("d", "M"), ("d", "D"): ("d", "D"), ("d", "M"): ("d", "M")}
LETTERS |= {("n", "d"): ("d", "n"), ("d", "n"): ("d", "n"), ("d", "k"): ("d", "k"), ("k", "d"): ("d", "k")}
LETTERS |= {("d", "r"): ("d", "r"), ("r", "d"): ("d", "r"), ("D", "m"): ("D", "m"), ("m", "D"): ("D", "m")}
"""Single letters tell by case and by company: beside d the other one counts rows."""


def sizes(names: Sequence[str]) -> tuple[str, str] | None:
    """(dimension, rows) of two parameters in any order; None where the names do not settle it."""
    first, second = names
    if (first, second) in LETTERS:
        return LETTERS[first, second]
    one, other = first.lower(), second.lower()
    for a, b, found in ((one, other, (first, second)), (other, one, (second, first))):
        if (a in COLUMNS and b in ROWS | EITHER) or (a in EITHER and b in ROWS):
            return found
    return None


def half(names: Sequence[str]) -> tuple[str, str] | None:
    """(dimension, rows) where one of two names settles it and the other says nothing; None otherwise."""
    first, second = names
    for name, other in ((first, second), (second, first)):
        one, rest = name.lower(), other.lower()
        if rest in ROWS | COLUMNS | EITHER:
            continue
        if one in COLUMNS:
            return name, other
        if one in ROWS:
            return other, name
    return None


PRECISIONS = words("gamma rbf_gamma")
SQUARES = words("sigmasq sigma_sq sigma2 sigma_squared")
NATURAL = (
    words("sigma lengthscale length_scale ell bandwidth kernel_bandwidth kernel_width rbf_sigma")
    | PRECISIONS
    | SQUARES
)
"""Names of the scale: the kernel is exp(-gamma |x-y|^2) = exp(-|x-y|^2 / (2 sigma^2))."""
SHAPES = words("nu")
"""Names of what else its kernel is told by: the smoothness of Matern's."""
DIMENSIONS = words("n_dims num_dims n_dim num_dim ndim dims")
"""Names of the dimension that count rows where another name is the dimension's."""


@dataclass(frozen=True)
class Sizes:
    """The sizes that code is asked for, and the scale s of its kernel, that of s x: gamma = s^2/2, sigma = 1/s.

    said: whether the user gave that scale as code has it, a gamma, lengthscale or sigma, which then no default stands for.
    nu: that of a Matern kernel, where one is declared.
    """

    d: int = 16
    m: int | None = None
    scale: float = 1.0
    said: bool = False
    nu: float | None = None

    def value(self, name: str, beside: Sequence[str]) -> float | int | None:
        """What a parameter of this name takes beside those of the other names; None where it is no setting."""
        lower, others = name.lower(), {other.lower() for other in beside if other != name}
        rows = 3 * self.d if self.m is None else self.m
        if lower in NATURAL:
            if lower in PRECISIONS:
                return self.scale**2 / 2.0
            return 1.0 / (self.scale**2 if lower in SQUARES else self.scale)
        if lower == "nu":
            return self.nu
        if lower in DIMENSIONS and others & (COLUMNS - DIMENSIONS) and not others & ROWS:
            return rows
        if name in ("D", "M") and lower in beside:
            return rows
        if name in ("R", "p") and {"R", "p"} <= {name, *beside}:
            return rows if name == "R" else self.d
        if name == "p" and others & (ROWS | {"m"}):
            return self.d
        if lower in COLUMNS or (name == "D" and "m" in beside):
            return self.d
        if lower in ROWS:
            return rows
        if lower in EITHER:
            return self.d if others & ROWS else rows
        return None
