from sub import *

__all__ = ["f"] + sub.__all__


def f(): ...


def g(): ...


def _h(): ...
