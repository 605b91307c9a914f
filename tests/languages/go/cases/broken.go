package p

func open() {
	x := a(
}

type T struct {
	a int
	func
}

func (t) m() {}

func () n() {}

func after() { b() }

var = 3
