from ..core import run
