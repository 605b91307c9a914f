from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from a import A
elif flag:
    import b
else:
    import c.d
try:
    import fast as impl
except ImportError:
    import slow as impl
else:
    ready = impl
finally:
    import always
while cond():
    w = 1
for x in xs:
    y = x


def f(a):
    if a:
        import lazy
        return 1
    return lazy.x
