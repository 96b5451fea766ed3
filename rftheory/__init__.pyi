"""The public names with their types; `__init__.py` loads each on its first use."""

from rftheory.comparison.judging import compare
from rftheory.conformance.conform import conform
from rftheory.errors import (
    BudgetError,
    DomainError,
    InputError,
    NormaliserError,
    PrecisionError,
    RFTheoryError,
    UnknownIdError,
)
from rftheory.evaluation import evaluate
from rftheory.exact.enclosure import Enclosure
from rftheory.measured.attention.explicit import explicit_attention
from rftheory.measured.attention.features import random_feature_attention
from rftheory.measured.attention.linear import linear_attention
from rftheory.measured.attention.redrawn import RandomFeatureAttention
from rftheory.measured.attention.softmax import softmax_attention
from rftheory.measured.attention.study import attention_error
from rftheory.mechanisms._shelf import couplings, feature_maps, hybrids, row_maps
from rftheory.optimization import optimize
from rftheory.recommendation.advice import recommend
from rftheory.recommendation.feature_maps import RandomFeatures
from rftheory.registry import statement
from rftheory.verdict import Verdict
from rftheory.verification import search, verify

__all__ = (
    "BudgetError",
    "DomainError",
    "Enclosure",
    "InputError",
    "NormaliserError",
    "PrecisionError",
    "RFTheoryError",
    "RandomFeatureAttention",
    "RandomFeatures",
    "UnknownIdError",
    "Verdict",
    "__version__",
    "attention_error",
    "compare",
    "conform",
    "couplings",
    "evaluate",
    "explicit_attention",
    "feature_maps",
    "hybrids",
    "linear_attention",
    "optimize",
    "random_feature_attention",
    "recommend",
    "row_maps",
    "search",
    "softmax_attention",
    "statement",
    "verify",
)

__version__: str
