f"{a} {b.c!r} {d():>{width}} plain"
"one" f"{e}" 'two'
rb"bytes", u"text", """long"""
log(f"{x=}")
log(f"/users/{x}/edit", f"{x} and more", f"none")
