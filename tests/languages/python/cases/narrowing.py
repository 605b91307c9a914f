def f(x, y, self):
    if isinstance(x, A) and isinstance(y, (B, m.C)):
        x.a()
    elif not isinstance(self.z, D):
        self.z.other()
    else:
        self.z.d()
    if not isinstance(x, E):
        return None
    x.e()
    assert isinstance(y, F | G), y.msg
    y.f()
    x.h() if isinstance(x, H) else x.other()
    return isinstance(y, I) and y.i()


def g(x):
    if not (isinstance(x, A) and x.ok):
        raise ValueError
    x.a()
    if x is not None and callable(x):
        x()
