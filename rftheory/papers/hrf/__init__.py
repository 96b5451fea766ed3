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
    "abstract",
    "section1",
    "section2.preliminaries",
    "section2.hybrids",
    "section2.bipolar",
    "section2.complex_exponentials",
    "section2.complex_estimators",
    "section2.angular",
    "section2.gaussian",
    "section2.gaussian_variance",
    "section2.clusters",
    "section3.theorem_3_1",
    "section3.appendix_c_parts",
    "section3.appendix_c_products",
    "section3.appendix_c_variances",
    "section3.angular",
    "section3.relative_errors",
    "section3.growth",
    "section3.theorem_3_5",
    "appendix_b",
    "appendix_d.signs",
    "appendix_d.theorem_d_1",
    "appendix_d.sphere",
    "appendix_d.parts",
    "appendix_d.peak",
    "appendix_d.proof_3_5",
    "appendix_f.ends",
    "appendix_f.features",
    "appendix_f.theorem_f_1",
    "appendix_f.theorem_f_2",
    "appendix_h.complex_matrix",
    "appendix_h.real_matrix",
    "appendix_h.estimators",
    "appendix_h.gaussian_lambda",
    "appendix_h.mixtures",
    "appendix_l",
    "figures",
    "experiments",
)
