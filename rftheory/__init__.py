"""The theory of random features, made executable and checked. Importing this loads nothing heavy."""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "evaluate": "rftheory.evaluation",
    "ids": "rftheory.registry.tree",
    "listing": "rftheory.report.statements",
    "optimize": "rftheory.optimization",
    "phase": "rftheory.curves.phases",
    "chart": "rftheory.report.figures.charting",
    "experiment": "rftheory.studies.experiments.named",
    "table": "rftheory.report.notebook",
    "plot": "rftheory.report.figures.plotting",
    "simulate": "rftheory.recommendation.simulation",
    "statement": "rftheory.registry",
    "verify": "rftheory.verification",
    "search": "rftheory.searching",
    "lint": "rftheory.linting",
    "open_papers": "rftheory.registry",
    "recommend": "rftheory.recommendation.advice",
    "certificate": "rftheory.certificates.objects",
    "compare": "rftheory.comparison.judging",
    "conform": "rftheory.conformance.conform",
    "RandomFeatures": "rftheory.recommendation.feature_maps",
    "couplings": "rftheory.mechanisms._shelf",
    "feature_maps": "rftheory.mechanisms._shelf",
    "hybrids": "rftheory.mechanisms._shelf",
    "row_maps": "rftheory.mechanisms._shelf",
    "RandomFeatureAttention": "rftheory.mechanisms._attention",
    "random_feature_attention": "rftheory.mechanisms._attention",
    "linear_attention": "rftheory.measured.attention.linear",
    "explicit_attention": "rftheory.measured.attention.explicit",
    "softmax_attention": "rftheory.measured.attention.softmax",
    "attention_error": "rftheory.mechanisms._attention",
    "Enclosure": "rftheory.exact.enclosure",
    "Verdict": "rftheory.verdict",
    "RFTheoryError": "rftheory.errors",
    "InputError": "rftheory.errors",
    "DomainError": "rftheory.errors",
    "UnknownIdError": "rftheory.errors",
    "PrecisionError": "rftheory.errors",
    "BudgetError": "rftheory.errors",
    "NormaliserError": "rftheory.errors",
}

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


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'rftheory' has no attribute {name!r}{_hint(name)}")
    return getattr(importlib.import_module(_HOMES[name]), name)


_COMMANDS = {
    "list": "rftheory.listing",
    "show": "rftheory.statement",
    "eval": "rftheory.evaluate",
    "picture": "the command `rftheory picture`",
    "report": "the command `rftheory report`",
    "errata": "the command `rftheory errata --json`",
    "prove": "rftheory.certificate, or the command `rftheory prove`",
    "mutants": "the command `rftheory mutants --json`",
    "graph": "the command `rftheory graph`",
}
"""Commands that have another name in Python, or none."""


def _hint(name: str) -> str:
    if name.startswith("_"):
        return ""
    import difflib

    near = difflib.get_close_matches(name, __all__, 3, 0.6)
    meant = _COMMANDS.get(name) or ", ".join(f"rftheory.{each}" for each in near)
    return f"; nearest: {meant}" if meant else ""


def __dir__() -> list[str]:
    return list(__all__)
