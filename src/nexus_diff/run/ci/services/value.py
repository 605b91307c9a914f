"""What is known of a CI service: one value for each, in a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence

import msgspec

from nexus_diff.index.progress import Progress
from nexus_diff.publish import Annotation, Check, Done
from nexus_diff.run.ci.event import Event
from nexus_diff.run.ci.request import CiRequest, Ended
from nexus_diff.run.ci.sheet import Link, Sheet

Env = Mapping[str, str]
Entry = Callable[[CiRequest, MutableMapping[str, str], Progress | None], Ended]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What a job's environment tells. `server_url`: server that the token may be lent to git for, as `user`. `branch`: of the head, "" if
    unknown.
    `temp`: folder for reports that is emptied after the job. `workspace`: folder of the checkout, which may belong to another user."""

    event: Event
    link: Link = Link()
    server_url: str = ""
    user: str = "x-access-token"
    branch: str = ""
    temp: str = ""
    workspace: str = ""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One run on a service, for its outlets. `token`: the service's own, `tokens`: all, by the names of their variables. `origin`: address
    of the clone's remote. `newest`: the commit that the branch of the head stands at now, "" if that is not known."""

    request: CiRequest
    env: Env
    token: str
    told: Told
    tokens: Mapping[str, str] = {}
    origin: str = ""
    newest: Callable[[], str] = str

    @property
    def on_silence(self) -> str:
        """What becomes of a comment when there is nothing to say."""
        return "delete" if self.request.comment == "delete" else "edit"


class Outlet(msgspec.Struct, frozen=True, kw_only=True):
    """A place where something is published. `what`: comment, check, summary … as they are switched. `publish` raises PublishError.
    `unanalysed`: says there that nothing could be said, for places where somebody waits. `needs`: permission that is missing when it is
    refused."""

    what: str
    publish: Callable[[Sheet], Done]
    unanalysed: Callable[[Check], Done] | None = None
    needs: str = ""


class Service(msgspec.Struct, frozen=True, kw_only=True):
    """A CI service. `marks`: variables of which one, with that value ("*" for any), says that a job runs there. `told`: what the
    environment tells. `tokens`: variables that may hold a token of the service's own host, best first; `elsewhere`: of other hosts; all
    are taken out of the environment. `outlets`: where things are published, given what there is to publish with. `log`: lines for the
    runner that show annotations. `warn`: a warning as the runner marks it. `summary`: line that shows a Markdown file beside the log.
    `without`: what a token would add, said when there is none. `start`: an entry of its own, used instead of all the rest."""

    name: str
    title: str
    marks: Mapping[str, str]
    told: Callable[[Env], Told]
    tokens: Sequence[str] = ()
    elsewhere: Sequence[str] = ()
    outlets: Callable[[Job], Sequence[Outlet]] = lambda job: ()
    log: Callable[[Sequence[Annotation]], list[str]] = lambda annotations: []
    warn: Callable[[str], str] | None = None
    summary: Callable[[str], str] | None = None
    without: str = ""
    start: Entry | None = None

    def runs(self, env: Env) -> bool:
        """Whether the environment is one of a job there."""
        return any(env.get(name, "") not in ("", "false") if value == "*" else env.get(name) == value for name, value in self.marks.items())
