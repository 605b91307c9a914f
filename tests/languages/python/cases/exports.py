__all__ = ["shown", "Other"] + ["more"]
__all__ += ("added",)
__all__.extend(["extended"])
__all__.append("appended")


def shown(): ...


def hidden(): ...


def _private(): ...
