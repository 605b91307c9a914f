package p

func f(x T) {
	x.a()
	if x := x.b(); x != nil {
		x.c()
	}
	y := 1
	{
		y := y
		use(y)
	}
	use(y, later)
}

var later = 1
