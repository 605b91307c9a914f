"""Where execution enters from outside, by knowledge of frameworks: routes, commands, tasks, handlers of events.

Two steps: `remark` reads one file while it is linked and keeps what it says; `entry_points` joins what all files say.
"""

# For maintainers. A route in one file is put on an object of another, under a prefix of a third. So a file's remarks name objects by where
# they are bound, and only `join` knows the whole. Remarks are a pure function of the file's facts and its look-ups, like relations: a
# change reads again just the files that are linked again. A framework is one module here and one line in FRAMEWORKS.

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import Protocol

from nexus_diff.analysis.frameworks.aiohttp import AIOHTTP
from nexus_diff.analysis.frameworks.argparse import ARGPARSE
from nexus_diff.analysis.frameworks.aspnet import ASPNET, DOTNET
from nexus_diff.analysis.frameworks.c_programs import C_PROGRAMS
from nexus_diff.analysis.frameworks.chi import CHI
from nexus_diff.analysis.frameworks.click import CLICK
from nexus_diff.analysis.frameworks.cobra import COBRA
from nexus_diff.analysis.frameworks.commander import COMMANDER
from nexus_diff.analysis.frameworks.django import DJANGO
from nexus_diff.analysis.frameworks.emitter import EVENTS
from nexus_diff.analysis.frameworks.express import EXPRESS
from nexus_diff.analysis.frameworks.fastapi import FASTAPI
from nexus_diff.analysis.frameworks.fastify import FASTIFY
from nexus_diff.analysis.frameworks.flask import FLASK
from nexus_diff.analysis.frameworks.gin import ECHO_FRAMEWORK, GIN
from nexus_diff.analysis.frameworks.go_programs import GO, GO_PACKAGE
from nexus_diff.analysis.frameworks.gorilla import GORILLA
from nexus_diff.analysis.frameworks.hono import HONO
from nexus_diff.analysis.frameworks.java_programs import JAVA, PICOCLI
from nexus_diff.analysis.frameworks.jaxrs import JAXRS, SERVLET
from nexus_diff.analysis.frameworks.join import join
from nexus_diff.analysis.frameworks.koa import KOA
from nexus_diff.analysis.frameworks.mains import NODE, PYTHON
from nexus_diff.analysis.frameworks.nestjs import NESTJS
from nexus_diff.analysis.frameworks.net_http import NET_HTTP
from nexus_diff.analysis.frameworks.nextjs import NEXTJS
from nexus_diff.analysis.frameworks.packages import NODE_PACKAGE, PYTHON_PACKAGE
from nexus_diff.analysis.frameworks.records import decode
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.analysis.frameworks.rust_programs import CARGO, CRATE
from nexus_diff.analysis.frameworks.rust_routes import ACTIX, AXUM
from nexus_diff.analysis.frameworks.scan import Tables, scan, tables
from nexus_diff.analysis.frameworks.scripts import SCRIPT
from nexus_diff.analysis.frameworks.signals import SIGNAL
from nexus_diff.analysis.frameworks.spring import SPRING
from nexus_diff.analysis.frameworks.starlette import STARLETTE
from nexus_diff.analysis.frameworks.tasks import CELERY, DRAMATIQ, HUEY, RQ
from nexus_diff.analysis.frameworks.typer import TYPER
from nexus_diff.analysis.values import EntryPoint
from nexus_diff.link import REMARKS
from nexus_diff.link.context import Context
from nexus_diff.link.file_index import FileIndex

FRAMEWORKS: tuple[Framework, ...] = (
    ACTIX,
    AIOHTTP,
    ARGPARSE,
    ASPNET,
    AXUM,
    CARGO,
    C_PROGRAMS,
    CELERY,
    CHI,
    CLICK,
    COBRA,
    COMMANDER,
    CRATE,
    DJANGO,
    DOTNET,
    DRAMATIQ,
    ECHO_FRAMEWORK,
    EVENTS,
    EXPRESS,
    FASTAPI,
    FASTIFY,
    FLASK,
    GIN,
    GO,
    GO_PACKAGE,
    GORILLA,
    HONO,
    HUEY,
    JAVA,
    JAXRS,
    KOA,
    NESTJS,
    NET_HTTP,
    NEXTJS,
    NODE,
    NODE_PACKAGE,
    PICOCLI,
    PYTHON,
    PYTHON_PACKAGE,
    RQ,
    SCRIPT,
    SERVLET,
    SIGNAL,
    SPRING,
    STARLETTE,
    TYPER,
)

_BY_NAME = {framework.name: framework for framework in FRAMEWORKS}
_TABLES: dict[str, Tables] = {
    group: tables(found) for group, found in groupby(sorted(FRAMEWORKS, key=attrgetter("group")), key=attrgetter("group"))
}


class View(Protocol):
    """A linked tree, as far as entry points need it: `store.LinksReader` is one."""

    def blobs(self, kind: str) -> Iterable[tuple[str, bytes]]:
        """(key, value) of everything that linking stored under `kind`."""


def remark(context: Context, index: FileIndex) -> bytes:
    """What a file that is being linked says about entry points (a `link.Remark`)."""
    found = _TABLES.get(index.language.group)
    return scan(context, index, found) if found is not None else b""


def entry_points(view: View) -> tuple[EntryPoint, ...]:
    """The entry points that frameworks make, by file and line. A pure function of the tree."""
    return join(((path, decode(data)) for path, data in view.blobs(REMARKS)), _BY_NAME)
