import a
import a.b.c, d as e
import f.g as h
from . import i
from .j import k as l, m
from ..n.o import (
    p,  # why
    q,
)
from r import *


def lazy():
    from s import t


importlib.import_module("u.v")
import_module(".w", __package__)
__import__(computed)
