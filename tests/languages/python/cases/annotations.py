def f(a: "Later", b: Optional["pkg.Later | None"], c: Literal["text", "other"], d: A | B) -> dict[str, "list[Later]"]: ...


x: Annotated[int, meta()] = 1
y: "not a type" = 2
z: Callable[["Later"], int]


class Later: ...
