"""A small Bitbucket Cloud that remembers Code Insights reports, with the limits of its documentation. It also is the proxy of a pipeline:
requests that come with the whole address are taken for the host that they name."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from rest_fake import Answer, Fake, Query, Route

ROOT = r"/2\.0/repositories/team/shop/commit/([0-9a-f]{40})/reports/([\w-]+)"
TYPES, RESULTS = ("SECURITY", "COVERAGE", "TEST", "BUG"), ("PASSED", "FAILED", "PENDING")
SEVERITIES, KINDS = ("CRITICAL", "HIGH", "MEDIUM", "LOW"), ("VULNERABILITY", "CODE_SMELL", "BUG")
DATA = ("BOOLEAN", "DATE", "DURATION", "LINK", "NUMBER", "PERCENTAGE", "TEXT")


class Bitbucket(Fake):
    """`checks`: reports, each with its annotations."""

    def __init__(self, authorization: str = "") -> None:
        super().__init__(authorization)
        self.reports: dict[tuple[str, str], dict[str, Any]] = {}
        self.comments: list[dict[str, Any]] = []

    @property
    def checks(self) -> list[dict[str, Any]]:
        """Reports with the commit that they are of."""
        return [{**report, "sha": commit, "id": name} for (commit, name), report in self.reports.items()]

    def error(self, status: int, message: str = "") -> Answer:
        """In Bitbucket's shape."""
        _, body, headers = super().error(status, message)
        return status, {"type": "error", "error": body}, headers

    def routes(self) -> list[Route]:
        """Those that are used."""
        return [("PUT", ROOT, self._put), ("DELETE", ROOT, self._delete), ("POST", ROOT + "/annotations", self._annotate)]

    def _put(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        data = body.get("data", [])
        sound = (
            0 < len(body["title"]) <= 450
            and len(body.get("details", "")) <= 2000
            and body["report_type"] in TYPES
            and body["result"] in RESULTS
            and len(data) <= 10
            and all(one["type"] in DATA and one["title"] for one in data)
        )
        if not sound:
            return self.error(400, "The report is malformed")
        kept = self.reports.get((match[1], match[2]), {}).get("_annotations", {})
        self.reports[match[1], match[2]] = {**body, "_annotations": kept}
        return 200, {"type": "report", "uuid": "{1}", **body}, {}

    def _delete(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        return (204, None, {}) if self.reports.pop((match[1], match[2]), None) else self.error(404)

    def _annotate(self, match: re.Match[str], query: Query, body: Any) -> Answer:
        report = self.reports.get((match[1], unquote(match[2])))
        if report is None:
            return self.error(404)
        sound = all(
            one["annotation_type"] in KINDS
            and one["severity"] in SEVERITIES
            and 0 < len(one["summary"]) <= 450
            and len(one.get("details", "")) <= 2000
            and one["external_id"]
            and one["line"] >= 1
            for one in body
        )
        if not sound or len(body) > 100 or len(report["_annotations"]) + len(body) > 1000:
            return self.error(400, "The annotations are malformed or too many")
        report["_annotations"].update({one["external_id"]: one for one in body})
        return 200, [{"type": "report_annotation", **one} for one in body], {}
