"""Where a paper is found: its address, from the reference that it gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rftheory.errors import InputError

if TYPE_CHECKING:
    from rftheory.statements import Paper

_ARXIV = re.compile(r"arXiv:\s*(\d{4}\.\d{4,5}|[a-z-]+/\d{7})", re.IGNORECASE)
_DOI = re.compile(r"\b(10\.\d{4,9}/[^\s,}]+)")
_URL = re.compile(r"https?://[^\s,}]+")


def address(paper: Paper) -> str:
    """The address in the reference or the BibTeX of a paper, by URL, DOI or arXiv; InputError where it has none."""
    for pattern, start in ((_URL, ""), (_DOI, "https://doi.org/"), (_ARXIV, "https://arxiv.org/abs/")):
        for text in (paper.venue, paper.bibtex):
            found = pattern.search(text)
            if found is not None:
                return start + (found[1] if found.groups() else found[0])
    raise InputError(
        f"the address of {paper.key}: its reference has no URL, DOI or arXiv number; see --bibtex"
    )
