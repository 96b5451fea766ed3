"""Simplex Random Features (Reid, Choromanski, Likhosherstov, Weller, 2023): statements in the paper's order."""

from rftheory.kit import Paper

PAPER = Paper(
    key="simrf",
    title="Simplex Random Features",
    authors="Isaac Reid, Krzysztof Choromanski, Valerii Likhosherstov, Adrian Weller",
    venue="ICML 2023, PMLR 202; arXiv:2301.13856",
    bibtex="""@inproceedings{reid2023simplex,
  title = {Simplex Random Features},
  author = {Reid, Isaac and Choromanski, Krzysztof and Likhosherstov, Valerii and Weller, Adrian},
  booktitle = {Proceedings of the 40th International Conference on Machine Learning},
  series = {Proceedings of Machine Learning Research},
  volume = {202},
  year = {2023},
  note = {arXiv:2301.13856}
}""",
)

SECTIONS = (
    "section1",
    "section3_block",
    "section3",
    "section3_weights",
    "section4_densities",
    "section4",
    "section4_gap",
    "section4_rff",
    "section4_costs",
    "section5",
    "appendix_a1",
    "appendix_a2",
    "appendix_a2_permutations",
    "appendix_a3",
    "appendix_a4",
    "appendix_a6",
    "appendix_a7",
    "appendix_a8",
    "appendix_a9",
    "appendix_b",
    "figures",
)
