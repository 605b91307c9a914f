let x = first()
function f(p) {
  x.a(p)
  const y = p
  y.b
  x = second()
  if (p) {
    const p = third()
    p.c(x)
  }
  return p.d
}
x.e
