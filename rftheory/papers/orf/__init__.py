"""Orthogonal Random Features (Yu, Suresh, Choromanski, Holtmann-Rice, Kumar, 2016): statements in the paper's order."""

from rftheory.kit import Paper

PAPER = Paper(
    key="orf",
    title="Orthogonal Random Features",
    authors="Felix Xinnan Yu, Ananda Theertha Suresh, Krzysztof Choromanski, Daniel Holtmann-Rice, Sanjiv Kumar",
    venue="NIPS 2016, pp. 1975-1983; arXiv:1610.09072",
    bibtex="""@inproceedings{yu2016orthogonal,
  title = {Orthogonal Random Features},
  author = {Yu, Felix Xinnan and Suresh, Ananda Theertha and Choromanski, Krzysztof and Holtmann-Rice, Daniel
            and Kumar, Sanjiv},
  booktitle = {Advances in Neural Information Processing Systems 29 (NIPS 2016)},
  pages = {1975--1983},
  year = {2016},
  note = {arXiv:1610.09072}
}""",
)

SECTIONS = (
    "section1",
    "section2",
    "section3_independent",
    "section3_orthogonal",
    "section3_theorem1",
    "section3_ratio",
    "section4_fixed_norms",
    "section4_structured",
    "section5",
    "section6_bias",
    "section6_near_orthogonality",
    "figures",
)
