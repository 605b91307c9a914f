found = [*a.b(c), *d(e).f, *g[0], *h, *(i(j))]
unique = {*k(l), m}
pair = (*n(o), p)
