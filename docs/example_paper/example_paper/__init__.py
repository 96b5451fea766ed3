"""Pairs of rows at 120 degrees: a paper outside of rftheory, as small as one can be that uses every door."""

from rftheory.authoring import Paper

PAPER = Paper(
    key="example",
    title="Pairs of rows at 120 degrees",
    authors="A. Researcher",
    venue="an example",
    bibtex="""@misc{example,
  title = {Pairs of rows at 120 degrees},
  author = {Researcher, A.},
  year = {2026}
}""",
)

SECTIONS = ("errors", "pairs")
