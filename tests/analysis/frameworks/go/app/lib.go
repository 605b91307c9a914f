package lib

func init() { hidden() }

func Offered() {}

func hidden() {}

type T struct{}

func (T) Method() {}
