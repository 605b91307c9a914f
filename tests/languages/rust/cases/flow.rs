fn flow(opt: Option<Shape>, items: Vec<Pair>) -> u8 {
    let x = first();
    let x = x.second();
    {
        let x = inner();
        x.a();
    }
    x.b();
    if let Some(s) = opt && s.ok() { s.c() } else if x.d() { return x.e(); } else { x.f() }
    let Some(t) = find() else { return bail(); };
    while let Ok(line) = t.read() { line.g(); }
    for (i, Pair(a, b)) in items.iter().enumerate() { a.h(b); }
    loop { break; }
    let v = match t {
        Shape::Circle { radius } if radius.i() => radius.j(),
        Shape::Square(w, ..) | Shape::Other(w) => w.k(),
        Point { x: px @ Some(_), .. } => px.l(),
        [one, .., last] => one.m(last),
        &(ref p, q) => p.n(q),
        NONE => 1,
        other => other.o(),
    };
    let add = |a: u8, b| -> u8 { a.p(b); x.q() };
    let y: Pair;
    y = make();
    self.field = y;
    unsafe { v.r() }
}
