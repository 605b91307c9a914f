macro_rules! check {
    ($make:ident, $($rest:expr),*) => {
        use super::*;
        #[test]
        fn works() { let b = $make(1); b.run(); $( inner($rest); )* }
        fn $make() { lost() }
    };
    (by $x:ty => $y:expr) => {{ $y.method(); $crate::util::go() }};
    () => [ 1 ];
}
macro_rules! forward {
    () => { fn len(&self) -> usize { (**self).len() } };
}
mod one {
    fn make(n: u8) -> Thing { Thing }
    check!(make, a(), b());
}
impl Deref for Wrapper { forward!(); }
fn uses() {
    assert_eq!(x.a(), vec![y.b(), z], "{} {n}", w.c(), n = v.d());
    let text = format!("{}", u.e());
    matches!(t.f(), Some(_) | None if true);
    path::to::custom! { let q = s.g(); q.h() }
    check!(uses, 1);
    quote! { not.run() };
    vec![k.l(); 3];
}
