"""The vocabulary of a paper file, in one import: domains, formulas, claims, statements, kinds of evidence.

Kinds that draw load the engine of simulations, which most pages do without: they are imported at first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rftheory.claims import (
    All,
    Below,
    Claim,
    ConditionalExpectation,
    ConditionalVariance,
    Count,
    Covariance,
    Distribution,
    Draw,
    Equal,
    Estimate,
    Exists,
    Expectation,
    Given,
    Independent,
    Inner,
    Law,
    Length,
    Limit,
    MeanSquareError,
    Monotone,
    On,
    Optimal,
    Order,
    Printed,
    Probability,
    Prose,
    Quantity,
    Row,
    Supposing,
    TailBound,
    TupleSum,
    Variance,
)
from rftheory.domain import (
    Domain,
    Parameter,
    Point,
    Rule,
    complex_number,
    imaginary_part,
    integer,
    real,
    real_part,
    vector,
    vectors,
)
from rftheory.domain.conditions import (
    PLACE,
    ROW,
    Every,
    Height,
    Some,
    Width,
    column_range,
    count_positive,
    entries,
    every,
    invertible,
    nonzero,
    row_range,
    same_length,
    same_size,
    some,
    squared_length,
)
from rftheory.erratum import Erratum
from rftheory.evidence.deterministic.agreement import Agreement, Representations
from rftheory.evidence.deterministic.composition import Composition
from rftheory.evidence.deterministic.counting import OperationCount
from rftheory.evidence.deterministic.derivation import Derivation
from rftheory.evidence.deterministic.in_part import InPart
from rftheory.evidence.deterministic.orders import OrderCheck
from rftheory.evidence.deterministic.restated import Restated
from rftheory.evidence.deterministic.search import Search
from rftheory.evidence.deterministic.shrinking_gap import ShrinkingGap
from rftheory.evidence.deterministic.sign_change import SignChange
from rftheory.evidence.deterministic.sizes import SizeCount, Sizes
from rftheory.evidence.deterministic.threshold import ThresholdCover
from rftheory.evidence.steps.proof import Proof
from rftheory.exact.formula import Formula
from rftheory.statements import Paper, Statement, formally, formula
from rftheory.verdict import WHOLE, part, whole

if TYPE_CHECKING:
    from rftheory.evidence.statistical.drawing import Drawing
    from rftheory.evidence.statistical.error_order import ErrorOrder
    from rftheory.evidence.statistical.sampled_below import SampledBelow
    from rftheory.evidence.statistical.sampling import Sampled
    from rftheory.evidence.statistical.sequential import Sequential
    from rftheory.evidence.statistical.simulation import Simulation
    from rftheory.evidence.statistical.uniform_error import UniformError

__all__ = (
    "PLACE",
    "ROW",
    "WHOLE",
    "Agreement",
    "All",
    "Below",
    "Claim",
    "Composition",
    "ConditionalExpectation",
    "ConditionalVariance",
    "Count",
    "Covariance",
    "Derivation",
    "Distribution",
    "Domain",
    "Draw",
    "Drawing",
    "Equal",
    "Erratum",
    "ErrorOrder",
    "Estimate",
    "Every",
    "Exists",
    "Expectation",
    "Formula",
    "Given",
    "Height",
    "InPart",
    "Independent",
    "Inner",
    "Law",
    "Length",
    "Limit",
    "MeanSquareError",
    "Monotone",
    "On",
    "OperationCount",
    "Optimal",
    "Order",
    "OrderCheck",
    "Paper",
    "Parameter",
    "Point",
    "Printed",
    "Probability",
    "Proof",
    "Prose",
    "Quantity",
    "Representations",
    "Restated",
    "Row",
    "Rule",
    "Sampled",
    "SampledBelow",
    "Search",
    "Sequential",
    "ShrinkingGap",
    "SignChange",
    "Simulation",
    "SizeCount",
    "Sizes",
    "Some",
    "Statement",
    "Supposing",
    "TailBound",
    "ThresholdCover",
    "TupleSum",
    "UniformError",
    "Variance",
    "Width",
    "column_range",
    "complex_number",
    "count_positive",
    "entries",
    "every",
    "formally",
    "formula",
    "imaginary_part",
    "integer",
    "invertible",
    "nonzero",
    "part",
    "real",
    "real_part",
    "row_range",
    "same_length",
    "same_size",
    "some",
    "squared_length",
    "vector",
    "vectors",
    "whole",
)

_DRAWING = {
    "Drawing": "drawing",
    "ErrorOrder": "error_order",
    "Sampled": "sampling",
    "SampledBelow": "sampled_below",
    "Sequential": "sequential",
    "Simulation": "simulation",
    "UniformError": "uniform_error",
}


def __getattr__(name: str) -> Any:
    if name not in _DRAWING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"rftheory.evidence.statistical.{_DRAWING[name]}"), name)
