def all_kinds(a, b: int, /, c=1, d: str = "s", *args: int, e, f: bool = True, **kw: Any) -> list[int]: ...


def star_only(*, a): ...


async def coroutine():
    return await other()


def generator(n):
    got = yield n.value
    yield from n.more()
    return got


async def agen():
    yield


def nested(a):
    if a and a.b:
        for i in a:
            try:
                pass
            except E:
                pass

    def inner(b):
        return 1 if b else 2

    return inner
