"""Kernel regression (crt, 5.2), written out to be counted: a label by the kernel, and by random features."""

from __future__ import annotations

from rftheory.exact.operation_counts import Matrix, OperationTally, dot, matrix_product, total
from rftheory.kit import Sizes
from rftheory.papers.crt._lemmas.costs import counted_rows


def exact_label(sizes: Sizes, tally: OperationTally) -> object:
    """sum_i K_i r_i and sum_i K_i for one object, the kernel values given."""
    kernel = counted_rows(1, sizes["L"], tally)[0]
    labels = counted_rows(sizes["n"], sizes["L"], tally)
    weight = total(kernel)
    return [dot(kernel, row) / weight for row in labels]


def summary(sizes: Sizes, tally: OperationTally) -> Matrix:
    """sum_i f2(w_m, o_i) r_i and sum_i f2(w_m, o_i), the features given."""
    features = counted_rows(sizes["M"], sizes["L"], tally)
    labels = counted_rows(sizes["L"], sizes["n"], tally)
    return [*matrix_product(features, labels), [total(row) for row in features]]


def label_by_features(sizes: Sizes, tally: OperationTally) -> object:
    """The label of one object from the summary and its own features."""
    features = counted_rows(1, sizes["M"], tally)[0]
    summary = counted_rows(sizes["n"] + 1, sizes["M"], tally)
    sums = [dot(features, column) for column in summary]
    return [value / sums[-1] for value in sums[:-1]]
