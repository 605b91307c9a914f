fn f(x: A) {
    let x = x;
    { let x = x; let c = || x; g(x, c); }
    let x = h(x);
    x
}
