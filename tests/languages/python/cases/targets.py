a, (b, *c, d) = pair()
*rest, last = seq
for i, j in rows:
    use(i)
else:
    done()
with open_it() as f, lock:
    f.read()
with (one() as (p, q), two() as obj.attr):
    pass
try:
    risky()
except (E1, mod.E2) as error:
    error.args
except E3 as single:
    raise single
if (n := compute()) > 1:
    n.go()
del a.b, d["k"], c


async def f():
    async for k in stream():
        pass
    async with conn() as c:
        await c.close()
