"""The page for pull requests as one HTML file that loads nothing: for an artifact, or a browser at home."""

# For maintainers. Made of the Markdown page, whose names all stand in code spans, so there is one place that decides what is shown. The
# file forbids itself scripts, images and requests, whatever a template of the repository may have put into it.

from __future__ import annotations

import msgspec

from nexus_diff.report import markdown_format
from nexus_diff.report.escape import html_text
from nexus_diff.report.value import Options, Report

MOST_CHARS = 20_000_000
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE = """\
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
code { font: 0.9em ui-monospace, monospace; background: #8882; padding: 0.1em 0.3em; border-radius: 4px; overflow-wrap: anywhere }
table { border-collapse: collapse; margin: 0.5rem 0; display: block; overflow-x: auto }
th, td { border: 1px solid #8885; padding: 0.25rem 0.6rem; text-align: left; vertical-align: top }
details { border: 1px solid #8885; border-radius: 6px; padding: 0.3rem 0.8rem; margin: 0.5rem 0 }
summary { cursor: pointer; font-weight: 600 }
a { text-decoration: none }
"""
_SHELL = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
{body}</body>
</html>
"""


def render(report: Report, options: Options) -> str:
    """The whole page; `options.max_chars` counts only if it is not the limit of a comment."""
    from markdown_it import MarkdownIt

    most = MOST_CHARS if options.max_chars == Options().max_chars else options.max_chars
    page = markdown_format.render(report, msgspec.structs.replace(options, max_chars=most, graph=False))
    body = MarkdownIt("commonmark", {"html": True}).enable("table").render(page)
    title = html_text(f"nexus-diff: {report.headline}", 300)
    return _SHELL.format(policy=_POLICY, title=title, style=_STYLE, body=body)
