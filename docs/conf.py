"""The site: `python -m sphinx -W -b html docs OUT`, with the extra `docs`.

Nothing is fetched while it is built or read. Formulas are the MathML of `rftheory report`: browsers draw it without a
script or a font, so no MathJax or KaTeX is bundled, and site and report cannot draw a formula differently.
"""

import sys
from pathlib import Path

import rftheory

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "rftheory"
author = "The rftheory developers"
copyright = "The rftheory developers; MIT licence"
version = release = rftheory.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "docstrings", "paper_pages", "pictures"]
exclude_patterns = ["_build", "clients/upstream", "example*"]
myst_heading_anchors = 4

autodoc_typehints = "none"
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = "rftheory"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
