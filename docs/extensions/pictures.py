"""Pictures drawn while the site is built, by the command that stands beside them: `{picture} What is seen`."""

from __future__ import annotations

import shlex
from contextlib import redirect_stdout
from html import escape
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from rftheory import cli

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "_images"


class Picture(SphinxDirective):
    """A command that ends in `-o NAME.svg`, as a reader would give it, and below it what it draws."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """The command and its picture; an ExtensionError where the command fails."""
        command = "\n".join(self.content)
        words = shlex.split(command.replace("\\\n", " "))
        if words[:1] != ["rftheory"] or words[-2:-1] != ["-o"] or not words[-1].endswith(".svg"):
            raise ExtensionError(f"a picture is drawn by `rftheory ... -o NAME.svg`, not by {command}")
        folder = Path(self.env.app.outdir) / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        name = words[-1]
        with redirect_stdout(StringIO()):
            code = cli.run([*words[1:-1], str(folder / name)])
        if code != 0:
            raise ExtensionError(f"it draws nothing: {command}")
        address = relative_uri(self.env.app.builder.get_target_uri(self.env.docname), f"{FOLDER}/{name}")
        image = (
            f'<img class="drawn" src="{escape(address)}" alt="{escape(self.arguments[0])}" loading="lazy">'
        )
        image = f'<p><a class="drawn" href="{escape(address)}">{image}</a></p>'
        return [nodes.raw("", image, format="html"), nodes.literal_block(command, command, language="sh")]


def setup(app: Sphinx) -> dict[str, Any]:
    """Make the directive known."""
    app.add_directive("picture", Picture)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
