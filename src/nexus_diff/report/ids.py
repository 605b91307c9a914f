"""What stands in the id of a node, `Label:path:qualified.name`."""

from __future__ import annotations


def file_in(node_id: str) -> str:
    """The path."""
    return node_id.partition(":")[2].rpartition(":")[0]


def name_in(node_id: str, file: str) -> str:
    """The qualified name. `file`: the path, "" where it is not known."""
    rest = node_id.split(":", 1)[-1]
    if file and rest.startswith(file + ":"):
        return rest[len(file) + 1 :]
    return rest.split(":", 1)[-1] or node_id
