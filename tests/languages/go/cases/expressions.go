package p

import "x/pkg"

func calls(obj *T, xs []int, ch chan T) {
	pkg.F(xs)
	f := obj.M
	T.M(obj)
	(*T).M(obj)
	obj.field.Close()
	p := &T{A: 1, Inner: Inner{2}}
	list := []T{{1}, {A: 2}}
	table := map[string]*T{"a": {1}, key(): nil}
	grid := [...][]T{{{1}}}
	T2(xs)
	b := []byte(s)
	g := (func())(f)
	x.(T).M()
	h(f())
	h(xs...)
	Map[int, string](xs, f)
	F[T](x)
	func(x T) { x.M() }(y)
	(<-ch).M()
	made := make(map[string]T, 3)
	fresh := new(T)
	list = append(list, T{})
	one := struct{ a, b T }{T{}, T{}}
	s2 := xs[1:n()]
	ok := a && !b || c == -1
	e := a.b().c[0].d()
}
