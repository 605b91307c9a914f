"""What methods of containers give, by the words of `Language.builtin_results`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nexus_diff.link.values import NOTHING, Box, Ext, Values, union

OF_CONTAINER: Mapping[str, Callable[[Box, Values], Values]] = {
    "element": lambda box, element: element,
    "first": lambda box, element: box.args[0],
    "optional": lambda box, element: (Box("Option", (box.args[0] if box.name == "Result" else element,)),),
    "error": lambda box, element: box.args[1] if box.name == "Result" and len(box.args) > 1 else NOTHING,
    "enumerated": lambda box, element: _list(Box("tuple", ((Ext("usize"),), element))),
    **dict.fromkeys(("same", "self"), lambda box, element: (box,)),
    "sequence": lambda box, element: (box,) if "Query" in box.name else (Box("IEnumerable", (element,)),),
    "key set": lambda box, element: (Box("Set", (box.args[0],)),) if len(box.args) > 1 else NOTHING,
    "key": lambda box, element: box.args[0] if len(box.args) > 1 else NOTHING,
    "entry": lambda box, element: (Box("Entry", box.args),),
    "entries": lambda box, element: (Box("Set", ((Box("Entry", box.args),),)),),
    "boxed slice": lambda box, element: (Box("Box", ((Box("[T]", (element,)),),)),),
    "called": lambda box, element: box.args[-1] if box.name == "Callable" else NOTHING,
    "values": lambda box, element: (Box("list", (element,)),),
    "keys": lambda box, element: (Box("list", (box.args[0],)),) if len(box.args) > 1 else NOTHING,
    "items": lambda box, element: _list(Box("tuple", (box.args[0], box.args[-1]))),
}
"""Results that follow from the container and its elements alone."""
OF_FUNCTION: Mapping[str, Callable[[Box, Values], Values]] = {
    "mapped error": lambda box, given: (Box(box.name, (box.args[0], given)),),
    "mapped inside": lambda box, given: (Box(box.name, (given, *box.args[1:])),) if given else NOTHING,
    "given": lambda box, given: given,
    "after": lambda box, given: (box,),
    "flat mapped": lambda box, given: (
        Box("list", (union(*(v.args[-1] if isinstance(v, Box) and v.args else (v,) for v in given)),)),
    ),
    "mapped here": lambda box, given: (Box(box.name, (given,)),) if given else NOTHING,
    "mapped": lambda box, given: (Box("list", (given,)),) if given else NOTHING,
}  # fmt: skip
"""Results that follow from what the functions give which are handed over."""


def _list(element: Box) -> Values:
    return (Box("list", ((element,),)),)
