int run(struct ops *ops, int n) {
    struct item local = { 1, 2 };
    callback cb = ops->first;
    int total = 0, *p = &total;
    for (int i = 0; i < n; i++) { int shadow = get(i); total += shadow; }
    if (n > 1 && ready(n)) { cb = other; } else if (n) { ops->first = other; } else total--;
    while (next(&local)) ;
    do { n--; } while (n);
    switch (n) { case 1: one(); break; default: many(n, sizeof(n)); }
    table[n].run(p);
    (*cb)(n);
    ((callback)find("name"))(n);
    memcpy(p, (int[]){ 1, 2 }, sizeof total);
    goto out;
out:
    return n ? left(n) : right(*p, p[1]);
}
