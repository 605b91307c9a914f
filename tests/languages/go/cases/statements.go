package p

func scopes(v I, list []T, table map[string]T, ch chan T) (found T, err error) {
	router := router.New()
	a, err := two()
	var b, c int = 1, 2
	if x, ok := v.(T); ok {
		x.M()
	} else if y := other(); y != nil {
		y.M()
	} else {
		found = x
	}
	switch t := v.(type) {
	case *T:
		t.M()
	case A, B:
		t.N()
	case nil:
	default:
		t.N()
	}
	switch n := size(); {
	case n > 1:
		a := n
		use(a)
	}
	for i := 0; i < 3; i++ {
		use(i)
	}
	for key, value := range table {
		value.M(key)
	}
	for value := range ch {
		value.M()
	}
	for {
		break
	}
	select {
	case got, ok := <-ch:
		got.M(ok)
	case ch <- found:
	}
outer:
	for range list {
		continue outer
	}
	go run(a)
	defer func() { recover() }()
	callback := one
	callback = two
	list[0], b = found, 3
	router.handler = callback
	b += 2
	return found, err
}

func handler(w Writer) Handler {
	return func(k Kind) error { return w.Write(k) }
}

func (t *T) bound() func() { return t.M }
