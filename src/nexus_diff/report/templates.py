"""Our template and those of users: what they are rendered in, and their blocks one by one."""

# For maintainers. Whatever a template prints without a filter becomes a code span (`_finalize`), so a forgotten filter looks odd and is
# harmless, and no filter makes Markdown of text as it is. What macros and `super()` give back has been through that already.

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nexus_diff.report.escape import Markdown, in_table, md_code, md_prose, md_words
from nexus_diff.report.flows import ring
from nexus_diff.report.people import together, who
from nexus_diff.report.prepare import has_moved
from nexus_diff.report.violations import end, relation, symbol
from nexus_diff.report.words import count, of_tests

if TYPE_CHECKING:
    from jinja2 import Environment

OWN = "report.md.j2"
"""The name by which a template extends ours."""


class BadTemplateError(ValueError):
    """Why the template of a repository cannot be used, in a few words."""


class Blocks:
    """The blocks of a template. With a `source` those of a user: `whole` says that it is a page of its own, which extends nothing.
    Raises BadTemplateError."""

    def __init__(self, source: str = "") -> None:
        from jinja2 import TemplateError

        environment = _sandbox() if source else _plain()
        self._own = environment.get_template(OWN)
        self.whole = False
        if source:
            try:
                self.whole = not _extends_ours(environment, source)
                self._user = environment.from_string(source)
            except TemplateError as error:
                raise BadTemplateError(f"line {getattr(error, 'lineno', None) or '?'}: {error}") from None
        else:
            self._user = self._own

    def block(self, name: str, values: Mapping[str, object]) -> str:
        """One block, ending in a newline; "" if it says nothing."""
        context = self._user.new_context(dict(values))
        if self._user is not self._own:
            for other, block in self._own.blocks.items():
                context.blocks.setdefault(other, []).append(block)
        return _trimmed("".join(context.blocks[name][0](context)))

    def page(self, values: Mapping[str, object]) -> str:
        """The whole template."""
        return _trimmed(self._user.render(dict(values)))


def _trimmed(text: str) -> str:
    text = text.strip("\n")
    return text + "\n" if text else ""


def _extends_ours(environment: Environment, source: str) -> bool:
    from jinja2 import meta, nodes

    tree = environment.parse(source)
    if set(meta.find_referenced_templates(tree)) - {OWN}:
        raise BadTemplateError(f"it takes in another file than {OWN}")
    return tree.find(nodes.Extends) is not None


@lru_cache(maxsize=1)
def own_blocks() -> Blocks:
    """Our own template."""
    return Blocks()


def _plain() -> Environment:
    """What our own template is rendered in: half of the time that the sandbox takes."""
    from jinja2 import Environment

    return _equipped(Environment)


def _sandbox() -> Environment:
    """What templates of users are rendered in: nothing can be reached but the values handed in."""
    from jinja2.runtime import BlockReference, Context, Macro
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Sandbox(ImmutableSandboxedEnvironment):
        def call(self, context: Context, obj: Any, *args: Any, **kwargs: Any) -> Any:
            found = super().call(context, obj, *args, **kwargs)
            return Markdown(found) if isinstance(obj, (Macro, BlockReference)) else found

    return _equipped(Sandbox)


def _equipped(kind: type[Environment]) -> Environment:
    """An environment in which every value is made harmless."""
    from jinja2 import FileSystemLoader, StrictUndefined

    environment = kind(
        loader=FileSystemLoader(shipped("templates")),
        undefined=StrictUndefined,
        finalize=_finalize,
        autoescape=False,
        keep_trailing_newline=True,
    )
    environment.filters = {**_FILTERS, "length": len}
    environment.globals = {"range": environment.globals["range"]}
    return environment


def shipped(name: str) -> Path:
    """A folder that comes with the package: within it where it is installed, at the top of a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / name
    return installed if installed.is_dir() else package.parent.parent / name


def _finalize(value: object) -> object:
    if isinstance(value, (Markdown, int)):
        return value
    return in_table(md_code(str(value)))


def _cell(value: object) -> Markdown:
    return in_table(value if isinstance(value, Markdown) else md_code(str(value)))


def _code(value: object) -> Markdown:
    return value if isinstance(value, Markdown) else md_code(str(value))


_FILTERS: dict[str, Callable[..., object]] = {
    "code": _code,
    "cell": _cell,
    "command": lambda text: md_code(text, 400),
    "prose": md_prose,
    "prose_cell": lambda text: in_table(md_prose(text)),
    "words": md_words,
    "decimals": lambda number: Markdown(f"{number:.2f}"),
    "moved": has_moved,
    "who": who,
    "together": together,
    "symbol": symbol,
    "relation": relation,
    "end": end,
    "ring": ring,
    "of_tests": lambda ring: Markdown(of_tests(ring)),
    "tests": lambda number: Markdown(count(number, "test")),
    "files": lambda number: Markdown(count(number, "file")),
}
