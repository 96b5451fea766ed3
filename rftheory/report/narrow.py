"""A table that no terminal is too narrow for: where its words do not fit side by side, its rows are written one by one."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text


class ScreenTable(Table):
    """A table of Rich; on a narrow terminal each row becomes its first cell, then the others with their names."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._needed(console) <= options.max_width:
            yield from super().__rich_console__(console, options)
            return
        names = [column.header for column in self.columns]
        for cells in zip(*(column.cells for column in self.columns), strict=True):
            texts = [cell if isinstance(cell, Text) else console.render_str(str(cell)) for cell in cells]
            yield texts[0]
            rest = [
                Text.assemble((f"{name}\N{NO-BREAK SPACE}", "dim"), text)
                for name, text in zip(names[1:], texts[1:], strict=True)
                if text.plain.strip() not in ("", "-")
            ]
            yield Padding(Text("  ", no_wrap=False, overflow="fold").join(rest), (0, 0, 0, 2))

    def _needed(self, console: Console) -> int:
        """The width in which no word is broken."""
        words = [
            max(
                (
                    len(word)
                    for cell in (column.header, *column.cells)
                    for word in _plain(console, cell).split()
                ),
                default=0,
            )
            for column in self.columns
        ]
        return sum(words) + 3 * (len(words) - 1)


def _plain(console: Console, cell: object) -> str:
    return cell.plain if isinstance(cell, Text) else console.render_str(str(cell)).plain
