"""Whether a built site hangs together: `python docs/check_site.py FOLDER`; one line a fault, exit code 1 where any is.

Every link inside the site leads to a page and a place that exist, nothing is loaded from elsewhere, every statement
and every public name has its place, and the first page with all that it loads has at most 1.5 MiB.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LARGEST = 3 << 19
_LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}
_NAMING = ("canonical", "next", "prev", "search", "index", "author")  # links that name a page and load none


class Page(HTMLParser):
    """The places of a page, what it links to and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note ids, links and loads."""
        given = {name: value or "" for name, value in attrs}
        self.places |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if given.get("rel") in _NAMING:
            return
        self.loads += [given[name] for kind, name in _LOADED if kind == tag and name in given]


def pages(site: Path) -> dict[Path, Page]:
    """Every page of the site by its path."""
    return {path.resolve(): Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}


def faults(site: Path, identifiers: Iterable[str] = (), names: Iterable[str] = ()) -> Iterator[str]:
    """What is wrong with the site, one line each."""
    site = site.resolve()
    found = pages(site)
    if site / "index.html" not in found:
        yield "there is no first page"
        return
    for path, page in found.items():
        yield from _of_page(path, page, found, site)
    first = site / "index.html"
    size = sum(file.stat().st_size for file in {first, *_files(first, found[first])} if file.is_file())
    if size > LARGEST:
        yield f"index.html: {size} bytes with what it loads, more than {LARGEST}"
    places = {place for page in found.values() for place in page.places}
    yield from (f"{name} has no place in any page" for name in (*identifiers, *names) if name not in places)


def _of_page(path: Path, page: Page, found: dict[Path, Page], site: Path) -> Iterator[str]:
    """Broken links, and what comes from elsewhere."""
    name = path.relative_to(site)
    for link in dict.fromkeys(page.links):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = _target(path, parts.path)
        if target not in found and not target.is_file():
            yield f"{name}: {link} leads nowhere"
        elif parts.fragment and target in found and unquote(parts.fragment) not in found[target].places:
            yield f"{name}: {link} leads to no place of its page"
    for load in page.loads:
        parts = urlsplit(load)
        if parts.netloc or parts.scheme not in ("", "data"):
            yield f"{name}: it loads {load} from elsewhere"
        elif not parts.scheme and not _target(path, parts.path).is_file():
            yield f"{name}: it loads {load}, which is not there"


def _target(page: Path, address: str) -> Path:
    return (page.parent / unquote(address)).resolve() if address else page


def _files(path: Path, page: Page) -> Iterator[Path]:
    return (_target(path, urlsplit(load).path) for load in page.loads if not urlsplit(load).scheme)


def main(arguments: list[str]) -> int:
    """Check the folder given against the statements and the public names of the library."""
    import rftheory
    from rftheory import registry

    sys.path.insert(0, str(Path(__file__).parent / "extensions"))
    from paper_pages import anchor

    identifiers = [anchor(name) for each in registry.records() for name in (each.id, *each.corrections)]
    public = [f"rftheory.{name}" for name in rftheory.__all__ if name not in ("__version__", "ids")]
    lines = list(faults(Path(arguments[0]), identifiers, public))
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return int(bool(lines))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
