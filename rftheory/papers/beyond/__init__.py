"""Results that complete the papers: statements that none of them prints, each to be verified like any other."""

from rftheory.kit import Paper

PAPER = Paper(
    key="beyond",
    title="Results beyond the papers",
    authors="The rftheory developers",
    venue="rftheory",
    bibtex="""@software{rftheory,
  title = {rftheory: the theory of random features, made executable and checked},
  author = {{The rftheory developers}},
  year = {2026}
}""",
)

SECTIONS = (
    "performer_regularised",
    "performer_orthogonal",
    "performer_exponential",
    "hybrid_complex",
    "hybrid_complex_pairs",
    "hybrid_complex_floors",
    "hybrid_clusters",
    "hybrid_clusters_entry",
    "hybrid_bound",
    "hybrid_sphere",
    "hybrid_gaussian",
    "hybrid_lambda",
    "hybrid_linear",
    "hybrid_budget",
    "generalised_couplings",
    "generalised_variances",
    "optimal_positive",
    "generalised_complex_a",
    "discrete_features",
    "blocks_forms",
    "blocks_positive",
    "blocks_cross",
    "blocks_optimal",
    "blocks_trigonometric",
    "phase",
)
