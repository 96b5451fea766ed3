"""Rethinking Attention with Performers (Choromanski et al., 2021): statements in the paper's order."""

from rftheory.kit import Paper

PAPER = Paper(
    key="performer",
    title="Rethinking Attention with Performers",
    authors="Krzysztof Choromanski, Valerii Likhosherstov, David Dohan, Xingyou Song, Andreea Gane, Tamas Sarlos, "
    "Peter Hawkins, Jared Davis, Afroz Mohiuddin, Lukasz Kaiser, David Belanger, Lucy Colwell, Adrian Weller",
    venue="ICLR 2021; arXiv:2009.14794",
    bibtex="""@inproceedings{choromanski2021rethinking,
  title = {Rethinking Attention with {Performers}},
  author = {Choromanski, Krzysztof and Likhosherstov, Valerii and Dohan, David and Song, Xingyou and Gane, Andreea
    and Sarlos, Tamas and Hawkins, Peter and Davis, Jared and Mohiuddin, Afroz and Kaiser, Lukasz
    and Belanger, David and Colwell, Lucy and Weller, Adrian},
  booktitle = {International Conference on Learning Representations},
  year = {2021},
  note = {arXiv:2009.14794}
}""",
)

SECTIONS = (
    "section2.attention",
    "section2.feature_maps",
    "section2.attention_kernels",
    "section2.softmax",
    "section2.small_values",
    "section2.lemma1",
    "section2.regularised",
    "section2.orthogonal",
    "section3.lemma2",
    "section3.small_kernels",
    "section3.theorem1",
    "section3.theorem2",
    "section3.theorem3",
    "section3.theorem4",
    "section4",
    "appendix_b.algorithm",
    "appendix_b.projections",
    "appendix_b.costs",
    "appendix_c",
    "appendix_f1",
    "appendix_f2",
    "appendix_f3.sphere_moments",
    "appendix_f3.powers",
    "appendix_f3.series",
    "appendix_f3.cut",
    "appendix_f3.limit",
    "appendix_f4.beautiful",
    "appendix_f4.theorem5",
    "appendix_f4.expansion",
    "appendix_f4.exponential_series",
    "appendix_f4.moments",
    "appendix_f4.ratio",
    "appendix_f4.lemma6",
    "appendix_f4.exponential_gap",
    "appendix_f4.error_gap",
    "appendix_f5.theorem7",
    "appendix_f5.kernel_matrix",
    "appendix_f6",
)
