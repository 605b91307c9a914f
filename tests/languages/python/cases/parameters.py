def f(called, aliased, stored, passed, shown, nested_call, nested_use, unused, plain):
    called()
    alias = aliased
    alias(1)
    self.x = stored or None
    other(passed)
    both = [shown]

    def inner(own):
        nested_call()
        own()
        return nested_use.attr

    g = lambda plain: plain()
    return unused.x


def g(a, *args, **kw):
    a = a
    return [a(x) for x in args], run(*args, **kw)
