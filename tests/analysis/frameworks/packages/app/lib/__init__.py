from lib.inner import helper
from lib.core import Engine, run, _hidden

__all__ = ["Engine", "run", "VERSION"]
VERSION = "1"
