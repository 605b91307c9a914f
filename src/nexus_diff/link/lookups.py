"""Keys of recorded look-ups. A key names a question whose answer may change when *another* file changes.

f|path                  is there such a file?              d|path      is there such a directory?
r|name                  which directories hold a top-level `name`?
m|kind                  the manifests of a kind
n|group|name            the definitions that bear a bare name
p|path|scope|name       one part of a file's summary: name `name` of scope `scope` ("" is the module);
                        name "(" is which arguments a function takes, "(*" which of them it calls or keeps;
                        name "()" is its signature
                            with types and what its return expressions need;
                        name "" is a class's header; a name ".x" is the instance attribute x
e|path                  which names a module exports by star
"""

from __future__ import annotations


def file_key(path: str) -> str:
    return f"f|{path}"


def directory_key(path: str) -> str:
    return f"d|{path}"


def root_key(name: str) -> str:
    return f"r|{name}"


def manifest_key(kind: str) -> str:
    return f"m|{kind}"


def name_key(group: str, name: str) -> str:
    return f"n|{group}|{name}"


def part_key(path: str, scope: str, name: str) -> str:
    return f"p|{path}|{scope}|{name}"


OBJECTS = "@objects"
"""Part of a file: whether it assigns attributes to any object by name."""
