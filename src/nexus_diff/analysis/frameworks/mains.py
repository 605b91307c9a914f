"""Files that are programs themselves: `if __name__ == "__main__"`, `__main__.py`, `require.main === module`."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.reading import Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.link.nodes import file_id
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

_ROOTS = ("src/", "lib/")


def _python(reading: Reading) -> None:
    line = next((site.line for site in reading.facts.sites if site.kind == "op" and _asks_name(reading, site.expr)), 0)
    folder, _, name = reading.path.rpartition("/")
    if name == "__main__.py":
        for root in _ROOTS:
            folder = folder.removeprefix(root)
        reading.add(Entry(file_id(reading.path), "main", f"python -m {folder.replace('/', '.') or '.'}", "python", line or 1))
    elif line:
        reading.add(Entry(file_id(reading.path), "main", f"python {reading.path}", "python", line))


def _asks_name(reading: Reading, expr: int) -> bool:
    e = reading.expr(expr)
    if type(e) is not x.Op or e.op != "==" or e.right == NONE:
        return False
    sides = [reading.expr(e.left), reading.expr(e.right)]
    return any(type(s) is x.Name and s.name == "__name__" for s in sides) and any(
        type(s) is x.Literal and s.value == "__main__" for s in sides
    )


def _node(reading: Reading) -> None:
    for site in reading.facts.sites:
        if site.kind == "attr" and site.scope == 0 and _is_main(reading, site.expr):
            reading.add(Entry(file_id(reading.path), "main", f"node {reading.path}", "node", site.line))


def _is_main(reading: Reading, expr: int) -> bool:
    """`require.main`, `import.meta.main`."""
    e = reading.expr(expr)
    inner = reading.expr(e.value) if type(e) is x.Attr and e.name == "main" else None
    return (type(inner) is x.Name and inner.name == "require") or (type(inner) is x.Attr and inner.name == "meta")


PYTHON = Framework(name="python", group="python", file=_python, kind="main")
NODE = Framework(name="node", group="js", file=_node, kind="main")
