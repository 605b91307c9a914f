fn f() {
    a::b::g(1u8, 2.5, "s", b"b", 'c', true);
    x.m::<u8>().n()?.o.await;
    Trait::m(&x);
    <T as Trait>::m(x);
    <Foo as Trait>::m(x);
    <[u8]>::len(x);
    Self::new();
    Vec::<u8>::new();
    Foo { a, b: 1, ..base };
    Shape::Circle { r: *p };
    (self.f)(x);
    xs.map(Foo::bar).map(|x| x.bar());
    a + b * -c == !d;
    a += 1;
    xs[0] = &mut ys[1..];
    x as Box<dyn Draw>;
    (1, [a, b], [c; 3], ());
    crate::a::f(self::b::g(), super::super::h());
    ::core::mem::swap(r#"raw"#);
    async move { y.z() };
    let t: &'static dyn Fn(u8) -> Foo = g;
    let _: (A, *const B, fn(C) -> D, [E], !) = h;
}
