match command:
    case Point(x=px, y=0):
        px.go()
    case shapes.Circle(center, Radius() as r) if r.big:
        center.go()
    case [first, *others, final] | (first, *others, final):
        first.go()
    case {"key": value, **more}:
        value.go()
    case Color.RED | None | "text" | -1:
        pass
    case A() | B():
        command.go()
    case str() as text:
        text.go()
    case other:
        other.go()
    case _:
        pass
match a, b:
    case 1, two:
        pass
