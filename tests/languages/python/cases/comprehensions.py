squares = [g(x) for x in xs if x.ok]
pairs = {k: v.w for k, v in items() for v in v}
gen = any(y for y in ys if isinstance(y, A))
s = {z async for z in zs}
m = [last := t for t in ts]
