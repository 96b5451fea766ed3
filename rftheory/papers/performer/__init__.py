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
    "section2_attention",
    "section2_kernels",
    "section2_softmax",
    "section2_features",
    "section2_orthogonal",
    "section3_errors",
    "section3_regularised",
    "section3_orthogonal",
    "section3_tails",
    "section3_uniform",
    "section4",
    "appendix_b",
    "appendix_c",
    "appendix_f1",
    "appendix_f3",
    "appendix_f3_powers",
    "appendix_f3_series",
    "appendix_f3_bounds",
    "appendix_f3_limit",
    "appendix_f4",
    "appendix_f4_expansion",
    "appendix_f4_moments",
    "appendix_f4_ratio",
    "appendix_f4_gaps",
    "appendix_f5",
)
