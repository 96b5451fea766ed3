"""Hybrid Random Features (Choromanski et al., 2022): statements in the paper's order."""

from rftheory.kit import Paper

PAPER = Paper(
    key="hrf",
    title="Hybrid Random Features",
    authors="Krzysztof Choromanski, Haoxian Chen, Han Lin, Yuanzhe Ma, Arijit Sehanobish, Deepali Jain, "
    "Michael S. Ryoo, Jake Varley, Andy Zeng, Valerii Likhosherstov, Dmitry Kalashnikov, Vikas Sindhwani, "
    "Adrian Weller",
    venue="ICLR 2022; arXiv:2110.04367",
    bibtex="""@inproceedings{choromanski2022hybrid,
  title = {Hybrid Random Features},
  author = {Choromanski, Krzysztof and Chen, Haoxian and Lin, Han and Ma, Yuanzhe and Sehanobish, Arijit
    and Jain, Deepali and Ryoo, Michael S. and Varley, Jake and Zeng, Andy and Likhosherstov, Valerii
    and Kalashnikov, Dmitry and Sindhwani, Vikas and Weller, Adrian},
  booktitle = {International Conference on Learning Representations},
  year = {2022},
  note = {arXiv:2110.04367}
}""",
)

SECTIONS = (
    "introduction",
    "section2_preliminaries",
    "section2_hybrids",
    "section2_complex",
    "section2_estimators",
    "section2_instances",
    "section2_gaussian",
    "section2_clusters",
    "section3_errors",
    "section3_covariances",
    "section3_angular",
    "section3_bound",
    "appendix_b",
    "appendix_d",
    "appendix_d_sphere",
    "appendix_d_bounds",
    "appendix_d_theorem",
    "appendix_f",
    "appendix_f_errors",
    "appendix_h",
    "appendix_h_estimators",
    "appendix_h_hybrids",
    "appendix_l",
    "figures",
)
