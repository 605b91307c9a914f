"""A page as GitHub's own Markdown renderer sees it: which elements it has, and which text stands where GitHub looks for references."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import cmarkgfm
from cmarkgfm.cmark import Options

_TEXT = ("h3", "h4", "p", "ul", "li", "strong", "em", "code", "pre", "details", "summary", "a", "sub", "br", "hr")
OURS = frozenset((*_TEXT, "table", "thead", "tbody", "tr", "th", "td"))
"""Elements that a report may consist of."""
INERT = frozenset(("code", "pre", "a"))
"""Inside these GitHub makes no links of mentions, numbers, commits and addresses."""
REFERENCE = re.compile(r"@\w|#\d|GH-\d|https?:|www\.|\b[0-9a-f]{7,40}\b|:[a-z_]+:")
_VOID = ("br", "hr", "img", "input")


class Page(HTMLParser):
    """`tags`: every element with its attributes. `loose`: text outside of code, pre and links. `unclosed`: elements without an end."""

    def __init__(self, markdown: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.loose: list[str] = []
        self.unclosed: list[str] = []
        self.misplaced: list[str] = []
        self.comments: list[str] = []
        self.feed(cmarkgfm.github_flavored_markdown_to_html(markdown, options=Options.CMARK_OPT_UNSAFE))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.unclosed.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.unclosed and self.unclosed[-1] == tag:
            self.unclosed.pop()
        else:
            self.misplaced.append(tag)

    def handle_data(self, data: str) -> None:
        if not INERT & set(self.unclosed):
            self.loose.append(data)

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)


def check_page(markdown: str, link_root: str = "") -> Page:
    """Fails if anything in the page does more than show itself. Links may lead below `link_root` only."""
    page = Page(markdown)
    assert not page.unclosed
    assert not page.misplaced
    assert not page.comments
    for tag, attributes in page.tags:
        assert tag in OURS, (tag, attributes)
        if tag == "a":
            href = attributes.pop("href") or ""
            assert link_root
            assert href.startswith(link_root + "/"), href
            assert re.fullmatch(r"[A-Za-z0-9._~/%-]*(#L\d+)?", href[len(link_root) :]), href
            assert "/../" not in href
            assert not href.endswith("/..")
        assert attributes in ({}, {"lang": "mermaid"}, {"align": "right"}), attributes
    for text in page.loose:
        assert not REFERENCE.search(text), text
    return page
