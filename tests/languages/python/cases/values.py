call(name, obj.attr, *args, key=handler, **kw)
table = {"a": on_a, key: obj.on_b, **more}
row = [f, g], (h,), {i}, [*j]
alias = obj.method
choice = first or second
picked = yes if test else no


def f(default=factory, *, other=mod.factory):
    return obj.result


fn = lambda cb, n=base: cb(n)
