A = 1
A = 2
B = C = make()
D: int
E: int = A
x.attr = value
d["k"] = handler
A += 1
d["n"] += 1
x.count += step


class K:
    field: "int" = 3
    field = 4
    plain = A

    def __init__(self, v: V) -> None:
        self.v = v
        self.typed: list[V] = []
        v.owner = self
        local = local2 = v
type(x).shared = value
type(x.y).a.b = value
type(x)[k] = value
