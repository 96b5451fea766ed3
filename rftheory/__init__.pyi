"""The public names with their types; `__init__.py` loads each on its first use."""

from rftheory.certificates.objects import certificate
from rftheory.comparison.judging import compare
from rftheory.conformance.conform import conform
from rftheory.curves.phases import phase
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
from rftheory.linting import lint
from rftheory.measured.attention.explicit import explicit_attention
from rftheory.measured.attention.linear import linear_attention
from rftheory.measured.attention.softmax import softmax_attention
from rftheory.mechanisms._attention import RandomFeatureAttention, attention_error, random_feature_attention
from rftheory.mechanisms._shelf import couplings, feature_maps, hybrids, row_maps
from rftheory.optimization import optimize
from rftheory.recommendation.advice import recommend
from rftheory.recommendation.feature_maps import RandomFeatures
from rftheory.recommendation.simulation import simulate
from rftheory.registry import open_papers, statement
from rftheory.registry.tree import ids
from rftheory.report.figures.charting import chart
from rftheory.report.figures.plotting import plot
from rftheory.report.notebook import table
from rftheory.report.statements import listing
from rftheory.searching import search
from rftheory.studies.experiments.named import experiment
from rftheory.verdict import Verdict
from rftheory.verification import verify

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
    "certificate",
    "chart",
    "compare",
    "conform",
    "couplings",
    "evaluate",
    "experiment",
    "explicit_attention",
    "feature_maps",
    "hybrids",
    "ids",
    "linear_attention",
    "lint",
    "listing",
    "open_papers",
    "optimize",
    "phase",
    "plot",
    "random_feature_attention",
    "recommend",
    "row_maps",
    "search",
    "simulate",
    "softmax_attention",
    "statement",
    "table",
    "verify",
)

__version__: str
