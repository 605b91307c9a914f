"""A safety net below the limits of hosts: texts come within them."""

from __future__ import annotations


def clipped(text: str, limit: int) -> str:
    """At most `limit` bytes, ended with dots where something was cut."""
    data = text.encode("utf-8", "backslashreplace")
    if len(data) <= limit:
        return data.decode()
    return data[: limit - 3].decode("utf-8", "ignore") + "…"
