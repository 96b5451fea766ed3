"""Chefs' Random Tables (Likhosherstov et al., 2022): statements in the paper's order."""

from rftheory.kit import Paper

PAPER = Paper(
    key="crt",
    title="Chefs' Random Tables: Non-Trigonometric Random Features",
    authors="Valerii Likhosherstov, Krzysztof Choromanski, Avinava Dubey, Frederick Liu, Tamas Sarlos, Adrian Weller",
    venue="NeurIPS 2022; arXiv:2205.15317",
    bibtex="""@inproceedings{likhosherstov2022chefs,
  title = {Chefs' Random Tables: Non-Trigonometric Random Features},
  author = {Likhosherstov, Valerii and Choromanski, Krzysztof and Dubey, Avinava and Liu, Frederick
    and Sarlos, Tamas and Weller, Adrian},
  booktitle = {Advances in Neural Information Processing Systems},
  volume = {35},
  year = {2022},
  note = {arXiv:2205.15317}
}""",
)

SECTIONS = (
    "introduction",
    "figure1",
    "section2_kernel",
    "section2_features",
    "section3_exponential",
    "section3_optimal",
    "section3_data",
    "section3_poisson",
    "section3_geometric",
    "section4_orthogonal",
    "section4_tails",
    "section4_uniform",
    "section5",
    "appendix_projections",
    "appendix_mean",
    "appendix_variance",
    "appendix_minimum",
    "appendix_discrete",
    "appendix_orthogonal",
    "appendix_conditioning",
    "appendix_tails",
    "appendix_uniform",
    "figures",
)
