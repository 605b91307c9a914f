a + b - 1
1 + 2
a < b <= c
x in xs
x not in xs
x is not None
not a.b
-a
~b
a[i], a[1:j], a[i, j], a[i,]
"text %s" % a
if a.flag and b():
    pass
while obj:
    a @= b
assert a == b
