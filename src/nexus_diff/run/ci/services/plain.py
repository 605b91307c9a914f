"""No service that is known: the report is printed, and the user names the commits."""

from __future__ import annotations

from nexus_diff.run.ci.services import forges
from nexus_diff.run.ci.services.branches import event_from
from nexus_diff.run.ci.services.value import Env, Service, Told


def told(env: Env) -> Told:
    """Nothing: what is checked out is compared with the default branch."""
    return Told(event=event_from(name="run", head=""))


SERVICE = Service(
    name="plain", title="no known CI service", marks={}, told=told, elsewhere=forges.TOKENS, outlets=forges.outlets, without=forges.WITHOUT
)
