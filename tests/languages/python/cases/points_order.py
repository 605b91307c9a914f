x = 1
use(x)
x = x + 1
if x:
    y = x
else:
    y = 2
use(y)


def f(p):
    q = p
    return [q for q in x if q]


class C:
    x = x
    z: "x" = x
